"""How often the intervals of ``ac.deploy`` hold the true value: the table of ``docs/deploy.md``.

``python tools/deployment_coverage.py`` prints a line for each condition: the items of each class that the
rates were measured on, the shares of the classes, and how these are known. Tables, and counts of the shares,
are drawn anew; printed is the share of the 95 % intervals of each measure that hold its value at the true
rates and shares. ``--replicates`` says how many tables are drawn, ``--seed`` from where.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

import abovechance as ac

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

OF_TWO = ("precision", "f1", "cohen_kappa", "mcc", "accuracy", "informedness")
OF_MORE = ("informedness", "markedness", "mcc", "accuracy", "cohen_kappa")
_LABELS = "abcde"


@dataclass(frozen=True)
class Condition:
    """Rates by class, the items of each class that they are measured on, and shares of the classes."""

    rates: Floats
    sizes: tuple[int, ...]
    shares: tuple[float, ...]
    counted: int | None = None  # the items that the shares are found in; None if they are known

    @property
    def names(self) -> tuple[str, ...]:
        """The measures, those of a class with its label."""
        labels = _LABELS[: len(self.sizes)]
        return OF_TWO if len(labels) == 2 else (*OF_MORE, *(f"precision of {label}" for label in labels))


def _two(
    sizes: tuple[int, int], rates: tuple[float, float], share: float, counted: int | None = None
) -> Condition:
    """Two classes, by the items of the positive and the negative one, tpr and fpr, and the prevalence."""
    tpr, fpr = rates
    return Condition(np.array([[1 - fpr, fpr], [1 - tpr, tpr]]), sizes[::-1], (1 - share, share), counted)


_EVEN = np.full((5, 5), 0.05) + 0.75 * np.eye(5)
_UNEVEN = np.array([[0.8, 0.15, 0.05], [0.1, 0.8, 0.1], [0.02, 0.08, 0.9]])
CONDITIONS = (
    _two((30, 30), (0.8, 0.1), 0.1),
    _two((50, 50), (0.9, 0.02), 0.02),
    _two((30, 200), (0.7, 0.03), 0.01),
    _two((100, 100), (0.95, 0.01), 0.001),
    _two((300, 300), (0.9, 0.05), 0.02),
    _two((50, 50), (0.8, 0.1), 0.1, 100),
    _two((100, 300), (0.9, 0.05), 0.02, 300),
    Condition(_UNEVEN, (40,) * 3, (0.9, 0.08, 0.02)),
    Condition(_UNEVEN, (100,) * 3, (0.9, 0.08, 0.02), 200),
    Condition(_EVEN, (40,) * 5, (0.6, 0.3, 0.05, 0.03, 0.02)),
    Condition(_EVEN, (200,) * 5, (0.96, 0.01, 0.01, 0.01, 0.01), 200),
)


def covered(condition: Condition, replicates: int, seed: int) -> Floats:
    """The share of intervals that hold the true value, measure by measure; undefined values have none."""
    rng, labels = np.random.default_rng(seed), tuple(_LABELS[: len(condition.sizes)])
    shares = np.array(condition.shares)
    exact = ac.Tables.from_counts(condition.rates * shares[:, None], labels=labels, rows="truth")
    keys = list(dict.fromkeys(name.split()[0] for name in condition.names))
    true = _values(ac.deploy(exact, shares.tolist(), measures=keys, level=None), condition.names)
    held = np.zeros(len(true))
    for _ in range(replicates):
        pairs = zip(condition.sizes, condition.rates, strict=True)
        cells = np.stack([rng.multinomial(n, row) for n, row in pairs])
        table = ac.Tables.from_counts(cells, labels=labels, rows="truth")
        known: dict[str, Any] = {"prevalence": shares.tolist()}
        if condition.counted is not None:
            seen = rng.multinomial(condition.counted, shares).tolist()
            known = {"prevalence_counts": dict(zip(labels, seen, strict=True))}
        found = ac.deploy(table, **known, measures=keys, seed=int(rng.integers(2**31)))
        low, high = (_values(found, condition.names, end) for end in ("low", "high"))
        held += np.isnan(low) | ((low - 1e-9 <= true) & (true <= high + 1e-9))
    return held / replicates


def _values(found: ac.Deployment, names: Sequence[str], which: str = "value") -> Floats:
    parts = [name.partition(" of ") for name in names]
    return np.array([getattr(found.find(key, label or None), which) for key, _, label in parts])


def main() -> None:
    """Print the coverage under each condition."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replicates", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for condition in CONDITIONS:
        shares = covered(condition, given.replicates, given.seed)
        said = ", ".join(f"{name} {x:.3f}" for name, x in zip(condition.names, shares, strict=True))
        known = "known" if condition.counted is None else f"found in {condition.counted}"
        print(f"{condition.sizes} items, shares {condition.shares} {known}: {said}", flush=True)


if __name__ == "__main__":
    main()
