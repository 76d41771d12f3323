"""Guesses on items that come in clusters: how often the test of clusters takes them for skill."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Literal

import numpy as np

from abovechance.inference.significance.test import test
from abovechance.studies.base import Finding, ReadyStudy, Section, sections_alike
from abovechance.studies.counting import counting, falling_shares, share_rows
from abovechance.studies.scoring import GIVE, beyond, grouped, percent, under
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.core.result import Row
    from abovechance.studies.base import Effort
    from abovechance.studies.counting import Observed

    Counts = NDArray[np.int64]

Sizes = Literal["equal", "unequal"]

SIZES: tuple[Sizes, ...] = ("equal", "unequal")
LEVEL = 0.05
BAND = (0.03, 0.065)
ITEMS = 15  # in a cluster, in the mean
SKEW = 6


@dataclass(frozen=True)
class Guesses:
    """Guesses on clustered items."""

    classes: int
    skew: float  # how many times as frequent the commonest class is as the rarest
    clusters: int  # how many of them
    alike: float  # the intraclass correlation of the classes, and of the answers
    sizes: Sizes  # unequal ones are geometrically distributed

    def draw(self, rng: np.random.Generator) -> Counts:
        """A table for each cluster: an item has the label of its cluster with probability √alike."""
        if self.sizes == "equal":
            sizes = np.full(self.clusters, ITEMS)
        else:
            sizes = rng.geometric(1 / ITEMS, self.clusters)
        cluster = np.repeat(np.arange(self.clusters), sizes)
        truth, answer = (self._labels(cluster, rng) for _ in range(2))
        # One number for each cell of each cluster: one count makes all tables.
        cells = (cluster * self.classes + truth) * self.classes + answer
        shape = (self.clusters, self.classes, self.classes)
        return np.bincount(cells, minlength=math.prod(shape)).reshape(shape)

    def _labels(self, cluster: Counts, rng: np.random.Generator) -> Counts:
        shares = falling_shares(self.classes, self.skew)
        common = rng.choice(self.classes, self.clusters, p=shares)[cluster]
        own = rng.choice(self.classes, len(cluster), p=shares)
        # Two items both have it with the square of that, which is their correlation.
        return np.where(rng.random(len(cluster)) < math.sqrt(self.alike), common, own)


def cells(effort: Effort) -> list[Guesses]:
    """Two to five classes, even and skewed; ten to fifty clusters; weak to strong resemblance."""
    grid = product((2, 3, 5), (1, SKEW), (10, 20, 50), (0.1, 0.3, 0.5), SIZES)
    return [
        Guesses(*x) for x in (product((3,), (SKEW,), (20,), (0.1, 0.5), SIZES) if effort == "quick" else grid)
    ]


@counting
def chunk(cell: Guesses, size: int, seed: np.random.SeedSequence) -> Observed:
    """Whether each test rejects a sample at 5 %, two-sided."""
    rng = np.random.default_rng(seed)
    counts = np.stack([cell.draw(rng) for _ in range(size)])
    samples = Tables(counts, tuple(range(cell.classes)), axes=(Axis("sample"), Axis("cluster")))
    clustered, naive = test(samples, clusters="cluster"), test(samples.sum("cluster"))
    yield (), {"rejected": clustered.p_value < LEVEL, "rejected_naive": naive.p_value < LEVEL}


def findings(rows: Sequence[Row]) -> list[Finding]:
    """Whether the test keeps its level, and what comes of taking items as independent."""
    return [
        _kept(rows, "rejected", "The test of clusters"),
        _kept(rows, "rejected_naive", "The test that takes items as independent"),
    ]


def _kept(rows: Sequence[Row], name: str, what: str) -> Finding:
    out = beyond(rows, name, BAND)
    kept = [row for row in rows if row not in out]
    return Finding(
        f"{what} at 5 % rejects guesses in {100 * BAND[0]:g} to {100 * BAND[1]:g} % of samples ({GIVE}).",
        not out,
        f"So it does {under(kept, rows, name)}",
    )


def sections(rows: Sequence[Row]) -> list[Section]:
    """A table for each number of classes and skew."""
    return sections_alike(grouped(rows, _skew), _HEADER, _line, _NOTE)


def _skew(row: Row) -> str:
    return f"{row['classes']} classes, " + (f"1:{row['skew']:g}" if row["skew"] > 1 else "even")


_HEADER = ("Clusters", "Sizes", "Alike", "Clustered", "Independent")
_NOTE = (
    "Rejected at 5 %, two-sided, in %: by the test of clusters, and by the one that takes items as "
    "independent. Alike is the intraclass correlation."
)


def _line(row: Row) -> tuple[str, ...]:
    shares = (percent(row[name]) for name in ("rejected", "rejected_naive"))
    return (str(row["clusters"]), row["sizes"], f"{row['alike']:g}", *shares)


STUDY = ReadyStudy(
    name="clusters",
    title="Guesses on items in clusters",
    question="Does the test of items in clusters keep its level, and does one without clusters?",
    method=f"""
Items come in 10, 20 or 50 clusters, all of {ITEMS} items or of very unequal sizes (geometrically distributed,
{ITEMS} in the mean). The classes of the items of a cluster resemble each other, and so do the answers, with
an intraclass correlation of 0.1 to 0.5; but answers know nothing of classes. There are two to five classes,
even or the commonest {SKEW} times as frequent as the rarest, and answers are as frequent as the classes. The
default test is run with the clusters and without.
""",
    cells=cells, chunk=chunk, rows=share_rows(("classes", "skew", "clusters", "alike", "sizes")),
    findings=findings, sections=sections, quick=300, full=2000, chunk_size=250,
)  # fmt: skip
