import math

import numpy as np
import pytest

from abovechance import InputError, calibrate


def test_published_values():
    """Sellke, Bayarri and Berger 2001, table 1: α(p) for p = 0.1, 0.05, 0.01, 0.005, 0.001."""
    evidence = calibrate([0.1, 0.05, 0.01, 0.005, 0.001])
    np.testing.assert_allclose(evidence.alpha, [0.385, 0.289, 0.111, 0.067, 0.0184], atol=6e-4)
    np.testing.assert_allclose(evidence.alpha + evidence.beta, 1)


def test_written_out():
    evidence = calibrate(0.05)
    bound = -math.e * 0.05 * math.log(0.05)
    assert evidence.bayes_factor == pytest.approx(bound)
    assert evidence.alpha == pytest.approx(1 / (1 + 1 / bound))
    assert evidence.beta == pytest.approx(1 / (1 + bound))


def test_prior():
    bound = -math.e * 0.01 * math.log(0.01)
    assert calibrate(0.01, prior=0.9).alpha == pytest.approx(1 / (1 + 0.1 / (0.9 * bound)))


@pytest.mark.parametrize("p", [1 / math.e, 0.5, 1.0])
def test_large_p_values_are_no_evidence(p):
    evidence = calibrate(p, prior=0.3)
    assert not evidence.valid
    assert evidence.bayes_factor == 1
    assert evidence.alpha == pytest.approx(0.3)


def test_the_bound_is_continuous_and_rises():
    p = np.linspace(1e-6, 0.999, 500)
    assert (np.diff(calibrate(p).alpha) >= -1e-15).all()
    assert calibrate(1 / math.e - 1e-9).alpha == pytest.approx(0.5)


def test_limits():
    assert calibrate(0.0).alpha == 0
    evidence = calibrate(math.nan)
    assert math.isnan(evidence.alpha)
    assert not evidence.valid


@pytest.mark.parametrize("p", [-0.1, 1.1])
def test_no_p_value(p):
    with pytest.raises(InputError, match="between 0 and 1"):
        calibrate([0.5, p])


@pytest.mark.parametrize("prior", [0, 1, -2])
def test_no_prior(prior):
    with pytest.raises(InputError, match="prior"):
        calibrate(0.05, prior=prior)
