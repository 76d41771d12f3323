"""What the study of significance says: which tests keep their level, and which of these find most."""

from __future__ import annotations

import math
from itertools import product
from statistics import fmean, median
from typing import TYPE_CHECKING

from abovechance.core.text import NONE
from abovechance.studies.base import Section
from abovechance.studies.scoring import TYPE_1, chosen, distinct, fields, percent, percents, side

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
DEFAULT = "default"
"""The test of Informedness for two classes, the combined one for more."""
_NEAR = 0.01
"""Powers that differ by less, or by less than two Monte Carlo standard errors, are as good as equal."""


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


# Tables -----------------------------------------------------------------------------------------


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
    near = [x for x, (power, own) in powers.items() if most - power < max(_NEAR, 2 * math.hypot(error, own))]
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
