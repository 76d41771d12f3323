"""What the coverage study says: whether intervals and the test keep their promises, and where they do not."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from abovechance.measures.registry import measure
from abovechance.studies.base import Finding, Section, pivot
from abovechance.studies.counting import smoothed_error
from abovechance.studies.scoring import (
    COVERAGE,
    GIVE,
    TYPE_1,
    chosen,
    distinct,
    grouped,
    mean,
    percent,
    percents,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from abovechance.core.result import Row

SILENT = 0.065  # the share of tables on which a 95 % interval may miss without a warning
FROM_ITEMS = 50  # from so many items on
_Z_OF_99_PERCENT = 2.326  # standard errors of a one-sided bound of 99 %
_MAX_SHARE_WARNED = 0.1


def promised(rows: Iterable[Row]) -> list[Row]:
    """The intervals of conditions with so many items that the promise is made."""
    return [row for row in rows if row["kind"] == "interval" and row["n"] >= FROM_ITEMS]


def breaks_promise(row: Row) -> bool:
    """Whether more intervals miss silently than promised, by more than a Monte Carlo bound of 99 %."""
    error = smoothed_error(row["silent_misses"] * row["replicates"], row["replicates"])
    return bool(row["silent_misses"] - _Z_OF_99_PERCENT * error > SILENT)


def broken(rows: Iterable[Row]) -> list[Row]:
    """The intervals that break the promise, the worst first."""
    return sorted(filter(breaks_promise, promised(rows)), key=lambda row: -row["silent_misses"])


def short(rows: Iterable[Row]) -> list[Row]:
    """The intervals that cover less than the band where the promise is made, the worst first."""
    return sorted(chosen(promised(rows), band="below"), key=lambda row: row["rate"])


def broken_tests(rows: Iterable[Row]) -> list[Row]:
    """The conditions in which the Type I error leaves its band."""
    return [row for row in chosen(rows, kind="test") if row["band"] != "within"]


def _covers(row: Row) -> bool:
    """Whether an interval covers so often that a warning is needless."""
    return bool(row["rate"] >= COVERAGE[0])


def findings(rows: Sequence[Row]) -> list[Finding]:
    """Whether the promises are kept."""
    return [*_intervals_found(promised(rows)), *_tests_found(chosen(rows, kind="test"))]


def _intervals_found(asked: Sequence[Row]) -> list[Finding]:
    if not asked:
        return []
    out = len(broken(asked))
    covering = list(filter(_covers, asked))
    worst = max(asked, key=lambda row: row["silent_misses"])
    return [
        Finding(
            f"With {FROM_ITEMS} items or more, no more than {percent(SILENT)} % of tables have a 95 % "
            "interval that misses without a warning (a Monte Carlo bound of 99 %).",
            out == 0,
            f"It is exceeded beyond Monte Carlo error in {out} of {len(asked)} cases (a measure under a "
            f"condition). The greatest share, {percent(worst['silent_misses'])} % of the tables of one case, "
            f"{_side_of_limit(worst)}: {measure(worst['measure']).title} with {_words(worst)}.",
        ),
        Finding(
            "Warnings are rare where none is needed.",
            mean(row["warned"] for row in covering) < _MAX_SHARE_WARNED,
            f"Where intervals cover 93 % or more, {len(covering)} cases, "
            f"{percent(mean(row['warned'] for row in covering))} % of them carry a warning; where they "
            f"cover less, {len(asked) - len(covering)} cases, "
            f"{percent(mean(row['warned'] for row in asked if not _covers(row)))} %.",
        ),
    ]


def _side_of_limit(row: Row) -> str:
    """How the greatest share goes with the limit that is claimed."""
    if row["silent_misses"] <= SILENT:
        return "is below the limit"
    error = "beyond" if breaks_promise(row) else "but within"
    return f"is above the limit, {error} its Monte Carlo error"


def _words(row: Row) -> str:
    rare = f"the rare ones of {100 * row['prevalence']:.3g} %"
    return f"{row['classes']} classes, {row['n']} items, {rare}, b = {row['informed']:g}"


def _tests_found(tests: Sequence[Row]) -> list[Finding]:
    if not tests:
        return []
    out, rates = len(broken_tests(tests)), [row["rate"] for row in tests]
    band = f"{100 * TYPE_1[0]:g} to {100 * TYPE_1[1]:g} %"
    return [
        Finding(
            f"The default test at 5 % rejects chance in {band} of tables under every condition ({GIVE}).",
            not out,
            f"So it does under {len(tests) - out} of {len(tests)} conditions; "
            f"least {percent(min(rates))}, greatest {percent(max(rates))} %.",
        )
    ]


def sections(rows: Sequence[Row]) -> list[Section]:
    """What is kept, coverage and width by the number of items, and what is beyond its band."""
    intervals, tests = (chosen(rows, kind=kind) for kind in ("interval", "test"))
    by_items = partial(
        pivot,
        rows=intervals,
        line=("Measure", lambda row: measure(row["measure"]).title),
        columns={f"N = {n}": {"n": n} for n in distinct(intervals, "n")},
    )
    found = [
        Section(f"From {FROM_ITEMS} items on", _PROMISES_HEADER, tuple(_promises(rows)), _PROMISES_NOTE),
        by_items("Coverage (%): mean over conditions ≥ least", cell=_coverages_shown),
        by_items("Silent misses (%): mean over conditions ≤ greatest", cell=_silent_shown, note=_SILENT_NOTE),
        by_items(
            "Warned (%): mean over conditions", cell=lambda own: percent(mean(x["warned"] for x in own))
        ),
        by_items("Undefined (% of tables): mean over conditions ≤ greatest", cell=_undefined_shown),
        by_items("Mean width", cell=lambda own: f"{mean(x['width'] for x in own):.3f}"),
        Section("Promise broken", _CASES_HEADER, tuple(map(_case, broken(rows)))),
        Section("Coverage below 93 %", _CASES_HEADER, tuple(map(_case, short(rows)))),
        pivot(
            "Type I error (%)",
            tests,
            lambda own: percents(row["rate"] for row in own),
            line=("Classes", lambda row: f"{row['classes']} classes"),
            columns={f"N = {n}": {"n": n} for n in distinct(tests, "n")},
        ),
        Section("Type I error beyond its band", _TESTS_HEADER, tuple(map(_test, broken_tests(rows)))),
    ]
    return [section for section in found if section.body]


_PROMISES_HEADER = (
    "Measure",
    "cases",
    "broken",
    "silent",
    "below",
    "above",
    "least",
    "greatest",
    "warned",
    "needless",
)
_PROMISES_NOTE = (
    "Silent: the greatest share (%) of tables whose interval misses without a "
    f"warning; broken: conditions in which it exceeds {100 * SILENT:g} % by more than a Monte Carlo bound of "
    "99 %; below and above: conditions in which the coverage is less than 93 % or more than 97.5 %, by more "
    "than two Monte Carlo standard errors; warned and needless: mean share (%) of intervals with a warning, "
    "in all conditions and in those that cover 93 % or more."
)
_SILENT_NOTE = "Of all tables, those whose interval misses the true value and carries no warning."
_CONDITION = ("K", "N", "rare", "b", "guess")
_CASES_HEADER = ("Measure", *_CONDITION, "cover", "warned", "silent")
_TESTS_HEADER = ("Test", *_CONDITION, "rejects", "warned")


def _promises(rows: Sequence[Row]) -> Iterable[tuple[str, ...]]:
    for key, own in grouped(promised(rows), lambda row: row["measure"]).items():
        sides = [row["band"] for row in own]
        rates = [row["rate"] for row in own if not math.isnan(row["rate"])]
        yield (
            measure(key).title,
            str(len(own)),
            str(sum(map(breaks_promise, own))),
            percent(max((row["silent_misses"] for row in own if row["replicates"]), default=math.nan)),
            str(sides.count("below")),
            str(sides.count("above")),
            percent(min(rates, default=math.nan)),
            percent(max(rates, default=math.nan)),
            percent(mean(row["warned"] for row in own)),
            percent(mean(row["warned"] for row in own if _covers(row))),
        )


def _coverages_shown(own: Sequence[Row]) -> str:
    rates = [row["rate"] for row in own if not math.isnan(row["rate"])]
    return f"{percent(mean(rates))} ≥ {percent(min(rates, default=math.nan))}"


def _undefined_shown(own: Sequence[Row]) -> str:
    return _at_most(1 - row["defined"] / row["replicates"] for row in own if row["replicates"])


def _silent_shown(own: Sequence[Row]) -> str:
    return _at_most(row["silent_misses"] for row in own if row["replicates"])


def _at_most(shares: Iterable[float]) -> str:
    values = list(shares)
    return f"{percent(mean(values))} ≤ {percent(max(values, default=math.nan))}"


def _case(row: Row) -> tuple[str, ...]:
    shares = (row["rate"], row["warned"], row["silent_misses"])
    return (measure(row["measure"]).title, *_condition(row), *map(percent, shares))


def _test(row: Row) -> tuple[str, ...]:
    return ("Informedness", *_condition(row), percent(row["rate"]), percent(row["warned"]))


def _condition(row: Row) -> tuple[str, ...]:
    skill, guess = row["skill"], row["guess"]
    how = guess if skill == "equal" else skill if skill == "confused" else f"{guess[:3]}. uneq."
    return (str(row["classes"]), str(row["n"]), f"{row['prevalence']:.3g}", f"{row['informed']:g}", how)
