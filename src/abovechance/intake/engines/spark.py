"""Items in Spark: a session of a running cluster, and a table or files there as a lazy frame.

Spark is asked for distinct rows and how many items have each; it makes nothing and runs nothing of ours. The
session is ours alone and ends with the work; one that the URL names is left as it was found.
"""

from __future__ import annotations

import codecs
import os
import re
import warnings
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import Argument, InputError
from abovechance.intake.engines.cells import decoded_rows, finished_rows
from abovechance.intake.engines.spark_driver import driver_session
from abovechance.intake.engines.spark_errors import explained, of_spark, without_secrets
from abovechance.intake.files.part import RECORDS, TABS, ending
from abovechance.intake.files.reading import PLAIN
from abovechance.intake.files.stream import MOST_LINE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import narwhals.stable.v2 as nw

    from abovechance.intake.files.reading import TextFormat

CONNECT = "sc://"
_SESSION_PARAMETER = "session_id="  # in the URL of a session that is not ours
MASTERS = re.compile(r"local(-cluster)?(\[.*\])?|yarn|(spark|k8s)://.+")
"""What the URL of a cluster looks like that takes its driver from here."""
_FORMATS = {
    ".parquet": "parquet", ".pq": "parquet", ".orc": "orc", ".csv": "csv", ".txt": "csv",
    **dict.fromkeys(TABS, "csv"), **dict.fromkeys(RECORDS, "json"),
}  # fmt: skip
_TEXTS = ("csv", "json")
_OF_FILES = {"spark.sql.sources.partitionColumnTypeInference.enabled": "false"}
_OF_TEXTS = _OF_FILES | {"spark.sql.caseSensitive": "true", "spark.sql.legacy.javaCharsets": "true"}
"""Names of folders are text, columns may differ in case, and any encoding is known, as for files here."""
_HOW_TO_INSTALL = "pip install 'abovechance[spark]'"
_INSTALL_ALL = "pip install 'abovechance[arrow]' pyspark==4.x.y, the version of the cluster"
_RETRIES_OF_CONNECTING, _RETRIES_OF_WORK = 1, 5
"""The first call tells at once that nobody is there; later ones outlast half a minute of bad network."""


def is_spark(where: str) -> bool:
    """Whether this is the URL of a Spark."""
    return where.startswith(CONNECT) or MASTERS.fullmatch(where) is not None


def usual_place() -> str:
    """Where the environment says that Spark is."""
    found = os.environ.get("SPARK_REMOTE") or os.environ.get("SPARK_MASTER") or os.environ.get("MASTER")
    if found:
        return found
    raise InputError(
        "say where Spark is: {connect} for Spark Connect, {master} for a master, or set SPARK_REMOTE",
        connect=Argument("connect", "sc://host:15002"), master=Argument("connect", "spark://host:7077"),
    )  # fmt: skip


@contextmanager
def spark_frame(where: str, files: Sequence[str], text: TextFormat = PLAIN) -> Iterator[nw.LazyFrame[Any]]:
    """A table or files as the Spark at this URL sees them; what goes wrong there is one sentence.

    ``where`` is ``sc://host:port`` of a Spark Connect server, or the URL of a master; ``files`` are paths
    that the cluster reads itself, or the name of one table of its catalogue.
    """
    import narwhals.stable.v2 as nw

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module=r"pyspark\.")
        with _session(where) as session, _silence(), explained(session, where, files):
            frame = _read(session, files, text, is_ours=_SESSION_PARAMETER not in where)
            if not frame.columns:
                raise InputError(
                    f"there is nothing at {without_secrets(files[0])!r}, as Spark at "
                    f"{without_secrets(where)} sees it"
                )
            yield nw.from_native(frame)


@contextmanager
def _silence() -> Iterator[None]:
    """Keep Spark's own account of errors, pages long, from standard error."""
    from pyspark.logger import PySparkLogger

    names = ("DataFrameQueryContextLogger", "SQLQueryContextLogger")
    loggers = [PySparkLogger.getLogger(name) for name in names]
    before = [logger.disabled for logger in loggers]
    for logger in loggers:
        logger.disabled = True
    try:
        yield
    finally:
        for logger, disabled in zip(loggers, before, strict=True):
            logger.disabled = disabled


# Sessions ---------------------------------------------------------------------------------------


@contextmanager
def _session(where: str) -> Iterator[Any]:
    # The library of the network would write to standard error by itself.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    is_remote = where.startswith(CONNECT)
    install = _HOW_TO_INSTALL if is_remote else _INSTALL_ALL
    try:
        from pyspark.util import is_remote_only
    except ImportError:
        raise InputError(f"Spark is reached through a library that is not installed: {install}") from None
    if is_remote:
        session = _remote(where)
        try:
            yield session
        finally:
            session.stop()
    elif is_remote_only():
        raise InputError(
            f"{without_secrets(where)!r} is the URL of a master, which needs all of Spark on this machine: "
            f"pip uninstall pyspark-client, then {install}; or give the URL of a Spark Connect server, sc://host:15002"
        )
    else:
        with driver_session(where) as session:
            yield session


