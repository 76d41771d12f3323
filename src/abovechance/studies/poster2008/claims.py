"""What the study of the poster says: how often bands and intervals hold the truth, and tests reject."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from abovechance.inference.intervals.bounds import powers
from abovechance.measures.registry import measure
from abovechance.studies.base import Finding, Section
from abovechance.studies.scoring import (
    COVERAGE,
    GIVE,
    MOST,
    TYPE_1,
    mean,
    percent,
    percents,
    share_error,
    side,
    signed,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from abovechance.core.result import Row

Condition = tuple[int, int, str]

MEASURES = ("informedness", "markedness", "correlation")
TESTS = ("pearson", "g_squared", "informedness_normal")
PAPER: Condition = (5, 128, "random")  # classes, items and margins of the poster
X = 1.959963984540054  # two-sided at 5 %
_LEAST_SKILL = 0.2
_NAMES = {"pearson": "χ²", "g_squared": "G²", "informedness_normal": "Informedness", "fisher": "Fisher"}


def half_width(informed: float, n: int, method: str = "powers_b2") -> float:
    """Half the width of the poster's band around a level of Informedness; it draws the lower one by two."""
    return X * float(powers(informed, n, method=method)[2])


def named(test: str) -> str:
    """A test for people."""
    return _NAMES[test]


def of(found: Sequence[Row], kind: str, name: str, condition: Condition = PAPER) -> list[Row]:
    """The rows of a measure or test over the levels of a condition."""
    known = (row for row in found if row["run"] is None and (row["kind"], row["name"]) == (kind, name))
    return [row for row in known if (row["classes"], row["n"], row["margins"]) == condition]


def findings(found: Sequence[Row]) -> list[Finding]:
    """The promises of the poster, and what many tables say about them."""
    own = of(found, "measure", "informedness")
    return [
        _band_finding(found),
        _b1_finding(own),
        _interval_finding(own, "covered_powers", "The poster's interval around the estimate"),
        _interval_finding(own, "covered_auto", "This library's default interval"),
        _interval_finding(own, "covered_unwarned", "This library's default interval, if it has no warning,"),
        _chance_finding(own),
        *(_test_finding(found, name) for name in TESTS),
        _power_finding(found),
    ]


def _keeps(row: Row, name: str, band: tuple[float, float]) -> bool:
    """Whether a share lies within a band, or no more than two of its standard errors beyond."""
    number = row["defined"] * (row["unwarned"] if name == "covered_unwarned" else 1)
    if math.isnan(row[name]) or not number:
        return True
    return side(row[name], share_error(row[name], number), band) == "within"


def _told(found: Sequence[Row], name: str) -> str:
    """The lowest and the highest share, and where they are."""
    known = [row for row in found if not math.isnan(row[name])]
    low = min(known, key=lambda row: row[name])
    high = max(known, key=lambda row: row[name])
    return (
        f"{percent(low[name])} % at the least (level {low['informed']:g}) and {percent(high[name])} % at the "
        f"most (level {high['informed']:g})"
    )


def _below_one(found: Sequence[Row]) -> list[Row]:
    """At level 1 every table is right and every interval has no width: nothing is asked there."""
    return [row for row in found if row["informed"] < 1]


def _band_finding(found: Sequence[Row]) -> Finding:
    levels = _below_one(of(found, "measure", "informedness"))
    others = {
        key: min(
            row["in_band"] for row in _below_one(of(found, "measure", key)) if 1 - row["undefined"] >= MOST
        )
        for key in MEASURES[1:]
    }
    told = ", ".join(f"{measure(key).title} {percent(share)} %" for key, share in others.items())
    return Finding(
        f"The band around each level below 1 holds 93 to 97.5 % of the estimates of Informedness ({GIVE}).",
        all(_keeps(row, "in_band", COVERAGE) for row in levels),
        f"It holds {_told(levels, 'in_band')}. At level 1, where every table is right, it holds all. Of the "
        f"others it holds at the least {told}, where they are defined on {percent(MOST, 0)} % of tables.",
    )


def _b1_finding(levels: Sequence[Row]) -> Finding:
    asked = _below_one(levels)
    return Finding(
        "The band CI_B1, of 1 − 2|B| + 2B² for 1 − |B|, which the poster draws below the level, holds "
        f"93 to 97.5 % of the estimates on both sides of each level below 1 ({GIVE}).",
        all(_keeps(row, "in_band_b1", COVERAGE) for row in asked),
        f"It holds {_told(asked, 'in_band_b1')}. It is narrower than the other up to level 0.5, and at level "
        "1 as wide as at 0. The interval of its formula around the estimate holds the level in "
        f"{_told(asked, 'covered_b1')}.",
    )


