"""Corrected shares against closed forms, independent likelihoods, and laws that they must keep."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.special import softmax, xlogy
from scipy.stats import chi2

import abovechance as ac
from abovechance.inference.quantify.double_sampling import (
    double_sampling_likelihood,
    double_sampling_statistic,
)
from abovechance.inference.quantify.many_classes import ShareFit
from abovechance.inference.quantify.shares import share_sets
from abovechance.inference.quantify.two_classes import class_design_statistic

TABLE = ac.Tables.from_cells(tp=45, fn=5, fp=10, tn=40)
MODEL = {"positive": 550, "negative": 450}
THREE = ac.Tables.from_counts([[30, 2, 3], [4, 25, 5], [1, 6, 28]], labels="abc")
counts = st.lists(st.integers(0, 25), min_size=6, max_size=6).filter(
    lambda x: x[0] + x[1] > 0 and x[2] + x[3] > 0 and x[4] + x[5] > 0
)


def test_two_classes_invert_as_rogan_and_gladen():
    share = ac.quantify(TABLE, MODEL).find("positive")
    assert share.value == pytest.approx((0.55 - 0.2) / (0.9 - 0.2))
    assert share.raw == pytest.approx(share.value)
    assert share.apparent == 0.55


@settings(max_examples=40, deadline=None)
@given(counts, st.floats(0.02, 0.98))
def test_the_likelihood_of_two_classes_is_the_greatest_that_a_general_optimiser_finds(cells, share):
    labelled = np.array(cells[:4], dtype=float).reshape(2, 2)
    loose = np.array(cells[4:], dtype=float)
    found, distance = class_design_statistic(labelled, loose, np.array(share))

    def loss(logits):
        rates = 1 / (1 + np.exp(-logits))
        apparent = (1 - share) * rates[0] + share * rates[1]
        hits = np.array([labelled[0, 1], labelled[1, 1], loose[1]])
        misses = np.array([labelled[0, 0], labelled[1, 0], loose[0]])
        p = np.array([*rates, apparent])
        return -(xlogy(hits, p) + xlogy(misses, 1 - p)).sum()

    best = min(minimize(loss, start, method="Nelder-Mead", options={"maxiter": 4000, "xatol": 1e-8}).fun
               for start in ([0.0, 0.0], [2.0, -2.0]))  # fmt: skip
    assert found >= -best - 1e-6
    assert found <= -best + 1e-3
    assert distance >= -1e-9


@settings(max_examples=25, deadline=None)
@given(counts, st.floats(0.05, 0.95))
def test_the_likelihood_of_double_sampling_is_the_greatest_that_a_general_optimiser_finds(cells, share):
    own, others, loose = (np.array(cells[i : i + 2], dtype=float) for i in (0, 2, 4))
    found, score = double_sampling_statistic(own, others, loose, np.array(share))

    def loss(logits):
        cells = np.stack((share * softmax(logits[:2]), (1 - share) * softmax(logits[2:])))
        return -(xlogy(np.stack((own, others)), cells).sum() + xlogy(loose, cells.sum(0)).sum())

    # Where cells are empty the greatest likelihood is far out, and a simplex from the middle may shrink too soon.
    starts = ((0, 0, 0, 0), (4, -4, 4, -4), (4, -4, -4, 4), (-4, 4, 4, -4), (-4, 4, -4, 4))
    options = {"maxiter": 6000, "xatol": 1e-9}
    best = min(minimize(loss, np.array(x, float), method="Nelder-Mead", options=options).fun for x in starts)
    assert found == pytest.approx(-best, abs=2e-3)
    assert score >= 0
    assert double_sampling_likelihood(own, others, loose) >= found - 1e-9


def test_more_classes_fit_two_as_two():
    rng = np.random.default_rng(1)
    labelled, loose = (
        rng.integers(1, 30, (20, 2, 2)).astype(float),
        rng.integers(9, 99, (20, 2)).astype(float),
    )
    share = rng.uniform(0.05, 0.95, 20)
    start = ShareFit.start(labelled, loose)
    start.shares = np.stack((1 - share, share), -1)
    fit = start.fit(np.ones((20, 2), dtype=bool))
    expected, distance = class_design_statistic(labelled, loose, share)
    np.testing.assert_allclose(fit.likelihood, expected, atol=1e-5)
    np.testing.assert_allclose(fit.distance, distance, rtol=0.02, atol=0.02)


def test_the_ends_are_where_the_score_statistic_is_at_its_limit():
    share = ac.quantify(TABLE, MODEL, level=0.9).find("positive")
    for end in (share.low, share.high):
        distance = class_design_statistic(
            TABLE.counts.astype(float), np.array([450.0, 550.0]), np.array(end)
        )[1]
        assert distance == pytest.approx(chi2.ppf(0.9, 1))


@pytest.mark.parametrize("design", ["class", "population"])
def test_other_names_and_the_other_order_change_nothing(design):
    found = ac.quantify(TABLE, MODEL, design=design)
    other = ac.Tables.from_counts(TABLE.counts[::-1, ::-1], labels=["yes", "no"])
    mirrored = ac.quantify(other, {"yes": 550, "no": 450}, design=design)
    one, two = found.find("positive"), mirrored.find("yes")
    assert (one.value, one.low, one.high) == pytest.approx((two.value, two.low, two.high))
    rest = found.find("negative")
    assert (rest.low, rest.high) == pytest.approx((1 - one.high, 1 - one.low))


@pytest.mark.parametrize("design", ["class", "population"])
def test_an_empty_class_changes_nothing(design):
    wider = np.zeros((3, 3), dtype=int)
    wider[:2, :2] = TABLE.counts
    found = ac.quantify(
        ac.Tables.from_counts(wider, labels=["n", "p", "x"]), {"p": 550, "n": 450}, design=design
    )
    plain = ac.quantify(TABLE, MODEL, design=design)
    assert [x.low for x in found.shares] == pytest.approx([x.low for x in plain.shares])


@pytest.mark.parametrize("design", ["class", "population"])
def test_batches_are_loops(design):
    tables = ac.Tables.from_counts([TABLE.counts, [[20, 9], [4, 17]]], labels=["n", "p"])
    loose = np.array([[450, 550], [30, 60]])
    found = ac.quantify(tables, loose, design=design)
    for i in range(2):
        alone = ac.quantify(tables[i], dict(zip("np", loose[i], strict=True)), design=design)
        got = [x for x in found.shares if x.group == (i,)]
        for one, two in zip(got, alone.shares, strict=True):
            assert (one.value, one.low, one.high) == pytest.approx((two.value, two.low, two.high))


def test_a_perfect_judge_of_one_population_leaves_the_interval_of_a_plain_proportion():
    """With very many labelled items and no error, the score set is Wilson's interval of all predictions."""
    perfect = np.array([[10**8, 0], [0, 10**8]], dtype=float)
    low, high = share_sets(perfect, np.array([70.0, 30.0]), "class", 0.95)
    z, n, p = 1.959964, 100, 0.3
    middle, half = (p + z * z / (2 * n)), z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    assert low[1] == pytest.approx((middle - half) / (1 + z * z / n), abs=1e-5)
    assert high[1] == pytest.approx((middle + half) / (1 + z * z / n), abs=1e-5)


