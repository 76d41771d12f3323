"""Concordance against scikit-learn, recorded values of R and Python packages, all permutations, and laws."""

import math

import duckdb
import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

import abovechance as ac
from abovechance.clusterings.cells import Cells
from abovechance.clusterings.declared import GROUPS, SPECIAL, chosen_measures, takes_out, title_of
from sklearn import metrics as sk
from tests.clusterings.partitions import compared, dealt, partitions, related

A = np.repeat([1, 2, 3, 4], [12, 9, 7, 5])
B = [int(x) for x in "111111122331222222145333325544415"]
KEYS = [key for keys in GROUPS.values() for key in keys]
DIRECTED = {"wallace_truth", "uncertainty_of_truth", "purity", "lambda_of_truth", "tau_of_truth"}
SYMMETRIC = [
    "adjusted_rand", "pair_correlation", "rand_index", "fowlkes_mallows_pairs", "f1_pairs", "jaccard_pairs",
    "mirkin", "adjusted_mutual_information", "ami_max", "ami_min", "ami_geometric", "uncertainty_symmetric",
    "nmi_joint", "mutual_information", "variation_of_information", "normalised_variation",
    "information_distance", "matched_accuracy", "van_dongen", "moc", "cramer_v", "lambda_symmetric",
]  # fmt: skip


def values(a, b, names=None):
    found = ac.concordance(a, b, names, method="none", replicates=0)
    return {x.measure: x.value for x in found}


@pytest.mark.parametrize(
    ("name", "function", "options"),
    [
        ("rand_index", sk.rand_score, {}),
        ("adjusted_rand", sk.adjusted_rand_score, {}),
        ("fowlkes_mallows_pairs", sk.fowlkes_mallows_score, {}),
        ("homogeneity", sk.homogeneity_score, {}),
        ("completeness", sk.completeness_score, {}),
        ("V-measure", sk.v_measure_score, {}),
        ("nmi_max", sk.normalized_mutual_info_score, {"average_method": "max"}),
        ("nmi_min", sk.normalized_mutual_info_score, {"average_method": "min"}),
        ("nmi_geometric", sk.normalized_mutual_info_score, {"average_method": "geometric"}),
        ("AMI", sk.adjusted_mutual_info_score, {}),
        ("ami_max", sk.adjusted_mutual_info_score, {"average_method": "max"}),
        ("ami_min", sk.adjusted_mutual_info_score, {"average_method": "min"}),
        ("ami_sqrt", sk.adjusted_mutual_info_score, {"average_method": "geometric"}),
    ],
)
@pytest.mark.parametrize("shape", [(30, 3, 4), (500, 12, 7), (800, 300, 20), (3000, 60, 60)])
def test_agreement_with_sklearn(name, function, options, shape):
    a, b = related(7, *shape)
    found = ac.concordance(a, b, name, method="none", replicates=0)
    assert found.value == pytest.approx(function(a, b, **options), abs=1e-10)


@pytest.mark.parametrize(
    ("name", "recorded"),
    [
        # R 4.2.2: mclust 6.0.0 adjustedRandIndex and classError; clue 0.3.64 cl_agreement and cl_dissimilarity;
        # igraph 1.3.5 compare
        ("adjusted_rand", 0.29792935444579782),
        ("matched_accuracy", 1 - 0.36363636363636365),
        ("rand_index", 0.75189393939393945),
        ("nmi_geometric", 0.41985972959313678),
        ("fowlkes_mallows_pairs", 0.45890732646161231),
        ("jaccard_pairs", 0.29569892473118281),
        ("inverse_purity", 0.63636363636363635),  # purity to clue, which takes b for the classes
        ("mirkin", 2 * 130.99999999999997),
        ("variation_of_information", 1.6706749195161332 / math.log(2)),  # in nats there
        ("uncertainty_symmetric", 0.41883597802265254),
        ("van_dongen", 22 / 66),
        # clusim 0.4 and genieclust 1.3.0
        ("adjusted_mutual_information", 0.3096498017347509),
        ("ami_max", 0.2859443854765957),
        ("ami_min", 0.3376409788898979),
        ("ami_geometric", 0.31054928196407006),
        ("mutual_information", 0.8685238645049478),
        ("nmi_max", 0.39151220998607805),
        ("nmi_min", 0.4502597570080646),
        ("f1_pairs", 0.45643153526970953),
    ],
)
def test_values_recorded_elsewhere(name, recorded):
    assert ac.concordance(A, B, name, replicates=0).value == pytest.approx(recorded, abs=1e-12)


