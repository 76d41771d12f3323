"""Guesses on items that come in clusters: how often the test of clusters takes them for skill."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Literal

import numpy as np

from abovechance.inference.significance.test import test
from abovechance.studies.base import Finding, ReadyStudy, Section, sections_alike
from abovechance.studies.scoring import GIVE, fields, grouped, percent, percents, share_error, side
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.simulation.runner.run import Sums
    from abovechance.studies.base import Effort, Row

    Counts = NDArray[np.int64]

Sizes = Literal["equal", "unequal"]

SIZES: tuple[Sizes, ...] = ("equal", "unequal")
LEVEL = 0.05
BAND = (0.03, 0.065)
ITEMS = 15
"""In a cluster, in the mean."""
SKEW = 6


@dataclass(frozen=True)
class Guesses:
    """Guesses on clustered items.

    Attributes
    ----------
    classes, skew
        How many classes, and how many times as frequent the commonest is as the rarest.
    clusters
        How many of them.
    alike
        The intraclass correlation of the classes, and of the answers.
    sizes
        ``"equal"``, or ``"unequal"``: geometrically distributed.
    """

    classes: int
    skew: float
    clusters: int
    alike: float
    sizes: Sizes

    def draw(self, rng: np.random.Generator) -> Counts:
        """A table for each cluster: an item has the label of its cluster with probability √alike."""
        if self.sizes == "equal":
            sizes = np.full(self.clusters, ITEMS)
        else:
            sizes = rng.geometric(1 / ITEMS, self.clusters)
        cluster = np.repeat(np.arange(self.clusters), sizes)
        truth, answer = (self._labels(cluster, rng) for _ in range(2))
        cells = (cluster * self.classes + truth) * self.classes + answer
        shape = (self.clusters, self.classes, self.classes)
        return np.bincount(cells, minlength=math.prod(shape)).reshape(shape)

    def _labels(self, cluster: Counts, rng: np.random.Generator) -> Counts:
        shares = np.geomspace(self.skew, 1, self.classes)
        shares /= shares.sum()
        common = rng.choice(self.classes, self.clusters, p=shares)[cluster]
        own = rng.choice(self.classes, len(cluster), p=shares)
        return np.where(rng.random(len(cluster)) < math.sqrt(self.alike), common, own)


def cells(effort: Effort) -> list[Guesses]:
    """Two to five classes, even and skewed; ten to fifty clusters; weak to strong resemblance."""
    if effort == "quick":
        return [Guesses(3, SKEW, 20, alike, sizes) for alike in (0.1, 0.5) for sizes in SIZES]
    return [
        Guesses(classes, skew, clusters, alike, sizes)
        for classes, skew, clusters, alike, sizes in product(
            (2, 3, 5), (1, SKEW), (10, 20, 50), (0.1, 0.3, 0.5), SIZES
        )
    ]


def chunk(cell: Guesses, size: int, seed: np.random.SeedSequence) -> Sums:
    """How many samples each test rejects at 5 %, two-sided."""
    rng = np.random.default_rng(seed)
    labels = tuple(range(cell.classes))
    samples = Tables(
        np.stack([cell.draw(rng) for _ in range(size)]), labels, axes=(Axis("sample"), Axis("cluster"))
    )
    results = test(samples, clusters="cluster"), test(samples.sum("cluster"))
    rejected = [np.count_nonzero(result.p_value < LEVEL) for result in results]
    return {"samples": np.array(size), "rejected": np.array(rejected)}


def rows(cell: Guesses, sums: Sums) -> list[Row]:
    """One row: the shares of samples rejected by the test of clusters and by that of items."""
    number = int(sums["samples"])
    clustered, naive = (float(x / number) for x in sums["rejected"])
    found = {"samples": number, "rejected": clustered, "rejected_naive": naive}
    return [fields(cell, "classes", "skew", "clusters", "alike", "sizes") | found]


def findings(rows: Sequence[Row]) -> list[Finding]:
    """Whether the test keeps its level, and what comes of taking items as independent."""
    return [
        _kept(rows, "rejected", "The test of clusters"),
        _kept(rows, "rejected_naive", "The test that takes items as independent"),
    ]


def _kept(rows: Sequence[Row], name: str, what: str) -> Finding:
    beyond = [row for row in rows if not _within(row[name], row["samples"])]
    return Finding(
        f"{what} at 5 % rejects guesses in {100 * BAND[0]:g} to {100 * BAND[1]:g} % of samples ({GIVE}).",
        not beyond,
        f"So it does under {len(rows) - len(beyond)} of {len(rows)} conditions; the share is "
        f"{percents(row[name] for row in rows)} %.",
    )


def _within(share: float, number: int) -> bool:
    return side(share, share_error(share, number), BAND) == "within"


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


_METHOD = f"""
Items come in 10, 20 or 50 clusters, all of {ITEMS} items or of very unequal sizes (geometrically distributed,
{ITEMS} in the mean). The classes of the items of a cluster resemble each other, and so do the answers, with
an intraclass correlation of 0.1 to 0.5; but answers know nothing of classes. There are two to five classes,
even or the commonest {SKEW} times as frequent as the rarest, and answers are as frequent as the classes. The
default test is run with the clusters and without.
"""

STUDY = ReadyStudy(
    name="clusters",
    title="Guesses on items in clusters",
    question="Does the test of items in clusters keep its level, and does one without clusters?",
    method=" ".join(_METHOD.split()),
    cells=cells, chunk=chunk, rows=rows, findings=findings, sections=sections,
    quick=300, full=2000, chunk_size=250,
)  # fmt: skip
