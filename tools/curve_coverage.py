"""How often intervals and bands of curves hold the truth: the tables of ``docs/curve_inference.md``.

``python tools/curve_coverage.py [auc|difference|summaries|bands] [samples]`` prints a table for each part.
Scores are drawn from distributions whose AUC and curve are known.
"""

from __future__ import annotations

import math
import sys
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import ndtr, ndtri

import abovechance as ac
from abovechance.curves.auc_bounds import FORMULAS
from abovechance.curves.auc_interval import area_of
from abovechance.curves.statistics import statistic_of

if TYPE_CHECKING:
    from collections.abc import Callable

LOW = 0.92
Sample = tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]
DEVIATIONS = {"normal": (1.0, 1.0), "wide": (3.0, 1.0), "narrow": (1.0, 3.0)}
"""The standard deviations of the positive and the negative class."""


def shift(kind: str, auc: float) -> float:
    return math.hypot(*DEVIATIONS[kind]) * float(ndtri(auc))


def normal_sample(kind: str, auc: float, sizes: tuple[int, int], rng: np.random.Generator) -> Sample:
    up, down = DEVIATIONS[kind]
    return rng.normal(shift(kind, auc), up, sizes[0]), rng.normal(0, down, sizes[1])


def mixture_sample(auc: float, sizes: tuple[int, int], rng: np.random.Generator) -> Sample:
    """A share of the positive class lies below all of the negative class, the rest above."""
    return np.where(rng.random(sizes[0]) < auc, 9.0, -9.0), rng.normal(0, 1, sizes[1])


def rated(scores: np.ndarray[Any, Any], auc: float) -> np.ndarray[Any, Any]:
    """Scores in five categories."""
    return np.digitize(scores, shift("normal", auc) / 2 + np.array([-1, -0.3, 0.3, 1])).astype(float)


def rated_auc(auc: float) -> float:
    edges = shift("normal", auc) / 2 + np.array([-np.inf, -1, -0.3, 0.3, 1, np.inf])
    own, other = np.diff(ndtr(edges - shift("normal", auc))), np.diff(ndtr(edges))
    return float(own @ (np.cumsum(other) - other / 2))


def curve_of(sample: Sample) -> ac.Curve:
    truth = np.repeat([True, False], [len(x) for x in sample])
    return ac.Curve.from_scores(truth, np.concatenate(sample), positive=True)


def auc_settings() -> Any:
    sizes = [
        (5, 5),
        (10, 10),
        (20, 20),
        (50, 50),
        (5, 50),
        (50, 5),
        (10, 100),
        (30, 300),
        (300, 30),
        (100, 100),
    ]
    return product((*DEVIATIONS, "mixture", "rated"), (0.5, 0.6, 0.8, 0.9, 0.95, 0.99), sizes)


def of_auc(samples: int, rng: np.random.Generator) -> None:
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in FORMULAS}
    for kind, auc, sizes in auc_settings():
        real = rated_auc(auc) if kind == "rated" else auc
        held = {name: [0.0, 0.0] for name in FORMULAS}
        for _ in range(samples):
            if kind == "mixture":
                sample = mixture_sample(auc, sizes, rng)
            else:
                sample = normal_sample("normal" if kind == "rated" else kind, auc, sizes, rng)
            if kind == "rated":
                sample = rated(sample[0], auc), rated(sample[1], auc)
            area = area_of(curve_of(sample), 0.95)
            for name, formula in FORMULAS.items():
                low, high, _ = formula(area)
                held[name][0] += low - 1e-12 <= real <= high + 1e-12
                held[name][1] += high - low
        for name, (times, width) in held.items():
            found[name].append((times / samples, width / samples))
    table(found)


