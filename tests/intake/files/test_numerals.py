"""Texts that write one number are one label, with the same tables and the same warning in every format."""

import json

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from abovechance.intake.files.columns import Wanted, numeral, one_each
from abovechance.tables.files import read_tables
from tests.spreadsheet import write_xlsx

TRUTH = [1, 0, 1, 0, 2]
PREDICTION = [1.0, 0.0, 1.0, 1.0, 0.5]


def texts(path, delimiter):
    rows = [("truth", "prediction"), *zip(map(str, TRUTH), map(str, PREDICTION), strict=True)]
    path.write_text("".join(delimiter.join(row) + "\n" for row in rows), encoding="utf-8")


def objects():
    pairs = zip(TRUTH, PREDICTION, strict=True)
    return [json.dumps({"truth": truth, "prediction": prediction}) for truth, prediction in pairs]


TABLE = pa.table({"truth": TRUTH, "prediction": PREDICTION})
WRITERS = {
    "x.csv": lambda path: texts(path, ","),
    "x.tsv": lambda path: texts(path, "\t"),
    "x.jsonl": lambda path: path.write_text("\n".join(objects()), encoding="utf-8"),
    "x.json": lambda path: path.write_text(f"[{', '.join(objects())}]", encoding="utf-8"),
    "x.parquet": lambda path: pa.parquet.write_table(TABLE, path),
    "x.arrow": lambda path: pa.feather.write_feather(TABLE, str(path)),
    "x.xlsx": lambda path: write_xlsx({"truth": TRUTH, "prediction": list(map(str, PREDICTION))}, path),
}


@pytest.mark.parametrize("name", WRITERS)
def test_one_and_one_point_nought_are_one_label(tmp_path, name):
    WRITERS[name](tmp_path / name)
    found = read_tables(str(tmp_path / name), Wanted())
    assert found.tables.labels == ("0", "0.5", "1", "2")
    np.testing.assert_array_equal(
        found.tables.counts, [[1, 0, 1, 0], [0, 0, 0, 0], [0, 0, 2, 0], [0, 1, 0, 0]]
    )
    assert sorted(map(str, found.warnings)) == [
        "'0' and '0.0' are one label, '0'",
        "'1' and '1.0' are one label, '1'",
    ]


def test_codes_that_are_no_numbers_stay_apart(tmp_path):
    (tmp_path / "x.csv").write_text("truth,prediction\n01,1\n1e0,1\n+1,1\n1 ,1\n", encoding="utf-8")
    found = read_tables(str(tmp_path / "x.csv"), Wanted())
    assert set(found.tables.labels) == {"01", "1", "1e0", "+1", "1 "}
    assert not found.warnings


@given(
    st.lists(st.decimals(-100, 100, places=2).map(str) | st.integers(-9, 9).map(str) | st.text(max_size=3))
)
def test_texts_are_one_label_exactly_if_they_write_one_number(found):
    meaning = one_each(found)
    for text in found:
        assert numeral(meaning[text]) == numeral(text)
        for other in found:
            alike = text == other or (numeral(text) is not None and numeral(text) == numeral(other))
            assert (meaning[text] == meaning[other]) == alike
