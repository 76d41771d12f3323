"""``abovechance measures``: the catalogue."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from abovechance.cli.output import show, write_json
from abovechance.core.errors import InputError, UnknownMeasureError
from abovechance.curves.summaries.declared import known_curve_measure
from abovechance.measures.registry import Measure, measure
from abovechance.measures.registry import measures as declared_measures
from abovechance.report.of_catalogue import catalogue, catalogue_document, entry

Kind = Literal["chance-corrected", "traditional", "association", "information", "descriptive", "count"]


def measures(
    name: Annotated[str | None, Parameter(show_default=False)] = None,
    /,
    *,
    kind: Kind | None = None,
    json: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
) -> None:
    """Show the catalogue of measures, or one of them in full.

    Parameters
    ----------
    name
        Any name of a measure: its own, an alias, or what another software calls it (pycm:BM).
    kind
        Show only measures of this kind.
    json
        Write the entries as JSON to this file, - for standard output, instead of showing them.
    """
    if name is not None and kind is not None:
        raise InputError("--kind has no use with the name of one measure")
    chosen = declared_measures(kind=kind) if name is None else (_of_tables(name),)
    if json is not None:
        write_json(catalogue_document(chosen), json)
    elif name is not None:
        show(lambda _: entry(chosen[0]))
    else:
        show(lambda _: catalogue(chosen))


def _of_tables(name: str) -> Measure:
    """The measure of that name; a summary of a curve is none, and the message says where it is."""
    try:
        return measure(name)
    except UnknownMeasureError:
        found = known_curve_measure(name)
        if found is None:
            raise
        raise InputError(
            f"{found.key} sums up a curve of scores, not a table: {found.meaning} "
            "'abovechance roc' reports it, and abovechance.curves.summary"
        ) from None
