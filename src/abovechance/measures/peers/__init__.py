"""What other software calls each measure: a file for each software, ``NAMES`` of theirs → our key."""

from abovechance.measures.peers import caret, pycm, rapidminer, scores, sklearn, weka, xskillscore, yardstick

PEERS: dict[str, dict[str, str]] = {
    "sklearn": sklearn.NAMES,
    "pycm": pycm.NAMES,
    "weka": weka.NAMES,
    "rapidminer": rapidminer.NAMES,
    "caret": caret.NAMES,
    "yardstick": yardstick.NAMES,
    "scores": scores.NAMES,
    "xskillscore": xskillscore.NAMES,
}
