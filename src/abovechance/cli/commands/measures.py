"""``abovechance measures``: the catalogue."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from abovechance.cli.forms import OUTPUT, Output
from abovechance.core.errors import InputError

Kind = Literal["chance-corrected", "traditional", "association", "information", "descriptive", "count"]


def measures(
    name: Annotated[str | None, Parameter(show_default=False)] = None,
    /,
    *,
    kind: Kind | None = None,
    output: Output = OUTPUT,
) -> None:
    """Show the catalogue of measures, or one of them in full.

    Parameters
    ----------
    name
        Any name of a measure of tables, raters, scores or clusterings: its own, an alias, or what another
        software calls it (pycm:BM).
    kind
        Show only measures of this kind.
    """
    from abovechance.evaluation.catalogue import find
    from abovechance.measures.registry import measures as declared_measures
    from abovechance.report.builders.catalogue import document, meanings

    output.check()
    if name is None:
        output.put(document(declared_measures(kind=kind)))
        return
    if kind is not None:
        raise InputError("--kind has no use with the name of one measure")
    output.put(meanings(name, find(name)))
