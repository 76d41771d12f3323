"""Where items are: in files, in a DuckDB database, or in Spark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from abovechance.core.errors import InputError
from abovechance.intake.engines.database import DatabaseTable
from abovechance.intake.engines.spark import is_spark, usual_place
from abovechance.intake.engines.spark_errors import without_secrets
from abovechance.intake.engines.spark_table import SparkTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.intake.files.reader import Files, Table

Engine = Literal["duckdb", "spark"]


def place_of(
    files: Sequence[str], engine: Engine | None, connect: str | None, *, external: bool = False
) -> Files | Table:
    """What readers are to read: files, or a table of the database file or Spark at ``connect``."""
    if connect is not None and "-" in files:
        raise InputError("standard input cannot be read with {argument}", argument="connect")
    if connect is None and engine in (None, "duckdb"):
        return list(files)
    if len(set(files)) < len(files):
        raise InputError("a file is given twice: its items would count twice")
    where = usual_place() if connect is None else connect
    if engine == "spark" and not is_spark(where):
        raise InputError(
            f"{without_secrets(where)!r} is no URL of a Spark: it is sc://host:15002, spark://host:7077, "
            "local[2], yarn or k8s://host"
        )
    if engine == "duckdb" and is_spark(where):
        raise InputError(f"{without_secrets(where)!r} is the URL of a Spark, not the file of a database")
    if is_spark(where):
        return SparkTable(where, tuple(files))
    if "://" in where:
        raise InputError(
            f"{without_secrets(where)!r} is neither the file of a DuckDB database nor the URL of a Spark: it "
            "would begin with sc://, spark:// or k8s://"
        )
    if len(files) != 1:
        raise InputError("with a database, name one table or view in the place of files")
    return DatabaseTable(where, files[0], external)
