"""Pictures of raters: how well every two agree, coefficients beside each other, and who stands apart."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.text import number, visible
from abovechance.inference.comparisons.verdict import p_text
from abovechance.measures.registry import measure as measure_called
from abovechance.pictures.forests import forest, row
from abovechance.pictures.intervals import level_said
from abovechance.pictures.picture import HeatMap
from abovechance.raters.pair_tables import pairwise_agreement, weighted_kappas
from abovechance.raters.ratings.weights import weighting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.core.labels import Label
    from abovechance.evaluation.agreement import Agreements
    from abovechance.pictures.picture import Forest
    from abovechance.pictures.results import Pictures
    from abovechance.raters.agreement import Agreement
    from abovechance.raters.benchmark import Benchmark
    from abovechance.raters.diagnosis import Diagnosis
    from abovechance.raters.icc import IntraclassCorrelations
    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.test import AgreementTest

    Floats = NDArray[np.float64]

_MOST_RATERS_WITH_NUMBERS = 20
_MOST_RATERS = 400
_FEW_ITEMS = 10  # a pair with fewer items in common says little
_MOST_ITEMS = 60
_ALMOST_ONE = 0.995  # what two decimals round to 1


def of_agreements(result: Agreements) -> Pictures:
    """Every two raters, where they are known, and the coefficients."""
    found: Pictures = {"coefficients": lambda: forest_of_agreements(result)}
    if have_pairs(result.ratings):
        return {"raters": lambda: map_of_agreements(result)} | found
    return found


def have_pairs(ratings: Ratings) -> bool:
    """Whether raters are known, and few enough for a map of every two."""
    return ratings.codes is not None and 1 < len(ratings.raters) <= _MOST_RATERS


def map_of_agreements(result: Agreements) -> HeatMap:
    """Every two raters by the coefficient of the verdict if it has such a map, or else by Cohen's Kappa."""
    found = result.diagnosis
    key = result.first.measure if result.first.measure in found.matrices else "cohen_kappa"
    weights = found.weights if key == "cohen_kappa" else None
    return pairs_map(
        found.matrices[key], found.names, key, items=items_in_common(result.ratings), weights=weights
    )


def items_in_common(ratings: Ratings) -> Floats:
    """How many items every two raters both rated."""
    counts = np.full((len(ratings.raters),) * 2, np.nan)
    totals = np.asarray(ratings.pair_counts, dtype=float).sum(axis=(-2, -1))
    above = np.triu_indices(len(ratings.raters), 1)
    counts[above] = totals
    counts.T[above] = totals  # the transpose is a view: this is the other half
    return counts


def of_agreement(result: Agreement) -> Pictures:
    """One coefficient beside the agreement that is observed and expected."""
    return {"coefficient": lambda: forest_of_agreement(result)}


def of_benchmark(result: Benchmark) -> Pictures:
    """The probability of each word."""
    return {"words": lambda: forest_of_words(result)}


def of_diagnosis(result: Diagnosis) -> Pictures:
    """Every two raters by Kappa and the other matrices, and what each rater does to agreement."""
    found: Pictures = {}
    if 1 < len(result.names) <= _MOST_RATERS:
        for key, matrix in result.matrices.items():
            found["raters" if key == "cohen_kappa" else key] = partial(pairs_map, matrix, result.names, key)
    if result.raters:
        found["effects"] = lambda: forest_of_effects(result)
    found["categories"] = lambda: forest_of_categories(result)
    return found


def of_icc(result: IntraclassCorrelations) -> Pictures:
    """The coefficients."""
    return {"coefficients": lambda: forest_of_icc(result)}


def of_ratings(result: Ratings) -> Pictures:
    """Every two raters where they are known; else how many raters gave items each category."""
    found: Pictures = {"items": lambda: categories_of_items(result)}
    if have_pairs(result):
        return {"raters": lambda: agreement_of_pairs(result)} | found
    return found


def of_agreement_test(result: AgreementTest) -> Pictures:
    """The value beside what chance would give."""
    return {"test": lambda: forest_of_agreement_test(result)}


