"""Information: what knowing the prediction tells of the truth, and what both tell alone.

Entropies and informations are in bits unless ``base`` says otherwise (``base=math.e`` for nats).
Like the measures of association they do not ask which label means which class, so the tables may
be rectangular; only cross entropy and divergence compare the two margins class by class.
"""

import math
from functools import partial

import numpy as np

from abovechance.core.arrays import Array
from abovechance.core.contingency import Contingency
from abovechance.core.sums import divergence
from abovechance.measures.facts import LinearIn, Partition
from abovechance.measures.families.association import BLIND
from abovechance.measures.registry import overall

_shared = partial(overall.information, chance=0.0, given_margins="information")


@_shared(
    "Mutual information",
    formula=r"\sum_{ij}\frac{n_{ij}}N\log_2\frac{N\,n_{ij}}{r_i c_j}",
    source=("shannon1948", "powers2007, eq. 39 with its sign"),
    high=np.inf,
    best=None,
    aliases=("MI", "information gain", "transmitted information", "transinformation"),
    advice="In bits. " + BLIND,
)
def mutual_information(t: Contingency, base: float = 2) -> Array:
    """How many bits of the truth the prediction tells."""
    return t.information / math.log(base)


@overall.association(
    "G-squared",
    formula=r"2\sum_{ij}n_{ij}\ln\frac{N\,n_{ij}}{r_i c_j}",
    source=("wilks1935", "powers2007, section 2.7"),
    high=np.inf,
    best=None,
    varies=("scale",),
    aliases=("G2", "likelihood ratio chi-squared", "log-likelihood ratio"),
    advice="Grows with the number of items: evidence, not strength.",
    given_margins="information",
)
def g_squared(t: Contingency) -> Array:
    """Twice the log of the likelihood of the table over that of independence."""
    return 2 * t.total * t.information


@overall.information(
    "Entropy of the truth",
    formula=r"H(R)=-\sum_i\mathrm{prev}_i\log_2\mathrm{prev}_i",
    source="shannon1948",
    high=np.inf,
    best=None,
    dual="entropy_of_prediction",
    aliases=("reference entropy", "class entropy"),
    of_classes=True,
    given_margins="nothing",
)
def entropy_of_truth(t: Contingency, base: float = 2) -> Array:
    """How many bits it takes to tell the class of an item."""
    return t.real_entropy / math.log(base)


@overall.information(
    "Entropy of the prediction",
    formula=r"H(P)=-\sum_j\mathrm{bias}_j\log_2\mathrm{bias}_j",
    source="shannon1948",
    high=np.inf,
    best=None,
    dual="entropy_of_truth",
    aliases=("response entropy", "label entropy", "split information"),
    given_margins="nothing",
)
def entropy_of_prediction(t: Contingency, base: float = 2) -> Array:
    """How many bits it takes to tell the predicted label of an item."""
    return t.predicted_entropy / math.log(base)


@overall.information(
    "Joint entropy",
    formula=r"H(R,P)=-\sum_{ij}\frac{n_{ij}}N\log_2\frac{n_{ij}}N",
    source="shannon1948",
    high=np.inf,
    best=None,
    given_margins="information",
)
def joint_entropy(t: Contingency, base: float = 2) -> Array:
    """How many bits it takes to tell the class and the predicted label of an item."""
    return _joint(t) / math.log(base)


def _joint(t: Contingency) -> Array:
    return t.predicted_entropy + t.real_given_predicted


@overall.information(
    "Entropy of the truth given the prediction",
    formula=r"H(R\,|\,P)=-\sum_{ij}\frac{n_{ij}}N\log_2\frac{n_{ij}}{c_j}",
    source="shannon1948",
    high=np.inf,
    best=0.0,
    dual="entropy_of_prediction_given_truth",
    aliases=("equivocation", "conditional entropy of the truth"),
    given_margins="information",
)
def entropy_of_truth_given_prediction(t: Contingency, base: float = 2) -> Array:
    """How many bits of the truth are left to tell when the prediction is known."""
    return t.real_given_predicted / math.log(base)


@overall.information(
    "Entropy of the prediction given the truth",
    formula=r"H(P\,|\,R)=-\sum_{ij}\frac{n_{ij}}N\log_2\frac{n_{ij}}{r_i}",
    source="shannon1948",
    high=np.inf,
    best=0.0,
    dual="entropy_of_truth_given_prediction",
    aliases=("ambiguity", "conditional entropy"),
    given_margins="information",
)
def entropy_of_prediction_given_truth(t: Contingency, base: float = 2) -> Array:
    """How many bits of the prediction are left to tell when the truth is known."""
    return t.predicted_given_real / math.log(base)


