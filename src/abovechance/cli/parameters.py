"""Options that several commands share: their groups in the help, and how their values are taken.

Options whose values have a form of their own.
"""

from __future__ import annotations

import csv
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cyclopts import Group, Parameter
from cyclopts.validators import Number

from abovechance.cli.input import Engine, Place
from abovechance.core.errors import AbovechanceError, InputError
from abovechance.measures.registry import Measure, measure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from abovechance.tables.tables import Tables

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
    external
        Let views of a DuckDB database read files and addresses.
    """

    engine: Engine | None = None
    connect: str | None = None
    skip_bad: bool = False
    external: bool = False

    def of(self, files: str | list[str]) -> Place:
        """The place of these files, or of a table there."""
        named = (files,) if isinstance(files, str) else tuple(files)
        return Place(named, self.engine, self.connect, self.skip_bad, self.external)


HERE = Where()
"""In files, which are read here."""

Missing = Literal["error", "drop", "label"]


Form = Literal["report", "csv", "safe_csv", "markdown", "latex"]


def separated(text: str | None) -> list[str] | None:
    """Values separated by commas; one that has a comma itself is quoted as in CSV."""
    if text is None:
        return None
    try:
        return next(csv.reader([text], strict=True, skipinitialspace=True), None) or [""]
    except csv.Error as error:
        raise InputError(f"{text!r} is not a list separated by commas: {error}") from None


def parse_measures(text: str | None) -> list[Measure] | Literal["all"] | None:
    """Measures by name, all of them, or None for the usual selection."""
    if text is None or text.strip().casefold() == "all":
        return None if text is None else "all"
    return [measure(name.strip()) for name in separated(text) or ()]


def parse_undefined(text: str) -> float | Literal["limit"]:
    """What is to stand in the place of undefined values."""
    if text == "limit":
        return "limit"
    try:
        value = float(text)
    except ValueError:
        value = math.inf
    if math.isinf(value):
        raise InputError(f"--undefined is nan, limit or a finite number, not {text!r}")
    return value


def parse_prevalence(text: str | None) -> float | Mapping[str, float] | None:
    """A prevalence of the positive class, or one for each class."""
    if text is None:
        return None
    parts = separated(text) or []
    if len(parts) == 1 and "=" not in text:
        share = _share(text, text)
        if share in (0, 1):
            raise _one_class_left(text)
        return share
    pairs = [part.rpartition("=") for part in parts]
    if not all(equals for _, equals, _ in pairs) or len({label for label, _, _ in pairs}) < len(pairs):
        raise InputError(f"--prevalence is a number, or a number for each class: a=0.1,b=0.9, not {text!r}")
    shares = {label: _share(share, text) for label, _, share in pairs}
    if 1 in shares.values():
        raise _one_class_left(text)
    return shares


def parse_costs(positive: float | None, negative: float | None) -> tuple[float, float] | None:
    """The costs of errors on the two classes, both or none."""
    if positive is None and negative is None:
        return None
    if positive is None or negative is None:
        raise InputError("give both --cost-positive and --cost-negative")
    if not (0 < positive < math.inf and 0 < negative < math.inf):
        raise InputError(f"costs must be positive numbers, got {positive:g} and {negative:g}")
    return positive, negative


def parse_form(
    *, csv: bool, markdown: bool, latex: bool = False, json: str | None, safe_csv: bool = False
) -> Form:
    """The one form that is printed."""
    forms: dict[Form, bool] = {"csv": csv, "safe_csv": safe_csv, "markdown": markdown, "latex": latex}
    chosen = [form for form, wanted in forms.items() if wanted]
    if len(chosen) + (json == "-") > 1:
        raise InputError("only one of --csv, --markdown, --latex and --json - can be printed")
    return chosen[0] if chosen else "report"


def require_two_classes(
    tables: Tables, prevalence: float | Mapping[str, float] | None, costs: tuple[float, float] | None
) -> None:
    """Refuse what is said of a positive class where there is none."""
    if tables.positive is not None:
        return
    if costs is not None:
        raise InputError("--cost-positive and --cost-negative need two classes: give prevalences instead")
    if isinstance(prevalence, float):
        each = ",".join(f"{label}=…" for label in tables.labels[:3])
        raise InputError(f"there are {len(tables.labels)} classes, so give a --prevalence for each: {each}")


def _one_class_left(text: str) -> InputError:
    return InputError(f"--prevalence {text} leaves only one class, so nothing could be told apart")


def _share(number: str, text: str) -> float:
    try:
        share = float(number)
    except ValueError:
        share = math.nan
    if not 0 <= share <= 1:
        raise InputError(f"--prevalence {text}: {number!r} is not a number between 0 and 1")
    return share


def grouping(by: Sequence[str] | None, cluster: str | None) -> tuple[str, ...]:
    """The columns that items are grouped by, the one that names clusters last."""
    if cluster is not None and cluster in (by or ()):
        raise InputError(f"column {cluster!r} is for --by or for --cluster, not for both")
    return (*(by or ()), *(() if cluster is None else (cluster,)))
