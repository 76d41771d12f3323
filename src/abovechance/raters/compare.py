"""Is one coefficient of agreement larger than another? Of the same items, or of others.

On the same items coefficients go up and down together, so their difference is judged by the difference of
the influences of each item (Gwet 2016), several at once by Hotelling's T². On different items they are
independent and their variances add.

``AgreementComparison``: how far coefficients of agreement are apart, and what that says.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.core.labels import natural_order, quoted
from abovechance.inference.comparisons.comparison import ComparisonBase
from abovechance.inference.comparisons.pair_difference import (
    PairDifference,
    two_sided_p,
    two_sided_quantile,
    with_adjusted,
)
from abovechance.inference.significance.multiplicity import method_name
from abovechance.raters.agreement import Agreement, require_items_sampled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.core.labels import Label

    Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class AgreementComparison(ComparisonBase):
    """What :func:`~abovechance.compare_agreement` found.

    For two coefficients ``difference``, ``low``, ``high``, ``se`` and ``p_value`` are those of the pair.

    Attributes
    ----------
    systems, values
        What was compared, and the coefficients.
    pairs
        The difference of every two, with interval, test and adjusted p-value.
    p_value, statistic, df, test
        The test that all are equal.
    items
        Whether the items were the same or different ones.
    level, adjust
        The level of confidence, and how the p-values of pairs were adjusted for their number.
    """

    systems: tuple[str, ...]
    values: tuple[float, ...]
    pairs: tuple[PairDifference, ...]
    statistic: float
    df: tuple[float, float]
    p_value: float
    test: str
    items: str
    level: float
    adjust: str | None

    _derived = ("verdict",)

    @property
    def verdict(self) -> str:
        """The answer in a plain sentence."""
        if len(self.systems) > 2:
            return _verdict_of_many(self)
        pair = self.pairs[0]
        if math.isnan(pair.low):
            return f"{pair.first!r} and {pair.second!r} cannot be compared: {pair.reason}."
        p = f", p = {pair.p_value:.2g}" if not math.isnan(pair.p_value) else ""
        numbers = (
            f"{pair.first_value:.3f} against {pair.second_value:.3f}, a difference of {pair.difference:.3f} "
            f"({100 * self.level:g} % interval {pair.low:.3f} to {pair.high:.3f}{p})"
        )
        if not pair.is_shown(self.level):
            return f"{pair.first!r} and {pair.second!r} are not shown to differ: {numbers}."
        return f"{_ordered(pair)}: {numbers}."

    def __repr__(self) -> str:
        """The verdict."""
        return self.verdict


def _verdict_of_many(found: AgreementComparison) -> str:
    clear = [_ordered(pair) for pair in found.pairs if pair.is_shown(found.level)]
    equal = (
        f"p = {found.p_value:.2g} that all are equal" if not math.isnan(found.p_value) else "no joint test"
    )
    if clear:
        return f"Shown to differ: {', '.join(clear)} ({equal})."
    return f"No two of the {len(found.systems)} coefficients are shown to differ ({equal})."


def _ordered(pair: PairDifference) -> str:
    high, low = (pair.first, pair.second) if pair.difference > 0 else (pair.second, pair.first)
    return f"{high!r} is higher than {low!r}"


Items = Literal["same", "different"]
_RELATIVE_TOLERANCE = 1e-12
_GREATEST_DIFFERENCE = 2.0  # coefficients lie between −1 and 1, so no two are farther apart


def compare_agreement(
    results: Mapping[str, Agreement] | Sequence[Agreement],
    *,
    items: Items = "same",
    adjust: str | None = "holm",
    level: float = 0.95,
) -> AgreementComparison:
    """Compare coefficients of agreement: of two groups of raters, two coefficients, two sets of items.

    Parameters
    ----------
    results
        Two or more results of :func:`~abovechance.agreement`, by name. On the same items their standard
        errors are by influence, whatever the method of their intervals; on different ones they are their own.
    items
        ``"same"``: the same items, rated by others or put into another coefficient; items with names are
        found by these in any order, others by their rows. ``"different"``: independent items.
    adjust
        How p-values of pairs are adjusted for their number; None leaves them as they are.
    level
        The confidence level of the intervals.

    Returns
    -------
    AgreementComparison

    Examples
    --------
    Two coefficients of the same ratings:

    >>> import abovechance as ac
    >>> ratings = {"ann": list("aabababaaa"), "bob": list("aababbaaaa")}
    >>> found = ac.compare_agreement([ac.agreement(ratings, name) for name in ("gwet_ac", "fleiss_kappa")])
    >>> round(found.difference, 3), round(found.p_value, 2)
    (0.131, 0.49)
    """
    if items not in ("same", "different"):
        raise InputError(f"items must be 'same' or 'different', got {items!r}")
    named = _named(results)
    adjustment = None if adjust is None else method_name(adjust)
    two_sided(level, 2)
    joint = _Joint.of(named, items)
    found = [joint.difference(a, b, level) for a, b in combinations(range(len(named)), 2)]
    return AgreementComparison(
        joint.names, tuple(joint.values.tolist()), with_adjusted(found, adjustment), *joint.all_equal(),
        items, level, adjustment,
    )  # fmt: skip


def _named(results: Any) -> dict[str, Agreement]:
    if isinstance(results, Mapping):
        named = {str(name): result for name, result in results.items()}
    else:
        results = (
            list(results) if isinstance(results, Iterable) and not isinstance(results, str) else [results]
        )
        _require_results(results)
        keys = [result.measure for result in results]
        twice = len(set(keys)) < len(keys)
        names = [f"{key} {i + 1}" if twice else key for i, key in enumerate(keys)]
        named = dict(zip(names, results, strict=True))
    _require_results(named.values())
    if len(named) < 2:
        raise InputError(f"a comparison needs two results of agreement, got {len(named)}")
    return named


def _require_results(results: Iterable[Any]) -> None:
    for result in results:
        if not isinstance(result, Agreement):
            raise InputError(
                f"results must be those of agreement, each of one coefficient, got {type(result).__name__}"
            )
        require_items_sampled(result, "a comparison")


def _rows(named: Mapping[str, Agreement]) -> list[NDArray[np.intp]]:
    """Of each result, the rows of the items of the first one, in their order."""
    (name, first), *others = named.items()
    rows = [np.arange(len(first.influence))]
    for other_name, other in others:
        one, two = first.ratings.items, other.ratings.items
        if isinstance(one, range) != isinstance(two, range):
            without = name if isinstance(one, range) else other_name
            raise InputError(
                f"the items of {without!r} have no names and others do, so that it is not known which are "
                "the same: name all of them, or none"
            )
        # Items without names are the same where their rows are.
        in_rows = isinstance(one, range) or list(one) == list(two)
        rows.append(rows[0] if in_rows else _places(one, two, f"{name!r} and {other_name!r}"))
    return rows


def _places(wanted: Sequence[Label], items: Sequence[Label], both: str) -> NDArray[np.intp]:
    """Where the wanted items are among others of the same names."""
    place = {item: row for row, item in enumerate(items)}
    alone = natural_order(set(place) ^ set(wanted))
    # A name that comes twice would stand for one of its items only.
    if alone or len(place) < len(items):
        told = f"only one of them has {quoted(alone)}" if alone else "some items come twice"
        raise InputError(
            f"{both} are not of the same items ({told}): give the same items, or say items='different'"
        )
    return np.array([place[item] for item in wanted])


def _influences(named: Mapping[str, Agreement]) -> tuple[Floats, Floats, float]:
    """The influence of each item on each coefficient, how often it counts, and how many items there are."""
    lengths = {name: len(result.influence) for name, result in named.items()}
    if len(set(lengths.values())) > 1:
        said = ", ".join(f"{name!r} has {n}" for name, n in lengths.items())
        raise InputError(
            f"the same items must be in the same rows, but {said}: give the same items, or say "
            "items='different'"
        )
    _require_same_kinds(named)
    rows = _rows(named)
    ordered = list(zip(named.values(), rows, strict=True))
    first, *others = [result.ratings.frequencies[row] for result, row in ordered]
    if not all(np.array_equal(first, other) for other in others):
        raise InputError("the same items must count the same number of times in all results")
    # An item may enter one coefficient and not the other: shares are made those of all that enter any.
    rated = np.any([result.ratings.ratings_of_items[row] > 0 for result, row in ordered], axis=0)
    n = float(first[rated].sum())
    pull = np.array([result.influence[row] * (n / result.n) for result, row in ordered])
    return pull, first, n


def _require_same_kinds(named: Mapping[str, Agreement]) -> None:
    """Refuse kinds of items that were counted apart: which items are in two of them is not known."""
    first, *others = [result.ratings for result in named.values()]
    for other in others:
        if not (first.of_kinds or other.of_kinds) or first.times is other.times:
            continue
        if replace(first, left_out=()) != replace(other, left_out=()):
            raise InputError(
                "items that were counted by kinds must be counted once for all results: make Ratings of all "
                "raters and take those of each result with take_raters, or say items='different'"
            )


@dataclass(frozen=True, eq=False)
class _Joint:
    """Coefficients with their covariance and degrees of freedom."""

    names: tuple[str, ...]
    values: Floats
    covariance: Floats
    dfs: Floats
    items: Items

    @classmethod
    def of(cls, named: Mapping[str, Agreement], items: Items) -> _Joint:
        values = np.array([result.value for result in named.values()])
        if items == "same":
            pull, times, n = _influences(named)
            covariance = (pull * times) @ pull.T / (n * (n - 1))
            dfs = np.full(len(named), n - 1.0)
        else:
            covariance = np.diag([result.se**2 for result in named.values()])
            dfs = np.array([result.n - 1.0 for result in named.values()])
        return cls(tuple(named), values, covariance, dfs, items)

    def difference(self, a: int, b: int, level: float) -> PairDifference:
        """The coefficient at one place less that at another."""
        difference = float(self.values[a] - self.values[b])
        se = self._se(a, b)
        df = float(self.dfs[a]) if self.items == "same" else self._welch(a, b)
        half = two_sided_quantile(level, df) * se
        return PairDifference(
            measure="agreement",
            first=self.names[a],
            second=self.names[b],
            label=None,
            first_value=float(self.values[a]),
            second_value=float(self.values[b]),
            difference=difference,
            low=max(difference - half, -_GREATEST_DIFFERENCE),
            high=min(difference + half, _GREATEST_DIFFERENCE),
            level=level,
            method="influence" if self.items == "same" else "welch",
            se=se,
            p_value=two_sided_p(difference / se, df) if se > 0 else math.nan,
            test="paired t" if self.items == "same" else "Welch t",
            reason=_reason(difference, se),
        )

    def _se(self, a: int, b: int) -> float:
        scale = float(self.covariance[a, a] + self.covariance[b, b])
        variance = scale - 2 * float(self.covariance[a, b])
        # what differs by rounding alone does not differ
        return math.sqrt(variance) if not variance <= _RELATIVE_TOLERANCE * scale else 0.0

    def _welch(self, a: int, b: int) -> float:
        """Satterthwaite's degrees of freedom of a difference of independent coefficients."""
        variances, dfs = self.covariance.diagonal()[[a, b]], self.dfs[[a, b]]
        below = float((variances**2 / dfs).sum())
        return float(variances.sum()) ** 2 / below if below > 0 else math.inf

    def all_equal(self) -> tuple[float, tuple[float, float], float, str]:
        """The test that all are equal: Hotelling's T² as F on the same items, else χ²."""
        from scipy.special import chdtrc, fdtrc

        k = len(self.values)
        # Differences from the first; any other contrasts of the coefficients have the same statistic.
        contrasts = np.eye(k)[1:] - np.eye(k)[:1]
        between = contrasts @ self.covariance @ contrasts.T
        name = "hotelling" if self.items == "same" else "wald"
        df = float(self.dfs[0]) - k + 2 if self.items == "same" else math.inf
        if df <= 0 or not _is_regular(between, self.covariance):
            return math.nan, (k - 1.0, df), math.nan, name
        squared = float(contrasts @ self.values @ np.linalg.solve(between, contrasts @ self.values))
        if self.items == "different":
            return squared, (k - 1.0, df), float(chdtrc(k - 1, squared)), name
        f = squared * df / (float(self.dfs[0]) * (k - 1))
        return f, (k - 1.0, df), float(fdtrc(k - 1, df, f)), name


def _is_regular(between: Floats, covariance: Floats) -> bool:
    if not np.isfinite(between).all():
        return False
    return bool(np.linalg.eigvalsh(between)[0] > _RELATIVE_TOLERANCE * np.linalg.norm(covariance))


def _reason(difference: float, se: float) -> str | None:
    if math.isnan(difference) or math.isnan(se):
        return "a coefficient is undefined"
    return "the difference does not vary from item to item" if se == 0 else None
