"""Chance-corrected evaluation of classifiers, tests, annotators and clusterings.

>>> import abovechance as ac
>>> ac.informedness(["ham", "spam", "spam"], ["ham", "spam", "ham"])
0.5
"""

from typing import Any

from abovechance.errors import AbovechanceError, InputError, UndefinedMeasureError, UnknownMeasureError
from abovechance.evaluation import Evaluation, compute, evaluate
from abovechance.measures.registry import Measure, declared, measure, measures
from abovechance.tables import Axis, Tables
from abovechance.undefined import why_undefined

__version__ = "0.1.0"
__all__ = [
    "AbovechanceError",
    "Axis",
    "Evaluation",
    "InputError",
    "Measure",
    "Tables",
    "UndefinedMeasureError",
    "UnknownMeasureError",
    "compute",
    "evaluate",
    "measure",
    "measures",
    "why_undefined",
]


def __getattr__(name: str) -> Any:
    """Every measure is an attribute by its key: ``abovechance.informedness``."""
    found = declared(name)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found


def __dir__() -> list[str]:
    """The public names, the measures among them."""
    return sorted({*__all__, *(m.key for m in measures())})
