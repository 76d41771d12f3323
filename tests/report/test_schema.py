"""Every document follows the schema of its kind, and the schema is a strict one."""

import json

import jsonschema
import numpy as np
import pytest
from hypothesis import given, settings

import abovechance as ac
from abovechance import Axis, Tables
from abovechance.evaluation.gates import Gate, judge
from abovechance.evaluation.significance.test import tests
from abovechance.report.build import BUILDERS, with_input
from abovechance.report.builders.evaluation.evaluation import document
from abovechance.report.formats.json import as_dict, json_text, to_json
from abovechance.report.schema import schema, schemas
from tests.strategies import tables

EVALUATION = jsonschema.Draft202012Validator(schema("evaluation"))
TWO = Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
OF_THREE = {
    "cat": {"precision": "0.58", "recall": "0.79", "support": 14},
    "dog": {"precision": "0.78", "recall": "0.58", "support": 12},
    "eel": {"recall": "0.71", "support": 34},
}
WITH_TABLE = """
Predict  cat  dog  eel
Actual
cat      11   0    3

dog      0    7    5

eel      8    2    24

Overall Statistics :
Overall ACC                                                       0.7
"""
EXAMPLES = {
    "evaluation": [lambda: ac.evaluate(TWO), lambda: ac.evaluate(TWO, level=None)],
    "bookmaker": [
        lambda: ac.bookmaker_payoff(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)),
        lambda: ac.bookmaker_payoff(ac.Tables.from_counts([[5, 1, 2], [1, 4, 0], [0, 0, 0]])),
        lambda: ac.bookmaker_payoff(ac.Tables.from_counts([[[5, 1], [2, 4]], [[3, 2], [0, 0]]])),
    ],
    "mark": [
        lambda: ac.mark(list("ABBD"), list("ABCD")),
        lambda: ac.mark([list("ABBD"), [None] * 4], list("ABCD"), options=[4, 4, 5, 4]),
    ],
    "mixture": [
        lambda: ac.mixture(TWO),
        lambda: ac.mixture(ac.Tables.from_counts([[5, 1, 2], [1, 4, 0], [2, 0, 7]]), replicates=19),
        lambda: ac.mixture(ac.Tables.from_counts([[[5, 1], [2, 4]], [[3, 2], [0, 0]]])),
    ],
    "power": [
        lambda: ac.plan(0.2, prevalence=0.3),
        lambda: ac.plan(0.2, prevalence=[0.5, 0.3, 0.2], n=100),
        lambda: ac.plan(0.5, difference=0.1, correlation=0.5),
    ],
    "roc": [
        lambda: ac.roc([0, 1, 0, 1] * 10, range(40)),
        lambda: ac.roc([0, 1, 0, 1] * 10, {"A": range(40), "B": range(0, -40, -1)}),
        lambda: ac.roc(list("abc") * 10, {k: range(30) for k in "abc"}, classes="abc"),
    ],
    "agreement": [
        lambda: ac.agreement([[1, 2, 1], [2, 2, 2], [3, 3, 1], [1, 1, 1]]),
        lambda: ac.agreement([[1, 2, None], [2, 2, 2], [3, 3, 1]], weights="quadratic"),
    ],
    "homogeneity": [
        lambda: ac.compare_groups(Tables.from_cells(tp=[9, 5, 0], fp=[1, 4, 0], fn=[2, 5, 3], tn=[9, 6, 0])),
        lambda: ac.compare_groups(Tables.from_cells(tp=[9, 5], fp=[0, 0], fn=[2, 5], tn=[0, 0])),
    ],
    "class_solution": [
        lambda: ac.solve(report=OF_THREE),
        lambda: ac.solve({"accuracy": "0.8"}, report=OF_THREE),
        lambda: ac.solve(report=WITH_TABLE),
        lambda: ac.solve(report=WITH_TABLE.replace("0.7  ", "0.8  ")),
    ],
    "comparison": [
        lambda: ac.compare(list("abab") * 5, {"A": list("abab") * 5, "B": list("abba") * 5}, seed=1),
        lambda: ac.compare(
            list("abc") * 5, {"A": list("abc") * 5, "B": ["a"] * 15, "C": list("acb") * 5}, seed=1
        ),
        lambda: ac.compare(
            list("abab") * 5, {"A": list("abab") * 5, "B": list("abba") * 5}, margin=0.1, by=list("xy") * 10
        ),
    ],
    "test": [
        lambda: tests(TWO, seed=1),
        lambda: tests(
            Tables.from_counts([[5, 1, 2], [2, 6, 1], [1, 1, 7]]), methods=["all"], per_class=True, seed=1
        ),
    ],
    "concordance": [
        lambda: ac.concordance(list("aabbcc"), [1, 1, 2, 2, 2, 3], seed=1),
        lambda: ac.concordance(list("aaaa"), [1, 1, 1, 1], seed=1),
    ],
    "judgement": [
        lambda: ac.judge(list("aabb") * 5 + [None] * 4, list("abbb") * 5 + list("abab")),
        lambda: ac.judge(list("aabb") * 5 + [None] * 4, list("abbb") * 5 + list("abab"), by=list("xy") * 12),
    ],
    "quantification": [
        lambda: ac.quantify(TWO, {"positive": 30, "negative": 9}),
        lambda: ac.quantify(TWO, {"positive": 30}, design="population"),
        lambda: ac.quantify(ac.Tables.from_counts([[[5, 1], [2, 4]], [[3, 2], [0, 1]]]), [[3, 4], [5, 6]]),
    ],
    "deployment": [
        lambda: ac.deploy(TWO, 0.02),
        lambda: ac.deploy(TWO, prevalence_counts=(1, 9), costs=(2, 1), level=None),
        lambda: ac.deploy(TWO, prevalence_interval=(0.1, 0.2)),
        lambda: ac.deploy(
            list("abc") * 9, list("aabbccabc") * 3, {"a": 0.5, "b": 0.3, "c": 0.2}, by=list("xy" * 13 + "x")
        ),
        lambda: ac.deploy(ac.solve(n=100, recall="50%", precision="71.43%"), 0.02),
    ],
    "check": [
        lambda: ac.check(
            [{"recall": "0.79", "precision": "0.81", "n": 250}, {"recall": ".5", "accuracy": "0.9"}]
        ),
    ],
    "solve": [
        lambda: ac.solve(n=100, recall="50%", precision="71.43%", accuracy="58%"),
        lambda: ac.solve(n=250, recall="0.79", precision="0.81", accuracy="0.2"),
        lambda: ac.solve(recall="0.79", precision="0.81", accuracy="0.8"),
    ],
    "abstentions": [
        lambda: ac.abstentions(list("aabb") * 5, list("a!bb") * 5, abstain="!"),
        lambda: ac.abstentions(
            list("abcc") * 5, list("abc!") * 5, abstain="!", level=None, by=list("xy") * 10
        ),
    ],
    "abstention_curve": [
        lambda: ac.abstention_curve([0, 1, 0, 1] * 10, np.linspace(0, 1, 40), answered=0.5),
        lambda: ac.abstention_curve([0, 1, 0, 1] * 10, np.linspace(0, 1, 40), informedness=1),
        lambda: ac.abstention_curve(list("abc") * 10, {k: range(30) for k in "abc"}),
    ],
    "imperfect_truth": [
        lambda: ac.imperfect_truth(TWO, agreement=0.8),
        lambda: ac.imperfect_truth(
            Tables.from_counts([[5, 1, 2], [2, 6, 1], [1, 1, 7]]), error=0.05, level=None
        ),
    ],
}
"""Results of each kind, by the library."""


