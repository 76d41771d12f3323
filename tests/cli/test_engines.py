"""The same JSON from arrays, CSV, Parquet, a DuckDB table and Spark: to the last digit."""

import csv
import json

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import abovechance as ac
from abovechance.report.document import document, to_json

PLACES = ["csv", "embedded", "parquet", "duckdb", "spark", "spark csv", "spark table"]
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
    "missing": ["evaluate", "--prediction", "gaps", "--missing", "label"],
    "numbers": ["evaluate", "--truth", "class", "--prediction", "class.answer", "--missing", "drop"],
    "truth values": ["evaluate", "--truth", "is", "--prediction", "was", "--positive", "true"],
    "test": ["test", "--count", "n", "--per-class", "--by", "site", "--seed", "1"],
    "compare": ["compare", "--prediction", "prediction", "--prediction", "other", "--seed", "1"],
    "clusters": [
        "compare", "--truth", "truth", "--prediction", "other", "--prediction", "gaps", "--missing", "drop",
        "--cluster", "patient", "--seed", "1",
    ],
    "roc": ["roc", "--truth", "is", "--score", "score"],
    "roc of two": ["roc", "--truth", "was", "--score", "late score", "--score", "score", "--missing", "drop"],
    "roc of groups": ["roc", "--truth", "is", "--score", "score", "--by", "site", "--positive", "false"],
    "roc with weights": ["roc", "--truth", "is", "--score", "score", "--weight", "weight"],
    "agree": ["agree", "--rater", "ann", "--rater", "bob", "--rater", "eve", "--item", "item"],
}  # fmt: skip


def value(run, places, place, command, *more):
    name, *options = command
    outcome = run(name, *places[place], *more, *options, "--json", "-")
    assert (outcome.code, outcome.err) == (0, "")
    found = json.loads(outcome.out)
    source = found.pop("source")
    return found, {key: source[key] for key in source if key not in ("file", "engine", "connect")}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("place", PLACES[1:])
def test_all_places_give_the_same(run, places, place, command):
    assert value(run, places, place, COMMANDS[command]) == value(run, places, "csv", COMMANDS[command])


@pytest.mark.parametrize("place", PLACES[1:])
def test_all_places_give_the_same_concordance(run, places, place):
    def concordance(place):
        file, *options = places[place]
        outcome = run(
            "concord",
            file,
            "class",
            "class.answer",
            *options,
            "--missing",
            "drop",
            "--seed",
            "1",
            "--json",
            "-",
        )
        assert (outcome.code, outcome.err) == (0, "")
        return {key: part for key, part in json.loads(outcome.out).items() if key != "source"}

    assert concordance(place) == concordance("csv")


def test_they_are_what_the_library_says_of_the_text(run, places):
    columns = {name: list(map(text, column)) for name, column in items().items()}
    tables = ac.Tables.from_labels(columns["truth"], columns["prediction"])
    expected = json.loads(to_json(document(ac.evaluate(tables), None)))
    for place in PLACES:
        found, _ = value(run, places, place, COMMANDS["labels"])
        assert found == {key: part for key, part in expected.items() if key != "source"}
