"""Scorers, checked by scikit-learn itself."""

import pickle

import numpy as np
import pytest
from sklearn import config_context, metrics
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.tree import DecisionTreeClassifier

import abovechance as ac
from abovechance.sklearn import TableScorer, scorer

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
        sign = -1 if name == "error_rate" else 1
        alone = cross_validate(TREE, *WINE, scoring=scorer(name))["test_score"]
        np.testing.assert_allclose(scores[f"test_{name}"], sign * alone)


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
