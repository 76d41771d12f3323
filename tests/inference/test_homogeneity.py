"""Do groups differ? Against χ² of proportions, by hand, by exact exchanges, and by symmetry."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2, chi2_contingency, norm

import abovechance as ac
from abovechance import InputError, Tables

CLINICS = Tables.from_cells(tp=[45, 44, 20], fp=[5, 6, 15], fn=[5, 6, 30], tn=[45, 44, 35])
SMALL = Tables.from_cells(tp=[9, 5, 7], fp=[1, 4, 2], fn=[2, 5, 3], tn=[9, 6, 8])


def groups(seed=0, number=4, n=60, classes=2):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, number * n)
    prediction = np.where(rng.random(len(truth)) < 0.5, truth, rng.integers(0, classes, len(truth)))
    by = np.arange(len(truth)) % number
    return Tables.from_labels(truth, prediction, labels=range(classes), by=by)


def test_accuracy_is_pearson_s_test_of_proportions():
    """At the rates of all groups together, Cochran's Q is Pearson's χ², but for one pseudo-item."""
    right = np.array([90, 88, 55]) * 100
    found = ac.compare_groups(
        Tables(100 * CLINICS.counts, CLINICS.labels, positive="positive", axes=CLINICS.axes), "accuracy"
    )
    theirs = chi2_contingency(np.stack((right, 10000 - right)), correction=False)
    assert found.statistic == pytest.approx(theirs.statistic, rel=1e-3)
    assert (found.df, found.test) == (2, "chi_squared")


def test_informedness_by_hand():
    found = ac.compare_groups(CLINICS)
    tp, fp = np.array([45, 44, 20]), np.array([5, 6, 15])
    recall, fallout = ((x.sum() + 0.25) / (150 + 0.5) for x in (tp, fp))
    variance = (recall * (1 - recall) + fallout * (1 - fallout)) / 50
    values = (tp - fp) / 50
    q = ((values - values.mean()) ** 2).sum() / variance
    assert found.statistic == pytest.approx(q)
    assert found.p_value == pytest.approx(chi2.sf(q, 2))
    half = 1.959964 * np.sqrt(variance / 3)
    assert (found.value, found.high - found.value) == pytest.approx((values.mean(), half))
    assert found.i_squared == pytest.approx(1 - 2 / q)
    third = found["2"]
    assert third.difference == pytest.approx(0.1 - 0.78)
    assert third.p_value == pytest.approx(2 * norm.sf(0.68 / np.sqrt(1.5 * variance)))
    assert third.p_adjusted == pytest.approx(3 * third.p_value)


def test_exchanges_as_an_exact_test():
    """Two groups of few items, all of one class but for recall: the exact test lists all exchanges."""
    from scipy.stats import hypergeom

    found = ac.compare_groups(Tables.from_cells(tp=[5, 1], fp=[0, 0], fn=[1, 5], tn=[4, 4]), "recall",
                           test="permutation", replicates=9999)  # fmt: skip
    hits = hypergeom(12, 6, 6)
    assert found.p_value == pytest.approx(sum(hits.pmf(k) for k in (0, 1, 5, 6)), abs=0.015)
    assert found.groups[0].p_adjusted == found.groups[0].p_value == found.p_value


@given(
    seed=st.integers(0, 10**6),
    classes=st.integers(2, 3),
    key=st.sampled_from(["informedness", "accuracy", "mcc"]),
)
@settings(max_examples=20, deadline=None)
def test_order_of_groups_and_classes_does_not_matter(seed, classes, key):
    tables = groups(seed, classes=classes)
    found = ac.compare_groups(tables, key, test="chi_squared")
    turned = Tables(tables.counts[::-1], tables.labels, positive=tables.positive, axes=(ac.Axis("g"),))
    assert ac.compare_groups(turned, key, test="chi_squared").p_value == pytest.approx(found.p_value)
    mirrored = ac.compare_groups(Tables(tables.counts[:, ::-1, ::-1], tables.labels[::-1],
                                     positive=tables.positive, axes=tables.axes), key, test="chi_squared")  # fmt: skip
    assert mirrored.statistic == pytest.approx(found.statistic)
    assert ac.compare_groups(tables, key, test="chi_squared", level=0.8).p_value == found.p_value
    assert sum(x.weight for x in found.groups) == pytest.approx(1)


def test_groups_alike_do_not_differ():
    same = Tables(
        np.stack([CLINICS.counts[0]] * 4), CLINICS.labels, positive="positive", axes=(ac.Axis("g"),)
    )
    for test in ("chi_squared", "permutation"):
        found = ac.compare_groups(same, test=test)
        assert (found.p_value, found.i_squared, found.outstanding) == (1, 0, ())
        assert (
            found.verdict
            == "No difference between the groups as a whole is shown in Informedness (Q = 0, p = 1)."
        )


def test_undefined_groups_are_left_out_and_said():
    counts = np.concatenate((SMALL.counts, [[[3, 1], [0, 0]]]))
    found = ac.compare_groups(
        Tables(counts, SMALL.labels, positive="positive", axes=(ac.Axis("g", tuple("abcd")),))
    )
    without = ac.compare_groups(SMALL)
    assert (found.p_value, found.value) == (without.p_value, without.value)
    assert "Informedness is undefined in 'd'." in found.verdict
    assert found["d"].reason is not None
    nothing = ac.compare_groups(Tables.from_cells(tp=[9, 5], fp=[0, 0], fn=[2, 5], tn=[0, 0]))
    assert np.isnan(nothing.p_value)
    assert "cannot be tested: Informedness is defined in no group" in nothing.verdict


def test_few_items_are_exchanged_and_weights_are_not():
    assert ac.compare_groups(SMALL).test == "permutation"
    assert ac.compare_groups(SMALL) == ac.compare_groups(SMALL)
    weighted = Tables.from_labels(
        [0, 1] * 20, [0, 1, 1, 1] * 10, weights=np.linspace(0.5, 1.5, 40), by=[0, 0, 1, 1] * 10
    )
    assert ac.compare_groups(weighted).test == "chi_squared"
    with pytest.raises(InputError, match="cannot change their groups"):
        ac.compare_groups(weighted, test="permutation")


def test_one_table_has_no_groups():
    with pytest.raises(InputError, match="groups are a batch of two tables or more"):
        ac.compare_groups(SMALL[0])
    with pytest.raises(InputError, match="there is no group 'x'"):
        ac.compare_groups(SMALL)["x"]


def test_evaluations_of_groups_say_whether_they_differ():
    (found,) = ac.evaluate(CLINICS).also
    assert found == ac.compare_groups(CLINICS)
    assert "'2' stands out most" in repr(ac.evaluate(CLINICS))
    assert ac.evaluate(CLINICS, level=None).also == ac.evaluate(CLINICS[0]).also == ()
    assert ac.evaluate(CLINICS, prevalence=0.1).also == ()
