"""How often intervals and bands of curves hold the truth: the tables of ``docs/curve_inference.md``.

``python tools/curve_coverage.py [auc|difference|unpaired|joint|clusters|summaries|bands] [samples]`` prints a
table for each part.
Scores are drawn from distributions whose AUC and curve are known.
"""

from __future__ import annotations

import math
import sys
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import chdtrc, ndtr, ndtri

import abovechance as ac
from abovechance.curves.summaries.summary import statistic_of
from abovechance.curves.uncertainty.auc_bounds import FORMULAS
from abovechance.curves.uncertainty.delong import placements
from abovechance.curves.uncertainty.intervals import area_of
from abovechance.intake.score_columns import judged

if TYPE_CHECKING:
    from collections.abc import Callable

LEVEL, LOW = 0.95, 0.92
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


SIZES = ((10, 10), (20, 20), (50, 50), (10, 2000), (20, 5000), (50, 2000))
PAIRS = ((0.6, 0.6), (0.8, 0.8), (0.95, 0.95), (0.99, 0.99), (0.8, 0.6), (0.95, 0.8), (0.99, 0.95))
CORRELATIONS = (0.0, 0.5, 0.9, 0.99, 0.999)
METHODS = ("delong_adjusted", "delong")


def scored(
    kind: str, aucs: tuple[float, ...], correlation: float, truth: Any, rng: np.random.Generator
) -> Any:
    """Scores of several systems with these AUCs, correlated within the classes.

    Of the kind ``"few"`` systems score most items alike and a share of them anew, else all a little
    differently.
    """
    shared, own = rng.normal(size=len(truth)), rng.normal(size=(len(aucs), len(truth)))
    if kind == "few":
        noise = np.where(rng.random(own.shape) < correlation, shared, own)
    else:
        noise = math.sqrt(correlation) * shared + math.sqrt(1 - correlation) * own
    real = "normal" if kind == "few" else kind
    spread = np.where(truth, *DEVIATIONS[real])
    return {
        str(i): spread * x + shift(real, auc) * truth
        for i, (x, auc) in enumerate(zip(noise, aucs, strict=True))
    }


def compared(systems: Any, truth: Any, method: str, *, is_paired: bool) -> Any:
    if is_paired:
        return ac.curves.compare(truth, systems, positive=True, method=method)
    curves = {name: ac.Curve.from_scores(truth, x, positive=True) for name, x in systems.items()}
    return ac.curves.compare_curves(curves, method=method)


def of_differences(samples: int, rng: np.random.Generator, *, is_paired: bool = True) -> None:
    """How often intervals of a difference hold it, by sizes and correlation; and errors of the test."""
    correlations = CORRELATIONS if is_paired else (0.0,)
    kinds = ("normal", "wide", "few") if is_paired else ("normal", "wide", "narrow")
    rows = []
    for size, kind, pair, correlation in product(SIZES, kinds, PAIRS, correlations):
        truth = np.arange(sum(size)) < size[0]
        for _ in range(samples):
            systems = scored(kind, pair, correlation, truth, rng)
            for method in METHODS:
                found = compared(systems, truth, method, is_paired=is_paired)
                held = found.low <= pair[0] - pair[1] <= found.high
                setting = (method, size, correlation, kind, pair)
                rows.append((setting, held, found.high - found.low, found.p_value < 1 - found.level))
    for name, position, values in (("sizes", 1, SIZES), ("correlation", 2, correlations), ("AUCs", 4, PAIRS)):
        print(f"\n| {name} | mean, least, type I, width | DeLong |\n|---|---|---|")
        for value in values:
            chosen = [row for row in rows if row[0][position] == value]
            cells = [_told([row for row in chosen if row[0][0] == method]) for method in METHODS]
            print(f"| {value} | {' | '.join(cells)} |", flush=True)
    print(
        "| all |", " | ".join(_told([row for row in rows if row[0][0] == method]) for method in METHODS), "|"
    )


def _told(rows: list[Any]) -> str:
    """Mean and least coverage of settings, their largest type I error, and the mean width."""
    settings: dict[Any, list[Any]] = {}
    for row in rows:
        settings.setdefault(row[0], []).append(row[1:])
    numbers = {setting: np.mean(np.array(found, dtype=float), axis=0) for setting, found in settings.items()}
    held = np.array([x[0] for x in numbers.values()])
    errors = [x[2] for setting, x in numbers.items() if setting[-1][0] == setting[-1][1]]
    wrong = f"{100 * np.mean(errors):.1f} (most {100 * max(errors):.1f}) %" if errors else "-"
    width = np.mean([x[1] for x in numbers.values()])
    below = f"{100 * (held < LOW).mean():.0f} % below {100 * LOW:.0f} %"
    return f"{100 * held.mean():.1f}, {100 * held.min():.1f} %, {below}; {wrong}; {width:.4f}"


