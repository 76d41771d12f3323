"""Counting by the engine: a GROUP BY runs there on columns as they are stored, and only counts come back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.intake import limits
from abovechance.intake.files.engine import EngineError
from abovechance.intake.files.query import first_wrong
from abovechance.intake.files.readers.tally import Tally, coded, refuse_many

if TYPE_CHECKING:
    from abovechance.intake.files.columns import Chosen
    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.query import Asked

_MOST_ITEMS = 2**62
"""So many items have room in 64 bits, and as many again."""
_AHEAD = 20_000
_LOOK_AHEAD = 2**26
"""Bytes from which on it is sooner known by a look at the first rows that a column is an identifier."""


def tally_by_engine(engine: Engine, asked: Asked, chosen: Chosen) -> Tally:
    """Ask for the number of items of each combination of labels, and with weights for the sums of them."""
    _look_ahead(engine, asked, chosen)
    keys = [f"k{i}" for i in range(len(asked.labels))]
    stored = [f"{label.stored} AS {key}" for label, key in zip(asked.labels, keys, strict=True)]
    texts = [f"{label.text(key)} AS {key}" for label, key in zip(asked.labels, keys, strict=True)]
    added = _added(asked, chosen)
    wrong = " OR ".join(condition for condition, _ in added.wrong) or "false"
    query = (
        f"SELECT {', '.join(texts)}, n, total, squares, wrongs FROM ("  # noqa: S608 - names are quoted
        f"SELECT {', '.join(keys)}, {added.items} AS n, {added.sums}, count(*) FILTER (wrong) AS wrongs "
        f"FROM (SELECT {', '.join([*stored, *added.stored, f'{wrong} AS wrong'])} FROM {asked.table}) "
        f"GROUP BY {', '.join(keys)} LIMIT {limits.MOST_COMBINATIONS + 1})"
    )
    found: dict[str, Any] = engine.connection.execute(query).fetchnumpy()
    if found["wrongs"].any():
        raise first_wrong(engine, asked, added.wrong)
    weighted = chosen.weight is not None
    return Tally.of_columns(
        [coded(found[key].tolist(), asked.label_of) for key in keys],
        _whole(found["n"]),
        found["total"].astype(np.float64) if weighted else None,
        found["squares"].astype(np.float64) if weighted else None,
        chosen,
    )


def _whole(numbers: Any) -> Any:
    """Sums of items, which the engine has in more than 64 bits."""
    if len(numbers) and numbers.astype(np.float64).max() >= _MOST_ITEMS:
        raise EngineError("there are too many items to count: give their numbers as weights")
    return numbers.astype(np.int64)


@dataclass(frozen=True)
class _Added:
    """In SQL: the columns to be added up, the number of items, sums of weights; and what can be wrong."""

    stored: list[str]
    items: str
    sums: str
    wrong: list[tuple[str, str]]


def _added(asked: Asked, chosen: Chosen) -> _Added:
    weight = asked.numbers[0] if chosen.weight is not None else None
    count = asked.numbers[-1] if chosen.count is not None and asked.times is None else None
    stored, wrong = [], []
    items, times = "count(*)", "1"
    if asked.times is not None:
        stored.append(f"{asked.times} AS times")
        items = "sum(times)"
    if count is not None:
        number = f"try_cast({count} AS DOUBLE)"
        is_whole = f"({number} >= 0 AND {number} < {_MOST_ITEMS} AND {number} % 1 = 0) IS TRUE"
        stored.append(f"CASE WHEN {is_whole} THEN try_cast({count} AS HUGEINT) ELSE 0 END AS times")
        wrong.append(
            (f"NOT ({is_whole})", f"'the count ''' || {_said(count)} || ''' is not a whole number from 0 on'")
        )
        items, times = "sum(times)", "times"
    sums = "0 AS total, 0 AS squares"
    if weight is not None:
        number = f"try_cast({weight} AS DOUBLE)"
        stored.append(f"{number} AS weight")
        wrong.append(
            (
                f"({number} >= 0 AND {number} < 'Infinity'::DOUBLE) IS NOT TRUE",
                f"'the weight ''' || {_said(weight)} || ''' is not a finite, non-negative number'",
            )
        )
        sums = f"fsum(weight * {times}) AS total, fsum(weight * weight * {times}) AS squares"
        if asked.squares is not None:
            stored.append(f"{asked.squares} AS squared")
            sums = "fsum(weight) AS total, fsum(squared) AS squares"
    return _Added(stored, items, sums, wrong)


def _said(number: str) -> str:
    """What is stored where a number should be."""
    return f"coalesce({number}::VARCHAR, '')"


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
