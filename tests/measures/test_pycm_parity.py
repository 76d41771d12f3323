"""Every number of PyCM 4.6 against ours: equal where PyCM is right, and told apart where it is not."""

import math

import krippendorff
import numpy as np
import pycm
import pytest
from scipy.stats import kendalltau

import abovechance as ac
from abovechance.measures.peers import names_elsewhere, sections
from abovechance.measures.verbal_scales import SCALES, band

NAMES = names_elsewhere()["pycm"]
OF_A_CLASS, OVERALL, METHODS, DISTANCES = (
    sections("pycm")[part] for part in ("of_a_class", "overall", "methods", "distances")
)

BANDS = {
    "AUCI": "auc",
    "DPI": "discriminant_power",
    "MCCI": "matthews",
    "NLRI": "negative_likelihood_ratio",
    "PLRI": "positive_likelihood_ratio",
    "QI": "yule_q",
    "SOA10(Pearson C)": "pearson_c",
    "SOA1(Landis & Koch)": "landis_koch",
    "SOA2(Fleiss)": "fleiss",
    "SOA3(Altman)": "altman",
    "SOA4(Cicchetti)": "cicchetti",
    "SOA5(Cramer)": "cramer_v",
    "SOA6(Matthews)": "matthews",
    "SOA7(Lambda A)": "lambda",
    "SOA8(Lambda B)": "lambda",
    "SOA9(Krippendorff Alpha)": "krippendorff",
}
"""Verbal grades, and the scale of :mod:`abovechance.measures.verbal_scales` that each is read from."""

NOT_OF_A_TABLE = frozenset(
    ("95% CI", "Kappa 95% CI", "Kappa Standard Error", "P-Value", "Standard Error", "brier_score", "log_loss")
)
"""Intervals, standard errors and tests, and what needs probabilities: no measures of a table."""

WRONG = {"Anderberg", "Eyraud", "GoodmanKruskalLambdaR", "KendallTau", "KoppenI"}
"""Distances for which PyCM has another formula than the publications."""

GRADED_OTHERWISE = {"DPI", "MCCI", "QI", "SOA2(Fleiss)", "SOA6(Matthews)"}
"""Verbal grades that PyCM reads from another number or in other words than the publications."""

HELPERS = {
    "CI",
    "average",
    "combine",
    "copy",
    "dissimilarity_matrix",
    "distance",
    "plot",
    "position",
    "print_matrix",
    "print_normalized_matrix",
    "print_timings",
    "relabel",
    "save_csv",
    "save_html",
    "save_obj",
    "save_stat",
    "stat",
    "to_array",
    "weighted_average",
}
"""Methods that give no measure: input, output, intervals and rearrangement."""


def theirs(counts):
    rows = {i: {j: int(n) for j, n in enumerate(row)} for i, row in enumerate(counts)}
    return pycm.ConfusionMatrix(matrix=rows)


def random_counts(seed, k):
    rng = np.random.default_rng(seed)
    return rng.integers(1, 60, (k, k)) + np.diag(rng.integers(0, 150, k))


TABLES = [random_counts(seed, k) for k in (2, 3, 5, 10) for seed in range(3)]
PAIRS = [(counts, theirs(counts)) for counts in TABLES]


def number(value):
    return math.nan if isinstance(value, str) else float(value)


def of_classes(values, k):
    return np.array([number(values[i]) for i in range(k)])


def agree(one, other):
    np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)


# Names ----------------------------------------------------------------------------------------


def test_every_name_is_accounted_for():
    matrix = PAIRS[0][1]
    distances = {kind.name for kind in pycm.DistanceType}
    methods = {name for name in dir(pycm.ConfusionMatrix) if name[0] != "_"} - HELPERS
    known = set(matrix.class_stat) | set(matrix.overall_stat) | distances | methods
    assert known == NAMES.keys() | BANDS.keys() | NOT_OF_A_TABLE
    assert len(matrix.class_stat) == 65
    assert len(matrix.overall_stat) == 69
    assert len(distances) == 63


def test_no_name_is_listed_twice():
    lists = (OF_A_CLASS, OVERALL, METHODS, DISTANCES, BANDS, NOT_OF_A_TABLE)
    assert sum(map(len, lists)) == len(set().union(*lists))


@pytest.mark.parametrize("name", NAMES)
def test_a_user_finds_each_by_its_name_there(name):
    assert ac.measure(f"pycm:{name}").key == NAMES[name]


# Numbers --------------------------------------------------------------------------------------


def called(name, counts, **parameters):
    """What a user gets who asks for a measure by its name there, the value of each class."""
    values = ac.measure(f"pycm:{name}")(ac.Tables.from_counts(counts), **parameters)
    if len(counts) > 2:
        assert values.shape == (len(counts),)
        return values
    other = ac.Tables.from_counts(counts, positive=0)
    return np.array([ac.measure(f"pycm:{name}")(other, **parameters), values])


