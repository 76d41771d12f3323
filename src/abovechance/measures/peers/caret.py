"""caret (R): ``confusionMatrix``, ``multiClassSummary`` and the functions of one class.

caret's tables have the prediction in the rows, and its positive class is the first level; give
them as ``Tables.from_counts(..., rows="prediction", positive=...)``. Of K classes its
``Balanced Accuracy`` has one value for each class. Predictive values take a ``prevalence`` there: here
that is ``precision_at_prevalence``. Its p-values and intervals are tests, not measures.
"""

NAMES: dict[str, str] = {
    "Accuracy": "accuracy",
    "Kappa": "cohen_kappa",
    "AccuracyNull": "no_information_rate",
    "No Information Rate": "no_information_rate",
    "Sensitivity": "recall",
    "Specificity": "inverse_recall",
    "Pos Pred Value": "precision",
    "Neg Pred Value": "inverse_precision",
    "Precision": "precision",
    "Recall": "recall",
    "F1": "f1",
    "Prevalence": "prevalence",
    "Detection Rate": "detection_rate",
    "Detection Prevalence": "bias",
    "Balanced Accuracy": "class_balanced_accuracy",
    "byClass Balanced Accuracy": "auc_of_one_point",
    "sensitivity": "recall",
    "specificity": "inverse_recall",
    "posPredValue": "precision",
    "negPredValue": "inverse_precision",
    "posPredValue prevalence": "precision_at_prevalence",
    "negPredValue prevalence": "inverse_precision_at_prevalence",
    "precision": "precision",
    "recall": "recall",
    "F_meas": "f1",
    "Sens": "recall",
    "Spec": "inverse_recall",
    "Mean_F1": "macro_f1",
    "Mean_Sensitivity": "macro_recall",
    "Mean_Specificity": "macro_inverse_recall",
    "Mean_Pos_Pred_Value": "macro_precision",
    "Mean_Neg_Pred_Value": "macro_inverse_precision",
    "Mean_Precision": "macro_precision",
    "Mean_Recall": "macro_recall",
    "Mean_Detection_Rate": "macro_detection_rate",
    "Mean_Balanced_Accuracy": "aunu",
}
