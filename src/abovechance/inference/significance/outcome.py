"""The outcome of a test over a batch of tables: arrays, before names and axes are put to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from abovechance.core.lookup import Names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.core.arrays import Array, Numbers, Texts

Alternative = Literal["two-sided", "greater", "less"]
alternative_named = Names("alternative", ("two-sided", "greater", "less"))

ONE_TABLE = "the margins allow no other table"


@dataclass(frozen=True)
class Outcome:
    """What a test says of each table of a batch, NaN where undefined; every field has the shape of the batch.

    ``error`` is the standard error of a Monte Carlo p-value, else 0; ``nominal`` the p-value by the
    distribution that a paper proposes for its own statistic, else NaN; ``nominal_beta`` the one for beta.
    """

    statistic: Numbers
    df: Numbers
    p_value: Numbers
    reference: Texts
    error: Numbers = 0.0
    nominal: Numbers = np.nan
    nominal_beta: Numbers = np.nan
    reason: Texts = None
    warning: Texts = None

    def broadcast(self, shape: tuple[int, ...]) -> Outcome:
        """Every field in the shape of the batch."""
        return Outcome(**{name: np.broadcast_to(_array(value), shape) for name, value in vars(self).items()})

    def reshaped(self, shape: tuple[int, ...]) -> Outcome:
        """Every field in another shape of the batch."""
        return Outcome(**{name: np.reshape(value, shape) for name, value in vars(self).items()})

    def undefined_where(self, mask: Array, reason: Texts) -> Outcome:
        """The same with NaN and a reason where the mask holds."""
        return Outcome(
            **{name: np.where(mask, _array(_UNDEFINED[name]), value) for name, value in vars(self).items()}
            | {"reason": np.where(mask, _array(reason), _array(self.reason))}
        )

    def with_some(self, mask: Array, others: Outcome) -> Outcome:
        """The same with other outcomes, one for each place where the mask holds, but for the statistic."""
        fields = {name: np.array(value) for name, value in vars(self.broadcast(np.shape(mask))).items()}
        for name in fields.keys() - {"statistic"}:
            fields[name][mask] = getattr(others, name)
        return Outcome(**fields)


_UNDEFINED = dict.fromkeys(("statistic", "df", "p_value", "error", "nominal", "nominal_beta"), np.nan) | {
    "reference": None,
    "reason": None,
    "warning": None,
}


def stacked(outcomes: Sequence[Outcome], shape: tuple[int, ...]) -> Outcome:
    """The outcomes of single tables as one of a batch."""
    return Outcome(
        **{
            name: np.array(
                [np.asarray(getattr(outcome, name)).item() for outcome in outcomes],
                dtype=object if empty is None else float,
            ).reshape(shape)
            for name, empty in _UNDEFINED.items()
        }
    )


def merged(mask: Array, there: Outcome, elsewhere: Outcome) -> Outcome:
    """One outcome of a flat batch from that of the tables where the mask holds, and that of all others."""
    fields = {}
    for name, empty in _UNDEFINED.items():
        fields[name] = np.full(mask.shape, empty, dtype=object if empty is None else float)
        fields[name][mask], fields[name][~mask] = getattr(there, name), getattr(elsewhere, name)
    return Outcome(**fields)


def said_where(mask: Array, text: str) -> Array:
    """The text where the mask holds, None elsewhere."""
    return np.where(mask, _array(text), _array(None))


def stated(texts: Texts) -> Array:
    """Where there is a text and not None."""
    return np.asarray(np.frompyfunc(lambda text: text is not None, 1, 1)(texts), dtype=bool)


def first_stated(texts: Texts, others: Texts) -> Array:
    """The texts, and the others where there is none."""
    return np.where(stated(texts), _array(texts), _array(others))


def _array(value: object) -> Array:
    return np.asarray(value, dtype=object) if value is None or isinstance(value, str) else np.asarray(value)
