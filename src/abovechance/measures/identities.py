"""Identities between measures of two classes that hold for every table."""

from abovechance.measures.headlines import COUNTS_OF_CELLS

TOTALS = (
    ("support", "real_negatives"),
    ("predicted_positives", "predicted_negatives"),
    ("correct", "wrong"),
    COUNTS_OF_CELLS,
    ("support", "false_positives", "true_negatives"),
    ("real_negatives", "true_positives", "false_negatives"),
    ("predicted_positives", "false_negatives", "true_negatives"),
    ("predicted_negatives", "true_positives", "false_positives"),
)
"""Counts that add up to the number of items."""
SUMS_LESS_ONE = {
    "informedness": ("recall", "inverse_recall"),
    "markedness": ("precision", "inverse_precision"),
}
"""Measures that are a sum of two others less 1 (Powers 2007, eqs. 14 and 15)."""
GEOMETRIC_MEANS = ("mcc", "correlation")
"""Measures whose square is the product of Informedness and Markedness, as their declarations say."""
HARMONIC_BOUND = "cohen_kappa"
"""A measure between 0 and the harmonic mean of Informedness and Markedness, where these are above 0."""
