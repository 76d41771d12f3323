"""One table as aligned text or HTML, a batch of them as a few lines that say what is in it."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.text import decimals, listed, named, padded, quantity, shown, width
from abovechance.intake.missing import left_out_said

if TYPE_CHECKING:
    from abovechance.tables.made import Made

CORNER = "truth \\ prediction"
ALL = "all"
GAP = "…"
_MOST_ROWS = 30
_LINE_WIDTH = 80
_MAX_LABEL_WIDTH = len("2026-01-01 00:00:00")
_FEWEST_COLUMNS = 3
_HINT = "[i] gives one table, .sum() the pooled one, .counts the array"


@dataclass(frozen=True)
class Grid:
    """The cells of a table as text: a header, a row for each class, and the margins."""

    header: list[str]
    body: list[list[str]]


def table_text(tables: Made) -> str:
    """The table with both axes named and its margins; of a batch its shape, axes and labels."""
    lost = [left_out_said(tables.left_out)] if tables.left_out else []
    if tables.axes:
        lines = [_size(tables), *(f"{name}: {text}" for name, text in _batch_facts(tables)), *lost, _HINT]
        return "\n".join(lines)
    lines = aligned(grid(tables))
    if tables.positive is not None:
        lines.append(_positive(tables))
    return "\n".join(lines + lost)


def table_html(tables: Made) -> str:
    """The same as an HTML fragment, without items left out, which pages say at their head.

    Labels are escaped.
    """
    if tables.axes:
        facts = _html_rows([[name, text] for name, text in _batch_facts(tables)])
        return (
            f"<table><caption>{escape(_size(tables))}</caption><tbody>{facts}</tbody></table><p>{_HINT}</p>"
        )
    cells = grid(tables)
    head = "".join(f"<th>{escape(text)}</th>" for text in cells.header)
    note = "" if tables.positive is None else f"<p>{escape(_positive(tables))}</p>"
    body = _html_rows(cells.body)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{note}"


def _html_rows(rows: list[list[str]]) -> str:
    return "".join(
        "<tr><th>{}</th>{}</tr>".format(escape(first), "".join(f"<td>{escape(cell)}</td>" for cell in cells))
        for first, *cells in rows
    )


def grid(tables: Made, columns: int = _LINE_WIDTH) -> Grid:
    """Lay out a single table within a width.

    Classes are numbered where labels are too wide to head the columns, or look alike where they are cut;
    where the cells are too wide, classes in the middle are left out.
    """
    counts = tables.counts
    places = decimals(counts) if counts.dtype.kind == "f" else 0
    whole = np.vstack((np.column_stack((counts, counts.sum(1))), [*counts.sum(0), counts.sum()]))
    sums = [quantity(value, places) for value in whole[-1].tolist()]
    heads = [shown(label, _MAX_LABEL_WIDTH) for label in tables.predicted_labels]
    names = [shown(label, _MAX_LABEL_WIDTH) for label in tables.labels]
    are_plain = len(set(heads)) == len(heads) == _fitting(heads, sums, _room(names, sums, columns))
    if tables.is_square and not are_plain:
        heads = [str(i + 1) for i in range(len(heads))]
        names = [f"{head} {name}" for head, name in zip(heads, names, strict=True)]
    fitting = _fitting(heads, sums, _room(names, sums, columns))
    across = elided(len(heads), max(fitting, _FEWEST_COLUMNS))
    down = across if tables.is_square else elided(len(names), _MOST_ROWS)

    def line(first: str, row: int) -> list[str]:
        cells = [GAP if j is None else quantity(whole[row, j].item(), places) for j in (*across, -1)]
        return [first, *cells]

    body = [[GAP] * (len(across) + 2) if i is None else line(names[i], i) for i in down]
    header = [CORNER, *(GAP if j is None else heads[j] for j in across), ALL]
    return Grid(header, [*body, line(ALL, -1)])


def aligned(cells: Grid) -> list[str]:
    """The grid as lines of text: the first column to the left, the others to the right."""
    lines = [cells.header, *cells.body]
    widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(padded(text, widths[j], right=j > 0) for j, text in enumerate(line)).rstrip()
        for line in lines
    ]


def elided(count: int, most: int) -> list[int | None]:
    """Positions to show: all, or the first and the last ones with None for the gap between."""
    if count <= most:
        return list(range(count))
    last = max(most // 4, 1)
    return [*range(max(most - last - 1, 1)), None, *range(count - last, count)]


def _room(names: list[str], sums: list[str], columns: int) -> int:
    """The columns that are left beside the names and the last sum."""
    return columns - max(map(width, [CORNER, *names])) - len(sums[-1]) - 2


def _fitting(heads: list[str], sums: list[str], room: int) -> int:
    """How many columns, none wider than its sum, fit with gaps of two; of the widest, so that any do."""
    widths = [max(width(head), len(total)) for head, total in zip(heads, sums, strict=False)]
    used = itertools.accumulate(columns + 2 for columns in sorted(widths, reverse=True))
    return sum(1 for columns in used if columns <= room)


def _size(tables: Made) -> str:
    size = " × ".join(map(str, tables.batch_shape))
    rows, columns = tables.counts.shape[-2:]
    return f"{size} {'table' if size == '1' else 'tables'}, {rows}×{columns}"


def _batch_facts(tables: Made) -> list[tuple[str, str]]:
    """What a batch holds: by name, the positions of its axes, its labels and its positive class."""
    found = [
        (f"axis {named(axis.name)}", f"{n}" if axis.labels is None else f"{n} ({listed(axis.labels)})")
        for axis, n in zip(tables.axes, tables.batch_shape, strict=True)
    ]
    found.append(("labels", listed(tables.labels)))
    if not tables.is_square:
        found.append(("predicted labels", listed(tables.predicted_labels)))
    if tables.positive is not None:
        name, _, text = _positive(tables).partition(": ")
        found.append((name, text))
    return found


def _positive(tables: Made) -> str:
    guess = " (a guess: name it with positive=)" if tables.positive_guessed else ""
    return f"positive class: {named(tables.positive)}{guess}"
