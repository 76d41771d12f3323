"""Draw each kind of picture once, so that all can be looked at: one PNG for each, and a page of SVG.

``python tools/make_pictures.py FOLDER [NAME ...]`` writes ``FOLDER/*.png`` and ``FOLDER/index.html``, which
shows both renderers side by side and follows the colour scheme of the browser. Without a folder the pictures
of ``docs/pictures.md`` are drawn.
"""

from __future__ import annotations

import argparse
import csv
import html
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import abovechance as ac
from abovechance import curves
from abovechance.evaluation.plan import plan
from abovechance.pictures.results import pictures_of
from abovechance.plots.files import save
from abovechance.report.formats.svg import stylesheet, to_svg

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = Path(__file__).parent.parent / "examples"
LONG = "a system with quite a long name, fine-tuned on everything, run {}"


def columns(name: str) -> dict[str, list[str]]:
    """The columns of a shipped example."""
    with (EXAMPLES / name).open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {key: [row[key] for row in rows] for key in rows[0]}


def _answers(systems: int, classes: list[str], items: int = 240) -> tuple[list[str], dict[str, list[str]]]:
    """Answers of systems of falling skill."""
    rng = np.random.default_rng(4)
    truth = rng.choice(classes, items)
    found = {}
    for i in range(systems):
        right = rng.random(items) < 0.85 - 0.06 * i
        found[LONG.format(i + 1) if i % 2 else f"system {i + 1}"] = np.where(
            right, truth, rng.choice(classes, items)
        ).tolist()
    return truth.tolist(), found


def _scores(systems: int, items: int = 400) -> tuple[list[int], dict[str, list[float]]]:
    """Probabilities of systems of falling skill."""
    rng = np.random.default_rng(5)
    truth = (rng.random(items) < 0.3).astype(int)
    found = {}
    for i in range(systems):
        raw = rng.normal(size=items) + truth * (2.2 - 0.2 * i) - 1.2
        name = LONG.format(i + 1) if i % 2 else f"system {i + 1}"
        found[name] = (1 / (1 + np.exp(-raw))).tolist()
    return truth.tolist(), found


def results() -> dict[str, Callable[[], Any]]:
    """Results by name, each with realistic or nasty data."""
    grades = columns("anaesthetists_dawid_skene_1979.csv")
    two, answers2 = _answers(2, ["ham", "spam"])
    ten, answers10 = _answers(10, ["ham", "spam"])
    three, answers3 = _answers(3, ["naïve", "שלום עולם", "😀 smile"])
    thirty, answers30 = _answers(1, [f"class {k}" for k in range(30)], 900)
    scores1, scores3, scores10 = _scores(1), _scores(3), _scores(10)
    grades.pop("patient", None)
    empty = ac.Tables.from_counts([[40, 3, 0], [5, 30, 2], [0, 0, 0]], labels=["a", "b", "never seen"])
    few = ac.Tables.from_counts([[40, 3, 1], [5, 30, 2], [1, 1, 1]], labels=["a", "b", "rare"])
    one = next(iter(answers2.values()))
    third = next(iter(answers3.values()))
    sites = ["north clinic", "south clinic with a long name", "east"] * 80
    rated = {**grades, "a rater who did little": [*grades[next(iter(grades))][:6], *[""] * 39]}
    return {
        "evaluation": lambda: ac.evaluate(two, one),
        "evaluation_3": lambda: ac.evaluate(three, third),
        "evaluation_30": lambda: ac.evaluate(thirty, next(iter(answers30.values()))),
        "evaluation_groups": lambda: ac.evaluate(two, one, by=sites),
        "evaluation_empty": lambda: ac.evaluate(empty),
        "evaluation_few": lambda: ac.evaluate(few),
        "comparison_2": lambda: ac.compare(two, answers2, margin=0.1, measures=["mcc", "informedness", "f1"]),
        "comparison_10": lambda: ac.compare(ten, answers10),
        "comparison_groups": lambda: ac.compare(two, answers2, by=sites),
        "intervals": lambda: ac.interval(two, one, ["informedness", "markedness", "mcc", "f1"]),
        "ranking_1": lambda: ac.roc(scores1[0], scores1[1]),
        "ranking_3": lambda: ac.roc(scores3[0], scores3[1], cost_positive=5),
        "ranking_10": lambda: ac.roc(scores10[0], scores10[1]),
        "agreement": lambda: ac.agreement(rated, missing=[""]),
        "diagnosis": lambda: ac.diagnose_agreement(grades),
        "benchmark": lambda: ac.benchmark_agreement(0.67, se=0.15),
        "concordance": lambda: ac.concordance(thirty[:300], next(iter(answers30.values()))[:300], seed=1),
        "tests": lambda: ac.tests(ac.Tables.from_labels(three, third, by=sites), per_class=True),
        "evidence": lambda: ac.calibrate([0.01, 0.05, 0.2]),
        "homogeneity": lambda: ac.compare_groups(two, one, by=sites),
        "mixture": lambda: ac.mixture(three, third),
        "bookmaker": lambda: ac.bookmaker_payoff(three, third),
        "imperfect_truth": lambda: ac.imperfect_truth(two, one, error=0.05),
        "abstentions": lambda: ac.abstentions(two, [*one[:-30], *["?"] * 30], abstain="?"),
        "abstention_curve": lambda: ac.abstention_curve(scores1[0], scores1[1]["system 1"], informedness=0.8),
        "plan": lambda: plan(0.3, n=60),
        "quantification": lambda: ac.quantify(ac.Tables.from_labels(two, one), {"ham": 700, "spam": 300}),
        "judgement": lambda: ac.judge([x if i % 4 == 0 else None for i, x in enumerate(two)], one, by=sites),
        "marks": lambda: ac.mark({"ann": one, "bob": list(answers2.values())[1]}, two, options=2),
        "solution": lambda: ac.solve(n=100, recall="50%", precision="71%"),
        "check": lambda: ac.check({"recall": ["50%", "81%"], "precision": ["71.43%", "70%"]}, n=100),
        "datasets": lambda: ac.compare_datasets(
            {f"system {k}": np.random.default_rng(k).random(12) + 0.1 * k for k in range(6)}
        ),
        "correlated_t": lambda: ac.correlated_t([0.81, 0.84, 0.79, 0.86], [0.8, 0.8, 0.79, 0.81], folds=4),
        "study": lambda: ac.study([0.3], [[0.5, 0.5], [0.2, 0.8]], [40], replicates=60),
        "brier": lambda: curves.brier(ac.Curve.from_scores(scores1[0], scores1[1]["system 1"])),
        "signal_detection": lambda: curves.signal_detection(ac.Tables.from_cells(tp=40, fp=10, fn=10, tn=40)),
        "selection": lambda: curves.select_threshold(
            scores1[0], scores1[1]["system 1"], seed=1, replicates=50
        ),
        "isometrics": lambda: curves.isometrics("f1"),
    }


