"""The variance of a paired difference, against sums over all items and patterns, formulas and the bootstrap."""

from itertools import product

import numpy as np
import pytest

from abovechance import Tables, measure
from abovechance.inference.comparisons.discordance import Discordance
from abovechance.inference.comparisons.influence import Influence, pseudo_answers
from abovechance.inference.comparisons.joint import Joint
from abovechance.inference.comparisons.resampling import differences
from abovechance.inference.derivatives.gradient import gradient


def items(n, classes=3, seed=0, skill=(0.6, 0.45)):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n)
    a, b = (np.where(rng.random(n) < s, truth, rng.integers(0, classes, n)) for s in skill)
    return truth, {"A": a, "B": b}


def plain(name, joint):
    return Influence(measure(name), joint, pseudo_items=0.0).observed()


def test_for_two_classes_it_is_the_variance_of_the_rates_of_disagreement():
    """Conditional on the class sizes, as the difference of two rates of independent classes."""
    joint = Joint.from_labels(*items(400, 2))
    shift, d = plain("informedness", joint), Discordance.of(joint)
    assert shift.difference == pytest.approx(d.difference, rel=1e-12)
    assert shift.se == pytest.approx(d.se, rel=1e-9)


def test_accuracy_has_the_variance_of_paired_proportions():
    truth, answers = items(300)
    joint = Joint.from_labels(truth, answers)
    right = [answers[name] == truth for name in "AB"]
    b, c = (right[0] & ~right[1]).sum(), (~right[0] & right[1]).sum()
    shift = plain("accuracy", joint)
    assert shift.difference == pytest.approx((b - c) / 300)
    assert shift.se == pytest.approx(np.sqrt(((b + c) / 300 - ((b - c) / 300) ** 2) / 300), rel=1e-9)


@pytest.mark.parametrize("name", ["informedness", "mcc", "macro_f1"])
def test_it_is_the_variance_of_one_number_for_each_item(name):
    truth, answers = items(200)
    joint = Joint.from_labels(truth, answers)
    slopes = gradient(joint.tables, measure(name))
    added = slopes[0][truth, answers["A"]] - slopes[1][truth, answers["B"]]
    assert plain(name, joint).se == pytest.approx(np.sqrt(200) * added.std(), rel=1e-9)


@pytest.mark.parametrize("name", ["informedness", "cohen_kappa"])
@pytest.mark.parametrize("classes", [2, 3, 4])
def test_pseudo_items_are_one_more_item_of_each_class(name, classes):
    """As items of these weights would be, and the degrees of freedom by Satterthwaite's formula."""
    truth, answers = items(50, classes)
    joint = Joint.from_labels(truth, answers)
    one, two = pseudo_answers(joint.tables)
    every = np.array(list(product(range(classes), repeat=3))).T
    shares = np.concatenate((np.ones(50), one[every[0], every[1]] * two[every[0], every[2]]))
    y, a, b = (np.concatenate(pair) for pair in zip((truth, answers["A"], answers["B"]), every, strict=True))
    tables = [Tables.from_labels(y, x, weights=shares) for x in (a, b)]
    m = measure(name)
    slopes = [gradient(table, m) for table in tables]
    added = slopes[0][y, a] - slopes[1][y, b]
    shift = Influence(m, joint).observed()
    variance = (shares * added**2).sum()
    assert shift.difference == pytest.approx(m(tables[0]) - m(tables[1]), rel=1e-12)
    assert shift.se == pytest.approx(np.sqrt(variance), rel=1e-9)
    of_variance = (shares * added**4).sum() - variance**2 / shares.sum()
    assert shift.df == (pytest.approx(2 * variance**2 / of_variance) if classes > 2 else np.inf)
    by_class = Influence(m, joint).class_squares()
    assert by_class == pytest.approx(np.bincount(y, shares * added**2))


@pytest.mark.parametrize("name", ["informedness", "mcc", "macro_f1"])
def test_it_agrees_with_the_bootstrap(name):
    joint = Joint.from_labels(*items(2000, seed=4))
    drawn = differences(measure(name), joint, 4000, seed=1).std()
    assert Influence(measure(name), joint).observed().se == pytest.approx(drawn, rel=0.05)


def test_exchanging_all_answers_changes_the_sign():
    joint = Joint.from_labels(*items(120))
    influence = Influence(measure("informedness"), joint)
    both = influence.exchanged(np.stack((np.zeros_like(joint.counts), joint.counts)))
    assert both.difference[1] == pytest.approx(-both.difference[0], rel=1e-12)
    assert both.se[1] == pytest.approx(both.se[0], rel=1e-12)


