"""The Kappa family against its published examples, other software and its own algebra."""

from fractions import Fraction

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import cohens_kappa

import abovechance as ac
from abovechance.core.errors import InputError
from abovechance.measures.implied_kappa import expected_from_kappa, kappa_from_expected
from tests.strategies import full_tables

COHEN_1960 = np.array([[88, 14, 18], [10, 40, 10], [2, 6, 12]])
"""Cohen 1960, table 1: two judges, 200 persons, K = .492."""


def items(counts):
    """The two columns of labels that a table counts."""
    rows, columns = np.indices(counts.shape)
    return np.repeat(rows.ravel(), counts.ravel()), np.repeat(columns.ravel(), counts.ravel())


@pytest.fixture(params=range(6))
def counts(request):
    rng = np.random.default_rng(request.param)
    k = 2 + request.param % 4
    return rng.integers(0, 12, (k, k)) + np.diag(rng.integers(1, 30, k))


def test_cohens_example():
    t = ac.Tables.from_counts(COHEN_1960)
    expected = Fraction(120 * 100 + 60 * 60 + 20 * 40, 200 * 200)
    assert ac.cohen_kappa(t) == pytest.approx(
        float((Fraction(140, 200) - expected) / (1 - expected)), rel=1e-15
    )
    assert round(ac.cohen_kappa(t), 3) == 0.492


def test_gwet_of_the_same_example():
    shares = [Fraction(220, 400), Fraction(120, 400), Fraction(60, 400)]
    expected = sum(p * (1 - p) for p in shares) / 2
    value = (Fraction(140, 200) - expected) / (1 - expected)
    t = ac.Tables.from_counts(COHEN_1960)
    assert ac.gwet_ac1(t) == pytest.approx(float(value), rel=1e-15)
    assert ac.expected_accuracy_gwet(t) == pytest.approx(float(expected), rel=1e-15)


def test_cohen_agrees_with_other_software(counts):
    t = ac.Tables.from_counts(counts)
    truth, prediction = items(counts)
    assert ac.cohen_kappa(t) == pytest.approx(cohen_kappa_score(truth, prediction), rel=1e-12)
    assert ac.cohen_kappa(t) == pytest.approx(cohens_kappa(counts).kappa, rel=1e-12)
    assert ac.kappa_max(t) == pytest.approx(cohens_kappa(counts).kappa_max, rel=1e-12)


def test_krippendorff_agrees_with_his_package(counts):
    truth, prediction = items(counts)
    expected = krippendorff.alpha(np.stack([truth, prediction]), level_of_measurement="nominal")
    assert ac.krippendorff_alpha(ac.Tables.from_counts(counts)) == pytest.approx(expected, rel=1e-12)


def test_the_small_sample_factor_of_krippendorff(counts):
    t = ac.Tables.from_counts(counts)
    n = int(counts.sum())
    assert 1 - ac.krippendorff_alpha(t) == pytest.approx(
        (1 - ac.scott_pi(t)) * (2 * n - 1) / (2 * n), rel=1e-12
    )


@pytest.mark.parametrize(("weighting", "power"), [("linear", 1), ("quadratic", 2)])
def test_weighted_kappa_agrees_with_sklearn(counts, weighting, power):
    rank = np.arange(len(counts))
    weights = abs(rank[:, None] - rank) ** power
    value = ac.weighted_kappa(ac.Tables.from_counts(counts), weights=weights)
    assert value == pytest.approx(cohen_kappa_score(*items(counts), weights=weighting), rel=1e-12)


def test_weighted_alpha_agrees_with_krippendorffs_package(counts):
    rank = np.arange(len(counts))
    value = ac.weighted_alpha(ac.Tables.from_counts(counts), weights=(rank[:, None] - rank) ** 2)
    expected = krippendorff.alpha(np.stack(items(counts)), level_of_measurement="interval")
    assert value == pytest.approx(expected, rel=1e-12)


def test_equal_weights_are_no_weights(counts):
    t = ac.Tables.from_counts(counts)
    equal = 3.0 * (1 - np.eye(len(counts)))
    assert ac.weighted_kappa(t, weights=equal) == pytest.approx(ac.cohen_kappa(t), rel=1e-12)
    assert ac.weighted_alpha(t, weights=equal) == pytest.approx(ac.krippendorff_alpha(t), rel=1e-12)


@pytest.mark.parametrize(
    "weights", [[[0, 1]], [[0]], [[0, -1], [1, 0]], [[0, np.nan], [1, 0]], [[1, 1], [1, 1]], [[0, 1], [1, 1]]]
)
def test_weights_that_are_none(weights):
    with pytest.raises(InputError, match="2×2 matrix of disagreements"):
        ac.weighted_kappa(ac.Tables.from_cells(tp=1, fp=2, fn=3, tn=4), weights=weights)
    with pytest.raises(InputError, match="2×2 matrix of disagreements"):
        ac.weighted_alpha(ac.Tables.from_cells(tp=1, fp=2, fn=3, tn=4), weights=weights)


