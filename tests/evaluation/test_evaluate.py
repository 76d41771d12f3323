import math

import numpy as np
import pytest
from hypothesis import given, settings

import abovechance as ac
from abovechance import Axis, Tables
from tests.strategies import tables

TWO = Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
THREE = Tables.from_counts([[5, 1, 0], [2, 6, 1], [0, 1, 4]], labels=["a", "b", "c"])


def test_each_row_has_the_value_its_chance_level_and_the_items():
    row = ac.evaluate(TWO)["accuracy"]
    assert row.value == (30 + 28) / 100
    assert row.chance == pytest.approx((60 * 42 + 40 * 58) / 100**2)
    assert (row.n, row.label, row.group, row.reason) == (100, None, None, None)
    found = ac.interval(TWO, "accuracy")
    assert (row.low, row.high, row.se, row.method) == (found.low, found.high, found.se, "agresti_coull")
    bare = ac.evaluate(TWO, level=None)["accuracy"]
    assert (bare.low, bare.high, bare.se, bare.method, bare.warning) == (None, None, None, None, None)


def test_chance_level_of_a_rate_is_that_of_the_margins():
    result = ac.evaluate(TWO)
    assert result["recall"].chance == pytest.approx(42 / 100)
    assert result["precision"].chance == pytest.approx(60 / 100)
    assert result["informedness"].chance == 0


def test_two_classes_have_both_classes_and_the_positive_one_by_default():
    result = ac.evaluate(TWO)
    assert result["recall"] is result["recall", "positive"]
    assert result["recall"].value == 30 / 60
    assert result["recall", "negative"].value == 28 / 40
    assert result["inverse_recall"].value == result["recall", "negative"].value


def test_more_classes_have_one_row_each():
    result = ac.evaluate(THREE)
    assert [result["recall", k].value for k in "abc"] == [5 / 6, 6 / 9, 4 / 5]
    assert result["informedness", "c"].value == pytest.approx(4 / 5 - 1 / 15)
    with pytest.raises(ac.InputError, match="recall has a value for each class: name one of 'a', 'b', 'c'"):
        result["recall"]


@settings(deadline=None, max_examples=25)
@given(tables())
def test_rows_are_the_values_of_the_measures(t):
    for row in ac.evaluate(t, measures="all").estimates:
        m = ac.measure(row.measure)
        if row.label is None or (len(t.labels) == 2 and row.label == t.positive and m.scope == "binary"):
            expected = m(t)
        else:
            expected = m.per_class(t)[t.labels.index(row.label)]
        assert row.value == expected or (math.isnan(row.value) and math.isnan(expected))
        assert (row.reason is not None) == math.isnan(row.value)


def test_named_measures_are_the_only_rows():
    assert [(r.measure, r.label) for r in ac.evaluate(TWO, measures=["BM", "TPR"]).estimates] == [
        ("informedness", None),
        ("recall", "positive"),
    ]
    assert [r.label for r in ac.evaluate(THREE, measures=["recall"]).estimates] == ["a", "b", "c"]


@pytest.mark.parametrize("t", [TWO, THREE])
def test_all_has_every_measure(t):
    assert {row.measure for row in ac.evaluate(t, measures="all").estimates} == {m.key for m in ac.measures()}


@pytest.mark.parametrize("t", [TWO, THREE])
@pytest.mark.parametrize("names", [None, "all", ["recall", "TPR", "informedness"]])
def test_no_row_comes_twice(t, names):
    keys = [(row.measure, row.label) for row in ac.evaluate(t, measures=names).estimates]
    assert len(keys) == len(set(keys))


def test_undefined_has_a_reason_and_may_be_replaced():
    t = Tables.from_cells(tp=0, fp=0, fn=4, tn=6)
    plain = ac.evaluate(t)["precision"]
    assert math.isnan(plain.value)
    assert plain.reason == "'positive' was never predicted"
    number = ac.evaluate(t, undefined=0.5)["precision"]
    assert (number.value, number.reason) == (
        0.5,
        "'positive' was never predicted; 0.5 was put in its place",
    )
    limit = ac.evaluate(t, undefined="limit")
    assert limit["markedness"].value == 0
    assert "0 was put in its place" in limit["markedness"].reason
    assert math.isnan(limit["precision"].value), "no limit is known for Precision"


