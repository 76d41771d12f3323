"""``abovechance compare``: the verdict, the differences, JSON, and what it refuses."""

import csv
import io
import json

import numpy as np
import pandas as pd
import pytest

import abovechance as ac

TRUTH = ["spam"] * 40 + ["ham"] * 60
A = ["spam"] * 34 + ["ham"] * 6 + ["ham"] * 51 + ["spam"] * 9
B = ["spam"] * 20 + ["ham"] * 20 + ["ham"] * 54 + ["spam"] * 6
C = ["spam"] * 40 + ["spam"] * 30 + ["ham"] * 30
# Where the systems differ, A is right on 14 spam and wrong on 3 ham: McNemar's mid-p is 2⁻¹⁴ and 2⁻³, and
# Holm doubles the smaller
REPORT = """\
'A' is better than 'B': Informedness 0.700 against 0.400, a difference of 0.300
(95 % interval 0.145 to 0.467, p = 0.0023).

mail.csv: truth 'truth' (found; see --truth), predictions 'A', 'B'
100 items, 2 classes, positive class 'spam' (the last; see --positive)

System  Informedness   95 % interval
A              0.700  0.528 to 0.815
B              0.400  0.225 to 0.564

Difference             95 % interval       p
A − B       +0.300  +0.145 to +0.467  0.0023

Recall of      A      B  difference     95 % interval  p adjusted
ham        0.850  0.900      -0.050  -0.137 to +0.013      0.1250
spam       0.850  0.500      +0.350  +0.221 to +0.505     1.2e-04
"""


@pytest.fixture
def systems(tmp_path):
    """Three systems on a hundred items of twenty patients."""
    path = tmp_path / "mail.csv"
    patients = [f"p{i // 5}" for i in range(100)]
    pd.DataFrame({"truth": TRUTH, "A": A, "B": B, "C": C, "patient": patients}).to_csv(path, index=False)
    return path


def two(path):
    return ["compare", path, "--prediction", "A", "--prediction", "B"]


def document(outcome):
    assert outcome.code == 0
    value = json.loads(outcome.out, parse_constant=pytest.fail)
    assert value["schema"] == "abovechance.comparison/2"
    return value


@pytest.mark.parametrize("method", ["newcombe", "bonett_price", "tango", "delta"])
def test_methods_of_the_interval_and_the_test(run, systems, method):
    options = ["--measure", "accuracy", "--method", method, "--test", "mcnemar_exact", "--json", "-"]
    pair = document(run(*two(systems), *options))["rows"][0]
    expected = ac.compare(TRUTH, {"A": A, "B": B}, "accuracy", method=method, test="mcnemar_exact")
    assert (pair["low"], pair["high"], pair["p_value"]) == (expected.low, expected.high, expected.p_value)
    assert (pair["method"], pair["test"]) == (method, "mcnemar_exact")


@pytest.mark.parametrize("method", ["mover_tango", "wald"])
def test_recall_of_classes_has_its_own_interval(run, systems, method):
    assert run(*two(systems), "--method", method, "--test", "mid_p").code == 0


@pytest.mark.parametrize(("option", "what"), [("--method", "interval method"), ("--test", "test")])
def test_an_unknown_method_is_refused_before_the_file_is_read(run, option, what):
    refused = run(*two("nowhere.csv"), option, "newcomb").refused
    assert f"there is no {what} called 'newcomb'" in refused


def test_the_report(run, systems):
    outcome = run(*two(systems))
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(REPORT)
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_the_footer_says_how_every_p_value_was_computed(run, systems):
    said = " ".join(run(*two(systems)).out.split())
    tests = "the larger of two tests (exchanges of answers, Tango's intervals)"
    assert f"Intervals of differences: MOVER with Tango's intervals; p-values: {tests}." in said
    assert "differences of classes: Tango's score interval; p-values: McNemar's mid-p." in said
    assert "P-values of other measures: random exchanges of answers, McNemar's mid-p." in said


def test_other_measures_have_the_p_value_of_a_comparison_by_them(run, systems):
    others = document(run(*two(systems), "--seed", "3", "--json", "-"))["preferences"]
    for other in others:
        own = document(run(*two(systems), "--measure", other["measure"], "--seed", "3", "--json", "-"))
        assert (other["p_value"], other["test"]) == (own["rows"][0]["p_value"], own["rows"][0]["test"])


