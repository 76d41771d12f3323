"""The tuner, checked by scikit-learn itself."""

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from joblib import parallel_config
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, make_classification
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression, Perceptron, RidgeClassifier
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    ShuffleSplit,
    StratifiedKFold,
    cross_val_predict,
    cross_val_score,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

import abovechance as ac
from abovechance.sklearn import ThresholdTuner, scorer
from sklearn import config_context

CANCER = load_breast_cancer(return_X_y=True)
LOGISTIC = LogisticRegression(solver="newton-cholesky")
MODEL = make_pipeline(StandardScaler(), LOGISTIC)
RARE = make_classification(400, weights=[0.9], flip_y=0.1, random_state=0)

EXPECTED_TO_FAIL = {
    "check_classifiers_train": "the tuned threshold is not 0, so predict does not follow the sign of decision_function",
    "check_sample_weight_equivalence_on_dense_data": "items that are repeated fall into several folds",
    "check_sample_weight_equivalence_on_sparse_data": "items that are repeated fall into several folds",
}


@pytest.mark.parametrize("estimator", [GaussianNB(), RidgeClassifier()])
def test_the_checks_of_scikit_learn_pass(estimator):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = check_estimator(ThresholdTuner(estimator, random_state=0), on_skip=None, on_fail=None)
    failed = {one["check_name"] for one in found if one["status"] == "failed"}
    assert len(found) > 50
    assert failed <= set(EXPECTED_TO_FAIL)


def test_the_threshold_is_the_best_on_scores_of_items_not_fitted_to():
    tuner = ThresholdTuner(MODEL, random_state=0).fit(*RARE)
    scores = cross_val_predict(MODEL, *RARE, cv=5, method="predict_proba")[:, 1]
    point = ac.curves.operating_point(ac.Curve.from_scores(RARE[1], scores))
    assert tuner.operating_point_.threshold == pytest.approx(point.threshold)
    assert tuner.threshold_ == pytest.approx(point.cut)
    fitted = clone(MODEL).fit(*RARE)
    wanted = fitted.predict_proba(RARE[0])[:, 1] >= tuner.threshold_
    assert tuner.predict(RARE[0]).tolist() == wanted.astype(int).tolist()
    assert tuner.predict_proba(RARE[0]) == pytest.approx(fitted.predict_proba(RARE[0]))
    assert tuner.decision_function(RARE[0]) == pytest.approx(fitted.decision_function(RARE[0]))


def test_tuning_for_informedness_beats_a_threshold_of_a_half_on_rare_classes():
    plain = cross_val_score(MODEL, *RARE, scoring=scorer("informedness"))
    tuned = cross_val_score(ThresholdTuner(MODEL), *RARE, scoring=scorer("informedness"))
    assert tuned.mean() > plain.mean() + 0.1


def test_the_honest_estimate_is_below_the_apparent_value():
    tuner = ThresholdTuner(MODEL, random_state=0).fit(*RARE)
    assert tuner.score_estimate_.value < tuner.score_estimate_.apparent == tuner.operating_point_.value
    assert tuner.score_estimate_.low < tuner.score_estimate_.value < tuner.score_estimate_.high
    assert tuner.selection_["recall"].apparent == pytest.approx(ac.recall(tuner.operating_point_.table))


def test_purposes_are_passed_on():
    x, y = CANCER
    cheap = ThresholdTuner(MODEL, cost_positive=1, cost_negative=50, prevalence=0.1, random_state=0).fit(x, y)
    assert cheap.operating_point_.criterion == "cost"
    assert cheap.threshold_ > ThresholdTuner(MODEL).fit(x, y).threshold_
    careful = ThresholdTuner(MODEL, where="fallout <= 0", at_most={"miss_rate": 0.5}).fit(x, y)
    assert careful.operating_point_.fpr == 0
    with pytest.raises(ac.InputError, match="no threshold has precision >= 2"):
        ThresholdTuner(MODEL, at_least={"precision": 2}).fit(x, y)


@pytest.mark.parametrize("estimator", [MODEL, Perceptron(random_state=0)])
def test_string_labels_and_either_class_as_positive(estimator):
    x, y = CANCER
    names = np.where(y == 0, "malignant", "benign")
    for positive, index in (("malignant", 1), ("benign", 0), (None, 1)):
        tuner = ThresholdTuner(estimator, positive=positive, random_state=0).fit(x, names)
        assert tuner.curve_.positive == (positive or "malignant")
        assert set(tuner.predict(x)) == {"malignant", "benign"}
        assert tuner.curve_.auc > 0.9
        assert ac.informedness(names, tuner.predict(x)) > 0.8
        assert tuner.classes_[index] == tuner.curve_.positive


def test_a_positive_class_that_is_not_there_is_named():
    with pytest.raises(ac.InputError, match=r"positive class 'x' is not in y, whose labels are \[0, 1\]"):
        ThresholdTuner(MODEL, positive="x").fit(*CANCER)