def test_byrts_decomposition_of_kappa():
    """Byrt, Bishop & Carlin 1993: K = (PABAK − PI² + BI²) / (1 − PI² + BI²)."""
    t = ac.Tables.from_cells(tp=80, fp=15, fn=5, tn=30)
    prevalence, bias = ac.prevalence_index(t) ** 2, ac.bias_index(t) ** 2
    assert (ac.pabak(t) - prevalence + bias) / (1 - prevalence + bias) == pytest.approx(
        ac.cohen_kappa(t), rel=1e-14
    )
    assert ac.pabak(t) == pytest.approx(2 * 110 / 130 - 1)


def test_bangdiwalas_shaded_area():
    assert ac.bangdiwala_b(ac.Tables.from_counts(COHEN_1960)) == pytest.approx(
        (88**2 + 40**2 + 12**2) / (120 * 100 + 60 * 60 + 20 * 40)
    )


# Aickin's alpha -------------------------------------------------------------------------------


def aickin_by_iteration(counts, steps=20_000):
    """The fixed point of Aickin's own equations, one class at a time, as a slow reference."""
    joint = counts / counts.sum()
    real, predicted, observed = joint.sum(1), joint.sum(0), np.trace(joint)
    p, q, alpha = real.copy(), predicted.copy(), 0.0
    for _ in range(steps):
        s = p @ q
        alpha = (observed - s) / (1 - s)
        p = real / (1 - alpha + alpha * q / s)
        q = predicted / (1 - alpha + alpha * p / s)
    return alpha


def test_aickins_alpha_is_the_fixed_point_of_his_equations(counts):
    full = counts + 1
    expected = aickin_by_iteration(full)
    assert expected > 0
    assert ac.aickin_alpha(ac.Tables.from_counts(full)) == pytest.approx(expected, rel=1e-11)


def test_aickin_of_two_classes_in_closed_form():
    t = ac.Tables.from_cells(tp=40, fp=9, fn=4, tn=25)
    assert ac.aickin_alpha(t) == pytest.approx(65 / 78 * (1 - (36 / 1000) ** 0.5), rel=1e-15)
    doubled = ac.Tables.from_counts([[25, 9, 0], [4, 40, 0], [0, 0, 0]])
    assert ac.aickin_alpha(doubled) == pytest.approx(ac.aickin_alpha(t), rel=1e-13)


@pytest.mark.parametrize(
    ("counts", "alpha"),
    [
        ([[3, 0, 0], [0, 4, 0], [0, 0, 5]], 1.0),
        ([[2, 2, 2], [2, 2, 2], [2, 2, 2]], 0.0),
        ([[0, 5, 1], [4, 0, 2], [1, 3, 0]], 0.0),
        ([[5, 0, 0], [2, 6, 0], [1, 0, 7]], 18 / 21),
        ([[9, 0], [4, 6]], 15 / 19),
    ],
)
def test_aickin_at_its_limits(counts, alpha):
    """Perfect, at chance, below it, and errors that all the margins tell: then it is accuracy."""
    assert ac.aickin_alpha(ac.Tables.from_counts(counts)) == pytest.approx(alpha, rel=1e-7, abs=1e-12)


def test_aickins_derivative_by_a_complex_step():
    counts = np.array([[30, 5, 2], [4, 25, 6], [1, 3, 20]], dtype=float)
    function, step = ac.aickin_alpha.function, 1e-30
    for where in np.ndindex(3, 3):
        nudged = counts.astype(complex)
        nudged[where] += 1j * step
        up, down = counts.copy(), counts.copy()
        up[where] += 1e-4
        down[where] -= 1e-4
        difference = (aickin_by_iteration(up, 500) - aickin_by_iteration(down, 500)) / 2e-4
        derivative = function(ac.Tables(nudged, (0, 1, 2)).contingency).imag / step
        assert derivative == pytest.approx(difference, rel=1e-6, abs=1e-9)