@overall.information(
    "Variation of information",
    formula=r"H(R\,|\,P)+H(P\,|\,R)",
    source="meila2007",
    high=np.inf,
    best=0.0,
    aliases=("VI", "shared information distance"),
    given_margins="information",
)
def variation_of_information(t: Contingency, base: float = 2) -> Array:
    """How many bits truth and prediction do not share: a metric between partitions."""
    return (t.real_given_predicted + t.predicted_given_real) / math.log(base)


@_shared(
    "Uncertainty coefficient of the truth",
    formula=r"I(R;P)/H(R)",
    source=("theil1970", "sindhwani2001"),
    dual="uncertainty_of_prediction",
    needs=("table", "real_classes"),
    aliases=(
        "Theil's U",
        "RCI",
        "relative classifier information",
        "homogeneity",
        "proficiency",
        "coefficient of constraint",
    ),
    advice=BLIND,
    partition=Partition("Homogeneity", name="homogeneity"),
)
def uncertainty_of_truth(t: Contingency) -> Array:
    """The share of the entropy of the truth that the prediction tells."""
    return t.information / t.real_entropy


@_shared(
    "Uncertainty coefficient of the prediction",
    formula=r"I(R;P)/H(P)",
    source=("theil1970", "quinlan1993"),
    dual="uncertainty_of_truth",
    needs=("table", "predicted_classes"),
    aliases=("completeness", "gain ratio"),
    advice=BLIND,
    partition=Partition("Completeness", name="completeness"),
)
def uncertainty_of_prediction(t: Contingency) -> Array:
    """The share of the entropy of the prediction that the truth explains."""
    return t.information / t.predicted_entropy


@_shared(
    "Uncertainty coefficient, symmetric",
    formula=r"\frac{2\,I(R;P)}{H(R)+H(P)}",
    source=("theil1970", "rosenberg2007"),
    needs=("table", "variety"),
    aliases=("V-measure", "NMI", "NMI arithmetic", "normalised mutual information", "symmetric uncertainty"),
    advice=BLIND,
    partition=Partition("V-measure (NMI)", name="v_measure"),
)
def uncertainty_symmetric(t: Contingency) -> Array:
    """The information that truth and prediction share, over the mean of their entropies."""
    return 2 * t.information / (t.real_entropy + t.predicted_entropy)


@_shared(
    "Redundancy",
    formula=r"\frac{I(R;P)}{H(R)+H(P)}",
    source="theil1970",
    high=0.5,
    best=0.5,
    needs=("table", "variety"),
    advice="Half the symmetric uncertainty coefficient. " + BLIND,
)
def redundancy(t: Contingency) -> Array:
    """The information that truth and prediction share, over all that they tell alone."""
    return t.information / (t.real_entropy + t.predicted_entropy)


@_shared(
    "Normalised information, geometric",
    formula=r"\frac{I(R;P)}{\sqrt{H(R)\,H(P)}}",
    source="strehl2002",
    needs=("table", "real_classes", "predicted_classes"),
    aliases=("NMI sqrt", "NMI geometric"),
    advice=BLIND,
    partition=Partition("NMI, geometric"),
)
def nmi_geometric(t: Contingency) -> Array:
    """The information shared, over the geometric mean of the entropies."""
    return t.information / (np.sqrt(t.real_entropy) * np.sqrt(t.predicted_entropy))


@_shared(
    "Normalised information, by the smaller entropy",
    formula=r"\frac{I(R;P)}{\min(H(R),H(P))}",
    source="kvalseth1987",
    needs=("table", "real_classes", "predicted_classes"),
    advice="Reaches 1 as soon as one side determines the other. " + BLIND,
    kinked=True,
    partition=Partition("NMI, by the smaller"),
)
def nmi_min(t: Contingency) -> Array:
    """The information shared, over the smaller of the entropies."""
    return t.information / np.minimum(t.real_entropy, t.predicted_entropy)


