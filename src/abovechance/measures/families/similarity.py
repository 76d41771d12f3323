"""Similarities and distances of two sets, read as the real and the predicted positives.

They come from ecology, psychology and information retrieval, and count what the two sets share
against what they do not. None of these takes chance out; ``similarity_chance`` has those that do.
"""

import math
from functools import partial

import numpy as np

from abovechance.core.arrays import Array
from abovechance.core.dichotomy import Dichotomy
from abovechance.measures.facts import LinearIn
from abovechance.measures.registry import binary

DISTANCE_ADVICE = "A distance: 0 is best. It has no fixed chance level."
SIMILARITY_ADVICE = "A similarity without a fixed chance level."
SIZE_ADVICE = " Depends on the number of items."

_similarity = partial(binary.traditional, family="similarity", advice=SIMILARITY_ADVICE)
_distance = partial(binary.traditional, best=0.0, family="similarity", advice=DISTANCE_ADVICE)
_baulieu = partial(_distance, source="baulieu1997")
_sized = partial(_similarity, varies=("scale",), advice=SIMILARITY_ADVICE + SIZE_ADVICE)


@_similarity(
    "Andrés & Marzo's Delta",
    formula=r"\frac{\mathrm{TP}+\mathrm{TN}-2\sqrt{\mathrm{FP}\cdot\mathrm{FN}}}{N}",
    source="martin2004",
    low=-1.0,
    inverse="andres_marzo_delta",
    aliases=("Andres Marzo Delta",),
)
def andres_marzo_delta(d: Dichotomy) -> Array:
    """The share of items that both know, in the model where they guess the others."""
    # TP + TN − 2√(FP·FN), as the difference of the squares, which is exact, over the sum.
    whole = d.tp + d.tn + 2 * np.sqrt(d.fp) * np.sqrt(d.fn)
    return np.where(whole == 0, 0.0, d.delta_excess / whole) / d.n


@_similarity(
    "Baroni-Urbani & Buser I",
    formula=r"\frac{\sqrt{\mathrm{TP}\cdot\mathrm{TN}}+\mathrm{TP}}{\sqrt{\mathrm{TP}\cdot\mathrm{TN}}+\mathrm{TP}+\mathrm{FP}+\mathrm{FN}}",
    source="baroni1976",
    needs=("positive",),
)
def baroni_urbani_buser_i(d: Dichotomy) -> Array:
    """Jaccard with the geometric mean of both kinds of hits added to the positive ones."""
    alike = np.sqrt(d.tp) * np.sqrt(d.tn) + d.tp
    return alike / (alike + d.fp + d.fn)


@_similarity(
    "Baroni-Urbani & Buser II",
    formula=r"\frac{\sqrt{\mathrm{TP}\cdot\mathrm{TN}}+\mathrm{TP}-\mathrm{FP}-\mathrm{FN}}{\sqrt{\mathrm{TP}\cdot\mathrm{TN}}+\mathrm{TP}+\mathrm{FP}+\mathrm{FN}}",
    source="baroni1976",
    low=-1.0,
    needs=("positive",),
)
def baroni_urbani_buser_ii(d: Dichotomy) -> Array:
    """Twice Baroni-Urbani & Buser I less one."""
    root, behind = np.sqrt(d.tp) * np.sqrt(d.tn), d.fp + d.fn - d.tp
    # where both parts are near to each other their squares are subtracted, which are whole numbers
    ahead = np.where(behind.real > 0, d.buser_excess / (root + behind), root - behind)
    return ahead / (root + d.tp + d.fp + d.fn)


@_distance(
    "Baulieu I",
    formula=r"1-\mathrm{tpr}\cdot\mathrm{tpa}",
    source="baulieu1989",
    needs=("real_positive", "predicted_positive"),
)
def baulieu_i(d: Dichotomy) -> Array:
    """One less the product of Recall and Precision."""
    return (d.tp * (d.fp + d.fn) + d.fp * d.fn) / (d.rp * d.pp)


