"""Published ratings that tests share."""

import csv
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
_ = None

RAW_4_RATERS = [
    [1, 1, _, 1],
    [2, 2, 3, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 2, 3, 4],
    [4, 4, 4, 4],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [_, 5, 5, 5],
    [_, _, 1, 1],
    [_, _, 3, _],
]
"""Gwet (2014), table 2.10; the data set ``cac.raw4raters`` of irrCAC."""

SHROUT_FLEISS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
"""Shrout and Fleiss (1979), table 2."""


def _rows(name):
    with (EXAMPLES / name).open(encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    return header[1:], [[int(cell) for cell in row[1:]] for row in rows]


def fleiss_1971():
    """The counts of Fleiss (1971), table 1, and the diagnoses."""
    diagnoses, counts = _rows("diagnoses_fleiss_1971.csv")
    return counts, diagnoses


def anaesthetists():
    """The grades of Dawid and Skene (1979), table 1, by anaesthetist."""
    names, rows = _rows("anaesthetists_dawid_skene_1979.csv")
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