@_shared(
    "Normalised information, by the larger entropy",
    formula=r"\frac{I(R;P)}{\max(H(R),H(P))}",
    source="kvalseth1987",
    needs=("table", "variety"),
    advice="One minus the normalised information distance, a metric. " + BLIND,
    kinked=True,
    partition=Partition("NMI, by the larger"),
)
def nmi_max(t: Contingency) -> Array:
    """The information shared, over the larger of the entropies."""
    return t.information / np.maximum(t.real_entropy, t.predicted_entropy)


@overall.information(
    "Normalised information, by the joint entropy",
    formula=r"I(R;P)/H(R,P)",
    source="rajski1961",
    chance=0.0,
    needs=("table", "variety"),
    aliases=("NMI joint", "information quality ratio"),
    advice="One minus Rajski's distance, a metric. " + BLIND,
    partition=Partition("NMI, by the joint entropy"),
)
def nmi_joint(t: Contingency) -> Array:
    """The information shared, over all that truth and prediction tell together."""
    return t.information / _joint(t)


@overall.information(
    "Normalised variation of information",
    formula=r"1-I(R;P)/H(R,P)",
    source=("rajski1961", "vinh2010, table 4"),
    chance=1.0,
    best=0.0,
    needs=("table", "variety"),
    aliases=("NVI", "Rajski's distance", "normalised variation of information"),
    advice="A metric between partitions. " + BLIND,
    linear_in=LinearIn("nmi_joint", -1.0),
    partition=Partition("Rajski's distance (NVI)"),
)
def normalised_variation(t: Contingency) -> Array:
    """The share of all that truth and prediction tell together that only one of them tells."""
    # H(R,P) − I(R;P) as a sum: near agreement the difference would cancel.
    return (t.real_given_predicted + t.predicted_given_real) / _joint(t)


@overall.information(
    "Normalised information distance",
    formula=r"1-I(R;P)/\max(H(R),H(P))",
    source="vinh2010, table 4",
    chance=1.0,
    best=0.0,
    needs=("table", "variety"),
    aliases=("NID", "normalised information distance"),
    advice="A metric between partitions. " + BLIND,
    linear_in=LinearIn("nmi_max", -1.0),
    kinked=True,
    given_margins="information",
    partition=Partition("Information distance (NID)"),
)
def information_distance(t: Contingency) -> Array:
    """The larger of what truth and prediction each tell alone, over the larger of the entropies."""
    # The larger entropy less the information is the larger of the two rests: nothing is subtracted.
    alone = np.maximum(t.real_given_predicted, t.predicted_given_real)
    return alone / np.maximum(t.real_entropy, t.predicted_entropy)


@overall.information(
    "Cross entropy of the margins",
    formula=r"-\sum_k\mathrm{prev}_k\log_2\mathrm{bias}_k",
    source="shannon1948",
    high=np.inf,
    best=None,
    dual=None,
    rectangular=False,
    advice="Infinite where a class that occurs was never predicted. Compares margins only, not decisions.",
)
def cross_entropy(t: Contingency, base: float = 2) -> Array:
    """How many bits it takes to tell the class in a code made for the predicted labels."""
    return (t.real_entropy + t.divergence) / math.log(base)


@overall.information(
    "Divergence of the truth from the prediction",
    formula=r"\sum_k\mathrm{prev}_k\log_2\frac{\mathrm{prev}_k}{\mathrm{bias}_k}",
    source="kullback1951",
    high=np.inf,
    best=0.0,
    dual="divergence_of_prediction",
    rectangular=False,
    aliases=("KL divergence", "Kullback-Leibler divergence"),
    advice="Infinite where a class that occurs was never predicted. Compares margins only, not decisions.",
    touches=True,
)
def divergence_of_truth(t: Contingency, base: float = 2) -> Array:
    """How many bits per item a code made for the predicted labels wastes on the classes."""
    return t.divergence / math.log(base)


@overall.information(
    "Divergence of the prediction from the truth",
    formula=r"\sum_k\mathrm{bias}_k\log_2\frac{\mathrm{bias}_k}{\mathrm{prev}_k}",
    source="kullback1951",
    high=np.inf,
    best=0.0,
    dual="divergence_of_truth",
    rectangular=False,
    advice="Infinite where a class was predicted that does not occur. Compares margins only, not decisions.",
    touches=True,
)
def divergence_of_prediction(t: Contingency, base: float = 2) -> Array:
    """How many bits per item a code made for the classes wastes on the predicted labels."""
    return divergence(t.predicted, t.real) / t.total / math.log(base)
