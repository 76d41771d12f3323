"""``abovechance test``: the sentence, the rows, JSON, and what it refuses."""

import csv
import io
import json

import numpy as np
import pytest

import abovechance as ac
from abovechance.inference.guessing.test import COMBINED

MAIL = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
# χ² 3.941 and G² 4.012 of the first table of Powers 2007; Williams divides by 1 + 3.105·3.167/600 = 1.0164;
# z² is χ²·99/100
REPORT = """\
The predictions are better than chance: Informedness 0.200, 95 % interval 0.002
to 0.378 (two-sided p = 0.048).

mail.csv: truth 'truth', prediction 'prediction' (found; see --truth)
100 items, 2 classes, positive class 'spam' (the last; see --positive)

Test          statistic  df       p  from
Informedness      1.975      0.0482  normal
Pearson χ²        3.941   1  0.0471  chi-squared
G², Williams      3.947   1  0.0470  chi-squared
Fisher                –      0.0629  exact

If chance and skill were equally likely before the test, the probability of
chance is now at least 28 % (Sellke, Bayarri and Berger 2001).
"""


def document(outcome):
    assert outcome.code == 0
    value = json.loads(outcome.out, parse_constant=pytest.fail)
    assert value["schema"] == "abovechance.test/2"
    return value


@pytest.fixture
def three(tmp_path):
    path = tmp_path / "three.csv"
    path.write_text("42,1,5\n0,54,5\n9,7,55\n", encoding="utf-8")
    return path


def test_the_report(run, mail):
    outcome = run("test", mail)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == REPORT


def test_the_numbers_are_those_of_the_library(run, mail):
    value = document(run("test", mail, "--json", "-"))
    by_method = {row["method"]: row for row in value["rows"]}
    for name in ("informedness", "pearson", "williams", "fisher"):
        assert by_method[name]["p_value"] == ac.test(MAIL, method=name).p_value
    interval = ac.interval(MAIL, "informedness")
    assert (value["informedness"]["low"], value["informedness"]["high"]) == (interval.low, interval.high)
    assert value["counts"] == [[28, 12], [30, 30]]
    # −e·p·ln p of Sellke, Bayarri and Berger, for p = 0.0482: 0.397, so 0.397/(1 + 0.397)
    assert value["evidence"]["bayes_factor"] == pytest.approx(0.397, abs=0.001)
    assert value["evidence"]["least_probability_of_chance"] == pytest.approx(0.284, abs=0.001)


def test_chance_is_said_to_be_chance(run, tmp_path):
    (tmp_path / "t.csv").write_text("25,25\n25,25\n", encoding="utf-8")
    out = run("test", tmp_path / "t.csv", "--table").out
    assert out.startswith("The predictions are not shown to differ from chance: Informedness 0.000")
    assert "A p-value this large is no evidence against chance at all." in out
    greater = run("test", tmp_path / "t.csv", "--table", "--alternative", "greater").out
    assert greater.startswith("The predictions are not shown to be better than chance")


def test_strong_evidence_is_said_without_tiny_numbers(run, tmp_path):
    (tmp_path / "t.csv").write_text("500,5\n5,500\n", encoding="utf-8")
    out = " ".join(run("test", tmp_path / "t.csv", "--table").out.split())
    assert "the probability of chance may now be below one in a million" in out


def test_worse_than_chance(run, tmp_path):
    (tmp_path / "t.csv").write_text("5,45\n45,5\n", encoding="utf-8")
    assert run("test", tmp_path / "t.csv", "--table").out.startswith("The predictions are worse than chance")
    less = run("test", tmp_path / "t.csv", "--table", "--alternative", "less").out
    assert less.startswith("The predictions are worse than chance")
    assert "normal, less" in less


def test_a_one_sided_test_stands_beside_a_one_sided_bound(run, mail):
    bounds = ac.interval(MAIL, "informedness", sides=1)
    greater = " ".join(run("test", mail, "--alternative", "greater").out.split())
    assert greater.startswith(
        f"The predictions are better than chance: Informedness 0.200, 95 % lower bound {bounds.low:.3f} "
        "(one-sided p = 0.024)."
    )
    less = " ".join(run("test", mail, "--alternative", "less").out.split())
    assert f"Informedness 0.200, 95 % upper bound {bounds.high:.3f} (one-sided p = 0.98)." in less
    value = document(run("test", mail, "--alternative", "greater", "--json", "-"))["informedness"]
    assert (value["low"], value["sides"]) == (bounds.low, 1)
    assert document(run("test", mail, "--json", "-"))["informedness"]["sides"] == 2
    assert "between 0.5 and 1" in run("test", mail, "--alternative", "less", "--level", "0.4").refused


