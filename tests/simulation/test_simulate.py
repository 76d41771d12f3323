import numpy as np
import pytest

import abovechance as ac
from abovechance import InputError
from abovechance.simulation.world.mixture import Mixture

INFORMED = np.array([0.0, 0.2, 0.6, 0.95])
GUESSES = ["matched", "mismatched", "even", "commonest", "rarest", "random"]


def prevalences(classes):
    """Balanced, skewed and extreme."""
    ratio = np.arange(1, classes + 1)
    return np.array(
        [
            np.full(classes, 1 / classes),
            ratio / ratio.sum(),
            [1 - 0.03 * (classes - 1), *[0.03] * (classes - 1)],
        ]
    )


def errors(values, expected):
    """How many Monte Carlo standard errors the mean of the defined values is from what is expected."""
    defined = np.isfinite(values).sum(-1)
    spread = np.nanstd(values, axis=-1, ddof=1)
    return (np.nanmean(values, axis=-1) - expected) / np.maximum(spread / np.sqrt(defined), 1e-12)


@pytest.mark.parametrize("guess", GUESSES)
@pytest.mark.parametrize("sampling", ["items", "classes"])
@pytest.mark.parametrize("classes", [2, 3, 4, 5, 6])
def test_mean_informedness_is_the_probability_of_informed_decisions(classes, sampling, guess):
    """But for (K − 2)·b·(1 − b)/n, which is exact: the covariance of bias and Informedness of each label.

    With recall t and fallout f = t − b of a label, E[bias·(t̂ − f̂)] exceeds bias·b by (t(1 − t) − f(1 − f))/n, and
    the sum over all labels is (K·b(1 − b) − 2b·Σf)/n with Σf = 1 − b.
    """
    n, informed, prevalence = 150, INFORMED[:, None], prevalences(classes)[None]
    tables = ac.simulate(
        informed, prevalence, n, guess=guess, sampling=sampling, replicates=2000, seed=classes
    )
    assert tables.batch_shape == (4, 3, 2000)
    values = ac.informedness(tables)
    assert np.isfinite(values).mean() > 0.9
    bias = (classes - 2) * informed * (1 - informed) / n
    assert abs(errors(values, informed + bias)).max() < 4.5


@pytest.mark.parametrize("guess", GUESSES)
def test_two_classes_have_either_sign(guess):
    informed = np.array([-1, -0.9, -0.4, -0.1])[:, None]
    tables = ac.simulate(informed, prevalences(2), 150, guess=guess, replicates=2000, seed=1)
    assert abs(errors(ac.informedness(tables), informed)).max() < 4.5


@pytest.mark.parametrize("classes", [3, 4, 6])
def test_deliberate_errors_of_more_classes_have_a_share_of_informedness(classes):
    informed = np.array([-1, -0.5])[:, None]
    tables = ac.simulate(informed, prevalences(classes), 150, guess="even", replicates=4000, seed=1)
    true = informed / (classes - 1)
    # a class that happens not to occur adds nothing, which is not what its wrong answers are worth
    values = np.where(np.all(tables.counts.sum(-1) > 0, axis=-1), ac.informedness(tables), np.nan)
    assert abs(errors(values, true + (classes - 2) * true * (1 - true) / 150)).max() < 4.5


def test_one_table_has_no_batch():
    table = ac.simulate(informed=0.3, prevalence=[0.8, 0.2], n=500, seed=1)
    assert (table.batch_shape, table.total, table.labels, table.positive) == ((), 500, (0, 1), 1)
    assert table == ac.simulate(0.3, [0.8, 0.2], 500, seed=1)
    assert table != ac.simulate(0.3, [0.8, 0.2], 500, seed=2)


def test_the_same_tables_as_those_of_a_mixture():
    tables = ac.simulate(0.3, [0.5, 0.3, 0.2], 40, guess="mismatched", noise=0.1, replicates=7, seed=3)
    mixture = Mixture(0.3, (0.5, 0.3, 0.2), "mismatched", noise=0.1)
    assert tables == mixture.draw(40, 7, np.random.SeedSequence(3))
    assert tables == ac.simulate(0.3, [0.5, 0.3, 0.2], 40, guess="mismatched", noise=0.1, replicates=7,
                                 seed=np.random.default_rng(3))  # fmt: skip


