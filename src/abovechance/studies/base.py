"""A ready-made study: a question, the conditions and replicates that answer it, and what the answer says."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core import __version__
from abovechance.core.errors import InputError
from abovechance.core.result import Answer, Row
from abovechance.core.text import counted
from abovechance.report.document import Column, Document, Note, Paragraph, Table
from abovechance.simulation.runner.run import run
from abovechance.studies.counting import merged
from abovechance.studies.scoring import chosen, grouped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from concurrent.futures import Executor
    from pathlib import Path

    from abovechance.simulation.runner.run import Sums

Effort = Literal["quick", "full"]  # one that takes seconds, and the one that the documentation sums up

_MOST_LINES = 20  # more lines of a table are not shown in a report
_LONGEST_FIGURES = 24  # longer cells are words, which may be wrapped


@dataclass(frozen=True)
class Finding:
    """What the data say about a claim."""

    claim: str  # one sentence that can be true or false
    holds: bool
    evidence: str  # the numbers that decide, in a sentence

    @property
    def verdict(self) -> str:
        """The claim, and whether it is confirmed or refuted."""
        return f"Claim: {self.claim.removesuffix('.')} — {'confirmed' if self.holds else 'refuted'}."


@dataclass(frozen=True)
class Section:
    """A table of the report: a header and lines of text, the first column text and the others numbers."""

    title: str
    header: tuple[str, ...]
    body: tuple[tuple[str, ...], ...]
    note: str = ""  # such as what its marks mean


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


def written_to(files: Sequence[Path]) -> tuple[Note, ...]:
    """Where files are."""
    names = ", ".join(file.name for file in files)
    return (Note(f"Written to {files[0].parent}: {names}."),) if files else ()


def tables_shown(sections: Iterable[Section]) -> list[Paragraph | Table]:
    """The first lines of tables under their titles."""
    found: list[Paragraph | Table] = []
    for section in (x for x in sections if x.body):
        left = len(section.body) - _MOST_LINES
        table = table_of(section)
        more = counted(left, "more line") if left > 0 else ""
        found += [Paragraph(section.title, "bold"), replace(table, rows=table.rows[:_MOST_LINES], more=more)]
    return found


def table_of(section: Section) -> Table:
    """A section as a table: the first column and long texts are words, the others numbers."""
    cells = list(zip(section.header, *section.body, strict=True))
    columns = tuple(
        Column(title, "words" if i == 0 or max(map(len, own)) > _LONGEST_FIGURES else "figures")
        for i, (title, *own) in enumerate(cells)
    )
    return Table(columns, section.body, notes=(section.note,) if section.note else ())


@dataclass(frozen=True)
class ReadyStudy:
    """A study that has a name and can be run by it."""

    name: str  # in code and on the command line
    title: str
    question: str  # a sentence that ends in a question mark
    method: str  # what is drawn, under which conditions, what is compared
    cells: Callable[[Effort], Sequence[Any]]  # conditions: small frozen dataclasses
    chunk: Callable[[Any, int, np.random.SeedSequence], Sums]  # as :func:`run` asks for
    rows: Callable[[Any, Sums], list[Row]]  # the tidy rows of a cell
    findings: Callable[[Sequence[Row]], list[Finding]]
    sections: Callable[[Sequence[Row]], list[Section]]
    quick: int  # replicates of each cell
    full: int
    chunk_size: int = 1000  # replicates drawn with one seed
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

        A ``"quick"`` effort takes seconds, a ``"full"`` one minutes, if ``replicates`` do not say otherwise.
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
class StudyRun(Answer):
    """What a ready-made study found."""

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

    def document(self, files: Sequence[Path] = ()) -> Document:
        """The question, the findings, the tables, and where the files are."""
        study, found = self.study, self.findings
        data: Row = {
            "study": study.name,
            "question": study.question,
            "effort": self.effort,
            "findings": found,
        }
        data |= {"replicates": self.replicates, "seed": self.seed, "numpy": np.__version__}
        number = sum(finding.holds for finding in found)
        confirmed = f" Claims confirmed: {number} of {len(found)}." if found else ""
        tables = tables_shown(self.sections)
        return Document(
            kind=f"study.{study.name}",
            verdict=study.question + confirmed,
            rows=self.rows(),
            table=next((x for x in tables if isinstance(x, Table)), Table((), ())),
            data=data,
            about=(self.provenance.replace("`", ""),),
            sections=(*(Paragraph(f"{x.verdict} {x.evidence}") for x in found), *tables),
            notes=written_to(files),
        )

    @property
    def provenance(self) -> str:
        """How to get the same numbers again."""
        quick = " --quick" if self.effort == "quick" else ""
        usual = getattr(self.study, self.effort)
        changed = f" --replicates {self.replicates}" if self.replicates != usual else ""
        python = ".".join(map(str, sys.version_info[:3]))
        return (
            f"Made by `abovechance study {self.study.name}{quick}{changed} --seed {self.seed}` with "
            f"{self.replicates} replicates of each condition "
            f"(abovechance {__version__}, NumPy {np.__version__}, Python {python})."
        )
