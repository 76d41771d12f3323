"""What a coverage study says about the promises: where they are broken, and whether a warning says so.

The coverage study as tidy rows, and back: one for each measure, and for the test, under each condition.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from abovechance.studies.coverage.conditions import Condition
from abovechance.studies.coverage.trials import Coverage, CoverageStudy, Rejection

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from abovechance.studies.coverage.trials import Effort

SILENT = 0.065
"""The share of tables on which a 95 % interval may miss without a warning, from this number of items on."""
FROM_ITEMS = 50
COVERAGE = (0.93, 0.975)
"""A coverage that needs no warning, and is not wider than it has to be."""
TYPE_1 = (0.03, 0.06)
"""What a test at 5 % promises."""
_STANDARD_ERRORS = 2.0
_CERTAIN = 2.326
"""Standard errors of a one-sided bound of 99 %."""
_MOSTLY = 0.5

Side = Literal["within", "below", "above"]


def side(rate: float, error: float, band: tuple[float, float]) -> Side:
    """Where a rate lies; beyond the band only if it is so by more than two standard errors."""
    if rate + _STANDARD_ERRORS * error < band[0]:
        return "below"
    return "above" if rate - _STANDARD_ERRORS * error > band[1] else "within"


def is_promised(found: Coverage) -> bool:
    """Whether there are enough items for the promise to be made."""
    return found.condition.n >= FROM_ITEMS


def coverage_side(found: Coverage) -> Side:
    """Where the coverage of an interval lies."""
    return side(found.coverage, found.error, COVERAGE)


def breaks_promise(found: Coverage) -> bool:
    """Whether more intervals miss silently than promised, by more than a Monte Carlo bound of 99 %."""
    return found.silent_share - _CERTAIN * found.silent_error > SILENT


def type_1_side(found: Rejection) -> Side:
    """Where the Type I error of the test lies."""
    return side(found.rate, found.error, TYPE_1)


def is_warned(found: Coverage | Rejection) -> bool:
    """Whether most results of the condition carry a warning."""
    return found.warned_share >= _MOSTLY


@dataclass(frozen=True)
class Kept:
    """How a measure's intervals kept the promise, over all conditions in which it is made.

    Attributes
    ----------
    measure, methods
        The measure, and the methods that were the default.
    conditions
        How many conditions.
    broken
        In how many of them the promise is broken: too many intervals miss without a warning.
    silent
        The greatest share of tables on which an interval misses without a warning.
    below, above
        In how many conditions the coverage leaves the band.
    least, greatest
        The coverage at its least and greatest.
    warned, needless
        The mean share of warnings: in all conditions, and in those that cover 93 % or more.
    """

    measure: str
    methods: tuple[str, ...]
    conditions: int
    broken: int
    silent: float
    below: int
    above: int
    least: float
    greatest: float
    warned: float
    needless: float


def kept(study: CoverageStudy) -> list[Kept]:
    """One for each measure, in the order of the study."""
    promised = [found for found in study.coverages if is_promised(found)]
    measures = dict.fromkeys(found.measure for found in promised)
    return [_kept([found for found in promised if found.measure == name]) for name in measures]


def _kept(found: Sequence[Coverage]) -> Kept:
    sides = [coverage_side(x) for x in found]
    rates = [x.coverage for x in found if not math.isnan(x.coverage)]
    return Kept(
        measure=found[0].measure,
        methods=tuple(dict.fromkeys(x.method for x in found)),
        conditions=len(found),
        broken=sum(map(breaks_promise, found)),
        silent=max((x.silent_share for x in found if x.replicates), default=math.nan),
        below=sides.count("below"),
        above=sides.count("above"),
        least=min(rates, default=math.nan),
        greatest=max(rates, default=math.nan),
        warned=mean(x.warned_share for x in found),
        needless=mean(x.warned_share for x in found if covers(x)),
    )


def covers(found: Coverage) -> bool:
    """Whether an interval covers so often that a warning is needless."""
    return found.coverage >= COVERAGE[0]


def broken(study: CoverageStudy) -> list[Coverage]:
    """The intervals that break the promise, the worst first."""
    out = [x for x in study.coverages if is_promised(x) and breaks_promise(x)]
    return sorted(out, key=lambda x: -x.silent_share)


def short(study: CoverageStudy) -> list[Coverage]:
    """The intervals that cover less than the band where the promise is made, the worst first."""
    out = [x for x in study.coverages if is_promised(x) and coverage_side(x) == "below"]
    return sorted(out, key=lambda x: x.coverage)


def broken_tests(study: CoverageStudy) -> list[Rejection]:
    """The conditions in which the Type I error leaves its band."""
    return [x for x in study.rejections if type_1_side(x) != "within"]


def mean(values: Iterable[float]) -> float:
    """The mean of the numbers that are defined."""
    defined = [x for x in values if not math.isnan(x)]
    return sum(defined) / len(defined) if defined else math.nan


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