def test_an_uninformed_predictor_says_nothing():
    found = ac.quantify(ac.Tables.from_counts([[10, 10], [10, 10]], labels="np"), {"n": 50, "p": 50})
    share = found.find("p")
    assert (share.low, share.high) == (0.0, 1.0)
    assert not share.informative
    assert np.isnan(share.raw)
    assert "uninformative" in found.verdict


def test_impossible_shares_are_said():
    found = ac.quantify(TABLE, {"positive": 5, "negative": 995})
    assert found.find("positive").raw < 0
    assert found.find("positive").value == 0
    assert "impossible shares" in found.verdict


def test_items_without_a_truth_are_the_unlabelled_ones():
    truth = ["p"] * 50 + ["n"] * 50 + [None] * 1000
    said = ["p"] * 45 + ["n"] * 5 + ["p"] * 10 + ["n"] * 40 + ["p"] * 550 + ["n"] * 450
    one = ac.quantify(truth, said).find("p")
    two = ac.quantify(TABLE, MODEL).find("positive")
    assert (one.value, one.low, one.high) == pytest.approx((two.value, two.low, two.high))
    listed = ac.quantify(truth[:100], said[:100], said[100:]).find("p")
    assert listed == one


def test_more_classes_have_wider_intervals_by_class_than_of_one_population():
    loose = {"a": 300, "b": 400, "c": 300}
    by_class, of_one = (ac.quantify(THREE, loose, design=x) for x in ("class", "population"))
    for wide, narrow in zip(by_class.shares, of_one.shares, strict=True):
        assert wide.low <= wide.value <= wide.high
        assert narrow.low <= narrow.value <= narrow.high
        assert narrow.high - narrow.low < wide.high - wide.low
        assert wide.value == pytest.approx(wide.raw, abs=1e-3)


