"""A study of measures against exact enumeration, theory and its own parts."""

import math
from itertools import product

import numpy as np
import polars as pl
import pytest

import abovechance as ac
from abovechance import InputError, Tables
from abovechance.simulation.study.study import Design, System
from abovechance.simulation.world.mixture import Mixture

SMALL = {"measures": ["informedness", "accuracy"], "replicates": 500}


def row(rows, **facts):
    (found,) = [row for row in rows if all(row[name] == value for name, value in facts.items())]
    return found


def enumerated(informed, positives, n, key):
    """All values of a measure of two classes and their probabilities."""
    shares = Mixture(informed, (1 - positives, positives)).shares.ravel()
    for cells in product(range(n + 1), repeat=4):
        if sum(cells) == n:
            ways = math.factorial(n) / math.prod(map(math.factorial, cells))
            table = Tables.from_counts(np.reshape(cells, (2, 2)))
            yield ac.measure(key)(table), ways * np.prod(shares ** np.array(cells))


@pytest.mark.parametrize("key", ["accuracy", "error_rate", "informedness"])
def test_against_enumeration(key):
    """The better system has few positives, the worse many: exact shares, mean and spread of six items each."""
    n, size = 6, 40_000
    better, worse = (list(enumerated(b, p, n, key)) for b, p in ((0.5, 0.5), (0.1, 0.2)))
    defined = sum(p for value, p in better if not math.isnan(value))
    mean = sum(value * p for value, p in better if not math.isnan(value)) / defined
    variance = sum((value - mean) ** 2 * p for value, p in better if not math.isnan(value)) / defined
    pairs = [(a - b, p * q) for a, p in better for b, q in worse if not math.isnan(a - b)]
    side = -1 if key == "error_rate" else 1
    both = sum(p for _, p in pairs)
    wrong = sum(p for x, p in pairs if side * x < -1e-12) / both
    tied = sum(p for x, p in pairs if abs(x) <= 1e-12) / both

    study = ac.study([0.1, 0.5], [0.5, [0.8, 0.2]], n, measures=key, replicates=size)
    of_better = row(study.values, informed=0.5, prevalence="0.5,0.5")
    assert of_better["mean"] == pytest.approx(mean, abs=4 * math.sqrt(variance / size))
    assert of_better["sd"] == pytest.approx(math.sqrt(variance), rel=0.03)
    assert of_better["rmse"] == pytest.approx(math.sqrt(variance + (mean - 0.5) ** 2), rel=0.03)
    assert of_better["undefined"] == pytest.approx(1 - defined, abs=0.005)
    contest = row(study.contests, better_prevalence="0.5,0.5", worse_prevalence="0.8,0.2")
    error = 4 * math.sqrt(wrong * (1 - wrong) / (size * both))
    assert contest["wrong"] == pytest.approx(wrong, abs=error)
    assert contest["tied"] == pytest.approx(tied, abs=0.01)
    assert contest["right"] + contest["wrong"] + contest["tied"] == pytest.approx(1)
    assert contest["undefined"] == pytest.approx(1 - both, abs=0.01)


def test_informedness_recovers_the_probability_and_misleads_least():
    """Over prevalences and guesses the mean is b within Monte Carlo error; the other means move."""
    study = ac.study(
        [0.0, 0.3, 0.8],
        [[0.5, 0.5], [0.9, 0.1], [0.8, 0.1, 0.1]],
        400,
        guess=["matched", "mismatched", "even"],
        measures=["informedness", "cohen_kappa", "accuracy"],
        replicates=4000,
    )
    of_informedness = [x for x in study.values if x["measure"] == "informedness"]
    assert len(of_informedness) == 27
    for x in of_informedness:
        assert abs(x["bias"]) < 4 * x["sd"] / math.sqrt(4000)
        assert x["true_value"] == pytest.approx(x["informed"], abs=1e-12)
    for classes in (2, 3):
        rates = [
            row(study.misled, measure=key, differing="anything", classes=classes)["wrong"]
            for key in ("informedness", "cohen_kappa", "accuracy")
        ]
        assert rates == sorted(rates)
        moved = {
            key: row(study.dependence, measure=key, on="guess", classes=classes)["greatest_range"]
            for key in ("informedness", "cohen_kappa")
        }
        assert moved["informedness"] < 0.02
        assert moved["cohen_kappa"] > 0.1


