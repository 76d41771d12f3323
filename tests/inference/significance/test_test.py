import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance.inference.comparisons import mcnemar
from abovechance.inference.significance.chi_squared import PAPERS
from abovechance.inference.significance.methods import METHODS
from abovechance.inference.significance.multiplicity import adjust
from tests.strategies import tables

FIRST = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
THREE = ac.Tables.from_counts([[30, 5, 2], [4, 20, 6], [9, 4, 3]], labels=["a", "b", "c"])
FOR_TWO = {"yates", "boschloo", "barnard", *(x for x in PAPERS if "_plus_" in x), *mcnemar.TESTS}
OF_CHANCE = [name for name, method in METHODS.items() if method.directed and name != "no_information_rate"]
QUICK = [name for name in METHODS if name not in {"boschloo", "barnard"}]


def test_the_default_is_the_test_of_informedness():
    result = ac.test(FIRST)
    assert result.method == "informedness"
    assert result.alternative == "two-sided"
    assert isinstance(result.p_value, float)
    assert result.statistic == pytest.approx(0.2 * np.sqrt(99 / (0.42 * 0.58 / 0.24)))
    assert result.reason is None
    assert result.warning is None
    assert result.monte_carlo_error == 0


@pytest.mark.parametrize("name", METHODS)
def test_every_method_runs_by_name(name):
    result = ac.test(FIRST if name in FOR_TWO else THREE, method=name, replicates=99, seed=1)
    assert result.method == name
    assert 0 < result.p_value < 1


@pytest.mark.parametrize("name", OF_CHANCE)
def test_directions(name):
    p = {a: ac.test(FIRST, method=name, alternative=a).p_value for a in ("greater", "less", "two-sided")}
    assert p["greater"] < p["two-sided"] < p["less"]


@settings(max_examples=80, deadline=None)
@given(tables())
def test_any_table_gives_a_p_value_or_a_reason(table):
    for name in ("auto", "pearson", "smith", "n_minus_1", "residual", "chi_squared_kb", "chi_squared_xbm"):
        result = ac.test(table, method=name, replicates=19, seed=1)
        assert (result.reason is None) == (0 <= result.p_value <= 1)


@settings(max_examples=30, deadline=None)
@given(tables(elements=st.integers(0, 4)))
def test_the_exact_test_of_any_table_gives_a_p_value_or_a_reason(table):
    result = ac.test(table, method="fisher", replicates=19, seed=1)
    assert (result.reason is None) == (0 <= result.p_value <= 1)


@pytest.mark.parametrize("name", QUICK)
def test_a_batch_is_its_tables(name):
    k = 2 if name in FOR_TWO else 3
    batch = ac.Tables.from_counts(np.random.default_rng(4).integers(0, 9, (3, k, k)))
    result = ac.test(batch, method=name, replicates=99, seed=1)
    assert result.p_value.shape == (3,)
    if "bm" not in name or k == 2:
        for i in range(3):
            single = ac.test(batch[i], method=name, replicates=99, seed=1)
            np.testing.assert_allclose(result.p_value[i], single.p_value, rtol=1e-12)
            np.testing.assert_allclose(result.statistic[i], single.statistic, rtol=1e-12)


@pytest.mark.parametrize("name", ["pearson", "g_squared", "fisher", "n_minus_1"])
def test_truth_and_prediction_may_change_places(name):
    assert ac.test(THREE.dual, method=name).p_value == pytest.approx(
        ac.test(THREE, method=name).p_value, rel=1e-9
    )


@pytest.mark.parametrize("name", [name for name in QUICK if name not in FOR_TWO and "bm" not in name])
def test_order_of_classes_does_not_matter(name):
    turned = ac.Tables.from_counts(THREE.counts[[2, 0, 1]][:, [2, 0, 1]])
    assert ac.test(turned, method=name).p_value == pytest.approx(
        ac.test(THREE, method=name).p_value, rel=1e-9
    )


def test_stronger_association_has_smaller_p():
    """One item after another moves onto the diagonal, the margins stay."""
    steps = np.arange(8)
    batch = ac.Tables.from_cells(tp=20 + steps, fp=20 - steps, fn=20 - steps, tn=20 + steps)
    for name in (
        "auto",
        "pearson",
        "g_squared",
        "fisher",
        "fisher_mid_p",
        "chi_squared_kb",
        "informedness_permutation",
    ):
        assert (np.diff(ac.test(batch, method=name).p_value) < 0).all()


def test_rectangular_tables():
    counts = [[12, 3, 9], [4, 8, 2]]
    t = ac.Tables.from_counts(counts, ["x", "y"], predicted_labels=["p", "q", "r"])
    assert ac.test(t).method == "n_minus_1"
    assert ac.test(t, method="fisher").reference == "exact"
    with pytest.raises(ac.InputError, match="different labels"):
        ac.test(t, method="informedness")


