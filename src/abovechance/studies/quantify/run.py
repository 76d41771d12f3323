"""True shares of unlabelled items: coverage and width of intervals, and errors of estimates."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from abovechance.inference.quantify.shares import allowed_shares, share_estimates, share_sets
from abovechance.studies.base import Finding, ReadyStudy, Section, sections_alike
from abovechance.studies.counting import counting, covers, tallies
from abovechance.studies.quantify.formulas import ppi_plus_plus, rogan_gladen
from abovechance.studies.scoring import chosen, grouped, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.core.arrays import Floats
    from abovechance.core.result import Row
    from abovechance.simulation.runner.run import Sums
    from abovechance.studies.base import Effort
    from abovechance.studies.counting import Observed

LEVEL = 0.95
LEAST = 0.93
OURS = ("class", "population")
PLAIN = ("rogan_gladen", "ppi++")
_TOLERANCE = 3  # standard errors of a coverage
_FEW = 5  # labelled items of the rarer class: with fewer, PPI++ is as wide as Wilson's interval


@dataclass(frozen=True)
class World:
    """A predictor, and items of which some are labelled, all drawn from one population."""

    labelled: int
    unlabelled: int
    share: float  # of the last class; the others are equally frequent
    informed: float  # Informedness: decisions are informed so often
    bias: float  # how often the others name the last class: with 0 or 1, errors are of one kind
    classes: int = 2

    @property
    def shares(self) -> Floats:
        """The true shares of all classes."""
        return np.append(np.full(self.classes - 1, (1 - self.share) / (self.classes - 1)), self.share)

    @property
    def rates(self) -> Floats:
        """The probability of each prediction in each class."""
        guess = np.append(np.full(self.classes - 1, (1 - self.bias) / (self.classes - 1)), self.bias)
        return self.informed * np.eye(self.classes) + (1 - self.informed) * guess

    def draw(self, size: int, seed: np.random.SeedSequence) -> tuple[Floats, Floats]:
        """Tables of labelled items, and predictions of unlabelled ones."""
        rng = np.random.default_rng(seed)
        cells = self.shares[:, None] * self.rates
        labelled = rng.multinomial(self.labelled, cells.ravel(), size).reshape(size, *cells.shape)
        return labelled.astype(float), rng.multinomial(self.unlabelled, cells.sum(0), size).astype(float)


_JUDGES = (  # calibration, unlabelled, share, tpr, fpr
    (50, 1000, 0.7, 0.8, 0.3),
    (50, 1000, 0.95, 0.9, 0.2),
    (200, 2000, 0.7, 0.8, 0.3),
    (200, 2000, 0.98, 0.95, 0.3),
)
_ONE_SIDED = (
    (60, 20_000, 0.3, 1.0, 0.05),
    (60, 20_000, 0.3, 0.95, 0.0),
    (45, 10_000, 0.25, 1.0, 0.05),
    (100, 10_000, 0.1, 1.0, 0.05),
    (80, 20_000, 0.15, 1.0, 0.1),
    (1000, 2000, 0.01, 0.6, 0.005),
)


def _of_rates(n: int, m: int, share: float, tpr: float, fpr: float) -> World:
    # Guesses are 1 − Informedness of all decisions, and all false positives are guesses.
    return World(n, m, share, tpr - fpr, fpr / (1 - tpr + fpr))


SETTINGS = tuple(_of_rates(*x) for x in _JUDGES)


def cells(effort: Effort) -> list[World]:
    """Four settings of a judge, a grid of two classes, errors of one kind, and some of five classes."""
    if effort == "quick":
        return [*SETTINGS, World(50, 1000, 0.05, 0.5, 0.3), _of_rates(*_ONE_SIDED[0])]
    grid = product((30, 100, 1000), (1000,), (0.01, 0.05, 0.3, 0.5, 0.9, 0.99), (0.1, 0.5, 0.95), (0.3,))
    five = product((30, 300), (1000,), (0.01, 0.3, 0.96), (0.1, 0.8), (0.2,), (5,))
    one = product((30, 100, 1000), (20_000,), (0.01, 0.1, 0.3, 0.9), (0.1, 0.95), (0.0, 1.0))
    given = (*SETTINGS, *(_of_rates(*x) for x in _ONE_SIDED))
    return [*given, *(World(*x) for x in (*grid, *one)), *(World(*x) for x in five)]


@counting
def chunk(cell: World, size: int, seed: np.random.SeedSequence) -> Observed:
    """Whether the interval of the last class covers, its width, and the error of the estimate."""
    labelled, loose = cell.draw(size, seed)
    for design in OURS:
        value = share_estimates(labelled, loose, design)[:, -1]
        if design == "class" and cell.classes > 2:
            held = allowed_shares(labelled, loose, LEVEL, cell.shares)[:, -1].astype(float)
            seen = {"covered": held, "width": np.full(size, np.nan)}
            yield (design,), seen | {"square": np.square(value - cell.share)}
            continue
        low, high = (x[:, -1] for x in share_sets(labelled, loose, design, LEVEL))
        yield (design,), _seen(value, low, high, cell.share)
    if cell.classes == 2:
        for name, function in zip(PLAIN, (rogan_gladen, ppi_plus_plus), strict=True):
            yield (name,), _seen(*function(labelled, loose, LEVEL), cell.share)


def _seen(value: Floats, low: Floats, high: Floats, share: float) -> dict[str, Floats]:
    return {
        "covered": np.nan_to_num(covers(low, high, share)),  # an interval that is refused does not cover
        "width": np.clip(high, 0, 1) - np.clip(low, 0, 1),
        "square": np.square(value - share),
    }


def rows(cell: World, sums: Sums) -> list[Row]:
    """A row for each method."""
    names = ("classes", "labelled", "unlabelled", "share", "informed", "bias")
    return [
        {name: getattr(cell, name) for name in names}
        | {"method": case[0], "replicates": seen["covered"].replicates, "covered": seen["covered"].mean}
        | {"width": seen["width"].mean, "rmse": math.sqrt(seen["square"].mean)}
        for case, seen in tallies(sums)
    ]


def findings(rows: Sequence[Row]) -> list[Finding]:
    """Whether ours cover everywhere, and are as narrow as PPI++ where that covers."""
    covering = [_covering(chosen(rows, method=name), name) for name in (*OURS, *PLAIN)]
    return [*covering, _as_narrow(rows, few=False), _as_narrow(rows, few=True)]


def _covering(own: Sequence[Row], name: str) -> Finding:
    short = [x for x in own if x["covered"] + _TOLERANCE * math.sqrt(0.05 * 0.95 / x["replicates"]) < LEAST]
    least = min(own, key=lambda x: x["covered"])
    return Finding(
        f"Intervals of {name} cover in at least {percent(LEAST)} % of samples (errors allowed for).",
        not short,
        f"They fall short in {len(short)} of {len(own)} conditions; the least is "
        f"{percent(least['covered'])} % ({_name(least)}).",
    )


def _as_narrow(rows: Sequence[Row], *, few: bool) -> Finding:
    """Widths beside PPI++ where it covers, with many or with few labelled items of the rarer class."""
    ours, theirs = chosen(rows, method="population", classes=2), chosen(rows, method="ppi++")
    pairs = [
        (a, b)
        for a, b in zip(ours, theirs, strict=True)
        if b["covered"] >= LEAST and (a["labelled"] * min(a["share"], 1 - a["share"]) < _FEW) == few
    ]
    wider = [(a, b) for a, b in pairs if a["width"] > 1.02 * b["width"]]
    worst = max(pairs, key=lambda x: x[0]["width"] / x[1]["width"], default=None)
    told = "" if worst is None else (
        f" The widest is {worst[0]['width'] / worst[1]['width']:.2f} times as wide ({_name(worst[0])})."
    )  # fmt: skip
    items = f"{'fewer than' if few else 'at least'} {_FEW} labelled items of the rarer class are expected"
    return Finding(
        f"Where PPI++ covers {percent(LEAST)} % and {items}, intervals of population are at most 2 % wider.",
        not wider,
        f"They are wider in {len(wider)} of {len(pairs)} such conditions.{told}",
    )


def _name(row: Row) -> str:
    items = f"{row['labelled']} labelled, {row['unlabelled']} unlabelled"
    return f"{items}, share {row['share']:g}, Informedness {row['informed']:.2g}, bias {row['bias']:.2g}"


def sections(rows: Sequence[Row]) -> list[Section]:
    """A table for each number of classes and of labelled items."""
    return sections_alike(grouped(rows, _title), _HEADER, _line, _NOTE)


def _title(row: Row) -> str:
    return f"{row['classes']} classes, {row['labelled']} labelled and {row['unlabelled']} unlabelled items"


_HEADER = ("Method", "Share", "Informedness", "Bias", "Coverage", "Width", "RMSE")
_NOTE = (
    "Coverage of 95 % intervals in %, their mean width within 0 and 1, root mean squared error. Bias: "
    "how often guesses name it. Widths of class with five classes are not computed."
)


def _line(row: Row) -> tuple[str, ...]:
    width = "–" if math.isnan(row["width"]) else f"{row['width']:.3f}"
    rmse = "–" if math.isnan(row["rmse"]) else f"{row['rmse']:.3f}"
    world = (f"{row['share']:g}", f"{row['informed']:.2g}", f"{row['bias']:.2g}")
    return (row["method"], *world, percent(row["covered"]), width, rmse)


STUDY = ReadyStudy(
    name="quantify",
    title="True shares of unlabelled items",
    question="Do intervals of corrected shares cover, and are they as narrow as those of PPI++?",
    method="""
Labelled and unlabelled items are drawn from one population of two classes or five. The predictor is informed
with a known probability and guesses otherwise; where guesses name one class alone (bias 0 or 1), errors are
of one kind, which a small sample may not show. The share of the last class is estimated with the designs
class and population, by the formula of Rogan and Gladen with its standard error, and by prediction-powered
inference with its best weight (PPI++), both computed as the package truescore 0.7.4 does. An interval that a
formula refuses, as a class has no labelled items or Informedness is not positive, does not cover. Errors of
estimates are those where there is one.
""",
    cells=cells, chunk=chunk, rows=rows, findings=findings, sections=sections, quick=200, full=1000,
    chunk_size=250,
)  # fmt: skip
