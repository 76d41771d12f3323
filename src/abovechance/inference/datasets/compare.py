"""Several systems on several data sets: which of them rank differently, one score for each system and set."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from abovechance.core.checks import two_sided, unmasked
from abovechance.core.errors import InputError
from abovechance.core.labels import quoted
from abovechance.core.lookup import Names
from abovechance.core.result import Result
from abovechance.core.text import enumerated
from abovechance.inference.datasets.ranks import (
    PAIR_TESTS,
    Friedman,
    Quade,
    RankPair,
    friedman,
    nemenyi_distance,
    quade,
    rank_pairs,
    ranks,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.core.arrays import Column
    from abovechance.core.result import Row

OMNIBUS = ("friedman", "quade")
_test = Names("test of pairs", ("auto", *PAIR_TESTS), {"signed_rank": "wilcoxon", "signed_ranks": "wilcoxon"})
_omnibus = Names("test of all systems", ("auto", *OMNIBUS), {"iman_davenport": "friedman"})


@dataclass(frozen=True, eq=False, repr=False)
class DatasetComparison(Result):
    """What :func:`compare_datasets` found.

    Attributes
    ----------
    systems
        The names of the systems, best mean rank first.
    mean_ranks
        Their mean ranks, 1 being best.
    sets
        How many data sets there are.
    friedman, quade
        The tests that all systems rank alike.
    pairs
        Every two systems, tested apart from the others.
    critical_difference
        Mean ranks farther apart than this differ by Nemenyi's test.
    level, adjust
        The level of confidence, and how p-values of pairs were adjusted.
    omnibus
        Which of the tests of all systems the verdict goes by.
    """

    systems: tuple[str, ...]
    mean_ranks: tuple[float, ...]
    sets: int
    friedman: Friedman
    quade: Quade
    pairs: tuple[RankPair, ...]
    critical_difference: float
    level: float
    adjust: str | None
    omnibus: str = "friedman"
    _derived: ClassVar[tuple[str, ...]] = ("verdict",)

    def __getitem__(self, names: tuple[str, str]) -> RankPair:
        """The comparison of two systems: ``result["A", "B"]``."""
        for pair in self.pairs:
            if (pair.first, pair.second) == names:
                return pair
            if (pair.second, pair.first) == names:
                turned = replace(
                    pair, first=pair.second, second=pair.first, wins=pair.losses, losses=pair.wins
                )
                return replace(turned, median_difference=-pair.median_difference)
        raise InputError(f"there is no pair {quoted(names)}; the systems are {quoted(self.systems)}")

    def cliques(self, test: str = "nemenyi") -> list[tuple[str, ...]]:
        """Systems next to each other in rank that are not shown to differ, each group as large as can be.

        ``test`` is ``"nemenyi"`` (mean ranks within the critical difference) or ``"pairs"`` (no two of them
        differ in the tests of pairs).
        """
        if test not in ("nemenyi", "pairs"):
            raise InputError(f"test must be 'nemenyi' or 'pairs', not {test!r}")
        groups: list[tuple[str, ...]] = []
        end = 0
        for start in range(len(self.systems)):
            stop = start + 1
            while stop < len(self.systems) and self._are_alike(start, stop, test):
                stop += 1
            # A group that ends where an earlier one does is part of it.
            if stop - start > 1 and stop > end:
                groups.append(self.systems[start:stop])
                end = stop
        return groups

    def _are_alike(self, start: int, stop: int, test: str) -> bool:
        if test == "nemenyi":
            return self.mean_ranks[stop] - self.mean_ranks[start] < self.critical_difference
        last = self.systems[stop]
        return all(self[system, last].p_adjusted >= 1 - self.level for system in self.systems[start:stop])

    @property
    def verdict(self) -> str:
        """What was found, in plain sentences."""
        found: Friedman | Quade = self.quade if self.omnibus == "quade" else self.friedman
        tested = f"({_how(found)}, p = {found.best_p_value:.3g})"
        if not found.best_p_value < 1 - self.level:
            return f"The systems are not shown to rank differently over {self.sets} data sets {tested}."
        best = self.systems[0]
        worse = [name for name in self.systems[1:] if self._is_beaten(best, name)]
        said = f"The systems rank differently {tested}. {best!r} has the best mean rank"
        return (
            f"{said}, and is better than {enumerated(worse)}."
            if worse
            else f"{said}, but no pair shows it better."
        )

    def _is_beaten(self, best: str, other: str) -> bool:
        pair = self[best, other]
        return pair.p_adjusted < 1 - self.level and pair.wins > pair.losses

    def rows(self) -> list[Row]:
        """A row for each pair."""
        return [asdict(pair) for pair in self.pairs]

    def __repr__(self) -> str:
        """The verdict, the mean ranks and the pairs."""
        lines = [self.verdict, ""]
        width = max(map(len, self.systems))
        lines += [
            f"{name:{width}}  mean rank {rank:.2f}"
            for name, rank in zip(self.systems, self.mean_ranks, strict=True)
        ]
        lines.append("")
        lines += [
            f"{p.first:{width}}  against {p.second:{width}}  {p.wins} won, {p.losses} lost, {p.ties} equal  "
            f"p = {p.p_value:.3g}, adjusted {p.p_adjusted:.3g}"
            for p in self.pairs
        ]
        return "\n".join(lines)


def _how(found: Friedman | Quade) -> str:
    """By which test all systems were compared, and its statistic."""
    if isinstance(found, Quade):
        return f"Quade's F = {found.f:.2f}"
    return (
        f"Iman–Davenport F = {found.f:.2f}" if math.isnan(found.exact_p_value) else "Friedman's test, exact"
    )


def compare_datasets(
    scores: Column,
    *,
    systems: Sequence[str] | None = None,
    level: float = 0.95,
    test: str = "auto",
    omnibus: str = "friedman",
    adjust: str | None = "holm",
    higher_is_better: bool = True,
) -> DatasetComparison:
    """Compare several systems by their scores on several data sets.

    All systems are first tested together by the ranks of their scores (Friedman's test: exact for few sets
    and systems, in the version of Iman and Davenport for more). Every two are then tested by Wilcoxon's
    signed ranks, which, unlike Nemenyi's test of mean ranks, does not depend on what other systems are
    compared (Benavoli et al. 2016); with fewer than six sets by the sign test.

    Parameters
    ----------
    scores
        A mapping of the systems' names to their scores on the sets, or to mappings of the sets' names to
        scores; a data frame with a column for each system; or an array of shape ``(sets, systems)``.
    systems
        The names of the systems, if ``scores`` is an array.
    level
        The level of confidence.
    test
        The test of every two systems: ``"wilcoxon"``, ``"sign"``, ``"nemenyi"`` (whose p-values are adjusted
        for their number already, so that ``adjust`` has no use), or ``"auto"``.
    omnibus
        The test of all systems together: ``"friedman"``, or ``"quade"``, in which sets with a wide range of
        scores count more.
    adjust
        How to adjust the p-values of the pairs for their number.
    higher_is_better
        Whether a higher score is better.

    Examples
    --------
    >>> import abovechance as ac
    >>> scores = {"A": [0.9, 0.8, 0.7, 0.9, 0.8, 0.9], "B": [0.8, 0.7, 0.6, 0.8, 0.7, 0.8]}
    >>> result = ac.compare_datasets(scores)
    >>> result["A", "B"].wins, result["A", "B"].p_value
    (6, 0.03125)
    """
    names, values = _checked_scores(scores, systems)
    test = _test(test)
    omnibus = _omnibus(omnibus)
    # Ranks and tests want higher to be better; what is reported keeps its sign.
    oriented = values if higher_is_better else -values
    mean_ranks = ranks(oriented).mean(0)
    # Stable, so that systems of equal rank stay in the order given.
    order = np.argsort(mean_ranks, kind="stable")
    names = tuple(names[i] for i in order)
    values, oriented = values[:, order], oriented[:, order]
    pairs = rank_pairs(names, values, oriented, test, adjust)
    return DatasetComparison(
        systems=names,
        mean_ranks=tuple(mean_ranks[order].tolist()),
        sets=len(values),
        friedman=friedman(oriented),
        quade=quade(oriented),
        pairs=pairs,
        critical_difference=nemenyi_distance(len(names), len(values), two_sided(level, 2)),
        level=level,
        adjust=None if test == "nemenyi" else adjust,
        omnibus="friedman" if omnibus == "auto" else omnibus,
    )


def _checked_scores(
    scores: Any, systems: Sequence[str] | None
) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """The names of the systems, and the scores of shape ``(sets, systems)``."""
    if hasattr(type(scores), "columns"):
        import narwhals.stable.v2 as nw

        frame = nw.from_native(scores, eager_only=True)
        scores = {name: frame[name].to_list() for name in frame.columns}
    if isinstance(scores, Mapping):
        systems, scores = tuple(scores), _from_mapping(scores)
    values = _numbers(scores)
    names = tuple(map(str, range(values.shape[1]))) if systems is None else tuple(map(str, systems))
    if len(names) != values.shape[1]:
        raise InputError(f"there are {values.shape[1]} columns of scores and {len(names)} names of systems")
    if values.shape[1] < 2 or len(values) < 2:
        raise InputError(
            "a comparison needs at least two systems and two data sets, got "
            f"{values.shape[1]} and {len(values)}"
        )
    return names, values


def _numbers(scores: object) -> NDArray[np.float64]:
    scores = unmasked(scores, "scores")
    try:
        values = np.asarray(scores, dtype=float)
    except (TypeError, ValueError):
        raise InputError("scores must be numbers, one for each system and data set") from None
    if values.ndim != 2 or not np.all(np.isfinite(values)):
        raise InputError(
            "scores must be finite numbers, one for each system and data set: leave out sets that lack one"
        )
    return values


def _from_mapping(scores: Mapping[str, Any]) -> list[list[Any]]:
    """The scores of each data set, in the order of the first system's."""
    columns = []
    first = next(iter(scores.values()), ())
    for name, column in scores.items():
        if isinstance(column, Mapping):
            if not isinstance(first, Mapping) or set(column) != set(first):
                raise InputError(f"scores[{name!r}] must have a score for the same data sets as the others")
            column = [column[key] for key in first]  # noqa: PLW2901 - from names to positions
        columns.append(list(unmasked(column, "scores")))
    if len({len(column) for column in columns}) > 1:
        raise InputError("every system must have a score for every data set: the columns differ in length")
    return [list(row) for row in zip(*columns, strict=True)]
