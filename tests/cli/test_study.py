"""``abovechance study coverage``: the summary, the rows, JSON, and what it refuses."""

import csv
import io
import json
import re

import numpy as np
import pytest

from abovechance.studies.base import Finding, ReadyStudy, Section

TINY = [
    "study",
    "coverage",
    "--classes",
    "2",
    "--n",
    "100",
    "--prevalence",
    "balanced",
    "--informed",
    "0,0.5",
    "--replicates",
    "400",
    "--seed",
    "3",
]


@pytest.fixture(scope="module")
def document(tmp_path_factory):
    from abovechance.cli.app import main

    out = tmp_path_factory.mktemp("study") / "study.json"
    assert main([*TINY, "--json", str(out), "--csv"]) == 0
    return json.loads(out.read_text(encoding="utf-8"), parse_constant=pytest.fail)


def test_the_report(run):
    outcome = run(*TINY)
    assert (outcome.code, outcome.err) == (0, "")
    said = " ".join(outcome.out.split())
    assert said.startswith("Do 95 % intervals hold the true value")
    assert (
        "Claim: With 50 items or more, no more than 6.5 % of tables have a 95 % interval that misses" in said
    )
    assert "exceeded beyond Monte Carlo error in 0 of 32 cases" in said
    assert "Claim: The default test at 5 % rejects chance in 3 to 6 % of tables under every condition" in said
    assert "with 400 replicates of each condition" in said
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_json_has_a_row_for_each_measure_and_condition(document):
    assert document["schema"] == "abovechance.study.coverage/2"
    assert (document["seed"], document["replicates"]) == (3, 400)
    assert [finding["holds"] for finding in document["findings"]] == [True, True, True]
    kinds = [row["kind"] for row in document["rows"]]
    assert (kinds.count("interval"), kinds.count("test")) == (2 * 2 * 8, 2)
    row = next(row for row in document["rows"] if row["informed"] == 0.5)
    assert (row["measure"], row["method"], row["n"]) == ("informedness", "miettinen_nurminen", 100)
    assert 0.9 < row["rate"] < 1
    assert row["monte_carlo_error"] == pytest.approx((row["rate"] * (1 - row["rate"]) / 400) ** 0.5, rel=0.03)


def test_csv_has_the_same_rows(run, document):
    rows = list(csv.DictReader(io.StringIO(run(*TINY, "--csv").out)))
    assert [float(row["rate"]) for row in rows] == [row["rate"] for row in document["rows"]]
    assert {row["kind"] for row in rows if row["width"] == ""} == {"test"}


def test_markdown_has_the_summary(run):
    out = run(*TINY, "--markdown").out
    assert "## From 50 items on\n\nSilent: the greatest share" in out
    assert "| Measure | cases | broken |" in out
    assert "| Informedness | 4 | 0 |" in out


def test_a_small_version_of_all_conditions(run):
    outcome = run("study", "coverage", "--quick", "--replicates", "100")
    assert outcome.code == 0
    assert "of 246 cases" in " ".join(outcome.out.split())
    assert "3 classes" in outcome.out


def test_too_few_items_are_promised_nothing(run):
    outcome = run("study", "coverage", "--classes", "2", "--n", "30", "--prevalence", "0.1", "--informed", "0.5",
                  "--replicates", "100")  # fmt: skip
    assert "Claim: " not in outcome.out
    assert "From 50 items on" not in outcome.out
    assert "Type I" not in outcome.out


