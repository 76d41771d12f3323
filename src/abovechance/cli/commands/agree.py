"""``abovechance agree``: how far raters agree beyond chance, by every coefficient, and where they do not."""

from __future__ import annotations

from typing import Annotated

from abovechance.cli.input import About
from abovechance.cli.output import progress
from abovechance.cli.parameters import (
    FILE,
    HERE,
    ITEM,
    METHOD,
    RATINGS,
    SEED,
    TABLE_FLAG,
    Weighted,
    Where,
    WrittenRatings,
)
from abovechance.cli.pictures import DRAWN, Drawn
from abovechance.cli.values import values_of
from abovechance.core.errors import InputError

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
    output: Drawn = DRAWN,
) -> None:
    """Say how far raters agree beyond chance.

    Parameters
    ----------
    file
        Files of CSV, TSV, JSON, JSON lines, Excel, Parquet or Arrow, plain or compressed; patterns and
        directories of them; or - for standard input.
    rater
        Column of a rater; name each, or none for all columns. With --category, the column that names raters.
    item
        Column that names the items; rows are numbered if not given.
    category
        Column of categories, in a file with one row for each rating.
    categories
        All categories that raters could choose, in their order.
    count
        Column that says how many items each row stands for.
    counts
        The columns are categories, and the cells how many raters gave them.
    measure
        Names of coefficients, such as alpha or AC1; all if not given.
    weights
        Weights of disagreements: identity, linear, quadratic, interval, ordinal, radical,
        ratio, circular, bipolar, krippendorff_ordinal (for alpha alone, where ordinal means this already) or
        gwet_ordinal (for alpha too).
    method
        Method of the intervals: delta, wald, gwet, jackknife, jackknife_raters, unconditional, bootstrap or
        bca.
    level
        Confidence level of the intervals.
    replicates
        Number of samples that bootstrap and bca draw; 2000 if not given.
    scale
        Scale of words for the value: landis_koch, altman, fleiss, cicchetti, regier or krippendorff.
    seed
        Seed of the random samples.
    """
    from abovechance.cli.ratings_input import layout_said, read_ratings
    from abovechance.evaluation.agreement import agreement
    from abovechance.raters.benchmark import scale_name
    from abovechance.raters.coefficients.registry import coefficient as coefficient_called
    from abovechance.raters.ratings.weights import kind_of
    from abovechance.raters.uncertainty.intervals import method_named
    from abovechance.report.build import build

    where = at.of(file)
    output.check(where)
    names = [name.strip() for name in values_of(measure) or ()]
    for name in names:
        coefficient_called(name)
    kind_of(weights)
    if method_named(method) not in ("bootstrap", "bca") and replicates is not None:
        raise InputError(f"--replicates has no use with --method {method}, which draws no samples")
    scale = scale_name(scale)
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
    output.draw(agreed)
    about = About.of(where, read, layout_said(read.source), Weighted(count=count), **read.source)
    output.put(build(agreed), about, seed=seed)