def test_items_of_another_population_are_noticed():
    found = ac.quantify(TABLE, {"positive": 950, "negative": 50}, design="population")
    assert found.same_predictions.p_value < 1e-6
    assert "predicted differently" in found.verdict


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        ((TABLE, {"maybe": 3}), {}, "the table does not know: 'maybe'"),
        ((TABLE, {"positive": -3}), {}, "none negative"),
        ((TABLE, {"positive": 0}), {}, "needs unlabelled items"),
        ((TABLE,), {}, "there are no unlabelled items"),
        ((TABLE, 7), {}, "must be predicted labels"),
        ((TABLE, MODEL), {"design": "x"}, "design must be"),
        ((TABLE, MODEL), {"level": 2}, "level must lie"),
        ((TABLE, MODEL), {"positive": "x"}, "is not among"),
        ((THREE, {"a": 1}), {"positive": "a"}, "works with two classes only"),
        ((["a", None], ["a", "a"]), {}, "one class only"),
    ],
)
def test_what_cannot_be_used_is_refused(arguments, options, words):
    with pytest.raises(ac.InputError, match=words):
        ac.quantify(*arguments, **options)


@pytest.mark.parametrize("design", ["class", "population"])
def test_intervals_cover_with_thirty_labelled_items(design):
    """At 2000 draws 0.93 is four standard errors below the nominal 0.95: a plain bootstrap fails here."""
    rng = np.random.default_rng(3)
    share, rates = 0.1, np.array([[0.9, 0.1], [0.2, 0.8]])
    cells = np.array([1 - share, share])[:, None] * rates
    labelled = rng.multinomial(30, cells.ravel(), 2000).reshape(-1, 2, 2).astype(float)
    loose = rng.multinomial(500, cells.sum(0), 2000).astype(float)
    low, high = share_sets(labelled, loose, design, 0.95)
    assert np.mean((low[:, 1] <= share) & (share <= high[:, 1])) >= 0.93