def test_what_covers_less_is_listed(run):
    """Two items of a class: there is little that F1 could be, and the interval says so."""
    outcome = run("study", "coverage", "--classes", "2", "--n", "100", "--prevalence", "0.02", "--informed", "0.95",
                  "--skill", "equal", "--replicates", "2000", "--seed", "1")  # fmt: skip
    assert "Promise broken" not in outcome.out
    lines = outcome.out[outcome.out.index("Coverage below 93 %") :].splitlines()
    found = next(line.split() for line in lines if line.startswith("F-measure"))
    assert found[1:6] == ["2", "100", "0.02", "0.95", "matched"]
    assert float(found[6]) < 93
    assert float(found[7]) > 50


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--classes", "two"], "--classes is a number, or several separated by commas, not 'two'"),
        (["--classes", "1"], "two classes or more, got 1"),
        (["--skill", "some"], "--skill is equal, unequal or confused, not 'some'"),
        (["--n", "1.5"], "--n is a number, or several"),
        (["--n", "0"], "at least one item, got 0"),
        (["--prevalence", "0.9"], "at most 0.5, got 0.9"),
        (["--informed", "1.5"], "informed must be a probability from 0 to 1, got 1.5"),
        (["--replicates", "0"], "replicates must be a whole number of 1 or more, got 0"),
        (["--csv", "--json", "-"], "only one of"),
        (["--seed", "-1"], "Must be >= 0"),
        (["extra"], "unexpected argument 'extra'"),
    ],
)
def test_bad_usage(run, options, words):
    assert words in run("study", "coverage", "--quick", *options).refused


def test_studies_are_listed(run):
    assert "coverage" in run("study").out
    assert "Unknown command" in run("study", "coverag").refused


def test_help_has_examples(run):
    out = run("study", "coverage", "--help").out
    assert "Examples:\n\n  abovechance study coverage " in out
    assert max(len(line.rstrip()) for line in out.splitlines()) <= 80


# The ready-made studies ---------------------------------------------------------------------------

QUICK = ["study", "measures", "--quick", "--seed", "2"]


def coins(share, size, seed):
    return {"heads": np.random.default_rng(seed).binomial(size, share), "thrown": np.array(size)}


@pytest.fixture
def tiny(monkeypatch):
    """A study of coins in the place of that of measures, so that the command is tried and not the study."""
    study = ReadyStudy(
        name="coins",
        title="Are coins fair?",
        question="Are coins fair?",
        method="They are thrown.",
        cells=lambda effort: (0.5, 0.9) if effort == "quick" else (0.5, 0.6, 0.7, 0.8, 0.9),
        chunk=coins,
        rows=lambda cell, sums: [{"coin": cell, "heads": float(sums["heads"] / sums["thrown"])}],
        findings=lambda rows: [
            Finding("All are.", all(abs(r["heads"] - 0.5) < 0.1 for r in rows), "So it is.")
        ],
        sections=lambda rows: [Section("Heads", ("Coin", "share"), ((str(len(rows)), "x"),))],
        quick=1000,
        full=2000,
    )
    monkeypatch.setattr("abovechance.studies.measures.run.STUDY", study)
    return study


def test_every_ready_made_study_is_a_command():
    from abovechance.cli.help import STUDIES
    from abovechance.studies import NAMES

    assert tuple(STUDIES) == ("mine", *NAMES)


@pytest.mark.parametrize("name", ["measures", "significance"])
def test_the_help_of_a_ready_made_study(run, name):
    out = run("study", name, "--help").out
    assert f"Examples:\n\n  abovechance study {name} --quick" in out
    for option in (
        "--folder",
        "--quick",
        "--replicates",
        "--workers",
        "--seed",
        "--json",
        "--csv",
        "--markdown",
    ):
        assert option in out
    assert max(len(line.rstrip()) for line in out.splitlines()) <= 80


def test_a_ready_made_study_in_full(run, tmp_path):
    outcome = run(*QUICK, "--replicates", "10", "--folder", tmp_path / "new")
    assert (outcome.code, outcome.err) == (0, "")
    said = " ".join(outcome.out.split())
    assert said.startswith("Which measures say of a predictor what share of its decisions is informed")
    assert "abovechance study measures --quick --replicates 10 --seed 2" in said
    assert "measures.parquet, misled.svg, skills.svg, report.md" in said
    files = {file.name for file in (tmp_path / "new").iterdir()}
    assert files == {"cells", "measures.parquet", "misled.svg", "skills.svg", "report.md"}
    report = (tmp_path / "new" / "report.md").read_text(encoding="utf-8")
    assert report.startswith("# Which measure can be trusted\n\n*Which measures say")
    assert "](misled.svg)" in report
    assert "## Common measures, two classes\n\n" in report