def _remote(where: str) -> Any:
    """A session of a Spark Connect server."""
    shown = without_secrets(where)
    try:
        from pyspark.sql.connect.client.retries import DefaultPolicy
        from pyspark.sql.connect.session import SparkSession
    except ImportError:
        raise InputError(f"Spark Connect needs libraries that are not installed: {_HOW_TO_INSTALL}") from None
    with of_spark(f"{shown} is not the URL of a Spark Connect server", where):
        session = SparkSession.builder.remote(where).create()
    session.release_session_on_close = _SESSION_PARAMETER not in where
    session.client.set_retry_policies([DefaultPolicy(max_retries=_RETRIES_OF_CONNECTING)])
    try:
        with of_spark(f"Spark cannot be reached at {shown} (is Spark Connect running there?)", where):
            session.version  # noqa: B018 - the first call
    except InputError:
        # Where nobody answers there is no session to release: asking for it would only wait again.
        session.release_session_on_close = False
        session.stop()
        raise
    session.client.set_retry_policies([DefaultPolicy(max_retries=_RETRIES_OF_WORK)])
    return session


# Reading ----------------------------------------------------------------------------------------


def is_path(file: str) -> bool:
    """Whether a name means files: by an ending, a folder or a pattern in it; else it is a table."""
    return "`" not in file and (
        any(sign in file for sign in "/\\*?[{") or ending(PurePosixPath(file)) in _FORMATS
    )


def _read(session: Any, files: Sequence[str], text: TextFormat, *, is_ours: bool) -> Any:
    paths = [is_path(file) for file in files]
    if not any(paths) and len(files) == 1:
        return session.table(_quoted(files[0]))
    if not all(paths):
        raise InputError("several tables cannot be counted as one: give one table, or files")
    endings = {ending(PurePosixPath(file)) for file in files}
    kinds = {_FORMATS.get(found, "parquet") for found in endings}
    if len(kinds) > 1:
        raise InputError(
            f"files of several formats ({', '.join(sorted(kinds))}) cannot be one table of Spark"
        )
    (kind,) = kinds
    if is_ours:
        for name, value in (_OF_TEXTS if kind in _TEXTS else _OF_FILES).items():
            session.conf.set(name, value)
    frame = session.read.format(kind).options(**_options(session, files, kind, text)).load(list(files))
    if kind not in _TEXTS or not frame.columns:
        return frame
    if kind == "csv":
        frame = frame.toDF(*text.columns(frame.columns))
    return decoded_rows(finished_rows(frame) if kind == "csv" else frame)


def base_of(file: str) -> str:
    """The folder below which folders name columns: what comes before the first of these, or a pattern.

    >>> [base_of(file) for file in ("s3a://lake/p/day=*", "/data/*/*.csv", "/data/x=A/x.csv", "/data/x.csv")]
    ['s3a://lake/p', '/data', '/data', '']
    """
    parts = file.split("/")
    first = next((i for i, part in enumerate(parts) if re.search(r"[*?\[{]|^[^=]+=", part)), 0)
    return "/".join(parts[:first])


def java_name(encoding: str) -> str:
    """What Java calls an encoding that Python knows.

    >>> java_name("latin-1"), java_name("cp1252"), java_name("utf8")
    ('iso-8859-1', 'windows-1252', 'utf-8')
    """
    try:
        name = codecs.lookup(encoding).name
    except LookupError:
        raise InputError(
            f"there is no encoding {encoding!r}: such as utf-8, latin-1, cp1252, utf-16"
        ) from None
    for python, java in (("iso8859", "iso-8859"), ("cp125", "windows-125")):
        name = name.replace(python, java)
    return {"ascii": "us-ascii", "utf-8-sig": "utf-8"}.get(name, name)


def _quoted(table: str) -> str:
    """The name of a table, its parts in backticks if these are no plain words."""
    if "`" in table:
        return table
    return ".".join(part if re.fullmatch(r"\w+", part) else f"`{part}`" for part in table.split("."))


def _options(session: Any, files: Sequence[str], kind: str, text: TextFormat) -> dict[str, Any]:
    """Cells are read as text, strictly, and as files are read here; JSON has types of its own."""
    bases = {base for base in map(base_of, files) if base}
    coded = {"basePath": bases.pop()} if len(bases) == 1 else {}
    if kind not in _TEXTS:
        return coded
    if text.encoding is not None:
        coded["encoding"] = java_name(text.encoding)
    if kind == "json":
        return {"mode": "FAILFAST"} | coded
    first = [] if text.delimiter else session.read.text(list(files)).head(1)
    usual = "\t" if ending(PurePosixPath(files[0])) in TABS else None
    return {
        "header": text.header,
        "sep": text.separator(first[0][0] if first else "", usual),
        "quote": '"',
        "escape": '"',
        "multiLine": True,
        "enforceSchema": False,
        "mode": "FAILFAST",
        "maxCharsPerColumn": MOST_LINE,
    } | coded
