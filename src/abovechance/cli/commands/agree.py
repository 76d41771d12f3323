"""``abovechance agree``: how far raters agree beyond chance, by every coefficient, and where they do not."""

from __future__ import annotations

import sys
import warnings
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from abovechance.cli.output import progress, show, write
from abovechance.cli.parameters import (
    CHOSEN,
    COUNTED,
    FILE,
    HERE,
    ITEM,
    PRINTED,
    SEED,
    Where,
    parse_form,
    separated,
)
from abovechance.cli.ratings_input import Meaning, layout_of, read_ratings
from abovechance.core.errors import InputError
from abovechance.core.files import replacing
from abovechance.core.text import shown
from abovechance.intake.files.format import TextFormat
from abovechance.measures.headlines import OF_RATERS
from abovechance.plots.agreement import draw, weighted_kappas
from abovechance.raters.agreement import agreement
from abovechance.raters.benchmark import benchmark_agreement, scale_name
from abovechance.raters.coefficients.registry import coefficient as coefficient_called
from abovechance.raters.diagnosis import MOST_ITEMS, diagnose_agreement
from abovechance.raters.icc import icc
from abovechance.raters.ratings.weights import category_values, kind_of, weighting
from abovechance.raters.uncertainty.intervals import method_named
from abovechance.raters.with_others import kappas_with_others
from abovechance.report import of_agreement as agreeing
from abovechance.report.escape import to_json
from abovechance.report.tabular import in_form

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.cli.ratings_input import RatingsRead
    from abovechance.raters.diagnosis import Diagnosis
    from abovechance.raters.icc import IntraclassCorrelations
    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.result import Agreement, Agreements

_PICTURES = (".png", ".svg", ".pdf")
_DOTS = 160
_DRAWS = 2000
_MANY_NUMBERS = 30


def agree(
    file: Annotated[list[str], FILE],
    /,
    *,
    rater: Annotated[list[str] | None, ITEM] = None,
    item: Annotated[str | None, ITEM] = None,
    category: Annotated[str | None, ITEM] = None,
    categories: Annotated[str | None, ITEM] = None,
    missing: Annotated[str | None, ITEM] = None,
    encoding: Annotated[str | None, ITEM] = None,
    at: Where = HERE,
    counts: Annotated[bool, COUNTED] = False,
    coefficient: Annotated[list[str] | None, CHOSEN] = None,
    weights: Annotated[str, CHOSEN] = "identity",
    method: Annotated[str, CHOSEN] = "delta",
    level: Annotated[float, CHOSEN] = 0.95,
    replicates: Annotated[int | None, CHOSEN] = None,
    scale: Annotated[str, CHOSEN] = "landis_koch",
    seed: Annotated[int | None, SEED] = None,
    plot: Annotated[str | None, PRINTED] = None,
    json: Annotated[str | None, PRINTED] = None,
    csv: Annotated[bool, PRINTED] = False,
    safe_csv: Annotated[bool, PRINTED] = False,
    markdown: Annotated[bool, PRINTED] = False,
    latex: Annotated[bool, PRINTED] = False,
) -> None:
    """Say how far raters agree beyond chance.

    Parameters
    ----------
    file
        CSV, TSV, JSON lines, Parquet, Arrow, plain or compressed; patterns, directories; - is standard input.
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
        identity, linear, quadratic, interval, ordinal, radical, ratio, circular, bipolar,
        krippendorff_ordinal (of alpha alone, where ordinal is that already) or gwet_ordinal (for alpha too).
    method
        Of intervals: delta, wald, gwet, jackknife, jackknife_raters, unconditional, bootstrap or bca.
    level
        Of the intervals.
    replicates
        Samples that bootstrap and bca draw; 2000 if not given.
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
    safe_csv
        The same for a spreadsheet: no cell of text is taken for a formula.
    markdown
        Print the coefficients as a Markdown table.
    latex
        Print the coefficients as a LaTeX table (booktabs).
    """
    where = at.of(file)
    where.refuse_overwriting(json)
    where.refuse_overwriting(plot, "--plot")
    form = parse_form(csv=csv, safe_csv=safe_csv, markdown=markdown, latex=latex, json=json)
    names = [name.strip() for text in coefficient or () for name in separated(text) or ()]
    for name in names:
        coefficient_called(name)
    kind_of(weights)
    if replicates is not None and method_named(method) not in ("bootstrap", "bca"):
        raise InputError(f"--replicates has no use with --method {method}, which draws no samples")
    method_named(method)
    scale = scale_name(scale)
    _require_picture(plot, counts=counts)
    raters = [name for text in rater or () for name in separated(text) or ()]
    layout = layout_of(raters, item, category, counts=counts)
    meaning = Meaning(separated(categories), separated(missing) or [], weights)
    read = read_ratings(where, layout, meaning, TextFormat(encoding=encoding))
    ratings, source = read.ratings, read.source
    with progress("Comparing raters"):
        found = agreement(
            ratings,
            names or "all",
            weights=weights,
            method=method,
            level=level,
            replicates=_DRAWS if replicates is None else replicates,
            seed=seed,
        )
        agreed = _agreed(read, found, names, weights, scale)
    if plot is not None:
        _draw(agreed, weights, plot)
    if json is not None:
        write(to_json(agreeing.document(agreed, where.source(read) | source)), json)
    if form != "report":
        if agreed.alarm is not None:
            _say(agreed.alarm)
        write(in_form(form, agreeing, agreed))
    elif json != "-":
        lines = [f"{where.name}: {agreeing.layout_said(source)}", *where.lines(read)]
        show(lambda width: agreeing.report(agreed, lines, width))
        return
    where.tell(read)


