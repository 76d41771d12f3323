"""``bookmaker_payoff``: Informedness as what a punter wins who bets on predictions at fair odds.

Each prediction is a bet that the item is of the predicted class. The bookmaker sets the odds by prevalence:
a right bet on l wins 1 / prev_l for each unit of its stake, a wrong one loses 1 / (1 − prev_l). Whoever
guesses l is right with probability prev_l and wins nothing in the long run. The stake of a bet on l is the
share of all bets that are placed on l. So a bet on l wins tpr_l − fpr_l on average, and all bets together
Informedness (Powers 2007, eq. 41; Powers 2003).

Markedness is the same of the dual problem: each item is a bet, on the label that its class would get, at
odds set by how often labels are predicted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.core.result import Answer, Result
from abovechance.core.sums import add_up
from abovechance.measures.registry import measure
from abovechance.measures.undefined import reasons_of, reasons_on
from abovechance.tables.arguments import of_tables
from abovechance.tables.tables import group_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.core.arrays import Array, Floats
    from abovechance.core.labels import Label
    from abovechance.core.result import Row
    from abovechance.measures.bookmaker_script import BookmakerScript
    from abovechance.tables.tables import Tables

_NEEDS = {
    "informedness": ("items", "real_positive", "real_negative"),
    "markedness": ("items", "predicted_positive", "predicted_negative"),
}
_OF_LABELS = ("bets", "won", "lost", "pays", "costs", "stake", "per_bet", "contribution", "reason")


@dataclass(frozen=True, eq=False)
class Bets(Result):
    """Bets on labels at fair odds, and what they win.

    Arrays have the axes of the batch first, then one for the labels, or the two of the table: rows are truth,
    columns are prediction.

    Attributes
    ----------
    measure
        What all bets win on average: ``"informedness"`` for bets on predicted labels, ``"markedness"`` for
        bets on what each class is predicted to be.
    labels
        What is bet on.
    bets, won, lost
        How many bets are placed on each label, and how many of them are right and wrong.
    pays, costs
        The odds of each label: what a right bet wins and a wrong one loses, for each unit of its stake.
    odds
        The payoff matrix: ``pays`` on the diagonal and ``-costs`` elsewhere.
    winnings
        The counts times the odds, with a stake of one unit for every bet: the matrix of the papers' script.
    stake
        The share of all bets that are placed on the label, which is what each of them stakes.
    per_bet
        What a bet on the label wins on average with this stake: tpr − fpr, or tpa + tna − 1 for Markedness.
        It is also the sum of ``winnings`` over the number of items (``bookmakerSum`` of the script).
    contribution
        ``stake * per_bet``; their sum is ``value``. A label that is in no bet, or has no odds, adds nothing.
    by_class
        The same sum by the other side of the table: what items of each real class (for Markedness, items of
        each predicted label) add to ``value``.
    value
        What all bets win on average: Informedness or Markedness.
    reason, why_undefined
        Why a label has no odds, and why ``value`` is undefined; None where they are defined.
    """

    measure: str
    labels: tuple[Label, ...]
    bets: Floats
    won: Floats
    lost: Floats
    pays: Floats
    costs: Floats
    odds: Floats
    winnings: Floats
    stake: Floats
    per_bet: Floats
    contribution: Floats
    by_class: Floats
    value: Any
    reason: Array
    why_undefined: Any

    def rows_at(self, position: tuple[int, ...]) -> Iterator[Row]:
        """A row for each label of one table of the batch."""
        columns = {name: getattr(self, name)[position].tolist() for name in _OF_LABELS}
        for i, label in enumerate(self.labels):
            yield {"class": label, **{name: values[i] for name, values in columns.items()}}


@dataclass(frozen=True, eq=False, repr=False)
class BookmakerPayoff(Answer):
    """What a punter wins who bets on predictions at fair odds.

    Attributes
    ----------
    tables : Tables
        The tables.
    informedness : Bets
        Bets on the predicted labels at odds set by prevalence.
    markedness : Bets
        Bets on the label that items of each class get, at odds set by how often labels are predicted.
    """

    tables: Tables
    informedness: Bets
    markedness: Bets

    @cached_property
    def script(self) -> BookmakerScript:
        """The fields of the papers' script, see :func:`~abovechance.bookmaker_script`."""
        from abovechance.measures.bookmaker_script import bookmaker_script

        return bookmaker_script(self.tables)

    def rows(self) -> list[Row]:
        """One row for each table, side and label: the bets, the odds and what they win."""
        return [
            {"measure": side.measure, "group": group_at(self.tables, position), **row}
            for position in np.ndindex(self.tables.batch_shape)
            for side in (self.informedness, self.markedness)
            for row in side.rows_at(position)
        ]