def test_a_reason_names_the_class_of_its_row(run, tmp_path):
    path = tmp_path / "three.csv"
    frame = pd.DataFrame({"truth": TRUTH, "A": A, "B": B})
    frame.loc[0, "B"] = "other"
    frame.to_csv(path, index=False)
    said = " ".join(run(*two(path)).out.split())
    assert "– undefined for class 'other': informedness of 'A' is undefined" in said
    rows = document(run(*two(path), "--measure", "macro_f1", "--json", "-"))["rows"]
    assert {row["measure"] for row in rows[1:]} == {"f1"}


def test_the_numbers_are_those_of_the_library(run, systems):
    value = document(run(*two(systems), "--json", "-"))
    expected = ac.compare(TRUTH, {"A": A, "B": B})
    row = value["rows"][0]
    assert (row["first"], row["second"], row["class"]) == ("A", "B", None)
    for name in ("difference", "low", "high", "p_value", "se", "method", "test"):
        assert row[name] == getattr(expected, name)
    assert value["verdict"] == expected.verdict
    assert value["source"] == {
        "file": str(systems), "truth": "truth", "predictions": ["A", "B"], "by": [], "cluster": None,
        "left_out": 0,
        "files": 1, "skipped": [], "engine": None, "connect": None,
    }  # fmt: skip
    own = ac.interval(ac.Tables.from_labels(TRUTH, A), "informedness")
    assert (value["systems"][0]["low"], value["systems"][0]["high"]) == (own.low, own.high)
    assert value["systems"][0]["counts"] == [[51, 9], [6, 34]]


def test_of_two_classes_the_recalls_add_up_to_the_difference(run, systems):
    rows = document(run(*two(systems), "--json", "-"))["rows"]
    assert [row["class"] for row in rows] == [None, "ham", "spam"]
    assert rows[1]["difference"] + rows[2]["difference"] == pytest.approx(rows[0]["difference"])
    assert {row["measure"] for row in rows[1:]} == {"recall"}


def test_three_systems_are_ranked_and_all_pairs_adjusted(run, systems):
    outcome = run(*two(systems), "--prediction", "C")
    assert outcome.out.startswith("'A' comes first with Informedness 0.700: better than")
    assert "adjusted for their number after Holm" in outcome.out
    value = document(run(*two(systems), "--prediction", "C", "--json", "-"))
    expected = ac.compare(TRUTH, {"A": A, "B": B, "C": C})
    assert [row["p_adjusted"] for row in value["rows"]] == [pair.p_adjusted for pair in expected.pairs]
    assert [(s["best_rank"], s["worst_rank"]) for s in value["systems"]] == [(1, 2), (2, 3), (1, 3)]


def test_a_choice_of_measures_and_adjustment(run, systems):
    out = run(*two(systems), "--prediction", "C", "--measure", "MCC", "--adjust", "none").out
    assert "Matthews correlation" in out.splitlines()[0]
    assert "adjusted" not in out
    value = document(run(*two(systems), "--measure", "accuracy", "--level", "0.9", "--json", "-"))
    assert (value["measure"], value["level"]) == ("accuracy", 0.9)
    assert value["rows"][0]["test"] == "mcnemar_mid_p"


def test_the_verdict_tells_when_measures_disagree(run, tmp_path):
    """Equal Informedness of 0.5 at different operating points: F1 and accuracy prefer the one that says no."""
    truth = ["yes"] * 40 + ["no"] * 360
    eager = ["yes"] * 36 + ["no"] * 4 + ["yes"] * 144 + ["no"] * 216
    careful = ["yes"] * 22 + ["no"] * 18 + ["yes"] * 18 + ["no"] * 342
    path = tmp_path / "t.csv"
    pd.DataFrame({"truth": truth, "eager": eager, "careful": careful}).to_csv(path, index=False)
    out = run("compare", path, "--prediction", "eager", "--prediction", "careful").out
    assert out.startswith("'eager' and 'careful' are not shown to differ")
    assert "F-measure prefer 'careful'" in " ".join(out.split())


