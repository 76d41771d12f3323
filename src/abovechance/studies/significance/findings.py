"""Claims about tests of a table, and whether the study of significance bears them out."""

from __future__ import annotations

from statistics import fmean, median
from typing import TYPE_CHECKING

from abovechance.studies.base import Finding
from abovechance.studies.scoring import GIVE, TYPE_1, chosen, percent, percents
from abovechance.studies.significance.claims import DEFAULT, default_there, range_of, side_of, title_of

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def _level_where_ample(rows: Sequence[Row], test: str, name: str) -> Finding:
    found = chosen(rows, world="chance", test=test)
    ample, sparse = (
        [row for row in found if (row["least_expected"] >= 1) == wanted] for wanted in (True, False)
    )
    above = [row for row in ample if side_of(row) == "above"]
    return Finding(
        f"{name} rejects no more than 6 % of chance ({GIVE}) where chance puts one item or more into every "
        "cell.",
        not above,
        f"It rejects more under {len(above)} of {len(ample)} such conditions ({range_of(ample)} %), "
        f"and under {sum(side_of(row) == 'above' for row in sparse)} of {len(sparse)} with less "
        f"({range_of(sparse)} %).",
    )


def _not_above(rows: Sequence[Row], test: str, name: str) -> Finding:
    found = chosen(rows, world="chance", test=test)
    above = [row for row in found if side_of(row) == "above"]
    seen = [row for row in found if row["rejected_05"] > TYPE_1[1]]
    worst = max(found, key=lambda row: row["rejected_05"])
    return Finding(
        f"{name} rejects no more than 6 % of chance under any condition ({GIVE}).",
        not above,
        f"It rejects more than 6 % by more than that under {len(above)} of {len(found)} conditions, and more "
        f"than 6 % at all under {len(seen)}{_few_tables(seen)}; at most {percent(worst['rejected_05'])} ± "
        f"{percent(2 * worst['monte_carlo_error'])} % ({_where(worst)}). Of all tables of all conditions "
        f"together it rejects {percent(_pooled(found))} %.",
    )


def _few_tables(rows: Sequence[Row]) -> str:
    """How many tables there are where a rate is beyond what it should be."""
    numbers = sorted({row["replicates"] for row in rows})
    if not numbers:
        return ""
    said = f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
    return f" (of {said} tables each)"


def _pooled(rows: Sequence[Row]) -> float:
    return float(
        sum(row["rejected_05"] * row["replicates"] for row in rows) / sum(row["replicates"] for row in rows)
    )


def _not_below(rows: Sequence[Row], test: str, name: str) -> Finding:
    found = chosen(rows, world="chance", test=test)
    below = [row for row in found if side_of(row) == "below"]
    told = ""
    if below:
        untestable = [row["untestable"] for row in below]
        most = max(row["least_expected"] for row in below)
        told = (
            f" There {percents(untestable)} % of tables cannot be tested, "
            f"which counts as not rejected, and the emptiest cell expects {most:.2g} items at most."
        )
    return Finding(
        f"{name} rejects no less than 3 % of chance under any condition ({GIVE}).",
        not below,
        f"It rejects less under {len(below)} of {len(found)} conditions ({range_of(below)} %).{told}",
    )


def _too_seldom(rows: Sequence[Row], test: str) -> Finding:
    found = chosen(rows, world="chance", test=test)
    below = [row for row in found if side_of(row) == "below"]
    middle = median(row["rejected_05"] for row in found)
    powers = chosen(rows, world="informed", test=test)
    mean = fmean(row["rejected_05"] for row in powers)
    lost = default_there(chosen(rows, world="informed"), powers) - mean
    return Finding(
        f"{title_of(test)} is cautious: it rejects less than {100 * _CAUTIOUS:g} % of chance in the median "
        "condition, and on average finds fewer informed predictors than the default test.",
        middle < _CAUTIOUS and lost > 0,
        f"It rejects {percent(middle)} % in the median condition, less than 3 % ({GIVE}) under {len(below)} "
        f"of {len(found)}, and finds {100 * lost:.1f} in 100 informed predictors fewer ({percent(mean)} %).",
    )


