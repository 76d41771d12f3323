"""Scorers of the declared measures: a function of labels, a table of many measures."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from abovechance.core.errors import InputError
from abovechance.core.labels import Label, offered, quoted
from abovechance.measures.registry import Measure, measure
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from abovechance.core.arrays import Column


@dataclass(frozen=True)
class ScoreFunction:
    """``score(y_true, y_pred, sample_weight=None)`` of one measure; pickles as the name of the measure."""

    key: str
    positive: Label | None = None
    labels: tuple[Label, ...] | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @property
    def __name__(self) -> str:
        """The name that scikit-learn shows."""
        return self.key

    def __call__(self, y_true: object, y_pred: Any, *, sample_weight: Column | None = None) -> float:
        """The measure of these predictions; NaN where it is undefined."""
        tables = Tables.from_labels(y_true, y_pred, labels=self.labels, weights=sample_weight)
        return self.of(tables)

    def of(self, tables: Tables) -> float:
        """The measure of a table that is already counted."""
        found = measure(self.key)
        if found.scope == "overall":
            return found(tables, **self.parameters)
        return float(found.per_class(tables, **self.parameters)[_class_index(found, tables, self.positive)])


class Scorer(Protocol):
    """What scikit-learn calls to score a fitted model on items."""

    def __call__(self, estimator: Any, X: Any, y: Any = None, **options: Any) -> float:
        """The score: greater is better."""
        ...


def scorer(
    name: str | Measure,
    *,
    positive: Label | None = None,
    labels: Sequence[Label] | None = None,
    **parameters: object,
) -> Scorer:
    """A scikit-learn scorer of a measure, by any of its names.

    A score is one number: of more than two classes, a measure of one class needs ``positive``, or take
    an average such as ``macro_recall``.

    Parameters
    ----------
    name
        The measure.
    positive
        The class to score with a measure of one class; by default the last of two classes.
    labels
        All classes, if a fold may lack some of them.
    **parameters
        Parameters of the measure, such as ``beta``.
    """
    from sklearn.metrics import make_scorer

    found = _of_predictions(name)
    sign = _sign(found)
    if sign is None:
        beyond = "" if found.best is None else f" beyond its best value of {found.best:g}"
        raise InputError(f"{found.key} has no better and worse{beyond}, so it cannot score a model")
    unknown = [p for p in parameters if p not in found.parameters]
    if unknown:
        raise InputError(f"{found.key} has no parameter {quoted(unknown)}")
    function = ScoreFunction(found.key, positive, None if labels is None else tuple(labels), parameters)
    made: Scorer = make_scorer(function, greater_is_better=sign > 0)
    return made


class TableScorer:
    """Several measures from one table: a callable for ``scoring`` that counts the predictions once.

    Greater is better, as scikit-learn takes it for granted: an error rate is negated, as by :func:`scorer`.
    What has no better and worse, such as a prevalence, is reported as it is.

    Parameters
    ----------
    names
        The measures; the scores are called by their keys.
    positive, labels
        As in :func:`scorer`.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> search = GridSearchCV(
    ...     DecisionTreeClassifier(random_state=0),
    ...     {"max_depth": [1, 2, 5]},
    ...     scoring=TableScorer(["error_rate", "informedness"]),
    ...     refit="error_rate",
    ... )
    >>> search.fit(*load_wine(return_X_y=True)).best_params_
    {'max_depth': 5}
    """

    def __init__(
        self,
        names: Iterable[str | Measure],
        *,
        positive: Label | None = None,
        labels: Sequence[Label] | None = None,
    ) -> None:
        self.labels = None if labels is None else tuple(labels)
        self.functions = [ScoreFunction(_of_predictions(name).key, positive, self.labels) for name in names]
        self._sample_weight: bool | str | None = None

    def __call__(self, estimator: Any, x: Any, y: Any, sample_weight: object = None) -> dict[str, float]:
        """The measures of a fitted estimator's predictions; a loss is negated."""
        tables = Tables.from_labels(y, estimator.predict(x), labels=self.labels, weights=sample_weight)
        return {
            function.key: (_sign(measure(function.key)) or 1) * function.of(tables)
            for function in self.functions
        }

    def set_score_request(self, *, sample_weight: bool | str | None = None) -> TableScorer:
        """Say whether weights are to be routed here, or under which name, as in scikit-learn's scorers."""
        self._sample_weight = sample_weight
        return self

    def get_metadata_routing(self) -> Any:
        """What scikit-learn is to route here."""
        # Imported when it is asked for: without scikit-learn a table of measures can still be made.
        request = import_module("sklearn.utils.metadata_routing").MetadataRequest(owner=self)
        request.score.add_request(param="sample_weight", alias=self._sample_weight)
        return request


def _of_predictions(name: str | Measure) -> Measure:
    from abovechance.curves.summaries.summary import measure_of_decisions

    return measure_of_decisions(name)


def _sign(found: Measure) -> int | None:
    """Whether more of a measure is better or worse; None if the best is neither its most nor its least."""
    if found.best is None or found.best not in (found.low, found.high):
        return None
    return 1 if found.best == found.high else -1


def _class_index(found: Measure, tables: Tables, positive: Label | None) -> int:
    if positive is None and len(tables.labels) == 2:
        return 1
    if positive is None:
        raise InputError(
            f"{found.key} has a value for each of the classes {quoted(tables.labels)}: "
            f"choose one with the argument positive, or an average such as macro_{found.key}"
        )
    if positive not in tables.labels:
        raise InputError(
            f"positive class {positive!r} is not among the labels {offered(positive, tables.labels)}"
        )
    return tables.labels.index(positive)
