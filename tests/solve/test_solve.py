"""Printed figures lead back to their table: checked by the round trip, and against every table of few items."""

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance.solve.figures import figure
from abovechance.solve.forms import form_of, values_at
from abovechance.solve.lattice import count, floor_sum

POWERS = json.loads((Path(__file__).parents[1] / "golden" / "evaluation2007.json").read_text())["tables"]
LISTED = (
    "recall", "precision", "inverse_recall", "inverse_precision", "accuracy", "error_rate", "fallout", "miss_rate",
    "false_discovery_rate", "false_omission_rate", "prevalence", "bias", "f1", "f2", "f_half", "jaccard",
    "g_measure", "g_mean", "informedness", "markedness", "mcc", "cohen_kappa", "auc", "positive_likelihood_ratio",
    "yule_q",
)  # fmt: skip
CELLS = st.tuples(*[st.integers(1, 90)] * 4)


def printed(name, cells, digits):
    """The value with some digits, rounded from all of them."""
    value = ac.measure({"auc": "auc_of_one_point"}.get(name, name))(ac.Tables.from_cells(*cells))
    return f"{value:.{digits}f}"


def all_tables(n):
    """Every table of n items, a row for each cell."""
    found = np.indices((n + 1, n + 1, n + 1)).reshape(3, -1)
    found = found[:, found.sum(axis=0) <= n]
    return np.vstack([found, n - found.sum(axis=0)])


def holds(one, cells):
    """Whether a figure holds of tables, by the measure's own values and Fractions where they are near an end."""
    form = form_of(one.measure)
    values = np.where(np.isfinite(form.value(tuple(cells))), values_at(one.measure, cells), np.nan)
    low, high = float(one.low), float(one.high)
    inside = (values >= low) & (values <= high)
    for place in np.nonzero((np.abs(values - low) < 1e-9) | (np.abs(values - high) < 1e-9))[0]:
        inside[place] = exactly(one, [int(x) for x in cells[:, place]])
    return inside


def exactly(one, cells):
    """By the definitions of the measures, in fractions: independent of the forms."""
    tp, fp, fn, tn = map(Fraction, cells)
    rp, rn, pp, pn, n = tp + fn, fp + tn, tp + fp, fn + tn, sum(map(Fraction, cells))
    determinant = tp * tn - fp * fn
    squares = {
        "mcc": lambda: determinant * abs(determinant) / (rp * rn * pp * pn),
        "g_measure": lambda: tp * tp / (rp * pp),
        "g_mean": lambda: tp * tn / (rp * rn),
    }
    plain = {
        "recall": lambda: tp / rp, "precision": lambda: tp / pp, "accuracy": lambda: (tp + tn) / n,
        "f1": lambda: 2 * tp / (rp + pp), "prevalence": lambda: rp / n, "informedness": lambda: determinant / (rp * rn),
        "markedness": lambda: determinant / (pp * pn), "cohen_kappa": lambda: 2 * determinant / (rp * pn + rn * pp),
        "jaccard": lambda: tp / (tp + fp + fn), "inverse_recall": lambda: tn / rn,
    }  # fmt: skip
    if one.measure in squares:
        low, high = (bound * abs(bound) for bound in (one.low, one.high))
        return low <= squares[one.measure]() <= high
    return one.low <= plain[one.measure]() <= one.high


@settings(max_examples=60, deadline=None)
@given(CELLS, st.sampled_from(list(combinations(LISTED, 3))), st.integers(2, 4))
def test_the_true_table_is_among_the_solutions(cells, names, digits):
    given_figures = {name: printed(name, cells, digits) for name in names}
    found = ac.solve(given_figures, n=sum(cells))
    assert cells in found
    assert found.consistent
    if found.quick_number is not None:
        assert found.number >= 1


