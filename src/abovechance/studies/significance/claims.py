"""What the study of significance says: which tests keep their level, and which of these find most."""

from __future__ import annotations

import math
from itertools import product
from statistics import fmean, median
from typing import TYPE_CHECKING

from abovechance.core.text import NONE
from abovechance.studies.base import Finding, Section
from abovechance.studies.scoring import GIVE, TYPE_1, chosen, distinct, fields, percent, percents, side, split

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from abovechance.core.result import Row


TITLES = {
    "default": "Default",
    "informedness": "Informedness",
    "informedness_normal": "Informedness, normal",
    "markedness": "Markedness",
    "pearson": "χ² (Pearson)",
    "n_minus_1": "χ² with N−1",
    "yates": "χ² (Yates)",
    "g_squared": "G²",
    "williams": "G² (Williams)",
    "fisher": "Fisher, exact",
    "fisher_mid_p": "Fisher, mid-p",
    "chi_squared_kbm": "χ²_KBM, calibrated",
}
BANDS = ((0.0, 0.1), (0.1, 1.0), (1.0, 5.0), (5.0, float("inf")))
"""How many items chance puts into the emptiest cell."""
_ASSOCIATION = ("pearson", "n_minus_1", "yates", "g_squared", "williams", "fisher", "fisher_mid_p")
DEFAULT = "default"  # the test of Informedness for two classes, the combined one for more
_EQUAL_POWER_WITHIN = (
    0.01  # powers that differ by less, or less than two standard errors, are as good as equal
)


def title_of(test: str) -> str:
    """What a test is called in tables and figures."""
    if test in TITLES:
        return TITLES[test]
    name = test.removesuffix("_printed").removeprefix("chi_squared_").upper()
    return f"χ²_{name.replace('PLUS_', '+')}, printed"


def chance_of(rows: Iterable[Row], test: str) -> list[Row]:
    """The rows of a test where there is no more than chance."""
    return chosen(rows, world="chance", test=test)


def side_of(row: Row) -> str:
    """Where the Type I error of a test under a condition lies."""
    return side(row["rejected_05"], row["monte_carlo_error"], TYPE_1)


def band_name(band: tuple[float, float]) -> str:
    """The items that the emptiest cell expects, in words."""
    low, high = band
    if low == 0:
        return f"below {high:g}"
    return f"{low:g} or more" if high == float("inf") else f"{low:g} to {high:g}"


def tests_of(rows: Iterable[Row]) -> list[str]:
    """The tests that were run, those of the table of titles first."""
    there = dict.fromkeys(row["test"] for row in rows)
    return [*(x for x in TITLES if x in there), *(x for x in there if x not in TITLES)]


def in_band(rows: Iterable[Row], band: tuple[float, float]) -> list[Row]:
    """The rows of conditions whose emptiest cell expects so many items."""
    return [row for row in rows if band[0] <= row["least_expected"] < band[1]]


def sections(rows: Sequence[Row]) -> list[Section]:
    """What to use, then the errors and the powers behind it."""
    powers = {"informed": "decisions are right", "confused": "classes are confused"}
    shown = (_power(chosen(rows, world=world), where) for world, where in powers.items())
    return [_advice(rows), _errors(rows), _errors_by_band(rows), *shown]


def _advice(rows: Sequence[Row]) -> Section:
    body = []
    for classes in sorted({row["classes"] for row in rows}):
        for guess, band in product(("matched", "even"), BANDS):
            here = in_band(chosen(rows, classes=classes, guess=guess), band)
            if here:
                to_be_right, any_at_all = best(here, "informed"), best(here, "confused", _ASSOCIATION)
                eager = [title_of(x) for x in tests_of(here) if x in TITLES and not keeps_level(here, x)]
                line = (f"K = {classes}, {guess}, {band_name(band)}", *to_be_right, *any_at_all)
                body.append((*line, ", ".join(eager) or NONE))
    header = (
        "Classes, guesses, items in the emptiest cell", "to show that decisions are right", "power %",
        "to show any association", "power %", "rejects chance too often",
    )  # fmt: skip
    return Section("Which test when", header, tuple(body), _ADVICE)


_ADVICE = (
    "Of the tests that reject no more than 6 % of chance (give or take two Monte Carlo standard errors) "
    "under all conditions of the line, those with the greatest mean power, or with less by no more than a "
    "point or two standard errors. The tests of Informedness and Markedness change places if truth and "
    "prediction do: what lines with even guesses, where classes are rare and labels are not, say of "
    "Markedness holds of Informedness where labels are rare and classes are not, which is not in the study. "
    "So no line speaks for Markedness in general."
)


def best(rows: Sequence[Row], world: str, among: Sequence[str] = ()) -> tuple[str, str]:
    """The tests that find most of those that keep their level under all these conditions, and how much."""
    there = chosen(rows, world=world)
    powers = {
        test: _mean_power(chosen(there, test=test))
        for test in among or TITLES
        if _is_everywhere(there, test) and keeps_level(rows, test)
    }
    if not powers:
        return NONE, NONE
    most, error = max(powers.values())
    near = [
        x
        for x, (power, own) in powers.items()
        if most - power < max(_EQUAL_POWER_WITHIN, 2 * math.hypot(error, own))
    ]
    return ", ".join(map(title_of, near)), percent(most)


