"""``abovechance agree``: the report, JSON, every layout of ratings, and what it refuses."""

import csv
import io
import json
from pathlib import Path

import pandas as pd
import pytest

import abovechance as ac

EXAMPLES = Path(__file__).parents[2] / "examples"
GRADES = EXAMPLES / "anaesthetists_dawid_skene_1979.csv"
DIAGNOSES = EXAMPLES / "diagnoses_fleiss_1971.csv"
REPORT = """\
Krippendorff's alpha is 0.433 (95 % interval 0.316 to 0.537): 'fair' or better
by Landis and Koch with a probability of 0.95, though the value itself is
'moderate'.

diagnoses_fleiss_1971.csv: counts of ratings by item and category (all columns
but that of the items; see --categories)
30 items, 6 raters, 180 ratings
"""
CATEGORIES = """\
Category              share  specific agreement  Kappa against the rest     se
depression            0.144               0.354                   0.245  0.105
"""


def document(outcome):
    assert outcome.code == 0, outcome.err
    value = json.loads(outcome.out, parse_constant=pytest.fail)
    assert value["schema"] == "abovechance.agreement/1"
    return value


def rows(value):
    return {row["coefficient"]: row for row in value["rows"]}


@pytest.fixture
def three(tmp_path):
    """Three raters of six items, one rating missing and one not applicable."""
    path = tmp_path / "three.csv"
    path.write_text(
        "ann,bob,eve\nno,no,no\nyes,yes,no\nyes,,yes\nno,no,no\nyes,yes,yes\nno,NA,yes\n", encoding="utf-8"
    )
    return path


def test_the_report_of_counts(run):
    outcome = run("agree", DIAGNOSES, "--counts", "--item", "patient")
    assert outcome.code == 0
    assert outcome.out.startswith(REPORT)
    assert CATEGORIES in outcome.out
    assert "8                        0.267  3 × schizophrenia, 2 × depression, 1 × neuro…\n" in outcome.out


def test_the_report_of_raters(run):
    outcome = run("agree", GRADES, "--item", "patient", "--weights", "quadratic", "--categories", "1,2,3,4")
    assert "4 categories, given: 1, 2, 3, 4\n" in outcome.out
    assert (
        "Rater  ratings  agreement  Kappa  Informedness   bias  favours  without\n2           45"
        in outcome.out
    )
    assert "agreement of one rater with the others" in outcome.out
    assert "the categories are ordered as given: 1, 2, 3, 4" in outcome.out


def test_the_numbers_are_those_of_the_library(run):
    value = document(run("agree", GRADES, "--item", "patient", "--weights", "linear", "--json", "-"))
    frame = pd.read_csv(GRADES, index_col="patient")
    found = ac.agreement(frame, weights="linear")
    for row in found:
        told = rows(value)[row.coefficient]
        assert told["value"] == pytest.approx(row.value)
        assert (told["low"], told["high"]) == pytest.approx((row.low, row.high))
    assert value["items"] == 45
    assert value["order"] == "numeric"
    pair = next(p for p in value["pairs"] if (p["first"], p["second"]) == ("1a", "2"))
    assert pair["cohen_kappa"] == pytest.approx(ac.cohen_kappa(frame["1a"], frame["2"]))
    assert pair["informedness"] == pytest.approx(ac.informedness(frame["1a"], frame["2"]))
    assert pair["markedness"] == pytest.approx(ac.informedness(frame["2"], frame["1a"]))


def test_labels_are_text_in_the_document(run):
    value = document(run("agree", GRADES, "--item", "patient", "--json", "-"))
    assert [row["category"] for row in value["by_category"]] == ["1", "2", "3", "4"]
    assert value["by_item"][0]["item"] == "12"
    assert value["by_rater"][0]["favours"] == "2"


