"""``abovechance quantify``: the true shares of classes in items that only a model has labelled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from abovechance.cli.parameters import CELLS, FILE, HERE, METHOD, Items, Where, Written
from abovechance.cli.pictures import DRAWN, Drawn
from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from abovechance.cli.input import About, Place
    from abovechance.tables.tables import Tables


@dataclass(frozen=True)
class JudgedItems(Items):
    """The columns of predictions, of items drawn one by one in one table."""

    cluster: Annotated[str | None, Parameter(parse=False)] = None
    id: Annotated[str | None, Parameter(parse=False)] = None


JUDGED = JudgedItems()


def judged_tables(
    where: Place, items: JudgedItems, cells: Written, second: str | None
) -> tuple[Tables, Tables | None, About]:
    """The items by truth and prediction, those without a truth a class; and by both truths where two are."""
    from abovechance.cli.tables_input import tables_from
    from abovechance.inference.quantify.items import with_predictions
    from abovechance.intake.missing import left_out_said

    if second is not None and "-" in where.files:
        raise InputError("--second-truth reads the items twice, which standard input cannot: name a file")
    items, cells, policy = replace(items, positive=None), replace(cells, on_missing="label"), cells.on_missing
    tables, about = tables_from(where, items, cells, None)
    kept = with_predictions(tables, policy)
    dropped = kept.left_out - tables.left_out
    if dropped:
        lines, source = [*about.lines, left_out_said(dropped)], about.source | {"left_out": dropped}
        about = replace(about, lines=lines, source=source)
    if second is None:
        return kept, None, about
    humans = replace(items, truth=about.source["truth"], prediction=[second], by=None)
    return kept, tables_from(where, humans, cells, None)[0], about


def quantify(
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
    width: Annotated[float | None, METHOD] = None,
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
    second_truth
        The column of a second human's labels, instead of both: how far two agree says how often they err.
    width
        The width of an interval, such as 0.1: the report then says how many more labels it takes.
    level
        Confidence level of the intervals.
    """
    from abovechance.inference.quantify.quantify import quantify as quantified
    from abovechance.report.build import build

    where = at.of(file)
    output.check(where)
    tables, both, about = judged_tables(where, items, cells, second_truth)
    found = quantified(
        tables, design=design, level=level, positive=items.positive, error=truth_error,
        agreement=truth_agreement, second_truth=both, width=width,
    )  # fmt: skip
    output.draw(found)
    output.put(build(found), about)
