"""What the study of significance says: which tests keep their level, and which of these find most."""

from __future__ import annotations

import math
from statistics import fmean, median
from typing import TYPE_CHECKING

from abovechance.simulation.studies.ready import Finding, Section
from abovechance.simulation.summary import TYPE_1, side

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from abovechance.simulation.studies.ready import Row

TITLES = {
    "informedness": "Informedness (default)",
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
_DEFAULT = "informedness"
_NEAR = 0.01
"""Powers that differ by less, or by less than two Monte Carlo standard errors, are as good as equal."""
_CAUTIOUS = 0.04
"""A test that should reject 5 % and rejects less in the middle is cautious."""
_NONE = "–"


def title_of(test: str) -> str:
    """What a test is called in tables and figures."""
    if test in TITLES:
        return TITLES[test]
    name = test.removesuffix("_printed").removeprefix("chi_squared_").upper()
    return f"χ²_{name.replace('PLUS_', '+')}, printed"


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


def chosen(rows: Iterable[Row], **values: object) -> list[Row]:
    """The rows with these values."""
    return [row for row in rows if all(row[name] == value for name, value in values.items())]


def in_band(rows: Iterable[Row], band: tuple[float, float]) -> list[Row]:
    """The rows of conditions whose emptiest cell expects so many items."""
    return [row for row in rows if band[0] <= row["least_expected"] < band[1]]


# Tables -----------------------------------------------------------------------------------------


def sections(rows: Sequence[Row]) -> list[Section]:
    """What to use, then the errors and the powers behind it."""
    return [_advice(rows), _errors(rows), _errors_by_band(rows), *_powers(rows)]


def _advice(rows: Sequence[Row]) -> Section:
    body = []
    for classes in sorted({row["classes"] for row in rows}):
        for band in BANDS:
            here = in_band(chosen(rows, classes=classes), band)
            if here:
                to_be_right, any_at_all = best(here, "informed"), best(here, "confused", _ASSOCIATION)
                eager = [title_of(x) for x in tests_of(here) if x in TITLES and not keeps_level(here, x)]
                line = (f"K = {classes}, {band_name(band)}", *to_be_right, *any_at_all)
                body.append((*line, ", ".join(eager) or _NONE))
    header = (
        "Classes, items in the emptiest cell", "to show that decisions are right", "power %",
        "to show any association", "power %", "rejects chance too often",
    )  # fmt: skip
    return Section("Which test when", header, tuple(body))


def best(rows: Sequence[Row], world: str, among: Sequence[str] = ()) -> tuple[str, str]:
    """The tests that find most of those that keep their level under all these conditions, and how much."""
    there = chosen(rows, world=world)
    powers = {
        test: _mean_power(chosen(there, test=test))
        for test in among or TITLES
        if _is_everywhere(there, test) and keeps_level(rows, test)
    }
    if not powers:
        return _NONE, _NONE
    most, error = max(powers.values())
    near = [x for x, (power, own) in powers.items() if most - power < max(_NEAR, 2 * math.hypot(error, own))]
    return ", ".join(map(title_of, near)), _percent(most)


def _mean_power(rows: Sequence[Row]) -> tuple[float, float]:
    """The mean power over conditions, and its Monte Carlo standard error."""
    error = math.hypot(*(row["monte_carlo_error"] for row in rows)) / len(rows)
    return fmean(row["rejected_05"] for row in rows), error


def _is_everywhere(rows: Sequence[Row], test: str) -> bool:
    """Whether a test was run under all these conditions, and is the p-value of what it claims to be."""
    return bool(rows) and len(chosen(rows, test=test)) == len(chosen(rows, test="pearson"))


def keeps_level(rows: Sequence[Row], test: str) -> bool:
    """Whether a test never rejects chance too often under these conditions."""
    return not any(side_of(row) == "above" for row in chosen(rows, test=test, world="chance"))


def _errors(rows: Sequence[Row]) -> Section:
    header = ("Test", "conditions", "below 3 %", "above 6 %", "least", "median", "greatest")
    body = []
    for test in tests_of(rows):
        found = chosen(rows, world="chance", test=test)
        rates, sides = [row["rejected_05"] for row in found], [side_of(row) for row in found]
        counts = (len(found), sides.count("below"), sides.count("above"))
        shown = map(_percent, (min(rates), median(rates), max(rates)))
        body.append((title_of(test), *map(str, counts), *shown))
    return Section("Type I error at 5 % (in %), over all conditions", header, tuple(body))


def _errors_by_band(rows: Sequence[Row]) -> Section:
    body = []
    for test in (x for x in tests_of(rows) if x in TITLES):
        found = chosen(rows, world="chance", test=test)
        body.append((title_of(test), *(_range(in_band(found, band)) for band in BANDS)))
    header = ("Test", *map(band_name, BANDS))
    return Section(
        "Type I error at 5 % (in %), by the items that the emptiest cell expects", header, tuple(body)
    )


def _range(rows: Sequence[Row]) -> str:
    rates = [row["rejected_05"] for row in rows]
    return f"{_percent(min(rates))} to {_percent(max(rates))}" if rates else _NONE


def _powers(rows: Sequence[Row]) -> list[Section]:
    said = {
        "informed": "Power (in %) where decisions are right: mean over conditions, and beside the default",
        "confused": "Power (in %) where classes are confused: mean over conditions, and beside the default",
    }
    return [_power(chosen(rows, world=world), text) for world, text in said.items()]


def _power(rows: Sequence[Row], title: str) -> Section:
    numbers = sorted({row["classes"] for row in rows})
    body = [
        (title_of(test), *(_against_default(chosen(rows, classes=k), test) for k in numbers))
        for test in tests_of(rows)
    ]
    return Section(title, ("Test", *(f"K = {k}" for k in numbers)), tuple(body))


def _against_default(rows: Sequence[Row], test: str) -> str:
    """The mean power, and how much it is more or less than that of the default under the same conditions."""
    found = chosen(rows, test=test)
    if not found:
        return _NONE
    mean = fmean(row["rejected_05"] for row in found)
    if test == _DEFAULT:
        return _percent(mean)
    return f"{_percent(mean)} ({100 * (mean - _default_there(rows, found)):+.1f})"


def _default_there(rows: Sequence[Row], found: Sequence[Row]) -> float:
    there = {_condition(row) for row in found}
    return fmean(row["rejected_05"] for row in chosen(rows, test=_DEFAULT) if _condition(row) in there)


def _condition(row: Row) -> tuple[object, ...]:
    return tuple(row[name] for name in ("classes", "n", "skew", "guess", "world"))


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


# Findings ---------------------------------------------------------------------------------------


def findings(rows: Sequence[Row]) -> list[Finding]:
    """What holds, with the numbers that decide."""
    return [
        _level_anywhere(rows, _DEFAULT, "The default test of Informedness"),
        _level_where_ample(rows, "n_minus_1", "χ² with N−1"),
        _level_anywhere(rows, "g_squared", "G² without a correction"),
        _level_where_ample(rows, "williams", "G² with Williams' correction"),
        *(_too_seldom(rows, test) for test in ("yates", "fisher")),
        _printed(rows),
        *_more_classes(rows),
    ]


def _level_where_ample(rows: Sequence[Row], test: str, name: str) -> Finding:
    found = chosen(rows, world="chance", test=test)
    ample, sparse = (
        [row for row in found if (row["least_expected"] >= 1) == wanted] for wanted in (True, False)
    )
    above = [row for row in ample if side_of(row) == "above"]
    return Finding(
        f"{name} keeps its level where chance puts one item or more into every cell.",
        not above,
        f"It rejects more than 6 % under {len(above)} of {len(ample)} such conditions ({_range(ample)} %), "
        f"and under {sum(side_of(row) == 'above' for row in sparse)} of {len(sparse)} with less "
        f"({_range(sparse)} %).",
    )


def _level_anywhere(rows: Sequence[Row], test: str, name: str) -> Finding:
    found = chosen(rows, world="chance", test=test)
    above = [row for row in found if side_of(row) == "above"]
    worst = max(found, key=lambda row: row["rejected_05"])
    return Finding(
        f"{name} keeps its level.",
        not above,
        f"It rejects more than 6 % of chance under {len(above)} of {len(found)} conditions; at most "
        f"{_percent(worst['rejected_05'])} % ({_where(worst)}).",
    )


def _too_seldom(rows: Sequence[Row], test: str) -> Finding:
    found = chosen(rows, world="chance", test=test)
    below = [row for row in found if side_of(row) == "below"]
    middle = median(row["rejected_05"] for row in found)
    powers = chosen(rows, world="informed", test=test)
    mean = fmean(row["rejected_05"] for row in powers)
    lost = _default_there(chosen(rows, world="informed"), powers) - mean
    return Finding(
        f"{title_of(test)} is too cautious.",
        middle < _CAUTIOUS and lost > 0,
        f"It rejects {_percent(middle)} % of chance in the middle, less than 3 % under {len(below)} of "
        f"{len(found)} conditions, and finds "
        f"{100 * lost:.1f} in 100 informed predictors fewer than the default test ({_percent(mean)} %).",
    )


def _printed(rows: Sequence[Row]) -> Finding:
    found = [row for row in rows if row["world"] == "chance" and row["test"].endswith("_printed")]
    below = [row for row in found if side_of(row) == "below"]
    powers = chosen(rows, world="informed", test="chi_squared_kb_printed")
    mean = fmean(row["rejected_05"] for row in powers)
    default = fmean(row["rejected_05"] for row in chosen(rows, world="informed", test=_DEFAULT))
    return Finding(
        "The papers' statistics, referred to χ² with (K−1)² degrees of freedom as printed, reject far too "
        "seldom.",
        len(below) > len(found) / 2,
        f"Less than 3 % of chance under {len(below)} of {len(found)} conditions and statistics, "
        f"{_percent(median(row['rejected_05'] for row in found))} % in the middle; χ²_KB finds "
        f"{_percent(mean)} % of informed predictors where the calibrated test, which orders tables alike, "
        f"finds {_percent(default)} %.",
    )


def _more_classes(rows: Sequence[Row]) -> list[Finding]:
    several = [row for row in rows if row["classes"] > 2]  # noqa: PLR2004 - two are the other case
    numbers = sorted({row["classes"] for row in several})
    gains = {k: _gain(chosen(several, classes=k, world="informed")) for k in numbers}
    losses = {k: _gain(chosen(several, classes=k, world="confused")) for k in numbers}
    dual = {k: -_gain(chosen(several, classes=k, world="informed"), "markedness") for k in numbers}
    return [
        Finding(
            "With more than two classes, the test of Informedness finds more than χ² where decisions are "
            "right.",
            all(gain > 0 for gain in gains.values()),
            f"In 100 such predictors {_listed(gains)} more.",
        ),
        Finding(
            "With more than two classes, the test of Markedness finds more than that of Informedness.",
            all(more > 0 for more in dual.values()),
            f"In 100 such predictors {_listed(dual)} more: it weighs rare classes less.",
        ),
        Finding(
            "Where classes are confused with each other, χ² finds more: Informedness does not reward it.",
            all(loss < 0 for loss in losses.values()),
            f"In 100 such predictors {_listed({k: -x for k, x in losses.items()})} more.",
        ),
    ]


def _gain(rows: Sequence[Row], test: str = "n_minus_1") -> float:
    """How much more of predictors the default test finds than another."""
    default, other = (fmean(row["rejected_05"] for row in chosen(rows, test=x)) for x in (_DEFAULT, test))
    return default - other


def _listed(gains: dict[int, float]) -> str:
    return ", ".join(f"{100 * gain:.0f} (K = {k})" for k, gain in gains.items())


def _where(row: Row) -> str:
    return (
        f"K = {row['classes']}, N = {row['n']}, skew 1:{row['skew']:g}, guesses {row['guess']}, "
        f"{row['least_expected']:.2g} items in the emptiest cell"
    )