@_similarity(
    "Baulieu II",
    formula=r"\mathrm{tpr}\cdot\mathrm{tnr}\cdot\mathrm{tpa}\cdot\mathrm{tna}",
    source="baulieu1989",
    inverse="baulieu_ii",
    needs=("real_positive", "real_negative", "predicted_positive", "predicted_negative"),
)
def baulieu_ii(d: Dichotomy) -> Array:
    """The product of Recall, Precision and their inverses."""
    return d.tpr * d.tnr * d.tpa * d.tna


@_baulieu(
    "Baulieu IV",
    formula=r"\frac{\mathrm{FP}+\mathrm{FN}-(\mathrm{TP}+\frac12)(\mathrm{TN}+\frac12)\,\mathrm{TN}\,k}{N},"
    r"\ k=e",
    low=-np.inf,
    best=None,
    varies=("scale",),
    advice="Made to show what axioms allow; k is any positive irrational number." + SIZE_ADVICE,
)
def baulieu_iv(d: Dichotomy, k: float = math.e) -> Array:
    """The errors less a product of the hits, for each item."""
    return (d.fp + d.fn - (d.tp + 0.5) * (d.tn + 0.5) * d.tn * k) / d.n


@_baulieu(
    "Baulieu V",
    formula=r"\frac{\mathrm{FP}+\mathrm{FN}+1}{\mathrm{TP}+\mathrm{FP}+\mathrm{FN}+1}",
    best=None,
    varies=("scale",),
    needs=(),
    advice=DISTANCE_ADVICE + SIZE_ADVICE,
)
def baulieu_v(d: Dichotomy) -> Array:
    """The distance of Jaccard with one error more."""
    return (d.fp + d.fn + 1) / (d.tp + d.fp + d.fn + 1)


@_baulieu(
    "Baulieu VI",
    formula=r"\frac{\mathrm{FP}+\mathrm{FN}}{\mathrm{TP}+\mathrm{FP}+\mathrm{FN}+1}",
    varies=("scale",),
    needs=(),
    advice=DISTANCE_ADVICE + SIZE_ADVICE,
)
def baulieu_vi(d: Dichotomy) -> Array:
    """The distance of Jaccard with one item more."""
    return (d.fp + d.fn) / (d.tp + d.fp + d.fn + 1)


@_baulieu(
    "Baulieu VII",
    formula=r"\frac{\mathrm{FP}+\mathrm{FN}}{N+\mathrm{TP}(\mathrm{TP}-4)^2}",
    varies=("scale",),
    advice=DISTANCE_ADVICE + SIZE_ADVICE,
)
def baulieu_vii(d: Dichotomy) -> Array:
    """The errors over the items and a cubic of the hits: made to show what axioms allow."""
    return (d.fp + d.fn) / (d.n + d.tp * (d.tp - 4) ** 2)


@_baulieu(
    "Baulieu VIII",
    formula=r"\left(\frac{\mathrm{FP}-\mathrm{FN}}{N}\right)^2",
    inverse="baulieu_viii",
    aliases=("size difference",),
    touches=True,
)
def baulieu_viii(d: Dichotomy) -> Array:
    """The square of the difference of bias and prevalence."""
    return ((d.fp - d.fn) / d.n) ** 2


@_baulieu(
    "Baulieu IX",
    formula=r"\frac{\mathrm{FP}+2\mathrm{FN}}{N+\mathrm{FN}}",
    dual=None,
)
def baulieu_ix(d: Dichotomy) -> Array:
    """The share of errors with each false negative counted twice."""
    return (d.fp + 2 * d.fn) / (d.n + d.fn)


@_baulieu(
    "Baulieu X",
    formula=r"\frac{\mathrm{FP}+\mathrm{FN}+\max(\mathrm{FP},\mathrm{FN})}{N+\max(\mathrm{FP},\mathrm{FN})}",
    inverse="baulieu_x",
    kinked=True,
)
def baulieu_x(d: Dichotomy) -> Array:
    """The share of errors with those of the more frequent kind counted twice."""
    more = np.maximum(d.fp, d.fn)
    return (d.fp + d.fn + more) / (d.n + more)


