"""Side by side: run ours and the peers in turn, keep the least time of each, show the ratios."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_SHORTEST = 0.02
"""Seconds that one measurement takes at least: shorter calls are repeated within it."""

_ENOUGH = 3.0
"""Seconds after which a slow contender is not run again, its first call being measured too."""


@dataclass(frozen=True)
class Row:
    """One comparison.

    Attributes
    ----------
    task : str
    ours, peer : float
        Seconds.
    peer_name : str
    goal : float
        How many times faster than the peer we mean to be; below 1 where the peer is a lower bound.
    """

    task: str
    ours: float
    peer: float
    peer_name: str
    goal: float

    @property
    def ratio(self) -> float:
        """How many times faster than the peer we are."""
        return self.peer / self.ours

    @property
    def met(self) -> bool:
        """Whether the goal is met."""
        return self.ratio >= self.goal


def least_times(contenders: dict[str, Callable[[], Any]], rounds: int = 7) -> dict[str, float]:
    """The least time of a call of each contender, in seconds, measured in turn."""
    first = {name: _seconds(run, 1) for name, run in contenders.items()}
    calls = {name: max(1, round(_SHORTEST / seconds)) for name, seconds in first.items()}
    least, spent = dict(first), dict(first)
    for _ in range(rounds):
        for name, run in contenders.items():
            if spent[name] < _ENOUGH:
                seconds = _seconds(run, calls[name])
                spent[name] += seconds
                least[name] = min(least[name], seconds / calls[name])
    return least


def _seconds(run: Callable[[], Any], calls: int) -> float:
    start = time.perf_counter()
    for _ in range(calls):
        run()
    return time.perf_counter() - start


def duration(seconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def show(rows: Iterable[Row], title: str) -> None:
    """Print the comparisons as a table."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title)
    table.add_column("task")
    for heading in ("ours", "peer"):
        table.add_column(heading, justify="right")
    table.add_column("peer is")
    for heading in ("times faster", "goal", "met"):
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(
            row.task,
            duration(row.ours),
            duration(row.peer),
            row.peer_name,
            f"{row.ratio:.3g}",
            f"≥ {row.goal:.3g}",
            "yes" if row.met else "no",
        )
    Console().print(table)
