"""Two systems that are equally informed: how often they are shown to differ, and what intervals cover.

The systems guess in different ways on classes of unequal frequency, so that few items of a rare class, which
one of the systems names often, carry most of the variance of the difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.text import NONE
from abovechance.inference.comparisons.joint import Joint
from abovechance.inference.comparisons.sources import PairedSource, UnpairedSource
from abovechance.measures.registry import measure
from abovechance.simulation.world.mixture import Mixture
from abovechance.studies.base import Finding, ReadyStudy, Section, sections_alike
from abovechance.studies.counting import counting, falling_shares, share_rows
from abovechance.studies.scoring import GIVE, beyond, chosen, grouped, percent, under
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from abovechance.core.result import Row
    from abovechance.inference.comparisons.pair_difference import PairDifference
    from abovechance.studies.base import Effort
    from abovechance.studies.counting import Observed

    Floats = NDArray[np.float64]

LEVEL = 0.95
SYSTEMS = ("first", "second")
SIZES = (  # classes, items, and how many times as frequent the commonest class is as the rarest
    (3, 128, 15), (5, 128, 15), (3, 300, 50), (5, 300, 50), (10, 300, 15), (5, 1000, 50), (10, 1000, 50),
)  # fmt: skip
WORST = ((5, 128, 15), (5, 300, 50), (10, 300, 15), (5, 1000, 50))
OPPOSITE = ("matched", "mismatched")
MOST_SHOWN = 0.065
LEAST_COVERED = 0.93
MOST_WARNED = 0.2
WARNED_FROM = 300
_SHARE_ALIKE = 0.8
_CONDITION = ("items", "classes", "n", "skew", "rarest", "informed", "ways", "alike")
_ITEMS_SAID = {"same": "the same items", "different": "different items"}


@dataclass(frozen=True)
class Contest:
    """Two systems that are informed with one probability and guess in two ways.

    ``alike`` is the share of items that both answer alike as far as their shares of answers allow; their
    answers to others are independent given the class. None if they judge different items.
    """

    classes: int
    n: int
    skew: float  # of the commonest class to the rarest, with equal ratios between
    informed: float
    guesses: tuple[str, str]  # as in :class:`Mixture`
    alike: float | None

    @property
    def prevalence(self) -> tuple[float, ...]:
        """The share of each class, the rarest first."""
        return falling_shares(self.classes, 1, self.skew)

    @property
    def ways(self) -> str:
        """How both guess, in words."""
        return " and ".join(self.guesses)

    @property
    def items(self) -> str:
        """Whether both judge the same items."""
        return "different" if self.alike is None else "same"

    @property
    def rarest(self) -> float:
        """How many items of the rarest class there are in the mean."""
        return self.n * self.prevalence[0]

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
        # Answers can be the same as often as the system that gives a label less often gives it, and no more.
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
        for alike, informed, size in product((0.0, _SHARE_ALIKE, None), (0.0, 0.1, 0.3, 0.5), SIZES)
    ]
    others = product((("even", "mismatched"), ("matched", "even")), (0.0, 0.3), (WORST[1], WORST[2]))
    found += [Contest(*size, informed, guesses, _SHARE_ALIKE) for guesses, informed, size in others]
    return found + [Contest(5, 300, 1, 0.5, ("even", "even"), alike) for alike in (0.0, _SHARE_ALIKE, None)]


@counting
def chunk(cell: Contest, size: int, seed: np.random.SeedSequence) -> Observed:
    """Compare as many pairs of systems by the default methods: what is shown and covered."""
    rng = np.random.default_rng(seed)
    found = (_different if cell.alike is None else _same)(cell, size, rng)
    covered = np.array([d.contains_zero for d in found])
    warned = np.array([d.warning is not None for d in found])
    yield (
        (),
        {
            "shown": np.array([d.p_value < 1 - LEVEL for d in found]),
            "covered": covered,
            "warned": warned,
            "missed_unwarned": ~covered & ~warned,
            "width": np.array([d.high - d.low for d in found]),
        },
    )


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


def findings(rows: Sequence[Row]) -> list[Finding]:
    """Whether level and coverage are kept on the same items and on different ones, and warnings are rare."""
    return [
        finding
        for items, said in _ITEMS_SAID.items()
        if (own := chosen(rows, items=items))
        for finding in _found(own, said)
    ]


def _found(rows: Sequence[Row], said: str) -> Iterator[Finding]:
    above = beyond(rows, "shown", (0.0, MOST_SHOWN))
    yield Finding(
        f"On {said}, equally informed systems are shown to differ in no more than {percent(MOST_SHOWN)} % "
        f"of cases ({GIVE}).",
        not above,
        f"They are more often {under(above, rows, 'shown')}",
    )
    below = beyond(rows, "covered", (LEAST_COVERED, 1.0))
    yield Finding(
        f"On {said}, intervals of 95 % cover the difference in {percent(LEAST_COVERED)} % of cases or more "
        f"({GIVE}).",
        not below,
        f"They cover less {under(below, rows, 'covered', 'coverage')}",
    )
    own = [row for row in rows if row["n"] >= WARNED_FROM]
    warned = [row for row in own if row["warned"] > MOST_WARNED]
    yield Finding(
        f"On {said}, from {WARNED_FROM} items on no more than a fifth of the comparisons carry a warning.",
        not warned,
        f"They do more often {under(warned, own, 'warned')}",
    )


def sections(rows: Sequence[Row]) -> list[Section]:
    """A table for every two ways to guess, on the same items and on different ones."""
    return sections_alike(grouped(rows, _way), _HEADER, _line, _NOTE)


def _way(row: Row) -> str:
    return f"On {_ITEMS_SAID[row['items']]}, guesses {row['ways']}"


_HEADER = ("Condition", "Informed", "Alike", "Shown", "Covered", "Warned", "Width")
_NOTE = (
    "A condition is the number of classes, that of items, and how many times as frequent the commonest class "
    "is as the rarest; Alike is on which share of items the systems answer alike as far as they can. Shown "
    "to differ, covered and warned in %, and the mean width of the intervals."
)


def _line(row: Row) -> tuple[str, ...]:
    return (
        f"{row['classes']}, {row['n']}, 1:{row['skew']:g}",
        f"{row['informed']:g}",
        NONE if row["alike"] is None else f"{row['alike']:g}",
        *(percent(row[name]) for name in ("shown", "covered", "warned")),
        f"{row['width']:.3f}",
    )


STUDY = ReadyStudy(
    name="comparisons",
    title="Comparisons of equally informed systems",
    question="How often are two equally informed systems that favour different labels shown to differ?",
    method=f"""
Two systems are informed with the same probability (0 to 0.5) and guess otherwise: one names labels as often
as the classes occur (matched), the other in the opposite order (mismatched), so that it names the rarest
class most; in some conditions one of them guesses evenly. The commonest of three to ten classes is 15 or 50
times as frequent as the rarest, which has 4 to 13 items in the mean; a last condition has even classes. On
the same items the answers are independent given the class, or on {_SHARE_ALIKE:.0%} of items the same as
far as the shares of answers allow; or each system judges items of its own. Systems are compared by
Informedness, with the default interval of 95 % and the default test: a p-value below 0.05 shows them to
differ, which is false, and an interval covers if it contains 0.
""",
    cells=cells, chunk=chunk, rows=share_rows(_CONDITION), findings=findings, sections=sections,
    quick=200, full=1000, chunk_size=100,
)  # fmt: skip
