"""Tables, or the labels that tables are made of, as the first arguments of every function of tables.

``f(tables, …)``, ``f(truth, prediction, …)`` and ``f("y", "p", …, data=frame)`` are the same call. Options of
labels (``weights``, ``by``, ``missing`` …) are given by keyword.
"""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Mapping, Sized
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar, cast, overload

from abovechance.core.errors import InputError, with_warnings
from abovechance.core.result import Answer
from abovechance.intake.frames.columns import names_of
from abovechance.tables.abstention import options_with_abstentions, split_as_asked
from abovechance.tables.mistakes import alike, apart
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from abovechance.core.labels import Label

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

OF_LABELS = (
    "labels", "positive", "threshold", "weights", "counts", "by", "clusters", "missing", "on_missing", "data",
)  # fmt: skip
"""What can be said of labels, and has no use beside tables."""
OTHER_NAMES = {
    "ci": "level",
    "confidence": "level",
    "confidence_level": "level",
    "n_bootstrap": "replicates",
    "n_resamples": "replicates",
    "pos_label": "positive",
    "random_state": "seed",
    "sample_weight": "weights",
    "zero_division": "undefined",
}
"""What other software calls our arguments."""
_WAYS_TO_MAKE_TABLES = "Tables.from_labels(truth, prediction) or Tables.from_counts(matrix)"


class OfTables(Protocol[P, R_co]):
    """A function of tables, which takes labels and what can be said of them as well."""

    @overload
    def __call__(self, tables: Tables, /, *args: P.args, **kwargs: P.kwargs) -> R_co: ...

    @overload
    def __call__(
        self,
        truth: Sized,
        prediction: Sized,
        *args: Any,
        labels: Sequence[Label] | None = ...,
        positive: Label | None = ...,
        threshold: float | None = ...,
        weights: object = ...,
        counts: object = ...,
        by: object = ...,
        clusters: object = ...,
        missing: object = ...,
        on_missing: str = ...,
        data: object = ...,
        **kwargs: Any,
    ) -> R_co: ...


def of_tables(function: Callable[Concatenate[Tables, P], R]) -> OfTables[P, R]:
    """Let a function of tables take labels, or the names of columns of ``data``, in their place.

    Its argument ``clusters``, if it has one, names an axis of tables, or a column beside labels.
    """
    parameters = inspect.signature(function).parameters
    own, name = frozenset(parameters), function.__name__
    named = [p.name for p in parameters.values() if p.kind is inspect.Parameter.KEYWORD_ONLY]
    _, *then = (p.name for p in parameters.values() if p.kind < inspect.Parameter.VAR_POSITIONAL)

    @wraps(function)
    def call(*given: object, **options: Any) -> R:
        refuse_other_names(name, options, own | frozenset(OF_LABELS))
        tables, rest = taken(given, options, own)
        if named and len(rest) > len(then):
            raise InputError(
                f"{name} takes {', '.join(('tables, or truth and prediction', *then))}; give {rest[-1]!r} by "
                f"keyword, as one of {', '.join(f'{x}=' for x in named)}"
            )
        found = function(tables, *rest, **options)
        if not isinstance(found, Answer):
            return found
        mistakes = with_warnings(found, (*tables.warnings, *apart(tables), *alike(tables)))
        return cast("R", replace(mistakes, left_out=tables.left_out) if tables.left_out else mistakes)

    call.__doc__ = _with_labels_told(inspect.getdoc(function) or "", function.__name__)
    call.__signature__ = _with_options_of_labels(inspect.signature(function))  # type: ignore[attr-defined]
    return call


def refuse_other_names(name: str, given: Collection[str], known: Collection[str]) -> None:
    """Say what an argument is called here that is given by its name in other software."""
    for argument in given:
        ours = OTHER_NAMES.get(argument)
        if argument not in known and ours in known:
            raise InputError(f"{name} has no argument {argument!r}: use {ours}=")


def _with_labels_told(doc: str, name: str) -> str:
    """A docstring that says, before its first section, how labels are given in place of tables."""
    told = (
        f'``{name}(truth, prediction, …)`` takes labels in place of tables, and ``{name}("y", "p", …, '
        "data=frame)``\nthe names of columns of a frame or a file; options of labels are those of\n"
        ":meth:`Tables.from_labels <abovechance.Tables.from_labels>`.\n"
    )
    section = re.search(r"^\w+\n-+$", doc, re.MULTILINE)
    where = section.start() if section else len(doc)
    return f"{doc[:where].rstrip()}\n\n{told}\n{doc[where:]}"


def _with_options_of_labels(signature: inspect.Signature) -> inspect.Signature:
    """The signature of a function of tables with the options of labels beside its own."""
    own = [*signature.parameters.values()]
    # Further options come before an argument that takes all others, which must be the last.
    last = [own.pop()] if own[-1].kind is inspect.Parameter.VAR_KEYWORD else []
    made = inspect.signature(Tables.from_labels).parameters
    data = inspect.Parameter("data", inspect.Parameter.KEYWORD_ONLY, default=None, annotation="object")
    options = [made.get(name, data) for name in OF_LABELS if name in made or name == "data"]
    more = [option for option in options if option.name not in signature.parameters]
    return signature.replace(parameters=[*own, *more, *last])


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
    if options.get("abstain") is not None and "abstain" in own:
        abstain = options["abstain"]
        made = tables_from_columns(*given[:2], **options_with_abstentions(columns, abstain))
        return split_as_asked(made, abstain, columns), given[2:]
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
        raise InputError("the tables come first, then what to compute: were the two exchanged?")
    if second is None:
        got = f"got the text {first!r}" if isinstance(first, str) else f"got {type(first).__name__}"
        got = "nothing was given" if not given else got
        raise InputError(
            f"tables must be a Tables value, such as {_WAYS_TO_MAKE_TABLES}, or truth and prediction: {got}"
        )
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
