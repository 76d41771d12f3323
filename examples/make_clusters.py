"""Cluster data sets that come with scikit-learn, without telling the classes; keep the clusters.

Run it again with ``python examples/make_clusters.py`` to write the files anew.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.cluster import AgglomerativeClustering, KMeans
from sklearn.datasets import load_iris, load_wine
from sklearn.mixture import GaussianMixture
from sklearn.preprocessing import StandardScaler

HERE = Path(__file__).parent
SEED = 2009


def clusterings() -> dict[str, Any]:
    """K-means with the number of classes and with twice as many, Ward's method, and a mixture."""
    return {
        "kmeans": KMeans(n_clusters=3, n_init=10, random_state=SEED),
        "kmeans6": KMeans(n_clusters=6, n_init=10, random_state=SEED),
        "ward": AgglomerativeClustering(n_clusters=3, linkage="ward"),
        "mixture": GaussianMixture(n_components=3, n_init=5, random_state=SEED),
    }


def write(name: str, class_column: str, data: Any, names: list[str]) -> None:
    """One row for each item: its class, and its cluster by each method."""
    scaled = StandardScaler().fit_transform(data.data)
    columns = {class_column: [names[k] for k in data.target]}
    for method, clustering in clusterings().items():
        columns[method] = [f"cluster {k + 1}" for k in clustering.fit_predict(scaled)]
    guesses = np.random.default_rng(SEED).permutation(data.target)
    columns["guess"] = [f"cluster {k + 1}" for k in guesses]
    with (HERE / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(columns)
        rows.writerows(zip(*columns.values(), strict=True))


def main() -> None:
    write("iris_clusters", "species", load_iris(), ["setosa", "versicolor", "virginica"])
    write("wine_clusters", "cultivar", load_wine(), ["barolo", "grignolino", "barbera"])


if __name__ == "__main__":
    main()
