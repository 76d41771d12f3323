"""Ordered categoricals: the classes are the declared scale, whole and in its order."""

import datetime as dt
from decimal import Decimal

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abovechance import Accumulator, InputError, Tables, quadratic_kappa, spearman_rho
from abovechance.intake import count
from abovechance.intake.missing import Missing

SCALE = ["low", "medium", "high", "extreme"]
TRUTH = ["low", "low", "medium", "high", "high", "extreme"]
PREDICTION = ["low", "medium", "medium", "high", "low", "high"]


def categorical(values, scale=SCALE):
    return pd.Categorical(values, categories=scale, ordered=True)


def dictionary(values, scale=SCALE):
    codes = [None if value is None else scale.index(value) for value in values]
    return pa.DictionaryArray.from_arrays(pa.array(codes, pa.int8()), pa.array(scale), ordered=True)


ORDERED = {
    "pandas": categorical,
    "pandas series": lambda values, scale=SCALE: pd.Series(categorical(values, scale)),
    "pandas index": lambda values, scale=SCALE: pd.CategoricalIndex(categorical(values, scale)),
    "pandas frame": lambda values, scale=SCALE: pd.DataFrame({"x": categorical(values, scale)}),
    "polars": lambda values, scale=SCALE: pl.Series(values, dtype=pl.Enum(scale)),
    "polars frame": lambda values, scale=SCALE: pl.DataFrame({"x": pl.Series(values, dtype=pl.Enum(scale))}),
    "Arrow": dictionary,
    "Arrow chunks": lambda values, scale=SCALE: pa.chunked_array(
        [dictionary(values[:1], scale), dictionary(values[1:], scale)]
    ),
    "narwhals": lambda values, scale=SCALE: nw.from_native(
        pl.Series(values, dtype=pl.Enum(scale)), series_only=True
    ),
}
every_kind = pytest.mark.parametrize("kind", ORDERED.values(), ids=ORDERED)


@every_kind
def test_classes_are_in_the_declared_order(kind):
    wanted = Tables.from_labels(TRUTH, PREDICTION, labels=SCALE)
    alphabetical = Tables.from_labels(TRUTH, PREDICTION)
    for columns in (
        (kind(TRUTH), kind(PREDICTION)),
        (kind(TRUTH), PREDICTION),
        (np.array(TRUTH), kind(PREDICTION)),
        (kind(TRUTH), pd.Series(PREDICTION, dtype="category")),
    ):
        tables = Tables.from_labels(*columns)
        assert tables.labels == tuple(SCALE)
        assert np.array_equal(tables.counts, wanted.counts)
        for measure in (quadratic_kappa, spearman_rho):
            assert measure(tables) == measure(wanted)
            assert measure(tables) != measure(alphabetical)


@every_kind
def test_unused_grades_separate_their_neighbours(kind):
    counted = count(kind(["low", "high"]), kind(["high", "high"]))
    assert counted.labels == tuple(SCALE)
    assert counted.counts.tolist() == [[0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]]


@every_kind
def test_missing_values_stand_last(kind):
    truth, prediction = ["high", None, "low"], ["high", "low", "low"]
    assert count(kind(truth), kind(prediction), missing=Missing(policy="drop")).labels == tuple(SCALE)
    counted = count(kind(truth), prediction, missing=Missing(policy="label"))
    assert counted.labels == (*SCALE, None)
    assert counted.counts[4].tolist() == [1, 0, 0, 0, 0]
    assert count(prediction, kind(prediction), missing=Missing(policy="label")).labels == tuple(SCALE)


@every_kind
def test_a_label_outside_the_scale_leaves_natural_order(kind):
    counted = count(kind(["low", "high"]), ["low", "unsure"])
    assert counted.labels == ("high", "low", "unsure")
    assert counted.counts.tolist() == [[0, 0, 1], [0, 1, 0], [0, 0, 0]]


@every_kind
@pytest.mark.parametrize("other", [SCALE[::-1], [*SCALE[1:], "unsure"]])
def test_conflicting_orders_are_refused(kind, other):
    columns = kind(["low", "high"]), kind(["high", "high"], other)
    with pytest.raises(
        InputError, match=r"truth has 'low', .*prediction has .*give all classes .* as labels"
    ):
        count(*columns)
    counted = count(*columns, labels=["low", "high"])
    assert counted.labels == ("low", "high")
    assert counted.counts.tolist() == [[0, 1], [0, 1]]


@every_kind
def test_an_order_with_grades_left_out_agrees_with_the_whole(kind):
    short = kind(["low", "high"], ["low", "high"])
    assert count(short, kind(["low", "high"])).labels == tuple(SCALE)
    assert count(kind(["low", "high"]), short).labels == tuple(SCALE)


