"""What agreement says of annotators, against annotators whose errors are known."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.inference.imperfect_truth.annotators import agreement_of, from_agreement
from abovechance.inference.imperfect_truth.correction import error_matrix, right_table, wrong_share


def labels_of(prevalence, errors):
    """The joint shares of the labels of two such annotators, and of the right class and one of them."""
    both = np.einsum("k,ki,kj->ij", prevalence, errors, errors)
    return both, prevalence[:, None] * errors


@pytest.mark.parametrize("error", [0.02, 0.1, 0.2])
@pytest.mark.parametrize("prevalence", [[0.5, 0.5], [0.8, 0.2], [0.5, 0.3, 0.2], [0.25] * 4])
def test_even_errors_are_found_again(prevalence, error):
    prevalence = np.array(prevalence)
    both, one = labels_of(prevalence, error_matrix(error, len(prevalence)))
    found = from_agreement(np.trace(both), both.sum(0))
    assert found.error == pytest.approx(error, abs=1e-6)
    assert found.kappa == pytest.approx(ac.kappa(ac.Tables.from_counts(both * 1e6)), abs=1e-5)
    shown = ac.informedness(ac.Tables.from_counts(one.T))
    assert found.ceiling == pytest.approx(shown, abs=1e-6)
    assert agreement_of(found.kappa, both.sum(0)) == pytest.approx(found.agreement)


def test_bounds_hold_whatever_the_errors():
    rng = np.random.default_rng(0)
    for classes in (2, 2, 2, 3, 4):
        for _ in range(40):
            prevalence = rng.dirichlet(np.full(classes, 2.0))
            rates = rng.random(classes) * 0.5
            errors = np.diag(1 - rates)
            for k in range(classes):
                others = [j for j in range(classes) if j != k]
                errors[k, others] = rates[k] * rng.dirichlet(np.ones(classes - 1))
            both, one = labels_of(prevalence, errors)
            agreement, shares = np.trace(both), both.sum(0)
            if agreement <= (shares**2).sum() + 1e-6:
                continue
            found = from_agreement(agreement, shares)
            assert found.error_least - 1e-9 <= prevalence @ rates <= found.error_most + 1e-9
            if classes == 2:
                shown = ac.informedness(ac.Tables.from_counts(one.T))
                assert found.ceiling_least - 1e-4 <= shown <= found.ceiling_most + 1e-9
                right = ac.measure("mcc")(ac.Tables.from_counts(one))
                assert right == pytest.approx(np.sqrt(found.kappa), abs=1e-9)


def test_perfect_agreement_leaves_no_error():
    found = from_agreement(1.0, np.array([0.7, 0.3]))
    assert (found.error, found.error_most, found.ceiling) == pytest.approx((0, 0, 1))


def test_errors_are_undone():
    right = np.array([[50.0, 10], [5, 35]])
    for error in (0.1, [0.05, 0.2], [[0.9, 0.1], [0.3, 0.7]]):
        errors = error_matrix(error, 2)
        assert right_table(errors.T @ right, errors) == pytest.approx(right)
        wrong = 60 * errors[0, 1] + 40 * errors[1, 0]
        assert wrong_share(errors.T @ right, errors) == pytest.approx(wrong / 100)


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (1.2, "share of wrong labels, between 0 and 1"),
        ([0.1, 0.1, 0.1], "rate between 0 and 1"),
        (0.5, "no more often right than wrong"),
        ([[0.8, 0.1], [0.1, 0.9]], "must add up to 1"),
    ],
)
def test_errors_that_cannot_be(error, message):
    with pytest.raises(ac.InputError, match=message):
        error_matrix(error, 2)
    with pytest.raises(ac.InputError, match=r"agreement must be above 0.5"):
        from_agreement(0.5, np.array([0.5, 0.5]))
    with pytest.raises(ac.InputError, match="kappa must be above 0"):
        agreement_of(0.0, np.array([0.5, 0.5]))