@pytest.mark.parametrize("name", OF_A_CLASS)
def test_class_statistics(name):
    for counts, matrix in PAIRS:
        expected = of_classes(matrix.class_stat[name], len(counts))
        agree(ac.measure(OF_A_CLASS[name]).per_class(ac.Tables.from_counts(counts)), expected)
        agree(called(name, counts), expected)


@pytest.mark.parametrize("name", OVERALL)
def test_overall_statistics(name):
    for counts, matrix in PAIRS:
        value = matrix.overall_stat[name]
        expected = value[1] if name == "Overall J" else value  # a pair there: the sum and the mean
        agree(ac.measure(OVERALL[name])(ac.Tables.from_counts(counts)), expected)


@pytest.mark.parametrize("name", sorted(DISTANCES.keys() - WRONG))
def test_distances(name):
    for counts, matrix in PAIRS:
        expected = of_classes(matrix.distance(metric=pycm.DistanceType[name]), len(counts))
        assert not np.isnan(expected).all()  # PyCM gives up on large factorials and products
        values = ac.measure(DISTANCES[name]).per_class(ac.Tables.from_counts(counts))
        agree(np.where(np.isnan(expected), np.nan, values), expected)
        agree(np.where(np.isnan(expected), np.nan, called(name, counts)), expected)


def test_methods_with_a_value_for_each_class():
    for counts, matrix in PAIRS:
        t, k = ac.Tables.from_counts(counts), len(counts)
        agree(ac.f_beta.per_class(t, beta=3), of_classes(matrix.F_beta(beta=3), k))
        agree(ac.iba.per_class(t, alpha=0.5), of_classes(matrix.IBA_alpha(alpha=0.5), k))
        agree(ac.tversky.per_class(t, alpha=0.3, beta=2), of_classes(matrix.TI(alpha=0.3, beta=2), k))
        agree(ac.net_benefit.per_class(t, w=0.7), of_classes(matrix.NB(w=0.7), k))
        agree(ac.sensitivity_index.per_class(t), of_classes(matrix.sensitivity_index(), k))


def test_weighted_kappa():
    for counts, matrix in PAIRS:
        k = len(counts)
        weights = np.square(np.arange(k)[:, None] - np.arange(k))
        given = {i: {j: int(weights[i, j]) for j in range(k)} for i in range(k)}
        value = ac.weighted_kappa(ac.Tables.from_counts(counts), weights=weights)
        assert value == pytest.approx(matrix.weighted_kappa(weight=given), rel=1e-12)


def test_aickins_alpha_where_pycm_has_converged():
    for counts, matrix in PAIRS:
        value = ac.aickin_alpha(ac.Tables.from_counts(counts))
        assert value > 0
        assert value == pytest.approx(matrix.aickin_alpha(max_iter=100_000, epsilon=1e-15), rel=1e-10)


@pytest.mark.parametrize("name", sorted(BANDS.keys() - GRADED_OTHERWISE))
def test_verbal_bands(name):
    """Between the edges the words are the same; at them, see the differences."""
    measures = {"AUCI": "AUC", "NLRI": "NLR", "PLRI": "PLR"} | {
        "SOA10(Pearson C)": "Pearson C",
        "SOA5(Cramer)": "Cramer V",
        "SOA7(Lambda A)": "Lambda A",
        "SOA8(Lambda B)": "Lambda B",
        "SOA9(Krippendorff Alpha)": "Krippendorff Alpha",
    }
    for _, matrix in PAIRS:
        source = measures.get(name, "Kappa")
        of_class = name in matrix.class_stat
        words = matrix.class_stat[name] if of_class else {0: matrix.overall_stat[name]}
        values = matrix.class_stat[source] if of_class else {0: matrix.overall_stat[source]}
        for k, word in words.items():
            if values[k] != 0:
                assert band(BANDS[name], values[k]) == word.casefold()


# Differences ----------------------------------------------------------------------------------


def value_there(name, counts):
    return of_classes(theirs(counts).distance(metric=pycm.DistanceType[name]), len(counts))


COUNTS = np.array([[28, 12], [30, 30]])
A, B, C, D = 30, 12, 30, 28  # of the second class
N = 100


