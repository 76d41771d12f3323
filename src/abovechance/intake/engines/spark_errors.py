"""What Spark says when something is wrong, as one sentence that names it and what to do.

Tokens and passwords in a URL stay with the user.
"""

from __future__ import annotations

import importlib
import os
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from abovechance.core.errors import Argument, InputError
from abovechance.core.labels import nearest
from abovechance.intake.engines.cells import NO_NUMBER, UNDECODED, UNFINISHED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_MAX_MESSAGE_LENGTH = 300
_MAX_TABLES_SHOWN = 3
_DETAILS = re.compile(r'details = "(.*?)"\n', re.DOTALL)
_CONDITION = re.compile(r"\[([A-Z][A-Z_0-9]{3,}(?:\.[A-Z_0-9]+)*)\]\s*")
_VAGUE_MESSAGE = re.compile(r"Exception thrown in awaitResult|Job aborted due to stage failure")
_SQL_STATE = re.compile(r"\s*SQLSTATE: \w+.*", re.DOTALL)
_EXCEPTION_CLASS = re.compile(r"^(Caused by: |: )?([\w$]+\.)+[\w$]+(Exception|Error): ")
_ACCESS_DENIED = r"permission denied|access ?denied|accesscontrol|forbidden|unauthenti|not authori"
_NO_FILE = r"does not exist|no such file|not found: .*(/|path)|empty path|path_not_found"
_NO_TABLE = r"TABLE_OR_VIEW_NOT_FOUND|table (or view )?not found|SCHEMA_NOT_FOUND"
_CONNECTION_LOST = (
    r"UNAVAILABLE|failed to connect|connection re(fused|set)|SESSION_(CLOSED|NOT_FOUND|CHANGED)|"
    r"Cannot call methods on a stopped SparkContext|SparkContext (was|has been) shut ?down|socket closed|"
    r"All masters are unresponsive|Error while sending or receiving|Answer from Java side is empty"
)
_UNKNOWN_PROTOCOL = r"UNIMPLEMENTED|InvalidProtocolBuffer|unknown (plan|relation|method)"


@contextmanager
def of_spark(said: str, where: str) -> Iterator[None]:
    """Turn any failure of the Spark at this URL into an :class:`InputError` that begins with what is said."""
    failures: tuple[type[BaseException], ...] = (*_failures(), ValueError)
    try:
        yield
    except failures as error:
        raise InputError(silenced(f"{said}: {reason(error)}", where)) from None


@contextmanager
def explained(session: object, where: str, files: Sequence[str]) -> Iterator[None]:
    """Turn what goes wrong while Spark at this URL counts these files or this table into a sentence."""
    try:
        yield
    except _failures() as error:
        message = _sentence(error, session, without_secrets(where), files)
        for place in (where, *files):
            message = silenced(message, place)
        wrong = InputError(message)
        if UNDECODED in message:
            wrong = wrong.and_also(": say {encoding}", encoding=Argument("encoding", "latin-1"))
        raise wrong from None


def reason(error: BaseException) -> str:
    """The first line that says something, without codes, classes and traces."""
    text = str(error)
    found = _DETAILS.search(text + "\n")
    lines = [found[1].rpartition("remote host: ")[2]] if found else text.splitlines()
    lines = [line.strip() for line in lines if line.strip()] or [type(error).__name__]
    first = lines[1] if lines[0].startswith("An error occurred while calling") and lines[1:] else lines[0]
    plain = _plain(first)
    causes = [_plain(line) for line in lines if line.startswith("Caused by: ")]
    if _VAGUE_MESSAGE.search(first) and causes:
        plain = causes[0] if causes[-1] in causes[0] else f"{causes[0].rstrip('.')}: {causes[-1]}"
    return plain.rstrip(".") if len(plain) <= _MAX_MESSAGE_LENGTH else f"{plain[:_MAX_MESSAGE_LENGTH]}…"


def _plain(line: str) -> str:
    return _SQL_STATE.sub("", _CONDITION.sub("", _EXCEPTION_CLASS.sub("", line))).strip() or line


def _sentence(error: BaseException, session: object, shown: str, files: Sequence[str]) -> str:
    text, why, name = f"{type(error).__name__} {error}", reason(error), without_secrets(files[0])

    def is_about(pattern: str) -> bool:
        return re.search(pattern, text, re.IGNORECASE) is not None

    said = f"Spark at {shown} cannot read {name!r}: {why}"
    if is_about(_CONNECTION_LOST):
        said = f"Spark at {shown} was lost while it worked: {why}; run the command again when it is back"
    elif is_about(_ACCESS_DENIED):
        said = f"Spark at {shown} does not permit to read {name!r}: {why}"
    elif is_about(_NO_TABLE):
        said = f"Spark at {shown} has no table {name!r}{_near(session, files[0])}"
    elif is_about(_NO_FILE):
        said = f"there is no {name!r} as Spark at {shown} sees it: paths are read by the cluster, not here"
    elif is_about(_UNKNOWN_PROTOCOL):
        said = f"Spark at {shown} does not understand this client: {why}{_versions(session)}"
    else:
        said = next((told for sign, told in _of_files(name, said, why).items() if is_about(sign)), said)
    return said


