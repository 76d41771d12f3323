"""``agreement``: how far raters agree beyond chance, by any coefficient, and where they do not.

>>> import abovechance as ac
>>> ac.agreement([[1, 1], [2, 2], [1, 2], [2, 2], [1, 1], [2, 1], [1, 1], [2, 2]], "fleiss_kappa")
fleiss_kappa 0.5000, 95 % interval -0.4484 to 0.9188 (delta, standard error 0.3273, 8 items, 2 raters)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, overload

from abovechance.core.checks import two_sided
from abovechance.core.errors import Argument, InputError, InputWarning
from abovechance.core.result import Answer
from abovechance.core.text import listed
from abovechance.inference.arguments import checked_seed
from abovechance.measures.headlines import OF_RATERS
from abovechance.raters.agreement import agreement_by, why_they_differ
from abovechance.raters.benchmark import AUTHORS, benchmark_agreement, scale_name
from abovechance.raters.coefficients.registry import coefficient, declared, is_usable
from abovechance.raters.diagnosis import diagnose_agreement
from abovechance.raters.icc import icc
from abovechance.raters.ratings.reading import as_ratings, whole_number
from abovechance.raters.ratings.weights import category_values, kind_of
from abovechance.raters.uncertainty.intervals import method_named
from abovechance.raters.uncertainty.resampling import Ways

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import ArrayLike

    from abovechance.core.arrays import Column
    from abovechance.core.labels import Label
    from abovechance.core.result import Row
    from abovechance.raters.agreement import Agreement
    from abovechance.raters.benchmark import Benchmark
    from abovechance.raters.diagnosis import Diagnosis
    from abovechance.raters.icc import IntraclassCorrelations
    from abovechance.raters.ratings.ratings import Ratings

_MOST_GRADES = 30  # more different numbers than this are probably measurements


@dataclass(frozen=True, eq=False, repr=False)
class Agreements(Answer):
    """How far raters agree by several coefficients, what that is worth, and where they disagree.

    Iterate over the coefficients, or ask for one by name: ``found["alpha"]``.

    Attributes
    ----------
    measure
        The coefficient that the verdict is about.
    results : tuple of Agreement
        One for each coefficient.
    weights
        The weights that were asked for.
    scale
        The words for values.
    too_large : tuple of str
        Coefficients that are left out, as they need a table of every two raters and these would be large.
    """

    measure: str
    results: tuple[Agreement, ...]
    weights: Any = "identity"
    scale: str = "landis_koch"
    too_large: tuple[str, ...] = field(default=(), repr=False)

    def __getitem__(self, name: str | int) -> Agreement:
        """One of them, by any of its names or its position."""
        if isinstance(name, int):
            return self.results[name]
        key = coefficient(name).key
        for result in self.results:
            if result.measure == key:
                return result
        there = ", ".join(repr(result.measure) for result in self.results)
        raise InputError(f"{key!r} is not among the coefficients that were computed: these are {there}")

    def __iter__(self) -> Iterator[Agreement]:
        """One after the other."""
        return iter(self.results)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.results)

    @property
    def first(self) -> Agreement:
        """The coefficient that the verdict is about."""
        return self[self.measure]

    @property
    def ratings(self) -> Ratings:
        """What they are coefficients of."""
        return self.results[0].ratings

    @property
    def verdict(self) -> str:
        """What the first coefficient says, in a plain sentence with the word that it has earned."""
        said, bench = self.first.verdict, self.benchmark
        # Without a standard error no word is earned; `not >` is true of NaN as well.
        if bench is None or bench.word is None or not self.first.se > 0:
            return said
        scale = AUTHORS[bench.scale]
        touched = "" if bench.naive == bench.word else f", though the value itself is {bench.naive!r}"
        # The last grade is the lowest, which any value has: to have it is to have earned none.
        if bench.word == bench.grades[-1].word:
            return f"{said[:-1]}: not shown to be more than {bench.word!r} by {scale}{touched}."
        sure = f"with a probability of {bench.level:g}"
        return f"{said[:-1]}: {bench.word!r} or better by {scale} {sure}{touched}."

    @cached_property
    def benchmark(self) -> Benchmark | None:
        """The word that the first coefficient has earned; None where words are for other coefficients."""
        chosen = coefficient(self.measure)
        return (
            benchmark_agreement(self.first, scale=self.scale) if chosen.corrected and chosen.worded else None
        )

    @cached_property
    def diagnosis(self) -> Diagnosis:
        """Where raters disagree."""
        return diagnose_agreement(self.ratings, self.measure, weights=self.weights)

    @cached_property
    def icc(self) -> IntraclassCorrelations | None:
        """The intraclass correlations, where squared differences of numbers count; else None."""
        ratings = self.ratings
        if self._kind not in ("quadratic", "interval") or ratings.codes is None:
            return None
        complete = ratings.frequencies @ (ratings.codes >= 0).all(axis=1)
        # Words have no differences, and one item has no variance between items.
        if category_values(ratings.categories)[1] or complete < 2:
            return None
        return icc(ratings, level=self.first.level)

    @property
    def why(self) -> str:
        """Why the coefficients differ on these ratings, in plain sentences."""
        return why_they_differ(self.results)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was settled on the way, each once."""
        found = tuple(dict.fromkeys(note for result in self.results for note in result.notes))
        if not self.too_large:
            return found
        number = f"{self.ratings.n_raters} raters and {len(self.ratings.categories)} categories"
        left_out = (
            f"left out are {', '.join(self.too_large)}, as the tables of every two of {number} are large"
        )
        return (*found, f"{left_out}: ask for them by name")

    def rows(self) -> list[Row]:
        """One row for each coefficient."""
        return [row for result in self.results for row in result.rows()]

    @property
    def _kind(self) -> str:
        return _kind_of(self.weights)


