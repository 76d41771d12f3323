"""Textbook formulas in 60 digits, against which measures of huge and lopsided counts are held."""

import mpmath
import numpy as np
import pytest

import abovechance as ac

mp = mpmath.mp.clone()
mp.dps = 60

TWO_CLASS = [
    (30, 12, 30, 28),  # Powers 2007, table 2
    (10**15 + 7, 10**15 + 1, 10**15 - 3, 10**15 + 11),  # nearly independent
    (10**8 + 1, 10**12, 10**3, 10**7 + 3),  # nearly independent and lopsided
    (10**15, 3, 5, 7),
    (2, 10**3, 10**6, 10**15),
    (123456789012345, 987654321098765, 555555555555555, 111111111111111),
]
"""TP, FP, FN, TN."""

SEVERAL = [
    [[5, 1, 0], [2, 6, 1], [0, 1, 4]],
    [[10**15 + 9, 10**15, 10**15 - 1], [10**15 + 2, 10**15 + 5, 10**15], [10**15, 10**15 - 7, 10**15 + 3]],
    [[10**15, 2, 3, 1], [4, 10**9, 6, 10**3], [7, 8, 10**4, 5], [1, 10**12, 2, 9]],
]

RELATIVE = 2e-14


def agrees(key, exact, *args):
    """Whether a measure of exact counts is the textbook value up to rounding."""
    value = ac.measure(key)(*args)
    expected = float(exact)
    return np.isclose(value, expected, rtol=RELATIVE, atol=0), f"{key}: {value!r} is not {expected!r}"


def two_class(formulas):
    """A parametrised test of two-class formulas ``f(tp, fp, fn, tn)``."""

    @pytest.mark.parametrize("cells", TWO_CLASS, ids=str)
    @pytest.mark.parametrize("key", formulas)
    def test_the_textbook_formula_in_sixty_digits(key, cells):
        ok, message = agrees(key, formulas[key](*map(mp.mpf, cells)), ac.Tables.from_cells(*cells))
        assert ok, message

    return test_the_textbook_formula_in_sixty_digits


def several(formulas):
    """A parametrised test of formulas ``f(rows)`` of a whole table, of two classes or more."""
    tables = [*SEVERAL, *([[tn, fp], [fn, tp]] for tp, fp, fn, tn in TWO_CLASS)]

    @pytest.mark.parametrize("rows", tables, ids=str)
    @pytest.mark.parametrize("key", formulas)
    def test_the_textbook_formula_of_tables_in_sixty_digits(key, rows):
        exact = formulas[key]([[mp.mpf(n) for n in row] for row in rows])
        ok, message = agrees(key, exact, ac.Tables.from_counts(rows))
        assert ok, message

    return test_the_textbook_formula_of_tables_in_sixty_digits


def margins(rows):
    """The real, the predicted and the total count."""
    return (
        [sum(row) for row in rows],
        [sum(column) for column in zip(*rows, strict=True)],
        sum(map(sum, rows)),
    )


def one_vs_rest(rows):
    """TP, FP, FN, TN of each class."""
    real, predicted, n = margins(rows)
    for k, row in enumerate(rows):
        yield row[k], predicted[k] - row[k], real[k] - row[k], n - real[k] - predicted[k] + row[k]


def trace(rows):
    return sum(row[k] for k, row in enumerate(rows))


def keys(family):
    return {m.key for m in ac.measures(family=family)}


def reason(key, **cells):
    """Why a measure of cells is undefined."""
    return ac.why_undefined(ac.Tables.from_cells(**cells), key)
