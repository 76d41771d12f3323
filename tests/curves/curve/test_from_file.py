"""A curve of a file is that of its columns."""

import pandas as pd
import pytest

from abovechance import Curve, InputError

ITEMS = pd.DataFrame(
    {
        "y": ["no", "yes", "no", "yes", "yes", "no"],
        "s": [0.1, 0.4, 0.4, 0.9, 0.2, 0.3],
        "t": [3, 1, 2, 5, 4, 2],
        "w": [1.0, 2.0, 0.5, 1.0, 1.0, 3.0],
        "n": [1, 2, 1, 3, 1, 1],
        "site": ["X", "X", "X", "Y", "Y", "Y"],
    }
)
WRITERS = {
    "x.csv": lambda path: ITEMS.to_csv(path, index=False),
    "x.json": lambda path: ITEMS.to_json(path, orient="records"),
    "x.parquet": lambda path: ITEMS.to_parquet(path, index=False),
}


@pytest.mark.parametrize("name", WRITERS)
def test_it_is_that_of_the_columns(tmp_path, name):
    path = tmp_path / name
    WRITERS[name](path)
    for options in ({}, {"weights": "w"}, {"counts": "n"}):
        found = Curve.from_file(path, "y", "s", positive="yes", **options)
        expected = Curve.from_scores(
            ITEMS["y"], ITEMS["s"], positive="yes", **{key: ITEMS[column] for key, column in options.items()}
        )
        assert found.thresholds.tolist() == expected.thresholds.tolist()
        assert (found.tp.tolist(), found.fp.tolist()) == (expected.tp.tolist(), expected.fp.tolist())


def test_systems_and_groups(tmp_path):
    path = tmp_path / "x.csv"
    WRITERS["x.csv"](path)
    systems = Curve.from_file(path, "y", ["s", "t"], positive="yes")
    assert {name: curve.auc for name, curve in systems.items()} == {
        name: Curve.from_scores(ITEMS["y"], ITEMS[name], positive="yes").auc for name in "st"
    }
    groups = Curve.from_file(path, "y", "s", positive="yes", by="site")
    assert {name: curve.auc for name, curve in groups.items()} == {
        name: Curve.from_scores(part["y"], part["s"], positive="yes").auc
        for name, part in ITEMS.groupby("site")
    }


def test_what_is_missing(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("truth;score\nno;0,1\nyes;NA\nyes;0,9\nno;\n", encoding="utf-8")
    with pytest.raises(InputError, match="'NA' in column 'score' is not a number"):
        Curve.from_file(path, decimal=",")
    with pytest.raises(InputError, match="the column 'score' has 2 missing values"):
        Curve.from_file(path, decimal=",", missing="NA")
    assert Curve.from_file(path, decimal=",", missing="NA", on_missing="drop", positive="yes").auc == 1