def agreement_of_pairs(ratings: Ratings, measure: str = "cohen_kappa", *, weights: object = None) -> HeatMap:
    """How well every two raters agree, pale where they have few items in common."""
    counts = items_in_common(ratings)
    plain = weights is None or (isinstance(weights, str) and weights == "identity")
    if plain or measure != "cohen_kappa":
        return pairs_map(pairwise_agreement(ratings, measure), ratings.raters, measure, items=counts)
    matrix = weighted_kappas(ratings, weighting(weights, ratings.categories))  # type: ignore[arg-type]
    said = weights if isinstance(weights, str) else "custom"
    return pairs_map(matrix, ratings.raters, measure, items=counts, weights=said)


def ordered(matrix: Floats) -> NDArray[np.intp]:
    """The raters by their mean value with the others, both ways, the highest first."""
    both = np.concatenate([matrix, matrix.T], axis=1)
    defined = ~np.isnan(both)
    means = np.where(defined, both, 0.0).sum(axis=1) / np.maximum(defined.sum(axis=1), 1)
    return np.argsort(-means, kind="stable")


def pairs_map(
    matrix: Floats,
    names: Sequence[Label],
    key: str,
    *,
    items: Floats | None = None,
    weights: str | None = None,
) -> HeatMap:
    """A matrix of raters × raters, those who agree best with the rest first; the diagonal is empty."""
    order = ordered(matrix)
    matrix = matrix[np.ix_(order, order)]
    labels = tuple(visible(str(names[i])) for i in order)
    m = measure_called(key)
    low = -1.0 if m.low < 0 else 0.0
    faint: NDArray[np.bool_] | None = None
    notes: tuple[str, ...] = ()
    if items is not None:
        items = items[np.ix_(order, order)]
        faint = np.isfinite(items) & (items < _FEW_ITEMS) & np.isfinite(matrix)
        if faint.any():
            notes += (f"pale: fewer than {_FEW_ITEMS} items in common",)
    pairs = ~np.eye(len(labels), dtype=bool)
    if np.isnan(matrix[pairs]).any():
        notes += ("hatched between raters: undefined",)
    blank = len(labels) > _MOST_RATERS_WITH_NUMBERS
    texts = tuple(
        tuple("" if blank or i == j else _short(x) for j, x in enumerate(line))
        for i, line in enumerate(matrix.tolist())
    )
    details = _details(matrix, labels, items)
    weighted = f" ({weights} weights)" if weights not in (None, "identity") else ""
    symmetric = np.allclose(matrix, matrix.T, equal_nan=True)
    return HeatMap(
        f"{m.title}{weighted} of every two raters",
        *(("", "") if symmetric else ("taken as the truth", "predicting")),
        labels, labels, matrix, texts, low, 1.0, notes, _scale(low, is_chance=m.chance == 0), details,
        faint if faint is not None and faint.any() else None, blank_diagonal=True,
    )  # fmt: skip


def _scale(low: float, *, is_chance: bool) -> tuple[str, ...]:
    zero = "chance" if is_chance else "0"
    return ("−1", "−0.5", zero, "0.5", "1") if low < 0 else (zero, "0.5", "1")


def _short(x: float) -> str:
    if abs(x) >= _ALMOST_ONE:
        return "1" if x > 0 else "−1"
    return "–" if math.isnan(x) else f"{x:.2f}".replace("0.", ".", 1).replace("-", "−")


def _details(matrix: Floats, labels: Sequence[str], items: Floats | None) -> tuple[tuple[str, ...], ...]:
    if len(labels) > 60:
        return ()
    return tuple(
        tuple(
            ""
            if i == j
            else f"{one}, {other}: {number(float(matrix[i, j]))}"
            + ("" if items is None or math.isnan(items[i, j]) else f", {items[i, j]:g} items in common")
            for j, other in enumerate(labels)
        )
        for i, one in enumerate(labels)
    )


def forest_of_agreements(result: Agreements) -> Forest:
    """Each coefficient with its interval, that of the verdict in colour."""
    rows = [
        row(x.title, x.value, x.low, x.high, system=0 if x.measure == result.measure else None)
        for x in result
    ]
    notes = ("in colour: the coefficient of the verdict",) if len(rows) > 1 else ()
    title = f"Coefficients of agreement, {level_said(result.first.level)}"
    return forest(title, rows, reference=0.0, notes=notes)