def test_kinds_of_comparison_add_up():
    study = ac.study([0.2, 0.7], [0.5, [0.8, 0.2]], 50, guess=["matched", "rarest"], **SMALL)
    kinds = [x for x in study.misled if x["measure"] == "accuracy"]
    assert {x["differing"]: x["pairs"] for x in kinds} == {
        "anything": 16,
        "nothing": 4,
        "prevalence": 4,
        "guess": 4,
        "prevalence and guess": 4,
    }
    whole = row(kinds, differing="anything")
    parts = [x for x in kinds if x is not whole]
    assert whole["wrong"] == pytest.approx(sum(x["wrong"] for x in parts) / 4)


def test_agreement_of_measures_that_order_alike_or_not_at_all():
    keys = ["accuracy", "error_rate", "f1", "jaccard"]
    study = ac.study([0.1, 0.5, 0.9], 0.3, 60, measures=keys, replicates=300)
    assert row(study.agreement, measure="accuracy", other="error_rate")["kendall"] == 1
    # J = F/(2 − F) rises with F
    assert row(study.agreement, measure="f1", other="jaccard")["kendall"] == 1
    assert row(study.agreement, measure="f1", other="jaccard")["discordant"] == 0
    assert 0 < row(study.agreement, measure="accuracy", other="f1")["kendall"] < 1


def test_dependence_is_the_range_of_means_that_differ_in_one_thing():
    study = ac.study([0.2, 0.7], [0.5, [0.9, 0.1], [0.7, 0.3]], 80, guess=["matched", "even"], **SMALL)
    means = {
        (x["informed"], x["guess"], x["prevalence"]): x["mean"]
        for x in study.values
        if x["measure"] == "accuracy"
    }
    ranges = [
        max(means[b, g, p] for p in ("0.5,0.5", "0.9,0.1", "0.7,0.3"))
        - min(means[b, g, p] for p in ("0.5,0.5", "0.9,0.1", "0.7,0.3"))
        for b, g in product((0.2, 0.7), ("matched", "even"))
    ]
    found = row(study.dependence, measure="accuracy", on="prevalence")
    assert found["mean_range"] == pytest.approx(sum(ranges) / 4)
    assert found["greatest_range"] == max(ranges)


def test_a_measure_without_better_and_worse_misleads_nobody():
    study = ac.study([0.2, 0.7], 0.3, 50, measures=["bias"], replicates=100)
    assert math.isnan(row(study.contests, measure="bias")["wrong"])
    assert math.isnan(row(study.misled, differing="anything")["wrong"])


def test_measures_of_one_class_have_a_row_for_each():
    study = ac.study([0.2, 0.7], [[0.5, 0.3, 0.2]], 50, measures=["recall", "accuracy"], replicates=100)
    assert [(x["measure"], x["class"]) for x in study.values[:4]] == [
        ("recall", 0),
        ("recall", 1),
        ("recall", 2),
        ("accuracy", None),
    ]
    assert len(study.contests) == 4


def test_without_comparison_each_system_is_alone():
    study = ac.study([0.2, 0.7], 0.3, 50, compared=False, **SMALL)
    assert len(study.values) == 4
    assert study.contests == study.misled == study.agreement == []


def test_undefined_and_infinite_shares():
    """Two items, one of each class always, all right: the odds ratio is infinite, in half of the cases."""
    study = ac.study(1.0, 0.5, 2, measures="odds_ratio", replicates=4000)
    (only,) = study.values
    assert only["infinite"] == pytest.approx(0.5, abs=0.04)
    assert only["undefined"] == pytest.approx(0.5, abs=0.04)
    assert math.isnan(only["mean"])
    assert only["most"] == math.inf


def test_random_shares_have_no_true_value():
    study = ac.study([0.2, 0.7], "random", 50, k=3, guess="random", **SMALL)
    assert math.isnan(row(study.values, informed=0.2, measure="accuracy")["true_value"])
    informed = row(study.values, informed=0.7, measure="informedness")
    assert informed["mean"] == pytest.approx(0.7, abs=4 * informed["sd"] / math.sqrt(500) + 0.01)


