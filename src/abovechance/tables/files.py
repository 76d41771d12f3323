"""Tables of the labels in the columns of files, whatever their format."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from abovechance.core.errors import Argument, InputError
from abovechance.intake import limits
from abovechance.intake.files.columns import Chosen, choose
from abovechance.intake.files.engine import EngineError, asking, connected
from abovechance.intake.files.part import BINARY, Located, Part, look, require_text
from abovechance.intake.files.query import ask
from abovechance.intake.files.readers.combinations import read_counts
from abovechance.intake.files.readers.tally import Tally, tally_by_engine
from abovechance.intake.files.reading import AS_USUAL, Read, Reading
from abovechance.intake.files.refusals import refusal
from abovechance.intake.files.schemas import learn_columns
from abovechance.intake.files.stream import MOST_LINE, lines_so_far, opened
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.intake.files.columns import Chosen, Wanted
    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.reader import Files
    from abovechance.intake.files.stream import Source, Wait


@dataclass(frozen=True, eq=False)
class FileTables(Read):
    """What was counted in files."""

    tables: Tables
    columns: Chosen


def read_tables(
    file: Files,
    wanted: Wanted,
    reading: Reading = AS_USUAL,
    *,
    labels: Sequence[str] | None = None,
    positive: str | None = None,
) -> FileTables:
    """Count the labels in the columns of files; the parameters are those of :func:`read_counts`."""
    read = read_counts(file, wanted, reading, labels=labels, positive=positive)
    tables = replace(Tables.from_counted(read.counted, positive), warnings=read.warnings)
    return FileTables(tables, read.columns, **read.told)


class Running:
    """The rows of standard input that have come so far. Only their tally is kept."""

    def __init__(
        self,
        wanted: Wanted,
        reading: Reading = AS_USUAL,
        *,
        labels: Sequence[str] | None = None,
        positive: str | None = None,
    ) -> None:
        self._wanted = wanted if labels is not None else replace(wanted, most_labels=limits.MOST_LABELS)
        self._labels = labels
        self._positive = positive
        self._reading = reading
        self._part: Part | None = None
        self._columns: Chosen | None = None
        self._tally: Tally | None = None

    def read(self, wait: Wait) -> None:
        """Read to the end, calling ``wait`` whenever all that has come is counted and more is to be read.

        It may look at what there is, and what it raises ends the reading in good order.
        """
        with opened("-", wait=wait) as source, connected() as engine:
            if source.head.startswith(BINARY) or source.head.lstrip().startswith(b"["):
                raise InputError(
                    "{source} has no lines of items and cannot be read as it comes: leave out {follow}",
                    source=source.name, follow=Argument("follow"),
                )  # fmt: skip
            require_text(source, self._reading.text)
            held, before = "", 0
            for some in lines_so_far(source, self._reading.text.encoding):
                held += "".join(some).replace("\r\n", "\n")  # the lines of a piece must end alike
                if not held.isspace() and self._is_whole(held):
                    self._count(engine, held, before, source)
                    before += held.count("\n")
                    held = ""
                if len(held) > MOST_LINE:
                    raise InputError(f"{source.name}, line {before + 1}: a quote is opened but not closed")
            if held and not held.isspace():
                self._count(engine, held, before, source)

    def _is_whole(self, text: str) -> bool:
        """Whether no cell goes on in a line that is still to come."""
        # An object of JSON is one line; in other text an odd number of quotes leaves a cell open.
        return text.lstrip().startswith("{") or text.count('"') % 2 == 0

    def _count(self, engine: Engine, text: str, before: int, source: Source) -> None:
        """Count the rows that came together."""
        file = engine.folder / "piece"
        file.write_text(text, encoding="utf-8", newline="")
        # The pieces are written in UTF-8, whatever has come.
        form = replace(self._reading.text, encoding=None)
        if self._part is None:
            self._part = look(Located(str(file)), form, None, engine.folder)
            self._part.name = source.name
            for part, error in learn_columns(engine, [self._part]):
                raise refusal(engine, part, error, form)
            self._columns = choose(self._part.columns, self._wanted, source.name)
        else:
            # Only the first piece begins with the names of the columns.
            self._part.path, self._part.before = file, before
            form = replace(form, header=False)
        if self._columns is None:  # pragma: no cover - it is chosen with the part
            return
        try:
            with asking(engine):
                asked = ask(engine, [self._part], self._columns, form)
                came = tally_by_engine(engine, asked.without(self._reading.codes), self._columns)
        except EngineError as error:
            raise refusal(engine, self._part, error, form, self._columns.labels) from None
        self._tally = came if self._tally is None else Tally.merged([self._tally, came], self._columns)

    @property
    def items(self) -> int:
        """How many items have come."""
        return 0 if self._tally is None else self._tally.items

    def pooled(self) -> Tables | None:
        """The table of all items so far, whatever their groups; None as long as there is none."""
        columns, tally = self._columns, self._settled()
        if columns is None or tally is None:
            return None
        policy = self._reading.missing.policy
        if not len((tally.present() if policy == "drop" else tally).counts):
            return None
        kept = tally.complete(columns, policy)
        pooled = replace(kept, columns=kept.columns[:2])
        pair = replace(columns, groups=())
        return Tables.from_counted(pooled.table(pair, labels=self._labels, on_missing=policy))

    def tables(self, positive: str | None = None) -> FileTables:
        """The tables of all items so far."""
        tally = self._settled()
        if self._columns is None or tally is None or not tally.items:
            raise InputError("standard input has no rows so far")
        policy = self._reading.missing.policy
        counted = tally.table(self._columns, labels=self._labels, on_missing=policy)
        return FileTables(Tables.from_counted(counted, positive), self._columns)

    def _settled(self) -> Tally | None:
        if self._tally is None or self._columns is None:
            return None
        return self._tally.settled(self._columns)[0].decided(self._columns, self._positive)
