"""Names do not matter: tests of a table stay the same when classes and labels change places."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.inference.significance.methods import METHODS

RNG = np.random.default_rng(3)
SMALL = RNG.integers(0, 6, (35, 2, 2))
THREE = RNG.integers(0, 4, (15, 3, 3))
RELATIVE = 1e-9
EXACT = [
    name
    for name in METHODS
    if name in {"boschloo", "barnard", "fisher", "fisher_mid_p"} or name.endswith(("_mid_p", "_permutation"))
]
DIRECTED_EXACT = [name for name in EXACT if METHODS[name].directed]
OPPOSITE = {"greater": "less", "less": "greater", "two-sided": "two-sided"}


def p_values(counts, name, alternative="two-sided"):
    return ac.test(ac.Tables.from_counts(counts), method=name, alternative=alternative, seed=1).p_value


def assert_same(first, second):
    np.testing.assert_allclose(first, second, rtol=RELATIVE, atol=1e-12)


@pytest.mark.parametrize("alternative", OPPOSITE)
@pytest.mark.parametrize("name", DIRECTED_EXACT)
def test_exchanging_the_two_classes_and_labels_changes_nothing(name, alternative):
    assert_same(p_values(SMALL, name, alternative), p_values(SMALL[:, ::-1, ::-1], name, alternative))


@pytest.mark.parametrize("alternative", OPPOSITE)
@pytest.mark.parametrize("name", DIRECTED_EXACT)
def test_exchanging_the_labels_alone_turns_the_alternative_round(name, alternative):
    expected = p_values(SMALL, name, alternative)
    assert_same(expected, p_values(SMALL[:, :, ::-1], name, OPPOSITE[alternative]))
    assert_same(expected, p_values(SMALL[:, ::-1], name, OPPOSITE[alternative]))


DUAL = {
    name: name.replace("informedness", "markedness")
    for name in EXACT
    if name.startswith(("fisher", "informedness"))
}


@pytest.mark.parametrize(("name", "dual"), DUAL.items())
@pytest.mark.parametrize("counts", [SMALL, THREE], ids=["two", "three"])
def test_tests_given_both_margins_know_no_difference_of_rows_and_columns(name, dual, counts):
    assert_same(p_values(counts, name), p_values(counts.swapaxes(1, 2), dual))


@pytest.mark.parametrize("name", [name for name in METHODS if name not in {"boschloo", "barnard"}])
@pytest.mark.parametrize("order", [(1, 0, 2), (2, 0, 1), (2, 1, 0)])
def test_the_order_of_classes_does_not_matter(name, order):
    try:
        expected = p_values(THREE, name)
    except ac.InputError as error:
        assert "two classes" in str(error) or "2×2" in str(error)  # noqa: PT017 - not of three classes
        return
    reference = ac.test(ac.Tables.from_counts(THREE), method=name, seed=1).reference
    settled = ~np.char.startswith(np.array(reference, dtype=str), "Monte")
    assert settled.any() or "bm" in name
    found = p_values(THREE[:, order][:, :, order], name)
    np.testing.assert_allclose(found[settled], expected[settled], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("order", [(1, 0, 2), (2, 0, 1), (2, 1, 0)])
@pytest.mark.parametrize("name", ["fisher", "fisher_mid_p", "pearson", "g_squared"])
def test_association_knows_no_pairing_of_rows_and_columns(name, order):
    assert_same(p_values(THREE[:, order], name), p_values(THREE, name))