# What chance would give ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ([0, 0, 1, 1, 2, 2], [0, 1, 1, 1, 2, 0]),
        ([0, 0, 0, 1, 1, 2], [0, 0, 0, 0, 1, 1]),
        ([0, 0, 1], [0, 1, 1]),
    ],
)
def test_expectations_are_means_over_all_permutations(a, b):
    found = ac.concordance(a, b, method="none", replicates=0)
    every = [values(a, order) for order in dealt(b)]
    checked = 0
    for x in found:
        of_chance = [one[x.measure] for one in every]
        if x.chance_method is not None:
            assert x.chance_method == "exact"
            assert x.chance == pytest.approx(np.mean(of_chance), abs=1e-12), x.measure
            checked += 1
        if not math.isnan(x.chance_sd):
            assert x.chance_sd == pytest.approx(np.std(of_chance), abs=1e-12), x.measure
            checked += 1
    assert checked >= 35


@settings(max_examples=20)
@given(items=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=4, max_size=5))
def test_adjusted_measures_are_zero_on_average(items):
    a, b = zip(*items, strict=True)
    names = ["adjusted_rand", "adjusted_mutual_information", "pair_informedness", "pair_correlation"]
    by_chance = [values(a, order, names) for order in dealt(b)]
    for name in names:
        found = [one[name] for one in by_chance]
        if not np.isnan(found).any() and len(set(a)) > 1 and len(set(b)) > 1:
            assert np.mean(found) == pytest.approx(0, abs=1e-12)


def test_random_tables_find_the_exact_moments():
    exact = ac.concordance(A, B, ["adjusted_rand", "rand_index", "AMI"], replicates=0, method="none")
    chosen = chosen_measures([x.measure for x in exact])
    from abovechance.clusterings.values import deal

    drawn = deal(chosen, compared(A, B), 4000, seed=1)
    for x in exact:
        mean, deviation = drawn.moments(x.measure)
        assert mean == pytest.approx(x.chance, abs=4 * deviation / math.sqrt(4000))
    assert drawn.moments("rand_index")[1] == pytest.approx(exact["rand_index"].chance_sd, rel=0.05)


def test_p_values_count_the_tables_that_agree_as_well():
    """Six items in three pairs: of 15 ways to pair them, one agrees wholly."""
    a = b = [0, 0, 1, 1, 2, 2]
    found = ac.concordance(
        a, b, ["adjusted_rand", "variation_of_information", "purity"], replicates=4999, seed=3
    )
    for x in found:
        assert x.p_value == pytest.approx(1 / 15, abs=4 * math.sqrt(14 / 15**2 / 5000))


def test_random_partitions_have_uniform_p_values():
    rng = np.random.default_rng(11)
    p = [
        ac.concordance(rng.permutation(A), B, "AMI", replicates=99, method="none", seed=i).p_value
        for i in range(200)
    ]
    assert abs(np.mean(np.array(p) <= 0.2) - 0.2) < 4 * math.sqrt(0.16 / 200)


# Laws ------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(items=partitions, seed=st.integers(0, 100))
def test_names_do_not_matter(items, seed):
    a, b = (np.array(x) for x in zip(*items, strict=True))
    renamed = np.random.default_rng(seed).permutation(6)
    before, after = values(a, b), values(renamed[a], [f"group {x}" for x in b])
    for key, value in before.items():
        if not key.startswith("matched_") or key == "matched_accuracy":  # ties between best assignments
            assert after[key] == pytest.approx(value, abs=1e-12, nan_ok=True), key


def _alike(one, other):
    """Whether two comparisons have the same numbers and words, but for rounding."""
    for there, here in zip(one, other, strict=True):
        for key, value in there.to_dict().items():
            same = here.to_dict()[key]
            if isinstance(value, float):
                assert same == pytest.approx(value, abs=1e-9, nan_ok=True), (there.measure, key)
            else:
                assert same == value, (there.measure, key)


@pytest.mark.parametrize("method", ["auto", "percentile", "bca", "jackknife"])
@pytest.mark.parametrize(("n", "rows", "columns"), [(30, 3, 4), (60, 4, 4), (90, 30, 25)])
def test_renaming_groups_changes_no_draw(method, n, rows, columns):
    """All measures: values, random tables, p-values, intervals and what is said of them."""
    a, b = related(rows, n, rows, columns)
    rng = np.random.default_rng(n)
    options = {"seed": 5, "replicates": 30, "method": method}
    before = ac.concordance(a, b, **options)
    order = rng.permutation(n)
    after = ac.concordance(
        rng.permutation(rows)[a][order], [f"group {x}" for x in rng.permutation(columns)[b][order]], **options
    )
    _alike(before, after)