class _Options(TypedDict, total=False):
    weights: str | ArrayLike
    categories: Iterable[Label] | None
    missing: object
    item: Column | None
    rater: Column | None
    category: Column | None
    counted: bool
    counts: Column | None
    level: float
    method: str
    replicates: int
    scale: str
    seed: int | np.random.Generator | None


@overload
def agreement(ratings: object, measure: str, **options: Unpack[_Options]) -> Agreement: ...  # type: ignore[overload-overlap]


@overload
def agreement(
    ratings: object, measure: Iterable[str] | None = None, **options: Unpack[_Options]
) -> Agreements: ...


def agreement(
    ratings: object,
    measure: str | Iterable[str] | None = None,
    *,
    weights: str | ArrayLike = "identity",
    categories: Iterable[Label] | None = None,
    missing: object = (),
    item: Column | None = None,
    rater: Column | None = None,
    category: Column | None = None,
    counted: bool = False,
    counts: Column | None = None,
    level: float = 0.95,
    method: str = "delta",
    replicates: int = 2000,
    scale: str = "landis_koch",
    seed: int | np.random.Generator | None = 0,
) -> Any:
    """How far raters agree beyond chance.

    Parameters
    ----------
    ratings
        Items × raters: a two-dimensional array, a list of rows, a data frame or a mapping with a column for
        each rater; or one row for each rating, if ``item``, ``rater`` and ``category`` name its columns; or
        :class:`~abovechance.Ratings`; or the :class:`~abovechance.Tables` of two raters; or the path of a
        file. A data frame may be lazy: its engine then counts the items that were rated alike. None, NaN,
        null and an empty text are no rating. Likely input mistakes, such as a column that names the items
        among those of the raters, or rows that are raters, give an ``InputWarning``.
    measure
        A coefficient by name, such as ``"krippendorff_alpha"`` or an alias, or several; all that apply if not
        given.
    weights
        ``"identity"``, ``"linear"``, ``"quadratic"``, ``"ordinal"``, ``"radical"``, ``"ratio"``,
        ``"circular"``, ``"bipolar"``, ``"interval"``, or a matrix of agreements between 0 and 1.
        Krippendorff's alpha takes ``"ordinal"`` for his own ordinal difference (``"gwet_ordinal"`` is
        Gwet's).
    categories
        All categories that raters could choose, in their order. Without it those that occur, and the result
        says so.
    missing
        A further value, or several, that mean that there is no rating.
    item, rater, category
        The names of the columns of ``ratings`` if it has one row for each rating. Without ``category``,
        ``item`` is the column that names the items, and ``rater`` a list of the columns of the raters.
    counted
        Whether columns are categories, and cells how many raters gave them.
    counts
        How many items each row of items × raters stands for: a column, or its name.
    level
        The confidence level of the intervals.
    method
        ``"delta"`` (the influence of each item, on Fisher's scale), ``"wald"``, ``"gwet"``, ``"jackknife"``,
        ``"jackknife_raters"``, ``"unconditional"`` (raters are a sample too), ``"bootstrap"`` or ``"bca"``.
    replicates, seed
        The number of samples that the bootstrap draws, and a seed for the same draws again.
    scale
        The scale of words for values, as in :func:`~abovechance.benchmark_agreement`.

    Returns
    -------
    Agreement or Agreements
        For one name its ``value``, ``se``, ``low``, ``high``, ``observed``, ``chance`` and more. For several,
        or all, these by name, and the ``verdict``, why they differ (``why``), the word that is earned
        (``benchmark``), where raters disagree (``diagnosis``) and, for numbers, ``icc``.

    Examples
    --------
    >>> import abovechance as ac
    >>> rated = [["no", "no", "no"], ["no", "yes", "no"], ["yes", "yes", None], ["no", "no", "no"]]
    >>> found = ac.agreement(rated, ["gwet_ac1", "krippendorff_alpha"], categories=["no", "yes"])
    >>> round(found["alpha"].value, 4), round(found["AC1"].chance, 4)
    (0.5833, 0.4444)
    """
    given = as_ratings(
        ratings, categories=categories, missing=missing, item=item, rater=rater, category=category,
        counted=counted, counts=counts,
    )  # fmt: skip
    used = method_named(method)
    two_sided(level, 2)
    draws = whole_number(replicates, "replicates", "how many samples to draw", least=2)
    ways, scale = Ways(used, level, draws, checked_seed(seed)), scale_name(scale)
    if isinstance(measure, str):
        return agreement_by(given, coefficient(measure), weights, ways)
    if measure is None:
        chosen = [c for c in declared() if is_usable(given, c, weights)]
        large = [c.title for c in declared() if c not in chosen and is_usable(given, c, weights, large=True)]
    elif isinstance(measure, Iterable):
        chosen, large = list(dict.fromkeys(coefficient(name) for name in measure)), []
    else:
        raise InputError(f"measure must be a name or several names, got {measure!r}")
    if not chosen:
        raise InputError("measure is empty: give at least one name, or leave it out for all")
    results = tuple(agreement_by(given, c, weights, ways) for c in chosen)
    keys = [c.key for c in chosen]
    # The verdict is about the first that was named; of all coefficients about the preferred one.
    first = next((key for key in OF_RATERS if measure is None and key in keys), keys[0])
    found = (*given.warnings, *_warnings(given, _kind_of(weights)))
    return Agreements(first, results, weights, scale, tuple(large), warnings=found)


def _kind_of(weights: object) -> str:
    """The kind of weights; a matrix of them is ``"custom"``."""
    return kind_of(weights).key if isinstance(weights, str) else "custom"


def _warnings(ratings: Ratings, kind: str) -> Iterator[InputWarning]:
    """Words whose order nobody gave, and measurements whose distances do not count."""
    size, words = len(ratings.categories), category_values(ratings.categories)[1]
    ordered = kind != "custom" and kind_of(kind).ordered
    if ordered and ratings.order == "natural" and words and size > 2:
        yield InputWarning(
            "the order of the categories was not given, and {kind} weights depend on it: alphabetical order "
            "is assumed, {names}. Unless that is right, the weighted values are wrong: give {argument} from "
            "the least to the greatest",
            argument="categories", kind=kind, names=listed(ratings.categories, most=8),
        )  # fmt: skip
    if kind == "identity" and not words and size > _MOST_GRADES:
        yield InputWarning(
            "there are {size} different numbers, and any two of them count as full disagreement: if they are "
            "measurements, say {interval}",
            size=size, interval=Argument("weights", "interval"),
        )  # fmt: skip
