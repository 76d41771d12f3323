"""Bad usage and bad input: one clear line, exit code 2, no traceback."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

import abovechance
from abovechance import __version__

# An environment with nothing but the way to the code under test, which need not be the installed one.
BARE = {"PATH": "", "PYTHONPATH": str(Path(abovechance.__file__).parents[1])}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            ["--truth", "thruth"],
            "has no column 'thruth'; did you mean 'truth'? its columns are 'truth', 'prediction'",
        ),
        (["--prediction", "x"], "has no column 'x'"),
        (["--by", "site"], "has no column 'site'"),
        (["--weight", "site"], "has no column 'site'"),
        (["--weight", "truth"], "line 2: the weight 'ham' is not a finite, non-negative number"),
        (
            ["--truth", "truth", "--prediction", "truth"],
            "--truth and --prediction both name the column 'truth'",
        ),
        (["--positive", "eggs"], "positive class 'eggs' is not among the labels 'ham', 'spam'"),
        (["--positive", "Spam"], "is not among the labels 'ham', 'spam'; did you mean 'spam'?"),
        (["--labels", "Ham,spam"], "'ham' (70 items) is not among 'Ham', 'spam'; write 'ham' for 'Ham'"),
        (["--labels", "ham"], "--labels must name every class: 'spam' (72 items) is not among 'ham'"),
        (["--labels", "ham,spam,ham"], "'ham' is given twice"),
        (["--labels", '"ham'], "is not a list separated by commas"),
        (
            ["--measure", "informednes"],
            "there is no measure called 'informednes'; did you mean 'informedness'",
        ),
        (["--measure", ""], "there is no measure called ''"),
        (["--on-missing", "maybe"], 'Invalid value "maybe" for --on-missing'),
        (["--undefined", "zero"], "--undefined is nan, limit or a finite number, not 'zero'"),
        (["--prevalence", "2"], "'2' is not a number between 0 and 1"),
        (["--prevalence", "x"], "'x' is not a number between 0 and 1"),
        (["--prevalence", "ham=0.5"], "give a prevalence for each of the classes 'ham', 'spam'"),
        (["--prevalence", "ham=0.5,spam=0.6"], "add up to 1"),
        (["--prevalence", "ham=0.5,ham=0.5"], "a number for each class"),
        (["--prevalence", "0.1,0.9"], "a number for each class"),
        (["--cost-positive", "2"], "give both --cost-positive and --cost-negative"),
        (["--cost-positive", "0", "--cost-negative", "1"], "costs must be positive numbers, got 0 and 1"),
        (["--cost-positive", "nan", "--cost-negative", "1"], "costs must be positive"),
        (["--cost-positive", "dear", "--cost-negative", "1"], "unable to convert"),
        (["--csv", "--latex"], "only one of"),
        (["--csv", "--json", "-"], "only one of"),
        (["--fail-under", "informedness"], "a gate is NAME=NUMBER"),
        (["--fail-under", "informed=0.3"], "there is no measure called 'informed'"),
        (["--fail-under", "error_rate=0.3"], "gate it with --fail-over"),
        (["--fail-over", "accuracy=0.3"], "gate it with --fail-under"),
        (["--encoding", "klingon"], "there is no text encoding 'klingon'"),
        (
            ["--json", "/nowhere/report.json"],
            "'/nowhere/report.json' cannot be written: No such file or directory",
        ),
        (["--json", "/"], "'/' cannot be written"),
        (["--table"], "is not a count"),
        (["--table", "--by", "place"], "have no use with it"),
        (["--nonsense"], "Unknown option"),
        (["--by"], "requires an argument"),
        (["--csv", "-"], "--csv goes to standard output and takes no file: write --csv > FILE"),
        (["--latex", "table.tex"], "--latex goes to standard output"),
        (["--markdown=-"], "--markdown goes to standard output"),
        (["--csv", "--level", "x"], "Invalid value for --level"),
        (["more"], "there is no file 'more'"),
    ],
)
def test_bad_options(run, mail, options, words):
    assert words in run("evaluate", mail, *options).refused


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"truth,prediction\n", "has columns but no rows"),
        (b"truth,prediction\na,b\na\n", "line 3 has 1 cell, the header has 2"),
        (b"truth,prediction\na,\xff\n", "is not UTF-8 text: byte 0xFF in line 2"),
        (bytes(range(256)) * 9, "not a text file"),
        (b"a,b,c\n1,2,3\n", "say which columns of"),
        (b"truth,truth,prediction\na,b,c\n", "has 2 columns called 'truth'"),
        (b'truth,prediction\n"a,b\n', "a quote is opened but not closed"),
        (b"{}\n{}\n", "has no columns"),
        (b"PAR1", "cannot be read as Parquet"),
    ],
)
def test_bad_files(run, tmp_path, data, words):
    path = tmp_path / "bad.csv"
    path.write_bytes(data)
    assert words in run("evaluate", path).refused


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--prevalence", "0.1"], "there are 3 classes, so give a --prevalence for each: a=…,b=…,c=…"),
        (["--cost-positive", "1", "--cost-negative", "2"], "need two classes"),
    ],
)
def test_what_needs_two_classes(run, tmp_path, options, words):
    path = tmp_path / "x.csv"
    path.write_text("truth,prediction\na,b\nb,b\nc,c\n", encoding="utf-8")
    assert words in run("evaluate", path, *options).refused


@pytest.mark.parametrize("command", ["evaluate", "test", "compare", "roc"])
def test_the_positive_class_of_many_is_set_against_the_rest(run, tmp_path, command):
    path = tmp_path / "digits.csv"
    digits = [i * 7 % 10 for i in range(60)]
    rows = [f"{d},{d if i % 3 else i % 10},{i * i % 10},{(d == 3) + i % 5 / 4}" for i, d in enumerate(digits)]
    path.write_text("\n".join(["truth,a,b,score", *rows]) + "\n", encoding="utf-8")
    columns = {"compare": ["--prediction", "a,b"], "roc": ["--score", "score"]}.get(
        command, ["--prediction", "a"]
    )
    outcome = run(command, path, *columns, "--positive", "3", "--json", "-")
    assert outcome.code == 0
    found = json.loads(outcome.out)
    positive = found["systems"][0]["positive"] if command == "roc" else found["positive"]
    assert positive == "3"
    refused = run(command, path, *columns, "--positive", "30").refused
    assert "30 is not " in refused.replace("'", "")


def test_the_input_is_not_overwritten(run, mail, monkeypatch):
    before = mail.read_bytes()
    monkeypatch.chdir(mail.parent)
    assert "would overwrite the input" in run("evaluate", mail, "--json", "mail.csv").refused
    assert mail.read_bytes() == before


def test_files_that_cannot_be_opened(run, tmp_path):
    assert run("evaluate", tmp_path / "none.csv").refused.startswith("there is no file ")
    assert "is a directory" in run("evaluate", tmp_path).refused


def test_a_folder_that_may_not_be_looked_into(run, mail, monkeypatch):
    """Whoever runs the tests may look everywhere, so the system's answer is put in its mouth."""
    closed, stat = str(mail.parent / "closed"), os.stat

    def refusing(path, *arguments, **more):
        if str(path).startswith(closed):
            raise PermissionError(13, "Permission denied", str(path))
        return stat(path, *arguments, **more)

    monkeypatch.setattr(os, "stat", refusing)
    assert run("evaluate", f"{closed}/a.csv").refused == f"there is no file '{closed}/a.csv'"
    assert run("evaluate", f"{closed}/*.csv").refused == f"no file matches '{closed}/*.csv'"
    assert "1 file, 1 skipped: there is no file" in run("evaluate", mail, f"{closed}/a.csv", "--skip-bad").out