@_baulieu(
    "Baulieu XI",
    formula=r"\frac{\mathrm{FP}+\mathrm{FN}}{\mathrm{FP}+\mathrm{FN}+\mathrm{TN}}",
    needs=("negative",),
)
def baulieu_xi(d: Dichotomy) -> Array:
    """The distance of Jaccard of the negatives."""
    return (d.fp + d.fn) / (d.fp + d.fn + d.tn)


@_baulieu(
    "Baulieu XII",
    formula=r"\frac{\mathrm{FP}+\mathrm{FN}}{\mathrm{TP}+\mathrm{FP}+\mathrm{FN}-1}",
    low=-np.inf,
    high=np.inf,
    varies=("scale",),
    needs=None,
    advice=DISTANCE_ADVICE + SIZE_ADVICE,
)
def baulieu_xii(d: Dichotomy) -> Array:
    """The distance of Jaccard with one item less."""
    return (d.fp + d.fn) / (d.tp + d.fp + d.fn - 1)


@_baulieu(
    "Baulieu XIII",
    formula=r"\frac{\mathrm{FP}+\mathrm{FN}}{\mathrm{TP}+\mathrm{FP}+\mathrm{FN}+\mathrm{TP}(\mathrm{TP}-4)^2}",
    varies=("scale",),
    needs=("positive",),
    advice=DISTANCE_ADVICE + SIZE_ADVICE,
)
def baulieu_xiii(d: Dichotomy) -> Array:
    """The errors over all but the true negatives and a cubic of the hits."""
    return (d.fp + d.fn) / (d.tp + d.fp + d.fn + d.tp * (d.tp - 4) ** 2)


@_baulieu(
    "Baulieu XIV",
    formula=r"\frac{\mathrm{FP}+2\mathrm{FN}}{\mathrm{TP}+\mathrm{FP}+2\mathrm{FN}}",
    dual=None,
    needs=("positive",),
)
def baulieu_xiv(d: Dichotomy) -> Array:
    """The distance of Jaccard with each false negative counted twice."""
    return (d.fp + 2 * d.fn) / (d.tp + d.fp + 2 * d.fn)


@_baulieu(
    "Baulieu XV",
    formula=r"\frac{\mathrm{FP}+\mathrm{FN}+\max(\mathrm{FP},\mathrm{FN})}{\mathrm{TP}+\mathrm{FP}+\mathrm{FN}+\max(\mathrm{FP},\mathrm{FN})}",
    needs=("positive",),
    kinked=True,
)
def baulieu_xv(d: Dichotomy) -> Array:
    """The distance of Jaccard with errors of the more frequent kind counted twice."""
    more = np.maximum(d.fp, d.fn)
    return (d.fp + d.fn + more) / (d.tp + d.fp + d.fn + more)


@_distance(
    "Canberra distance",
    formula=r"\frac{\mathrm{FP}+\mathrm{FN}}{\mathrm{RP}+\mathrm{PP}}",
    source="lance1966",
    needs=("positive",),
    aliases=("Dice distance", "Lance-Williams distance"),
    linear_in=LinearIn("f1", -1.0),
)
def canberra(d: Dichotomy) -> Array:
    """One less the F-factor."""
    return (d.fp + d.fn) / (d.rp + d.pp)


@_similarity(
    "Clement's agreement",
    formula=r"\mathrm{tpa}\cdot\mathrm{pn}+\mathrm{tna}\cdot\mathrm{pp}",
    source="clement1976",
    dual=None,
    inverse="clement",
    needs=("predicted_positive", "predicted_negative"),
)
def clement(d: Dichotomy) -> Array:
    """Precision and Inverse Precision, each weighted by how rare its label is."""
    return (d.tpa * d.pn + d.tna * d.pp) / d.n


