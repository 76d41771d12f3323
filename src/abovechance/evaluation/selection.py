"""What an evaluation reports: the measures of the table, and those of each class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from abovechance.measures.compute import compute
from abovechance.measures.headlines import (
    HEADLINE,
    OF_EACH_CLASS,
    OF_EACH_OF_MORE,
    OF_MORE_CLASSES,
    OF_TWO_CLASSES,
)
from abovechance.measures.registry import Measure, resolve

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.tables.tables import Tables


@dataclass(frozen=True)
class Request:
    """A measure to report: of the table (or its positive class), or of each class against the rest."""

    measure: Measure
    each_class: bool = False


def requests(names: Iterable[str | Measure] | str | None, tables: Tables) -> tuple[Request, ...]:
    """What to report for these names: a selection for None, everything for ``"all"``."""
    chosen: tuple[Request, ...] = ()
    if names is None or names == "all":
        chosen += _selection(tables)
    if names is not None:
        chosen += tuple(Request(m, _of_each(m, tables)) for m in resolve(None if names == "all" else names))
    # Each class of two includes the positive one.
    of_each = {r.measure for r in chosen if r.each_class and r.measure.scope == "binary"}
    return tuple(dict.fromkeys(r for r in chosen if r.each_class or r.measure not in of_each))


def _selection(tables: Tables) -> tuple[Request, ...]:
    two = len(tables.labels) == 2
    whole = (*HEADLINE, *(OF_TWO_CLASSES if two else OF_MORE_CLASSES))
    classes = OF_EACH_CLASS if two else OF_EACH_CLASS + OF_EACH_OF_MORE
    return (
        *(Request(m) for m in resolve(whole)),
        *(Request(m, each_class=True) for m in resolve(classes)),
    )


def _of_each(m: Measure, tables: Tables) -> bool:
    return m.scope == "binary" and len(tables.labels) != 2


def request_values(tables: Tables, wanted: Iterable[Request]) -> dict[Request, Any]:
    """The values of each request, with a last axis over the classes it is of."""
    wanted = tuple(wanted)
    whole = compute(tables, [r.measure for r in wanted if not r.each_class])
    return {
        r: r.measure.per_class(tables) if r.each_class else whole[r.measure.key][..., None] for r in wanted
    }
