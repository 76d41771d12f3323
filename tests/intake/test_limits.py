"""Probabilities given for labels are warned of at every door in Python, and refused with what to do about them."""

import re

import numpy as np
import pandas as pd
import pytest

import abovechance as ac

TRUTH = ["0", "1"] * 5
SCORES = [f"0.{i}" for i in range(10, 20)]
ADVICE = "say threshold=0.5 to decide by them"


@pytest.mark.parametrize(
    "door",
    [
        ac.Tables.from_labels,
        lambda y, p: ac.Tables.from_labels(y, p, by=["a", "b"] * 5),
        lambda y, p: ac.Tables.from_frame(pd.DataFrame({"y": y, "p": p}), truth="y", prediction="p"),
        lambda y, p: ac.compare(y, {"p": p, "y": y}),
        lambda y, p: ac.compare(y, {"p": p, "y": y}, positive=y[0]),
        lambda y, p: ac.compare("y", ["p", "y2"], data=pd.DataFrame({"y": y, "p": p, "y2": y})),
        lambda y, p: ac.Accumulator().update(y, p).tables,
        ac.evaluate,
    ],
    ids=["labels", "groups", "frame", "compare", "positive", "compare frame", "accumulator", "evaluate"],
)
@pytest.mark.parametrize("kind", [str, float])
def test_every_door_warns_of_probabilities_once(door, kind):
    truth = ["no", "yes"] * 5
    with pytest.warns(ac.InputWarning, match="looks like probabilities, not labels") as said:
        door(truth, list(map(kind, SCORES)))
    assert len(said) == 1
    assert str(said[0].message).endswith("to decide by them")


@pytest.mark.parametrize(
    ("truth", "prediction", "labels"),
    [
        (SCORES, SCORES, None),
        (TRUTH, ["0.0", "1.0"] * 5, None),
        (TRUTH, [*SCORES[:9], "7"], None),
        (TRUTH, [*SCORES[:9], "x"], None),
        (TRUTH, SCORES[:5] * 2, None),
        (TRUTH, SCORES, [*TRUTH[:2], *SCORES]),
    ],
    ids=["true classes", "two", "larger", "text", "few", "given"],
)
def test_classes_are_no_probabilities(truth, prediction, labels):
    """A warning would be an error here."""
    assert ac.Tables.from_labels(truth, prediction, labels=labels).total == 10


def test_missing_labels_do_not_hide_probabilities():
    with pytest.warns(ac.InputWarning, match="probabilities"):
        ac.Tables.from_labels(TRUTH, [*SCORES[:9], None], on_missing="label")


@pytest.mark.parametrize("items", [300, 9000])
def test_probabilities_that_are_refused_as_measurements_are_to_be_cut_or_ranked(items):
    rng = np.random.default_rng(1)
    truth, scores = rng.integers(0, 2, items), rng.random(items)
    for door in (ac.Tables.from_labels, lambda y, p: ac.compare(y, {"A": p, "B": p**2})):
        with pytest.raises(
            ac.InputError, match="regression target .*; if these are probabilities, " + re.escape(ADVICE)
        ):
            door(truth, scores)
        with pytest.raises(ac.InputError, match=r"regression target .* as labels$"):
            door(truth, 1 + scores)


def test_labels_with_decimal_commas_are_warned_of(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("truth;prediction\nno;0,2\nyes;0,9\nno;0,6\n", encoding="utf-8")
    with pytest.warns(ac.InputWarning, match="decimal comma, not labels: say decimal=',' and threshold=0.5"):
        ac.Tables.from_file(path)
    decided = ac.Tables.from_file(path, decimal=",", threshold=0.5, positive="yes")
    assert decided.counts.tolist() == [[1, 1], [0, 1]]
