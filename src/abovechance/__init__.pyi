"""The public names and the measures. Written by tools/make_stub.py, which `make docs` runs."""

from collections.abc import Callable
from typing import Any, TypeAlias

from numpy import float64
from numpy.typing import ArrayLike, NDArray

from . import curves as curves
from . import plots as plots
from . import sklearn as sklearn
from .clusterings.concordance import Concordance as Concordance
from .clusterings.concordance import Concordances as Concordances
from .clusterings.concordance import concordance as concordance
from .core.errors import AbovechanceError as AbovechanceError
from .core.errors import InputError as InputError
from .core.errors import InputWarning as InputWarning
from .core.errors import UndefinedMeasureError as UndefinedMeasureError
from .core.errors import UnknownMeasureError as UnknownMeasureError
from .curves.abstention import AbstentionCurve as AbstentionCurve
from .curves.abstention import abstention_curve as abstention_curve
from .curves.curve.curve import Curve as Curve
from .evaluation.abstention import Abstentions as Abstentions
from .evaluation.abstention import abstentions as abstentions
from .evaluation.agreement import Agreements as Agreements
from .evaluation.agreement import agreement as agreement
from .evaluation.baseline import compare_with_baseline as compare_with_baseline
from .evaluation.deployment.curve import PrevalenceCurve as PrevalenceCurve
from .evaluation.deployment.deploy import Deployment as Deployment
from .evaluation.deployment.deploy import deploy as deploy
from .evaluation.evaluate import evaluate as evaluate
from .evaluation.imperfect_truth import ImperfectTruth as ImperfectTruth
from .evaluation.imperfect_truth import imperfect_truth as imperfect_truth
from .evaluation.judge import judge as judge
from .evaluation.judgement import Judgement as Judgement
from .evaluation.marking.mark import Marks as Marks
from .evaluation.marking.mark import mark as mark
from .evaluation.plan import Plan as Plan
from .evaluation.plan import plan as plan
from .evaluation.result import Evaluation as Evaluation
from .evaluation.scores.ranking import Ranking as Ranking
from .evaluation.scores.roc import roc as roc
from .evaluation.significance.table_tests import TableTests as TableTests
from .evaluation.significance.test import tests as tests
from .inference.comparisons.compare import compare as compare
from .inference.comparisons.compare import compare_tables as compare_tables
from .inference.comparisons.comparison import Comparison as Comparison
from .inference.comparisons.comparison import SystemTable as SystemTable
from .inference.comparisons.joint import Joint as Joint
from .inference.datasets.compare import DatasetComparison as DatasetComparison
from .inference.datasets.compare import compare_datasets as compare_datasets
from .inference.datasets.t_tests import CorrectedT as CorrectedT
from .inference.datasets.t_tests import CorrelatedT as CorrelatedT
from .inference.datasets.t_tests import corrected_t as corrected_t
from .inference.datasets.t_tests import correlated_t as correlated_t
from .inference.derivatives.gradient import gradient as gradient
from .inference.homogeneity import Homogeneity as Homogeneity
from .inference.homogeneity import compare_groups as compare_groups
from .inference.intervals.dependent import cluster_interval as cluster_interval
from .inference.intervals.dependent import fold_interval as fold_interval
from .inference.intervals.interval import Interval as Interval
from .inference.intervals.interval import Intervals as Intervals
from .inference.intervals.interval import interval as interval
from .inference.mixture.result import ClassSkills as ClassSkills
from .inference.mixture.result import MixtureFit as MixtureFit
from .inference.mixture.result import mixture as mixture
from .inference.power import items_needed as items_needed
from .inference.power import items_needed_to_compare as items_needed_to_compare
from .inference.power import power_of as power_of
from .inference.power import power_to_compare as power_to_compare
from .inference.quantify.design import LabelPlan as LabelPlan
from .inference.quantify.design import labels_needed as labels_needed
from .inference.quantify.quantify import Quantification as Quantification
from .inference.quantify.quantify import quantify as quantify
from .inference.resampling.bootstrap import bootstrap as bootstrap
from .inference.resampling.bootstrap import posterior as posterior
from .inference.significance.p_value_evidence import Calibration as Calibration
from .inference.significance.p_value_evidence import calibrate as calibrate
from .inference.significance.test import TestResult as TestResult
from .inference.significance.test import per_class_tests as per_class_tests
from .inference.significance.test import test as test
from .measures.accumulator import Accumulator as Accumulator
from .measures.bookmaker import BookmakerPayoff as BookmakerPayoff
from .measures.bookmaker import bookmaker_payoff as bookmaker_payoff
from .measures.bookmaker_script import BookmakerScript as BookmakerScript
from .measures.bookmaker_script import bookmaker_script as bookmaker_script
from .measures.compute import compute as compute
from .measures.compute import why_undefined as why_undefined
from .measures.implied_kappa import ImpliedKappa as ImpliedKappa
from .measures.implied_kappa import implied_kappa as implied_kappa
from .measures.measure import Measure as Measure
from .measures.registry import Catalogue as Catalogue
from .measures.registry import measure as measure
from .measures.registry import measures as measures
from .measures.verbal_scales import band as band
from .plots.agreement import agreement_heatmap as agreement_heatmap
from .plots.critical_difference import critical_difference_diagram as critical_difference_diagram
from .raters.agreement import Agreement as Agreement
from .raters.benchmark import Benchmark as Benchmark
from .raters.benchmark import benchmark_agreement as benchmark_agreement
from .raters.compare import AgreementComparison as AgreementComparison
from .raters.compare import compare_agreement as compare_agreement
from .raters.diagnosis import Diagnosis as Diagnosis
from .raters.diagnosis import diagnose_agreement as diagnose_agreement
from .raters.icc import IntraclassCorrelations as IntraclassCorrelations
from .raters.icc import icc as icc
from .raters.pair_tables import pair_tables as pair_tables
from .raters.pair_tables import pairwise_agreement as pairwise_agreement
from .raters.power import items_for_kappa as items_for_kappa
from .raters.power import items_for_width as items_for_width
from .raters.power import power_for_kappa as power_for_kappa
from .raters.ratings.ratings import Ratings as Ratings
from .raters.test import AgreementTest as AgreementTest
from .raters.test import agreement_test as agreement_test
from .simulation.simulate import simulate as simulate
from .simulation.study.result import Study as Study
from .simulation.study.study import study as study
from .sklearn.cross_validation import cross_validate as cross_validate
from .solve.check import Check as Check
from .solve.check import check as check
from .solve.classes.solution import ClassSolution as ClassSolution
from .solve.solution import Solution as Solution
from .solve.solve import solve as solve
from .tables.made import Axis as Axis
from .tables.tables import Tables as Tables

__all__ = [
    "AbovechanceError",
    "AbstentionCurve",
    "Abstentions",
    "Accumulator",
    "Agreement",
    "AgreementComparison",
    "AgreementTest",
    "Agreements",
    "Axis",
    "Benchmark",
    "BookmakerPayoff",
    "BookmakerScript",
    "Calibration",
    "Catalogue",
    "Check",
    "ClassSkills",
    "ClassSolution",
    "Comparison",
    "Concordance",
    "Concordances",
    "CorrectedT",
    "CorrelatedT",
    "Curve",
    "DatasetComparison",
    "Deployment",
    "Diagnosis",
    "Evaluation",
    "Homogeneity",
    "ImperfectTruth",
    "ImpliedKappa",
    "InputError",
    "InputWarning",
    "Interval",
    "Intervals",
    "IntraclassCorrelations",
    "Joint",
    "Judgement",
    "LabelPlan",
    "Marks",
    "Measure",
    "MixtureFit",
    "Plan",
    "PrevalenceCurve",
    "Quantification",
    "Ranking",
    "Ratings",
    "Solution",
    "Study",
    "SystemTable",
    "TableTests",
    "Tables",
    "TestResult",
    "UndefinedMeasureError",
    "UnknownMeasureError",
    "abstention_curve",
    "abstentions",
    "agreement",
    "agreement_heatmap",
    "agreement_test",
    "band",
    "benchmark_agreement",
    "bookmaker_payoff",
    "bookmaker_script",
    "bootstrap",
    "calibrate",
    "check",
    "cluster_interval",
    "compare",
    "compare_agreement",
    "compare_datasets",
    "compare_groups",
    "compare_tables",
    "compare_with_baseline",
    "compute",
    "concordance",
    "corrected_t",
    "correlated_t",
    "critical_difference_diagram",
    "cross_validate",
    "curves",
    "deploy",
    "diagnose_agreement",
    "evaluate",
    "fold_interval",
    "gradient",
    "icc",
    "imperfect_truth",
    "implied_kappa",
    "interval",
    "items_for_kappa",
    "items_for_width",
    "items_needed",
    "items_needed_to_compare",
    "judge",
    "labels_needed",
    "mark",
    "measure",
    "measures",
    "mixture",
    "pair_tables",
    "pairwise_agreement",
    "per_class_tests",
    "plan",
    "plots",
    "posterior",
    "power_for_kappa",
    "power_of",
    "power_to_compare",
    "quantify",
    "roc",
    "simulate",
    "sklearn",
    "solve",
    "study",
    "test",
    "tests",
    "why_undefined",
]
__version__: str

_Value: TypeAlias = float | NDArray[float64]

def _measure(function: Callable[..., _Value]) -> Measure: ...