@settings(max_examples=15)
@given(items=partitions, seed=st.integers(0, 100))
def test_names_change_nothing_that_is_drawn(items, seed):
    a, b = (np.array(x) for x in zip(*items, strict=True))
    options = {"seed": seed, "replicates": 5, "method": "none"}
    renamed = np.random.default_rng(seed).permutation(6)
    _alike(ac.concordance(a, b, **options), ac.concordance(renamed[a], -renamed[b], **options))


@settings(max_examples=25)
@given(items=partitions)
def test_symmetry(items):
    a, b = zip(*items, strict=True)
    there, back = values(a, b, SYMMETRIC), values(b, a, SYMMETRIC)
    for key, value in there.items():
        assert back[key] == pytest.approx(value, abs=1e-12, nan_ok=True), key
    for key in DIRECTED:
        dual = ac.measure(key).dual
        (there,), (back,) = values(a, b, [key]).values(), values(b, a, [dual]).values()
        assert there == pytest.approx(back, abs=1e-12, nan_ok=True)


@settings(max_examples=25)
@given(items=partitions)
def test_values_lie_in_their_ranges(items):
    a, b = zip(*items, strict=True)
    for key, value in values(a, b).items():
        low, high = (-math.inf, 1) if key in SPECIAL else (ac.measure(key).low, ac.measure(key).high)
        assert math.isnan(value) or low - 1e-12 <= value <= high + 1e-9, key


@settings(max_examples=25)
@given(items=st.lists(st.tuples(*[st.integers(0, 4)] * 3), min_size=2, max_size=30))
@pytest.mark.parametrize("name", ["variation_of_information", "mirkin", "van_dongen", "NVI", "NID"])
def test_metrics_obey_the_triangle_inequality(name, items):
    a, b, c = zip(*items, strict=True)

    def distance(x, y):
        return ac.concordance(x, y, name, method="none", replicates=0).value

    assert distance(a, c) <= distance(a, b) + distance(b, c) + 1e-12
    assert distance(a, a) == pytest.approx(0, abs=1e-12)


def test_the_adjusted_rand_index_is_kappa_of_the_pairs():
    pairs = compared(A, B).whole.pairs
    table = ac.Tables.from_cells(tp=pairs.tp, fp=pairs.fp, fn=pairs.fn, tn=pairs.tn)
    assert ac.concordance(A, B, "pair kappa").value == pytest.approx(ac.cohen_kappa(table), rel=1e-13)


# Degenerate partitions -------------------------------------------------------------------------


@pytest.mark.parametrize("same", [[1, 1, 1], [1, 2, 3], [1]], ids=["together", "apart", "one item"])
@pytest.mark.parametrize("key", KEYS)
def test_the_same_plain_partitions_agree_wholly(same, key):
    found = ac.concordance(same, same, key)
    best = ac.measure(key).best if key not in SPECIAL else 1.0
    if best is None:
        assert not math.isnan(found.value)
    else:
        assert found.value == pytest.approx(best, abs=1e-12)


def test_a_value_that_is_settled_says_so():
    found = ac.concordance([1, 1], [2, 2], "adjusted_rand")
    assert found.value == sk.adjusted_rand_score([1, 1], [2, 2]) == 1
    assert "both partitions are trivial and equal" in found.reason
    assert math.isnan(found.low)
    assert math.isnan(found.p_value)


def test_together_against_apart():
    found = ac.concordance([1, 1, 1], [1, 2, 3])
    assert found["adjusted_rand"].value == sk.adjusted_rand_score([1, 1, 1], [1, 2, 3]) == 0
    assert found["AMI"].value == 0
    assert found["moc"].value == 0
    assert math.isnan(found["homogeneity"].value)
    assert found["homogeneity"].reason == "only one class occurs in the truth"
    assert math.isnan(found["ami_min"].value)
    assert "nothing is beyond chance" in found["ami_min"].reason


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("sizes", [[3, 7], [1, 1, 1, 1], [12, 1, 5]])
def test_chance_has_no_choice_where_all_items_are_together(sizes, turned):
    pair = [0] * sum(sizes), np.repeat(np.arange(len(sizes)), sizes)
    for x in ac.concordance(*(pair[::-1] if turned else pair), replicates=99, seed=1):
        assert math.isnan(x.p_value) or x.p_value == 1, x.measure
        if not math.isnan(x.chance) and not math.isnan(x.value):
            assert x.chance == pytest.approx(x.value, abs=1e-12), x.measure


