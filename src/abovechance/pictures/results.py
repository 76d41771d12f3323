"""Which pictures each kind of result has: what ``Result.plot`` draws, by a name where there are several."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from abovechance.core.errors import InputError
from abovechance.core.lookup import Names

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.core.result import Result
    from abovechance.pictures.picture import AnyPicture

    Pictures = dict[str, Callable[[], AnyPicture]]

_BUILDERS = {  # the classes of results by their modules, and the function that says which pictures they have
    "evaluation.result.Evaluation": "evaluation.of_evaluation",
    "tables.tables.Tables": "evaluation.of_tables",
    "inference.intervals.interval.Interval": "intervals.of_interval",
    "inference.intervals.interval.Intervals": "intervals.of_intervals",
    "inference.comparisons.comparison.Comparison": "comparisons.comparison.of_comparison",
    "inference.comparisons.comparison.ComparisonBase": "comparisons.comparison.of_pairs",
    "inference.comparisons.comparison.SystemTable": "comparisons.comparison.of_system_table",
    "inference.comparisons.pair_difference.PairDifference": "comparisons.comparison.of_pair",
    "inference.comparisons.margin.Margins": "comparisons.comparison.of_margins",
    "inference.comparisons.margin.MarginTest": "comparisons.comparison.of_margin_test",
    "curves.comparison.comparison.CurveComparison": "comparisons.comparison.of_curve_comparison",
    "curves.comparison.comparison.JointTest": "significance.of_p_value",
    "inference.datasets.compare.DatasetComparison": "comparisons.datasets.of_datasets",
    "inference.datasets.t_tests.CorrectedT": "comparisons.datasets.of_corrected_t",
    "inference.datasets.t_tests.CorrelatedT": "comparisons.datasets.of_correlated_t",
    "inference.homogeneity.Homogeneity": "comparisons.slices.of_homogeneity",
    "inference.homogeneity.GroupValue": "comparisons.slices.of_group",
    "evaluation.significance.table_tests.TableTests": "significance.of_tests",
    "inference.significance.test.TestResult": "significance.of_test",
    "inference.significance.p_value_evidence.Calibration": "significance.of_evidence",
    "inference.mixture.result.MixtureFit": "guessing.mixture.of_mixture",
    "inference.mixture.result.ClassSkills": "guessing.mixture.of_skills",
    "measures.implied_kappa.ImpliedKappa": "guessing.mixture.of_implied_kappa",
    "measures.bookmaker.BookmakerPayoff": "guessing.bookmaker.of_payoff",
    "measures.bookmaker.Bets": "guessing.bookmaker.of_bets",
    "measures.bookmaker_script.BookmakerScript": "guessing.bookmaker.of_script",
    "evaluation.imperfect_truth.ImperfectTruth": "evaluation.of_imperfect_truth",
    "evaluation.abstention.Abstentions": "evaluation.of_abstentions",
    "evaluation.deployment.deploy.Deployment": "tables.deployment.of_deployment",
    "evaluation.deployment.curve.PrevalenceCurve": "tables.deployment.of_curve",
    "evaluation.plan.Plan": "plans.of_plan",
    "inference.quantify.design.LabelPlan": "plans.of_label_plan",
    "inference.quantify.quantify.Quantification": "quantify.of_quantification",
    "evaluation.judgement.Judgement": "quantify.of_judgement",
    "evaluation.marking.mark.Marks": "guessing.marking.of_marks",
    "evaluation.marking.mark.MarkedQuestions": "guessing.marking.of_questions",
    "solve.solution.Solution": "solution.of_solution",
    "solve.classes.solution.ClassSolution": "solution.of_solution",
    "solve.solution.Range": "solution.of_range",
    "solve.check.Check": "solution.of_check",
    "clusterings.concordance.Concordances": "concordance.of_concordances",
    "clusterings.concordance.Concordance": "concordance.of_concordance",
    "clusterings.assignment.Assignment": "concordance.of_assignment",
    "evaluation.agreement.Agreements": "agreement.of_agreements",
    "raters.agreement.Agreement": "agreement.of_agreement",
    "raters.benchmark.Benchmark": "agreement.of_benchmark",
    "raters.diagnosis.Diagnosis": "agreement.of_diagnosis",
    "raters.icc.IntraclassCorrelations": "agreement.of_icc",
    "raters.ratings.ratings.Ratings": "agreement.of_ratings",
    "raters.test.AgreementTest": "agreement.of_agreement_test",
    "simulation.study.result.Study": "studies.of_study",
    "curves.abstention.AbstentionCurve": "curves.results.of_abstention",
    "curves.curve.curve.Curve": "curves.results.of_curves",
    "curves.curve.curve.Curves": "curves.results.of_curves",
    "curves.curve.streamed.Streamed": "curves.results.of_streamed",
    "curves.curve.edges.Edges": "curves.results.of_edges",
    "curves.curve.edges.Vertex": "curves.results.of_vertex",
    "curves.curve.edges.Mixture": "curves.results.of_mixture",
    "curves.classes.multiclass.Multiclass": "curves.results.of_multiclass",
    "evaluation.scores.ranking.Ranking": "curves.ranking.of_ranking",
    "evaluation.scores.ranking.RankedSystem": "curves.ranking.of_system",
    "curves.costs.cost_curves.CostCurve": "curves.results.of_cost_curve",
    "curves.costs.cost_curves.DecisionCurve": "curves.results.of_decision_curve",
    "curves.costs.cost_curves.LossCurve": "curves.results.of_loss_curve",
    "curves.costs.fusion.Fusion": "curves.results.of_fusion",
    "curves.geometry.concavities.Concavities": "curves.results.of_concavities",
    "curves.geometry.concavities.Concavity": "curves.results.of_concavity",
    "curves.geometry.isometrics.Isometrics": "curves.results.of_isometrics",
    "curves.geometry.isometrics.Isometric": "curves.results.of_isometric",
    "curves.geometry.repair.Calibrator": "curves.results.of_calibrator",
    "curves.geometry.repair.Repair": "curves.results.of_repair",
    "curves.geometry.spaces.Path": "curves.results.of_path",
    "curves.summaries.binormal.Binormal": "curves.models.of_binormal",
    "curves.summaries.binormal.SignalDetection": "curves.models.of_signal_detection",
    "curves.summaries.losses.Brier": "curves.models.of_brier",
    "curves.summaries.losses.HMeasure": "curves.models.of_h_measure",
    "curves.summaries.summary.Summary": "curves.models.of_summary",
    "curves.summaries.summary.Summarised": "curves.models.of_summarised",
    "curves.thresholds.grey_zone.GreyZone": "curves.results.of_grey_zone",
    "curves.thresholds.held_out.Selection": "curves.results.of_selection",
    "curves.thresholds.held_out.Estimate": "curves.models.of_estimate",
    "curves.thresholds.point.OperatingPoint": "curves.results.of_point",
    "curves.uncertainty.auc_test.AucTest": "curves.models.of_auc_test",
    "curves.uncertainty.roc_bands.Band": "curves.results.of_band",
    "curves.uncertainty.roc_bands.ThresholdIntervals": "curves.results.of_threshold_intervals",
}


def pictures_of(result: Result) -> Pictures:
    """The pictures of a result by their names, each made when it is called; the first is the usual one."""
    # By names, which need no import of modules. A result without pictures of its own has those of its base.
    for kind in type(result).__mro__:
        name = f"{kind.__module__.removeprefix('abovechance.')}.{kind.__qualname__}"
        if name in _BUILDERS:
            module, _, function = _BUILDERS[name].rpartition(".")
            found: Pictures = getattr(import_module(f"abovechance.pictures.{module}"), function)(result)
            return found
    raise InputError(f"there is no picture of a result of the kind {type(result).__name__}: see its rows()")


def picture_of(result: Result, name: str | None = None) -> AnyPicture:
    """One picture of a result: the usual one, or the one of that name."""
    found = pictures_of(result)
    if not found:
        raise InputError(f"this {type(result).__name__} has nothing to draw")
    if name is None:
        return next(iter(found.values()))()
    return found[Names("picture", dict.fromkeys(found, ""))(name)]()
