"""The outcome of a test over a batch of tables: arrays, before names and axes are put to them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

Array = Any
Alternative = Literal["two-sided", "greater", "less"]

ONE_TABLE = "the margins allow no other table"


@dataclass(frozen=True)
class Outcome:
    """What a test says of each table of a batch; every field has the shape of the batch.

    Attributes
    ----------
    statistic, df, p_value
        Not a number where undefined, ``df`` also where there are none.
    reference
        What the p-value was read off: ``"normal"``, ``"chi-squared"``, ``"exact"``, ``"Monte Carlo"``, …
    error
        The standard error of a Monte Carlo p-value, else 0.
    nominal
        The p-value by the distribution that a paper proposes for its own statistic.
    reason
        Why the p-value is undefined, or None.
    warning
        What to beware of, or None.
    """

    statistic: Array
    df: Array
    p_value: Array
    reference: Array
    error: Array = 0.0
    nominal: Array | None = None
    reason: Array = None
    warning: Array = None

    def broadcast(self, shape: tuple[int, ...]) -> Outcome:
        """Every field in the shape of the batch."""
        given = {
            name: value for name, value in vars(self).items() if not (name == "nominal" and value is None)
        }
        return replace(self, **{name: np.broadcast_to(_array(value), shape) for name, value in given.items()})

    def undefined_where(self, mask: Array, reason: Array) -> Outcome:
        """The same with NaN and a reason where the mask holds."""
        hidden = {
            name: np.where(mask, np.nan, value)
            for name, value in vars(self).items()
            if name in ("statistic", "df", "p_value", "error", "nominal") and value is not None
        }
        return replace(
            self,
            **hidden,
            reason=np.where(mask, _array(reason), _array(self.reason)),
            warning=np.where(mask, None, _array(self.warning)),
        )


def stacked(outcomes: Sequence[Outcome], shape: tuple[int, ...]) -> Outcome:
    """The outcomes of single tables as one of a batch."""
    fields = {}
    for name in vars(outcomes[0]) if outcomes else ():
        values = [getattr(outcome, name) for outcome in outcomes]
        kind = object if name in ("reference", "reason", "warning") else np.float64
        fields[name] = (
            None if name == "nominal" and values[0] is None else np.array(values, dtype=kind).reshape(shape)
        )
    if fields:
        return Outcome(**fields)
    nothing = np.zeros(shape)
    return Outcome(nothing, nothing, nothing, np.full(shape, None, dtype=object)).broadcast(shape)


def chosen(mask: Array, first: Outcome, second: Outcome) -> Outcome:
    """The first outcome where the mask holds, the second elsewhere."""
    shape = np.shape(mask)
    one, other = vars(first.broadcast(shape)), vars(second.broadcast(shape))
    return Outcome(
        **{name: None if one[name] is None else np.where(mask, one[name], other[name]) for name in one}
    )


def said_where(mask: Array, text: str) -> Array:
    """The text where the mask holds, None elsewhere."""
    return np.where(mask, _array(text), _array(None))


def stated(texts: Array) -> Array:
    """Where there is a text and not None."""
    return np.asarray(np.frompyfunc(lambda text: text is not None, 1, 1)(texts), dtype=bool)


def _array(value: Any) -> Array:
    return np.asarray(value, dtype=object) if value is None or isinstance(value, str) else np.asarray(value)
