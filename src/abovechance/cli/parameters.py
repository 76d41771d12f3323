"""Options that several commands share: their groups in the help, and how their values are taken."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from cyclopts import Group, Parameter
from cyclopts.validators import Number

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

Missing = Literal["error", "drop", "label"]
