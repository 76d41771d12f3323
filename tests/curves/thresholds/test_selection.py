"""Honest selection against choosing by hand on each part, on noise, and at the ends of what can be chosen."""

import math
import pickle

import numpy as np
import pytest

import abovechance as ac
from abovechance.curves.thresholds.held_out import Tally, Task
from abovechance.curves.thresholds.operating import operating_point
from abovechance.curves.thresholds.purposes import constraints_of, criterion_of
from abovechance.curves.thresholds.selection import METHODS, select_threshold
from abovechance.curves.thresholds.units import dealt, drawn, sample_of
from tests.curves.thresholds.test_units import as_items


def normal_scores(seed, n=60, shift=1.0, share=0.5, digits=1):
    rng = np.random.default_rng(seed)
    truth = np.arange(n) < share * n
    return truth, np.round(rng.normal(size=n) + shift * truth, digits)


PURPOSES = [{}, {"optimise": "f1"}, {"cost_positive": 3, "prevalence": 0.2}, {"at_least": {"recall": 0.8}}]


def by_hand(sample, chosen_on, judged_by, purpose):
    """The table of decisions on the items left out, choosing each cut by operating_point."""
    cells, cuts = np.zeros((2, 2)), []
    for row in range(len(chosen_on[0])):
        truth, scores = as_items(sample, chosen_on, row)
        if truth.all() or not truth.any():
            continue
        point = operating_point(ac.Curve.from_scores(truth, scores, positive=True), **purpose)
        cuts.append(point.cut)
        truth, scores = as_items(sample, judged_by, row)
        for real, score in zip(truth, scores, strict=True):
            cells[int(real), int(score >= point.cut)] += 1
    return cells, cuts


@pytest.mark.parametrize("purpose", PURPOSES)
@pytest.mark.parametrize("seed", range(3))
def test_cross_validation_is_choosing_on_the_other_folds(purpose, seed):
    sample = sample_of(*normal_scores(seed))
    held = dealt(sample, np.random.default_rng(seed), 5)
    cells, cuts = by_hand(sample, sample.rest_of(held), held, purpose)
    tally = tally_of(sample, purpose)
    tally.add(sample.rest_of(held), held)
    assert tally.table(is_split=False).counts == pytest.approx(cells)
    assert tally.choices()[0].tolist() == pytest.approx(cuts)


@pytest.mark.parametrize("purpose", PURPOSES)
def test_the_bootstrap_judges_by_the_items_left_out(purpose):
    sample = sample_of(*normal_scores(4, digits=9))
    draws = drawn(sample, np.random.default_rng(0), 20, "items")
    left = tuple((part == 0).astype(int) for part in draws)
    cells, cuts = by_hand(sample, draws, left, purpose)
    tally = tally_of(sample, purpose)
    tally.add(draws, sample.left_of(draws))
    assert tally.choices()[0].tolist() == pytest.approx(cuts)
    rates = cells / cells.sum(1, keepdims=True)
    assert tally.table(is_split=False).counts == pytest.approx(30 * rates)


def tally_of(sample, purpose, **options):
    purpose = dict(purpose)
    constraints = constraints_of(at_least=purpose.pop("at_least", None))
    rule = criterion_of(purpose.pop("optimise", None), **purpose)
    task = Task(sample, rule, constraints, purpose.get("prevalence"), (), 0.95)
    return Tally(task, with_optimism=options.get("with_optimism", False))


def test_optimism_is_the_mean_gain_of_resamples_over_all_items():
    truth, scores = normal_scores(5)
    sample = sample_of(truth, scores)
    draws = drawn(sample, np.random.default_rng(1), 30, "items")
    tally = tally_of(sample, {}, with_optimism=True)
    tally.add(draws, draws)
    gains = []
    for row in range(30):
        real, values = as_items(sample, draws, row)
        point = operating_point(ac.Curve.from_scores(real, values, positive=True))
        gains.append(point.value - ac.informedness(sample.curve.at(point.cut)))
    assert np.concatenate(tally.excess["informedness"]) == pytest.approx(gains)


@pytest.mark.parametrize(("n", "share", "optimism"), [(40, 0.5, 0.12), (100, 0.1, 0.12)])
@pytest.mark.parametrize("method", ["bootstrap", "cross_validation", "split"])
def test_noise_seems_informed_and_is_found_not_to_be(method, n, share, optimism):
    """Scores that know nothing: Informedness is 0 whatever the threshold."""
    found = [
        select_threshold(
            *normal_scores(seed, n, 0, share, 9),
            method=method,
            measures=(),
            replicates=60,
            repeats=5,
            seed=seed,
        ).estimate
        for seed in range(150)
    ]
    apparent = np.array([one.apparent for one in found])
    honest = np.array([one.value for one in found])
    assert apparent.mean() > optimism
    assert abs(honest.mean()) < 3 * honest.std() / math.sqrt(len(honest))