def test_the_same_from_a_folder_and_from_any_number_of_workers(tmp_path):
    arguments = ([0.2, 0.7], [0.5, [0.6, 0.3, 0.1]], [20, 50])
    one = ac.study(*arguments, workers=1, **SMALL)
    kept = ac.study(*arguments, workers=2, folder=tmp_path, **SMALL)
    assert kept.to_dict() == one.to_dict()
    steps = []
    assert ac.study(*arguments, folder=tmp_path, progress=steps.append, **SMALL).to_dict() == one.to_dict()
    assert steps == []
    with pytest.raises(InputError, match="holds another run"):
        ac.study(*arguments, folder=tmp_path, measures="f1", replicates=500)


@pytest.mark.parametrize("rows", ["values", "contests", "misled", "agreement", "dependence"])
def test_frames_and_parquet(tmp_path, rows):
    study = ac.study([0.2, 0.7], [0.5, [0.9, 0.1]], 20, guess=["matched", "even"], **SMALL)
    frame = study.to_frame("polars", rows=rows)
    assert len(frame) == len(getattr(study, rows)) > 0
    study.to_parquet(tmp_path / "study.parquet", rows=rows)
    read = pl.read_parquet(tmp_path / "study.parquet")
    assert read.columns == frame.columns
    assert read["measure"].to_list() == frame["measure"].to_list()
    assert [path.name for path in tmp_path.iterdir()] == ["study.parquet"]


def test_unknown_rows():
    study = ac.study(0.2, 0.5, 20, **SMALL)
    with pytest.raises(InputError, match=r"rows must be one of 'values', .* got 'value'"):
        study.to_frame(rows="value")


def test_text_is_the_report():
    study = ac.study([0.2, 0.7], 0.3, 50, **SMALL)
    assert repr(study).startswith(study.to_dict()["verdict"][:40])
    assert "\n2 systems, 500 tables of each, seed 1." in repr(study)
    assert {line.split(" |")[0] for line in study.to_markdown().splitlines()[2:]} == {
        "| Informedness",
        "| Rand Accuracy",
    }
    assert [row["measure"] for row in study.to_dict()["rows"]] == ["informedness", "accuracy"] * 2


def test_one_number_is_the_share_of_the_second_class_and_conditions_come_once():
    study = ac.study([0.2, 0.2], [0.25, [0.75, 0.25]], [20, 20], compared=False, **SMALL)
    assert [(x["prevalence"], x["n"]) for x in study.values] == [("0.75,0.25", 20)] * 2


def test_chunks_are_smaller_where_more_is_held():
    def size(systems, classes):
        system = System(classes, 10, 0.5, (1 / classes,) * classes)
        return Design((system,) * systems, ("accuracy",)).chunk_size

    assert size(1, 2) == 10_000
    assert size(1, 100) == size(100, 10) == 100
    assert 100 < size(10, 5) < 10_000


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"informed": 1.5}, "informed must be a probability"),
        (
            {"prevalence": [0.5, 0.1]},
            "shares that add up to 1, got .0.5, 0.1.; for several .* a list of lists",
        ),
        ({"prevalence": "even"}, "needs k, the number of classes"),
        ({"prevalence": "odd", "k": 3}, "prevalence must be shares, 'even' or 'random', got 'odd'"),
        ({"guess": "mismatch"}, "mismatched"),
        ({"guess": [[0.2, 0.3, 0.5]]}, "2 classes and guess 3"),
        ({"n": 0}, "n is how many"),
        ({"n": 20.5}, "n is how many"),
        ({"informed": []}, "informed is empty: give one condition or more"),
        ({"prevalence": []}, "prevalence is empty"),
        ({"n": []}, "n is empty"),
        ({"guess": []}, "guess is empty"),
        ({"measures": []}, "measures is empty: give the name of one measure or more"),
        ({"informed": "0.3"}, "informed must be numbers and not text"),
        ({"prevalence": "even", "k": 1}, "k is how many classes there are, a whole number from 2 on, got 1"),
        ({"guess": "foo"}, "'rarest', 'random'"),
        ({"sampling": "rows"}, "sampling must be one of"),
        ({"replicates": 0}, "replicates must be a whole number"),
        ({"measures": "informdness"}, "did you mean 'informedness'"),
    ],
)
def test_arguments_that_are_refused(change, said):
    arguments = {"informed": 0.5, "prevalence": 0.5, "n": 20, "replicates": 10} | change
    with pytest.raises(ac.AbovechanceError, match=said):
        ac.study(**arguments)
