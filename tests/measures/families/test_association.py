"""Association against SciPy, its own definitions, and what Powers' script prints."""

import numpy as np
import pytest
from scipy.stats import contingency, kendalltau

import abovechance as ac


@pytest.fixture(params=range(8))
def counts(request):
    rng = np.random.default_rng(request.param)
    shape = [(2, 2), (3, 3), (5, 5), (10, 10), (2, 5), (4, 3), (7, 2), (3, 6)][request.param]
    return rng.integers(1, 40, shape)


def tables(counts):
    rows, columns = np.shape(counts)
    labels = [f"class {i}" for i in range(rows)]
    predicted = labels if rows == columns else [f"group {j}" for j in range(columns)]
    return ac.Tables.from_counts(counts, labels=labels, predicted_labels=predicted)


def test_chi_squared_agrees_with_scipy(counts):
    expected = contingency.chi2_contingency(counts, correction=False)
    t = tables(counts)
    assert ac.chi_squared(t) == pytest.approx(expected.statistic, rel=1e-12)
    assert ac.degrees_of_freedom(t) == expected.dof
    assert ac.phi_squared(t) == pytest.approx(expected.statistic / counts.sum(), rel=1e-12)


@pytest.mark.parametrize(
    ("key", "method"), [("cramer_v", "cramer"), ("tschuprow_t", "tschuprow"), ("pearson_c", "pearson")]
)
def test_coefficients_agree_with_scipy(counts, key, method):
    expected = contingency.association(counts, method=method, correction=False)
    assert ac.measure(key)(tables(counts)) == pytest.approx(expected, rel=1e-12)


def test_empty_rows_and_columns_are_left_out(counts):
    padded = np.pad(counts, ((1, 2), (2, 1)))
    for m in ac.measures(family="association"):
        if m.rectangular:
            assert m(tables(padded)) == pytest.approx(m(tables(counts)), rel=1e-12), m.key


def test_bergsmas_correction_by_his_formula(counts):
    n, (rows, columns) = counts.sum(), counts.shape
    phi = max(0, ac.phi_squared(tables(counts)) - (rows - 1) * (columns - 1) / (n - 1))
    smaller = min(rows - (rows - 1) ** 2 / (n - 1), columns - (columns - 1) ** 2 / (n - 1))
    value = ac.cramer_v_corrected(tables(counts))
    assert value == pytest.approx((phi / (smaller - 1)) ** 0.5, rel=1e-12)
    assert value < ac.cramer_v(tables(counts))


def test_adjusted_c_reaches_one():
    t = ac.Tables.from_counts(np.diag([3, 9, 4]))
    assert ac.pearson_c(t) == pytest.approx((2 / 3) ** 0.5)
    assert ac.pearson_c_adjusted(t) == pytest.approx(1)


GOODMAN_KRUSKAL = np.array([[1768, 807, 189, 47], [946, 1387, 746, 53], [115, 438, 288, 16]])
"""Eye colour (rows) and hair colour of 6800 Germans: Goodman & Kruskal 1954."""


def test_the_lambdas_that_goodman_and_kruskal_print():
    t = tables(GOODMAN_KRUSKAL)
    assert round(ac.lambda_of_truth(t), 4) == 0.2241
    assert round(ac.lambda_of_prediction(t), 4) == 0.1924
    assert round(ac.lambda_symmetric(t), 4) == 0.2076


def test_lambda_by_counting_errors(counts):
    n = counts.sum()
    saved = counts.max(0).sum() - counts.sum(1).max()
    assert ac.lambda_of_truth(tables(counts)) == pytest.approx(saved / (n - counts.sum(1).max()))


def test_tau_by_its_definition(counts):
    joint = counts / counts.sum()
    real, predicted = joint.sum(1), joint.sum(0)
    given = (joint**2 / predicted).sum()
    assert ac.tau_of_truth(tables(counts)) == pytest.approx(
        (given - real @ real) / (1 - real @ real), rel=1e-10
    )
    assert ac.tau_of_prediction(tables(counts)) == pytest.approx(ac.tau_of_truth(tables(counts.T)), rel=1e-12)


def test_two_classes_have_one_strength():
    """Phi-squared, both taus, and Correlation squared are one number for two classes."""
    t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    for key in ("phi_squared", "tau_of_truth", "tau_of_prediction", "bookmark"):
        assert ac.measure(key)(t) == pytest.approx(ac.mcc(t) ** 2, rel=1e-14)


def test_lambda_of_reliability_takes_one_modal_class():
    """Chance is to name one class on both sides, so it is (2·min(TP, TN) − FP − FN) / (2·min(TP, TN) + FP + FN)."""
    for tp, fp, fn, tn in [(30, 12, 30, 28), (5, 20, 1, 6), (2, 9, 3, 40)]:
        t = ac.Tables.from_cells(tp=tp, fp=fp, fn=fn, tn=tn)
        fewer, wrong = 2 * min(tp, tn), fp + fn
        assert ac.lambda_of_reliability(t) == pytest.approx((fewer - wrong) / (fewer + wrong), rel=1e-14)