@settings(max_examples=25)
@given(items=partitions, seed=st.integers(0, 100))
def test_what_chance_gives_lies_in_the_range_of_the_measure(items, seed):
    a, b = zip(*items, strict=True)
    for x in ac.concordance(a, b, method="none", replicates=9, seed=seed):
        key = x.measure
        low, high = (-math.inf, 1) if key in SPECIAL else (ac.measure(key).low, ac.measure(key).high)
        assert math.isnan(x.chance) or low - 1e-9 <= x.chance <= high + 1e-9, key


def test_apart_against_anything_shares_what_chance_does():
    found = ac.concordance(range(12), [0] * 6 + [1] * 6, ["AMI", "uncertainty_of_prediction"])
    assert found["AMI"].value == pytest.approx(0, abs=1e-12)
    assert found["uncertainty_of_prediction"].value == found["uncertainty_of_prediction"].chance == 1


def test_weights_have_no_chance():
    weights = np.linspace(0.5, 1.5, len(A))
    found = ac.concordance(A, B, weights=weights)
    counts = np.zeros((4, 5))
    np.add.at(counts, (A - 1, np.array(B) - 1), weights)
    table = ac.Tables.from_counts(counts, "abcd", predicted_labels="vwxyz")
    assert found["moc"].value == pytest.approx(ac.moc(table), rel=1e-12)
    assert math.isnan(found["AMI"].value)
    assert "weights" in found["AMI"].reason
    assert math.isnan(found["moc"].chance)
    assert ac.concordance(A, B, "moc", weights=weights, replicates=9).replicates == 0


# Assignment ------------------------------------------------------------------------------------


def test_the_best_assignment():
    assignment = ac.concordance(A, B).assignment
    assert [tuple(row.values()) for row in assignment.rows()] == [
        (1, 1, 10, 8),
        (2, 2, 9, 6),
        (3, 3, 6, 4),
        (4, 4, 4, 3),
        (5, None, 4, 0),
    ]
    assert assignment.total == 21
    # the fifth group of b is left over: most of its items are of the third group of a
    assert assignment.labelled().counts.tolist() == [[8, 2, 2, 0], [1, 6, 1, 1], [0, 1, 6, 0], [1, 0, 1, 3]]
    found = ac.concordance(A, B, "matched_informedness")
    assert found.value == ac.informedness(assignment.labelled())


def test_an_assignment_along_the_cells_is_as_good(monkeypatch):
    from abovechance.clusterings import assignment as module

    for seed, (rows, columns) in enumerate([(8, 8), (5, 11), (11, 5), (1, 4), (40, 40)]):
        a, b = related(seed, 300, rows, columns, informed=0.2)
        dense = compared(a, b).assignment
        monkeypatch.setattr(module, "_MAX_DENSE_CELLS", 0)
        sparse = compared(a, b).assignment
        monkeypatch.undo()
        assert sparse.total == dense.total
        assert len({x for x in sparse.partner.tolist() if x >= 0}) == np.count_nonzero(sparse.partner >= 0)