def gallery() -> None:
    """Draw those of docs/pictures.md, the same bytes each time."""
    images = EXAMPLES.parent / "docs" / "images" / "pictures"
    images.mkdir(parents=True, exist_ok=True)
    wine, cancer = columns("wine.csv"), columns("breast_cancer.csv")
    scored, iris = columns("breast_cancer_scores.csv"), columns("iris_clusters.csv")
    grades = columns("anaesthetists_dawid_skene_1979.csv")
    grades.pop("patient")
    evaluation = ac.evaluate(wine["cultivar"], wine["tree"])
    systems = {name: cancer[name] for name in ("logistic", "tree", "bayes")}
    compared = ac.compare(cancer["diagnosis"], systems, positive="malignant")
    forest = {"forest": [float(x) for x in scored["forest"]]}
    ranking = ac.roc(scored["diagnosis"], forest, positive="malignant")
    drawn = {
        "confusion": (evaluation, "confusion"), "measures": (evaluation, "measures"),
        "differences": (compared, "differences"), "roc_position": (compared, "roc"),
        "raters": (ac.agreement(grades), "raters"), "calibration": (ranking, "calibration"),
        "power": (ac.plan(0.3, n=60), "power"),
        "groups": (ac.concordance(iris["species"], iris["kmeans"]), "groups"),
    }  # fmt: skip
    for name, (result, kind) in drawn.items():
        save(pictures_of(result)[kind](), str(images / f"{name}.svg"))


def main() -> None:
    """Draw them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="those of docs/pictures.md without it")
    parser.add_argument("names", nargs="*", help="of results, all if none is given")
    arguments = parser.parse_args()
    if arguments.folder is None:
        gallery()
        return
    arguments.folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for name, make in results().items():
        if arguments.names and name not in arguments.names:
            continue
        for kind, picture_of in pictures_of(make()).items():
            picture = picture_of()
            file = f"{name}-{kind}.png"
            save(picture, str(arguments.folder / file))
            drawn = f'<img src="{file}" loading="lazy" alt="">{to_svg(picture)}'
            parts.append(f"<h2>{html.escape(name)}: {html.escape(kind)}</h2><div>{drawn}</div>")
    style = "div{display:grid;grid-template-columns:1fr 1fr;gap:1em;align-items:start}img{width:100%}"
    head = f"<meta charset=utf-8><style>:root{{color-scheme:light dark}}{style}{stylesheet()}</style>"
    (arguments.folder / "index.html").write_text(f"<!DOCTYPE html>{head}{''.join(parts)}", encoding="utf-8")


if __name__ == "__main__":
    main()