def _mean_power(rows: Sequence[Row]) -> tuple[float, float]:
    """The mean power over conditions, and its Monte Carlo standard error."""
    error = math.hypot(*(row["monte_carlo_error"] for row in rows)) / len(rows)
    return power_of(rows), error


def _is_everywhere(rows: Sequence[Row], test: str) -> bool:
    """Whether a test was run under all these conditions, and is the p-value of what it claims to be."""
    return bool(rows) and len(chosen(rows, test=test)) == len(chosen(rows, test="pearson"))


def keeps_level(rows: Sequence[Row], test: str) -> bool:
    """Whether a test never rejects chance too often under these conditions."""
    return not any(side_of(row) == "above" for row in chance_of(rows, test))


def _errors(rows: Sequence[Row]) -> Section:
    header = ("Test", "conditions", "below 3 %", "above 6 %", "least", "median", "greatest")
    body = []
    for test in tests_of(rows):
        found = chance_of(rows, test)
        rates, sides = [row["rejected_05"] for row in found], [side_of(row) for row in found]
        counts = (len(found), sides.count("below"), sides.count("above"))
        body.append(
            (title_of(test), *map(str, counts), *map(percent, (min(rates), median(rates), max(rates))))
        )
    note = "Below and above are meant beyond two Monte Carlo standard errors; least and greatest are as seen."
    return Section("Type I error at 5 % (in %), over all conditions", header, tuple(body), note)


def _errors_by_band(rows: Sequence[Row]) -> Section:
    body = tuple(
        (title_of(test), *(range_of(in_band(chance_of(rows, test), band)) for band in BANDS))
        for test in tests_of(rows)
        if test in TITLES
    )
    title = "Type I error at 5 % (in %), by the items that the emptiest cell expects"
    return Section(title, ("Test", *map(band_name, BANDS)), body)


def range_of(rows: Sequence[Row]) -> str:
    """The least and the greatest rate in per cent."""
    return percents(row["rejected_05"] for row in rows)


def _power(rows: Sequence[Row], where: str) -> Section:
    numbers = distinct(rows, "classes")
    body = tuple(
        (title_of(test), *(_against_default(chosen(rows, classes=k), test) for k in numbers))
        for test in tests_of(rows)
    )
    title = f"Power (in %) where {where}: mean over conditions, and beside the default"
    return Section(title, ("Test", *(f"K = {k}" for k in numbers)), body)


def _against_default(rows: Sequence[Row], test: str) -> str:
    """The mean power, and how much it is more or less than that of the default under the same conditions."""
    found = chosen(rows, test=test)
    if not found:
        return NONE
    mean = power_of(found)
    return percent(mean) + ("" if test == DEFAULT else f" ({100 * (mean - default_there(rows, found)):+.1f})")


def power_of(rows: Iterable[Row]) -> float:
    """The mean share of rejected tables."""
    return fmean(row["rejected_05"] for row in rows)


def default_there(rows: Sequence[Row], found: Sequence[Row]) -> float:
    """The mean power of the default test under the conditions of some rows."""
    names = ("classes", "n", "skew", "guess", "world")
    there = {fields(row, *names) for row in found}
    return power_of(row for row in chosen(rows, test=DEFAULT) if fields(row, *names) in there)


_CAUTIOUS_BELOW = 0.04  # a test that should reject 5 % and rejects less in the middle is cautious


_SCALED_PREFIXES = (
    "chi_squared_k",
    "chi_squared_x",
)  # prefixes of papers' statistics that are divided by more


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
        f" There {percents(row['untestable'] for row in below)} % of tables cannot be tested, "
        "which counts as not rejected, and the emptiest cell expects "
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
        f"{title_of(test)} is cautious: it rejects less than {100 * _CAUTIOUS_BELOW:g} % of chance in the "
        "median condition, and on average finds fewer informed predictors than the default test.",
        middle < _CAUTIOUS_BELOW and lost > 0,
        f"It rejects {percent(middle)} % in the median condition, less than 3 % ({GIVE}) under "
        f"{len(_on(found, 'below'))} of {len(found)}, and finds {100 * lost:.1f} in 100 informed predictors "
        f"fewer ({percent(power_of(powers))} %).",
    )


def _printed(rows: Sequence[Row]) -> Iterator[Finding]:
    """Of the papers' statistics as printed: those divided by more, and the others."""
    found = [row for row in chosen(rows, world="chance") if row["test"].endswith("_printed")]
    scaled, others = split(found, lambda row: row["test"].startswith(_SCALED_PREFIXES))
    informed = chosen(rows, world="informed")
    below = _on(scaled, "below")
    yield Finding(
        f"{_names(scaled)}, referred to χ² with (K−1)² degrees of freedom as printed, reject less than 3 % "
        "of chance under every condition.",
        len(below) == len(scaled),
        f"So under {len(below)} of {len(scaled)} conditions and statistics, {range_of(scaled)} %. χ²_KB "
        f"finds {percent(power_of(chosen(informed, test='chi_squared_kb_printed')))} % of informed "
        f"predictors where the default test finds {percent(power_of(chosen(informed, test=DEFAULT)))} %.",
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
        "With more than two classes, the default test on average finds more than χ² where "
        "decisions are right.",
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