def test_only_output_is_output_that_cannot_be_written(run, mail, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied", "there")

    monkeypatch.setattr("abovechance.cli.tables_input.tables_from", refuse)
    assert run("evaluate", mail).refused == "'there' cannot be used: Permission denied"


def test_too_little_memory_is_one_line(run, mail, monkeypatch):
    def fill(*_, **__):
        raise MemoryError("Unable to allocate 667. MiB")

    monkeypatch.setattr("abovechance.evaluation.evaluate", fill)
    assert run("evaluate", mail).refused == "there is too little memory for this: Unable to allocate 667. MiB"


def test_options_after_two_hyphens_are_files(run):
    said = run("evaluate", "--", "-dash.csv", "--truth", "y").refused
    assert said.startswith("--truth after -- is taken for a file")
    assert (
        run("evaluate", "--thruth", "--", "x.csv").refused
        == "Unknown option: --thruth. Did you mean --truth?"
    )


@pytest.mark.parametrize("options", [[], ["--weight", "w"], ["--by", "site"], ["--engine", "duckdb"]])
def test_measurements_are_no_classes(run, tmp_path, options):
    path = tmp_path / "measured.csv"
    rows = [f"{i / 7:.4f},{i / 8:.4f},{1 + i % 2},{'AB'[i % 2]}" for i in range(1, 301)]
    path.write_text("\n".join(["truth,prediction,w,site", *rows]) + "\n", encoding="utf-8")
    said = run("evaluate", path, *options).refused
    assert said.startswith(
        "truth and prediction have 563 distinct values on 300 items and are equal on 0, like a "
    )
    assert said.endswith("or give all classes as --labels")


def test_many_classes_of_many_items_are_classes(run, tmp_path):
    path = tmp_path / "common.csv"
    path.write_text("truth,prediction\n" + "".join(f"{i % 200},3\n" for i in range(1000)), encoding="utf-8")
    assert "1000 items, 200 classes" in run("evaluate", path, "--no-intervals").out


@pytest.mark.parametrize("label", ["a", "b"])
@pytest.mark.parametrize("engine", [[], ["--engine", "duckdb"]])
def test_weights_that_no_formula_can_multiply(run, tmp_path, engine, label):
    path = tmp_path / "weighted.csv"
    rows = f"a,a,1e308\n{label},{label},1e308\na,b,1\n"
    path.write_text("truth,prediction,w\n" + rows, encoding="utf-8")
    said = run("evaluate", path, "--weight", "w", "--json", "-", *engine).refused
    assert said.startswith("the weights add up to more than 1e+75, too much to be multiplied")


@pytest.mark.parametrize("command", ["evaluate", "test", "compare", "agree", "roc"])
def test_usage_of_commands_that_take_several_files(run, command):
    assert run(command, "--help").out.startswith(f"Usage: abovechance {command} [OPTIONS] FILE...\n")


def test_commands(run):
    assert "Unknown command" in run("evaluat").refused
    assert "FILE requires an argument" in run("evaluate").refused
    assert run("--version").out == f"{__version__}\n"


def test_help_of_help_names_its_argument(run):
    assert "COMMAND  The name of a command" in run("help", "--help").out


def test_help_is_wrapped_for_the_terminal_and_not_as_in_the_source(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    out = run("evaluate", "--help").out
    assert "plain or compressed; patterns and directories of them; or - for standard input. [required]" in out
    assert "Column of predicted labels; found by its usual names if not given." in out
    assert "Column of predicted labels, one for each system" in run("compare", "--help").out


@pytest.mark.parametrize("tokens", [["--help"], ["evaluate", "--help"], ["measures", "--help"], []])
def test_help(run, tokens):
    outcome = run(*tokens)
    assert outcome.code == 0
    assert "Usage: abovechance" in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80
    if len(tokens) == 2:
        assert "Examples:" in outcome.out


@pytest.mark.parametrize("command", ["", "evaluate", "roc", "measures", "study", "study mine"])
def test_help_is_a_command_too(run, command):
    assert run("help", *command.split()).out == run(*command.split(), "--help").out
    assert "help " in run("help").out


def test_the_help_of_no_command_is_refused(run):
    assert "Unknown command" in run("help", "evaluat").refused


# Measures ---------------------------------------------------------------------------------------


def test_the_catalogue(run):
    assert "informedness                               0  Informedness" in run("measures").out
    only = run("measures", "--kind", "chance-corrected").out
    assert "cohen_kappa" in only
    assert "\nrecall " not in only


def test_one_measure(run):
    out = run("measures", "Cohen's kappa").out
    assert out.startswith("Cohen's Kappa\n")
    assert "Formula       \\frac" in out
    assert "did you mean 'informedness'" in run("measures", "informednes").refused
    for name, command in (("h_measure", "roc"), ("average precision", "roc"), ("alpha", "agree")):
        assert f"abovechance {command}\n" in run("measures", name).out
    assert 'ac.agreement(ratings, "cohen_kappa")' in run("measures", "kappa").out
    assert run("measures", "CSI").out.startswith("CSI has several meanings.\n\nIn Python\nac.jaccard(")
    assert "Choose from" in run("measures", "--kind", "odd").refused


def test_measures_as_json(run, tmp_path):
    import json

    assert json.loads(run("measures", "BM", "--json", "-").out)["measures"][0]["key"] == "informedness"
    out = tmp_path / "catalogue.json"
    assert run("measures", "--json", out).out == run("measures").out
    assert len(json.loads(out.read_text(encoding="utf-8"))["measures"]) > 100


@pytest.mark.parametrize(
    ("form", "start"),
    [
        ("--csv", "measure,title,kind,"),
        ("--markdown", "| Fact | Informedness |"),
        ("--latex", "{\\footnotesize\\setlength{\\tabcolsep}{4pt}\n\\begin{tabular}"),
        ("--brief", "Informedness\n\nHow well"),
    ],
)
def test_measures_in_other_forms(run, form, start):
    assert run("measures", "BM", form).out.startswith(start)


# As a process -----------------------------------------------------------------------------------


def test_the_process_exits_with_the_code(python, mail):
    done = subprocess.run(
        [python, "-m", "abovechance", "evaluate", mail, "--fail-under", "mcc=1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == ""
    done = subprocess.run(
        [python, "-m", "abovechance", "evaluate", "none"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "abovechance: there is no file 'none'\n")


def test_a_closed_pipe_is_silent(python):
    command = f'"{python}" -m abovechance measures --json - | head -n 1; exit ${{PIPESTATUS[0]}}'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout == "{\n"
    assert done.stderr == ""
    assert done.returncode == 0


def test_an_interruption_is_quiet(python):
    with subprocess.Popen(
        [python, "-m", "abovechance", "evaluate", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        # More than a pipe holds: once it is written, the process is reading.
        process.stdin.write(b"truth,prediction\n" + b"a,b\n" * 100_000)
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, b"", b"")


ASKED_TO_END = """
import os, signal, sys, duckdb
from abovechance.cli.app import main
connect = duckdb.connect
def asked(*arguments, **more):
    os.kill(os.getpid(), signal.SIGTERM)
    return connect(*arguments, **more)
duckdb.connect = asked
sys.exit(main())
"""


def test_who_is_asked_to_end_leaves_nothing_behind(python, mail, tmp_path):
    folder = tmp_path / "temporary"
    folder.mkdir()
    done = subprocess.run(
        [python, "-c", ASKED_TO_END, "evaluate", mail, "--engine", "duckdb"],
        capture_output=True,
        check=False,
        env=os.environ | {"TMPDIR": str(folder)},
    )
    assert (done.returncode, done.stdout, done.stderr) == (143, b"", b"")
    assert list(folder.iterdir()) == []


INTERRUPTED = """
import sys
from abovechance.cli.app import main
class Interrupted:
    def find_spec(self, name, *_):
        if name == "abovechance.cli.parameters":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
sys.exit(main())
"""


def test_an_interruption_while_libraries_are_loaded_is_quiet(python):
    """In a process of its own: modules that are loaded a second time would stay for other tests."""
    done = subprocess.run([python, "-c", INTERRUPTED, "evaluate", "-"], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_any_output_encoding_will_do(python, mail):
    done = subprocess.run(
        [python, "-m", "abovechance", "evaluate", mail],
        capture_output=True,
        check=True,
        env=BARE | {"PYTHONIOENCODING": "ascii"},
    )
    assert b"Informedness  0.200" in done.stdout
    assert done.stdout.isascii()


def test_colours_are_for_terminals(python, mail):
    command = [python, "-m", "abovechance", "evaluate", mail]
    forced, plain, none = (
        subprocess.run(command, capture_output=True, check=True, env=BARE | colours).stdout
        for colours in ({"FORCE_COLOR": "1"}, {}, {"FORCE_COLOR": "1", "NO_COLOR": "1"})
    )
    assert b"\x1b[" in forced
    assert b"\x1b" not in plain
    assert b"\x1b[32m" in forced or b"32m" in forced
    assert b"32m" not in none


def test_a_full_disk_is_told(python, mail):
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [python, "-m", "abovechance", "evaluate", mail],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "abovechance: output cannot be written: No space left on device\n"


def test_a_list_where_one_column_is_wanted_leads_to_compare(run, tmp_path):
    (tmp_path / "x.csv").write_text("truth,a,b\ny,y,n\nn,n,n\n", encoding="utf-8")
    for command in ("evaluate", "test"):
        said = run(command, tmp_path / "x.csv", "--prediction", "a,b").refused
        assert "one column is wanted here: name several one by one, and compare several systems" in said


def test_a_column_with_a_comma_is_quoted_in_a_list(run, tmp_path):
    (tmp_path / "x.csv").write_text('truth,"a,b",c\ny,2,3\nn,1,2\ny,3,1\nn,0,1\n', encoding="utf-8")
    for command, option in (("compare", "--prediction"), ("roc", "--score")):
        said = run(command, tmp_path / "x.csv", option, "a,b").refused
        assert """quote a name with a comma, as in '"a,b"'""" in said
    assert run("roc", tmp_path / "x.csv", "--score", '"a,b"').code == 0


@pytest.mark.parametrize("command", [["evaluate"], ["roc", "--score", "p"], ["agree"]])
def test_an_empty_name_of_a_file_to_write_is_refused(run, tmp_path, command):
    (tmp_path / "x.csv").write_text("truth,p\n1,0.5\n0,0.2\n", encoding="utf-8")
    said = run(*command, tmp_path / "x.csv", "--json", "").refused
    assert said == "--json needs the name of a file, and that is empty"


def test_ratings_need_no_policy_for_what_is_missing(run, tmp_path):
    (tmp_path / "x.csv").write_text("a,b,c\nx,x,y\ny,,y\nx,y,x\n", encoding="utf-8")
    assert run("agree", tmp_path / "x.csv").code == 0
    assert "--on-missing" not in run("agree", "--help").out
    said = run("agree", tmp_path / "x.csv", "--on-missing", "drop").refused
    assert said.startswith("--on-missing is no option of abovechance agree: a rater may leave out any item")


def test_the_help_of_files_names_every_format(run):
    for command in ("agree", "compare", "concord", "evaluate", "roc", "test"):
        words = " ".join(run(command, "--help").out.replace("│", " ").split())
        assert "CSV, TSV, JSON, JSON lines, Excel, Parquet or Arrow" in words