def _printed(rows: Sequence[Row]) -> list[Finding]:
    found = [row for row in rows if row["world"] == "chance" and row["test"].endswith("_printed")]
    scaled, others = ([r for r in found if r["test"].startswith(_SCALED) is want] for want in (True, False))
    return [_scaled_finding(rows, scaled), _unscaled_finding(others)]


def _scaled_finding(rows: Sequence[Row], found: Sequence[Row]) -> Finding:
    below = [row for row in found if side_of(row) == "below"]
    powers = chosen(rows, world="informed", test="chi_squared_kb_printed")
    mean = fmean(row["rejected_05"] for row in powers)
    default = fmean(row["rejected_05"] for row in chosen(rows, world="informed", test=DEFAULT))
    return Finding(
        f"{_names(found)}, referred to χ² with (K−1)² degrees of freedom as printed, reject less than 3 % of "
        "chance under every condition.",
        len(below) == len(found),
        f"So under {len(below)} of {len(found)} conditions and statistics, {range_of(found)} %. χ²_KB finds "
        f"{percent(mean)} % of informed predictors where the default test "
        f"finds {percent(default)} %.",
    )


def _unscaled_finding(found: Sequence[Row]) -> Finding:
    below, above = ([row for row in found if side_of(row) == x] for x in ("below", "above"))
    most = max(found, key=lambda row: row["rejected_05"])
    return Finding(
        f"{_names(found)}, as printed, reject 3 to 6 % of chance ({GIVE}).",
        not below and not above,
        f"Less under {len(below)} and more under {len(above)} of {len(found)} conditions and statistics, at "
        f"most {percent(most['rejected_05'])} % by {title_of(most['test'])} ({_where(most)}).",
    )


def _names(found: Sequence[Row]) -> str:
    return ", ".join(title_of(x).removesuffix(", printed") for x in dict.fromkeys(r["test"] for r in found))


def _more_classes(rows: Sequence[Row]) -> list[Finding]:
    several = [row for row in rows if row["classes"] > 2]
    gains, losses = (_gains(chosen(several, world=world)) for world in ("informed", "confused"))
    return [
        Finding(
            "With more than two classes, the default test on average finds more than χ² where "
            "decisions are right.",
            all(gain > 0 for gain in gains.values()),
            f"In 100 such predictors {_listed(gains)} more.",
        ),
        Finding(
            "Where classes are confused with each other, χ² on average finds more: hits do not show it.",
            all(loss < 0 for loss in losses.values()),
            f"In 100 such predictors {_listed({k: -x for k, x in losses.items()})} more.",
        ),
        _dual(chosen(several, world="informed")),
    ]


def _dual(rows: Sequence[Row]) -> Finding:
    even, matched = (_gains(chosen(rows, guess=guess), "markedness") for guess in ("even", "matched"))
    return Finding(
        "Where classes are unequally frequent, the default test on average finds more than that of "
        "Markedness alone, however labels are guessed.",
        bool(even) and all(gain > 0 for gain in (*even.values(), *matched.values())),
        f"In 100 such predictors {_listed(even)} more where labels are guessed equally often; where guesses "
        f"match the classes, {_listed(matched)}.",
    )


def _gains(rows: Sequence[Row], test: str = "n_minus_1") -> dict[int, float]:
    """How much more of predictors the default test finds than another, by the number of classes."""
    return {k: _gain(chosen(rows, classes=k), test) for k in sorted({row["classes"] for row in rows})}


def _gain(rows: Sequence[Row], test: str) -> float:
    default, other = (fmean(row["rejected_05"] for row in chosen(rows, test=x)) for x in (DEFAULT, test))
    return default - other


def _listed(gains: dict[int, float]) -> str:
    return ", ".join(f"{100 * gain:.0f} (K = {k})" for k, gain in gains.items())


def _where(row: Row) -> str:
    return (
        f"K = {row['classes']}, N = {row['n']}, skew 1:{row['skew']:g}, guesses {row['guess']}, "
        f"{row['least_expected']:.2g} items in the emptiest cell"
    )
