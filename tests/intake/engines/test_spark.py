import re
from types import SimpleNamespace

import pytest
from pyspark.errors import PySparkException

from abovechance.core.errors import InputError
from abovechance.intake.engines.spark import is_path, is_spark
from abovechance.intake.engines.spark_errors import explained, of_spark, reason


@pytest.mark.parametrize(
    "where", ["sc://h:1", "spark://h:7077", "local", "local[2]", "local[*]", "yarn", "k8s://https://h"]
)
def test_urls_of_spark(where):
    assert is_spark(where)


@pytest.mark.parametrize("where", ["my.duckdb", "local.duckdb", "/data/yarn", "postgres://h", ""])
def test_what_is_no_url_of_spark(where):
    assert not is_spark(where)


@pytest.mark.parametrize(
    "file", ["a.parquet", "b.csv.gz", "C.CSV", "x.jsonl", "y.orc", "dir/", "s3a://b/c", "day=*", "part-{0,1}"]
)
def test_paths(file):
    assert is_path(file)


@pytest.mark.parametrize("file", ["predictions", "lake.predictions", "a.b.c", "`my.csv`", "db.`x/y`"])
def test_tables(file):
    assert not is_path(file)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("[PATH_NOT_FOUND] Path does not exist: file:/x. SQLSTATE: 42K03", "Path does not exist: file:/x"),
        (
            "An error occurred while calling o78.parquet.\n: java.lang.RuntimeException: no such disk\n\tat x.y(Z.java)",
            "no such disk",
        ),
        (
            ('<_InactiveRpcError of RPC that terminated with:\n\tstatus = StatusCode.UNAVAILABLE\n\tdetails = "failed to '
            'connect to all addresses; Failed to connect to remote host: Connection refused"\n\tdebug = ""\n>'),
            "Connection refused",
        ),
        ("", "RuntimeError"),
    ],
)  # fmt: skip
def test_one_line_is_told_of_an_error(said, told):
    assert reason(RuntimeError(said)) == told


def test_a_long_line_is_cut():
    assert len(reason(RuntimeError("x" * 10_000))) < 400


def test_the_cause_of_a_vague_error_is_told():
    said = (
        "An error occurred while calling o4.getResult.\n: org.apache.spark.SparkException: Exception thrown in awaitResult: \n"
        "\tat x.y(Z.scala:1)\nCaused by: org.apache.spark.SparkException: [FAILED_READ_FILE] Cannot read x.csv. SQLSTATE: KD001\n"
        "\tat x.y(Z.scala:2)\nCaused by: org.apache.spark.MalformedError: Malformed CSV record\n\t... 3 more"
    )
    assert reason(RuntimeError(said)) == "Cannot read x.csv: Malformed CSV record"


@pytest.mark.parametrize("said", ["403 Forbidden at s3a://k:Geheim@b/x", "no such thing: s3a://k:Geheim@b/x"])
def test_secrets_of_files_are_not_told(said):
    with pytest.raises(InputError) as caught, explained(None, "local[1]", ["s3a://k:Geheim@b/x"]):
        raise PySparkException(said)
    assert "'s3a://b/x'" in str(caught.value)
    assert "Geheim" not in str(caught.value)


def test_values_that_spark_does_not_take_are_told_of():
    expected = pytest.raises(InputError, match="cannot be started: Cannot run multiple SparkContexts")
    with expected, of_spark("Spark cannot be started", "local"):
        raise ValueError("Cannot run multiple SparkContexts at once")


def test_a_table_is_named_with_its_schema():
    tables = [SimpleNamespace(name="predictions"), SimpleNamespace(name="scores")]
    session = SimpleNamespace(catalog=SimpleNamespace(listTables=lambda _: tables))
    for name, told in (("lake.prediction", "did you mean 'lake.predictions'?"), ("lake.x", "'lake.scores'")):
        with pytest.raises(InputError, match=re.escape(told)), explained(session, "yarn", [name]):
            raise PySparkException("[TABLE_OR_VIEW_NOT_FOUND] x")
