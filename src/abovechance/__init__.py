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
    from abovechance import curves, plots, sklearn
    from abovechance.accumulate import Accumulator
    from abovechance.bands import band
    from abovechance.clusterings.concordance import Concordance, Concordances, concordance
    from abovechance.curves import Curve
    from abovechance.inference.bootstrap import bootstrap
    from abovechance.inference.calibration import Calibration, calibrate
    from abovechance.inference.clusters import cluster_interval
    from abovechance.inference.compare import compare, compare_tables
    from abovechance.inference.comparison import Comparison
    from abovechance.inference.corrected_t import corrected_t
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
    from abovechance.raters.agreement import agreement
    from abovechance.raters.benchmarking import Benchmark, benchmark_agreement
    from abovechance.raters.comparing import compare_agreement
    from abovechance.raters.comparison import AgreementComparison
    from abovechance.raters.diagnosis import Diagnosis
    from abovechance.raters.diagnostics import diagnose_agreement
    from abovechance.raters.heatmap import agreement_heatmap
    from abovechance.raters.icc import IntraclassCorrelations, icc
    from abovechance.raters.pairs import pair_tables, pairwise_agreement
    from abovechance.raters.panel import Agreements
    from abovechance.raters.ratings import Ratings
    from abovechance.raters.result import Agreement
    from abovechance.raters.sample_size import items_for_kappa, items_for_width, power_for_kappa
    from abovechance.raters.testing import AgreementTest, agreement_test
    from abovechance.simulation.outcomes import Study
    from abovechance.simulation.simulate import simulate
    from abovechance.simulation.study import study

__version__ = "0.1.0"
__all__ = [
    "AbovechanceError",
    "Accumulator",
    "Agreement",
    "AgreementComparison",
    "AgreementTest",
    "Agreements",
    "Axis",
    "Benchmark",
    "Calibration",
    "Comparison",
    "Concordance",
    "Concordances",
    "Curve",
    "DatasetComparison",
    "Diagnosis",
    "Evaluation",
    "InputError",
    "Interval",
    "IntraclassCorrelations",
    "Joint",
    "Measure",
    "Ratings",
    "Study",
    "Tables",
    "TestResult",
    "UndefinedMeasureError",
    "UnknownMeasureError",
    "agreement",
    "agreement_heatmap",
    "agreement_test",
    "band",
    "benchmark_agreement",
    "bootstrap",
    "calibrate",
    "cluster_interval",
    "compare",
    "compare_agreement",
    "compare_datasets",
    "compare_tables",
    "compute",
    "concordance",
    "corrected_t",
    "correlated_t",
    "critical_difference_diagram",
    "curves",
    "diagnose_agreement",
    "evaluate",
    "fold_interval",
    "gradient",
    "icc",
    "interval",
    "intervals",
    "items_for_kappa",
    "items_for_width",
    "items_needed",
    "items_needed_to_compare",
    "measure",
    "measures",
    "pair_tables",
    "pairwise_agreement",
    "per_class_tests",
    "plots",
    "posterior",
    "power_for_kappa",
    "power_of",
    "power_to_compare",
    "simulate",
    "sklearn",
    "study",
    "test",
    "why_undefined",
]

_LATE = {
    "Accumulator": "accumulate",
    "Agreement": "raters.result",
    "AgreementComparison": "raters.comparison",
    "AgreementTest": "raters.testing",
    "Agreements": "raters.panel",
    "Benchmark": "raters.benchmarking",
    "Calibration": "inference.calibration",
    "Comparison": "inference.comparison",
    "Concordance": "clusterings.concordance",
    "Concordances": "clusterings.concordance",
    "Curve": "curves",
    "DatasetComparison": "inference.datasets",
    "Diagnosis": "raters.diagnosis",
    "Interval": "inference.interval",
    "IntraclassCorrelations": "raters.icc",
    "Joint": "inference.joint",
    "Ratings": "raters.ratings",
    "Study": "simulation.outcomes",
    "TestResult": "inference.table_test",
    "agreement": "raters.agreement",
    "agreement_heatmap": "raters.heatmap",
    "agreement_test": "raters.testing",
    "band": "bands",
    "benchmark_agreement": "raters.benchmarking",
    "bootstrap": "inference.bootstrap",
    "calibrate": "inference.calibration",
    "cluster_interval": "inference.clusters",
    "compare": "inference.compare",
    "compare_agreement": "raters.comparing",
    "compare_datasets": "inference.datasets",
    "compare_tables": "inference.compare",
    "concordance": "clusterings.concordance",
    "corrected_t": "inference.corrected_t",
    "correlated_t": "inference.correlated_t",
    "critical_difference_diagram": "inference.diagram",
    "diagnose_agreement": "raters.diagnostics",
    "fold_interval": "inference.folds",
    "gradient": "inference.gradient",
    "icc": "raters.icc",
    "interval": "inference.interval",
    "intervals": "inference.interval",
    "items_for_kappa": "raters.sample_size",
    "items_for_width": "raters.sample_size",
    "items_needed": "inference.power",
    "items_needed_to_compare": "inference.power",
    "pair_tables": "raters.pairs",
    "pairwise_agreement": "raters.pairs",
    "per_class_tests": "inference.table_test",
    "posterior": "inference.posterior",
    "power_for_kappa": "raters.sample_size",
    "power_of": "inference.power",
    "power_to_compare": "inference.power",
    "simulate": "simulation.simulate",
    "study": "simulation.study",
    "test": "inference.table_test",
}
"""Names whose modules are imported when they are first asked for: evaluation alone does without them."""


def __getattr__(name: str) -> Any:
    """Every measure is an attribute by its key: ``abovechance.informedness``."""
    if name in ("curves", "plots", "sklearn"):
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
