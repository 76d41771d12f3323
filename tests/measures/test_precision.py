"""No digit is lost: each formula in floating point against itself in sixty digits, on nasty huge tables.

The same functions run on numbers of mpmath that answer to NumPy's functions. What they say is checked
elsewhere; here only rounding can differ.
"""

import mpmath
import numpy as np
import pytest

import abovechance as ac
from abovechance.core import contingency as quantities
from abovechance.core.contingency import Contingency

FAMILIES = ("kappa", "association", "information", "confusion", "partitions", "similarity")
WITHOUT_NUMPY = {
    "determinant_informedness",
    "determinant_markedness",
    "determinant_root",
    "gilbert_wells",
    "sensitivity_index",
}
"""These call SciPy or LAPACK, and are checked against exact numbers in tests of their own."""
MEASURES = [m for family in FAMILIES for m in ac.measures(family=family) if m.key not in WITHOUT_NUMPY]
TOLERANCE = 2e-14
OF_AN_ITERATION = {"aickin_alpha": 1e-12}

P = 10**15
TABLES = {
    "nearly independent": [[P + 11, P + 1], [P - 3, P + 7]],
    "nearly independent and uneven": [[9 * P // 10 + 5, P // 10], [P // 10 - 2, P // 90 + 3]],
    "rare": [[P, 10**9], [7, 3]],
    "nearly perfect": [[P - 5, 1], [2, P]],
    "nearly reversed": [[2, P - 9], [P + 4, 1]],
    "one-sided": [[P, 3], [P // 3, 10**6]],
    "three nearly independent": [[P + 7, P, P - 3], [P + 1, P + 5, P - 1], [P + 2, P - 4, P + 1]],
    "three uneven": [[P, 10**8, 3], [10**7, 10**10, 12], [5, 1, 10**3]],
}


class Number:
    """A real number of sixty digits with the methods that NumPy looks for on objects."""

    def __init__(self, value):
        self.value = mpmath.mpf(value.value if isinstance(value, Number) else value)

    def _with(self, other, operation):
        return Number(
            operation(self.value, other.value if isinstance(other, Number) else mpmath.mpf(float(other)))
        )

    def _compare(self, other):
        difference = self.value - (other.value if isinstance(other, Number) else mpmath.mpf(float(other)))
        return (difference > 0) - (difference < 0)

    def __add__(self, other):
        return self._with(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        return self._with(other, lambda a, b: a * b)

    def __truediv__(self, other):
        return self._with(other, lambda a, b: mpmath.nan if b == 0 else a / b)

    def __rtruediv__(self, other):
        return Number(float(other)) / self

    def __pow__(self, other):
        return self._with(other, lambda a, b: a**b)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return Number(-self.value)

    def __abs__(self):
        return Number(abs(self.value))

    def __int__(self):
        return int(self.value)

    def __float__(self):
        return float(self.value)

    def __eq__(self, other):
        return self._compare(other) == 0

    def __ne__(self, other):
        return self._compare(other) != 0

    def __lt__(self, other):
        return self._compare(other) < 0

    def __le__(self, other):
        return self._compare(other) <= 0

    def __gt__(self, other):
        return self._compare(other) > 0

    def __ge__(self, other):
        return self._compare(other) >= 0

    __hash__ = None


for name, function in {
    "sqrt": mpmath.sqrt,
    "exp": mpmath.exp,
    "tanh": mpmath.tanh,
    "arctan": mpmath.atan,
}.items():
    setattr(Number, name, lambda self, f=function: Number(f(self.value)))
Number.log = lambda self: Number(mpmath.log(self.value) if self.value > 0 else -mpmath.inf)
Number.log1p = lambda self: Number(mpmath.log1p(self.value) if self.value > -1 else -mpmath.inf)


def value(m, counts):
    """The measure of one table, as a batch of one so that no array turns into a bare number."""
    table = Contingency(np.array([counts], dtype=np.int64))
    with np.errstate(all="ignore"):
        return m.function(table.positive(1) if m.scope == "binary" else table)[0]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("m", MEASURES, ids=lambda m: m.key)
def test_no_digit_is_lost(m, table, monkeypatch):
    if m.scope == "binary" and len(TABLES[table]) > 2:
        table = "rare"
    rounded = value(m, TABLES[table])
    monkeypatch.setattr(quantities, "widen", lambda counts: counts.astype(object))
    monkeypatch.setattr(quantities, "narrow", lambda values: np.frompyfunc(Number, 1, 1)(np.asarray(values)))
    with mpmath.workdps(60):
        exact = float(value(m, TABLES[table]))
    assert rounded == pytest.approx(exact, rel=OF_AN_ITERATION.get(m.key, TOLERANCE), abs=0)
