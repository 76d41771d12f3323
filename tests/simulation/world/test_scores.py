import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import rankdata

import abovechance as ac
from abovechance.simulation.world.scores import BinormalScores


def areas(truth, scores):
    """The AUC of each replicate, by ranks."""
    positives = truth.sum(-1)
    ranks = np.where(truth == 1, rankdata(scores, axis=-1), 0).sum(-1)
    return (ranks - positives * (positives + 1) / 2) / (positives * (truth.shape[-1] - positives))


@pytest.mark.parametrize("sampling", ["items", "classes"])
@pytest.mark.parametrize(
    ("auc", "deviation", "prevalence"), [(0.5, 1, 0.5), (0.8, 2, 0.1), (0.95, 0.5, 0.7), (0.3, 1, 0.4)]
)
def test_the_mean_auc_is_that_of_the_model(auc, deviation, prevalence, sampling):
    """The AUC of a sample is unbiased."""
    model = BinormalScores.of_auc(auc, deviation=deviation, prevalence=prevalence)
    assert model.auc == pytest.approx(auc)
    found = areas(*model.draw(100, 3000, sampling=sampling, seed=1))
    assert found.mean() == pytest.approx(auc, abs=4.5 * found.std() / np.sqrt(3000))


def test_scores_are_normal_in_each_class():
    truth, scores = BinormalScores(1.5, 2.0, 0.3).draw(200_000, seed=1)
    assert truth.mean() == pytest.approx(0.3, abs=0.005)
    assert (scores[truth == 1].mean(), scores[truth == 1].std()) == pytest.approx((1.5, 2.0), abs=0.03)
    assert (scores[truth == 0].mean(), scores[truth == 0].std()) == pytest.approx((0.0, 1.0), abs=0.02)


@pytest.mark.parametrize("informed", [-0.6, 0.0, 0.3, 0.9])
def test_the_best_threshold_of_equal_deviations_is_half_way(informed):
    model = BinormalScores.of_informedness(informed, prevalence=0.2)
    assert model.informedness == pytest.approx(informed, abs=1e-12)
    assert model.threshold == model.mean / 2
    tpr, fpr = model.rates([model.threshold, -np.inf, np.inf])
    assert tpr - fpr == pytest.approx([informed, 0, 0], abs=1e-12)


@pytest.mark.parametrize("mean", [-2.0, 0.0, 0.3, 3.0])
@pytest.mark.parametrize("deviation", [0.3, 0.999999, 1.000001, 1.5, 4.0])
def test_no_threshold_is_better_than_the_best(mean, deviation):
    model = BinormalScores(mean, deviation)
    tried = np.linspace(-12, 12, 4001)
    tpr, fpr = model.rates(tried)
    start = tried[np.argmax(abs(tpr - fpr))]
    search = minimize_scalar(
        lambda t: -abs(model.informedness_at(t)), bounds=(start - 0.01, start + 0.01), method="bounded"
    )
    assert abs(model.informedness) == pytest.approx(-search.fun, abs=1e-6)


def test_the_best_threshold_of_a_sample_comes_near():
    model = BinormalScores.of_informedness(0.5, prevalence=0.2)
    curve = ac.Curve.from_scores(*model.draw(100_000, seed=2))
    table = curve.at(model.threshold)
    assert ac.informedness(table) == pytest.approx(0.5, abs=0.015)


def test_classes_have_their_expected_numbers():
    truth, scores = BinormalScores(1.0, prevalence=0.25).draw(10, 4, sampling="classes", seed=1)
    assert truth.tolist() == [[0] * 8 + [1] * 2] * 4  # of 7.5 and 2.5, the first half is rounded up
    assert (truth.shape, scores.shape) == ((4, 10), (4, 10))
    again = BinormalScores(1.0, prevalence=0.25).draw(10, 4, sampling="classes", seed=1)
    assert np.array_equal(scores, again[1])


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: BinormalScores(np.inf), "mean must be a finite number, got inf"),
        (lambda: BinormalScores(1, 0), "deviation must be a positive number, got 0"),
        (lambda: BinormalScores(1, 1, 2), "prevalence must be a share from 0 to 1, got 2"),
        (lambda: BinormalScores.of_auc(1.0), "auc must lie between 0 and 1, and be neither, got 1.0"),
        (
            lambda: BinormalScores.of_informedness(-1),
            "informed must lie between -1 and 1, and be neither, got -1",
        ),
        (lambda: BinormalScores(1).draw(0), "n is how many items there are, a whole number from 1 on"),
        (lambda: BinormalScores(1).draw(9, 0), "replicates is how many tables"),
        (
            lambda: BinormalScores(1).draw(9, sampling="margins"),
            "sampling of scores must be 'items' or 'classes'",
        ),
    ],
)
def test_what_is_no_model_is_refused(make, words):
    with pytest.raises(ac.InputError, match=words):
        make()
