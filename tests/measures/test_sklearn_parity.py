"""scikit-learn computes the same, wherever it has the measure, under the name it has there."""

import warnings

import numpy as np
import pytest
import sklearn.metrics as sk

import abovechance as ac
from abovechance.measures.peers import names_elsewhere

NAMES = names_elsewhere()["sklearn"]

NOT_OF_LABELS = {
    "average_precision",
    "d2_absolute_error_score",
    "d2_brier_score",
    "d2_log_loss_score",
    "explained_variance",
    "r2",
    "top_k_accuracy",
}
"""Scorers that need scores, probabilities or numbers."""
NOT_OF_A_TABLE = {"adjusted_mutual_info_score"}
"""Needs all tables with the same margins."""


def labels(classes, seed, size=200):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, size)
    prediction = np.where(rng.random(size) < 0.6, truth, rng.integers(0, classes, size))
    return truth, prediction, rng.random(size)


PROBLEMS = [(2, 1), (3, 2), (7, 3)]
problem = pytest.mark.parametrize(("classes", "seed"), PROBLEMS)


def ours(name, truth, prediction, weights=None, **options):
    return ac.measure(f"sklearn:{name}")(truth, prediction, weights=weights, **options)


def near(one, other):
    np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)


WHOLE = {
    "accuracy_score": sk.accuracy_score,
    "balanced_accuracy_score": sk.balanced_accuracy_score,
    "balanced_accuracy_score adjusted=True": lambda *a, **k: sk.balanced_accuracy_score(
        *a, adjusted=True, **k
    ),
    "cohen_kappa_score": sk.cohen_kappa_score,
    "cohen_kappa_score weights=linear": lambda *a, **k: sk.cohen_kappa_score(*a, weights="linear", **k),
    "cohen_kappa_score weights=quadratic": lambda *a, **k: sk.cohen_kappa_score(*a, weights="quadratic", **k),
    "matthews_corrcoef": sk.matthews_corrcoef,
    "zero_one_loss": sk.zero_one_loss,
    "hamming_loss": sk.hamming_loss,
}


@problem
@pytest.mark.parametrize("name", WHOLE)
def test_measures_of_the_table(name, classes, seed):
    truth, prediction, weights = labels(classes, seed)
    near(ours(name, truth, prediction), WHOLE[name](truth, prediction))
    near(ours(name, truth, prediction, weights), WHOLE[name](truth, prediction, sample_weight=weights))


OF_A_CLASS = {
    "precision": sk.precision_score,
    "recall": sk.recall_score,
    "f1": sk.f1_score,
    "jaccard": sk.jaccard_score,
}


@problem
@pytest.mark.parametrize("name", OF_A_CLASS)
def test_measures_of_a_class_and_their_averages(name, classes, seed):
    truth, prediction, weights = labels(classes, seed)
    theirs = OF_A_CLASS[name]
    t = ac.Tables.from_labels(truth, prediction)
    near(ac.measure(name).per_class(t), theirs(truth, prediction, average=None))
    for average in ("macro", "micro", "weighted"):
        near(ours(f"{name}_{average}", truth, prediction), theirs(truth, prediction, average=average))
        expected = theirs(truth, prediction, average=average, sample_weight=weights)
        near(ours(f"{name}_{average}", truth, prediction, weights), expected)


@pytest.mark.parametrize("name", OF_A_CLASS)
def test_measures_of_the_positive_class_of_two(name):
    truth, prediction, _ = labels(2, 5)
    near(ours(name, truth, prediction), OF_A_CLASS[name](truth, prediction))
    near(ours(name, truth, prediction, positive=0), OF_A_CLASS[name](truth, prediction, pos_label=0))


@pytest.mark.parametrize("beta", [0.3, 1, 4])
def test_f_beta(beta):
    truth, prediction, _ = labels(3, 6)
    near(
        ours("fbeta_score", truth, prediction, beta=beta),
        sk.fbeta_score(truth, prediction, beta=beta, average=None),
    )


def test_likelihood_ratios():
    truth, prediction, _ = labels(2, 7)
    positive, negative = sk.class_likelihood_ratios(truth, prediction)
    near(ours("positive_likelihood_ratio", truth, prediction), positive)
    near(ours("neg_negative_likelihood_ratio", truth, prediction), negative)


DEGENERATE = [
    ([0, 0, 1, 1, 2], [0, 1, 1, 1, 0]),
    ([0, 0, 1, 1, 1], [0, 2, 1, 1, 0]),
    ([0, 0, 0, 1, 1], [1, 1, 1, 0, 0]),
]


