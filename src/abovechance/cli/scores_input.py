"""Scores of more items than memory holds: sorted on disk, or counted by Spark where they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from abovechance.cli.input import About, guessed_class
from abovechance.core.labels import is_guess
from abovechance.core.text import named
from abovechance.curves.curve.streamed import curve_of_frame, stream_sorted
from abovechance.intake.files.columns import WantedColumns
from abovechance.intake.files.readers.sorted_scores import with_sorted_scores
from abovechance.intake.files.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.cli.input import Place
    from abovechance.cli.parameters import ScoredItems, Written
    from abovechance.curves.curve.streamed import Streamed
    from abovechance.intake.files.readers.sorted_scores import SortedScores
    from abovechance.intake.files.reading import Progress, Skipped


@dataclass(frozen=True, eq=False)
class StreamedRanking:
    """A curve of very many items, how it was made, and of which files."""

    streamed: Streamed
    how: str
    left_out: int | None
    files: int
    skipped: tuple[Skipped, ...] = ()


def rank(where: Place, items: ScoredItems, cells: Written, progress: Progress) -> StreamedRanking:
    """Rank the items of one column of scores without holding them all."""

    def use(found: SortedScores) -> StreamedRanking:
        return StreamedRanking(
            stream_sorted(found), "sorted on disk", found.left_out, found.files, found.skipped
        )

    (score,), table, missing = items.scores, where.spark_table, cells.of_scores
    if table is None:
        return with_sorted_scores(
            where.input, items.truth, score, use, Reading(missing, cells.text, progress, where.skip_bad),
            positive=items.positive,
        )  # fmt: skip
    from abovechance.intake.engines.spark_table import with_numbers

    with table.opened(cells.text) as frame:
        header = frame.collect_schema().names()
        real = WantedColumns(items.truth, (), (score,)).choose(header, table.name, len(header)).labels[0]
        streamed = curve_of_frame(
            with_numbers(frame, score, score, cells.text),
            truth=real,
            score=score,
            positive=items.positive,
            missing=missing.codes,
            on_missing=missing.policy,
            as_text=True,
        )
    return StreamedRanking(streamed, "counted by Spark", streamed.left_out, 1)


def about(where: Place, ranked: StreamedRanking, items: ScoredItems) -> About:
    """What is said of it."""
    curve, streamed, (score,) = ranked.streamed.curve, ranked.streamed, items.scores
    guessed = items.positive is None and is_guess((curve.positive, curve.negative))
    kept = f"of {len(curve.thresholds)} the decisions are kept."
    scores = (
        f"{streamed.distinct} distinct scores; {kept}"
        if streamed.distinct is not None
        else f"Scores were counted in bins, so that the AUC is within {streamed.auc_within:.2g}; {kept}"
    )
    return About.of(
        where,
        ranked,
        f"score {named(score)}, {ranked.how}",
        warnings=[*_cautions(streamed), *guessed_class(curve.positive, guessed=guessed)],
        lines=[scores],
        truth=items.truth,
        scores=[score],
        weight=None,
        by=[],
        left_out=ranked.left_out,
    )


def _cautions(streamed: Streamed) -> Iterator[str]:
    """What to know of thresholds that were given up."""
    curve = streamed.curve
    if streamed.distinct is not None and len(curve.thresholds) <= streamed.distinct:
        yield (
            "Not every score is a threshold that was kept: the AUC is exact, other areas are within "
            f"{streamed.auc_error:.2g}, and cuts are the best of those kept."
        )
