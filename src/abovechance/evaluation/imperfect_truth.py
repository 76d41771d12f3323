"""``imperfect_truth``: what measures can be worth where some of the true labels are wrong."""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import Argument, InputError
from abovechance.core.result import Answer
from abovechance.core.text import bounds as bounds_text
from abovechance.core.text import counted, number, quantity
from abovechance.evaluation.headline import level_text
from abovechance.inference.imperfect_truth.annotators import agreement_of, from_agreement
from abovechance.inference.imperfect_truth.correction import (
    error_matrix,
    wrong_share,
)
from abovechance.inference.imperfect_truth.model import (
    ErrorModel,
    breaks_at,
    corrected_value,
    doubt_of,
    extreme,
    sampled,
)
from abovechance.measures.headlines import OF_AN_IMPERFECT_TRUTH
from abovechance.measures.registry import measure
from abovechance.tables.arguments import of_tables
from abovechance.tables.tables import group_at

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.result import Row
    from abovechance.evaluation.rows import Group
    from abovechance.inference.imperfect_truth.annotators import Annotators
    from abovechance.tables.tables import Tables

_ROUNDING_ERROR = 1e-9


@dataclass(frozen=True)
class TruthReading:
    """A measure as observed, its bounds, and what it is with the right truth if the model holds."""

    measure: str
    group: Group | None
    value: float
    least: float
    most: float
    low: float | None
    high: float | None
    corrected: float
    corrected_low: float | None
    corrected_high: float | None


@dataclass(frozen=True, eq=False, repr=False)
class ImperfectTruth(Answer):
    """What :func:`imperfect_truth` found.

    Attributes
    ----------
    tables
        The tables as observed.
    readings
        For each measure, of all items together and then of each group, its value, the bounds ``least`` and
        ``most`` over all ways in which so many labels can be wrong, the interval ``low`` to ``high`` that
        allows for the sample as well, and the ``corrected`` value with its interval if errors do not depend
        on the prediction; NaN where there is none.
    error, error_interval
        The share of wrong true labels that the correction is for, and between which shares it may be.
    flips
        How many items may have a wrong truth at the most: what the bounds are for.
    errors
        The probability of each truth label (columns) by right class (rows).
    annotators
        What the agreement of annotators says of the error and of the highest Informedness that any system can
        show; None if it was not given.
    breaks_at
        Of two classes, the least share of wrong labels with which Informedness could be none; else None.
    level
        The confidence level of the intervals; None if there are none.
    doubt
        Why the correction is not to be trusted, or None.
    """

    tables: Tables
    readings: tuple[TruthReading, ...]
    error: float
    error_interval: tuple[float, float]
    flips: float
    errors: NDArray[np.float64]
    annotators: Annotators | None
    breaks_at: float | None
    level: float | None
    doubt: str | None

    def __getitem__(self, name: str) -> TruthReading:
        """The row of a measure, of all items together."""
        key = measure(name).key
        for reading in self.readings:
            if reading.measure == key and reading.group is None:
                return reading
        known = ", ".join(OF_AN_IMPERFECT_TRUTH)
        raise InputError(f"there are no bounds of {key}, only of {known}")

    def rows(self) -> list[Row]:
        """A row for each measure and group."""
        return [
            {
                "measure": x.measure,
                "group": None if x.group is None else tuple(map(str, x.group)),
                "value": x.value,
                "least": x.least,
                "most": x.most,
                "low": x.low,
                "high": x.high,
                "corrected": x.corrected,
                "corrected_low": x.corrected_low,
                "corrected_high": x.corrected_high,
                "level": None if x.low is None else self.level,
            }
            for x in self.readings
        ]

    @property
    def verdict(self) -> str:
        """The answer in plain sentences."""
        return " ".join(
            (*self._of_groups(), *self._of_annotators(), *self._of_bounds(), *self._of_correction())
        )

    def _of_groups(self) -> list[str]:
        groups = math.prod(self.tables.batch_shape)
        return [] if groups == 1 else [f"All {groups} groups together:"]

    def _of_annotators(self) -> list[str]:
        if self.annotators is None:
            return []
        a = self.annotators
        rate = f"{_percent(a.error_least)} to {_percent(a.error_most)}"
        first = (
            f"Annotators who agree on {_percent(a.agreement)} of the items err on {_percent(a.error)} if all "
        )
        said = [f"{first}classes are equally hard, and on {rate} if not."]
        if a.ceiling_least is None or a.ceiling_most is None:
            return [*said, f"A perfect system would then show an Informedness of {number(a.ceiling)}."]
        at_most = bounds_text(a.ceiling_least, a.ceiling_most)
        said.append(
            f"No system could then show an Informedness above {number(a.ceiling)} ({at_most} if classes are "
            "not equally hard)."
        )
        return said

    def _of_bounds(self) -> list[str]:
        x = self["informedness"]
        share = _percent(self.error_interval[1])
        items = counted(quantity(self.flips, 0 if float(self.flips).is_integer() else 1), "item")
        if math.isnan(x.value):
            known = (
                "nothing is known of it"
                if math.isnan(x.least)
                else f"it lies between {number(x.least)} and {number(x.most)}"
            )
            return [
                "Informedness is undefined: all items have the same true label.",
                f"If up to {share} of the true labels are wrong ({items}), {known}.",
            ]
        said = f"If up to {share} of the true labels are wrong ({items}), Informedness lies between "
        said += f"{number(x.least)} and {number(x.most)}; {number(x.value)} was observed."
        low, least = (x.least if x.low is None else x.low), x.least
        if least <= 0:
            read = "Such errors could explain all of it."
        elif low <= 0:
            read = "Such errors and the chance of the sample together could explain all of it."
        else:
            read = "Even then decisions are better than guessing."
        # What errors may explain is asked only of decisions that look better than guessing.
        found = [said, read] if x.value > 0 else [said]
        if self.breaks_at is not None and x.value > 0:
            found.append(
                f"It takes {_percent(self.breaks_at)} of wrong labels, at their worst, to explain all."
            )
        return found

    def _of_correction(self) -> list[str]:
        x = self["informedness"]
        doubt = [] if self.doubt is None else [f"Doubt this: {self.doubt}."]
        if math.isnan(x.value):
            return []
        if math.isnan(x.corrected):
            why = "such errors alone would give a label to more items than have it"
            return [f"There is no corrected Informedness: {why}.", *doubt]
        said = f"If errors do not depend on the prediction, Informedness is {number(x.corrected)}"
        if x.corrected_low is not None and x.corrected_high is not None and self.level is not None:
            said += f" ({level_text(self.level)} interval {bounds_text(x.corrected_low, x.corrected_high)})"
        return [f"{said}.", *doubt]