def test_the_summary_of_a_study(run, tiny):
    lines = run(*QUICK).out.splitlines()
    assert lines[0] == "Are coins fair? Claims confirmed: 0 of 1."
    assert lines[2].startswith("Made by abovechance study coins --quick --seed 2 with 1000 replicates")
    assert "Claim: All are — refuted. So it is." in lines
    assert lines[-4:] == ["Heads", "", "Coin  share", "2         x"]
    assert "5         x" in run("study", "measures").out


def test_a_study_for_machines(run, tiny):
    (fair, loaded) = csv.DictReader(io.StringIO(run(*QUICK, "--csv").out))
    found = json.loads(run(*QUICK, "--json", "-").out, parse_constant=pytest.fail)
    assert found["schema"] == "abovechance.study.coins/2"
    assert [found[name] for name in ("study", "seed", "replicates", "effort")] == ["coins", 2, 1000, "quick"]
    assert [row["heads"] for row in found["rows"]] == [float(fair["heads"]), float(loaded["heads"])]
    assert float(loaded["heads"]) == pytest.approx(0.9, abs=0.04)
    assert run(*QUICK, "--markdown").out.startswith("# Are coins fair?\n\n*Are coins fair?*")


def test_the_same_command_goes_on_and_another_is_refused(run, tiny, tmp_path, monkeypatch):
    first = run(*QUICK, "--folder", tmp_path, "--csv")

    def fail(*_, **__):
        raise AssertionError("drawn again")

    monkeypatch.setattr("numpy.random.default_rng", fail)
    again = run(*QUICK, "--folder", tmp_path, "--csv", "--workers", "1")
    assert again.out == first.out
    assert {file.name for file in tmp_path.iterdir()} == {"cells", "coins.parquet", "report.md"}
    refused = run(*QUICK[:-1], "3", "--folder", tmp_path).refused
    assert "holds another run: its seed is 2 and not 3; choose another folder, or empty it" in refused


def test_an_interrupted_study_says_how_to_go_on(run, tiny, tmp_path, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    def interrupt_the_second(seed):
        if seed.spawn_key[0] == 1:
            raise KeyboardInterrupt
        return np.random.Generator(np.random.PCG64(seed))

    monkeypatch.setattr("numpy.random.default_rng", interrupt)
    outcome = run(*QUICK, "--folder", tmp_path)
    assert (outcome.code, outcome.err) == (130, "Nothing was finished yet: nothing is kept.\n")
    monkeypatch.setattr("numpy.random.default_rng", interrupt_the_second)
    outcome = run(*QUICK, "--folder", tmp_path)
    assert (outcome.code, (tmp_path / "cells" / "cell-000000.npz").exists()) == (130, True)
    assert outcome.err == f"What is finished is kept in {tmp_path}: the same command goes on.\n"
    monkeypatch.setattr("numpy.random.default_rng", interrupt)
    assert (run(*QUICK).code, run(*QUICK).err) == (130, "")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--replicates", "0"], "replicates must be a whole number of 1 or more, got 0"),
        (["--workers", "0"], "workers must be a whole number of 1 or more, got 0"),
        (["--csv", "--markdown"], "only one of"),
        (["--classes", "3"], "Unknown option: --classes"),
    ],
)
def test_bad_usage_of_a_ready_made_study(run, tiny, options, words):
    assert words in run("study", "measures", "--quick", *options).refused


def test_coverage_in_a_folder(run, tmp_path):
    assert run(*TINY, "--folder", tmp_path, "--workers", "2").out.startswith(run(*TINY).out)
    files = {file.name for file in tmp_path.iterdir()}
    assert files == {"cells", "coverage.parquet", "covered.svg", "report.md"}
    report = (tmp_path / "report.md").read_text(encoding="utf-8")
    own = "--classes 2 --n 100 --prevalence balanced --informed 0,0.5 --skill equal"
    assert f"The conditions are those of `{own}`." in report


