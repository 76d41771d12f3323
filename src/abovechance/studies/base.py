"""A ready-made study: a question, the conditions and replicates that answer it, and what the answer says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.result import Result, Row, plain
from abovechance.core.version import __version__
from abovechance.simulation.runner.run import run
from abovechance.studies.counting import merged
from abovechance.studies.scoring import chosen, grouped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from concurrent.futures import Executor
    from pathlib import Path

    from abovechance.simulation.runner.run import Sums

Effort = Literal["quick", "full"]
"""A version of a study that takes seconds, and the one whose summary is in the documentation."""


@dataclass(frozen=True)
class Finding:
    """What the data say about a claim.

    Attributes
    ----------
    claim
        One sentence that can be true or false.
    holds
        Whether the data support it.
    evidence
        The numbers that decide, in a sentence.
    """

    claim: str
    holds: bool
    evidence: str

    @property
    def verdict(self) -> str:
        """The claim, and whether it is confirmed or refuted."""
        return f"Claim: {self.claim.removesuffix('.')} — {'confirmed' if self.holds else 'refuted'}."


@dataclass(frozen=True)
class Section:
    """A table of the report: a header and lines of text, the first column text and the others numbers.

    ``note`` says what a reader has to know of it, such as what its marks mean.
    """

    title: str
    header: tuple[str, ...]
    body: tuple[tuple[str, ...], ...]
    note: str = ""


def sections_alike(
    groups: Mapping[str, Sequence[Row]],
    header: tuple[str, ...],
    line: Callable[[Row], tuple[str, ...]],
    note: str,
) -> list[Section]:
    """A table for each group of rows, by its title; the first has the note."""
    return [
        Section(title, header, tuple(map(line, rows)), "" if i else note)
        for i, (title, rows) in enumerate(groups.items())
    ]


def pivot(
    title: str,
    rows: Sequence[Row],
    cell: Callable[[list[Row]], str],
    *,
    line: tuple[str, Callable[[Row], str]],
    columns: Mapping[str, Row],
    note: str = "",
) -> Section:
    """A table with a line for each kind of rows, and a column for each set of values that rows may have.

    ``line`` is the title of the first column, and what names the kind of a row.
    """
    body = [
        (name, *(cell(chosen(own, **values)) for values in columns.values()))
        for name, own in grouped(rows, line[1]).items()
    ]
    return Section(title, (line[0], *columns), tuple(body), note)


@dataclass(frozen=True)
class ReadyStudy:
    """A study that has a name and can be run by it.

    Attributes
    ----------
    name, title
        The name in code and on the command line, and for people.
    question
        What is asked, in a sentence that ends in a question mark.
    method
        How it is answered, in plain sentences: what is drawn, under which conditions, what is compared.
    cells
        The conditions of an effort: small frozen dataclasses.
    chunk
        Draws replicates of a cell and returns additive statistics, as :func:`run` asks for.
    rows
        The tidy rows of a cell.
    findings, sections
        What the rows say: claims and whether they hold, and the tables of the report.
    quick, full
        Replicates for each cell.
    chunk_size
        Replicates drawn with one seed.
    merge
        How the statistics of two chunks become those of both.
    """

    name: str
    title: str
    question: str
    method: str
    cells: Callable[[Effort], Sequence[Any]]
    chunk: Callable[[Any, int, np.random.SeedSequence], Sums]
    rows: Callable[[Any, Sums], list[Row]]
    findings: Callable[[Sequence[Row]], list[Finding]]
    sections: Callable[[Sequence[Row]], list[Section]]
    quick: int
    full: int
    chunk_size: int = 1000
    merge: Callable[[Sums, Sums], Sums] = merged

    def __post_init__(self) -> None:
        """Make one paragraph of the method."""
        object.__setattr__(self, "method", " ".join(self.method.split()))

    def run(
        self,
        effort: Effort = "full",
        *,
        replicates: int | None = None,
        seed: int = 1,
        folder: str | Path | None = None,
        executor: Executor | None = None,
        workers: int | None = None,
        progress: Callable[[float], None] | None = None,
    ) -> StudyRun:
        """Run it; see :func:`abovechance.simulation.runner.run.run` for the arguments that are not here.

        Parameters
        ----------
        effort
            ``"quick"`` takes seconds, ``"full"`` minutes.
        replicates
            For each cell; those of the effort unless said otherwise.
        """
        if effort not in ("quick", "full"):
            raise InputError(f"effort must be 'quick' or 'full', got {effort!r}")
        cells = self.cells(effort)
        number = getattr(self, effort) if replicates is None else replicates
        sums = run(
            cells, self.chunk, replicates=number, seed=seed, chunk_size=self.chunk_size, merge=self.merge,
            executor=executor, workers=workers, folder=folder, progress=progress,
        )  # fmt: skip
        rows = [row for cell, found in zip(cells, sums, strict=True) for row in self.rows(cell, found)]
        return StudyRun(self, effort, number, seed, tuple(rows))


@dataclass(frozen=True, repr=False, eq=False)
class StudyRun(Result):
    """What a ready-made study found.

    Attributes
    ----------
    study
        The study.
    effort, replicates, seed
        How it was run.
    """

    study: ReadyStudy
    effort: Effort
    replicates: int
    seed: int
    _rows: tuple[Row, ...]

    @property
    def findings(self) -> list[Finding]:
        """Claims, and whether the data support them."""
        return self.study.findings(self._rows)

    @property
    def sections(self) -> list[Section]:
        """The tables of the report."""
        return self.study.sections(self._rows)

    def rows(self) -> list[Row]:
        """A row for each condition and case."""
        return list(self._rows)

    def columns(self) -> dict[str, list[Any]]:
        """The rows as columns."""
        return {name: [row[name] for row in self._rows] for name in (self._rows[0] if self._rows else ())}

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain values, with the versions of the software that computed it."""
        facts = {"study": self.study.name, "question": self.study.question, "effort": self.effort}
        facts |= {"replicates": self.replicates, "seed": self.seed}
        facts |= {"version": __version__, "numpy": np.__version__}
        return facts | {"findings": plain(self.findings), "rows": plain(self._rows)}

    def __repr__(self) -> str:
        """The question, how it was run, and what was found."""
        head = f"{self.study.name}: {self.study.question}"
        run_as = f"{len(self._rows)} rows, {self.replicates} replicates of each cell, seed {self.seed}"
        return "\n".join((head, run_as, *(f"{x.verdict} {x.evidence}" for x in self.findings)))
