"""Verbal scales: the words that publications put to values of a measure.

The edges are conventions, not facts, and an estimate near one may lie on either side of it: read a
word together with the interval of the value it stands for.
"""

import math
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Literal

from abovechance.core.lookup import Names

# The largest number below 0: Landis and Koch call 0 slight, though other edges take the word below.
_BELOW_ZERO = -math.ulp(0.0)


@dataclass(frozen=True)
class Scale:
    """A verbal scale: words from the lowest to the highest value, and the edges between them."""

    measure: str  # the key of the measure whose values it grades
    source: str  # a key of ``references.bib``, with the page or table
    words: tuple[str, ...]
    edges: tuple[float, ...]
    # whether a value on an edge gets the word above or below it
    edge_belongs: Literal["above", "below"] = "above"
    sizes: bool = False  # whether the size of a value counts and not its sign

    def word(self, value: float) -> str | None:
        """The word for a value, None for NaN."""
        if math.isnan(value):
            return None
        place = bisect_right if self.edge_belongs == "above" else bisect_left
        return self.words[place(self.edges, abs(value) if self.sizes else value)]


SCALES: dict[str, Scale] = {
    "landis_koch": Scale(
        "cohen_kappa",
        "landis1977, p. 165",
        ("poor", "slight", "fair", "moderate", "substantial", "almost perfect"),
        (_BELOW_ZERO, 0.2, 0.4, 0.6, 0.8),
        edge_belongs="below",
    ),
    "fleiss": Scale("cohen_kappa", "fleiss1981, p. 218", ("poor", "fair to good", "excellent"), (0.4, 0.75)),
    "altman": Scale(
        "cohen_kappa",
        "altman1991, p. 404",
        ("poor", "fair", "moderate", "good", "very good"),
        (0.2, 0.4, 0.6, 0.8),
        edge_belongs="below",
    ),
    "cicchetti": Scale(
        "cohen_kappa", "cicchetti1994, p. 286", ("poor", "fair", "good", "excellent"), (0.4, 0.6, 0.75)
    ),
    "regier": Scale(
        "cohen_kappa",
        "regier2013",
        ("unacceptable", "questionable", "good", "very good", "excellent"),
        (0.2, 0.4, 0.6, 0.8),
    ),
    "krippendorff": Scale(
        "krippendorff_alpha", "krippendorff2004, p. 241", ("low", "tentative", "high"), (0.667, 0.8)
    ),
    "cramer_v": Scale(
        "cramer_v",
        "rea1992, p. 203",
        ("negligible", "weak", "moderate", "relatively strong", "strong", "very strong"),
        (0.1, 0.2, 0.4, 0.6, 0.8),
    ),
    "matthews": Scale(
        "mcc",
        "mukaka2012, table 1",
        ("negligible", "weak", "moderate", "strong", "very strong"),
        (0.3, 0.5, 0.7, 0.9),
        sizes=True,
    ),
    "lambda": Scale(
        "lambda_of_truth",
        "pycm, SOA7 and SOA8",
        ("very weak", "weak", "moderate", "strong", "very strong", "perfect"),
        (0.2, 0.4, 0.6, 0.8, 1.0),
    ),
    "pearson_c": Scale(
        "pearson_c", "pycm, SOA10", ("not appreciable", "weak", "medium", "strong"), (0.1, 0.2, 0.3)
    ),
    "positive_likelihood_ratio": Scale(
        "positive_likelihood_ratio", "pycm, PLRI", ("negligible", "poor", "fair", "good"), (1, 5, 10)
    ),
    "negative_likelihood_ratio": Scale(
        "negative_likelihood_ratio", "jaeschke1994", ("good", "fair", "poor", "negligible"), (0.1, 0.2, 0.5)
    ),
    "discriminant_power": Scale(
        "discriminant_power", "blakeley1995", ("poor", "limited", "fair", "good"), (1, 2, 3)
    ),
    "auc": Scale(
        "auc_of_one_point",
        "pycm, AUCI",
        ("poor", "fair", "good", "very good", "excellent"),
        (0.6, 0.7, 0.8, 0.9),
    ),
    "yule_q": Scale(
        "yule_q", "pycm, QI", ("negligible", "weak", "moderate", "strong"), (0.25, 0.5, 0.75), sizes=True
    ),
}


_named = Names("verbal scale", SCALES)


def band(scale: str, value: float) -> str | None:
    """The word that a scale gives a value; None where the value is NaN.

    Parameters
    ----------
    scale
        ``"landis_koch"``, ``"fleiss"``, ``"altman"``, ``"cicchetti"`` or ``"regier"`` for Cohen's Kappa;
        ``"krippendorff"``, ``"cramer_v"``, ``"matthews"``, ``"lambda"``, ``"pearson_c"``,
        ``"positive_likelihood_ratio"``, ``"negative_likelihood_ratio"``, ``"discriminant_power"``, ``"auc"``
        or ``"yule_q"`` for the measure of that name.
    value
        A value of the measure that the scale is for.

    Examples
    --------
    >>> from abovechance.measures.verbal_scales import band
    >>> band("landis_koch", 0.55), band("cicchetti", 0.55)
    ('moderate', 'fair')
    """
    return SCALES[_named(scale)].word(value)
