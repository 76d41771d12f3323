"""Chance-corrected evaluation of classifiers, tests, annotators and clusterings.

>>> import abovechance as ac
>>> ac.informedness(["ham", "spam", "spam"], ["ham", "spam", "ham"])
0.5
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from abovechance.errors import AbovechanceError, InputError, UndefinedMeasureError, UnknownMeasureError
from abovechance.evaluation import Evaluation, evaluate
from abovechance.measures.registry import Measure, declared, measure, measures
from abovechance.measures.values import compute
from abovechance.tables import Axis, Tables
from abovechance.undefined import why_undefined

if TYPE_CHECKING:
    from abovechance import curves, sklearn
    from abovechance.accumulate import Accumulator
    from abovechance.bands import band
    from abovechance.curves import Curve
    from abovechance.inference.bootstrap import bootstrap
    from abovechance.inference.calibration import Calibration, calibrate
    from abovechance.inference.clusters import cluster_interval
    from abovechance.inference.compare import compare, compare_tables
    from abovechance.inference.comparison import Comparison
    from abovechance.inference.correlated_t import correlated_t
    from abovechance.inference.datasets import DatasetComparison, compare_datasets
    from abovechance.inference.diagram import critical_difference_diagram
    from abovechance.inference.folds import fold_interval
    from abovechance.inference.gradient import gradient
    from abovechance.inference.interval import Interval, interval, intervals
    from abovechance.inference.joint import Joint
    from abovechance.inference.posterior import posterior
    from abovechance.inference.power import items_needed, items_needed_to_compare, power_of, power_to_compare
    from abovechance.inference.table_test import TestResult, per_class_tests, test

__version__ = "0.1.0"
__all__ = [
    "AbovechanceError",
    "Accumulator",
    "Axis",
    "Calibration",
    "Comparison",
    "Curve",
    "DatasetComparison",
    "Evaluation",
    "InputError",
    "Interval",
    "Joint",
    "Measure",
    "Tables",
    "TestResult",
    "UndefinedMeasureError",
    "UnknownMeasureError",
    "band",
    "bootstrap",
    "calibrate",
    "cluster_interval",
    "compare",
    "compare_datasets",
    "compare_tables",
    "compute",
    "correlated_t",
    "critical_difference_diagram",
    "curves",
    "evaluate",
    "fold_interval",
    "gradient",
    "interval",
    "intervals",
    "items_needed",
    "items_needed_to_compare",
    "measure",
    "measures",
    "per_class_tests",
    "posterior",
    "power_of",
    "power_to_compare",
    "sklearn",
    "test",
    "why_undefined",
]

_LATE = {
    "Accumulator": "accumulate",
    "Calibration": "inference.calibration",
    "Comparison": "inference.comparison",
    "Curve": "curves",
    "DatasetComparison": "inference.datasets",
    "Interval": "inference.interval",
    "Joint": "inference.joint",
    "TestResult": "inference.table_test",
    "band": "bands",
    "bootstrap": "inference.bootstrap",
    "calibrate": "inference.calibration",
    "cluster_interval": "inference.clusters",
    "compare": "inference.compare",
    "compare_datasets": "inference.datasets",
    "compare_tables": "inference.compare",
    "correlated_t": "inference.correlated_t",
    "critical_difference_diagram": "inference.diagram",
    "fold_interval": "inference.folds",
    "gradient": "inference.gradient",
    "interval": "inference.interval",
    "intervals": "inference.interval",
    "items_needed": "inference.power",
    "items_needed_to_compare": "inference.power",
    "per_class_tests": "inference.table_test",
    "posterior": "inference.posterior",
    "power_of": "inference.power",
    "power_to_compare": "inference.power",
    "test": "inference.table_test",
}
"""Names whose modules are imported when they are first asked for: evaluation alone does without them."""


def __getattr__(name: str) -> Any:
    """Every measure is an attribute by its key: ``abovechance.informedness``."""
    if name in ("curves", "sklearn"):
        return import_module(f"{__name__}.{name}")
    if name in _LATE:
        return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
    found = declared(name)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found


def __dir__() -> list[str]:
    """The public names, the measures among them."""
    return sorted({*__all__, *(m.key for m in measures())})
