"""Arrays that remember what they were computed from."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.core.tracing import Traced, UntracedError, derivatives
from abovechance.inference.derivatives import gradient as module
from abovechance.inference.derivatives.gradient import gradient

ALL = [m for m in ac.measures() if m.scope == "overall"]
TABLES = [
    [[41, 7, 3], [12, 29, 5], [6, 8, 53]],
    [[23, 4, 9, 2], [6, 31, 5, 11], [3, 8, 19, 7], [10, 1, 12, 44]],
    [[5, 0, 1], [1, 0, 4], [3, 0, 9]],
]
_STEEP = 1e10
"""As a root is at 0."""


@pytest.mark.parametrize("m", ALL, ids=lambda m: m.key)
def test_measures_traced_have_the_slopes_of_those_nudged(m, monkeypatch):
    """Those that cannot be traced say so and are nudged: none is wrong."""
    for counts in TABLES:
        t = ac.Tables.from_counts(counts)
        monkeypatch.setattr(module, "_FEW_CLASSES", 40)
        nudged = gradient(t, m)
        monkeypatch.setattr(module, "_FEW_CLASSES", 0)
        traced = gradient(t, m)
        known = t.counts.sum(0) > 0  # an item of a label never given is beyond a jump
        there = known[:, None] & known & np.isfinite(nudged) & (abs(nudged) < _STEEP)
        scale = abs(nudged[there]).max(initial=0)
        np.testing.assert_allclose(traced[there], nudged[there], rtol=1e-9, atol=1e-12 * scale + 1e-15)


def test_most_measures_are_traced(monkeypatch):
    """So that a table of many classes does not take a nudge for each."""
    monkeypatch.setattr(module, "_FEW_CLASSES", 0)
    monkeypatch.setattr(module, "NudgedMargins", None)
    monkeypatch.setattr(module, "nudged_cells", None)
    t = ac.Tables.from_counts(TABLES[0])
    for key in (
        *("informedness", "markedness", "correlation", "mcc", "cohen_kappa", "macro_recall", "macro_f1"),
        *("accuracy", "balanced_accuracy", "scott_pi", "cramer_v", "mutual_information", "adjusted_rand"),
    ):
        assert gradient(t, key).shape == (3, 3)


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (lambda x: x + 2 * x - 1, lambda x: 3.0 + 0 * x),
        (lambda x: 1 / x - x / 4, lambda x: -1 / x**2 - 0.25),
        (lambda x: x**3, lambda x: 3 * x**2),
        (np.sqrt, lambda x: 0.5 / np.sqrt(x)),
        (lambda x: np.log(x) + np.log1p(x), lambda x: 1 / x + 1 / (1 + x)),
        (lambda x: np.exp(-x), lambda x: -np.exp(-x)),
        (np.square, lambda x: 2 * x),
        (lambda x: np.maximum(x, 1.5) + np.minimum(2 * x, x + 1.5), lambda x: 2.0 + 0 * x),
        (lambda x: np.where(x > 1.5, x, 0.0), lambda x: (x > 1.5) * 1.0),
        (lambda x: x[..., ::-1][..., :1], lambda x: np.arange(len(x)) // (len(x) - 1.0)),
    ],
)
def test_derivatives_of_formulas(function, slope):
    values = np.array([0.5, 1.0, 2.0, 3.0])
    x = Traced(values)
    assert derivatives(function(x), [x])[0] == pytest.approx(slope(values))
    assert function(x).value == pytest.approx(function(values))


def test_broadcasting_adds_up():
    column, row = Traced(np.array([[1.0], [2.0]])), Traced(np.array([3.0, 4.0, 5.0]))
    by_column, by_row = derivatives(column * row, [column, row])
    assert by_column.tolist() == [[12.0], [12.0]]
    assert by_row.tolist() == [3.0, 3.0, 3.0]


def test_what_is_not_taken_adds_nothing_however_steep():
    x = Traced(np.array([0.0, 4.0]))
    with np.errstate(all="ignore"):
        found = np.where(x == 0, 0.0, np.sqrt(x) / x)
    assert derivatives(found, [x])[0].tolist() == [0.0, -1 / 16]


def test_a_result_that_rests_on_nothing_has_no_slopes():
    x = Traced(np.ones(3))
    assert derivatives(np.float64(4.0), [x])[0].tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    "function",
    [
        np.asarray,
        np.sort,
        np.sin,
        np.cumsum,
        lambda x: x.cumsum(),
        lambda x: 2.0**x,
        lambda x: np.maximum.reduce(x, axis=-1),
        lambda x: np.add.reduce(x, axis=-1, keepdims=True),
        np.diagonal,
    ],
)
def test_what_is_not_followed_is_refused(function):
    with pytest.raises(UntracedError):
        function(Traced(np.array([1.0, 2.0])))
