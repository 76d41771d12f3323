"""``abovechance agree``: how far raters agree beyond chance, by every coefficient, and where they do not."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from abovechance.cli.data import file_name
from abovechance.cli.options import parse_form, refuse_overwriting, separated
from abovechance.cli.output import progress, show, write
from abovechance.cli.parameters import CHOSEN, COUNTED, FILE, ITEM, PRINTED, SEED
from abovechance.counting.files.label_columns import read_labels
from abovechance.errors import InputError
from abovechance.raters.agreement import agreement
from abovechance.raters.benchmarking import benchmark_agreement, scale_name
from abovechance.raters.coefficients import coefficient as coefficient_called
from abovechance.raters.diagnostics import MOST_ITEMS, diagnose_agreement
from abovechance.raters.icc import icc
from abovechance.raters.intervals import method_named
from abovechance.raters.ratings import Ratings
from abovechance.raters.weights import category_values, kind_of
from abovechance.report import agreeing
from abovechance.report.document import to_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from abovechance.raters.icc import IntraclassCorrelations
    from abovechance.raters.panel import Agreements
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
    layout = _layout(rater or [], item, category, counts=counts)
    ratings, source = _read(file, layout, separated(categories), separated(missing) or [], encoding)
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


# Reading ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Layout:
    """How a file holds ratings: ``"wide"``, ``"long"`` or ``"counts"``, and the columns that were named."""

    name: str
    columns: tuple[str, ...]
    item: str | None


def _layout(raters: list[str], item: str | None, category: str | None, *, counts: bool) -> _Layout:
    if len(set(raters)) < len(raters):
        raise InputError("--rater names a column twice")
    if counts:
        if category is not None or raters:
            raise InputError("--rater and --category have no use with --counts: its columns are categories")
        return _Layout("counts", (), item)
    if category is None:
        if len(raters) == 1:
            raise InputError(
                "one --rater is too few: name the column of each rater, or give --item and --category too "
                "if the file has one row for each rating"
            )
        return _Layout("wide", tuple(raters), item)
    if item is None or len(raters) != 1:
        raise InputError(
            "one row for each rating needs --item, --rater and --category, each naming one column"
        )
    return _Layout("long", (item, raters[0], category), item)


def _read(
    file: str, layout: _Layout, categories: list[str] | None, missing: list[str], encoding: str | None
) -> tuple[Ratings, dict[str, Any]]:
    """The ratings of a file, and what the document says of where they come from."""
    wanted = layout.columns
    if layout.name == "counts" and categories is not None:
        wanted = tuple(categories)
    if wanted and layout.item is not None:
        wanted = (*(name for name in wanted if name != layout.item), layout.item)
    with progress(f"Reading {file_name(file)}") as advance:
        columns = read_labels(file, wanted, encoding=encoding, progress=advance)
    if layout.item is not None and layout.item not in columns:
        raise InputError(
            f"there is no column {layout.item!r} for --item; there are {', '.join(map(repr, columns))}"
        )
    names = layout.columns or tuple(name for name in columns if name != layout.item)
    if not wanted:
        _refuse_identifier({name: columns[name] for name in names}, layout)
    if layout.name == "counts":
        ratings = _counted(columns, names, layout.item)
    elif layout.name == "long":
        ratings = _long(columns, layout.columns, categories, missing)
    else:
        ratings = _wide(columns, names, layout.item, categories, missing)
    source = {"layout": layout.name, "columns": list(names), "item": layout.item, "found": not wanted}
    return ratings, source


def _refuse_identifier(columns: Mapping[str, Any], layout: _Layout) -> None:
    """Refuse a column whose values are all different where those of others are not: it names the items."""
    distinct = {name: len(set(column.tolist())) == len(column) for name, column in columns.items()}
    names = [name for name, all_differ in distinct.items() if all_differ]
    length = len(next(iter(columns.values()), ()))
    if length >= _SEVERAL and len(names) == 1 and len(columns) > 1:
        option = "--categories" if layout.name == "counts" else "--rater"
        raise InputError(
            f"no two values of the column {names[0]!r} are equal, as if it named the items: say "
            f"--item {names[0]}, or name the columns to take with {option}"
        )


def _wide(
    columns: Mapping[str, Any],
    names: tuple[str, ...],
    item: str | None,
    categories: list[str] | None,
    missing: list[str],
) -> Ratings:
    if len(names) < _TWO:
        raise InputError(
            f"agreement needs two raters, and the only column of ratings is {names[0]!r}"
            if names
            else "agreement needs two raters, and there are no columns of ratings"
        )
    kept, classes = _typed([columns[name] for name in names], categories, missing)
    ratings = Ratings.from_wide(dict(zip(names, kept, strict=True)), categories=classes)
    items = range(1, ratings.n_items + 1) if item is None else columns[item].tolist()
    return replace(ratings, items=items)


def _long(
    columns: Mapping[str, Any], names: tuple[str, ...], categories: list[str] | None, missing: list[str]
) -> Ratings:
    item, rater, category = names
    (kept,), classes = _typed([columns[category]], categories, missing)
    return Ratings.from_long(columns[item], columns[rater], kept, categories=classes)


def _counted(columns: Mapping[str, Any], names: tuple[str, ...], item: str | None) -> Ratings:
    cells = []
    for name in names:
        wrong = next((text for text in columns[name] if not _WHOLE.fullmatch(text or "") or int(text) < 0), 0)
        if wrong != 0:
            raise InputError(
                f"--counts: {wrong!r} in column {name!r} is not a number of raters; name the column of items "
                "with --item, or the categories with --categories"
            )
        cells.append(columns[name].astype(np.int64))
    items = range(1, len(cells[0]) + 1) if item is None else columns[item].tolist()
    return Ratings.from_counts(np.column_stack(cells), categories=names, items=items)


def _typed(
    columns: list[Any], categories: list[str] | None, missing: list[str]
) -> tuple[list[Any], list[Any] | None]:
    """The columns and the categories, as numbers if all of them are."""
    absent = {None, *missing}
    seen = {text for column in columns for text in set(column.tolist())} - absent
    labels = _numbers([*seen, *(categories or ())])
    table: dict[Any, Any] = {text: labels.get(text, text) for text in seen} | dict.fromkeys(absent)
    kept = [np.array([table[text] for text in column.tolist()], dtype=object) for column in columns]
    return kept, None if categories is None else [labels.get(text, text) for text in categories]


def _numbers(texts: Iterable[str]) -> dict[str, float]:
    """The numbers that texts stand for, if all are written as numbers."""
    distinct = set(texts)
    if all(_WHOLE.fullmatch(text) for text in distinct):
        return {text: int(text) for text in distinct}
    if all(_NUMBER.fullmatch(text) for text in distinct):
        return {text: float(text) for text in distinct}
    return {}


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
