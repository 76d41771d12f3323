"""``ThresholdTuner``: a scikit-learn classifier whose threshold is chosen on items it was not fitted to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin
from sklearn.model_selection import check_cv
from sklearn.utils import _safe_indexing, check_random_state, column_or_1d, get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.parallel import Parallel, delayed
from sklearn.utils.validation import _check_sample_weight, _num_samples, check_is_fitted, indexable

from abovechance.core.errors import InputError
from abovechance.curves.curve.curve import Curve
from abovechance.curves.thresholds.operating import operating_point
from abovechance.curves.thresholds.selection import select_threshold
from abovechance.intake.scores import pair_scores
from abovechance.sklearn.cross_validation import fit, weights_of_fit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.core.labels import Label
    from abovechance.measures.registry import Measure

_RESPONSES = ("predict_proba", "decision_function")


def _has(name: str) -> Callable[[Any], bool]:
    """Whether the estimator, fitted or not yet, has a method."""

    def check(tuner: Any) -> bool:
        # Raises AttributeError if there is none, which available_if passes on.
        getattr(getattr(tuner, "estimator_", tuner.estimator), name)
        return True

    return check


def _passed_on(name: str) -> Callable[[Any, Any], Any]:
    """A method that asks the fitted estimator."""

    def method(self: Any, X: Any) -> Any:
        check_is_fitted(self, "threshold_")
        return getattr(self.estimator_, name)(X)

    method.__name__, method.__doc__ = name, f"``{name}`` of the estimator."
    return method


class ThresholdTuner(MetaEstimatorMixin, ClassifierMixin, BaseEstimator):
    """A classifier of two classes with a threshold that is best for the purpose.

    Each item is scored by a copy of the estimator that was fitted without it; the threshold is chosen on
    these scores as :func:`abovechance.curves.operating_point` does, and the estimator is fitted to all items.

    Parameters
    ----------
    estimator
        A classifier with ``predict_proba`` or ``decision_function``; a pipeline too.
    optimise, cost_positive, cost_negative, prevalence, where, at_least, at_most
        What the threshold is best by, as in :func:`abovechance.curves.operating_point`.
    positive
        The positive class; by default the last in order.
    response
        ``"predict_proba"``, ``"decision_function"``, or ``"auto"`` for the first of these there is.
    cv
        The number of folds, a splitter or an iterable of splits whose test sets hold every item once; or
        ``"prefit"`` for an estimator that is fitted already, on other items than those given to ``fit``.
    n_jobs
        How many folds to fit at once.
    random_state
        Seed of the draws behind ``score_estimate_``.

    Attributes
    ----------
    estimator_
        The estimator, fitted to all items.
    classes_
        The labels of the two classes.
    threshold_
        Items whose score is at or above it are called positive.
    operating_point_
        What is known of it: :class:`abovechance.curves.OperatingPoint`.
    curve_
        The curve of the scores on which it was chosen.
    score_estimate_
        The honest value of the criterion with its interval, an ``Estimate``.
    selection_
        The same of other measures too: :class:`abovechance.curves.Selection`.

    Notes
    -----
    Weights of items are used for the threshold, and for fitting if the estimator takes them.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> from abovechance.sklearn import ThresholdTuner
    >>> x, y = load_breast_cancer(return_X_y=True)  # 0 is malignant
    >>> model = make_pipeline(StandardScaler(), LogisticRegression())
    >>> tuner = ThresholdTuner(model, positive=0, at_least={"recall": 0.99}, random_state=0).fit(x, y)
    >>> print(f"{tuner.threshold_:.2f}")
    0.07
    >>> recall = tuner.selection_["recall"]
    >>> recall.apparent >= 0.99 > recall.value  # chosen to seem so, but on new items it will fall short
    True
    """

    def __init__(
        self,
        estimator: object,
        *,
        optimise: str | Measure | None = None,
        cost_positive: float | None = None,
        cost_negative: float | None = None,
        prevalence: float | None = None,
        where: str | Mapping[str, str] | None = None,
        at_least: Mapping[str, float] | None = None,
        at_most: Mapping[str, float] | None = None,
        positive: object = None,
        response: str = "auto",
        cv: object = 5,
        n_jobs: int | None = None,
        random_state: object = None,
    ) -> None:
        # As given, and checked in fit: clone wants the very objects back.
        self.estimator = estimator
        self.optimise = optimise
        self.cost_positive = cost_positive
        self.cost_negative = cost_negative
        self.prevalence = prevalence
        self.where = where
        self.at_least = at_least
        self.at_most = at_most
        self.positive = positive
        self.response = response
        self.cv = cv
        self.n_jobs = n_jobs
        self.random_state = random_state

    def fit(self, X: object, y: object, sample_weight: Any = None) -> ThresholdTuner:
        """Score every item by a model that has not seen it, choose the threshold, and fit to all items."""
        X, y = indexable(X, y)
        y, heavy = self._checked(X, y, sample_weight)
        self.estimator_, scores = self._fitted(X, y, heavy)
        items = pair_scores(y, scores, positive=self._positive, weights=heavy)
        self.curve_ = Curve.from_scored(items)
        self.operating_point_ = operating_point(self.curve_, **self._purpose())
        if self.operating_point_.position is None:
            raise InputError(f"no threshold can be chosen: {self.operating_point_.reason}")
        # The cut lies between two observed scores, as new items may have any score in between.
        self.threshold_ = self.operating_point_.cut
        self.selection_ = select_threshold(
            y, scores, positive=self._positive, weights=heavy, seed=self._seed(), **self._purpose()
        )
        self.score_estimate_ = self.selection_.estimate
        for name in ("n_features_in_", "feature_names_in_"):
            if hasattr(self.estimator_, name):
                setattr(self, name, getattr(self.estimator_, name))
        return self

    def predict(self, X: object) -> Array:
        """The positive class where the score is at or above the threshold, else the other one."""
        check_is_fitted(self, "threshold_")
        is_positive = self._scores(self.estimator_, X) >= self.threshold_
        return self.classes_[np.where(is_positive, self._index, 1 - self._index)]

    predict_proba = available_if(_has("predict_proba"))(_passed_on("predict_proba"))
    predict_log_proba = available_if(_has("predict_log_proba"))(_passed_on("predict_log_proba"))
    decision_function = available_if(_has("decision_function"))(_passed_on("decision_function"))

    def __sklearn_tags__(self) -> Any:
        """Those of the estimator, for two classes."""
        base: Any = super()
        tags = base.__sklearn_tags__()
        inner = get_tags(self.estimator)
        tags.classifier_tags.multi_class = False
        tags.input_tags.sparse = inner.input_tags.sparse
        tags.input_tags.pairwise = inner.input_tags.pairwise
        tags.input_tags.allow_nan = inner.input_tags.allow_nan
        return tags

    # Helpers ----------------------------------------------------------------------------------

    @property
    def _positive(self) -> Label:
        return self.classes_.tolist()[self._index]

    @property
    def _index(self) -> int:
        if self.positive is None:
            return 1
        return int(np.flatnonzero(self.classes_ == self.positive)[0])

    def _purpose(self) -> dict[str, Any]:
        names = ("optimise", "cost_positive", "cost_negative", "prevalence", "where", "at_least", "at_most")
        return {name: getattr(self, name) for name in names}

    def _seed(self) -> int:
        return int(check_random_state(self.random_state).randint(2**31 - 1))

    def _checked(
        self, X: object, y: object, sample_weight: object
    ) -> tuple[NDArray[Any], NDArray[np.float64] | None]:
        # ValueErrors in these words are what scikit-learn's checks of estimators look for.
        if y is None:
            raise ValueError(
                f"This {type(self).__name__} estimator requires y to be passed, but the target y is None"
            )
        check_classification_targets(y)
        kind = type_of_target(y, input_name="y")
        if kind != "binary":
            raise ValueError(f"Only binary classification is supported. The type of the target is {kind}.")
        labels = column_or_1d(y, warn=True)
        if _num_samples(X) == 0:
            raise ValueError("Found array with 0 sample(s) while a minimum of 1 is required.")
        self.classes_ = np.unique(labels)
        if len(self.classes_) != 2:
            raise ValueError(f"y has only one class, {self.classes_[0]!r}: a threshold needs two classes")
        if self.positive is not None and self.positive not in self.classes_.tolist():
            raise InputError(
                f"positive class {self.positive!r} is not in y, whose labels are {self.classes_.tolist()}"
            )
        if sample_weight is None:
            return labels, None
        return labels, _check_sample_weight(sample_weight, X, ensure_non_negative=True)

    def _fitted(self, X: object, y: NDArray[Any], heavy: Any) -> tuple[Any, NDArray[np.float64]]:
        """The estimator, and a score for each item by a copy that was fitted without it."""
        if isinstance(self.cv, str) and self.cv == "prefit":
            return self.estimator, self._scores(self.estimator, X)
        weights = weights_of_fit(self.estimator, heavy)
        parts = list(check_cv(self.cv, y, classifier=True).split(X, y))
        _require_partition([test for _, test in parts], len(y))
        found = Parallel(n_jobs=self.n_jobs)(
            delayed(_held_out_scores)(self, X, y, weights, part) for part in parts
        )
        scores = np.empty(len(y))
        for (_, test), part in zip(parts, found, strict=True):
            scores[test] = part
        return fit(self.estimator, X, y, weights), scores

    def _scores(self, fitted: object, X: object) -> NDArray[np.float64]:
        """How positive each item is to an estimator."""
        name = self._response_of(fitted)
        values = np.asarray(getattr(fitted, name)(X), dtype=np.float64)
        if values.ndim == 1:
            # A decision function has one column, which rises towards the second class.
            return values if self._index == 1 else -values
        return values[:, self._index]

    def _response_of(self, fitted: object) -> str:
        if self.response not in ("auto", *_RESPONSES):
            raise InputError(
                f"response must be 'auto', 'predict_proba' or 'decision_function', not {self.response!r}"
            )
        wanted = _RESPONSES if self.response == "auto" else (self.response,)
        for name in wanted:
            if hasattr(fitted, name):
                return name
        raise InputError(f"{type(fitted).__name__} has no {' or '.join(wanted)}, so it gives no scores")


def _held_out_scores(
    tuner: ThresholdTuner, X: Any, y: NDArray[Any], weights: Any, part: tuple[Any, Any]
) -> NDArray[np.float64]:
    train, test = part
    if len(np.unique(y[train])) < 2:
        raise InputError(
            "a fold leaves only one class to fit to: give fewer folds or more items of each class"
        )
    fitted = fit(tuner.estimator, X, y, weights, train)
    return tuner._scores(fitted, _safe_indexing(X, test))  # noqa: SLF001 - the workers' part of fit


def _require_partition(tests: list[NDArray[Any]], items: int) -> None:
    held_out = np.sort(np.concatenate([np.empty(0, dtype=np.intp), *tests]))
    if not np.array_equal(held_out, np.arange(items)):
        raise InputError("cv must hold out every item exactly once, as folds do and random splits do not")
