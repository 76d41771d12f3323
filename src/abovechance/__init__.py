"""Chance-corrected evaluation of classifiers, tests, annotators and clusterings.

>>> import abovechance as ac
>>> ac.informedness(["ham", "spam", "spam"], ["ham", "spam", "ham"])
0.5
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from abovechance.errors import AbovechanceError, InputError, UndefinedMeasureError, UnknownMeasureError
from abovechance.evaluation import Evaluation, compute, evaluate
from abovechance.measures.registry import Measure, declared, measure, measures
from abovechance.tables import Axis, Tables
from abovechance.undefined import why_undefined

if TYPE_CHECKING:
    from abovechance.inference.compare import compare, compare_tables
    from abovechance.inference.comparison import Comparison
    from abovechance.inference.correlated_t import correlated_t
    from abovechance.inference.datasets import DatasetComparison, compare_datasets
    from abovechance.inference.diagram import critical_difference_diagram
    from abovechance.inference.joint import Joint

__version__ = "0.1.0"
__all__ = [
    "AbovechanceError",
    "Axis",
    "Comparison",
    "DatasetComparison",
    "Evaluation",
    "InputError",
    "Joint",
    "Measure",
    "Tables",
    "UndefinedMeasureError",
    "UnknownMeasureError",
    "compare",
    "compare_datasets",
    "compare_tables",
    "compute",
    "correlated_t",
    "critical_difference_diagram",
    "evaluate",
    "measure",
    "measures",
    "why_undefined",
]

_LATE = {
    "Comparison": "inference.comparison",
    "DatasetComparison": "inference.datasets",
    "Joint": "inference.joint",
    "compare": "inference.compare",
    "compare_datasets": "inference.datasets",
    "compare_tables": "inference.compare",
    "correlated_t": "inference.correlated_t",
    "critical_difference_diagram": "inference.diagram",
}
"""Names whose modules are imported when they are first asked for: evaluation alone does without them."""


def __getattr__(name: str) -> Any:
    """Every measure is an attribute by its key: ``abovechance.informedness``."""
    if name in _LATE:
        return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
    found = declared(name)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found


def __dir__() -> list[str]:
    """The public names, the measures among them."""
    return sorted({*__all__, *(m.key for m in measures())})
