"""Scores of forecast verification, where events are rare and a hit is worth more than a correct no.

Several have other names here: the threat score is ``jaccard``, Peirce's skill score of two classes
is ``informedness``, Clayton's is ``markedness``, Heidke's is ``cohen_kappa``, the odds ratio skill
score is ``yule_q``. Gerrity's score, for ordered categories, stands with the ordinal measures.
"""

import numpy as np

from abovechance.core.arrays import Array
from abovechance.core.contingency import Contingency
from abovechance.core.dichotomy import Dichotomy
from abovechance.core.sums import log_ratio
from abovechance.measures.facts import Difference, LinearIn
from abovechance.measures.families.odds import ALL_MARGINS
from abovechance.measures.registry import binary, overall


def _log_share(part: Array, rest: Array) -> Array:
    """``ln(part / (part + rest))``, with all its digits where the rest is small."""
    whole = part + rest
    return np.where((part / whole).real > 0.5, np.log1p(-rest / whole), np.log(part / whole))


def _extreme(gain: Array, logs: Array) -> Array:
    """``−gain / logs``; where a cell is empty both are infinite and only the sign is left."""
    return np.where(np.isinf(gain), np.sign(gain.real), -gain / logs)


@binary.corrected(
    "Equitable threat score",
    formula=r"\frac{\mathrm{tp}-\mathrm{etp}}{\mathrm{tp}+\mathrm{fn}+\mathrm{fp}-\mathrm{etp}}",
    source=("gilbert1884", "schaefer1990, eq. 10"),
    low=-1 / 3,
    limit=0.0,
    inverse="equitable_threat_score",
    needs=("possible_disagreement",),
    aliases=("ETS", "Gilbert skill score", "GSS", "equit threat score"),
    advice="Cohen's Kappa on another scale: Kappa/(2 − Kappa). Not equitable for small samples.",
)
def equitable_threat_score(d: Dichotomy) -> Array:
    """The threat score with the hits expected by chance taken out above and below."""
    return d.determinant / (d.determinant + d.n * (d.fp + d.fn))


@binary.descriptive(
    "Frequency bias",
    formula=r"\mathrm{PP}/\mathrm{RP}",
    source=("schaefer1990, eq. 4", "scores, frequency_bias"),
    best=1.0,
    high=np.inf,
    dual=None,
    needs=("positive",),
    aliases=("bias score", "FBIAS", "bias ratio"),
    advice="Says whether positives are predicted too often or too rarely, not whether rightly.",
)
def frequency_bias(d: Dichotomy) -> Array:
    """How many times as often positive was predicted as it occurred."""
    return d.pp / d.rp


@overall.corrected(
    "Peirce skill score of K classes",
    formula=r"\frac{N\sum_k n_{kk}-\sum_k r_k c_k}{N^2-\sum_k r_k^2}",
    source=("peirce1884", "gandin1992"),
    limit=0.0,
    dual="clayton_multiclass",
    invariant=("prevalence of two classes",),
    odd=True,
    needs=("table", "real_classes"),
    aliases=("Peirce multiclass", "multi-category Peirce skill score", "multi-category Hanssen-Kuipers"),
    advice="Informedness for two classes; for more another statistic, in which rare classes count little.",
    linear_in=LinearIn("informedness", two_classes=True),
    difference=Difference("classes"),
)
def peirce_multiclass(t: Contingency) -> Array:
    """Correct decisions beyond chance, as a share of those that a perfect prediction has beyond chance."""
    return t.excess / t.real_room


@overall.corrected(
    "Clayton skill score of K classes",
    formula=r"\frac{N\sum_k n_{kk}-\sum_k r_k c_k}{N^2-\sum_k c_k^2}",
    source=("clayton1934", "gandin1992"),
    limit=0.0,
    dual="peirce_multiclass",
    invariant=("bias of two classes",),
    odd=True,
    needs=("table", "predicted_classes"),
    aliases=("Clayton multiclass", "multi-category Clayton skill score"),
    advice="Markedness for two classes. Its geometric mean with Peirce's score is Gorodkin's R_K.",
    linear_in=LinearIn("markedness", two_classes=True),
    difference=Difference("labels"),
)
def clayton_multiclass(t: Contingency) -> Array:
    """The Peirce skill score of the dual problem."""
    return t.excess / t.predicted_room


