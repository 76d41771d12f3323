"""``abovechance judge``: whether a judge can be trusted, and what systems are worth without its errors."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from abovechance.cli.commands.quantify import JUDGED, JudgedItems
from abovechance.cli.parameters import FILE, HERE, METHOD, RATINGS, Where, WrittenRatings
from abovechance.cli.pictures import DRAWN, Drawn
from abovechance.cli.tables_input import tables_from
from abovechance.evaluation.judge import judge as judged
from abovechance.report.build import build


def judge(
    file: Annotated[list[str], FILE],
    /,
    *,
    items: JudgedItems = JUDGED,
    at: Where = HERE,
    cells: WrittenRatings = RATINGS,
    design: Annotated[Literal["class", "population"], METHOD] = "class",
    level: Annotated[float, METHOD] = 0.95,
    output: Drawn = DRAWN,
) -> None:
    """Say whether a judge is informed and biased, and correct what it says of systems (--by).

    Parameters
    ----------
    file
        Files of CSV, TSV, JSON, JSON lines, Excel, Parquet or Arrow, plain or compressed; patterns and
        directories of them; or - for standard input.
    design
        How the rows with a truth were chosen: by class or from other items (class), or as a random sample
        of the rows of each system (population), which makes intervals narrower.
    level
        Confidence level of the intervals.
    """
    where = at.of(file)
    output.check(where)
    tables, about = tables_from(
        where, replace(items, positive=None), replace(cells, on_missing="label"), None
    )
    found = judged(tables, positive=items.positive, design=design, level=level)
    output.draw(found)
    output.put(build(found), about)