def test_harrells_correction_leaves_about_a_third_of_the_optimism_on_noise():
    found = [
        select_threshold(
            *normal_scores(seed, 40, 0, 0.5, 9), method="optimism", measures=(), replicates=60, seed=seed
        ).estimate
        for seed in range(150)
    ]
    apparent, corrected = (np.mean([getattr(one, name) for one in found]) for name in ("apparent", "value"))
    assert 0.2 * apparent < corrected < 0.5 * apparent


def test_intervals_hold_what_the_chosen_threshold_truly_reaches():
    """95 % intervals of Informedness, by both methods, over 150 samples whose truth is known."""
    from scipy.special import ndtr

    for method in ("bootstrap", "cross_validation"):
        inside = []
        for seed in range(150):
            found = select_threshold(
                *normal_scores(seed, 100, 1, 0.5, 9),
                method=method,
                measures=(),
                replicates=60,
                repeats=3,
                seed=seed,
            )
            true = ndtr(found.point.cut) - ndtr(found.point.cut - 1)
            inside.append(found.estimate.low <= true <= found.estimate.high)
        # three standard errors of 150 samples at 95 % are 5 %
        assert np.mean(inside) >= 0.88, method


def test_many_items_need_hardly_any_correction():
    scores = np.arange(10) / 10
    curve = ac.Curve.from_counts(
        scores, positives=10**7 * np.arange(1, 11), negatives=10**7 * np.arange(10, 0, -1)
    )
    for method in METHODS:
        found = select_threshold(curve, method=method, replicates=50, seed=1)
        assert found.estimate.value == pytest.approx(found.estimate.apparent, abs=1e-3)
        assert set(found.frequencies()) == {0.5}


def test_weights_of_one_change_nothing_but_how_items_are_drawn():
    truth, scores = normal_scores(6, 200)
    plain = select_threshold(truth, scores, seed=1, replicates=400)
    heavy = select_threshold(truth, scores, weights=np.ones(200), seed=1, replicates=400)
    assert heavy.point.threshold == plain.point.threshold
    assert heavy.estimate.value == pytest.approx(plain.estimate.value, abs=0.02)
    scaled = select_threshold(truth, scores, weights=np.full(200, 3.0), seed=1, replicates=400)
    assert scaled.estimate.value == pytest.approx(heavy.estimate.value)


def test_the_same_seed_gives_the_same_answer_and_another_one_does_not():
    truth, scores = normal_scores(7)
    one, same, other = (select_threshold(truth, scores, seed=seed).to_dict() for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_more_replicates_begin_with_the_same_ones():
    truth, scores = normal_scores(7)
    few, many = (select_threshold(truth, scores, seed=1, replicates=b).cuts for b in (500, 1000))
    assert many[:500].tolist() == few.tolist()


def test_the_spread_of_cuts_holds_the_cut_chosen():
    found = select_threshold(*normal_scores(8), seed=1)
    assert found.cut_low <= found.point.cut <= found.cut_high
    assert sum(found.frequencies().values()) == pytest.approx(1)
    assert list(found.frequencies().values()) == sorted(found.frequencies().values(), reverse=True)
    assert math.isnan(select_threshold(*normal_scores(8), method="split", seed=1).cut_low)


def test_a_split_judges_by_the_items_set_apart():
    found = select_threshold(*normal_scores(9), method="split", share=0.25, seed=1)
    assert found.table.counts.sum() == 16
    assert found.estimate.value == pytest.approx(ac.informedness(found.table))
    assert found["recall"].low == pytest.approx(ac.interval(found.table, "recall").low)


def test_measures_are_those_of_the_honest_table_at_the_prevalence_given():
    found = select_threshold(*normal_scores(9), measures=["ppv", "informedness"], prevalence=0.1, seed=1)
    assert found["precision"].value == pytest.approx(ac.precision(found.table.at_prevalence(0.1)))
    assert found["youden"].optimism == found["informedness"].apparent - found["informedness"].value
    with pytest.raises(ac.InputError, match="mcc was not computed"):
        found["mcc"]


@pytest.mark.parametrize("method", METHODS)
def test_what_cannot_be_chosen_has_a_reason(method):
    infeasible = select_threshold(*normal_scores(9), method=method, at_least={"precision": 2}, seed=1)
    assert infeasible.point.position is None
    assert math.isnan(infeasible.estimate.value)
    assert infeasible.estimate.reason.startswith("no threshold has precision >= 2")
    assert repr(infeasible).startswith("no threshold by informedness")
    one_class = select_threshold([1, 1, 1], [1, 2, 3], positive=1, method=method, seed=1)
    assert "needs both classes" in one_class.estimate.reason


def test_resamples_without_a_choice_are_counted():
    found = select_threshold([0, 0, 0, 1], [1, 2, 3, 4], seed=1, replicates=200)
    share = (1 - 1 / 4) ** 4 + (1 / 4) ** 4
    assert found.undecided == pytest.approx(200 * share, abs=3 * math.sqrt(200 * share))
    assert select_threshold([0, 0, 0, 1], [1, 2, 3, 4], seed=1, sampling="classes").undecided == 0
    hopeless = select_threshold([0, 1], [1, 2], method="cross_validation", folds=2, seed=1)
    assert hopeless.estimate.reason == "no threshold could be chosen on any part of the items"


def test_equal_scores_have_nothing_to_choose():
    found = select_threshold([0, 1] * 10, [0.5] * 20, seed=1)
    assert (found.estimate.apparent, found.estimate.value) == (0, 0)


def test_infinite_scores_are_drawn_like_others():
    truth, scores = normal_scores(3)
    certain = select_threshold(truth, np.where(truth, np.inf, scores), seed=1)
    assert certain.estimate.value == 1
    assert set(certain.cuts) == {np.inf}
    out_of_question = select_threshold(truth, np.where(truth, scores, -np.inf), seed=1)
    # the lowest positive item is the cut, and is missed when it is left out
    assert out_of_question.point.cut == scores[truth].min()
    assert 0.9 < out_of_question.estimate.value < 1
    assert np.isfinite(out_of_question.cuts).all()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"method": "magic"}, "'bootstrap', 'cross_validation'"),
        ({"folds": 1, "method": "cross_validation"}, "folds must be a whole number from 2 on, got 1"),
        ({"share": 1, "method": "split"}, "share must be between 0 and 1, got 1"),
        ({"replicates": 0}, "replicates"),
        ({"sampling": "rows"}, "sampling must be 'items' or 'classes', not 'rows'"),
        ({"level": 2}, "level"),
        ({"seed": -1}, "seed"),
    ],
)
def test_wrong_arguments_are_named(options, said):
    with pytest.raises(ac.InputError, match=said):
        select_threshold([0, 1, 0, 1], [1, 2, 3, 4], **options)


