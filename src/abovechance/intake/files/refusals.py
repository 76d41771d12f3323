"""Why the engine refuses a file: the line and its fault, as its rejects tell."""

from __future__ import annotations

import csv
import io
import itertools
import json
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import Argument, InputError
from abovechance.intake.files.engine import EngineError, asking, csv_table
from abovechance.intake.files.part import STRAY, records
from abovechance.intake.files.query import require_label
from abovechance.intake.files.stream import MOST_LINE, lines, opened, rewritten, wrong_encoding
from abovechance.intake.limits import DECIMAL_COMMA
from abovechance.intake.missing import usual_codes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.part import Part
    from abovechance.intake.files.reading import TextFormat
    from abovechance.intake.files.stream import Source

_DAMAGED_FILE = "it is damaged or cut off"
_CUT_OFF = ("No magic bytes found at end of file", "too small to be a Parquet file")
"""What the engine says of Parquet files without an end."""
_NO_NUMBER = re.compile(r"'(.*)' in column .* is not a number", re.DOTALL)
_MIXED_LINE_ENDS = "invalid state"  # what the engine says of a text whose lines end in different ways
_BLOCK_SIZE = 2**20
_NO_BLANK = re.compile(r"\S")


def cleaned(engine: Engine, part: Part, error: EngineError) -> bool:
    """Whether a text that the engine refused can be read after all: its lines end alike now."""
    if part.kind != "csv" or _MIXED_LINE_ENDS not in str(error) or part.ended:
        return False
    with opened(str(part.path)) as source:
        part.path, part.compression, part.ended = rewritten(source, engine.folder, ended=True), None, True
    return True


def refusal(
    engine: Engine, part: Part, error: Exception, text: TextFormat, labels: Sequence[str] = ()
) -> InputError:
    """The error that a file cannot be read, given that of the engine and the columns of labels."""
    if part.kind == "json":
        return _json_fault(part, error, labels)
    if part.kind == "csv":
        return _csv_fault(engine, part, error, text)
    why = str(error)
    if part.kind == "arrow":
        why = _arrow_damage(part) or why
    elif any(said in why for said in _CUT_OFF):
        why = _DAMAGED_FILE
    return InputError(f"{part.name} cannot be read as {part.kind.capitalize()}: {why}")


def _csv_fault(engine: Engine, part: Part, error: Exception, text: TextFormat) -> InputError:
    with opened(str(part.path)) as source:
        source.name = part.name
        for line, cells in enumerate(lines(source), 1 + part.before):  # it may be no UTF-8, or without bound
            if "NUL" in str(error) and "\0" in cells:
                return InputError(f"{part.name}, line {line}: {error}")
    item = getattr(error, "item", None)
    if item is not None:
        line = part.before + _line_of(part, text, item)
        return _with_hint(InputError(f"{part.name}, line {line}: {error}"), str(error))
    if _MIXED_LINE_ENDS in str(error):
        with opened(str(part.path)) as source:
            before = itertools.repeat("\n", part.before)
            for _ in records(itertools.chain(before, lines(source)), part.name, part.delimiter):
                pass
        return InputError(f"{part.name}: {STRAY}")
    width = len(part.own)
    table = csv_table([engine.plain_name(part.path)], width, part.delimiter, part.compression,
                      header=text.header, rejects=True)  # fmt: skip
    with suppress(EngineError), asking(engine):
        engine.connection.execute(f"SELECT count(COLUMNS(*)) FROM {table}").fetchall()  # noqa: S608 - names are quoted
        rows = engine.connection.execute(
            "SELECT error_type, line_byte_position, csv_line, error_message FROM reject_errors "
            "ORDER BY line_byte_position LIMIT 1"
        ).fetchall()
        for kind, start, row, said in rows:
            cells = row.lstrip("\r\n")  # a row comes with the blank lines before it
            line = part.before + _line_at(part, start - 1) + row[: -len(cells)].count("\n")
            return InputError(f"{part.name}, line {line}{_fault(kind, cells, said, part, text)}")
    return InputError(f"{part.name}: {error}")


