"""Tables of a cross-validation are those of predictions that scikit-learn makes of the same folds."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    StratifiedGroupKFold,
    StratifiedKFold,
    TimeSeriesSplit,
    cross_val_predict,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import abovechance as ac
from abovechance.sklearn import scorer

WINE, CULTIVAR = load_wine(return_X_y=True)
GROUPS = np.arange(len(CULTIVAR)) // 4
OF_GROUP_FOLDS = cross_val_predict(GaussianNB(), WINE, CULTIVAR, cv=StratifiedGroupKFold(5), groups=GROUPS)


def test_the_folds_are_those_of_scikit_learn():
    tables = ac.cross_validate(GaussianNB(), WINE, CULTIVAR, cv=5)
    predicted = cross_val_predict(GaussianNB(), WINE, CULTIVAR, cv=5)
    fold = np.zeros(len(CULTIVAR), dtype=int)
    for number, (_, test) in enumerate(StratifiedKFold(5).split(WINE, CULTIVAR), start=1):
        fold[test] = number
    expected = ac.Tables.from_labels(CULTIVAR, predicted, by=fold)
    np.testing.assert_array_equal(tables.counts, expected.counts)
    assert tables.axes[0].name == "fold"
    assert tables.axes[0].labels == (1, 2, 3, 4, 5)


def test_labels_of_text_and_the_positive_class_are_kept():
    x, y = load_breast_cancer(return_X_y=True)
    names = np.array(["malignant", "benign"])[y]
    tables = ac.cross_validate(GaussianNB(), x, names, cv=3, positive="benign")
    assert tables.labels == ("benign", "malignant")
    assert tables.positive == "benign"
    assert tables.sum().total == len(y)


def test_an_evaluation_and_an_interval_take_the_tables_as_they_are():
    tables = ac.cross_validate(GaussianNB(), WINE, CULTIVAR, cv=5)
    result = ac.evaluate(tables)
    assert result["informedness"].value == ac.informedness(tables.sum())
    found = fold_interval(tables)
    assert found.value == pytest.approx(ac.informedness(tables).mean())


def fold_interval(tables, **options):
    return ac.fold_interval(tables, "informedness", **{"folds": 5} | options)


def test_groups_stay_together_and_are_the_clusters_of_the_items():
    tables = ac.cross_validate(GaussianNB(), WINE, CULTIVAR, cv=5, groups=GROUPS)
    assert tables.axes[0].name == "fold × group"
    groups = [group for _, group in tables.axes[0].labels]
    assert sorted(groups) == sorted(set(GROUPS.tolist()))
    assert tables.sum().total == len(CULTIVAR)
    clustered = ac.evaluate(tables, clusters="group")["informedness"]
    assert clustered.method == "cluster_delta"
    assert clustered.value == ac.informedness(tables.sum())
    folds = [fold for fold, _ in tables.axes[0].labels]
    pooled = [tables.counts[[f == fold for f in folds]].sum(0) for fold in range(1, 6)]
    expected = fold_interval(ac.Tables.from_counts(np.stack(pooled)))
    assert (fold_interval(tables).value, fold_interval(tables).se) == (expected.value, expected.se)


def test_groups_are_named_as_clusters_wherever_clusters_are_asked_for():
    tables = ac.cross_validate(GaussianNB(), WINE, CULTIVAR, cv=5, groups=GROUPS)
    alone = ac.Tables.from_labels(CULTIVAR, OF_GROUP_FOLDS, by={"group": GROUPS})
    assert ac.evaluate(tables, clusters="group").test == ac.test(tables, clusters="group")
    for ask in (
        lambda t: ac.test(t, clusters="group").p_value,
        lambda t: ac.tests(t, clusters="group").results[0].p_value,
        lambda t: ac.per_class_tests(t, clusters="group").p_value,
        lambda t: ac.cluster_interval(t, "informedness", clusters="group").low,
        lambda t: ac.evaluate(t, clusters="group")["informedness"].low,
    ):
        assert ask(tables) == pytest.approx(ask(alone), rel=1e-9)  # clusters come in another order


@pytest.mark.parametrize(
    "ask",
    [
        ac.evaluate,
        ac.test,
        ac.tests,
        ac.per_class_tests,
        lambda t, clusters: ac.cluster_interval(t, "mcc", clusters=clusters),
    ],
)
def test_clusters_of_another_name_are_answered_with_those_there_are(ask):
    tables = ac.cross_validate(GaussianNB(), WINE, CULTIVAR, cv=5, groups=GROUPS)
    with pytest.raises(ac.InputError, match="it has 'fold', 'group', not 'patient'"):
        ask(tables, clusters="patient")


def test_a_splitter_gets_the_groups():
    tables = ac.cross_validate(GaussianNB(), WINE, CULTIVAR, cv=GroupKFold(3), groups=GROUPS)
    assert {fold for fold, _ in tables.axes[0].labels} == {1, 2, 3}


def test_repeated_folds_are_one_table_each():
    cv = RepeatedStratifiedKFold(n_splits=4, n_repeats=3, random_state=1)
    tables = ac.cross_validate(GaussianNB(), WINE, CULTIVAR, cv=cv)
    assert tables.batch_shape == (12,)
    assert tables.sum().total == 3 * len(CULTIVAR)
    assert fold_interval(tables, folds=4).method == "bouckaert_frank"


def test_weights_are_for_counting_and_for_fitting():
    weights = np.where(CULTIVAR == 1, 5.0, 1.0)
    tables = ac.cross_validate(DecisionTreeClassifier(random_state=0), WINE, CULTIVAR, weights=weights)
    assert tables.sum().total == pytest.approx(weights.sum())
    with pytest.warns(UserWarning, match="it is fitted without weights"):
        ac.cross_validate(KNeighborsClassifier(), WINE, CULTIVAR, weights=weights)


def test_the_estimator_is_left_as_it_is():
    model = LogisticRegression(max_iter=5000)
    ac.cross_validate(model, WINE[:, :3], CULTIVAR, cv=2)
    assert not hasattr(model, "coef_")


def test_numbers_are_no_classes():
    with pytest.raises(ValueError, match="Unknown label type"):
        ac.cross_validate(GaussianNB(), WINE, WINE[:, 0])


def test_a_search_takes_a_scorer_of_any_measure():
    search = GridSearchCV(
        DecisionTreeClassifier(random_state=0), {"max_depth": [1, 4]}, scoring=scorer("informedness")
    ).fit(WINE, CULTIVAR)
    assert search.best_params_ == {"max_depth": 4}


def test_the_axis_tells_the_folds_of_each_repetition():
    once = ac.cross_validate(GaussianNB(), WINE, CULTIVAR, cv=4)
    assert ac.fold_interval(once, "mcc") == ac.fold_interval(once, "mcc", folds=4)
    cv = RepeatedStratifiedKFold(n_splits=4, n_repeats=3, random_state=1)
    tables = ac.cross_validate(GaussianNB(), WINE, CULTIVAR, cv=cv)
    assert tables.axes[0].name == "repetition × fold"
    assert tables.axes[0].labels[4] == (2, 1)
    assert ac.fold_interval(tables, "mcc") == ac.fold_interval(tables, "mcc", folds=4)
    with pytest.warns(UserWarning, match="groups parameter is ignored"):
        grouped = ac.cross_validate(GaussianNB(), WINE, CULTIVAR, cv=cv, groups=GROUPS)
    assert ac.fold_interval(grouped, "mcc").se == pytest.approx(ac.fold_interval(tables, "mcc").se)


def test_random_splits_need_a_ratio():
    cv = ShuffleSplit(6, test_size=0.3, random_state=1)
    tables = ac.cross_validate(GaussianNB(), WINE, CULTIVAR, cv=cv)
    with pytest.raises(ac.InputError, match="ratio"):
        ac.fold_interval(tables, "mcc")
    assert ac.fold_interval(tables, "mcc", ratio=0.3 / 0.7).method == "nadeau_bengio"


def test_splits_of_time_series_are_no_folds():
    x, y = load_breast_cancer(return_X_y=True)
    splits = ac.cross_validate(GaussianNB(), x, y, cv=TimeSeriesSplit(4))
    assert splits.axes[0].name == "split"
    with pytest.raises(ac.InputError, match="give folds= "):
        ac.fold_interval(splits, "informedness")


def test_an_evaluation_of_repeated_splits_warns():
    cv = RepeatedStratifiedKFold(n_splits=4, n_repeats=3, random_state=1)
    repeated = ac.evaluate(ac.cross_validate(GaussianNB(), WINE, CULTIVAR, cv=cv))
    (found,) = (finding for finding in repeated.findings if finding.code == "repeated_items")
    assert found.severity == "warning"
    assert "in each of 3 repetitions" in found.text
    assert "fold_interval" in found.text
    once = ac.evaluate(ac.cross_validate(GaussianNB(), WINE, CULTIVAR, cv=4))
    assert "repeated_items" not in {finding.code for finding in once.findings}
