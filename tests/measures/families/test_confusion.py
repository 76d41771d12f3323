"""The other statistics of a confusion matrix, by their definitions written out."""

import math

import mpmath
import numpy as np
import pytest
from scipy.stats import norm

import abovechance as ac

BINARY = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
THREE = np.array([[20, 3, 2], [4, 30, 1], [5, 6, 9]])


def entropy_of_class(counts, k, whole):
    """``−Σ x·log x`` over the shares of the cells of errors on class k, to the base of their number."""
    others = [i for i in range(len(counts)) if i != k]
    shares = [counts[k, i] / whole for i in others] + [counts[i, k] / whole for i in others]
    return -sum(x * math.log(x, 2 * len(others)) for x in shares if x)


@pytest.mark.parametrize("counts", [THREE, np.array([[28, 12], [30, 30]]), np.diag([4, 0, 0]) + THREE.T])
def test_confusion_entropy_by_its_definition(counts):
    t = ac.Tables.from_counts(counts)
    sizes = counts.sum(0) + counts.sum(1)
    classes = [entropy_of_class(counts, k, sizes[k]) for k in range(len(counts))]
    np.testing.assert_allclose(ac.confusion_entropy.per_class(t), classes, rtol=1e-13)
    overall = sizes @ classes / sizes.sum()
    assert ac.overall_confusion_entropy(t) == pytest.approx(overall, rel=1e-13)


@pytest.mark.parametrize("counts", [THREE, np.array([[28, 12], [30, 30]])])
def test_modified_confusion_entropy_by_its_definition(counts):
    t = ac.Tables.from_counts(counts)
    sizes = counts.sum(0) + counts.sum(1) - np.diag(counts)
    classes = [entropy_of_class(counts, k, sizes[k]) for k in range(len(counts))]
    np.testing.assert_allclose(ac.modified_confusion_entropy.per_class(t), classes, rtol=1e-13)
    weight = 2 * counts.sum() - (np.trace(counts) if len(counts) > 2 else 0)
    assert ac.overall_modified_confusion_entropy(t) == pytest.approx(sizes @ classes / weight, rel=1e-13)


def test_confusion_entropy_of_the_positive_class_is_that_of_its_row_and_column():
    assert ac.confusion_entropy(BINARY) == ac.confusion_entropy.per_class(BINARY)[1]


def test_confusion_entropy_can_exceed_one():
    """The largest −Σ x·log₂x of two shares is at x = 1/e each."""
    t = ac.Tables.from_cells(tp=math.e - 2, fp=2, fn=2, tn=0)
    assert ac.confusion_entropy(t) == pytest.approx(2 / (math.e * math.log(2)), rel=1e-12)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("icsi", 30 / 60 + 30 / 42 - 1),
        ("classification_success_index", (30 / 60 + 30 / 42 + 28 / 40 + 28 / 58) / 2 - 1),
        ("class_balance_accuracy", (30 / 60 + 28 / 58) / 2),
        ("aunu", (30 / 60 + 28 / 40) / 2),
        ("aunp", (30 / 60 + 28 / 40) / 2),
        ("distance_index", math.hypot(0.5, 0.3)),
        ("similarity_index", 1 - math.hypot(0.5, 0.3) / math.sqrt(2)),
        ("discriminant_power", math.sqrt(3) / math.pi * (math.log(0.5 / 0.5) + math.log(0.7 / 0.3))),
        ("discriminant_power_log10", math.sqrt(3) / math.pi * math.log10(0.7 / 0.3)),
        ("sensitivity_index", norm.ppf(0.5) - norm.ppf(0.3)),
        ("information_score", math.log2((30 / 42) / (60 / 100))),
        ("agm", (math.sqrt(0.5 * 0.7) + 0.7 * 0.4) / 1.4),
        ("agf", math.sqrt(5 * 30 / (5 * 30 + 4 * 30 + 12) * 1.25 * 28 / (1.25 * 28 + 0.25 * 12 + 30))),
        ("optimised_precision", 0.58 - (0.7 - 0.5) / 1.2),
        ("iba", (1 + 0.5 - 0.7) * 0.5 * 0.7),
        ("overlap", 30 / 42),
        ("braun_blanquet", 30 / 60),
        ("surplus", 42 - 60),
        ("bray_curtis", 18 / 200),
        ("global_performance_index", 50),
        ("unbiased_random_accuracy", (0.51) ** 2),
        ("net_benefit", (30 - 12) / 100),
    ],
)
def test_by_definition(key, value):
    assert ac.measure(key)(BINARY) == pytest.approx(value, rel=1e-13)


