"""xskillscore (Python, forecast verification): the methods of ``Contingency``.

Its Heidke, Peirce and Gerrity scores take K categories; the Peirce score of K categories is not
Informedness, so the name finds ``peirce_multiclass``.
"""

NAMES: dict[str, str] = {
    "accuracy": "accuracy",
    "hits": "true_positives",
    "misses": "false_negatives",
    "false_alarms": "false_positives",
    "correct_negatives": "true_negatives",
    "bias_score": "frequency_bias",
    "hit_rate": "recall",
    "false_alarm_ratio": "false_discovery_rate",
    "false_alarm_rate": "fallout",
    "success_ratio": "precision",
    "threat_score": "jaccard",
    "equit_threat_score": "equitable_threat_score",
    "odds_ratio": "odds_ratio",
    "odds_ratio_skill_score": "yule_q",
    "heidke_score": "cohen_kappa",
    "peirce_score": "peirce_multiclass",
    "gerrity_score": "gerrity_score",
}