@pytest.mark.parametrize("name", ["auto", "pearson", "fisher", "chi_squared_kb"])
def test_weights_have_no_p_value_whole_or_not(name):
    for scale in (1.0, 1000.0, 0.01):
        result = ac.test(replace(FIRST, counts=FIRST.counts * scale), method=name)
        assert np.isnan(result.p_value)
        assert "weights" in result.reason
    batch = ac.test(ac.Tables.from_counts(np.stack((FIRST.counts, FIRST.counts / 100))), method=name)
    assert np.isnan(batch.p_value).all()
    assert ac.test(FIRST.at_prevalence(0.02), method=name).p_value == pytest.approx(
        ac.test(FIRST, method=name).p_value
    )


def test_what_is_not_a_table():
    with pytest.raises(ac.InputError, match=r"Tables\.from_counts"):
        ac.test([[1, 2], [3, 4]])
    with pytest.raises(ac.InputError, match="replicates"):
        ac.test(FIRST, replicates=0)


@pytest.mark.parametrize("name", METHODS)
def test_an_empty_batch(name):
    k = 2 if name in FOR_TWO else 3
    result = ac.test(ac.Tables.from_counts(np.zeros((0, k, k), dtype=int)), method=name)
    assert result.p_value.shape == result.statistic.shape == result.reason.shape == (0,)
    assert list(result.rows()) == []
    assert result.to_frame("polars").height == 0


class TestPerClass:
    def test_each_class_against_the_rest(self):
        result = ac.per_class_tests(THREE)
        singly = [ac.test(THREE.one_vs_rest().at(**{"class": label})).p_value for label in "abc"]
        np.testing.assert_allclose(result.p_value, singly)
        np.testing.assert_allclose(result.p_adjusted, adjust(singly, "holm"))
        assert result.adjust == "holm"

    @pytest.mark.parametrize("method", ["bonferroni", "bh", "by"])
    def test_adjustments(self, method):
        result = ac.per_class_tests(THREE, method="fisher", adjust=method, alternative="greater")
        np.testing.assert_allclose(result.p_adjusted, adjust(result.p_value, method))

    def test_none(self):
        result = ac.per_class_tests(THREE, adjust=None)
        np.testing.assert_array_equal(result.p_adjusted, result.p_value)
        assert result.adjust is None

    def test_a_class_that_does_not_occur_is_no_test(self):
        result = ac.per_class_tests(ac.Tables.from_counts([[9, 3, 0], [2, 8, 0], [0, 0, 0]]))
        assert np.isnan(result.p_adjusted[2])
        np.testing.assert_allclose(result.p_adjusted[:2], adjust(result.p_value[:2], "holm"))

    def test_a_batch_is_adjusted_table_by_table(self):
        batch = ac.Tables.from_counts(np.random.default_rng(4).integers(1, 9, (2, 3, 3)))
        result = ac.per_class_tests(batch)
        assert result.p_adjusted.shape == (2, 3)
        np.testing.assert_allclose(result.p_adjusted[1], ac.per_class_tests(batch[1]).p_adjusted)


class TestShowing:
    def test_one_line_for_each_table(self):
        assert repr(ac.test(FIRST, method="pearson")) == (
            "pearson: statistic 3.9409 on 1 df, p = 0.0471 (two-sided, chi-squared)"
        )
        assert "in the papers 0.1659" in repr(ac.test(FIRST, method="chi_squared_kb"))
        assert repr(ac.test(ac.Tables.from_cells(tp=0, fp=0, fn=0, tn=0))) == (
            "informedness: no p-value: there are no items"
        )

    def test_monte_carlo_error_and_warning_are_said(self):
        busy = np.random.default_rng(1).poisson(9, (9, 9))
        sampled = ac.test(ac.Tables.from_counts(busy), method="fisher", seed=1)
        assert " ± 0.0" in repr(sampled)
        assert "less than one item" in repr(
            ac.test(ac.Tables.from_counts([[9, 1], [1, 1]]), method="pearson")
        )

    def test_small_p_values_keep_two_digits(self):
        strong = ac.Tables.from_cells(tp=80, fp=10, fn=10, tn=80)
        assert "p = 2.3e-25" in repr(ac.test(strong))

    def test_long_batches_are_cut(self):
        batch = ac.Tables.from_counts(np.tile(FIRST.counts, (12, 1, 1)))
        assert repr(ac.test(batch)).endswith("… 2 more")

    def test_rows_and_frames(self):
        result = ac.per_class_tests(THREE)
        rows = list(result.rows())
        assert [row["class"] for row in rows] == ["a", "b", "c"]
        frame = result.to_frame("polars")
        assert frame["p_value"].to_list() == result.p_value.tolist()
        assert ac.test(FIRST).to_frame("polars").height == 1

    def test_plain_values(self):
        plain = ac.per_class_tests(THREE).to_dict()
        assert json.loads(json.dumps(plain))["axes"] == [{"name": "class", "labels": ["a", "b", "c"]}]
        assert plain["adjust"] == "holm"
        assert ac.test(FIRST).to_dict()["p_value"] == ac.test(FIRST).p_value
