"""Tables as the rates of each class and the shares of the classes, and measures of other shares."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.evaluation.deployment.amounts import TITLES
from abovechance.evaluation.rows import request_values
from abovechance.measures.registry import measure
from abovechance.tables.tables import Axis

if TYPE_CHECKING:
    from abovechance.core.arrays import Floats
    from abovechance.core.labels import Label
    from abovechance.evaluation.deployment.amounts import Amount
    from abovechance.evaluation.rows import Request
    from abovechance.tables.tables import Tables


@dataclass(frozen=True)
class Wanted:
    """What is computed of a table: measures, and amounts of two classes."""

    requests: tuple[Request, ...]
    amounts: tuple[Amount, ...] = ()

    def names(self, tables: Tables) -> list[tuple[str, Label | None]]:
        """The key and the class of each value."""
        found: list[tuple[str, Label | None]] = []
        for r in self.requests:
            whole = tables.positive if r.measure.scope == "binary" else None
            found += [(r.measure.key, label) for label in (tables.labels if r.each_class else (whole,))]
        return found + [(amount.key, tables.positive) for amount in self.amounts]

    def some(self, *, each_class: bool) -> Wanted:
        """The measures of each class alone, or the others."""
        return Wanted(tuple(r for r in self.requests if r.each_class is each_class))

    def values(self, tables: Tables) -> Floats:
        """The values at each table of a batch, which goes last."""
        found = request_values(tables, self.requests)
        columns = [found[r][..., k] for r in self.requests for k in range(found[r].shape[-1])]
        if self.amounts:
            d = tables.dichotomy
            columns += [amount((d.tp, d.fp, d.fn, d.tn)) for amount in self.amounts]
        return np.stack([np.broadcast_to(x, tables.batch_shape) for x in columns]).astype(float)


def rates_of(tables: Tables, shares: Floats) -> Floats:
    """The share of the items of each class that get each label; a class that will not occur may have none."""
    real = tables.counts.sum(-1, keepdims=True)
    lacking = [
        label
        for label, n, share in zip(tables.labels, real[..., 0].tolist(), shares.tolist(), strict=True)
        if n == 0 and share > 0
    ]
    if lacking:
        raise InputError(
            "class {names} has no items, so nothing is known of how it is decided: {argument} must be 0",
            names=", ".join(map(repr, lacking)), argument="prevalence",
        )  # fmt: skip
    return np.divide(tables.counts, real, out=np.zeros(tables.counts.shape), where=real > 0)


def deployed_tables(tables: Tables, rates: Floats, shares: Floats) -> Tables:
    """Tables of as many items with these rates and shares, over the batch that both make."""
    cells = rates * shares[..., None] * float(tables.counts.sum())
    axes = tuple(Axis(f"axis {i}") for i in range(cells.ndim - 2))
    # Squares of weights are of the items that were observed; these cells are made up.
    return replace(tables, counts=cells, squares=None, axes=axes)


def deployed_values(wanted: Wanted, tables: Tables, rates: Floats, shares: Floats) -> Floats:
    """The values with these rates and shares; what no prevalence changes stays where a class is missing."""
    found = wanted.values(deployed_tables(tables, rates, shares))
    lacking = (shares == 0).any(-1)
    if not lacking.any():
        return found
    classes = shares.shape[-1]
    # What no prevalence changes is measured where all classes occur; any such shares would do.
    even = wanted.values(deployed_tables(tables, rates, np.full(shares.shape, 1 / classes)))
    steady = np.array(
        [key not in TITLES and measure(key).is_unchanged_by("prevalence", classes)
         for key, _ in wanted.names(tables)]
    )  # fmt: skip
    return np.where(lacking & steady.reshape(-1, *[1] * (found.ndim - 1)), even, found)


def class_sizes(tables: Tables) -> Floats:
    """The number of items of each class, or of as many as their weights are worth."""
    real = tables.counts.sum(-1).astype(float)
    if tables.squares is None:
        return real
    squares = tables.squares.sum(-1)
    # Kish's effective number of items, (Σw)² / Σw².
    return np.divide(real**2, squares, out=np.zeros(real.shape), where=squares > 0)
