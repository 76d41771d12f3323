"""Scorers, checked by scikit-learn itself."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.exceptions import UnsetMetadataPassedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.tree import DecisionTreeClassifier

import abovechance as ac
from abovechance.sklearn import TableScorer, scorer
from sklearn import config_context, metrics

WINE = load_wine(return_X_y=True)
CANCER = load_breast_cancer(return_X_y=True)
TREE = DecisionTreeClassifier(max_depth=2, random_state=0)

THEIRS = {
    "accuracy": metrics.make_scorer(metrics.accuracy_score),
    "mcc": metrics.make_scorer(metrics.matthews_corrcoef),
    "cohen_kappa": metrics.make_scorer(metrics.cohen_kappa_score),
    "recall": metrics.make_scorer(metrics.recall_score),
    "precision": metrics.make_scorer(metrics.precision_score),
    "f1": metrics.make_scorer(metrics.f1_score),
    "informedness": metrics.make_scorer(metrics.balanced_accuracy_score, adjusted=True),
}


@pytest.mark.parametrize("name", THEIRS)
def test_cross_validation_agrees_with_their_scorers(name):
    scores = cross_validate(TREE, *CANCER, scoring={"ours": scorer(name), "theirs": THEIRS[name]}, cv=4)
    np.testing.assert_allclose(scores["test_ours"], scores["test_theirs"], rtol=1e-12)


@pytest.mark.parametrize("name", ["mcc", "cohen_kappa", "accuracy", "recall"])
def test_sample_weights_are_used(name):
    x, y = CANCER
    weight = np.random.default_rng(0).uniform(0.1, 3, len(y))
    with config_context(enable_metadata_routing=True):
        scores = cross_validate(
            TREE.set_fit_request(sample_weight=False),
            x,
            y,
            scoring={
                "ours": scorer(name).set_score_request(sample_weight=True),
                "theirs": THEIRS[name].set_score_request(sample_weight=True),
                "unweighted": scorer(name).set_score_request(sample_weight=False),
            },
            params={"sample_weight": weight},
            cv=4,
        )
    np.testing.assert_allclose(scores["test_ours"], scores["test_theirs"], rtol=1e-10)
    assert not np.allclose(scores["test_ours"], scores["test_unweighted"])


def test_a_grid_search_chooses_by_informedness():
    search = GridSearchCV(TREE, {"max_depth": [1, 3]}, scoring=scorer("BM"), cv=3, n_jobs=2).fit(*WINE)
    assert search.best_params_ == {"max_depth": 3}
    predicted = search.predict(WINE[0])
    assert search.score(*WINE) == pytest.approx(ac.informedness(WINE[1], predicted))


def test_a_loss_is_negated_as_scikit_learn_does():
    scores = cross_validate(TREE, *CANCER, scoring={"e": scorer("error_rate"), "a": scorer("accuracy")})
    np.testing.assert_allclose(scores["test_e"], scores["test_a"] - 1)


def test_one_table_gives_many_measures():
    names = ["informedness", "markedness", "error_rate", "macro_recall"]
    scores = cross_validate(TREE, *WINE, scoring=TableScorer(names))
    for name in names:
        alone = cross_validate(TREE, *WINE, scoring=scorer(name))["test_score"]
        np.testing.assert_allclose(scores[f"test_{name}"], alone)


ORDERED = [m.key for m in ac.measures() if m.best is not None and m.best in {m.low, m.high}]


@pytest.mark.parametrize("name", ORDERED)
def test_greater_scores_are_better(name):
    """The sign of every measure is that under which a perfect prediction beats a constant and a wrong one."""
    truth = np.array([0, 1, 1, 0, 1, 0, 0, 1, 1, 0])
    answers = {"right": truth, "worse": np.where(np.arange(10) < 4, 1 - truth, truth)}
    made = TableScorer([name], positive=1)

    def score(answer):
        return made(Answering(answers[answer]), None, truth)[name]

    alone = scorer(name, positive=1)
    values = {answer: score(answer) for answer in answers}
    assert not values["right"] < values["worse"]
    for answer, given in answers.items():
        np.testing.assert_equal(values[answer], alone(Answering(given), np.zeros((10, 1)), truth))


class Answering(ClassifierMixin, BaseEstimator):
    """Gives these answers, whatever it is asked."""

    def __init__(self, answers):
        self.answers = answers
        self.classes_ = np.array([0, 1])

    def predict(self, _):
        return self.answers


def test_a_search_by_an_error_finds_the_best_model():
    names = ["error_rate", "accuracy", "macro_miss_rate"]
    chosen = {
        name: GridSearchCV(TREE, {"max_depth": [1, 2, 5]}, scoring=TableScorer(names), refit=name).fit(*WINE)
        for name in names
    }
    assert chosen["error_rate"].best_params_ == chosen["accuracy"].best_params_ == {"max_depth": 5}
    assert chosen["macro_miss_rate"].best_params_ == {"max_depth": 5}


@pytest.mark.parametrize("name", ["surplus", "frequency_bias"])
def test_what_is_best_in_the_middle_cannot_score(name):
    with pytest.raises(ac.InputError, match="no better and worse beyond its best value"):
        scorer(name, positive=1)


def routed(scoring, weights, name, *, fitted):
    with config_context(enable_metadata_routing=True):
        tree = DecisionTreeClassifier(max_depth=2, random_state=0).set_fit_request(sample_weight=fitted)
        return cross_validate(tree, *WINE, scoring=scoring(), params={"sample_weight": weights})[
            f"test_{name}"
        ]


@pytest.mark.parametrize("fitted", [True, False])
def test_weights_are_routed_to_a_table_scorer_or_asked_about(fitted):
    weights = np.random.default_rng(0).uniform(0.1, 5, len(WINE[1]))
    ours = routed(
        lambda: TableScorer(["accuracy"]).set_score_request(sample_weight=True),
        weights,
        "accuracy",
        fitted=fitted,
    )
    theirs = metrics.make_scorer(metrics.accuracy_score)
    expected = routed(lambda: theirs.set_score_request(sample_weight=True), weights, "score", fitted=fitted)
    np.testing.assert_allclose(ours, expected, rtol=1e-12)
    with pytest.raises(UnsetMetadataPassedError):
        routed(lambda: TableScorer(["accuracy"]), weights, "accuracy", fitted=fitted)
    left = lambda: TableScorer(["accuracy"]).set_score_request(sample_weight=False)  # noqa: E731
    if fitted:
        assert not np.allclose(routed(left, weights, "accuracy", fitted=True), expected)


def test_weights_without_routing_reach_a_table_scorer():
    weights = np.random.default_rng(0).uniform(0.1, 5, len(WINE[1]))
    theirs = {"accuracy": metrics.make_scorer(metrics.accuracy_score)}
    searches = [
        GridSearchCV(TREE, {"max_depth": [1]}, scoring=scoring, refit="accuracy").fit(
            *WINE, sample_weight=weights
        )
        for scoring in (TableScorer(["accuracy"]), theirs)
    ]
    ours, expected = (search.cv_results_["mean_test_accuracy"] for search in searches)
    np.testing.assert_allclose(ours, expected, rtol=1e-12)


# Measures as functions --------------------------------------------------------------------------


def test_a_measure_makes_a_scorer_of_theirs():
    made = metrics.make_scorer(ac.mcc)
    assert repr(made) == "make_scorer(mcc, response_method='predict')"
    weights = np.arange(1, len(WINE[1]) + 1.0)
    fitted = DecisionTreeClassifier(max_depth=2, random_state=0).fit(*WINE)
    theirs = metrics.make_scorer(metrics.matthews_corrcoef)
    assert made(fitted, *WINE) == pytest.approx(theirs(fitted, *WINE))
    assert made(fitted, *WINE, sample_weight=weights) == pytest.approx(
        theirs(fitted, *WINE, sample_weight=weights)
    )
    scores = cross_validate(TREE, *WINE, scoring={"ours": made, "theirs": theirs}, n_jobs=2)
    np.testing.assert_allclose(scores["test_ours"], scores["test_theirs"], rtol=1e-12)


def test_weights_have_two_names_and_one_meaning():
    truth, prediction, weights = [0, 0, 1, 1], [0, 1, 1, 1], [1, 2, 3, 4]
    assert ac.mcc(truth, prediction, sample_weight=weights) == ac.mcc(truth, prediction, weights=weights)
    with pytest.raises(ac.InputError, match="the same: give one"):
        ac.mcc(truth, prediction, sample_weight=weights, weights=weights)
    with pytest.raises(ac.InputError, match="has no use beside"):
        ac.mcc(ac.Tables.from_labels(truth, prediction), sample_weight=weights)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_measures_pickle_and_copy_as_themselves(protocol):
    for m in (*ac.measures(), ac.measure("pycm:BM")):
        assert pickle.loads(pickle.dumps(m, protocol)) is m
        assert copy.deepcopy(m) is copy.copy(m) is m


def test_a_measure_is_found_in_a_new_process():
    code = f"import pickle; print(pickle.loads({pickle.dumps(ac.informedness)!r})([0, 1, 1], [0, 1, 0]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert float(done.stdout) == ac.informedness([0, 1, 1], [0, 1, 0])


def test_a_measure_of_one_class_needs_to_know_which():
    fitted = LogisticRegression(max_iter=5000).fit(*WINE)
    with pytest.raises(ac.InputError, match="macro_recall"):
        scorer("recall")(fitted, *WINE)
    with pytest.raises(ac.InputError, match="9 is not among"):
        scorer("recall", positive=9)(fitted, *WINE)
    expected = metrics.recall_score(WINE[1], fitted.predict(WINE[0]), labels=[2], average="macro")
    assert scorer("recall", positive=2)(fitted, *WINE) == pytest.approx(expected)


def test_parameters_of_a_measure():
    fitted = TREE.fit(*CANCER)
    theirs = metrics.fbeta_score(CANCER[1], fitted.predict(CANCER[0]), beta=0.3)
    assert scorer("f_beta", beta=0.3)(fitted, *CANCER) == pytest.approx(theirs, rel=1e-12)


def test_a_description_cannot_score():
    with pytest.raises(ac.InputError, match="no better and worse"):
        scorer("prevalence")


def test_scorers_pickle_and_have_names():
    made = pickle.loads(pickle.dumps(scorer("informedness", labels=[0, 1])))
    assert "informedness" in repr(made)
    assert made(TREE.fit(*CANCER), *CANCER) == scorer("informedness")(TREE, *CANCER)


@pytest.mark.parametrize("make", [scorer, lambda name: TableScorer([name])])
def test_the_auc_of_predictions_is_refused_with_a_pointer_to_that_of_scores(make):
    with pytest.raises(ac.InputError, match=r"Curve\.from_scores.*scoring='roc_auc'"):
        make("auc")
    with pytest.raises(ac.InputError, match="'average_precision' sums up the thresholds"):
        make("average_precision")
    make("auc_of_one_point")
    make("Somers D")


def test_the_tuner_is_among_the_names():
    import abovechance.sklearn

    assert "ThresholdTuner" in dir(abovechance.sklearn)
