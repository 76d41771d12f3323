"""A table of a DuckDB database is found by its name as the engine knows it."""

import duckdb
import pytest

from abovechance.core.errors import InputError
from abovechance.intake.engines.database import DatabaseTable
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.format import TextFormat
from abovechance.tables.from_file import read_tables


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    file = str(tmp_path_factory.mktemp("database") / "my.duckdb")
    with duckdb.connect(file) as connection:
        connection.execute("CREATE TABLE Items AS SELECT 'a' AS truth, 'a' AS prediction")
        connection.execute("CREATE SCHEMA lake")
        connection.execute("CREATE TABLE lake.Items AS SELECT 1.0::DOUBLE AS truth, 1 AS prediction")
        connection.execute("CREATE VIEW lake.\"seen.2026\" AS SELECT 'b' AS truth, 'b' AS prediction")
    return file


@pytest.mark.parametrize(
    ("name", "label"),
    [("Items", "a"), ("items", "a"), ("main.ITEMS", "a"), ("LAKE.items", "1"), ("lake.seen.2026", "b")],
)
def test_case_does_not_matter(database, name, label):
    assert read_tables(DatabaseTable(database, name), Wanted()).tables.labels == (label,)


def test_tables_of_other_schemas_are_listed(database):
    with pytest.raises(InputError, match=r"there are 'Items', 'lake\.Items', 'lake\.seen\.2026'"):
        read_tables(DatabaseTable(database, "zzz"), Wanted())


def test_a_table_has_no_encoding(database):
    with pytest.raises(InputError, match="encoding is of text files, and a table is none"):
        read_tables(DatabaseTable(database, "Items"), Wanted(), text=TextFormat(encoding="latin-1"))
