"""When an interval is not to be trusted, in words: measured, not guessed.

What is promised of the default methods is that an interval without a warning misses the true value on no
more than 6.5 % of all tables (``docs/coverage.md``). In simulations of predictors of 2 to 50 classes with 50
and more items, the profile, Agresti and Coull's interval and Miettinen and Nurminen's keep that by themselves
except where next to nothing is known: a proportion of one or two trials, one of two classes with fewer than
five items, a label that hardly occurs where all classes weigh the same.

The delta method and the bootstrap cover 93 % or more except where few items decide: a class of fewer than
ten, fewer than ten errors in all, less than one item expected in a cell of a table that looks like chance,
or, for two classes, fewer than five items in a cell.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from abovechance.inference.intervals.delta import MOST_CELLS, linearise, smoothed
from abovechance.inference.intervals.methods import DRAWN
from abovechance.inference.resampling.margins import least_expected
from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from abovechance.core.arrays import Array
    from abovechance.inference.intervals.delta import Sampling
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Tables

FEW_IN_CELL = 5
FEW_IN_SAMPLE = 5
FEW_TRIALS = 3
FEW_OUTCOMES = 5
FEW_OF_LABEL = 4
FEW_IN_CLASS = 10
FEW_ERRORS = 10
FEW_ITEMS = 30
FEW_EXPECTED = 1.0
UNSTABLE_SHARE = 0.05
_STANDARD_ERRORS = 2.0
_MAX_BIAS_IN_SE = 0.3

RULE_OF_THUMB = (
    "the papers' rule of thumb: it does not know how many items each class has and covers less than its level"
)
NULL_BAND = (
    "the papers' band of chance: as wide at any value as at 0; it does not know how many items each class has"
)
WEIGHTS = (
    "the table holds weights without their squares: the interval takes their sum as the number of "
    "independent items; count the items with weights=, or give squares"
)
FEW_IN_ALL = "fewer than 30 items: the interval may cover less than its level"
SMALL_CELL = "fewer than 5 items in a cell of the table: the interval may cover less than its level"
SMALL_CLASS = "a class has fewer than 10 items: the interval may cover less than its level"
NEARLY_PERFECT = "fewer than 10 decisions are wrong: the interval may cover less than its level"
SPARSE_CHANCE = (
    "chance alone would put less than one item into a cell, and the table does not differ from chance: the "
    "interval may cover less than its level"
)
SMALL_SAMPLE = (
    "one of the two proportions that are compared is of fewer than 5 items: the interval may cover less than "
    "its level"
)
HARDLY_TRIED = "fewer than 3 trials: the interval may cover less than its level"
FEW_WENT_ASTRAY = (
    "less than 5 successes or failures, but not none: Wilson's interval may cover less than its level, "
    "'agresti_coull' does not"
)
RARE_LABEL = (
    "a label occurs fewer than 4 times in truth and prediction together: the interval may cover less than "
    "its level"
)
INFINITE = (
    "the value is infinite, since a cell is empty: it has no standard error, and the finite bound rests on "
    "few items"
)
FIXED = "the number of items of each class was fixed, and the value with it: there is no uncertainty"
FLAT = "the value does not change with the sample to first order: the interval says nothing of its spread"
KINK = "the measure has a kink where counts are equal, and the delta method fails near it: prefer 'bca'"
BIASED = "few items for so many cells: the value is biased away from chance, and the interval with it"
CHANCE = "the table does not differ from chance, the end of the range: the interval was extended to it"
UNSTABLE = "the measure is undefined on more than 5 % of the tables drawn, which were left out"
NEAR_CHANCE = (
    "Informedness or Markedness is within two standard errors of 0, where the geometric mean of more than "
    "two classes has no standard error"
)
NO_ERROR = "the standard error is undefined on this table"
TOO_LARGE = "the measure looks at every cell, and the table has too many for a standard error"

LEVEL_IN_DOUBT = frozenset(
    {"delta", "wald", "fleiss_cohen_everitt", "bonett_price", "log", "log_adjusted", *DRAWN}
)
"""The methods whose coverage depends on the number of items."""


class Facts:
    """What is known of tables that bears on any interval, each found out once and if asked for."""

    def __init__(self, tables: Tables, level: float, sampling: Sampling, *, effective: bool = False) -> None:
        self.tables = tables
        self._effective = effective
        self._level = level
        self._sampling: Sampling = sampling
        self.classes = len(tables.labels)

    @cached_property
    def looks_like_chance(self) -> Array:
        """Whether Pearson's χ² finds no dependence of prediction and truth."""
        from scipy.special import chdtrc

        with np.errstate(all="ignore"):
            # Negated, so that NaN counts as chance.
            return ~(chdtrc(self._freedom, self._chi_squared) < 1 - self._level)

    @cached_property
    def biased_association(self) -> Array:
        """Whether χ² exceeds its true size by more than 0.3 of its standard error: by f, with 2√χ²."""
        with np.errstate(all="ignore"):
            # Under dependence χ² has about its own value plus f for its mean, and 2√χ² for its standard
            # error.
            return ~(self._freedom < 2 * _MAX_BIAS_IN_SE * np.sqrt(self._chi_squared))

    @cached_property
    def biased_information(self) -> Array:
        """The same of mutual information, which is too large by f/2N nats (Miller 1955)."""
        found = linearise([measure("mutual_information")], smoothed(self.tables), self._sampling)
        with np.errstate(all="ignore"):
            # Divided by log 2, as mutual information is given in bits.
            bias = self._freedom / (2 * self.tables.contingency.total * np.log(2))
            return ~(bias < _MAX_BIAS_IN_SE * found["mutual_information"].se)

    @cached_property
    def _freedom(self) -> Array:
        rows, columns = self.tables.contingency.occupied
        return np.maximum((rows - 1) * (columns - 1), 1)

    @cached_property
    def _chi_squared(self) -> Array:
        t = self.tables.contingency
        with np.errstate(all="ignore"):
            return t.phi_squared * t.total

    @cached_property
    def near_chance(self) -> Array:
        """Whether Informedness or Markedness is within two standard errors of 0."""
        parts = [measure("informedness"), measure("markedness")]
        # Smoothed, so that a perfect table, whose standard error is 0, is not taken for far from chance by
        # rule.
        found = linearise(parts, smoothed(self.tables), self._sampling).values()
        return np.logical_or(*(abs(x.value) < _STANDARD_ERRORS * x.se for x in found))

    @property
    def weighted(self) -> Array:
        """Whether the cells are weights whose squares are not known: nobody can tell the number of items."""
        known = self._effective or self.tables.is_countable
        return np.full(self.tables.batch_shape, not known)

    @property
    def too_large(self) -> bool:
        """Whether a measure that looks at every cell has no standard error, since there are too many."""
        rows, columns = self.tables.counts.shape[-2:]
        return rows * columns > MOST_CELLS

    def is_fixed(self, m: Measure) -> bool:
        """Whether the sampling leaves a measure no freedom."""
        return self._sampling == "classes" and m.of_classes

    @property
    def few_in_all(self) -> Array:
        """Whether there are few items in all."""
        return self.tables.contingency.total < FEW_ITEMS

    @cached_property
    def few_in_cell(self) -> Array:
        """Whether one of the four cells of a dichotomy is nearly empty."""
        d = self.tables.dichotomy
        return np.minimum(np.minimum(d.tp, d.fp), np.minimum(d.fn, d.tn)) < FEW_IN_CELL

    @cached_property
    def few_in_cell_of_a_class(self) -> Array:
        """Whether a class that occurs has few hits, few misses or few false alarms."""
        d = self.tables.contingency.each
        smallest = np.minimum(np.minimum(d.tp, d.fp), d.fn)
        # Classes that do not occur have no cells to fill.
        return np.any((d.rp > 0) & (smallest < FEW_IN_CELL), axis=-1)

    @cached_property
    def few_of_a_class(self) -> Array:
        """Whether one of the two classes of a dichotomy has few items."""
        d = self.tables.dichotomy
        return np.minimum(d.rp, d.rn) < FEW_IN_SAMPLE

    @cached_property
    def few_given_a_label(self) -> Array:
        """Whether few items were given one of the two labels of a dichotomy."""
        d = self.tables.dichotomy
        return np.minimum(d.pp, d.pn) < FEW_IN_SAMPLE

    @cached_property
    def rare_label(self) -> Array:
        """Whether a label hardly occurs, in truth and prediction together."""
        t = self.tables.contingency
        both = t.real + t.predicted
        return np.any((both > 0) & (both < FEW_OF_LABEL), axis=-1)

    @cached_property
    def few_in_class(self) -> Array:
        """Whether a real class that occurs has few items."""
        real = self.tables.contingency.real
        return np.any((real > 0) & (real < FEW_IN_CLASS), axis=-1)

    @cached_property
    def few_errors(self) -> Array:
        """Whether few decisions are wrong."""
        return self.tables.contingency.wrong < FEW_ERRORS

    @cached_property
    def sparse_chance(self) -> Array:
        """Whether a cell expects less than one item, in a table that does not differ from chance."""
        return self.looks_like_chance & (least_expected(self.tables.contingency) < FEW_EXPECTED)

    def few_items(self, m: Measure) -> list[tuple[str, str]]:
        """The facts that tell of too few items for a measure, and what to say."""
        tables = self.tables
        if m.scope == "binary" or (tables.is_square and self.classes == 2):
            return [("few_in_cell", SMALL_CELL)]
        rare = ("few_in_class", SMALL_CLASS)
        if not tables.is_square:
            return [rare]
        return [rare, ("few_errors", NEARLY_PERFECT), ("sparse_chance", SPARSE_CHANCE)]


def singular_at_chance(m: Measure) -> bool:
    """Whether chance is the end of the range, so that chance itself looks like more than chance."""
    return m.chance is not None and m.chance == m.low


def is_information(m: Measure) -> bool:
    """Whether a measure is made of the entropy of the cells."""
    unbounded = m.given_margins == "information" and math.isinf(m.high)
    return m.family == "information" and (singular_at_chance(m) or unbounded)


def is_association(m: Measure) -> bool:
    """Whether a measure tells how far all cells are from chance, in another way."""
    return singular_at_chance(m) and m.kind == "association" and m.family != "information"


def suffers_from_rare_labels(m: Measure, classes: int) -> bool:
    """Whether a label that hardly occurs may decide: where all classes weigh the same, and in products."""
    return m.evenly or (m.key == "correlation" and classes != 2)


def texts(said: list[tuple[Array, str]], shape: tuple[int, ...]) -> Array:
    """The first text that applies to each value, or None."""
    texts = np.full(shape, None, dtype=object)
    # The first that applies is written last and stays.
    for applies, text in reversed(said):
        texts[applies] = text
    return texts
