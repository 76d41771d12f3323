"""``abovechance agree``: the report, JSON, every layout of ratings, and what it refuses."""

import csv
import io
import json
from pathlib import Path

import pandas as pd
import pytest

import abovechance as ac
from sklearn import metrics as sk

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
    assert value["schema"] == "abovechance.agreement/2"
    return value


def rows(value):
    return {row["measure"]: row for row in value["rows"]}


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
    assert "8                        0.267  3 × schizophrenia, 2 × depression, 1 × neurosis\n" in outcome.out


def test_the_report_of_raters(run):
    outcome = run("agree", GRADES, "--item", "patient", "--weights", "quadratic", "--categories", "1,2,3,4")
    assert "4 categories, given: 1, 2, 3, 4\n" in outcome.out
    assert (
        "Rater  ratings  agreement  Kappa  Informedness   bias  favours  without\n2           45"
        in outcome.out
    )
    words = " ".join(outcome.out.split())
    assert "Intraclass correlation value 95 % interval p meaning ICC1 0.79" in words
    assert "agreement of one rater" in words
    assert "For Kappa disagreements have quadratic weights, otherwise all disagreements count alike" in words
    assert "the categories are ordered as given: 1, 2, 3, 4" in outcome.out


def test_the_numbers_are_those_of_the_library(run):
    value = document(run("agree", GRADES, "--item", "patient", "--weights", "linear", "--json", "-"))
    frame = pd.read_csv(GRADES, index_col="patient")
    found = ac.agreement(frame, weights="linear")
    for row in found:
        told = rows(value)[row.measure]
        assert told["value"] == pytest.approx(row.value)
        assert (told["low"], told["high"]) == pytest.approx((row.low, row.high))
    assert value["items"] == 45
    assert value["order"] == "numeric"
    pair = next(p for p in value["pairs"] if (p["first"], p["second"]) == ("1a", "2"))
    weighted = sk.cohen_kappa_score(frame["1a"], frame["2"], weights="linear")
    assert pair["cohen_kappa"] == pytest.approx(weighted)
    others = [sk.cohen_kappa_score(frame["2"], frame[x], weights="linear") for x in frame if x != "2"]
    assert next(x for x in value["by_rater"] if x["rater"] == "2")["kappa"] == pytest.approx(
        sum(others) / len(others)
    )
    assert isinstance(rows(value)["gwet_ac"]["n"], int)
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
        run("agree", GRADES, "--rater", "1a", "--rater", "2", "--measure", "cohen", "--json", "-")
    )
    assert value["raters"] == 2
    assert value["measure"] == "cohen_kappa"
    frame = pd.read_csv(GRADES)
    assert rows(value)["cohen_kappa"]["value"] == pytest.approx(ac.cohen_kappa(frame["1a"], frame["2"]))
    assert value["by_rater"][0]["without"] is None


def test_declared_categories_count(run, three):
    two = document(run("agree", three, "--missing", "NA", "--measure", "S", "--json", "-"))
    more = document(
        run(
            "agree",
            three,
            "--missing",
            "NA",
            "--categories",
            "no,maybe,yes",
            "--measure",
            "S",
            "--json",
            "-",
        )
    )
    assert rows(two)["brennan_prediger"]["chance"] == pytest.approx(1 / 2)
    assert rows(more)["brennan_prediger"]["chance"] == pytest.approx(1 / 3)
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
        "--measure",
        "AC1",
        "--method",
        method,
        *(["--replicates", "50"] if method in ("bootstrap", "bca") else []),
        "--seed",
        "1",
        "--json",
        "-",
    ]
    value = document(run("agree", GRADES, "--item", "patient", *arguments))
    assert value["method"] == method
    assert value["rows"][0]["low"] < value["rows"][0]["value"] < value["rows"][0]["high"]


