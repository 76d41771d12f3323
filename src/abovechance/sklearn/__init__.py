"""scikit-learn scorers of the declared measures, for ``cross_validate``, ``GridSearchCV`` and their kin.

``cross_validate`` counts the predictions on held-out folds, ``ThresholdTuner`` chooses the threshold of a
classifier.

Examples
--------
>>> from sklearn.datasets import load_wine
>>> from sklearn.model_selection import cross_validate
>>> from sklearn.naive_bayes import GaussianNB
>>> from abovechance.sklearn import TableScorer, scorer
>>> x, y = load_wine(return_X_y=True)
>>> scores = cross_validate(GaussianNB(), x, y, scoring={"informedness": scorer("informedness")})
>>> scores["test_informedness"].round(2)
array([0.93, 0.96, 0.96, 0.91, 1.  ])
>>> scores = cross_validate(GaussianNB(), x, y, scoring=TableScorer(["informedness", "macro_recall"]))
>>> sorted(scores)
['fit_time', 'score_time', 'test_informedness', 'test_macro_recall']
"""

from importlib import import_module
from typing import Any

from abovechance.sklearn.scorers import ScoreFunction, TableScorer, scorer

__all__ = ["ScoreFunction", "TableScorer", "ThresholdTuner", "cross_validate", "scorer"]
_MODULE_OF_NAME = {"ThresholdTuner": "tuner", "cross_validate": "cross_validation"}


def __getattr__(name: str) -> Any:
    """The threshold tuner and the cross-validation, which need scikit-learn when they are asked for."""
    if name in _MODULE_OF_NAME:
        return getattr(import_module(f"{__name__}.{_MODULE_OF_NAME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names."""
    return __all__
