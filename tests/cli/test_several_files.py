import json

import pytest

ROWS = ["ham,ham"] * 28 + ["ham,spam"] * 12 + ["spam,ham"] * 30 + ["spam,spam"] * 30


@pytest.fixture
def parts(tmp_path):
    """The items of three files, one of which is not what its name says."""
    folder = tmp_path / "parts"
    folder.mkdir()
    for i in range(3):
        rows = "\n".join(["truth,prediction", *ROWS[i::3]])
        (folder / f"{'abc'[i]}.csv").write_text(rows + "\n", encoding="utf-8")
    return folder


def counts(outcome):
    assert outcome.code == 0, outcome.err
    return json.loads(outcome.out)["tables"][0]["counts"]


def test_several_a_pattern_and_a_directory_are_one_table(run, parts):
    several = sorted(parts.iterdir())
    for files in (several, [parts / "*.csv"], [parts], [parts / "[ab].csv", parts / "c.csv"]):
        assert counts(run("evaluate", *files, "--json", "-")) == [[28, 12], [30, 30]]


def test_what_a_report_calls_them(run, parts, monkeypatch):
    a, b, c = sorted(parts.iterdir())
    assert "\na.csv, b.csv: truth 'truth'" in run("evaluate", a, b).out
    assert "\na.csv, b.csv and 1 more: truth" in run("evaluate", a, b, c).out
    assert "\n3 files.\n" in run("evaluate", parts).out
    other = parts / "other" / "a.csv"
    other.parent.mkdir()
    other.write_bytes(a.read_bytes())
    monkeypatch.chdir(parts)
    assert "\na.csv, other/a.csv: truth 'truth'" in run("evaluate", "a.csv", "other/a.csv").out
    assert json.loads(run("evaluate", a, b, "--json", "-").out)["source"]["file"] == [str(a), str(b)]


@pytest.mark.parametrize(
    "command",
    [
        ["evaluate"],
        ["test"],
        ["compare", "--prediction", "prediction", "--prediction", "again"],
        ["roc", "--score", "score"],
        ["roc", "--score", "score", "--on-disk"],
        ["agree", "--rater", "truth", "--rater", "prediction"],
    ],
)
def test_bad_files_are_left_out_and_told_of(run, parts, command):
    for path in parts.iterdir():
        head, *rows = path.read_text(encoding="utf-8").splitlines()
        full = [f"{head},again,score", *(f"{row},ham,0.{i}" for i, row in enumerate(rows))]
        path.write_text("\n".join(full) + "\n", encoding="utf-8")
    (parts / "bad.parquet").write_bytes(b"PAR1 and no more")
    name, *options = command
    assert "(--skip-bad leaves out such files)" in run(name, parts, *options).refused
    report = run(name, parts, *options, "--skip-bad")
    assert report.code == 0
    assert "3 files, 1 skipped:" in report.out
    assert report.err == ""
    outcome = run(name, parts, *options, "--skip-bad", "--json", "-")
    source = json.loads(outcome.out)["source"]
    assert source["files"] == 3
    (skipped,) = source["skipped"]
    assert skipped["file"].endswith("bad.parquet")
    assert "cannot be read as Parquet" in skipped["reason"]
    assert outcome.err.startswith("abovechance: 3 files, 1 skipped: ")
    assert outcome.err.count("\n") == 1


def test_a_pattern_for_groupings(run, parts):
    (parts / "bad.csv").write_text("other\n1\n", encoding="utf-8")
    outcome = run("concord", parts / "*.csv", "truth", "prediction", "--skip-bad", "--json", "-")
    source = json.loads(outcome.out)["source"]
    assert (source["files"], len(source["skipped"])) == (3, 1)


def test_no_input_is_written_over(run, parts):
    target = parts / "b.csv"
    before = target.read_text(encoding="utf-8")
    assert "would overwrite the input" in run("evaluate", parts, "--json", target).refused
    assert "would overwrite the input" in run("evaluate", parts / "*.csv", "--json", target).refused
    assert target.read_text(encoding="utf-8") == before


def test_a_table_is_one_file(run, parts):
    assert "--table takes one file" in run("evaluate", parts, parts, "--table").refused


def test_files_that_the_shell_lists_are_told_apart_from_columns(run, parts):
    refused = run("concord", parts / "a.csv", parts / "b.csv", "truth", "prediction").refused
    assert refused.startswith("unexpected argument 'prediction': concord takes one FILE and two columns")
    assert "quote a pattern" in refused


def test_what_is_missing_from_a_join_is_named_as_the_command_names_it(run, tmp_path):
    for name in ("one", "two"):
        (tmp_path / f"{name}.csv").write_text("id,truth,x,y\n1,a,1,2\n2,b,3,4\n", encoding="utf-8")
    (tmp_path / "gold.csv").write_text("id,truth\n1,a\n2,b\n", encoding="utf-8")
    (tmp_path / "system.csv").write_text("id,answer\n1,a\n2,a\n", encoding="utf-8")
    files = tmp_path / "one.csv", tmp_path / "two.csv"
    assert "holds answers, with --score;" in run("roc", *files, "--id", "id").refused
    assert "holds answers, with --prediction;" in run("compare", *files, "--id", "id").refused
    said = run("compare", tmp_path / "gold.csv", tmp_path / "system.csv", "--id", "id").refused
    assert said == "a comparison needs two systems: add the file of another"
