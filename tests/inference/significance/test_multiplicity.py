from itertools import combinations

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from abovechance.core.errors import InputError
from abovechance.inference.significance.multiplicity import METHODS, adjust

THEIR_NAMES = {
    "holm": "holm",
    "hochberg": "simes-hochberg",
    "hommel": "hommel",
    "bonferroni": "bonferroni",
    "benjamini_hochberg": "fdr_bh",
    "benjamini_yekutieli": "fdr_by",
}
RNG = np.random.default_rng(6)
FAMILIES = [RNG.choice([0, 1e-9, 0.01, 0.04, 0.05, 0.5, 1, *RNG.random(5)], size) for size in range(1, 30)]
"""Families of one to 29 p-values, with ties, zeros and ones."""


@pytest.mark.parametrize("method", METHODS)
def test_against_statsmodels(method):
    for p in FAMILIES:
        expected = multipletests(p, method=THEIR_NAMES[method])[1]
        np.testing.assert_allclose(adjust(p, method), expected, rtol=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_adjusted_p_values_keep_their_order_and_never_fall(method):
    for p in FAMILIES:
        adjusted = adjust(p, method)
        assert (adjusted >= p * (1 - 1e-12)).all()
        assert (adjusted <= 1).all()
        assert (np.diff(adjusted[np.argsort(p)]) >= -1e-15).all()


def test_written_out():
    p = [0.01, 0.04, 0.03, 0.005]
    np.testing.assert_allclose(adjust(p, "bonferroni"), [0.04, 0.16, 0.12, 0.02])
    np.testing.assert_allclose(adjust(p, "holm"), [0.03, 0.06, 0.06, 0.02])
    np.testing.assert_allclose(adjust(p, "bh"), [0.02, 0.04, 0.04, 0.02])
    np.testing.assert_allclose(
        adjust(p, "by"), np.array([0.02, 0.04, 0.04, 0.02]) * (1 + 1 / 2 + 1 / 3 + 1 / 4)
    )


@pytest.mark.parametrize("size", range(1, 7))
def test_hommel_is_the_closure_of_simes(size):
    """The greatest p-value of Simes's test of any family that holds the test (Marcus, Peritz and Gabriel 1976)."""
    p = np.random.default_rng(size).random(size) ** 2
    families = [list(x) for m in range(1, size + 1) for x in combinations(range(size), m)]
    simes = [(len(x) * np.sort(p[x]) / np.arange(1, len(x) + 1)).min() for x in families]
    expected = [max(value for x, value in zip(families, simes, strict=True) if i in x) for i in range(size)]
    np.testing.assert_allclose(adjust(p, "hommel"), expected)


def test_hommel_is_never_above_hochberg_nor_that_above_holm():
    for p in FAMILIES:
        hommel, hochberg, holm = (adjust(p, name) for name in ("hommel", "hochberg", "holm"))
        assert (hommel <= hochberg * (1 + 1e-12)).all()
        assert (hochberg <= holm * (1 + 1e-12)).all()


@pytest.mark.parametrize("method", METHODS)
def test_no_tests_at_all(method):
    assert adjust([], method).shape == (0,)


@pytest.mark.parametrize("method", METHODS)
def test_undefined_tests_do_not_count(method):
    adjusted = adjust([0.01, np.nan, 0.04, 0.03], method)
    np.testing.assert_allclose(adjusted[[0, 2, 3]], adjust([0.01, 0.04, 0.03], method))
    assert np.isnan(adjusted[1])
    assert np.isnan(adjust([np.nan, np.nan], method)).all()


@pytest.mark.parametrize("method", METHODS)
def test_families_along_an_axis(method):
    p = np.random.default_rng(1).random((3, 4, 2))
    adjusted = adjust(p, method, axis=1)
    for i, j in np.ndindex(3, 2):
        np.testing.assert_allclose(adjusted[i, :, j], adjust(p[i, :, j], method))


def test_none_leaves_them_alone():
    np.testing.assert_array_equal(adjust([0.2, 0.1], None), [0.2, 0.1])


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("BH", "benjamini_hochberg"),
        ("fdr-by", "benjamini_yekutieli"),
        ("Holm", "holm"),
        ("simes-hochberg", "hochberg"),
    ],
)
def test_aliases(alias, name):
    p = [0.01, 0.04, 0.03]
    np.testing.assert_array_equal(adjust(p, alias), adjust(p, name))


def test_unknown_names():
    with pytest.raises(InputError, match="'bonferroni'"):
        adjust([0.1], "bonferoni")
