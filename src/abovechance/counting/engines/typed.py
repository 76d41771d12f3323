"""A table whose columns have types, as a question for the embedded engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.counting.files.asked import (
    Asked,
    plain_label,
    require_labels,
    require_numeric,
    typed_label,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from abovechance.counting.files.asked import Named


def asked_of(
    table: str,
    types: Mapping[str, str],
    label_sql: Mapping[str, str],
    number_sql: Mapping[str, str],
    columns: Named,
    *,
    name: str,
    size: int = 0,
    times: str | None = None,
    squares: str | None = None,
) -> Asked:
    """What to ask: the columns of a table.

    Parameters
    ----------
    table
        Its name in SQL.
    types
        Of its columns, by their names.
    label_sql, number_sql
        By the names of columns, what they are in SQL as labels and as numbers.
    columns
        Those wanted.
    name
        What messages call the table.
    size
        About how many bytes it has.
    times, squares
        As of :class:`~abovechance.counting.files.asked.Asked`.
    """
    require_numeric(types, columns, name)
    require_labels(types, columns.labels)
    labels = [typed_label(label_sql[label], types[label]) for label in columns.labels]
    numbers = [number_sql[number] for number in columns.numbers]
    return Asked(table, table, labels, numbers, columns, plain_label, size, times, squares)