def test_clusters_widen_the_interval(run, tmp_path):
    """Ten items of each of thirty patients are all right or all wrong: ten copies of one answer."""
    rng = np.random.default_rng(1)
    truth = np.repeat(np.where(np.arange(30) % 2 == 0, "ill", "well"), 10)
    swap = {"ill": "well", "well": "ill"}
    answers = {
        name: np.where(np.repeat(rng.random(30) < right, 10), truth, [swap[x] for x in truth])
        for name, right in (("A", 0.9), ("B", 0.6))
    }
    path = tmp_path / "scans.csv"
    pd.DataFrame({"truth": truth, "patient": np.repeat(np.arange(30), 10), **answers}).to_csv(
        path, index=False
    )
    naive = document(run(*two(path), "--json", "-"))
    robust = document(run(*two(path), "--cluster", "patient", "--json", "-"))
    assert robust["source"]["cluster"] == "patient"
    for where in ("rows", "systems"):
        ratio = robust[where][0]["se"] / naive[where][0]["se"]
        assert 2 < ratio < 4.5  # √10 for items that are copies
    assert robust["systems"][0]["method"] == "cluster_delta"
    assert (
        "Items belong together in 30 clusters, column 'patient'."
        in run(*two(path), "--cluster", "patient").out
    )


def test_missing_answers(run, tmp_path):
    path = tmp_path / "gaps.csv"
    path.write_text("truth,A,B\nx,x,x\ny,y,\nx,x,y\ny,y,y\n", encoding="utf-8")
    assert "the column 'B' has 1 missing values: say --on-missing drop" in run(*two(path)).refused
    dropped = run(*two(path), "--on-missing", "drop")
    assert "Left out for a missing value: 1 item." in dropped.out
    assert "3 items, 2 classes" in dropped.out
    labelled = document(run(*two(path), "--on-missing", "label", "--json", "-"))
    assert labelled["classes"] == ["x", "y", "(missing)"]
    assert labelled["n"] == 4


def test_labels_are_ordered_as_asked(run, systems):
    assert document(run(*two(systems), "--labels", "spam,ham", "--json", "-"))["classes"] == ["spam", "ham"]
    assert (
        "--labels must name every class: 'spam' (49 items)" in run(*two(systems), "--labels", "ham").refused
    )


def test_probabilities_are_warned_of_once(run, tmp_path):
    path = tmp_path / "probabilities.csv"
    path.write_text(
        "truth,A,B\n" + "".join(f"{i % 2},0.{i},{i % 2}\n" for i in range(11, 31)), encoding="utf-8"
    )
    said = " ".join(run(*two(path)).out.split())
    assert said.count("probabilities, not labels") == 1
    assert (
        "The column 'A' looks like probabilities, not labels: say --threshold 0.5 to decide by them." in said
    )


def test_one_class_against_the_rest(run, tmp_path):
    path = tmp_path / "three.csv"
    path.write_text("truth,A,B\n" + "a,a,a\nb,b,c\nc,c,b\n" * 10, encoding="utf-8")
    value = document(run(*two(path), "--positive", "a", "--json", "-"))
    assert value["classes"] == ["rest", "a"]
    assert value["verdict"] == "'A' and 'B' gave the same answer to every item."
    assert document(run(*two(path), "--json", "-"))["rows"][0]["difference"] > 0


def test_of_three_classes_each_is_compared(run, tmp_path):
    path = tmp_path / "three.csv"
    path.write_text("truth,A,B\n" + "a,a,a\nb,b,c\nc,c,b\n" * 10, encoding="utf-8")
    rows = document(run(*two(path), "--json", "-"))["rows"]
    assert [(row["measure"], row["class"]) for row in rows[1:]] == [("informedness", x) for x in "abc"]
    assert rows[1]["difference"] == 0
    assert rows[2]["difference"] == 1.5  # 1 against 10 of 10 missed and 10 of 20 false alarms
    assert "Informedness of      A" in run(*two(path)).out


def test_parquet_and_standard_input(run, systems, tmp_path, monkeypatch):
    frame = pd.read_csv(systems)
    frame.to_parquet(tmp_path / "mail.parquet")
    expected = document(run(*two(systems), "--json", "-"))["rows"]
    assert document(run(*two(tmp_path / "mail.parquet"), "--json", "-"))["rows"] == expected
    reader = io.TextIOWrapper(io.BytesIO(systems.read_bytes()))
    monkeypatch.setattr("sys.stdin", reader)
    assert document(run(*two("-"), "--json", "-"))["rows"] == expected


