import json
import pickle
from pathlib import Path

import numpy as np
import pytest

import abovechance as ac
from abovechance.simulation.world.mixture import Mixture, cell_shares

SEED = np.random.SeedSequence(1)
KAPPA = json.loads((Path(__file__).parents[2] / "golden" / "kappa2012.json").read_text())


@pytest.mark.parametrize("informed", [0.0, 0.3, 1.0])
@pytest.mark.parametrize(
    ("prevalence", "guess"),
    [((0.5, 0.5), (0.5, 0.5)), ((0.95, 0.05), (0.2, 0.8)), ((0.6, 0.3, 0.1), (0.1, 0.1, 0.8))],
)
def test_the_informedness_of_the_expected_table_is_the_share_of_informed_decisions(
    informed, prevalence, guess
):
    expected = Mixture(informed, prevalence, guess).expected
    assert ac.informedness(expected) == pytest.approx(informed)
    assert expected.counts.sum(1) == pytest.approx(np.array(prevalence))
    assert expected.counts.sum() == pytest.approx(1)


def test_shares_are_those_of_right_and_guessed_decisions():
    """Half are right; of the other half of 0.8 and 0.2, each label gets half."""
    shares = Mixture(0.5, (0.8, 0.2), (0.5, 0.5)).shares
    assert shares == pytest.approx(np.array([[0.4 + 0.2, 0.2], [0.05, 0.1 + 0.05]]))


def as_printed(value, printed):
    decimals = len(str(printed).partition(".")[2].rstrip("0")) if isinstance(printed, float) else 0
    return abs(value - printed) <= 0.5 * 10**-decimals + 1e-9


def two_classes(row):
    positive, guess = row["prevalence"], row["guess_bias"]
    return Mixture(row["informed"], (1 - positive, positive), (1 - guess, guess)).expected


@pytest.mark.parametrize("row", KAPPA["table2"])
def test_table_2_of_kappa_2012_follows_from_the_model(row):
    table = two_classes(row)
    assert as_printed(100 * ac.accuracy(table), row["printed"]["Accuracy"])
    assert as_printed(100 * ac.measure("f1")(table), row["printed"]["F"])


@pytest.mark.parametrize("row", KAPPA["table3"])
def test_table_3_of_kappa_2012_follows_from_the_model(row):
    table, printed = two_classes(row), row["printed"]
    assert ac.informedness(table) == pytest.approx(row["informed"])
    for name, measure in {
        "Bias": ac.bias,
        "eCohen": ac.expected_accuracy,
        "eFleiss": ac.expected_accuracy_scott,
        "kPowers": ac.informedness,
        "kCohen": ac.cohen_kappa,
        "kFleiss": ac.scott_pi,
    }.items():
        assert as_printed(100 * measure(table), round(printed[name])), name


def test_a_negative_probability_is_that_of_the_other_of_two_labels():
    """Of 0.8 and 0.2, a quarter gets the other label and the rest is guessed half and half."""
    shares = Mixture(-0.25, (0.8, 0.2), (0.5, 0.5)).shares
    assert shares == pytest.approx(np.array([[0.3, 0.2 + 0.3], [0.05 + 0.075, 0.075]]))
    assert ac.informedness(Mixture(-0.25, (0.8, 0.2), (0.1, 0.9)).expected) == pytest.approx(-0.25)


@pytest.mark.parametrize("guess", ["matched", "mismatched", "even", "rarest"])
@pytest.mark.parametrize("prevalence", [(0.2, 0.8), (0.7, 0.2, 0.1), (0.4, 0.3, 0.1, 0.1, 0.1)])
def test_deliberate_errors_spread_evenly_have_the_informedness_of_one_wrong_label_of_all(prevalence, guess):
    """B(l) = −β·w(l) / (1 − prev(l)), and evenly w(l) = (1 − prev(l)) / (K − 1) of the errors get label l."""
    mixture = Mixture(-0.6, prevalence, guess)
    assert ac.informedness(mixture.expected) == pytest.approx(-0.6 / (len(prevalence) - 1))


