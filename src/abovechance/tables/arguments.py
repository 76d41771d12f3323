"""Tables, or the labels that tables are made of, as the first arguments of every function of tables.

``f(tables, …)``, ``f(truth, prediction, …)`` and ``f("y", "p", …, data=frame)`` are the same call. Options of
labels (``weights``, ``by``, ``missing`` …) are given by keyword.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Mapping, Sized
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar, overload

from abovechance.core.errors import InputError
from abovechance.intake.frames.columns import names_of
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

OF_LABELS = ("labels", "positive", "weights", "counts", "by", "clusters", "missing", "on_missing", "data")
"""What can be said of labels, and has no use beside tables."""
_MADE = "Tables.from_labels(truth, prediction) or Tables.from_counts(matrix)"


class OfTables(Protocol[P, R_co]):
    """A function of tables, which takes labels and what can be said of them as well."""

    @overload
    def __call__(self, tables: Tables, /, *args: P.args, **kwargs: P.kwargs) -> R_co: ...

    @overload
    def __call__(self, truth: Sized, prediction: Sized, /, *args: Any, **kwargs: Any) -> R_co: ...

    @overload
    def __call__(self, *, truth: Sized, prediction: Sized, **kwargs: Any) -> R_co: ...


def of_tables(function: Callable[Concatenate[Tables, P], R]) -> OfTables[P, R]:
    """Let a function of tables take labels, or the names of columns of ``data``, in their place.

    Its argument ``clusters``, if it has one, names an axis of tables, or a column beside labels.
    """
    own = frozenset(inspect.signature(function).parameters)

    @wraps(function)
    def call(*given: object, **options: Any) -> R:
        tables, rest = taken(given, options, own)
        return function(tables, *rest, **options)

    return call


def taken(
    given: Sequence[Any], options: dict[str, Any], own: Collection[str] = ()
) -> tuple[Tables, Sequence[Any]]:
    """The tables that the first arguments are or make, and the other arguments.

    Options of labels are removed from ``options``, but for those that are ``own`` arguments of the function.
    """
    given = [*(options.pop(name) for name in ("tables", "truth") if name in options), *given]
    if given and isinstance(given[0], Tables):
        for name in ("prediction", *OF_LABELS):
            if name in options and name not in own:
                raise InputError(f"the argument {name!r} has no use beside tables: it is for labels")
        return given[0], given[1:]
    if "prediction" in options:
        given.insert(1, options.pop("prediction"))
    columns = {name: options.pop(name) for name in OF_LABELS if name in options and name not in own}
    _check(given, columns.get("data"))
    if "clusters" in own and options.get("clusters") is not None:
        columns["by"], options["clusters"] = _with_clusters(columns, options["clusters"])
    elif columns.pop("clusters", None) is not None:
        raise InputError("clusters has no use here: see cluster_interval, test, evaluate and compare")
    return tables_from_columns(given[0], given[1], **columns), given[2:]


def tables_from_columns(truth: Any, prediction: Any, *, data: Any = None, **about: Any) -> Tables:
    """The tables of two columns of labels, or of the columns of these names in a frame or a file."""
    if data is None:
        return Tables.from_labels(truth, prediction, **about)
    if isinstance(data, str | os.PathLike):
        return Tables.from_file(data, truth, prediction, **about)
    return Tables.from_frame(data, truth=truth, prediction=prediction, **about)


def _with_clusters(columns: Mapping[str, Any], clusters: Any) -> tuple[Any, str]:
    """What tables are grouped by if they have an axis of clusters, and the name of that."""
    by = columns.get("by")
    if columns.get("data") is not None:
        return [*(names_of(by) or ()), clusters], clusters
    groups = {} if by is None else dict(by) if isinstance(by, Mapping) else {"group": by}
    return groups | {"cluster": clusters}, "cluster"


def _check(given: Sequence[Any], data: object) -> None:
    """Say what is wrong where neither tables nor two columns come first."""
    first, second = [*given[:2], None, None][:2]
    if any(isinstance(x, Tables) for x in given):
        raise InputError("the tables come first, then what to compute: have the two changed places?")
    if second is None:
        got = f"got the text {first!r}" if isinstance(first, str) else f"got {type(first).__name__}"
        got = "nothing was given" if not given else got
        raise InputError(f"tables must be a Tables value, such as {_MADE}, or truth and prediction: {got}")
    if data is not None:
        return
    for name, column in (("truth", first), ("prediction", second)):
        if isinstance(column, str):
            raise InputError(
                f"{name} must be a column of labels, got the text {column!r}: give truth and prediction, "
                "then what to compute; names of columns are for data=, a frame or the path of a file"
            )
        if not isinstance(column, Sized) and not hasattr(column, "__array__"):
            raise InputError(f"{name} must be a column of labels, got {type(column).__name__}")