def test_csv_markdown_and_latex(run, systems):
    rows = list(csv.DictReader(io.StringIO(run(*two(systems), "--csv").out)))
    assert float(rows[0]["difference"]) == ac.compare(TRUTH, {"A": A, "B": B}).difference
    assert [row["class"] for row in rows] == ["", "ham", "spam"]
    markdown = run(*two(systems), "--markdown").out.splitlines()
    assert markdown[0].startswith("| System | Informedness | Markedness |")
    assert markdown[2].startswith("| A | **0.700 \\[")
    assert markdown[3].startswith("| B | 0.400 \\[")
    latex = run(*two(systems), "--latex").out
    assert "\\begin{tabular}{lrrrrr}" in latex
    assert "\\bottomrule\n" in latex
    assert latex.endswith("\\end{tabular}}\n")


def test_many_systems_and_long_names_fit_80_columns(run, tmp_path):
    rng = np.random.default_rng(2)
    truth = rng.choice(["a rather long label", "another rather long label", "z"], 200)
    names = [f"a system with a long name {i}" for i in range(12)]
    answers = {name: np.where(rng.random(200) < 0.6, truth, rng.permutation(truth)) for name in names}
    path = tmp_path / "many.csv"
    pd.DataFrame({"truth": truth, **answers}).to_csv(path, index=False)
    for count in (2, 3, 12):
        options = [token for name in names[:count] for token in ("--prediction", name)]
        outcome = run("compare", path, *options)
        assert outcome.code == 0
        assert max(map(len, outcome.out.splitlines())) <= 80
    assert "and 21 more pairs; --csv or --json has all." in outcome.out


@pytest.mark.parametrize("name", ["\x1b[31mred", "[red]x[/red]"])
def test_names_are_data(run, tmp_path, name):
    path = tmp_path / "odd.csv"
    path.write_text(f"truth,{name},B\n{name},{name},b\nb,b,b\n", encoding="utf-8")
    out = run("compare", path, "--prediction", name, "--prediction", "B").out
    assert "\x1b" not in out
    if name.isprintable():
        assert name in out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "a comparison needs two systems: name the column of each with --prediction"),
        (["--prediction", "A"], "a comparison needs two systems"),
        (["--prediction", "A", "--prediction", "A"], "the column 'A' is named twice"),
        (
            ["--prediction", "A", "--prediction", "truth"],
            "--truth and --prediction both name the column 'truth'",
        ),
        (["--prediction", "A", "--prediction", "X"], "has no column 'X'"),
        (["--prediction", "A", "--prediction", "B", "--cluster", "who"], "has no column 'who'"),
        (
            ["--prediction", "A", "--prediction", "B", "--measure", "informednes"],
            "there is no measure called",
        ),
        (["--prediction", "A", "--prediction", "B", "--level", "2"], "level must lie between 0 and 1"),
        (["--prediction", "A", "--prediction", "B", "--adjust", "x"], "there is no adjustment called 'x'"),
        (
            ["--prediction", "A", "--prediction", "B", "--positive", "eggs"],
            "positive class 'eggs' is not among",
        ),
        (["--prediction", "A", "--prediction", "B", "--csv", "--latex"], "only one of"),
    ],
)
def test_bad_usage(run, systems, options, words):
    assert words in run("compare", systems, *options).refused


def test_a_measure_of_one_class_needs_to_know_which(run, tmp_path):
    path = tmp_path / "three.csv"
    path.write_text("truth,A,B\na,a,a\nb,b,c\nc,c,b\n", encoding="utf-8")
    assert "recall is a measure of one class" in run(*two(path), "--measure", "recall").refused


def test_the_input_is_not_overwritten(run, systems):
    assert "would overwrite the input" in run(*two(systems), "--json", systems).refused


def test_help_has_examples(run):
    out = run("compare", "--help").out
    assert "Examples:\n\n  abovechance compare " in out
    assert max(len(line.rstrip()) for line in out.splitlines()) <= 80


