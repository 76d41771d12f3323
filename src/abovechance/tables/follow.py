"""``Running``: standard input read as it comes, and what has come so far."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from abovechance.core.errors import InputError
from abovechance.intake import limits
from abovechance.intake.files.columns import Chosen, choose
from abovechance.intake.files.format import PLAIN
from abovechance.intake.files.sniff import BINARY, require_text, text_table
from abovechance.intake.files.stream import opened
from abovechance.intake.files.tally import Sums, Tally
from abovechance.tables.from_file import FileTables, tables_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.intake.files.columns import Wanted
    from abovechance.intake.files.format import TextFormat
    from abovechance.intake.files.stream import Wait
    from abovechance.intake.files.tally import Missing
    from abovechance.tables.tables import Tables


class Running:
    """The rows of standard input that have come so far. Only their tally is kept.

    Parameters
    ----------
    wanted, labels, missing, text
        As of :func:`~abovechance.tables.from_file.read_tables`.
    """

    def __init__(
        self,
        wanted: Wanted,
        *,
        labels: Sequence[str] | None = None,
        missing: Missing = "error",
        text: TextFormat = PLAIN,
    ) -> None:
        self._wanted = wanted if labels is not None else replace(wanted, most_labels=limits.MOST_LABELS)
        self._labels = labels
        self._missing: Missing = missing
        self._text = text
        self._sums = Sums()
        self._columns: Chosen | None = None

    def read(self, wait: Wait) -> None:
        """Read to the end.

        Parameters
        ----------
        wait
            Called whenever all that has come is counted and more is about to be read; it may look at what
            there is, and what it raises ends the reading in good order.
        """
        with opened("-", wait=wait) as source:
            if source.head.startswith(BINARY):
                raise InputError(
                    f"{source.name} is Parquet or Arrow, which cannot be read as it comes: leave out --follow"
                )
            require_text(source, self._text)
            table = text_table(source, self._text, ahead=1)
            self._columns = choose(table.header, self._wanted, source.name)
            table.tally(self._columns, self._sums)

    @property
    def items(self) -> int:
        """How many items have come."""
        return sum(self._sums.counts.values())

    def pooled(self) -> Tables | None:
        """The table of all items so far, whatever their groups; None as long as there is none."""
        columns = self._columns
        if columns is None:
            return None
        tally = self._tally(columns)
        if not len((tally.present() if self._missing == "drop" else tally).counts):
            return None
        kept = tally.complete(columns, self._missing)
        pooled = replace(kept, columns=kept.columns[:2])
        pair = replace(columns, groups=())
        return tables_of(pooled.table(pair, labels=self._labels, missing=self._missing)[0], None)

    def tables(self, positive: str | None = None) -> FileTables:
        """The tables of all items so far."""
        if self._columns is None or not self._sums.counts:
            raise InputError("standard input has no rows so far")
        tally = self._tally(self._columns)
        counted, left_out = tally.table(self._columns, labels=self._labels, missing=self._missing)
        return FileTables(tables_of(counted, positive), self._columns, left_out)

    def _tally(self, columns: Chosen) -> Tally:
        return Tally.of_sums(self._sums, columns).settled(columns)
