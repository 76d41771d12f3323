"""The same items give the same answer, or are refused alike, whatever door they come through.

Lists, arrays, frames, files of every format and tables of engines are asked all questions that commands answer.
"""

import io
import json
import math
from contextlib import redirect_stderr, redirect_stdout

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance.cli.app import main
from tests.spreadsheet import write_xlsx

REFUSED = "refused"


@st.composite
def items(draw):
    """Truth, two answers, a third rater's, scores: labels of one type, of which some may be missing."""
    labels = draw(st.sampled_from([[0, 1], [0, 1, 2], ["no", "yes"], ["a", 'b "q", x', "é"]]))
    n = draw(st.integers(6, 14))
    columns = {name: draw(st.lists(st.sampled_from(labels), min_size=n, max_size=n)) for name in "ypqr"}
    columns["y"][: len(labels)] = labels  # every class occurs
    for i in draw(st.lists(st.integers(0, n - 1), max_size=2, unique=True)):
        columns["p"][i] = None
    columns["s"] = [k / 8 for k in draw(st.lists(st.integers(0, 8), min_size=n, max_size=n))]
    return columns


def typed(columns):
    """The columns as a frame: integers with gaps stay integers."""
    frame = pd.DataFrame(columns)
    whole = [name for name in "ypqr" if any(isinstance(x, int) for x in columns[name])]
    return frame.astype(dict.fromkeys(whole, "Int64"))


def arrow(columns):
    return pa.table({name: pa.array(column) for name, column in columns.items()})


ARRAYS = {
    "lists": dict,
    "numpy": lambda columns: {name: np.array(column, dtype=object) for name, column in columns.items()},
    "pandas": typed,
    "pandas of floats": pd.DataFrame,
    "polars": pl.DataFrame,
    "arrow": arrow,
}


def archive(columns, path):
    typed(columns).to_csv(path, index=False, compression={"method": "zip", "archive_name": "items.csv"})


FILES = {
    "items.csv": lambda columns, path: typed(columns).to_csv(path, index=False),
    "items.tsv": lambda columns, path: typed(columns).to_csv(path, index=False, sep="\t"),
    "items.csv.gz": lambda columns, path: typed(columns).to_csv(path, index=False),
    "items.jsonl": lambda columns, path: typed(columns).to_json(path, orient="records", lines=True),
    "items.json": lambda columns, path: typed(columns).to_json(path, orient="records"),
    "items.parquet": lambda columns, path: typed(columns).to_parquet(path, index=False),
    "floats.parquet": lambda columns, path: pd.DataFrame(columns).to_parquet(path, index=False),
    "items.arrow": lambda columns, path: pa.feather.write_feather(arrow(columns), str(path)),
    "items.zip": archive,
    "items.xlsx": write_xlsx,
}


def of_arrays(question, columns, policy):
    """What the library answers; numbers by name."""
    try:
        return QUESTIONS[question][0](columns, policy)
    except ac.InputError:
        return REFUSED


def evaluate(columns, policy):
    tables = ac.Tables.from_labels(columns["y"], columns["p"], on_missing=policy)
    found = ac.interval("informedness", tables)
    return {"n": tables.total, "value": found.value, "low": found.low, "high": found.high} | {
        f"{a},{b}": int(x)
        for a, row in zip(tables.labels, tables.counts, strict=True)
        for b, x in zip(tables.labels, row, strict=True)
    }


def evaluated(document):
    (row,) = [x for x in document["rows"] if x["measure"] == "informedness" and x["class"] is None]
    (table,) = document["tables"]
    cells = {
        f"{a},{b}": x
        for a, counts in zip(document["classes"], table["counts"], strict=True)
        for b, x in zip(document["classes"], counts, strict=True)
    }
    return {"n": table["n"], "value": row["estimate"], "low": row["low"], "high": row["high"]} | cells


def outcome(columns, policy):
    return {"p": ac.test(ac.Tables.from_labels(columns["y"], columns["p"], on_missing=policy)).p_value}


