import csv
import gzip
import io
import json
import sys

import jsonschema
import numpy as np
import pandas as pd
import pytest

import abovechance as ac
from abovechance.report.schema import schema

VERDICT = """\
Decisions do as well as if an estimated 20 % of them were informed and the rest
guessed (95 % interval 0.2 % to 37.8 %).
Chance alone would reach an accuracy of 0.484; the predictions reach 0.580.
If the predictions were guesses, with each label predicted as often as here, a
result at least this far from chance, better or worse, would have probability
p = 0.048 (two-sided test of Informedness, normal).
"""
ABOUT = """
mail.csv: truth 'truth', prediction 'prediction' (found; see --truth)
100 items, 2 classes, positive class 'spam' (the last; see --positive)
"""
HEADLINE = """
Above chance  value    95 % interval
Informedness  0.200   0.002 to 0.378  what decisions know about the truth
Markedness    0.197   0.002 to 0.374  what decisions tell about the truth
Correlation   0.199  -0.001 to 0.377  geometric mean of the two
"""
MATRIX = """
truth \\ prediction  ham  spam  all
ham                  28    12   40
spam                 30    30   60
all                  58    42  100
"""
REPORT = VERDICT + ABOUT + HEADLINE + MATRIX


def document(outcome):
    assert outcome.code == 0
    value = json.loads(outcome.out, parse_constant=pytest.fail)
    jsonschema.Draft202012Validator(schema("evaluation")).validate(value)
    return value


def values(outcome):
    return {(row["measure"], row["class"]): row["value"] for row in document(outcome)["rows"]}


def test_bets_on_the_predictions_join_the_report(run, mail):
    outcome = run("evaluate", mail, "--bookmaker")
    assert outcome.code == 0
    assert "Bets on the predictions at fair odds win 0.200 each on average" in outcome.out
    lines = [line.split() for line in outcome.out.splitlines()]
    assert ["spam", "42", "30", "12", "1.667", "2.500", "0.420", "0.200", "0.084"] in lines
    (also,) = document(run("evaluate", mail, "--bookmaker", "--json", "-"))["also"]
    jsonschema.Draft202012Validator(schema("bookmaker")).validate(also)
    informed = [row["contribution"] for row in also["rows"] if row["measure"] == "informedness"]
    assert sum(informed) == pytest.approx(0.2)
    assert run("evaluate", mail, "--bookmaker", "--latex").out == run("evaluate", mail, "--latex").out


def test_the_mixture_joins_the_report(run, mail):
    outcome = run("evaluate", mail, "--mixture")
    assert outcome.code == 0
    assert "An estimated 20 % of decisions are informed (95 % interval 0.2 % to 38 %)" in outcome.out
    assert "between 16 % and 20 % of decisions" in " ".join(outcome.out.split())
    (also,) = document(run("evaluate", mail, "--mixture", "--json", "-"))["also"]
    jsonschema.Draft202012Validator(schema("mixture")).validate(also)
    assert also["rows"][0]["value"] == pytest.approx(0.2)
    assert run("evaluate", mail, "--mixture", "--cluster", "truth").code == 2


def test_the_report(run, mail):
    outcome = run("evaluate", mail)
    assert outcome.code == 0
    assert outcome.err == ""
    assert outcome.out.startswith(REPORT)
    assert "\x1b" not in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80
    assert not any(line.endswith(" ") for line in outcome.out.splitlines())


def test_a_brief_report_has_the_verdict_and_the_headline_alone(run, mail):
    outcome = run("evaluate", mail, "--brief")
    assert (outcome.code, outcome.out, outcome.err) == (0, VERDICT + HEADLINE, "")


def test_a_brief_report_warns_first_and_has_the_gates(run, mail):
    outcome = run("evaluate", mail, "--brief", "--by", "place", "--fail-under", "mcc=1")
    assert outcome.code == 1
    gate = "\nGate failed: the lower bound -0.001 of Matthews correlation is below 1\n"
    assert outcome.out == VERDICT + HEADLINE + gate
    assert len(outcome.guesses) == 1


