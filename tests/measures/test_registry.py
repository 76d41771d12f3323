"""Finding measures by name, and what a call may ask for."""

import ast
import math
import string
from contextlib import suppress
from pathlib import Path

import pytest

import abovechance as ac
from abovechance import InputError, UndefinedMeasureError, UnknownMeasureError

NEVER = ac.Tables.from_cells(tp=0, fp=0, fn=5, tn=95)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("BM", "informedness"),
        ("MCC", "mcc"),
        ("balanced_accuracy", "balanced_accuracy"),
        ("TSS", "informedness"),
        ("heidke_skill_score", "cohen_kappa"),
        ("Cohen's kappa", "cohen_kappa"),
        ("pycm:G", "g_measure"),
        ("Sorensen-Dice", "f1"),
        ("phi", "mcc"),
        ("BACC", "balanced_accuracy"),
    ],
)
def test_a_measure_is_found_by_any_of_its_names(name, key):
    assert ac.measure(name).key == key
    assert ac.measure(ac.measure(name)) is ac.measure(key)


def test_an_unknown_name_answers_with_the_nearest():
    with pytest.raises(UnknownMeasureError, match="did you mean 'informedness'"):
        ac.measure("infromednes")


def test_a_name_of_several_meanings_lists_them():
    with pytest.raises(UnknownMeasureError, match="pycm:CSI"):
        ac.measure("CSI")


@pytest.mark.parametrize("name", [None, 3, NEVER])
def test_a_name_is_text(name):
    with pytest.raises(InputError, match="must be a name"):
        ac.measure(name)


@pytest.mark.parametrize("wrong", [{"kind": "kappa"}, {"scope": "binry"}, {"family": "Kappas of Cohen"}])
def test_a_catalogue_of_nothing_is_refused(wrong):
    with pytest.raises(InputError, match="there is no"):
        ac.measures(**wrong)


def test_undefined_is_what_the_caller_asks_for():
    assert math.isnan(ac.precision(NEVER))
    assert ac.precision(NEVER, undefined=0) == 0
    assert ac.markedness(NEVER, undefined="limit") == 0
    with pytest.raises(UndefinedMeasureError, match="'positive' was never predicted"):
        ac.precision(NEVER, undefined="raise")
    with pytest.raises(InputError, match="no limit value"):
        ac.precision(NEVER, undefined="limit")


@pytest.mark.parametrize("wrong", ["zero", None])
def test_undefined_must_make_sense_even_where_nothing_is_undefined(wrong):
    with pytest.raises(InputError, match="undefined must be"):
        ac.accuracy(NEVER, undefined=wrong)


def test_labels_are_counted_on_the_way():
    truth, prediction = ["a", "b", "b"], ["a", "b", "a"]
    assert ac.recall(truth, prediction) == 0.5
    assert ac.recall(truth, prediction, positive="a") == 1
    assert ac.f_beta(truth, prediction, beta=2) == pytest.approx(5 * 1 / (5 * 1 + 4 * 1))
    assert ac.accuracy(truth, prediction, weights=[1, 1, 2]) == 0.5


def test_what_has_no_use_beside_a_table_is_refused():
    with pytest.raises(InputError, match="'weights' has no use"):
        ac.recall(NEVER, weights=[1, 2])
    with pytest.raises(InputError, match="'prediction' has no use"):
        ac.recall(NEVER, [0, 1])
    with pytest.raises(InputError, match="must be a Tables value"):
        ac.recall([0, 1])


SOURCE = Path(ac.__file__).parent
TEST_NAMES = {
    "evaluation/significance/table_tests.py",
    "inference/guessing/test.py",
    "inference/guessing/weighted_hits.py",
    "inference/significance/methods.py",
}
"""Tests that are called like the measures that they test."""
BY_MEASURE = {"report/builders/guessing/bookmaker.py", "inference/imperfect_truth/more_classes.py"}
"""Where Informedness and its dual name the two halves of an answer, or two ways to compute."""
OF_SOLUTIONS = ("solve/classes/terms.py", "solve/figures.py", "solve/folds.py", "solve/readers/")
"""How figures of measures are computed of unknown tables, and by which names other software prints them."""


def test_facts_of_measures_stand_on_their_declarations():
    """No constant outside measures/ and studies/ lists measures; what is shown is chosen in one place."""
    keys = {m.key for m in ac.measures()}
    found = []
    for path in SOURCE.rglob("*.py"):
        name = path.relative_to(SOURCE).as_posix()
        if name.startswith(("measures/", "studies/", *OF_SOLUTIONS)) or name in TEST_NAMES | BY_MEASURE:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in (n for n in tree.body if isinstance(n, ast.Assign | ast.AnnAssign)):
            for part in ast.walk(node):
                members = getattr(part, "keys", getattr(part, "elts", ()))
                texts = [getattr(x, "value", None) for x in members if isinstance(x, ast.Constant)]
                named = [x for x in texts if isinstance(x, str) and x in keys]
                if len(named) > max(1, len(texts) / 2):
                    found.append((name, node.lineno, named))
    assert found == []


@pytest.mark.parametrize("name", [*string.ascii_uppercase, "class", "Q\x86)Y", "a_b", "1", " "])
def test_a_name_is_found_or_answered_in_a_sentence(name):
    """Also where the nearest names are those of measures beside the catalogue; any other error fails."""
    with suppress(UnknownMeasureError):
        assert isinstance(ac.measure(name), ac.Measure)


def test_the_nearest_names_may_be_of_measures_beside_the_catalogue():
    with pytest.raises(UnknownMeasureError, match="did you mean"):
        ac.measure("class_infirmedness")
