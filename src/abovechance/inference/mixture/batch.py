"""The mixtures of a batch of tables: all numbers, in the shape of the batch."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.inference.mixture import classes, goodness
from abovechance.inference.mixture.fit import Counts, below_chance, exchanged, fitted
from abovechance.inference.mixture.profile import information, profile_interval
from abovechance.inference.mixture.skill_interval import skill_interval
from abovechance.inference.significance.outcome import first_stated, said_where
from abovechance.measures.compute import why_undefined
from abovechance.tables.batch_result import scalar

if TYPE_CHECKING:
    from abovechance.core.arrays import Array, Booleans, Floats
    from abovechance.tables.tables import Tables

_FEW_OUTSIDE = 5
_FEW = (
    "fewer than 5 items are of another class than the commonest: the interval may cover less than its level"
)
_WEIGHTS = (
    "the table holds weights without their squares: their sum is taken as the number of independent items; "
    "count the items with weights=, or give squares"
)


class BatchFit:
    """The fit of a flat batch of tables, of as many items as their weights are worth.

    Since class sizes are given, each class has its own number: weights that differ by class alone change
    nothing but the prevalences.
    """

    def __init__(self, tables: Tables, level: float, how: dict[str, Any]) -> None:
        self._tables, self._level, self._how = tables, level, how
        cells = tables.counts.reshape(-1, *tables.counts.shape[-2:])
        self._prevalence = _shares(cells.sum(-1))
        if tables.squares is not None:
            # As many items of each class as its weights are worth (Kish 1965): the rates of a class are what
            # is fitted.
            squares = tables.squares.reshape(cells.shape).sum(-1, keepdims=True)
            whole = cells.sum(-1, keepdims=True)
            cells = cells * np.divide(whole, squares, out=np.ones(whole.shape), where=squares > 0)
        self._cells = cells
        self._real = cells.sum(-1) > 0
        self._known = self._real | (cells.sum(-2) > 0)
        self._two = self._known.sum(-1) == 2
        self._defined = self._real.sum(-1) > 1
        self._below, self._turned = below_chance(cells, self._known)

    def common(self) -> dict[str, Any]:
        """The fit with one share for all classes: the fields of the result by name."""
        informed, guessed = fitted(Counts.of(self._turned))
        df = self._freedom(of_classes=False)
        test = goodness.common_fit_test(self._cells, informed, df, **self._how)
        reason, warning = self._texts()
        found = self._shares(informed, guessed) | self._numbers(informed, guessed) | test._asdict()
        found |= {"reason": reason, "warning": warning}
        return {name: self._shaped(x) for name, x in found.items()}

    def share(self) -> Any:
        """The share informed alone, common to all classes."""
        informed = fitted(Counts.of(self._turned))[0]
        return self._shaped(self._where_defined(np.where(self._below, -informed, informed)))

    def _freedom(self, *, of_classes: bool) -> Floats:
        # Of two classes a mixture fits any table: there is nothing left to test.
        df = goodness.freedom(self._real, self._known, of_classes=of_classes)
        return np.where(self._defined & ~self._two, df, 0.0)

    def _shaped(self, values: Array) -> Any:
        return scalar(values.reshape((*self._tables.batch_shape, *values.shape[1:])))

    def _where_defined(self, values: Array) -> Array:
        return np.where(self._defined.reshape(-1, *(1,) * (values.ndim - 1)), values, np.nan)

    def _shares(self, informed: Floats, guessed: Floats) -> dict[str, Array]:
        with np.errstate(all="ignore"):
            guess = exchanged(guessed / (1 - informed)[:, None], self._known, self._below)
            right = np.where(self._real, informed[:, None] / (informed[:, None] + guessed), np.nan)
        found = {"guess": np.where(self._known, guess, 0.0), "informed_if_right": right}
        return {name: self._where_defined(x) for name, x in found.items()}

    def _numbers(self, informed: Floats, guessed: Floats) -> dict[str, Array]:
        low, high = profile_interval(self._turned, self._known, informed, self._level)
        total, right = self._turned.sum((-2, -1)), informed[:, None] + guessed
        with np.errstate(all="ignore"):
            real = self._turned.sum(-1) / total[:, None]
            each = information(np.where(right > 0, real / right, 0.0), (1 - real) / guessed, guessed > 0)
            se = np.where((informed > 0) & (informed < 1), 1 / np.sqrt(total * each), np.nan)
        # Tables below chance were turned for the fit: their bounds change sides and sign.
        sides = {"value": (informed, informed), "low": (high, low), "high": (low, high)}
        found = {name: np.where(self._below, -x, y) for name, (x, y) in sides.items()}
        return {name: self._where_defined(x) for name, x in (found | {"se": se}).items()}

    def _texts(self) -> tuple[Array, Array]:
        reason = np.asarray(why_undefined(self._tables, "informedness"), dtype=object).reshape(-1)
        real = self._cells.sum(-1)
        few = self._defined & (real.sum(-1) - real.max(-1) < _FEW_OUTSIDE)
        weights = np.full(len(real), not self._tables.is_countable)
        return reason, first_stated(said_where(weights, _WEIGHTS), said_where(few, _FEW))

    def classes(self, common: Floats, low: Floats, high: Floats) -> dict[str, Any]:
        """The fit with a skill for each class, beside the deviance and the bounds of the common one."""
        from scipy.special import chdtrc

        many, two = self._defined & ~self._two, self._defined & self._two
        df = self._freedom(of_classes=True)
        test = goodness.fit_test(self._cells, goodness.class_model, df, **self._how)
        number = np.where(many, self._real.sum(-1) - 1.0, np.nan)
        found = classes.fitted_skills(self._cells)
        known = many & found.identified
        share = classes.share_interval(self._cells, found, self._prevalence, self._level)
        uneven = np.where(many, np.maximum(common - test.deviance, 0.0), np.nan)
        with np.errstate(all="ignore"):
            right = found.skill / (found.skill + (1 - found.skill) * found.guess)
        each = {"skill": found.skill, "guess": found.guess, "informed_if_right": right}
        values: dict[str, Array] = {
            **{name: np.where(known[:, None], x, np.nan) for name, x in each.items()},
            "uneven": uneven,
            "uneven_df": number,
            "uneven_p_value": chdtrc(np.maximum(number, 1), uneven),
            "reason": said_where(many & ~found.identified, classes.NOT_TOLD),
            **{name: np.where(known, x, np.nan) for name, x in zip(_SHARE, share, strict=True)},
            **dict.fromkeys(("least", "most"), np.full(len(known), np.nan)),
            **test._asdict(),
        }
        for name, x in self._bounds(two, low, high).items():
            values[name] = np.array(values[name])
            values[name][two] = x
        return {name: self._shaped(x) for name, x in values.items()}

    def skill_bounds(self) -> tuple[Any, Any]:
        """The interval of each class's skill; NaN where skills are not known."""
        found = classes.fitted_skills(self._cells)
        known = self._defined & ~self._two & found.identified
        ends = np.full((2, *self._cells.shape[:2]), np.nan)
        ends[:, known] = skill_interval(self._cells[known], found.guess[known], self._level)
        return self._shaped(ends[0]), self._shaped(ends[1])

    def _bounds(self, two: Booleans, low: Floats, high: Floats) -> dict[str, Array]:
        """What the share informed lies between, of tables of two labels."""
        at = np.argsort(~self._known[two], axis=-1, kind="stable")[:, :2]
        cells = self._turned[np.flatnonzero(two)[:, None, None], at[:, :, None], at[:, None, :]]
        prevalence = np.take_along_axis(self._prevalence[two], at, axis=-1)[:, 1]
        least, greatest, low, high = classes.two_class_bounds(
            cells, prevalence, self._level, (low * high)[two] < 0
        )
        below = self._below[two]
        sides = {"least": (greatest, least), "most": (least, greatest)}
        sides |= {"low": (high, low), "high": (low, high)}
        return {name: np.where(below, -x, y) for name, (x, y) in sides.items()}


_SHARE = ("share", "low", "high")


def informed_share(tables: Tables) -> Any:
    """The share of informed decisions without its interval and test of fit, for studies of many tables."""
    return BatchFit(tables, math.nan, {}).share()


def _shares(counts: Array) -> Floats:
    total = counts.sum(-1, keepdims=True)
    return np.divide(counts, total, out=np.zeros(counts.shape), where=total > 0)
