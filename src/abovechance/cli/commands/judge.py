"""``abovechance judge``: whether a judge can be trusted, and what systems are worth without its errors."""

from __future__ import annotations

from typing import Annotated, Literal

from abovechance.cli.commands.quantify import JUDGED, JudgedItems, judged_tables
from abovechance.cli.parameters import CELLS, FILE, HERE, METHOD, Where, Written
from abovechance.cli.pictures import DRAWN, Drawn


def judge(
    file: Annotated[list[str], FILE],
    /,
    *,
    items: JudgedItems = JUDGED,
    at: Where = HERE,
    cells: Written = CELLS,
    design: Annotated[Literal["class", "population"], METHOD] = "class",
    truth_error: Annotated[float | None, METHOD] = None,
    truth_agreement: Annotated[float | None, METHOD] = None,
    second_truth: Annotated[str | None, METHOD] = None,
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
    truth_error
        The share of human labels that may be wrong, such as 0.05; the report then bounds the shares.
    truth_agreement
        The share of items that two humans agree on, instead of --truth-error.
    second_truth
        The column of a second human's labels, instead of both: how far two agree says how often they err.
    level
        Confidence level of the intervals.
    """
    from abovechance.evaluation.judge import judge as judged
    from abovechance.report.build import build

    where = at.of(file)
    output.check(where)
    tables, both, about = judged_tables(where, items, cells, second_truth)
    found = judged(
        tables, positive=items.positive, design=design, level=level, error=truth_error,
        agreement=truth_agreement, second_truth=both,
    )  # fmt: skip
    output.draw(found)
    output.put(build(found), about)
