"""The numbers that sum up a curve, each declared once with all that is known of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from abovechance.core.lookup import Registry
from abovechance.curves.curve.counts import no_items, no_positives, one_class
from abovechance.curves.summaries.areas import (
    auc_optimistic,
    auc_pessimistic,
    auk,
    auprg,
    average_precision,
    ks,
    pr_area,
)
from abovechance.curves.summaries.binormal import binormal, why_not_binormal
from abovechance.curves.summaries.losses import brier, h_measure, log_loss, wrong_probability

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.curves.curve.curve import Curve


@dataclass(frozen=True, eq=False, repr=False)
class CurveMeasure:
    """A number that sums up a curve, and all that is known of it; call it to compute it.

    Attributes
    ----------
    key, title, aliases
        The name in code, the name for people, and other names.
    meaning
        One sentence: what the number says.
    formula
        The formula in plain text, with P positive and N negative items and the prevalence π.
    source
        Keys of ``references.bib``, each perhaps with the equation or section.
    function, why
        Functions of a curve: the number, and the reason why it is undefined, None if it is not.
    low, high, best
        The range, and the best value; None if that depends on the prevalence.
    chance
        The value, but for sampling error, of scores that say nothing of the truth; ``"prevalence"`` if it is
        that, None if it depends on more.
    advice
        How far to trust it, in the judgement of the papers.
    """

    key: str
    title: str
    meaning: str
    formula: str
    source: tuple[str, ...]
    function: Callable[[Curve], float]
    advice: str
    why: Callable[[Curve], str | None] = one_class
    low: float = 0.0
    high: float = 1.0
    chance: float | Literal["prevalence"] | None = 0.0
    best: float | None = 1.0
    aliases: tuple[str, ...] = ()

    def __call__(self, curve: Curve) -> float:
        """The number, NaN where it is undefined."""
        return math.nan if self.why(curve) else self.function(curve)

    def chance_of(self, curve: Curve) -> float | None:
        """What scores that say nothing of the truth are expected to get on the same items."""
        return curve.prevalence if self.chance == "prevalence" else self.chance

    @property
    def reference_texts(self) -> list[str]:
        """The sources in full."""
        from abovechance.measures.references import cited

        return cited(self.source)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the name."""
        return curve_measure, (self.key,)

    def __repr__(self) -> str:
        """The name and the meaning."""
        return f"<curve measure {self.key}: {self.meaning}>"


def _why_not_probabilities(curve: Curve) -> str | None:
    wrong = wrong_probability(curve)
    return no_items(curve) if wrong is None else f"the score {wrong:g} is not a probability"


def _why_no_skill(curve: Curve) -> str | None:
    return _why_not_probabilities(curve) or one_class(curve)


_OF_A_CURVE = (
    "Powers (2012, Introduction and §1.7): it averages over the classifiers of all thresholds, with costs "
    "that the classifier sets and not the application, and has no relevance to any one of them."
)
_OF_PRECISION = (
    "Powers (2007, §2.3): Precision cannot be maximised independently of prevalence and bias, so the area "
    "can be compared only at one prevalence. Powers (2012, §1.7): as an average over thresholds it has "
    "inappropriate weights."
)
_NOT_IN_THE_PAPERS = "The papers do not discuss it."

