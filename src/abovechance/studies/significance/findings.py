"""Claims about tests of a table, and whether the study of significance bears them out."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from abovechance.studies.base import Finding
from abovechance.studies.scoring import GIVE, TYPE_1, chosen, distinct, percent, percents, split
from abovechance.studies.significance.claims import (
    DEFAULT,
    chance_of,
    default_there,
    power_of,
    range_of,
    side_of,
    title_of,
)  # fmt: skip

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from abovechance.studies.base import Row

_CAUTIOUS = 0.04
"""A test that should reject 5 % and rejects less in the middle is cautious."""


_SCALED = ("chi_squared_k", "chi_squared_x")
"""How the names of those of the papers' statistics begin that are divided by more than the others."""


def findings(rows: Sequence[Row]) -> list[Finding]:
    """What holds, with the numbers that decide."""
    return [
        _not_above(rows, DEFAULT, "The default test"),
        _not_below(rows, DEFAULT, "The default test"),
        _level_where_ample(rows, "n_minus_1", "χ² with N−1"),
        _not_above(rows, "g_squared", "G² without a correction"),
        _level_where_ample(rows, "williams", "G² with Williams' correction"),
        *(_too_seldom(rows, test) for test in ("yates", "fisher")),
        *_printed(rows),
        *_more_classes(rows),
    ]


def _on(rows: Sequence[Row], side: str) -> list[Row]:
    """The rows whose Type I error lies on a side of what was promised."""
    return [row for row in rows if side_of(row) == side]


def _level_where_ample(rows: Sequence[Row], test: str, name: str) -> Finding:
    ample, sparse = split(chance_of(rows, test), lambda row: row["least_expected"] >= 1)
    above = _on(ample, "above")
    return Finding(
        f"{name} rejects no more than 6 % of chance ({GIVE}) where chance puts one item or more into every "
        "cell.",
        not above,
        f"It rejects more under {len(above)} of {len(ample)} such conditions ({range_of(ample)} %), "
        f"and under {len(_on(sparse, 'above'))} of {len(sparse)} with less ({range_of(sparse)} %).",
    )


def _not_above(rows: Sequence[Row], test: str, name: str) -> Finding:
    found = chance_of(rows, test)
    above, seen = _on(found, "above"), [row for row in found if row["rejected_05"] > TYPE_1[1]]
    worst = max(found, key=lambda row: row["rejected_05"])
    numbers = distinct(seen, "replicates")
    few = (
        f" (of {' to '.join(map(str, dict.fromkeys((numbers[0], numbers[-1]))))} tables each)" if seen else ""
    )
    total = sum(row["replicates"] for row in found)
    pooled = sum(row["rejected_05"] * row["replicates"] for row in found) / total
    return Finding(
        f"{name} rejects no more than 6 % of chance under any condition ({GIVE}).",
        not above,
        f"It rejects more than 6 % by more than that under {len(above)} of {len(found)} conditions, and more "
        f"than 6 % at all under {len(seen)}{few}; at most {percent(worst['rejected_05'])} ± "
        f"{percent(2 * worst['monte_carlo_error'])} % ({_where(worst)}). Of all tables of all conditions "
        f"together it rejects {percent(pooled)} %.",
    )


def _not_below(rows: Sequence[Row], test: str, name: str) -> Finding:
    found = chance_of(rows, test)
    below = _on(found, "below")
    told = (
        f" There {percents(row['untestable'] for row in below)} % of tables cannot be tested, which counts as "
        "not rejected, and the emptiest cell expects "
        f"{max((row['least_expected'] for row in below), default=0):.2g} items at most."
    )
    return Finding(
        f"{name} rejects no less than 3 % of chance under any condition ({GIVE}).",
        not below,
        f"It rejects less under {len(below)} of {len(found)} conditions ({range_of(below)} %)."
        + (told if below else ""),
    )