def test_a_second_truth_is_a_column_a_name_or_a_table():
    human = ["a"] * 20 + ["b"] * 20 + [None] * 30
    second = ["a"] * 18 + ["b"] * 2 + ["b"] * 15 + [None] * 35
    said = ["a"] * 17 + ["b"] * 3 + ["b"] * 18 + ["a"] * 2 + ["a", "b"] * 15
    of_columns = ac.quantify(human, said, second_truth=second)
    frame = pd.DataFrame({"human": human, "other": second, "said": said})
    of_names = ac.quantify("human", "said", data=frame, second_truth="other")
    both = ac.Tables.from_counts([[18, 2], [0, 15]], labels="ab", rows="truth")
    items = ac.Tables.from_labels(human, said, on_missing="label")
    of_tables = ac.quantify(items, second_truth=both)
    for found in (of_columns, of_names, of_tables):
        assert (found.humans.items, found.humans.agreement) == (35, pytest.approx(33 / 35))
        assert found.error == of_columns.error
        assert found.rows() == of_columns.rows()
    assert of_columns.error == ac.quantify(human, said, agreement=of_columns.humans.low).error
    with pytest.raises(ac.InputError, match="give one of error and second_truth"):
        ac.quantify(human, said, second_truth=second, error=0.1)
    with pytest.raises(ac.InputError, match="no label of an item"):
        ac.quantify(human, said, second_truth=[None] * 40 + ["a"] * 30)
    with pytest.raises(ac.InputError, match="second_truth works with two classes only; these tables have 3"):
        ac.quantify([*human, "c"], [*said, "c"], second_truth=[*second, "c"])


def test_items_without_a_prediction_are_refused_or_dropped():
    human, said = ["a"] * 9 + ["b"] * 9 + [None] * 9, ["a"] * 7 + ["b"] * 11 + ["a", "b", "a"] * 3
    plain = ac.quantify(human, said)
    gaps = ([*human, "a", None], [*said, None, None])
    for options in ({}, {"on_missing": "error"}, {"on_missing": "label"}):
        with pytest.raises(
            ac.InputError, match="of 2 items without a prediction nothing is known: say on_missing='drop'"
        ):
            ac.quantify(*gaps, **options)
    dropped = ac.quantify(*gaps, on_missing="drop")
    assert dropped.rows() == plain.rows()
    assert (dropped.left_out, plain.left_out) == (2, 0)
    assert ac.judge(*gaps, on_missing="drop").left_out == 2
    with pytest.raises(ac.InputError, match="on_missing must be one of"):
        ac.quantify(*gaps, on_missing="keep")


@pytest.mark.parametrize("design", ["class", "population"])
def test_so_many_more_labels_as_are_said_make_the_interval_as_narrow(design):
    loose = {"positive": 55_000, "negative": 45_000}
    found = ac.quantify(TABLE, loose, design=design, width=0.1)
    more = found.more_labels
    assert more.more > 0
    assert f"about {more.more} more labels" in found.verdict
    positives, negatives = 50 + more.positives, 50 + more.negatives
    if design == "population":
        positives = negatives = (100 + more.more) / 2
    cells = [round(x) for x in (0.9 * positives, 0.1 * positives, 0.2 * negatives, 0.8 * negatives)]
    then = ac.quantify(
        ac.Tables.from_cells(tp=cells[0], fn=cells[1], fp=cells[2], tn=cells[3]),
        loose,
        design=design,
        width=0.1,
    )
    share = then.find("positive")
    assert share.high - share.low == pytest.approx(0.1, rel=0.08)
    assert then.more_labels.more < 0.15 * more.more
    assert "no wider than 0.9" in ac.quantify(TABLE, loose, design=design, width=0.9).verdict
    assert ac.quantify(TABLE, {"positive": 1}, width=0.1).more_labels.more is None
    with pytest.raises(ac.InputError, match="without groups"):
        ac.quantify(THREE, {"a": 5, "b": 3}, width=0.1)


def test_labels_of_one_class_alone_are_said_in_words():
    verdict = ac.quantify(["a"] * 5 + [None] * 3, list("aaaabaab")).verdict
    assert "Labelled items are all of one class" in verdict
    assert "– to –" not in verdict
    with pytest.raises(ac.InputError, match="these tables have 3, 'a', 'b', 'unsure'"):
        ac.quantify(["a", "b", "unsure", None], list("abaa"), positive="a")
    with pytest.raises(ac.InputError, match="these tables have 3, 'a', 'b', 'unsure'"):
        ac.judge(["a", "b", "unsure", None], list("abaa"))
