"""Options that several commands share: their groups in the help, and how their values are taken."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from cyclopts import Group, Parameter
from cyclopts.validators import Number

from abovechance.cli.places import Engine, Place
from abovechance.errors import AbovechanceError

_ITEMS, _WHERE, _TABLE, _WHAT, _SURE, _WORLD, _HOW, _OUTPUT, _GATES = map(
    Group.create_ordered,
    (
        "Items",
        "Where they are",
        "Table",
        "Evaluation",
        "Intervals",
        "What is expected",
        "Method",
        "Output",
        "Gates",
    ),
)


class UnknownOptionError(AbovechanceError):
    """There is neither an option nor a file of that name."""


def _no_option(_: Any, names: str | list[str]) -> None:
    """Refuse an option that nobody knows in the place of a file, where a hyphen alone is standard input."""
    for name in [names] if isinstance(names, str) else names:
        if name.startswith("--") and not Path(name).exists():
            raise UnknownOptionError(name)


FILE = Parameter(allow_leading_hyphen=True, validator=_no_option)
COLUMN = Parameter(allow_leading_hyphen=True)
ITEM = Parameter(group=_ITEMS, allow_leading_hyphen=True, negative="")
PLACE = Parameter(group=_WHERE, negative="", show_default=False)
COUNTED = Parameter(group=_TABLE, negative="", show_default=False)
MEASURED = Parameter(group=_WHAT, allow_leading_hyphen=True)
DOUBTED = Parameter(group=_SURE, negative="")
DRAWN = Parameter(group=_SURE, allow_leading_hyphen=True, validator=Number(gte=0))
UNDOUBTED = Parameter(group=_SURE, negative="", show_default=False)
EXPECTED = Parameter(group=_WORLD, allow_leading_hyphen=True, negative="")
CLASSES = Parameter(("--classes", "--k"), group=_WORLD, allow_leading_hyphen=True, negative="")
CHOSEN = Parameter(group=_HOW, allow_leading_hyphen=True, negative="")
SEED = Parameter(group=_HOW, allow_leading_hyphen=True, validator=Number(gte=0))
SWITCHED = Parameter(group=_HOW, negative="", show_default=False)
PRINTED = Parameter(group=_OUTPUT, allow_leading_hyphen=True, negative="", show_default=False)
GATED = Parameter(group=_GATES, negative="")


@Parameter(name="*", group=_WHERE, negative="", show_default=False)
@dataclass(frozen=True)
class Where:
    """The options that say where the items of a command are.

    Parameters
    ----------
    engine
        duckdb reads files by the embedded engine, however small; spark counts where the items are.
    connect
        A DuckDB database file, or a Spark: sc://host:15002 or a master's URL; FILE is a table or path there.
    skip_bad
        Leave out files that cannot be read, and say which.
    """

    engine: Engine | None = None
    connect: str | None = None
    skip_bad: bool = False

    def of(self, files: str | list[str]) -> Place:
        """The place of these files, or of a table there."""
        return Place(
            (files,) if isinstance(files, str) else tuple(files), self.engine, self.connect, self.skip_bad
        )


HERE = Where()
"""In files, which are read here."""

Missing = Literal["error", "drop", "label"]