@of_tables
def imperfect_truth(
    tables: Tables,
    *,
    error: Any = None,
    error_interval: tuple[float, float] | None = None,
    agreement: Any = None,
    kappa: float | None = None,
    level: float | None = 0.95,
) -> ImperfectTruth:
    """What Informedness, Markedness, Kappa and accuracy can be where some true labels are wrong.

    Parameters
    ----------
    tables
        One table or a batch of groups, whose sum the verdict, ``flips``, ``breaks_at`` and ``doubt`` are of;
        or truth and prediction, two columns of labels, with all that
        :meth:`Tables.from_labels` takes by keyword; or the names of two columns of ``data``.
    error
        The share of items whose truth is wrong; or the error rate of each class; or the matrix of the
        probabilities of truth labels (columns) by right class (rows).
    error_interval
        The range of the error where it is estimated, at the confidence ``level``. The bounds
        are then for the larger share.
    agreement
        Instead of ``error``, the share of items that two annotators agree on, or their ratings as
        :func:`abovechance.agreement` takes them. The labels of one such annotator are taken to be the truth.
    kappa
        The same as Cohen's Kappa of two annotators who use labels as often as the truth here does.
    level
        The confidence level of the intervals, or None for no intervals.

    Returns
    -------
    ImperfectTruth
        Three answers: the bounds over every way in which so many labels can be wrong; the corrected value if
        errors depend on the right class alone, and not on the prediction; and, if agreement is given, the
        highest Informedness that any system could show. See ``docs/imperfect_truth.md``.

    Examples
    --------
    >>> import abovechance as ac
    >>> t = ac.Tables.from_cells(tp=40, fp=10, fn=10, tn=40)
    >>> found = ac.imperfect_truth(t, error=0.05)
    >>> row = found["informedness"]
    >>> round(row.least, 3), row.value, round(row.most, 3), round(row.corrected, 3)
    (0.5, 0.6, 0.707, 0.667)
    >>> round(found.breaks_at, 2)
    0.3
    >>> annotators = ac.imperfect_truth(t, agreement=0.8).annotators
    >>> round(annotators.error, 3), round(annotators.ceiling, 3)
    (0.113, 0.775)
    """
    tables.require_square()
    if 0 in tables.batch_shape or len(tables.labels) < 2:
        raise InputError("a truth that may be wrong needs a table of at least two classes")
    whole = tables.sum() if tables.axes else tables
    if not whole.counts.sum() > 0:
        raise InputError("the table has no items: there is nothing that could be wrong")
    error, error_interval, annotators = _error_given(
        whole, error=error, ends=error_interval, agreement=agreement, kappa=kappa,
        level=0.95 if level is None else level,
    )  # fmt: skip
    errors = error_matrix(error, len(tables.labels))
    share = float(error) if np.ndim(error) == 0 else wrong_share(whole.counts, errors)
    ends = (share, share) if error_interval is None else error_interval
    if not 0 <= ends[0] <= share + _ROUNDING_ERROR or not share - _ROUNDING_ERROR <= ends[1] <= 1:
        raise InputError("{argument} must hold the error of {share:.3g} between two shares, not {given}",
                         argument="error_interval", share=share, given=ends)  # fmt: skip
    model = ErrorModel(errors, share, ends, level)
    readings = [_reading(whole, key, model, None) for key in OF_AN_IMPERFECT_TRUTH]
    if tables.axes:
        for position in np.ndindex(tables.batch_shape):
            group = group_at(tables, position)
            readings += [_reading(tables[position], key, model, group) for key in OF_AN_IMPERFECT_TRUTH]
    return ImperfectTruth(
        tables,
        tuple(readings),
        share,
        ends,
        model.flips(whole),
        errors,
        annotators,
        breaks_at(whole),
        level,
        doubt_of(whole, errors),
    )


