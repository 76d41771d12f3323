from dataclasses import replace

import numpy as np
import pytest

import abovechance as ac
from abovechance import Axis, Tables
from abovechance.evaluation import findings
from abovechance.intake.mistakes import similar_labels


def codes(t, **options):
    return {finding.code: finding for finding in ac.evaluate(t, **options).findings}


def counts(matrix, labels="abcdef"):
    return Tables.from_counts(matrix, labels=list(labels[: len(matrix)]))


def test_a_sound_evaluation_has_none():
    assert codes(counts([[80, 20], [30, 70]])) == {}


@pytest.mark.parametrize(
    ("code", "severity", "matrix", "words"),
    [
        ("no_items", "warning", [[0, 0], [0, 0]], "There are no items"),
        ("one_class", "warning", [[0, 0], [20, 30]], "Every item is really 'b'"),
        (
            "majority_prediction",
            "warning",
            [[90, 0], [10, 0]],
            "'a', the most frequent class: an accuracy of 0.900",
        ),
        ("constant_prediction", "warning", [[0, 90], [0, 10]], "Every prediction is 'b'"),
        ("labels_apart", "warning", [[0, 0, 5], [0, 0, 15], [0, 0, 0]], "coded differently"),
        (
            "never_predicted",
            "warning",
            [[50, 9, 0], [9, 50, 0], [5, 9, 0]],
            "Class 'c' was never predicted: all 14 of its items are misses.",
        ),
        (
            "never_occurs",
            "warning",
            [[50, 9, 3], [9, 50, 2], [0, 0, 0]],
            "5 items were answered 'c', which never occurs in the truth: they count as misses of their classes.",
        ),
        ("below_chance", "warning", [[10, 40], [40, 10]], "Exchanged, Informedness would be 0.600"),
        ("below_majority", "note", [[50, 40], [1, 9]], "The accuracy of 0.590 is below 0.900"),
        ("below_majority", "note", [[50, 40], [9, 1]], "that of always answering 'a'"),
        ("few_items", "note", [[50, 5], [3, 4]], "Class 'b' has fewer than 10 items: its rates are rough."),
    ],
)
def test_each_finding(code, severity, matrix, words):
    found = codes(counts(matrix))
    assert code in found
    assert found[code].severity == severity
    assert words in found[code].text


def test_several_classes_are_named_in_the_plural():
    found = codes(counts([[50, 9, 0, 0], [9, 50, 0, 0], [5, 9, 0, 0], [5, 9, 0, 0]]))
    assert found["never_predicted"].text == (
        "Classes 'c' and 'd' were never predicted: all 28 of their items are misses."
    )


def test_one_stray_item_is_told_in_the_singular():
    found = codes(counts([[140, 9, 1], [12, 138, 0], [0, 0, 0]]))
    assert found["never_occurs"].text == (
        "1 item was answered 'c', which never occurs in the truth: it counts as a miss of its class."
    )
    found = codes(counts([[50, 9, 0], [9, 50, 0], [1, 0, 0]]))
    assert found["never_predicted"].text == "Class 'c' was never predicted: its one item is a miss."


def test_many_stray_labels_make_one_finding():
    labels = ["a", "b", *(f"x{i}" for i in range(9))]
    matrix = np.zeros((11, 11), dtype=int)
    matrix[:2, :2], matrix[0, 2:] = [[40, 5], [6, 50]], 2
    found = [f for f in ac.evaluate(counts(matrix, labels)).findings if f.code == "never_occurs"]
    assert [f.text for f in found] == [
        (
            "18 items were answered with labels that never occur in the truth "
            "('x0', 'x1', 'x2', 'x3', 'x4' and 4 more): they count as misses of their classes."
        )
    ]


def test_weights_of_stray_labels_are_no_numbers_of_items():
    t = Tables.from_counts([[4.5, 1.0, 0.5], [1.0, 5.0, 0.5], [0.0, 0.0, 0.0]], labels=["a", "b", "c"])
    assert codes(t)["never_occurs"].text == (
        "Items of weight 1 were answered 'c', which never occurs in the truth: "
        "they count as misses of their classes."
    )
    assert codes(t.dual)["never_predicted"].text == (
        "Class 'c' was never predicted: all of its items are misses."
    )


def test_more_than_two_classes_below_chance_are_not_told_to_exchange():
    found = codes(counts([[0, 20, 20], [20, 0, 20], [20, 20, 0]]))
    assert found["below_chance"].text.endswith("assigned in another order?")


