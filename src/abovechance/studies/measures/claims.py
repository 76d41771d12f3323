"""What the study of measures says: one standing for each measure, and how the measures rank."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import fmean, median
from typing import TYPE_CHECKING

from abovechance.core.text import NONE, number
from abovechance.measures.registry import measure
from abovechance.studies.base import Finding, Section
from abovechance.studies.scoring import MOST, exact_mean, grouped, percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from abovechance.core.result import Row

COMMON = (  # measures that most people know, for the short tables
    "informedness", "prevalence_weighted_informedness", "markedness", "mcc", "cohen_kappa",
    "balanced_accuracy", "accuracy", "f1", "macro_f1", "precision", "recall", "inverse_recall", "jaccard",
    "odds_ratio",
)  # fmt: skip
_EQUAL_MEAN_WITHIN = 0.01  # means that differ by less are as good as equal
_STEADY_WITHIN = 0.05  # a mean that moves by less with prevalence hardly depends on it
_NOISE_ERRORS = 4  # how many Monte Carlo standard errors are taken for noise
_EQUAL_SHARE_WITHIN = 0.001  # shares of comparisons that differ by less are as good as equal


@dataclass(frozen=True)
class Standing:
    """What is known of a measure, over all conditions.

    ``moved`` is how far its mean moves with prevalence and guesses alone, as a share of how far it moves from
    a predictor that guesses to the most informed one. ``bias``, without its sign, and ``rmse`` are against
    the share of informed decisions, only of measures whose best value is 1.
    """

    measure: str
    misled: float  # how often it prefers the less informed of two; a tie is half of that
    alike: float  # the same where they differ in nothing but skill
    chance_low: float  # the least mean where nothing is informed
    chance_high: float
    moved: float
    bias: float
    rmse: float
    undefined: float  # the share of tables without a value
    undefined_most: float  # the same of the worst system

    @property
    def is_judged(self) -> bool:
        """Whether it is defined on enough tables of every system."""
        return 1 - self.undefined_most >= MOST

    @property
    def title(self) -> str:
        """What people call it."""
        return measure(self.measure).title

    @property
    def kind(self) -> str:
        """Whether chance is taken out, and if not, what sort of number it is."""
        return measure(self.measure).kind


def standings(rows: Iterable[Row]) -> list[Standing]:
    """One for each measure of which more or less is better, the least misled first."""
    found = [_standing(key, own) for key, own in grouped(rows, lambda row: row["measure"]).items()]
    return sorted((x for x in found if not math.isnan(x.misled)), key=lambda x: (x.misled, x.rmse))


def _standing(key: str, rows: Sequence[Row]) -> Standing:
    values = [row for row in rows if row["differing"] is None]
    guessed = [row["mean"] for row in values if row["informed"] == 0 and not math.isnan(row["mean"])]
    comparable = measure(key).best == 1
    return Standing(
        measure=key,
        misled=_misled(rows, "anything"),
        alike=_misled(rows, "nothing"),
        chance_low=min(guessed, default=math.nan),
        chance_high=max(guessed, default=math.nan),
        moved=exact_mean(map(_moved_in, grouped(values, lambda row: (row["classes"], row["n"])).values())),
        bias=exact_mean(abs(row["bias"]) for row in values) if comparable else math.nan,
        rmse=exact_mean(row["rmse"] for row in values) if comparable else math.nan,
        undefined=exact_mean(row["undefined"] for row in values),
        undefined_most=max((row["undefined"] for row in values), default=math.nan),
    )


def _misled(rows: Sequence[Row], differing: str) -> float:
    """The mean over numbers of classes and items."""
    return exact_mean(row["wrong"] + row["tied"] / 2 for row in rows if row["differing"] == differing)


def _moved_in(values: Sequence[Row]) -> float:
    skills = sorted({row["informed"] for row in values})
    means = {b: [row["mean"] for row in values if row["informed"] == b] for b in skills}
    if any(math.isnan(x) for of_skill in means.values() for x in of_skill):
        return math.nan
    reach = abs(fmean(means[skills[-1]]) - fmean(means[skills[0]]))
    aside = fmean(max(of_skill) - min(of_skill) for of_skill in means.values())
    return aside / reach if reach > 0 else math.inf


def sections(rows: Sequence[Row]) -> list[Section]:
    """The measures that most people know, the kinds of measures, then all of them."""
    two, more = _by_classes(rows)
    return [
        _ranked("Common measures, two classes", [x for x in two if x.measure in COMMON]),
        _ranked("Common measures, more classes", [x for x in more if x.measure in COMMON]),
        _kinds(two),
        _ranked("All measures, two classes", two),
        _ranked("All measures of whole tables, more classes", more),
    ]


def _by_classes(rows: Sequence[Row]) -> tuple[list[Standing], list[Standing]]:
    two, more = ([row for row in rows if (row["classes"] == 2) == wanted] for wanted in (True, False))
    return standings(two), standings(more)


def _ranked(title: str, found: Sequence[Standing]) -> Section:
    header = (
        "Measure", "misled %", "by noise %", "guessers", "moved %", "bias", "RMSE", "undefined %",
        "at most %",
    )  # fmt: skip
    note = _NOTE + (_BRACKETS_NOTE if any(not x.is_judged for x in found) else "")
    return Section(title, header, tuple(map(_line, found)), note)


_NOTE = (
    "Undefined is the mean share of tables over all predictors, and at most that of the predictor where it "
    "is greatest. Balanced accuracy leaves out classes without items; Macro Recall, the same otherwise, is "
    "undefined on tables with such a class."
)
_BRACKETS_NOTE = (
    f" In brackets: measures undefined on more than {100 * (1 - MOST):.0f} % of the tables of some "
    "predictor, left out of the claims."
)


def _line(x: Standing) -> tuple[str, ...]:
    return (
        x.title if x.is_judged else f"({x.title})", _percent(x.misled), _percent(x.alike),
        _range(x.chance_low, x.chance_high), _percent(x.moved), number(x.bias), number(x.rmse),
        _percent(x.undefined), _percent(x.undefined_most),
    )  # fmt: skip


def _kinds(found: Sequence[Standing]) -> Section:
    kinds = dict.fromkeys(x.kind for x in found)
    body = []
    for kind in kinds:
        own = [x.misled for x in found if x.kind == kind]
        body.append((kind, str(len(own)), *map(_percent, (min(own), median(own), max(own)))))
    body.sort(key=lambda line: float(line[3]))
    header = ("Kind", "measures", "least", "median", "most")
    return Section("Kinds of measures, two classes: misled %", header, tuple(body))


def _percent(share: float) -> str:
    return "∞" if math.isinf(share) else percent(share)


def _range(low: float, high: float) -> str:
    if math.isnan(low):
        return NONE
    texts = [f"{x:.2f}".replace("-0.00", "0.00") for x in (low, high)]
    return texts[0] if texts[0] == texts[1] else f"{texts[0]} to {texts[1]}"


def findings(rows: Sequence[Row]) -> list[Finding]:
    """What holds, with the numbers that decide; of measures that are defined on enough tables."""
    two, more = ([x for x in found if x.is_judged] for found in _by_classes(rows))
    return [
        _unbiased(rows),
        _known_bias(rows),
        _least_misled(two, "two classes"),
        _least_misled(more, "more classes"),
        _corrected(two),
        *(_misleads(two, key) for key in ("accuracy", "f1")),
        _level_of_chance(rows),
        _invariant(rows),
    ]


def _unbiased(rows: Sequence[Row]) -> Finding:
    own = _values(rows, "informedness")
    worst = max(own, key=lambda row: abs(row["bias"]))
    beyond = [row for row in own if abs(row["bias"]) > _EQUAL_MEAN_WITHIN + _NOISE_ERRORS * _error(row)]
    compared = (x for x in standings(rows) if x.is_judged and not math.isnan(x.bias))
    others = sorted(compared, key=lambda x: x.bias)
    return Finding(
        f"The mean of Informedness is the share of informed decisions within {_EQUAL_MEAN_WITHIN} (and "
        f"{_NOISE_ERRORS} Monte Carlo standard errors), whatever the prevalence and the guesses.",
        not beyond,
        f"It is off by {abs(worst['bias']):.4f} at most (K = {worst['classes']}, N = {worst['n']}, "
        f"b = {worst['informed']:g}), with a Monte Carlo standard error of {_error(worst):.4f}; of all "
        "measures whose best value is 1, the least biased are "
        + ", ".join(f"{x.title} ({x.bias:.4f} on average)" for x in others[:4])
        + ".",
    )


def _known_bias(rows: Sequence[Row]) -> Finding:
    """Weights that are predictions favour a class in tables where it is found more often than is usual."""
    own = [row for row in _values(rows, "informedness") if row["sd"] > 0]
    away = [abs(row["bias"] - _expected_bias(row)) / _error(row) for row in own]
    beyond = sum(x > _NOISE_ERRORS for x in away)
    return Finding(
        f"What it is off is its bias of (K − 2)·b·(1 − b)/N (within {_NOISE_ERRORS} Monte Carlo standard "
        "errors).",
        not beyond,
        f"It is farther from that under {beyond} of {len(own)} conditions, by {max(away):.1f} standard "
        "errors at most: with two classes there is no bias, with more there is one that more items remove.",
    )


def _expected_bias(row: Row) -> float:
    b = row["informed"]
    return float((row["classes"] - 2) * b * (1 - b) / row["n"])


def _least_misled(found: Sequence[Standing], words: str) -> Finding:
    own = next(x for x in found if x.measure == "informedness")
    less = [x for x in found if x.misled < own.misled - _EQUAL_SHARE_WITHIN]
    alike = [x for x in found if x is not own and abs(x.misled - own.misled) <= _EQUAL_SHARE_WITHIN]
    return Finding(
        f"No measure of {words} is misled less often than Informedness by a tenth of a point or more.",
        not less,
        f"It is misled in {_percent(own.misled)} % of comparisons. Less often: {_names(less)}; as often, "
        f"give or take a tenth of a point: {_names(alike)}.",
    )


def _names(found: Sequence[Standing]) -> str:
    shown = [f"{x.title} ({_percent(x.misled)} %)" for x in found[:6]]
    rest = f" and {len(found) - len(shown)} more" if len(found) > len(shown) else ""
    return (", ".join(shown) + rest) or "none"


def _corrected(found: Sequence[Standing]) -> Finding:
    corrected, traditional = (
        median(x.misled for x in found if x.kind == kind) for kind in ("chance-corrected", "traditional")
    )
    return Finding(
        "The median measure that takes chance out is misled less often than the median traditional one (two "
        "classes).",
        corrected < traditional,
        f"In {_percent(corrected)} % of comparisons against {_percent(traditional)} %; single measures of "
        "either kind may do better or worse.",
    )


def _misleads(found: Sequence[Standing], key: str) -> Finding:
    by_key = {x.measure: x for x in found}
    own, best = by_key[key], by_key["informedness"]
    return Finding(
        f"{own.title} prefers the worse of two predictors more than twice as often as Informedness, and as "
        "noise alone would explain (two classes).",
        own.misled > 2 * max(own.alike, best.misled),
        f"In {_percent(own.misled)} % of comparisons; in {_percent(own.alike)} % where prevalence and "
        f"guesses are the same. Informedness: {_percent(best.misled)} and {_percent(best.alike)} %.",
    )


def _level_of_chance(rows: Sequence[Row]) -> Finding:
    """Of measures whose level of chance is not an end of their range, where all samples lie on one side."""
    largest = max(row["n"] for row in rows)
    own = [
        row
        for row in rows
        if row["differing"] is None and row["informed"] == 0 and row["n"] == largest and _has_level(row)
    ]
    off = {
        row["measure"]
        for row in own
        if abs(row["mean"] - (measure(row["measure"]).chance or 0))
        > _EQUAL_MEAN_WITHIN + _NOISE_ERRORS * _error(row)
    }
    keys = {row["measure"] for row in own}
    titles = sorted(measure(key).title for key in off)
    return Finding(
        f"With {largest} items, measures have the mean that the catalogue declares where nothing is informed "
        f"(within {_EQUAL_MEAN_WITHIN} and {_NOISE_ERRORS} Monte Carlo standard errors).",
        not off,
        f"So for {len(keys) - len(off)} of {len(keys)} finite measures whose level of chance lies inside "
        "their range" + (f"; not for {', '.join(titles)}." if off else "."),
    )


def _has_level(row: Row) -> bool:
    m = measure(row["measure"])
    return (
        isinstance(m.chance, int | float)
        and -math.inf < m.low < m.chance < m.high < math.inf
        and 1 - row["undefined"] >= MOST
    )


def _error(row: Row) -> float:
    """The Monte Carlo standard error of the mean."""
    return float(row["sd"] / math.sqrt(row["replicates"]))


def _invariant(rows: Sequence[Row]) -> Finding:
    largest = max(row["n"] for row in rows)
    two = [row for row in rows if row["classes"] == 2 and row["differing"] is None and row["n"] == largest]
    named = dict.fromkeys(row["measure"] for row in two)
    keys = [key for key in named if measure(key).is_unchanged_by("prevalence", 2)]
    ranges = {key: _greatest_range([row for row in two if row["measure"] == key]) for key in keys}
    finite = {key: x for key, x in ranges.items() if not math.isnan(x) and measure(key).high == 1}
    worst = max(finite, key=lambda key: finite[key])
    return Finding(
        f"With {largest} items, the means of measures that the catalogue declares independent of prevalence "
        f"move by less than {_STEADY_WITHIN} with it (two classes).",
        finite[worst] < _STEADY_WITHIN,
        f"Of {len(finite)} such measures with a greatest value of 1, the mean of {measure(worst).title} "
        f"moves most, by {finite[worst]:.3f}.",
    )


def _greatest_range(values: Sequence[Row]) -> float:
    """How far means are apart that differ in prevalence alone."""
    alike = grouped(values, lambda row: (row["informed"], row["guess"])).values()
    means = ([row["mean"] for row in own] for own in alike)
    return max((max(found) - min(found) for found in means), default=math.nan)


def _values(rows: Iterable[Row], key: str) -> list[Row]:
    return [row for row in rows if row["measure"] == key and row["differing"] is None]
