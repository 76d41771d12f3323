"""What would take too long: a table of many classes is answered in another way, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.inference.intervals.methods import DRAWN, PROFILE
from abovechance.inference.profile.profile import MOST_OCCUPIED, is_searched_by_occupied

if TYPE_CHECKING:
    from abovechance.inference.intervals.delta import Sampling
    from abovechance.tables.tables import Tables

_MOST_DRAWN = 2**31
"""Cells of all tables that are drawn, and of those with one item left out: about a minute."""
_INSTEAD = "delta"


def feasible_method(asked: str, used: str, tables: Tables, sampling: Sampling, replicates: int) -> str:
    """The method, or a quicker one where it was not asked for by name; else an error that offers that one."""
    if not _takes_long(used, tables, sampling, replicates):
        return used
    if asked == "auto":
        return _INSTEAD
    classes = max(tables.counts.shape[-2:])
    raise InputError(
        f"method {used!r} would take too long on a table of {classes:,} classes: use {_INSTEAD!r}"
    )


def _takes_long(used: str, tables: Tables, sampling: Sampling, replicates: int) -> bool:
    if used not in (PROFILE, *DRAWN):
        return False
    rows, columns = tables.counts.shape[-2:]
    cells = rows * columns
    if used == PROFILE and not is_searched_by_occupied(cells, sampling):
        return cells > MOST_OCCUPIED
    least = MOST_OCCUPIED if used == PROFILE else _MOST_DRAWN // cells - replicates
    if cells <= least:
        return False
    occupied = 0 if used in ("percentile", "posterior") else _most_occupied(tables)
    return occupied > least


def _most_occupied(tables: Tables) -> int:
    """The number of occupied cells of the table that has most."""
    flat = tables.counts.reshape(-1, *tables.counts.shape[-2:])
    return max((int(np.count_nonzero(x)) for x in flat), default=0)