def test_a_measure_that_looks_good_at_chance_level():
    """0.95 · 0.95 + 0.05 · 0.05 = 0.905 is what chance reaches; Precision reaches the prevalence 0.95."""
    t = Tables.from_cells(tp=903, fp=47, fn=47, tn=3)
    text = codes(t)["looks_good_at_chance"].text
    assert "Rand Accuracy 0.906" in text
    assert "chance alone would have reached 0.905" in text


def test_a_measure_that_is_good_is_not_called_hollow():
    assert "looks_good_at_chance" not in codes(Tables.from_cells(tp=95, fp=5, fn=5, tn=95))


def test_informedness_and_markedness_of_different_sign():
    text = codes(counts([[10, 2, 19], [33, 24, 2], [26, 13, 9]]))["signs_differ"].text
    assert text.startswith("Informedness (-0.063) and Markedness (0.055) differ in sign")
    assert text.endswith("Correlation, which has the sign that they share, is 0.")


def test_a_correlation_of_0_is_explained_where_it_stands():
    result = ac.evaluate(counts([[10, 2, 19], [33, 24, 2], [26, 13, 9]]))
    assert result["correlation"].value == 0
    (line,) = (line for line in repr(result).splitlines() if line.startswith("Correlation "))
    assert line.endswith("0, as the two differ in sign")


def test_labels_that_differ_only_in_writing():
    t = Tables.from_labels(["Yes", "no", "1", "x"] * 9, ["yes ", "no", "1.0", "x"] * 9)
    assert "'Yes', 'yes '" in codes(t)["similar_labels"].text
    assert "'1', '1.0'" in codes(t)["similar_labels"].text


@pytest.mark.parametrize("labels", [(2**60, 2**60 + 1), (str(10**30), str(10**30 + 1))])
def test_numbers_that_differ_beyond_floating_point_are_not_alike(labels):
    assert not similar_labels(labels)
    assert similar_labels([str(labels[0]), f"{labels[0]}.0"])


def test_weights_are_not_numbers_of_items():
    assert "few_items" not in codes(Tables.from_counts([[0.4, 0.1], [0.1, 0.4]]))


def test_findings_are_of_the_items_observed_not_reweighted():
    t = Tables.from_cells(tp=6, fp=20, fn=2, tn=80)
    assert "few_items" in codes(t, prevalence=0.5)


def grouped(*matrices):
    names = tuple("ABCDEF"[: len(matrices)])
    return Tables.from_counts(np.array(matrices), labels=["a", "b"], axes=[Axis("site", names)])


def test_groups_below_chance_and_undefined_are_named():
    found = codes(grouped([[40, 10], [10, 40]], [[10, 40], [40, 10]], [[20, 5], [0, 0]]))
    assert found["group_below_chance"].text == "Below chance in 1 of 3 groups: 'B'."
    assert found["group_undefined"].text == "Informedness is undefined in 1 of 3 groups: 'C'."


def test_pooling_groups_of_different_prevalence_inflates_informedness():
    """Guessing the majority of each group tells the groups apart, not the items."""
    found = codes(grouped([[90, 10], [9, 1]], [[1, 9], [10, 90]]))
    assert "0.000 to 0.000" in found["pooling"].text
    assert found["pooling"].severity == "note"


def test_warnings_come_first():
    """Classes of few items are looked for before groups below chance, and are no more than a note."""
    found = ac.evaluate(grouped([[4, 0], [0, 40]], [[0, 4], [40, 0]])).findings
    assert [f.severity for f in found] == sorted((f.severity for f in found), reverse=True)
    assert {"group_below_chance", "few_items"} <= {f.code for f in found}


def test_of_no_items_nothing_else_is_found():
    assert set(codes(counts([[0, 0], [0, 0]]))) == {"no_items"}


def test_a_class_that_never_occurs_is_not_said_to_have_few_items():
    assert set(codes(counts([[50, 9, 3], [9, 50, 2], [0, 0, 0]]))) == {"never_occurs"}


def test_one_item_of_a_class_or_a_label_is_one():
    assert "one_class" not in codes(counts([[50, 50], [0, 1]]))
    assert "not_distinguishable" in codes(counts([[50, 1], [50, 0]]))


def test_a_class_of_ten_items_is_not_few():
    assert "few_items" not in codes(counts([[50, 5], [5, 5]]))
    assert "few_items" in codes(counts([[50, 5], [4, 5]]))


