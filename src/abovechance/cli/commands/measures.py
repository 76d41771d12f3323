"""``abovechance measures``: the catalogue."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from abovechance.cli.output import show, write_json
from abovechance.core.errors import InputError
from abovechance.evaluation.catalogue import find
from abovechance.measures.registry import measures as declared_measures
from abovechance.report.of_catalogue import catalogue, catalogue_document, meanings

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
        Any name of a measure of tables, raters, scores or clusterings: its own, an alias, or what another
        software calls it (pycm:BM).
    kind
        Show only measures of this kind.
    json
        Write the entries as JSON to this file, - for standard output, instead of showing them.
    """
    if name is not None and kind is not None:
        raise InputError("--kind has no use with the name of one measure")
    found = declared_measures(kind=kind) if name is None else find(name)
    if json is not None:
        write_json(catalogue_document(found), json)
    else:
        show(lambda _: catalogue(declared_measures(kind=kind)) if name is None else meanings(name, found))