def test_exchanging_some_answers_is_exchanging_them_in_the_columns():
    truth, answers = items(120)
    chosen = np.random.default_rng(1).random(120) < 0.4
    a, b = np.where(chosen, answers["B"], answers["A"]), np.where(chosen, answers["A"], answers["B"])
    joint = Joint.from_labels(truth, answers)
    cells = dict(
        zip(zip(joint.truth, *joint.predictions, strict=True), range(len(joint.counts)), strict=True)
    )
    swaps = np.zeros((1, len(joint.counts)), dtype=np.int64)
    for row in zip(truth[chosen], answers["A"][chosen], answers["B"][chosen], strict=True):
        swaps[0, cells[row]] += 1
    exchanged = Influence(measure("mcc"), joint).exchanged(swaps)
    expected = Influence(measure("mcc"), Joint.from_labels(truth, {"A": a, "B": b})).observed()
    assert exchanged.difference[0] == pytest.approx(expected.difference, rel=1e-12)
    assert exchanged.se[0] == pytest.approx(expected.se, rel=1e-12)


def test_only_the_proportions_of_weights_matter():
    truth, answers = items(150)
    weights = np.random.default_rng(3).uniform(0.5, 2, 150)
    one, many = (
        Influence(measure("informedness"), Joint.from_labels(truth, answers, weights=w)).observed()
        for w in (weights, 1000 * weights)
    )
    assert many.difference == pytest.approx(one.difference, rel=1e-9)
    assert many.se == pytest.approx(one.se, rel=1e-9)


def test_equal_weights_are_no_weights():
    truth, answers = items(150)
    weighted = Influence(
        measure("mcc"), Joint.from_labels(truth, answers, weights=np.full(150, 3.0))
    ).observed()
    bare = Influence(measure("mcc"), Joint.from_labels(truth, answers)).observed()
    assert (weighted.difference, weighted.se) == pytest.approx((bare.difference, bare.se), rel=1e-9)


def test_uneven_weights_have_the_variance_of_the_weighted_sum():
    truth, answers = items(150)
    weights = np.random.default_rng(3).uniform(0.5, 2, 150)
    joint = Joint.from_labels(truth, answers, weights=weights)
    slopes = gradient(joint.tables, measure("mcc"))
    added = weights * (slopes[0][truth, answers["A"]] - slopes[1][truth, answers["B"]])
    assert plain("mcc", joint).se == pytest.approx(np.sqrt(150) * added.std(), rel=1e-9)


def test_each_item_its_own_cluster_is_no_clusters():
    truth, answers = items(80)
    clustered = plain("informedness", Joint.from_labels(truth, answers, clusters=np.arange(80)))
    assert clustered.df == 79
    assert clustered.se == pytest.approx(
        plain("informedness", Joint.from_labels(truth, answers)).se * np.sqrt(80 / 79), rel=1e-9
    )


def test_items_that_are_copies_of_each_other_count_once_as_a_cluster():
    truth, answers = items(80)
    copied = {name: np.tile(column, 5) for name, column in answers.items()}
    names = np.tile(np.arange(80), 5)
    clustered = plain("mcc", Joint.from_labels(np.tile(truth, 5), copied, clusters=names))
    single = plain("mcc", Joint.from_labels(truth, answers))
    assert clustered.se == pytest.approx(single.se * np.sqrt(80 / 79), rel=1e-9)


def test_k_times_the_items_have_a_standard_error_smaller_by_the_root_of_k():
    truth, answers = items(100)
    once = plain("informedness", Joint.from_labels(truth, answers))
    nine = plain("informedness", Joint.from_labels(truth, answers, counts=np.full(100, 9)))
    assert nine.difference == pytest.approx(once.difference, rel=1e-12)
    assert nine.se == pytest.approx(once.se / 3, rel=1e-9)


def test_terms_of_weighted_items_are_weighted():
    joint = Joint.from_labels(*items(90), weights=np.arange(1, 91))
    influence = Influence(measure("mcc"), joint, pseudo_items=0.0)
    added, numbers = influence.terms()
    spread = np.average(added**2, weights=numbers) - np.average(added, weights=numbers) ** 2
    assert influence.observed().se == pytest.approx(np.sqrt(90 * spread), rel=1e-9)


def test_terms_are_what_the_variance_is_made_of():
    joint = Joint.from_labels(*items(90), clusters=np.arange(90) % 30)
    influence = Influence(measure("mcc"), joint, pseudo_items=0.0)
    added, numbers = influence.terms()
    assert len(added) == 30
    assert numbers.sum() == 30
    assert influence.observed().se == pytest.approx(np.sqrt(30 / 29 * 30) * added.std(), rel=1e-9)
