"""The limits of Kappa: derived by SymPy from the definitions, and approached by tables."""

import importlib.util
from itertools import pairwise
from pathlib import Path

import pytest
import sympy as sp

import abovechance as ac
from abovechance.simulation.world.mixture import Mixture
from abovechance.studies.kappa2012.limits import Limit, limits

ROOT = Path(__file__).parents[3]
_SPEC = importlib.util.spec_from_file_location("make_limits", ROOT / "tools" / "make_limits.py")
make_limits = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(make_limits)


def name(limit):
    return f"{limit.prevalence}-{limit.guess}-{limit.family}-{limit.quantity}"


def test_there_are_36():
    assert len(set(limits())) == 36


@pytest.mark.parametrize("limit", limits(), ids=name)
def test_formulas_are_those_derived_symbolically(limit):
    b = sp.Symbol("b")
    for sign, formula in zip((1, -1), limit.formulas, strict=True):
        assert sp.simplify(sp.nsimplify(formula(b)) - make_limits.derived(limit, sign)) == 0


@pytest.mark.parametrize("limit", limits(), ids=name)
@pytest.mark.parametrize("informed", [-0.9, -0.15, 0.0, 0.15, 0.5, 0.9])
def test_tables_approach_their_limits(limit, informed):
    """The error falls with the distance, tenfold each time, until it is lost in rounding."""
    errors = [abs(limit.near(informed, distance) - limit(informed)) for distance in (1e-4, 1e-5, 1e-6)]
    assert errors[-1] < 4e-5
    for farther, nearer in pairwise(errors):
        assert nearer < 0.11 * farther or nearer < 1e-9


def test_the_limits_that_the_paper_prints():
    """Powers 2012, eq. 14; eqs 15 to 17 with their misprints set right."""
    b = 0.3
    assert Limit("extreme", "always", "fleiss", "expectation")(b) == pytest.approx((1 + b**2) / 2)
    assert Limit("extreme", "always", "fleiss", "kappa")(b) == pytest.approx(-((1 - b) ** 2) / (1 - b**2))
    expected = 5 / 8 - b / 4 + b**2 / 8
    assert Limit("central", "always", "fleiss", "expectation")(b) == pytest.approx(expected)
    accuracy = (1 + b) / 2
    kappa = (accuracy - expected) / (1 - expected)
    assert Limit("central", "always", "fleiss", "kappa")(b) == pytest.approx(kappa)


def test_fleiss_kappa_calls_informed_decisions_worse_than_chance():
    """With one label guessed at central prevalence, as long as b is below 3 − 2√2."""
    edge = 3 - 8**0.5
    kappa = Limit("central", "always", "fleiss", "kappa")
    assert kappa(edge - 1e-3) < 0 < kappa(edge + 1e-3)
    assert all(Limit("extreme", "always", "fleiss", "kappa")(b) < 0 for b in (-0.5, 0.0, 0.5, 0.99))


@pytest.mark.parametrize("ratio", [0.0, 0.5, 1.0, 3.0])
def test_cohens_kappa_of_rare_classes_depends_on_how_well_guesses_match(ratio):
    b, rare = 0.4, 1e-7
    table = Mixture(b, (1 - rare, rare), (1 - ratio * rare, ratio * rare)).expected
    assert ac.cohen_kappa(table) == pytest.approx(2 * b / (1 + b + (1 - b) * ratio), abs=1e-6)


def test_the_page_is_current():
    written = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
    assert written == make_limits.page(), "docs/limits.md is out of date: run tools/make_limits.py"


@pytest.mark.parametrize("informed", [-1, 1, 1.5])
def test_nothing_but_informed_decisions_has_no_limit(informed):
    with pytest.raises(ac.InputError, match="the limits are of informed decisions between -1 and 1"):
        limits()[0](informed)