def test_the_determinant_of_three_classes():
    counts = np.array([[20, 3, 2], [4, 30, 1], [5, 6, 9]])
    t = ac.Tables.from_counts(counts)
    root = abs(np.linalg.det(counts)) ** (1 / 3) / 80
    prevalence, bias = counts.sum(1) / 80, counts.sum(0) / 80
    assert ac.determinant_root(t) == pytest.approx(root, rel=1e-13)
    assert ac.determinant_informedness(t) == pytest.approx(
        (root / prevalence.prod() ** (1 / 3)) ** 2, rel=1e-13
    )
    assert ac.determinant_markedness(t) == pytest.approx((root / bias.prod() ** (1 / 3)) ** 2, rel=1e-13)


@pytest.mark.parametrize("cells", [(30, 12, 30, 28), (5, 20, 30, 6)])
def test_determinants_of_two_classes_are_sizes(cells):
    t = ac.Tables.from_cells(*cells)
    assert ac.determinant_informedness(t) == pytest.approx(abs(ac.informedness(t)), rel=1e-13)
    assert ac.determinant_markedness(t) == pytest.approx(abs(ac.markedness(t)), rel=1e-13)


def test_a_class_that_is_a_mixture_of_others_leaves_no_volume():
    counts = [[20, 3, 7], [4, 30, 6], [24, 33, 13]]
    t = ac.Tables.from_counts(counts)
    assert ac.determinant_root(t) == ac.determinant_informedness(t) == ac.determinant_markedness(t) == 0


def test_the_determinant_of_huge_and_nearly_independent_tables():
    counts = [
        [10**15 + 7, 10**15, 10**15 - 3],
        [10**15, 10**15 + 5, 10**15],
        [10**15 + 2, 10**15, 10**15 + 1],
    ]
    a, b, c, d, e, f, g, h, i = (x for row in counts for x in row)
    exact = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    total = a + b + c + d + e + f + g + h + i
    expected = abs(exact) ** (1 / 3) / total
    assert ac.determinant_root(ac.Tables.from_counts(counts)) == pytest.approx(expected, rel=1e-13, abs=0)


def test_the_determinant_is_differentiable_by_a_complex_step():
    counts = np.array([[2, 30, 2], [40, 3, 1], [5, 6, 9]], dtype=complex)  # its determinant is negative
    step = 1e-30
    nudged = counts.copy()
    nudged[0, 1] += 1j * step
    derivative = ac.determinant_informedness.function(ac.Tables(nudged, (0, 1, 2)).contingency).imag / step
    up, down = counts.real.copy(), counts.real.copy()
    up[0, 1] += 1e-5
    down[0, 1] -= 1e-5
    value = ac.determinant_informedness
    difference = (value(ac.Tables.from_counts(up)) - value(ac.Tables.from_counts(down))) / 2e-5
    assert derivative == pytest.approx(difference, rel=1e-7)


def test_tau_b_of_two_classes_is_correlation():
    t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    truth = np.repeat([1, 0, 1, 0], [30, 12, 30, 28])
    prediction = np.repeat([1, 1, 0, 0], [30, 12, 30, 28])
    assert kendalltau(truth, prediction).statistic == pytest.approx(ac.mcc(t), rel=1e-12)


@pytest.mark.parametrize(
    ("counts", "values"),
    [
        (
            [[0, 4], [0, 5]],
            {"chi_squared": 0, "cramer_v": None, "lambda_of_truth": 0, "lambda_of_prediction": None},
        ),
        (
            [[0, 0], [0, 5]],
            {"chi_squared": 0, "degrees_of_freedom": 0, "lambda_symmetric": None, "tau_of_truth": None},
        ),
        ([[0, 1], [0, 0]], {"pearson_c": 0, "tschuprow_t": None, "cramer_v_corrected": None}),
        ([[1, 0], [0, 1]], {"cramer_v": 1, "cramer_v_corrected": None}),
        ([[2, 0], [0, 1]], {"cramer_v_corrected": 1}),
        ([[5]], {"phi_squared": 0, "determinant_root": None, "lambda_of_reliability": None}),
        ([[0, 0], [0, 0]], {"chi_squared": None, "degrees_of_freedom": None, "pearson_c": None}),
    ],
)
def test_degenerate_tables(counts, values):
    t = ac.Tables.from_counts(counts)
    for key, value in values.items():
        assert ac.measure(key)(t) == pytest.approx(np.nan if value is None else value, nan_ok=True), key
