"""The range of a quotient of linear forms: a linear program (Charnes and Cooper 1962)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from abovechance.solve.polynomial import FN, FP, TN, TP, Polynomial

if TYPE_CHECKING:
    from abovechance.core.arrays import Floats
    from abovechance.solve.forms import Form
    from abovechance.solve.region import Region

_SOLVER_ERROR = 1e-9  # what the solver may be off by


def linear_range(region: Region, form: Form) -> tuple[float, float]:
    """Bounds of a linear form on the tables that satisfy the linear ones of the inequalities."""
    from scipy.optimize import linprog

    rows = [_row(polynomial) for polynomial, _ in region.inequalities]
    rows = [row / np.abs(row).max() for row in rows]
    top, bottom = _row(form.top), _row(form.bottom)
    found = []
    for sign in (1, -1):
        least = linprog(
            sign * top,
            A_ub=-np.array(rows),
            b_ub=np.zeros(len(rows)),
            A_eq=[bottom],
            b_eq=[1.0],
            method="highs",
        )
        found.append(
            sign * (float(least.fun or 0.0) - _SOLVER_ERROR) if least.status == 0 else -sign * math.inf
        )
    return found[0], found[1]


def _row(polynomial: Polynomial) -> Floats:
    return np.array([polynomial.get(next(iter(cell)), 0) for cell in (TP, FP, FN, TN)], dtype=float)
