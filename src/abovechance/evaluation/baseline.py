"""``compare_with_baseline``: better or worse than an evaluation that was saved as JSON."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from abovechance.core import SCHEMA_VERSION
from abovechance.core.errors import Argument, InputError
from abovechance.core.labels import quoted
from abovechance.core.text import shown
from abovechance.evaluation.evaluate import OF_THE_SAME_ITEMS, with_named_labels
from abovechance.evaluation.findings import repetitions_of
from abovechance.inference.comparisons.compare import compare_tables
from abovechance.tables.arguments import of_tables
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from abovechance.inference.comparisons.comparison import Comparison
    from abovechance.measures.registry import Measure

SYSTEMS = ("new", "baseline")
_HOW_TO_SAVE = "save the JSON document of an evaluation, which is what its to_dict() returns"
_ITEMS_UNKNOWN = (
    "Note: the baseline is a saved table, which does not tell which items it is of: the two are compared as "
    "if of different items. If they are of the same ones, compare both columns of predictions, which is "
    "more precise."
)


class _Saved(NamedTuple):
    """A table of a document, and what is said of it there."""

    table: Mapping[str, Any]  # counts, and squares where items have weights
    clustered: bool
    reweighted: str | None = None
    abstained: bool = False
    repeated: bool = False
    axes: tuple[str, ...] = ()


@of_tables
def compare_with_baseline(
    tables: Tables,
    baseline: str | os.PathLike[str] | Mapping[str, Any],
    measure: str | Measure = "informedness",
    *,
    system: str | None = None,
    level: float = 0.95,
    method: str = "auto",
    margin: float | None = None,
    replicates: int = 2000,
    seed: int | None = 0,
) -> Comparison:
    """Compare predictions with a saved evaluation: whether they are better or worse.

    The saved table does not tell which items it is of, so that the two are compared as if of different items,
    see :func:`compare_tables`. Where both columns of predictions of the same items are
    available, :func:`compare` is more precise.

    Parameters
    ----------
    tables
        The new table; of a batch of groups, all items together.
    baseline
        The path of a JSON document that ``abovechance evaluate --json`` or ``abovechance compare --json``
        wrote, or what ``to_dict()`` of an evaluation or a comparison returned. Its classes must be those of
        the tables, in any order; its groups are taken together. The positive class is that of the tables.
    measure
        The measure to compare by.
    system
        Which system of a saved comparison is the baseline.
    level, method, margin, replicates, seed
        As in :func:`compare_tables`. With a margin, ``margins`` of the answer has the test that the new
        predictions are not worse than the baseline by more than it.

    Examples
    --------
    >>> import abovechance as ac
    >>> saved = ac.evaluate(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)).to_dict()
    >>> result = ac.compare_with_baseline(ac.Tables.from_cells(tp=52, fp=8, fn=8, tn=32), saved, margin=0.05)
    >>> print(result.verdict.splitlines()[0])
    'new' is better than 'baseline': Informedness 0.667 against 0.200, a difference of 0.467 (95 % ...
    >>> result.margins["new", "baseline"].noninferior
    True
    """
    _require_new_items(tables)
    # A document has a name for the class of missing labels, which has to be the same here.
    tables = with_named_labels(tables.sum() if tables.axes else tables)
    document = read_baseline(baseline)
    saved = _saved(document, system)
    _require_independent_items(saved)
    old = _aligned(_table(document, saved), tables)
    found = compare_tables(
        tables,
        old,
        measure,
        systems=SYSTEMS,
        level=level,
        method=method,
        margin=margin,
        baseline=SYSTEMS[1],
        replicates=replicates,
        seed=seed,
    )
    notes = [found.verdict, _ITEMS_UNKNOWN]
    if saved.abstained:
        notes.append("Note: the baseline is of answers alone: items that it refused are left out.")
    return replace(found, verdict="\n".join(notes))


def read_baseline(baseline: str | os.PathLike[str] | Mapping[str, Any]) -> Mapping[str, Any]:
    """A document of ours in the version of today, read from a file if it is the path of one."""
    if isinstance(baseline, str | os.PathLike):
        what, found = repr(shown(os.fspath(baseline), 200)), _read(Path(baseline))
    else:
        what, found = "the baseline", baseline
    schema = found.get("schema") if isinstance(found, Mapping) else None
    kind, slash, version = schema.partition("/") if isinstance(schema, str) else ("", "", "")
    if not isinstance(found, Mapping) or not kind.startswith("abovechance."):
        raise InputError(f"{what} is not a document of abovechance: {_HOW_TO_SAVE}")
    if kind not in ("abovechance.evaluation", "abovechance.comparison"):
        raise InputError(f"{what} holds no table to compare with (schema {schema!r}): {_HOW_TO_SAVE}")
    if not slash or version != str(SCHEMA_VERSION):
        raise InputError(
            f"{what} has schema {schema!r}, and this version reads {kind}/{SCHEMA_VERSION}: save it anew"
        )
    return found


def _read(path: Path) -> Any:
    name = repr(shown(str(path), 200))
    try:
        raw = path.read_bytes()
        # "-sig", as editors and shells of Windows may put a byte order mark before the text.
        text = (gzip.decompress(raw) if path.suffix.lower() == ".gz" else raw).decode("utf-8-sig")
    except OSError as error:  # also of what is not compressed by gzip
        raise InputError(f"{name} cannot be read: {error.strerror or error}") from None
    except (ValueError, EOFError):  # also of a gzip file that is cut off
        raise InputError(f"{name} is not a text in UTF-8: {_HOW_TO_SAVE}") from None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # the latter of brackets within brackets, very deep
        raise InputError(f"{name} is not a JSON document: {_HOW_TO_SAVE}") from None


def _saved(document: Mapping[str, Any], system: str | None) -> _Saved:
    """The table of all items together, of a comparison that of one system."""
    try:
        if document["schema"].startswith("abovechance.comparison/"):
            one = _system(document["systems"], system)
            return _Saved(one, clustered=str(one["method"]).startswith("cluster"))
        if system is not None:
            raise InputError("{argument} is for a saved comparison, and the baseline is an evaluation",
                             argument="system")  # fmt: skip
        return _Saved(
            document["tables"][0],
            clustered=document["clusters"] is not None,
            reweighted=document["reweighted"],
            abstained=any(also["schema"].startswith("abovechance.abstentions/") for also in document["also"]),
            repeated=any(finding["code"] == "repeated_items" for finding in document["findings"]),
            axes=tuple(document["axes"]),
        )
    except (LookupError, TypeError, AttributeError):
        raise _damaged() from None


def _system(systems: list[Mapping[str, Any]], name: str | None) -> Mapping[str, Any]:
    there = [one["system"] for one in systems]
    if name not in there:
        raise InputError(
            "the baseline is a comparison of {systems}: say with {argument} which of them to compare with, "
            "or save the evaluation of one alone",
            argument="system", systems=quoted(there),
        )  # fmt: skip
    return systems[there.index(name)]


def _require_new_items(tables: Tables) -> None:
    """Refuse a batch that counts the same items more than once."""
    same = [axis.name for axis in tables.axes if axis.name in OF_THE_SAME_ITEMS]
    if same:
        raise InputError(f"the tables are of the same items by {quoted(same)}: choose one of them")
    if repetitions_of(tables) > 1:
        raise InputError("the tables are of repetitions of the same items: choose one repetition")


def _require_independent_items(saved: _Saved) -> None:
    """Refuse a table that does not tell how many independent items it is of: its interval would be wrong."""
    if saved.clustered:
        raise InputError(
            "the baseline has clusters, which its table does not tell apart: its interval would be too narrow"
        )
    if saved.repeated or any(name in OF_THE_SAME_ITEMS for name in saved.axes):
        raise InputError("the baseline counts the same items more than once: save one evaluation of them")
    if saved.reweighted is not None:
        raise InputError(
            f"the classes of the baseline are re-weighted to {saved.reweighted}: save it as observed"
        )


def _table(document: Mapping[str, Any], saved: _Saved) -> Tables:
    """The saved table, with the squares of weights if items have weights."""
    try:
        classes, counts, squares = document["classes"], saved.table["counts"], saved.table.get("squares")
        whole = all(isinstance(cell, int) for row in counts for cell in row)
    except (LookupError, TypeError, AttributeError):
        raise _damaged() from None
    if squares is None and not whole:
        raise InputError(
            "the baseline holds weights without their squares, which do not tell how many items there are: "
            "save the evaluation of the weighted items again"
        )
    try:
        return Tables.from_counts(counts, labels=classes, squares=squares)
    except InputError as error:
        raise InputError(f"the table of the baseline cannot be used: {error}") from None


def _damaged() -> InputError:
    return InputError(f"the baseline lacks parts of what its schema has: {_HOW_TO_SAVE}")


def _aligned(old: Tables, new: Tables) -> Tables:
    """The saved table with the labels of the new one, in their order; a document has labels as text."""
    texts = [str(label) for label in new.labels]
    # Labels 1 and "1" are the same text: which of them a document means cannot be told.
    if len({*texts}) < len(texts) or {*texts} != {*old.labels}:
        raise InputError(
            "the classes differ: the baseline has {old}, the new table {new}; where one of them only lacks "
            "items of a class, name all classes with {labels}",
            old=quoted(old.labels), new=quoted(texts), labels=Argument("labels"),
        )  # fmt: skip
    return replace(old.select(texts), labels=new.labels, predicted_labels=new.labels, positive=new.positive)