def of_differences(samples: int, rng: np.random.Generator) -> None:
    names = ("mover", "delong")
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    aucs = ((0.7, 0.7), (0.9, 0.9), (0.98, 0.98), (0.9, 0.8), (0.98, 0.9), (0.7, 0.6))
    sizes = ((10, 10), (20, 20), (50, 50), (10, 100), (100, 10), (100, 100))
    for kind, pair, correlation, (p, n) in product(DEVIATIONS, aucs, (0.0, 0.5, 0.9), sizes):
        truth = np.arange(p + n) < p
        spread = np.where(truth, *DEVIATIONS[kind])
        held = {name: [0.0, 0.0] for name in names}
        for _ in range(samples):
            first, noise = rng.normal(size=(2, p + n))
            second = correlation * first + math.sqrt(1 - correlation**2) * noise
            scores = {
                name: spread * x + np.where(truth, shift(kind, auc), 0)
                for name, x, auc in zip("AB", (first, second), pair, strict=True)
            }
            for name in names:
                result = ac.curves.compare(truth, scores, positive=True, method=name, test="delong")
                held[name][0] += result.low <= pair[0] - pair[1] <= result.high
                held[name][1] += result.high - result.low
        for name, (times, width) in held.items():
            found[name].append((times / samples, width / samples))
    table(found)


def of_bands(samples: int, rng: np.random.Generator) -> None:
    methods = ("fixed_width", "kolmogorov_smirnov", "working_hotelling")
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in methods}
    sizes = ((15, 15), (30, 30), (30, 300), (300, 30), (100, 100))
    for kind, auc, size in product(DEVIATIONS, (0.7, 0.9, 0.98), sizes):
        up, down = DEVIATIONS[kind]
        held = {name: [0.0, 0.0] for name in methods}
        for number in range(samples):
            curve = curve_of(normal_sample(kind, auc, size, rng))
            for name in methods:
                band = ac.curves.band(curve, method=name, replicates=150, seed=number)
                real = ndtr((shift(kind, auc) + down * ndtri(band.fpr)) / up)
                held[name][0] += bool(np.all((band.low <= real + 1e-12) & (real <= band.high + 1e-12)))
                held[name][1] += band.width
        for name, (times, width) in held.items():
            found[name].append((times / samples, width / samples))
    table(found)


def of_summaries(samples: int, rng: np.random.Generator) -> None:
    parameters: dict[str, dict[str, Any]] = {"partial_auc": {"fpr": (0, 0.2)}}
    names = ("auch", "average_precision", "partial_auc", "h_measure", "best_informedness", "auk")
    for auc, share, items in (
        (0.65, 0.5, 60),
        (0.8, 0.5, 60),
        (0.95, 0.5, 60),
        (0.8, 0.2, 60),
        (0.8, 0.5, 200),
    ):
        large = int(200_000 * share)
        population = curve_of(normal_sample("normal", auc, (large, 200_000 - large), rng))
        size = round(share * items), items - round(share * items)
        reals = {name: statistic_of(name, **parameters.get(name, {}))[1](population) for name in names}
        held = dict.fromkeys(names, 0)
        for number in range(samples):
            curve = curve_of(normal_sample("normal", auc, size, rng))
            for name, real in reals.items():
                how = {"replicates": 200, "seed": number} | parameters.get(name, {})
                found = ac.curves.interval(name, curve, **how)
                held[name] += found.low <= real <= found.high
        print(auc, share, items, *(f"{name} {100 * times / samples:.0f} %" for name, times in held.items()))


def table(found: dict[str, list[tuple[float, float]]]) -> None:
    print("| method | mean | least | settings below 92 % | mean width |\n|---|---|---|---|---|")
    for name, rows in found.items():
        held, width = np.array(rows).T
        print(
            f"| `{name}` | {100 * held.mean():.1f} % | {100 * held.min():.1f} % | "
            f"{100 * (held < LOW).mean():.0f} % | {width.mean():.2f} |",
            flush=True,
        )


PARTS: dict[str, tuple[Callable[[int, np.random.Generator], None], int]] = {
    "auc": (of_auc, 500),
    "difference": (of_differences, 200),
    "summaries": (of_summaries, 200),
    "bands": (of_bands, 150),
}


def main() -> None:
    chosen = sys.argv[1:2] or list(PARTS)
    for name in chosen:
        part, samples = PARTS[name]
        print(f"\n{name}")
        part(int(sys.argv[2]) if len(sys.argv) > 2 else samples, np.random.default_rng(1))  # noqa: PLR2004


if __name__ == "__main__":
    main()
