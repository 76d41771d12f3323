"""The same JSON from arrays, CSV, Parquet, a DuckDB table and Spark: to the last digit."""

import csv
import json
import subprocess
import sys

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import abovechance as ac
from abovechance.evaluation.scores import systems as ranking
from abovechance.intake.frames.frame import distinct_rows
from abovechance.report.builders.evaluation.evaluation import document
from abovechance.report.formats.json import to_json

PLACES = ["csv", "embedded", "parquet", "duckdb", "view", "spark", "spark csv", "spark table"]
LABELS = ['say "no"', "ünï, cödé", "new\nline", "a'b", " blank "]


def items(n=400, seed=1):
    """Columns of every kind, with whatever has broken a reader before."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(5, size=n)
    guess = np.where(rng.random(n) < 0.6, truth, rng.integers(5, size=n))
    other = np.where(rng.random(n) < 0.5, truth, rng.integers(5, size=n))
    real = rng.random(n) < 0.4
    return {
        "truth": [LABELS[i] for i in truth],
        "prediction": [LABELS[i] for i in guess],
        "other": [LABELS[i] for i in other],
        "gaps": [None if rng.random() < 0.1 else LABELS[i] for i in guess],
        "class": truth.tolist(),
        "class.answer": [None if rng.random() < 0.1 else float(i) for i in guess],
        "is": real.tolist(),
        "was": (real ^ (rng.random(n) < 0.2)).tolist(),
        "site": [f"site `{i}`; --" for i in rng.integers(3, size=n)],
        "patient": [f"p{i}" for i in rng.integers(40, size=n)],
        "weight": (rng.integers(1, 8, size=n) / 4).tolist(),
        "n": rng.integers(1, 5, size=n).tolist(),
        "score": np.round(rng.normal(real, 1), 2).tolist(),
        "late score": [float(x) if rng.random() < 0.95 else None for x in np.round(rng.normal(real, 2), 3)],
        "item": [f"i{i:03d}" for i in range(n)],
        "ann": [str(i) for i in truth],
        "bob": [str(i) for i in guess],
        "eve": [None if rng.random() < 0.1 else str(i) for i in other],
    }


@pytest.fixture(autouse=True)
def few_draws(monkeypatch):
    """The same draws from the same counts: few will do."""
    for name in ("_MOST_REPLICATES", "_FEWEST_FOR_INTERVALS", "_DIP_DRAWS"):
        monkeypatch.setattr(ranking, name, 50)


def text(value):
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


@pytest.fixture(scope="module")
def places(tmp_path_factory, connect_url, connect):
    """How each place of the same items is named in the command line."""
    folder = tmp_path_factory.mktemp("items")
    columns = items()
    table = pa.table(columns)
    pq.write_table(table, folder / "items.parquet")
    with (folder / "items.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        # In text, 1.0 is no other label than 1 only if it is written so.
        whole = {"class.answer": [None if x is None else int(x) for x in columns["class.answer"]]}
        writer.writerows(map(text, row) for row in zip(*(columns | whole).values(), strict=True))
    with duckdb.connect(str(folder / "my data.duckdb")) as database:
        database.register("given", table)
        database.execute('CREATE SCHEMA "in"; CREATE TABLE "in"."my items" AS SELECT * FROM given')
        database.execute('CREATE VIEW seen AS SELECT * FROM "in"."my items"')
    connect.read.parquet(str(folder / "items.parquet")).createOrReplaceTempView("items_seen")
    same_session = f"{connect_url}/;session_id={connect.session_id};user_id={connect.client._user_id}"
    return {
        "csv": [folder / "items.csv"],
        "embedded": [folder / "items.csv", "--engine", "duckdb"],
        "parquet": [folder / "items.parquet"],
        "duckdb": ["in.my items", "--connect", folder / "my data.duckdb"],
        "view": ["seen", "--connect", folder / "my data.duckdb"],
        "spark": [folder / "items.parquet", "--connect", connect_url],
        "spark csv": [folder / "items.csv", "--connect", connect_url],
        "spark table": ["items_seen", "--connect", same_session],
    }


COMMANDS = {
    "labels": ["evaluate"],
    "groups": ["evaluate", "--by", "site", "--cluster", "patient"],
    "weights": ["evaluate", "--weight", "weight", "--by", "was", "--by", "is"],
    "weights as groups": ["evaluate", "--weight", "n", "--by", "n"],
    "missing": ["evaluate", "--prediction", "gaps", "--on-missing", "label"],
    "numbers": ["evaluate", "--truth", "class", "--prediction", "class.answer", "--on-missing", "drop"],
    "truth values": ["evaluate", "--truth", "is", "--prediction", "was", "--positive", "true"],
    "test": ["test", "--count", "n", "--per-class", "--by", "site", "--seed", "1"],
    "compare": ["compare", "--prediction", "prediction", "--prediction", "other", "--seed", "1"],
    "clusters": [
        "compare", "--truth", "truth", "--prediction", "other", "--prediction", "gaps", "--on-missing", "drop",
        "--cluster", "patient", "--seed", "1",
    ],
    "roc": ["roc", "--truth", "is", "--score", "score"],
    "roc of two": ["roc", "--truth", "was", "--score", "late score", "--score", "score", "--on-missing", "drop"],
    "roc of groups": ["roc", "--truth", "is", "--score", "score", "--by", "site", "--positive", "false"],
    "roc with weights": ["roc", "--truth", "is", "--score", "score", "--weight", "weight"],
    "agree": ["agree", "--rater", "ann", "--rater", "bob", "--rater", "eve", "--item", "item"],
}  # fmt: skip


def value(run, places, place, command, *more):
    name, *options = command
    outcome = run(name, *places[place], *more, *options, "--json", "-")
    assert outcome.code == 0
    found = json.loads(outcome.out)
    # numbers are written in one way where they are numbers, and in several where they are text
    assert outcome.err == "".join(f"abovechance: {said}\n" for said in found.pop("warnings"))
    source = found.pop("source")
    return found, {key: source[key] for key in source if key not in ("file", "files", "engine", "connect")}


@pytest.mark.parametrize("command", COMMANDS)
def test_all_places_give_the_same(run, places, command):
    expected = value(run, places, "csv", COMMANDS[command])
    for place in PLACES[1:]:
        assert value(run, places, place, COMMANDS[command]) == expected, place


def test_all_places_give_the_same_concordance(run, places):
    def concordance(place):
        file, *options = places[place]
        outcome = run(
            "concord",
            file,
            "class",
            "class.answer",
            *options,
            "--on-missing",
            "drop",
            "--seed",
            "1",
            "--json",
            "-",
        )
        assert outcome.code == 0
        found = json.loads(outcome.out)
        return {key: part for key, part in found.items() if key not in ("source", "warnings")}

    expected = concordance("csv")
    for place in PLACES[1:]:
        assert concordance(place) == expected, place


def test_they_are_what_the_library_says_of_the_text(run, places):
    columns = {name: list(map(text, column)) for name, column in items().items()}
    tables = ac.Tables.from_labels(columns["truth"], columns["prediction"])
    expected = json.loads(to_json(document(ac.evaluate(tables))))
    for place in PLACES:
        found, _ = value(run, places, place, COMMANDS["labels"])
        assert found == {key: part for key, part in expected.items() if key not in ("source", "warnings")}


def test_one_score_is_ranked_where_it_is(run, places):
    def area(place):
        found, _ = value(run, places, place, ["roc", "--truth", "is", "--score", "score", "--on-disk"])
        return found["systems"][0]["auc"], found["systems"][0]["positives"]

    expected = area("csv")
    for place in PLACES[1:]:
        assert area(place) == expected, place


def test_more_items_than_can_be_taken_one_by_one_are_ranked_where_they_are(run, places, monkeypatch):
    monkeypatch.setattr("abovechance.intake.engines.spark_table.MOST_ITEMS", 399)
    alone = ["--truth", "is", "--score", "score"]
    assert "counted by Spark" in run("roc", *places["spark"], *alone).out
    assert "400 items, and no more than 399" in run("roc", *places["spark"], *alone, "--by", "site").refused


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("y,s\na,0.5\nb,1\nc,2\n", "name the positive one with --positive, and all others"),
        ("y,s\na,0.5\na,1\n", "name the positive class with --positive"),
        ("y,s\na,0.5\nb,1\n,2\n", "say --on-missing drop to leave"),
    ],
)
def test_what_cannot_be_ranked_where_it_is_names_options(run, places, tmp_path, text, said):
    (tmp_path / "scores.csv").write_text(text, encoding="utf-8")
    command = ["roc", tmp_path / "scores.csv", "--truth", "y", "--score", "s", "--on-disk"]
    for place in ("csv", "spark"):
        assert said in run(*command, *places[place][1:]).refused


WIDE = COMMANDS["agree"]
LONG = ["agree", "--item", "item", "--rater", "who", "--category", "label"]


@pytest.fixture(params=["wide", "long"])
def command_of_ratings(request, places, tmp_path, connect_url):
    """The same ratings as a column for each rater, and as a row for each of them."""
    if request.param == "wide":
        return {"spark": places["spark"]}, WIDE
    columns = items()
    rows = [
        (item, who, columns[who][place])
        for place, item in enumerate(columns["item"])
        for who in ("ann", "bob", "eve")
    ]
    table = dict(zip(("item", "who", "label"), map(list, zip(*rows, strict=True)), strict=True))
    pq.write_table(pa.table(table), tmp_path / "long.parquet")
    return {"spark": [tmp_path / "long.parquet", "--connect", connect_url]}, LONG


def test_more_ratings_than_can_be_taken_one_by_one_are_counted_where_they_are(
    run, places, command_of_ratings, monkeypatch
):
    expected, _ = value(run, places, "csv", WIDE)
    monkeypatch.setattr("abovechance.intake.engines.spark_table.MOST_ITEMS", 399)
    there, command = command_of_ratings
    found, _ = value(run, there, "spark", command)
    for key in ("items", "raters", "ratings", "categories", "notes", "why"):
        assert found[key] == expected[key], key
    for key in ("rows", "by_category", "by_rater"):
        for mine, theirs in zip(found[key], expected[key], strict=True):
            assert mine.keys() == theirs.keys()
            assert all(mine[name] == pytest.approx(theirs[name]) for name in mine)
    kinds = found["by_item"]
    assert sum(row["times"] for row in kinds) > len(kinds)
    assert {row["item"] for row in kinds} <= set(items()["item"])


def test_raters_are_named_where_there_are_too_many_items_to_look_at(run, places, monkeypatch):
    monkeypatch.setattr("abovechance.intake.engines.spark_table.MOST_ITEMS", 399)
    assert "name the column of each rater with --rater" in run("agree", *places["spark"]).refused


def test_the_source_says_where_the_items_were(run, places):
    def source(place):
        return json.loads(run("evaluate", *places[place], "--json", "-").out)["source"]

    found = source("duckdb")
    assert (found["file"], found["engine"], found["files"]) == ("in.my items", "duckdb", None)
    assert found["connect"] == str(places["duckdb"][2])
    found = source("spark table")
    assert (found["file"], found["engine"], found["files"]) == ("items_seen", "spark", None)
    assert found["connect"].startswith("sc://")
    assert "session_id" not in found["connect"]
    found = source("embedded")
    assert (found["engine"], found["connect"], found["files"]) == ("duckdb", None, 1)


def test_a_report_names_the_table(run, places):
    assert "\nin.my items: truth 'truth'" in run("evaluate", *places["duckdb"]).out


@pytest.mark.parametrize(
    ("place", "arguments", "said"),
    [
        ("duckdb", ["in.my itms"], "has no table or view 'in.my itms'; did you mean 'in.my items'?"),
        ("duckdb", ["else"], "has no table or view 'else'; there are 'seen', 'in.my items'"),
        ("duckdb", ["seen", "in.my items"], "name one table or view"),
        ("duckdb", ["seen", "--truth", "trut"], "'seen' has no column 'trut'; did you mean 'truth'?"),
        ("duckdb", ["seen", "--engine", "spark"], "is no URL of a Spark"),
        ("duckdb", ["seen", "--skip-bad"], "--skip-bad leaves out files, and this is a table"),
        ("duckdb", ["-"], "standard input cannot be read with --connect"),
        ("duckdb", ["seen", "--table"], "--table takes one file"),
        ("duckdb", ["seen", "--weight", "site"], "is not a finite, non-negative number"),
        ("spark", ["items_sen"], "has no table 'items_sen'"),
        ("spark table", ["items_sen"], "has no table 'items_sen'; did you mean 'items_seen'?"),
        ("spark table", ["default.items_sen"], "has no table 'default.items_sen'"),
        ("spark", ["/no/where.parquet"], "there is nothing at '/no/where.parquet', as Spark at sc://"),
        ("spark", ["a.csv", "a.csv"], "a file is given twice"),
        ("spark", ["a.csv", "b.parquet"], "files of several formats (csv, parquet)"),
        ("spark", ["one", "two"], "several tables cannot be counted as one"),
        ("spark", ["one", "--engine", "duckdb"], "is the URL of a Spark, not the file of a database"),
        ("spark", ["one", "--skip-bad"], "not by Spark"),
    ],
)  # fmt: skip
def test_what_is_not_there(run, places, place, arguments, said):
    assert said in run("evaluate", *arguments, *places[place][1:]).refused


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--connect", "sc://127.0.0.1:9"], "Spark cannot be reached at sc://127.0.0.1:9 (is Spark Connect"),
        (["--connect", "sc://127.0.0.1:9/;token=mysecret"], "sc://127.0.0.1:9 (is"),
        (["--connect", "sc://127.0.0.1:9/;mysecret"], "sc://127.0.0.1:9 is not the URL of a Spark Connect"),
        (["--connect", "spark://127.0.0.1:9"], "Spark cannot be reached at spark://127.0.0.1:9: connection refused"),
        (["--connect", "spark://here"], "it is spark://host:port"),
        (["--connect", "postgres://me:mysecret@host/db"], "'postgres://host/db' is neither the file of a DuckDB"),
        (["--connect", "localhost:50051"], "the URL of a Spark, which begins with sc:// or spark://"),
        (["--connect", "sc://127.0.0.1:9;token=mysecret"], "sc://127.0.0.1:9"),
        (["--connect", "sc://127.0.0.1:port"], "sc://127.0.0.1:port is not the URL of a Spark Connect server"),
        (["--connect", "no.duckdb"], "there is no database 'no.duckdb'"),
        (["--engine", "spark"], "say where Spark is: --connect sc://host:15002"),
        (["--engine", "polars"], "polars"),
    ],
)  # fmt: skip
def test_who_cannot_be_reached(run, monkeypatch, options, said):
    for name in ("SPARK_REMOTE", "SPARK_MASTER", "MASTER"):
        monkeypatch.delenv(name, raising=False)
    refused = run("evaluate", "items.csv", *options).refused
    assert said in refused
    assert "mysecret" not in refused


def test_a_file_that_is_no_database(run, places):
    refused = run("evaluate", "seen", "--connect", places["csv"][0]).refused
    assert "cannot be opened as a DuckDB database" in refused


def test_a_file_that_is_no_database_may_have_any_name(run, tmp_path):
    path = tmp_path / "block version.duckdb"
    path.write_bytes(b"junk")
    refused = run("evaluate", "t", "--connect", path).refused
    assert "not a valid DuckDB database" in refused
    assert "another" not in refused


def test_a_database_that_someone_writes(run, tmp_path, python):
    path = tmp_path / "busy.duckdb"
    code = f"import duckdb; c = duckdb.connect({str(path)!r}); c.execute('CREATE TABLE t AS SELECT 1 AS a'); print(flush=True); input()"
    with subprocess.Popen([python, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer:
        writer.stdout.readline()
        assert "another process has it open to write" in run("evaluate", "t", "--connect", path).refused
        writer.communicate(b"\n")


def test_the_database_is_not_written_over_and_not_changed(run, places):
    path = places["view"][2]
    before = path.read_bytes()
    assert "would overwrite the input" in run("evaluate", *places["view"], "--json", path).refused
    assert run("roc", *places["view"], "--truth", "is", "--score", "score", "--on-disk").code == 0
    assert path.read_bytes() == before
    assert sorted(x.name for x in path.parent.iterdir()) == ["items.csv", "items.parquet", "my data.duckdb"]


def test_without_the_library_it_is_said_how_to_get_it(run, monkeypatch):
    for name in ("pyspark", "pyspark.util"):
        monkeypatch.setitem(sys.modules, name, None)
    assert "pip install 'abovechance[spark]'" in run("evaluate", "t", "--connect", "sc://127.0.0.1:9").refused
    assert "pip install 'abovechance[arrow]' pyspark==" in run("evaluate", "t", "--connect", "yarn").refused


def test_a_master_needs_all_of_spark(run, monkeypatch):
    monkeypatch.setattr("pyspark.util.is_remote_only", lambda: True)
    refused = run("evaluate", "t", "--connect", "local[2]").refused
    assert "needs all of Spark on this machine: pip uninstall pyspark-client, then" in refused


def test_the_environment_may_say_where_spark_is(run, places, monkeypatch):
    monkeypatch.setenv("SPARK_REMOTE", places["spark"][2])
    assert run("evaluate", places["spark"][0], "--engine", "spark").code == 0


def test_a_cluster_that_is_lost_is_told_of(run, places, monkeypatch):
    from pysail.spark import SparkConnectServer

    server = SparkConnectServer(port=0)
    server.start(background=True)
    host, port = server.listening_address

    def lost(*arguments, **options):
        server.stop()
        return distinct_rows(*arguments, **options)

    monkeypatch.setattr("abovechance.intake.engines.spark._RETRIES_OF_WORK", 1)
    monkeypatch.setattr("abovechance.intake.engines.spark_table.distinct_rows", lost)
    refused = run("evaluate", places["spark"][0], "--connect", f"sc://{host}:{port}").refused
    assert f"Spark at sc://{host}:{port} was lost while it worked" in refused


def test_what_is_no_number_is_not_left_out(run, places, tmp_path):
    (tmp_path / "scores.csv").write_text("y,p\na,0.5\nb,foo\nb,0.7\na,0.1\n", encoding="utf-8")
    command = ["roc", tmp_path / "scores.csv", "--truth", "y", "--score", "p", "--on-missing", "drop"]
    where = places["spark"][1:]
    assert "'foo' in column 'p' is not a number" in run(*command, *where).refused
    assert "'foo' is not a number; leave a cell empty" in run(*command, "--on-disk", *where).refused


@pytest.mark.parametrize("name", ["lines.jsonl", "*.csv", "tabs.tsv", "semicolons.txt", "by site"])
def test_spark_reads_what_files_are_read(run, places, tmp_path, name):
    table = pq.read_table(places["parquet"][0], columns=["truth", "prediction", "site"])
    frame = table.to_pandas()
    frame.to_json(tmp_path / "lines.jsonl", orient="records", lines=True)
    for i in range(2):
        frame[i::2].to_csv(tmp_path / f"part{i}.csv", index=False)
    frame.to_csv(tmp_path / "tabs.tsv", sep="\t", index=False)
    frame.rename(columns={"site": "si;te"}).to_csv(tmp_path / "semicolons.txt", sep=";", index=False)
    pq.write_to_dataset(table, tmp_path / "by site", partition_cols=["site"])
    expected = json.loads(run("evaluate", tmp_path / name, "--json", "-").out)
    found = json.loads(run("evaluate", tmp_path / name, *places["spark"][1:], "--json", "-").out)
    assert found["tables"] == expected["tables"]
    assert found["rows"] == expected["rows"]


def test_nothing_of_spark_is_on_the_terminal(places, python):
    tokens = ["evaluate", *map(str, places["spark"]), "--json", "-"]
    found = subprocess.run([python, "-m", "abovechance", *tokens], capture_output=True, check=True, text=True)
    assert found.stderr == ""
    assert json.loads(found.stdout)["classes"]
