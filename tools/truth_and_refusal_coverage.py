"""How often the intervals of refusals, of abstention curves and of an imperfect truth cover what is true.

``python tools/truth_and_refusal_coverage.py`` prints a table for each, as in docs/abstentions.md and
docs/imperfect_truth.md; ``--replicates`` and ``--seed`` say how many tables are drawn, and from where.
"""

from __future__ import annotations

import argparse

import numpy as np

import abovechance as ac
from abovechance.core.contingency import Contingency
from abovechance.inference.abstention import left_out_less_guess, with_guesses, wrongly_filled
from abovechance.inference.imperfect_truth.correction import error_matrix
from abovechance.measures.registry import measure

_WORLDS = {  # prevalence, Informedness of answers, and how often each class is refused
    "two even classes": ([0.5, 0.5], 0.6, [0.2, 0.2]),
    "two classes, 1:9": ([0.9, 0.1], 0.6, [0.1, 0.4]),
    "three classes": ([0.5, 0.3, 0.2], 0.5, [0.1, 0.2, 0.4]),
}
_ERROR = 0.08
_LARGE = 400_000  # items that stand for the population of a curve


def shares(prevalence: list[float], informed: float, refused: list[float]) -> np.ndarray:
    """The probabilities of the cells of a table with abstentions."""
    prior, guess = np.array(prevalence), np.array(prevalence)
    answers = prior[:, None] * (informed * np.eye(len(prior)) + (1 - informed) * guess)
    kept = 1 - np.array(refused)
    return np.column_stack((answers * kept[:, None], prior * (1 - kept)))


def refusals(replicates: int, seed: int) -> None:
    """Print how often the intervals of abstentions cover."""
    rng = np.random.default_rng(seed)
    informedness = measure("informedness").function
    print("world, n: left out, guess, wrong, difference, answered")
    for name, world in _WORLDS.items():
        cells = shares(*world)
        k = len(cells)
        true = {
            "left_out": informedness(Contingency(cells[:, :k])),
            "guess": with_guesses(cells),
            "wrong": informedness(Contingency(wrongly_filled(cells))),
            "difference": left_out_less_guess(cells),
            "answered": cells[:, :k].sum(),
        }
        for n in (50, 200):
            covered, known = dict.fromkeys(true, 0), dict.fromkeys(true, 0)
            labels = list("abc"[:k])
            for drawn in rng.multinomial(n, cells.ravel(), size=replicates):
                table = ac.Tables.from_counts(
                    drawn.reshape(k, k + 1), labels, predicted_labels=[*labels, "!"]
                )
                found = ac.abstentions(table)
                for what, value in true.items():
                    x = found.answered if what == "answered" else found.find("informedness", what)
                    if x.low is not None and x.high is not None:
                        known[what] += 1
                        covered[what] += x.low - 1e-12 <= value <= x.high + 1e-12
            print(f"{name}, {n}:", ", ".join(f"{100 * covered[w] / max(known[w], 1):.1f} %" for w in true))


def truth(replicates: int, seed: int) -> None:
    """Print how often the corrected intervals, and the bounds with sampling, cover the right value."""
    rng = np.random.default_rng(seed)
    print("world, n: corrected Informedness, Markedness, Kappa, accuracy; bounds with sampling likewise")
    for name, (prevalence, informed, _) in _WORLDS.items():
        right = shares(prevalence, informed, [0.0] * len(prevalence))[:, :-1]
        seen = error_matrix(_ERROR, len(right)).T @ right
        keys = ("informedness", "markedness", "cohen_kappa", "accuracy")
        true = {key: float(measure(key).function(Contingency(right))) for key in keys}
        for n in (100, 400):
            hits, inside, known = (dict.fromkeys(keys, 0) for _ in range(3))
            for drawn in rng.multinomial(n, seen.ravel(), size=replicates):
                found = ac.imperfect_truth(ac.Tables.from_counts(drawn.reshape(right.shape)), error=_ERROR)
                for key in keys:
                    x = found[key]
                    if x.low is None or x.high is None or x.corrected_low is None or x.corrected_high is None:
                        continue
                    known[key] += 1
                    hits[key] += x.corrected_low - 1e-12 <= true[key] <= x.corrected_high + 1e-12
                    inside[key] += x.low <= true[key] <= x.high
            for what in (hits, inside):
                print(f"{name}, {n}:", ", ".join(f"{100 * what[k] / max(known[k], 1):.1f} %" for k in keys))


def curves(replicates: int, seed: int) -> None:
    """Print how often the intervals of the area and the gain of abstention curves cover."""
    rng = np.random.default_rng(seed)
    print("classes, n: area, gain")
    for classes in (2, 3):
        for n in (100, 400):
            large = ac.abstention_curve(*_scored(rng, _LARGE, classes), replicates=2)
            hits = np.zeros(2)
            for _ in range(replicates):
                x = ac.abstention_curve(*_scored(rng, n, classes), replicates=200)
                hits += [x.area_low <= large.area <= x.area_high, x.gain_low <= large.gain <= x.gain_high]
            print(f"{classes}, {n}:", ", ".join(f"{100 * hit / replicates:.1f} %" for hit in hits))


def _scored(rng: np.random.Generator, n: int, classes: int) -> tuple[np.ndarray, np.ndarray]:
    """Items with a normal score for each class, one unit higher for the right one."""
    real = rng.integers(0, classes, n)
    scores = rng.normal(size=(n, classes))
    scores[np.arange(n), real] += 1
    scores = np.exp(scores)
    return real, scores / scores.sum(1, keepdims=True)


def main() -> None:
    """Measure all three."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replicates", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    refusals(given.replicates, given.seed)
    curves(max(given.replicates // 2, 1), given.seed)
    truth(given.replicates, given.seed)


if __name__ == "__main__":
    main()