def test_a_negative_value_of_three_classes_is_read_against_the_least_that_the_margins_allow(run, tmp_path):
    (tmp_path / "t.csv").write_text("2,50,3\n20,1,8\n2,20,3\n", encoding="utf-8")
    out = " ".join(run("test", tmp_path / "t.csv", "--table").out.split())
    assert "worse than chance: Informedness -0.631" in out
    assert ", where the least that these margins allow is -0.697." in out


def test_of_three_classes_the_residual_is_tested_too(run, three):
    out = run("test", three, "--table").out
    lines = [line.split("  ")[0] for line in out.splitlines()]
    first = lines.index("Combined")
    assert lines[first : first + 5] == ["Combined", "Score", "B by prevalence", "Informedness", "Residual χ²"]
    assert "systematic" in out


def test_each_class_with_adjusted_p_values(run, three):
    rows = document(run("test", three, "--table", "--per-class", "--adjust", "bh", "--json", "-"))["rows"]
    found = [row["p_adjusted"] for row in rows if row["class"] is not None]
    t = ac.Tables.from_counts([[42, 1, 5], [0, 54, 5], [9, 7, 55]])
    assert found == ac.per_class_tests(t, adjust="benjamini_hochberg").p_adjusted.tolist()
    plain = document(run("test", three, "--table", "--per-class", "--adjust", "none", "--json", "-"))["rows"]
    assert all(row["adjust"] is None for row in plain)


def test_each_group_beside_all_items(run, mail):
    outcome = run("test", mail, "--by", "place")
    assert "By place  items  Informedness  statistic       p  p adjusted" in outcome.out
    assert "P-values of groups are adjusted for their number after Holm." in outcome.out
    rows = document(run("test", mail, "--by", "place", "--json", "-"))["rows"]
    groups = [row for row in rows if row["group"] is not None]
    assert [row["group"] for row in groups] == [["A"], ["B"], ["C"]]
    assert sum(row["n"] for row in groups) == 100
    raw = [row["p_value"] for row in groups]
    assert max(row["p_adjusted"] for row in groups) == min(1, max(3 * min(raw), *raw, 2 * sorted(raw)[1]))


def test_rows_may_stand_for_many_items(run, tmp_path):
    path = tmp_path / "counted.csv"
    path.write_text(
        "truth,prediction,n\nham,ham,28\nham,spam,12\nspam,ham,30\nspam,spam,30\n", encoding="utf-8"
    )
    value = document(run("test", path, "--count", "n", "--json", "-"))
    assert value["rows"][0]["p_value"] == ac.test(MAIL).p_value
    assert (value["source"]["count"], value["counts"]) == ("n", [[28, 12], [30, 30]])
    assert run("test", path, "--count", "n").out.splitlines()[3:6] == [
        "counted.csv: truth 'truth', prediction 'prediction' (found; see --truth)",
        "Each row stands for as many items as 'n' says.",
        "100 items, 2 classes, positive class 'spam' (the last; see --positive)",
    ]


def test_weights_without_squares_cannot_be_tested(run, tmp_path):
    path = tmp_path / "weighted.csv"
    path.write_text("truth,prediction,n\na,a,1.5\na,b,2\nb,b,3\n", encoding="utf-8")
    assert "the count '1.5' is not a whole number" in run("test", path, "--count", "n").refused
    assert "p-value" not in run("test", path, "--weight", "n").out.splitlines()[0]
    table = tmp_path / "table.csv"
    table.write_text("1.5,2\n2,1.5\n", encoding="utf-8")
    outcome = run("test", table, "--table")
    assert outcome.code == 0
    assert outcome.out.startswith("There is no p-value: the table holds weights")
    assert document(run("test", table, "--table", "--json", "-"))["evidence"] is None


def test_all_methods_and_the_papers_own_p_values(run, mail):
    rows = document(run("test", mail, "--method", "all", "--seed", "1", "--json", "-"))["rows"]
    assert {"boschloo", "barnard", "yates", "chi_squared_kb", "markedness_mid_p"} <= {
        row["method"] for row in rows
    }
    out = run("test", mail, "--method", "all", "--seed", "1").out
    assert "papers" in out
    assert max(map(len, out.splitlines())) <= 80