# A study of one's own -----------------------------------------------------------------------------

MINE = ["study", "mine", "--n", "200", "--prevalence", "0.8,0.1,0.1", "--replicates", "2000"]


def test_which_measure_to_trust(run):
    outcome = run(*MINE, "--informed", "0,0.2,0.5", "--measure", "informedness,mcc,f1,accuracy")
    assert (outcome.code, outcome.err) == (0, "")
    said = " ".join(outcome.out.split())
    assert said.startswith("Matthews correlation is misled least often: it prefers the less informed of two")
    assert "F-measure, class 1 most often, in" in said
    assert "with 200 items. All systems meet the same classes and guess alike" in said
    assert "How often the better of two systems is preferred (%)" in outcome.out


def test_the_noise_of_accuracy_is_binomial(run):
    """Guessing 0.8, 0.1, 0.1 is right in 0.66 of items: 1.96·√(0.66·0.34/200) = 0.0657."""
    out = run(*MINE, "--informed", "0,1", "--measure", "accuracy", "--markdown").out
    line = next(line for line in out.splitlines() if line.startswith("| Rand Accuracy | 0.6"))
    mean, noise = line.split("|")[2].split()
    assert float(mean) == pytest.approx(0.66, abs=0.003)
    assert float(noise.removeprefix("±")) == pytest.approx(0.0657, abs=0.004)
    assert "1.000 ±0.000" in line


def test_other_guesses_mislead_accuracy_but_not_informedness(run):
    found = run(
        "study", "mine", "--n", "1000", "--prevalence", "0.1", "--prevalence", "0.5", "--informed", "0.3,0.5",
        "--guess", "matched", "--guess", "0.2,0.8", "--measure", "informedness,accuracy",
        "--replicates", "300", "--json", "-",
    )  # fmt: skip
    document = json.loads(found.out, parse_constant=pytest.fail)
    assert document["schema"] == "abovechance.study.mine/2"
    assert document["verdict"].startswith("Informedness is misled least often")
    assert len(document["rows"]) == 2 * 2 * 2 * 2
    wrong = {row["measure"]: row["wrong"] for row in document["misled"] if row["differing"] == "anything"}
    assert wrong["informedness"] < 0.05
    assert wrong["accuracy"] > 0.2


def test_one_skill_alone_is_not_ranked(run):
    out = run(*MINE, "--informed", "0.5", "--measure", "mcc").out
    assert out.startswith("Systems of one skill alone cannot be ranked")


def test_my_study_in_a_folder(run, tmp_path):
    options = ["--informed", "0,0.5", "--measure", "mcc", "--folder", tmp_path]
    first = run(*MINE, *options)
    assert "noise.svg, report.md" in " ".join(first.out.split())
    assert {file.name for file in tmp_path.iterdir()} == {
        "cells", "values.parquet", "contests.parquet", "misled.parquet", "agreement.parquet",
        "dependence.parquet", "noise.svg", "report.md",
    }  # fmt: skip
    assert run(*MINE, *options).out == first.out
    rows = list(csv.DictReader(io.StringIO(run(*MINE, *options, "--csv").out)))
    assert [row["informed"] for row in rows] == ["0.0", "0.5"]


def test_my_study_goes_on_where_it_was_interrupted(run, tmp_path, monkeypatch):
    """All systems are compared with each other: one cell, of which the chunks that are done are kept."""
    options = [*MINE[:-1], "60000", "--informed", "0,0.5", "--measure", "accuracy"]
    whole = run(*options, "--csv").out
    draw, drawn = np.random.Generator.multinomial, []

    def interrupted(self, *arguments, **more):
        drawn.append(more)
        if len(drawn) == 2 * 3:
            raise KeyboardInterrupt
        return draw(self, *arguments, **more)

    class Interrupted(np.random.Generator):
        multinomial = interrupted

    def rng(seed):
        return Interrupted(np.random.PCG64(seed))

    with monkeypatch.context() as patch:
        patch.setattr("numpy.random.default_rng", rng)
        outcome = run(*options, "--folder", tmp_path, "--workers", "1")
    assert outcome.err == f"What is finished is kept in {tmp_path}: the same command goes on.\n"
    assert (tmp_path / "cells" / "part-000000.npz").exists()
    assert run(*options, "--folder", tmp_path, "--csv").out == whole


