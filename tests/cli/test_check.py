"""Tables of published results in files of any delimiter, and on standard input."""

import io
import json
import sys

import pytest

TEXT = "system;n;recall;precision;accuracy\n1,5;100;50%;71,43%;58%\nb;100;82,35%;73,68%;68%\n"


@pytest.mark.parametrize("mark", [";", "|", "\t"])
def test_files_with_decimal_commas_and_other_delimiters_are_checked(run, tmp_path, monkeypatch, mark):
    path = tmp_path / "results.csv"
    path.write_text(TEXT.replace(";", mark))
    options = ["--decimal", ",", *(["--delimiter", mark] if mark == "|" else [])]
    rows = json.loads(run("check", path, *options, "--json", "-").out)["rows"]
    assert [row["system"] for row in rows] == ["1,5", "b"]
    assert rows[0]["informedness_low"] == pytest.approx(0.2)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    assert run("check", "-", *options).out == run("check", path, *options).out


def test_an_impossible_cell_leaves_the_other_rows(run, tmp_path):
    path = tmp_path / "results.csv"
    path.write_text(
        "system,n,recall,precision,accuracy,Comment\nA,100,50%,71.43%,58%,ours\nB,100,1.2,-,n/a,\n"
    )
    outcome = run("check", path)
    assert outcome.code == 1
    assert "B: Recall 1.2 is impossible" in outcome.out
    assert "0.200 to 0.200" in outcome.out
    assert "Left out, for they name no measure: Comment." in outcome.out