def test_of_more_classes_all_methods_are_those_that_apply(run, three):
    outcome = run("test", three, "--table", "--method", "all", "--seed", "1")
    assert outcome.code == 0
    assert "Boschloo" not in outcome.out
    assert "Fisher" in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_the_first_method_is_what_the_sentence_is_about(run, mail):
    out = run("test", mail, "--method", "pearson,yates", "--method", "mid_p").out
    assert out.startswith("Truth and prediction are associated: Pearson χ², p = 0.047.")
    assert [line.split("  ")[0] for line in out.splitlines()[6:9]] == [
        "Pearson χ²",
        "Pearson χ², Yates",
        "Fisher, mid-p",
    ]


@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("bowker", "Confusions are not shown to be asymmetric: Bowker, p = 0.48."),
        (
            "stuart_maxwell",
            "Labels are not shown to be given more or less often than their classes occur:\nStuart–Maxwell, p = 0.5.",
        ),
        (
            "nir",
            "Accuracy is above that of always naming the most frequent class: Accuracy, NIR,\np < 0.0001.",
        ),
    ],
)
def test_tests_of_errors_and_of_accuracy_speak_of_what_they_test(run, three, method, said):
    out = run("test", three, "--table", "--method", method).out
    assert out.startswith(said)
    assert "chance" not in out
    assert document(run("test", three, "--table", "--method", method, "--json", "-"))["evidence"] is None


def test_one_label_given_more_often_than_its_class_occurs(run, mail):
    out = run("test", mail, "--method", "mcnemar").out
    assert out.startswith("Labels are not given as often as their classes occur: McNemar, p = 0.0055.")
    out = run("test", mail, "--method", "nir", "--alternative", "greater").out
    assert out.startswith("Accuracy is not shown to be above that of always naming the most frequent class")


def test_the_same_seed_gives_the_same_p_value(run, three):
    once, again, other = (
        document(run("test", three, "--table", "--method", "permutation", "--seed", seed, "--json", "-"))[
            "rows"
        ][0]
        for seed in (1, 1, 2)
    )
    assert once["reference"] == "Monte Carlo"
    assert once["monte_carlo_error"] > 0
    assert once == again
    assert once["p_value"] == other["p_value"] == 1e-4  # none of the 9999 random tables is as extreme


def test_csv_markdown_and_latex(run, mail):
    rows = list(csv.DictReader(io.StringIO(run("test", mail, "--by", "place", "--csv").out)))
    assert [row["method"] for row in rows][:4] == ["informedness", "pearson", "williams", "fisher"]
    assert [row["group"] for row in rows[-3:]] == ["A", "B", "C"]
    assert float(rows[0]["p_value"]) == ac.test(MAIL).p_value
    markdown = run("test", mail, "--markdown").out.splitlines()
    assert markdown[0] == "| Test | n | Informedness | Statistic | df | p |"
    assert markdown[2] == "| Informedness | 100 | 0.200 | 1.975 |  | 0.0482 |"
    latex = run("test", mail, "--latex").out
    assert latex.startswith(
        "\\begin{tabular}{lrrrrr}\n\\toprule\nTest & n & Informedness & Statistic & df & p \\\\\n"
    )


def test_json_beside_the_report(run, mail, tmp_path):
    outcome = run("test", mail, "--json", tmp_path / "out.json")
    assert outcome.out == REPORT
    assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["n"] == 100


def test_nothing_to_test(run, tmp_path):
    (tmp_path / "one.csv").write_text("truth,prediction\nx,x\nx,x\n", encoding="utf-8")
    outcome = run("test", tmp_path / "one.csv")
    assert outcome.code == 0
    assert outcome.out.startswith("There is no p-value: only one class occurs in the truth.")
    assert document(run("test", tmp_path / "one.csv", "--json", "-"))["rows"][0]["reason"] is not None


def test_fisher_of_a_large_table_has_to_be_asked_for(run, tmp_path):
    rows = "\n".join(",".join("9" if i == j else "1" for j in range(6)) for i in range(6))
    (tmp_path / "six.csv").write_text(rows + "\n", encoding="utf-8")
    assert "Fisher" not in run("test", tmp_path / "six.csv", "--table").out


