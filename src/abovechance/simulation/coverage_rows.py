"""The coverage study as tidy rows, and back: one for each measure, and for the test, under each condition."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from abovechance.simulation.conditions import Condition
from abovechance.simulation.coverage import Coverage, CoverageStudy, Rejection
from abovechance.simulation.summary import coverage_side, type_1_side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.simulation.coverage import Effort

Row = dict[str, Any]

COLUMNS = (
    "kind", "classes", "n", "prevalence", "informed", "guess", "skill", "measure", "method", "true_value",
    "replicates", "defined", "rate", "monte_carlo_error", "band", "warned", "rate_warned", "rate_unwarned",
    "silent_misses", "width",
)  # fmt: skip


def coverage_row(x: Coverage) -> Row:
    """How the interval of a measure did."""
    unwarned = x.defined - x.warned
    return _condition_row("interval", x.condition) | {
        "measure": x.measure,
        "method": x.method,
        "true_value": x.true_value,
        "replicates": x.replicates,
        "defined": x.defined,
        "rate": x.coverage,
        "monte_carlo_error": x.error,
        "band": coverage_side(x),
        "warned": x.warned_share,
        "rate_warned": (x.covered - x.covered_unwarned) / x.warned if x.warned else math.nan,
        "rate_unwarned": x.covered_unwarned / unwarned if unwarned else math.nan,
        "silent_misses": x.silent_share,
        "width": x.width,
    }


def rejection_row(x: Rejection) -> Row:
    """How the test did."""
    return _condition_row("test", x.condition) | {
        "measure": "informedness",
        "method": "auto",
        "true_value": 0.0,
        "replicates": x.replicates,
        "defined": x.defined,
        "rate": x.rate,
        "monte_carlo_error": x.error,
        "band": type_1_side(x),
        "warned": x.warned_share,
        "rate_warned": None,
        "rate_unwarned": None,
        "silent_misses": None,
        "width": None,
    }


def _condition_row(kind: str, c: Condition) -> Row:
    return {
        "kind": kind,
        "classes": c.classes,
        "n": c.n,
        "prevalence": c.rare,
        "informed": c.informed,
        "guess": c.guess,
        "skill": c.skill,
    }


def rows_of(study: CoverageStudy) -> list[Row]:
    """One for each measure under each condition, then one for the test under each without skill."""
    return [*map(coverage_row, study.coverages), *map(rejection_row, study.rejections)]


def study_of(rows: Sequence[Row], effort: Effort, seed: int) -> CoverageStudy:
    """The study that has these rows: shares times numbers are the counts that they were made of."""
    intervals, tests = ([row for row in rows if row["kind"] == kind] for kind in ("interval", "test"))
    return CoverageStudy(tuple(map(_coverage, intervals)), tuple(map(_rejection, tests)), effort, seed)


def _coverage(row: Row) -> Coverage:
    defined, warned = row["defined"], _count(row["warned"], row["defined"])
    return Coverage(
        condition=_condition(row),
        measure=row["measure"],
        method=row["method"],
        true_value=row["true_value"],
        replicates=row["replicates"],
        defined=defined,
        covered=_count(row["rate"], defined),
        warned=warned,
        covered_unwarned=_count(row["rate_unwarned"], defined - warned),
        width=row["width"],
    )


def _rejection(row: Row) -> Rejection:
    counts = (_count(row[name], row["defined"]) for name in ("rate", "warned"))
    return Rejection(_condition(row), row["replicates"], row["defined"], *counts)


def _condition(row: Row) -> Condition:
    return Condition(row["classes"], row["n"], row["prevalence"], row["informed"], row["guess"], row["skill"])


def _count(share: float, whole: int) -> int:
    return round(share * whole) if whole else 0
