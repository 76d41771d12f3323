"""Which measures are shown unless others are asked for: choices, not facts, and the only lists of keys."""

HEADLINE = ("informedness", "markedness", "correlation")
"""What the reading of an evaluation rests on."""
OF_TWO_CLASSES = (
    "accuracy",
    "recall",
    "inverse_recall",
    "precision",
    "inverse_precision",
    "f1",
    "cohen_kappa",
)
OF_MORE_CLASSES = ("mcc", "accuracy", "macro_recall", "macro_precision", "macro_f1", "cohen_kappa")
OF_EACH_CLASS = ("recall", "precision", "f1")
OF_EACH_OF_MORE = ("informedness", "markedness")
"""Two classes have these in common, so only more than two have them apart."""
OF_REFUSALS = ("markedness", "cohen_kappa", "accuracy")
"""Beside Informedness, with a refusal counted as a miss."""
OF_AN_IMPERFECT_TRUTH = ("informedness", "markedness", "cohen_kappa", "accuracy")
"""Those whose bounds are known."""
OF_A_SOLUTION = (*HEADLINE, *OF_TWO_CLASSES, "prevalence", "bias")
OF_A_DEPLOYMENT = (*HEADLINE, *OF_TWO_CLASSES, "bias")
COUNTS_OF_CELLS = ("true_positives", "false_positives", "false_negatives", "true_negatives")
OF_EACH_GROUP = (*HEADLINE, "accuracy")
PREFERENCES = ("informedness", "markedness", "mcc", "cohen_kappa", "accuracy", "macro_f1")
"""By which systems are compared and studied."""
PREFERENCES_OF_TWO_CLASSES = (*PREFERENCES[:-1], "f1")
OF_A_THRESHOLD = ("informedness", "recall", "inverse_recall", "precision", "inverse_precision", "accuracy")
OVER_THRESHOLDS = ("informedness", "markedness", "mcc", "recall", "precision")
"""What is drawn."""
EXPLORED = (
    "informedness", "markedness", "mcc", "cohen_kappa", "f1", "accuracy", "recall", "inverse_recall",
    "precision", "inverse_precision",
)  # fmt: skip
"""What a page shows of the decisions at a threshold."""
OF_A_DEPLOYMENT_OF_MORE = ("informedness", "accuracy", "cohen_kappa")
DRAWN_OF_A_DEPLOYMENT = ("informedness", "precision", "f1", "macro_f1", "cohen_kappa", "accuracy")
KAPPAS = ("informedness", "cohen_kappa", "scott_pi", "gwet_ac1", "pabak", "mcc")
"""Answers to how much better than chance, which differ in what they take for chance."""
TRADITIONAL = ("informedness", "f1", "accuracy", "precision", "inverse_precision", "jaccard", "g_measure")
"""Measures that move with prevalence, beside one that does not."""
OF_DEPLOYED_GROUPS = ("informedness", "precision", "alarms_per_true_alarm", "accuracy", "cohen_kappa")
OF_OTHER_PREVALENCES = (
    "informedness",
    "recall",
    "inverse_recall",
    "precision",
    "inverse_precision",
    "accuracy",
    "f1",
    "cohen_kappa",
    "mcc",
    "markedness",
)
OF_MORE_AT_OTHER_PREVALENCES = ("informedness", "accuracy", "cohen_kappa", "mcc", "macro_f1")
OF_A_CLASS_AT_OTHER_PREVALENCES = ("precision", "f1")
"""Of the class whose share is another, beside those of all classes."""
OVER_PREVALENCES = ("informedness", "accuracy", "precision", "f1", "cohen_kappa", "mcc")
OF_TABLE_2 = ("recall", "precision", "accuracy", "f1", "cohen_kappa", *HEADLINE)
ON_A_DIAL = ("informedness", "cohen_kappa", "mcc", "accuracy", "f1")
AT_A_THRESHOLD = (
    "informedness",
    "markedness",
    "correlation",
    "kappa",
    "recall",
    "inverse_recall",
    "precision",
    "inverse_precision",
    "f1",
    "accuracy",
)
OF_RATERS = ("krippendorff_alpha", "cohen_kappa")
"""The coefficients that the sentence on agreement is about, the first that there is."""
OF_PAIRS_OF_RATERS = ("accuracy", "cohen_kappa", "informedness", "correlation")
PARTITIONS: dict[str, tuple[str, ...]] = {
    "pair counting": (
        "adjusted_rand",
        "pair_informedness",
        "pair_markedness",
        "pair_correlation",
        "rand_index",
        "fowlkes_mallows_pairs",
        "f1_pairs",
        "jaccard_pairs",
        "wallace_truth",
        "wallace_prediction",
        "mirkin",
    ),
    "information": (
        "adjusted_mutual_information",
        "ami_max",
        "ami_min",
        "ami_geometric",
        "uncertainty_symmetric",
        "uncertainty_of_truth",
        "uncertainty_of_prediction",
        "nmi_max",
        "nmi_min",
        "nmi_geometric",
        "nmi_joint",
        "mutual_information",
        "variation_of_information",
        "normalised_variation",
        "information_distance",
    ),
    "set matching": (
        "matched_informedness",
        "matched_markedness",
        "matched_kappa",
        "matched_accuracy",
        "purity",
        "inverse_purity",
        "clustering_f",
        "van_dongen",
    ),
    "association": (
        "moc",
        "cramer_v",
        "tschuprow_t",
        "lambda_of_truth",
        "lambda_of_prediction",
        "lambda_symmetric",
        "tau_of_truth",
        "tau_of_prediction",
    ),
}
"""The measures that compare partitions, by what they are made of; some of them in ``clusterings`` alone."""