def three_classes(tmp_path, rare):
    """A system that knows most, and one that names a rare class to half of the items and a label of its own once."""
    truth = ["cat"] * 60 + ["dog"] * 60 + ["owl"] * rare
    a = ["cat"] * 50 + ["dog"] * 60 + ["cat"] * 10 + ["dog"] * rare
    b = ["cat", "owl"] * 30 + ["dog", "owl"] * 30 + ["owl"] * rare
    b[0] = "refused"
    path = tmp_path / "animals.csv"
    pd.DataFrame({"truth": truth, "A": a, "B": b}).to_csv(path, index=False)
    return path, (truth, {"A": a, "B": b})


def test_a_stray_label_of_one_system_does_no_harm(run, tmp_path):
    path, data = three_classes(tmp_path, rare=20)
    value = document(run(*two(path), "--json", "-"))
    expected = ac.compare(*data)
    assert value["classes"] == ["cat", "dog", "owl", "refused"]
    row = value["rows"][0]
    assert (row["low"], row["high"], row["p_value"]) == (expected.low, expected.high, expected.p_value)
    assert row["low"] < row["difference"] < row["high"]
    assert (row["warning"], row["reason"]) == (None, None)
    outcome = run(*two(path))
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(f"{expected.verdict[:40]}")
    assert "B                  -" not in outcome.out


def test_a_difference_that_hangs_on_one_item_says_so(run, tmp_path):
    path, data = three_classes(tmp_path, rare=1)
    expected = ac.compare(*data).warning
    assert expected.startswith("most of the uncertainty comes from class 'owl', of which there is 1 item")
    outcome = run(*two(path))
    assert f"Note: {expected}." in " ".join(outcome.out.split())
    value = document(run(*two(path), "--json", "-"))
    assert value["rows"][0]["warning"] == expected
    assert expected in value["verdict"]
    rows = list(csv.DictReader(io.StringIO(run(*two(path), "--csv").out)))
    assert rows[0]["warning"] == expected


def test_many_notes_on_classes_do_not_fill_the_report(run, tmp_path):
    truth = [f"c{i}" for i in range(40)]
    answers = [truth[(i + i % 2) % 40] for i in range(40)]
    path = tmp_path / "rare.csv"
    pd.DataFrame({"truth": truth * 2, "A": truth * 2, "B": answers + truth}).loc[:69].to_csv(
        path, index=False
    )
    said = " ".join(run(*two(path)).out.split())
    assert said.count("Note: most of the uncertainty comes from class") <= 5
    assert "more classes; the rows have all" in said


GATE = "--fail-unless-noninferior"


def test_margin_and_gate(run, systems):
    passed = run(*two(systems), "--margin", "0.1", GATE)
    assert passed.code == 0
    assert "Gate passed: 'A' is no worse than 'B' by more than 0.1 (p = 0.00012)" in passed.out
    failed = run(*two(systems), "--margin", "0.1", "--baseline", "A", GATE)
    assert failed.code == 1
    assert "Gate failed: 'B' is not shown to be no worse than 'A' by more than 0.1" in failed.out
    found = json.loads(run(*two(systems), "--margin", "0.1", "--baseline", "A", GATE, "--json", "-").out)
    (held,), (gate,) = found["margins"], found["gates"]
    assert (held["first"], held["second"], held["noninferior"]) == ("B", "A", False)
    assert (gate["outcome"], gate["p_value"]) == ("failed", held["p_noninferior_adjusted"])
    library = ac.compare(TRUTH, {"A": A, "B": B}, margin=0.1, baseline="A", positive="spam")
    assert held["p_upper"] == pytest.approx(library.margins.tests[0].p_upper)


def test_gate_of_what_is_undefined(run, tmp_path):
    path = tmp_path / "one.csv"
    path.write_text("truth,A,B\n" + "a,a,b\n" * 5, encoding="utf-8")
    outcome = run(*two(path), "--margin", "0.1", GATE)
    assert outcome.code == 3
    assert "cannot be tested" in outcome.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([GATE], "--fail-unless-noninferior needs a --margin, such as --margin 0.05"),
        (["--margin", "0"], "--margin must be a number above 0 and below 2"),
        (["--margin", "0.1", "--baseline", "D"], "--baseline must be one of the systems 'A', 'B', got 'D'"),
        (["--margin", "0.1", GATE, "--measure", "bias"], "bias has no best value"),
    ],
)
def test_refused_margins(run, systems, options, said):
    assert said in run(*two(systems), *options).refused
