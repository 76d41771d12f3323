"""The coverage study, ready-made: whether intervals and the test keep their promises over a wide grid."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from abovechance.measures.registry import measure
from abovechance.simulation.conditions import Condition, grid
from abovechance.simulation.coverage import CHUNK_SIZE, Effort, counted, coverages_of, rejections_of
from abovechance.simulation.coverage_rows import coverage_row, rejection_row, study_of
from abovechance.simulation.studies.ready import Finding, ReadyStudy, Section
from abovechance.simulation.summary import (
    COVERAGE,
    FROM_ITEMS,
    TYPE_1,
    broken,
    broken_tests,
    coverage_side,
    is_promised,
    is_warned,
    kept,
    mean,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np

    from abovechance.simulation.coverage import Coverage, CoverageStudy
    from abovechance.simulation.running import Sums
    from abovechance.simulation.studies import ready
    from abovechance.simulation.studies.ready import Row

QUICK = 1000
FULL = 4000
_NONE = "–"
_GIVE = "give or take two Monte Carlo standard errors"

_Grid = tuple[list[str], list[list[str]]]
"""A header and lines of text; the first column is text, the others numbers."""


def cells(effort: ready.Effort) -> tuple[Condition, ...]:
    """The conditions."""
    if effort == "full":
        informed = (0.0, 0.3, 0.6, 0.8, 0.9, 0.95)
        return grid((2, 3, 5), (30, 100, 300, 1000), (None, 0.1, 0.05), informed)
    return grid((2, 3), (100,), (None, 0.1), (0.0, 0.5, 0.9))


def chunk(cell: Condition, size: int, seed: np.random.SeedSequence) -> Sums:
    """Counts of what the intervals and the test do on some tables."""
    return counted(cell, size, seed, Effort(size, bootstrapped=size // 10, permuted=size // 4))


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
    cases, out = sum(x.conditions for x in found), sum(x.below + x.above for x in found)
    silent, needless = sum(x.silent for x in found), sum(x.needless for x in found)
    if not cases:
        return []
    return [
        Finding(
            f"With {FROM_ITEMS} items or more, 95 % intervals cover {band_words(COVERAGE)} ({_GIVE}), or "
            "most of them carry a warning.",
            silent == 0,
            f"They cover as promised in {cases - out} of {cases} cases (a measure under a condition); of "
            f"the {out} others most results carry a warning in {out - silent}. {_by_noise(study)}",
        ),
        Finding(
            "Most of the cases that are warned of are ones in which the coverage is not as promised.",
            needless < out - silent,
            f"Most results carry one in {out - silent} cases in which the coverage is not as promised, and "
            f"in {needless} in which it is.",
        ),
    ]


def _by_noise(study: CoverageStudy) -> str:
    """What is seen beyond the band without a warning, but by no more than noise may explain."""
    within = [x for x in study.coverages if is_promised(x) and coverage_side(x) == "within"]
    seen = [x for x in within if not (COVERAGE[0] <= x.coverage <= COVERAGE[1]) and not is_warned(x)]
    if not seen:
        return "No other coverage is seen beyond the band without a warning."
    numbers = sorted({x.defined for x in seen})
    tables = f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
    return (
        f"Seen beyond the band without a warning, but by no more than two standard errors, are {len(seen)} "
        f"further coverages of {tables} intervals, from {_percent(min(x.coverage for x in seen))} to "
        f"{_percent(max(x.coverage for x in seen))} %."
    )


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
        undefined: _by_items(study, _undefined_shown),
        "Mean width": _by_items(study, lambda found: f"{mean(x.width for x in found):.3f}"),
        "Coverage beyond the band": _broken_shown(study),
        "Type I error (%)": _rejections_shown(study),
        "Type I error beyond its band": _broken_tests_shown(study),
    }
    return [
        Section(title, tuple(header), tuple(map(tuple, body)), _NOTES.get(title, ""))
        for title, (header, body) in tables.items()
        if body
    ]


_NOTES = {
    f"From {FROM_ITEMS} items on": "Below and above the band, by more than two Monte Carlo standard errors; "
    "silent: of these, where most results carry no warning; needless: others, where most do. Least and "
    "greatest are as seen, noise included: a coverage of 400 intervals has a standard error of a point.",
}


def _promises(study: CoverageStudy) -> _Grid:
    header = ["Measure", "cases", "below", "above", "silent", "needless", "least", "greatest"]
    body = [
        [
            measure(x.measure).title,
            *map(str, (x.conditions, x.below, x.above, x.silent, x.needless)),
            _percent(x.least),
            _percent(x.greatest),
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


def _broken_shown(study: CoverageStudy) -> _Grid:
    header = ["Measure", *_CONDITION, "coverage", "warned"]
    body = [
        [measure(x.measure).title, *_condition(x.condition), _percent(x.coverage), _percent(x.warned_share)]
        for x in broken(study)
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
    return [str(c.classes), str(c.n), f"{c.rare:.3g}", f"{c.informed:g}", c.guess]


def _percent(share: float) -> str:
    return _NONE if math.isnan(share) else f"{100 * share:.1f}"


STUDY = ReadyStudy(
    name="coverage",
    title="Do the intervals and the test keep their promises?",
    question="Do 95 % intervals hold the true value, and does the test at 5 % reject chance, as often as "
    "they say?",
    method="Tables are drawn of predictors of 2, 3 and 5 classes that are informed with probability b and "
    "guess otherwise, with guesses as frequent as the classes (matched) and in the ratio 1 : 2 : … : K, the "
    "rarest class most often (mismatched). The true value of a measure is its value on the table expected. "
    "Each measure has the interval of its default method; where that is the bootstrap, one table in ten has "
    "one, of 500 draws. Where nothing is informed, the default test is run too, on fewer tables where they "
    "are permuted one by one. Tables on which a measure is undefined are left out. A rate is called beyond "
    "its band if it is so by more than two Monte Carlo standard errors.",
    cells=cells,
    chunk=chunk,
    rows=rows,
    findings=findings,
    sections=sections,
    quick=QUICK,
    full=FULL,
    chunk_size=CHUNK_SIZE,
)
