"""Averages over classes are checked against scikit-learn and pROC, pair by pair, and against Informedness."""

import math

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

import abovechance as ac
from abovechance.curves import Curve, multiclass
from abovechance.curves.classes.multiclass import AVERAGES
from abovechance.measures.references import references

SCORES = [[0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.3, 0.6, 0.1], [0.1, 0.3, 0.6]]
TRUTH = ["a", "b", "a", "c"]
SEVERAL = st.integers(2, 4)


@st.composite
def problems(draw, classes=SEVERAL):
    """Truth with every class, scores with ties, weights."""
    k = draw(classes)
    truth = draw(st.lists(st.integers(0, k - 1), min_size=k, max_size=12).filter(lambda y: len(set(y)) == k))
    cells = st.sampled_from([0.0, 1.0, 2.0, 3.0, 5.0])
    scores = draw(st.lists(st.lists(cells, min_size=k, max_size=k), min_size=len(truth), max_size=len(truth)))
    weights = draw(st.lists(st.integers(1, 3), min_size=len(truth), max_size=len(truth)))
    return np.array(truth), np.array(scores), np.array(weights)


def area(one, other, heavy, light):
    higher = (one[:, None] > other) + 0.5 * (one[:, None] == other)
    return heavy @ higher @ light / (heavy.sum() * light.sum())


@given(problems())
def test_pairs_of_classes_are_compared_item_by_item(problem):
    truth, scores, weights = problem
    found = multiclass(truth, scores, weights=weights)
    k = scores.shape[1]
    pairs = []
    for i in range(k):
        for j in range(k):
            if i != j:
                mine, theirs = truth == i, truth == j
                expected = area(scores[mine, i], scores[theirs, i], weights[mine], weights[theirs])
                assert found.pairs[i, j] == pytest.approx(expected, abs=1e-12)
                pairs.append(expected)
    assert found["hand_till"] == pytest.approx(np.mean(pairs), abs=1e-12)
    assert np.isnan(np.diag(found.pairs)).all()


@settings(max_examples=30)
@given(problems(st.integers(3, 4)))
def test_averages_are_those_of_scikit_learn(problem):
    truth, scores, weights = problem
    chances = (scores + 1) / (scores + 1).sum(axis=1, keepdims=True)
    found = multiclass(truth, chances)

    def theirs(approach, average):
        return roc_auc_score(truth, chances, multi_class=approach, average=average)

    assert found["macro_auc"] == pytest.approx(theirs("ovr", "macro"), abs=1e-12)
    assert found["prevalence_weighted_auc"] == pytest.approx(theirs("ovr", "weighted"), abs=1e-12)
    assert found["hand_till"] == pytest.approx(theirs("ovo", "macro"), abs=1e-12)
    assert found["prevalence_weighted_hand_till"] == pytest.approx(theirs("ovo", "weighted"), abs=1e-12)
    weighted = multiclass(truth, chances, weights=weights)
    expected = roc_auc_score(truth, chances, multi_class="ovr", sample_weight=weights)
    assert weighted["macro_auc"] == pytest.approx(expected, abs=1e-12)


@given(problems())
def test_weights_count_as_items(problem):
    truth, scores, weights = problem
    weighted = multiclass(truth, scores, weights=weights)
    repeated = multiclass(truth.repeat(weights), scores.repeat(weights, axis=0))
    for key in AVERAGES:
        assert weighted[key] == pytest.approx(repeated[key], abs=1e-12)
    assert weighted.bias == pytest.approx(repeated.bias, abs=1e-12)


@given(problems(), st.data())
def test_of_decisions_the_average_by_bias_is_informedness(problem, data):
    truth, scores, _ = problem
    k = scores.shape[1]
    decided = np.array(data.draw(st.lists(st.integers(0, k - 1), min_size=len(truth), max_size=len(truth))))
    found = multiclass(truth, np.eye(k)[decided])
    expected = ac.measure("informedness")(ac.Tables.from_labels(truth, decided, labels=range(k)))
    assert 2 * found["bias_weighted_auc"] - 1 == pytest.approx(expected, abs=1e-12)


