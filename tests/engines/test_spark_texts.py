"""Odd texts: Spark makes of them what is made of a file here, or says why it does not."""

import math

import narwhals.stable.v2 as nw
import pytest
from pyspark.errors import PySparkException

from abovechance.core.errors import InputError
from abovechance.intake.engines.spark_table import SparkTable, with_numbers
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.reading import Reading
from abovechance.intake.missing import Missing
from abovechance.tables.files import read_tables


@pytest.fixture(params=["connect_url", "cluster_url"])
def url(request):
    """The server without Java, and the real cluster."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def written(tmp_path):
    def write(name, text):
        (tmp_path / name).write_bytes(text.encode())
        return str(tmp_path / name)

    return write


def counted(source, **wanted):
    tables = read_tables(
        source, Wanted("y", "p", **wanted), reading=Reading(missing=Missing(policy="label"))
    ).tables
    return tables.labels, tables.axes, tables.counts.tolist()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("case.csv", "y,p,Y\na,b,c\nb,b,c\n"),
        ("case.jsonl", '{"y": "a", "p": "a", "Y": "b"}\n{"y": "a", "p": "b", "Y": "c"}\n'),
        ("floats.jsonl", '{"y": 1, "p": 1.0}\n{"y": 3, "p": 1e0}\n{"y": 2, "p": null}\n'),
        ("spellings.jsonl", '{"y": 1.50, "p": 0.5}\n{"y": 0.5, "p": 15e-1}\n'),
        ("truths.jsonl", '{"y": true, "p": "true"}\n{"y": false, "p": "other"}\n'),
        ("numbers as text.jsonl", '{"y": "1.50", "p": "1.5"}\n{"y": "01", "p": "1"}\n'),
        ("quotes.csv", 'y,p\n"a ""x""",b\n"",b\n"a\nb",b\na"x,b\n'),
        ("blank lines.csv", "y,p\na,b\n\nb,b\n\n"),
    ],
)
def test_texts_are_counted_as_here(url, written, name, text):
    file = written(name, text)
    assert counted(SparkTable(url, (file,))) == counted(file)


def test_texts_and_numbers_in_one_column_are_text(cluster_url, written):
    file = written("mixed.jsonl", '{"y": 1, "p": "a"}\n{"y": "x", "p": 2.5}\n{"y": true, "p": "a"}\n')
    assert counted(SparkTable(cluster_url, (file,))) == counted(file)


def test_a_quote_that_is_not_closed_is_refused(url, written):
    file = written("open.csv", 'y,p,comment\na,b,c\nb,b,"c\nb,b,c\n')
    with pytest.raises(InputError, match="a quote is opened but not closed, or lines end in different ways"):
        counted(SparkTable(url, (file,)))


def test_a_row_that_is_too_short_is_refused(url, written):
    file = written("short.csv", "y,p,comment\na,b,c\nb,b\n")
    with pytest.raises(InputError, match="cannot read"):
        counted(SparkTable(url, (file,)))


def test_lines_that_end_in_different_ways_make_no_labels(url, written):
    file = written("ends.csv", "y,p\na,b\r\nb,b\na,a\n")
    try:
        found = counted(SparkTable(url, (file,)))
    except InputError as error:
        assert "lines end in different ways" in str(error)  # noqa: PT017 - some engines can tell
    else:
        assert found == counted(file)


def test_groups_may_be_the_weights(url, written):
    file = written("weights.csv", "y,p,w\na,a,2\nb,b,2\na,b,2\nb,b,3\na,a,3\nb,a,3\na,a,3\n")
    options = {"weight": "w", "groups": ("w",)}
    assert counted(SparkTable(url, (file,)), **options) == counted(file, **options)


def numbers(session, texts):
    """What numbers Spark finds in texts."""
    rows = session.createDataFrame(list(enumerate(texts)), "place int, `a.b` string")
    found = with_numbers(nw.from_native(rows), "a.b", "a.b").collect().to_native().to_pydict()
    return [number for _, number in sorted(zip(found["place"], found["a.b"], strict=True))]


def test_numbers_are_those_of_text_files(session):
    texts = ["1", "1_0", " 1.5 ", "1e3", "-.5", "5.", "1.5_0", "inf", "-Infinity", "1e400"]
    assert numbers(session, texts) == [float(text) for text in texts]
    assert math.isnan(numbers(session, ["NaN"])[0])
    assert numbers(session, ["", " ", None]) == [None] * 3


@pytest.mark.parametrize("ansi", ["true", "false"])
@pytest.mark.parametrize("text", ["1d", "2F", "foo", "1__0", "1e"])
def test_no_other_text_is_a_number(session, text, ansi):
    before = session.conf.get("spark.sql.ansi.enabled")
    session.conf.set("spark.sql.ansi.enabled", ansi)
    try:
        with pytest.raises(PySparkException, match=f"'{text}' is not a number"):
            numbers(session, ["1", text])
    finally:
        session.conf.set("spark.sql.ansi.enabled", before)
