"""Try all triples of 25 measures: the true table must be among the solutions of its printed figures.

``python tools/solve_round_trip.py [--times 1] [--seed 0] [--most 99]`` prints a call to paste for each
where it is not, and how many were tried. Tables have up to 400 items; figures have 2, 3 or 4 digits.
"""

from __future__ import annotations

import argparse
from itertools import combinations

import numpy as np

import abovechance as ac

LISTED = (
    "recall", "precision", "inverse_recall", "inverse_precision", "accuracy", "error_rate",
    "fallout", "miss_rate", "false_discovery_rate", "false_omission_rate", "prevalence", "bias",
    "f1", "f2", "f_half", "jaccard", "g_measure", "g_mean", "informedness", "markedness", "mcc",
    "cohen_kappa", "auc", "positive_likelihood_ratio", "yule_q",
)  # fmt: skip


def printed(name: str, cells: list[int], digits: int) -> str:
    """A figure of a table as a paper prints it."""
    key = "auc_of_one_point" if name == "auc" else name
    return f"{ac.measure(key)(ac.Tables.from_cells(*cells)):.{digits}f}"


def main() -> None:
    """Try them, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=1, help="tables for each triple")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--most", type=int, default=None, help="triples, of which there are 2300")
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    triples = list(combinations(LISTED, 3))
    chosen = rng.permutation(len(triples))[: options.most]
    tried = lost = 0
    for place in np.repeat(chosen, options.times):
        cells = [int(x) for x in rng.integers(1, 100, 4)]
        figures = {name: printed(name, cells, int(rng.integers(2, 5))) for name in triples[place]}
        found = ac.solve(figures, n=sum(cells))
        tried += 1
        if not found.consistent or cells not in found:
            lost += 1
            print(f"ac.solve({figures}, n={sum(cells)})  # {cells}")
    print(f"{tried} tried, {lost} without the true table")


if __name__ == "__main__":
    main()
