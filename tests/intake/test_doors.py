"""A missing value is one thing at every door, however it is written: the same result, or the same refusal."""

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import abovechance as ac

TRUTH = ["a", "b", "b", "a", "b", "a", "b", "a"]
OTHER = ["a", "b", "a", "a", "b", "b", "b", "a"]
SCORES = [0.1, 0.9, 0.4, 0.3, 0.8, 0.6, 0.7, 0.2]
GAP = 3

LABELS = {
    "None": None,
    "NaN": float("nan"),
    "NumPy NaN": np.float32("nan"),
    "pd.NA": pd.NA,
    "NaT": pd.NaT,
    "NumPy NaT": np.datetime64("NaT"),
    "empty text": "",
    "code": "none given",
}
NUMBERS = {name: value for name, value in LABELS.items() if name != "NumPy NaT"} | {"number": -9}
COLUMNS = {
    "list": list,
    "objects": lambda x: np.fromiter(x, dtype=object, count=len(x)),
    "pandas": lambda x: pd.Series(x, dtype=object),
}
TEXTS = {
    "pandas text": lambda x: pd.Series(x, dtype="string"),
    "pandas category": lambda x: pd.Series(x, dtype="category"),
    "polars": pl.Series,
    "polars category": lambda x: pl.Series(x, dtype=pl.Categorical),
    "Arrow": pa.array,
    "Arrow dictionary": lambda x: pa.array(x).dictionary_encode(),
}
REFUSAL = "has 1 missing values: say on_missing='drop'"
CODES = {"missing": ["none given", -9]}


def with_gap(column, gap):
    return [gap if i == GAP else value for i, value in enumerate(column)]


def written(column, gaps, texts=()):
    """The column with a gap, in every way it may be written."""
    for name, gap in gaps.items():
        for kind, make in COLUMNS.items():
            yield f"{name} in a {kind}", make(with_gap(column, gap))
    for name in texts:
        for gap in (None, "", "none given"):
            yield f"{gap!r} in {name}", TEXTS[name](with_gap(column, gap))


def frame(**columns):
    return pl.LazyFrame({name: pl.Series(column, strict=False) for name, column in columns.items()})


DOORS = {
    "from_labels": lambda x, **how: ac.Tables.from_labels(x, OTHER, **how),
    "from_labels, prediction": lambda x, **how: ac.Tables.from_labels(OTHER, x, **how),
    "by": lambda x, **how: ac.Tables.from_labels(OTHER, OTHER, by=x, **how),
    "from_frame": lambda x, **how: ac.Tables.from_frame(
        {"y": x, "p": OTHER}, truth="y", prediction="p", **how
    ),
    "Accumulator": lambda x, **how: ac.Accumulator(**how).update(x, OTHER).tables,
    "compare": lambda x, **how: ac.compare(x, {"A": OTHER, "B": TRUTH}, **how).source.tables,
    "compare, prediction": lambda x, **how: ac.compare(OTHER, {"A": x, "B": TRUTH}, **how).source.tables,
    "compare, clusters": lambda x, **how: (
        ac.compare(OTHER, {"A": TRUTH, "B": OTHER}, clusters=x, **how).pairs
    ),
    "concordance": lambda x, **how: ac.concordance(x, OTHER, "adjusted_rand", seed=1, **how),
}
RANKED = {
    "Curve": ac.Curve.from_scores,
    "Curve of a frame": lambda x, s, **how: repr(
        ac.Curve.from_frame({"y": x, "s": s}, truth="y", score="s", **how)
    ),
    "curves by": lambda x, s, **how: ac.Curve.from_scores(OTHER, s, by=x, **how),
    "auc_interval": ac.curves.auc_interval,
    "auc_test": ac.curves.auc_test,
    "interval": lambda x, s, **how: ac.curves.interval(x, s, "ks", seed=1, replicates=20, **how),
    "compare": lambda x, s, **how: ac.curves.compare(x, {"A": s, "B": SCORES}, **how).pairs,
    "clusters": lambda x, s, **how: ac.curves.auc_interval(OTHER, s, clusters=x, **how),
    "multiclass": lambda x, s, **how: ac.curves.multiclass(x, {"a": SCORES, "b": s}, **how),
    "select_threshold": lambda x, s, **how: repr(
        ac.curves.select_threshold(x, s, seed=1, replicates=20, **how)
    ),
}


def outcome(call, *columns, **how):
    """What a call gives, or the sentence with which it refuses."""
    try:
        return repr(call(*columns, **how))
    except ac.InputError as error:
        return str(error)