def strict(text):
    """Parse JSON as a reader that knows no NaN."""
    return json.loads(text, parse_constant=pytest.fail)


def valid(result):
    """The document of a result, which follows the schema of its kind and is strict JSON."""
    value = result.to_dict()
    kind = value["schema"].removeprefix("abovechance.").removesuffix("/2")
    jsonschema.Draft202012Validator(schema(kind)).validate(strict(json_text(value)))
    assert strict(json_text(value)) == value
    return value


@pytest.mark.parametrize("kind", BUILDERS)
def test_every_schema_is_one(kind):
    found = schemas()[kind]
    jsonschema.Draft202012Validator.check_schema(found)
    assert found["$id"] == f"abovechance.{kind}/2"
    assert found["additionalProperties"] is False
    for name in ("schema", "version", "source", "warnings", "verdict", "rows"):
        assert name in found["properties"]


@pytest.mark.parametrize(
    ("kind", "at"), [(kind, i) for kind, made in EXAMPLES.items() for i in range(len(made))]
)
def test_every_kind_of_document_follows_its_schema(kind, at):
    value = valid(EXAMPLES[kind][at]())
    assert value["schema"] == f"abovechance.{kind}/2"
    assert list(value) == list(schema(kind)["properties"])


def test_every_kind_has_examples():
    assert set(EXAMPLES) == set(BUILDERS)


@settings(max_examples=25)
@given(tables())
def test_every_evaluation_follows_the_schema(t):
    valid(ac.evaluate(t))


