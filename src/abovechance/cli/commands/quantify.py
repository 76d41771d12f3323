"""``abovechance quantify``: the true shares of classes in items that only a model has labelled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from cyclopts import Parameter

from abovechance.cli.parameters import (
    FILE,
    HERE,
    METHOD,
    RATINGS,
    Items,
    Where,
    WrittenRatings,
)
from abovechance.cli.pictures import DRAWN, Drawn
from abovechance.cli.tables_input import tables_from
from abovechance.inference.quantify.quantify import quantify as quantified
from abovechance.report.build import build


@dataclass(frozen=True)
class JudgedItems(Items):
    """The columns of predictions, of items drawn one by one in one table."""

    cluster: Annotated[str | None, Parameter(parse=False)] = None
    id: Annotated[str | None, Parameter(parse=False)] = None


JUDGED = JudgedItems()


def quantify(
    file: Annotated[list[str], FILE],
    /,
    *,
    items: JudgedItems = JUDGED,
    at: Where = HERE,
    cells: WrittenRatings = RATINGS,
    design: Annotated[Literal["class", "population"], METHOD] = "class",
    truth_error: Annotated[float | None, METHOD] = None,
    truth_agreement: Annotated[float | None, METHOD] = None,
    level: Annotated[float, METHOD] = 0.95,
    output: Drawn = DRAWN,
) -> None:
    """Estimate the true shares of classes among the rows without a truth, from their predictions.

    Parameters
    ----------
    file
        Files of CSV, TSV, JSON, JSON lines, Excel, Parquet or Arrow, plain or compressed; patterns and
        directories of them; or - for standard input.
    design
        How the rows with a truth were chosen: by class or from other items (class), or as a random sample
        of all rows (population), which makes intervals narrower.
    truth_error
        The share of labels that may be wrong, such as 0.05; the report then bounds the shares.
    truth_agreement
        The share of items that two annotators of the truth agree on, instead of --truth-error.
    level
        Confidence level of the intervals.
    """
    where = at.of(file)
    output.check(where)
    plain = replace(items, positive=None)
    tables, about = tables_from(where, plain, replace(cells, on_missing="label"), None)
    found = quantified(
        tables, design=design, level=level, positive=items.positive, error=truth_error,
        agreement=truth_agreement,
    )  # fmt: skip
    output.draw(found)
    output.put(build(found), about)