def test_reasons_of_a_class_speak_of_the_rest():
    t = Tables.from_counts([[5, 1, 0], [2, 6, 0], [0, 0, 0]], labels=["a", "b", "c"])
    reason = ac.evaluate(t)["informedness", "c"].reason
    assert reason == "'c' against the rest: only one class occurs in the truth"


def test_groups_follow_the_pooled_rows():
    counts = np.stack([TWO.counts, 2 * TWO.counts])
    t = Tables.from_counts(counts, labels=TWO.labels, axes=[Axis("site", ("A", "B"))])
    result = ac.evaluate(t, measures=["informedness"])
    assert [(row.group, row.n) for row in result.estimates] == [(None, 300), (("A",), 100), (("B",), 200)]
    assert result.find("informedness", group=("B",)).value == 0.2
    np.testing.assert_array_equal(result.pooled.counts, 3 * TWO.counts)


def test_several_columns_make_one_group_of_several_parts():
    t = Tables.from_labels(list("aabb"), list("abab"), by={"site": list("xxyy"), "fold": [1, 2, 1, 2]})
    result = ac.evaluate(t, measures=["accuracy"])
    assert [row.group for row in result.estimates] == [None, ("x", 1), ("x", 2), ("y", 1), ("y", 2)]
    assert result.to_dict()["axes"] == ["site", "fold"]


def test_prevalence_leaves_informedness_and_moves_precision():
    result = ac.evaluate(TWO, prevalence=0.02)
    assert result["informedness"].value == pytest.approx(0.2)
    assert result["precision"].value == pytest.approx(0.02 * 0.5 / (0.02 * 0.5 + 0.98 * 0.3))
    assert result.reweighted == "the prevalence 'negative' 0.98, 'positive' 0.02"
    assert ac.evaluate(TWO).reweighted is None


def test_pooled_tables_are_reweighted_after_pooling():
    counts = np.stack([[[8, 2], [1, 1]], [[1, 1], [2, 8]]])
    result = ac.evaluate(Tables.from_counts(counts), prevalence=0.5)
    pooled = Tables.from_counts(counts.sum(0)).at_prevalence(0.5)
    np.testing.assert_allclose(result.pooled.counts, pooled.counts)


def test_costs_are_weights_of_the_real_classes():
    result = ac.evaluate(TWO, costs=(3, 1))
    assert result["accuracy"].value == pytest.approx((3 * 30 + 28) / (3 * 60 + 40))
    assert result.reweighted == "errors on 'positive' costing 3 and on the other class 1"


def test_a_class_of_missing_labels_is_not_the_whole_table():
    t = Tables.from_labels(["a", "a", None, "b"], ["a", None, None, "b"], on_missing="label")
    result = ac.evaluate(t)
    assert result.pooled.labels == ("a", "b", "(missing)")
    assert result["recall", "(missing)"].value == 1
    assert result["informedness"].value == ac.informedness(t)
    two = ac.evaluate(Tables.from_labels(["a", None], ["a", None], on_missing="label"))
    assert two.pooled.positive == "(missing)"


def test_rectangular_tables_are_refused():
    t = Tables.from_counts([[1, 2, 3], [4, 5, 6]], labels=["a", "b"], predicted_labels=["x", "y", "z"])
    with pytest.raises(ac.InputError, match="rows and columns"):
        ac.evaluate(t)


