"""Chance-corrected evaluation of classifiers, tests, annotators and clusterings.

>>> import abovechance as ac
>>> ac.informedness(["ham", "spam", "spam"], ["ham", "spam", "ham"])
0.5
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import (
    AbovechanceError,
    InputError,
    InputWarning,
    UndefinedMeasureError,
    UnknownMeasureError,
)
from abovechance.core.show import show_by
from abovechance.core.version import __version__ as __version__
from abovechance.evaluation import Evaluation, evaluate
from abovechance.measures.compute import compute
from abovechance.measures.registry import Measure, declared, measure, measures
from abovechance.measures.undefined import why_undefined
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance import curves, plots, sklearn
    from abovechance.clusterings.concordance import Concordance, Concordances, concordance
    from abovechance.curves import Curve
    from abovechance.inference.comparisons.compare import compare, compare_tables
    from abovechance.inference.comparisons.comparison import Comparison
    from abovechance.inference.comparisons.joint import Joint
    from abovechance.inference.datasets.compare import DatasetComparison, compare_datasets
    from abovechance.inference.datasets.corrected_t import corrected_t
    from abovechance.inference.datasets.correlated_t import correlated_t
    from abovechance.inference.derivatives.gradient import gradient
    from abovechance.inference.intervals.clustered import cluster_interval
    from abovechance.inference.intervals.folds import fold_interval
    from abovechance.inference.intervals.interval import Interval, interval, intervals
    from abovechance.inference.power.informedness import (
        items_needed,
        items_needed_to_compare,
        power_of,
        power_to_compare,
    )
    from abovechance.inference.resampling.bootstrap import bootstrap
    from abovechance.inference.resampling.posterior import posterior
    from abovechance.inference.significance.p_value_evidence import Calibration, calibrate
    from abovechance.inference.significance.test import TestResult, per_class_tests, test
    from abovechance.measures.accumulator import Accumulator
    from abovechance.measures.verbal_scales import band
    from abovechance.plots.agreement import agreement_heatmap
    from abovechance.plots.critical_difference import critical_difference_diagram
    from abovechance.raters.agreement import agreement
    from abovechance.raters.benchmark import Benchmark, benchmark_agreement
    from abovechance.raters.compare import AgreementComparison, compare_agreement
    from abovechance.raters.diagnosis import Diagnosis, diagnose_agreement
    from abovechance.raters.icc import IntraclassCorrelations, icc
    from abovechance.raters.pair_tables import pair_tables, pairwise_agreement
    from abovechance.raters.power import items_for_kappa, items_for_width, power_for_kappa
    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.result import Agreement, Agreements
    from abovechance.raters.test import AgreementTest, agreement_test
    from abovechance.simulation.simulate import simulate
    from abovechance.simulation.study.result import Study
    from abovechance.simulation.study.study import study

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
    "InputWarning",
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
    "Accumulator": "measures.accumulator",
    "Agreement": "raters.result",
    "AgreementComparison": "raters.compare",
    "AgreementTest": "raters.test",
    "Agreements": "raters.result",
    "Benchmark": "raters.benchmark",
    "Calibration": "inference.significance.p_value_evidence",
    "Comparison": "inference.comparisons.comparison",
    "Concordance": "clusterings.concordance",
    "Concordances": "clusterings.concordance",
    "Curve": "curves",
    "DatasetComparison": "inference.datasets.compare",
    "Diagnosis": "raters.diagnosis",
    "Interval": "inference.intervals.interval",
    "IntraclassCorrelations": "raters.icc",
    "Joint": "inference.comparisons.joint",
    "Ratings": "raters.ratings.ratings",
    "Study": "simulation.study.result",
    "TestResult": "inference.significance.test",
    "agreement": "raters.agreement",
    "agreement_heatmap": "plots.agreement",
    "agreement_test": "raters.test",
    "band": "measures.verbal_scales",
    "benchmark_agreement": "raters.benchmark",
    "bootstrap": "inference.resampling.bootstrap",
    "calibrate": "inference.significance.p_value_evidence",
    "cluster_interval": "inference.intervals.clustered",
    "compare": "inference.comparisons.compare",
    "compare_agreement": "raters.compare",
    "compare_datasets": "inference.datasets.compare",
    "compare_tables": "inference.comparisons.compare",
    "concordance": "clusterings.concordance",
    "corrected_t": "inference.datasets.corrected_t",
    "correlated_t": "inference.datasets.correlated_t",
    "critical_difference_diagram": "plots.critical_difference",
    "diagnose_agreement": "raters.diagnosis",
    "fold_interval": "inference.intervals.folds",
    "gradient": "inference.derivatives.gradient",
    "icc": "raters.icc",
    "interval": "inference.intervals.interval",
    "intervals": "inference.intervals.interval",
    "items_for_kappa": "raters.power",
    "items_for_width": "raters.power",
    "items_needed": "inference.power.informedness",
    "items_needed_to_compare": "inference.power.informedness",
    "pair_tables": "raters.pair_tables",
    "pairwise_agreement": "raters.pair_tables",
    "per_class_tests": "inference.significance.test",
    "posterior": "inference.resampling.posterior",
    "power_for_kappa": "raters.power",
    "power_of": "inference.power.informedness",
    "power_to_compare": "inference.power.informedness",
    "simulate": "simulation.simulate",
    "study": "simulation.study.study",
    "test": "inference.significance.test",
}
"""Names whose modules are imported when they are first asked for: evaluation alone does without them."""


def _late(module: str, name: str) -> Callable[..., Any]:
    """A function whose module is imported when it is first called."""

    def call(*arguments: Any) -> Any:
        return getattr(import_module(f"{__name__}.{module}"), name)(*arguments)

    return call


show_by("text", _late("report.terminal", "report_text"))
show_by("heatmap", _late("plots.agreement", "draw"))


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