def test_other_forms(run):
    arguments = ["agree", GRADES, "--item", "patient", "--measure", "alpha,AC1"]
    table = list(csv.DictReader(io.StringIO(run(*arguments, "--csv").out)))
    assert [row["measure"] for row in table] == ["krippendorff_alpha", "gwet_ac"]
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
        (["--rater", "1a", "--rater", "1a"], "--rater names the column '1a' twice"),
        (["--rater", "1a", "--rater", "9"], "has no column '9'"),
        (["--category", "1a"], "needs all of --item, --rater and --category"),
        (["--item", "patients"], "has no column 'patients'; did you mean 'patient'?"),
        ([], "no two values of the column 'patient' are equal, as if it named the items: say --item patient"),
        (["--counts", "--rater", "1a"], "have no use with --counts"),
        (["--item", "patient", "--measure", "alfa"], "did you mean"),
        (["--item", "patient", "--weights", "cubic"], "no kind of weights called 'cubic'"),
        (["--item", "patient", "--method", "bcaa"], "did you mean 'bca'"),
        (["--item", "patient", "--scale", "kohen"], "no scale of agreement called 'kohen'"),
        (["--item", "patient", "--plot", "heat.gif"], "must end in .png, .svg, .pdf"),
        (
            ["--item", "patient", "--categories", "1,2,3"],
            "categories must name every category: 4 is not among",
        ),
        (["--item", "patient", "--json", "-", "--csv"], "only one of"),
        (["--item", "patient", "--measure", "cohen"], "cohen_kappa is for two raters"),
    ],
)
def test_what_it_refuses(run, arguments, message):
    assert message in run("agree", GRADES, *arguments).refused


def test_counts_must_be_counts(run, tmp_path):
    path = tmp_path / "counts.csv"
    path.write_text("item,a,b\nx1,1,2\nx2,2,1\n", encoding="utf-8")
    assert "'x1' in column 'item' is not a number of raters" in run("agree", path, "--counts").refused
    path.write_text("a,b\n1,-2\n2,1\n", encoding="utf-8")
    assert "-2 in column 'b'" in run("agree", path, "--counts").refused


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
    assert "agreement needs two raters or more, and there is one" in run("agree", path).refused


# Likely input mistakes -----------------------------------------------------------------------------


@pytest.fixture
def written(tmp_path):
    def write(text, name="ratings.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


RATED = ["x,x", "y,x", "y,y", "x,x", "y,y", "x,y"]


def with_columns(header, *values):
    lines = [",".join([*(column[i] for column in values), pair]) for i, pair in enumerate(RATED)]
    return "\n".join([f"{header},a,b", *lines]) + "\n"


TEXTS = [f"some text {i}" for i in range(6)]
IDS = [f"d{i}" for i in range(6)]


@pytest.mark.parametrize(
    ("text", "arguments", "words"),
    [
        (
            with_columns("doc,text", IDS, TEXTS),
            [],
            ["'doc' are equal", "'text' are equal", "such as --rater a,b, and with --item the one"],
        ),
        (with_columns("doc,text", IDS, TEXTS), ["--item", "doc"], ["'text' are equal", "--rater a,b"]),
        (
            with_columns("my text", [*TEXTS[:5], TEXTS[0]]),
            [],
            ["'my text' has no value in common with any other: say --item 'my text', or"],
        ),
        (with_columns("note", ["", "", "unclear", "", "", ""]), [], ["'note' has no value in common"]),
        ("p,x,y\n1,2,1\n2,5,0\n3,0,1\n4,1,1\n", ["--counts"], ["no two values of the column 'p' are equal", "--categories x,y"]),
        (
            "item,x,y,total\na,3,0,3\nb,1,2,3\n",
            ["--counts", "--item", "item"],
            ["'total' is the sum of the others: name the columns to take, such as --categories x,y"],
        ),
        (
            "doc,who,label\n1,a,x\n1,b,x\n2,a,y\n2,b,y\n",
            ["--item", "doc"],
            ["items such as '1', '2' have more than one row", "say --rater and --category, too"],
        ),
        ("doc,who,label\n1,a,x\n1,b,x\n2,a,y\n2,b,y\n", [], ["no two columns have a value in common"]),
        ("i,x,y\na,1,2\na,2,1\n", ["--counts", "--item", "i"], ["item 'a' has more than one row"]),
        ("i,a,b\n1,x,x\n,y,y\n", ["--item", "i"], ["--item has missing values: every item needs its name"]),
        (with_columns("i", IDS), ["--item", "i", "--rater", "i", "--rater", "a"], ["--item and --rater both name"]),
        (with_columns("i", IDS), ["--item", "i", "--rater", "aa,b"], ["no column 'aa'; did you mean 'a'?"]),
        ("a,b\n1,1\n2,2\n10,x\n2,2\n", ["--weights", "quadratic"], ["'x' is not written as a number", "places"]),
        ("a,b\n1,1\n2,2\n10,NA\n", ["--weights", "linear"], ["'NA' is not written as a number", "--missing"]),
    ],
)  # fmt: skip
def test_what_is_hardly_meant_is_refused(run, written, text, arguments, words):
    said = run("agree", written(text), *arguments).refused
    for word in words:
        assert word in said


def test_a_second_item_column_is_not_advised(run, written):
    assert "--item" not in run("agree", written(with_columns("d,t", IDS, TEXTS)), "--item", "d").refused


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("a,b\n0.1,0.2\n0.3,0.3\n0.5,0.4\n0.6,0.3\n0.9,0.8\n", []),
        ("a,b\n0.11,0.2\n0.3,0.31\n0.5,0.4\n", []),
        ("x,y\n1,8\n2,7\n3,6\n4,5\n5,4\n", ["--counts"]),
        ("x,total\n3,3\n1,1\n2,4\n", ["--counts"]),
        (with_columns("i", IDS), ["--rater", "i", "--rater", "a"]),
        (with_columns("i", IDS), ["--item", "i", "--rater", "a,b"]),
        ("a,b\n10,11\n35,35\n48,50\n72,71\n90,90\n11,35\n", []),
    ],
)
def test_what_may_well_be_meant_is_taken(run, written, text, arguments):
    assert run("agree", written(text), *arguments).code == 0


