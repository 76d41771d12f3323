"""How often intervals of the mixture cover and its test of fit rejects: the tables of ``docs/mixture.md``.

``python tools/mixture_coverage.py [error|coverage|fit|skills|bounds]`` prints a table for each part, or for
the one named; ``--replicates`` says how many tables are drawn of each condition, ``--quick`` draws 50, and
``--seed`` says from where. A lead is how much less the squared error of the mixture is, in standard errors.
"""

from __future__ import annotations

import argparse
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

import abovechance as ac
from abovechance.inference.mixture.batch import informed_share
from abovechance.inference.mixture.classes import two_class_bounds
from abovechance.inference.significance.outcome import stated
from abovechance.studies.counting import covers, values_of
from abovechance.studies.coverage.run import cells
from abovechance.studies.ecai2008 import run as ecai2008
from abovechance.studies.scoring import COVERAGE, share_error, side

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

LEVEL = 0.95
QUICK = 50
_MOST_CLASSES = 10
_DRAWN = 199  # tables for each test of fit of a sparse table


def error(replicates: int, seed: int) -> None:
    """RMSE over the levels of ``ecai2008``, beside Informedness by prevalence as it is and cut at 0.

    The share is at least 0 by construction, and a weighting that is cut there gains as well.
    """
    levels = [x for x in ecai2008.cells("full") if x.classes > 2]
    squares: dict[tuple[Any, ...], list[Floats]] = {}
    for level, source in zip(levels, np.random.SeedSequence(seed).spawn(len(levels)), strict=True):
        tables = ecai2008.drawn(level, [level.informed], replicates, source)
        weighted = np.ravel(values_of(tables, ["prevalence_weighted_informedness"]))
        values = np.array([np.ravel(informed_share(tables)), weighted, np.maximum(weighted, 0.0)])
        found = np.square(values - level.informed)[:, np.isfinite(values).all(0)]
        squares.setdefault((level.classes, level.n, level.margins), []).append(found)
    print("| K, N, margins | mixture | by prevalence | lead | cut at 0 | lead |\n|---|---|---|---|---|---|")
    leads = []
    for condition, own in squares.items():
        rmse = np.sqrt(np.mean([x.mean(-1) for x in own], axis=0))
        leads.append([_lead([x[i] - x[0] for x in own]) for i in (1, 2)])
        told = [f"{_share(x)} | {lead:+.1f}" for x, lead in zip(rmse[1:], leads[-1], strict=True)]
        print(f"| {', '.join(map(str, condition))} | {_share(rmse[0])} | {' | '.join(told)} |")
    for name, own in zip(("as it is", "cut at 0"), np.transpose(leads), strict=True):
        less, more = (own > 2).sum(), (own < -2).sum()
        print(f"\nOf {len(own)}, {name}: the mixture errs less in {less}, more in {more}.")


def _lead(differences: list[Floats]) -> float:
    """A mean over levels in Monte Carlo standard errors."""
    variances = [x.var() / len(x) for x in differences]
    return float(np.sum([x.mean() for x in differences]) / np.sqrt(np.sum(variances)))


def coverage(replicates: int, seed: int) -> None:
    """The interval of the share, under the conditions of the study ``coverage`` in which the model holds."""
    asked = [x for x in cells("full") if x.skill == "equal" and x.classes <= _MOST_CLASSES]
    rows: list[dict[str, Any]] = []
    for condition, source in zip(asked, np.random.SeedSequence(seed).spawn(len(asked)), strict=True):
        found = ac.mixture(condition.draw(replicates, source), level=LEVEL, method="chi_squared")
        held, warned = covers(found.low, found.high, condition.informed), stated(found.warning)
        rate, error = float(np.nanmean(held)), (found.value - condition.informed) ** 2
        rows.append(
            {
                "condition": condition,
                "rate": rate,
                "side": side(rate, share_error(rate, np.isfinite(held).sum()), COVERAGE),
                "silent": float(np.mean((held == 0) & ~warned)),
                "warned": float(np.mean(warned[np.isfinite(held)])),
                "rmse": float(np.sqrt(np.nanmean(error))),
            }
        )
    print("| K | conditions | mean | least | greatest | silent misses at most | RMSE, least to greatest |")
    print("|---|---|---|---|---|---|---|")
    for classes in sorted({row["condition"].classes for row in rows}):
        own = [row for row in rows if row["condition"].classes == classes]
        rates, silent, rmse = (np.array([row[name] for row in own]) for name in ("rate", "silent", "rmse"))
        told = [_share(x) for x in (rates.mean(), rates.min(), rates.max(), silent.max())]
        print(
            f"| {classes} | {len(own)} | {' | '.join(told)} | {_share(rmse.min())} to {_share(rmse.max())} |"
        )
    _outside(rows)


def _outside(rows: list[dict[str, Any]]) -> None:
    """Which conditions are beyond the band in which a coverage needs no warning."""
    low, high = COVERAGE
    below = [row for row in rows if row["rate"] < low]
    print(f"\nBelow {low}: {len(below)}, beyond Monte Carlo error {sum(r['side'] == 'below' for r in rows)}.")
    for name, is_chance in (("b > 0", False), ("b = 0", True)):
        own = [row for row in rows if (row["condition"].informed == 0) == is_chance]
        print(f"Above {high} with {name}: {sum(row['rate'] > high for row in own)} of {len(own)}.")
    print("\n| below: K, N, rare, b, guesses | covers | warned |\n|---|---|---|")
    for row in sorted(below, key=lambda row: row["rate"]):
        x = row["condition"]
        name = f"{x.classes}, {x.n}, {x.rare:.2g}, {x.informed:g}, {x.guess}"
        print(f"| {name} | {_share(row['rate'])} | {_share(row['warned'])} |")