def test_three_layouts_of_the_same_ratings_agree(run, tmp_path, three):
    wide = document(run("agree", three, "--missing", "NA", "--json", "-"))
    frame = pd.read_csv(three, keep_default_na=True, na_values="NA")
    long = frame.reset_index().melt(id_vars="index", var_name="rater", value_name="label").dropna()
    long.to_csv(tmp_path / "long.csv", index=False)
    pd.DataFrame({x: (frame == x).sum(axis=1) for x in ("no", "yes")}).to_csv(
        tmp_path / "counts.csv", index=False
    )
    columns = ["--item", "index", "--rater", "rater", "--category", "label"]
    found = document(run("agree", tmp_path / "long.csv", *columns, "--json", "-"))
    counted = document(run("agree", tmp_path / "counts.csv", "--counts", "--json", "-"))
    for name in ("krippendorff_alpha", "gwet_ac", "fleiss_kappa"):
        assert rows(found)[name]["value"] == pytest.approx(rows(wide)[name]["value"])
        assert rows(counted)[name]["value"] == pytest.approx(rows(wide)[name]["value"])
    assert rows(found)["conger_kappa"]["value"] == pytest.approx(rows(wide)["conger_kappa"]["value"])
    assert "conger_kappa" not in rows(counted)
    assert counted["by_rater"] == counted["pairs"] == []
    assert wide["ratings"] == 16
    assert wide["source"]["found"] is True


def test_named_raters_alone(run):
    value = document(
        run("agree", GRADES, "--rater", "1a", "--rater", "2", "--coefficient", "cohen", "--json", "-")
    )
    assert value["raters"] == 2
    assert value["coefficient"] == "cohen_kappa"
    frame = pd.read_csv(GRADES)
    assert rows(value)["cohen_kappa"]["value"] == pytest.approx(ac.cohen_kappa(frame["1a"], frame["2"]))
    assert value["by_rater"][0]["without"] is None


def test_declared_categories_count(run, three):
    two = document(run("agree", three, "--missing", "NA", "--coefficient", "S", "--json", "-"))
    more = document(
        run(
            "agree",
            three,
            "--missing",
            "NA",
            "--categories",
            "no,maybe,yes",
            "--coefficient",
            "S",
            "--json",
            "-",
        )
    )
    assert rows(two)["brennan_prediger"]["expected"] == pytest.approx(1 / 2)
    assert rows(more)["brennan_prediger"]["expected"] == pytest.approx(1 / 3)
    assert (two["categories_declared"], more["categories_declared"]) == (False, True)


def test_numbers_are_numbers_and_codes_with_zeros_are_not(run, tmp_path):
    path = tmp_path / "n.csv"
    path.write_text("a,b\n2,2.0\n10,10\n2,10\n10,10\n", encoding="utf-8")
    value = document(run("agree", path, "--weights", "linear", "--json", "-"))
    assert (value["categories"], value["order"]) == (["2", "10"], "numeric")
    path.write_text("a,b\n02,2\n10,10\n02,02\n10,10\n", encoding="utf-8")
    assert document(run("agree", path, "--json", "-"))["categories"] == ["02", "2", "10"]


@pytest.mark.parametrize("method", ["jackknife", "unconditional", "bootstrap", "bca"])
def test_methods(run, method):
    arguments = [
        "--coefficient",
        "AC1",
        "--method",
        method,
        "--replicates",
        "50",
        "--seed",
        "1",
        "--json",
        "-",
    ]
    value = document(run("agree", GRADES, "--item", "patient", *arguments))
    assert value["method"] == method
    assert value["rows"][0]["low"] < value["rows"][0]["value"] < value["rows"][0]["high"]


def test_other_forms(run):
    arguments = ["agree", GRADES, "--item", "patient", "--coefficient", "alpha,AC1"]
    table = list(csv.DictReader(io.StringIO(run(*arguments, "--csv").out)))
    assert [row["coefficient"] for row in table] == ["krippendorff_alpha", "gwet_ac"]
    assert run(*arguments, "--markdown").out.startswith("| Coefficient | Observed |")
    assert "\\toprule" in run(*arguments, "--latex").out


