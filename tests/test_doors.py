"""The same items give the same answer, or are refused alike, whatever door they come through.

Lists, arrays, frames, files of every format and tables of engines are asked all questions that commands answer.
"""

import io
import json
import math
from contextlib import redirect_stderr, redirect_stdout
from numbers import Real

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
    found = ac.interval(tables, "informedness")
    return {"n": tables.total, "value": found.value, "low": found.low, "high": found.high} | {
        f"{a},{b}": int(x)
        for a, row in zip(map(written, tables.labels), tables.counts, strict=True)
        for b, x in zip(map(written, tables.labels), row, strict=True)
    }


def written(label):
    """A label as text: of numbers that are equal the same."""
    return f"{label:g}" if isinstance(label, Real) else str(label)


def evaluated(document):
    (row,) = [x for x in document["rows"] if x["measure"] == "informedness" and x["class"] is None]
    (table,) = document["tables"]
    cells = {
        f"{a},{b}": x
        for a, counts in zip(document["classes"], table["counts"], strict=True)
        for b, x in zip(document["classes"], counts, strict=True)
    }
    return {"n": table["n"], "value": row["value"], "low": row["low"], "high": row["high"]} | cells


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
    row = next(x for x in document["rows"] if x["measure"] == "krippendorff_alpha")
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


FLOATS = {
    "csv": lambda frame, path: frame.to_csv(path, index=False),
    "parquet": lambda frame, path: frame.to_parquet(path, index=False),
    "jsonl": lambda frame, path: frame.to_json(path, orient="records", lines=True),
}


@pytest.mark.parametrize("ending", FLOATS)
def test_a_class_is_named_by_any_text_of_its_number(tmp_path, ending):
    frame = pd.DataFrame({"truth": [1.0, 0.0, 1.0, 0.0, 1.0], "prediction": [1.0, 1.0, 1.0, 0.0, 0.0]})
    path = tmp_path / f"x.{ending}"
    FLOATS[ending](frame, path)
    expected = ac.Tables.from_labels([1, 0, 1, 0, 1], [1, 1, 1, 0, 0])
    for named in ({"positive": "1"}, {"labels": ["0", "1"]}):
        found = ac.Tables.from_file(path, **named)
        assert (found.labels, found.positive) == (("0", "1"), "1")
        np.testing.assert_array_equal(found.counts, expected.counts)
    scored = frame.assign(score=[0.9, 0.2, 0.4, 0.5, 0.8])
    FLOATS[ending](scored, path)
    assert (
        ac.Curve.from_file(path, positive="1").auc
        == ac.Curve.from_scores(frame["truth"], scored["score"]).auc
    )


@pytest.mark.parametrize("kind", ["float32", "float64"])
def test_a_threshold_means_the_same_for_scores_of_any_precision(tmp_path, kind):
    frame = pd.DataFrame({"truth": ["a", "b"] * 10, "score": (np.arange(20) % 10 / 10).astype(kind)})
    expected = int((frame["score"] >= np.array(0.7, dtype=kind)).sum())
    path = tmp_path / "x.parquet"
    frame.to_parquet(path, index=False)
    tables = ac.Tables.from_file(path, "truth", "score", threshold=0.7, positive="b")
    assert tables.counts[:, 1].sum() == expected
    for curve in (
        ac.Curve.from_file(path, positive="b"),
        ac.curves.curve_of_file(str(path), score="score", positive="b").curve,
    ):
        table = curve.at(0.7)
        assert table.counts[:, 1].sum() == expected


def test_scores_tell_of_labels_that_were_made_one(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("truth,score\n1,0.5\n1.0,0.7\n0,0.1\n0,0.2\n", encoding="utf-8")
    with pytest.warns(ac.InputWarning, match="'1' and '1.0' are one label, '1'"):
        assert ac.Curve.from_file(path, positive="1").auc == 1


def test_what_is_no_file_is_refused_in_one_sentence(tmp_path):
    for wrong in (None, 5, pd.DataFrame({"a": [1]})):
        with pytest.raises(ac.InputError, match="file must be a path, a pattern or several"):
            ac.Tables.from_file(wrong)
    path = tmp_path / "x.csv"
    path.write_text("yes,yes\nno,yes\n", encoding="utf-8")
    with pytest.raises(ac.InputError, match="calls both columns 'yes': say header=False"):
        ac.Tables.from_file(path)
    with pytest.raises(ac.InputError, match="delimiter must be one character, not 5"):
        ac.Tables.from_file(path, delimiter=5)