def test_a_selection_shows_itself():
    found = select_threshold(*normal_scores(9), seed=1)
    assert (
        repr(found)
        .splitlines()[0]
        .startswith(f"threshold {found.point.threshold:g}, judged by bootstrap; 95 % of")
    )
    assert "informedness" in found._repr_html_()
    frame = found.to_frame("pandas")
    assert frame["measure"].tolist()[:2] == ["informedness", "recall"]
    assert (frame["apparent"] - frame["value"]).tolist() == pytest.approx(frame["optimism"].tolist())
    assert pickle.loads(pickle.dumps(found)).to_dict() == found.to_dict()


def test_optimism_of_what_is_no_measure_or_not_finite():
    truth, scores = normal_scores(9)
    cost = select_threshold(truth, scores, method="optimism", cost_positive=4, seed=1).estimate
    assert cost.apparent < cost.value < cost.high
    perfect = select_threshold(
        [0, 0, 1, 1] * 5, [1, 2, 3, 4] * 5, method="optimism", measures=["lr+"], seed=1
    )
    assert perfect["lr+"].apparent == np.inf
    assert perfect["lr+"].reason == "the value is undefined on the items or on every resample"
    assert "inf: the value" in repr(perfect)


def test_decisions_on_items_without_weights_are_not_said_to_have_some():
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 300)
    scores = truth + rng.normal(0, 0.7, 300)
    for method in ("bootstrap", "cross_validation", "split"):
        found = ac.curves.select_threshold(truth, scores, method=method, seed=1, replicates=50)
        assert not [e.measure for e in found.estimates if "weights" in (e.warning or "")]
    weights = rng.uniform(1, 2, 300)
    heavy, scaled = (
        ac.curves.select_threshold(truth, scores, weights=scale * weights, seed=1, replicates=50)
        for scale in (1, 1000)
    )
    assert "weights" not in (heavy.estimate.warning or "")
    assert heavy.estimate.low == pytest.approx(scaled.estimate.low)


def test_what_does_not_depend_on_prevalence_is_the_same_where_a_class_is_absent():
    curve = ac.Curve.from_scores([0, 0, 1, 0, 1, 1], [0.1, 0.3, 0.4, 0.5, 0.7, 0.9])
    here, there = (ac.curves.operating_point(curve, prevalence=share) for share in (None, 0.0))
    assert there.value == there.interval("informedness").value == here.value == pytest.approx(2 / 3)
    assert there.interval("recall").value == pytest.approx(2 / 3)
    assert there.interval("accuracy").value == 1
    assert ac.curves.operating_point(curve, prevalence=0.0, at_least={"recall": 0.9}).threshold == 0.4