def _of_files(name: str, said: str, why: str) -> dict[str, str]:
    """What is wrong with files, by what Spark says of it."""
    return {
        NO_NUMBER: f"{name!r} cannot be counted: {why}; leave a cell empty where there is none",
        f"{UNDECODED}|valid UTF-8": (f"{name!r} {UNDECODED}, which is UTF-8 unless another is named"),
        UNFINISHED: (
            f"{name!r}: {UNFINISHED}: a quote is opened but not closed, or lines end in different ways"
        ),
        r"corrupt footer|could not read footer|is not a parquet file": (
            f"{said}; a path without an ending is read as Parquet: of other files give a pattern, "
            "'folder/*.csv'"
        ),
    }


def _near(session: Any, name: str) -> str:
    """The tables there whose names are like this one; those that there are if none is."""
    schema, _, table = name.replace("`", "").rpartition(".")
    try:
        found = [x.name for x in session.catalog.listTables(*([schema] if schema else []))]
    except _failures():
        return ": name it as SHOW TABLES does, with its schema"
    prefix = f"{schema}." if schema else ""
    near = nearest(table, found)
    if near:
        return f"; did you mean {prefix + near[0]!r}?"
    if not found:
        return ", and no other: name it as SHOW TABLES does, with its schema"
    more = " and others" if len(found) > _MAX_TABLES_SHOWN else ""
    return f"; there are {', '.join(repr(prefix + one) for one in sorted(found)[:_MAX_TABLES_SHOWN])}{more}"


def _versions(session: Any) -> str:
    import pyspark

    try:
        return f" (it is Spark {session.version}, and pyspark here is {pyspark.__version__})"
    except _failures():
        return f" (pyspark here is {pyspark.__version__})"


def _failures() -> tuple[type[BaseException], ...]:
    """Everything that Spark's libraries raise."""
    from pyspark.errors import PySparkException

    failures: list[type[BaseException]] = [PySparkException, ConnectionError, EOFError]
    for library, name in (("py4j.protocol", "Py4JError"), ("grpc", "RpcError")):
        try:
            failures.append(getattr(importlib.import_module(library), name))
        except ImportError:
            continue
    return tuple(failures)


_HARMLESS_PARAMETERS = ("use_ssl", "user_id", "user_agent", "session_id")
_SHORTEST_SECRET = 4  # shorter texts would be found in everything
_URL_PARAMETERS = re.compile(r"/?[;?][\w.-]+=.*", re.DOTALL)
_PASSWORD = re.compile(r"(?<=://)[^/:@\s]*:(?!//)(.*)@", re.DOTALL)
"""With a colon: what stands before the @ alone is the container of a store."""
_URL_REST = re.compile(r"/?;.*", re.DOTALL)


def without_secrets(place: str) -> str:
    """A URL or path without what may be secret in it: parameters, users with passwords."""
    if "://" not in place:
        return place
    return _URL_REST.sub("", _PASSWORD.sub("", _URL_PARAMETERS.sub("", place)))


def silenced(message: str, place: str) -> str:
    """A message of an engine in which nothing secret of the URL or path is left."""
    secrets = [os.environ.get("SPARK_CONNECT_AUTHENTICATE_TOKEN", "")]
    if "://" in place:
        secrets += _secrets(place)
    spelt = {text for secret in secrets for text in (secret, unquote(secret))}
    # The longest first, as a secret may be a part of another.
    for secret in sorted(spelt, key=len, reverse=True):
        if len(secret) >= _SHORTEST_SECRET:
            message = message.replace(secret, "***")
    return message


def _secrets(place: str) -> list[str]:
    """Values of parameters, and passwords: whole, and the parts that an engine may take them for."""
    query = _URL_PARAMETERS.search(place)
    rest, asked = (place, "") if query is None else (place[: query.start()], query[0])
    parts = [*rest.split(";")[1:], *re.split("[;?]", asked)[1:], *re.split("[;?&]", asked)[1:]]
    pairs = [part.partition("=") for part in parts]
    values = [
        value if equals else key for key, equals, value in pairs if key.lower() not in _HARMLESS_PARAMETERS
    ]
    passwords = _PASSWORD.findall(rest)
    return [*values, *passwords, *(part for password in passwords for part in re.split("[/@]", password))]