def test_a_brief_report_of_named_measures_has_them(run, mail):
    out = run("evaluate", mail, "--brief", "--measure", "mcc").out
    row = "Matthews correlation  0.199  -0.001 to 0.377   0.000"
    assert out == f"{VERDICT}\nMeasure               value    95 % interval  chance\n{row}\n"


@pytest.mark.parametrize("form", [["--csv"], ["--json", "-"], ["--markdown"], ["--latex"]])
def test_what_is_for_machines_and_papers_is_never_brief(run, mail, form):
    assert run("evaluate", mail, "--brief", *form).out == run("evaluate", mail, *form).out


def test_the_positive_class_is_always_printed(run, mail):
    assert "positive class 'spam' (the last; see --positive)" in run("evaluate", mail).out
    assert "positive class 'ham'\n" in run("evaluate", mail, "--positive", "ham").out


def test_json_is_all_that_is_printed(run, mail):
    value = document(run("evaluate", mail, "--json", "-"))
    assert value["source"] == {
        "file": str(mail), "truth": "truth", "prediction": "prediction", "weight": None, "by": [], "left_out": 0,
        "stopped": False,
        "files": 1, "skipped": [], "engine": None, "connect": None,
    }  # fmt: skip
    assert value["tables"] == [{"group": None, "n": 100, "counts": [[28, 12], [30, 30]], "squares": None}]
    assert value["rows"][0]["value"] == 0.2


def test_json_to_a_file_beside_the_report(run, mail, tmp_path):
    out = tmp_path / "report.json"
    outcome = run("evaluate", mail, "--json", out)
    assert outcome.out.startswith(REPORT)
    assert json.loads(out.read_text(encoding="utf-8"))["positive"] == "spam"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["mail.csv", "report.json"]


def test_json_replaces_a_file_and_follows_a_link(run, mail, tmp_path):
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old", encoding="utf-8")
    link.symlink_to(real)
    assert run("evaluate", mail, "--json", link).code == 0
    assert link.is_symlink()
    assert json.loads(real.read_text(encoding="utf-8"))["classes"] == ["ham", "spam"]


def test_json_to_what_is_no_file(run, mail):
    assert run("evaluate", mail, "--json", "/dev/null").code == 0


def test_nothing_half_written_remains(run, mail, tmp_path, monkeypatch):
    def full(*_args, **_options):
        raise OSError(28, "No space left on device")

    target = tmp_path / "report.json"
    target.write_text("old", encoding="utf-8")
    monkeypatch.setattr("pathlib.Path.replace", full)
    assert (
        run("evaluate", mail, "--json", target).refused
        == f"'{target}' cannot be written: No space left on device"
    )
    assert target.read_text(encoding="utf-8") == "old"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["mail.csv", "report.json"]


@pytest.mark.parametrize("form", ["--csv", "--markdown", "--latex"])
def test_rows_for_papers_and_machines(run, mail, form):
    outcome = run("evaluate", mail, form, "--measure", "informedness,recall")
    assert outcome.code == 0
    first = {
        "--csv": "informedness,,,0.2,0.0,0.00156",
        "--markdown": "| Informedness |  | 0.200 | 0.002 to 0.378 | 0.000 | 100 |",
        "--latex": "Informedness &  & 0.200 & [0.002, 0.378] & 0.000 & 100 \\\\",
    }
    assert any(line.startswith(first[form]) for line in outcome.out.splitlines())


def test_measures_by_any_name(run, mail):
    out = run("evaluate", mail, "--csv", "--measure", 'BM, sklearn:matthews_corrcoef,"TPR"').out
    assert [row["measure"] for row in csv.DictReader(io.StringIO(out))] == ["informedness", "mcc", "recall"]


