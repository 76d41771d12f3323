"""Scores of more items than memory holds: sorted on disk, or counted by Spark where they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from abovechance.core.labels import natural_order
from abovechance.core.text import named
from abovechance.curves.curve.streamed import curve_of_frame, stream_sorted
from abovechance.evaluation.findings import similar_labels
from abovechance.intake.files.columns import WantedColumns
from abovechance.intake.files.sorted_scores import with_sorted_scores
from abovechance.intake.missing import Missing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.cli.input import Place
    from abovechance.curves.curve.streamed import Streamed
    from abovechance.intake.files.faults import Skipped
    from abovechance.intake.files.format import TextFormat
    from abovechance.intake.files.sorted_scores import SortedScores
    from abovechance.intake.files.stream import Progress


@dataclass(frozen=True, eq=False)
class StreamedRanking:
    """A curve of very many items, how it was made, and of which files."""

    streamed: Streamed
    how: str
    left_out: int | None
    files: int
    skipped: tuple[Skipped, ...] = ()


def rank(
    where: Place,
    truth: str | None,
    score: str,
    *,
    positive: str | None,
    missing: Literal["error", "drop"],
    text: TextFormat,
    progress: Progress,
) -> StreamedRanking:
    """Rank the items of one column of scores without holding them all."""

    def use(found: SortedScores) -> StreamedRanking:
        return StreamedRanking(
            stream_sorted(found), "sorted on disk", found.left_out, found.files, found.skipped
        )

    table = where.spark_table
    if table is None:
        return with_sorted_scores(
            where.input, truth, score, use, positive=positive, missing=Missing(policy=missing), text=text,
            progress=progress, skip_bad=where.skip_bad,
        )  # fmt: skip
    from abovechance.intake.engines.spark_table import with_numbers

    with table.opened(text) as frame:
        header = frame.collect_schema().names()
        real = WantedColumns(truth, (), (score,)).choose(header, table.name, len(header)).labels[0]
        streamed = curve_of_frame(
            with_numbers(frame, score, score, text),
            truth=real,
            score=score,
            positive=positive,
            on_missing=missing,
            as_text=True,
        )
    return StreamedRanking(streamed, "counted by Spark", streamed.left_out, 1)


def cautions(ranked: StreamedRanking) -> list[str]:
    """What to know of true labels that may be the same, and of thresholds that were given up."""
    streamed, curve = ranked.streamed, ranked.streamed.curve
    others = curve.negative if isinstance(curve.negative, tuple) else (curve.negative,)
    said = similar_labels(natural_order([curve.positive, *others]))
    if streamed.distinct is not None and len(curve.thresholds) <= streamed.distinct:
        said.append(
            "Not every score is a threshold that was kept: the AUC is exact, other areas are within "
            f"{streamed.auc_error:.2g}, and cuts are the best of those kept."
        )
    return said


def source(
    where: Place, ranked: StreamedRanking, truth: str | None, score: str, warnings: Sequence[str]
) -> dict[str, Any]:
    """What the JSON document says of where the scores come from."""
    columns = {"truth": truth, "scores": [score], "weight": None, "by": [], "left_out": ranked.left_out}
    return where.source(ranked, warnings) | columns


def lines(where: Place, ranked: StreamedRanking, score: str, *, hint: bool) -> list[str]:
    """What a report says of it."""
    curve, streamed = ranked.streamed.curve, ranked.streamed
    items, share = curve.positives + curve.negatives, 100 * curve.prevalence
    kept = f"of {len(curve.thresholds)} the decisions are kept."
    scores = (
        f"{streamed.distinct} distinct scores; {kept}"
        if streamed.distinct is not None
        else f"Scores were counted in bins, so that the AUC is within {streamed.auc_within:.2g}; {kept}"
    )
    last = " (the last; see --positive)" if hint else ""
    left = [] if not ranked.left_out else [f"Left out for a missing value: {ranked.left_out}."]
    return [
        f"{where.name}: score {named(score)}, {ranked.how}",
        *where.lines(ranked),
        f"{items} items, {share:.3g} % of them positive: {named(curve.positive)}{last}",
        scores,
        *left,
    ]
