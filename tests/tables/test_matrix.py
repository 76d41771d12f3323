import json

import numpy as np
import pytest

from abovechance.core.errors import InputError
from abovechance.tables.matrix import read_matrix

COUNTS = [[50, 10, 1], [5, 35, 2], [0, 3, 20]]


@pytest.fixture
def save(tmp_path):
    def write(text, name="table.csv", encoding="utf-8"):
        path = tmp_path / name
        path.write_text(text, encoding=encoding)
        return str(path)

    return write


BARE = "50,10,1\n5,35,2\n0,3,20\n"
HEAD = "a,b,c\n" + BARE
SIDE = "a,50,10,1\nb,5,35,2\nc,0,3,20\n"
BOTH = ",a,b,c\n" + SIDE


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (HEAD, "t.csv"),
        (SIDE, "t.csv"),
        (BOTH, "t.csv"),
        ("truth \\ prediction" + BOTH, "t.csv"),
        ("a,b,c\n" + SIDE, "from R.csv"),
        (BOTH.replace(",", "\t"), "t.tsv"),
        (BOTH.replace(",", ";"), "t.csv"),
        (BOTH.replace("\n", "\r\n") + "\r\n", "t.csv"),
        ("\ufeff" + BOTH, "t.csv"),
        (",c,a,b\na,1,50,10\nb,2,5,35\nc,20,0,3\n", "columns in another order.csv"),
        (json.dumps({"labels": ["a", "b", "c"], "counts": COUNTS}), "t.json"),
        (json.dumps({"labels": ["a", "b", "c"], "counts": COUNTS}, indent=2), "without_ending"),
    ],
)
def test_tables_with_labels(save, text, name):
    t = read_matrix(save(text, name))
    assert t.labels == ("a", "b", "c")
    assert t.counts.dtype == np.int64
    np.testing.assert_array_equal(t.counts, COUNTS)


@pytest.mark.parametrize("text", [BARE, json.dumps(COUNTS)])
def test_tables_without_labels(save, text):
    assert read_matrix(save(text)).labels == ("0", "1", "2")
    t = read_matrix(save(text), labels=["x", "y", "z"])
    assert t.labels == ("x", "y", "z")
    np.testing.assert_array_equal(t.counts, COUNTS)


def test_labels_that_are_numbers(save):
    assert read_matrix(save(",0,1\n0,5,2\n1,3,4\n")).labels == ("0", "1")
    assert read_matrix(save("0,1\n0,5,2\n1,3,4\n")).labels == ("0", "1")
    assert read_matrix(save(json.dumps({"labels": [0, 1], "counts": [[5, 2], [3, 4]]}))).labels == ("0", "1")


def test_rows_may_be_the_prediction(save):
    np.testing.assert_array_equal(read_matrix(save(BOTH), rows="prediction").counts, np.transpose(COUNTS))


def test_labels_give_an_order(save):
    t = read_matrix(save(BOTH), labels=["c", "a", "b"])
    np.testing.assert_array_equal(t.counts, [[20, 0, 3], [1, 50, 10], [2, 5, 35]])
    with pytest.raises(
        InputError, match="labels must name the classes of the table, which are 'a', 'b', 'c'"
    ):
        read_matrix(save(BOTH), labels=["a", "b"])


def test_positive_and_weights(save):
    t = read_matrix(save("x,y\n0.5,1.25\n2,3\n"), positive="x")
    assert t.positive == "x"
    np.testing.assert_array_equal(t.counts, [[0.5, 1.25], [2, 3]])


def test_large_counts_are_exact(save):
    assert read_matrix(save(f"{10**17 + 1},0\n0,1\n")).counts[0, 0] == 10**17 + 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1,2\n3,4\n5,6\n7,8\n", "must be square: 4 rows and 2 columns"),
        ("5,12,4\n6,28,5\n", "must be square: 2 rows and 3 columns; labels that are numbers need both"),
        ("1,2\n3,4\n5,6\n", "must be square: 3 rows and 2 columns; labels that are numbers need both"),
        ("5,12\n6,28,5\n", "must be square: 2 rows and 3 columns"),
        ("a,5,2\n1,3,4\n", "labels that are numbers need both"),
        ("a,b,c\n1,2,3\n4,5,6\n", "same labels"),
        ("1,2\n3\n", "different lengths"),
        ("1,2\n3,x\n", "the cell 'x' is not a count"),
        ("1,2\n3,\n", "the cell '' is not a count"),
        ("1,-2\n3,4\n", "must not be negative"),
        (",a,b\na,1,2\nc,3,4\n", "same labels, but 'b', 'c' are only in one"),
        (",a,a\na,1,2\na,3,4\n", "label 'a' is given twice"),
        (",a,b,all\na,5,2,7\nb,3,4,7\nall,8,6,14\n", "the last row and column 'all' are totals"),
        ("a,b\n", "the cell 'b' is not a count"),
        ("", "is empty"),
        ("[[1, 2], [3, 4]", "is not JSON"),
        ('{"counts": 5}', "must hold a list of lists"),
        ('{"rows": [[1]]}', "must hold a list of lists"),
        ('[[1, 2], [3, "x"]]', 'the count "x" is not a number'),
        ("[[1, 2], [3, null]]", "the count null is not a number"),
        ("[[1, true], [3, 4]]", "the count true is not a number"),
        ("[[1, 2], [3]]", "different lengths"),
        ("[[1, 2, 3], [3, 4, 5]]", "2 rows and 3 columns"),
        ("[]", "square"),
        ('{"labels": ["a"], "counts": [[1, 2], [3, 4]]}', "has 2 rows of counts but 1 labels"),
        ("[[1, NaN], [3, 4]]", "finite"),
    ],
)
def test_what_is_no_table_is_refused(save, text, words):
    with pytest.raises(InputError, match=words):
        read_matrix(save(text))


def test_no_file(tmp_path):
    with pytest.raises(InputError, match="there is no file"):
        read_matrix(str(tmp_path / "none.csv"))