@pytest.mark.parametrize(
    "counts", [[[28, 12], [30, 30]], [[5, 0], [0, 0]], [[5, 1, 2], [2, 6, 1], [1, 1, 7]]]
)
def test_every_measure_follows_the_schema(counts):
    found = {row["measure"] for row in valid(ac.evaluate(Tables.from_counts(counts), measures="all"))["rows"]}
    assert found == {m.key for m in ac.measures()}


def test_groups_clusters_and_weights_follow_the_schema():
    truth, prediction, who = list("ababab"), list("abbbaa"), [1, 1, 2, 2, 3, 3]
    grouped = valid(ac.evaluate(Tables.from_labels(truth, prediction, by={"who": who})))
    assert grouped["axes"] == ["who"]
    assert [table["group"] for table in grouped["tables"]] == [None, ["1"], ["2"], ["3"]]
    clustered = valid(ac.evaluate(Tables.from_labels(truth, prediction, by={"who": who}), clusters="who"))
    assert clustered["clusters"] == {"name": "who", "number": 3}
    assert clustered["axes"] == []
    assert clustered["test"]["reference"] == "cumulants of clusters"
    valid(ac.evaluate(Tables.from_labels(truth, prediction, weights=[0.5, 1, 2, 1, 1, 1])))
    valid(ac.evaluate(TWO, prevalence=0.1))


def test_what_a_command_adds_follows_the_schema():
    result = ac.evaluate(TWO)
    gates = [
        judge(Gate.parse("recall=0.6"), result),
        judge(Gate.parse("mcc=0.1"), ac.evaluate(TWO, measures=["mcc"])),
    ]
    found = with_input(document(result, gates), ["x.csv"], ["Careful."], {"file": "x.csv"})
    value = strict(to_json(found))
    EVALUATION.validate(value)
    assert (value["source"], value["warnings"]) == ({"file": "x.csv"}, ["Careful."])
    assert value["gates"][0] == {
        "measure": "recall",
        "class": "positive",
        "fail": "under",
        "bound": 0.6,
        "tested": "low",
        "value": result["recall"].low,
        "outcome": "failed",
        "reason": None,
    }


@pytest.mark.parametrize(
    ("member", "wrong"), [("value", "NaN"), ("measure", None), ("class", 1), ("more", 1), ("reason", 0)]
)
def test_the_schema_refuses_what_is_wrong(member, wrong):
    value = ac.evaluate(TWO).to_dict()
    value["rows"][0][member] = wrong
    with pytest.raises(jsonschema.ValidationError):
        EVALUATION.validate(value)


def test_infinity_is_text_and_nan_is_null():
    value = valid(ac.evaluate(Tables.from_cells(tp=4, fp=0, fn=0, tn=6), measures=["odds_ratio"]))
    assert value["rows"][0]["value"] == "Infinity"
    value = valid(ac.evaluate(Tables.from_cells(tp=0, fp=0, fn=4, tn=6), measures=["precision"]))
    assert value["rows"][0]["value"] is None
    assert value["rows"][0]["reason"] == "'positive' was never predicted"


def test_labels_and_groups_are_text():
    t = Tables.from_counts(np.ones((2, 2, 2), dtype=int), labels=[1, 2.5], axes=[Axis("fold", (0, 1))])
    value = valid(ac.evaluate(t))
    assert (value["classes"], value["positive"], value["axes"]) == (["1", "2.5"], "2.5", ["fold"])
    assert [table["group"] for table in value["tables"]] == [None, ["0"], ["1"]]


def test_counts_keep_their_type():
    value = valid(ac.evaluate(Tables.from_counts([[10**17 + 1, 0], [0, 1]])))
    assert value["tables"][0]["counts"] == [[10**17 + 1, 0], [0, 1]]
    value = valid(ac.evaluate(Tables.from_counts([[0.5, 0.25], [0, 1]])))
    assert value["tables"][0]["counts"] == [[0.5, 0.25], [0.0, 1.0]]


def test_any_label_survives():
    labels = ["\ud800", "\x00", "é", "\u202e", "</script>"]
    result = ac.evaluate(Tables.from_counts(np.eye(5, dtype=int), labels=labels))
    text = json_text(result.to_dict()).encode("utf-8", "backslashreplace").decode()
    assert strict(text)["classes"] == labels


def test_intervals_and_the_test_are_there():
    value = valid(ac.evaluate(TWO, level=0.9))
    found, test = ac.interval(TWO, "informedness", level=0.9), ac.test(TWO)
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


def test_without_intervals_they_are_null():
    value = valid(ac.evaluate(TWO, level=None))
    assert (value["level"], value["test"], value["rows"][0]["low"]) == (None, None, None)


def test_a_document_is_the_same_from_python_and_as_text():
    result = ac.evaluate(TWO)
    assert as_dict(document(result)) == result.to_dict() == strict(to_json(document(result)))
