"""Draw the pictures of docs/curves.md from the shipped scores, the same bytes each time."""

from __future__ import annotations

import csv
from pathlib import Path

import matplotlib as mpl

import abovechance as ac
from abovechance import plots

mpl.use("Agg")
ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"


def main() -> None:
    with (ROOT / "examples" / "breast_cancer_scores.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    truth = [row["diagnosis"] for row in rows]
    scores = {name: [float(row[name]) for row in rows] for name in rows[0] if name != "diagnosis"}
    three = ac.Curve.from_scores(
        truth, {name: scores[name] for name in ("bayes", "tree", "noise")}, positive="malignant"
    )
    tree = three["tree"]
    forest = ac.Curve.from_scores(truth, scores["forest"], positive="malignant")
    plots.RocDisplay.from_curves(three, points="informedness").save(str(IMAGES / "roc.svg"))
    plots.RocDisplay.from_curves(tree, costs=(5, 1), isometrics="mcc").save(str(IMAGES / "roc_costs.svg"))
    display = plots.ThresholdDisplay.from_curves(
        forest, threshold=ac.curves.operating_point(forest).threshold
    )
    display.save(str(IMAGES / "thresholds.svg"))


if __name__ == "__main__":
    main()
