"""How many labelled items a width takes: by hand, by search, and by the intervals themselves."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.inference.quantify.shares import share_sets

WORLD = {"share": 0.4, "tpr": 0.85, "fpr": 0.25, "unlabelled": 5000}


def variance(ones, zeros):
    share, t, f = 0.4, 0.85, 0.25
    q = share * t + (1 - share) * f
    parts = share**2 * t * (1 - t) / ones + (1 - share) ** 2 * f * (1 - f) / zeros + q * (1 - q) / 5000
    return parts / (t - f) ** 2


def test_no_other_split_of_as_many_items_is_better():
    plan = ac.labels_needed(0.12, **WORLD)
    assert plan.positives + plan.negatives == plan.needed
    best = min(variance(k, plan.needed - k) for k in range(1, plan.needed))
    assert variance(plan.positives, plan.negatives) == pytest.approx(best, rel=1e-3)
    assert 2 * 1.959964 * np.sqrt(best) == pytest.approx(0.12, rel=0.01)


@pytest.mark.parametrize("design", ["class", "population"])
def test_intervals_of_so_many_items_have_the_width(design):
    plan = ac.labels_needed(0.12, **WORLD, design=design)
    rates, shares = np.array([[0.75, 0.25], [0.15, 0.85]]), np.array([0.6, 0.4])
    loose = (shares @ rates)[None] * 5000
    if design == "class":
        labelled = np.array([plan.negatives, plan.positives])[:, None] * rates
    else:
        labelled = plan.needed * shares[:, None] * rates
    low, high = share_sets(labelled[None], loose, design, 0.95)
    assert (high - low)[0, 1] == pytest.approx(0.12, rel=0.05)


def test_other_names_of_the_classes_change_nothing():
    mirrored = {"share": 0.6, "tpr": 0.75, "fpr": 0.15, "unlabelled": 5000}
    for design in ("class", "population"):
        one, two = (ac.labels_needed(0.1, **x, design=design) for x in (WORLD, mirrored))
        assert one.needed == two.needed
        assert abs(one.positives - two.negatives) <= 1


def test_half_the_informedness_takes_more_than_four_times_the_labels():
    """4 times by 1/B², and more as the rates are nearer to a half."""
    sharp, blunt = (ac.labels_needed(0.1, share=0.5, tpr=0.5 + b / 2, fpr=0.5 - b / 2, unlabelled=10**9)
                    for b in (0.8, 0.4))  # fmt: skip
    assert blunt.needed / sharp.needed == pytest.approx(4 * 0.21 / 0.09, rel=0.02)


def test_an_uninformed_predictor_of_one_population_needs_the_items_of_a_plain_proportion():
    plan = ac.labels_needed(0.1, share=0.5, tpr=0.5, fpr=0.5, unlabelled=10**6, design="population")
    assert plan.needed == pytest.approx(4 * 1.959964**2 * 0.25 / 0.01, abs=1)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"tpr": 0.25}, "uninformed predictor"),
        ({"unlabelled": 10}, "it takes more of these"),
        ({"share": 1.2}, "share must lie between 0 and 1"),
        ({"unlabelled": 0}, "unlabelled must be a number of items"),
        ({"design": "x"}, "design must be"),
    ],
)
def test_what_cannot_be_planned_is_refused(options, words):
    with pytest.raises(ac.InputError, match=words):
        ac.labels_needed(0.1, **(WORLD | options))
