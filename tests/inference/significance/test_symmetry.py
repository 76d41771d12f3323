"""Tests of symmetry and of margins, against statsmodels and a pseudo-inverse."""

import numpy as np
import pytest
from statsmodels.stats.contingency_tables import SquareTable
from statsmodels.stats.contingency_tables import mcnemar as reference

import abovechance as ac
from abovechance.inference.comparisons import mcnemar
from abovechance.inference.significance.symmetry import NO_ERRORS

APPROVAL = ac.Tables.from_counts([[794, 86], [150, 570]])
"""Approval of a prime minister, asked twice (Agresti 1990), where McNemar's statistic is 64²/236 = 17.36."""
FULL = np.random.default_rng(4).integers(1, 30, (6, 4, 4))
SPARSE = np.random.default_rng(5).integers(0, 3, (40, 4, 4)) * np.random.default_rng(6).integers(
    0, 2, (40, 4, 4)
)


def test_mcnemar_written_out():
    found = ac.test(APPROVAL, method="mcnemar")
    assert (round(found.statistic, 2), found.df) == (17.36, 1)
    assert ac.test(APPROVAL, method="mcnemar_corrected").statistic == pytest.approx(63**2 / 236)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("mcnemar", {"exact": False, "correction": False}),
        ("mcnemar_corrected", {"exact": False, "correction": True}),
        ("mcnemar_exact", {"exact": True}),
    ],
)
def test_mcnemar_against_statsmodels(name, options):
    for counts in FULL[FULL[:, 0, 1] != FULL[:, 1, 0], :2, :2]:
        found, expected = ac.test(ac.Tables.from_counts(counts), method=name), reference(counts, **options)
        assert found.statistic == pytest.approx(expected.statistic)
        assert found.p_value == pytest.approx(expected.pvalue)


def test_mid_p_is_that_of_two_systems():
    found = ac.test(APPROVAL, method="mcnemar_mid_p")
    assert found.p_value == mcnemar.mid_p(86, 150)
    assert (found.statistic, found.reference) == (86, "exact mid-p")


@pytest.mark.parametrize("counts", FULL)
def test_symmetry_and_margins_against_statsmodels(counts):
    theirs, table = SquareTable(counts, shift_zeros=False), ac.Tables.from_counts(counts)
    for found, expected in (
        (ac.test(table, method="bowker"), theirs.symmetry("bowker")),
        (ac.test(table, method="stuart_maxwell"), theirs.homogeneity("stuart_maxwell")),
    ):
        assert found.statistic == pytest.approx(expected.statistic)
        assert found.df == expected.df
        assert found.p_value == pytest.approx(expected.pvalue)


def test_margins_of_sparse_tables_by_a_pseudo_inverse():
    found = ac.test(ac.Tables.from_counts(SPARSE), method="stuart_maxwell")
    for counts, statistic, df in zip(SPARSE, found.statistic, found.df, strict=True):
        if not counts.any():
            assert np.isnan(statistic)
            continue
        errors = counts + counts.T
        covariance = np.diag(errors.sum(1)) - errors
        difference = counts.sum(1) - counts.sum(0)
        assert statistic == pytest.approx(difference @ np.linalg.pinv(covariance) @ difference, abs=1e-9)
        assert df == np.linalg.matrix_rank(covariance)


@pytest.mark.parametrize("name", ["bowker", "stuart_maxwell", "mcnemar"])
def test_two_classes_are_mcnemar(name):
    table = ac.Tables.from_counts(FULL[:, 1:3, 1:3])
    np.testing.assert_allclose(ac.test(table, method=name).p_value, ac.test(table, method="mcnemar").p_value)


@pytest.mark.parametrize("name", ["bowker", "stuart_maxwell", "no_information_rate"])
def test_a_class_that_does_not_occur_changes_nothing(name):
    wider = np.insert(np.insert(SPARSE, 2, 0, axis=1), 2, 0, axis=2)
    less, more = (ac.test(ac.Tables.from_counts(x), method=name) for x in (SPARSE, wider))
    np.testing.assert_allclose(more.p_value, less.p_value)
    np.testing.assert_array_equal(more.df, less.df)


@pytest.mark.parametrize("name", ["bowker", "stuart_maxwell"])
def test_order_and_side_of_classes_do_not_matter(name):
    expected = ac.test(ac.Tables.from_counts(SPARSE), method=name).p_value
    turned = ac.test(ac.Tables.from_counts(SPARSE.swapaxes(1, 2)), method=name).p_value
    shuffled = ac.test(
        ac.Tables.from_counts(SPARSE[:, [2, 0, 3, 1]][:, :, [2, 0, 3, 1]]), method=name
    ).p_value
    np.testing.assert_allclose(turned, expected)
    np.testing.assert_allclose(shuffled, expected)


@pytest.mark.parametrize(
    "name", ["bowker", "stuart_maxwell", "mcnemar", "mcnemar_corrected", "mcnemar_exact"]
)
def test_where_nothing_is_wrong_and_where_there_is_nothing(name):
    found = ac.test(ac.Tables.from_counts([[[5, 0], [0, 4]], [[0, 0], [0, 0]]]), method=name)
    assert found.p_value[0] == 1
    assert found.warning[0] == NO_ERRORS
    assert np.isnan(found.p_value[1])
    assert found.reason[1] == "there are no items"


def test_level_of_the_test_of_margins():
    """Two readings of one distribution that err alike: 5 % in 2000 tables of 300 items, within 4 standard errors."""
    shares = np.array([[0.4, 0.06, 0.02], [0.03, 0.2, 0.05], [0.05, 0.02, 0.17]])
    assert shares.sum(0) == pytest.approx(shares.sum(1))
    draws = np.random.default_rng(1).multinomial(300, shares.ravel(), 2000).reshape(-1, 3, 3)
    rejected = (ac.test(ac.Tables.from_counts(draws), method="stuart_maxwell").p_value < 0.05).mean()
    assert rejected == pytest.approx(0.05, abs=4 * np.sqrt(0.05 * 0.95 / 2000))
    assert (ac.test(ac.Tables.from_counts(draws), method="bowker").p_value < 0.05).mean() > 0.3


@pytest.mark.parametrize("name", ["mcnemar", "mcnemar_mid_p"])
def test_mcnemar_of_more_classes_names_the_others(name):
    with pytest.raises(ac.InputError, match=r"'bowker'.*'stuart_maxwell'"):
        ac.test(ac.Tables.from_counts(FULL), method=name)


@pytest.mark.parametrize(
    ("alias", "name"),
    [("marginal-homogeneity", "stuart_maxwell"), ("McNemar–Bowker", "bowker"), ("symmetry", "bowker")],
)
def test_aliases(alias, name):
    assert ac.test(ac.Tables.from_counts(FULL[0]), method=alias).method == name


@pytest.mark.parametrize("scale", [10**9, 10**12])
def test_very_many_items(scale):
    counts = FULL[0] * scale + np.triu(np.full((4, 4), round(3 * scale**0.5)), 1)
    for name in ("bowker", "stuart_maxwell"):
        theirs = SquareTable(counts.astype(float), shift_zeros=False)
        method = {"bowker": theirs.symmetry, "stuart_maxwell": theirs.homogeneity}[name]
        assert ac.test(ac.Tables.from_counts(counts), method=name).statistic == pytest.approx(
            method().statistic, rel=1e-6
        )
