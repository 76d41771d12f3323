"""The H-measure is checked against the package of that name and by integrating the loss over all costs."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.integrate import quad
from scipy.stats import beta

import abovechance as ac
from abovechance.curves import Curve, h_measure
from tests.curves.rankings import ranked
from tests.curves.samples import curves

# hmeasure 0.1.6: h_score(truth, scores), with severity_ratio=1.0 and with severity_ratio=-1.
HMEASURE = {
    "good": {
        "hmeasure": 0.2503915050573565,
        "hand2009": 0.2400848147665955,
        "hand2014": 0.23245041097860164,
    },
    "rare": {
        "hmeasure": 0.10326608580732666,
        "hand2009": 0.00660205902103006,
        "hand2014": 0.03193067071912492,
    },
    "weak": {
        "hmeasure": 0.0525221496112066,
        "hand2009": 0.0525221496112066,
        "hand2014": 0.04995903978182692,
    },
    "wrong": {"hmeasure": 0.0, "hand2009": 0.0, "hand2014": 0.0},
}


@pytest.mark.parametrize("name", HMEASURE)
@pytest.mark.parametrize("prior", ["hmeasure", "hand2009", "hand2014"])
def test_the_value_is_that_of_the_package(name, prior):
    assert h_measure(ranked(name), prior).value == pytest.approx(HMEASURE[name][prior], abs=1e-12)


def expected_loss(curve, prevalence, prior):
    """The loss at the best threshold, integrated between the costs at which the best one changes."""

    def loss(c):
        losses = c * (1 - prevalence) * curve.fpr + (1 - c) * prevalence * (1 - curve.tpr)
        return losses.min() * beta.pdf(c, *prior)

    hull = curve.hull()
    rise, run = np.diff(hull.tp), np.diff(hull.fp)
    bends = np.unique(np.concatenate(([0, 1], rise / (rise + run))))
    return sum(quad(loss, low, high)[0] for low, high in pairwise(bends))


@settings(max_examples=15)
@given(curves(most=10))
def test_the_value_is_the_loss_saved_over_all_costs(curve):
    prior = (2.0, 3.5)
    found = h_measure(curve, prior)
    nothing = Curve.from_counts([0.0], [curve.positives], [curve.negatives])
    loss, trivial = (expected_loss(c, curve.prevalence, prior) for c in (curve, nothing))
    assert found.loss == pytest.approx(loss, abs=1e-8)
    assert found.trivial_loss == pytest.approx(trivial, abs=1e-8)
    assert found.value == pytest.approx(1 - loss / trivial, abs=1e-7)


@given(curves())
def test_the_value_lies_between_chance_and_perfection(curve):
    for prior in ("hand2014", "hand2009", "hmeasure", (0.5, 0.5), (30, 1)):
        assert 0 <= h_measure(curve, prior).value <= 1


@given(curves())
def test_renaming_the_classes_changes_nothing(curve):
    turned = Curve.from_counts(-curve.thresholds[1:], np.diff(curve.fp), np.diff(curve.tp))
    for prior in ("hand2014", "hand2009"):  # the default of the packages is not so
        assert h_measure(turned, prior).value == pytest.approx(h_measure(curve, prior).value, abs=1e-12)


def test_perfect_and_constant_scores():
    assert h_measure(Curve.from_scores([0, 1, 1], [1, 2, 3])).value == 1
    assert h_measure(Curve.from_scores([0, 1, 1], [2, 2, 2])).value == 0


def test_the_result_names_its_prior():
    curve = Curve.from_scores([0, 0, 0, 1], [1, 2, 3, 3])
    named = h_measure(curve)
    assert (named.prior, named.a, named.b) == ("hand2014", 1.25, 1.75)
    assert "Beta(1.25, 1.75) (hand2014)" in repr(named)
    package = h_measure(curve, "hmeasure")
    assert (package.a, package.b) == (2, 4)
    assert h_measure(curve, "Hand 2009") == h_measure(curve, "hand2009")
    assert h_measure(curve, (2, 2)).value == h_measure(curve, "hand2009").value
    assert h_measure(curve, (2, 2)).prior == "beta"
    assert float(named) == named.value


@pytest.mark.parametrize(
    ("prior", "said"),
    [
        ("hand2010", "did you mean 'hand2014', 'hand2009'?"),
        ("uniform", "there are 'hand2014', 'hand2009', 'hmeasure'"),
        ((2, 0), "two positive numbers, (a, b), not (2, 0)"),
        ((2, 2, 2), "two positive numbers"),
        (2, "two positive numbers"),
        ((2, math.inf), "two positive numbers"),
        ((math.nan, 2), "two positive numbers"),
        (("a", "b"), "two positive numbers"),
    ],
)
def test_a_prior_must_be_one(prior, said):
    with pytest.raises(ac.InputError) as caught:
        h_measure(ranked("good"), prior)
    assert said in str(caught.value)
    with pytest.raises(ac.InputError, match="prior"):  # though there would be no value either way
        h_measure(Curve.from_scores(["a", "a"], [1, 2], positive="a"), prior)


def test_one_class_has_no_value():
    found = h_measure(Curve.from_scores(["a", "a"], [1, 2], positive="a"), "hmeasure")
    assert math.isnan(found.value)
    assert found.reason == "every item is really 'a'"
    assert "every item is really 'a'" in repr(found)


def test_as_plain_data():
    found = h_measure(ranked("good"))
    assert found.to_dict()["prior"] == "hand2014"
    assert found.to_frame("pyarrow").to_pylist() == [found.to_dict()]
