"""Pictures of bets: what each label wins and loses at fair odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.text import visible
from abovechance.pictures.evaluation import of_tables
from abovechance.pictures.forests import forest, row, title_of
from abovechance.pictures.picture import HeatMap

if TYPE_CHECKING:
    from abovechance.measures.bookmaker import Bets, BookmakerPayoff
    from abovechance.measures.bookmaker_script import BookmakerScript
    from abovechance.pictures.picture import Forest
    from abovechance.pictures.results import Pictures

_MOST_LABELS = 40
_MOST_SIDE_WITH_TEXTS = 15


def of_payoff(result: BookmakerPayoff) -> Pictures:
    """What bets on predictions win by label, and by cell of the table."""
    return of_bets(result.informedness) | {"markedness": lambda: forest_of_bets(result.markedness)}


def of_bets(result: Bets) -> Pictures:
    """What bets win by label, and by cell of the table."""
    if np.ndim(result.value):
        raise InputError("these are bets on several tables: draw those of one table")
    return {"bets": lambda: forest_of_bets(result), "winnings": lambda: winnings(result)}


def of_script(result: BookmakerScript) -> Pictures:
    """The table that the script was run on."""
    return of_tables(result.tables)


def forest_of_bets(result: Bets) -> Forest:
    """What each label adds, and their sum, which is the measure."""
    title = title_of(result.measure)
    per = np.ravel(result.per_bet).tolist()
    rows = [
        row(
            label,
            float(value),
            note=f"{value:+.3f} ({each:+.2f} a bet)".replace("-", "−").replace("nan", "–"),
        )
        for label, value, each in zip(result.labels, np.ravel(result.contribution).tolist(), per, strict=True)
    ]
    shown = rows[:_MOST_LABELS]
    total = row(f"all: {title}", float(result.value), system=1)
    notes = (f"and {len(rows) - len(shown)} more labels",) if len(rows) > len(shown) else ()
    return forest(
        f"What bets on each label add to {title}", [*shown, total], reference=0.0,
        reference_name="nothing won", notes=notes, most=_MOST_LABELS + 1,
    )  # fmt: skip


def winnings(result: Bets) -> HeatMap:
    """What the bets of each cell win or lose in all, for each item."""
    items = float(np.sum(result.bets))
    won = np.asarray(result.winnings, dtype=float) / (items or 1.0)
    labels = tuple(visible(str(label)) for label in result.labels)
    # The scale needs some length even if nothing is won or lost.
    reach = float(np.nanmax(np.abs(won), initial=0.0)) or 1.0
    small = len(labels) <= _MOST_SIDE_WITH_TEXTS
    texts = tuple(
        tuple("–" if np.isnan(x) else f"{x:+.2f}".replace("-", "−") if small else "" for x in line)
        for line in won.tolist()
    )
    sides = ("truth", "prediction") if result.measure == "informedness" else ("prediction", "truth")
    return HeatMap(
        "What bets win at fair odds, for each item", *sides, labels, labels, won, texts, -reach, reach,
        scale=("lost", "0", "won"),
    )  # fmt: skip
