"""How commands end: each code has one meaning, the same for all commands."""

import re
from pathlib import Path

import pytest

from abovechance.cli import exits
from abovechance.cli.app import app
from abovechance.cli.help import STUDIES

DOCS = Path(__file__).parents[2] / "docs" / "json.md"
JUDGED = Path(__file__).parents[2] / "examples" / "judge.csv"
PUBLISHED = Path(__file__).parents[2] / "examples" / "published.csv"
WORLD = ["--n", "20", "--informed", "0.5"]
COMMANDS = {
    "evaluate": ["evaluate", "FILE"],
    "test": ["test", "FILE"],
    "compare": ["compare", "FILE", "--truth", "truth", "--prediction", "prediction", "--prediction", "place"],
    "concord": ["concord", "FILE", "truth", "prediction"],
    "agree": ["agree", "FILE", "--rater", "truth", "--rater", "prediction"],
    "judge": ["judge", str(JUDGED), "--truth", "human", "--prediction", "judge"],
    "deploy": ["deploy", "FILE", "--prevalence", "0.02"],
    "quantify": ["quantify", str(JUDGED), "--truth", "human", "--prediction", "judge"],
    "mark": ["mark", "FILE", "--key", "spam,home", "--question", "prediction", "--question", "place"],
    "roc": ["roc", "FILE", "--truth", "truth", "--score", "w"],
    "power": ["power", "--informedness", "0.2"],
    "check": ["check", str(PUBLISHED)],
    "solve": ["solve", "--n", "100", "recall=50%", "precision=71.43%", "accuracy=58%"],
    "measures": ["measures", "mcc"],
    "study mine": ["study", "mine", *WORLD, "--prevalence", "0.5", "--replicates", "10", "--measure", "mcc"],
    "study ecai2008": ["study", "ecai2008", "--quick", "--replicates", "5"],
}


def tokens_of(name, mail):
    return [str(mail) if token == "FILE" else token for token in COMMANDS[name]]


def test_every_command_is_tried():
    there = {name for name in app() if not name.startswith("-")}
    assert there == {name.split()[0] for name in COMMANDS} | {"simulate", "serve", "help"}
    assert set(STUDIES) <= {name for name in app()["study"] if not name.startswith("-")}


@pytest.fixture(autouse=True)
def _beside_the_items(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("loop.json", "Too many levels of symbolic links"),
        ("loop.json/x.json", "Too many levels of symbolic links"),
        ("folder", "Is a directory"),
        ("nowhere/x.json", "No such file or directory"),
        ("mail.csv/x.json", "Not a directory"),
        ("/dev/full", "No space left on device"),
        (f"{'x' * 300}.json", "File name too long"),
        ("a\0b.json", "no file has such a name"),
    ],
)
def test_output_that_cannot_be_written(run, mail, name, target, why):
    Path("loop.json").symlink_to("loop.json")
    Path("folder").mkdir()
    said = run(*tokens_of(name, mail), "--json", target).refused
    assert said.endswith(f"cannot be written: {why}")
    assert {path.name for path in Path().iterdir()} == {"mail.csv", "loop.json", "folder"}


@pytest.mark.parametrize("ending", [".csv", ".jsonl", ".parquet"])
def test_items_that_cannot_be_written(run, ending):
    Path(f"loop{ending}").symlink_to(f"loop{ending}")
    Path(f"folder{ending}").mkdir()
    for target in (f"loop{ending}", f"folder{ending}", f"nowhere/x{ending}", f"{'x' * 300}{ending}"):
        assert "cannot be written" in run("simulate", *WORLD, "--output", target).refused
    assert {path.name for path in Path().iterdir()} == {f"loop{ending}", f"folder{ending}"}


@pytest.mark.parametrize(("name", "ending"), [("roc", ".png"), ("roc", ".html"), ("agree", ".svg")])
def test_a_picture_that_cannot_be_written(run, mail, name, ending):
    Path(f"loop{ending}").symlink_to(f"loop{ending}")
    said = run(*tokens_of(name, mail), "--plot", f"loop{ending}").refused
    assert said.endswith("cannot be written: Too many levels of symbolic links")


def test_a_name_that_parquet_cannot_have(run, tmp_path):
    said = run("simulate", *WORLD, "--output", f"{tmp_path}/\udcff.parquet").refused
    assert said.endswith("cannot be written: the name of a Parquet file must be UTF-8 text")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_bug_has_a_code_and_a_sentence_of_its_own(run, mail, monkeypatch, name):
    def fail(*_, **__):
        raise KeyError("a\nb")

    monkeypatch.setattr("abovechance.cli.output.write", fail)
    monkeypatch.delenv(exits.TRACEBACK, raising=False)
    outcome = run(*tokens_of(name, mail), "--json", "-")
    assert (outcome.code, outcome.out) == (70, "")
    assert outcome.err == (
        "abovechance: this is a bug in abovechance, KeyError: 'a\\nb'; please report it with what the same "
        "command says if the environment variable ABOVECHANCE_TRACEBACK is 1\n"
    )
    monkeypatch.setenv(exits.TRACEBACK, "1")
    outcome = run(*tokens_of(name, mail), "--json", "-")
    assert outcome.code == 70
    assert outcome.err.startswith("Traceback (most recent call last):\n")
    assert outcome.err.splitlines()[-1].startswith("abovechance: this is a bug")


@pytest.mark.parametrize(
    "tokens",
    [["--help"], ["study", "--help"], ["simulate", "--help"], *([*n.split(), "--help"] for n in COMMANDS)],
)
def test_help_tells_the_codes(run, tokens):
    assert " ".join(run(*tokens).out.split()).endswith(exits.EXIT_CODES.strip())


def test_documented_codes_are_those_there_are():
    section = DOCS.read_text(encoding="utf-8").partition("## Exit codes")[2].partition("\n\nOutput is")[0]
    told = {
        int(code)
        for line in section.splitlines()
        for code in re.findall(r"`(\d+)`", line.split("|")[1] if "|" in line else "")
    }
    helped = {int(code) for code in re.findall(r"\d+", exits.EXIT_CODES)}
    assert told == helped == {0, 1, 2, 3, 70, 130, 143}


def test_a_word_without_end_does_not_hide_what_is_said(run, tmp_path):
    path = tmp_path / "x.csv"
    path.write_text(f"truth,prediction,w\na,b,{'1' * 5000}\n", encoding="utf-8")
    said = run("evaluate", path, "--weight", "w").refused
    assert said.endswith("11' is not a finite, non-negative number")
    assert len(said) < 1000
