"""``evaluate --baseline``: held against a saved evaluation."""

import json

import jsonschema
import pytest

from abovechance.report.schema import schema

GATE = "--fail-unless-noninferior"


@pytest.fixture
def saved(run, mail, tmp_path):
    path = tmp_path / "saved.json"
    assert run("evaluate", mail, "--json", str(path)).code == 0
    return str(path)


def test_the_same_file_does_not_differ(run, mail, saved):
    outcome = run("evaluate", mail, "--baseline", saved)
    assert outcome.code == 0
    assert "'new' and 'baseline' are not shown to differ" in outcome.out
    found = json.loads(run("evaluate", mail, "--baseline", saved, "--measure", "mcc", "--json", "-").out)
    jsonschema.Draft202012Validator(schema("evaluation")).validate(found)
    (also,) = found["also"]
    jsonschema.Draft202012Validator(schema("comparison")).validate(also)
    assert (also["measure"], also["rows"][0]["difference"]) == ("mcc", 0)


def test_the_gate_of_a_margin(run, mail, saved):
    failed = run("evaluate", mail, "--baseline", saved, "--margin", "0.05", GATE, "--json", "-")
    assert failed.code == 1
    found = json.loads(failed.out)
    assert found["gates"] == []
    assert [gate["outcome"] for gate in found["also"][0]["gates"]] == ["failed"]
    passed = run("evaluate", mail, "--baseline", saved, "--margin", "0.9", GATE)
    assert passed.code == 0
    assert "Gate passed: 'new' is no worse than 'baseline' by more than 0.9" in passed.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--margin", "0.1"], "have no use without --baseline"),
        (["--baseline", "SAVED", GATE], "needs a --margin"),
        (["--baseline", "SAVED", "--no-intervals"], "--baseline compares items as observed"),
        (["--baseline", "SAVED", "--prevalence", "0.1"], "--baseline compares items as observed"),
        (["--baseline", "nowhere.json"], "'nowhere.json' cannot be read"),
        (["--baseline", "SAVED", "--labels", "ham,spam,eggs"], "name all classes with --labels"),
    ],
)
def test_refused(run, mail, saved, options, said):
    given = [saved if option == "SAVED" else option for option in options]
    assert said in " ".join(run("evaluate", mail, *given).refused.split())


def test_compare_points_to_evaluate(run, mail):
    systems = ("--truth", "truth", "--prediction", "prediction", "--prediction", "truth")
    outcome = run("compare", mail, *systems, "--baseline", "saved.json")
    assert "evaluate FILE --baseline saved.json" in " ".join(outcome.refused.split())
