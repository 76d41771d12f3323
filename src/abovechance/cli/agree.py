"""``abovechance agree``: how far raters agree beyond chance, by every coefficient, and where they do not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from abovechance.cli.data import file_name
from abovechance.cli.options import parse_form, refuse_overwriting, separated
from abovechance.cli.output import progress, show, write
from abovechance.cli.parameters import CHOSEN, COUNTED, FILE, ITEM, PRINTED, SEED
from abovechance.cli.ratings import layout_of, read_ratings
from abovechance.errors import InputError
from abovechance.raters.agreement import agreement
from abovechance.raters.benchmarking import benchmark_agreement, scale_name
from abovechance.raters.coefficients import coefficient as coefficient_called
from abovechance.raters.diagnostics import MOST_ITEMS, diagnose_agreement
from abovechance.raters.icc import icc
from abovechance.raters.intervals import method_named
from abovechance.raters.weights import category_values, kind_of
from abovechance.report import agreeing
from abovechance.report.document import to_json

if TYPE_CHECKING:
    from abovechance.raters.icc import IntraclassCorrelations
    from abovechance.raters.panel import Agreements
    from abovechance.raters.ratings import Ratings
    from abovechance.raters.result import Agreement

_TWO = 2
_SEVERAL = 5
"""Fewer values may all be different by chance."""
_FIRST = ("krippendorff_alpha", "cohen_kappa")
"""The coefficients that the sentence is about unless others are asked for."""
_WHOLE = re.compile(r"[+-]?(0|[1-9]\d*)", re.ASCII)
_NUMBER = re.compile(r"[+-]?(0|[1-9]\d*)(\.\d*)?([eE][+-]?\d{1,3})?", re.ASCII)
_PICTURES = (".png", ".svg", ".pdf")
_DOTS = 160


def agree(
    file: Annotated[str, FILE],
    /,
    *,
    rater: Annotated[list[str] | None, ITEM] = None,
    item: Annotated[str | None, ITEM] = None,
    category: Annotated[str | None, ITEM] = None,
    categories: Annotated[str | None, ITEM] = None,
    missing: Annotated[str | None, ITEM] = None,
    encoding: Annotated[str | None, ITEM] = None,
    counts: Annotated[bool, COUNTED] = False,
    coefficient: Annotated[list[str] | None, CHOSEN] = None,
    weights: Annotated[str, CHOSEN] = "identity",
    method: Annotated[str, CHOSEN] = "delta",
    level: Annotated[float, CHOSEN] = 0.95,
    replicates: Annotated[int, CHOSEN] = 2000,
    scale: Annotated[str, CHOSEN] = "landis_koch",
    seed: Annotated[int | None, SEED] = None,
    plot: Annotated[str | None, PRINTED] = None,
    json: Annotated[str | None, PRINTED] = None,
    csv: Annotated[bool, PRINTED] = False,
    markdown: Annotated[bool, PRINTED] = False,
    latex: Annotated[bool, PRINTED] = False,
) -> None:
    """Say how far raters agree beyond chance.

    Parameters
    ----------
    file
        CSV, TSV, JSON lines, Parquet or Arrow, plain or compressed; - is standard input.
    rater
        Column of a rater; name each, or none for all columns. With --category, the column that names raters.
    item
        Column that names the items; rows are numbered if not given.
    category
        Column of categories, of a file with one row for each rating.
    categories
        All categories that raters could choose, in their order, separated by commas.
    missing
        Texts that mean no rating, separated by commas; empty cells always do.
    encoding
        Of a text file, such as latin-1; UTF-8 if not given.
    counts
        The columns are categories, and the cells how many raters gave them.
    coefficient
        Coefficients by name, such as alpha or AC1, separated by commas; all if not given.
    weights
        identity, linear, quadratic, ordinal, radical, ratio, interval, circular or bipolar.
    method
        Of intervals: delta, wald, gwet, jackknife, jackknife_raters, unconditional, bootstrap or bca.
    level
        Of the intervals.
    replicates
        Samples that the bootstrap draws.
    scale
        Words for the value: landis_koch, altman, fleiss, cicchetti, regier or krippendorff.
    seed
        For the same draws again.
    plot
        Draw who agrees with whom into this file: .png, .svg or .pdf.
    json
        Write JSON to this file; - prints it and nothing else.
    csv
        Print the coefficients as CSV.
    markdown
        Print the coefficients as a Markdown table.
    latex
        Print the coefficients as a LaTeX table (booktabs).
    """
    refuse_overwriting(file, json)
    refuse_overwriting(file, plot)
    form = parse_form(csv=csv, markdown=markdown, latex=latex, json=json)
    names = [name.strip() for text in coefficient or () for name in separated(text) or ()]
    for name in names:
        coefficient_called(name)
    kind_of(weights), method_named(method), scale_name(scale)
    _require_picture(plot, counts=counts)
    layout = layout_of(rater or [], item, category, counts=counts)
    ratings, source = read_ratings(file, layout, separated(categories), separated(missing) or [], encoding)
    with progress("Comparing raters"):
        found = agreement(
            ratings,
            names or "all",
            weights=weights,
            method=method,
            level=level,
            replicates=replicates,
            seed=seed,
        )
        agreed = _agreed(ratings, found, names, weights, scale)
    if plot is not None:
        _draw(agreed, plot)
    if json is not None:
        write(to_json(agreeing.document(agreed, {"file": file} | source)), json)
    if form != "report":
        forms = {"csv": agreeing.as_csv, "markdown": agreeing.as_markdown, "latex": agreeing.as_latex}
        write(forms[form](agreed))
    elif json != "-":
        lines = [f"{file_name(file)}: {agreeing.layout_said(source)}"]
        show(lambda width: agreeing.report(agreed, lines, width))


def _agreed(
    ratings: Ratings, found: Agreements, names: list[str], weights: str, scale: str
) -> agreeing.Agreed:
    first = _first(found, names)
    return agreeing.Agreed(
        found,
        first,
        benchmark_agreement(first, scale=scale),
        diagnose_agreement(ratings, first.coefficient, weights=weights, most_items=MOST_ITEMS),
        _intraclass(ratings, weights, first.level),
    )


def _first(found: Agreements, names: list[str]) -> Agreement:
    keys = [coefficient_called(names[0]).key] if names else _FIRST
    there = {result.coefficient: result for result in found}
    return next((there[key] for key in keys if key in there), found[0])


def _intraclass(ratings: Ratings, weights: str, level: float) -> IntraclassCorrelations | None:
    """Squared differences of numbers are what an analysis of variance is about."""
    if kind_of(weights).key not in ("quadratic", "interval") or ratings.codes is None:
        return None
    complete = (ratings.codes >= 0).all(axis=1).sum()
    if category_values(ratings.categories)[1] or complete < _TWO:
        return None
    return icc(ratings, level=level)


# Drawing ----------------------------------------------------------------------------------------


def _require_picture(plot: str | None, *, counts: bool) -> None:
    if plot is None:
        return
    if counts:
        raise InputError("--plot shows pairs of raters, and counts do not tell who gave which rating")
    if Path(plot).suffix.lower() not in _PICTURES:
        raise InputError(f"--plot is written as {', '.join(_PICTURES)}, not as {Path(plot).name!r}")


def _draw(agreed: agreeing.Agreed, plot: str) -> None:
    key = agreed.first.coefficient
    axes = agreed.diagnosis.heatmap(key if key in agreed.diagnosis.matrices else "cohen_kappa")
    try:
        axes.figure.savefig(plot, dpi=_DOTS)
    except OSError as error:
        raise InputError(f"{plot!r} cannot be written: {error.strerror or error}") from None