def test_files_of_others_are_not_written_over(run, tmp_path):
    """A report that no study has written stays as it is; that of the same study is written anew."""
    report = tmp_path / "report.md"
    report.write_text("mine")
    options = ["--informed", "0,0.5", "--measure", "mcc", "--folder", tmp_path]
    refused = run(*MINE, *options).refused
    assert f"the folder '{tmp_path}' has report.md, but not of a study that is kept there" in refused
    assert run(*QUICK, "--folder", tmp_path).refused == refused
    assert [path.name for path in tmp_path.iterdir()] == ["report.md"]
    assert report.read_text() == "mine"
    report.rename(tmp_path / "notes.md")
    assert run(*MINE, *options).code == 0
    report.write_text("torn")
    assert run(*MINE, *options).code == 0
    assert report.read_text(encoding="utf-8").startswith("# Which measure can be trusted")


def test_both_names_of_the_number_of_classes(run):
    options = ["study", "mine", "--n", "50", "--prevalence", "even", "--replicates", "50", "--csv"]
    assert run(*options, "--k", "3").out == run(*options, "--classes", "3").out
    items = ["simulate", "--n", "50", "--informed", "0.5", "--seed", "1"]
    assert run(*items, "--k", "3").out == run(*items, "--classes", "3", "--prevalence", "even").out
    assert run(*items, "--k", "3").out != run(*items).out


def test_tables_fit_the_terminal(run):
    """Three numbers of items and six skills: tables are cut between columns, never within words."""
    outcome = run(
        "study", "mine", "--n", "50,100,1000", "--prevalence", "0.9", "--prevalence", "0.5", "--replicates", "200",
        "--informed", "0,0.1,0.2,0.3,0.4,0.5", "--measure", "prevalence_weighted_informedness,accuracy",
    )  # fmt: skip
    lines = outcome.out.splitlines()
    assert max(map(len, lines)) <= 80
    noise = [word for line in lines for word in line.split() if word.startswith("±")]
    assert len(noise) > 2 * 6 * 6
    assert all(re.fullmatch(r"±\d\.\d+", word) for word in noise if word != "±")
    assert "Further columns:" in lines


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--prevalence", "even"], "prevalence 'even' needs k, the number of classes"),
        (["--guess", "foo"], "'commonest', 'rarest', 'random'"),
        (["--classes", "2"], "--prevalence 0.8,0.1,0.1 has 3 shares and --classes is 2: they must agree"),
        (["--prevalence", "0.5,x"], "--prevalence is a number, or several separated by commas, not '0.5,x'"),
        (["--prevalence", "odd"], "prevalence must be shares, 'even' or 'random', got 'odd'"),
        (
            ["--measure", "informednes"],
            "there is no measure called 'informednes'; did you mean 'informedness'",
        ),
        (["--informed", "2"], "informed must be a probability from 0 to 1"),
        (["--guess", "luckily"], "there is no way of guessing called 'luckily'"),
        (["--workers", "0"], "workers must be a whole number of 1 or more"),
    ],
)
def test_bad_usage_of_my_study(run, options, words):
    assert words in run(*MINE, *options).refused


def test_the_conditions_must_be_told(run):
    assert "n is how many items there are" in run("study", "mine", "--n", "0", "--prevalence", "0.5").refused
    assert "--n" in run("study", "mine", "--prevalence", "0.5").refused
    assert "--prevalence" in run("study", "mine", "--n", "100").refused