def test_conditions_are_broadcast_and_named():
    tables = ac.simulate([[0.1], [0.5]], 0.3, [10, 20, 30], seed=1)
    assert tables.total.tolist() == [[10, 20, 30]] * 2
    assert [axis.name for axis in tables.axes] == ["condition0", "condition1"]
    tables = ac.simulate(0.1, [[0.5, 0.5], [0.9, 0.1]], 10, guess=[[0.1, 0.9]] * 2, replicates=4, seed=1)
    assert [axis.name for axis in tables.axes] == ["condition", "replicate"]
    assert tables.batch_shape == (2, 4)


def test_one_number_is_the_share_of_the_second_of_two_classes():
    tables = ac.simulate(0.0, 0.1, 1000, guess=0.7, replicates=500, seed=1, labels=["well", "ill"])
    assert ac.prevalence(tables).mean() == pytest.approx(0.1, abs=0.003)
    assert ac.bias(tables).mean() == pytest.approx(0.7, abs=0.005)
    assert (tables.labels, tables.positive) == (("well", "ill"), "ill")


def test_informedness_and_noise_by_class():
    tables = ac.simulate([[0.9, 0.1, 0.5], [0, 0, 0]], "even", 3000, k=3, by_class=True, noise=[0.2, 0, 0],
                         guess="rarest", sampling="classes", replicates=300, seed=1)  # fmt: skip
    for i, informed in enumerate([(0.9, 0.1, 0.5), (0.0, 0.0, 0.0)]):
        shares = Mixture(informed, (1 / 3,) * 3, "rarest", noise=(0.2, 0, 0)).shares
        assert tables.counts[i].mean(0) / 3000 == pytest.approx(shares, abs=1e-3)


def test_random_shares_are_drawn_for_each_table():
    """Of a Dirichlet distribution with concentration a, a share has the variance (K − 1) / (K²·(K·a + 1))."""
    many = 10**9
    for concentration in (1.0, 0.3):
        tables = ac.simulate([0, 0], "random", many, k=4, guess="random", concentration=concentration,
                             replicates=20_000, seed=1)  # fmt: skip
        rows, columns = tables.counts.sum(-1) / many, tables.counts.sum(-2) / many
        variance = 3 / (16 * (4 * concentration + 1))
        for margin in (rows, columns):
            assert margin.mean((0, 1)) == pytest.approx([0.25] * 4, abs=0.005)
            assert margin.var((0, 1)) == pytest.approx([variance] * 4, rel=0.05)
        assert abs(np.corrcoef(rows[..., 0].ravel(), columns[..., 0].ravel())[0, 1]) < 0.02
        assert len(np.unique(rows[..., 0])) > 39_000


def test_guesses_follow_random_classes_if_they_are_matched():
    tables = ac.simulate(0.0, "random", 10**9, k=3, replicates=100, seed=1)
    assert tables.counts.sum(-1) / 1e9 == pytest.approx(tables.counts.sum(-2) / 1e9, abs=1e-3)


def test_both_margins_are_fixed_for_each_condition():
    tables = ac.simulate([0.2, 0.8], [0.5, 0.3, 0.2], [[10], [95]], guess=[0.2, 0.2, 0.6],
                         sampling="margins", replicates=50, seed=1)  # fmt: skip
    assert (tables.counts.sum(-1) == tables.counts.sum(-1)[:, :, :1]).all()
    assert (tables.counts.sum(-2) == tables.counts.sum(-2)[:, :, :1]).all()
    assert tables.counts.sum(-1)[1, 0, 0].tolist() == [
        48,
        28,
        19,
    ]  # 47.5, 28.5, 19: the first half is rounded up
    bias = 0.8 * np.array([0.2, 0.2, 0.6]) + 0.2 * np.array([0.5, 0.3, 0.2])  # 24.7, 20.9, 49.4
    assert tables.counts.sum(-2)[1, 0, 0].tolist() == np.round(95 * bias).tolist()


