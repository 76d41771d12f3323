"""``abovechance simulate``: what is written can be evaluated, and says what was asked for."""

import csv
import io
import json

import duckdb
import pytest

import abovechance as ac


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_predictions_recover_what_was_asked_for(run):
    outcome = run(
        "simulate", "--k", 3, "--n", 20000, "--informed", 0.3, "--prevalence", "0.8,0.1,0.1", "--seed", 1
    )
    assert (outcome.code, outcome.err) == (0, "")
    found = rows(outcome.out)
    assert list(found[0]) == ["truth", "prediction"]
    table = ac.Tables.from_labels(*([row[name] for row in found] for name in ("truth", "prediction")))
    assert (table.total, table.labels) == (20000, ("0", "1", "2"))
    assert ac.informedness(table) == pytest.approx(0.3, abs=0.02)
    assert table.counts.sum(1) / 20000 == pytest.approx([0.8, 0.1, 0.1], abs=0.01)
    assert [row["truth"] for row in found] != sorted(row["truth"] for row in found)


def test_the_same_seed_writes_the_same_items(run):
    first, again, other = (
        run("simulate", "--n", 50, "--informed", 0.5, "--seed", seed).out for seed in (1, 1, 2)
    )
    assert first == again != other


def test_options_reach_the_model(run):
    outcome = run("simulate", "--n", 100, "--informed", "1,-1", "--prevalence", "0.3", "--labels", "well,ill",
                  "--sampling", "classes", "--noise", 0, "--wrong", "even", "--guess", 0.9)  # fmt: skip
    found = [(row["truth"], row["prediction"]) for row in rows(outcome.out)]
    assert (found.count(("well", "well")), found.count(("ill", "well"))) == (70, 30)


@pytest.mark.parametrize(("guess", "label"), [("commonest", "0"), ("rarest", "1"), ("0,1", "1"), ("0", "0")])
def test_guesses_by_name_and_by_share(run, guess, label):
    outcome = run("simulate", "--n", 30, "--informed", 0, "--prevalence", "0.7,0.3", "--guess", guess)
    assert {row["prediction"] for row in rows(outcome.out)} == {label}


def test_prevalence_can_be_random(run):
    options = ["simulate", "--n", 500, "--informed", 0, "--prevalence", "random", "--k", 2]
    first = [run(*options, "--seed", seed).out.count("\n0,") for seed in range(4)]
    assert max(first) - min(first) > 100


@pytest.mark.parametrize("name", ["items.csv", "items.jsonl", "items.ndjson", "items.parquet"])
def test_a_file_can_be_evaluated(run, tmp_path, name):
    file = tmp_path / name
    assert run("simulate", "--n", 2000, "--informed", 0.6, "--seed", 1, "--output", file).out == ""
    assert [path.name for path in tmp_path.iterdir()] == [name]
    report = tmp_path / "report.json"
    assert run("evaluate", file, "--truth", "truth", "--prediction", "prediction", "--json", report).code == 0
    value = json.loads(report.read_text())["rows"][0]["value"]
    assert value == pytest.approx(0.6, abs=0.06)


def test_labels_with_commas_are_quoted(run):
    outcome = run("simulate", "--n", 40, "--informed", 1, "--labels", 'a,"b, ""c"""', "--seed", 1)
    assert {row["truth"] for row in rows(outcome.out)} == {"a", 'b, "c"'}


def test_scores_have_the_informedness_asked_for_at_their_best(run):
    outcome = run("simulate", "--n", 20000, "--informed", 0.5, "--prevalence", 0.2, "--kind", "scores",
                  "--labels", "well,ill", "--sampling", "classes", "--seed", 1)  # fmt: skip
    found = rows(outcome.out)
    truth, scores = [row["truth"] for row in found], [float(row["score"]) for row in found]
    assert truth.count("ill") == 4000
    curve = ac.Curve.from_scores(truth, scores, positive="ill")
    assert max(curve.measure("informedness")) == pytest.approx(0.5, abs=0.025)


