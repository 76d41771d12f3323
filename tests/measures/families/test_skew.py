"""Measures at another skew are measures of the table at that skew."""

import numpy as np
import pytest
from scipy.stats import hmean as harmonic_mean

import abovechance as ac
from tests.measures.textbook import keys, reason, two_class


def _n(*cells):
    return sum(cells)


FORMULAS = {
    "class_skew": lambda a, b, c, d: (b + d) / (a + c),
    "prevalence_odds": lambda a, b, c, d: (a + c) / (b + d),
    "label_skew": lambda a, b, c, d: (c + d) / (a + b),
    "bias_odds": lambda a, b, c, d: (a + b) / (c + d),
    "harmonic_prevalence": lambda a, b, c, d: 2 * (a + c) * (b + d) / _n(a, b, c, d) ** 2,
    "harmonic_bias": lambda a, b, c, d: 2 * (a + b) * (c + d) / _n(a, b, c, d) ** 2,
    "precision_at_prevalence": lambda a, b, c, d: (a / (a + c)) / (a / (a + c) + b / (b + d)),
    "inverse_precision_at_prevalence": lambda a, b, c, d: (d / (b + d)) / (d / (b + d) + c / (a + c)),
    "f1_at_prevalence": lambda a, b, c, d: 2 * (a / (a + c)) / (a / (a + c) + b / (b + d) + 1),
    "accuracy_at_prevalence": lambda a, b, c, d: (a / (a + c) + d / (b + d)) / 2,
    "expected_true_positives": lambda a, b, c, d: (a + c) * (a + b) / _n(a, b, c, d) ** 2,
    "expected_false_positives": lambda a, b, c, d: (b + d) * (a + b) / _n(a, b, c, d) ** 2,
    "expected_false_negatives": lambda a, b, c, d: (a + c) * (c + d) / _n(a, b, c, d) ** 2,
    "expected_true_negatives": lambda a, b, c, d: (b + d) * (c + d) / _n(a, b, c, d) ** 2,
}

test_two_class_formulas = two_class(FORMULAS)


def test_every_measure_is_checked():
    assert FORMULAS.keys() == keys("skew")


@pytest.mark.parametrize("prevalence", [0.01, 0.2, 0.5, 0.9])
@pytest.mark.parametrize(
    ("key", "plain"),
    [
        ("precision_at_prevalence", "precision"),
        ("inverse_precision_at_prevalence", "inverse_precision"),
        ("f1_at_prevalence", "f1"),
        ("accuracy_at_prevalence", "accuracy"),
    ],
)
def test_a_measure_at_a_prevalence_is_that_of_the_re_weighted_table(key, plain, prevalence):
    t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    expected = ac.measure(plain)(t.at_prevalence(prevalence))
    assert ac.measure(key)(t, prevalence=prevalence) == pytest.approx(expected, rel=1e-12)


def test_the_predictive_values_of_caret_at_a_prevalence():
    """Altman & Bland 1994: PPV = sens·prev / (sens·prev + (1 − spec)(1 − prev))."""
    t = ac.Tables.from_cells(tp=231, fp=32, fn=27, tn=54)
    sens, spec, prev = 231 / 258, 54 / 86, 0.25
    ppv = sens * prev / (sens * prev + (1 - spec) * (1 - prev))
    npv = spec * (1 - prev) / ((1 - sens) * prev + spec * (1 - prev))
    assert ac.measure("caret:posPredValue prevalence")(t, prevalence=prev) == pytest.approx(ppv)
    assert ac.measure("caret:negPredValue prevalence")(t, prevalence=prev) == pytest.approx(npv)


def test_skew_of_one_class_only_is_infinite_and_of_none_undefined():
    assert ac.class_skew(ac.Tables.from_cells(tp=0, fp=1, fn=0, tn=2)) == np.inf
    assert ac.prevalence_odds(ac.Tables.from_cells(tp=1, fp=0, fn=2, tn=0)) == np.inf
    assert reason("class_skew", tp=0, fp=0, fn=0, tn=0) == "there are no items"


def test_expected_cells_are_those_of_the_expected_table():
    t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    expected = t.expected.counts / 100
    names = ("expected_true_negatives", "expected_false_positives", "expected_false_negatives")
    values = [ac.measure(name)(t) for name in (*names, "expected_true_positives")]
    np.testing.assert_allclose(values, expected.ravel())
    assert sum(values) == pytest.approx(1)


@pytest.mark.parametrize("cells", [(30, 12, 30, 28), (56, 20, 12, 12), (1, 0, 3, 90), (5, 70, 9, 2)])
def test_harmonic_margins_lead_to_informedness_and_markedness(cells):
    """Powers 2007, eqs. 25 to 27, with the factor 2 that their last forms lose."""
    t = ac.Tables.from_cells(**dict(zip(("tp", "fp", "fn", "tn"), cells, strict=True)))
    rp, pp = ac.prevalence(t), ac.bias(t)
    assert ac.harmonic_prevalence(t) == pytest.approx(harmonic_mean([rp, 1 - rp]))
    assert ac.harmonic_bias(t) == pytest.approx(harmonic_mean([pp, 1 - pp]))
    dtp = ac.determinant(t)
    assert ac.informedness(t) == pytest.approx(2 * dtp / ac.harmonic_prevalence(t))
    assert ac.markedness(t) == pytest.approx(2 * dtp / ac.harmonic_bias(t))
    etp, efp = ac.expected_true_positives(t), ac.expected_false_positives(t)
    by_terms = (etp + dtp) / rp - (efp - dtp) / (1 - rp)  # eq. 26, first form
    assert ac.informedness(t) == pytest.approx(by_terms)
    assert ac.evenness_of_prevalence(t) == pytest.approx(ac.harmonic_prevalence(t) / 2)