def test_all_measures(run, mail):
    found = {key for key, _ in values(run("evaluate", mail, "--measure", "all", "--json", "-"))}
    assert found == {m.key for m in ac.measures()}
    lines = run("evaluate", mail, "--measure", "all").out.splitlines()
    assert lines[lines.index("Kappa") + 1].split() == [
        "Cohen's",
        "Kappa",
        "0.186",
        "0.000",
        "to",
        "0.360",
        "0.000",
    ]


def test_named_measures_in_the_report(run, mail):
    out = run("evaluate", mail, "--measure", "informedness,mcc").out
    assert "Matthews correlation  0.199  -0.001 to 0.377   0.000" in out
    assert "Traditional" not in out


def test_groups(run, mail):
    value = document(run("evaluate", mail, "--by", "place", "--json", "-"))
    assert value["axes"] == ["place"]
    assert [t["group"] for t in value["tables"]] == [None, ["A"], ["B"], ["C"]]
    assert [t["n"] for t in value["tables"]] == [100, 34, 33, 33]
    np.testing.assert_array_equal(
        np.sum([t["counts"] for t in value["tables"][1:]], axis=0), value["tables"][0]["counts"]
    )
    out = run("evaluate", mail, "--by", "place").out
    assert "By place  items  informed    95 % interval  marked  accuracy  chance" in out
    assert "Left out, as the terminal is too narrow: correlation." in out
    assert "100 items" in out


def test_combinations_of_groups(run, mail):
    value = document(run("evaluate", mail, "--by", "place", "--by", "w", "--json", "-"))
    assert value["axes"] == ["place", "w"]
    assert value["tables"][1]["group"] == ["A", "1"]
    assert "By place, w " in run("evaluate", mail, "--by", "place", "--by", "w").out


def test_weights(run, mail):
    value = document(run("evaluate", mail, "--weight", "w", "--json", "-"))
    frame = pd.read_csv(mail)
    expected = frame.pivot_table(index="truth", columns="prediction", values="w", aggfunc="sum").to_numpy()
    np.testing.assert_array_equal(value["tables"][0]["counts"], expected)
    assert "Items are weighted by 'w'." in run("evaluate", mail, "--weight", "w").out


def test_prevalence(run, mail):
    found = values(run("evaluate", mail, "--prevalence", "0.02", "--json", "-"))
    assert found["informedness", None] == pytest.approx(0.2)
    assert found["precision", "spam"] == pytest.approx(0.02 * 0.5 / (0.02 * 0.5 + 0.98 * 0.3))
    same = values(run("evaluate", mail, "--prevalence", "spam=0.02,ham=0.98", "--json", "-"))
    assert same == found
    assert (
        "Re-weighted to the prevalence 'ham' 0.98, 'spam' 0.02."
        in run("evaluate", mail, "--prevalence", ".02").out
    )


def test_costs(run, mail):
    found = values(run("evaluate", mail, "--cost-positive", "3", "--cost-negative", "1", "--json", "-"))
    assert found["accuracy", None] == pytest.approx((3 * 30 + 28) / (3 * 60 + 40))
    assert "costing 3" in run("evaluate", mail, "--cost-positive", "3", "--cost-negative", "1").out


def test_labels_give_the_order(run, mail):
    value = document(run("evaluate", mail, "--labels", "spam,ham,eggs", "--json", "-"))
    assert value["classes"] == ["spam", "ham", "eggs"]
    assert value["positive"] is None


def test_labels_with_commas_are_quoted(run, tmp_path):
    path = tmp_path / "x.csv"
    path.write_text('truth,prediction\n"a,b",c\nc,c\n', encoding="utf-8")
    assert document(run("evaluate", path, "--labels", '"a,b",c', "--json", "-"))["classes"] == ["a,b", "c"]


