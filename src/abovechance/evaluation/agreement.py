"""``agreed_by``: how far raters agree by every coefficient, the word that it earns, and where they do not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import Argument, InputWarning
from abovechance.core.text import listed
from abovechance.measures.headlines import OF_RATERS
from abovechance.raters.agreement import agreement
from abovechance.raters.benchmark import benchmark_agreement
from abovechance.raters.coefficients.registry import coefficient as coefficient_called
from abovechance.raters.diagnosis import MOST_ITEMS, diagnose_agreement
from abovechance.raters.icc import icc
from abovechance.raters.pair_tables import weighted_kappas
from abovechance.raters.ratings.weights import category_values, kind_of, weighting
from abovechance.raters.with_others import kappas_with_others

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from abovechance.raters.benchmark import Benchmark
    from abovechance.raters.diagnosis import Diagnosis
    from abovechance.raters.icc import IntraclassCorrelations
    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.result import Agreement, Agreements

_MANY_NUMBERS = 30


@dataclass(frozen=True, eq=False)
class Agreed:
    """Coefficients with what is shown beside them.

    Attributes
    ----------
    found
        The coefficients.
    first
        The one that the sentence is about.
    benchmark
        The word that it has earned; None where words are for other coefficients.
    diagnosis
        Where raters disagree.
    icc
        The intraclass correlations, where squared differences of numbers count; else None.
    warnings
        Why the values may be wrong, to be read first.
    """

    found: Agreements
    first: Agreement
    benchmark: Benchmark | None
    diagnosis: Diagnosis
    icc: IntraclassCorrelations | None = None
    warnings: tuple[InputWarning, ...] = ()


def agreed_by(
    ratings: Ratings,
    names: Sequence[str] = (),
    *,
    weights: str = "identity",
    scale: str = "landis_koch",
    **options: Any,
) -> Agreed:
    """Say how far raters agree, by the coefficients named or all of them, and where they do not.

    Parameters
    ----------
    ratings
        What was rated.
    names
        The coefficients, the first of which the sentence is about; all without any.
    weights, scale
        How far categories are apart, and the words for values.
    **options
        As of :func:`abovechance.agreement`.
    """
    found = agreement(ratings, names or None, weights=weights, **options)
    first = _first(found, names)
    chosen = coefficient_called(first.measure)
    has_word = chosen.corrected and chosen.worded
    diagnosis = diagnose_agreement(ratings, first.measure, weights=weights, most_items=MOST_ITEMS)
    return Agreed(
        found,
        first,
        benchmark_agreement(first, scale=scale) if has_word else None,
        _with_weights(diagnosis, ratings, weights),
        _intraclass(ratings, weights, first.level),
        (*_alarm(ratings, weights), *_advice(ratings, weights)),
    )


def _with_weights(diagnosis: Diagnosis, ratings: Ratings, weights: str) -> Diagnosis:
    """The same with Kappas of every two raters by the weights that were asked for."""
    kind = kind_of(weights).key
    if ratings.codes is None or kind in ("identity", "krippendorff_ordinal"):
        return diagnosis
    kappas = weighted_kappas(ratings.take_raters(diagnosis.names), weights)
    means = kappas_with_others(ratings, weighting(weights, ratings.categories))
    return replace(
        diagnosis,
        raters=tuple(replace(x, kappa=float(k)) for x, k in zip(diagnosis.raters, means, strict=True)),
        matrices=diagnosis.matrices | {"cohen_kappa": kappas},
    )


def _advice(ratings: Ratings, weights: str) -> Iterator[InputWarning]:
    """That distances of many numbers do not count."""
    size, words = len(ratings.categories), category_values(ratings.categories)[1]
    if not kind_of(weights).ordered and not words and size > _MANY_NUMBERS:
        yield InputWarning(
            "there are {size} different numbers, and any two of them disagree wholly: if they are "
            "measurements, say {interval}",
            size=size, interval=Argument("weights", "interval"),
        )  # fmt: skip


def _alarm(ratings: Ratings, weights: str) -> Iterator[InputWarning]:
    """What is wrong with weights of words that stand in the order of the alphabet by default."""
    words = category_values(ratings.categories)[1]
    if kind_of(weights).ordered and ratings.order == "natural" and words and len(ratings.categories) > 2:
        yield InputWarning(
            "nobody said in which order the categories are, and {kind} weights depend on it. Taken is "
            "the order of the alphabet, {names}; unless that is right, the weighted values are wrong: give "
            "{argument} from the least to the greatest",
            argument="categories", kind=weights, names=listed(ratings.categories, most=8),
        )  # fmt: skip


def _first(found: Agreements, names: Sequence[str]) -> Agreement:
    keys = [coefficient_called(names[0]).key] if names else OF_RATERS
    there = {result.measure: result for result in found}
    return next((there[key] for key in keys if key in there), found[0])


def _intraclass(ratings: Ratings, weights: str, level: float) -> IntraclassCorrelations | None:
    """Squared differences of numbers are what an analysis of variance is about."""
    if kind_of(weights).key not in ("quadratic", "interval") or ratings.codes is None:
        return None
    complete = ratings.frequencies @ (ratings.codes >= 0).all(axis=1)
    if category_values(ratings.categories)[1] or complete < 2:
        return None
    return icc(ratings, level=level)