@settings(max_examples=25, deadline=None)
@given(
    st.integers(1, 60),
    st.lists(
        st.tuples(
            st.sampled_from(["recall", "precision", "accuracy", "f1", "prevalence", "informedness", "markedness",
                             "cohen_kappa", "jaccard", "inverse_recall", "mcc", "g_measure", "g_mean"]),
            st.integers(0, 20),
        ),
        min_size=1, max_size=3, unique_by=lambda pair: pair[0],
    ),
)  # fmt: skip
def test_brute_force_agrees(n, drawn):
    given_figures = {name: f"{twentieths / 20:.2f}" for name, twentieths in drawn}
    found = ac.solve(given_figures, n=n)
    cells = all_tables(n)
    belongs = np.logical_and.reduce([holds(figure(*pair), cells) for pair in given_figures.items()])
    assert found.number == len(found) == belongs.sum()
    assert found.consistent is bool(belongs.any())
    if belongs.any():
        expected = cells[:, belongs]
        np.testing.assert_array_equal(found._listed, expected[:, np.lexsort(expected[2::-1])])
        for name in ("informedness", "cohen_kappa", "mutual_information"):
            values = ac.compute(ac.Tables.from_cells(*expected), name)
            wanted = (np.nanmin(values), np.nanmax(values)) if np.isfinite(values).any() else (np.nan, np.nan)
            assert (found.range(name).low, found.range(name).high) == pytest.approx(wanted, nan_ok=True)
            assert found.range(name).undefined is bool(np.isnan(values).any())


@pytest.mark.parametrize("table", POWERS)
def test_the_table_of_the_paper_is_recovered_from_three_percentages(table):
    shown = table["printed"]
    found = ac.solve(
        n=100, recall=f"{shown['Recall']}%", precision=f"{shown['Precision']}%", bias=f"{shown['Bias']}%"
    )
    assert [table[cell] for cell in ("tp", "fp", "fn", "tn")] in found
    assert found.range("informedness").low <= shown["B"] / 100 + 5e-5
    assert found.range("informedness").high >= shown["B"] / 100 - 5e-5


def test_large_sets_are_counted_not_listed():
    found = ac.solve(n=10**5, precision="0.81", recall="0.79")
    assert found.number == len(found) == 24101940939
    assert next(iter(found)) in found
    with pytest.raises(ac.InputError, match="too many to list"):
        found.tables()


@given(st.integers(1, 30), st.lists(st.tuples(*[st.integers(-9, 9)] * 3, st.integers(-40, 60)), max_size=4))
@settings(max_examples=60, deadline=None)
def test_points_are_counted_as_one_by_one(n, rows):
    x, y, z = np.indices((n + 1, n + 1, n + 1))
    inside = np.ones(x.shape, dtype=bool)
    for a, b, c, d in rows:
        inside &= a * x + b * y + c * z + d >= 0
    assert count(rows, n) == inside.sum()