def test_hand_till_is_that_of_proc():
    # pROC 1.18.0: multiclass.roc(y, S, direction=">")$auc, S with columns named after the classes.
    i = np.arange(90)
    truth = (5 * i * i + 3 * i) % 7 % 3
    scores = np.stack(
        [((11 + 6 * k) * i + 7 * i * i * (k + 1)) % 53 / 53 + 0.35 * (truth == k) for k in range(3)], axis=1
    )
    assert multiclass(truth, scores)["hand_till"] == pytest.approx(0.7792873455828921, abs=1e-12)


def test_each_class_has_a_curve():
    found = multiclass(TRUTH, SCORES)
    assert found.curves.kind == "class"
    assert list(found.curves) == ["a", "b", "c"]
    own = Curve.from_scores([label == "b" for label in TRUTH], [row[1] for row in SCORES])
    assert found.curves["b"].auc == own.auc == 2 / 3
    assert (found.curves["b"].positive, found.curves["b"].negative) == ("b", ("a", "c"))
    assert found.prevalence.tolist() == [0.5, 0.25, 0.25]
    assert found.bias.tolist() == [0.25, 0.5, 0.25]


def test_ties_for_the_highest_score_are_shared():
    found = multiclass([0, 1, 2, 2], [[1, 1, 0], [2, 2, 2], [0, 3, 3], [0, 0, 1]], weights=[1, 1, 2, 0])
    assert found.bias == pytest.approx([(1 / 2 + 1 / 3) / 4, (1 / 2 + 1 / 3 + 1) / 4, (1 / 3 + 1) / 4])


def test_infinite_scores_are_ranked():
    found = multiclass([0, 1, 0], [[math.inf, 0], [-math.inf, 1], [3, 2]])
    assert found.pairs[0, 1] == 1
    assert found.pairs[1, 0] == 0.5


@pytest.mark.parametrize(
    "scores",
    [
        {"c": [0.1, 0.3, 0.1, 0.6], "a": [0.7, 0.2, 0.3, 0.1], "b": [0.2, 0.5, 0.6, 0.3]},
        pd.DataFrame(SCORES, columns=list("abc"), index=[5, 4, 3, 2]),
        pl.DataFrame(SCORES, schema=list("abc"), orient="row"),
        pl.DataFrame(SCORES, schema=list("abc"), orient="row").to_arrow(),
        np.array(SCORES, dtype=np.float32),
    ],
    ids=["mapping", "pandas", "polars", "arrow", "float32"],
)
def test_scores_of_any_kind(scores):
    found, expected = multiclass(TRUTH, scores), multiclass(TRUTH, SCORES)
    assert found.classes == expected.classes
    assert found.averages == expected.averages


def test_the_order_of_columns_and_which_to_take():
    turned = multiclass(TRUTH, [row[::-1] for row in SCORES], classes=["c", "b", "a"])
    assert turned.classes == ("c", "b", "a")
    assert turned["hand_till"] == pytest.approx(multiclass(TRUTH, SCORES)["hand_till"])
    frame = pd.DataFrame(SCORES, columns=list("abc")).assign(item=range(4))
    assert multiclass(TRUTH, frame, classes=["a", "b", "c"]).averages == multiclass(TRUTH, SCORES).averages
    integers = pd.DataFrame(SCORES, columns=[0, 1, 2])
    assert multiclass([0, 1, 0, 2], integers).classes == (0, 1, 2)


def test_a_class_that_does_not_occur():
    found = multiclass(["a", "b", "a"], SCORES[:3], classes=["a", "b", "c"])
    why = "no item is really 'c': leave out its scores to average over the other classes"
    for key in ("macro_auc", "hand_till", "prevalence_weighted_hand_till"):
        assert math.isnan(found[key])
        assert found.reasons[key] == why
    assert math.isnan(found.curves["c"].auc)
    expected = 2 / 3 * found.curves["a"].auc + 1 / 3 * found.curves["b"].auc
    assert found["prevalence_weighted_auc"] == pytest.approx(expected)
    assert "prevalence_weighted_auc" not in found.reasons
    assert found["bias_weighted_auc"] == pytest.approx(
        found.curves["a"].auc / 3 + 2 * found.curves["b"].auc / 3
    )
    assert why in repr(found)