def test_missing(run, tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("truth,prediction\na,b\n,b\nb,b\n", encoding="utf-8")
    assert "the column 'truth' has 1 missing" in run("evaluate", path).refused
    assert "Left out for a missing value: 1 item." in run("evaluate", path, "--on-missing", "drop").out
    assert document(run("evaluate", path, "--on-missing", "label", "--json", "-"))["classes"] == [
        "a",
        "b",
        "(missing)",
    ]


def test_undefined(run, tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("truth,prediction\na,a\nb,a\n", encoding="utf-8")
    plain = document(run("evaluate", path, "--json", "-", "--measure", "mcc"))["rows"][0]
    assert (plain["value"], plain["reason"]) == (None, "only one label was ever predicted")
    limit = document(run("evaluate", path, "--json", "-", "--measure", "mcc", "--undefined", "limit"))[
        "rows"
    ][0]
    assert limit["value"] == 0
    number = document(run("evaluate", path, "--json", "-", "--measure", "mcc", "--undefined", "-1"))["rows"][
        0
    ]
    assert number["value"] == -1


def test_a_table_that_is_counted_already(run, tmp_path):
    path = tmp_path / "matrix.csv"
    path.write_text(",ham,spam\nham,28,12\nspam,30,30\n", encoding="utf-8")
    assert values(run("evaluate", path, "--table", "--json", "-"))["recall", "spam"] == 30 / 60
    found = values(run("evaluate", path, "--table", "--rows", "prediction", "--json", "-"))
    assert found["recall", "spam"] == 30 / 42
    assert "matrix.csv: a table whose rows are the truth" in run("evaluate", path, "--table").out


def test_standard_input(run, mail, monkeypatch):
    expected = values(run("evaluate", mail, "--json", "-"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(mail.read_bytes()))))
    outcome = run("evaluate", "-", "--json", "-")
    assert values(outcome) == expected
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(mail.read_bytes())))
    assert "\nstandard input: truth 'truth'" in run("evaluate", "-").out


def test_all_formats_give_the_same_json(run, mail, tmp_path):
    frame = pd.read_csv(mail)
    frame.to_parquet(tmp_path / "mail.parquet")
    frame.to_json(tmp_path / "mail.jsonl", orient="records", lines=True)
    frame.to_feather(tmp_path / "mail.arrow")
    frame.to_csv(tmp_path / "mail.tsv", sep="\t", index=False)
    frame.to_csv(tmp_path / "mail.csv.gz", index=False)
    documents = []
    for name in ("mail.csv", "mail.parquet", "mail.jsonl", "mail.arrow", "mail.tsv", "mail.csv.gz"):
        value = document(run("evaluate", tmp_path / name, "--by", "w", "--json", "-"))
        del value["source"]["file"]
        documents.append(value)
    assert all(value == documents[0] for value in documents)