@given(st.integers(0, 50), st.integers(1, 30), st.integers(-60, 60), st.integers(-60, 60))
def test_sums_of_floors(n, m, a, b):
    assert floor_sum(*(np.array([x]) for x in (n, m, a, b)))[0] == sum((a * i + b) // m for i in range(n))


def test_counting_is_exact_where_products_do_not_fit():
    found = ac.solve(n=50, precision=(0.123456789012345, 0.623456789012345), recall=(0.5, 0.7))
    cells = all_tables(50)
    precision, recall = (ac.compute(ac.Tables.from_cells(*cells), name) for name in ("precision", "recall"))
    wanted = (
        (precision >= 0.123456789012345)
        & (precision <= 0.623456789012345)
        & (recall >= 0.5)
        & (recall <= 0.7)
    )
    assert found.number == wanted.sum()


@settings(max_examples=15, deadline=None)
@given(CELLS, st.lists(st.sampled_from(LISTED[:20]), min_size=3, max_size=3, unique=True))
def test_ranges_of_shares_contain_the_table(cells, names):
    found = ac.solve({name: printed(name, cells, 2) for name in names})
    assert found.number is None
    assert cells in found
    for name in ("informedness", "accuracy", "cohen_kappa"):
        value = ac.compute(ac.Tables.from_cells(*cells), name)
        assert found.range(name).low - 1e-9 <= value <= found.range(name).high + 1e-9


def test_more_digits_never_widen():
    wide, narrow = (ac.solve(precision=p, recall=r, accuracy=a).range("informedness")
                    for p, r, a in (("0.81", "0.79", "0.85"), ("0.812", "0.791", "0.853")))  # fmt: skip
    assert wide.low - 1e-4 <= narrow.low <= narrow.high <= wide.high + 1e-4


def test_inconsistent_figures_are_named_by_their_smallest_sets():
    found = ac.solve(n=250, precision="0.81", recall="0.79", accuracy="0.2", bias="0.3")
    assert not found
    assert len(found) == 0
    for some in found.conflicts:
        assert not ac.solve({x.name: x.printed for x in some}, n=250).consistent
        for left in combinations(some, len(some) - 1):
            assert not left or ac.solve({x.name: x.printed for x in left}, n=250).consistent
    said = "Precision 0.81, recall 0.79 and accuracy 0.2 cannot all hold with 250 items."
    assert said in ac.solve(n=250, precision="0.81", recall="0.79", accuracy="0.2").verdict
    assert ac.solve(n=10, recall="0.8", miss_rate="0.5").verdict.startswith(
        "Recall 0.8 and miss_rate 0.5 cannot both"
    )
    assert ac.solve(n=10, accuracy="0.123").verdict == "Accuracy 0.123 cannot hold with 10 items."


def test_counts_that_add_up_give_the_number_of_items():
    found = ac.solve(positives=60, negatives=40, f1="58.82%", accuracy="58%")
    assert found.n == 100
    assert (30, 12, 30, 28) in found
    assert ac.solve(tp=30, fp=12, fn=30, tn=28).number == 1


@pytest.mark.parametrize(
    ("given_value", "rounding", "low", "high", "open_high"),
    [
        ("0.81", "half", "0.805", "0.815", False),
        ("81%", "half", "0.805", "0.815", False),
        (".810", "half", "0.8095", "0.8105", False),
        (0.81, "half", "0.805", "0.815", False),
        ("0.81±0.02", "half", "0.79", "0.83", False),
        ("81 +/- 2%", "half", "0.79", "0.83", False),
        ((0.7, 0.9), "half", "0.7", "0.9", False),
        (1, "half", "1", "1", False),
        ("0.81", "down", "0.81", "0.82", True),
        ("8.1e-1", "half", "0.805", "0.815", False),
    ],
)
def test_what_a_printed_number_can_have_been(given_value, rounding, low, high, open_high):
    found = figure("precision", given_value, rounding)
    assert (found.low, found.high, found.open_high) == (Fraction(low), Fraction(high), open_high)


def test_digits_that_were_cut_off():
    assert (2, 1, 1, 2) in ac.solve(n=6, recall="0.66", rounding="down")
    assert (2, 1, 1, 2) not in ac.solve(n=6, recall="0.66")
    assert figure("mcc", "-0.31", "down").low == Fraction("-0.32")


@pytest.mark.parametrize(
    ("figures", "n", "words"),
    [
        ({"precision": "1.2"}, 10, "precision 1.2 is impossible: Precision lies between 0 and 1"),
        ({"precision": "81"}, 10, "write '81%'"),
        ({"precision": "high"}, 10, "precision must be a number such as 0.81"),
        ({"precision": True}, 10, "precision must be a number"),
        ({"precision": (0.9, 0.1)}, 10, "in this order"),
        ({}, 10, "give at least one figure"),
        ({"tp": 3}, None, "tp is a number of items"),
        ({"recall": ".5", "TPR": ".5"}, 10, "the same measure"),
        ({"recall": ".5"}, 0, "n must be a whole number"),
        ({"recall": ".5"}, 2.5, "n must be a whole number"),
        ({"mutual_information": ".5"}, 10, "cannot be worked back from"),
    ],
)
def test_bad_figures_are_refused(figures, n, words):
    with pytest.raises(ac.InputError, match=words.replace("(", r"\(")):
        ac.solve(figures, n=n)


def test_what_is_not_known_without_n():
    found = ac.solve(precision="0.81", recall="0.79")
    for ask in (lambda: len(found), lambda: next(iter(found)), lambda: found.range("tp")):
        with pytest.raises(ac.InputError, match="without n"):
            ask()
    with pytest.raises(ac.InputError, match="is not known"):
        found.range("mutual_information")


def test_the_auc_of_a_printed_table_is_that_of_a_single_point():
    found = ac.solve(n=100, auc="0.80", recall="0.70")
    assert found.range("auc") == found.range("auc_of_one_point")
    assert found.range("AUC").low >= 0.795
