"""``implied_kappa``: any chance-corrected measure read as a Kappa, and any idea of chance made one.

Kappa is ``K = (Acc − E) / (1 − E)``, where E is the accuracy expected by chance (Powers 2012, eq. 1). For a
given accuracy the same form leads back, ``E = (Acc − K) / (1 − K)`` (eqs. 2 to 4). So every measure that is 0
for chance and 1 for perfection implies an E of its own, and every E a Kappa.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.measures.families.rates import accuracy, class_accuracy
from abovechance.measures.registry import measure as named
from abovechance.tables.arguments import of_tables
from abovechance.tables.batch_result import BatchResult

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from abovechance.core.arrays import Numbers
    from abovechance.core.result import Row
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Axis, Tables


@dataclass(frozen=True, eq=False, repr=False)
class ImpliedKappa(BatchResult):
    """A measure as a Kappa: numbers for one table, arrays for a batch.

    Attributes
    ----------
    measure
        The measure, or None where a level of chance was given.
    value
        The Kappa: that measure, or the Kappa of that level of chance.
    chance
        The accuracy expected by chance; it may lie outside 0 to 1, and is NaN where Kappa is 1.
    accuracy
        The accuracy; of a measure of one class, that of the class against the rest.
    axes
        What the axes of the arrays stand for.
    """

    _headline = "value"

    measure: str | None
    value: Any
    chance: Any
    accuracy: Any
    axes: tuple[Axis, ...] = ()

    def _line(self, row: Row, at: str) -> str:
        name = " ".join(filter(None, (row["measure"] or "Kappa of this chance", at)))
        return f"{name} {row['value']:.4f}: accuracy {row['accuracy']:.4f}, by chance {row['chance']:.4f}"


@of_tables
def implied_kappa(
    tables: Tables,
    /,
    measure: str | Measure | None = None,
    *,
    chance: ArrayLike | str | Measure | None = None,
) -> ImpliedKappa:
    """Read a chance-corrected measure as a Kappa, or make a Kappa of a level of chance.

    Parameters
    ----------
    tables
        One table or a batch; or truth and prediction, with all that :meth:`Tables.from_labels` takes by
        keyword.
    measure
        A measure that is 0 for chance and 1 for perfection: what accuracy does it take for chance?
    chance
        Instead of it, the accuracy expected by chance: a number, one for each table of a batch, or a measure
        such as ``"expected_accuracy_scott"``.

    Examples
    --------
    >>> import abovechance as ac
    >>> t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    >>> found = ac.implied_kappa(t, "informedness")
    >>> round(found.value, 3), round(found.chance, 3), found.accuracy
    (0.2, 0.475, 0.58)
    >>> round(ac.implied_kappa(t, chance="expected_accuracy").value, 3), round(ac.cohen_kappa(t), 3)
    (0.186, 0.186)
    """
    if (measure is None) == (chance is None):
        raise InputError("give a chance-corrected measure, or chance, the accuracy that is expected by it")
    if measure is None:
        observed = accuracy(tables)
        is_named = isinstance(chance, str) or callable(chance)
        level = named(chance)(tables) if is_named else chance  # type: ignore[arg-type]
        level = np.broadcast_to(np.asarray(level, dtype=float), np.shape(observed))[()]
        if np.any((level < 0) | (level > 1)):
            raise InputError("{argument} must be an accuracy between 0 and 1", argument="chance")
        return ImpliedKappa(None, kappa_from_expected(observed, level), level, observed, tables.axes)
    found = named(measure)
    if found.kind != "chance-corrected" or found.best != 1:
        raise InputError(
            f"{found.key} is no chance-corrected measure that reaches 1: no chance level is implied"
        )
    observed = (accuracy if found.scope == "overall" else class_accuracy)(tables)
    value = found(tables)
    return ImpliedKappa(found.key, value, expected_from_kappa(observed, value), observed, tables.axes)


def kappa_from_expected(accuracy: Numbers, expected: Numbers) -> Any:
    """The Kappa of an accuracy, given the accuracy expected by chance: ``(Acc − E) / (1 − E)``."""
    accuracy, expected = np.asarray(accuracy), np.asarray(expected)
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.where(expected == 1, np.nan, (accuracy - expected) / (1 - expected))
    return values.item() if values.ndim == 0 else values


def expected_from_kappa(accuracy: Numbers, kappa: Numbers) -> Any:
    """The accuracy that a Kappa expects by chance: the same form again, ``(Acc − K) / (1 − K)``."""
    return kappa_from_expected(accuracy, kappa)
