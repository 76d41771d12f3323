"""Paired differences: what is recommended, what holds whatever the method, and what is refused."""

import math

import numpy as np
import pytest
from scipy.stats import t as students

from abovechance import InputError
from abovechance.inference.comparisons.discordance import Discordance, mover_tango, studentised_p
from abovechance.inference.comparisons.influence import Influence
from abovechance.inference.comparisons.joint import Joint
from abovechance.inference.comparisons.mcnemar import mid_p, tango
from abovechance.inference.comparisons.paired import INTERVALS, OF_PROPORTIONS, TESTS, paired_difference
from abovechance.measures.registry import measure, measures


def items(n, classes, seed=0, skill=(0.7, 0.5)):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n)
    a, b = (np.where(rng.random(n) < s, truth, rng.integers(0, classes, n)) for s in skill)
    return truth, {"A": a, "B": b}


TWO, THREE = Joint.from_labels(*items(200, 2)), Joint.from_labels(*items(200, 3))


@pytest.mark.parametrize(
    ("name", "joint", "method", "test"),
    [
        ("informedness", TWO, "mover_tango", "studentised_mid_p"),
        ("informedness", Joint.from_labels(*items(30, 2)), "mover_tango", "cautious"),
        ("informedness", THREE, "delta", "delta"),
        ("informedness", Joint.from_labels(*items(140, 3)), "delta", "delta"),
        ("mcc", Joint.from_labels(*items(140, 2)), "delta", "swap"),
        ("accuracy", THREE, "tango", "mcnemar_mid_p"),
        ("recall", TWO, "tango", "mcnemar_mid_p"),
        ("mcc", TWO, "delta", "delta"),
        ("correlation", TWO, "delta", "delta"),
        ("correlation", THREE, "bca", "swap"),
        ("informedness", Joint.from_labels(*items(200, 2), weights=np.arange(1, 201)), "delta", "delta"),
        ("accuracy", Joint.from_labels(*items(140, 2), clusters=np.arange(140) // 2), "delta", "delta"),
    ],
)
def test_auto_chooses_what_holds_its_level(name, joint, method, test):
    found = paired_difference(name, joint, replicates=99, seed=1)
    assert (found.method, found.test) == (method, test)


def test_named_methods_are_what_they_are_called():
    d = Discordance.of(TWO)
    found = paired_difference("informedness", TWO)
    assert (found.low, found.high) == mover_tango(d)
    assert found.p_value == studentised_p(d)
    recall = paired_difference("recall", TWO)
    b, c, n = d.raised_positives, d.lowered_positives, d.positives
    assert (recall.low, recall.high) == pytest.approx(tango(b, c, n))
    assert recall.p_value == pytest.approx(mid_p(b, c))
    assert recall.se == pytest.approx(math.sqrt((b + c) / n - ((b - c) / n) ** 2) / math.sqrt(n))
    assert recall.label == 1


def test_the_delta_interval_is_normal_or_with_clusters_or_more_classes_students():
    shift = Influence(measure("mcc"), TWO).observed()
    found = paired_difference("mcc", TWO)
    assert (found.low, found.high) == pytest.approx(
        (shift.difference - 1.959964 * shift.se, shift.difference + 1.959964 * shift.se), rel=1e-6
    )
    assert found.p_value == pytest.approx(math.erfc(shift.difference / shift.se / math.sqrt(2)))
    shift = Influence(measure("mcc"), THREE).observed()
    found = paired_difference("mcc", THREE)
    law = students(shift.df)
    assert (found.high - found.low) / 2 == pytest.approx(law.ppf(0.975) * shift.se)
    assert found.p_value == pytest.approx(2 * law.sf(shift.difference / shift.se))
    clustered = Joint.from_labels(*items(200, 3), clusters=np.arange(200) % 5)
    shift = Influence(measure("mcc"), clustered).observed()
    found = paired_difference("mcc", clustered)
    assert (found.high - found.low) / 2 == pytest.approx(2.776445 * shift.se, rel=1e-6)
    assert found.p_value == pytest.approx(2 * students(4).sf(abs(shift.difference) / shift.se))


def test_bounds_end_where_a_difference_can():
    truth = np.arange(4) % 2
    joint = Joint.from_labels(truth, {"right": truth, "wrong": 1 - truth})
    up, down = (paired_difference("mcc", joint.pair(*names), method="delta", replicates=9)
                for names in (("right", "wrong"), ("wrong", "right")))  # fmt: skip
    assert up.high == 2
    assert down.low == -2
    assert (down.low, down.high) == (-up.high, -up.low)


@pytest.mark.parametrize("name", ["odds_ratio", "positive_likelihood_ratio", "negative_likelihood_ratio"])
def test_items_that_are_answered_alike_narrow_the_interval_of_ratios(name):
    """B and C have the same table, but B answers nearly all items as A does, and C as if it knew nothing of A."""
    rng = np.random.default_rng(4)
    truth = np.repeat([0, 1], 200)
    a = np.where(rng.random(400) < 0.7, truth, 1 - truth)
    alike = a.copy()
    alike[[3, 9, 210, 222]] = 1 - alike[[3, 9, 210, 222]]
    apart = np.concatenate([rng.permutation(half) for half in np.split(alike, 2)])
    near, far = (
        paired_difference(name, Joint.from_labels(truth, {"A": a, "B": b}), method="mover_log")
        for b in (alike, apart)
    )
    assert near.difference == far.difference
    assert near.high - near.low < 0.5 * (far.high - far.low)


def outcome(found):
    return np.array([found.difference, found.low, found.high, found.se, found.p_value])


CASES = [("informedness", TWO, m, "auto") for m in INTERVALS if m not in (*OF_PROPORTIONS, "log")]
CASES += [("informedness", TWO, "auto", t) for t in TESTS if not t.startswith(("mcnemar", "log"))]
CASES += [(name, TWO, "log", "log") for name in ("odds_ratio", "negative_likelihood_ratio")]
CASES += [("accuracy", THREE, m, "mcnemar") for m in OF_PROPORTIONS]
CASES += [("accuracy", THREE, "tango", t) for t in TESTS if t.startswith("mcnemar")]
CASES += [(name, THREE, "auto", "auto") for name in ("informedness", "markedness", "macro_f1", "cohen_kappa")]


@pytest.mark.parametrize(("name", "joint", "method", "test"), CASES)
def test_exchanging_the_systems_negates_everything(name, joint, method, test):
    options = {"method": method, "test": test, "replicates": 400, "seed": 1}
    found = paired_difference(name, joint, **options)
    turned = paired_difference(name, joint.pair("B", "A"), **options).reversed
    assert (turned.first, turned.second) == ("A", "B")
    drawn = method in ("bca", "percentile") or test == "swap"
    np.testing.assert_allclose(outcome(turned), outcome(found), atol=0.1 if drawn else 1e-12)


@pytest.mark.parametrize("name", ["informedness", "mcc", "macro_f1", "accuracy"])
@pytest.mark.parametrize("classes", [2, 3])
def test_the_names_and_the_order_of_the_classes_change_nothing(name, classes):
    truth, answers = items(200, classes)
    new = np.array(["z", "m", "a"][:classes])
    found = paired_difference(name, Joint.from_labels(truth, answers))
    other = paired_difference(name, Joint.from_labels(new[truth], {k: new[v] for k, v in answers.items()}))
    np.testing.assert_allclose(outcome(other), outcome(found), rtol=1e-9)


@pytest.mark.parametrize("test", ["studentised_mid_p", "mid_p", "exact", "swap", "delta", "wald"])
def test_identical_systems_have_no_difference_and_p_one(test):
    truth, answers = items(100, 2)
    joint = Joint.from_labels(truth, {"A": answers["A"], "B": answers["A"]})
    found = paired_difference("informedness", joint, test=test, replicates=99, seed=1)
    assert (found.difference, found.p_value) == (0, 1)
    assert found.low < 0 < found.high


@pytest.mark.parametrize("n", [2, 5, 12])
@pytest.mark.parametrize("name", ["informedness", "mcc", "macro_f1", "accuracy"])
def test_a_few_items_never_give_certainty(name, n):
    truth = np.arange(n) % 2
    joint = Joint.from_labels(truth, {"right": truth, "wrong": 1 - truth})
    found = paired_difference(name, joint, replicates=199, seed=1)
    assert found.low < found.difference
    assert np.isfinite(outcome(found)).all()
    assert found.p_value > 0.999 * 2.0**-n


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("degenerate", ["a few items", "a constant answer", "one real class"])
def test_every_measure_has_a_difference_or_a_reason(classes, degenerate):
    truth, answers = items(12, classes, seed=6)
    if degenerate == "a constant answer":
        answers["B"] = np.zeros(12, dtype=int)
    if degenerate == "one real class":
        truth = np.zeros(12, dtype=int)
    joint = Joint.from_labels(truth, answers, labels=list(range(classes)))
    for m in measures():
        if m.scope == "overall" or classes == 2:
            found = paired_difference(m, joint, replicates=9, seed=1)
            complete = np.isfinite(outcome(found)).all()
            assert complete != (found.reason is not None), (m.key, found)


def test_one_item_more_in_a_class_never_seen_is_no_crash():
    joint = Joint.from_labels(["a", "b"], {"A": ["a", "b"], "B": ["a", "a"]}, labels=["a", "b", "c"])
    assert np.isfinite(outcome(paired_difference("informedness", joint, replicates=99, seed=1))).all()


def test_an_undefined_value_says_whose_and_why():
    joint = Joint.from_labels([0, 1, 1], {"A": [0, 1, 1], "B": [1, 1, 1]})
    found = paired_difference("mcc", joint)
    assert np.isnan(outcome(found)).all()
    assert found.reason == "mcc of 'B' is undefined: only one label was ever predicted"


def test_an_infinite_value_has_no_interval():
    joint = Joint.from_labels([0, 1, 1, 0], {"A": [0, 1, 1, 0], "B": [1, 1, 0, 0]})
    found = paired_difference("odds_ratio", joint)
    assert np.isnan([found.low, found.high, found.p_value]).all()
    assert found.reason == "odds_ratio of 'A' is infinite"


def test_a_bootstrap_without_spread_says_so():
    joint = Joint.from_labels([0, 1, 2] * 5, {"A": [0, 1, 2] * 5, "B": [0, 1, 2] * 5})
    found = paired_difference("informedness", joint, method="bca", test="delta", replicates=99, seed=1)
    assert np.isnan(found.low)
    assert "bca has no bounds" in found.reason


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"name": "f1"}, "f1 is a measure of one class and there are 3"),
        ({"method": "mover_tang"}, "no interval method called 'mover_tang'; did you mean 'mover_tango'"),
        ({"test": "xyz"}, "no test called 'xyz'; there are 'auto', 'studentised_mid_p'"),
        ({"method": "mover_tango"}, "mover_tango does not apply to informedness of 3 classes"),
        ({"test": "mcnemar"}, "mcnemar does not apply to informedness of 3 classes"),
        ({"level": 95}, "level must lie between 0 and 1"),
        ({"replicates": 0}, "replicates is how many tables to draw, .* got 0"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        paired_difference(**{"name": "informedness", "joint": THREE} | arguments)


def test_a_method_that_needs_counts_says_that_there_are_weights():
    joint = Joint.from_labels(*items(200, 2), weights=np.arange(1, 201))
    with pytest.raises(InputError, match="exact does not apply to informedness of 2 classes with weights"):
        paired_difference("informedness", joint, test="exact")


def test_methods_have_other_names():
    assert paired_difference("mcc", TWO, method="Influence", test="Permutation", replicates=9).test == "swap"
    assert paired_difference("informedness", TWO, method="MOVER–Tango", test="mid-p").method == "mover_tango"


@pytest.mark.parametrize(("n", "skill"), [(150, (0.5, 0.5)), (300, (0.85, 0.85))])
def test_the_delta_method_covers_and_rejects_at_its_level_for_three_classes(n, skill):
    """Equal skill, unequal bias: the second guesses the first class more often."""
    rng = np.random.default_rng(5)
    runs, covered, rejected = 400, 0, 0
    for _ in range(runs):
        truth = rng.choice(3, n, p=[0.6, 0.25, 0.15])
        a = np.where(rng.random(n) < skill[0], truth, rng.choice(3, n, p=[0.6, 0.25, 0.15]))
        b = np.where(rng.random(n) < skill[1], truth, rng.choice(3, n, p=[0.8, 0.15, 0.05]))
        found = paired_difference("informedness", Joint.from_labels(truth, {"A": a, "B": b}), test="delta")
        covered += found.low <= 0 <= found.high
        rejected += found.p_value < 0.05
    error = math.sqrt(0.05 * 0.95 / runs)
    assert 0.95 - 3 * error < covered / runs < 0.99
    assert rejected == runs - covered
