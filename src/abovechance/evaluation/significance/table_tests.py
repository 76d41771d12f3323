"""``TableTests``: what was tested, what the tests say in plain words, and their rows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.result import Answer
from abovechance.core.text import p_said
from abovechance.evaluation.headline import against_the_least, disagreement
from abovechance.inference.significance.methods import OF_ERRORS
from abovechance.inference.significance.p_value_evidence import LIMIT, calibrate
from abovechance.measures.registry import measure
from abovechance.tables.tables import group_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.core.result import Row
    from abovechance.inference.intervals.interval import Interval
    from abovechance.inference.significance.test import TestResult
    from abovechance.tables.tables import Tables

_TESTS_OF_HITS = {
    "combined": "Combined",
    "score": "Score",
    "prevalence_weighted_informedness": "B by prevalence",
    "informedness": "Informedness",
    "markedness": "Markedness",
}
_READ_OFF = {"": "", "_normal": ", normal", "_permutation": ", perm.", "_mid_p": ", mid-p"}
TITLES = {
    **{name + end: title + said for name, title in _TESTS_OF_HITS.items() for end, said in _READ_OFF.items()},
    "residual": "Residual χ²",
    "fisher": "Fisher",
    "fisher_mid_p": "Fisher, mid-p",
    "boschloo": "Boschloo",
    "barnard": "Barnard",
    "pearson": "Pearson χ²",
    "n_minus_1": "Pearson χ², N−1",
    "g_squared": "G²",
    "williams": "G², Williams",
    "smith": "G², Smith",
    "yates": "Pearson χ², Yates",
    "mcnemar_mid_p": "McNemar, mid-p",
    "mcnemar_exact": "McNemar, exact",
    "mcnemar": "McNemar",
    "mcnemar_corrected": "McNemar, corrected",
    "bowker": "Bowker",
    "stuart_maxwell": "Stuart–Maxwell",
    "no_information_rate": "Accuracy, NIR",
    "chi_squared_plus_p": "χ² of +P",
    "chi_squared_plus_r": "χ² of +R",
    "chi_squared_plus_p_approximate": "χ² of +P, approximate",
    "chi_squared_plus_r_approximate": "χ² of +R, approximate",
    "g_squared_plus_p": "G² of +P",
    "g_squared_plus_r": "G² of +R",
    "g_squared_plus_p_approximate": "G² of +P, approximate",
    "g_squared_plus_r_approximate": "G² of +R, approximate",
    "chi_squared_kb": "χ² KB",
    "chi_squared_km": "χ² KM",
    "chi_squared_kbm": "χ² KBM",
    "chi_squared_xb": "χ² XB",
    "chi_squared_xm": "χ² XM",
    "chi_squared_xbm": "χ² XBM",
    "chi_squared_b": "χ² B",
    "chi_squared_m": "χ² M",
    "chi_squared_bm": "χ² BM",
}
_ASSOCIATED = "Truth and prediction are associated"
_NOT_ASSOCIATED = "No association of truth and prediction is shown"
_SYMMETRY_CLAIMS = (
    "Confusions are asymmetric, one class being mistaken for another more often than the reverse",
    "Confusions are not shown to be asymmetric",
)
_MARGIN_CLAIMS = (
    "Labels are not given as often as their classes occur",
    "Labels are not shown to be given more or less often than their classes occur",
)
_CLAIMS_OF_ERRORS = dict.fromkeys(OF_ERRORS, _MARGIN_CLAIMS) | {
    "bowker": _SYMMETRY_CLAIMS
}  # of tests, shown and not shown
_NOT_SHOWN_VERBS = {"two-sided": "differ from", "greater": "be better than", "less": "be worse than"}
_NOT_OF_CHANCE = frozenset({*OF_ERRORS, "no_information_rate"})
_DIRECTION_WORDS = {"two-sided": "other than", "greater": "above", "less": "below"}
_ONE_IN_A_MILLION = 1e-6


@dataclass(frozen=True, eq=False, repr=False)
class TableTests(Answer):
    """What was tested, and what the tests say.

    Attributes
    ----------
    tables
        The tables: one, or one for each group.
    results
        The tests of all items together; the first is the one the sentence is about.
    informedness
        The Informedness of all items together, with its interval, or beside a one-sided test with one-sided
        bounds.
    per_class, groups
        The first test of each class against the rest, and of each group, if asked for.
    level
        Confidence: p-values of at most 1 - level count as shown.
    """

    tables: Tables
    results: tuple[TestResult, ...]
    informedness: Interval
    per_class: TestResult | None
    groups: TestResult | None
    level: float

    @property
    def verdict(self) -> str:
        """What the first test says, in a plain sentence."""
        return _verdict(self)

    @property
    def evidence(self) -> str | None:
        """What the p-value is worth as evidence, by the bound of Sellke, Bayarri and Berger 2001."""
        return _evidence(self)

    def rows(self) -> list[Row]:
        """A row for each test of all items, then for each class, then for each group."""
        every = (*self.results, self.per_class, self.groups)
        return [row for result in every if result is not None for row in rows_of(self, result)]

    @property
    def pooled(self) -> Tables:
        """All items together."""
        return self.tables.sum() if self.tables.axes else self.tables


def _verdict(tests: TableTests) -> str:
    """What the first test says, in a plain sentence."""
    first, found = tests.results[0], tests.informedness
    if math.isnan(first.p_value):
        return f"There is no p-value: {first.reason}."
    p = p_said(first.p_value)
    clear = first.p_value <= 1 - tests.level
    if not of_guessing(first):
        return f"{_claim(tests, clear=clear)}: {TITLES[first.method]}, {p}."
    if clear:
        claim = f"The predictions are {'better' if first.statistic > 0 else 'worse'} than chance"
    else:
        claim = f"The predictions are not shown to {_NOT_SHOWN_VERBS[first.alternative]} chance"
    sides = "two-sided" if first.alternative == "two-sided" else "one-sided"
    said = f"{_informedness_said(found, first.alternative)} ({sides} {p})"
    differ = disagreement(first, _bounds(found, first.alternative), tests.level, tests.pooled)
    return f"{claim}: {said}{_least_said(tests) if clear else ''}.{f' {differ}' if differ else ''}"


def _claim(tests: TableTests, *, clear: bool) -> str:
    """What a test that does not judge guesses by hits has shown, or has not."""
    first = tests.results[0]
    if first.method == "no_information_rate":
        above = first.statistic > measure("no_information_rate")(tests.pooled)
        said = ("above" if above else "below") if clear else _DIRECTION_WORDS[first.alternative]
        rate = "that of always naming the most frequent class"
        return f"Accuracy is {said} {rate}" if clear else f"Accuracy is not shown to be {said} {rate}"
    return _CLAIMS_OF_ERRORS.get(first.method, (_ASSOCIATED, _NOT_ASSOCIATED))[0 if clear else 1]


def _bounds(found: Interval, alternative: str) -> tuple[float, float]:
    """Those that a test of this alternative is to be held against."""
    return (
        -math.inf if alternative == "less" else found.low,
        math.inf if alternative == "greater" else found.high,
    )


def of_guessing(result: TestResult) -> bool:
    """Whether a test tells better from worse than guessing, and does so by hits."""
    return result.method.startswith(tuple(_TESTS_OF_HITS)) and not result.method.startswith("markedness")


def _informedness_said(found: Interval, alternative: str) -> str:
    """The value with an interval, or beside a one-sided test with the bound on its side."""
    said, level = f"Informedness {found.value:.3f}", f"{100 * found.level:g} %"
    if math.isnan(found.low):
        return said
    if alternative == "greater":
        return f"{said}, {level} lower bound {found.low:.3f}"
    if alternative == "less":
        return f"{said}, {level} upper bound {found.high:.3f}"
    return f"{said}, {level} interval {found.low:.3f} to {found.high:.3f}"


def _least_said(tests: TableTests) -> str:
    """What a negative value of more than two classes is read against."""
    value = tests.informedness.value
    if value >= 0 or len(tests.pooled.labels) <= 2:
        return ""
    return against_the_least(value, measure("least_informedness")(tests.pooled))


def speaks_of_chance(tests: TableTests) -> bool:
    """Whether the first test has a p-value, and chance is what it is against."""
    first = tests.results[0]
    return not math.isnan(first.p_value) and first.method not in _NOT_OF_CHANCE


def _evidence(tests: TableTests) -> str | None:
    """What the p-value is worth as evidence, by the bound of Sellke, Bayarri and Berger."""
    p = tests.results[0].p_value
    if not speaks_of_chance(tests):
        return None
    if p >= LIMIT:
        return "A p-value this large is no evidence against chance at all."
    least = calibrate(p).alpha
    now = "may now be below one in a million"
    if least >= _ONE_IN_A_MILLION:
        now = f"is now at least {100 * least:.2g} %"
    return (
        f"If chance and skill were equally likely before the test, the probability of chance {now} "
        "(Sellke, Bayarri and Berger 2001)."
    )


def rows_of(tests: TableTests, result: TestResult) -> Iterator[Row]:
    """The numbers of a result at each position of its axes, and what is known of the table there."""
    tables = tests.pooled
    if result is tests.per_class:
        tables = tests.pooled.one_vs_rest()
    elif result is tests.groups:
        tables = tests.tables
    values = np.asarray(measure("informedness")(tables))
    for position in np.ndindex(np.shape(result.p_value)):
        at = {name: _at(getattr(result, name), position) for name in _OF_RESULT}
        label = tests.pooled.labels[position[-1]] if result is tests.per_class else None
        yield {
            "method": result.method,
            "class": None if label is None else str(label),
            "group": tuple(map(str, group_at(tables, position) or ())) if result is tests.groups else None,
            "n": tables.counts[position].sum().item(),
            "informedness": values[position].item(),
            "alternative": result.alternative,
            "adjust": result.adjust,
        } | at


_OF_RESULT = (
    "statistic", "df", "p_value", "monte_carlo_error", "nominal_p_value", "nominal_p_value_beta",
    "p_adjusted", "reference", "reason", "warning",
)  # fmt: skip


def _at(values: Any, position: tuple[int, ...]) -> Any:
    if values is None or position == ():
        return values
    found = values[position]
    return found.item() if isinstance(found, np.generic) else found