@_sized(
    "Consonni & Todeschini I",
    formula=r"\frac{\ln(1+\mathrm{TP}+\mathrm{TN})}{\ln(1+N)}",
    source="consonni2012",
    inverse="consonni_todeschini_i",
)
def consonni_todeschini_i(d: Dichotomy) -> Array:
    """Accuracy on a logarithmic scale."""
    return np.log1p(d.tp + d.tn) / np.log1p(d.n)


@_sized(
    "Consonni & Todeschini II",
    formula=r"\frac{\ln(1+N)-\ln(1+\mathrm{FP}+\mathrm{FN})}{\ln(1+N)}",
    source="consonni2012",
    inverse="consonni_todeschini_ii",
)
def consonni_todeschini_ii(d: Dichotomy) -> Array:
    """One less the share of errors on a logarithmic scale."""
    return np.log1p((d.tp + d.tn) / (1 + d.fp + d.fn)) / np.log1p(d.n)


@_sized(
    "Consonni & Todeschini III",
    formula=r"\frac{\ln(1+\mathrm{TP})}{\ln(1+N)}",
    source="consonni2012",
    best=None,
)
def consonni_todeschini_iii(d: Dichotomy) -> Array:
    """The share of true positives on a logarithmic scale."""
    return np.log1p(d.tp) / np.log1p(d.n)


@_sized(
    "Consonni & Todeschini IV",
    formula=r"\frac{\ln(1+\mathrm{TP})}{\ln(1+\mathrm{TP}+\mathrm{FP}+\mathrm{FN})}",
    source="consonni2012",
    needs=("positive",),
)
def consonni_todeschini_iv(d: Dichotomy) -> Array:
    """Jaccard on a logarithmic scale."""
    return np.log1p(d.tp) / np.log1p(d.tp + d.fp + d.fn)


@_sized(
    "Fager & McGowan",
    formula=r"\frac{\mathrm{TP}}{\sqrt{\mathrm{RP}\cdot\mathrm{PP}}}-\frac1{2\sqrt{\max(\mathrm{RP},\mathrm{PP})}}",
    source="fager1963",
    low=-0.5,
    best=None,
    needs=("real_positive", "predicted_positive"),
    kinked=True,
)
def fager_mcgowan(d: Dichotomy) -> Array:
    """The geometric mean of Recall and Precision, corrected for small sets."""
    return d.tp / (np.sqrt(d.rp) * np.sqrt(d.pp)) - 1 / (2 * np.sqrt(np.maximum(d.rp, d.pp)))


@_similarity(
    "Faith's similarity",
    formula=r"\frac{\mathrm{TP}+\mathrm{TN}/2}{N}",
    source="faith1983",
    best=None,
)
def faith(d: Dichotomy) -> Array:
    """Accuracy with true negatives counted half."""
    return (d.tp + d.tn / 2) / d.n


@_similarity(
    "Fleiss, Levin & Paik",
    formula=r"\frac{2\mathrm{TN}}{\mathrm{RN}+\mathrm{PN}}",
    source="fleiss2003",
    needs=("negative",),
    aliases=("inverse F", "specific agreement on negatives"),
)
def fleiss_levin_paik(d: Dichotomy) -> Array:
    """The F-factor of the negatives."""
    return 2 * d.tn / (d.rn + d.pn)


@_sized(
    "Fossum's similarity",
    formula=r"\frac{N(\mathrm{TP}-\frac12)^2}{\mathrm{RP}\cdot\mathrm{PP}}",
    source="fossum1966",
    high=np.inf,
    best=None,
    needs=("real_positive", "predicted_positive"),
)
def fossum(d: Dichotomy) -> Array:
    """The square of the true positives, corrected for continuity, over what is expected of them."""
    value = (d.tp - 0.5) / d.rp * ((d.tp - 0.5) / d.pp) * d.n
    return np.where((d.rp == 0) | (d.pp == 0), np.nan, value)


@_similarity(
    "Goodall's similarity",
    formula=r"\frac2\pi\arcsin\sqrt{\frac{\mathrm{TP}+\mathrm{TN}}N}",
    source="goodall1967",
    inverse="goodall",
)
def goodall(d: Dichotomy) -> Array:
    """Accuracy on the scale on which its variance does not depend on it."""
    return 2 / math.pi * np.arctan(np.sqrt(d.tp + d.tn) / np.sqrt(d.fp + d.fn))


