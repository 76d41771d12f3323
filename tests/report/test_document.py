import json
from importlib.resources import files

import jsonschema
import numpy as np
import pytest
from hypothesis import given, settings

import abovechance as ac
from abovechance import Axis, Tables
from abovechance.evaluation.gates import Gate, judge
from abovechance.evaluation.result import document
from abovechance.report.escape import to_json
from tests.strategies import tables

SCHEMA = json.loads(files("abovechance.report").joinpath("schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
SOURCE = {
    "file": "x.csv", "files": 1, "skipped": [], "engine": None, "connect": None, "truth": "t", "prediction": "p",
    "weight": None, "by": [], "left_out": 0, "stopped": False,
}  # fmt: skip


def strict(text):
    """Parse JSON as a reader that knows no NaN."""
    return json.loads(text, parse_constant=pytest.fail)


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@settings(deadline=None, max_examples=25)
@given(tables())
def test_every_evaluation_follows_the_schema(t):
    VALIDATOR.validate(strict(to_json(document(ac.evaluate(t), SOURCE))))


@pytest.mark.parametrize("counts", [[[28, 12], [30, 30]], [[5, 0], [0, 0]]])
def test_every_measure_follows_the_schema(counts):
    VALIDATOR.validate(strict(to_json(ac.evaluate(Tables.from_counts(counts), measures="all").to_dict())))


def test_members_are_those_of_the_schema():
    t = Tables.from_cells(tp=0, fp=0, fn=4, tn=6)
    gate = Gate.parse("mcc=0.1")
    value = document(ac.evaluate(t), SOURCE, [judge(gate, ac.evaluate(t, measures=[gate.measure])).to_dict()])
    assert set(value) == set(SCHEMA["properties"])
    defined = SCHEMA["$defs"]
    for name, part in (
        ("row", value["rows"][0]),
        ("table", value["tables"][0]),
        ("finding", value["findings"][0]),
        ("gate", value["gates"][0]),
        ("source", value["source"]),
        ("test", value["test"]),
    ):
        assert set(part) == set(defined[name]["properties"]), name


@pytest.mark.parametrize("without", ["value", "reason"])
def test_the_schema_refuses_an_undefined_row_without_reason(without):
    value = ac.evaluate(Tables.from_cells(tp=0, fp=0, fn=4, tn=6), measures=["precision"]).to_dict()
    VALIDATOR.validate(value)
    value["rows"][0][without] = None if without == "reason" else "NaN"
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate(value)


def test_infinity_is_text_and_nan_is_null():
    value = ac.evaluate(Tables.from_cells(tp=4, fp=0, fn=0, tn=6), measures=["odds_ratio"]).to_dict()
    assert value["rows"][0]["value"] == "Infinity"
    value = ac.evaluate(Tables.from_cells(tp=0, fp=0, fn=4, tn=6), measures=["precision"]).to_dict()
    assert value["rows"][0]["value"] is None
    assert value["rows"][0]["reason"] == "'positive' was never predicted"


def test_labels_and_groups_are_text():
    t = Tables.from_counts(np.ones((2, 2, 2), dtype=int), labels=[1, 2.5], axes=[Axis("fold", (0, 1))])
    value = ac.evaluate(t).to_dict()
    assert value["classes"] == ["1", "2.5"]
    assert value["positive"] == "2.5"
    assert value["axes"] == ["fold"]
    assert [table["group"] for table in value["tables"]] == [None, ["0"], ["1"]]
    VALIDATOR.validate(value)


def test_counts_keep_their_type():
    value = ac.evaluate(Tables.from_counts([[10**17 + 1, 0], [0, 1]])).to_dict()
    assert value["tables"][0]["counts"] == [[10**17 + 1, 0], [0, 1]]
    value = ac.evaluate(Tables.from_counts([[0.5, 0.25], [0, 1]])).to_dict()
    assert value["tables"][0]["counts"] == [[0.5, 0.25], [0.0, 1.0]]


def test_gates_tell_what_was_tested():
    t = Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    result = ac.evaluate(t)
    value = document(result, None, [judge(Gate.parse("recall=0.6"), result).to_dict()])
    assert value["gates"] == [
        {
            "measure": "recall",
            "class": "positive",
            "fail": "under",
            "bound": 0.6,
            "tested": "low",
            "value": result["recall"].low,
            "outcome": "failed",
            "reason": None,
        }
    ]
    VALIDATOR.validate(value)


def test_any_label_survives():
    labels = ["\ud800", "\x00", "é", "\u202e", "</script>"]
    t = Tables.from_counts(np.eye(5, dtype=int), labels=labels)
    text = to_json(ac.evaluate(t).to_dict()).encode("utf-8", "backslashreplace").decode()
    assert strict(text)["classes"] == labels


def test_intervals_and_the_test_are_there():
    t = Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    value = ac.evaluate(t, level=0.9).to_dict()
    found, test = ac.interval(t, "informedness", level=0.9), ac.test(t)
    row = value["rows"][0]
    assert (row["low"], row["high"], row["se"]) == (found.low, found.high, found.se)
    assert (row["method"], row["warning"]) == ("miettinen_nurminen", None)
    assert (value["level"], value["clusters"]) == (0.9, None)
    assert value["test"] == {
        "method": "informedness",
        "alternative": "two-sided",
        "statistic": test.statistic,
        "p_value": test.p_value,
        "reference": "normal",
        "monte_carlo_error": 0.0,
        "reason": None,
        "warning": None,
    }
    VALIDATOR.validate(value)


def test_without_intervals_they_are_null():
    value = ac.evaluate(Tables.from_cells(tp=30, fp=12, fn=30, tn=28), level=None).to_dict()
    assert (value["level"], value["test"], value["rows"][0]["low"]) == (None, None, None)
    VALIDATOR.validate(value)


def test_clusters_are_named_and_counted():
    groups = {"patient": [1, 1, 2, 2, 3, 3]}
    value = ac.evaluate(Tables.from_labels(list("ababab"), list("abbbaa"), by=groups), clusters="patient")
    value = value.to_dict()
    assert value["clusters"] == {"name": "patient", "number": 3}
    assert value["axes"] == []
    assert value["test"]["reference"] == "cumulants of clusters"
    VALIDATOR.validate(value)
