"""Small bars in tables: a value with its interval on an axis, or above and below what chance reaches."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from markupsafe import Markup

from abovechance.report.formats.svg.markup import element, px

if TYPE_CHECKING:
    from collections.abc import Iterable

WIDTH, HEIGHT = 132.0, 16.0
_EDGE = 4.0  # pixels on both sides for what stands at the ends
_MIDDLE = HEIGHT / 2
_ROUND = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
_ROUNDING_ERROR = 1e-9  # by which rounding may miss 0 and 1
Axis = tuple[float, float]


def axis_of(values: Iterable[float]) -> Axis:
    """From 0 to 1 for shares, from -1 where one is below 0; else around the values."""
    finite = [value for value in values if math.isfinite(value)]
    if not finite or (min(finite) >= 0 and max(finite) <= 1):
        return 0.0, 1.0
    if min(finite) >= -1 and max(finite) <= 1:
        return -1.0, 1.0
    least, most = min(*finite, 0.0), max(*finite, 0.0)
    return least, most if most > least else least + 1.0


def around_zero(values: Iterable[float]) -> Axis:
    """As far to both sides as the farthest value, and on to the next round number."""
    most = max((abs(value) for value in values if math.isfinite(value)), default=1.0) or 1.0
    power = 10.0 ** math.floor(math.log10(most))
    # Rounding must not push a number that is round already to the next one.
    end = power * next(step for step in _ROUND if step * power >= most * (1 - 1e-9))
    return -end, end


def across(value: float, axis: Axis) -> float:
    """Where a value is drawn; what is beyond the axis is at its end."""
    low, high = axis
    share = min(max((value - low) / (high - low), 0.0), 1.0)
    return _EDGE + share * (WIDTH - 2 * _EDGE)


def interval_bar(value: float | None, low: float, high: float, axis: Axis) -> Markup:
    """A value with its interval; a line stands at 0 where the axis goes below."""
    if math.isnan(low) or math.isnan(high):
        return Markup()
    start, end = across(low, axis), across(high, axis)
    parts = [_ground()]
    if axis[0] < 0:
        parts.append(_line(across(0.0, axis), "b-zero"))
    parts.append(element("path", class_="b-interval", d=f"M{px(start)} {px(_MIDDLE)}H{px(end)}"))
    if value is not None and math.isfinite(value):
        parts.append(element("circle", class_="b-value", cx=across(value, axis), cy=_MIDDLE, r=3.5))
    return _svg(parts)


def gauge(value: float | None, chance: float | None, bounds: tuple[float, float] | None = None) -> Markup:
    """The range from 0 to 1 with a bar from the chance level to the value; nothing outside the range."""
    places = ends(value, chance)
    if places is None:
        return Markup()
    axis = (0.0, 1.0)
    first, last = sorted(places)
    kind = "b-below" if places[0] < places[1] else "b-above"
    parts = [_ground(), element("rect", class_=kind, x=first, y=4, width=last - first, height=8)]
    if bounds is not None and all(map(math.isfinite, bounds)):
        start, end = (px(across(bound, axis)) for bound in bounds)
        parts.append(element("path", class_="b-interval", d=f"M{start} {px(_MIDDLE)}H{end}"))
    parts.append(_line(places[1], "b-chance"))
    return _svg(parts)


def ends(value: float | None, chance: float | None) -> tuple[float, float] | None:
    """Where a value and its chance level are drawn between 0 and 1; nothing outside of that."""
    if (
        value is None
        or chance is None
        or not all(-_ROUNDING_ERROR <= x <= 1 + _ROUNDING_ERROR for x in (value, chance))
    ):
        return None
    return across(value, (0.0, 1.0)), across(chance, (0.0, 1.0))


def _ground() -> str:
    return element("path", class_="b-ground", d=f"M{px(_EDGE)} {px(_MIDDLE)}H{px(WIDTH - _EDGE)}")


def _line(at: float, kind: str) -> str:
    return element("path", class_=kind, d=f"M{px(at)} 1V{px(HEIGHT - 1)}")


def _svg(parts: list[str]) -> Markup:
    size = f'width="{px(WIDTH)}" height="{px(HEIGHT)}" viewBox="0 0 {px(WIDTH)} {px(HEIGHT)}"'
    return Markup(f'<svg class="bar" {size} aria-hidden="true">{"".join(parts)}</svg>')  # noqa: S704 - numbers
