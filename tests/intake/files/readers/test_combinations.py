import pandas as pd
import pytest

from abovechance import InputError
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.readers.combinations import read_answers
from abovechance.intake.files.reading import Reading, TextFormat
from abovechance.intake.missing import Missing
from abovechance.tables.files import read_tables

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
    answers = read_answers(file, None, ["A", "B"], reading=Reading(missing=Missing(policy="drop")))
    assert patterns(answers) == {("x", "x", "y"): 3, ("y", "x", "y"): 1}
    assert (answers.truth[0], list(answers.systems), answers.found) == ("truth", ["A", "B"], True)
    assert (answers.left_out, answers.classes, answers.clusters) == (1, None, None)


def test_clusters_are_part_of_the_pattern(file):
    answers = read_answers(
        file, "truth", ["A", "B"], cluster="who", reading=Reading(missing=Missing(policy="drop"))
    )
    assert patterns(answers) == {("x", "x", "y", "1"): 2, ("x", "x", "y", "2"): 1, ("y", "x", "y", "2"): 1}
    assert not answers.found


def test_missing_values_are_refused_or_a_class(file):
    with pytest.raises(InputError, match="the column 'B' has 1 missing"):
        read_answers(file, None, ["A", "B"])
    answers = read_answers(file, None, ["A", "B"], reading=Reading(missing=Missing(policy="label")))
    assert patterns(answers)["y", "y", "(missing)"] == 1
    assert answers.classes == ["x", "y", "(missing)"]


def test_labels_cover_every_column_of_answers_but_not_the_clusters(file):
    answers = read_answers(
        file,
        None,
        ["A", "B"],
        cluster="who",
        labels=["y", "x", "z"],
        reading=Reading(missing=Missing(policy="drop")),
    )
    assert answers.classes == ["y", "x", "z"]
    with pytest.raises(InputError, match=r"labels must name every class: 'y' \(4 items\)"):
        read_answers(file, None, ["A", "B"], labels=["x"], reading=Reading(missing=Missing(policy="drop")))


@pytest.mark.parametrize(
    ("truth", "predictions", "words"),
    [
        (None, ["A", "A"], "the column 'A' is named twice"),
        ("A", ["A", "B"], "both name the column 'A'"),
        (None, ["B", "truth"], "both name the column 'truth'"),
        (None, ["A", "C"], "has no column 'C'"),
    ],
)
def test_columns_that_cannot_be_compared(file, truth, predictions, words):
    with pytest.raises(InputError, match=words):
        read_answers(file, truth, predictions)


def test_every_format_gives_the_same(file, tmp_path):
    expected = patterns(
        read_answers(file, None, ["A", "B"], cluster="who", reading=Reading(missing=Missing(policy="label")))
    )
    frame = pd.read_csv(file, dtype=str)
    frame.to_parquet(tmp_path / "answers.parquet")
    frame.to_json(tmp_path / "answers.jsonl", orient="records", lines=True)
    for name in ("answers.parquet", "answers.jsonl"):
        found = read_answers(
            str(tmp_path / name),
            None,
            ["A", "B"],
            cluster="who",
            reading=Reading(missing=Missing(policy="label")),
        )
        assert patterns(found) == expected


# Decisions by a threshold --------------------------------------------------------------------------

DECIDED = Wanted(threshold=0.5)
TRUTH, SCORES = ["no", "yes", "yes", "no", "no"], [0.1, 0.5, 0.4, None, 0.75]
FRAME = pd.DataFrame({"truth": TRUTH, "prediction": SCORES})
FRAMES = {
    "x.csv": lambda path: FRAME.to_csv(path, index=False),
    "x.jsonl": lambda path: FRAME.to_json(path, orient="records", lines=True),
    "x.json": lambda path: FRAME.to_json(path, orient="records"),
    "x.parquet": FRAME.to_parquet,
    "x.arrow": FRAME.to_feather,
}


@pytest.mark.parametrize("name", FRAMES)
def test_numbers_become_decisions(tmp_path, name):
    path = str(tmp_path / name)
    FRAMES[name](path)
    found = read_tables(path, DECIDED, reading=Reading(missing=Missing(policy="drop")))
    assert (found.tables.labels, found.tables.left_out) == (("no", "yes"), 1)
    assert found.tables.counts.tolist() == [[1, 1], [1, 1]]
    found = read_tables(path, DECIDED, reading=Reading(missing=Missing(policy="drop")), positive="no")
    assert found.tables.counts.tolist() == [[1, 1], [1, 1]]
    found = read_tables(path, Wanted(threshold=0.45), reading=Reading(missing=Missing(policy="label")))
    assert found.tables.counts.tolist() == [[1, 1, 1], [1, 1, 0], [0, 0, 0]]
    found = read_answers(
        path, None, ["prediction"], threshold=0.75, reading=Reading(missing=Missing(policy="drop"))
    )
    assert patterns(found) == {("no", "no"): 1, ("no", "yes"): 1, ("yes", "no"): 2}


def test_a_number_of_decimal_comma_is_decided(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("truth;prediction\nno;0,1\nyes;0,5\nyes;1\n", encoding="utf-8")
    found = read_tables(str(path), DECIDED, reading=Reading(text=TextFormat(decimal=",")))
    assert found.tables.counts.tolist() == [[1, 0], [0, 2]]


@pytest.mark.parametrize(
    ("rows", "options", "message"),
    [
        ("no,0.1\nyes,high\n", {}, r"x\.csv'.*: 'high' in column 'prediction' is not a number"),
        ("no,0.1\nyes,0.5\nmaybe,1\n", {}, "between two classes, and the column 'truth' has 3"),
        ("no,0.1\nno,0.5\n", {}, "between two classes, and the column 'truth' has 1"),
        ("no,0.1\nyes,0.5\n", {"positive": "si"}, "positive must be one of 'no', 'yes', not 'si'"),
    ],
)
def test_what_cannot_be_decided(tmp_path, rows, options, message):
    path = tmp_path / "x.csv"
    path.write_text(f"truth,prediction\n{rows}", encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_tables(str(path), DECIDED, **options)


def test_a_column_that_holds_no_numbers_is_not_decided(tmp_path):
    pd.DataFrame({"truth": [0, 1], "prediction": [[1], [2]]}).to_parquet(tmp_path / "x.parquet")
    with pytest.raises(InputError, match=r"x\.parquet': the column 'prediction' is of type .*not of numbers"):
        read_tables(str(tmp_path / "x.parquet"), DECIDED)
    with pytest.raises(InputError, match=r"x\.parquet': the column 'prediction' is of type .*not of labels"):
        read_tables(str(tmp_path / "x.parquet"), Wanted())


# Names of columns that are labels ------------------------------------------------------------------


def test_a_first_line_that_is_an_item_is_refused_where_columns_are_guessed(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("a,b\na,b\nb,b\n", encoding="utf-8")
    with pytest.raises(InputError, match="'a' and 'b' are labels of items, too: say header=False if"):
        read_tables(str(path), Wanted())
    found = read_tables(str(path), Wanted("a", "b"))
    assert [str(warning) for warning in found.warnings] == [
        "the columns 'a' and 'b' are called like labels of items: say header=False if the first line is one"
    ]
    found = read_tables(str(path), Wanted(), reading=Reading(text=TextFormat(header=False)))
    assert (found.tables.counts.tolist(), found.warnings) == ([[0, 2], [0, 1]], ())


def test_a_first_line_of_other_words_is_a_header(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("a,c\na,b\nb,b\n", encoding="utf-8")
    assert read_tables(str(path), Wanted()).tables.total == 2