def test_findings_are_printed(run, tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("truth,prediction\n" + "a,a\n" * 19 + "b,a\n", encoding="utf-8")
    out = run("evaluate", path).out
    assert "Warning: Every prediction is 'a', the most frequent class" in out
    assert "Note: Class 'b' has fewer than 10 items" in out


def test_a_constant_column_is_no_error(run, tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("truth,prediction\n" + "a,a\n" * 20, encoding="utf-8")
    outcome = run("evaluate", path)
    assert outcome.code == 0
    assert "Every item is really 'a'" in outcome.out
    assert "cannot be told: only one class occurs in the truth" in " ".join(outcome.out.split())


HOSTILE = "\x1b[31mred\x1b[0m", "two\nlines", "<script>", "[bold]x[/bold]", "=1+1", "a|b", "x_y&z"


@pytest.mark.parametrize(
    "form", [[], ["--markdown"], ["--latex"], ["--measure", "recall"], ["--by", "truth"]]
)
def test_labels_are_never_markup(run, tmp_path, form):
    path = tmp_path / "\x1b[31mevil\n.csv"
    pd.DataFrame({"truth": HOSTILE, "prediction": HOSTILE}).to_csv(path, index=False)
    outcome = run("evaluate", path, *form)
    assert outcome.code == 0
    assert "\x1b" not in outcome.out
    if not form:
        assert "[bold]x[/bold]" in outcome.out
        assert "two\\nlines" in outcome.out


def test_hostile_labels_in_errors(run, tmp_path):
    path = tmp_path / "x.csv"
    pd.DataFrame({"truth": HOSTILE, "prediction": HOSTILE}).to_csv(path, index=False)
    assert "\x1b" not in run("evaluate", path, "--labels", "a").refused
    assert "\x1b" not in run("evaluate", path, "--truth", "\x1b[31m", "--prediction", "truth").refused
    assert "\x1b" not in run("evaluate", tmp_path / "\x1b[31m.csv").refused


# Gates ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gates", "code"),
    [
        (["--fail-under", "informedness:value=0.1"], 0),
        (["--fail-under", "informedness=0.1"], 1),
        (["--fail-under", "informedness=0.001"], 0),
        (["--fail-under", "informedness:value=0.21"], 1),
        (["--fail-under", "informedness=0", "--fail-under", "mcc=0.9"], 1),
        (["--fail-over", "error_rate:value=0.42"], 0),
        (["--fail-over", "error_rate=0.42"], 1),
        (["--fail-over", "error_rate=0.52"], 0),
        (["--fail-under", "recall:value=0.5"], 0),
        (["--fail-under", "recall=0.5"], 1),
        (["--fail-under", "informedness=-1"], 0),
    ],
)
def test_gates(run, mail, gates, code):
    outcome = run("evaluate", mail, *gates)
    assert outcome.code == code
    assert outcome.out.startswith(REPORT)
    assert ("Gate failed: " in outcome.out) == (code == 1)


def test_an_undefined_gate(run, tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("truth,prediction\na,a\nb,a\n", encoding="utf-8")
    outcome = run("evaluate", path, "--fail-under", "mcc=0.1")
    assert outcome.code == 3
    said = "the lower bound of Matthews correlation is undefined: only one label was ever predicted"
    assert f"Gate undefined: {said}" in " ".join(outcome.out.split())
    assert run("evaluate", path, "--fail-under", "mcc=0.1", "--fail-under", "accuracy=0.9").code == 1
    assert run("evaluate", path, "--fail-under", "mcc:value=0.1", "--undefined", "limit").code == 1


def test_output_is_written_before_a_gate_fails(run, mail, tmp_path):
    out = tmp_path / "report.json"
    assert run("evaluate", mail, "--fail-under", "mcc=1", "--json", out).code == 1
    assert json.loads(out.read_text(encoding="utf-8"))["gates"][0]["outcome"] == "failed"


@pytest.mark.parametrize("form", [["--csv"], ["--json", "-"]])
def test_a_failed_gate_is_told_aside_where_output_is_for_machines(run, mail, form):
    outcome = run("evaluate", mail, "--fail-under", "mcc=1", "--fail-under", "accuracy=0.1", *form)
    assert outcome.code == 1
    assert outcome.err.splitlines() == [
        "abovechance: gate failed: the lower bound -0.001 of Matthews correlation is below 1"
    ]
    assert "Gate" not in outcome.out


def test_gates_say_that_the_estimate_was_tested(run, mail):
    outcome = run("evaluate", mail, "--no-intervals", "--fail-under", "informedness=0.1")
    assert outcome.code == 0
    assert "Gate passed: Informedness 0.200 is at least 0.1 (there are no intervals)" in outcome.out


def test_a_defined_measure_whose_bound_is_not_is_undefined(run, tmp_path):
    path = tmp_path / "matrix.csv"
    path.write_text(",a,b,c\na,5,6,5\nb,5,5,6\nc,6,5,5\n", encoding="utf-8")
    assert run("evaluate", path, "--table", "--method", "delta", "--fail-under", "correlation=-1").code == 3
    assert run("evaluate", path, "--table", "--fail-under", "correlation=-1").code == 0, (
        "the default has bounds"
    )
    assert run("evaluate", path, "--table", "--fail-under", "correlation:value=-1").code == 0


# Intervals --------------------------------------------------------------------------------------


def informed(outcome):
    return next(row for row in document(outcome)["rows"] if row["measure"] == "informedness")


def test_a_higher_level_is_wider(run, mail):
    low, high = (informed(run("evaluate", mail, "--level", level, "--json", "-")) for level in (0.8, 0.99))
    assert high["low"] < low["low"] < low["value"] < low["high"] < high["high"]
    assert "80 % interval" in run("evaluate", mail, "--level", "0.8").out
    assert "level must lie between 0 and 1" in run("evaluate", mail, "--level", "95").refused


def test_a_method_by_name(run, mail):
    row = informed(run("evaluate", mail, "--method", "newcombe", "--json", "-"))
    assert row["method"] == "newcombe"
    assert "did you mean" in run("evaluate", mail, "--method", "newcomb").refused


def test_without_intervals(run, mail):
    outcome = run("evaluate", mail, "--no-intervals")
    assert "interval" not in outcome.out
    value = document(run("evaluate", mail, "--no-intervals", "--json", "-"))
    assert (value["level"], value["test"]) == (None, None)
    assert {row["low"] for row in value["rows"]} == {None}


@pytest.fixture
def visits(tmp_path):
    """Twenty patients, all of whose five visits are judged alike."""
    rng = np.random.default_rng(3)
    labels = rng.choice(["no", "yes"], (20, 2))
    rows = [
        f"{','.join(pair)},{patient},{visit % 2}" for patient, pair in enumerate(labels) for visit in range(5)
    ]
    path = tmp_path / "visits.csv"
    path.write_text("\n".join(["truth,prediction,patient,half", *rows]) + "\n", encoding="utf-8")
    return path


def test_clusters_widen_the_interval(run, visits):
    plain = informed(run("evaluate", visits, "--json", "-"))
    value = document(run("evaluate", visits, "--cluster", "patient", "--json", "-"))
    robust = value["rows"][0]
    assert value["clusters"] == {"name": "patient", "number": 20}
    assert (value["axes"], value["source"]["by"]) == ([], [])
    assert value["test"]["reference"] == "cumulants of clusters"
    assert (robust["value"], robust["method"]) == (plain["value"], "cluster_delta")
    assert robust["high"] - robust["low"] > 1.5 * (plain["high"] - plain["low"])
    assert "20 clusters by 'patient'" in run("evaluate", visits, "--cluster", "patient").out


def test_clusters_within_groups(run, visits):
    value = document(run("evaluate", visits, "--by", "half", "--cluster", "patient", "--json", "-"))
    assert (value["axes"], value["source"]["by"]) == (["half"], ["half"])
    assert [table["n"] for table in value["tables"]] == [100, 60, 40]
    assert {row["method"] for row in value["rows"] if row["low"] is not None} == {"cluster_delta"}
    refused = run("evaluate", visits, "--by", "patient", "--cluster", "patient").refused
    assert refused == "column 'patient' is for --by or for --cluster, not for both"
    refused = run("evaluate", visits, "--table", "--cluster", "patient").refused
    assert refused.startswith("--table is for a file of counts and not of items: ")


def test_clusters_have_methods_of_their_own(run, visits):
    drawn = informed(
        run("evaluate", visits, "--cluster", "patient", "--method", "cluster_bootstrap", "--json", "-")
    )
    assert drawn["method"] == "cluster_bootstrap"
    refused = run("evaluate", visits, "--cluster", "patient", "--method", "wilson").refused
    assert refused == "method must be 'auto', 'cluster_delta' or 'cluster_bootstrap', not 'wilson'"


def test_a_seed_must_not_be_negative(run, mail):
    assert "--seed" in run("evaluate", mail, "--seed", "-1").refused


def test_draws_follow_from_the_seed(run, mail):
    one, again, other, usual = (
        informed(run("evaluate", mail, "--method", "percentile", *seed, "--json", "-"))["low"]
        for seed in (["--seed", "0"], ["--seed", "0"], ["--seed", "7"], [])
    )
    assert one == again == usual
    assert one != other


@pytest.mark.parametrize("share", ["0", "1", "ham=1,spam=0"])
def test_a_prevalence_that_leaves_one_class_is_refused(run, mail, share):
    assert "leaves only one class" in run("evaluate", mail, "--prevalence", share).refused


def test_an_infinite_value_cannot_stand_for_an_undefined_one(run, mail):
    assert "a finite number, not 'inf'" in run("evaluate", mail, "--undefined", "inf").refused


def test_a_bound_that_does_not_exist_is_an_undefined_gate_whatever_stands_in(run, tmp_path):
    path = tmp_path / "constant.csv"
    path.write_text("truth,prediction\n" + "a,a\nb,a\n" * 20, encoding="utf-8")
    done = run("evaluate", path, "--undefined", "1", "--fail-under", "precision=0.5")
    assert done.code == 3
    assert "Gate undefined: the lower bound of Precision of 'b' is undefined" in done.out
    done = run("evaluate", path, "--undefined", "1", "--fail-under", "precision:value=0.5")
    assert done.code == 0
    assert "1 was put in its place" in " ".join(done.out[done.out.index("Gate passed") :].split())


def test_a_gate_tells_the_digits_that_decide(run, mail):
    done = run("evaluate", mail, "--fail-under", "accuracy:value=0.58001", "--csv")
    assert done.err == "abovechance: gate failed: Rand Accuracy 0.580 is below 0.58001\n"
    done = run("evaluate", mail, "--fail-under", "recall:value=0.50000001", "--csv")
    assert "is below 0.50000001" in done.err
    done = run("evaluate", mail, "--fail-under", "correlation:value=0.1986", "--csv")
    assert done.err.endswith(" 0.1985 is below 0.1986\n")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--rows", "prediction"], "--rows has no use without --table"),
        (["--no-intervals", "--level", "0.9"], "no use with --no-intervals"),
        (["--no-intervals", "--method", "bca"], "no use with --no-intervals"),
        (["--no-intervals", "--cluster", "place"], "no use with --no-intervals"),
    ],
)
def test_options_without_effect_are_refused(run, mail, options, words):
    assert words in run("evaluate", mail, *options).refused