def test_chunks_that_declare_different_orders():
    first, whole = dictionary(["high"], ["low", "high"]), dictionary(["medium"])
    assert count(pa.chunked_array([first, whole]), ["low", "medium"]).labels == tuple(SCALE)
    torn = pa.chunked_array([first, dictionary(["low"], SCALE[::-1])])
    with pytest.raises(InputError, match=r"truth has 'low', 'high' but truth has 'extreme', 'high'"):
        count(torn, ["high", "low"])
    assert count(torn, ["high", "low"], labels=SCALE).labels == tuple(SCALE)
    assert count([0, 1], [0, 1], by=torn).groups == ("high", "low")


@pytest.mark.parametrize(
    "column",
    [
        pd.Categorical(TRUTH, categories=SCALE),
        pl.Series(TRUTH, dtype=pl.Categorical),
        pa.DictionaryArray.from_arrays([SCALE.index(label) for label in TRUTH], SCALE),
    ],
)
def test_categories_without_an_order_stay_in_natural_order(column):
    assert count(column, PREDICTION).labels == ("extreme", "high", "low", "medium")
    assert count(column, column, by=column).groups == ("extreme", "high", "low", "medium")


@settings(max_examples=40, deadline=None)
@given(data=st.data(), kind=st.sampled_from(sorted(ORDERED)), grouped=st.booleans())
def test_a_declared_order_is_the_same_as_labels_given(data, kind, grouped):
    scale = data.draw(st.lists(st.text("abc", min_size=1, max_size=3), min_size=1, max_size=8, unique=True))
    columns = st.lists(st.sampled_from(scale), min_size=5, max_size=5)
    truth, prediction = data.draw(columns), data.draw(columns)
    groups = [0, 1, 1, 0, 1] if grouped else None
    declared = count(ORDERED[kind](truth, scale), prediction, by=groups)
    given_labels = count(truth, prediction, labels=scale, by=groups)
    assert declared.labels == given_labels.labels
    assert np.array_equal(declared.counts, given_labels.counts)


def test_a_long_scale_is_kept_whole():
    scale = [f"grade {i}" for i in range(200)][::-1]
    counted = count(categorical(["grade 7", "grade 3"], scale), ["grade 7", "grade 7"])
    assert counted.labels == tuple(scale)
    assert counted.counts[192, 192] == counted.counts[196, 192] == 1


@every_kind
def test_groups_are_in_their_declared_order(kind):
    groups = ["high", "low", "medium"]
    counted = count([0, 1, 1], [0, 1, 0], by=kind(groups))
    assert counted.groups == ("low", "medium", "high")
    assert counted.counts.tolist() == [[[0, 0], [0, 1]], [[0, 0], [1, 0]], [[1, 0], [0, 0]]]
    two = count([0, 1, 1], [0, 1, 0], by={"year": [2025, 2025, 2024], "grade": kind(groups)})
    assert two.groups == ((2024, "medium"), (2025, "low"), (2025, "high"))
    gaps = count([0, 1, 1], [0, 1, 0], by=kind(["high", None, "low"]), missing=Missing(policy="label"))
    assert gaps.groups == ("low", "high", None)


@pytest.mark.parametrize(
    ("truth", "prediction", "kind"),
    [
        (
            pd.array([0, 1, 1], dtype="Int64"),
            ["0", "1", "1"],
            "'0' is among the labels as text and as a number",
        ),
        ([1.0, 2.0], ["1", "2"], "as a number"),
        ([True, False], ["True", "False"], "as a boolean"),
        ([Decimal("0.1")], ["0.1"], "as a number"),
        (pd.to_datetime(["2026-01-01"]), ["2026-01-01"], "'2026-01-01' is among the labels as text and as a"),
        ([dt.date(2026, 1, 1)], ["2026-01-01"], "as a date"),
    ],
)
def test_a_label_as_text_and_as_something_else_is_refused(truth, prediction, kind):
    with pytest.raises(InputError, match=kind):
        Tables.from_labels(truth, prediction)
    seen = Accumulator().update(truth, truth)
    with pytest.raises(InputError, match=kind):
        seen.update(prediction, prediction)
    assert seen.tables.total == len(truth)


def test_a_label_of_two_types_may_be_given():
    assert Tables.from_labels([1, "1"], ["1", "1"], labels=[1, "1"]).counts.tolist() == [[0, 1], [0, 1]]
    assert Tables.from_labels([1, 2], ["other", 2]).labels == (1, 2, "other")