@pytest.mark.parametrize("policy", ["error", "drop", "label"])
@pytest.mark.parametrize("door", DOORS)
def test_labels(door, policy):
    how = CODES | {"on_missing": policy}
    expected = outcome(DOORS[door], with_gap(TRUTH, None), **how)
    assert (REFUSAL in expected) == (policy == "error"), expected
    for name, column in written(TRUTH, LABELS, TEXTS):
        assert outcome(DOORS[door], column, **how) == expected, name


@pytest.mark.parametrize("policy", ["error", "drop"])
@pytest.mark.parametrize("door", RANKED)
def test_labels_and_scores(door, policy):
    how = CODES | {"on_missing": policy}
    expected = outcome(RANKED[door], with_gap(TRUTH, None), SCORES, **how)
    assert (REFUSAL in expected) == (policy == "error"), expected
    for name, column in written(TRUTH, LABELS, TEXTS):
        assert outcome(RANKED[door], column, SCORES, **how) == expected, name
    expected = outcome(RANKED[door], TRUTH, with_gap(SCORES, None), **how)
    assert (REFUSAL in expected) == (policy == "error"), expected
    for name, column in written(SCORES, NUMBERS):
        assert outcome(RANKED[door], TRUTH, column, **how) == expected, name


@pytest.mark.parametrize("policy", ["error", "drop", "label"])
@pytest.mark.parametrize("gap", [None, "", "none given"])
def test_engines(policy, gap):
    how, truth = CODES | {"on_missing": policy}, with_gap(TRUTH, gap)
    lazy, names = frame(y=truth, p=OTHER, q=TRUTH, s=SCORES), {"truth": "y", "prediction": "p"}
    expected = outcome(ac.Tables.from_labels, truth, OTHER, **how)
    assert outcome(ac.Tables.from_frame, lazy, **names, **how) == expected
    expected = outcome(ac.compare, truth, {"p": OTHER, "q": TRUTH}, seed=0, **how)
    assert outcome(ac.compare, "y", ["p", "q"], data=lazy, seed=0, **how) == expected
    expected = outcome(ac.Curve.from_scores, truth, SCORES, **how)
    assert outcome(ac.Curve.from_frame, lazy, truth="y", score="s", **how) == expected


@pytest.mark.parametrize("policy", ["error", "drop"])
@pytest.mark.parametrize("gap", [None, float("nan"), -9.0])
def test_scores_in_engines(policy, gap):
    how = CODES | {"on_missing": policy}
    lazy, expected = (
        frame(y=TRUTH, s=with_gap(SCORES, gap)),
        outcome(ac.Curve.from_scores, TRUTH, with_gap(SCORES, None), **how),
    )
    assert outcome(ac.Curve.from_frame, lazy, truth="y", score="s", **how) == expected


@pytest.mark.parametrize("code", ["NA", "NaN", "nan", "null", "None", "n/a", "?"])
def test_what_looks_missing_is_a_class_that_is_warned_of(code):
    columns = [with_gap(TRUTH, code), with_gap(OTHER, code)]
    doors = {name: door for name, door in DOORS.items() if name != "by" and "clusters" not in name}
    for door in doors.values():
        with pytest.warns(
            ac.InputWarning, match=r"is a class like others: say missing='.*' if missing"
        ) as said:
            door(columns[0])
        assert [warning.filename for warning in said] == [__file__]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = outcome(door, columns[0], missing=code, on_missing="drop")
            assert found == outcome(door, with_gap(TRUTH, ""), on_missing="drop")
    with pytest.warns(ac.InputWarning, match="say missing='"):
        ac.Curve.from_scores(columns[0], SCORES, positive="a")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ac.Tables.from_labels(*columns, labels=["a", "b", code]).labels == ("a", "b", code)


def test_a_grade_of_none_is_a_word():
    assert ac.Tables.from_labels(["none", "mild"], ["none", "mild"]).labels == ("mild", "none")


@pytest.mark.parametrize(
    "ask",
    [
        lambda file: ac.Tables.from_file(file, "y", "p"),
        lambda file: ac.evaluate("y", "p", data=file),
        lambda file: ac.compare("y", ["p", "q"], data=file),
        lambda file: ac.roc("y", "s", data=file),
        lambda file: ac.Curve.from_file(file, "y", "s"),
        lambda file: ac.curves.curve_of_file(file, truth="y", score="s"),
    ],
)
def test_a_gap_in_a_file_is_refused_in_the_words_of_a_gap_in_memory(tmp_path, ask):
    path = tmp_path / "gap.csv"
    frame = pd.DataFrame({"y": with_gap(TRUTH, None), "p": OTHER, "q": OTHER, "s": SCORES})
    frame.to_csv(path, index=False)
    with pytest.raises(ac.InputError, match=REFUSAL):
        ask(path)