def compare(columns, policy):
    answers = {name: columns[name] for name in "pq"}
    (row,) = ac.compare(columns["y"], answers, on_missing=policy, seed=1).pairs
    return {"difference": row.difference, "low": row.low, "high": row.high, "p": row.p_value}


def compared(document):
    row = next(x for x in document["rows"] if x["class"] is None)
    return {"difference": row["difference"], "low": row["low"], "high": row["high"], "p": row["p_value"]}


def roc(columns, policy):
    curve = ac.Curve.from_scores(columns["y"], columns["s"], on_missing=policy)
    return {"auc": curve.auc, "low": ac.curves.auc_interval(curve).low}


def ranked(document):
    (system,) = document["systems"]
    return {"auc": system["auc"]["value"], "low": system["auc"]["low"]}


def agree(columns, policy):
    rows = [list(row) for row in zip(*(plain(columns[name]) for name in "pqr"), strict=True)]
    found = ac.agreement(rows, "krippendorff_alpha")
    return {"alpha": found.value, "low": found.low}


def agreed(document):
    row = next(x for x in document["rows"] if x["coefficient"] == "krippendorff_alpha")
    return {"alpha": row["value"], "low": row["low"]}


def concord(columns, policy):
    found = ac.concordance(columns["p"], columns["q"], "adjusted_rand", on_missing=policy)
    return {"value": found.value}


def concorded(document):
    return {"value": next(x for x in document["rows"] if x["measure"] == "adjusted_rand")["value"]}


def plain(column):
    """A column as a list in which what is missing is None."""
    values = column.to_pylist() if hasattr(column, "to_pylist") else list(column)
    return [
        None if x is None or x is pd.NA or (isinstance(x, float) and math.isnan(x)) else x for x in values
    ]


QUESTIONS = {
    "evaluate": (evaluate, ["--truth", "y", "--prediction", "p"], evaluated),
    "test": (
        outcome,
        ["--truth", "y", "--prediction", "p"],
        lambda document: {"p": document["rows"][0]["p_value"]},
    ),
    "compare": (compare, ["--truth", "y", "--prediction", "p,q", "--seed", "1"], compared),
    "roc": (roc, ["--truth", "y", "--score", "s"], ranked),
    "agree": (agree, ["--rater", "p,q,r"], agreed),
    "concord": (concord, ["p", "q"], concorded),
}
WITHOUT_POLICY = {"agree", "roc"}


def of_command(question, place, policy):
    """What the command answers; numbers by name."""
    _, options, taken = QUESTIONS[question]
    policy_said = [] if question in WITHOUT_POLICY else ["--on-missing", policy]
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        code = main([question, *place, *options, *policy_said, "--json", "-"])
    out.flush()
    return REFUSED if code == 2 else taken(json.loads(out.buffer.getvalue()))


def same(found, expected):
    if REFUSED in (found, expected):
        return found == expected
    return found.keys() == expected.keys() and all(
        found[k] == pytest.approx(expected[k], rel=1e-9, abs=1e-12, nan_ok=True)
        for k in expected
        if expected[k] is not None and found[k] is not None
    )


@pytest.mark.parametrize("policy", ["error", "drop"])
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.filterwarnings("ignore::abovechance.core.errors.InputWarning")
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(columns=items())
def test_every_door_gives_the_same_answer(tmp_path_factory, question, policy, columns):
    folder = tmp_path_factory.mktemp("doors")
    expected = of_arrays(question, columns, policy)
    for name, make in ARRAYS.items():
        assert same(of_arrays(question, make(columns), policy), expected), name
    for name, write in FILES.items():
        write(columns, folder / name)
        assert same(of_command(question, [str(folder / name)], policy), expected), name
    with duckdb.connect(str(folder / "items.duckdb")) as database:
        database.register("given", arrow(columns))
        database.execute("CREATE TABLE items AS SELECT * FROM given")
    place = ["items", "--connect", str(folder / "items.duckdb")]
    assert same(of_command(question, place, policy), expected), "duckdb"
