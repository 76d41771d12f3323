"""Train a few ordinary models on data sets that come with scikit-learn; keep their predictions.

Every prediction is out of sample (10-fold cross-validation), so the files are honest material for
an evaluation. Run it again with ``python examples/make_predictions.py`` to write the files anew.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

HERE = Path(__file__).parent
SEED = 2007


def models() -> dict[str, Any]:
    return {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
        "bayes": GaussianNB(),
        "tree": DecisionTreeClassifier(max_depth=2, random_state=SEED),
        "neighbours": make_pipeline(StandardScaler(), KNeighborsClassifier(n_neighbors=1)),
        "majority": DummyClassifier(strategy="most_frequent"),
    }


def write(name: str, truth_column: str, data: Any, names: list[str]) -> None:
    """One row for each item: its class, the fold it was predicted in, and each model's prediction."""
    folds: Any = StratifiedKFold(n_splits=10, shuffle=True, random_state=SEED)
    fold_of = {
        int(i): fold for fold, (_, test) in enumerate(folds.split(data.data, data.target)) for i in test
    }
    columns: dict[str, list[Any]] = {
        truth_column: [names[k] for k in data.target],
        "fold": [fold_of[i] for i in range(len(data.target))],
    }
    for model_name, model in models().items():
        predicted = cross_val_predict(model, data.data, data.target, cv=folds)
        columns[model_name] = [names[k] for k in predicted]
    # drawn over all items at once: a seeded model would make the same guesses in every fold
    guesses = np.random.default_rng(SEED).permutation(data.target)
    columns["guess"] = [names[k] for k in guesses]
    save(name, columns)


def write_scores(name: str, truth_column: str, data: Any, names: list[str]) -> None:
    """One row for each item: its class, and each model's probability that it is of the first class."""
    columns: dict[str, list[Any]] = {truth_column: [names[k] for k in data.target]}
    for model_name, model in scorers().items():
        columns[model_name] = probabilities(model, data)[:, 0].round(4).tolist()
    columns["noise"] = np.random.default_rng(SEED).random(len(data.target)).round(4).tolist()
    save(name, columns)


def write_class_scores(name: str, truth_column: str, data: Any, names: list[str]) -> None:
    """One row for each item: its class, and the probability of each class, in columns named after them."""
    found = probabilities(DecisionTreeClassifier(max_depth=2, random_state=SEED), data)
    columns: dict[str, list[Any]] = {truth_column: [names[k] for k in data.target]}
    save(name, columns | {label: found[:, k].round(4).tolist() for k, label in enumerate(names)})


def scorers() -> dict[str, Any]:
    return {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
        "forest": RandomForestClassifier(n_estimators=50, random_state=SEED),
        "bayes": GaussianNB(),
        "tree": DecisionTreeClassifier(max_depth=3, random_state=SEED),
    }


def probabilities(model: Any, data: Any) -> Any:
    folds: Any = StratifiedKFold(n_splits=10, shuffle=True, random_state=SEED)
    return cross_val_predict(model, data.data, data.target, cv=folds, method="predict_proba")


def save(name: str, columns: dict[str, list[Any]]) -> None:
    with (HERE / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(columns)
        rows.writerows(zip(*columns.values(), strict=True))


def main() -> None:
    write("breast_cancer", "diagnosis", load_breast_cancer(), ["malignant", "benign"])
    write("digits", "digit", load_digits(), [str(k) for k in range(10)])
    write("wine", "cultivar", load_wine(), ["barolo", "grignolino", "barbera"])
    write_scores("breast_cancer_scores", "diagnosis", load_breast_cancer(), ["malignant", "benign"])
    write_class_scores("wine_scores", "cultivar", load_wine(), ["barolo", "grignolino", "barbera"])


if __name__ == "__main__":
    main()