@_similarity(
    "Harris & Lahey",
    formula=r"\frac{\mathrm{TP}}{\mathrm{TP}+\mathrm{FP}+\mathrm{FN}}\cdot\frac{\mathrm{rn}+\mathrm{pn}}2"
    r"+\frac{\mathrm{TN}}{\mathrm{TN}+\mathrm{FP}+\mathrm{FN}}\cdot\frac{\mathrm{rp}+\mathrm{pp}}2",
    source="harris1978",
    inverse="harris_lahey",
    needs=("positive", "negative"),
)
def harris_lahey(d: Dichotomy) -> Array:
    """Jaccard of positives and of negatives, each weighted by how rare its label is."""
    wrong = d.fp + d.fn
    return (d.tp / (d.tp + wrong) * (d.rn + d.pn) + d.tn / (d.tn + wrong) * (d.rp + d.pp)) / (2 * d.n)


@_similarity(
    "Hawkins & Dotson",
    formula=r"\frac12\left(\frac{\mathrm{TP}}{\mathrm{TP}+\mathrm{FP}+\mathrm{FN}}+\frac{\mathrm{TN}}{\mathrm{TN}+\mathrm{FP}+\mathrm{FN}}\right)",
    source="hawkins1975",
    inverse="hawkins_dotson",
    needs=("positive", "negative"),
    linear_in=LinearIn("macro_jaccard", two_classes=True),
)
def hawkins_dotson(d: Dichotomy) -> Array:
    """The mean of Jaccard of positives and of negatives."""
    wrong = d.fp + d.fn
    return (d.tp / (d.tp + wrong) + d.tn / (d.tn + wrong)) / 2


@_similarity(
    "Kent & Foster I",
    formula=r"\frac{-\mathrm{FP}\cdot\mathrm{FN}}{(\mathrm{FP}+\mathrm{FN})(\mathrm{TP}+\mathrm{FP}+\mathrm{FN})-\mathrm{FP}\cdot\mathrm{FN}}",
    source="kent1977",
    low=-1 / 3,
    high=0.0,
    best=None,
    inverse="kent_foster_ii",
    needs=("mistakes",),
    advice="Never positive: chance is taken from the items that either side calls positive.",
)
def kent_foster_i(d: Dichotomy) -> Array:
    """Agreement on positives beyond chance, both among the items that either side calls positive."""
    return _kent_foster(d, d.tp)


@_similarity(
    "Kent & Foster II",
    formula=r"\frac{-\mathrm{FP}\cdot\mathrm{FN}}{(\mathrm{FP}+\mathrm{FN})(\mathrm{TN}+\mathrm{FP}+\mathrm{FN})-\mathrm{FP}\cdot\mathrm{FN}}",
    source="kent1977",
    low=-1 / 3,
    high=0.0,
    best=None,
    inverse="kent_foster_i",
    needs=("mistakes",),
    advice="Never positive: chance is taken from the items that either side calls negative.",
)
def kent_foster_ii(d: Dichotomy) -> Array:
    """Agreement on negatives beyond chance, both among the items that either side calls negative."""
    return _kent_foster(d, d.tn)


def _kent_foster(d: Dichotomy, alike: Array) -> Array:
    cross = d.fp * d.fn
    return -cross / (alike * (d.fp + d.fn) + d.fp * d.fp + cross + d.fn * d.fn)


@binary.count(
    "Köppen II",
    formula=r"\mathrm{TP}+\tfrac12(\mathrm{FP}+\mathrm{FN})",
    source="koppen1884",
    aliases=("Koppen II",),
    advice="Says nothing of the decisions, only of the margins.",
)
def koppen_ii(d: Dichotomy) -> Array:
    """The mean number of real and predicted positives."""
    return d.tp + (d.fp + d.fn) / 2