ORDERED = "i,a,b\n1,low,low\n2,high,high\n3,medium,high\n4,low,medium\n5,medium,medium\n6,high,high\n"


def test_words_in_alphabetical_order_are_warned_of_first(run, written):
    path = written(ORDERED)
    arguments = ["agree", path, "--item", "i", "--weights", "quadratic"]
    said = " ".join(run(*arguments).out.split())
    assert said.startswith("Warning: The order of the categories was not given, and quadratic weights")
    assert "'high', 'low', 'medium'. Unless that is right, the weighted values are wrong" in said
    assert "was not given" in document(run(*arguments, "--json", "-"))["warnings"][0]
    assert run(*arguments, "--csv").err.startswith("abovechance: The order of the categories was not given")
    given = run(*arguments, "--categories", "low,medium,high")
    assert given.out.startswith("Krippendorff's alpha")
    assert "spaced by their places: 'low', 'medium', 'high'" in " ".join(given.out.split())
    assert run(*arguments[:-2]).out.startswith("Krippendorff's alpha")


def test_two_words_need_no_order(run, written):
    path = written("a,b\nyes,yes\nno,no\nno,yes\nyes,yes\n")
    assert run("agree", path, "--weights", "ordinal").out.startswith("Krippendorff's alpha")


def test_counts_of_numbers_are_numbers(run, written):
    path = written("item,1,2,10\na,3,0,0\nb,0,2,1\nc,0,0,3\nd,1,2,0\n")
    arguments = ["agree", path, "--counts", "--item", "item", "--measure", "BP", "--json", "-"]
    found = document(run(*arguments, "--weights", "interval"))
    # pairs of ratings that are 8 and 1 apart: 2/3 of those of b and d; the largest distance is 9
    assert rows(found)["brennan_prediger"]["observed"] == pytest.approx(1 - (64 + 1) / 81 * (2 / 3) / 4)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b\nx,NA\ny,y\nx,?\ny,x\n", "'?', 'NA' are each taken for a category: say --missing '?,NA' if there is no rating"),
        ("a,b\nx, x\ny,y\nx,x\n", "' x' and 'x' are different categories"),
        ("a,b\nx,X\ny,y\nx,x\n", "'X' and 'x' are different categories"),
        ("a,b\nx,y \ny ,y \nx,x\n", "'y ' has blanks at the ends"),
        ("a,b\n1,1\n2,2\n3,x\n", "'x' is not written as a number, and all else is: the categories are taken as text"),
    ],
)  # fmt: skip
def test_odd_categories_are_pointed_out(run, written, text, words):
    path = written(text)
    assert words in " ".join(run("agree", path).out.split())
    assert any(words in note for note in document(run("agree", path, "--json", "-"))["warnings"])