def _with_hint(refused: InputError, said: str) -> InputError:
    """The error of a cell that is not a number, with the argument that may make it one."""
    cell = _NO_NUMBER.match(said)
    if cell is None:
        return refused
    if DECIMAL_COMMA.fullmatch(cell[1]):
        return refused.and_also("; say {decimal} if it has a decimal comma", decimal=Argument("decimal", ","))
    if not usual_codes([cell[1]]):
        return refused
    code = Argument("missing", cell[1])
    return refused.and_also("; say {missing} if it stands for a missing value", missing=code)


def _fault(kind: str, row: str, said: str, part: Part, text: TextFormat) -> str:
    if kind.endswith("COLUMNS"):
        found = len(next(csv.reader(io.StringIO(row, newline=""), delimiter=part.delimiter), []))
        cells = "1 cell" if found == 1 else f"{found} cells"
        return f" has {cells}, the {'header' if text.header else 'first'} has {len(part.own)}"
    if kind == "UNQUOTED VALUE":
        is_open = row.count('"') % 2
        return ": a quote is opened but not closed" if is_open else ": text follows a closing quote"
    if kind == "LINE SIZE OVER MAXIMUM":
        return f" is longer than {MOST_LINE:,} characters"
    return f": {said}"


def _line_at(part: Part, place: int) -> int:
    """The line that a byte is in; the engine does not count those that end within a cell."""
    with opened(str(part.path)) as source:
        before = 1
        while place > 0 and (block := source.stream.read1(min(place, _BLOCK_SIZE))):
            before += block.count(b"\n")
            place -= len(block)
        return before


def _line_of(part: Part, text: TextFormat, item: int) -> int:
    """The line that an item ends in."""
    with opened(str(part.path)) as source:
        reader = csv.reader(lines(source), delimiter=part.delimiter)
        rows = (row for row in reader if row)
        for _ in itertools.islice(rows, item + text.header):
            pass
        return reader.line_num


def _json_fault(part: Part, error: Exception, labels: Sequence[str]) -> InputError:
    item = getattr(error, "item", None)
    with opened(str(part.path)) as source:
        source.name = part.name
        for number, (place, value) in enumerate(_values(part, source), 1):
            said = f": {error}" if number == item else _no_object(value, labels)
            if said:
                return InputError(f"{part.name}, {place}{said}")
    return InputError(f"{part.name}: {error}")


def _values(part: Part, source: Source) -> Iterator[tuple[str, Any]]:
    """The values of a JSON text, and where they are."""
    if part.form == "newline_delimited":
        for line, text in enumerate(lines(source), 1 + part.before):
            if not text.isspace():
                try:
                    value = json.loads(text)
                except (ValueError, RecursionError):
                    raise InputError(
                        f"{part.name}, line {line} is not JSON: one object on each line is needed"
                    ) from None
                yield f"line {line}", value
        return
    try:
        text = source.stream.read().decode("utf-8-sig")
        values = json.loads(text) if part.form == "array" else _one_by_one(text)
        yield from ((f"item {number}", value) for number, value in enumerate(values, 1))
    except UnicodeDecodeError as error:
        raise wrong_encoding(error, source, "utf-8-sig") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{part.name} is not JSON: {error}") from None


def _one_by_one(text: str) -> Iterator[Any]:
    decoder, rest = json.JSONDecoder(), _NO_BLANK.search(text)
    while rest is not None:
        value, end = decoder.raw_decode(text, rest.start())
        yield value
        rest = _NO_BLANK.search(text, end)


def _no_object(value: object, labels: Sequence[str]) -> str:
    """Why a value is no item, empty if it is one."""
    if not isinstance(value, dict):
        return " is JSON but not an object: each item must be one"
    try:
        for name in labels:
            require_label(value.get(name), repr(name))
    except EngineError as error:
        return f": {error}"
    return ""


def _arrow_damage(part: Part) -> str | None:
    """What is wrong with an Arrow file, if something is; the engine says it with a trace of its own."""
    from abovechance.intake.files.schemas import ArrowDamageError, arrow_batches

    try:
        for _ in arrow_batches(part):
            pass
    except ArrowDamageError as error:
        return f"{_DAMAGED_FILE} ({error})"
    return None