def test_parameters():
    assert ac.iba(BINARY, alpha=0.5) == pytest.approx((1 + 0.5 * (0.5 - 0.7)) * 0.5 * 0.7)
    assert ac.net_benefit(BINARY, w=0.25) == pytest.approx((30 - 3) / 100)


def test_two_classes_have_one_area():
    """AUNU and AUNP both are half of one plus Informedness for two classes."""
    assert ac.aunu(BINARY) == pytest.approx((1 + ac.informedness(BINARY)) / 2, rel=1e-15)
    assert ac.aunp(BINARY) == pytest.approx((1 + ac.informedness(BINARY)) / 2, rel=1e-15)


def test_the_published_bands_fit_the_natural_logarithm_only():
    t = ac.Tables.from_rates(recall=0.9, inverse_recall=0.8, prevalence=0.5, n=1000)
    assert ac.discriminant_power(t) == pytest.approx(1.976, abs=5e-4)
    assert ac.discriminant_power_log10(t) == pytest.approx(0.858, abs=5e-4)


@pytest.mark.parametrize("excess", [1, 10**3, 10**7, 10**10, 10**12])
def test_sensitivity_near_chance_keeps_its_digits(excess):
    """The difference of two normal quantiles loses digits that the determinant has."""
    n = 10**15
    t = ac.Tables.from_cells(tp=n // 5 + excess, fp=n // 5, fn=4 * n // 5 - excess, tn=4 * n // 5)

    def quantile(share):
        return mpmath.findroot(lambda z: mpmath.ncdf(z) - share, norm.ppf(float(share)))

    with mpmath.workdps(40):
        exact = quantile(mpmath.mpf(n // 5 + excess) / n) - quantile(mpmath.mpf(n // 5) / n)
    assert ac.sensitivity_index(t) == pytest.approx(float(exact), rel=2e-13, abs=0)


def test_sensitivity_in_the_far_tails():
    t = ac.Tables.from_cells(tp=10**15 - 1, fp=1, fn=1, tn=10**15 - 1)
    assert ac.sensitivity_index(t) == pytest.approx(-2 * norm.ppf(1e-15), rel=1e-13)


def test_sensitivity_is_differentiable_by_a_complex_step():
    cells, step = np.array([[28.0, 12], [30, 30]]), 1e-30
    nudged = cells.astype(complex)
    nudged[1, 1] += 1j * step
    derivative = ac.sensitivity_index.function(ac.Tables(nudged, (0, 1)).dichotomy).imag / step
    # Φ⁻¹ has derivative 1/φ, and ∂tpr/∂TP is FN/RP²
    assert derivative == pytest.approx(30 / 60**2 / norm.pdf(norm.ppf(0.5)), rel=1e-13)


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (
            (5, 0, 0, 7),
            {"discriminant_power": math.inf, "sensitivity_index": math.inf, "confusion_entropy": 0},
        ),
        (
            (0, 3, 4, 0),
            {"discriminant_power": -math.inf, "optimised_precision": None, "information_score": -math.inf},
        ),
        (
            (0, 0, 4, 6),
            {"agm": 0, "overlap": None, "braun_blanquet": 0, "sensitivity_index": None, "icsi": None},
        ),
        ((0, 2, 0, 6), {"agm": None, "distance_index": None, "iba": None, "braun_blanquet": 0}),
        ((0, 0, 0, 6), {"confusion_entropy": None, "braun_blanquet": None, "agf": None, "net_benefit": 0}),
        ((6, 0, 0, 0), {"agf": None, "similarity_index": None, "overlap": 1, "bray_curtis": 0}),
        (
            (0, 0, 0, 0),
            {"bray_curtis": None, "surplus": 0, "net_benefit": None, "unbiased_random_accuracy": None},
        ),
    ],
)
def test_degenerate_tables(cells, values):
    t = ac.Tables.from_cells(*cells)
    for key, value in values.items():
        assert ac.measure(key)(t) == pytest.approx(np.nan if value is None else value, nan_ok=True), key


def test_one_class_has_no_other_to_be_confused_with():
    t = ac.Tables.from_counts([[7]])
    assert np.isnan(ac.overall_confusion_entropy(t))
    assert np.isnan(ac.confusion_entropy(t)).all()
    assert ac.why_undefined(t, "confusion_entropy")[0] == "there is no class beside 0"