def test_named_as_missing_there_is_no_hint(run, written):
    path = written("a,b\nx,NA\ny,y\nx,x\n")
    assert "categories:" not in run("agree", path, "--missing", "NA").out


def test_percent_agreement_and_informedness_have_no_word(run):
    for name in ("percent_agreement", "informedness", "correlation"):
        arguments = ["agree", GRADES, "--item", "patient", "--measure", name]
        outcome = run(*arguments)
        assert "Landis" not in outcome.out
        assert document(run(*arguments, "--json", "-"))["benchmark"] is None


@pytest.mark.parametrize(
    ("weights", "names", "said"),
    [
        ("ordinal", "alpha", "ordinal, Krippendorff's;"),
        ("gwet_ordinal", "alpha", "ordinal, Gwet's;"),
        ("ordinal", "alpha,AC1", "ordinal, Krippendorff's for his alpha and Gwet's for the others;"),
    ],
)
def test_the_two_ordinal_weights_are_told_apart(run, weights, names, said):
    arguments = ["--item", "patient", "--weights", weights, "--measure", names]
    assert f"Weights: {said}" in " ".join(run("agree", GRADES, *arguments).out.split())


def test_an_unknown_option_is_no_file(run):
    for arguments in (["--bogus"], ["--bogus", GRADES], ["--item", "patient", "--bogus", GRADES]):
        assert "Unknown option: --bogus." in run("agree", *arguments).refused
    assert "Did you mean --weights?" in run("agree", GRADES, "--wheights", "linear").refused


def test_unknown_scales_are_answered_with_the_scales(run):
    said = run("agree", GRADES, "--item", "patient", "--scale", "foo").refused
    assert "there are 'landis_koch', 'altman'" in said
    assert "auto" not in said
    assert "did you mean 'altman'" in run("agree", GRADES, "--item", "patient", "--scale", "altmann").refused


def test_long_labels_are_cut_in_notes_too(run, written):
    long = "z" * 200
    path = written(f"a,b\n{long},{long}\ny,y\ny,{long}\n")
    assert "z" * 60 not in "".join(run("agree", path).out.split())


def test_counts_of_unequally_many_raters(run, written):
    path = written("i,x,y\na,2,1\nb,5,0\nc,0,1\n")
    outcome = run("agree", path, "--counts", "--item", "i")
    assert "3 items with 1 to 5 ratings each, 9 ratings\n" in outcome.out


def test_the_heat_map_has_the_weights(run, tmp_path):
    picture = tmp_path / "heat.svg"
    run("agree", GRADES, "--item", "patient", "--weights", "linear", "--plot", picture)
    assert "(linear weights)" in picture.read_text(encoding="utf-8")


def test_letters_that_no_font_has_are_told_in_one_line(run, written, tmp_path):
    path = written("\U00012000,b\nx,x\ny,y\nx,y\n")
    outcome = run("agree", path, "--plot", tmp_path / "heat.png")
    assert outcome.code == 0
    assert outcome.err.count("\n") == 1
    assert "lacks letters of some names" in outcome.err


def test_measurements_are_advised_to_have_weights(run, written):
    path = written("a,b\n" + "".join(f"{i}.5,{i + i % 2}.5\n" for i in range(40)))
    assert "41 different numbers, and any two of them count as full disagreement" in " ".join(
        run("agree", path).out.split()
    )
    assert "count as full disagreement" not in run("agree", path, "--weights", "interval").out


def test_replicates_are_for_the_bootstrap(run):
    said = run("agree", GRADES, "--item", "patient", "--replicates", "50").refused
    assert said == "--replicates has no use with --method delta, which draws no samples"
