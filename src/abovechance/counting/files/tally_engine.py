"""Counting by the engine: a GROUP BY runs there on columns as they are stored, and only counts come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.counting.files.engine import EngineError
from abovechance.counting.files.faults import OR_NAME_THEM, require_few_labels
from abovechance.counting.files.tally import MOST_COMBINATIONS, Tally

if TYPE_CHECKING:
    from abovechance.counting.files.asked import Asked
    from abovechance.counting.files.choose import Chosen
    from abovechance.counting.files.engine import Engine

_AHEAD = 100_000
_LOOK_AHEAD = 2**26
"""Bytes from which on it is sooner known by a look at the first rows that a column is an identifier."""


def tally_by_engine(engine: Engine, asked: Asked, chosen: Chosen) -> Tally:
    """Ask for the number of items of each combination of labels, and with weights for their sum."""
    _look_ahead(engine, asked, chosen)
    keys = [f"k{i}" for i in range(len(asked.labels))]
    stored = [f"{label.stored} AS {key}" for label, key in zip(asked.labels, keys, strict=True)]
    texts = [label.text(key) for label, key in zip(asked.labels, keys, strict=True)]
    sums = "0 AS total, 0 AS wrongs, NULL AS wrong"
    if asked.numbers:
        stored.append(f"{asked.numbers[0]} AS stored_weight")
        stored.append("try_cast(stored_weight AS DOUBLE) AS weight")
        stored.append("(weight >= 0 AND weight < 'Infinity'::DOUBLE) IS NOT TRUE AS unfit")
        sums = (
            "fsum(weight) AS total, count(*) FILTER (WHERE unfit) AS wrongs, "
            "first(stored_weight::VARCHAR) FILTER (WHERE unfit) AS wrong"
        )
    query = (
        f"SELECT {', '.join(texts)}, n, total, wrongs, wrong FROM ("  # noqa: S608 - names are quoted
        f"SELECT {', '.join(keys)}, {asked.items} AS n, {sums} "
        f"FROM (SELECT {', '.join(stored)} FROM {asked.table}) "
        f"GROUP BY {', '.join(keys)} LIMIT {MOST_COMBINATIONS + 1})"
    )
    rows = engine.connection.execute(query).fetchall()
    for *_, wrongs, wrong in rows:
        if wrongs:
            raise EngineError(f"the weight {wrong!r} is not a finite, non-negative number")
    return Tally.of_sums(
        ((tuple(map(asked.label_of, key)), n, weight) for *key, n, weight, _, _ in rows), chosen
    )


def _look_ahead(engine: Engine, asked: Asked, chosen: Chosen) -> None:
    """Refuse a column of too many classes at once: to find them all would take long."""
    if chosen.most_labels is None or asked.size < _LOOK_AHEAD:
        return
    classes = asked.labels[: len(chosen.classes)]
    stored = ", ".join(f"{label.stored} AS k{i}" for i, label in enumerate(classes))
    distinct = ", ".join(f"count(DISTINCT k{i})" for i in range(len(classes)))
    query = f"SELECT {distinct} FROM (SELECT {stored} FROM {asked.ahead} LIMIT {_AHEAD})"  # noqa: S608 - names are quoted
    found = engine.connection.execute(query).fetchone() or ()
    for name, n in zip(chosen.classes, found, strict=True):
        require_few_labels(name, n, chosen.most_labels, OR_NAME_THEM)