@settings(max_examples=40)
@given(items=partitions, dense=st.integers(0, 12))
def test_parts_of_a_table_are_assigned_as_well_as_the_whole(items, dense):
    """Groups in parts that share no items, some of one row or column, small and large."""
    from abovechance.clusterings import assignment as module

    a, b = (np.array(x) for x in zip(*items, strict=True))
    cells = Cells.from_labels(
        np.concatenate([a, a + 10, [30, 30]]), np.concatenate([b, b * 2 + 10, [40, 41]])
    )
    rows, columns = linear_sum_assignment(cells.dense(), maximize=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_MAX_DENSE_CELLS", dense)
        found = module.best_assignment(cells)
    assert found.total == cells.dense()[rows, columns].sum()
    matched = found.partner[found.partner >= 0]
    assert len(set(matched.tolist())) == len(matched)


def test_very_many_groups_are_compared():
    """A hundred thousand items of their own, and pairs of which every fifth is torn."""
    n = 100_000
    apart = np.arange(n)
    found = ac.concordance(apart, np.random.default_rng(1).permutation(n), ["matched_accuracy", "van_dongen"])
    assert (found["matched_accuracy"].value, found["van_dongen"].value) == (1, 0)
    torn = np.where(apart % 10 == 0, apart + 10 * n, apart // 2)
    assert ac.concordance(apart // 2, torn, "matched_accuracy", replicates=0).value == pytest.approx(0.9)


def test_too_many_linked_groups_have_no_assignment(monkeypatch):
    from abovechance.clusterings import assignment as module

    monkeypatch.setattr(module, "_MAX_DENSE_CELLS", 0)
    monkeypatch.setattr(module, "MOST_LINKED", 3)
    found = ac.concordance(A, B, replicates=0)
    assert found.assignment is None
    for x in found:
        if x.measure.startswith("matched_"):
            assert math.isnan(x.value)
            assert "groups are linked by common items" in x.reason
    assert found.to_dict()["assignment"] == []
    assert "Best assignment" not in repr(found)


# Calls -----------------------------------------------------------------------------------------


def test_a_table_takes_the_place_of_both():
    table = ac.Tables.from_counts([[8, 2, 2, 0, 0], [1, 6, 0, 1, 1]], "pq", predicted_labels="vwxyz")
    found = ac.concordance(table, measure="adjusted_rand", replicates=0)
    assert found.value == ac.adjusted_rand(table)
    assert ac.concordance(table, "adjusted_rand", replicates=0).value == found.value
    assert len(ac.concordance(table, replicates=0)) == len(KEYS)
    assert [x.measure for x in ac.concordance(table, ["moc", "VI"])] == ["moc", "variation_of_information"]


def test_results_as_frames_and_text():
    found = ac.concordance(A, B, ["ARI", "AMI"], seed=1)
    assert found.to_frame("polars")["measure"].to_list() == ["adjusted_rand", "adjusted_mutual_information"]
    assert found["ARI"].to_frame("pyarrow").num_rows == 1
    assert found.to_dict()["rows"][0]["value"] == found["adjusted_rand_score"].value
    lines = repr(found).splitlines()
    assert lines[0].startswith("The partitions agree more than by chance: Adjusted Rand index 0.298")
    assert "33 items in 4 and 5 groups, 13 of 20 cells not empty" in lines
    assert any(line.split()[:5] == ["Adjusted", "Rand", "index", "0.298", "0.000"] for line in lines)
    assert repr(found["ARI"]).startswith("adjusted_rand 0.2979, by chance 0.0000, 95 % interval ")
    assert [x.measure for x in found] == ["adjusted_rand", "adjusted_mutual_information"]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("homogeneity", "homogeneity"),
        ("uncertainty_of_truth", "homogeneity"),
        ("Completeness", "completeness"),
        ("V-measure", "v_measure"),
        ("NMI", "v_measure"),
        ("FMI", "fowlkes_mallows_pairs"),
        ("fowlkes_mallows", "fowlkes_mallows_pairs"),
        ("Fowlkes-Mallows", "fowlkes_mallows_pairs"),
        ("rand", "rand_index"),
    ],
)
def test_measures_are_called_as_clusterings_call_them(asked, told):
    found = ac.concordance(A, B, [asked], replicates=0)
    assert [x.measure for x in found] == [x["measure"] for x in found.rows()] == [told]
    assert found[asked] is found[told]
    assert title_of(told) in repr(found)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("arii", "did you mean 'adjusted_rand'"),
        ("homogenity", "did you mean 'homogeneity'"),
        ("zzz", "no measure of partitions called 'zzz'; there are 'adjusted_rand'"),
        ("jaccard", "choose 'jaccard_pairs'"),
        ("informedness", "choose 'pair_informedness' or 'matched_informedness'"),
        ("kappa", "choose 'matched_kappa'"),
        ("recall", "choose a measure of partitions such as 'adjusted_rand'"),
    ],
)
def test_what_is_near_is_named(name, words):
    with pytest.raises(ac.AbovechanceError, match=words):
        ac.concordance(A, B, name)


def test_measurements_are_no_groups():
    rng = np.random.default_rng(1)
    found = ac.concordance(rng.random(50), rng.random(50), ["ARI", "purity"], replicates=0)
    assert all("every item is a group of its own" in x.warning for x in found)
    assert "every item is a group of its own" in repr(found)
    assert "every item is a group of its own" in repr(found["purity"])
    classes = ac.concordance(rng.random(50), [0, 1] * 25, "purity", replicates=0)
    assert classes.warning is None or "of its own" not in classes.warning