MEASURES: tuple[CurveMeasure, ...] = (
    CurveMeasure(
        "auc",
        "AUC",
        "How often a positive item scores above a negative one, ties half.",
        "∫ tpr d fpr",
        ("mann1947", "hanley1982", "powers2007, eq. (9)"),
        lambda curve: curve.auc,
        _OF_A_CURVE
        + " A larger area does not mean a better classifier unless one curve dominates the other.",
        chance=0.5,
        aliases=("auroc", "roc_auc", "area_under_roc", "c_statistic", "concordance_index"),
    ),
    CurveMeasure(
        "auc_optimistic",
        "AUC (optimistic)",
        "The AUC if positive items were ranked before negative ones of the same score.",
        "Σ ΔFP·TP_after / (P·N)",
        ("rapidminer",),
        auc_optimistic,
        "The distance from the pessimistic one is the share of pairs whose scores tie. " + _NOT_IN_THE_PAPERS,
        chance=None,
    ),
    CurveMeasure(
        "auc_pessimistic",
        "AUC (pessimistic)",
        "The AUC if negative items were ranked before positive ones of the same score.",
        "Σ ΔFP·TP_before / (P·N)",
        ("rapidminer",),
        auc_pessimistic,
        "The distance from the optimistic one is the share of pairs whose scores tie. " + _NOT_IN_THE_PAPERS,
        chance=None,
    ),
    CurveMeasure(
        "gini",
        "Gini coefficient",
        "How much more often a positive item scores above a negative one than below it.",
        "2·AUC - 1",
        ("powers2007, §2.3", "powers2012, §1.3"),
        lambda curve: curve.gini,
        "The AUC with chance taken out. Of a single threshold it is Informedness. " + _OF_A_CURVE,
        low=-1.0,
        aliases=("somers_d", "accuracy_ratio"),
    ),
    CurveMeasure(
        "auch",
        "AUCH",
        "The AUC that the classifiers on the convex hull, and mixtures of them, reach.",
        "∫ tpr d fpr along the convex hull",
        ("provost2001", "powers2012, §1.7"),
        lambda curve: curve.auch,
        "Powers (2012, §1.7): it should be used in place of the AUC, as the classifiers on the hull are "
        "usually available. On few items even meaningless scores get more than 0.5.",
        low=0.5,
        chance=0.5,
    ),
    CurveMeasure(
        "ks",
        "Kolmogorov–Smirnov",
        "The greatest distance of the curve from the chance line.",
        "max |tpr - fpr|",
        ("smirnov1948", "powers2007, §2.3"),
        ks,
        "Powers (2007, §2.3): the height above the chance line is Informedness. "
        "As the greatest of many it is too high on few items: see the operating points.",
        aliases=("kolmogorov_smirnov",),
    ),
    CurveMeasure(
        "h_measure",
        "H-measure, Beta(1+π, 2-π)",
        "By what share the scores reduce the loss expected without them, over a distribution of costs.",
        "1 - E[min c(1-π)fpr + (1-c)π(1-tpr)] / E[min(c(1-π), (1-c)π)]",
        ("hand2009", "hand2014", "powers2012, §1.3"),
        lambda curve: h_measure(curve).value,
        "Powers (2012, §1.3) is sceptical about any generic distribution of costs: a Beta favours central "
        "ones, and real ones are often extreme. Another prior gives another value.",
        aliases=("h",),
    ),
    CurveMeasure(
        "auk",
        "AUK",
        "Cohen's Kappa averaged over the false positive rate.",
        "∫ κ d fpr",
        ("kaymak2012", "powers2012, §1.3"),
        auk,
        "Powers (2012, §1.3): it reweights the ROC curve by Kappa, which eliminates many of its useful "
        "properties, without any expectation that it is valid for selecting systems.",
        low=-1.0,
        best=None,
        aliases=("area_under_kappa",),
    ),
    CurveMeasure(
        "average_precision",
        "Average precision",
        "The Precision at the score of a positive item drawn at random.",
        "Σ ΔRecall·Precision",
        ("sklearn", "powers2007, eq. (11)"),
        average_precision,
        _OF_PRECISION,
        why=no_positives,
        chance="prevalence",
        aliases=("ap",),
    ),
    CurveMeasure(
        "pr_area",
        "Precision–recall area",
        "Precision averaged over Recall, interpolated as the counts are.",
        "∫ Precision d Recall",
        ("davis2006", "boyd2013", "keilwagen2014", "powers2007, eq. (11)"),
        pr_area,
        _OF_PRECISION,
        why=no_positives,
        chance="prevalence",
        aliases=("auprc", "aucpr", "pr_auc"),
    ),
    CurveMeasure(
        "auprg",
        "AUPRG",
        "Precision gain averaged over Recall gain, both as gains over calling everything positive.",
        "∫ precG d recG",
        ("flach2015",),
        auprg,
        "It corrects Precision and Recall for prevalence. " + _NOT_IN_THE_PAPERS,
        low=-math.inf,
        aliases=("area_under_precision_recall_gain",),
    ),
    CurveMeasure(
        "brier_score",
        "Brier score",
        "The mean squared distance of the probabilities from the truth.",
        "Σ (s - y)² / n",
        ("brier1950", "murphy1973"),
        lambda curve: brier(curve).value,
        _NOT_IN_THE_PAPERS,
        why=_why_not_probabilities,
        chance=None,
        best=0.0,
        aliases=("brier",),
    ),
    CurveMeasure(
        "brier_skill",
        "Brier skill",
        "By what share the squared distance is less than that of the prevalence as everyone's probability.",
        "1 - Brier / (π(1-π))",
        ("murphy1973",),
        lambda curve: brier(curve).skill,
        "Probabilities that say nothing get less than 0 unless they all equal the prevalence. "
        + _NOT_IN_THE_PAPERS,
        why=_why_no_skill,
        low=-math.inf,
        chance=None,
        aliases=("brier_skill_score",),
    ),
    CurveMeasure(
        "calibration_loss",
        "Calibration loss",
        "The part of the Brier score that isotonic recalibration takes away.",
        "Brier - refinement loss",
        ("hernandez2012",),
        lambda curve: brier(curve).calibration_loss,
        "On few items it is too high, for recalibration fits them. " + _NOT_IN_THE_PAPERS,
        why=_why_not_probabilities,
        chance=None,
        best=0.0,
    ),
    CurveMeasure(
        "refinement_loss",
        "Refinement loss",
        "The part of the Brier score that isotonic recalibration leaves, which depends on the ranking alone.",
        "Σ p·n / (p + n) / items, over the edges of the convex hull",
        ("hernandez2012",),
        lambda curve: brier(curve).refinement_loss,
        "On few items it is too low, for recalibration fits them. " + _NOT_IN_THE_PAPERS,
        why=_why_not_probabilities,
        high=0.25,
        chance=None,
        best=0.0,
    ),
    CurveMeasure(
        "log_loss",
        "Log loss",
        "The mean negative logarithm of the probability that was given to the truth, in nats.",
        "-Σ (y·ln s + (1-y)·ln(1-s)) / n",
        ("good1952",),
        log_loss,
        "One item whose truth was called impossible makes it infinite. " + _NOT_IN_THE_PAPERS,
        why=_why_not_probabilities,
        high=math.inf,
        chance=None,
        best=0.0,
        aliases=("cross_entropy", "logarithmic_loss"),
    ),
    CurveMeasure(
        "binormal_auc",
        "Binormal AUC",
        "The AUC of two normal distributions with the mean and variance of each class.",
        "Φ((μ₁ - μ₀) / √(σ₁² + σ₀²))",
        ("macmillan2005, ch. 3",),
        lambda curve: binormal(curve).auc,
        "Right only where the scores of each class are roughly normal. " + _NOT_IN_THE_PAPERS,
        why=why_not_binormal,
        chance=0.5,
    ),
    CurveMeasure(
        "d_a",
        "Separation d_a",
        "The distance of the classes' mean scores in standard deviations; d′ where these are equal.",
        "(μ₁ - μ₀) / √((σ₁² + σ₀²) / 2)",
        ("macmillan2005, ch. 3",),
        lambda curve: binormal(curve).d_a,
        "It changes if the scores are transformed. " + _NOT_IN_THE_PAPERS,
        why=why_not_binormal,
        low=-math.inf,
        high=math.inf,
        best=math.inf,
    ),
)
"""All of them, in the order in which they are listed."""

_MEASURES = Registry("summary of a curve", MEASURES)


def curve_measures() -> tuple[CurveMeasure, ...]:
    """All numbers that sum up a curve, with what is known of each.

    Examples
    --------
    >>> import abovechance as ac
    >>> [m.key for m in ac.curves.curve_measures()][:4]
    ['auc', 'auc_optimistic', 'auc_pessimistic', 'gini']
    """
    return MEASURES


def curve_measure(name: str) -> CurveMeasure:
    """One of them by its key or another name.

    Examples
    --------
    >>> import abovechance as ac
    >>> ac.curves.curve_measure("AP")
    <curve measure average_precision: The Precision at the score of a positive item drawn at random.>
    """
    return _MEASURES.named(name)


def known_curve_measure(name: str) -> CurveMeasure | None:
    """One of them by its key or another name, None if there is none of that name."""
    return _MEASURES.known(name)