@pytest.mark.parametrize(
    ("truth", "prediction"), DEGENERATE, ids=["label never predicted", "class never there", "all wrong"]
)
@pytest.mark.parametrize("choice", [0.0, 1.0, np.nan])
@pytest.mark.parametrize("name", ["precision", "recall", "f1"])
@pytest.mark.parametrize("average", ["macro", "weighted"])
def test_zero_division_means_the_same(truth, prediction, choice, name, average):
    expected = OF_A_CLASS[name](truth, prediction, average=average, zero_division=choice)
    if (name, average) == ("recall", "weighted"):
        near(ours("recall_weighted", truth, prediction), expected)
    else:
        near(ours(f"{name}_{average}", truth, prediction, zero_division=choice), expected)


def test_balanced_accuracy_with_a_label_that_does_not_occur():
    truth, prediction = [0, 0, 1, 1, 1], [0, 2, 1, 1, 0]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        expected = sk.balanced_accuracy_score(truth, prediction)
        adjusted = sk.balanced_accuracy_score(truth, prediction, adjusted=True)
    near(ours("balanced_accuracy_score", truth, prediction), expected)
    assert np.isfinite(adjusted)
    assert np.isnan(ours("balanced_accuracy_score adjusted=True", truth, prediction))


@problem
@pytest.mark.parametrize(
    "name",
    [
        "rand_score",
        "adjusted_rand_score",
        "fowlkes_mallows_score",
        "mutual_info_score",
        "normalized_mutual_info_score",
        "v_measure_score",
        "homogeneity_score",
        "completeness_score",
    ],
)
def test_clustering_scores_of_the_table(name, classes, seed):
    truth, prediction, _ = labels(classes, seed)
    in_nats = {"base": np.e} if name == "mutual_info_score" else {}
    near(ours(name, truth, prediction, **in_nats), getattr(sk, name)(truth, prediction))


def test_every_scorer_of_labels_has_a_name_here():
    others = {n for n in sk.get_scorer_names() if n.startswith(("neg_", "roc_auc")) or n.endswith("_samples")}
    of_labels = set(sk.get_scorer_names()) - others - NOT_OF_LABELS - NOT_OF_A_TABLE
    assert of_labels | {"neg_negative_likelihood_ratio"} <= NAMES.keys()


# Where scikit-learn differs: docs/differences.md -----------------------------------------------


@pytest.fixture
def quiet():
    """scikit-learn warns where it has no value."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.usefixtures("quiet")
def test_matthews_correlation_of_a_constant_prediction_is_undefined_not_zero():
    truth, prediction = [0, 1, 1], [1, 1, 1]
    assert sk.matthews_corrcoef(truth, prediction) == 0
    assert np.isnan(ac.mcc(truth, prediction))
    assert ac.mcc(truth, prediction, undefined="limit") == 0


@pytest.mark.usefixtures("quiet")
def test_a_rate_of_nothing_is_undefined_not_zero():
    truth, prediction = [1, 0], [0, 0]
    assert sk.precision_score(truth, prediction) == 0
    assert np.isnan(ac.precision(truth, prediction))
    assert sk.precision_score(truth, prediction, average="macro") == 1 / 4
    assert np.isnan(ac.macro_precision(truth, prediction))


@pytest.mark.usefixtures("quiet")
def test_adjusted_balanced_accuracy_of_a_guess_is_below_zero_there():
    """Guesses independent of the truth, a third of them a label that does not occur."""
    truth, prediction = np.repeat([0, 1], 30), np.tile([0, 1, 2], 20)
    near(sk.balanced_accuracy_score(truth, prediction, adjusted=True), -1 / 3)
    assert np.isnan(ac.adjusted_balanced_accuracy(truth, prediction))
    assert sk.balanced_accuracy_score([1, 1, 1], [1, 2, 1], adjusted=True) == -np.inf
    assert np.isnan(ac.adjusted_balanced_accuracy([1, 1, 1], [1, 2, 1]))


@pytest.mark.usefixtures("quiet")
def test_a_likelihood_ratio_without_false_alarms_is_infinite_not_undefined():
    truth, prediction = [0, 0, 1, 1], [0, 0, 1, 0]
    assert np.isnan(sk.class_likelihood_ratios(truth, prediction)[0])
    assert ac.positive_likelihood_ratio(truth, prediction) == np.inf


@pytest.mark.parametrize(
    ("name", "theirs"), [("mcc", sk.matthews_corrcoef), ("cohen_kappa", sk.cohen_kappa_score)]
)
def test_huge_nearly_independent_counts_keep_their_digits(name, theirs):
    """Both measures are 5e-15 here: the determinant is 20·10¹⁵ + 80, the margins 2·10¹⁵."""
    cells = {"tn": 10**15 + 11, "fp": 10**15 + 1, "fn": 10**15 - 3, "tp": 10**15 + 7}
    value = theirs([0, 0, 1, 1], [0, 1, 0, 1], sample_weight=list(cells.values()))
    assert ac.measure(name)(ac.Tables.from_cells(**cells)) == pytest.approx(5e-15, rel=1e-14)
    assert abs(value / 5e-15 - 1) > 1e-4
