"""RapidMiner: the criteria of its performance operators for two and for several classes.

Percentages there are shares here. ``weighted_mean_recall`` and ``weighted_mean_precision`` weigh by
class weights that are 1 unless set, so they are macro averages. ``correlation`` and
``squared_correlation`` treat classes as numbers, which has a meaning for two classes only and is
what they find here. What needs confidences (areas, margins, losses, errors) is not a measure of the table.
"""

NAMES: dict[str, str] = {
    "accuracy": "accuracy",
    "classification_error": "error_rate",
    "kappa": "cohen_kappa",
    "weighted_mean_recall": "macro_recall",
    "weighted_mean_precision": "macro_precision",
    "spearman_rho": "spearman_rho",
    "kendall_tau": "kendall_tau_b",
    "correlation": "correlation",
    "squared_correlation": "bookmark",
    "precision": "precision",
    "recall": "recall",
    "lift": "lift",
    "fallout": "fallout",
    "f_measure": "f1",
    "false_positive": "false_positives",
    "false_negative": "false_negatives",
    "true_positive": "true_positives",
    "true_negative": "true_negatives",
    "sensitivity": "recall",
    "specificity": "inverse_recall",
    "youden": "informedness",
    "positive_predictive_value": "precision",
    "negative_predictive_value": "inverse_precision",
    "psep": "markedness",
    "misclassification_costs": "mean_cost",
}