def predictors(classes: int) -> dict[str, Floats]:
    """Probabilities of labels given the class, with guesses 1 : 2 : … : K: the first three are mixtures."""
    guess, right = _leaning(classes), np.eye(classes)
    found = {f"holds, b = {b:g}": b * right + (1 - b) * guess for b in (0.0, 0.5, 0.9)}
    for first, last in ((0.8, 0.2), (0.6, 0.4)):
        found[f"skills {first} to {last}"] = _skilled(np.linspace(first, last, classes), guess)
    errors = (np.roll(right, 1, axis=1) + guess) / 2
    return found | {"b = 0.6, half of the errors to the next class": 0.6 * right + 0.4 * errors}


def _leaning(classes: int) -> Floats:
    shares = np.arange(1.0, classes + 1)
    return shares / shares.sum()


def _skilled(skill: Floats, guess: Floats) -> Floats:
    return np.diag(skill) + (1 - skill)[:, None] * guess


def fit(replicates: int, seed: int) -> None:
    """How often the test of fit at 5 % rejects: its size where the mixture holds, its power elsewhere."""
    rng = np.random.default_rng(seed)
    settings = list(product((3, 5), (100, 300, 1000)))
    print(f"| share rejected | {' | '.join(f'K = {k}, N = {n}' for k, n in settings)} |")
    print("|---" * (1 + len(settings)) + "|")
    for name in predictors(3):
        told = []
        for classes, n in settings:
            shares = predictors(classes)[name] / classes
            drawn = rng.multinomial(n, shares.ravel(), size=replicates).reshape(-1, classes, classes)
            found = ac.mixture(ac.Tables.from_counts(drawn), level=LEVEL, replicates=_DRAWN)
            told.append(f"{np.mean(found.p_value <= 1 - LEVEL):.2f}")
        print(f"| {name} | {' | '.join(told)} |", flush=True)


def skills(replicates: int, seed: int) -> None:
    """How often the interval of the share by skills of classes covers, for given class sizes."""
    rng = np.random.default_rng(seed)
    print("| items of classes, skills, guesses | covers | mean width | not known |\n|---|---|---|---|")
    worlds: dict[str, tuple[list[int], list[float]]] = {
        "100 each": ([100] * 3, [0.8, 0.5, 0.2]),
        "30 each": ([30] * 3, [0.8, 0.5, 0.2]),
        "200, 60, 20": ([200, 60, 20], [0.8, 0.5, 0.2]),
        "60 each, five classes": ([60] * 5, [0.9, 0.7, 0.5, 0.3, 0.1]),
    }
    for (name, (sizes, skill)), lean in product(
        worlds.items(), ("even", "1 : 2 : … : K", "mostly the first")
    ):
        k = len(sizes)
        mostly = np.append(0.9, np.full(k - 1, 0.1 / (k - 1)))
        guess = {"even": np.full(k, 1 / k), "1 : 2 : … : K": _leaning(k)}.get(lean, mostly)
        given = _skilled(np.array(skill), guess)
        drawn = rng.multinomial(sizes, given, size=(replicates, k))
        found = ac.mixture(ac.Tables.from_counts(drawn), level=LEVEL, method="chi_squared").skills
        held = covers(found.low, found.high, float(np.average(skill, weights=sizes)))
        width = np.nanmean(found.high - found.low)
        told = f"{_share(np.nanmean(held))} | {width:.2f} | {_share(np.isnan(held).mean())}"
        print(f"| {name}, {skill[0]} to {skill[-1]}, {lean} | {told} |", flush=True)


def bounds(replicates: int, seed: int) -> None:
    """How often the interval of both bounds of two classes holds both, for given class sizes."""
    rng = np.random.default_rng(seed)
    print("| items of classes, recall, false positive rate | covers | mean width |\n|---|---|---|")
    for sizes, (hit, alarm) in product(((100, 100), (180, 20)), ((0.8, 0.2), (0.6, 0.05), (0.95, 0.4))):
        given = np.array([[1 - alarm, alarm], [1 - hit, hit]])
        whole = np.array(sizes)[:, None] * given
        prevalence = np.array([sizes[1] / sum(sizes)])
        least, greatest = two_class_bounds(whole[None], prevalence, LEVEL, np.array([False]))[:2]
        drawn = rng.multinomial(sizes, given, size=(replicates, 2))
        found = ac.mixture(ac.Tables.from_counts(drawn), level=LEVEL).skills
        held = covers(found.low, found.high, least[0]) * covers(found.low, found.high, greatest[0])
        told = f"{_share(np.nanmean(held))} | {np.nanmean(found.high - found.low):.2f}"
        print(f"| {sizes[1]} : {sizes[0]}, {hit}, {alarm} | {told} |", flush=True)


def _share(value: float | np.floating[Any]) -> str:
    return f"{value:.3f}"


PARTS: dict[str, tuple[Callable[[int, int], None], int]] = {
    "error": (error, 10_000),
    "coverage": (coverage, 2000),
    "fit": (fit, 300),
    "skills": (skills, 1000),
    "bounds": (bounds, 3000),
}


def main(arguments: list[str] | None = None) -> None:
    """Measure all parts, or one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="?", choices=list(PARTS))
    parser.add_argument("--replicates", type=int)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} tables of each condition")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    for name in [given.part] if given.part else PARTS:
        part, usual = PARTS[name]
        replicates = given.replicates or (QUICK if given.quick else usual)
        print(f"\n{name}: {replicates} tables of each condition, seed {given.seed}\n")
        part(replicates, given.seed)


if __name__ == "__main__":
    main()
