"""``abovechance concord``: how far two columns group the same items alike, under whatever names."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from abovechance.cli.input import About, overheard
from abovechance.cli.output import progress
from abovechance.cli.parameters import (
    CELLS,
    COLUMN,
    FILE,
    HERE,
    METHOD,
    SEED,
    WEIGHTED,
    Weighted,
    Where,
    Written,
)
from abovechance.cli.pictures import DRAWN, Drawn
from abovechance.cli.values import values_of
from abovechance.core.errors import InputError
from abovechance.core.text import named


def concord(
    file: Annotated[str, FILE],
    a: Annotated[str, COLUMN],
    b: Annotated[str, COLUMN],
    /,
    *,
    items: Weighted = WEIGHTED,
    at: Where = HERE,
    cells: Written = CELLS,
    measure: Annotated[list[str] | None, METHOD] = None,
    level: Annotated[float, METHOD] = 0.95,
    method: Annotated[str, METHOD] = "auto",
    replicates: Annotated[int | None, METHOD] = None,
    seed: Annotated[int, SEED] = 0,
    output: Drawn = DRAWN,
) -> None:
    """Compare two groupings of the same items, such as classes and clusters.

    Parameters
    ----------
    file
        A file of CSV, TSV, JSON, JSON lines, Excel, Parquet or Arrow, plain or compressed; a pattern or a
        directory; or - for standard input.
    a
        Column of groups; the classes, if one of the two has them.
    b
        Column of other groups of the same items; the clusters.
    measure
        Names of measures, such as ARI or AMI; all if not given.
    level
        Confidence level of the intervals; a result with a p-value of at most 1 - level counts as shown.
    method
        Method of the intervals: auto, jackknife, delta, wald, bca, percentile, posterior or none.
    replicates
        Number of random tables for p-values (999 if not given, none if the table is large) and of samples
        of the bootstrap (2000 if not given).
    seed
        Seed of the random tables and samples.
    """
    from abovechance.clusterings.cells import Cells
    from abovechance.clusterings.concordance import concordance_of
    from abovechance.clusterings.declared import chosen_measures
    from abovechance.clusterings.intervals import method_named
    from abovechance.intake.files.columns import Wanted
    from abovechance.intake.files.readers.combinations import read_tally
    from abovechance.intake.files.readers.tally import named as with_name
    from abovechance.intake.files.reading import Reading
    from abovechance.report.build import build

    where = at.of(file)
    output.check(where)
    names = [name.strip() for name in values_of(measure) or ()] or None
    chosen_measures(names)
    method_named(method)
    if a == b:
        raise InputError(f"A and B both name the column {a!r}: name two columns")
    wanted = Wanted(a, b, items.weight, count=items.count)
    with progress(f"Counting {where.name}") as advance:
        read = read_tally(where.input, wanted, Reading(cells.codes, cells.text, advance, where.skip_bad))
    kept = read.tally.complete(read.columns, cells.codes.policy)
    first, second = map(with_name, kept.columns)
    numbers: Any = {"counts": kept.counts, "weights": kept.weights, "squares": kept.squares}
    with overheard() as heard:
        pairs = replace(Cells.from_labels(first, second, **numbers).effective, names=(a, b))
    with progress("Comparing"):
        found = concordance_of(pairs, names, level=level, method=method, replicates=replicates, seed=seed)
    about = About.of(
        where,
        read,
        f"a is {named(a)}, b is {named(b)}",
        items,
        warnings=heard,
        a=a,
        b=b,
        left_out=read.tally.items - kept.items,
    )
    output.draw(found)
    output.put(build(found, (a, b)), about, seed=seed)