def test_deliberate_errors_in_proportion_to_prevalence_depend_on_it():
    """Label l gets prev(l)·Σ_{c≠l} prev(c)/(1 − prev(c)) of the errors, and the biases are those themselves."""
    prevalence = np.array([0.7, 0.2, 0.1])
    mixture = Mixture(-1.0, tuple(prevalence), wrong="prevalent")
    assert mixture.shares[0] == pytest.approx([0, 0.7 * 2 / 3, 0.7 * 1 / 3])
    odds = prevalence / (1 - prevalence)
    bias = prevalence * (odds.sum() - odds)
    assert ac.informedness(mixture.expected) == pytest.approx(-(bias * bias / (1 - prevalence)).sum())
    even = Mixture(-0.5, (0.25,) * 4, wrong="prevalent")
    assert ac.informedness(even.expected) == pytest.approx(-0.5 / 3)
    assert Mixture(-1.0, (1.0, 0.0, 0.0), wrong="prevalent").shares[0] == pytest.approx([0, 0.5, 0.5])


def test_informedness_by_class_is_weighted_with_the_guesses_of_the_other_label():
    """Two classes: Recall = b₁ + (1 − b₁)·g₁ and Fallout = (1 − b₀)·g₁, so B = b₁·g₀ + b₀·g₁."""
    mixture = Mixture((0.2, 0.9), (0.6, 0.4), (0.7, 0.3))
    assert ac.informedness(mixture.expected) == pytest.approx(0.9 * 0.7 + 0.2 * 0.3)
    assert Mixture((0.2, -0.9), (0.6, 0.4)).shares[1] == pytest.approx([0.4 * (0.9 + 0.06), 0.4 * 0.04])


def test_noise_in_the_gold_standard_moves_items_between_rows():
    """A tenth of either class is recorded as the other; what was predicted stays."""
    clean, noisy = (Mixture(0.5, (0.8, 0.2), "even", noise=noise) for noise in (0.0, 0.1))
    assert noisy.shares == pytest.approx(np.array([[0.9, 0.1], [0.1, 0.9]]) @ clean.shares)
    assert noisy.shares.sum(0) == pytest.approx(clean.shares.sum(0))


def test_noise_multiplies_informedness_with_the_markedness_of_the_gold_standard():
    """P(l | recorded 1) − P(l | recorded 0) is B times P(1 | recorded 1) − P(1 | recorded 0)."""
    noise, rare = (0.05, 0.2), 0.3
    recorded = ac.Tables.from_counts(np.array([[0.7 * 0.95, 0.7 * 0.05], [0.3 * 0.2, 0.3 * 0.8]]))
    mixture = Mixture(0.6, (1 - rare, rare), (0.2, 0.8), noise=noise)
    assert ac.informedness(mixture.expected) == pytest.approx(0.6 * ac.markedness(recorded))


def test_noise_of_more_classes_goes_to_any_other():
    shares = Mixture(1.0, (0.6, 0.3, 0.1), noise=(0.2, 0.0, 0.0)).shares
    assert shares == pytest.approx(np.array([[0.48, 0, 0], [0.06, 0.3, 0], [0.06, 0, 0.1]]))


def test_a_batch_of_conditions_is_that_of_each_of_them():
    informed, noise = np.array([[-0.5], [0.0], [0.7]]), np.array([[0.1], [0.0], [0.3]])
    prevalence = np.array([[0.2, 0.3, 0.5], [0.1, 0.1, 0.8], [0.3, 0.3, 0.4]])
    guess = prevalence[::-1]
    for wrong in ("even", "prevalent"):
        together = cell_shares(informed, prevalence, guess, wrong=wrong, noise=noise)
        for i in range(3):
            one = Mixture(informed[i, 0], tuple(prevalence[i]), tuple(guess[i]), wrong, noise[i, 0])
            assert together[i] == pytest.approx(one.shares)


