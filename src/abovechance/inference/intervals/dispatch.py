"""The intervals of measures by the method asked for, on the labels that occur.

A label that neither occurs nor is predicted changes no interval of a measure that does not change by it: the
method is chosen for the classes that are left, and so for each table of a batch on its own.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.inference.intervals.bounds import Found, computed, explain
from abovechance.inference.intervals.methods import method_for
from abovechance.inference.limits import feasible_method
from abovechance.inference.occurring import has_empty, ignores_empty_classes, parts
from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.inference.intervals.bounds import Setting
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Tables

Array = Any


def by_method(chosen: Sequence[Measure], method: str, setting: Setting) -> dict[str, tuple[Found, str]]:
    """The interval of each measure, and the method that was used."""
    views = [m for m in chosen if m.each_of is not None]
    if views:
        others = [m for m in chosen if m not in views]
        return by_method(others, method, setting) | _of_each_class(views, method, setting)
    given = (setting.prior, *setting.parameters.values())
    reducible = has_empty(setting.tables) and not any(np.ndim(x) > 0 for x in given)
    ignoring = [m for m in chosen if reducible and ignores_empty_classes(m)]
    found = _at_once([m for m in chosen if m not in ignoring], method, setting)
    return found | _in_parts(ignoring, method, setting) if ignoring else found


def _of_each_class(views: Sequence[Measure], method: str, setting: Setting) -> dict[str, tuple[Found, str]]:
    """The intervals of measures of a whole table on each class against the rest."""
    tables = setting.tables
    apart = replace(setting, tables=tables if len(tables.labels) == 2 else tables.one_vs_rest())
    found = by_method([measure(str(m.each_of)) for m in views], method, apart)
    for m in views:
        explain(m, found[str(m.each_of)][0].value, found[str(m.each_of)][0].reason, tables)
    return {m.key: found[str(m.each_of)] for m in views}


def _at_once(chosen: Sequence[Measure], method: str, setting: Setting) -> dict[str, tuple[Found, str]]:
    tables, sampling = setting.tables, setting.sampling
    wanted = {m: method_for(m, method, _classes(tables), sampling) for m in chosen}
    used = {
        m: feasible_method(method, name, tables, sampling, setting.replicates) for m, name in wanted.items()
    }
    found = computed(used, setting) if used else {}
    return {m.key: (found[m.key], name) for m, name in used.items()}


def _in_parts(chosen: Sequence[Measure], method: str, setting: Setting) -> dict[str, tuple[Found, str]]:
    """Tables with as many labels together, each without the others."""
    split = list(parts(setting.tables))
    done = [_at_once(chosen, method, replace(setting, tables=smaller)) for _, smaller in split]
    where = np.concatenate([positions for positions, _ in split])
    found = {}
    for m in chosen:
        whole = _joined([part[m.key][0] for part in done], where, setting.tables.batch_shape)
        explain(m, whole.value, whole.reason, setting.tables)
        found[m.key] = whole, ", ".join(dict.fromkeys(part[m.key][1] for part in done))
    return found


def _joined(parts: Sequence[Found], where: Array, shape: tuple[int, ...]) -> Found:
    """The tables of all parts in the order of the batch."""
    order = np.argsort(where)
    return Found(
        **{
            field.name: np.concatenate([getattr(part, field.name) for part in parts])[order].reshape(shape)
            for field in fields(Found)
        }
    )


def _classes(tables: Tables) -> int:
    """The number of classes; none if rows and columns stand for different things, so that none is right."""
    return len(tables.labels) if tables.is_square else 0