def test_very_many_items_are_counted_exactly():
    many = 10**15
    tables = ac.simulate(0.3, [1 / 3, 1 / 7, 11 / 21], many, sampling="classes", replicates=3, seed=1)
    assert (tables.total == many).all()
    assert ac.informedness(tables) == pytest.approx([0.3] * 3, abs=1e-6)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"informed": 2}, "informed must be a probability from 0 to 1, got 2"),
        ({"prevalence": [0.5, 0.6]}, r"prevalence must be shares that add up to 1, got \[0.5, 0.6\]"),
        ({"prevalence": 1.5}, "prevalence must be shares that add up to 1"),
        ({"prevalence": None}, "prevalence must be the shares of two classes or more, got None"),
        ({"prevalence": "random"}, "prevalence 'random' needs k, the number of classes"),
        ({"prevalence": "skewed", "k": 3}, "prevalence must be shares, 'even' or 'random', got 'skewed'"),
        ({"k": 3}, "the number of classes must agree: prevalence has 2 and k has 3"),
        ({"k": 1}, "k is .* from 2 on, got 1"),
        ({"guess": [0.2, 0.3, 0.5]}, "the number of classes must agree: prevalence has 2 and guess has 3"),
        ({"guess": "matchd"}, "no way of guessing called 'matchd'; did you mean 'matched'"),
        ({"n": 0}, "n is how many items there are, a whole number from 1 on and at most 2⁵⁰, got 0"),
        ({"n": 10.5}, "n is how many items there are, a whole number from 1 on and at most 2⁵⁰, got 10.5"),
        ({"n": [10, 20], "informed": [0, 0, 0]}, r"conditions of shapes \(3,\), \(2,\) cannot be combined"),
        ({"n": 1 << 51}, "n is how many items there are"),
        ({"n": 1 << 25, "sampling": "margins"}, "for tables of up to 16777216 items, got 33554432"),
        ({"replicates": 0}, "replicates is how many tables to draw"),
        ({"sampling": "rows"}, "sampling must be one of 'items', 'classes', 'margins', got 'rows'"),
        ({"sampling": "margins", "guess": "random"}, "sampling='margins' fixes the shares"),
        ({"wrong": "odd"}, "wrong must be 'even' or 'prevalent', got 'odd'"),
        ({"noise": -0.1}, "noise must be a probability from 0 to 1, got -0.1"),
        ({"informed": [0, 0, 0], "by_class": True}, "by_class=True needs 2 values of informed"),
        ({"guess": "random", "concentration": 0}, "concentration must be a positive number, got 0"),
        ({"labels": ["a"]}, "there are 2 classes but 1 labels: give one for each"),
        ({"labels": ["a", "a"]}, "label 'a' is given twice"),
        ({"seed": -1}, "seed must be a whole number from 0 on"),
    ],
)
def test_what_cannot_be_simulated_is_refused(arguments, words):
    with pytest.raises(ac.InputError, match=words):
        ac.simulate(**({"informed": 0.5, "prevalence": [0.5, 0.5], "n": 10} | arguments))


@pytest.mark.parametrize("replicates", [10**12, 10**18])
def test_more_tables_than_the_memory_holds(replicates):
    with pytest.raises(InputError, match=f"{replicates} tables of 2 classes do not fit into memory"):
        ac.simulate(0.3, 0.5, 10, replicates=replicates)


def test_labels_tell_the_number_of_classes():
    assert (
        ac.simulate(0.3, "even", 90, labels=["a", "b", "c"], sampling="classes").counts.sum(1).tolist()
        == [30] * 3
    )
    with pytest.raises(InputError, match="there are 2 classes but 3 labels"):
        ac.simulate(0.3, "even", 90, k=2, labels=["a", "b", "c"])


def test_whole_numbers_may_be_floats_but_numbers_are_not_text():
    assert ac.simulate(0.3, 0.5, 1e3, seed=1).total == 1000
    for n in (10.5, float("inf"), float("nan"), "10"):
        with pytest.raises(InputError, match="n is how many items there are"):
            ac.simulate(0.3, 0.5, n)
    with pytest.raises(InputError, match=r"informed must be numbers and not text, got '0\.3'"):
        ac.simulate("0.3", 0.5, 10)


def test_one_class_is_too_few():
    with pytest.raises(InputError, match="k is how many classes there are, a whole number from 2 on, got 1"):
        ac.simulate(0.3, "even", 10, k=1)


@pytest.mark.parametrize(
    ("informed", "prevalence", "guess", "possible"),
    [
        (-0.3, [0.7, 0.3], "even", True),
        (0.3, [0.5, 0.3, 0.2], "matched", True),
        (0.3, [1 / 3] * 3, [0.5, 0.3, 0.2], True),
        (0, [0.5, 0.3, 0.2], "even", True),
        (0.3, [0.5, 0.3, 0.2], "even", False),
        (-0.3, [1 / 3] * 3, "even", False),
    ],
)
def test_where_both_margins_can_be_fixed_with_noise(informed, prevalence, guess, possible):
    """As the guide says: the cells off the diagonal must be products of factors of class and label."""
    options = {"guess": guess, "noise": 0.1, "sampling": "margins", "replicates": 20, "seed": 1}
    if possible:
        tables = ac.simulate(informed, prevalence, 60, **options)
        assert len(np.unique(tables.counts.sum(1), axis=0)) == 1
    else:
        with pytest.raises(InputError, match="sampling='margins' of more than two classes"):
            ac.simulate(informed, prevalence, 60, **options)
