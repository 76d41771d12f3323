"""A table of counts as a heat map: counts, shares of rows and of columns, and the distance from chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from abovechance.core.text import NONE, decimals, quantity, shortened, visible, width
from abovechance.pictures.tables.confusion import with_others

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.tables.tables import Tables

VIEWS = ("Counts", "Row %", "Column %", "Difference from chance")
_MOST_CLASSES = 30
_SHADES = 10
_MOST_LEVEL = 6  # columns whose names stand level
_LONGEST_HEAD = 24
_SHORTEST_UPRIGHT = 5  # letters, where columns are many
_LONGEST_LEVEL = 14  # letters of names that stand level


@dataclass(frozen=True)
class MatrixCell:
    """What a cell says in each view, and its shade there."""

    texts: tuple[str, ...]
    shades: tuple[str, ...]


@dataclass(frozen=True)
class MatrixView:
    """A heat map for the template."""

    names: tuple[str, ...]
    heads: tuple[tuple[str, str], ...]  # short names, and whole ones
    rows: tuple[tuple[MatrixCell, ...], ...]
    sums: tuple[str, ...]  # of rows
    totals: tuple[str, ...]  # of columns, and of all
    positive: str
    more: str
    is_square: bool
    is_upright: bool
    is_wide: bool
    views: tuple[str, ...] = VIEWS
    template: ClassVar[str] = "matrix"


def matrix_view(tables: Tables) -> MatrixView:
    """What the template shows; of very many classes those with the most errors, and all others as one."""
    counts, names = tables.counts, [str(label) for label in tables.labels]
    heads = [str(label) for label in tables.predicted_labels]
    more = ""
    if tables.is_square and len(names) > _MOST_CLASSES:
        more = f"The {_MOST_CLASSES - 1} classes with the most errors, and all others as one."
        counts, names = with_others(counts, names, _MOST_CLASSES)
        heads = names
    short = shortened([visible(head) for head in heads], _LONGEST_HEAD)
    places = decimals(counts)
    whole = counts.astype(float)
    rows, columns, total = whole.sum(axis=1), whole.sum(axis=0), whole.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        of_rows, of_columns = whole / rows[:, None], whole / columns
        excess = of_rows - columns / total
        # the sum of all others is no class, and would leave the classes pale
        most = (whole[:-1, :-1] if more else whole).max(initial=0.0)
        share = whole / most
    texts = [
        [[quantity(x, places) for x in row] for row in counts.tolist()],
        _texts(100 * of_rows, "{:.1f} %"), _texts(100 * of_columns, "{:.1f} %"),
        _texts(100 * excess, "{:+.1f}"),
    ]  # fmt: skip
    shades = [_shades(x) for x in (share, of_rows, of_columns, excess)]
    cells = tuple(
        tuple(
            MatrixCell(tuple(text[i][j] for text in texts), tuple(shade[i][j] for shade in shades))
            for j in range(len(heads))
        )
        for i in range(len(names))
    )
    sums = [quantity(x, places) for x in counts.sum(axis=1).tolist()]
    totals = [quantity(x, places) for x in [*counts.sum(axis=0).tolist(), counts.sum().item()]]
    many, longest = len(heads) > _MOST_LEVEL, max(map(width, short), default=0)
    upright = longest > (_SHORTEST_UPRIGHT if many else _LONGEST_LEVEL)
    return MatrixView(
        tuple(names), tuple(zip(short, heads, strict=True)), cells, tuple(sums), tuple(totals),
        "" if tables.positive is None else str(tables.positive), more,
        names == heads, upright, many,
    )  # fmt: skip


def _texts(values: NDArray[np.float64], form: str) -> list[list[str]]:
    return [[form.format(x).replace("-", "−") if np.isfinite(x) else NONE for x in row] for row in values]


def _shades(values: NDArray[np.float64]) -> list[list[str]]:
    """The shade of each cell: p for more than nothing or chance, m for less, u where it is undefined."""
    found = np.rint(_SHADES * np.clip(np.nan_to_num(values), -1, 1)).astype(int)
    return [
        [f"{'p' if n >= 0 else 'm'}{abs(n)}" if ok else "u" for n, ok in zip(row, known, strict=True)]
        for row, known in zip(found.tolist(), np.isfinite(values).tolist(), strict=True)
    ]