# Expected accuracy ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kappa", "expected"),
    [
        ("cohen_kappa", "expected_accuracy"),
        ("scott_pi", "expected_accuracy_scott"),
        ("bennett_s", "expected_accuracy_bennett"),
        ("gwet_ac1", "expected_accuracy_gwet"),
        ("informedness", "expected_accuracy_powers"),
    ],
)
@given(t=full_tables)
@settings(max_examples=30, deadline=None)
def test_the_implied_expected_accuracy_is_the_declared_one(kappa, expected, t):
    implied = ac.implied_kappa(t, kappa).chance
    np.testing.assert_allclose(implied, ac.measure(expected)(t), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(kappa_from_expected(ac.accuracy(t), implied), ac.measure(kappa)(t), atol=1e-9)
    np.testing.assert_allclose(ac.implied_kappa(t, chance=expected).value, ac.measure(kappa)(t), atol=1e-9)


def test_the_inversion_is_its_own_inverse():
    accuracy, expected = 0.8, np.array([0.0, 0.3, 0.5, 0.9])
    kappa = kappa_from_expected(accuracy, expected)
    np.testing.assert_allclose(kappa, [0.8, 0.5 / 0.7, 0.6, -1.0])
    np.testing.assert_allclose(expected_from_kappa(accuracy, kappa), expected, atol=1e-15)
    for accuracy in (1.0, 0.8):
        assert np.isnan(kappa_from_expected(accuracy, 1.0))
    assert np.isnan(kappa_from_expected([0.8, 0.8], [1.0, 0.5])).tolist() == [True, False]


def test_implied_expected_accuracy_of_one_class():
    t = ac.Tables.from_counts([[5, 1, 0], [2, 6, 1], [0, 1, 4]])
    implied = ac.implied_kappa(t, "loevinger_h").chance
    np.testing.assert_allclose(
        kappa_from_expected(ac.class_accuracy(t), implied), ac.loevinger_h(t), rtol=1e-12
    )


def test_implied_kappas_of_a_batch_and_of_levels_of_chance():
    """Powers 2012, eqs. 1 to 4: of even guessing Bennett's S, and of a level for each table its own."""
    batch = ac.Tables.from_counts([[[5, 1, 0], [2, 6, 1], [0, 1, 4]], [[3, 3, 1], [2, 2, 2], [0, 1, 9]]])
    found = ac.implied_kappa(batch, chance=1 / 3)
    np.testing.assert_allclose(found.value, ac.bennett_s(batch), rtol=1e-12)
    assert [row["chance"] for row in found.rows()] == [1 / 3, 1 / 3]
    each = ac.implied_kappa(batch, chance=[0.2, 0.4])
    for i, level in enumerate((0.2, 0.4)):
        assert each.value[i] == pytest.approx(ac.implied_kappa(batch[i], chance=level).value)
    back = ac.implied_kappa(batch, "mcc")
    np.testing.assert_allclose(ac.implied_kappa(batch, chance=back.chance).value, ac.mcc(batch), rtol=1e-12)
    assert len(back.to_markdown().splitlines()) >= 4


def test_an_implied_kappa_needs_a_measure_or_a_level_of_chance():
    t = ac.Tables.from_cells(tp=1, fp=2, fn=3, tn=4)
    for options in ({}, {"measure": "mcc", "chance": 0.5}):
        with pytest.raises(InputError, match="give a chance-corrected measure, or chance"):
            ac.implied_kappa(t, **options)


def test_no_chance_is_implied_by_a_measure_without_it():
    for name in ("recall", "wracc"):  # the one is not corrected for chance, the other does not reach 1
        with pytest.raises(InputError, match=f"{name} is no chance-corrected measure"):
            ac.implied_kappa(ac.Tables.from_cells(tp=1, fp=2, fn=3, tn=4), name)


# Tables with little in them -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "values"),
    [
        (
            [[0, 0], [0, 9]],
            {"cohen_kappa": None, "scott_pi": None, "krippendorff_alpha": None, "gwet_ac1": 1.0},
        ),
        ([[0, 0], [0, 1]], {"cohen_kappa": None, "pabak": 1.0, "bangdiwala_b": 1.0, "aickin_alpha": None}),
        ([[0, 3], [0, 9]], {"cohen_kappa": 0.0, "kappa_max": 0.0, "aickin_alpha": 0.0}),
        ([[0, 1], [0, 0]], {"cohen_kappa": 0.0, "krippendorff_alpha": 0.0, "bangdiwala_b": None}),
        ([[7]], {"cohen_kappa": None, "bennett_s": None, "gwet_ac1": None, "pabak": 1.0}),
        ([[0, 0], [0, 0]], {"cohen_kappa": None, "pabak": None, "bangdiwala_b": None, "kappa_max": None}),
    ],
)
def test_degenerate_tables(counts, values):
    t = ac.Tables.from_counts(counts)
    for key, value in values.items():
        assert ac.measure(key)(t) == pytest.approx(np.nan if value is None else value, nan_ok=True), key


@pytest.mark.parametrize("chance", [-0.1, 1.5])
def test_chance_is_an_accuracy(chance):
    with pytest.raises(ac.InputError, match="chance must be an accuracy between 0 and 1"):
        ac.implied_kappa(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28), chance=chance)