def _too_seldom(rows: Sequence[Row], test: str) -> Finding:
    found, informed = chance_of(rows, test), chosen(rows, world="informed")
    middle, powers = median(row["rejected_05"] for row in found), chosen(informed, test=test)
    lost = default_there(informed, powers) - power_of(powers)
    return Finding(
        f"{title_of(test)} is cautious: it rejects less than {100 * _CAUTIOUS:g} % of chance in the median "
        "condition, and on average finds fewer informed predictors than the default test.",
        middle < _CAUTIOUS and lost > 0,
        f"It rejects {percent(middle)} % in the median condition, less than 3 % ({GIVE}) under "
        f"{len(_on(found, 'below'))} of {len(found)}, and finds {100 * lost:.1f} in 100 informed predictors "
        f"fewer ({percent(power_of(powers))} %).",
    )


def _printed(rows: Sequence[Row]) -> Iterator[Finding]:
    """Of the papers' statistics as printed: those that are divided by more than the others, and the others."""
    found = [row for row in chosen(rows, world="chance") if row["test"].endswith("_printed")]
    scaled, others = split(found, lambda row: row["test"].startswith(_SCALED))
    informed = chosen(rows, world="informed")
    below = _on(scaled, "below")
    yield Finding(
        f"{_names(scaled)}, referred to χ² with (K−1)² degrees of freedom as printed, reject less than 3 % of "
        "chance under every condition.",
        len(below) == len(scaled),
        f"So under {len(below)} of {len(scaled)} conditions and statistics, {range_of(scaled)} %. χ²_KB finds "
        f"{percent(power_of(chosen(informed, test='chi_squared_kb_printed')))} % of informed predictors where "
        f"the default test finds {percent(power_of(chosen(informed, test=DEFAULT)))} %.",
    )
    below, above = _on(others, "below"), _on(others, "above")
    most = max(others, key=lambda row: row["rejected_05"])
    yield Finding(
        f"{_names(others)}, as printed, reject 3 to 6 % of chance ({GIVE}).",
        not below and not above,
        f"Less under {len(below)} and more under {len(above)} of {len(others)} conditions and statistics, at "
        f"most {percent(most['rejected_05'])} % by {title_of(most['test'])} ({_where(most)}).",
    )


def _names(found: Sequence[Row]) -> str:
    return ", ".join(title_of(x).removesuffix(", printed") for x in dict.fromkeys(r["test"] for r in found))


def _more_classes(rows: Sequence[Row]) -> Iterator[Finding]:
    several = [row for row in rows if row["classes"] > 2]
    informed, confused = (chosen(several, world=world) for world in ("informed", "confused"))
    gains, losses = _gains(informed), {k: -gain for k, gain in _gains(confused).items()}
    yield Finding(
        "With more than two classes, the default test on average finds more than χ² where decisions are right.",
        all(gain > 0 for gain in gains.values()),
        f"In 100 such predictors {_listed(gains)} more.",
    )
    yield Finding(
        "Where classes are confused with each other, χ² on average finds more: hits do not show it.",
        all(loss > 0 for loss in losses.values()),
        f"In 100 such predictors {_listed(losses)} more.",
    )
    even, matched = (_gains(chosen(informed, guess=guess), "markedness") for guess in ("even", "matched"))
    yield Finding(
        "Where classes are unequally frequent, the default test on average finds more than that of "
        "Markedness alone, however labels are guessed.",
        bool(even) and all(gain > 0 for gain in (*even.values(), *matched.values())),
        f"In 100 such predictors {_listed(even)} more where labels are guessed equally often; where guesses "
        f"match the classes, {_listed(matched)}.",
    )


def _gains(rows: Sequence[Row], test: str = "n_minus_1") -> dict[int, float]:
    """How much more of predictors the default test finds than another, by the number of classes."""
    gains = {}
    for k in distinct(rows, "classes"):
        default, other = (power_of(chosen(rows, classes=k, test=x)) for x in (DEFAULT, test))
        gains[k] = default - other
    return gains


def _listed(gains: dict[int, float]) -> str:
    return ", ".join(f"{100 * gain:.0f} (K = {k})" for k, gain in gains.items())


def _where(row: Row) -> str:
    return (
        f"K = {row['classes']}, N = {row['n']}, skew 1:{row['skew']:g}, guesses {row['guess']}, "
        f"{row['least_expected']:.2g} items in the emptiest cell"
    )
