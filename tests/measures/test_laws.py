"""What every declaration claims, checked for all measures at once on tables of all kinds."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance.measures.references import references
from abovechance.measures.undefined import NEEDS, UNEXPLAINED
from tests.strategies import full_tables, full_two_class_tables, tables, two_class_tables

ALL = ac.measures()
TOLERANCE = 1e-9

every = pytest.mark.parametrize("m", ALL, ids=lambda m: m.key)


def having(fact):
    return pytest.mark.parametrize("m", [m for m in ALL if fact(m)], ids=lambda m: m.key)


def law(fact, examples=25, **drawn):
    """A law of all measures that have a fact, on the same tables for all: whichever breaks it is named.

    Drawing tables takes longer than measuring them, so that each measure sees more of them this way.
    """
    chosen = [m for m in ALL if fact(m)]

    def decorate(holds):
        def check(**found):
            for m in chosen:
                try:
                    holds(m, **found)
                except Exception as error:
                    error.add_note(f"the measure is {m.key}")
                    raise

        check.__name__, check.__doc__ = holds.__name__, holds.__doc__
        return settings(max_examples=examples, deadline=None)(given(**drawn)(check))

    return decorate


def any_measure(_):
    return True


def values(m, t):
    return np.asarray(m(t), dtype=float)


def agree(one, other):
    np.testing.assert_allclose(one, other, rtol=TOLERANCE, atol=TOLERANCE)


@every
def test_the_declaration_is_complete(m):
    assert m.title
    assert m.meaning.endswith(".")
    assert m.formula
    assert m.low <= m.high
    assert all(entry.split(",")[0] in references() for entry in m.source)
    assert set(m.needs or ()) <= NEEDS.keys()
    for other in (m.dual, m.inverse):
        assert other is None or ac.measure(other).key == other
    assert m.best is None or m.low <= m.best <= m.high
    assert m.chance in (None, "margins") or m.low <= m.chance <= m.high


@having(lambda m: m.dual)
def test_duality_is_mutual(m):
    assert ac.measure(m.dual).dual == m.key


@having(lambda m: m.inverse)
def test_inversion_is_mutual(m):
    assert ac.measure(m.inverse).inverse == m.key


@law(any_measure, t=tables())
def test_values_lie_in_the_declared_range(m, t):
    value = values(m, t)
    slack = TOLERANCE * max(1, *(abs(x) for x in (m.low, m.high) if np.isfinite(x)), 0)
    defined = value[~np.isnan(value)]
    assert np.all(defined >= m.low - slack), (m.low, value)
    assert np.all(defined <= m.high + slack), (m.high, value)


@law(any_measure, t=tables())
def test_a_value_has_the_shape_of_the_batch(m, t):
    per_class = m.scope == "binary" and len(t.labels) != 2
    assert values(m, t).shape == ((len(t.labels),) if per_class else ())
    assert m.per_class(t).shape == (len(t.labels),)


@law(lambda m: m.needs is not None, t=tables())
def test_undefined_exactly_where_a_need_fails(m, t):
    quantities = t.dichotomy if m.scope == "binary" else t.contingency
    value = values(m, t)
    failed = np.zeros(value.shape, dtype=bool)
    for need in m.needs:
        fails = np.asarray(NEEDS[need].fails(quantities))
        failed |= fails if fails.shape == value.shape else fails.any(-1)
    np.testing.assert_array_equal(np.isnan(value), failed)


@law(any_measure, t=tables())
def test_an_undefined_value_has_a_reason_and_a_defined_one_has_none(m, t):
    reasons = np.asarray(ac.why_undefined(t, m), dtype=object)
    undefined = np.isnan(values(m, t))
    for reason, is_undefined in zip(reasons.flat, undefined.flat, strict=True):
        assert isinstance(reason, str) == is_undefined
        if m.needs is not None and is_undefined:
            assert reason != UNEXPLAINED


@law(lambda m: isinstance(m.chance, float), t=full_tables)
def test_independent_margins_score_the_chance_level(m, t):
    agree(values(m, t.expected), m.chance)


@pytest.fixture(scope="module")
def guesses():
    """10 000 simulated tables of a guesser with a bias of its own."""
    rng = np.random.default_rng(20071115)
    joint = np.outer([0.2, 0.5, 0.3], [0.4, 0.4, 0.2])
    return ac.Tables.from_counts(rng.multinomial(2000, joint.ravel(), size=10_000).reshape(-1, 3, 3))


@having(lambda m: isinstance(m.chance, float) and -np.inf < m.low < m.chance < m.high < np.inf)
def test_guessing_scores_the_chance_level_on_average(m, guesses):
    """A measure that cannot fall below its chance level (Cramér's V) lies above it by sampling noise alone."""
    value = values(m, guesses)
    spread = np.nanstd(value, axis=0)
    # the mean is within the noise, or the bias of order 1/N of a non-linear measure
    assert np.all(np.abs(np.nanmean(value, axis=0) - m.chance) < 0.05 * spread + 2e-3)


def nearly(t, items=1e-4, real_shares=None, predicted_shares=None):
    """The table with a trace of items in every row and column, whose labels do not depend on their classes.

    What is added to independent margins r and c makes (r + εq)(c + εg) of them: still independent. To no items
    at all even ones are added.
    """
    n = t.counts.sum()
    even = np.full(len(t.labels), 1 / len(t.labels))
    q, g = (even if given is None or not n else given for given in (real_shares, predicted_shares))
    real, predicted = (t.counts.sum(axis) / n if n else even for axis in (1, 0))
    more = np.outer(q, predicted) + np.outer(real, g) + np.outer(q, g) * items / (n or items)
    return ac.Tables(t.counts + items * more, t.labels)


@law(lambda m: m.limit is not None, examples=60, t=tables(st.integers(2, 6)))
def test_the_limit_is_that_of_a_trace_of_independent_items(m, t):
    """For tables where the measure is undefined and, the other way round, wherever it is defined."""
    np.testing.assert_allclose(m(nearly(t)), m(t, undefined="limit"), atol=5e-3, rtol=1e-4)


def shares(first, classes):
    """Shares of so many classes, uneven unless the first is 1."""
    return np.cumprod(np.full(classes, first)) / np.cumprod(np.full(classes, first)).sum()


DEGENERATE = {
    "no items": [[0, 0], [0, 0]],
    "one item": [[0, 0], [0, 1]],
    "one item that is wrong": [[0, 1], [0, 0]],
    "one class": [[0, 0], [3, 5]],
    "one label": [[0, 3], [0, 5]],
    "one class and its label": [[4, 0], [0, 0]],
    "one class and another label": [[0, 4], [0, 0]],
    "one item of three classes": [[0, 0, 0], [0, 0, 0], [1, 0, 0]],
    "an empty row": [[5, 2, 1], [0, 0, 0], [1, 3, 7]],
    "an empty column": [[5, 0, 1], [2, 0, 4], [1, 0, 7]],
    "an empty row and its column": [[5, 0, 1], [0, 0, 0], [1, 0, 7]],
    "an empty row and another column": [[5, 3, 0], [0, 0, 0], [1, 7, 0]],
    "one class of three": [[0, 0, 0], [4, 3, 2], [0, 0, 0]],
    "one label of three": [[0, 0, 5], [0, 0, 3], [0, 0, 2]],
    "one cell of three classes": [[6, 0, 0], [0, 0, 0], [0, 0, 0]],
    "two empty rows, one empty column": [[3, 2, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 4, 0]],
}


@pytest.mark.parametrize("kind", DEGENERATE)
def test_the_limit_does_not_depend_on_which_items_are_added(kind):
    """Whatever the classes and the labels of the trace, as long as they are independent of each other."""
    t = ac.Tables.from_counts(DEGENERATE[kind])
    k = len(t.labels)
    traces = [
        nearly(t, 1e-6, shares(real, k), shares(predicted, k))
        for real in (1, 0.3, 4)
        for predicted in (1, 0.2, 3)
    ]
    for m in (m for m in ALL if m.limit is not None):
        expected = m(t, undefined="limit")
        for near in traces:
            np.testing.assert_allclose(m(near), expected, atol=5e-3, err_msg=m.key)


@law(lambda m: m.dual, t=full_tables)
def test_the_dual_measure_is_the_measure_of_the_dual_problem(m, t):
    agree(values(m, t.dual), values(ac.measure(m.dual), t))


@law(lambda m: m.inverse, t=full_two_class_tables)
def test_the_inverse_measure_is_the_measure_of_the_inverse_problem(m, t):
    agree(values(m, t.inverse), values(ac.measure(m.inverse), t))


@law(lambda m: m.odd, t=full_two_class_tables)
def test_perverse_labels_change_only_the_sign(m, t):
    perverse = ac.Tables.from_counts(t.counts[:, ::-1])
    agree(values(m, perverse), -values(m, t))


weights = st.lists(st.floats(0.05, 20), min_size=5, max_size=5)


def rows_weighted(t, given):
    return t.reweight(given[: len(t.labels)])


def columns_weighted(t, given):
    return rows_weighted(t.dual, given).dual


WEIGHTED = {"prevalence": rows_weighted, "bias": columns_weighted}


def unchanged(what):
    """Measures that declare what may change: of any number of classes, or only of two."""
    return lambda m: what in m.invariant


@law(unchanged("prevalence"), t=full_tables, given=weights)
def test_prevalence_may_change_for_any_number_of_classes(m, t, given):
    agree(values(m, rows_weighted(t, given)), values(m, t))


@law(unchanged("bias"), t=full_tables, given=weights)
def test_bias_may_change_for_any_number_of_classes(m, t, given):
    agree(values(m, columns_weighted(t, given)), values(m, t))


@law(unchanged("prevalence of two classes"), t=full_two_class_tables, given=weights)
def test_prevalence_of_two_classes_may_change(m, t, given):
    agree(values(m, rows_weighted(t, given)), values(m, t))


@law(unchanged("bias of two classes"), t=full_two_class_tables, given=weights)
def test_bias_of_two_classes_may_change(m, t, given):
    agree(values(m, columns_weighted(t, given)), values(m, t))


OF_TWO_ONLY = [(m, what) for m in ALL for what in WEIGHTED if f"{what} of two classes" in m.invariant]


@pytest.mark.parametrize(("m", "what"), OF_TWO_ONLY, ids=lambda x: getattr(x, "key", x))
def test_what_is_declared_of_two_classes_only_does_not_hold_of_three(m, what):
    """One table and one change of its margin show it."""
    assert what not in m.invariant, "it is declared of any number of classes, too"
    t = ac.Tables.from_counts([[50, 5, 1], [20, 18, 2], [3, 4, 18]])
    change = np.abs(values(m, WEIGHTED[what](t, [1, 3, 0.2])) - values(m, t))
    assert np.max(change) > 1e-3


@every
def test_invariances_are_those_that_have_a_law(m):
    assert m.invariant <= {
        "scale", "prevalence", "bias", "prevalence of two classes", "bias of two classes"
    }  # fmt: skip


@law(lambda m: "scale" in m.invariant, t=tables(), factor=st.integers(2, 1000))
def test_all_counts_may_be_multiplied(m, t, factor):
    agree(values(m, ac.Tables.from_counts(t.counts * factor)), values(m, t))


@law(lambda m: m.scope == "overall" and not m.ordered, t=full_tables, seed=st.integers(0, 1000))
def test_the_order_of_classes_does_not_matter(m, t, seed):
    order = np.random.default_rng(seed).permutation(len(t.labels))
    agree(values(m, t.select([t.labels[i] for i in order])), values(m, t))


@law(any_measure, examples=10, t=st.one_of(tables(), two_class_tables), other=st.integers(0, 10))
def test_a_batch_is_a_loop(m, t, other):
    batch = ac.Tables.from_counts(np.stack([t.counts, t.counts.T, t.counts + other]))
    together = values(m, batch)
    for one, value in zip(batch.counts, together, strict=True):
        np.testing.assert_allclose(value, values(m, ac.Tables.from_counts(one)), rtol=1e-12, atol=1e-12)


@law(lambda m: m.best is not None, t=full_tables)
def test_a_perfect_prediction_scores_best(m, t):
    value = values(m, ac.Tables.from_counts(np.diag(np.diag(t.counts))))
    agree(value[~np.isnan(value)], m.best)


@law(lambda m: m.scope == "overall" and m.kind == "chance-corrected", t=full_two_class_tables)
def test_weights_and_counts_give_the_same(m, t):
    weighted = ac.Tables(t.counts.astype(float), t.labels)
    assert weighted.counts.dtype == np.float64
    agree(values(m, weighted), values(m, t))


@pytest.mark.parametrize(
    "key", ["informedness", "markedness", "mcc", "cohen_kappa", "scott_pi", "determinant"]
)
def test_nothing_is_lost_at_huge_counts(key):
    """Nearly independent tables of 10¹⁵ items, against rational arithmetic."""
    a, b, c, d = 10**15 + 7, 10**15 + 1, 10**15 - 3, 10**15 + 11
    rp, rn, pp, pn = a + c, b + d, a + b, c + d
    n, det = a + b + c + d, a * d - b * c
    exact = {
        "informedness": Fraction(det, rp * rn),
        "markedness": Fraction(det, pp * pn),
        "determinant": Fraction(det, n * n),
        "cohen_kappa": Fraction(2 * det, rp * pn + pp * rn),
        "scott_pi": Fraction(4 * a * d - (b + c) ** 2, (rp + pp) * (rn + pn)),
    }
    t = ac.Tables.from_cells(tp=a, fp=b, fn=c, tn=d)
    if key == "mcc":
        expected = det / (float(rp) * float(rn) * float(pp) * float(pn)) ** 0.5
    else:
        expected = float(exact[key])
    np.testing.assert_allclose(ac.measure(key)(t), expected, rtol=1e-14)
