"""``abovechance deploy``: what a system will be worth where classes have other shares."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, Literal

from cyclopts import Parameter

from abovechance.cli.parameters import (
    CELLS,
    EVALUATION,
    FILE,
    HERE,
    INTERVAL,
    INTERVAL_SEED,
    TABLE_FLAG,
    Items,
    Where,
    Written,
)
from abovechance.cli.pictures import DRAWN, Drawn
from abovechance.cli.values import (
    numbers,
    parse_costs,
    parse_measures,
    parse_prevalence,
    require_two_classes,
    separated,
)
from abovechance.core.errors import InputError


@dataclass(frozen=True)
class SingleItems(Items):
    """The columns of predictions, of items drawn one by one."""

    cluster: Annotated[str | None, Parameter(parse=False)] = None


SINGLE = SingleItems()


def deploy(
    file: Annotated[list[str], FILE],
    /,
    *,
    items: SingleItems = SINGLE,
    at: Where = HERE,
    cells: Written = CELLS,
    table: Annotated[bool, TABLE_FLAG] = False,
    rows: Annotated[Literal["truth", "prediction"] | None, TABLE_FLAG] = None,
    prevalence: Annotated[str | None, EVALUATION] = None,
    prevalence_interval: Annotated[str | None, EVALUATION] = None,
    prevalence_counts: Annotated[str | None, EVALUATION] = None,
    cost_positive: Annotated[float | None, EVALUATION] = None,
    cost_negative: Annotated[float | None, EVALUATION] = None,
    measure: Annotated[list[str] | None, EVALUATION] = None,
    level: Annotated[float, INTERVAL] = 0.95,
    seed: Annotated[int, INTERVAL_SEED] = 0,
    output: Drawn = DRAWN,
) -> None:
    """Say what measures, alarms and costs will be where classes have other shares than in these items.

    Parameters
    ----------
    file
        Files of CSV, TSV, JSON, JSON lines, Excel, Parquet or Arrow, plain or compressed; patterns and
        directories of them; or - for standard input.
    table
        The file holds a square table of counts; labels that are numbers need both a row and a column of them.
    rows
        What the rows of the table stand for; the truth if not given.
    prevalence
        The share of the positive class there, or of each class: a=0.1,b=0.9.
    prevalence_interval
        The range that the share lies in, if it is not known exactly: 0.01,0.04.
    prevalence_counts
        How many of how many items were positive there: 12,600; or the items of each class: a=5,b=60,c=35.
    cost_positive
        The cost of an error on a positive item; the report then says what an item will cost.
    cost_negative
        The cost of an error on a negative item.
    measure
        Names of measures, such as mcc or f1, or all.
    level
        Confidence level of the intervals.
    seed
        Seed of the random draws for more than two classes.
    """
    from abovechance.cli.tables_input import tables_from
    from abovechance.evaluation.deployment.deploy import deploy as deployed
    from abovechance.report.build import build

    where = at.of(file)
    output.check(where)
    if rows is not None and not table:
        raise InputError("--rows has no use without --table")
    shares, costs = parse_prevalence(prevalence, whole=True), parse_costs(cost_positive, cost_negative)
    asked, counts = parse_measures(measure), _counts(prevalence_counts)
    between = None if prevalence_interval is None else _pair("prevalence-interval", prevalence_interval)
    if shares is None and between is None and counts is None:
        raise InputError("say with --prevalence what share of the items will be positive, such as 0.02")
    where, items = items.joined(where, cells)
    tables, about = tables_from(where, items, cells, (rows or "truth") if table else None)
    require_two_classes(tables, shares, costs)
    found = deployed(
        tables, shares, prevalence_interval=between, prevalence_counts=counts, costs=costs, measures=asked,
        level=level, seed=seed,
    )  # fmt: skip
    output.draw(found)
    output.put(build(found), about)


def _pair(option: str, text: str) -> tuple[float, float]:
    found = numbers(option, text, float)
    if len(found) != 2:
        raise InputError(f"--{option} is two numbers separated by a comma, not {text!r}")
    return found[0], found[1]


def _counts(text: str | None) -> tuple[float, float] | dict[str, float] | None:
    """Positives and items, or the items of each class."""
    if text is None:
        return None
    if "=" not in text:
        return _pair("prevalence-counts", text)
    found: dict[str, float] = {}
    for part in separated(text):
        label, _, size = part.rpartition("=")
        try:
            found[label] = float(size)
        except ValueError:
            found[label] = math.nan
        if not found[label] >= 0:
            raise InputError(
                f"--prevalence-counts is 12,600 or a number for each class, a=5,b=60, not {text!r}"
            )
    return found
