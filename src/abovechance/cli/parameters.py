"""Options that commands share: each is declared here once, with its words in the help.

A command takes groups of them and adds its own. Why an option is not for a command says
:data:`abovechance.cli.help.ELSEWHERE`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from cyclopts import Group, Parameter
from cyclopts.validators import Number

from abovechance.cli.exits import UnknownOptionError
from abovechance.cli.input import Engine, Place
from abovechance.cli.values import values_of
from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from abovechance.intake.files.columns import Wanted
    from abovechance.intake.files.reading import TextFormat
    from abovechance.intake.missing import Missing

OnMissing = Literal["error", "drop", "label"]
_ITEMS, _WHERE, _TEXT, _TABLE, _WHAT, _SURE, _WORLD, _HOW, OUTPUT_GROUP, _GATES, _SERVER = map(
    Group.create_ordered,
    (
        "Items",
        "Where they are",
        "How they are written",
        "Table",
        "Evaluation",
        "Intervals",
        "What is expected",
        "Method",
        "Output",
        "Gates",
        "Server",
    ),
)


def _no_option(_: object, names: str | list[str]) -> None:
    """Refuse an option that nobody knows in the place of a file, where a hyphen alone is standard input."""
    for name in [names] if isinstance(names, str) else names:
        if name.startswith("--") and not Path(name).exists():
            raise UnknownOptionError(name)


def option_of(group: Group, **more: Any) -> Parameter:
    """A parameter of a group of the help, whose values may begin with a hyphen."""
    return Parameter(group=group, allow_leading_hyphen=True, negative="", **more)


def _flag(group: Group) -> Parameter:
    return option_of(group, show_default=False)


FILE = Parameter(allow_leading_hyphen=True, validator=_no_option)
COLUMN = Parameter(allow_leading_hyphen=True, validator=_no_option)
ITEM, ITEM_FLAG = option_of(_ITEMS), _flag(_ITEMS)
WHERE_FLAG = _flag(_WHERE)
TABLE_FLAG = _flag(_TABLE)
EVALUATION, EVALUATION_FLAG = option_of(_WHAT), _flag(_WHAT)
INTERVAL, INTERVAL_FLAG = option_of(_SURE), _flag(_SURE)
WORLD = option_of(_WORLD)
CLASSES = option_of(_WORLD, name=("--classes", "--k"))
METHOD, METHOD_FLAG = option_of(_HOW), _flag(_HOW)
SEED = option_of(_HOW, validator=Number(gte=0))
INTERVAL_SEED = option_of(_SURE, validator=Number(gte=0))
PRINTED = _flag(OUTPUT_GROUP)
GATE, GATE_FLAG = option_of(_GATES), _flag(_GATES)
SERVER, SERVER_FLAG = option_of(_SERVER), _flag(_SERVER)


# Items ------------------------------------------------------------------------------------------


@option_of(_ITEMS, name="*")
@dataclass(frozen=True)
class Weighted:
    """How much each row counts.

    Parameters
    ----------
    weight
        Column with a weight for each item; only their proportions matter.
    count
        Column that says how many items each row stands for.
    """

    weight: str | None = None
    count: str | None = None


@option_of(_ITEMS, name="*")
@dataclass(frozen=True)
class _Grouped(Weighted):
    """What items belong to.

    Parameters
    ----------
    by
        Column of groups: each is answered for, too; several columns give their combinations.
    cluster
        Column that says which items belong together, such as a patient: intervals and tests allow for it.
    id
        Column that names the items in each of several files, which it joins: each file is a system.
    """

    by: list[str] | None = None
    cluster: str | None = None
    id: str | None = None

    @property
    def groups(self) -> tuple[str, ...]:
        """The columns of groups."""
        return tuple(values_of(self.by) or ())

    @property
    def groups_and_cluster(self) -> tuple[str, ...]:
        """The columns that items are grouped by, the one that names clusters last."""
        if self.cluster is not None and self.cluster in self.groups:
            raise InputError(f"column {self.cluster!r} is for --by or for --cluster, not for both")
        return (*self.groups, *(() if self.cluster is None else (self.cluster,)))


@option_of(_ITEMS, name="*")
@dataclass(frozen=True)
class _Predicted:
    """Columns of labels.

    Parameters
    ----------
    truth
        Column of true labels; found by its usual names if not given, or the first of two.
    prediction
        Column of predicted labels; found by its usual names if not given.
    threshold
        The score from which on items are predicted positive, where the predictions are scores.
    positive
        The positive class. With two classes it defaults to the last label; with more, this class is evaluated
        against the rest.
    labels
        Labels of all classes, in the order wanted.
    """

    truth: str | None = None
    prediction: list[str] | None = None
    threshold: float | None = None
    positive: str | None = None
    labels: list[str] | None = None


@dataclass(frozen=True)
class Items(_Grouped, _Predicted):
    """The columns of predictions."""

    @property
    def systems(self) -> list[str]:
        """The columns of predictions."""
        return values_of(self.prediction) or []

    def joined(self, place: Place, cells: Written) -> tuple[Place, Self]:
        """The files joined by the column that names items, if one is given, and the systems that they are."""
        where, names = _joined(self, self.systems, place, cells)
        return where, self if names is None else replace(self, prediction=names)

    @property
    def classes(self) -> list[str] | None:
        """All classes in the order wanted."""
        return values_of(self.labels)

    @property
    def wanted(self) -> Wanted:
        """The columns of one system."""
        from abovechance.intake.files.columns import Wanted

        tokens = self.prediction or []
        if len(tokens) > 1:
            raise InputError("--prediction is one column here: abovechance compare is for several systems")
        # A comma in the only name is part of it.
        one = None if not tokens else self.systems[0] if len(self.systems) == 1 else tokens[0]
        groups, score = self.groups_and_cluster, self.threshold
        return Wanted(self.truth, one, self.weight, groups, count=self.count, threshold=score)


@dataclass(frozen=True)
class Systems(Items):
    """The columns of predictions of several systems.

    Parameters
    ----------
    prediction
        Column of predicted labels, one for each system; with --id, the one column of each file.
    """


@option_of(_ITEMS, name="*")
@dataclass(frozen=True)
class _Scored:
    """Columns of scores.

    Parameters
    ----------
    truth
        Column of true labels; found by its usual names if not given.
    score
        Column of a system's scores, the higher the more positive; one for each system.
    positive
        The positive class. With two classes it defaults to the last label; with more, this class is evaluated
        against the rest.
    classes
        The classes that the columns of scores are for, in their order.
    """

    truth: str | None = None
    score: list[str] | None = None
    positive: str | None = None
    classes: list[str] | None = None


@dataclass(frozen=True)
class ScoredItems(_Grouped, _Scored):
    """The columns of scores."""

    @property
    def scores(self) -> list[str]:
        """The columns of scores."""
        return values_of(self.score) or []

    def joined(self, place: Place, cells: Written) -> tuple[Place, ScoredItems]:
        """The files joined by the column that names items, if one is given, and the systems that they are."""
        where, names = _joined(self, self.scores, place, cells)
        return where, self if names is None else replace(self, score=names)


def _joined(
    items: Items | ScoredItems, answers: list[str], place: Place, cells: Written
) -> tuple[Place, list[str] | None]:
    """The files joined by the column that names items, and what their systems are called."""
    if items.id is None:
        return place, None
    if len(answers) > 1 or place.engine or place.connect:
        raise InputError(
            "--id joins files with a column of answers each: name that one, and no --engine or --connect"
        )
    from abovechance.intake.files.joined import JoinedFiles

    named = "scores" if isinstance(items, ScoredItems) else "prediction"
    files = JoinedFiles(place.files, items.id, items.truth, answers[0] if answers else None, named)
    names = (name.replace('"', '""') for name in files.systems(cells.text))
    return replace(place, joined=files), [f'"{name}"' for name in names]


# How to read them -------------------------------------------------------------------------------


@option_of(_WHERE, name="*", show_default=False)
@dataclass(frozen=True)
class Where:
    """The options that say where the items of a command are.

    Parameters
    ----------
    engine
        What counts the items: duckdb, the embedded engine, also for small files; or spark, where they are.
    connect
        A DuckDB database file, or a Spark server (sc://host:15002 or a master's URL); FILE is then a table
        or a path there.
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
        names = (files,) if isinstance(files, str) else tuple(files)
        if "" in names:
            raise InputError("a FILE has no name: is a variable of the shell not set?")
        return Place(names, self.engine, self.connect, self.skip_bad, self.external)


@option_of(_TEXT, name="*")
@dataclass(frozen=True)
class Written:
    """The options that say how cells are to be read.

    Parameters
    ----------
    missing
        Texts that stand for no value, such as NA; empty cells always do.
    on_missing
        What is done with items that lack a value: refuse them (error), drop them, or make a class of the
        missing labels (label).
    delimiter
        What separates the cells of a text file, such as ; or tab; found in the first line if not given.
    no_header
        The first line has no names of columns, but items: the columns are called 1, 2 and so on.
    decimal
        The decimal sign of scores, weights and counts: . or ,
    encoding
        Encoding of a text file, such as latin-1; the default is UTF-8.
    sheet
        The sheet of a spreadsheet, by its name or its number; the first if not given.
    """

    missing: list[str] | None = None
    on_missing: OnMissing = "error"
    delimiter: str | None = None
    no_header: Annotated[bool, Parameter(show_default=False)] = False
    decimal: Literal[".", ","] = "."
    encoding: str | None = None
    sheet: str | None = None

    @property
    def codes(self) -> Missing:
        """What is missing, and what becomes of it."""
        from abovechance.intake.missing import Missing

        return Missing.of(values_of(self.missing) or (), self.on_missing)

    @property
    def of_scores(self) -> Missing:
        """The same for scores, which have no class for what is missing."""
        if self.on_missing == "label":
            raise InputError(
                "--on-missing label is for labels: an item without a score is nowhere on a curve"
            )
        return self.codes

    @property
    def text(self) -> TextFormat:
        """How text is to be read."""
        from abovechance.intake.files.reading import TextFormat

        sheet = int(self.sheet) if self.sheet is not None and self.sheet.isdigit() else self.sheet
        return TextFormat(self.delimiter, not self.no_header, self.decimal, self.encoding, sheet)


@dataclass(frozen=True)
class WrittenRatings(Written):
    """The same for ratings, any of which may be missing."""

    on_missing: Annotated[OnMissing, Parameter(parse=False)] = "error"


ITEMS, SYSTEMS, SCORED, WEIGHTED = Items(), Systems(), ScoredItems(), Weighted()
HERE, CELLS = Where(), Written()
RATINGS = WrittenRatings()  # the groups without any option given
