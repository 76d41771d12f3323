"""What bets on the predictions win at fair odds: they add up to Informedness."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.core.text import counted, decimals, quantity
from abovechance.measures.bookmaker import bookmaker_payoff
from abovechance.pictures.forests import forest, row

if TYPE_CHECKING:
    from abovechance.pictures.picture import Forest
    from abovechance.tables.tables import Tables


def winnings(table: Tables) -> Forest:
    """What each label's bets add to Informedness, and their sum.

    Examples
    --------
    >>> import abovechance as ac
    >>> drawn = winnings(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28))
    >>> [(one.name, round(one.value, 3), one.note) for one in drawn.rows]
    [('negative', 0.116, '58 bets'), ('positive', 0.084, '42 bets'), ('all bets', 0.2, 'Informedness')]
    """
    bets = bookmaker_payoff(table).informedness
    places = decimals(bets.bets)
    rows = [
        row(label, value, note=counted(quantity(placed, places), "bet"))
        for label, value, placed in zip(
            bets.labels, bets.contribution.tolist(), bets.bets.tolist(), strict=True
        )
    ]
    rows.append(row("all bets", bets.value, system=1, note="Informedness"))
    return forest("What the bets on each label win", rows, reference=0.0, most=len(rows))
