"""The coverage study, ready-made: whether intervals and the test keep their promises over a wide grid."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from abovechance.measures.registry import measure
from abovechance.studies.base import Finding, ReadyStudy, Section
from abovechance.studies.coverage.conditions import Condition, grid
from abovechance.studies.coverage.summary import (
    FROM_ITEMS,
    SILENT,
    TYPE_1,
    broken,
    broken_tests,
    coverage_row,
    covers,
    is_promised,
    kept,
    mean,
    rejection_row,
    short,
    study_of,
)
from abovechance.studies.coverage.trials import CHUNK_SIZE, Effort, counted, coverages_of, rejections_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np

    from abovechance.simulation.runner.run import Sums
    from abovechance.studies import base as ready
    from abovechance.studies.base import Row
    from abovechance.studies.coverage.conditions import Skill
    from abovechance.studies.coverage.trials import Coverage, CoverageStudy

QUICK = 1000
FULL = 10_000
_NONE = "–"
_RARE = 0.1
_GIVE = "give or take two Monte Carlo standard errors"

_Grid = tuple[list[str], list[list[str]]]
"""A header and lines of text; the first column is text, the others numbers."""


def cells(effort: ready.Effort) -> tuple[Condition, ...]:
    """The conditions: fewer of many classes, whose tables take long."""
    grids = _quick() if effort == "quick" else _full()
    return tuple(dict.fromkeys(x for found in grids for x in found))


def _quick() -> list[tuple[Condition, ...]]:
    return [
        grid((2, 3), (100,), (None, 0.1), (0.0, 0.5, 0.9)),
        grid((3,), (100,), (0.02,), (0.9,), skills=("unequal", "confused")),
    ]


def _full() -> list[tuple[Condition, ...]]:
    few, some, rare = (50, 100, 300, 1000), (50, 300, 1000), (None, 0.1, 0.02)
    others: tuple[Skill, ...] = ("unequal", "confused")
    return [
        grid((2, 3), few, rare, (0.0, 0.3, 0.8, 0.95)),
        grid((2, 3), few, rare, (0.8,), skills=others),
        grid((5,), some, rare, (0.0, 0.2, 0.9)),
        grid((5,), some, rare, (0.8,), skills=others),
        grid((10,), some, (None, 0.02), (0.5,), skills=("equal", "confused")),
        grid((10,), some, (None, 0.02), (0.0, 0.9), ("mismatched",)),
        grid((10,), some, (None, 0.02), (0.8,), ("mismatched",), skills=("unequal",)),
        grid((50,), (1000,), (None,), (0.5,), ("mismatched",), skills=("equal", "confused")),
    ]


def chunk(cell: Condition, size: int, seed: np.random.SeedSequence) -> Sums:
    """Counts of what the intervals and the test do on some tables."""
    return counted(cell, size, seed, Effort(size, bootstrapped=size // 10))


def rows(cell: Condition, sums: Sums) -> list[Row]:
    """One for each measure, and one for the test where nothing is informed."""
    found = [coverage_row(x) for x in coverages_of(cell, sums)]
    return found + [rejection_row(x) for x in rejections_of(cell, sums)]


def sections(rows: Sequence[Row]) -> list[Section]:
    """The tables of the report."""
    return sections_of(_study(rows))


def _study(rows: Sequence[Row]) -> CoverageStudy:
    return study_of(rows, Effort(), 0)  # neither effort nor seed enters into tables and findings


def findings(rows: Sequence[Row]) -> list[Finding]:
    """Whether the promises are kept."""
    study = _study(rows)
    return [*_intervals_found(study), *_tests_found(study)]


def _intervals_found(study: CoverageStudy) -> list[Finding]:
    found = kept(study)
    cases, out = sum(x.conditions for x in found), sum(x.broken for x in found)
    if not cases:
        return []
    promised = [x for x in study.coverages if is_promised(x)]
    covering = [x for x in promised if covers(x)]
    worst = max(promised, key=lambda x: x.silent_share)
    return [
        Finding(
            f"With {FROM_ITEMS} items or more, no more than {_percent(SILENT)} % of tables have a 95 % "
            "interval that misses without a warning (a Monte Carlo bound of 99 %).",
            out == 0,
            f"So it is, but for noise, in {cases - out} of {cases} cases (a measure under a condition); the "
            f"greatest share seen is {_percent(worst.silent_share)} %, of {measure(worst.measure).title} "
            f"with {_words(worst.condition)}.",
        ),
        Finding(
            "Warnings are rare where none is needed.",
            mean(x.warned_share for x in covering) < _RARE,
            f"Where intervals cover 93 % or more, {len(covering)} cases, "
            f"{_percent(mean(x.warned_share for x in covering))} % of them carry a warning; where they "
            f"cover less, {len(promised) - len(covering)} cases, "
            f"{_percent(mean(x.warned_share for x in promised if not covers(x)))} %.",
        ),
    ]


def _words(c: Condition) -> str:
    return f"{c.classes} classes, {c.n} items, the rare ones of {100 * c.rare:.3g} %, b = {c.informed:g}"


def _tests_found(study: CoverageStudy) -> list[Finding]:
    if not study.rejections:
        return []
    out = broken_tests(study)
    least, greatest = (f(x.rate for x in study.rejections) for f in (min, max))
    return [
        Finding(
            f"The default test at 5 % rejects chance in {band_words(TYPE_1)} of tables under every condition "
            f"({_GIVE}).",
            not out,
            f"So it does under {len(study.rejections) - len(out)} of {len(study.rejections)} conditions; "
            f"least {_percent(least)}, greatest {_percent(greatest)} %.",
        )
    ]


def band_words(band: tuple[float, float]) -> str:
    """A band of rates in words."""
    return f"{100 * band[0]:g} to {100 * band[1]:g} %"


# Tables -----------------------------------------------------------------------------------------


def sections_of(study: CoverageStudy) -> list[Section]:
    """What is kept, coverage and width by the number of items, and what is beyond its band."""
    undefined = "Undefined (% of tables): mean over conditions ≤ greatest"
    tables = {
        f"From {FROM_ITEMS} items on": _promises(study),
        "Coverage (%): mean over conditions ≥ least": _by_items(study, _coverages_shown),
        "Silent misses (%): mean over conditions ≤ greatest": _by_items(study, _silent_shown),
        "Warned (%): mean over conditions": _by_items(study, _warned_shown),
        undefined: _by_items(study, _undefined_shown),
        "Mean width": _by_items(study, lambda found: f"{mean(x.width for x in found):.3f}"),
        "Promise broken": _cases_shown(broken(study)),
        "Coverage below 93 %": _cases_shown(short(study)),
        "Type I error (%)": _rejections_shown(study),
        "Type I error beyond its band": _broken_tests_shown(study),
    }
    return [
        Section(title, tuple(header), tuple(map(tuple, body)), _NOTES.get(title, ""))
        for title, (header, body) in tables.items()
        if body
    ]


_NOTES = {
    f"From {FROM_ITEMS} items on": "Silent: the greatest share (%) of tables whose interval misses without a "
    f"warning; broken: conditions in which it exceeds {100 * SILENT:g} % by more than a Monte Carlo bound of "
    "99 %; below and above: conditions in which the coverage is less than 93 % or more than 97.5 %, by more "
    "than two Monte Carlo standard errors; warned and needless: mean share (%) of intervals with a warning, "
    "in all conditions and in those that cover 93 % or more.",
    "Silent misses (%): mean over conditions ≤ greatest": "Of all tables, those whose interval misses the "
    "true value and carries no warning.",
}


def _promises(study: CoverageStudy) -> _Grid:
    header = [
        "Measure", "cases", "broken", "silent", "below", "above", "least", "greatest", "warned", "needless",
    ]  # fmt: skip
    body = [
        [
            measure(x.measure).title,
            *map(str, (x.conditions, x.broken)),
            _percent(x.silent),
            *map(str, (x.below, x.above)),
            *map(_percent, (x.least, x.greatest, x.warned, x.needless)),
        ]
        for x in kept(study)
    ]
    return header, body


def _by_items(study: CoverageStudy, shown: Callable[[Sequence[Coverage]], str]) -> _Grid:
    """A line for each measure, a column for each number of items."""
    sizes = sorted({x.condition.n for x in study.coverages})
    body = []
    for name in dict.fromkeys(x.measure for x in study.coverages):
        of_measure = [x for x in study.coverages if x.measure == name]
        cells = [shown([x for x in of_measure if x.condition.n == n]) for n in sizes]
        body.append([measure(name).title, *cells])
    return ["Measure", *(f"N = {n}" for n in sizes)], body


def _coverages_shown(found: Sequence[Coverage]) -> str:
    least = min((x.coverage for x in found if not math.isnan(x.coverage)), default=math.nan)
    return f"{_percent(mean(x.coverage for x in found))} ≥ {_percent(least)}"


def _undefined_shown(found: Sequence[Coverage]) -> str:
    shares = [1 - x.defined / x.replicates for x in found if x.replicates]
    return f"{_percent(mean(shares))} ≤ {_percent(max(shares, default=math.nan))}"


def _silent_shown(found: Sequence[Coverage]) -> str:
    shares = [x.silent_share for x in found if x.replicates]
    return f"{_percent(mean(shares))} ≤ {_percent(max(shares, default=math.nan))}"


def _warned_shown(found: Sequence[Coverage]) -> str:
    return _percent(mean(x.warned_share for x in found))


def _cases_shown(found: Sequence[Coverage]) -> _Grid:
    header = ["Measure", *_CONDITION, "cover", "warned", "silent"]
    body = [
        [
            measure(x.measure).title,
            *_condition(x.condition),
            *map(_percent, (x.coverage, x.warned_share, x.silent_share)),
        ]
        for x in found
    ]
    return header, body


def _rejections_shown(study: CoverageStudy) -> _Grid:
    sizes = sorted({x.condition.n for x in study.rejections})
    body = []
    for classes in sorted({x.condition.classes for x in study.rejections}):
        line = [f"{classes} classes"]
        for n in sizes:
            rates = [x.rate for x in study.rejections if (x.condition.classes, x.condition.n) == (classes, n)]
            line.append(f"{_percent(min(rates))} to {_percent(max(rates))}" if rates else _NONE)
        body.append(line)
    return ["Classes", *(f"N = {n}" for n in sizes)], body


def _broken_tests_shown(study: CoverageStudy) -> _Grid:
    header = ["Test", *_CONDITION, "rejects", "warned"]
    body = [
        ["Informedness", *_condition(x.condition), _percent(x.rate), _percent(x.warned_share)]
        for x in broken_tests(study)
    ]
    return header, body


_CONDITION = ("K", "N", "rare", "b", "guess")


def _condition(c: Condition) -> list[str]:
    return [str(c.classes), str(c.n), f"{c.rare:.3g}", f"{c.informed:g}", _how(c)]


def _how(c: Condition) -> str:
    """What decisions do that are not informed, and that they are not so alike."""
    if c.skill == "equal":
        return c.guess
    return c.skill if c.skill == "confused" else f"{c.guess[:3]}. uneq."


def _percent(share: float) -> str:
    return _NONE if math.isnan(share) else f"{100 * share:.1f}"


STUDY = ReadyStudy(
    name="coverage",
    title="Do the intervals and the test keep their promises?",
    question="Do 95 % intervals hold the true value, and does the test at 5 % reject chance, as often as "
    "they say?",
    method="Tables are drawn of predictors of 2 to 50 classes that are informed with probability b and guess "
    "otherwise, with guesses as frequent as the classes (matched) and in the ratio 1 : 2 : … : K, the "
    "rarest class most often (mismatched). Skill is the same for all classes (equal), falls to a quarter "
    "from the first class to the last (unequal), or what is not informed takes a class for the next one "
    "(confused). All classes but the first have the prevalence called rare. The true value of a measure "
    "is its value on the table expected. Each measure has the interval of its default method; of 50 "
    "classes, one table in ten has one. Where nothing is informed, the default test is run too. Tables on "
    "which a measure is undefined have no interval to miss. A rate is called beyond its band if it is so by "
    "more than two Monte Carlo standard errors.",
    cells=cells,
    chunk=chunk,
    rows=rows,
    findings=findings,
    sections=sections,
    quick=QUICK,
    full=FULL,
    chunk_size=CHUNK_SIZE,
)
