"""``abovechance concord``: how far two columns group the same items alike, under whatever names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from abovechance.cli.output import progress, show, write
from abovechance.cli.parameters import (
    CHOSEN,
    COLUMN,
    FILE,
    HERE,
    ITEM,
    PRINTED,
    SEED,
    Missing,
    Where,
    parse_form,
    separated,
)
from abovechance.clusterings.cells import Cells
from abovechance.clusterings.concordance import concordance_of
from abovechance.clusterings.declared import chosen_measures
from abovechance.clusterings.intervals import method_named
from abovechance.core.errors import InputError
from abovechance.evaluation.findings import similar_labels
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.combinations import read_tally
from abovechance.intake.files.format import TextFormat
from abovechance.intake.files.tally import named as with_name
from abovechance.report import of_concordance as concording
from abovechance.report.escape import to_json
from abovechance.report.tabular import in_form

if TYPE_CHECKING:
    from abovechance.cli.input import Place
    from abovechance.intake.files.faults import Skipped


def concord(
    file: Annotated[str, FILE],
    a: Annotated[str, COLUMN],
    b: Annotated[str, COLUMN],
    /,
    *,
    missing: Annotated[Missing, ITEM] = "error",
    encoding: Annotated[str | None, ITEM] = None,
    at: Where = HERE,
    measure: Annotated[list[str] | None, CHOSEN] = None,
    level: Annotated[float, CHOSEN] = 0.95,
    method: Annotated[str, CHOSEN] = "auto",
    permutations: Annotated[int | None, CHOSEN] = None,
    replicates: Annotated[int, CHOSEN] = 2000,
    seed: Annotated[int | None, SEED] = None,
    json: Annotated[str | None, PRINTED] = None,
    csv: Annotated[bool, PRINTED] = False,
    safe_csv: Annotated[bool, PRINTED] = False,
    markdown: Annotated[bool, PRINTED] = False,
    latex: Annotated[bool, PRINTED] = False,
) -> None:
    """Compare two groupings of the same items, such as classes and clusters.

    Parameters
    ----------
    file
        CSV, TSV, JSON lines, Parquet, Arrow, plain or compressed; patterns, directories; - is standard input.
    a
        Column of groups; the classes, if one of the two has them.
    b
        Column of other groups of the same items; the clusters.
    missing
        Empty cells: refuse them, drop the item, or take them as a group.
    encoding
        Of a text file, such as latin-1; UTF-8 if not given.
    measure
        Measures by name, such as ARI or AMI, separated by commas; all if not given.
    level
        Of the intervals; a p-value up to one less is taken as shown.
    method
        Of the intervals: auto, jackknife, delta, wald, bca, percentile, posterior or none.
    permutations
        Random tables for p-values and expected values; 999, or none if the table is large.
    replicates
        Tables that the bootstrap draws.
    seed
        For the same random tables again.
    json
        Write JSON to this file; - prints it and nothing else.
    csv
        Print the measures as CSV.
    safe_csv
        The same for a spreadsheet: no cell of text is taken for a formula.
    markdown
        Print the measures as a Markdown table.
    latex
        Print the measures as a LaTeX table (booktabs).
    """
    where = at.of(file)
    where.refuse_overwriting(json)
    form = parse_form(csv=csv, safe_csv=safe_csv, markdown=markdown, latex=latex, json=json)
    names = [name.strip() for text in measure or () for name in separated(text) or ()] or "all"
    chosen_measures(names)
    method_named(method)
    read = _read(where, a, b, missing, TextFormat(encoding=encoding))
    cells, left_out = read.cells, read.left_out
    with progress("Comparing"):
        found = concordance_of(
            cells,
            names,
            level=level,
            method=method,
            permutations=permutations,
            replicates=replicates,
            seed=seed,
        )
    alike = [
        text
        for labels in (cells.row_labels, cells.column_labels)
        for text in similar_labels(labels, "groups")
    ]
    if json is not None:
        source = where.source(read, alike) | {"a": a, "b": b, "left_out": left_out}
        write(to_json(concording.document(found, source)), json)
    if form != "report":
        write(in_form(form, concording, found))
    elif json != "-":
        lines = [concording.about(where.name, a, b), *where.lines(read)]
        lines += (
            [f"Left out for a missing value: {left_out} of {left_out + cells.total}."] if left_out else []
        )
        show(lambda columns: concording.report(found, columns, [*lines, *alike], (a, b)))
        return
    where.tell(read, alike)


@dataclass(frozen=True)
class _Read:
    """The cells of two columns, how many items were left out, and of which files they are."""

    cells: Cells
    left_out: int
    files: int
    skipped: tuple[Skipped, ...]


def _read(where: Place, a: str, b: str, missing: Missing, text: TextFormat) -> _Read:
    if a == b:
        raise InputError(f"A and B both name the column {a!r}: name two columns")
    with progress(f"Counting {where.name}") as advance:
        read = read_tally(where.input, Wanted(a, b), text=text, progress=advance, skip_bad=where.skip_bad)
    chosen, tally = read.columns, read.tally
    kept = tally.complete(chosen, missing)
    first, second = map(with_name, kept.columns)
    cells = Cells.from_labels(first, second, counts=kept.counts)
    return _Read(cells, tally.items - kept.items, read.files, read.skipped)
