"""The tools that look for what tests do not see: they draw the same cases from a seed, and break modules in ways."""

import importlib
import os
from pathlib import Path

import numpy as np
import pytest

TOOLS = Path(__file__).parent.parent / "tools"


@pytest.fixture
def tool(monkeypatch):
    monkeypatch.syspath_prepend(str(TOOLS))
    return importlib.import_module


def test_a_case_follows_from_its_seed_and_number(tool):
    fuzz = tool("fuzz")
    names = [fuzz.case_of(1, number)[:2] for number in range(50)]
    assert names == [fuzz.case_of(1, number)[:2] for number in range(50)]
    assert len({name for name, _ in names}) > 8
    assert names != [fuzz.case_of(2, number)[:2] for number in range(50)]


def test_what_breaks_a_law_is_told_and_a_refusal_is_not(tool):
    fuzz, library = tool("fuzz"), tool("fuzz_library")

    def said(call, laws):
        return fuzz.complaints(library.Case(call, laws).complaints())

    assert said("1 / 0", lambda _: iter(())) == ["ZeroDivisionError at ?: division by zero"]
    assert said("np.float64(1) / 0", lambda _: iter(())) == [
        "RuntimeWarning at ?: divide by zero encountered in scalar divide"
    ]
    assert said("ac.Tables.from_counts([[-1]])", lambda _: iter(["unseen"])) == []
    assert said("1.5", lambda p: library.is_probability(p, None)) == ["p is no probability"]
    assert said("ac.mcc", lambda m: library.within(m, [0.5, 1.5])) == [
        "mcc is outside of its range -1.0 to 1.0"
    ]


def test_the_laws_hold_in_some_cases(tool):
    fuzz = tool("fuzz")
    for number in range(40):
        name, call, found = fuzz.case_of(0, number)
        assert fuzz.complaints(found) == [], (name, call)


def test_a_process_that_dies_is_a_finding(tool, monkeypatch):
    fuzz = tool("fuzz")

    def deadly(seed, number):
        if number == 3:
            os.kill(os.getpid(), 9)
        return "family", "call", iter(["wrong"] if number == 5 else [])

    monkeypatch.setattr(fuzz, "case_of", deadly)
    clock = iter(range(100))
    monkeypatch.setattr(fuzz.time, "monotonic", lambda: next(clock))
    found = list(fuzz._worked(0, 0, 9))
    assert [(number, name, said.strip("'")) for number, name, said, _ in found if name] == [
        (3, "family", "the process died: -9"),
        (5, "family", "wrong"),
    ]


MODULE = '''
LIMIT = 3

def guarded(x: int) -> float:
    """Not -1."""
    if x < LIMIT and x != 0:
        raise ValueError(f"{x - 1}")
    return max(x, 1) / 2 if x else -x
'''


def test_mutants_of_a_module(tool, tmp_path):
    mutate = tool("mutate")
    file = tmp_path / "module.py"
    file.write_text(MODULE, encoding="utf-8")
    changes = {mutant.change.splitlines()[-1].lstrip("+").strip() for mutant in mutate.mutants(file)}
    assert changes == {
        *("LIMIT = 4", "LIMIT = 6"),
        *(
            "if False:",
            "if x < LIMIT:",
            "if x != 0:",
            "if x <= LIMIT and x != 0:",
            "if x >= LIMIT and x != 0:",
        ),
        *("if x < LIMIT and x == 0:", "if x < LIMIT and x != 1:"),
        *(
            "return max(x, 1) / 2",
            "return -x",
            "return max(x, 1) * 2 if x else -x",
            "return x / 2 if x else -x",
        ),
        *("return max(x, 2) / 2 if x else -x", "return max(x, 1) / 3 if x else -x"),
        *("return max(x, 1) / 4 if x else -x", "return max(x, 1) / 2 if x else x"),
    }
    lines = {mutant.line for mutant in mutate.mutants(file)}
    assert lines == {2, 6, 8}


def test_the_tests_of_a_module_are_those_of_its_name_or_its_folder(tool):
    mutate = tool("mutate")

    def named(place):
        return {path.name for path in mutate.tests_of(mutate.SOURCE / place)}

    assert named("inference/intervals/delta.py") == {"test_delta.py"}
    assert {"test_registry.py", "test_pairwise.py"} <= named("raters/coefficients/many_raters.py")
    assert named("core/contingency.py") == {"test_contingency.py"}


def test_numbers_are_drawn_from_all_kinds(tool):
    draws = tool("fuzz_draws")
    drawn = np.array([draws.number(np.random.default_rng(i)) for i in range(300)])
    assert np.isnan(drawn).any()
    assert np.isinf(drawn).any()
    assert (np.abs(drawn) > 1e150).any()
