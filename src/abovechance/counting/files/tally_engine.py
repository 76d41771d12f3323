"""Counting by the engine: a GROUP BY runs there on columns as they are stored, and only counts come back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.counting import limits
from abovechance.counting.files.engine import EngineError
from abovechance.counting.files.tally import Tally, coded, refuse_many

if TYPE_CHECKING:
    from abovechance.counting.files.asked import Asked
    from abovechance.counting.files.choose import Chosen
    from abovechance.counting.files.engine import Engine

_AHEAD = 20_000
_LOOK_AHEAD = 2**26
"""Bytes from which on it is sooner known by a look at the first rows that a column is an identifier."""


def tally_by_engine(engine: Engine, asked: Asked, chosen: Chosen) -> Tally:
    """Ask for the number of items of each combination of labels, and with weights for their sum."""
    _look_ahead(engine, asked, chosen)
    keys = [f"k{i}" for i in range(len(asked.labels))]
    stored = [f"{label.stored} AS {key}" for label, key in zip(asked.labels, keys, strict=True)]
    texts = [f"{label.text(key)} AS {key}" for label, key in zip(asked.labels, keys, strict=True)]
    items, sums = "count(*)", "0 AS total, 0 AS wrongs, NULL AS wrong"
    if asked.times is not None:
        stored.append(f"{asked.times} AS times")
        items = "sum(times)::BIGINT"
    if asked.numbers:
        weight = f"try_cast({asked.numbers[0]} AS DOUBLE)"
        stored.append(f"{asked.numbers[0]} AS stored_weight")
        stored.append(f"{weight} AS weight")
        stored.append(f"({weight} >= 0 AND {weight} < 'Infinity'::DOUBLE) IS NOT TRUE AS unfit")
        sums = (
            "fsum(weight) AS total, count(*) FILTER (WHERE unfit) AS wrongs, "
            "first(stored_weight::VARCHAR) FILTER (WHERE unfit) AS wrong"
        )
    query = (
        f"SELECT {', '.join(texts)}, n, total, wrongs, wrong FROM ("  # noqa: S608 - names are quoted
        f"SELECT {', '.join(keys)}, {items} AS n, {sums} "
        f"FROM (SELECT {', '.join(stored)} FROM {asked.table}) "
        f"GROUP BY {', '.join(keys)} LIMIT {limits.MOST_COMBINATIONS + 1})"
    )
    found: dict[str, Any] = engine.connection.execute(query).fetchnumpy()
    if found["wrongs"].any():
        wrong = found["wrong"][found["wrongs"] > 0][0]
        raise EngineError(f"the weight {wrong!r} is not a finite, non-negative number")
    return Tally.of_columns(
        [coded(found[key].tolist(), asked.label_of) for key in keys],
        found["n"].astype(np.int64),
        found["total"].astype(np.float64) if asked.numbers else None,
        chosen,
    )


def _look_ahead(engine: Engine, asked: Asked, chosen: Chosen) -> None:
    """Refuse a column of too many labels soon: to count all of them would take long."""
    if asked.size < _LOOK_AHEAD:
        return
    combinations, distinct = _distinct(engine, asked, _AHEAD)
    refuse_many(combinations, distinct, chosen)
    once_only = asked.ahead != asked.table
    if combinations > _AHEAD // 2 and not once_only:
        refuse_many(*_distinct(engine, asked, 2 * limits.MOST_COMBINATIONS), chosen)


def _distinct(engine: Engine, asked: Asked, rows: int) -> tuple[int, list[int]]:
    """How many combinations the first rows have, and how many values of each column."""
    stored = ", ".join(f"{label.stored} AS k{i}" for i, label in enumerate(asked.labels))
    keys = [f"k{i}" for i in range(len(asked.labels))]
    query = (
        f"SELECT count(*), {', '.join(f'count(DISTINCT {key})' for key in keys)} FROM ("  # noqa: S608 - names are quoted
        f"SELECT DISTINCT * FROM (SELECT {stored} FROM {asked.ahead} LIMIT {rows}))"
    )
    ((combinations, *distinct),) = engine.connection.execute(query).fetchall()
    return combinations, distinct