def test_the_heat_map(run, tmp_path):
    picture, text = tmp_path / "heat.svg", tmp_path / "found.json"
    outcome = run("agree", GRADES, "--item", "patient", "--plot", picture, "--json", text)
    assert outcome.code == 0
    assert "<svg" in picture.read_text(encoding="utf-8")
    assert json.loads(text.read_text(encoding="utf-8"))["items"] == 45
    assert outcome.out.startswith("Krippendorff's alpha is")


def test_undefined_has_its_reason(run, tmp_path):
    path = tmp_path / "same.csv"
    path.write_text("a,b\nx,x\nx,x\nx,x\n", encoding="utf-8")
    outcome = run("agree", path)
    assert outcome.out.startswith("Krippendorff's alpha is undefined: ")
    value = document(run("agree", path, "--json", "-"))
    assert rows(value)["krippendorff_alpha"]["value"] is None
    assert value["benchmark"]["word"] is None


def test_a_label_cannot_act_on_the_terminal(run, tmp_path):
    path = tmp_path / "bad.csv"
    path.write_text("a,b\n[bold]x\x1b[31m,y\ny,y\n[bold]x\x1b[31m,y\n", encoding="utf-8")
    outcome = run("agree", path)
    assert outcome.code == 0
    assert "\x1b" not in outcome.out
    assert "[bold]x\\x1b[31m" in outcome.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rater", "1a"], "one --rater is too few"),
        (["--rater", "1a", "--rater", "1a"], "--rater names a column twice"),
        (["--rater", "1a", "--rater", "9"], "has no column '9'"),
        (["--category", "1a"], "needs --item, --rater and --category"),
        (["--item", "nobody"], "no column 'nobody' for --item"),
        ([], "no two values of the column 'patient' are equal, as if it named the items: say --item patient"),
        (["--counts", "--rater", "1a"], "have no use with --counts"),
        (["--item", "patient", "--coefficient", "alfa"], "did you mean"),
        (["--item", "patient", "--weights", "cubic"], "no weights called 'cubic'"),
        (["--item", "patient", "--method", "bcaa"], "did you mean 'bca'"),
        (["--item", "patient", "--scale", "kohen"], "no scale of agreement called 'kohen'"),
        (["--item", "patient", "--plot", "heat.gif"], "not as 'heat.gif'"),
        (["--counts", "--plot", "heat.png"], "do not tell who gave which"),
        (
            ["--item", "patient", "--categories", "1,2,3"],
            "categories must name every category: 4 is not among",
        ),
        (["--item", "patient", "--json", "-", "--csv"], "only one of"),
        (["--item", "patient", "--coefficient", "cohen"], "cohen_kappa is for two raters"),
    ],
)
def test_what_it_refuses(run, arguments, message):
    assert message in run("agree", GRADES, *arguments).refused


def test_counts_must_be_counts(run, tmp_path):
    path = tmp_path / "counts.csv"
    path.write_text("item,a,b\nx1,1,2\nx2,2,1\n", encoding="utf-8")
    assert "'x1' in column 'item' is not a number of raters" in run("agree", path, "--counts").refused
    path.write_text("a,b\n1,-2\n2,1\n", encoding="utf-8")
    assert "'-2' in column 'b'" in run("agree", path, "--counts").refused


def test_categories_choose_the_columns_of_counts(run):
    value = document(
        run(
            "agree",
            DIAGNOSES,
            "--counts",
            "--categories",
            "neurosis,other",
            "--item",
            "patient",
            "--json",
            "-",
        )
    )
    assert value["categories"] == ["neurosis", "other"]


def test_one_column_is_no_agreement(run, tmp_path):
    path = tmp_path / "one.csv"
    path.write_text("a\nx\ny\n", encoding="utf-8")
    assert "the only column of ratings is 'a'" in run("agree", path).refused
