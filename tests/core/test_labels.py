"""The order of labels that no library has declared one for."""

import datetime as dt
from decimal import Decimal
from fractions import Fraction

import duckdb
import numpy as np
import polars as pl
import pytest

import abovechance as ac
from abovechance.core.labels import lacking, natural_order, offered

BERLIN = dt.timezone(dt.timedelta(hours=2))


@pytest.mark.parametrize(
    "ordered",
    [
        [Decimal(-2), Decimal(-1), Decimal(9), Decimal(10)],
        [Decimal("1.00"), 2, Decimal("2.50"), 3.5, Fraction(15, 4)],
        [Fraction(1, 3), Fraction(1, 2), Decimal("Infinity")],
        [dt.timedelta(2), dt.timedelta(10)],
        [dt.date(2024, 2, 1), dt.date(2024, 10, 1)],
        [dt.datetime.fromisoformat("2024-01-01 03:00"), dt.datetime(2024, 1, 1, 2, tzinfo=BERLIN)],
        [dt.datetime(2024, 1, 1, 2, tzinfo=BERLIN), dt.datetime(2024, 1, 1, 1, tzinfo=dt.UTC)],
        [dt.time(9), dt.time(9, 30), dt.time(9, tzinfo=dt.UTC)],
        [2, "10", (1, Decimal(9)), (1, Decimal(10)), dt.date(2024, 1, 1), None],
    ],
)
def test_natural_order_is_that_of_the_values(ordered):
    assert list(natural_order(reversed(ordered))) == ordered


def test_the_greater_decimal_is_positive_as_the_greater_integer_is():
    truth, prediction = [9, 10] * 20, [9, 10, 10, 10] * 10
    frame = pl.DataFrame({"t": truth, "p": prediction})
    decimals = ac.Tables.from_frame(frame.cast(pl.Decimal(10, 0)), truth="t", prediction="p")
    assert decimals == ac.Tables.from_labels(truth, prediction)
    assert ac.measure("recall")(decimals) == 1.0


def test_weighted_kappa_of_what_a_database_has_summed():
    truth, prediction = [1, 2, 10] * 20, [1, 2, 10, 10, 2, 1] * 10
    found = duckdb.sql(f"select unnest({truth}::hugeint[]) t, unnest({prediction}::hugeint[]) p")
    tables = ac.Tables.from_frame(found, truth="t", prediction="p")
    assert ac.measure("linear_kappa")(tables) == pytest.approx(0.25)


def test_decimals_that_are_no_number_are_missing():
    with pytest.raises(ac.InputError, match="truth has 1 missing"):
        ac.Tables.from_labels(np.array([Decimal(1), Decimal("NaN")]), [1, 1])


@pytest.mark.parametrize(
    ("label", "labels", "meant"),
    [
        ("True", ["false", "true"], "'true'"),
        ("0", ["0.0", "1.0"], "'0.0'"),
        (" spam", ["ham", "spam"], "'spam'"),
        ("malignat", ["benign", "malignant"], "'malignant'"),
        ("1", [0, 1], "1"),
        ("eggs", ["ham", "spam"], None),
        ("1", ["10", "11"], None),
    ],
)
def test_the_label_that_may_be_meant(label, labels, meant):
    hint = "" if meant is None else f"; did you mean {meant}?"
    assert offered(label, labels) == ", ".join(map(repr, labels)) + hint


def test_labels_to_be_written_as_they_occur():
    assert lacking("0.0", ["0", "0.5"]) == "'0', '0.5'; write '0.0' for '0'"
    assert lacking("spam", ["ham"]) == "'ham'"
