# ruff: noqa: PT028 - `test` is a test of statistics, not of software
"""``abovechance test``: whether there is more in a table than chance."""

from __future__ import annotations

from typing import Annotated, Literal

from abovechance.cli.parameters import (
    CELLS,
    FILE,
    HERE,
    ITEMS,
    METHOD,
    METHOD_FLAG,
    SEED,
    TABLE_FLAG,
    Items,
    Where,
    Written,
)
from abovechance.cli.pictures import DRAWN, Drawn
from abovechance.cli.values import values_of


def test(
    file: Annotated[list[str], FILE],
    /,
    *,
    items: Items = ITEMS,
    at: Where = HERE,
    cells: Written = CELLS,
    table: Annotated[bool, TABLE_FLAG] = False,
    rows: Annotated[Literal["truth", "prediction"], TABLE_FLAG] = "truth",
    method: Annotated[list[str] | None, METHOD] = None,
    alternative: Annotated[Literal["two-sided", "greater", "less"], METHOD] = "two-sided",
    per_class: Annotated[bool, METHOD_FLAG] = False,
    adjust: Annotated[str, METHOD] = "holm",
    level: Annotated[float, METHOD] = 0.95,
    seed: Annotated[int, SEED] = 0,
    output: Drawn = DRAWN,
) -> None:
    """Test whether predictions are better than chance.

    Parameters
    ----------
    file
        Files of CSV, TSV, JSON, JSON lines, Excel, Parquet or Arrow, plain or compressed; patterns and
        directories of them; or - for standard input.
    table
        The file holds a table of counts, with or without labels.
    rows
        What the rows of the table stand for; the truth if not given.
    method
        Names of tests, such as informedness, pearson or fisher_mid_p; or all.
    alternative
        What is to be shown: any difference from chance, more than chance, or less.
    per_class
        Test each class against the rest too.
    adjust
        How p-values of classes and of groups are adjusted for their number: holm, hochberg, hommel,
        bonferroni, benjamini_hochberg, benjamini_yekutieli or none.
    level
        Confidence level of the interval or bound; a result with a p-value of at most 1 - level counts as
        shown.
    seed
        Seed of the random tables, where p-values are found with them.
    """
    from abovechance.cli.tables_input import tables_from
    from abovechance.evaluation.significance.test import tests as tests_of
    from abovechance.inference.significance.methods import method_name
    from abovechance.inference.significance.multiplicity import method_name as adjustment_name
    from abovechance.report.build import build

    where = at.of(file)
    output.check(where)
    adjustment = None if adjust == "none" else adjustment_name(adjust)
    names = [name.strip() for name in values_of(method) or ()]
    known = ["all"] if "all" in names else names
    for name in known if known != ["all"] else ():
        method_name(name)  # an unknown test is refused before the file is read
    where, items = items.joined(where, cells)
    tables, about = tables_from(where, items, cells, rows if table else None)
    tests = tests_of(
        tables, methods=known, clusters=items.cluster, alternative=alternative, per_class=per_class,
        adjust=adjustment, level=level, seed=seed,
    )  # fmt: skip
    output.draw(tests)
    output.put(build(tests, about.hint), about, seed=seed)
