import pandas as pd
import pytest

from abovechance import InputError
from abovechance.intake.files import reader as many
from abovechance.intake.files.combinations import read_answers

ROWS = "truth,A,B,who\nx,x,y,1\ny,y,,1\nx,x,y,2\ny,x,y,2\nx,x,y,1\n"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "answers.csv"
    path.write_text(ROWS, encoding="utf-8")
    return str(path)


def patterns(answers):
    columns = [answers.truth[1], *answers.systems.values(), *([answers.clusters] if answers.clusters else [])]
    return dict(zip(zip(*columns, strict=True), answers.counts.tolist(), strict=True))


def test_equal_rows_are_one_pattern(file):
    answers = read_answers(file, None, ["A", "B"], missing="drop")
    assert patterns(answers) == {("x", "x", "y"): 3, ("y", "x", "y"): 1}
    assert (answers.truth[0], list(answers.systems), answers.found) == ("truth", ["A", "B"], True)
    assert (answers.left_out, answers.classes, answers.clusters) == (1, None, None)


def test_clusters_are_part_of_the_pattern(file):
    answers = read_answers(file, "truth", ["A", "B"], cluster="who", missing="drop")
    assert patterns(answers) == {("x", "x", "y", "1"): 2, ("x", "x", "y", "2"): 1, ("y", "x", "y", "2"): 1}
    assert not answers.found


def test_missing_values_are_refused_or_a_class(file):
    with pytest.raises(InputError, match="1 in column 'B'"):
        read_answers(file, None, ["A", "B"])
    answers = read_answers(file, None, ["A", "B"], missing="label")
    assert patterns(answers)["y", "y", "(missing)"] == 1
    assert answers.classes == ["x", "y", "(missing)"]


def test_labels_cover_every_column_of_answers_but_not_the_clusters(file):
    answers = read_answers(file, None, ["A", "B"], cluster="who", labels=["y", "x", "z"], missing="drop")
    assert answers.classes == ["y", "x", "z"]
    with pytest.raises(InputError, match=r"--labels must name every class: 'y' \(4 items\)"):
        read_answers(file, None, ["A", "B"], labels=["x"], missing="drop")


@pytest.mark.parametrize(
    ("truth", "predictions", "words"),
    [
        (None, ["A", "A"], "names the column 'A' twice"),
        ("A", ["A", "B"], "both name the column 'A'"),
        (None, ["B", "truth"], "both name the column 'truth'"),
        (None, ["A", "C"], "has no column 'C'"),
    ],
)
def test_columns_that_cannot_be_compared(file, truth, predictions, words):
    with pytest.raises(InputError, match=words):
        read_answers(file, truth, predictions)


def test_every_reader_gives_the_same(file, tmp_path, monkeypatch):
    expected = patterns(read_answers(file, None, ["A", "B"], cluster="who", missing="label"))
    frame = pd.read_csv(file, dtype=str)
    frame.to_parquet(tmp_path / "answers.parquet")
    frame.to_json(tmp_path / "answers.jsonl", orient="records", lines=True)
    for name in ("answers.parquet", "answers.jsonl"):
        found = read_answers(str(tmp_path / name), None, ["A", "B"], cluster="who", missing="label")
        assert patterns(found) == expected
    monkeypatch.setattr(many, "LARGE", 0)
    assert patterns(read_answers(file, None, ["A", "B"], cluster="who", missing="label")) == expected
