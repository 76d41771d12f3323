"""How many items an evaluation needs, for people and machines: a sentence, and what more would reach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.text import Text

from abovechance.core.text import counted
from abovechance.report.tabular import document_of, plain_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from abovechance.report.tabular import Cells, Column, Record

SCHEMA = "abovechance.power/1"
COLUMNS = ("n", "power")
_BAR = 30


@dataclass(frozen=True)
class Planned:
    """A plan: what is to be shown, how surely, and with how many items.

    Attributes
    ----------
    goal
        What is to be shown, in words: "that decisions are better than chance".
    world
        What is assumed, in words.
    setting
        What is assumed, by name.
    power, level, sides
        The probability wanted of showing it, and the test that is to show it.
    needed
        How many items it takes.
    n, reached
        A number of items that was asked about, and its power; None if there was none.
    curve
        Numbers of items, each with its power.
    """

    goal: str
    world: str
    setting: Mapping[str, Any]
    power: float
    level: float
    sides: int
    needed: int
    n: int | None
    reached: float | None
    curve: tuple[tuple[int, float], ...]


def verdict(planned: Planned) -> str:
    """The answer in a plain sentence."""
    test = f"{'two' if planned.sides > 1 else 'one'}-sided test at {1 - planned.level:.3g}"
    if planned.n is None or planned.reached is None:
        return (
            f"{_items(planned.needed)} are needed to show {planned.goal} with a probability of "
            f"{planned.power:g} ({test})."
        )
    said = f"{_items(planned.n)} show {planned.goal} with a probability of {planned.reached:.2f} ({test})"
    return f"{said}; it takes {_items(planned.needed)} to reach {planned.power:g}."


def _items(n: int) -> str:
    return counted(n, "item")


def report(planned: Planned) -> Group:
    """The sentence, what is assumed, and the power of fewer and more items."""
    columns: list[Column] = [("Items", "right"), ("power", "right"), (f"0{' ' * (_BAR - 2)}1", "left")]
    rows = []
    for n, power in planned.curve:
        style = "bold" if n in (planned.n, planned.needed) else ""
        bar = Text("━" * round(power * _BAR), style="green" if power >= planned.power else "dim")
        rows.append([Text(f"{n}", style=style), Text(f"{power:.3f}", style=style), bar])
    parts = (Text(verdict(planned), style="bold"), Text(planned.world), Text())
    return Group(*parts, plain_table(columns, rows))


def document(planned: Planned) -> dict[str, Any]:
    """The JSON document."""
    return document_of(
        SCHEMA,
        verdict=verdict(planned),
        setting=dict(planned.setting),
        power=planned.power,
        level=planned.level,
        sides=planned.sides,
        needed=planned.needed,
        n=planned.n,
        reached=planned.reached,
        rows=records(planned),
    )


def records(planned: Planned) -> list[Record]:
    """Numbers of items with their power."""
    return [dict(zip(COLUMNS, row, strict=True)) for row in planned.curve]


def cells(planned: Planned) -> Cells:
    """A table for people."""
    return 0, ["Items", "Power"], [[str(n), f"{power:.3f}"] for n, power in planned.curve]
