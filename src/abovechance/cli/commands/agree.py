"""``abovechance agree``: how far raters agree beyond chance, by every coefficient, and where they do not."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from abovechance.cli.forms import OUTPUT, Output
from abovechance.cli.input import About
from abovechance.cli.output import progress, tell
from abovechance.cli.parameters import (
    FILE,
    HERE,
    ITEM,
    METHOD,
    PRINTED,
    RATINGS,
    SEED,
    TABLE_FLAG,
    Weighted,
    Where,
    WrittenRatings,
)
from abovechance.cli.ratings_input import layout_said, read_ratings
from abovechance.cli.values import values_of
from abovechance.core.errors import InputError
from abovechance.core.files import replacing
from abovechance.evaluation.agreement import agreement
from abovechance.plots.agreement import draw
from abovechance.raters.benchmark import scale_name
from abovechance.raters.coefficients.registry import coefficient as coefficient_called
from abovechance.raters.ratings.weights import kind_of
from abovechance.raters.uncertainty.intervals import method_named
from abovechance.report.builders.agreement import document

if TYPE_CHECKING:
    from abovechance.evaluation.agreement import Agreements

_PICTURE_ENDINGS = (".png", ".svg", ".pdf")
_DOTS_PER_INCH = 160
_DEFAULT_REPLICATES = 2000


def agree(
    file: Annotated[list[str], FILE],
    /,
    *,
    rater: Annotated[list[str] | None, ITEM] = None,
    item: Annotated[str | None, ITEM] = None,
    category: Annotated[str | None, ITEM] = None,
    categories: Annotated[list[str] | None, ITEM] = None,
    count: Annotated[str | None, ITEM] = None,
    at: Where = HERE,
    cells: WrittenRatings = RATINGS,
    counts: Annotated[bool, TABLE_FLAG] = False,
    measure: Annotated[list[str] | None, METHOD] = None,
    weights: Annotated[str, METHOD] = "identity",
    method: Annotated[str, METHOD] = "delta",
    level: Annotated[float, METHOD] = 0.95,
    replicates: Annotated[int | None, METHOD] = None,
    scale: Annotated[str, METHOD] = "landis_koch",
    seed: Annotated[int, SEED] = 0,
    plot: Annotated[str | None, PRINTED] = None,
    output: Output = OUTPUT,
) -> None:
    """Say how far raters agree beyond chance.

    Parameters
    ----------
    file
        CSV, TSV, JSON, JSON lines, Excel, Parquet or Arrow, plain or compressed; patterns, directories;
        - is standard input.
    rater
        Column of a rater; name each, or none for all columns. With --category, the column that names raters.
    item
        Column that names the items; rows are numbered if not given.
    category
        Column of categories, of a file with one row for each rating.
    categories
        All categories that raters could choose, in their order.
    count
        Column that says how many items each row stands for.
    counts
        The columns are categories, and the cells how many raters gave them.
    measure
        Coefficients by name, such as alpha or AC1; all if not given.
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
        Of samples that are drawn at random.
    plot
        Draw who agrees with whom into this file: .png, .svg or .pdf.
    """
    where = at.of(file)
    output.check(where, plot=plot)
    names = [name.strip() for name in values_of(measure) or ()]
    for name in names:
        coefficient_called(name)
    kind_of(weights)
    if method_named(method) not in ("bootstrap", "bca") and replicates is not None:
        raise InputError(f"--replicates has no use with --method {method}, which draws no samples")
    scale = scale_name(scale)
    _require_picture(plot, counts=counts)
    read = read_ratings(
        where, cells, weights, rater=values_of(rater) or [], item=item, category=category, counted=counts,
        counts=count, categories=values_of(categories),
    )  # fmt: skip
    with progress("Comparing raters"):
        agreed = agreement(
            read.ratings,
            names or None,
            weights=weights,
            scale=scale,
            method=method,
            level=level,
            replicates=_DEFAULT_REPLICATES if replicates is None else replicates,
            seed=seed,
        )
    if plot is not None:
        _draw(agreed, weights, plot)
    about = About.of(where, read, layout_said(read.source), Weighted(count=count), **read.source)
    output.put(document(agreed), about)


def _require_picture(plot: str | None, *, counts: bool) -> None:
    if plot is None:
        return
    if counts:
        raise InputError("--plot shows pairs of raters, and counts do not tell who gave which rating")
    if Path(plot).suffix.lower() not in _PICTURE_ENDINGS:
        raise InputError(f"--plot is written as {', '.join(_PICTURE_ENDINGS)}, not as {Path(plot).name!r}")


def _draw(agreed: Agreements, weights: str, plot: str) -> None:
    key = agreed.first.measure
    key = key if key in agreed.diagnosis.matrices else "cohen_kappa"
    found = agreed.diagnosis
    axes: Any = draw(found.matrices[key], found.names, key, weights=weights if key == "cohen_kappa" else None)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with replacing(plot) as aside:
            axes.figure.savefig(aside, format=Path(plot).suffix[1:].lower(), dpi=_DOTS_PER_INCH)
    if any("Glyph" in str(x.message) for x in caught):
        tell(f"{plot!r} lacks letters of some names: no font that is installed has them")