def _error_given(
    whole: Tables,
    *,
    error: Any,
    ends: tuple[float, float] | None,
    agreement: Any,
    kappa: float | None,
    level: float,
) -> tuple[Any, tuple[float, float] | None, Annotators | None]:
    """The error as given or as agreement tells it, between which shares, and what agreement says."""
    ways = {"error": error, "agreement": agreement, "kappa": kappa}
    given = [Argument(name) for name, way in ways.items() if way is not None]
    if not given:
        raise InputError("say how often the truth is wrong by error, agreement or kappa: by one of them")
    if len(given) > 1:
        raise InputError("{first} and {second} both say how often the truth is wrong: give one of them",
                         first=given[0], second=given[1])  # fmt: skip
    if error is not None:
        return error, ends, None
    shares = whole.counts.sum(-1) / whole.counts.sum()
    agreed = agreement if kappa is None else agreement_of(kappa, shares)
    low = high = agreed
    if not isinstance(agreed, Real):
        from abovechance.evaluation.agreement import agreement as agreement_found

        found = agreement_found(agreed, "percent_agreement", level=level)
        agreed, low, high = found.value, found.low, found.high
    annotators = from_agreement(float(agreed), shares)
    if ends is None:
        chance = float((shares**2).sum())
        # The interval may reach down to chance, where agreement tells no error: just above it does.
        lowest = from_agreement(max(float(low), chance + _ROUNDING_ERROR), shares)
        ends = (from_agreement(float(high), shares).error_least, lowest.error_most)
    return annotators.error, (min(ends[0], annotators.error), max(ends[1], annotators.error)), annotators


def _reading(tables: Tables, key: str, model: ErrorModel, group: Group | None) -> TruthReading:
    flips = model.flips(tables)
    least, most = (extreme(tables, key, flips, sign) for sign in (-1, 1))
    value, low, high = (float(measure(key)(t)) for t in (tables, least, most))
    sampled_low, sampled_high = (
        sampled(least, most, key, model.level) if tables.is_countable else (None, None)
    )
    right, right_low, right_high = corrected_value(tables, key, model)
    return TruthReading(key, group, value, low, high, sampled_low, sampled_high, right, right_low, right_high)


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"