@_measure
def informedness(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Informedness. How well predictions do, guessing taken out: as if this share were informed and the rest guessed."""

@_measure
def markedness(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Markedness. How far predictions tell the truth, guessing taken out: the Informedness of the dual problem."""

@_measure
def correlation(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Correlation. The geometric mean of Informedness and Markedness, with their common sign; 0 if their signs differ."""

@_measure
def mcc(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Matthews correlation. The correlation of truth and prediction as indicator vectors (Gorodkin's R_K for K classes)."""

@_measure
def bookmark(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """BookMark. The product of Informedness and Markedness: the share of variance explained."""

@_measure
def prevalence_weighted_informedness(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Prevalence-weighted Informedness. The mean Informedness of the classes, each weighted by its prevalence."""

@_measure
def bias_weighted_markedness(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Bias-weighted Markedness. The mean Markedness of the labels, each weighted by how often it is predicted."""

@_measure
def macro_informedness(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Macro Informedness. The unweighted mean Informedness of the classes."""

@_measure
def macro_markedness(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Macro Markedness. The unweighted mean Markedness of the labels."""

@_measure
def wracc(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Weighted relative accuracy. How far the true positives exceed those of chance, scaled so that balanced classes reach 1."""

@_measure
def determinant(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Determinant. The share of true positives beyond that of independent margins."""

@_measure
def evenness_of_prevalence(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Evenness of prevalence. How even the real classes are: half the harmonic mean of prevalences and inverse prevalences."""

@_measure
def evenness_of_bias(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Evenness of bias. How even the predicted labels are: half the harmonic mean of biases and inverse biases."""

@_measure
def evenness(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Geometric evenness. The geometric mean of the evenness of prevalence and that of bias."""

@_measure
def least_informedness(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Least Informedness. The least Informedness of all tables that have these margins."""

@_measure
def recall(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Recall. The share of the real positives that were predicted positive."""

@_measure
def precision(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Precision. The share of the predicted positives that are really positive."""

@_measure
def inverse_recall(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Inverse Recall. The share of the real negatives that were predicted negative."""

@_measure
def inverse_precision(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Inverse Precision. The share of the predicted negatives that are really negative."""

@_measure
def fallout(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Fallout. The share of the real negatives that were predicted positive."""

@_measure
def miss_rate(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Miss Rate. The share of the real positives that were predicted negative."""

@_measure
def false_discovery_rate(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """False discovery rate. The share of the predicted positives that are really negative."""

@_measure
def false_omission_rate(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """False omission rate. The share of the predicted negatives that are really positive."""

@_measure
def prevalence(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Prevalence. The share of items that are really positive."""

@_measure
def inverse_prevalence(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Inverse Prevalence. The share of items that are really negative."""

@_measure
def bias(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Bias. The share of items that were predicted positive."""

@_measure
def inverse_bias(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Inverse Bias. The share of items that were predicted negative."""

@_measure
def accuracy(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Rand Accuracy. The share of items that were given their own label."""

@_measure
def error_rate(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Error rate. The share of items that were given another label."""

@_measure
def no_information_rate(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """No-information rate. The accuracy of always predicting the most frequent class."""

@_measure
def class_accuracy(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Class accuracy. The share of items rightly told to be or not to be of the class."""

@_measure
def detection_rate(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Detection rate. The share of all items that are positive and were predicted so."""

@_measure
def cohen_kappa(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Cohen's Kappa. Agreement beyond that of independent margins, as a share of what was possible."""

@_measure
def scott_pi(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Scott's Pi. Agreement beyond that of two raters who share the mean of the two margins."""

@_measure
def bennett_s(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Bennett's S. Agreement beyond that of raters who use all K classes evenly."""

@_measure
def gwet_ac1(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Gwet's AC1. Agreement beyond that of raters who guess evenly on the items that are hard."""

@_measure
def krippendorff_alpha(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Krippendorff's alpha. One minus the disagreement of two raters over that of all their labels shuffled (nominal labels)."""

@_measure
def weighted_kappa(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, weights: ArrayLike | None = ..., **options: Any) -> _Value:
    """Weighted Kappa. Agreement beyond that of independent margins, with a weight for each kind of disagreement."""

@_measure
def weighted_alpha(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, weights: ArrayLike | None = ..., **options: Any) -> _Value:
    """Weighted Krippendorff's alpha. One minus the weighted disagreement of two raters over that of all their labels shuffled."""

@_measure
def pabak(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Prevalence- and bias-adjusted Kappa. Twice the accuracy less one."""

@_measure
def bangdiwala_b(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Bangdiwala's B. How much of the area that the margins allow for agreement is agreement."""

@_measure
def kappa_max(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Maximum Kappa. The largest Cohen's Kappa that these margins allow."""

@_measure
def prevalence_index(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Prevalence index. How much more often both say positive than both say negative."""

@_measure
def bias_index(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Bias index. How much more often positive is predicted than it occurs."""

@_measure
def expected_accuracy(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Expected accuracy, Cohen. The accuracy that independent margins would reach."""

@_measure
def expected_accuracy_scott(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Expected accuracy, Scott. The accuracy of two raters who both draw from the mean of the two margins."""

@_measure
def expected_accuracy_powers(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Expected accuracy, Powers. The accuracy that the guessed part of the decisions must have had, given Informedness."""

@_measure
def expected_accuracy_bennett(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Expected accuracy, Bennett. The accuracy of guessing evenly over all K classes."""

@_measure
def expected_accuracy_gwet(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Expected accuracy, Gwet. The accuracy of raters who guess evenly on the items that are hard."""

@_measure
def aickin_alpha(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Aickin's alpha. The share of items on which both agree for a cause, in the model where the rest agrees by chance."""

@_measure
def jaccard(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Jaccard. The share of true positives among the items that are or were predicted positive."""

@_measure
def a_measure(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """A-measure. The arithmetic mean of Recall and Precision."""

@_measure
def g_measure(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """G-measure. The geometric mean of Recall and Precision."""

@_measure
def f1(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """F-measure. The harmonic mean of Recall and Precision; 0 when nothing was found."""

@_measure
def f_beta(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, beta: float = ..., **options: Any) -> _Value:
    """F-beta. The weighted harmonic mean of Recall and Precision; the dual is that of 1/beta."""

@_measure
def f2(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """F2. The harmonic mean of Recall and Precision in which Recall counts twice as much."""

@_measure
def f_half(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """F0.5. The harmonic mean of Recall and Precision in which Precision counts twice as much."""

@_measure
def tversky(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, alpha: float = ..., beta: float = ..., **options: Any) -> _Value:
    """Tversky index. The share of true positives among all positives, misses weighed by alpha and false alarms by beta."""

@_measure
def g_mean(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """G-mean. The geometric mean of Recall and Inverse Recall."""

@_measure
def auc_of_one_point(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """AUC of one point. The area under the ROC curve through this one point: the mean of Recall and Inverse Recall."""

@_measure
def balanced_accuracy(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Balanced accuracy. The mean Recall of the classes that occur in the truth."""

@_measure
def adjusted_balanced_accuracy(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Adjusted balanced accuracy. Balanced accuracy moved and stretched so that guessing scores 0 and perfection 1."""

@_measure
def odds_ratio(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Odds ratio. The odds of a positive prediction for real positives, as a multiple of those for real negatives."""

@_measure
def log_odds_ratio(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Log odds ratio. The natural logarithm of the odds ratio."""

@_measure
def yule_q(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Yule's Q. The odds ratio mapped to the range from −1 to 1: (OR − 1)/(OR + 1)."""

@_measure
def yule_y(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Yule's Y. The correlation that the table would have if both margins were made even."""

@_measure
def positive_likelihood_ratio(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Positive likelihood ratio. By how much a positive prediction multiplies the odds of being positive."""

@_measure
def negative_likelihood_ratio(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Negative likelihood ratio. By how much a negative prediction multiplies the odds of being positive."""

@_measure
def relative_risk(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Relative risk. How many times as often the predicted positives are positive as the predicted negatives are."""

@_measure
def lift(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Lift. How many times as many true positives there are as independent margins would give."""

@_measure
def tetrachoric_correlation(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Tetrachoric correlation. The correlation of the two normal variables that, cut in two each, would give this table."""

@_measure
def class_skew(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Class skew. The number of real negatives for each real positive."""

@_measure
def prevalence_odds(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Prevalence odds. The odds of being really positive."""

@_measure
def label_skew(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Label skew. The number of predicted negatives for each predicted positive."""

@_measure
def bias_odds(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Bias odds. The odds of being predicted positive."""

@_measure
def harmonic_prevalence(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Harmonic prevalence. The harmonic mean of prevalence and inverse prevalence."""

@_measure
def harmonic_bias(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Harmonic bias. The harmonic mean of bias and inverse bias."""

@_measure
def precision_at_prevalence(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, prevalence: float = ..., **options: Any) -> _Value:
    """Precision at a prevalence. The Precision to expect where positives have another prevalence; by default as many as negatives."""

@_measure
def inverse_precision_at_prevalence(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, prevalence: float = ..., **options: Any) -> _Value:
    """Inverse Precision at a prevalence. The Inverse Precision to expect where positives have another prevalence; by default 1/2."""

@_measure
def f1_at_prevalence(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, prevalence: float = ..., **options: Any) -> _Value:
    """F at a prevalence. The F-measure to expect where positives have another prevalence; by default as many as negatives."""

@_measure
def accuracy_at_prevalence(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, prevalence: float = ..., **options: Any) -> _Value:
    """Accuracy at a prevalence. The accuracy to expect where positives have another prevalence; by default as many as negatives."""

@_measure
def expected_true_positives(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Expected true positives. The share of true positives that independent margins would give."""

@_measure
def expected_false_positives(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Expected false positives. The share of false positives that independent margins would give."""

@_measure
def expected_false_negatives(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Expected false negatives. The share of false negatives that independent margins would give."""

@_measure
def expected_true_negatives(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Expected true negatives. The share of true negatives that independent margins would give."""

@_measure
def equitable_threat_score(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Equitable threat score. The threat score with the hits expected by chance taken out above and below."""

@_measure
def frequency_bias(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Frequency bias. How many times as often positive was predicted as it occurred."""

@_measure
def peirce_multiclass(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Peirce skill score of K classes. Correct decisions beyond chance, as a share of those that a perfect prediction has beyond chance."""

@_measure
def clayton_multiclass(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Clayton skill score of K classes. The Peirce skill score of the dual problem."""

@_measure
def extreme_dependency_score(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Extreme dependency score. How slowly the hits vanish as the event becomes rarer."""

@_measure
def symmetric_extreme_dependency_score(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Symmetric extreme dependency score. How slowly the hits vanish as the event becomes rarer, over what independent margins would give."""

@_measure
def extremal_dependence_index(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Extremal dependence index. How much more slowly hits than false alarms vanish as the event becomes rarer."""

@_measure
def symmetric_extremal_dependence_index(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Symmetric extremal dependence index. The log odds ratio on a scale that stays informative however rare the event is."""

@_measure
def kendall_tau_b(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Kendall's tau-b. Pairs of items in the same less those in opposite order, over all pairs not tied (geometric mean)."""

@_measure
def kendall_tau_c(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Stuart's tau-c. Pairs of items in the same less those in opposite order, over the most that m even classes allow."""

@_measure
def gamma(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Goodman and Kruskal's gamma. Pairs of items in the same less those in opposite order, over those pairs that have an order."""

@_measure
def somers_d(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Somers' D of the prediction. Pairs predicted in the right less those in the wrong order, over all pairs of different real class."""

@_measure
def somers_d_of_truth(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Somers' D of the truth. Pairs predicted in the right less those in the wrong order, over all pairs given different labels."""

@_measure
def spearman_rho(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Spearman's rho. The correlation of the ranks of real and predicted classes, ties having their mean rank."""

@_measure
def mean_absolute_rank_error(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Mean absolute rank error. By how many classes a label is off on average."""

@_measure
def linear_kappa(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Linearly weighted Kappa. Agreement beyond chance where being off by two classes is twice as bad as by one."""

@_measure
def quadratic_kappa(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Quadratically weighted Kappa. Agreement beyond chance where being off by two classes is four times as bad as by one."""

@_measure
def gerrity_score(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Gerrity score. The mean, over the cuts between neighbouring classes, of the Informedness of being above the cut."""

@_measure
def macro_recall(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Macro Recall. The macro mean over the classes of Recall: the share of the real positives that were predicted positive."""

@_measure
def macro_precision(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Macro Precision. The macro mean over the classes of Precision: the share of the predicted positives that are really positive."""

@_measure
def macro_inverse_recall(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Macro Inverse Recall. The macro mean over the classes of Inverse Recall: the share of the real negatives that were predicted negative."""

@_measure
def macro_inverse_precision(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Macro Inverse Precision. The macro mean over the classes of Inverse Precision: the share of the predicted negatives that are really negative."""

@_measure
def macro_fallout(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Macro Fallout. The macro mean over the classes of Fallout: the share of the real negatives that were predicted positive."""

@_measure
def macro_miss_rate(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Macro Miss Rate. The macro mean over the classes of Miss Rate: the share of the real positives that were predicted negative."""

@_measure
def macro_false_discovery_rate(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Macro False discovery rate. The macro mean over the classes of False discovery rate: the share of the predicted positives that are really negative."""

@_measure
def macro_false_omission_rate(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Macro False omission rate. The macro mean over the classes of False omission rate: the share of the predicted negatives that are really positive."""

@_measure
def macro_f1(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Macro F-measure. The macro mean over the classes of F-measure: the harmonic mean of Recall and Precision; 0 when nothing was found."""

@_measure
def macro_f2(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Macro F2. The macro mean over the classes of F2: the harmonic mean of Recall and Precision in which Recall counts twice as much."""

@_measure
def macro_f_half(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Macro F0.5. The macro mean over the classes of F0.5: the harmonic mean of Recall and Precision in which Precision counts twice as much."""

@_measure
def macro_jaccard(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Macro Jaccard. The macro mean over the classes of Jaccard: the share of true positives among the items that are or were predicted positive."""

@_measure
def macro_g_measure(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Macro G-measure. The macro mean over the classes of G-measure: the geometric mean of Recall and Precision."""

@_measure
def macro_g_mean(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Macro G-mean. The macro mean over the classes of G-mean: the geometric mean of Recall and Inverse Recall."""

@_measure
def macro_class_accuracy(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Macro Class accuracy. The macro mean over the classes of Class accuracy: the share of items rightly told to be or not to be of the class."""

@_measure
def macro_detection_rate(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Macro Detection rate. The macro mean over the classes of Detection rate: the share of all items that are positive and were predicted so."""

@_measure
def macro_mcc(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Macro Matthews correlation. The macro mean over the classes of Matthews correlation: the correlation of truth and prediction as indicator vectors (Gorodkin's R_K for K classes)."""

@_measure
def weighted_precision(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Weighted Precision. The weighted mean over the classes of Precision: the share of the predicted positives that are really positive."""

@_measure
def weighted_inverse_recall(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Weighted Inverse Recall. The weighted mean over the classes of Inverse Recall: the share of the real negatives that were predicted negative."""

@_measure
def weighted_inverse_precision(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Weighted Inverse Precision. The weighted mean over the classes of Inverse Precision: the share of the predicted negatives that are really negative."""

@_measure
def weighted_fallout(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Weighted Fallout. The weighted mean over the classes of Fallout: the share of the real negatives that were predicted positive."""

@_measure
def weighted_false_discovery_rate(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Weighted False discovery rate. The weighted mean over the classes of False discovery rate: the share of the predicted positives that are really negative."""

@_measure
def weighted_false_omission_rate(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Weighted False omission rate. The weighted mean over the classes of False omission rate: the share of the predicted negatives that are really positive."""

@_measure
def weighted_f1(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Weighted F-measure. The weighted mean over the classes of F-measure: the harmonic mean of Recall and Precision; 0 when nothing was found."""

@_measure
def weighted_f2(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Weighted F2. The weighted mean over the classes of F2: the harmonic mean of Recall and Precision in which Recall counts twice as much."""

@_measure
def weighted_f_half(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Weighted F0.5. The weighted mean over the classes of F0.5: the harmonic mean of Recall and Precision in which Precision counts twice as much."""

@_measure
def weighted_jaccard(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Weighted Jaccard. The weighted mean over the classes of Jaccard: the share of true positives among the items that are or were predicted positive."""

@_measure
def weighted_g_mean(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Weighted G-mean. The weighted mean over the classes of G-mean: the geometric mean of Recall and Inverse Recall."""

@_measure
def weighted_class_accuracy(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Weighted Class accuracy. The weighted mean over the classes of Class accuracy: the share of items rightly told to be or not to be of the class."""

@_measure
def weighted_mcc(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, zero_division: float | None = ..., **options: Any) -> _Value:
    """Weighted Matthews correlation. The weighted mean over the classes of Matthews correlation: the correlation of truth and prediction as indicator vectors (Gorodkin's R_K for K classes)."""

@_measure
def harmonic_f1(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Harmonic F of the classes. The harmonic mean of the F of the classes, weighted by prevalence."""

@_measure
def geometric_g_measure(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Geometric G of the classes. The geometric mean of the G of the classes, weighted by prevalence."""

@_measure
def micro_jaccard(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Micro Jaccard. The Jaccard of the decisions on all classes pooled: every error counts once for each of two classes."""

@_measure
def micro_inverse_recall(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Micro Inverse Recall. The share of right decisions that an item is not of a class, all classes pooled."""

@_measure
def micro_fallout(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Micro Fallout. The share of wrong decisions among those on classes that an item is not of, all classes pooled."""

@_measure
def micro_auc_of_one_point(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Micro AUC of one point. The mean of Recall and Inverse Recall of the decisions on all classes pooled."""

@_measure
def true_positives(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """True positives. The number of real positives that were predicted positive."""

@_measure
def false_positives(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """False positives. The number of real negatives that were predicted positive."""

@_measure
def false_negatives(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """False negatives. The number of real positives that were predicted negative."""

@_measure
def true_negatives(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """True negatives. The number of real negatives that were predicted negative."""

@_measure
def support(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Support. The number of items that are really positive."""

@_measure
def real_negatives(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Real negatives. The number of items that are really negative."""

@_measure
def predicted_positives(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Predicted positives. The number of items that were predicted positive."""

@_measure
def predicted_negatives(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Predicted negatives. The number of items that were predicted negative."""

@_measure
def items(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Items. The number of items, or their total weight."""

@_measure
def correct(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Correct decisions. The number of items that were given their own label."""

@_measure
def wrong(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Wrong decisions. The number of items that were given another label."""

@_measure
def total_cost(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, costs: ArrayLike | None = ..., **options: Any) -> _Value:
    """Total cost. What all decisions cost together, given the cost of each cell; by default every error costs 1."""

@_measure
def mean_cost(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, costs: ArrayLike | None = ..., **options: Any) -> _Value:
    """Mean cost. What a decision costs on average, given the cost of each cell; by default every error costs 1."""

@_measure
def chi_squared(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Chi-squared. The squared deviation of all cells from independence, each against what is expected there."""

@_measure
def degrees_of_freedom(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Degrees of freedom. How many cells are free when both margins are given, empty rows and columns left out."""

@_measure
def phi_squared(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Phi-squared. Chi-squared per item."""

@_measure
def cramer_v(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Cramér's V. The root of phi-squared over the largest value that a table of this size allows."""

@_measure
def cramer_v_corrected(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Cramér's V, bias-corrected. Cramér's V without the part of phi-squared that is expected of a guess."""

@_measure
def tschuprow_t(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Tschuprow's T. The root of phi-squared over the geometric mean of the two sizes, less one each."""

@_measure
def moc(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Measure of Concordance. Phi-squared over the value that would let every class and every label tell all of the other."""

@_measure
def pearson_c(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Pearson's C. The contingency coefficient: the correlation of the bivariate normal with this phi-squared."""

@_measure
def pearson_c_adjusted(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Pearson's C, adjusted. Pearson's C over the largest value that a table of this size allows."""

@_measure
def lambda_of_truth(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Lambda of the truth. The share of errors in guessing the class that knowing the prediction saves."""

@_measure
def lambda_of_prediction(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Lambda of the prediction. The share of errors in guessing the predicted label that knowing the class saves."""

@_measure
def lambda_symmetric(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Lambda, symmetric. The share of errors saved in guessing class or label, half the time each."""

@_measure
def lambda_of_reliability(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Lambda of reliability. Agreement beyond that of always naming the class that is most frequent in both margins together."""

@_measure
def tau_of_truth(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Tau of the truth. The share of errors in drawing the class at random that knowing the prediction saves."""

@_measure
def tau_of_prediction(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Tau of the prediction. The share of errors in drawing the predicted label at random that knowing the class saves."""

@_measure
def determinant_root(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Root of the determinant. The side of the cube with the volume that the table spans."""

@_measure
def determinant_informedness(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Determinant Informedness. How much volume the rates of the labels span, over that of a perfect prediction."""

@_measure
def determinant_markedness(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Determinant Markedness. How much volume the accuracies of the labels span, over that of a perfect prediction."""

@_measure
def mutual_information(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, base: float = ..., **options: Any) -> _Value:
    """Mutual information. How many bits of the truth the prediction tells."""

@_measure
def g_squared(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """G-squared. Twice the log of the likelihood of the table over that of independence."""

@_measure
def entropy_of_truth(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, base: float = ..., **options: Any) -> _Value:
    """Entropy of the truth. How many bits it takes to tell the class of an item."""

@_measure
def entropy_of_prediction(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, base: float = ..., **options: Any) -> _Value:
    """Entropy of the prediction. How many bits it takes to tell the predicted label of an item."""

@_measure
def joint_entropy(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, base: float = ..., **options: Any) -> _Value:
    """Joint entropy. How many bits it takes to tell the class and the predicted label of an item."""

@_measure
def entropy_of_truth_given_prediction(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, base: float = ..., **options: Any) -> _Value:
    """Entropy of the truth given the prediction. How many bits of the truth are left to tell when the prediction is known."""

@_measure
def entropy_of_prediction_given_truth(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, base: float = ..., **options: Any) -> _Value:
    """Entropy of the prediction given the truth. How many bits of the prediction are left to tell when the truth is known."""

@_measure
def variation_of_information(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, base: float = ..., **options: Any) -> _Value:
    """Variation of information. How many bits truth and prediction do not share: a metric between partitions."""

@_measure
def uncertainty_of_truth(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Uncertainty coefficient of the truth. The share of the entropy of the truth that the prediction tells."""

@_measure
def uncertainty_of_prediction(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Uncertainty coefficient of the prediction. The share of the entropy of the prediction that the truth explains."""

@_measure
def uncertainty_symmetric(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Uncertainty coefficient, symmetric. The information that truth and prediction share, over the mean of their entropies."""

@_measure
def redundancy(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Redundancy. The information that truth and prediction share, over all that they tell alone."""

@_measure
def nmi_geometric(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Normalised information, geometric. The information shared, over the geometric mean of the entropies."""

@_measure
def nmi_min(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Normalised information, by the smaller entropy. The information shared, over the smaller of the entropies."""

@_measure
def nmi_max(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Normalised information, by the larger entropy. The information shared, over the larger of the entropies."""

@_measure
def nmi_joint(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Normalised information, by the joint entropy. The information shared, over all that truth and prediction tell together."""

@_measure
def normalised_variation(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Normalised variation of information. The share of all that truth and prediction tell together that only one of them tells."""

@_measure
def information_distance(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Normalised information distance. The larger of what truth and prediction each tell alone, over the larger of the entropies."""

@_measure
def cross_entropy(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, base: float = ..., **options: Any) -> _Value:
    """Cross entropy of the margins. How many bits it takes to tell the class in a code made for the predicted labels."""

@_measure
def divergence_of_truth(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, base: float = ..., **options: Any) -> _Value:
    """Divergence of the truth from the prediction. How many bits per item a code made for the predicted labels wastes on the classes."""

@_measure
def divergence_of_prediction(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, base: float = ..., **options: Any) -> _Value:
    """Divergence of the prediction from the truth. How many bits per item a code made for the classes wastes on the predicted labels."""

@_measure
def confusion_entropy(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Confusion entropy. How evenly the errors that involve a class are spread over the other classes."""

@_measure
def modified_confusion_entropy(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Modified confusion entropy. Confusion entropy with each item of the class counted once."""

@_measure
def overall_confusion_entropy(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Overall confusion entropy. The confusion entropy of the classes, each weighted by how often it occurs or is predicted."""

@_measure
def overall_modified_confusion_entropy(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Overall modified confusion entropy. The modified confusion entropy of the classes, each weighted by the items that involve it."""

@_measure
def icsi(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Individual classification success index. One less the errors of both kinds, each as a share of its own margin."""

@_measure
def classification_success_index(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Classification success index. The mean individual classification success index of the classes."""

@_measure
def class_balance_accuracy(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Class balance accuracy. The mean over the classes of the smaller of Recall and Precision."""

@_measure
def aunu(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """AUNU. The mean area under the curve of each class against the rest, each curve of one point."""

@_measure
def aunp(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """AUNP. The area under the curve of each class against the rest, weighted by prevalence."""

@_measure
def distance_index(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Distance index. The distance from the perfect corner in ROC space."""

@_measure
def similarity_index(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Similarity index. One less the distance from the perfect corner in ROC space, over the largest there is."""

@_measure
def discriminant_power(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Discriminant power. How many standard deviations a logistic test variable would separate the classes by."""

@_measure
def discriminant_power_log10(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Discriminant power, common logarithm. Discriminant power with the common logarithm in place of the natural one."""

@_measure
def sensitivity_index(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Sensitivity index. How many standard deviations a normal test variable would separate the classes by."""

@_measure
def information_score(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Information score. How many bits a positive prediction tells of the positive class."""

@_measure
def agm(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Adjusted geometric mean. The geometric mean of Recall and Inverse Recall, drawn towards the latter the rarer the class."""

@_measure
def agf(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Adjusted F-score. The geometric mean of F2 of the class and F0.5 of the rest."""

@_measure
def optimised_precision(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Optimised precision. Accuracy less the imbalance of Recall and Inverse Recall."""

@_measure
def iba(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, alpha: float = ..., **options: Any) -> _Value:
    """Index of balanced accuracy. The product of Recall and Inverse Recall, rewarded for favouring the class."""

@_measure
def overlap(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Overlap coefficient. The larger of Recall and Precision."""

@_measure
def braun_blanquet(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Braun-Blanquet similarity. The smaller of Recall and Precision."""

@_measure
def surplus(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Predicted less real positives. How many more items were predicted positive than are."""

@_measure
def bray_curtis(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Bray-Curtis dissimilarity. How far the number of predicted positives is from that of real ones, over twice the items."""

@_measure
def global_performance_index(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Global performance index. The number of items for each class."""

@_measure
def unbiased_random_accuracy(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Unbiased random accuracy of a class. The share of true positives of two raters who share the mean of the margins."""

@_measure
def net_benefit(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, w: float = ..., **options: Any) -> _Value:
    """Net benefit. True positives per item, less what the false positives cost in them."""

@_measure
def rand_index(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Rand index. The share of pairs that both partitions put together or both put apart."""

@_measure
def adjusted_rand(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Adjusted Rand index. Agreement on pairs beyond that of random partitions with the same sizes."""

@_measure
def fowlkes_mallows_pairs(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Fowlkes-Mallows index of pairs. The geometric mean of Recall and Precision of pairs."""

@_measure
def f1_pairs(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """F1 of pairs. The harmonic mean of Recall and Precision of pairs."""

@_measure
def jaccard_pairs(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Jaccard index of pairs. The share of pairs put together by either partition that both put together."""

@_measure
def mirkin(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Mirkin's metric. The number of ordered pairs on which the partitions differ."""

@_measure
def wallace_truth(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Wallace's coefficient of the truth. The probability that two items of one class were given one label."""

@_measure
def wallace_prediction(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Wallace's coefficient of the prediction. The probability that two items given one label are of one class."""

@_measure
def pair_informedness(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Informedness of pairs. How much likelier a pair of one class is to be put together than a pair of two."""

@_measure
def pair_markedness(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Markedness of pairs. How much likelier a pair put together is to be of one class than a pair put apart."""

@_measure
def pair_correlation(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Correlation of pairs. Hubert's Gamma: the correlation of being together in truth and in prediction."""

@_measure
def purity(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Purity. The share of items that are of the class that is most frequent under their label."""

@_measure
def inverse_purity(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Inverse Purity. The share of items that were given the label that is most frequent in their class."""

@_measure
def clustering_f(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """F-measure of a clustering. The F₁ of each class with the label that meets it best, weighted by prevalence."""

@_measure
def van_dongen(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Van Dongen's metric, normalised. The share of items that would have to move, half of it in each partition: a metric."""

@_measure
def andres_marzo_delta(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Andrés & Marzo's Delta. The share of items that both know, in the model where they guess the others."""

@_measure
def baroni_urbani_buser_i(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Baroni-Urbani & Buser I. Jaccard with the geometric mean of both kinds of hits added to the positive ones."""

@_measure
def baroni_urbani_buser_ii(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Baroni-Urbani & Buser II. Twice Baroni-Urbani & Buser I less one."""

@_measure
def baulieu_i(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Baulieu I. One less the product of Recall and Precision."""

@_measure
def baulieu_ii(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Baulieu II. The product of Recall, Precision and their inverses."""

@_measure
def baulieu_iv(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, *, k: float = ..., **options: Any) -> _Value:
    """Baulieu IV. The errors less a product of the hits, for each item."""

@_measure
def baulieu_v(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Baulieu V. The distance of Jaccard with one error more."""

@_measure
def baulieu_vi(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Baulieu VI. The distance of Jaccard with one item more."""

@_measure
def baulieu_vii(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Baulieu VII. The errors over the items and a cubic of the hits: made to show what axioms allow."""

@_measure
def baulieu_viii(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Baulieu VIII. The square of the difference of bias and prevalence."""

@_measure
def baulieu_ix(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Baulieu IX. The share of errors with each false negative counted twice."""

@_measure
def baulieu_x(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Baulieu X. The share of errors with those of the more frequent kind counted twice."""

@_measure
def baulieu_xi(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Baulieu XI. The distance of Jaccard of the negatives."""

@_measure
def baulieu_xii(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Baulieu XII. The distance of Jaccard with one item less."""

@_measure
def baulieu_xiii(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Baulieu XIII. The errors over all but the true negatives and a cubic of the hits."""

@_measure
def baulieu_xiv(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Baulieu XIV. The distance of Jaccard with each false negative counted twice."""

@_measure
def baulieu_xv(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Baulieu XV. The distance of Jaccard with errors of the more frequent kind counted twice."""

@_measure
def canberra(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Canberra distance. One less the F-factor."""

@_measure
def clement(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Clement's agreement. Precision and Inverse Precision, each weighted by how rare its label is."""

@_measure
def consonni_todeschini_i(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Consonni & Todeschini I. Accuracy on a logarithmic scale."""

@_measure
def consonni_todeschini_ii(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Consonni & Todeschini II. One less the share of errors on a logarithmic scale."""

@_measure
def consonni_todeschini_iii(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Consonni & Todeschini III. The share of true positives on a logarithmic scale."""

@_measure
def consonni_todeschini_iv(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Consonni & Todeschini IV. Jaccard on a logarithmic scale."""

@_measure
def fager_mcgowan(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Fager & McGowan. The geometric mean of Recall and Precision, corrected for small sets."""

@_measure
def faith(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Faith's similarity. Accuracy with true negatives counted half."""

@_measure
def fleiss_levin_paik(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Fleiss, Levin & Paik. The F-factor of the negatives."""

@_measure
def fossum(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Fossum's similarity. The square of the true positives, corrected for continuity, over what is expected of them."""

@_measure
def goodall(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Goodall's similarity. Accuracy on the scale on which its variance does not depend on it."""

@_measure
def harris_lahey(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Harris & Lahey. Jaccard of positives and of negatives, each weighted by how rare its label is."""

@_measure
def hawkins_dotson(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Hawkins & Dotson. The mean of Jaccard of positives and of negatives."""

@_measure
def kent_foster_i(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Kent & Foster I. Agreement on positives beyond chance, both among the items that either side calls positive."""

@_measure
def kent_foster_ii(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Kent & Foster II. Agreement on negatives beyond chance, both among the items that either side calls negative."""

@_measure
def koppen_ii(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Köppen II. The mean number of real and predicted positives."""

@_measure
def ample(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """AMPLE. How much the prediction changes the probability of the class, up or down."""

@_measure
def anderberg_d(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Anderberg's D. How many fewer errors are made in guessing one side once the other is known."""

@_measure
def batagelj_bren(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Batagelj & Bren. The odds of an error, over those of chance."""

@_measure
def baulieu_iii(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Baulieu III. One half less twice the Determinant."""

@_measure
def benini_i(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Benini I. How far false negatives stay below those of chance, as a share of them."""

@_measure
def loevinger_h(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Loevinger's H. The Determinant over the largest that these margins allow."""

@_measure
def consonni_todeschini_v(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Consonni & Todeschini V. The log odds ratio, over the largest for this number of items."""

@_measure
def dennis(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Dennis' similarity. True positives beyond those of chance, over the root of those of chance."""

@_measure
def digby(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Digby's H. The odds ratio to the power of ¾ on a scale from −1 to 1."""

@_measure
def eyraud(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Eyraud's similarity. The Determinant over the product of all four shares."""

@_measure
def gilbert_wells(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Gilbert & Wells. Minus twice the log of the probability of the table given its margins, over the largest there is."""

@_measure
def kendall_tau_a(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Kendall's tau-a. How many more pairs of items are ordered alike than otherwise by truth and prediction."""

@_measure
def kuder_richardson(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Kuder & Richardson. The reliability of the sum of truth and prediction taken as two items of a test."""

@_measure
def kuhns_i(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Kuhns I. True positives beyond those of chance, over half the items."""

@_measure
def kuhns_ii(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Kuhns II. True positives beyond those of chance, over the larger of the two sets."""

@_measure
def kuhns_iii(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Kuhns III. How far Jaccard exceeds that of chance."""

@_measure
def kuhns_iv(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Kuhns IV. True positives beyond those of chance, over the smaller of the two sets."""

@_measure
def kuhns_v(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Kuhns V. The smaller in size of Informedness and Markedness."""

@_measure
def kuhns_vi(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Kuhns VI. The larger in size of Informedness and Markedness."""

@_measure
def kuhns_vii(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Kuhns VII. True positives beyond those of chance, over the geometric mean of the two sets."""

@_measure
def class_balanced_accuracy(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Balanced accuracy of a Class. Balanced accuracy of each class against the rest. The mean Recall of the classes that occur in the truth."""

@_measure
def class_bookmark(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """BookMark of a Class. BookMark of each class against the rest. The product of Informedness and Markedness: the share of variance explained."""

@_measure
def class_error_rate(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Error rate of a Class. Error rate of each class against the rest. The share of items that were given another label."""

@_measure
def class_informedness(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Informedness of a Class. Informedness of each class against the rest. How well predictions do, guessing taken out: as if this share were informed and the rest guessed."""

@_measure
def class_items(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Items of a Class. Items of each class against the rest. The number of items, or their total weight."""

@_measure
def class_lambda_of_prediction(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Lambda of the prediction of a Class. Lambda of the prediction of each class against the rest. The share of errors in guessing the predicted label that knowing the class saves."""

@_measure
def class_lambda_of_reliability(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Lambda of reliability of a Class. Lambda of reliability of each class against the rest. Agreement beyond that of always naming the class that is most frequent in both margins together."""

@_measure
def class_lambda_of_truth(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Lambda of the truth of a Class. Lambda of the truth of each class against the rest. The share of errors in guessing the class that knowing the prediction saves."""

@_measure
def class_lambda_symmetric(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Lambda, symmetric of a Class. Lambda, symmetric of each class against the rest. The share of errors saved in guessing class or label, half the time each."""

@_measure
def class_markedness(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Markedness of a Class. Markedness of each class against the rest. How far predictions tell the truth, guessing taken out: the Informedness of the dual problem."""

@_measure
def class_mcc(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Matthews correlation of a Class. Matthews correlation of each class against the rest. The correlation of truth and prediction as indicator vectors (Gorodkin's R_K for K classes)."""

@_measure
def class_pabak(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Prevalence- and bias-adjusted Kappa of a Class. Prevalence- and bias-adjusted Kappa of each class against the rest. Twice the accuracy less one."""

@_measure
def class_scott_pi(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Scott's Pi of a Class. Scott's Pi of each class against the rest. Agreement beyond that of two raters who share the mean of the two margins."""

@_measure
def class_wrong(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, **options: Any) -> _Value:
    """Wrong decisions of a Class. Wrong decisions of each class against the rest. The number of items that were given another label."""

AC1 = gwet_ac1
ACC = class_accuracy
AGF = agf
AGM = agm
AM = surplus
AMPLE = ample
ARI = adjusted_rand
AUNP = aunp
AUNU = aunu
AUPR = a_measure
Accuracy = accuracy
AccuracyNull = no_information_rate
Anderberg = anderberg_d
AndresMarzoDelta = andres_marzo_delta
BACC = balanced_accuracy
BB = braun_blanquet
BCD = bray_curtis
BM = informedness
BaroniUrbaniBuserI = baroni_urbani_buser_i
BaroniUrbaniBuserII = baroni_urbani_buser_ii
BatageljBren = batagelj_bren
BaulieuI = baulieu_i
BaulieuII = baulieu_ii
BaulieuIII = baulieu_iii
BaulieuIV = baulieu_iv
BaulieuIX = baulieu_ix
BaulieuV = baulieu_v
BaulieuVI = baulieu_vi
BaulieuVII = baulieu_vii
BaulieuVIII = baulieu_viii
BaulieuX = baulieu_x
BaulieuXI = baulieu_xi
BaulieuXII = baulieu_xii
BaulieuXIII = baulieu_xiii
BaulieuXIV = baulieu_xiv
BaulieuXV = baulieu_xv
BeniniI = benini_i
BeniniII = loevinger_h
BookMarkG = correlation
CBA = class_balance_accuracy
CEN = confusion_entropy
CSS = markedness  # for two classes
Canberra = canberra
Clement = clement
ConsonniTodeschiniI = consonni_todeschini_i
ConsonniTodeschiniII = consonni_todeschini_ii
ConsonniTodeschiniIII = consonni_todeschini_iii
ConsonniTodeschiniIV = consonni_todeschini_iv
ConsonniTodeschiniV = consonni_todeschini_v
DOR = odds_ratio
DP = discriminant_power_log10
DeltaP = markedness
Dennis = dennis
Dice = f1
Digby = digby
Dispersion = determinant
Doolittle = class_bookmark
EDI = extremal_dependence_index
EDS = extreme_dependency_score
ERR = class_error_rate
ETS = equitable_threat_score
Evenness_G = evenness
Evenness_P = evenness_of_bias
Evenness_R = evenness_of_prevalence
Eyraud = eyraud
F1 = f1
F2 = f2
FBIAS = frequency_bias
FDR = false_discovery_rate
FN = false_negatives
FNR = miss_rate
FOR = false_omission_rate
FP = false_positives
FPR = fallout
F_beta = f_beta
F_meas = f1
F_measure = f1
FagerMcGowan = fager_mcgowan
Faith = faith
Fall = harmonic_f1
False_negative_rate = miss_rate
False_positive_rate = fallout
FleissLevinPaik = fleiss_levin_paik
ForbesI = lift
ForbesII = loevinger_h
Fossum = fossum
G = g_measure
G2 = g_squared
GI = class_informedness
GM = g_mean
GMGS = gerrity_score
GS = gerrity_score
GSS = equitable_threat_score
Gall = geometric_g_measure
Gerrity = gerrity_score
GilbertWells = gilbert_wells
Goodall = goodall
GoodmanKruskalLambda = lambda_symmetric
GoodmanKruskalLambdaR = lambda_of_reliability
Gorodkin = mcc
GuttmanLambdaA = class_lambda_of_prediction
GuttmanLambdaB = class_lambda_of_truth
HD = class_wrong
HSS = cohen_kappa
Hamann = class_pabak
HarrisLahey = harris_lahey
HawkinsDotson = hawkins_dotson
Heidke = cohen_kappa
IBA = iba
IBA_alpha = iba
ICSI = icsi
IR_precision = precision
IR_recall = recall
IS = information_score
IoU = jaccard
J = jaccard
KSS = informedness  # for two classes
Kappa = cohen_kappa
Kappa_statistic = cohen_kappa
KentFosterI = kent_foster_i
KentFosterII = kent_foster_ii
KoppenI = class_scott_pi
KoppenII = koppen_ii
KuderRichardson = kuder_richardson
KuhnsI = kuhns_i
KuhnsII = kuhns_ii
KuhnsIII = kuhns_iii
KuhnsIV = kuhns_iv
KuhnsV = kuhns_v
KuhnsVI = kuhns_vi
KuhnsVII = kuhns_vii
LOR = log_odds_ratio
LS = lift
MCC = mcc
MCEN = modified_confusion_entropy
MI = mutual_information
MK = markedness
Matthews_correlation = mcc
McConnaughey = icsi
Mean_Balanced_Accuracy = aunu
Mean_Detection_Rate = macro_detection_rate
Mean_F1 = macro_f1
Mean_Neg_Pred_Value = macro_inverse_precision
Mean_Pos_Pred_Value = macro_precision
Mean_Precision = macro_precision
Mean_Recall = macro_recall
Mean_Sensitivity = macro_recall
Mean_Specificity = macro_inverse_recall
MoC = moc
N = real_negatives
NB = net_benefit
NID = information_distance
NIR = no_information_rate
NLR = negative_likelihood_ratio
NMI = uncertainty_symmetric
NPV = inverse_precision
NVI = normalised_variation
Num_false_negatives = false_negatives
Num_false_positives = false_positives
Num_true_negatives = true_negatives
Num_true_positives = true_positives
Number_correct = correct
Number_incorrect = wrong
Number_of_testing_instances = items
OC = overlap
OOC = g_measure
OP = optimised_precision
ORSS = yule_q
Ochiai = g_measure
P = support
PABAK = pabak
PLR = positive_likelihood_ratio
PMI = information_score
PN = predicted_negatives
POD = recall
POFD = fallout
POP = class_items
PP = predicted_positives
PPV = precision
PR = prevalence
PRE = prevalence
PSS = informedness  # for two classes
Percent_correct = accuracy
Percent_incorrect = error_rate
Precision = precision
Prevalence = prevalence
Q = yule_q
QWK = quadratic_kappa
RACC = expected_true_positives
RACCU = unbiased_random_accuracy
RCI = uncertainty_of_truth
RN = real_negatives
RP = support
RR = global_performance_index
R_K = mcc
Recall = recall
SEDI = symmetric_extremal_dependence_index
SEDS = symmetric_extreme_dependency_score
Sens = recall
Sensitivity = recall
Spec = inverse_recall
Specificity = inverse_recall
TI = tversky
TN = true_negatives
TNR = inverse_recall
TON = predicted_negatives
TOP = predicted_positives
TOPR = bias
TP = true_positives
TPR = recall
TS = jaccard
TSS = informedness  # for two classes
Tanimoto = jaccard
True_negative_rate = inverse_recall
True_positive_rate = recall
Unweighted_macro_avg_F_measure = macro_f1
Unweighted_micro_avg_F_measure = accuracy
VI = variation_of_information
WRAcc = wracc
Weighted_avg_F_measure = weighted_f1
Weighted_avg_IR_precision = weighted_precision
Weighted_avg_IR_recall = accuracy
Weighted_avg_false_negative_rate = error_rate
Weighted_avg_false_positive_rate = weighted_fallout
Weighted_avg_matthews_correlation = weighted_mcc
Weighted_avg_true_negative_rate = weighted_inverse_recall
Weighted_avg_true_positive_rate = accuracy
Y = class_informedness
ac1 = gwet_ac1
acc_macro = macro_class_accuracy
accuracy_at_even_skew = auc_of_one_point
accuracy_score = accuracy
actual_negatives = real_negatives
actual_positives = support
adjusted_contingency_coefficient = pearson_c_adjusted
adjusted_f_measure = agf
adjusted_g_mean = agm
adjusted_rand_score = adjusted_rand
alpha_nominal = krippendorff_alpha
am = surplus
ambiguity = entropy_of_prediction_given_truth
ari = adjusted_rand
arithmetic_mean_of_recall_and_precision = a_measure
automatic_minus_manual = surplus
average_cost = mean_cost
avgCost = mean_cost
bacc = balanced_accuracy
bal_accuracy = class_balanced_accuracy
bal_accuracy_macro = aunu
bal_accuracy_macro_weighted = aunp
bal_accuracy_micro = micro_auc_of_one_point
balanced_accuracy_adjusted_for_chance = adjusted_balanced_accuracy
balanced_accuracy_score = balanced_accuracy
balanced_f_score = f1
base_rate = prevalence
bb = braun_blanquet
bcd = bray_curtis
benini_ii = loevinger_h
bergsma_v = cramer_v_corrected
bias_ratio = frequency_bias
bias_score = frequency_bias
bias_weighted_precision = accuracy
biasg_squared = evenness_of_bias
bm = informedness
bookmaker = informedness
bookmaker_informedness = informedness
bookmarkg = correlation
brennan_prediger = bennett_s
byclass_balanced_accuracy = auc_of_one_point
caret_balanced_accuracy = class_balanced_accuracy
cba = class_balance_accuracy
cen = confusion_entropy
chance_accuracy = expected_accuracy
chi2 = chi_squared
chi_squared_df = degrees_of_freedom
chuprov_t = tschuprow_t
cicchetti_allison_kappa = linear_kappa
class_entropy = entropy_of_truth
class_likelihood_ratios_negative = negative_likelihood_ratio
class_likelihood_ratios_positive = positive_likelihood_ratio
class_ratio = class_skew
classification_error = error_rate
clayton_skill_score = markedness  # for two classes
clustering_f_measure = clustering_f
coefficient_of_association = yule_q
coefficient_of_colligation = yule_y
coefficient_of_constraint = uncertainty_of_truth
coefficient_of_determination = bookmark
cohen_kappa_score = cohen_kappa
cohens_kappa = cohen_kappa
cohens_weighted_kappa = weighted_kappa
completeness = uncertainty_of_prediction
completeness_score = uncertainty_of_prediction
concentration_coefficient = tau_of_truth
condition_negative = real_negatives
condition_positive = support
conditional_entropy = entropy_of_prediction_given_truth
conditional_entropy_of_the_truth = entropy_of_truth_given_prediction
confidence = precision
contingency_coefficient = pearson_c
contingency_df = degrees_of_freedom
correct_negatives = true_negatives
correct_rejections = true_negatives
correctly_classified = correct
correctly_classified_instances = correct
cosine_similarity = g_measure
covariance = determinant
cramer_v_bias_corrected = cramer_v_corrected
cramers_v = cramer_v
critical_success_index = jaccard
cross_product_ratio = odds_ratio
css = markedness  # for two classes
czekanowski_index_of_pairs = f1_pairs
dInd = distance_index
d_prime = sensitivity_index
deltap = markedness
deltap_prime = informedness
detectability = sensitivity_index
detection_prevalence = bias
detection_prevalence_macro = expected_accuracy_bennett
detection_prevalence_macro_weighted = expected_accuracy
detection_prevalence_micro = expected_accuracy_bennett
detroot = determinant_root
diagnostic_odds_ratio = odds_ratio
dice = f1
dice_distance = canberra
dice_index_of_pairs = f1_pairs
digby_correlation = digby
dind = distance_index
distance_to_corner = distance_index
dor = odds_ratio
dtp = determinant
edi = extremal_dependence_index
eds = extreme_dependency_score
efn = expected_false_negatives
efp = expected_false_positives
equit_threat_score = equitable_threat_score
equivalence_mismatch_distance = mirkin
equivocation = entropy_of_truth_given_prediction
errorRate = error_rate
etn = expected_true_negatives
etp = expected_true_positives
ets = equitable_threat_score
evenness_g = evenness
evenness_p = evenness_of_bias
evenness_r = evenness_of_prevalence
expected_accuracy_fleiss = expected_accuracy_scott
expected_cost = mean_cost
extremal_dependency_index = extremal_dependence_index
f0_5 = f_half
f0_5_score = f_half
f1_macro = macro_f1
f1_micro = accuracy
f1_score = f1
f1_weighted = weighted_f1
f2_score = f2
fMeasure = f1
f_at_even_skew = f1_at_prevalence
f_beta_score = f_beta
f_factor = f1
f_meas = f1
f_meas_beta = f_beta
f_meas_macro = macro_f1
f_meas_macro_weighted = weighted_f1
f_meas_micro = accuracy
f_measure = f1
f_score = f1
fall = harmonic_f1
fall_out = fallout
fall_out_macro = macro_fallout
fall_out_macro_weighted = weighted_fallout
fall_out_micro = micro_fallout
falseNegativeRate = miss_rate
falsePositiveRate = fallout
false_alarm_rate = fallout
false_alarm_ratio = false_discovery_rate
false_alarms = false_positives
false_negative = false_negatives
false_negative_accuracy = false_omission_rate
false_negative_rate = miss_rate
false_positive = false_positives
false_positive_accuracy = false_discovery_rate
false_positive_rate = fallout
fbeta_score = f_beta
fbias = frequency_bias
fdr = false_discovery_rate
fleiss_cohen_kappa = quadratic_kappa
fleiss_kappa = scott_pi
fn = false_negatives
fn_count = false_negatives
fna = false_omission_rate
fnr = miss_rate
fnr_macro = macro_miss_rate
fnr_micro = error_rate
forbes_ii = loevinger_h
forecast_rate = bias
fowlkes_mallows_of_a_class = g_measure
fowlkes_mallows_of_partitions = fowlkes_mallows_pairs
fowlkes_mallows_score = fowlkes_mallows_pairs
fp = false_positives
fp_count = false_positives
fp_rate = fallout
fpa = false_discovery_rate
fpr = fallout
fpr_macro = macro_fallout
fpr_micro = micro_fallout
fraction_correct = accuracy
free_marginal_kappa = bennett_s
fscore_of_a_clustering = clustering_f
g2 = g_squared
gain_ratio = uncertainty_of_prediction
gall = geometric_g_measure
gandin_murphy_gerrity_score = gerrity_score
geometric_mean_of_informedness_and_markedness = correlation
geometric_mean_of_recall_and_inverse_recall = g_mean
geometric_mean_score = g_mean
gerrity = gerrity_score
gilbert_skill_score = equitable_threat_score
gilberts_skill_score = equitable_threat_score
gmgs = gerrity_score
goodman_kruskal_gamma = gamma
goodman_kruskal_lambda = lambda_symmetric
goodman_kruskal_lambda_a = lambda_of_truth
goodman_kruskal_lambda_b = lambda_of_prediction
goodman_kruskal_lambda_r = lambda_of_reliability
goodman_kruskal_tau = tau_of_truth
gorodkin = mcc
gs = gerrity_score
gss = equitable_threat_score
gwet_gamma = gwet_ac1
hamming_loss = error_rate
hanssen_and_kuipers_discriminant = informedness
hanssen_kuipers = informedness  # for two classes
hanssen_kuipers_discriminant = informedness  # for two classes
heidke = cohen_kappa
heidke_score = cohen_kappa
heidke_skill_score = cohen_kappa
hit_rate = recall
hits = true_positives
homogeneity = uncertainty_of_truth
homogeneity_score = uncertainty_of_truth
hss = cohen_kappa
hubert_arabie_adjusted_rand_index = adjusted_rand
huberts_gamma = pair_correlation
iba_alpha = iba
incorrect = wrong
incorrectly_classified = wrong
incorrectly_classified_instances = wrong
information_gain = mutual_information
information_quality_ratio = nmi_joint
interest = lift
intersection_over_union = jaccard
inverse_f = fleiss_levin_paik
inverse_precision_at_even_skew = inverse_precision_at_prevalence
iou = jaccard
j_index = class_informedness
j_index_macro = macro_informedness
j_index_macro_weighted = prevalence_weighted_informedness
j_index_micro = bennett_s
jaccard_index = jaccard
jaccard_macro = macro_jaccard
jaccard_micro = micro_jaccard
jaccard_score = jaccard
jaccard_weighted = weighted_jaccard
kap = cohen_kappa
kappa = cohen_kappa
kappa_free = bennett_s
kappa_linear = linear_kappa
kappa_maximum = kappa_max
kappa_no_prevalence = pabak
kappa_of_pairs = adjusted_rand
kappa_quadratic = quadratic_kappa
kappa_statistic = cohen_kappa
kappa_unbiased = scott_pi
kl_divergence = divergence_of_truth
kr20_of_two_items = kuder_richardson
kss = informedness  # for two classes
kuipers_skill_score = informedness  # for two classes
kulczynski_ii = a_measure
kullback_leibler_divergence = divergence_of_truth
label_entropy = entropy_of_prediction
label_prevalence = bias
lambda_a = lambda_of_truth
lambda_b = lambda_of_prediction
lambda_r = lambda_of_reliability
lance_williams_distance = canberra
leverage = determinant
likelihood_ratio_chi_squared = g_squared
likelihood_ratio_negative = negative_likelihood_ratio
likelihood_ratio_positive = positive_likelihood_ratio
linear_weighted_kappa = linear_kappa
log_likelihood_ratio = g_squared
lor = log_odds_ratio
majority_class_accuracy = no_information_rate
markedness_macro = macro_markedness
markedness_macro_weighted = markedness
markedness_micro = bennett_s
matthewsCorrelationCoefficient = mcc
matthews_corrcoef = mcc
matthews_correlation_coefficient = mcc
maximum_attainable_kappa = kappa_max
maxwell_re = pabak
mcc_of_pairs = pair_correlation
mcconnaughey = icsi
mcen = modified_confusion_entropy
mean_absolute_error_of_classes = mean_absolute_rank_error
mean_recall_of_the_classes_that_occur = balanced_accuracy
mean_square_contingency = phi_squared
measure_of_concordance = moc
mi = mutual_information
micro_balanced_accuracy = micro_auc_of_one_point
micro_f1 = accuracy
micro_false_discovery_rate = error_rate
micro_false_omission_rate = micro_fallout
micro_false_positive_rate = micro_fallout
micro_fpr = micro_fallout
micro_inverse_precision = micro_inverse_recall
micro_miss_rate = error_rate
micro_npv = micro_inverse_recall
micro_precision = accuracy
micro_recall = accuracy
micro_specificity = micro_inverse_recall
micro_tnr = micro_inverse_recall
mirkin_metric = mirkin
misclassification_costs = mean_cost
miss_rate_macro = macro_miss_rate
miss_rate_macro_weighted = error_rate
miss_rate_micro = error_rate
misses = false_negatives
mk = markedness
multi_category_clayton_skill_score = clayton_multiclass
multi_category_hanssen_kuipers = peirce_multiclass
multi_category_peirce_skill_score = peirce_multiclass
mutual_info_score = mutual_information
nb = net_benefit
negPredValue = inverse_precision
neg_negative_likelihood_ratio = negative_likelihood_ratio
neg_pred_value = inverse_precision
negative_predictive_value = inverse_precision
negpredvalue_prevalence = inverse_precision_at_prevalence
nid = information_distance
nir = no_information_rate
nlr = negative_likelihood_ratio
nmi = uncertainty_symmetric
nmi_arithmetic = uncertainty_symmetric
nmi_sqrt = nmi_geometric
normalised_information_distance = information_distance
normalised_mutual_information = uncertainty_symmetric
normalised_variation_of_information = normalised_variation
normalized_mutual_info_score = uncertainty_symmetric
npv = inverse_precision
npv_macro = macro_inverse_precision
npv_macro_weighted = weighted_inverse_precision
npv_micro = micro_inverse_recall
npv_prevalence = inverse_precision_at_prevalence
null_accuracy = no_information_rate
numFalseNegatives = false_negatives
numFalsePositives = false_positives
numInstances = items
numTrueNegatives = true_negatives
numTruePositives = true_positives
number_correct = correct
number_incorrect = wrong
number_of_items = items
nvi = normalised_variation
observed_agreement = accuracy
oc = overlap
ochiai = g_measure
odds_ratio_skill_score = yule_q
op = optimised_precision
optimized_precision = optimised_precision
ordinal_mae = mean_absolute_rank_error
orss = yule_q
overall_acc = accuracy
overall_cen = overall_confusion_entropy
overall_j = macro_jaccard
overall_mcc = mcc
overall_mcen = overall_modified_confusion_entropy
overall_racc = expected_accuracy
overall_raccu = expected_accuracy_scott
pair_f1 = f1_pairs
pair_kappa = adjusted_rand
pair_precision = wallace_prediction
pair_recall = wallace_truth
pairwise_f1 = f1_pairs
pctCorrect = accuracy
pctIncorrect = error_rate
pearson_chi_squared = chi_squared
peirce = informedness  # for two classes
peirce_score = peirce_multiclass
peirce_skill_score = informedness  # for two classes
percent_agreement = accuracy
ph = harmonic_bias
phi = mcc
phi2 = phi_squared
phi_coefficient = mcc
plr = positive_likelihood_ratio
pmi = information_score
pn = predicted_negatives
pod = recall
pofd = fallout
pointwise_mutual_information = information_score
population = items
posPredValue = precision
pos_pred_value = precision
positive_predictive_value = precision
pospredvalue_prevalence = precision_at_prevalence
powers_kappa = informedness
pp = predicted_positives
ppv = precision
ppv_macro = macro_precision
ppv_macro_weighted = weighted_precision
ppv_micro = accuracy
ppv_prevalence = precision_at_prevalence
precision_at_even_skew = precision_at_prevalence
precision_macro = macro_precision
precision_macro_weighted = weighted_precision
precision_micro = accuracy
precision_of_pairs = wallace_prediction
precision_score = precision
precision_weighted = weighted_precision
predicted_count = predicted_positives
predicted_positive_rate = bias
predictive_summary_index = markedness  # for two classes
prevalence_adjusted_npv = inverse_precision_at_prevalence
prevalence_adjusted_ppv = precision_at_prevalence
prevg_squared = evenness_of_prevalence
prior_odds = prevalence_odds
probability_of_detection = recall
probability_of_false_detection = fallout
proficiency = uncertainty_of_truth
psep = markedness  # for two classes
pss = informedness  # for two classes
pycm_BM = class_informedness
pycm_CSI = classification_success_index
pycm_GoodmanKruskalLambda = class_lambda_symmetric
pycm_GoodmanKruskalLambdaR = class_lambda_of_reliability
pycm_KendallTau = kendall_tau_a
pycm_MCC = class_mcc
pycm_MK = class_markedness
pycm_zero_one_loss = wrong
q = yule_q
quadratic_weighted_kappa = quadratic_kappa
qwk = quadratic_kappa
r_k = mcc
raccu = unbiased_random_accuracy
rajskis_distance = normalised_variation
rand_score = rand_index
randolph_kappa = bennett_s
random_accuracy = expected_accuracy
random_accuracy_of_the_class = expected_true_positives
random_accuracy_unbiased = expected_accuracy_scott
random_error_coefficient = pabak
rank_correlation = spearman_rho
rapidminer_kendall_tau = kendall_tau_b
ratio_of_verification = jaccard
rci = uncertainty_of_truth
real_positives = support
recall_macro = macro_recall
recall_macro_weighted = accuracy
recall_micro = accuracy
recall_of_pairs = wallace_truth
recall_score = recall
recall_weighted = accuracy
reference_entropy = entropy_of_truth
reference_prevalence = prevalence
relative_classifier_information = uncertainty_of_truth
response_entropy = entropy_of_prediction
rh = harmonic_prevalence
risk_difference = markedness  # for two classes
risk_ratio = relative_risk
rn = real_negatives
roc_dist = distance_index
rp = support
rr = global_performance_index
rr_of_the_class = relative_risk
sInd = similarity_index
sakodas_adjusted_c = pearson_c_adjusted
sample_size = items
sedi = symmetric_extremal_dependence_index
seds = symmetric_extreme_dependency_score
selectivity = inverse_recall
sens = recall
sens_macro = macro_recall
sens_macro_weighted = accuracy
sens_micro = accuracy
sensitivity = recall
shared_information_distance = variation_of_information
simpson_similarity = overlap
sind = similarity_index
single_point_auc = auc_of_one_point
size_difference = baulieu_viii
skew = class_skew
skew_insensitive_accuracy = accuracy_at_prevalence
skew_insensitive_f = f1_at_prevalence
skew_insensitive_precision = precision_at_prevalence
sklearn_zero_one_loss = error_rate
somers_d_of_prediction_given_truth = somers_d
somers_d_of_truth_given_prediction = somers_d_of_truth
sorensen_dice = f1
spearman_rank_correlation = spearman_rho
spec = inverse_recall
spec_macro = macro_inverse_recall
spec_macro_weighted = weighted_inverse_recall
spec_micro = micro_inverse_recall
specific_agreement_on_negatives = fleiss_levin_paik
specificity = inverse_recall
split_information = entropy_of_prediction
squared_correlation = bookmark
stuart_kendall_tau_c = kendall_tau_c
success_ratio = precision
support_of_the_rule = detection_rate
symmetric_extremal_dependency_index = symmetric_extremal_dependence_index
symmetric_uncertainty = uncertainty_symmetric
szymkiewicz_simpson = overlap
tanimoto = jaccard
tau = kendall_tau_b
tau_a = kendall_tau_a
tau_b = kendall_tau_b
tau_c = kendall_tau_c
tau_of_prediction_given_truth = tau_of_prediction
tau_of_truth_given_prediction = tau_of_truth
test_outcome_negative = predicted_negatives
test_outcome_positive = predicted_positives
tetrachoric = tetrachoric_correlation
tetrachoric_r = tetrachoric_correlation
theils_u = uncertainty_of_truth
threat_score = jaccard
ti = tversky
tn = true_negatives
tn_count = true_negatives
tna = inverse_precision
tnr = inverse_recall
tnr_macro = macro_inverse_recall
tnr_micro = micro_inverse_recall
totalCost = total_cost
total_count = items
total_number_of_instances = items
tp = true_positives
tp_count = true_positives
tp_rate = recall
tpa = precision
tpr = recall
tpr_macro = macro_recall
tpr_micro = accuracy
transinformation = mutual_information
transmitted_information = mutual_information
trueNegativeRate = inverse_recall
truePositiveRate = recall
true_negative = true_negatives
true_negative_accuracy = inverse_precision
true_negative_rate = inverse_recall
true_positive = true_positives
true_positive_accuracy = precision
true_positive_rate = recall
true_positive_share = detection_rate
true_skill_score = informedness  # for two classes
true_skill_statistic = informedness  # for two classes
ts = jaccard
tss = informedness  # for two classes
two_class_balanced_accuracy = auc_of_one_point
two_rater_fleiss = scott_pi
type_i_errors = false_positives
type_ii_errors = false_negatives
unscaled_weighted_relative_accuracy = determinant
unweightedMacroFmeasure = macro_f1
unweightedMicroFmeasure = accuracy
v_measure = uncertainty_symmetric
v_measure_score = uncertainty_symmetric
van_dongen_metric = van_dongen
vi = variation_of_information
weightedFMeasure = weighted_f1
weightedFalseNegativeRate = error_rate
weightedFalsePositiveRate = weighted_fallout
weightedMatthewsCorrelation = weighted_mcc
weightedPrecision = weighted_precision
weightedRecall = accuracy
weightedTrueNegativeRate = weighted_inverse_recall
weightedTruePositiveRate = accuracy
weighted_informedness = prevalence_weighted_informedness
weighted_krippendorff_alpha = weighted_alpha
weighted_mean_precision = macro_precision
weighted_mean_recall = macro_recall
weighted_miss_rate = error_rate
weighted_recall = accuracy
weka_Matthews_correlation = class_mcc
weka_matthewsCorrelationCoefficient = class_mcc
yardstick_markedness = class_markedness
youden = informedness
youden_index = informedness  # for two classes
youden_j = informedness  # for two classes
youdens_j = informedness  # for two classes
yule_colligation = yule_y
yules_q = yule_q
