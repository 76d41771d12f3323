"""What a paper prints: a measure's name and a rounded number, read as what it can have been."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from decimal import Decimal, localcontext
from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, Literal

from abovechance.core.errors import InputError
from abovechance.core.text import number
from abovechance.measures.registry import Measure, measure
from abovechance.solve.forms import form_of

if TYPE_CHECKING:
    from abovechance.solve.forms import Clause, Form

Rounding = Literal["half", "down"]
ROUNDINGS: tuple[Rounding, ...] = ("half", "down")
Given = str | float | Fraction | tuple[float, float]
_BY_OTHER_NAMES = {"positives": "support", "negatives": "real_negatives", "auc": "auc_of_one_point"}
MEASURES_OF_THE_OTHER_CLASS = {
    "precision": "inverse_precision",
    "recall": "inverse_recall",
    "inverse_precision": "precision",
    "inverse_recall": "recall",
    "fallout": "miss_rate",
    "miss_rate": "fallout",
}
_DIGITS_OF_A_DOUBLE = 15
"""So many significant digits are not rounded: a program has computed the number and prints all it has."""
_COMPUTED = Fraction(2, 10**15)
"""How far off such a number may be, as a share of itself, or of 1 where it is below."""
_DIGITS_SHOWN = 17
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_PRINTED = re.compile(rf"\s*({_NUMBER})\s*(?:(?:±|\+/?-)\s*({_NUMBER}))?\s*(%?)\s*")


@dataclass(frozen=True)
class Figure:
    """A printed figure.

    Attributes
    ----------
    measure
        Its key in the catalogue.
    name, printed
        How it was called, and the text that was printed.
    low, high
        What it can have been before it was rounded: both ends belong to it, but for those that are ``open``.
    open_low, open_high
        Whether the end itself is not possible, as for digits that were cut off.
    mirrored
        Whether it is the measure of the other class, whose positives are the negatives here.
    or_undefined
        Whether it is printed where the measure is undefined, too.
    """

    measure: str
    name: str
    printed: str
    low: Fraction
    high: Fraction
    open_low: bool = False
    open_high: bool = False
    mirrored: bool = False
    or_undefined: bool = False

    def __str__(self) -> str:
        return f"{self.name} {self.printed}"

    @property
    def impossible(self) -> str:
        """Why the measure can never be this; nothing where it can."""
        found = measure(self.measure)
        below, above = self.high < _whole_or_far(found.low), self.low > _whole_or_far(found.high)
        if not (below or above):
            return ""
        hint = (
            f"; if it is in percent, write '{self.printed}%'"
            if 1 < self.low <= 100 and "%" not in self.printed
            else ""
        )
        low, high = (number(x).rstrip("0").rstrip(".") for x in (found.low, found.high))
        lies = f"cannot be below {low}" if math.isinf(found.high) else f"lies between {low} and {high}"
        return f"{self} is impossible: {found.title} {lies}{hint}"

    @property
    def said_range(self) -> str:
        """What it can have been, with the digits that this needs."""
        return _plain(self.low) if self.low == self.high else f"{_plain(self.low)} to {_plain(self.high)}"

    @property
    def form(self) -> Form:
        """The formula of its measure."""
        found = form_of(self.measure)
        if found is None:
            raise InputError(
                f"{self.name} cannot be worked back from: its formula is not a quotient of polynomials "
                "of the counts, or a root of one"
            )
        return found

    def told(self, name: str, *, mirrored: bool, or_undefined: bool) -> Figure:
        """The same figure as a report has it: of which class, and whether in place of what is undefined."""
        inverse = MEASURES_OF_THE_OTHER_CLASS.get(self.measure) if mirrored else None
        return replace(
            self,
            name=name,
            measure=inverse or self.measure,
            mirrored=mirrored and inverse is None,
            or_undefined=or_undefined,
        )

    def clauses(self, n: int | None) -> list[Clause]:
        """What holds of the tables that have the figure."""
        form = self.form
        if form.scaled and n is None:
            raise InputError(
                "{name} is a number of items, which says nothing without the number of all: give {argument}",
                argument="n",
                name=self.name,
            )
        unit = Fraction(1, n) if form.scaled and n else Fraction(1)
        form = form.mirrored if self.mirrored else form
        return [
            # A printed 0 may stand for an undefined value: where nothing is below, nothing is above, and
            # bounds that are not strict hold.
            *([] if self.or_undefined else [form.defined]),
            *form.at_least(self.low * unit, strict=self.open_low and not self.or_undefined),
            *form.at_most(self.high * unit, strict=self.open_high and not self.or_undefined),
        ]


def printed_measure(name: str | Measure) -> Measure:
    """The measure that a printed name means: ``auc`` beside one table is that of a single point."""
    return measure(_BY_OTHER_NAMES.get(name.strip().lower(), name) if isinstance(name, str) else name)


def figure(name: str, given: Given, rounding: Rounding = "half") -> Figure:
    """A figure from its name and what was printed.

    Examples
    --------
    >>> found = figure("precision", "81%")
    >>> found.measure, float(found.low), float(found.high)
    ('precision', 0.805, 0.815)
    >>> float(figure("recall", "0.79", "down").low)
    0.79
    """
    made = read_figure(name, given, rounding)
    if made.impossible:
        raise InputError(made.impossible)
    return made


def read_figure(name: str, given: Given, rounding: Rounding = "half") -> Figure:
    """The same of any number, also of one that the measure cannot be."""
    if rounding not in ROUNDINGS:
        raise InputError(f"rounding is 'half' or 'down', not {rounding!r}")
    found = printed_measure(name)
    text = given if isinstance(given, str) else _said(given)
    return Figure(found.key, name, " ".join(text.split()), *_bounds(found, name, given, rounding))


def is_number(text: str) -> bool:
    """Whether a text is a number as figures are printed."""
    return _PRINTED.fullmatch(text) is not None


def _said(given: object) -> str:
    return "between " + " and ".join(map(str, given)) if isinstance(given, tuple) else str(given)


def _bounds(
    found: Measure, name: str, given: Given, rounding: Rounding
) -> tuple[Fraction, Fraction, bool, bool]:
    """What a figure can have been, from least to most, and whether these ends are not possible."""
    if isinstance(given, tuple):
        return *_pair(name, given), False, False
    if isinstance(given, Rational) and not isinstance(given, bool):  # a whole number or a fraction is exact
        return Fraction(given), Fraction(given), False, False
    match = _PRINTED.fullmatch(str(given))
    if match is None or isinstance(given, bool):
        raise InputError(f"{name} must be a number such as 0.81, '81%' or '0.81±0.005', not {given!r}")
    value, around, percent = match.groups()
    unit = Fraction(1, 100) if percent else Fraction(1)
    middle = Fraction(value) * unit
    digits = Decimal(value).as_tuple()
    step = Fraction(10) ** int(digits.exponent) * unit
    if around is None and found.kind != "count" and len(digits.digits) >= _DIGITS_OF_A_DOUBLE:
        reach = max(step / 2, _COMPUTED * max(unit, abs(middle)))
        return middle - reach, middle + reach, False, False
    if around is not None or found.kind == "count" or rounding == "half":
        reach = abs(Fraction(around)) * unit if around else Fraction(0) if found.kind == "count" else step / 2
        return middle - reach, middle + reach, False, False
    # Digits cut off a negative number leave it too great.
    if middle < 0 or value.startswith("-"):
        return middle - step, middle, True, False
    return middle, middle + step, False, True


def _pair(name: str, given: tuple[float, float]) -> tuple[Fraction, Fraction]:
    try:
        low, high = (Fraction(str(x)) for x in given)
    except ValueError:
        raise InputError(f"{name} is given as two numbers, low and high, not {given!r}") from None
    if low > high:
        raise InputError(f"{name} is given as low and high, in this order, not {given!r}")
    return low, high


def _whole_or_far(end: float) -> Fraction | float:
    return end if math.isinf(end) else Fraction(end)


def _plain(value: Fraction) -> str:
    """A number in decimals, all of them unless they go on."""
    with localcontext() as context:
        context.prec = _DIGITS_SHOWN
        found = Decimal(value.numerator) / Decimal(value.denominator)
    return f"{found.normalize():f}".replace("-", "\N{MINUS SIGN}")
