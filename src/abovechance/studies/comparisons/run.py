"""Two systems that are equally informed: how often they are shown to differ, and what intervals cover.

The systems guess in different ways on classes of unequal frequency, so that few items of a rare class, which
one of the systems names often, carry most of the variance of the difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from abovechance.inference.comparisons.joint import Joint
from abovechance.inference.comparisons.sources import PairedSource, UnpairedSource
from abovechance.measures.registry import measure
from abovechance.simulation.world.mixture import Mixture
from abovechance.studies.base import ReadyStudy
from abovechance.studies.comparisons.claims import findings, sections
from abovechance.studies.scoring import fields
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.inference.comparisons.pair_difference import PairDifference
    from abovechance.simulation.runner.run import Sums
    from abovechance.studies.base import Effort, Row

    Floats = NDArray[np.float64]

LEVEL = 0.95
SYSTEMS = ("first", "second")
SIZES = (
    (3, 128, 15), (5, 128, 15), (3, 300, 50), (5, 300, 50), (10, 300, 15), (5, 1000, 50), (10, 1000, 50),
)  # fmt: skip
"""Classes, items, and how many times as frequent the commonest class is as the rarest."""
WORST = ((5, 128, 15), (5, 300, 50), (10, 300, 15), (5, 1000, 50))
OPPOSITE = ("matched", "mismatched")
_ALIKE = 0.8


@dataclass(frozen=True)
class Contest:
    """Two systems that are informed with one probability and guess in two ways.

    Attributes
    ----------
    classes, n, skew
        How many classes and items, and the prevalence of the commonest class over that of the rarest; those
        between are evenly spaced on the logarithmic scale.
    informed
        The probability of an informed decision, of both.
    guesses
        How each guesses, as in :class:`Mixture`.
    alike
        The share of items that both answer alike as far as their shares of answers allow; of the others
        their answers are independent given the class. None if they judge different items.
    """

    classes: int
    n: int
    skew: float
    informed: float
    guesses: tuple[str, str]
    alike: float | None

    @property
    def prevalence(self) -> tuple[float, ...]:
        """The share of each class, the rarest first."""
        shares = np.geomspace(1, self.skew, self.classes)
        return tuple((shares / shares.sum()).tolist())

    @property
    def tables(self) -> list[Floats]:
        """The probability of each cell of the table of each system."""
        return [Mixture(self.informed, self.prevalence, guess).shares for guess in self.guesses]

    @property
    def patterns(self) -> Floats:
        """The probability of each class and both answers, ``(K, K, K)``."""
        prevalence = np.array(self.prevalence)
        first, second = (shares / prevalence[:, None] for shares in self.tables)
        apart = first[:, :, None] * second[:, None, :]
        common = np.minimum(first, second)
        rests = [answers - common for answers in (first, second)]
        left = np.maximum(rests[0].sum(-1), np.finfo(float).tiny)[:, None, None]
        alike = common[:, :, None] * np.eye(self.classes)
        alike = alike + rests[0][:, :, None] * rests[1][:, None, :] / left
        share = self.alike or 0.0
        return prevalence[:, None, None] * ((1 - share) * apart + share * alike)


def cells(effort: Effort) -> list[Contest]:
    """Opposite biases on skewed classes; in full also other guesses, different items, and even classes."""
    if effort == "quick":
        return [Contest(*size, 0.0, OPPOSITE, alike) for size in WORST[:3] for alike in (0.0, None)]
    found = [
        Contest(*size, informed, OPPOSITE, alike)
        for alike, informed, size in product((0.0, _ALIKE, None), (0.0, 0.1, 0.3, 0.5), SIZES)
    ]
    others = product((("even", "mismatched"), ("matched", "even")), (0.0, 0.3), (WORST[1], WORST[2]))
    found += [Contest(*size, informed, guesses, _ALIKE) for guesses, informed, size in others]
    return found + [Contest(5, 300, 1, 0.5, ("even", "even"), alike) for alike in (0.0, _ALIKE, None)]


def chunk(cell: Contest, size: int, seed: np.random.SeedSequence) -> Sums:
    """Compare as many pairs of systems by the default methods, and count what is shown and covered."""
    rng = np.random.default_rng(seed)
    draw = _different if cell.alike is None else _same
    found = draw(cell, size, rng)
    shown = np.array([d.p_value < 1 - LEVEL for d in found])
    missed = np.array([not d.takes_in_zero for d in found])
    warned = np.array([d.warning is not None for d in found])
    return {
        "number": np.array(size),
        "shown": shown.sum(),
        "missed": missed.sum(),
        "warned": warned.sum(),
        "missed_unwarned": (missed & ~warned).sum(),
        "width": np.array(sum(d.high - d.low for d in found)),
    }


def _same(cell: Contest, size: int, rng: np.random.Generator) -> list[PairDifference]:
    """The differences of two systems on the same items."""
    shares = cell.patterns.ravel()
    found = []
    for counts in rng.multinomial(cell.n, shares / shares.sum(), size=size):
        there = np.flatnonzero(counts)
        truth, *answers = np.unravel_index(there, (cell.classes,) * 3)
        joint = Joint(truth, np.stack(answers), counts[there], tuple(range(cell.classes)), SYSTEMS)
        found.append(PairedSource(joint).difference(measure("informedness"), *SYSTEMS, level=LEVEL))
    return found


def _different(cell: Contest, size: int, rng: np.random.Generator) -> list[PairDifference]:
    """The differences of two systems on items of their own."""
    shares = [table.ravel() for table in cell.tables]
    counts = np.stack([rng.multinomial(cell.n, x / x.sum(), size=size) for x in shares], axis=1)
    batch = counts.reshape(size, 2, cell.classes, cell.classes)
    sources = (
        UnpairedSource(Tables(x, tuple(range(cell.classes)), axes=(Axis("system", SYSTEMS),))) for x in batch
    )
    return [x.difference(measure("informedness"), *SYSTEMS, level=LEVEL) for x in sources]


def rows(cell: Contest, sums: Sums) -> list[Row]:
    """One row: shares of all pairs drawn, and the mean width of the intervals."""
    number = int(sums["number"])
    share = {name: float(sums[name] / number) for name in ("shown", "missed", "warned", "missed_unwarned")}
    return [
        {
            "items": "different" if cell.alike is None else "same",
            **fields(cell, "classes", "n", "skew"),
            "rarest": cell.n * cell.prevalence[0],
            "informed": cell.informed,
            "first": cell.guesses[0],
            "second": cell.guesses[1],
            "alike": cell.alike,
            "number": number,
            "shown": share["shown"],
            "covered": 1 - share["missed"],
            "warned": share["warned"],
            "missed_unwarned": share["missed_unwarned"],
            "width": float(sums["width"] / number),
        }
    ]


_METHOD = f"""
Two systems are informed with the same probability (0 to 0.5) and guess otherwise: one names labels as often
as the classes occur (matched), the other in the opposite order (mismatched), so that it names the rarest
class most; in some conditions one of them guesses evenly. The commonest of three to ten classes is 15 or 50
times as frequent as the rarest, which has 4 to 13 items in the mean; a last condition has even classes. On
the same items the answers are independent given the class, or on {_ALIKE:.0%} of items the same as far as
the shares of answers allow; or each system judges items of its own. Systems are compared by Informedness,
with the default interval of 95 % and the default test: a p-value below 0.05 shows them to differ, which is
false, and an interval covers if it takes in 0.
"""

STUDY = ReadyStudy(
    name="comparisons",
    title="Comparisons of equally informed systems",
    question="How often are two equally informed systems that favour different labels shown to differ?",
    method=" ".join(_METHOD.split()),
    cells=cells, chunk=chunk, rows=rows, findings=findings, sections=sections,
    quick=200, full=1000, chunk_size=100,
)  # fmt: skip
