"""Ready-made studies: found by name, the same for any number of workers, resumed, and written as files."""

import json
import math
from dataclasses import replace

import duckdb
import pytest

from abovechance.core.errors import InputError
from abovechance.studies import NAMES, study
from abovechance.studies.base import Finding
from abovechance.studies.write import as_markdown, write_study


@pytest.fixture(scope="module")
def run():
    return study("kappa2012").run("quick", replicates=50, seed=7, workers=1)


@pytest.mark.parametrize("name", NAMES)
def test_a_study_has_the_name_of_its_module_and_asks_a_question(name):
    found = study(name)
    assert found.name == name
    assert found.question.endswith("?")
    assert 0 < found.quick <= found.full


@pytest.mark.parametrize("name", NAMES)
def test_the_cells_are_distinct_and_the_quick_ones_fewer(name):
    quick, full = (list(map(repr, study(name).cells(effort))) for effort in ("quick", "full"))
    assert len(set(quick)) == len(quick)
    assert len(set(full)) == len(full)
    assert len(quick) <= len(full)


def test_an_unknown_study_is_told_the_nearest():
    with pytest.raises(InputError, match="no study called 'kapa2012'; did you mean 'kappa2012'"):
        study("kapa2012")


def test_an_unknown_effort_is_refused():
    with pytest.raises(InputError, match="effort must be 'quick' or 'full', got 'slow'"):
        study("kappa2012").run("slow")


@pytest.mark.parametrize("name", ["averaging", "ecai2008", "kappa2012", "poster2008"])
def test_the_same_seed_gives_the_same_rows_for_any_number_of_workers(name):
    few = study(name).cells("quick")[::9]
    found = replace(study(name), chunk_size=20, cells=lambda _: few)
    one, other = (found.run("quick", replicates=50, seed=3, workers=workers).rows() for workers in (1, 3))
    assert repr(one) == repr(other)
    assert repr(one) != repr(found.run("quick", replicates=50, seed=4).rows())


def test_an_interrupted_study_goes_on(run, tmp_path):
    seen = []

    def stop(share):
        seen.append(share)
        if share > 0.4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study("kappa2012").run("quick", replicates=50, seed=7, folder=tmp_path, workers=1, progress=stop)
    rest = []
    again = study("kappa2012").run("quick", replicates=50, seed=7, folder=tmp_path, progress=rest.append)
    assert min(rest) > 0.3
    assert repr(again.rows()) == repr(run.rows())


def test_all_rows_have_the_same_columns(run):
    assert len({tuple(row) for row in run.rows()}) == 1
    assert run.to_frame("pyarrow").num_rows == len(run.rows())


def test_the_document_is_plain(run):
    document = json.loads(json.dumps(run.to_dict(), allow_nan=False))
    assert document["seed"] == 7
    assert document["replicates"] == 50
    assert len(document["rows"]) == len(run.rows())
    assert {"claim", "holds", "evidence"} == set(document["findings"][0])


def test_the_text_says_what_holds(run):
    said = " ".join(repr(run).split())
    assert said.startswith(f"{run.study.question} Claims confirmed: ")
    assert (
        "Informedness, the Kappa of Powers, is the informed probability in every column — confirmed." in said
    )
    assert "and else never on the wrong side of chance — refuted. Its sign" in said


def test_files_hold_the_data_and_the_report(run, tmp_path):
    files = write_study(run, tmp_path / "new")
    assert {file.name for file in files} == {file.name for file in (tmp_path / "new").iterdir()}
    stored = duckdb.sql(f"SELECT informed, mean FROM '{tmp_path}/new/kappa2012.parquet'").fetchall()
    known = [(row["informed"], None if math.isnan(row["mean"]) else row["mean"]) for row in run.rows()]
    assert stored == known
    report = (tmp_path / "new" / "report.md").read_text(encoding="utf-8")
    assert report == as_markdown(run, {"kappas": "kappas.svg", "limits": "limits.svg"})
    for figure in ("kappas.svg", "limits.svg"):
        assert f"]({figure})" in report
        assert (tmp_path / "new" / figure).stat().st_size > 1000


def test_without_matplotlib_the_report_says_so(run, tmp_path, monkeypatch):
    monkeypatch.setattr("abovechance.studies.write.find_spec", lambda _: None)
    files = write_study(run, tmp_path)
    assert [file.name for file in files] == ["kappa2012.parquet", "report.md"]
    assert "pip install 'abovechance[plot]'" in (tmp_path / "report.md").read_text(encoding="utf-8")


def test_the_report_names_the_command_that_made_it(run):
    assert "`abovechance study kappa2012 --quick --replicates 50 --seed 7`" in run.provenance
    usual = replace(run, replicates=run.study.quick)
    assert "`abovechance study kappa2012 --quick --seed 7`" in usual.provenance


def test_the_report_tells_findings_that_fail_from_those_that_hold(run):
    findings = [Finding("It is so.", True, "By 2."), Finding("It is not.", False, "By 3.")]
    found = replace(run, study=replace(run.study, findings=lambda _: findings))
    report = as_markdown(found)
    assert "- **Claim: It is so — confirmed.** By 2." in report
    assert "- **Claim: It is not — refuted.** By 3." in report