@of_tables
def bookmaker_payoff(tables: Tables, /) -> BookmakerPayoff:
    """What a punter wins who bets on each prediction at a bookmaker's fair odds.

    A right bet on l wins 1 / prev_l and a wrong one loses 1 / (1 − prev_l), so that guessing wins nothing.
    With stakes in proportion to how often each label is bet on, all bets win Informedness on average (Powers
    2007, eq. 41). Markedness is the same with truth and prediction exchanged.

    Parameters
    ----------
    tables
        One table or a batch.

    Returns
    -------
    BookmakerPayoff
        Odds, bets and winnings of each label, for Informedness and for Markedness. A label that never occurs
        in the truth has no odds: it is undefined and adds nothing. Where only one class occurs, the value is
        undefined.

    Examples
    --------
    The first table of Powers (2007): 42 bets on the positive class, 30 of them right.

    >>> import abovechance as ac
    >>> found = ac.bookmaker_payoff(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)).informedness
    >>> found.labels, found.pays.round(3).tolist(), found.costs.round(3).tolist()
    (('negative', 'positive'), [2.5, 1.667], [1.667, 2.5])
    >>> found.per_bet.round(3).tolist(), round(found.value, 3)
    ([0.2, 0.2], 0.2)
    """
    tables.require_square()
    return BookmakerPayoff(
        tables,
        _bets("informedness", tables, tables.contingency),
        _bets("markedness", tables, Contingency(np.swapaxes(tables.counts, -1, -2))),
    )


def _bets(name: str, tables: Tables, t: Contingency) -> Bets:
    """The bets on the columns of tables; those of Markedness are on the columns of the dual ones."""
    m = measure(name)
    value = np.asarray(m(tables))
    with np.errstate(divide="ignore", invalid="ignore"):
        total = t.total[..., None]
        known = (t.real > 0) & (t.real < total)
        pays = np.where(known, total / t.real, np.nan)
        costs = np.where(known, total / (total - t.real), np.nan)
        right = np.eye(t.classes, dtype=bool)
        odds = np.where(right, pays[..., None, :], -costs[..., None, :])
        stake = t.predicted / total
        per_bet = np.where(known, t.each.informedness, np.nan)
        winnings = t.counts * odds + 0.0  # and never -0
        contribution = _added(value, np.where(known, stake * per_bet, 0.0))
        by_class = add_up(np.where(known[..., None, :], stake[..., None, :] * winnings, 0.0)) / total
    reason = reasons_of(
        "binary", _NEEDS[name], pays, tables.contingency.each, lambda at: (tables.labels[at[-1]],)
    )
    why = reasons_on("overall", m.needs, value, tables)
    as_truth = (lambda cells: np.swapaxes(cells, -1, -2)) if name == "markedness" else np.asarray
    return Bets(
        measure=name, labels=tables.labels, bets=t.predicted, won=t.hits, lost=t.predicted - t.hits,
        pays=pays, costs=costs, odds=as_truth(odds), winnings=as_truth(winnings), stake=stake,
        per_bet=per_bet, contribution=contribution, by_class=_added(value, by_class), value=_bare(value),
        reason=reason, why_undefined=_bare(why),
    )  # fmt: skip


def _added(value: Array, parts: Array) -> Array:
    """Parts of a value, undefined where it is."""
    return np.where(np.isnan(value)[..., None], np.nan, parts)


def _bare(values: Array) -> Any:
    """The only entry of an array without axes, and another array as it is."""
    return values if values.ndim else values.item()