def test_weights_are_used_for_the_model_and_for_the_threshold():
    x, y = RARE
    weight = np.where(y == 1, 9.0, 1.0)
    model = clone(LOGISTIC)
    tuner = ThresholdTuner(model, optimise="accuracy", random_state=0).fit(x, y, sample_weight=weight)
    scores = np.empty(len(y))
    for train, test in StratifiedKFold(5).split(x, y):
        fitted = clone(model).fit(x[train], y[train], sample_weight=weight[train])
        scores[test] = fitted.predict_proba(x[test])[:, 1]
    curve = ac.Curve.from_scores(y, scores, weights=weight)
    assert tuner.threshold_ == pytest.approx(ac.curves.operating_point(curve, "accuracy").cut)
    assert tuner.curve_.positives == pytest.approx(9 * (y == 1).sum())


def test_weights_may_be_routed():
    x, y = RARE
    weight = np.where(y == 1, 9.0, 1.0)
    plain = ThresholdTuner(LOGISTIC, optimise="accuracy")
    with config_context(enable_metadata_routing=True):
        scores = [
            cross_validate(
                plain.set_fit_request(sample_weight=used),
                x,
                y,
                params={"sample_weight": weight} if used else {},
                scoring=scorer("recall").set_score_request(sample_weight=False),
            )["test_score"].mean()
            for used in (True, False)
        ]
    assert scores[0] > scores[1] + 0.2


def test_a_model_that_takes_no_weights_says_so():
    with pytest.warns(UserWarning, match="it is fitted without weights"):
        tuner = ThresholdTuner(KNeighborsClassifier(), random_state=0).fit(*RARE, sample_weight=np.ones(400))
    assert tuner.threshold_ == ThresholdTuner(KNeighborsClassifier()).fit(*RARE).threshold_


def test_a_fitted_model_is_tuned_on_other_items():
    x, y = RARE
    model = clone(LOGISTIC).fit(x[:200], y[:200])
    before = model.coef_.copy()
    tuner = ThresholdTuner(model, cv="prefit").fit(x[200:], y[200:])
    assert tuner.estimator_ is model
    assert model.coef_.tolist() == before.tolist()
    curve = ac.Curve.from_scores(y[200:], model.predict_proba(x[200:])[:, 1])
    assert tuner.threshold_ == ac.curves.operating_point(curve).cut


def test_searches_clones_pickles_and_frames():
    x, y = load_breast_cancer(return_X_y=True, as_frame=True)
    search = GridSearchCV(
        ThresholdTuner(MODEL, random_state=0),
        {"estimator__logisticregression__C": [1e-4, 1.0], "optimise": ["informedness", "mcc"]},
        scoring=scorer("mcc"),
        cv=2,
    ).fit(x, y)
    best = search.best_estimator_
    assert best.estimator.named_steps["logisticregression"].C == 1.0
    assert best.feature_names_in_.tolist() == x.columns.tolist()
    again = pickle.loads(pickle.dumps(best))
    assert again.predict(x).tolist() == best.predict(x).tolist()
    assert again.operating_point_.interval().value == best.operating_point_.value
    fresh = clone(best)
    with pytest.raises(NotFittedError):
        fresh.predict(x)
    assert isinstance(x, pd.DataFrame)


def test_folds_may_be_fitted_at_once_and_in_any_partition():
    x, y = RARE
    one = ThresholdTuner(MODEL, cv=KFold(4), random_state=0).fit(x, y)
    with parallel_config("threading"):
        two = ThresholdTuner(MODEL, cv=KFold(4), n_jobs=2, random_state=0).fit(x, y)
    assert one.threshold_ == two.threshold_
    assert one.selection_.to_dict() == two.selection_.to_dict()
    with pytest.raises(ac.InputError, match="hold out every item exactly once"):
        ThresholdTuner(MODEL, cv=ShuffleSplit(3, random_state=0)).fit(x, y)
    with pytest.raises(ac.InputError, match="only one class to fit to"):
        ThresholdTuner(MODEL, cv=KFold(2)).fit(x, np.arange(400) < 200)


def test_the_response_may_be_chosen():
    proba, decision = (
        ThresholdTuner(MODEL, response=name, random_state=0).fit(*RARE)
        for name in ("predict_proba", "decision_function")
    )
    assert decision.threshold_ < proba.threshold_ < 1
    assert proba.operating_point_.tpr == decision.operating_point_.tpr
    assert not hasattr(ThresholdTuner(RidgeClassifier()), "predict_proba")
    with pytest.raises(ac.InputError, match="RidgeClassifier has no predict_proba"):
        ThresholdTuner(RidgeClassifier(), response="predict_proba").fit(*RARE)
    with pytest.raises(ac.InputError, match="response must be 'auto'"):
        ThresholdTuner(MODEL, response="votes").fit(*RARE)


def test_more_than_two_classes_or_only_one_are_refused():
    x, _ = RARE
    with pytest.raises(ValueError, match="Only binary classification is supported"):
        ThresholdTuner(MODEL).fit(x, np.arange(400) % 3)
    with pytest.raises(ValueError, match="only one class"):
        ThresholdTuner(MODEL).fit(x, np.zeros(400, dtype=int))


def test_the_module_of_scorers_offers_it_and_nothing_else():
    assert ac.sklearn.ThresholdTuner is ThresholdTuner
    with pytest.raises(AttributeError, match="no attribute 'Tuner'"):
        ac.sklearn.Tuner  # noqa: B018