def _interval_finding(levels: Sequence[Row], name: str, what: str) -> Finding:
    asked = _below_one(levels)
    told = f"It does in {_told(asked, name)}."
    if name == "covered_unwarned":
        told += f" {percent(mean([row['unwarned'] for row in asked]))} % of intervals have no warning."
    return Finding(
        f"{what} holds each level below 1 in 93 to 97.5 % of tables ({GIVE}).",
        all(_keeps(row, name, COVERAGE) for row in asked),
        told,
    )


def _chance_finding(levels: Sequence[Row]) -> Finding:
    chance = next(row for row in levels if row["informed"] == 0)
    return Finding(
        f"Without information, 3 to 6 % of estimates lie beyond the band around 0 ({GIVE}).",
        _keeps(chance, "beyond_chance", TYPE_1),
        f"{_rate(chance, 'beyond_chance')} do, of the {chance['defined']:.0f} tables that have an estimate.",
    )


def _test_finding(found: Sequence[Row], name: str) -> Finding:
    chance = next(row for row in of(found, "test", name) if row["informed"] == 0)
    rates = [_at(of(found, "test", name, x), 0.0, "rejected") for x in conditions_of(found)]
    return Finding(
        f"Under the poster's condition the test of {named(name)} at 5 % rejects 3 to 6 % of tables without "
        f"information ({GIVE}).",
        _keeps(chance, "rejected", TYPE_1),
        f"It rejects {_rate(chance, 'rejected')} of the {chance['defined']:.0f} tables that it can test; "
        f"under all {len(rates)} conditions {percents(rates)} %.",
    )


def _rate(row: Row, name: str) -> str:
    """A share with twice its standard error."""
    share = row[name]
    return f"{percent(share)} ± {percent(2 * share_error(share, row['defined']))} %"


def conditions_of(found: Sequence[Row]) -> list[Condition]:
    """Classes, items and margins that were drawn."""
    return list(dict.fromkeys((r["classes"], r["n"], r["margins"]) for r in found if r["run"] is None))


def _power_finding(found: Sequence[Row]) -> Finding:
    """Whether the band loses what the tests find."""
    rates = {named(name): _at(of(found, "test", name), _LEAST_SKILL, "rejected") for name in TESTS}
    band = _at(of(found, "measure", "informedness"), _LEAST_SKILL, "beyond_chance")
    told = ", ".join(f"{name} {percent(rate)} %" for name, rate in rates.items())
    return Finding(
        f"A predictor that is informed with probability {_LEAST_SKILL:g} lies beyond the band around 0 as "
        "often as each test rejects.",
        band >= max(rates.values()),
        f"The band finds {percent(band)} %, {told}.",
    )


def _at(levels: Sequence[Row], informed: float, name: str) -> float:
    return float(next(row[name] for row in levels if row["informed"] == informed))


def sections(found: Sequence[Row]) -> list[Section]:
    """Two tables of the levels of the poster, and the extremes under all conditions."""
    own = of(found, "measure", "informedness")
    return [
        Section("Share that holds the level (%)", _HEADER, tuple(map(_line, own))),
        Section(
            "Share that tells the level from chance (%)",
            ("Level", "band around 0", *map(named, TESTS)),
            tuple(_rejections(found)),
        ),
        Section(
            "Least and greatest share over the levels below 1 (%)",
            ("Classes, items, margins", "band", "poster", "default", "beyond 0 at chance", "undefined"),
            tuple(_extremes(found, condition) for condition in conditions_of(found)),
        ),
    ]


_HEADER = (
    "Level",
    "bias",
    "sd",
    "half band",
    "band",
    "band B1",
    "poster",
    "B1",
    "default",
    "unwarned",
    "undefined",
)
"""The bands around the level, and the intervals of the poster and of this library."""


_SHARES = (
    "in_band",
    "in_band_b1",
    "covered_powers",
    "covered_b1",
    "covered_auto",
    "covered_unwarned",
    "undefined",
)


def _line(row: Row) -> tuple[str, ...]:
    return (
        f"{row['informed']:g}",
        signed(row["bias"]),
        f"{row['sd']:.3f}",
        f"{half_width(row['informed'], row['n']):.3f}",
        *(percent(row[name]) for name in _SHARES),
    )


def _rejections(found: Sequence[Row]) -> Iterator[tuple[str, ...]]:
    tests = [of(found, "test", name) for name in TESTS]
    for i, row in enumerate(of(found, "measure", "informedness")):
        rates = (levels[i]["rejected"] for levels in tests)
        yield f"{row['informed']:g}", percent(row["beyond_chance"]), *map(percent, rates)


def _extremes(found: Sequence[Row], condition: Condition) -> tuple[str, ...]:
    levels = of(found, "measure", "informedness", condition)
    asked = _below_one(levels)
    held = (percents(row[name] for row in asked) for name in ("in_band", "covered_powers", "covered_auto"))
    most = max(row["undefined"] for row in levels)
    return (
        ", ".join(map(str, condition)),
        *held,
        percent(_at(levels, 0.0, "beyond_chance")),
        f"≤ {percent(most)}",
    )
