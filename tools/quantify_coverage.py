"""Coverage of intervals of two corrected shares in many worlds at random, errors of one kind among them.

``python tools/quantify_coverage.py [--worlds 700] [--draws 1500] [--again 10000] [--seed 1]`` draws worlds in
the ranges that intervals are made for (30 to 1000 labelled items, 300 to 200 000 unlabelled ones, shares from
0.01 to 0.99, Informedness from 0.1 to 0.95; in four of five all errors are of one kind) and prints for each
design how many cover less than 93 %, and the ten that cover least, drawn again: their first coverage is the
least of many, and too low for that.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.checks import quantile, two_sided
from abovechance.inference.quantify.shares import two_class_distance
from abovechance.studies.quantify.run import LEAST, LEVEL, OURS, World

if TYPE_CHECKING:
    from collections.abc import Sequence

_AGAIN = 10


def worlds(size: int, seed: int) -> list[World]:
    """Worlds at random, with small samples, rare classes and one kind of error as often as others."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(size):
        labelled = round(float(np.exp(rng.uniform(np.log(30), np.log(1000)))))
        share = rng.choice([rng.uniform(0.01, 0.99), np.exp(rng.uniform(np.log(0.01), np.log(0.5)))])
        informed = rng.choice([rng.uniform(0.1, 0.95), 0.85, 0.9, 0.95])
        bias = rng.choice([0, 1, 0, 1, rng.uniform()])
        unlabelled = int(rng.choice([300, 1000, 20_000, 200_000]))
        found.append(World(labelled, unlabelled, float(share), float(informed), float(bias)))
    return found


def coverage(world: World, design: str, draws: int, seed: np.random.SeedSequence) -> float:
    """How often the true share is in the set."""
    distance = two_class_distance(*world.draw(draws, seed), design, np.full(draws, world.share))
    return float((distance <= quantile(two_sided(LEVEL, 2)) ** 2).mean())


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the coverage of both designs."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, value in (("worlds", 700), ("draws", 1500), ("again", 10_000), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=value)
    given = parser.parse_args(arguments)
    tried = worlds(given.worlds, given.seed)
    first, second = (np.random.SeedSequence(given.seed).spawn(2)[k].spawn(len(tried)) for k in range(2))
    for design in OURS:
        found = [coverage(x, design, given.draws, seed) for x, seed in zip(tried, first, strict=True)]
        short = sum(x < LEAST for x in found)
        print(f"{design}: {short} of {len(found)} below {LEAST:.0%}, on average {np.mean(found):.1%}")
        for i in np.argsort(found)[:_AGAIN]:
            again = coverage(tried[i], design, given.again, second[i])
            print(f"  {found[i]:.1%}, drawn again {again:.1%}: {tried[i]}")


if __name__ == "__main__":
    main()