def forest_of_agreement(result: Agreement) -> Forest:
    """The coefficient with its interval, and the agreement observed beside that by chance."""
    rows = [
        row(result.title, result.value, result.low, result.high, chance=0.0),
        row("observed agreement", result.observed, system=1,
            chance=None if math.isnan(result.chance) else result.chance),
    ]  # fmt: skip
    return forest(f"{result.title}, {level_said(result.level)}", rows)


def forest_of_words(result: Benchmark) -> Forest:
    """The probability of each word, and of each or a better one."""
    rows = [
        row(f"{x.word} ({x.low:g} to {x.high:g})".replace("-", "−"), x.probability, chance=x.cumulative,
            system=0 if x.word == result.word else None)
        for x in result.grades
    ]  # fmt: skip
    said = "probability of this word or a better one"
    notes = (f"mark across: {said}", "in colour: the word that is earned")
    return forest(
        f"{number(result.value)} in words", rows, reference=result.level,
        reference_name=f"{100 * result.level:g} %", notes=notes, mark_name=said,
    )  # fmt: skip


def forest_of_effects(result: Diagnosis) -> Forest:
    """The coefficient without each rater, beside that of all."""
    from dataclasses import replace

    found = sorted(result.raters, key=lambda x: -math.inf if math.isnan(x.without) else -x.without)
    rows = [row(x.rater, x.without) for x in found]
    made = forest(
        f"{title_of_coefficient(result.measure)} without each rater", rows, reference=result.value,
        reference_name="with all", most=60,
    )  # fmt: skip
    return replace(made, x=replace(made.x, low=None, high=None))


def forest_of_categories(result: Diagnosis) -> Forest:
    """How far raters agree on each category against all others."""
    rows = [
        row(x.category, x.kappa, note=f"{number(x.kappa, 2)} of {x.ratings:g} ratings")
        for x in result.categories
    ]
    title = "Fleiss' Kappa of each category against the others"
    return forest(title, rows, reference=0.0, most=60)


def forest_of_icc(result: IntraclassCorrelations) -> Forest:
    """The coefficients with their intervals."""
    names = {"icc_1": "ICC(1)", "icc_a_1": "ICC(A,1)", "icc_c_1": "ICC(C,1)"}
    names |= {"icc_k": "ICC(k)", "icc_a_k": "ICC(A,k)", "icc_c_k": "ICC(C,k)"}
    rows = [row(names.get(x.measure, x.measure), x.value, x.low, x.high) for x in result.entries]
    return forest(f"Intraclass correlations, {level_said(result.level)}", rows, reference=0.0)


def forest_of_agreement_test(result: AgreementTest) -> Forest:
    """The value beside what chance would give."""
    p = float(result.p_value)
    note = f"{number(result.value)}" + ("" if math.isnan(p) else f", {p_text(p)}")
    chance = None if math.isnan(result.chance) else result.chance
    rows = [
        row(title_of_coefficient(result.measure), result.value, chance=chance, note=note.replace("-", "−"))
    ]
    return forest("Agreement beside chance", rows)


def title_of_coefficient(key: str) -> str:
    """The title of a coefficient of agreement."""
    from abovechance.raters.coefficients.registry import coefficient

    return coefficient(key).title


def categories_of_items(result: Ratings) -> HeatMap:
    """The share of the raters of each item that gave it each category; of many items the first."""
    shares = np.asarray(result.counts[:_MOST_ITEMS], dtype=float)
    names = [visible(str(result.items[i])) for i in range(len(shares))]
    with np.errstate(invalid="ignore", divide="ignore"):
        values = shares / shares.sum(axis=1, keepdims=True)
    texts = tuple(tuple(f"{x:g}" for x in line) for line in shares.tolist())
    more = len(result.items) - len(names)
    notes = (f"and {more} more items",) if more > 0 else ()
    columns = tuple(visible(str(x)) for x in result.categories)
    return HeatMap(
        "Raters who gave each category", "item", "category", tuple(names), columns, values, texts,
        notes=notes, scale=("no rater", "half", "all raters"), is_of_counts=True,
    )  # fmt: skip
