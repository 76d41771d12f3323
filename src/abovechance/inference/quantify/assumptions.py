"""Tests of what a correction takes for granted: that the predictor errs alike in all groups."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import chi2

from abovechance.inference.significance.multiplicity import adjust
from abovechance.tables.tables import group_at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.core.arrays import Floats
    from abovechance.core.labels import Label
    from abovechance.tables.tables import Tables

MANY = "rates"
ONE = "rates of a group"
PREDICTIONS = "predictions of a group"


@dataclass(frozen=True)
class AssumptionTest:
    """Pearson's test of an assumption.

    Attributes
    ----------
    about
        ``rates``: the predictor errs alike in all groups on items of a class; ``rates of a group``: it errs
        in a group as in the others; ``predictions of a group``: labelled and unlabelled items are predicted
        alike there.
    label, group
        The class, or the group, that it is about; else None.
    p_value, p_adjusted
        Its p-value, and that adjusted for the number of groups (Holm).
    """

    about: str
    label: Label | None
    group: tuple[Label, ...] | None
    p_value: float
    p_adjusted: float


def assumption_tests(tables: Tables, unlabelled: Floats, design: str) -> tuple[AssumptionTest, ...]:
    """The tests for groups; nothing where there is one."""
    if not tables.axes:
        return ()
    classes = len(tables.labels)
    counts = tables.effective.counts.astype(float).reshape(-1, classes, classes)
    loose = unlabelled.reshape(-1, classes)
    groups = [group_at(tables, at) for at in np.ndindex(tables.batch_shape)]
    found = [
        AssumptionTest(MANY, label, None, p, p)
        for k, label in enumerate(tables.labels)
        for p in [homogeneity([counts[:, k]])]
    ]
    rest = counts.sum(0) - counts
    of_groups = [
        homogeneity([np.stack((own[k], others[k])) for k in range(classes)])
        for own, others in zip(counts, rest, strict=True)
    ]
    found += _of_groups(ONE, groups, of_groups)
    if design == "population":
        shifts = [homogeneity([np.stack((own.sum(0), x))]) for own, x in zip(counts, loose, strict=True)]
        found += _of_groups(PREDICTIONS, groups, shifts)
    return tuple(found)


def same_rates(counts: Floats) -> float:
    """The p-value that all groups have the same rates in each class; NaN if there is nothing to compare."""
    return homogeneity([counts[:, k] for k in range(counts.shape[-1])])


def homogeneity(tables: Iterable[Floats]) -> float:
    """The p-value of Pearson's chi-squared that the rows of each table have the same shares, summed."""
    total, freedom = 0.0, 0
    for table in tables:
        cells = table[table.sum(-1) > 0]
        cells = cells[:, cells.sum(0) > 0]
        if min(cells.shape) < 2:
            continue
        expected = cells.sum(-1, keepdims=True) * cells.sum(0) / cells.sum()
        total += float(((cells - expected) ** 2 / expected).sum())
        freedom += (cells.shape[0] - 1) * (cells.shape[1] - 1)
    return float(chi2.sf(total, freedom)) if freedom else math.nan


def _of_groups(
    about: str, groups: list[tuple[Label, ...] | None], p_values: list[float]
) -> list[AssumptionTest]:
    known = [p for p in p_values if not math.isnan(p)]
    adjusted = iter(adjust(known).tolist() if known else [])
    return [
        AssumptionTest(about, None, group, p, p if math.isnan(p) else next(adjusted))
        for group, p in zip(groups, p_values, strict=True)
    ]
