"""Predictions that mean no answer: shares, bounds, laws, and how they are told from classes."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import abovechance as ac
from abovechance.evaluation.abstention import abstentions
from abovechance.inference.abstention import rightly_filled, with_guesses, wrongly_filled
from abovechance.inference.intervals.of_function import function_interval
from abovechance.inference.intervals.proportion import agresti_coull
from abovechance.tables.abstention import answered, with_abstentions

TRUTH = ["ham"] * 10 + ["spam"] * 10
SAID = ["ham"] * 7 + ["spam"] + ["refused"] * 2 + ["spam"] * 8 + ["refused"] * 2
REFUSING = ("left_out", "guess", "wrong", "right")


def values(found, measure="informedness"):
    return [found.find(measure, how).value for how in REFUSING]


def table(counts, **more):
    classes = list("abcdef"[: len(counts)])
    return ac.Tables.from_counts(counts, labels=classes, predicted_labels=[*classes, "!"], **more)


def filled_tables(least=2, most=4):
    sizes = st.integers(least, most)
    return sizes.flatmap(lambda k: hnp.arrays(np.int64, (k, k + 1), elements=st.integers(1, 60)))


def test_a_refusal_is_no_class():
    found = ac.evaluate(TRUTH, SAID, abstain="refused", positive="spam")
    assert found.pooled.labels == ("ham", "spam")
    assert found.pooled.counts.tolist() == [[7, 1], [0, 8]]
    assert found["informedness"].value == 7 / 8
    assert found.verdict.endswith("This is of the answers alone: 80 % of the items were answered.")
    (refusals,) = found.also
    assert refusals == abstentions(TRUTH, SAID, abstain="refused", positive="spam")
    assert refusals.answered.value == 0.8
    assert found.to_dict()["also"][0] == refusals.to_dict()


def test_by_hand():
    # tpr 8/10, tnr 7/10, fpr 1/10, fnr 0 of all items; labels 7 and 9 of 16 answers
    found = abstentions(TRUTH, SAID, abstain="refused", positive="spam")
    guessed = (8 + 2 * 9 / 16) / 10 + (7 + 2 * 7 / 16) / 10 - 1
    expected = [7 / 8, guessed, 8 / 10 + 7 / 10 - 1, 1 + 0.9 - 1]
    assert values(found) == pytest.approx(expected)
    assert found.find("accuracy", "wrong").value == 15 / 20
    assert found.find("informedness", "difference").value == pytest.approx(expected[0] - expected[1])
    assert found.find("answered", label="ham").n == 10
    low, high = agresti_coull(16, 20)
    assert (found.answered.low, found.answered.high) == (low, high)


@given(filled_tables(2, 2))
def test_identities_of_two_classes(counts):
    found = abstentions(table(counts), level=None)
    _, not_placed, wrong, right = values(found)
    refused = counts[:, 2] / counts.sum(1)
    labels = counts[:, :2].sum(0) / counts[:, :2].sum()
    assert right == pytest.approx(wrong + refused.sum())
    assert not_placed == pytest.approx(wrong + labels @ refused)
    assert wrong <= not_placed + 1e-12
    assert not_placed <= right + 1e-12


@pytest.mark.parametrize("counts", [[[3, 2, 2], [1, 4, 3]], [[0, 2, 3], [5, 0, 1]], [[4, 0, 4], [0, 2, 2]]])
def test_bounds_of_two_classes_are_those_of_all_possible_answers(counts):
    counts = np.array(counts)
    every = []
    for first, second in itertools.product(range(counts[0, 2] + 1), range(counts[1, 2] + 1)):
        added = [[first, counts[0, 2] - first], [second, counts[1, 2] - second]]
        every.append(ac.informedness(ac.Tables.from_counts(counts[:, :2] + added)))
    _, _, wrong, right = values(abstentions(table(counts), level=None))
    assert (wrong, right) == pytest.approx((min(every), max(every)))


@given(filled_tables(), st.integers(1, 4))
def test_refusals_at_random_leave_the_answered_share_of_informedness(counts, times):
    counts = counts * 5
    classes = len(counts)
    counts[:, classes] = counts[:, :classes].sum(1) * times // 5  # the same share of each class
    found = abstentions(table(counts), level=None)
    left_out, not_placed, *_ = values(found)
    assert not_placed == pytest.approx(found.answered.value * left_out, abs=1e-12)


@given(filled_tables())
def test_without_refusals_nothing_changes(counts):
    counts[:, -1] = 0
    found = abstentions(table(counts), level=None)
    assert values(found) == pytest.approx([ac.informedness(answered(table(counts)))] * 4)
    assert found.answered.value == 1
    assert found.by_class is None
    assert "were answered." in found.verdict


@given(filled_tables())
def test_names_and_order_of_classes_do_not_matter(counts):
    classes = len(counts)
    order = list(range(classes))[::-1]
    mirrored = counts[order][:, [*order, classes]]
    assert values(abstentions(table(mirrored), level=None)) == pytest.approx(
        values(abstentions(table(counts), level=None))
    )


def test_groups_are_as_one_by_one_and_are_tested():
    rng = np.random.default_rng(0)
    truth, site = rng.choice(list("ab"), 200), rng.choice(["x", "y"], 200)
    said = np.where(rng.random(200) < np.where(site == "x", 0.5, 0.05), "!", truth)
    found = abstentions(truth, said, abstain="!", by=site)
    for name in "xy":
        alone = abstentions(truth[site == name], said[site == name], abstain="!")
        assert found.find("answered", group=(name,)).value == alone.answered.value
        here, there = (
            found.find("informedness", "guess", group=(name,)),
            alone.find("informedness", "guess"),
        )
        assert (here.value, here.low, here.high) == (there.value, there.low, there.high)
    assert found.by_group.p_value < 1e-6
    assert "Items of group x are refused most" in found.verdict
    assert found in ac.evaluate(truth, said, abstain="!", by=site).also
    assert ac.evaluate(truth, said, abstain="!", clusters=site).also[0].tables.axes == ()


def test_refusals_of_one_class_are_found():
    found = abstentions(table([[50, 5, 2], [5, 30, 25]]))
    assert found.by_class.p_value < 0.001
    assert "Items of class 'b' are refused most (41.7 %), those of 'a' least (3.51 %" in found.verdict
    expected = ac.test(ac.Tables.from_counts([[55, 2], [35, 25]]), method="fisher").p_value
    assert found.by_class.p_value == pytest.approx(expected)


def test_the_scale_of_weights_does_not_matter():
    rng = np.random.default_rng(3)
    truth, weights = rng.choice(list("abc"), 90), rng.random(90) + 0.1
    said = np.where(rng.random(90) < 0.3, "!", truth)
    said[:10] = "a"
    one, two = (
        [(x.value, x.low, x.high) for x in abstentions(truth, said, abstain="!", weights=w).readings]
        for w in (weights, weights * 7)
    )
    assert np.array(one) == pytest.approx(np.array(two))
    same = abstentions(truth, said, abstain="!", weights=np.full(90, 0.3)).readings
    plain = abstentions(truth, said, abstain="!").readings
    assert [x.high for x in same] == pytest.approx([x.high for x in plain])


def test_missing_predictions_and_several_labels():
    truth, said = list("aabbab"), ["a", None, "b", "a", "", "don't know"]
    found = abstentions(truth, said, abstain=["", "don't know"])
    assert found.tables.predicted_labels == ("a", "b", "(missing)", "don't know")
    assert found.tables.counts.tolist() == [[1, 0, 2, 0], [1, 1, 0, 1]]
    with pytest.raises(ac.InputError, match="the truth of 1 item is missing: say on_missing='drop'"):
        abstentions([None, *truth], ["a", *said], abstain=["", "don't know"])
    dropped = abstentions([None, *truth], ["a", *said], abstain=["", "don't know"], on_missing="drop")
    assert dropped.tables.counts.tolist() == found.tables.counts.tolist()


def test_a_usual_code_of_missing_values_is_a_missing_prediction():
    truth, said = list("aabb"), ["a", "NA", "b", None]
    found = ac.evaluate(truth, said, abstain=["NA", ""], positive="b").also[0]
    assert found.tables.predicted_labels == ("a", "b", "(missing)")
    assert found.tables.counts.tolist() == [[1, 0, 1], [0, 1, 1]]
    assert abstentions(truth, ["a", "NA", "b", "b"], abstain="NA").answered.value == 0.75
    with pytest.raises(ac.InputError, match="the truth of 1 item is missing"):
        abstentions(["NA", *truth], ["a", *said], abstain=["NA", ""])


def test_a_positive_class_of_many_is_held_against_the_rest():
    truth, said = list("aabbccc"), list("ab!bc!c")
    found = ac.evaluate(truth, said, abstain="!", positive="c")
    assert found.pooled.counts.tolist() == [[3, 0], [0, 2]]
    assert found.also[0].tables.counts.tolist() == [[3, 0, 1], [0, 2, 1]]
    assert found.pooled.positive == "c"
    assert ac.evaluate(truth, said, abstain="!", labels=["c", "b", "a"]).pooled.labels == ("c", "b", "a")


def test_what_cannot_be_meant():
    with pytest.raises(ac.InputError, match="'a' is the true class of 2 items and cannot mean no answer"):
        abstentions(list("aab"), list("aab"), abstain="a")
    with pytest.raises(ac.InputError, match="abstain must say which predictions mean no answer"):
        abstentions(list("aab"), list("aab"))
    with pytest.raises(ac.InputError, match="names no label"):
        abstentions(list("aab"), list("aab"), abstain=[])
    with pytest.raises(ac.InputError, match="neither classes nor named"):
        with_abstentions(table([[1, 2, 3], [4, 5, 6]]), "other")
    with pytest.warns(ac.InputWarning, match=r"no prediction is '!', which abstain names"):
        assert abstentions(list("aab"), list("aab"), abstain="!").answered.value == 1


def test_nothing_answered_and_one_class():
    found = abstentions(list("ab") * 5, ["!"] * 10, abstain="!")
    assert found.answered.value == 0
    assert found.find("informedness", "guess").value == 0
    assert np.isnan(found.find("informedness", "left_out").value)
    assert found.verdict.startswith("0 % of 10 items were answered")
    alone = abstentions(["a"] * 5, list("aaa!!"), abstain="!")
    assert alone.find("accuracy", "wrong").value == 0.6


@given(filled_tables())
def test_the_interval_of_a_function_is_that_of_the_delta_method(counts):
    def accuracy(cells):
        return np.trace(cells, axis1=-2, axis2=-1) / cells.sum((-2, -1))

    square = counts[:, :-1]
    found = function_interval(accuracy, square, 0.9, (0.0, 1.0))
    expected = ac.interval(ac.Tables.from_counts(square), "accuracy", method="delta", level=0.9)
    assert (found.value, found.low, found.high) == pytest.approx(
        (expected.value, expected.low, expected.high), abs=1e-9
    )


@given(filled_tables())
def test_filled_tables_keep_their_items(counts):
    for fill in (wrongly_filled, rightly_filled):
        assert fill(counts).sum(-1) == pytest.approx(counts.sum(-1))
    assert np.trace(wrongly_filled(counts)) == np.trace(counts)
    batch = np.stack((counts, counts * 2))
    assert with_guesses(batch) == pytest.approx([with_guesses(counts), with_guesses(counts * 2)])


@pytest.mark.parametrize(
    ("counts", "expected"),
    [([[60, 0, 0], [0, 0, 60]], 0), ([[60, 0, 0], [0, 30, 30]], 2 / 3), ([[30, 0, 30], [0, 30, 30]], 1 / 2)],
)
def test_refusing_what_one_knows_costs(counts, expected):
    assert abstentions(table(counts)).find("informedness", "guess").value == pytest.approx(expected)


@given(filled_tables(2, 4), st.integers(1, 5))
def test_refusing_guesses_changes_nothing(counts, times):
    classes = len(counts)
    labels, real = counts[:, :classes].sum(0), counts.sum(1)
    guessed = counts[:, :classes] * labels.sum() + np.outer(real * times, labels)
    refused = np.column_stack((counts[:, :classes] * labels.sum(), real * times * labels.sum()))
    assert with_guesses(refused) == pytest.approx(ac.informedness(ac.Tables.from_counts(guessed)))