def test_one_class_alone_and_no_weight():
    alone = multiclass(["a", "a"], SCORES[:2], classes=["a", "b", "c"])
    assert set(alone.reasons) == set(AVERAGES)
    assert alone.reasons["hand_till"] == "every item is really 'a'"
    empty = multiclass(TRUTH, SCORES, weights=[0, 0, 0, 0])
    assert set(empty.reasons) == set(AVERAGES)
    assert empty.reasons["macro_auc"] == "all weights are 0"


def test_missing_values():
    holes = [[0.7, 0.2, 0.1], [0.2, math.nan, 0.3], *SCORES[1:]]
    with pytest.raises(ac.InputError, match=r"scores\['b'\] has 1 missing values"):
        multiclass(["a", "b", "b", "a", "c"], holes)
    with pytest.raises(ac.InputError, match="truth has 1 missing values"):
        multiclass(["a", None, "b", "a", "c"], [SCORES[0], *SCORES])
    dropped = multiclass(["a", "b", "b", "a", "c"], holes, on_missing="drop", weights=[1, 9, 1, 1, 1])
    assert dropped.averages == multiclass(TRUTH, SCORES, weights=[1, 1, 1, 1]).averages
    with pytest.raises(ac.InputError, match="nothing left"):
        multiclass([None, None], [[1, 2], [3, 4]], classes=["a", "b"], on_missing="drop")


@pytest.mark.parametrize(
    ("truth", "scores", "options", "said"),
    [
        (TRUTH, SCORES, {"classes": ["a", "b"]}, "scores has 3 columns for 2 classes, 'a', 'b'"),
        (["a", "b", "a", "b"], SCORES, {}, "scores has 3 columns for 2 classes"),
        (
            TRUTH,
            SCORES,
            {"classes": ["a", "b", "d"]},
            "truth has items of 'c', for which there are no scores",
        ),
        (TRUTH, {"a": [1, 2, 3, 4]}, {}, "at least two classes, got 'a'"),
        (
            TRUTH,
            {"a": [1, 2], "b": [1, 2], "c": [1, 2]},
            {},
            "truth has 4, scores['a'] has 2",
        ),
        (TRUTH, {"a": [1] * 4, "b": [2] * 4}, {"classes": "abc"}, "no scores for 'c', but for 'a', 'b'"),
        (TRUTH, [0.1, 0.2, 0.3, 0.4], {}, "a column for each class, got an array of shape (4,)"),
        (TRUTH, [[1, 2], [1], [2], [3]], {}, "rows of different lengths"),
        (TRUTH, SCORES, {"on_missing": "skip"}, "on_missing must be one of 'error', 'drop'"),
        ([], np.empty((0, 2)), {"classes": "ab"}, "truth is empty"),
        (TRUTH, {"a": list("wxyz"), "b": [1] * 4}, {}, "scores['a'] must be numbers"),
    ],
)
def test_what_cannot_be_used_is_named(truth, scores, options, said):
    with pytest.raises(ac.InputError) as caught:
        multiclass(truth, scores, **options)
    assert said in str(caught.value)


def test_every_average_is_declared_in_full():
    for key, average in AVERAGES.items():
        assert average.key == key
        assert average.meaning.endswith(".")
        assert "Powers" in average.advice
        assert set(average.source) <= set(references())


def test_other_names():
    found = multiclass(TRUTH, SCORES)
    assert found["Provost–Domingos"] == found["prevalence_weighted_auc"]
    assert found["M"] == found["hand_till"]
    with pytest.raises(ac.InputError, match=r"called 'hand_tall'; did you mean 'hand_till'\?"):
        found["hand_tall"]
    with pytest.raises(ac.InputError, match=r"called 'zzz'; there are 'macro_auc'"):
        found["zzz"]


def test_as_plain_data():
    found = multiclass(TRUTH, SCORES)
    plain = found.to_dict()
    assert (plain["classes"][1], plain["bias"][1]) == ("b", 0.5)
    wanted = {"class": "b", "positive": "b", "positives": 1, "negatives": 3, "prevalence": 0.25, "auc": 2 / 3}
    assert plain["curves"][1] == wanted
    assert plain["averages"] == {row["measure"]: row["value"] for row in found.rows()}
    assert [row["measure"] for row in found.rows()] == list(AVERAGES)
    assert found.to_frame("pyarrow").to_pylist() == found.rows()
