"""Text is read as it is said to be: any delimiter, with or without a header, with decimal commas."""

import pytest

from abovechance.core.errors import InputError
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.readers.combinations import read_answers, read_tally
from abovechance.intake.files.readers.labels import read_labels
from abovechance.intake.files.readers.scores import read_scores
from abovechance.intake.files.readers.sorted_scores import with_sorted_scores
from abovechance.intake.files.reading import Reading, TextFormat
from abovechance.tables.files import read_tables
from abovechance.tables.matrix import read_matrix

ROWS = [("y", "p", "w"), ("a", "a", "0,5"), ("a", "b", "1,25"), ("b", "b", "2")]


def written(path, rows=ROWS, delimiter=";"):
    path.write_text("".join(delimiter.join(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.mark.parametrize("ending", ["csv", "tsv", "txt"])
@pytest.mark.parametrize("delimiter", [";", "|", "\t", "~", " "])
def test_any_delimiter_is_read(tmp_path, delimiter, ending):
    file = written(tmp_path / f"x.{ending}", delimiter=delimiter)
    read = read_tables(str(file), Wanted(), reading=Reading(text=TextFormat(delimiter=delimiter)))
    assert read.tables.counts.tolist() == [[1, 1], [0, 1]]


@pytest.mark.parametrize("ending", ["csv", "tsv", "txt"])
@pytest.mark.parametrize("delimiter", [",", ";", "|", "\t"])
def test_usual_delimiters_are_found(tmp_path, delimiter, ending):
    file = written(tmp_path / f"x.{ending}", [row[:2] for row in ROWS], delimiter)
    assert read_tables(str(file), Wanted()).tables.counts.tolist() == [[1, 1], [0, 1]]


def test_without_a_header_columns_are_numbered(tmp_path):
    file = written(tmp_path / "x.csv", ROWS[1:])
    text = TextFormat(header=False, decimal=",")
    read = read_tables(str(file), Wanted("1", "2", "3"), reading=Reading(text=text))
    assert read.tables.counts.tolist() == [[0.5, 1.25], [0, 2]]
    assert read.columns.labels == ("1", "2")
    assert list(read_labels(str(file), reading=Reading(text=text)).columns) == ["1", "2", "3"]
    assert read_answers(str(file), "1", ["2"], reading=Reading(text=text)).counts.tolist() == [1, 1, 1]


def test_decimal_commas_are_those_of_numbers(tmp_path):
    file, text = written(tmp_path / "x.csv"), TextFormat(decimal=",")
    assert read_scores(str(file), "y", ["w"], reading=Reading(text=text)).scores["w"].tolist() == [
        0.5,
        1.25,
        2,
    ]
    blocks = with_sorted_scores(
        str(file), "y", "w", lambda found: list(found.blocks), reading=Reading(text=text)
    )
    assert blocks[0][0].tolist() == [2, 1.25, 0.5]
    weights = read_tally(str(file), Wanted("y", "p", "w"), reading=Reading(text=text)).tally.weights
    assert sorted(weights.tolist()) == [0.5, 1.25, 2]


def test_a_point_is_no_decimal_comma(tmp_path):
    file = written(tmp_path / "x.csv", [*ROWS, ("a", "a", "1.5")])
    with pytest.raises(InputError, match=r"line 5: '1.5' in column 'w' is not a number"):
        read_scores(str(file), "y", ["w"], reading=Reading(text=TextFormat(decimal=",")))
    with pytest.raises(InputError, match=r"line 5: the weight '1.5' is not a finite"):
        read_tables(str(file), Wanted("y", "p", "w"), reading=Reading(text=TextFormat(decimal=",")))


def test_a_matrix_has_a_format_too(tmp_path):
    file = written(tmp_path / "x.txt", [("", "a", "b"), ("a", "0,5", "1"), ("b", "0", "2")], "|")
    assert read_matrix(str(file), text=TextFormat(decimal=",")).counts.tolist() == [[0.5, 1], [0, 2]]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"delimiter": "||"}, "the delimiter is one character"),
        ({"delimiter": '"'}, "the delimiter is one character"),
        ({"delimiter": ""}, "the delimiter is one character"),
        ({"decimal": ";"}, "the decimal sign is '.' or ','"),
        ({"decimal": ",", "delimiter": ","}, "cannot both be ','"),
    ],
)
def test_what_cannot_be_meant_is_refused(wrong, said):
    with pytest.raises(InputError, match=said):
        TextFormat(**wrong)
