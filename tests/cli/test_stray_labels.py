"""A file of 300 rows with one label that never occurs in the truth: a headline, an interval and a test."""

import json

import pytest

import abovechance as ac

STRAY = "1 item was answered 'refused', which never occurs in the truth: it counts as a miss of its class."
ROWS = [("no", "no")] * 140 + [("no", "yes")] * 9 + [("no", "refused")]
ROWS += [("yes", "no")] * 12 + [("yes", "yes")] * 138
TRUTH, PREDICTION = zip(*ROWS, strict=True)
# 152 answers "no": 140/150 − 12/150; 147 answers "yes": 138/150 − 9/150; the stray one adds nothing
INFORMEDNESS = (152 * 128 / 150 + 147 * 129 / 150) / 300


@pytest.fixture
def answers(tmp_path):
    path = tmp_path / "answers.csv"
    lines = ["truth,prediction", *(f"{t},{p}" for t, p in ROWS)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_in_the_library():
    t = ac.Tables.from_labels(TRUTH, PREDICTION)
    result = ac.evaluate(t)
    row = result["informedness"]
    assert row.value == pytest.approx(INFORMEDNESS)
    assert 0.7 < row.low < row.value < row.high < 1
    assert result.verdict.startswith("Decisions do as well as if an estimated 85 % of them were informed")
    assert "p < 0.0001" in result.verdict
    assert ("never_occurs", STRAY) in [(f.code, f.text) for f in result.findings]
    assert result.test.p_value == ac.test(t).p_value < 1e-10
    # one item in 300 moves the value by little: as a plain miss, "yes", it would be nearly the same
    plain = ac.Tables.from_labels(TRUTH, ["yes" if p == "refused" else p for p in PREDICTION])
    assert row.value == pytest.approx(ac.informedness(plain), abs=0.02)


def test_evaluate_in_the_terminal(run, answers):
    outcome = run("evaluate", answers)
    assert outcome.code == 0
    told = " ".join(outcome.out.split())
    assert "Decisions do as well as if an estimated 85 % of them were informed and the rest guessed" in told
    assert "would have probability p < 0.0001" in told
    assert f"Warning: {STRAY}" in told
    (line,) = (line for line in outcome.out.splitlines() if line.startswith("Informedness "))
    assert line.split()[1] == f"{INFORMEDNESS:.3f}"
    assert " to " in line


def test_evaluate_in_json(run, answers):
    value = json.loads(run("evaluate", answers, "--json", "-").out, parse_constant=pytest.fail)
    assert {"code": "never_occurs", "severity": "warning", "text": STRAY} in value["findings"]
    row = next(r for r in value["rows"] if r["measure"] == "informedness" and r["class"] is None)
    assert row["value"] == pytest.approx(INFORMEDNESS)
    assert row["low"] < row["value"] < row["high"]
    assert value["test"]["p_value"] < 1e-10
    assert value["verdict"].startswith("Decisions do as well as if an estimated 85 %")


def test_test_in_the_terminal(run, answers):
    outcome = run("test", answers)
    assert outcome.code == 0
    told = " ".join(outcome.out.split())
    assert told.startswith(
        f"The predictions are better than chance: Informedness {INFORMEDNESS:.3f}, 95 % interval"
    )
    assert "(two-sided p < 0.0001)." in told


def test_test_in_json(run, answers):
    value = json.loads(run("test", answers, "--json", "-").out, parse_constant=pytest.fail)
    found = value["informedness"]
    assert found["value"] == pytest.approx(INFORMEDNESS)
    assert found["low"] < found["value"] < found["high"]
    assert value["rows"][0]["p_value"] < 1e-10
    assert value["verdict"].startswith("The predictions are better than chance")


def test_a_class_that_was_never_predicted(run, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(",a,b,c\na,50,9,0\nb,9,50,0\nc,5,7,0\n", encoding="utf-8")
    told = " ".join(run("evaluate", path, "--table").out.split())
    assert "Warning: Class 'c' was never predicted: all 12 of its items are misses." in told