def test_numbers_of_items_and_small_errors_are_told():
    table = ac.Tables.from_counts(np.array([[2 * 10**9, 1], [1, 10**9]]), "ab", predicted_labels="xy")
    said = repr(ac.concordance(table, "adjusted_rand", replicates=0))
    assert "n = 3000000002)" in said
    assert "standard error 0.0000" not in said


def test_the_same_seed_gives_the_same_result():
    once, again, other = (repr(ac.concordance(A, B, ["purity", "jaccard_pairs"], seed=i)) for i in (1, 1, 2))
    assert once == again != other


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        ((A,), {}, "give the groups of each item in both partitions"),
        ((A, B, "informedness"), {}, "informedness needs to know which label means which class"),
        ((A, B, "somers_d"), {}, "which label means which class"),
        ((A, B, 3), {}, "measure must be a name"),
        (
            (A, B, "ARI"),
            {"method": "wilson"},
            "there is no interval method of partitions called 'wilson'; there",
        ),
        ((A, B, "ARI"), {"method": "jackknif"}, "did you mean 'jackknife'"),
        ((A, B, "ARI"), {"method": 3}, "the interval method of partitions must be a name"),
        ((A, B, "ARI"), {"level": 95}, "level must lie between"),
        ((A, B, "ARI"), {"replicates": -1}, "replicates is how many"),
        ((A, B, "ARI"), {"replicates": 1}, "replicates is how many"),
        ((A, B, "ARI"), {"seed": -1}, "seed must be"),
        ((ac.Tables.from_counts([[1, 2], [3, 4]]), B), {}, "'b' has no use beside a table"),
        ((ac.Tables.from_counts(np.ones((2, 2, 2))),), {}, "a batch of tables"),
        ((ac.Tables.from_counts([[0, 0], [0, 0]]),), {}, "no items"),
    ],
)
def test_bad_calls(arguments, options, words):
    with pytest.raises(ac.InputError, match=words):
        ac.concordance(*arguments, **options)


@pytest.mark.parametrize(
    ("name", "near"), [("adjusted_rnd", "adjusted_rand"), ("matched_acuracy", "matched_accuracy")]
)
def test_an_unknown_name_is_answered_with_the_nearest(name, near):
    with pytest.raises(ac.UnknownMeasureError, match=near):
        ac.concordance(A, B, name)


def test_what_was_not_computed_is_not_there():
    with pytest.raises(ac.InputError, match="moc is not among the measures computed"):
        ac.concordance(A, B, ["ARI"])["moc"]


def test_every_measure_has_a_title_and_says_what_it_takes_out():
    assert {takes_out(key) for key in KEYS} == {"chance", "range", "nothing"}
    assert takes_out("adjusted_rand") == "chance"
    assert takes_out("cramer_v") == "range"
    assert takes_out("matched_informedness") == "range"
    assert takes_out("rand_index") == takes_out("chi_squared") == takes_out("VI") == "nothing"
    assert all(len(title_of(key)) <= 26 for key in KEYS)


def test_groups_in_data_are_groups_in_columns(tmp_path):
    """Frames in memory and lazy ones, mappings and files, with weights and counts by their names."""
    rng = np.random.default_rng(3)
    table = {"a": rng.integers(0, 3, 60), "b": rng.choice(list("xyz"), 60), "n": rng.integers(1, 4, 60)}
    table["w"] = table["n"] / 2
    frame = pl.DataFrame(table)
    frame.write_csv(tmp_path / "groups.csv")
    forms = [table, frame, frame.to_pandas(), frame.to_arrow(), frame.lazy(), tmp_path / "groups.csv"]
    forms.append(duckdb.connect().from_arrow(frame.to_arrow()))
    for columns in ({}, {"counts": "n"}, {"weights": "w"}):
        given = {name: table[column] for name, column in columns.items()}
        expected = ac.concordance(table["a"], table["b"], "V-measure", seed=1, **given)
        for form in forms:
            found = ac.concordance("a", "b", "V-measure", data=form, seed=1, **columns)
            assert (found.value, found.se) == pytest.approx((expected.value, expected.se), rel=1e-9)
    with pytest.raises(ac.InputError, match="no column 'c'"):
        ac.concordance("a", "c", data=table)


def test_what_takes_out_chance_is_0_by_chance_and_nothing_else_is():
    truth, found = [0, 0, 0, 1, 1, 1, 2, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 2, 2, 0]
    for row in ac.concordance(truth, found, list(KEYS), method="none", replicates=499, seed=1):
        assert (abs(row.chance) < 1e-9) == (takes_out(row.measure) == "chance"), row.measure