def test_the_kind_of_a_named_measure_is_not_asked_for(run):
    assert "--kind has no use" in run("measures", "mcc", "--kind", "count").refused


def test_predictions_that_mean_no_answer_are_no_class(run, tmp_path):
    file = tmp_path / "p.csv"
    file.write_text("y,p\n" + "a,a\nb,b\na,refused\nb,a\nb,\n" * 10)
    text = ("evaluate", str(file), "--truth", "y", "--prediction", "p", "--positive", "b", "--json", "-")
    written = json.loads(run(*text, "--abstain", "refused", "--abstain", "").out)
    assert written["classes"] == ["a", "b"]
    assert written["tables"][0]["counts"] == [[10, 0], [10, 10]]
    (refusals,) = written["also"]
    assert refusals["abstain"] == ["refused", "(missing)"]
    assert refusals["counts"] == [[10, 0, 10, 0], [10, 10, 0, 10]]
    assert refusals["rows"][0]["value"] == 0.6
    refused = run(*text, "--abstain", "refused", "--follow").refused
    assert "leave out --abstain" in refused


def test_a_truth_that_may_be_wrong(run, mail):
    written = json.loads(run("evaluate", mail, "--truth-error", "0.05", "--json", "-").out)
    (found,) = written["also"]
    expected = ac.imperfect_truth(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28), error=0.05)
    assert found["rows"] == expected.to_dict()["rows"]
    assert found["flips"] == 5
    assert "Annotators who agree on 80 %" in run("evaluate", mail, "--truth-agreement", "0.8").out
    said = run("evaluate", mail, "--truth-agreement", "0.8", "--truth-error", "0.1").refused
    assert "--truth-error and --truth-agreement both say how often the truth is wrong" in said
    assert "--truth-agreement must be above" in run("evaluate", mail, "--truth-agreement", "90").refused
    too_much = run("evaluate", mail, "--truth-error", "5").refused
    assert "--truth-error is the share of wrong labels, between 0 and 1, not 5" in too_much
    assert "matrix" not in too_much
