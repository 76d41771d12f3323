"""Axes: numbers to pixels and back, and ticks at round numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from abovechance.report.formats.svg.markup import element, px, text, text_width

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, NDArray

    from abovechance.pictures.picture import Scale

_RATES_AT_TICKS = (0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999)
PADDING = 6.0  # pixels between the limits of an axis and the end of the plot
_LARGEST_PLAIN = 1e5


@dataclass(frozen=True)
class Axis:
    """An axis from one pixel to another; ``first`` is where the low limit is."""

    low: float
    high: float
    first: float
    last: float
    kind: str = "linear"

    def pixels(self, values: ArrayLike) -> NDArray[np.float64]:
        """Where values are drawn."""
        share = (np.asarray(values, dtype=float) - self.low) / (self.high - self.low)
        return np.asarray(self.first + share * (self.last - self.first))

    def at(self, value: float) -> float:
        """Where one value is drawn."""
        return float(self.pixels(value))

    def ticks(self) -> list[tuple[float, str]]:
        """Round values with their texts, about one in every 60 pixels."""
        if self.kind == "deviate":
            from scipy.special import ndtri

            rates = zip(ndtri(np.array(_RATES_AT_TICKS)), _RATES_AT_TICKS, strict=True)
            return [(float(at), f"{100 * rate:g} %") for at, rate in rates if self.low <= at <= self.high]
        step = round_step(
            (self.high - self.low) / max(abs(self.last - self.first) / 60, 2), whole=self.kind == "count"
        )
        # A limit that rounding has put just inside a tick keeps it.
        slack = 1e-9 * step
        first, last = math.ceil((self.low - slack) / step), math.floor((self.high + slack) / step)
        # Multiplied, as steps that are added up would add up their rounding.
        return [(i * step, tick_text(i * step, step)) for i in range(first, last + 1)]


def round_step(least: float, *, whole: bool = False) -> float:
    """The smallest of 1, 2, 2.5 and 5 times a power of ten that is not less; a whole number if asked for."""
    power = 10.0 ** math.floor(math.log10(least))
    step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= least * (1 - 1e-9))
    return max(float(math.ceil(step)), 1.0) if whole else step


def tick_text(value: float, step: float) -> str:
    """A tick with the decimals of its step, and a real minus sign."""
    if abs(value) < step / 2:
        return "0"
    if abs(value) >= _LARGEST_PLAIN:
        return f"{value:.3g}".replace("e+0", "e").replace("e+", "e").replace("-", "−")
    places = max(0, -math.floor(math.log10(step) + 1e-9))
    if round(step, places) != round(step, places + 6):  # steps of 2.5 need another decimal
        places += 1
    return f"{value:.{places}f}".replace("-", "−")


def limits(scale: Scale, values: Iterable[NDArray[np.float64]]) -> tuple[float, float]:
    """Limits of a scale; those that are left to the data leave a little room around them."""
    low, high = scale.low, scale.high
    if low is None or high is None:
        finite = np.concatenate([np.ravel(v)[np.isfinite(np.ravel(v))] for v in values] or [np.empty(0)])
        least, most = (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 1.0)
        # An axis needs some length even if all values are the same.
        room = 0.04 * (most - least) or 0.5 * abs(most) or 0.5
        low = least - room if low is None else low
        high = most + room if high is None else high
    if not high > low:
        high = low + 1.0
    return float(low), float(high)


def left_margin(scale: Scale, low: float, high: float, height: float) -> float:
    """The room that the ticks and the title of an upright axis need."""
    ticks = Axis(low, high, height, 0, scale.kind).ticks()
    return max((text_width(said) for _, said in ticks), default=0) + 12 + (20 if scale.title else 0)


def draw_axes(x: Axis, y: Axis, titles: tuple[str, str]) -> str:
    """Pale lines at the ticks, their texts, and the titles, cut to the lengths of the axes."""
    left, right = x.first - PADDING, x.last + PADDING
    bottom, top = y.first + PADDING, y.last - PADDING
    lines, texts = [], []
    for value, said in x.ticks():
        at = x.at(value)
        lines.append(f"M{px(at)} {px(top)}V{px(bottom)}")
        texts.append(text(said, at, bottom + 15, "ac-tick", anchor="middle"))
    for value, said in y.ticks():
        at = y.at(value)
        lines.append(f"M{px(left)} {px(at)}H{px(right)}")
        texts.append(text(said, left - 6, at + 4, "ac-tick", anchor="end"))
    frame = f"M{px(left)} {px(top)}V{px(bottom)}H{px(right)}"
    middle = (top + bottom) / 2
    return (
        element("path", class_="ac-grid", d="".join(lines))
        + element("path", class_="ac-frame", d=frame)
        + element("g", "".join(texts))
        + (
            text(titles[0], (left + right) / 2, bottom + 33, anchor="middle", longest=right - left)
            if titles[0]
            else ""
        )
        + (text(titles[1], 13, middle, anchor="middle", angle=-90, longest=bottom - top) if titles[1] else "")
    )
