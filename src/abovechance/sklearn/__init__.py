"""scikit-learn scorers of the declared measures, for ``cross_validate``, ``GridSearchCV`` and their kin.

``ThresholdTuner`` chooses the threshold of a classifier, see :mod:`abovechance.sklearn.tuner`.

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

from abovechance.sklearn.scorers import ScoreFunction, TableScorer, scorer

__all__ = ["ScoreFunction", "TableScorer", "ThresholdTuner", "scorer"]


def __getattr__(name: str) -> type:
    """The threshold tuner, which needs scikit-learn and the curves when it is asked for."""
    if name == "ThresholdTuner":
        from abovechance.sklearn.tuner import ThresholdTuner

        return ThresholdTuner
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names."""
    return __all__