@pytest.mark.parametrize(
    ("value", "chance", "hollow"),
    [
        (0.8, 0.79, True),
        (0.7999, 0.79, False),
        (0.9, 0.89, True),
        (0.9, 0.888, False),
        (1.0, 1.0, False),
        (0.9, None, False),
        (float("nan"), 0.5, False),
    ],
)
def test_what_looks_good_and_is_a_tenth_of_the_way_from_chance_to_perfection(value, chance, hollow):
    row = ac.evaluate(counts([[80, 20], [30, 70]]))["accuracy"]
    assert findings._is_hollow(replace(row, value=value, chance=chance), None) is hollow


@pytest.mark.parametrize(
    ("value", "high", "below"),
    [(-0.051, -0.01, True), (-0.05, -0.01, False), (-0.2, 0.0, False), (-0.2, None, True)],
)
def test_below_chance_begins_where_guesses_end(value, high, below):
    row = ac.evaluate(counts([[10, 40], [40, 10]]))["informedness"]
    assert findings.is_below_chance(replace(row, value=value, high=high)) is below


@pytest.mark.parametrize(("low", "high", "said"), [(0.0, 0.3, True), (-0.3, 0.0, True), (0.001, 0.3, False)])
def test_an_interval_that_ends_at_zero_includes_it(low, high, said):
    result = ac.evaluate(counts([[52, 48], [50, 50]]))
    rows = tuple(
        replace(row, low=low, high=high) for row in result.estimates if row.measure == "informedness"
    )
    evidence = findings.Evidence(result.pooled, rows, ())
    assert bool(list(findings._may_be_chance(evidence))) is said


def test_one_group_that_is_defined_is_no_range_to_be_outside_of():
    assert "pooling" not in codes(grouped([[90, 10], [9, 1]], [[0, 0], [10, 90]]))


def test_an_interval_that_includes_zero_is_a_finding():
    found = codes(counts([[52, 48], [50, 50]]))["not_distinguishable"]
    assert found.severity == "note"
    assert found.text.startswith(
        "The predictions are not shown to be better or worse than guessing: Informedness is 0.020"
    )
    assert "not_distinguishable" not in codes(counts([[52, 48], [50, 50]]), level=None)
    assert "not_distinguishable" not in codes(counts([[70, 30], [30, 70]]))
    assert "not_distinguishable" not in codes(counts([[95, 0], [5, 0]])), "a constant prediction says more"


def test_below_chance_is_more_than_chance_explains():
    few, many = counts([[4, 6], [6, 4]]), counts([[40, 60], [60, 40]])
    assert "below_chance" not in codes(few)
    assert "not_distinguishable" in codes(few)
    assert "below_chance" in codes(few, level=None)
    assert "below_chance" in codes(many)
    assert "not_distinguishable" not in codes(many)


def test_labels_that_look_like_missing_values_are_said_once():
    with pytest.warns(ac.InputWarning, match="'NA' is a class like others") as said:
        result = ac.evaluate(["a", "NA", "b"] * 20, ["a", "NA", "b"] * 20)
    assert len(said) == 1
    assert not result.findings


def test_probabilities_need_no_word_on_labels_apart():
    with pytest.warns(ac.InputWarning, match="prediction looks like probabilities"):
        table = Tables.from_labels(["a", "b"] * 5, [f"0.{i}" for i in range(10, 20)])
    assert "labels_apart" not in codes(table)


@pytest.mark.parametrize(
    "matrix",
    [[[0, 90], [0, 10]], [[0, 0], [20, 30]], [[10, 40], [40, 10]], [[50, 40], [9, 1]], [[90, 0], [10, 0]]],
)
def test_only_what_comes_first_is_called_a_warning(matrix):
    found = ac.evaluate(counts(matrix))
    assert found.warnings == tuple(x.text for x in found.findings if x.severity == "warning")
    value = found.to_dict()
    assert value["warnings"] == list(found.warnings)
    text = " ".join(repr(found).split())
    starts = [text.index(f"Warning: {one[:20]}") for one in found.warnings]
    assert text.count("Warning:") == len(starts)
    assert all(start < text.index(" ".join(value["verdict"].split())[:20]) for start in starts)
    for page in (found.to_html(), found._repr_html_()):
        assert page.count("<strong>Warning:</strong>") + page.count('class="warning"') == len(starts)
