"""A table of a DuckDB database is found by its name as the engine knows it."""

import duckdb
import pytest

from abovechance.core.errors import InputError
from abovechance.intake.engines.database import DatabaseTable
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.reading import Reading, TextFormat
from abovechance.tables.files import read_tables


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
    with pytest.raises(InputError, match="encoding applies to text files, and this is a table"):
        read_tables(
            DatabaseTable(database, "Items"), Wanted(), reading=Reading(text=TextFormat(encoding="latin-1"))
        )


ROWS = "(VALUES ('a', 'a', 1.5), ('b', 'a', 2.5), ('b', 'b', 3.5)) AS t(truth, prediction, w)"


@pytest.fixture
def hostile(tmp_path):
    """A database whose macros bear the names of functions, and whose views read a file of the user's."""
    (tmp_path / "mine.csv").write_text("truth,prediction\nx,y\n")
    with duckdb.connect(str(tmp_path / "its *[x]'.duckdb")) as connection:
        connection.execute(f"CREATE TABLE items AS FROM {ROWS}")
        connection.execute(
            "CREATE TABLE floats AS SELECT w::DOUBLE AS truth, w::DOUBLE AS prediction FROM items"
        )
        connection.execute("CREATE MACRO twice(x) AS 2 * x")
        connection.execute("CREATE VIEW seen AS SELECT truth, prediction, twice(w) AS w FROM items")
        connection.execute(f"CREATE VIEW stolen AS FROM read_csv('{tmp_path}/mine.csv')")
        connection.execute(f"CREATE VIEW stolen_too AS FROM '{tmp_path}/mine.csv'")
        names = connection.execute(
            "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type IN ('scalar', 'aggregate') "
            r"AND regexp_matches(function_name, '^[a-z_]+$') AND function_name NOT LIKE '\_\_%'"
        ).fetchall()
        for (name,) in names:
            connection.execute(f'CREATE MACRO IF NOT EXISTS "{name}"(x, y := 0) AS 42')
    return str(tmp_path / "its *[x]'.duckdb")


@pytest.mark.parametrize(("name", "total"), [("items", 7.5), ("seen", 15)])
def test_macros_do_not_replace_functions(hostile, name, total):
    tables = read_tables(DatabaseTable(hostile, name), Wanted(weight="w")).tables
    assert tables.labels == ("a", "b")
    assert tables.counts.sum() == total


def test_labels_are_not_made_by_macros(hostile):
    assert read_tables(DatabaseTable(hostile, "floats"), Wanted()).tables.labels == ("1.5", "2.5", "3.5")


@pytest.mark.parametrize("name", ["stolen", "stolen_too"])
def test_views_read_no_files_unless_asked(hostile, name):
    with pytest.raises(InputError, match="is a view that reads files: allow it with external=True"):
        read_tables(DatabaseTable(hostile, name), Wanted())
    assert read_tables(DatabaseTable(hostile, name, external=True), Wanted()).tables.labels == ("x", "y")


@pytest.mark.parametrize("name", ['a"b', "a'b", "a; DROP TABLE items --", "{truth}", "*", "é\n", "select"])
def test_names_of_columns_and_tables_are_only_names(tmp_path, name):
    file, quoted = str(tmp_path / "x.duckdb"), '"' + name.replace('"', '""') + '"'
    with duckdb.connect(file) as connection:
        connection.execute(f"CREATE TABLE {quoted} AS SELECT 'a' AS {quoted}, 'b' AS p")
    assert read_tables(DatabaseTable(file, name), Wanted(truth=name, prediction="p")).tables.labels == (
        "a",
        "b",
    )
