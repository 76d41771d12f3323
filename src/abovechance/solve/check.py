"""``check``: a table of published results, one system a row, read back to what Informedness was."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import InputError, UnknownMeasureError
from abovechance.core.result import Answer
from abovechance.core.text import counted
from abovechance.intake.missing import USUAL_CODES
from abovechance.measures.headlines import HEADLINE
from abovechance.measures.registry import measure
from abovechance.solve.figures import is_number, printed_measure, read_figure
from abovechance.solve.solution import Solution
from abovechance.solve.solve import items_of, solve

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.core.result import Row
    from abovechance.solve.figures import Rounding

SYSTEM_COLUMNS = ("system", "model", "method", "name")
_ITEMS_COLUMNS = ("n", "items")
_DASHES = frozenset({"-", "--", "\N{EN DASH}", "\N{EM DASH}", "\N{MINUS SIGN}"})


@dataclass(frozen=True)
class Contradiction:
    """Two systems that a printed measure ranks one way and Informedness the other.

    Attributes
    ----------
    measure
        The printed measure.
    preferred, informed
        The system that it ranks higher, and the one whose Informedness is higher for certain.
    """

    measure: str
    preferred: str
    informed: str


@dataclass(frozen=True, eq=False, repr=False)
class Check(Answer):
    """What published results say of Informedness, system by system.

    Attributes
    ----------
    systems
        The tables that each system's figures leave possible, by its name.
    contradictions
        Where a printed measure and Informedness rank two systems differently for certain: neither the
        printed figures nor the ranges of Informedness overlap.
    ignored
        Columns of text that name no measure, of which nothing is made.
    """

    systems: dict[str, Solution]
    contradictions: tuple[Contradiction, ...]
    ignored: tuple[str, ...] = ()

    @property
    def pairs(self) -> dict[tuple[str, str], list[str]]:
        """The measures that rank a pair differently, by the system they prefer and the more informed one."""
        found: dict[tuple[str, str], list[str]] = {}
        for x in self.contradictions:
            found.setdefault((x.preferred, x.informed), []).append(x.measure)
        return found

    @property
    def consistent(self) -> bool:
        """Whether the figures of every system can hold together."""
        return all(solution.consistent for solution in self.systems.values())

    def rows(self) -> list[Row]:
        """A row for each system: whether its figures can hold, and the ranges of the headline measures."""
        return [_row(name, solution) for name, solution in self.systems.items()]

    @property
    def verdict(self) -> str:
        """What was found, in plain sentences."""
        wrong = [name for name, solution in self.systems.items() if not solution.consistent]
        all_ = counted(len(self.systems), "system")
        said = f"The figures of {all_} can hold."
        if wrong:
            said = f"The figures of {len(wrong)} of {all_} cannot all hold."
        if not self.contradictions:
            return f"{said} No ranking by a printed measure contradicts that by Informedness for certain."
        first = self.contradictions[0]
        title = measure(first.measure).title
        pairs = len(self.pairs)
        more = f", one of {pairs} such pairs" if pairs > 1 else ""
        return f"{said} {title} prefers {first.preferred} to {first.informed}, which is more informed{more}."


def check(results: Any, *, n: int | None = None, rounding: Rounding = "half") -> Check:
    """Read published results back: Informedness, inconsistencies, and rankings that it contradicts.

    Parameters
    ----------
    results
        A row for each system: a frame, a mapping of columns, or a list of mappings. Columns have the names of
        measures, and hold figures as :func:`solve` takes them (text keeps the printed digits; an empty cell,
        ``-`` and ``n/a`` are no figure). Columns of other names that hold words are left out.
        One column, ``system``, ``model``, ``method`` or ``name``, names the systems; ``n`` is
        the number of items of each.
    n
        The number of items, if no column has it.
    rounding
        ``"half"`` if figures were rounded to the nearest number, ``"down"`` if further digits were cut off.

    Examples
    --------
    Table 2 of Powers (2007):

    >>> import abovechance as ac
    >>> printed = {"system": ["first", "second"], "recall": ["50%", "82.35%"],
    ...            "precision": ["71.43%", "73.68%"], "accuracy": ["58%", "68%"]}
    >>> found = ac.check(printed, n=100)
    >>> [(x.measure, x.preferred, x.informed) for x in found.contradictions][0]
    ('recall', 'second', 'first')
    """
    systems: dict[str, Solution] = {}
    rows = [{str(name).strip(): value for name, value in row.items()} for row in _rows(results)]
    ignored = tuple(name for name in dict.fromkeys(x for row in rows for x in row) if _is_remark(name, rows))
    for place, row in enumerate(rows, start=1):
        cells = {name: value for name, value in row.items() if name not in ignored and not _empty(value)}
        lower = {name.lower(): name for name in cells}
        name = next((str(cells.pop(lower[x])) for x in SYSTEM_COLUMNS if x in lower), f"row {place}")
        items = next((cells.pop(lower[x]) for x in _ITEMS_COLUMNS if x in lower), n)
        if name in systems:
            raise InputError(f"there are two systems called {name!r}: give each a name of its own")
        try:
            systems[name] = _solved(cells, _whole(items), rounding)
        except UnknownMeasureError as error:
            raise InputError(f"{name}: {error}; columns are called by measures, system and n") from None
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
    if not systems:
        raise InputError("there are no results: give one system a row, and a column for each measure")
    return Check(systems, tuple(_contradictions(systems)), ignored)


def _solved(cells: Mapping[str, Any], n: Any, rounding: Rounding) -> Solution:
    """The tables of a system; none where a figure is one that its measure can never be."""
    figures = tuple(read_figure(name, value, rounding) for name, value in cells.items())
    impossible = tuple((x,) for x in figures if x.impossible)
    if impossible:
        return Solution(figures, items_of(n), rounding, impossible)
    return solve(cells, n=n, rounding=rounding)


def _is_remark(name: str, rows: Iterable[Mapping[str, Any]]) -> bool:
    """Whether a column names no measure, and holds words in each cell that is not empty."""
    if name.lower() in (*SYSTEM_COLUMNS, *_ITEMS_COLUMNS):
        return False
    try:
        printed_measure(name)
    except UnknownMeasureError:
        cells = [row[name] for row in rows if name in row and not _empty(row[name])]
        return all(isinstance(cell, str) and not is_number(cell) for cell in cells)
    return False


def _rows(results: Any) -> Iterable[Mapping[str, Any]]:
    if isinstance(results, Mapping):
        columns = {name: list(values) for name, values in results.items()}
        if len({len(values) for values in columns.values()}) > 1:
            raise InputError("the columns of results must be of one length")
        return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]
    if isinstance(results, list | tuple) and all(isinstance(row, Mapping) for row in results):
        return results
    import narwhals as nw

    try:
        return nw.from_native(results, eager_only=True).rows(named=True)
    except TypeError:
        raise InputError("results must be a frame, a mapping of columns, or a list of mappings") from None


def _empty(value: object) -> bool:
    if isinstance(value, str):
        text = value.strip().lower()
        return not text or text in USUAL_CODES or text in _DASHES
    return value is None or (isinstance(value, float) and math.isnan(value))


def _whole(items: Any) -> Any:
    return int(items) if isinstance(items, float) and items.is_integer() else items


def _row(name: str, solution: Solution) -> Row:
    found: Row = {"system": name, "n": solution.n, "consistent": solution.consistent}
    for key in HEADLINE:
        known = solution.range(key)
        found |= {f"{key}_low": known.low, f"{key}_high": known.high}
    return found | {"reason": None if solution.consistent else solution.verdict}


def _contradictions(systems: Mapping[str, Solution]) -> Iterable[Contradiction]:
    """Pairs that a printed measure and Informedness rank differently, both without overlap."""
    informed = {name: found.range("informedness") for name, found in systems.items() if found.consistent}
    for one, other in permutations(informed, 2):
        if not informed[other].low > informed[one].high:
            continue
        theirs = {figure.measure: figure for figure in systems[other].figures}
        for figure in systems[one].figures:
            found, beside = measure(figure.measure), theirs.get(figure.measure)
            if beside is None:
                continue
            above, below = figure.low > beside.high, figure.high < beside.low
            if (found.best == found.high and above) or (found.best == found.low and below):
                yield Contradiction(figure.measure, one, other)