def test_a_mixture_is_a_value_that_can_be_a_key_and_be_sent_to_another_process():
    mixture = Mixture(0.5, (0.8, 0.2), "mismatched", "prevalent", (0.0, 0.1))
    assert mixture.guess == (0.2, 0.8)
    assert mixture == Mixture(np.float64(0.5), [0.8, 0.2], np.array([0.2, 0.8]), "prevalent", [0, 0.1])
    assert pickle.loads(pickle.dumps(mixture)) == mixture
    assert {mixture: 1}[Mixture(0.5, (0.8, 0.2), (0.2, 0.8), "prevalent", (0.0, 0.1))] == 1


def test_drawn_tables_have_n_items_and_the_expected_shares():
    mixture = Mixture(0.3, (0.7, 0.2, 0.1), (0.2, 0.2, 0.6))
    tables = mixture.draw(50, 20_000, SEED)
    assert tables.counts.shape == (20_000, 3, 3)
    assert tables.axes[0].name == "replicate"
    assert (tables.total == 50).all()
    error = np.sqrt(mixture.shares * (1 - mixture.shares) / (50 * 20_000))
    assert (abs(tables.counts.mean(0) / 50 - mixture.shares) < 5 * error).all()


def test_the_same_seed_draws_the_same_tables():
    mixture = Mixture(0.3, (0.5, 0.5), (0.5, 0.5))
    assert np.array_equal(mixture.draw(30, 10, SEED).counts, mixture.draw(30, 10, SEED).counts)
    other = mixture.draw(30, 10, np.random.SeedSequence(2))
    assert not np.array_equal(mixture.draw(30, 10, SEED).counts, other.counts)


def test_classes_can_be_drawn_with_their_expected_numbers():
    tables = Mixture(0.3, (0.7, 0.3), "even").draw(50, 100, SEED, sampling="classes")
    assert (tables.counts.sum(-1) == [35, 15]).all()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((1.2, (0.5, 0.5), (0.5, 0.5)), "informed must be a probability from 0 to 1, got 1.2; a negative"),
        ((-1.2, (0.5, 0.5), (0.5, 0.5)), "informed must be a probability from 0 to 1, got -1.2"),
        (((0.1, 0.2, 0.3), (0.5, 0.5)), "informed must be one number or one for each of 2 classes"),
        ((float("nan"), (0.5, 0.5)), "informed must be a probability"),
        (("much", (0.5, 0.5)), "informed must be numbers, got 'much'"),
        ((0.2, (0.5, 0.6), (0.5, 0.5)), "prevalence must be shares that add up to 1"),
        ((0.2, (1.0,)), "prevalence must be the shares of two classes or more"),
        ((0.2, (0.5, 0.5), (1.5, -0.5)), "guess must be shares"),
        ((0.2, (0.5, 0.5), (0.2, 0.3, 0.5)), "prevalence has 2 classes and guess 3"),
        ((0.2, [[0.5, 0.5]]), "a Mixture is one predictor"),
        ((0.2, (0.5, 0.5), [[0.5, 0.5]]), "a Mixture is one predictor"),
        (
            (0.2, (0.5, 0.5), "missmatched"),
            "no way of guessing called 'missmatched'; did you mean 'mismatched'",
        ),
        ((0.2, (0.5, 0.5), "even", "odd"), "wrong must be 'even' or 'prevalent', got 'odd'"),
        ((0.2, (0.5, 0.5), "even", "even", 1.5), "noise must be a probability from 0 to 1, got 1.5"),
        (
            (0.2, (0.5, 0.5), "even", "even", (0, 0, 0)),
            "noise must be one number or one for each of 2 classes",
        ),
    ],
)
def test_what_is_no_probability_is_refused(arguments, words):
    with pytest.raises(ac.InputError, match=words):
        Mixture(*arguments)