def test_ratings_have_a_column_for_each_rater(run, tmp_path):
    outcome = run("simulate", "--n", 5000, "--informed", "0.9,0.8", "--kind", "ratings", "--missing", 0.1, "--k", 3,
                  "--seed", 1)  # fmt: skip
    found = rows(outcome.out)
    assert list(found[0]) == ["item", "rater1", "rater2"]
    assert [row["item"] for row in found[:2]] == ["1", "2"]
    ratings = ac.Ratings.from_wide([[row["rater1"] or None, row["rater2"] or None] for row in found])
    assert (ratings.codes < 0).mean() == pytest.approx(0.1, abs=0.01)
    assert ac.agreement(ratings, "cohen_kappa").value == pytest.approx(0.72, abs=0.03)


def test_missing_ratings_are_null(run, tmp_path):
    options = [
        "simulate",
        "--n",
        300,
        "--informed",
        "1,1",
        "--kind",
        "ratings",
        "--missing",
        0.5,
        "--seed",
        1,
    ]
    lines = [json.loads(line) for line in run(*options, "--format", "jsonl").out.splitlines()]
    file = tmp_path / "ratings.parquet"
    run(*options, "--output", file)
    written = duckdb.sql(f"SELECT rater1, rater2 FROM '{file}'").fetchall()
    assert written == [(line["rater1"], line["rater2"]) for line in lines]
    assert any(line["rater1"] is None for line in lines)


def test_many_items_are_written_in_parts(run, tmp_path):
    file = tmp_path / "many.csv"
    run("simulate", "--n", 200_000, "--informed", 0.3, "--seed", 1, "--output", file)
    assert len(file.read_text().splitlines()) == 200_001


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--informed", "2"], "informed must be a probability from 0 to 1, got 2.0"),
        (["--informed", "much"], "--informed is a number, or several separated by commas, not 'much'"),
        (["--informed", "0,0,0"], "--informed is one number or one for each of 2 classes, got 3"),
        (["--prevalence", "0.5,0.6"], "prevalence must be shares that add up to 1"),
        (["--prevalence", "0.5,0.5", "--k", "3"], "the number of classes must agree: --k 3, --prevalence 2"),
        (["--labels", "a,b,c", "--k", "2"], "the number of classes must agree: --k 2, --labels 3"),
        (["--labels", "a,a"], "label 'a' is given twice"),
        (["--k", "1"], "there must be two classes or more, got 1"),
        (["--n", "0"], "n is how many items there are"),
        (["--guess", "matchd"], "no way of guessing called 'matchd'"),
        (["--guess", "random", "--sampling", "margins"], "sampling='margins' fixes the shares"),
        (["--missing", "0.1"], "--missing has no use for predictions: leave it out"),
        (["--kind", "scores", "--noise", "0.1"], "--noise has no use for scores"),
        (["--kind", "scores", "--k", "3"], "scores are of two classes, got 3"),
        (["--kind", "scores", "--informed", "0.5,0.5"], "--informed of scores is one number, got 2"),
        (["--kind", "scores", "--sampling", "margins"], "--sampling margins has no use for scores"),
        (["--kind", "scores", "--prevalence", "random"], "--prevalence random is for predictions"),
        (["--kind", "ratings"], "--informed of ratings is one number for each rater"),
        (["--kind", "ratings", "--sampling", "classes"], "--sampling classes has no use for ratings"),
        (["--output", "items.txt"], "'items.txt' does not tell the format: end it in .csv, .jsonl"),
        (
            ["--output", "nowhere/items.csv"],
            "'nowhere/items.csv' cannot be written: No such file or directory",
        ),
        (
            ["--output", "p.csv", "--format", "parquet"],
            "--format parquet does not go with the name 'p.csv': leave one of them out",
        ),
        (["--n", str(10**14)], "100000000000000 items do not fit into memory: ask for fewer"),
        (
            ["--n", str(10**14), "--kind", "scores"],
            "100000000000000 items do not fit into memory: ask for fewer",
        ),
        (["--format", "parquet"], "Parquet is written to a file: give --output"),
        (["--seed", "-1"], "Must be >= 0"),
        (["extra"], "unexpected argument 'extra'"),
    ],
)
def test_bad_usage(run, options, words):
    usual = [word for word in ("--n=20", "--informed=0.5") if word.partition("=")[0] not in options]
    assert words in run("simulate", *usual, *options).refused


def test_help_has_examples(run):
    out = run("simulate", "--help").out
    assert "Examples:\n\n  abovechance simulate " in out
    assert max(len(line.rstrip()) for line in out.splitlines()) <= 80
