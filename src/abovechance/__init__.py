"""Chance-corrected evaluation of classifiers, tests, annotators and clusterings.

>>> import abovechance as ac
>>> ac.informedness(["ham", "spam", "spam"], ["ham", "spam", "ham"])
0.5

Every measure is a function of the package, by its key (``ac.informedness``) and by its other names
(``ac.TPR``, ``ac.kappa``); ``ac.measures()`` lists them all.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

import lazy_loader

from abovechance.core import __version__ as __version__
from abovechance.core import show_with

if TYPE_CHECKING:
    from collections.abc import Callable

_public, _, __all__ = lazy_loader.attach(
    __name__,
    ["curves", "plots", "sklearn"],
    {
        "clusterings.concordance": ["Concordance", "Concordances", "concordance"],
        "core.errors": [
            "AbovechanceError",
            "InputError",
            "InputWarning",
            "UndefinedMeasureError",
            "UnknownMeasureError",
        ],
        "curves": ["Curve"],
        "curves.abstention": ["AbstentionCurve", "abstention_curve"],
        "evaluation": ["Evaluation", "evaluate"],
        "evaluation.abstention": ["Abstentions", "abstentions"],
        "evaluation.agreement": ["Agreements", "agreement"],
        "evaluation.baseline": ["compare_with_baseline"],
        "evaluation.deployment.curve": ["PrevalenceCurve"],
        "evaluation.deployment.deploy": ["Deployment", "deploy"],
        "evaluation.imperfect_truth": ["ImperfectTruth", "imperfect_truth"],
        "evaluation.marking.mark": ["Marks", "mark"],
        "evaluation.judge": ["judge"],
        "evaluation.judgement": ["Judgement"],
        "evaluation.plan": ["Plan", "plan"],
        "evaluation.scores.ranking": ["Ranking"],
        "evaluation.scores.roc": ["roc"],
        "evaluation.significance.table_tests": ["TableTests"],
        "evaluation.significance.test": ["tests"],
        "inference.comparisons.compare": ["compare", "compare_tables"],
        "inference.comparisons.comparison": ["Comparison", "SystemTable"],
        "inference.comparisons.joint": ["Joint"],
        "inference.datasets.compare": ["DatasetComparison", "compare_datasets"],
        "inference.datasets.t_tests": ["CorrectedT", "CorrelatedT", "corrected_t", "correlated_t"],
        "inference.derivatives.gradient": ["gradient"],
        "inference.homogeneity": ["Homogeneity", "compare_groups"],
        "inference.intervals.dependent": ["cluster_interval", "fold_interval"],
        "inference.intervals.interval": ["Interval", "Intervals", "interval"],
        "inference.mixture.result": ["ClassSkills", "MixtureFit", "mixture"],
        "inference.power": [
            "items_needed",
            "items_needed_to_compare",
            "power_of",
            "power_to_compare",
        ],
        "inference.quantify.design": ["LabelPlan", "labels_needed"],
        "inference.quantify.quantify": ["Quantification", "quantify"],
        "inference.resampling.bootstrap": ["bootstrap", "posterior"],
        "inference.significance.p_value_evidence": ["Calibration", "calibrate"],
        "inference.significance.test": ["TestResult", "per_class_tests", "test"],
        "measures.accumulator": ["Accumulator"],
        "measures.bookmaker": ["BookmakerPayoff", "bookmaker_payoff"],
        "measures.bookmaker_script": ["BookmakerScript", "bookmaker_script"],
        "measures.compute": ["compute", "why_undefined"],
        "measures.implied_kappa": ["ImpliedKappa", "implied_kappa"],
        "measures.registry": ["Catalogue", "Measure", "measure", "measures"],
        "measures.verbal_scales": ["band"],
        "plots.agreement": ["agreement_heatmap"],
        "plots.critical_difference": ["critical_difference_diagram"],
        "raters.agreement": ["Agreement"],
        "raters.benchmark": ["Benchmark", "benchmark_agreement"],
        "raters.compare": ["AgreementComparison", "compare_agreement"],
        "raters.diagnosis": ["Diagnosis", "diagnose_agreement"],
        "raters.icc": ["IntraclassCorrelations", "icc"],
        "raters.pair_tables": ["pair_tables", "pairwise_agreement"],
        "raters.power": ["items_for_kappa", "items_for_width", "power_for_kappa"],
        "raters.ratings.ratings": ["Ratings"],
        "raters.test": ["AgreementTest", "agreement_test"],
        "simulation.simulate": ["simulate"],
        "simulation.study.result": ["Study"],
        "simulation.study.study": ["study"],
        "sklearn.cross_validation": ["cross_validate"],
        "solve.check": ["Check", "check"],
        "solve.classes.solution": ["ClassSolution"],
        "solve.solution": ["Solution"],
        "solve.solve": ["solve"],
        "tables.tables": ["Axis", "Tables"],
    },
)
# What is listed above is repeated for editors and type checkers in __init__.pyi, which `make docs` writes.


def _late(module: str, name: str) -> Callable[..., Any]:
    """A function whose module is imported when it is first called."""

    def call(*arguments: object) -> Any:
        return getattr(import_module(f"{__name__}.{module}"), name)(*arguments)

    return call


for _form in ("text", "dictionary", "formatted", "notebook"):
    show_with(_form, _late("report.views", _form))
show_with("elsewhere", _late("evaluation.catalogue", "elsewhere"))
show_with("meanings", _late("evaluation.catalogue", "meanings"))
show_with("study", _late("studies.mine.report", "document"))
show_with("plot", _late("plots.result", "plot"))
show_with("heatmap", _late("plots.agreement", "draw"))


def __getattr__(name: str) -> Any:
    """A public name, or a measure by its key, an alias or the name that other software gives it."""
    if name in __all__:
        return _public(name)
    # A room that nobody has imported yet is no misspelt measure: the import system looks for it after this.
    if name.startswith("_") or name in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
    from abovechance.measures.registry import attribute

    return attribute(name)


_ROOMS = frozenset(entry.name for entry in os.scandir(__path__[0]) if entry.is_dir())
_USED_BY_NAME = {"Accumulator", "Axis", "Curve", "InputError", "InputWarning", "Joint", "Measure", "Ratings",
                 "Tables", "UnknownMeasureError"}  # fmt: skip


def __dir__() -> list[str]:
    """The questions, the types that one makes or catches, and the headline measures.

    Types of answers and all other measures are attributes too.
    """
    from abovechance.measures.headlines import HEADLINE, OF_MORE_CLASSES, OF_TWO_CLASSES

    asked = (name for name in __all__ if name[0].islower())
    return sorted({*asked, *_USED_BY_NAME, *HEADLINE, *OF_TWO_CLASSES, *OF_MORE_CLASSES})