def _agreed(
    read: RatingsRead, found: Agreements, names: list[str], weights: str, scale: str
) -> agreeing.Agreed:
    first = _first(found, names)
    chosen, ratings = coefficient_called(first.coefficient), read.ratings
    has_word = chosen.corrected and chosen.worded
    diagnosis = diagnose_agreement(ratings, first.coefficient, weights=weights, most_items=MOST_ITEMS)
    return agreeing.Agreed(
        found,
        first,
        benchmark_agreement(first, scale=scale) if has_word else None,
        _with_weights(diagnosis, ratings, weights),
        _intraclass(ratings, weights, first.level),
        _alarm(ratings, weights),
        (*read.hints, *_advice(ratings, weights)),
    )


def _with_weights(diagnosis: Diagnosis, ratings: Ratings, weights: str) -> Diagnosis:
    """The same with Kappas of every two raters by the weights that were asked for."""
    kind = kind_of(weights).key
    if ratings.codes is None or kind in ("identity", "krippendorff_ordinal"):
        return diagnosis
    kappas = weighted_kappas(ratings.take_raters(diagnosis.names), weights)
    means = kappas_with_others(ratings, weighting(weights, ratings.categories))
    return replace(
        diagnosis,
        raters=tuple(replace(x, kappa=float(k)) for x, k in zip(diagnosis.raters, means, strict=True)),
        matrices=diagnosis.matrices | {"cohen_kappa": kappas},
    )


def _advice(ratings: Ratings, weights: str) -> Iterator[str]:
    """That distances of many numbers do not count."""
    size, words = len(ratings.categories), category_values(ratings.categories)[1]
    if not kind_of(weights).ordered and not words and size > _MANY_NUMBERS:
        yield (
            f"there are {size} different numbers, and any two of them disagree wholly: if they are "
            "measurements, say --weights interval"
        )


def _alarm(ratings: Ratings, weights: str) -> str | None:
    """What is wrong with weights of words that stand in the order of the alphabet by default."""
    words = category_values(ratings.categories)[1]
    if not kind_of(weights).ordered or ratings.order != "natural" or not words:
        return None
    if len(ratings.categories) <= 2:
        return None
    return (
        f"nobody said in which order the categories are, and {weights} weights depend on it. Taken is "
        f"the order of the alphabet, {agreeing.in_order(ratings.categories)}; unless that is right, the "
        "weighted values are wrong: give --categories from the least to the greatest"
    )


def _first(found: Agreements, names: list[str]) -> Agreement:
    keys = [coefficient_called(names[0]).key] if names else OF_RATERS
    there = {result.coefficient: result for result in found}
    return next((there[key] for key in keys if key in there), found[0])


def _intraclass(ratings: Ratings, weights: str, level: float) -> IntraclassCorrelations | None:
    """Squared differences of numbers are what an analysis of variance is about."""
    if kind_of(weights).key not in ("quadratic", "interval") or ratings.codes is None:
        return None
    complete = ratings.frequencies @ (ratings.codes >= 0).all(axis=1)
    if category_values(ratings.categories)[1] or complete < 2:
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


def _draw(agreed: agreeing.Agreed, weights: str, plot: str) -> None:
    key = agreed.first.coefficient
    key = key if key in agreed.diagnosis.matrices else "cohen_kappa"
    found = agreed.diagnosis
    axes = draw(found.matrices[key], found.names, key, weights=weights if key == "cohen_kappa" else None)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with replacing(plot) as aside:
            axes.figure.savefig(aside, format=Path(plot).suffix[1:].lower(), dpi=_DOTS)
    if any("Glyph" in str(x.message) for x in caught):
        _say(f"{plot!r} lacks letters of some names: no font that is installed has them")


def _say(text: str) -> None:
    """One line on standard error beside the result."""
    print(f"abovechance: {shown(text, 1000)}", file=sys.stderr)  # noqa: T201