def of_unpaired(samples: int, rng: np.random.Generator) -> None:
    of_differences(samples, rng, is_paired=False)


def of_joint(samples: int, rng: np.random.Generator) -> None:
    """How often systems of the same AUC are shown to differ at the 5 % level by the test of all at once."""
    print("| systems, sizes | mean type I error | most | of Wald's χ² |\n|---|---|---|---|")
    for number, size in product((3, 5), SIZES):
        wrong, plain = [], []
        for auc, correlation in product((0.6, 0.8, 0.95, 0.99), (0.0, 0.9, 0.999)):
            truth = np.arange(sum(size)) < size[0]
            found = [
                _of_joint(scored("normal", (auc,) * number, correlation, truth, rng), truth)
                for _ in range(samples)
            ]
            wrong.append(np.mean([x[0] for x in found]))
            plain.append(np.mean([x[1] for x in found]))
        shown = f"{100 * np.mean(wrong):.1f} % | {100 * max(wrong):.1f} % | {100 * np.mean(plain):.1f} %"
        print(f"| {number}, {size} | {shown} |", flush=True)


def _of_joint(systems: Any, truth: Any) -> tuple[bool, bool]:
    joint = ac.curves.compare(truth, systems, positive=True).joint
    found = np.nan if joint is None else joint.p_value
    placed = placements(judged(truth, systems, positive=True))
    contrasts = np.eye(len(systems))[1:] - np.eye(len(systems))[0]
    difference = contrasts @ placed.auc
    inverse = np.linalg.pinv(contrasts @ placed.covariance @ contrasts.T, hermitian=True)
    statistic = float(difference @ inverse @ difference)
    return bool(found < 1 - LEVEL), bool(chdtrc(len(difference), statistic) < 1 - LEVEL)


def clustered(
    number: int, icc: float, auc: float, rng: np.random.Generator, *, mixed: bool
) -> tuple[Any, Any, Any]:
    """Truth, scores of two systems and clusters of two to eight items, of both classes or of one each."""
    clusters = np.repeat(np.arange(number), rng.integers(2, 9, size=number))
    truth = rng.random(len(clusters)) < 0.5 if mixed else clusters % 2 == 0
    noise = [
        math.sqrt(icc) * rng.normal(size=number)[clusters] + math.sqrt(1 - icc) * rng.normal(size=len(truth))
        for _ in range(3)
    ]
    systems = {name: (noise[0] + x) / math.sqrt(2) for name, x in zip("AB", noise[1:], strict=True)}
    return truth, {name: x + shift("normal", auc) * truth for name, x in systems.items()}, clusters


def of_clusters(samples: int, rng: np.random.Generator) -> None:
    """How often an AUC between clusters, or no difference of two, is held; without clusters; the test."""
    print(
        "| clusters | ICC | AUC: mean, least | as if apart | difference | as if apart | type I: mean, most |"
    )
    print("|---|---|---|---|---|---|---|")
    for number, icc in product((10, 20, 50), (0.1, 0.3, 0.5)):
        cells: list[list[float]] = []
        for auc, mixed in product((0.5, 0.6, 0.8, 0.95), (True, False)):
            held = np.zeros(5)
            for _ in range(samples):
                truth, systems, clusters = clustered(number, icc, auc, rng, mixed=mixed)
                for place, names in enumerate((clusters, None)):
                    how: Any = {"positive": True, "clusters": names}
                    one = ac.curves.auc_interval(truth, systems["A"], **how)
                    two = ac.curves.compare(truth, systems, **how)
                    held[[place, 2 + place]] += one.low <= auc <= one.high, two.low <= 0 <= two.high
                test = ac.curves.auc_test(truth, systems["A"], positive=True, clusters=clusters)
                held[4] += test.p_value < 1 - LEVEL
            cells.append([*held[:4] / samples, held[4] / samples if auc == 0.5 else math.nan])
        *both, wrong = np.transpose(cells)
        told = [f"{100 * x.mean():.1f} %, {100 * x.min():.1f} %" for x in both]
        told.append(f"{100 * np.nanmean(wrong):.1f} %, {100 * np.nanmax(wrong):.1f} %")
        print(f"| {number} | {icc} | {' | '.join(told)} |", flush=True)


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
                found = ac.curves.interval(curve, name, **how)
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
    "unpaired": (of_unpaired, 200),
    "joint": (of_joint, 200),
    "clusters": (of_clusters, 400),
    "summaries": (of_summaries, 200),
    "bands": (of_bands, 150),
}


def main() -> None:
    chosen = sys.argv[1:2] or list(PARTS)
    for name in chosen:
        part, samples = PARTS[name]
        print(f"\n{name}")
        part(int(sys.argv[2]) if len(sys.argv) > 2 else samples, np.random.default_rng(1))


if __name__ == "__main__":
    main()
