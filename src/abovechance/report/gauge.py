"""A value beside its chance level as a line of text: how much of the way is due to chance."""

from __future__ import annotations

from rich.text import Text

GAUGE_WIDTH = 26
_LINE, _GAIN, _CHANCE, _VALUE = "─", "━", "┼", "●"


def gauge(value: float | None, chance: float | None, width: int = GAUGE_WIDTH) -> Text:
    """The range from 0 to 1: thin up to the chance level, thick from there to the value.

    Values without a chance level, undefined ones and those outside the range have no gauge.
    """
    if value is None or chance is None or not (0 <= value <= 1 and 0 <= chance <= 1):
        return Text()
    at, start = round(value * (width - 1)), round(chance * (width - 1))
    line = [_LINE] * width
    first, last = sorted((at, start))
    line[first : last + 1] = [_GAIN] * (last - first + 1)
    line[start] = _CHANCE
    line[at] = _VALUE
    text = Text("".join(line), style="dim")
    text.stylize("not dim " + ("green" if value >= chance else "red"), first, last + 1)
    return text
