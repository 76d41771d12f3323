"""Which average of the values of classes, or of folds, shows how informed a system is, and which misleads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.studies.averaging import classes as averaging_classes
from abovechance.studies.averaging import folds as averaging_folds
from abovechance.studies.averaging.claims import GAP, findings, sections
from abovechance.studies.averaging.classes import OverClasses
from abovechance.studies.averaging.folds import FOLDS, OverFolds
from abovechance.studies.base import ReadyStudy
from abovechance.studies.counting import counting, deviations, preferred_wrongly, statistics, tallies

if TYPE_CHECKING:
    from abovechance.core.result import Row
    from abovechance.simulation.runner.run import Sums
    from abovechance.studies.base import Effort
    from abovechance.studies.counting import Observed

Cell = OverClasses | OverFolds


def cells(effort: Effort) -> list[Cell]:
    """Both parts of the study."""
    return [*averaging_classes.cells(effort), *averaging_folds.cells(effort)]


@counting
def chunk(cell: Cell, size: int, seed: np.random.SeedSequence) -> Observed:
    """Draw tables of the predictor, and of one that is less informed and guesses in another way."""
    rng = np.random.default_rng(seed)
    draw: Any = cell.values
    values = draw(cell.informed, cell.guess, size, rng)
    # Nobody is so much less informed than these: there is no rival, and its values are not looked at.
    rivals = draw(cell.informed - GAP, cell.rival_guess, size, rng) if cell.informed >= GAP else values
    for names, own, worse in zip(cell.names, values, rivals, strict=True):
        misled = {"misled": preferred_wrongly(own, worse)} if cell.informed >= GAP else {}
        yield names, deviations(own, cell.informed) | misled


def rows(cell: Cell, sums: Sums) -> list[Row]:
    """A row for each measure and each way to average it; ``exact`` is the value of the expected table."""
    return [
        cell.about | {"measure": of, "average": average, "exact": value} | statistics(seen, cell.informed)
        for ((of, average), seen), value in zip(tallies(sums), cell.exact.tolist(), strict=True)
    ]


STUDY = ReadyStudy(
    name="averaging",
    title="Macro, micro or weighted: averages over classes and over folds",
    question="Which average of values of classes, or of folds, shows how informed a system is?",
    method=f"""
Over classes: tables of four classes and 200 items (in full: three and four, 100 and 1000) are drawn with
even classes or such that each is twice as frequent as the next; labels are guessed as often as the classes
occur (matched), evenly, or in the opposite order (mismatched); all classes are known equally well, or the
common ones or the rare ones better. The truth is the probability that a decision is informed, over all
items; where classes are known to different degrees, the mean over the classes is another one. A measure of
one class against the rest is averaged with equal weights (macro), by prevalence, or by predictions; the
average of Informedness by predictions is the Informedness of the papers, and accuracy is what Recall
weighted by prevalence, Precision weighted by predictions, and all micro-averages amount to. Where all
classes are known equally well, the weights of Informedness are a matter of efficiency, not of validity: each
average shows the same, and they differ in how much they vary from sample to sample. With matched guesses,
weights by prevalence and by predictions hardly differ even in that, as labels are then predicted as often as
the classes occur; with even and mismatched guesses they do. Over folds:
{FOLDS} tables of two classes with 20 items each (in full: 10, 20 and 100) are drawn, with a prevalence that
is even, rare (1/10) or varying over the folds from 1/10 to 9/10; guesses are even or follow the prevalence
of the fold. Values of all items pooled (micro) are compared with means of the folds' values: with equal
weights (undefined ones left out, or taken for 0), by the positive items of each fold, or by its positive
predictions. The worse of a pair of systems is informed {GAP:g} less often and guesses in another way.
""",
    cells=cells, chunk=chunk, rows=rows, findings=findings, sections=sections,
    quick=1000, full=10_000,
)  # fmt: skip
