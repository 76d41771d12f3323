"""Codes of missing values are missing in every column that is read, whatever its type; other labels are warned of."""

import json

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

from abovechance.core.errors import InputError
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.readers.combinations import read_answers
from abovechance.intake.files.readers.labels import read_labels
from abovechance.intake.files.readers.scores import read_scores
from abovechance.intake.files.readers.sorted_scores import with_sorted_scores
from abovechance.intake.files.reading import Reading, TextFormat
from abovechance.intake.missing import Missing
from abovechance.tables.files import read_tables
from tests.spreadsheet import write_xlsx

DROP = Missing(codes=(-999, "NA"), policy="drop")
COLUMNS = {
    "truth": [1, -999, 0, 1, 0],
    "prediction": [1, 1, -999, 0, 0],
    "s": [0.5, 1.0, 2.0, -999.0, 0.25],
    "w": [1, 2, 3, 4, 5],
}
ROWS = [dict(zip(COLUMNS, row, strict=True)) for row in zip(*COLUMNS.values(), strict=True)]


def cells(path):
    rows = [COLUMNS, *(map(str, row.values()) for row in ROWS)]
    path.write_text("".join(",".join(row) + "\n" for row in rows), encoding="utf-8")


WRITERS = {
    "x.csv": cells,
    "x.jsonl": lambda path: path.write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8"),
    "x.json": lambda path: path.write_text(json.dumps(ROWS), encoding="utf-8"),
    "x.parquet": lambda path: pa.parquet.write_table(pa.table(COLUMNS), path),
    "x.arrow": lambda path: pa.feather.write_feather(pa.table(COLUMNS), str(path)),
    "x.xlsx": lambda path: write_xlsx(COLUMNS, path),
}


@pytest.fixture(params=WRITERS)
def file(request, tmp_path):
    WRITERS[request.param](tmp_path / request.param)
    return str(tmp_path / request.param)


def test_codes_of_labels(file):
    found = read_tables(file, Wanted(weight="w"), reading=Reading(missing=DROP))
    assert (found.tables.labels, found.tables.left_out) == (("0", "1"), 2)
    assert found.tables.counts.tolist() == [[5, 0], [4, 1]]
    answers = read_answers(file, None, ["prediction"], reading=Reading(missing=DROP))
    assert (answers.left_out, answers.counts.tolist()) == (2, [1, 1, 1])
    labels = read_labels(file, ["truth", "prediction"], reading=Reading(missing=DROP)).columns
    assert labels["truth"].tolist() == ["1", None, "0", "1", "0"]
    assert labels["prediction"].tolist() == ["1", "1", None, "0", "0"]


def test_codes_of_scores(file):
    found = read_scores(file, None, ["s"], reading=Reading(missing=DROP))
    assert (found.truth[1].tolist(), found.scores["s"].tolist()) == (["1", "0", "0"], [0.5, 2, 0.25])
    assert found.left_out == 2
    blocks = with_sorted_scores(file, None, "s", lambda s: list(s.blocks), reading=Reading(missing=DROP))
    assert blocks[0][0].tolist() == [2, 0.5, 0.25]


def test_codes_of_numbers_to_decide_by(file):
    found = read_tables(file, Wanted(prediction="s", threshold=0.5), reading=Reading(missing=DROP))
    assert (found.tables.counts.tolist(), found.tables.left_out) == ([[1, 1], [0, 1]], 2)


def test_items_that_lack_a_value_are_refused_all_the_same(file):
    with pytest.raises(
        InputError, match="the column 'truth' has 1 and the column 'prediction' has 1 missing"
    ):
        read_tables(file, Wanted(), reading=Reading(missing=Missing(codes=(-999,))))
    with pytest.raises(InputError, match="the column 'truth' has 1 and the column 's' has 1"):
        read_scores(file, None, ["s"], reading=Reading(missing=Missing(codes=(-999,))))


def test_codes_of_weights(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("truth,s,w\na,1,1\nb,2,-999\nb,3,NA\nb,4,2\n", encoding="utf-8")
    found = read_scores(str(path), None, ["s"], weight="w", reading=Reading(missing=DROP))
    assert (found.weights.tolist(), found.left_out) == ([1, 2], 2)
    path.write_text("truth,prediction,w\na,b,1\nb,a,-999\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 3: the weight '' is not a finite, non-negative number"):
        read_tables(str(path), Wanted(weight="w"), reading=Reading(missing=DROP))


def test_a_code_is_one_whatever_the_decimal_sign(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("truth;s\na;0,5\nb;-999,0\nb;1,5\n", encoding="utf-8")
    found = read_scores(str(path), None, ["s"], reading=Reading(missing=DROP, text=TextFormat(decimal=",")))
    assert found.scores["s"].tolist() == [0.5, 1.5]


def test_labels_like_codes_are_warned_of(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("truth,prediction,s\nNA,a,1\na,null,2\na,a,3\n", encoding="utf-8")
    (warning,) = read_tables(
        str(path), Wanted(), reading=Reading(missing=Missing(codes=("NA",), policy="drop"))
    ).warnings
    assert str(warning) == "'null' is a class like others: say missing='null' if missing values are meant"
    (warning,) = read_scores(str(path), None, ["s"]).warnings
    assert str(warning) == "'NA' is a class like others: say missing='NA' if missing values are meant"
    (warning,) = read_tables(str(path), Wanted()).warnings
    assert "missing=['NA', 'null']" in str(warning)