@pytest.mark.parametrize(
    ("t", "said"),
    [
        (
            TWO,
            (
                "Decisions do as well as if an estimated 20 % of them were informed and the rest guessed "
                "(95 % interval 0.2 % to 37.8 %)."
            ),
        ),
        (
            Tables.from_cells(tp=1, fp=9, fn=9, tn=1),
            (
                "Decisions are worse than guessing: they do as badly as if an estimated 80 % of them were "
                "misinformed and the rest guessed (95 % interval 38.5 % to 94.6 %)."
            ),
        ),
        (
            Tables.from_cells(tp=5, fp=5, fn=5, tn=5),
            (
                "Decisions are not shown to be better than guessing: "
                "Informedness is 0.000 (95 % interval -0.410 to 0.410)."
            ),
        ),
        (
            Tables.from_cells(tp=500_200_000, fp=500_000_000, fn=499_800_000, tn=500_000_000),
            (
                "Decisions are hardly better than guessing: "
                "Informedness is 0.000 (95 % interval 0.000 to 0.000)."
            ),
        ),
        (
            Tables.from_cells(tp=50, fp=51, fn=50, tn=49),
            (
                "Decisions are not shown to be better than guessing: "
                "Informedness is -0.010 (95 % interval -0.147 to 0.128)."
            ),
        ),
        (
            Tables.from_cells(tp=5, fp=0, fn=0, tn=5),
            (
                "Every decision is right: they do as well as if all of them were informed "
                "(95 % interval 40 % to 100 %)."
            ),
        ),
        (
            Tables.from_cells(tp=99_999, fp=0, fn=1, tn=100_000),
            (
                "Decisions do as well as if more than 99.9 % of them were informed and the rest guessed "
                "(95 % interval 99.994 % to 99.999 %)."
            ),
        ),
        (
            Tables.from_cells(tp=52, fp=50, fn=48, tn=50),
            (
                "Decisions are not shown to be better than guessing: they do as well as if an estimated 2.0 % "
                "of them were informed and the rest guessed (95 % interval -12 % to 16 %)."
            ),
        ),
        (
            Tables.from_cells(tp=5, fp=0, fn=1, tn=0),
            (
                "How far decisions are better than guessing cannot be told: only one class occurs in the truth "
                "(in the limit it would be 0)."
            ),
        ),
    ],
)
def test_the_reading_is_one_plain_sentence(t, said):
    assert ac.evaluate(t).verdict.splitlines()[0] == said


def test_the_reading_tells_what_chance_would_reach():
    assert ac.evaluate(TWO).verdict.splitlines()[1] == (
        "Chance alone would reach an accuracy of 0.484; the predictions reach 0.580."
    )
    assert ac.evaluate(Tables.from_cells(tp=0, fp=0, fn=0, tn=0)).verdict == (
        "How far decisions are better than guessing cannot be told: there are no items."
    )


WRONG = Tables.from_counts([[2, 50, 3], [20, 1, 8], [2, 20, 3]])


def test_a_negative_value_of_more_than_two_classes_is_read_against_the_least_that_the_margins_allow():
    assert ac.evaluate(WRONG, level=None).verdict.splitlines()[0] == (
        "Decisions are worse than guessing: Informedness is -0.631, "
        "where the least that these margins allow is -0.697."
    )
    never_right = Tables.from_counts([[0, 20, 20], [20, 0, 20], [20, 20, 0]])
    assert ac.evaluate(never_right, level=None).verdict.splitlines()[0] == (
        "Decisions are worse than guessing: Informedness is -0.500, the least that these margins allow."
    )
    assert "misinformed" not in ac.evaluate(WRONG).verdict
    assert "margins allow" not in ac.evaluate(Tables.from_counts([[1, 9], [9, 1]])).verdict


def test_the_least_is_that_of_the_margins_after_reweighting():
    result = ac.evaluate(WRONG, prevalence=[0.2, 0.3, 0.5])
    least = ac.least_informedness(WRONG.at_prevalence([0.2, 0.3, 0.5]))
    assert f"the least that these margins allow is {least:.3f}." in result.verdict


def test_no_sentence_takes_the_informed_share_for_known():
    """Skill 0.2 and 0.9 on classes of 90 % and 10 %, the rest guessed evenly: 0.9·0.2 + 0.1·0.9 = 27 % informed.

    Right are 0.2 + 0.8/2 of the first class and 0.9 + 0.1/2 of the second, so that B is 0.6 + 0.95 − 1.
    """
    mixture = Tables.from_counts([[5400, 3600], [50, 950]])
    assert ac.evaluate(mixture, level=None).verdict.splitlines()[0] == (
        "Decisions do as well as if an estimated 55 % of them were informed and the rest guessed."
    )
    for m in (ac.informedness, ac.markedness):
        assert "probability that" not in m.meaning


def test_rows_as_a_frame():
    frame = ac.evaluate(TWO, measures=["informedness", "recall"]).to_frame("pandas")
    assert frame.shape == (2, 13)
    assert frame["measure"].tolist() == ["informedness", "recall"]
    assert frame["value"].tolist() == [0.2, 0.5]


def test_text_and_html():
    result = ac.evaluate(Tables.from_counts([[3, 1], [1, 3]], labels=["<b>", "x"]))
    assert "Informedness  0.500" in repr(result)
    assert "&lt;b&gt;" in result._repr_html_()
    assert "<b>" not in result._repr_html_()