@binary.traditional(
    "Extreme dependency score",
    formula=r"\frac{2\ln\mathrm{rp}}{\ln\mathrm{tp}}-1",
    source="stephenson2008, eq. 4",
    low=-1.0,
    dual=None,
    needs=("real_positive", "other_items"),
    aliases=("EDS",),
    advice="Can be raised by predicting more positives: use SEDI.",
)
def extreme_dependency_score(d: Dichotomy) -> Array:
    """How slowly the hits vanish as the event becomes rarer."""
    # 2·ln rp − ln tp as one logarithm, of a quotient whose distance from 1 is exact.
    loss = log_ratio(d.rarity_excess, d.rp * d.rp, d.n * d.tp)
    return _extreme(-loss, _log_share(d.tp, d.fp + d.fn + d.tn))


@binary.corrected(
    "Symmetric extreme dependency score",
    formula=r"\frac{\ln(\mathrm{rp}\cdot\mathrm{pp}/\mathrm{tp})}{\ln\mathrm{tp}}",
    source="hogan2009, eq. 6",
    needs=("real_positive", "predicted_positive", "other_items"),
    aliases=("SEDS",),
    advice="For rare events; depends on their prevalence, unlike SEDI.",
)
def symmetric_extreme_dependency_score(d: Dichotomy) -> Array:
    """How slowly the hits vanish as the event becomes rarer, over what independent margins would give."""
    log_lift = log_ratio(d.determinant, d.n * d.tp, d.rp * d.pp)
    return _extreme(log_lift, _log_share(d.tp, d.fp + d.fn + d.tn))


@binary.corrected(
    "Extremal dependence index",
    formula=r"\frac{\ln\mathrm{fpr}-\ln\mathrm{tpr}}{\ln\mathrm{fpr}+\ln\mathrm{tpr}}",
    source="ferro2011, eq. 1",
    dual=None,
    invariant=("prevalence of two classes",),
    needs=ALL_MARGINS,
    aliases=("EDI", "extremal dependency index"),
    advice="For rare events: does not depend on their prevalence. Not symmetric in events and non-events.",
)
def extremal_dependence_index(d: Dichotomy) -> Array:
    """How much more slowly hits than false alarms vanish as the event becomes rarer."""
    hits_to_alarms = log_ratio(d.determinant, d.tp * d.rn, d.fp * d.rp)
    return _extreme(hits_to_alarms, _log_share(d.fp, d.tn) + _log_share(d.tp, d.fn))


@binary.corrected(
    "Symmetric extremal dependence index",
    formula=r"\frac{\ln\mathrm{fpr}-\ln\mathrm{tpr}-\ln\mathrm{tnr}+\ln\mathrm{fnr}}{\ln\mathrm{fpr}+\ln\mathrm{tpr}+\ln\mathrm{tnr}+\ln\mathrm{fnr}}",
    source="ferro2011, eq. 2",
    dual=None,
    inverse="symmetric_extremal_dependence_index",
    invariant=("prevalence of two classes",),
    odd=True,
    needs=ALL_MARGINS,
    aliases=("SEDI", "symmetric extremal dependency index"),
    advice="For rare events, where Informedness tends to Recall. Reaches 1 if either error cell is empty.",
)
def symmetric_extremal_dependence_index(d: Dichotomy) -> Array:
    """The log odds ratio on a scale that stays informative however rare the event is."""
    negatives = _log_share(d.fp, d.tn) + _log_share(d.tn, d.fp)
    return _extreme(d.log_odds_ratio, negatives + _log_share(d.tp, d.fn) + _log_share(d.fn, d.tp))