@pytest.mark.parametrize(
    ("name", "key", "published"),
    [
        # the errors saved in guessing either side: the margins are A+C, B+D and A+B, C+D
        ("Anderberg", "anderberg_d", (30 + 30 + 30 + 28 - max(A + C, B + D) - max(A + B, C + D)) / (2 * N)),
        # in shares of N, as Eyraud has it
        (
            "Eyraud",
            "eyraud",
            (A / N - (A + B) * (A + C) / N**2) / ((A + B) * (A + C) * (C + D) * (B + D) / N**4),
        ),
        # Köppen's formula is of shares too, and is what was called Scott's Pi seventy years later
        ("KoppenI", "class_scott_pi", 1 - ((B + C) / 2 / N) / ((2 * A + B + C) * (2 * D + B + C) / 4 / N**2)),
        # pairs of items ordered alike less those ordered otherwise, over all pairs
        ("KendallTau", "kendall_tau_a", 2 * (A * D - B * C) / (N * (N - 1))),
    ],
)
def test_distances_that_differ(name, key, published):
    assert DISTANCES[name] == key
    assert ac.measure(key).per_class(ac.Tables.from_counts(COUNTS))[1] == pytest.approx(published, rel=1e-13)
    assert value_there(name, COUNTS)[1] != pytest.approx(published, rel=1e-3)


def test_tau_of_pycm_is_no_kendalls_tau():
    """A perfect prediction of many items: tau-b is 1, tau-a about a half, PyCM's value nearly 0."""
    truth = np.repeat([0, 1], 50)
    assert kendalltau(truth, truth).statistic == pytest.approx(1)
    assert ac.kendall_tau_a(truth, truth) == pytest.approx(50 / 99)
    assert value_there("KendallTau", [[50, 0], [0, 50]])[0] == pytest.approx(2 / 99)


def test_lambda_r_names_one_class_on_both_sides():
    counts = np.array([[6, 20], [1, 5]])  # most items are of the first class and get the second label
    pooled = max(26 + 7, 6 + 25) / 2
    assert ac.lambda_of_reliability(ac.Tables.from_counts(counts)) == pytest.approx(
        (11 - pooled) / (32 - pooled)
    )
    assert value_there("GoodmanKruskalLambdaR", counts)[0] == pytest.approx((11 - 25.5) / (32 - 25.5))


def test_weighted_alpha():
    counts = np.array([[20, 5, 1], [4, 15, 6], [2, 3, 14]])
    weights = np.square(np.arange(3)[:, None] - np.arange(3))
    given = {i: {j: int(weights[i, j]) for j in range(3)} for i in range(3)}
    truth, prediction = (np.repeat(x.ravel(), counts.ravel()) for x in np.indices((3, 3)))
    expected = krippendorff.alpha(np.stack([truth, prediction]), level_of_measurement="interval")
    assert ac.weighted_alpha(ac.Tables.from_counts(counts), weights=weights) == pytest.approx(
        expected, rel=1e-12
    )
    assert theirs(counts).weighted_alpha(weight=given) == pytest.approx(0.67064, abs=5e-6)
    assert expected == pytest.approx(0.67258, abs=5e-6)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_fractional_weights_are_ignored_there():
    counts = np.array([[20, 5, 1], [4, 15, 6], [2, 3, 14]])
    weights = np.abs(np.arange(3)[:, None] - np.arange(3)) / 2
    given = {i: {j: float(weights[i, j]) for j in range(3)} for i in range(3)}
    t = ac.Tables.from_counts(counts)
    assert theirs(counts).weighted_kappa(weight=given) == pytest.approx(ac.cohen_kappa(t))
    assert ac.weighted_kappa(t, weights=weights) == pytest.approx(ac.linear_kappa(t), rel=1e-12)


def test_aickin_below_chance_and_at_its_limit():
    below = [[2, 9, 8], [7, 3, 9], [9, 8, 1]]
    assert theirs(below).aickin_alpha() < 0
    assert ac.aickin_alpha(ac.Tables.from_counts(below)) == 0  # a share of items
    limit = [[84, 0], [17, 68]]
    assert ac.aickin_alpha(ac.Tables.from_counts(limit)) == pytest.approx(152 / 169)
    assert abs(theirs(limit).aickin_alpha(max_iter=1000, epsilon=1e-15) - 152 / 169) > 5e-4


EMPTY = np.array([[9, 2, 0], [1, 7, 0], [3, 4, 0]])
"""The third label was never predicted."""


@pytest.mark.parametrize("name", ["Chi-Squared", "Phi-Squared", "Cramer V", "Pearson C"])
def test_an_empty_column_leaves_association_defined(name):
    trimmed = ac.Tables.from_counts(EMPTY[:, :2], labels=list("abc"), predicted_labels=list("ab"))
    m = ac.measure(OVERALL[name])
    assert theirs(EMPTY).overall_stat[name] == "None"
    assert m(ac.Tables.from_counts(EMPTY)) == pytest.approx(m(trimmed), rel=1e-14)


def test_what_an_empty_column_costs_degrees_of_freedom():
    assert theirs(EMPTY).overall_stat["Chi-Squared DF"] == 4
    assert ac.degrees_of_freedom(ac.Tables.from_counts(EMPTY)) == 2


