import math

import pytest

import abovechance as ac
from abovechance import InputError, Tables, UnknownMeasureError
from abovechance.evaluation.gates import Gate, judge

TWO = Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
THREE = Tables.from_counts([[5, 1, 0], [2, 6, 1], [0, 1, 4]], labels=["a", "b", "c"])


def verdict_of(text, t=TWO, side="under", **options):
    gate = Gate.parse(text, side)
    return judge(gate, ac.evaluate(t, measures=[gate.measure], **options))


def outcome(text, t=TWO, side="under", **options):
    return verdict_of(text, t, side, **options).outcome


def test_a_gate_is_passed_at_its_bound():
    assert outcome("informedness:value=0.2") == "passed"
    assert outcome("informedness:value=0.2001") == "failed"
    assert outcome("informedness:value=-0.5") == "passed"


def test_a_gate_tests_the_end_of_the_interval_towards_its_bound():
    """Miettinen and Nurminen's interval of the two proportions 30/60 and 12/40 begins at 0.0016."""
    row = ac.evaluate(TWO)["informedness"]
    verdict = verdict_of("informedness=0.1")
    assert (verdict.outcome, verdict.tested, verdict.value) == ("failed", "low", row.low)
    assert outcome("informedness:value=0.1") == "passed"
    assert outcome("informedness=0.0015") == "passed"
    assert outcome("informedness=0.0017") == "failed"


def test_a_measure_that_is_better_the_lower_is_tested_at_its_upper_bound():
    row = ac.evaluate(TWO, measures=["error_rate"])["error_rate"]
    verdict = verdict_of("error_rate=0.5", side="over")
    assert (verdict.outcome, verdict.tested, verdict.value) == ("failed", "high", row.high)
    assert row.high > 0.5 > row.value == 0.42
    assert outcome("error_rate=0.52", side="over") == "passed"


def test_a_lower_level_opens_the_gate():
    assert outcome("informedness=0.03", level=0.95) == "failed"
    assert outcome("informedness=0.03", level=0.90) == "passed"


def test_without_intervals_the_estimate_is_tested():
    verdict = verdict_of("informedness=0.1", level=None)
    assert (verdict.outcome, verdict.tested, verdict.value) == ("passed", "value", 0.2)


def test_a_defined_value_without_interval_is_undefined_at_its_bound():
    """Where Informedness of three classes is near 0, the geometric mean has no standard error."""
    chance = Tables.from_counts([[5, 6, 5], [5, 5, 6], [6, 5, 5]])
    by_error = ac.evaluate(chance, measures=["correlation"], method="delta")
    verdict = judge(Gate.parse("correlation=-0.9"), by_error)
    assert (verdict.outcome, verdict.tested) == ("undefined", "low")
    assert "has no standard error" in verdict.reason
    assert outcome("correlation:value=-0.9", chance) == "passed"
    assert outcome("correlation=-0.9", chance) == "passed"  # by the method that is the default


def test_a_measure_that_was_not_evaluated_cannot_be_judged():
    with pytest.raises(
        InputError, match=r"mcc was not evaluated: add it with measures=\['mcc'\]; evaluated were"
    ):
        judge(Gate.parse("mcc=0.1"), ac.evaluate(TWO))


def test_names_are_any_that_find_a_measure():
    assert Gate.parse("BM=0.1").measure.key == "informedness"
    assert Gate.parse("pycm:BM=0.1").measure.key == "class_informedness"
    assert Gate.parse("Cohen's kappa = 0.1").measure.key == "cohen_kappa"


def test_estimate_is_asked_for_by_name():
    assert Gate.parse("informedness:value=.3") == Gate(Gate.parse("BM=1").measure, 0.3, value=True)
    assert not Gate.parse("informedness=.3").value


@pytest.mark.parametrize(
    "text", ["informedness", "=0.3", "informedness=", "informedness=x", "informedness=nan", ""]
)
def test_what_is_no_gate_is_refused(text):
    with pytest.raises(InputError, match="a gate is NAME=NUMBER"):
        Gate.parse(text)


def test_unknown_measures_are_refused():
    with pytest.raises(UnknownMeasureError, match="informedness"):
        Gate.parse("informednes=0.3")


def test_a_bound_on_the_wrong_side_is_refused():
    with pytest.raises(InputError, match="error_rate is best at 0: gate it with fail_over"):
        Gate.parse("error_rate=0.1")
    with pytest.raises(InputError, match="accuracy is best at 1: gate it with fail_under"):
        Gate.parse("accuracy=0.9", "over")
    assert Gate.parse("prevalence=0.1").bound == Gate.parse("prevalence=0.1", "over").bound == 0.1


def test_measures_that_are_better_the_lower_fail_over():
    assert outcome("error_rate:value=0.42", side="over") == "passed"
    assert outcome("error_rate:value=0.41", side="over") == "failed"


def test_the_positive_class_of_two_is_tested():
    verdict = verdict_of("recall:value=0.6")
    assert (verdict.outcome, verdict.label, verdict.value) == ("failed", "positive", 0.5)


def test_the_worst_class_of_more_is_tested():
    verdict = verdict_of("recall:value=0.7", THREE)
    assert (verdict.outcome, verdict.label, verdict.value) == ("failed", "b", 6 / 9)
    verdict = verdict_of("miss_rate:value=0.4", THREE, "over")
    assert (verdict.outcome, verdict.label, verdict.value) == ("passed", "b", 3 / 9)


def test_undefined_is_neither_passed_nor_failed():
    verdict = verdict_of("mcc=0.1", Tables.from_cells(tp=0, fp=0, fn=4, tn=6))
    assert verdict.outcome == "undefined"
    assert math.isnan(verdict.value)
    assert verdict.reason == "only one label was ever predicted"


def test_a_value_in_the_place_of_undefined_is_tested_as_an_estimate_and_said():
    constant = Tables.from_cells(tp=0, fp=0, fn=4, tn=6)
    assert outcome("mcc:value=0.1", constant, undefined="limit") == "failed"
    verdict = verdict_of("mcc:value=0", constant, undefined="limit")
    assert verdict.outcome == "passed"
    assert verdict.reason == "only one label was ever predicted; 0 was put in its place"


@pytest.mark.parametrize("undefined", [1.0, "limit"])
def test_a_value_in_the_place_of_undefined_has_no_bound(undefined):
    constant = Tables.from_cells(tp=0, fp=0, fn=4, tn=6)
    verdict = verdict_of("mcc=0", constant, undefined=undefined)
    assert (verdict.outcome, verdict.tested) == ("undefined", "low")
    assert math.isnan(verdict.value)


def test_a_doubtful_interval_is_told():
    few = Tables.from_cells(tp=4, fp=1, fn=1, tn=4)
    row = ac.evaluate(few)["informedness"]
    assert "fewer than 30 items" in row.warning
    assert verdict_of("informedness=0.3", few).warning == row.warning
    assert verdict_of("informedness:value=0.3", few).warning is None


def test_a_class_that_fails_outweighs_one_that_is_undefined():
    t = Tables.from_counts([[5, 5, 0], [2, 6, 0], [0, 0, 0]], labels=["a", "b", "c"])
    assert outcome("recall:value=0.6", t) == "failed"
    assert outcome("recall:value=0.4", t) == "undefined"
