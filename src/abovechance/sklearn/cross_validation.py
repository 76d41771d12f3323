"""``cross_validate``: a table for each fold of a cross-validation, counted from held-out predictions."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone
from sklearn.model_selection import StratifiedGroupKFold, check_cv
from sklearn.utils import _safe_indexing, column_or_1d
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.parallel import Parallel, delayed
from sklearn.utils.validation import _check_sample_weight, has_fit_parameter, indexable

from abovechance.core.labels import natural_order
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Column
    from abovechance.core.labels import Label

    Floats = NDArray[np.float64]


def cross_validate(
    estimator: object,
    X: object,
    y: object,
    *,
    cv: object = 5,
    groups: Column | None = None,
    weights: Column | None = None,
    positive: Label | None = None,
    n_jobs: int | None = None,
) -> Tables:
    """Fit a classifier without each fold in turn, and count its predictions on that fold.

    Parameters
    ----------
    estimator
        A classifier of scikit-learn; a pipeline too. It is cloned, never changed.
    X, y
        The features and the true labels of the items.
    cv
        The number of folds, a splitter of scikit-learn or an iterable of splits. A number means folds with
        equal shares of the classes, which keep groups together if there are any.
    groups
        The group of each item, such as its patient, for splitters that keep groups together.
    weights
        A weight for each item, for counting, and for fitting if the estimator takes ``sample_weight``.
    positive
        The positive class of two; by default the larger label.
    n_jobs
        How many folds to fit at once.

    Returns
    -------
    Tables
        One table for each fold, along the axis ``fold``: for :func:`abovechance.fold_interval`, if the
        question is what another training set would do, and for :func:`abovechance.evaluate`. With groups, one
        for each group of each fold, along ``fold × group``: ``group`` can then be named as the clusters of
        the items wherever a function takes clusters. With repeated splits the axis is ``repetition × fold``;
        with splits that are not fitted to all other items, such as those of time series, ``split``.

    Notes
    -----
    Repeated splits test every item several times. Only :func:`abovechance.fold_interval` allows for that, and
    :func:`abovechance.evaluate` warns of it.

    Examples
    --------
    >>> import abovechance as ac
    >>> from sklearn.datasets import load_wine
    >>> from sklearn.naive_bayes import GaussianNB
    >>> x, y = load_wine(return_X_y=True)
    >>> folds = ac.cross_validate(GaussianNB(), x, y, cv=5)
    >>> ac.informedness(folds).round(2)
    array([0.93, 0.96, 0.96, 0.91, 1.  ])
    >>> round(ac.informedness(folds.sum()), 4)  # all items together
    0.9487
    """
    X, y, groups = indexable(X, y, groups)
    check_classification_targets(y)
    truth = column_or_1d(y)
    heavy = None if weights is None else _check_sample_weight(weights, X, ensure_non_negative=True)
    if groups is not None and isinstance(cv, int):
        cv = StratifiedGroupKFold(cv)
    # A list, as a generator of splits would be used up by the first reading.
    parts = list(check_cv(cv, truth, classifier=True).split(X, truth, groups))
    fitting = weights_of_fit(estimator, heavy)
    predicted = Parallel(n_jobs=n_jobs)(
        delayed(_predicted)(estimator, X, truth, fitting, part) for part in parts
    )
    tested = np.concatenate([test for _, test in parts])
    sizes = [len(test) for _, test in parts]
    by = {name: np.repeat(of_parts, sizes) for name, of_parts in _places(parts).items()}
    if groups is not None:
        by["group"] = _safe_indexing(groups, tested)
    return Tables.from_labels(
        truth[tested],
        np.concatenate(predicted),
        # All labels, in one order for all tables: a fold may lack some.
        labels=natural_order(np.unique(truth).tolist()),
        weights=None if heavy is None else heavy[tested],
        by=by,
        positive=positive,
    )


def _places(parts: list[tuple[NDArray[np.intp], NDArray[np.intp]]]) -> dict[str, list[int]]:
    """The fold that each part is, and its repetition if items are tested more than once.

    A repetition ends where an item would be tested again. Parts of random splits, whose repetitions do not
    test the same items, are repetitions of one fold. Parts that are not fitted to all other items, such as
    those of ``TimeSeriesSplit``, are no folds: they are called splits.
    """
    tested: list[set[int]] = [set()]  # by each repetition
    repetition: list[int] = []
    fold: list[int] = []
    for test in (set(indices.tolist()) for _, indices in parts):
        begins = not test.isdisjoint(tested[-1])
        if begins:
            tested.append(set())
        tested[-1] |= test
        repetition.append(len(tested))
        fold.append(1 if begins or not fold else fold[-1] + 1)
    if len(tested) == 1:
        fitted_to_all_others = len({len(fitted) + len(test) for fitted, test in parts}) == 1
        return {"fold" if fitted_to_all_others else "split": fold}
    if any(items != tested[0] for items in tested):
        return {"repetition": list(range(1, len(parts) + 1)), "fold": [1] * len(parts)}
    return {"repetition": repetition, "fold": fold}


def weights_of_fit(estimator: object, weights: Floats | None) -> Floats | None:
    """The weights to fit with: none, with a warning, if the estimator takes none."""
    if weights is None or has_fit_parameter(estimator, "sample_weight"):
        return weights
    name = type(estimator).__name__
    # Level 3 is the line of the user that calls cross_validate.
    warnings.warn(f"{name} takes no sample_weight: it is fitted without weights", stacklevel=3)
    return None


def fit(estimator: Any, X: Any, y: NDArray[Any], weights: Floats | None, items: Any = slice(None)) -> Any:
    """A copy of an estimator, fitted to some of the items."""
    options = {} if weights is None else {"sample_weight": weights[items]}
    return clone(estimator).fit(_safe_indexing(X, items), y[items], **options)


def _predicted(
    estimator: object, X: object, y: NDArray[Any], weights: Floats | None, part: tuple[Any, Any]
) -> NDArray[Any]:
    train, test = part
    return np.asarray(fit(estimator, X, y, weights, train).predict(_safe_indexing(X, test)))