def test_impossible_codes_are_infinite():
    t, there = ac.Tables.from_counts(EMPTY), theirs(EMPTY).overall_stat
    assert math.isfinite(there["Cross Entropy"])
    assert there["KL Divergence"] == "None"
    assert ac.cross_entropy(t) == ac.divergence_of_truth(t) == math.inf


@pytest.mark.parametrize(("name", "value"), [("Overall CEN", 0.5), ("AUNP", 0.25)])
def test_a_class_without_items_weighs_nothing(name, value):
    counts = [[0, 1, 0], [1, 1, 0], [0, 0, 0]]
    assert theirs(counts).overall_stat[name] == "None"
    assert ac.measure(OVERALL[name])(ac.Tables.from_counts(counts)) == pytest.approx(value, rel=1e-14)


@pytest.mark.parametrize(
    ("name", "value"),
    [("PLR", math.inf), ("DOR", math.inf), ("DP", math.inf), ("Q", 1.0), ("sensitivity_index", math.inf)],
)
def test_a_perfect_class_has_its_limit(name, value):
    matrix = theirs([[5, 0], [0, 7]])
    there = matrix.sensitivity_index() if name == "sensitivity_index" else matrix.class_stat[name]
    assert there[1] == "None"
    assert ac.measure(NAMES[name])(ac.Tables.from_counts([[5, 0], [0, 7]])) == value


def test_an_adjusted_mean_of_what_is_undefined():
    """Every item is of the class and none was found: Inverse Recall is undefined, and so is the mean."""
    counts = [[0, 0], [4, 0]]
    assert theirs(counts).class_stat["AGM"][1] == 0
    assert math.isnan(ac.agm(ac.Tables.from_counts(counts)))


def test_factorials_beyond_the_range_of_floating_point():
    counts = [[3000, 5], [7, 4000]]
    t = ac.Tables.from_counts(counts)
    assert np.isnan(value_there("GilbertWells", counts)).all()
    assert ac.gilbert_wells(t) == pytest.approx(ac.g_squared(t), rel=5e-3)


def test_the_words_for_discriminant_power_are_of_the_natural_logarithm():
    """Recall .9 and Inverse Recall .8."""
    counts = [[80, 20], [10, 90]]
    t = ac.Tables.from_counts(counts)
    assert theirs(counts).class_stat["DPI"][1] == "Poor"
    assert band(BANDS["DPI"], ac.discriminant_power(t)) == "limited"


def test_the_words_for_a_correlation_are_of_its_size():
    counts = [[2, 48], [49, 1]]
    assert theirs(counts).class_stat["MCCI"][1] == "Negligible"
    assert theirs(counts).class_stat["QI"][1] == "Negligible"
    t = ac.Tables.from_counts(counts)
    assert band(BANDS["MCCI"], ac.mcc(t)) == "very strong"
    assert band(BANDS["QI"], ac.yule_q(t)) == "strong"


@pytest.mark.parametrize(
    ("function", "scale", "value", "there", "published"),
    [
        ("kappa_analysis_koch", "landis_koch", 0.2, "Fair", "slight"),
        ("kappa_analysis_altman", "altman", 0.4, "Moderate", "fair"),
        ("kappa_analysis_cicchetti", "cicchetti", 0.59, "Good", "fair"),
        ("kappa_analysis_cicchetti", "cicchetti", 0.74, "Excellent", "good"),
        ("kappa_analysis_fleiss", "fleiss", 0.5, "Intermediate to Good", "fair to good"),
        ("lambda_analysis", "lambda", 0.0, "None", "very weak"),
        ("pearson_C_analysis", "pearson_c", 0.0, "None", "not appreciable"),
    ],
)
def test_words_at_the_edges(function, scale, value, there, published):
    assert getattr(pycm.interpret, function)(value) == there
    assert band(scale, value) == published
    assert scale in SCALES


def test_digits_at_huge_counts():
    """Near independence PyCM has at most one digit left where ours has all."""
    counts = [[10**15 + 11, 10**15 + 1], [10**15 - 3, 10**15 + 7]]
    (d, b), (c, a) = counts
    n = a + b + c + d
    exact = 2 * (a * d - b * c) / ((a + b) * (b + d) + (a + c) * (c + d))
    there = theirs(counts).overall_stat
    t = ac.Tables.from_counts(counts)
    assert ac.cohen_kappa(t) == pytest.approx(exact, rel=1e-14, abs=0)
    assert there["Kappa"] != pytest.approx(exact, rel=1e-2, abs=0)
    phi_squared = (a * d - b * c) ** 2 / ((a + b) * (c + d) * (a + c) * (b + d))
    assert ac.chi_squared(t) == pytest.approx(phi_squared * n, rel=1e-13, abs=0)
    assert ac.mutual_information(t) == pytest.approx(
        phi_squared / math.log(4), rel=1e-13, abs=0
    )  # to first order
    assert there["Mutual Information"] > 1e10 * ac.mutual_information(t)
