"""Which printed figures cannot hold together: the smallest sets of them."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from abovechance.measures.headlines import COUNTS_OF_CELLS
from abovechance.solve.region import Region

if TYPE_CHECKING:
    from abovechance.solve.figures import Figure

    Conflict = tuple[Figure, ...]

MOST_FIGURES_IN_SUBSETS = 8
"""Of no more figures all sets are found."""
_MOST_CONFLICTS = 6
"""So many sets of many figures are looked for."""
_MOST_TRIED = 60


@lru_cache(maxsize=32)
def region_of(figures: tuple[Figure, ...], n: int | None) -> Region:
    """The set of tables that have all figures."""
    return Region((clause for figure in figures for clause in figure.clauses(n)), n)


def conflicts_of(figures: tuple[Figure, ...], n: int | None) -> tuple[tuple[Figure, ...], ...]:
    """The smallest sets of figures that cannot hold together: each could, without any one of its figures."""
    given = {x.measure: x for x in figures if not x.mirrored and x.low == x.high}
    if all(name in given for name in COUNTS_OF_CELLS):
        return _not_of(tuple(given[name] for name in COUNTS_OF_CELLS), figures, n)
    if region_of(figures, n).any():
        return ()
    if len(figures) > MOST_FIGURES_IN_SUBSETS:
        return _first_conflicts(figures, n)
    found: list[tuple[Figure, ...]] = []
    for size in range(1, len(figures) + 1):
        for some in combinations(figures, size):
            smaller = any(set(known) <= set(some) for known in found)
            if not smaller and not region_of(some, n).any():
                found.append(some)
    return tuple(found)


def _not_of(
    cells: tuple[Figure, ...], figures: tuple[Figure, ...], n: int | None
) -> tuple[tuple[Figure, ...], ...]:
    """Each figure that a given table does not have, with its cells."""
    table = tuple(int(cell.low) for cell in cells)
    total = sum(table) if n is None else n
    others = (x for x in figures if x not in cells)
    wrong = [x for x in others if not Region(x.clauses(total), total).holds(table)]
    if sum(table) != total:
        return (cells,)
    return tuple((*cells, x) for x in wrong)


def _first_conflicts(figures: tuple[Figure, ...], n: int | None) -> tuple[Conflict, ...]:
    """The first such sets, found by leaving out a figure of each that is known (Reiter 1987)."""
    found: list[Conflict] = []
    left, seen = deque([figures]), {frozenset(figures)}
    tried = 0
    while left and len(found) < _MOST_CONFLICTS and tried < _MOST_TRIED:
        some = left.popleft()
        tried += 1
        conflict = next((known for known in found if set(known) <= set(some)), None)
        if conflict is None:
            if region_of(some, n).any():
                continue
            conflict = _one_conflict(some, n)
            found.append(conflict)
        for x in conflict:
            rest = tuple(other for other in some if other is not x)
            if frozenset(rest) not in seen:
                seen.add(frozenset(rest))
                left.append(rest)
    return tuple(sorted(found, key=len))


def _one_conflict(figures: tuple[Figure, ...], n: int | None) -> Conflict:
    """One such set, by leaving out what is not needed."""
    kept = list(figures)
    for figure in figures:
        rest = [other for other in kept if other is not figure]
        if not region_of(tuple(rest), n).any():
            kept = rest
    return tuple(kept)