@pytest.mark.parametrize("label", ["\x1b[31mred", "[red]x[/red]", ":smile:"])
def test_labels_are_data(run, tmp_path, label):
    path = tmp_path / "odd.csv"
    path.write_text(f"truth,prediction,g\n{label},{label},{label}\nb,b,b\nb,{label},b\n", encoding="utf-8")
    out = run("test", path, "--per-class", "--by", "g").out
    assert "\x1b" not in out
    if label.isprintable():
        assert out.count(label) == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--method", "foo"], "there is no test called 'foo'"),
        (["--method", "pearsen"], "did you mean 'pearson'"),
        (["--method", "pearson", "--alternative", "greater"], "has no direction"),
        (["--alternative", "more"], 'Invalid value "more" for --alternative'),
        (["--adjust", "holms"], "there is no adjustment called 'holms'; did you mean 'holm'"),
        (["--level", "95"], "level must lie between 0 and 1 (such as 0.95), got 95.0"),
        (["--seed", "x"], "unable to convert"),
        (["--seed", "-1"], "Must be >= 0"),
        (["--truth", "thruth"], "has no column 'thruth'"),
        (["--csv", "--json", "-"], "only one of"),
        (["--table", "--by", "place"], "have no use with it"),
        (["--json", "/nowhere/x.json"], "cannot be written"),
    ],
)
def test_bad_usage(run, mail, options, words):
    assert words in run("test", mail, *options).refused


def test_the_input_is_not_overwritten(run, mail):
    assert "would overwrite the input" in run("test", mail, "--json", mail).refused


def test_help_has_examples(run):
    out = run("test", "--help").out
    assert "Examples:\n\n  abovechance test " in out
    assert max(len(line.rstrip()) for line in out.splitlines()) <= 80


@pytest.fixture
def patients(tmp_path):
    """30 patients with ten images each, nearly all of one class and one answer."""
    rng = np.random.default_rng(8)
    patient = np.repeat(np.arange(30), 10)
    truth, answer = (
        np.where(rng.random(300) < 0.9, rng.integers(0, 3, 30)[patient], rng.integers(0, 3, 300))
        for _ in range(2)
    )
    rows = [f"p{p},{'AB'[p % 2]},{t},{a}" for p, t, a in zip(patient, truth, answer, strict=True)]
    path = tmp_path / "patients.csv"
    path.write_text("\n".join(["patient,ward,truth,answer", *rows, ""]), encoding="utf-8")
    return path, truth, answer, patient


def test_clusters_of_items_are_fewer_than_they_seem(run, patients):
    path, truth, answer, patient = patients
    columns = ("--truth", "truth", "--prediction", "answer")
    naive, robust = (
        document(run("test", path, *columns, *more, "--json", "-")) for more in ((), ("--cluster", "patient"))
    )
    assert naive["rows"][0]["p_value"] < 0.001
    row = robust["rows"][0]
    assert row["p_value"] == ac.test(truth, prediction=answer, clusters=patient).p_value > 0.05
    assert row["reference"] == "cumulants of clusters"
    assert [row["method"] for row in robust["rows"]] == ["combined", *COMBINED]
    assert robust["informedness"]["method"] == "cluster_delta"
    assert robust["informedness"]["low"] < 0 < robust["informedness"]["high"]
    both = document(
        run("test", path, *columns, "--cluster", "patient", "--by", "ward", "--per-class", "--json", "-")
    )["rows"]
    wards = [row for row in both if row["group"] is not None]
    assert [row["group"] for row in wards] == [["A"], ["B"]]
    in_a = patient % 2 == 0
    assert (
        wards[0]["p_value"] == ac.test(truth[in_a], prediction=answer[in_a], clusters=patient[in_a]).p_value
    )
    assert len([row for row in both if row["class"] is not None]) == 3


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--cluster", "patient", "--method", "pearson"), "takes items as independent"),
        (("--cluster", "ward", "--by", "ward"), "is for --by or for --cluster"),
        (("--cluster", "none"), "'none'"),
    ],
)
def test_clusters_that_cannot_be(run, patients, options, said):
    columns = ("--truth", "truth", "--prediction", "answer")
    outcome = run("test", patients[0], *columns, *options)
    assert outcome.code == 2
    assert said in outcome.err
