"""Tests of whether guessing could have made a table of more than two classes: size and power.

Skill is the same in all classes, or sits in the two commonest or the two rarest alone, since no single
weighting of hits is strong under all three.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.inference.guessing.test import COMBINED, guessing_test
from abovechance.inference.guessing.weighted_hits import weighted_hits
from abovechance.simulation.world.mixture import Mixture
from abovechance.studies.base import Finding, ReadyStudy, Section
from abovechance.studies.counting import counting, drawn_tables, falling_shares, least_expected, share_rows
from abovechance.studies.scoring import GIVE, beyond, chosen, fields, grouped, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.core.result import Row
    from abovechance.inference.significance.outcome import Alternative
    from abovechance.studies.base import Effort
    from abovechance.studies.counting import Observed


CONDITION = ("classes", "n", "skew", "guess", "skill", "best", "informed")
SINGLE = ("score", "prevalence_weighted_informedness", "informedness")
MOST = {"05": 0.065, "01": 0.015, "001": 0.002}
LEAST = 0.03
EXPECTED = 1.0
WITHIN = 0.07
_LEVELS = {"05": "5 %", "01": "1 %", "001": "0.1 %"}
_TITLES = {
    "informedness_normal": "0.1.0",
    "score": "Score",
    "prevalence_weighted_informedness": "B prev.",
    "informedness": "B",
    "combined": "Combined",
}
_SKILL_TITLES = {"equal": "all classes", "common": "two commonest", "rare": "two rarest"}


def findings(rows: Sequence[Row]) -> list[Finding]:
    """What holds, with the numbers that decide."""
    chance = chosen(rows, skill="none")
    found = [_upper(chance, test) for test in ("combined", "informedness_normal")] if chance else []
    ample = [row for row in chance if row["least_expected"] >= EXPECTED]
    found += [_lower(ample)] if ample else []
    for best, said in (("most", "about 90 %"), ("half", "about half")):
        own = [row for row in rows if row["skill"] != "none" and _is(row, best)]
        found += [_power(own, said)] if own else []
    return found


def _is(row: Row, best: str) -> bool:
    """Rows of a given share stand with those in which the best finds most."""
    return row["best"] == best or (best == "most" and row["best"] is None)


def _upper(rows: Sequence[Row], test: str) -> Finding:
    own = chosen(rows, test=test)
    out = sum(len(beyond(own, f"rejected_{level}", (0.0, most))) for level, most in MOST.items())
    name = "The default test" if test == "combined" else "The default of version 0.1.0"
    limits = ", ".join(f"{100 * most:g} % at {_LEVELS[level]}" for level, most in MOST.items())
    greatest = ", ".join(
        f"{100 * max(row[f'rejected_{level}'] for row in own):.2f} % at {_LEVELS[level]}" for level in MOST
    )
    return Finding(
        f"{name} takes guesses for skill in no more than {limits}, two-sided and one-sided ({GIVE}).",
        not out,
        f"It does more often in {out} of {len(MOST) * len(own)} cases (a condition, a side and a level); "
        f"the greatest shares are {greatest}.",
    )


def _lower(rows: Sequence[Row]) -> Finding:
    own = chosen(rows, test="combined")
    below = beyond(own, "rejected_05", (LEAST, 1.0))
    return Finding(
        "Where every cell expects an item or more, the default test at 5 % rejects guesses in "
        f"{100 * LEAST:g} % or more ({GIVE}).",
        not below,
        f"It does so less often in {len(below)} of {len(own)} cases; the least share is "
        f"{100 * min(row['rejected_05'] for row in own):.1f} %.",
    )


def _power(rows: Sequence[Row], said: str) -> Finding:
    shares = [_by_test(own) for own in _conditions(rows)]
    losses, former = ([_best(by) - by[name] for by in shares] for name in ("combined", "informedness_normal"))
    return Finding(
        f"Where the best of the three single tests finds {said}, the default test finds no more than "
        f"{100 * WITHIN:g} points less, wherever skill sits and however labels are guessed.",
        max(losses) <= WITHIN,
        f"At 5 %, two-sided, it finds up to {100 * max(losses):.1f} points less under {len(losses)} "
        f"conditions, {100 * sum(losses) / len(losses):.1f} in the mean; the default of version 0.1.0 found "
        f"up to {100 * max(former):.1f} points less, {100 * sum(former) / len(former):.1f} in the mean.",
    )


def _conditions(rows: Sequence[Row], alternative: str = "two-sided") -> list[list[Row]]:
    """The rows of each condition, those of one side."""
    return list(grouped(chosen(rows, side=alternative), lambda row: fields(row, *CONDITION)).values())


def _by_test(rows: Sequence[Row]) -> dict[str, float]:
    return {row["test"]: row["rejected_05"] for row in rows}


def _best(by: dict[str, float]) -> float:
    return max(by[name] for name in SINGLE)


def sections(rows: Sequence[Row]) -> list[Section]:
    """Power where the best finds most, and half; size two-sided and one-sided."""
    powers = {"most": "Power: the best finds most", "half": "Power: the best finds about half"}
    sizes = {"two-sided": "Size, two-sided", "greater": "Size, one-sided (better than guessing)"}
    skilled = [row for row in rows if row["skill"] != "none"]
    found = []
    for best, title in powers.items():
        own = _conditions([row for row in skilled if _is(row, best)])
        found.append(Section(title, _POWER_HEADER, tuple(map(_power_line, own)), _POWER_NOTE))
    for alternative, title in sizes.items():
        own = _conditions(chosen(rows, skill="none"), alternative)
        found.append(Section(title, _SIZE_HEADER, tuple(map(_size_line, own)), _SIZE_NOTE))
    return [section for section in found if section.body]


_POWER_HEADER = ("Condition", "Skill in", "Share", *_TITLES.values())
_POWER_NOTE = (
    "Rejected at 5 %, two-sided, in %. A condition is the number of classes, that of items, how many times "
    "as frequent the commonest class is as the rarest, and the guesses; the share is that of informed "
    "decisions on the classes with skill. B prev. is Informedness weighted by prevalence, B is Informedness."
)
_SIZE_HEADER = (
    "Condition", "Expected",
    *(f"{name} {level}" for name in ("Old", "New") for level in _LEVELS.values()),
)  # fmt: skip
_SIZE_NOTE = (
    "Guesses taken for skill, in %: old by the default of version 0.1.0 (but that it permuted sparse tables "
    "of up to some 28 classes), new by the combined test. Expected is how many items the emptiest cell "
    "expects."
)


def _power_line(rows: Sequence[Row]) -> tuple[str, ...]:
    first, by = rows[0], _by_test(rows)
    return (
        _condition(first), _SKILL_TITLES[first["skill"]], f"{first['informed']:.2f}",
        *(percent(by[name]) for name in _TITLES),
    )  # fmt: skip


def _size_line(rows: Sequence[Row]) -> tuple[str, ...]:
    by = {row["test"]: row for row in rows}
    shares = [by[name][f"rejected_{x}"] for name in ("informedness_normal", "combined") for x in _LEVELS]
    return (
        _condition(rows[0]), f"{rows[0]['least_expected']:.2g}",
        *(percent(x, 2) for x in shares),
    )  # fmt: skip


def _condition(row: Row) -> str:
    return f"{row['classes']}, {row['n']}, 1:{row['skew']:g}, {row['guess']}"


Skill = Literal["none", "equal", "common", "rare"]
Found = Literal["half", "most"]

LEVELS = {"05": 0.05, "01": 0.01, "001": 0.001}
SIDES: tuple[Alternative, ...] = ("two-sided", "greater")
GUESSES = ("mismatched", "even", "matched")
FORMER = "informedness_normal"  # the default of version 0.1.0, but that it permuted sparse tables
TESTS = (FORMER, *COMBINED, "combined")
_Z_OF_POWERS = {"half": 1.959964, "most": 3.241516}
"""How far out the best of the three lies in the mean: where a two-sided test at 5 % finds 50 %, and 90 %."""
_CLASSES_WITH_SKILL = 2  # how many classes have skill where not all have it
_HALVINGS = 40


@dataclass(frozen=True)
class World:
    """A predictor and a number of items."""

    classes: int
    n: int
    skew: float  # how many times as frequent as the rarest class the commonest is
    guess: str  # as in :class:`Mixture`
    skill: Skill = "none"  # which classes are told apart at all
    share: float | Found = 0.0  # of informed decisions on these, or of what the best single test finds

    @property
    def prevalence(self) -> tuple[float, ...]:
        """The shares of the classes, the commonest first."""
        return falling_shares(self.classes, self.skew)

    @cached_property
    def informed(self) -> float:
        """The share of informed decisions on the classes that have skill."""
        if not isinstance(self.share, str):
            return self.share
        low, high = 0.0, 1.0
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            sums = weighted_hits(Contingency(self._shares(middle) * self.n), COMBINED)
            low, high = (
                (low, middle) if sums.standardised.max() > _Z_OF_POWERS[self.share] else (middle, high)
            )
        return high

    @property
    def shares(self) -> NDArray[np.float64]:
        """The probability of each cell."""
        return self._shares(self.informed)

    @property
    def least_expected(self) -> float:
        """How many items chance puts into the emptiest cell."""
        return least_expected(self.shares, self.n)

    @property
    def best(self) -> Found | None:
        """How much the best of the three single tests is to find, if the share is not given."""
        return self.share if isinstance(self.share, str) else None

    def _shares(self, informed: float) -> NDArray[np.float64]:
        skilled = np.zeros(self.classes)
        skilled[_CLASSES_KNOWN[self.skill]] = informed
        return Mixture(tuple(skilled.tolist()), self.prevalence, self.guess).shares


_CLASSES_KNOWN: dict[Skill, Any] = {
    "none": slice(0, 0),
    "equal": slice(None),
    "common": slice(None, _CLASSES_WITH_SKILL),
    "rare": slice(-_CLASSES_WITH_SKILL, None),
}

SIZES = (  # classes, items and skew where nothing is informed
    (3, 30, 1), (3, 100, 20), (3, 1000, 20), (5, 50, 1), (5, 100, 20), (5, 300, 50), (5, 1000, 20), (10, 100,
    20), (10, 300, 50), (10, 5000, 20), (20, 300, 20), (50, 300, 1), (50, 300, 50), (100, 300, 1), (100, 1000,
    20),
)  # fmt: skip
POWERS = ((3, 300, 20), (5, 300, 20), (6, 260, 25), (10, 300, 20))  # classes, items, skew where something is
_QUICK: tuple[tuple[str, Skill], ...] = (("mismatched", "equal"), ("matched", "common"), ("even", "rare"))
_FIXED_SKILL = ((0.1, "mismatched"), (0.1, "even"), (0.08, "matched"))


def cells(effort: Effort) -> list[World]:
    """Where nothing is informed, where all classes are informed alike, and where some are."""
    if effort == "quick":
        found = [World(*size, guess) for size in SIZES[1:2] for guess in GUESSES]
        return found + [World(5, 300, 20, guess, skill, "most") for guess, skill in _QUICK]
    found = [World(*size, guess) for size in SIZES for guess in (GUESSES if size[-1] > 1 else ("matched",))]
    found += [World(5, 300, 20, guess, "equal", share) for share, guess in _FIXED_SKILL]
    found += [World(5, 300, 20, "matched", "common", 0.2), World(10, 300, 20, "matched", "common", 0.2)]
    skills: tuple[Skill, ...] = ("equal", "common", "rare")
    shares: tuple[Found, ...] = ("most", "half")
    aimed = [
        World(classes, n, skew, guess, skill, share)
        for share, (classes, n, skew), guess, skill in product(shares, POWERS, GUESSES, skills)
    ]
    # Where full skill on these classes is not found so often, there is no such condition.
    return found + [world for world in aimed if world.informed < 1]


@counting
def chunk(cell: World, size: int, seed: np.random.SeedSequence) -> Observed:
    """Whether each test rejects at each level, two-sided and one-sided."""
    tables = drawn_tables(cell.shares, cell.n, size, seed)
    for name, side in product(TESTS, SIDES):
        how: dict[str, Any] = {"reference": "normal"} if name == FORMER else {}
        found = guessing_test(tables, "informedness" if how else name, alternative=side, **how)
        yield (name, side), {f"rejected_{x}": np.less(found.p_value, level) for x, level in LEVELS.items()}


STUDY = ReadyStudy(
    name="guessing",
    title="Could guessing have done it?",
    question="Which test of more than two classes finds skill wherever it sits, and keeps its level?",
    method=""" Tables of 3 to 100 classes are drawn, the commonest up to 50 times as frequent as the rarest.
Guesses are as frequent as the classes (matched), in the opposite order (mismatched) or even. No class is
informed; or all are, with one share; or only the two commonest; or only the two rarest. The share is a tenth
(matched: 0.08) or a fifth, or such that the best of the three single tests finds it in about 90 % or 50 % of
tables. The tests are the score for a share that all classes have in common, Informedness weighted by
prevalence, Informedness itself, and their combination, the farthest out of the three, which is the default;
beside them the default of version 0.1.0, z of Informedness read off the normal distribution.
""",
    cells=cells, chunk=chunk, rows=share_rows((*CONDITION, "least_expected"), ("test", "side")),
    findings=findings, sections=sections, quick=400, full=10_000, chunk_size=500,
)  # fmt: skip
