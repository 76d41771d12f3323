"""``JoinedFiles``: the answers of systems in a file each, joined by a column that identifies the items."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, TypeVar

from abovechance.core.errors import InputError
from abovechance.intake.files.columns import require_column, usual_name
from abovechance.intake.files.engine import EngineError, asking, connected, sql_name
from abovechance.intake.files.part import called, located, look
from abovechance.intake.files.query import Asked, LabelSQL, ask, label_columns, plain_label
from abovechance.intake.files.reader import Found
from abovechance.intake.files.reading import PLAIN, Reading
from abovechance.intake.files.refusals import refusal
from abovechance.intake.files.schemas import learn_columns
from abovechance.intake.frames.columns import columns_of
from abovechance.intake.names import PREDICTION_NAMES, TRUTH_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.part import Part
    from abovechance.intake.files.query import Named
    from abovechance.intake.files.reader import Reader
    from abovechance.intake.files.reading import TextFormat

C = TypeVar("C", bound="Named")
T = TypeVar("T")


@dataclass(frozen=True)
class _File:
    """A file of the join: the column of its answers, if it has any, and what its system is called."""

    part: Part
    answers: str | None
    system: str


@dataclass(frozen=True)
class _Names:
    """Columns as the engine is asked for them: all are labels."""

    labels: tuple[str, ...]
    numbers: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()


@dataclass(frozen=True)
class JoinedFiles:
    """Files that are one table: an item is found in each of them by its identifier."""

    files: tuple[str, ...]  # each with answers is a system of that name; one at least has the truth
    id: str  # the column that identifies items, in all files
    truth: str | None = None  # None: found by its usual names
    answers: str | None = None  # predictions or scores; None: found by usual names, or the only column left
    argument: str = "prediction"  # the argument that names the column of answers

    def systems(self, text: TextFormat = PLAIN) -> list[str]:
        """What the systems are called."""
        with connected() as engine:
            return [file.system for file in self._opened(engine, text)[1] if file.answers is not None]

    @contextmanager
    def read(self, reader: Reader[C, T], reading: Reading) -> Iterator[Found[C, T]]:
        """Let a reader make of the joined files what it makes of one."""
        if reading.skip_bad:
            raise InputError(
                "{argument} would leave out a system: give only the files to compare", argument="skip_bad"
            )
        name, text = called(self.files), reading.text
        with connected() as engine:
            truth, files = self._opened(engine, text)
            header = self._join(engine, truth, files, text)
            columns = reader.choose(header, name, len(header))
            try:
                with asking(engine, reading.progress):
                    result = reader.read(engine, _asked(columns, header, text), columns, reading)
            except EngineError as error:
                raise InputError(f"{name} cannot be read: {error}") from None
            yield Found(columns, [result], name, engine, files=len(files))

    def _opened(self, engine: Engine, text: TextFormat) -> tuple[str, list[_File]]:
        """The column of the truth, and the files with their columns of answers."""
        parts = [look(place, text, None, engine.folder) for place in located(self.files)]
        for part, error in learn_columns(engine, parts):
            raise refusal(engine, part, error, text)
        for part in parts:
            require_column(part.columns, self.id, part.name)
        found = [self.truth or usual_name(part.columns, TRUTH_NAMES) for part in parts]
        truth = next((name for name, part in zip(found, parts, strict=True) if name in part.columns), None)
        if truth is None:
            raise InputError("no file has the column of the truth: name it with {argument}", argument="truth")
        everywhere = all(truth in part.columns for part in parts)
        short = [PurePath(part.file).name.partition(".")[0] for part in parts]
        times = Counter(short)
        systems = [
            short if times[short] == 1 else part.file for short, part in zip(short, parts, strict=True)
        ]
        files = [
            _File(part, self._answers(part, truth, everywhere=everywhere), system)
            for part, system in zip(parts, systems, strict=True)
        ]
        if not any(file.answers for file in files):
            raise InputError("no file has a column of answers beside {id!r} and {truth!r}",
                             id=self.id, truth=truth)  # fmt: skip
        return truth, files

    def _answers(self, part: Part, truth: str, *, everywhere: bool) -> str | None:
        """The column of answers; a file that is there for the truth of the others has none."""
        others = [name for name in part.columns if name not in (self.id, truth)]
        if self.answers in others:
            return self.answers
        found = usual_name(others, PREDICTION_NAMES)
        if found is not None or (truth in part.columns and not (everywhere and others)):
            return found
        if self.answers is not None or len(others) != 1:
            raise InputError(
                "say which column of {file} holds answers, with {argument}; its columns are {columns}",
                argument=self.argument, file=part.name, columns=columns_of(part.columns),
            )  # fmt: skip
        return others[0]

    def _join(self, engine: Engine, truth: str, files: Sequence[_File], text: TextFormat) -> list[str]:
        """Make one table of the files; its columns are named by their places in what is returned."""
        known = next(file for file in files if truth in file.part.columns)
        answered = [file for file in files if file.answers is not None]
        kept = [name for name in known.part.columns if name not in (self.id, known.answers)]
        for i, file in enumerate(files):
            wanted = dict.fromkeys([self.id, *(kept if file is known else ()), *filter(None, [file.answers])])
            if truth in file.part.columns:
                wanted[truth] = None
            self._load(engine, f"file{i}", file.part, list(wanted), text)
        self._require_same_truth(engine, truth, files)
        places = {file.system: i for i, file in enumerate(files)}
        columns = [f"file{places[known.system]}.{sql_name(name)}" for name in kept]
        columns += [f"file{places[file.system]}.{sql_name(str(file.answers))}" for file in answered]
        tables = "file0" + "".join(
            f" FULL JOIN file{i} USING ({sql_name(self.id)})" for i in range(1, len(files))
        )
        listed = ", ".join(f"{column} AS c{i}" for i, column in enumerate(columns))
        with asking(engine):
            engine.connection.execute(
                f"CREATE TEMP TABLE joined AS SELECT {listed} FROM {tables} ORDER BY {sql_name(self.id)}"  # noqa: S608 - names are quoted
            )
        return [*kept, *(file.system for file in answered)]

    def _load(self, engine: Engine, table: str, part: Part, names: list[str], text: TextFormat) -> None:
        """A table of the columns of a file as text, in which no item is found twice."""
        connection: Any = engine.connection
        key = sql_name(self.id)
        try:
            with asking(engine):
                asked = ask(engine, [part], _Names(tuple(names)), text)
                texts = {name: label.sql for name, label in zip(names, asked.labels, strict=True)}
                if asked.label_of is not plain_label:
                    connection.create_function(
                        f"label_{table}", asked.label_of, ["VARCHAR"], "VARCHAR", null_handling="special"
                    )
                    texts = {name: f"nullif(label_{table}({sql}), '')" for name, sql in texts.items()}
                # an identifier that one file has as a number and another as a float is the same
                texts[self.id] = f"regexp_replace({texts[self.id]}, '^(-?[0-9]+)[.]0+$', '\\1')"
                columns = ", ".join(f"{sql} AS {sql_name(name)}" for name, sql in texts.items())
                connection.execute(f"CREATE TEMP TABLE {table} AS SELECT {columns} FROM {asked.table}")  # noqa: S608 - names are quoted
        except EngineError as error:
            raise refusal(engine, part, error, text) from None
        twice = connection.execute(
            f"SELECT {key} FROM {table} GROUP BY ALL HAVING count(*) > 1 OR {key} IS NULL ORDER BY 1 LIMIT 1"  # noqa: S608
        ).fetchall()
        for (item,) in twice:
            what = "an item without an identifier" if item is None else f"the item {item!r} more than once"
            raise InputError(f"{part.name} has {what} in {self.id!r}: each item needs one of its own")

    def _require_same_truth(self, engine: Engine, truth: str, files: Sequence[_File]) -> None:
        """Refuse files that do not agree on the truth of an item."""
        (i, known), *others = [(i, file) for i, file in enumerate(files) if truth in file.part.columns]
        key, real = sql_name(self.id), sql_name(truth)
        for j, file in others:
            differ = engine.connection.execute(
                f"SELECT {key} FROM file{i} JOIN file{j} USING ({key}) "  # noqa: S608 - names are quoted
                f"WHERE file{i}.{real} IS DISTINCT FROM file{j}.{real} ORDER BY 1 LIMIT 1"
            ).fetchall()
            for (item,) in differ:
                raise InputError(
                    f"{known.part.name} and {file.part.name} have different {truth!r} for the item {item!r}"
                )


def _asked(columns: Named, header: Sequence[str], text: TextFormat) -> Asked:
    place = {name: f"c{i}" for i, name in enumerate(header)}
    numbers = {name: text.number_sql(sql) for name, sql in place.items()}
    labels = label_columns(columns, lambda name: LabelSQL(place[name], str), numbers.__getitem__, {})
    return Asked(
        "joined", "joined", labels, [numbers[name] for name in columns.numbers], columns, plain_label, 0
    )
