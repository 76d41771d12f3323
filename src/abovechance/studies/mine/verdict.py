"""What a user's own study says in plain sentences: which measures to trust, and how wide their noise is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.text import NONE, counted, number
from abovechance.measures.registry import measure
from abovechance.simulation.study.contests import misled_covariances, misled_rates
from abovechance.simulation.study.result import comparable
from abovechance.simulation.study.trials import columns
from abovechance.studies.scoring import exact_mean as mean
from abovechance.studies.scoring import grouped, percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from abovechance.core.result import Row
    from abovechance.simulation.runner.run import Sums
    from abovechance.simulation.study.result import Study
    from abovechance.simulation.study.systems import System


Name = tuple[str, int | None]  # a measure, and the class it is that of, if it has one

DEFINED = 0.9  # the share of comparisons in which a measure must have values to be ranked
_STANDARD_ERRORS_BEHIND = (
    3.0  # standard errors by which a measure must be behind the first to be told apart from it
)
_ROUNDING_ERROR = 1e-9


SPREAD = 1.96  # standard deviations on both sides that hold 95 % of normally distributed values
FEW = 0.9  # numbers that rest on a smaller share of the tables are marked
MARK = "*"


def by_name(rows: Iterable[Row]) -> dict[Name, list[Row]]:
    """The rows of each measure, and of each class where it is of one."""
    return grouped(rows, lambda row: (row["measure"], row["class"]))


def title_of(name: Name) -> str:
    """What people call a measure."""
    key, of_class = name
    return measure(key).title if of_class is None else f"{measure(key).title}, class {of_class + 1}"


def noise_range(rows: Sequence[Row], digits: int = 3) -> str:
    """The least and the greatest noise among conditions."""
    found = [SPREAD * row["sd"] for row in rows if not math.isnan(row["sd"])]
    if not found:
        return NONE
    low, high = (number(x, digits) for x in (min(found), max(found)))
    return f"±{low}" if low == high else f"±{low} to ±{high}"


def listed(words: Sequence[str]) -> str:
    """Such as a, b and c."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


@dataclass(frozen=True)
class MeasureRank:
    """A measure among others, over all numbers of classes and items."""

    name: Name  # the measure, and its class if it has one
    misled: float
    error: float  # the standard error of how often it is misled
    undefined: float  # the share of comparisons in which it lacks a value
    first: bool  # as good as the least misled, and undefined in at most a tenth

    @property
    def is_defined(self) -> bool:
        """Whether it has values in nine tenths of the comparisons."""
        return self.undefined <= 1 - DEFINED


def ranking(study: Study) -> list[MeasureRank]:
    """The measures of which more or less is better, the least misled first.

    Only those that are there for each number of classes: a measure of one class has other classes there.
    """
    parts = [
        (columns(study.measures, trial.classes), trial.systems, sums)
        for trial, sums in zip(study.trials, study.sums, strict=True)
        if "judged" in sums and sums["judged"][0].any()
    ]
    if not parts:
        return []
    shared = [name for name in parts[0][0] if all(name in names for names, _, _ in parts)]
    places = [np.array([names.index(name) for name in shared], dtype=int) for names, _, _ in parts]
    sums = [_of(part[2], place) for part, place in zip(parts, places, strict=True)]
    rates = np.mean([misled_rates(x) for x in sums], axis=0)
    # Of a mean of parts that are independent of each other.
    covariance = np.sum([misled_covariances(x) for x in sums], axis=0) / len(sums) ** 2
    undefined = np.mean(
        [1 - x["judged"] / (_pairs(part[1]) * x["replicates"]) for x, part in zip(sums, parts, strict=True)],
        axis=0,
    )
    return _ranked(shared, rates, covariance, undefined)


def _of(sums: Sums, place: NDArray[np.intp]) -> Sums:
    """The sums of some measures, over all pairs."""
    found = {name: sums[name][0][place] for name in ("judged", "misled")}
    both = np.ix_(place, place)
    found |= {name: sums[name][0][both] for name in ("judged_judged", "judged_misled", "misled_misled")}
    return found | {"replicates": sums["replicates"]}


def _pairs(systems: tuple[System, ...]) -> int:
    """Those that differ in skill."""
    skills = [system.skill for system in systems]
    return sum(a != b for i, a in enumerate(skills) for b in skills[:i])


def _ranked(
    names: list[Name],
    rates: NDArray[np.float64],
    covariance: NDArray[np.float64],
    undefined: NDArray[np.float64],
) -> list[MeasureRank]:
    order = [i for i in np.argsort(rates, kind="stable") if not math.isnan(rates[i])]
    leader = next((i for i in order if undefined[i] <= 1 - DEFINED), None)
    found = []
    for i in order:
        first = False
        if leader is not None and undefined[i] <= 1 - DEFINED:
            # Both are misled on the same tables, so that what they have in common cancels.
            variance = covariance[i, i] + covariance[leader, leader] - 2 * covariance[i, leader]
            gap = rates[i] - rates[leader]
            first = not gap > _STANDARD_ERRORS_BEHIND * math.sqrt(max(variance, 0.0)) + _ROUNDING_ERROR
        error = math.sqrt(max(covariance[i, i], 0.0))
        found.append(MeasureRank(names[i], float(rates[i]), error, float(undefined[i]), first))
    return found


_MOST_LISTED = 6  # more names than this are counted, not listed
_MAX_SHARE_UNDEFINED = 1 - DEFINED
_HOW_TO_READ = (
    "Noise is 1.96 standard deviations of one evaluation, which hold about 95 % of them where values are "
    "nearly normal; bias and RMSE are against the share b of informed decisions, of measures whose best "
    "value is 1; a tie counts as half misled; ± after misled is its standard error."
)


def verdict(study: Study) -> str:
    """Which measure to trust, and how wide its noise is."""
    parts = (_misled_said(study), _noise_said(study), _apart(study), _one_world(study))
    return " ".join(filter(None, parts))


def reading(study: Study) -> str:
    """What was drawn, and how to read the tables."""
    systems = _systems(study)
    drawn = f"{counted(len(systems), 'system')}, {counted(study.replicates, 'table')} of each"
    said = [f"{drawn}, seed {study.seed}.", _HOW_TO_READ]
    if any(isinstance(system.informed, tuple) for system in systems):
        said.append("Where b differs by class, the share is over all items: Σ prevalence · b.")
    if any(system.classes > 2 and np.any(np.asarray(system.informed) < 0) for system in systems):
        said.append("A deliberately wrong decision among K classes counts −1/(K − 1) in b.")
    if any(system.noise for system in systems):
        said.append("Errors of the gold standard count as errors of the predictor.")
    return " ".join(said)


def _systems(study: Study) -> list[System]:
    return [system for trial in study.trials for system in trial.systems]


def _misled_said(study: Study) -> str:
    found = ranking(study)
    if not found:
        return _not_ranked(study)
    left_out = [x for x in found if not x.is_defined]
    ranked = [x for x in found if x.is_defined]
    said = [_first_said(ranked)] if ranked else ["No measure can be recommended."]
    if left_out:
        said.append(_left_out(left_out))
    return " ".join(said)


def _not_ranked(study: Study) -> str:
    skills = {system.skill for system in _systems(study)}
    if len(skills) > 1:
        return "No two systems that differ in skill could be compared by these measures."
    return "Systems of one skill alone cannot be ranked: give several probabilities of informed decisions."


def _first_said(ranked: Sequence[MeasureRank]) -> str:
    first, last = [x for x in ranked if x.first], ranked[-1]
    worst = "." if last.first else f"; {title_of(last.name)} most often, in {_rate(last)} %."
    if len(first) == 1:
        return (
            f"{title_of(first[0].name)} is misled least often: it prefers the less informed of two systems "
            f"in {_rate(first[0])} % of comparisons{worst}"
        )
    who = (
        listed([title_of(x.name) for x in first]) if len(first) <= _MOST_LISTED else f"{len(first)} measures"
    )
    low, high = (percent(x.misled) for x in (first[0], first[-1]))
    rates = _rate(first[0]) if low == high else f"{low} to {_rate(first[-1])}"
    return (
        f"{who} cannot be told apart: they are misled least often, preferring the less informed of two "
        f"systems in {rates} % of comparisons{worst}"
    )


def _rate(x: MeasureRank) -> str:
    return percent(x.misled) if math.isnan(x.error) else f"{percent(x.misled)} ±{100 * x.error:.2g}"


def _left_out(found: Sequence[MeasureRank]) -> str:
    names = [f"{title_of(x.name)} ({percent(x.undefined)} %)" for x in found[:_MOST_LISTED]]
    rest = [f"{len(found) - _MOST_LISTED} more"] if len(found) > _MOST_LISTED else []
    return f"Not ranked, being undefined in more than 10 % of comparisons: {listed(names + rest)}."


def _noise_said(study: Study) -> str:
    """Of the measure nearest to the share of informed decisions, among those that mostly have a value."""
    on_scale = {name: rows for name, rows in by_name(study.values).items() if comparable(name[0])}
    found = {
        name: rows
        for name, rows in on_scale.items()
        if mean(row["undefined"] for row in rows) <= _MAX_SHARE_UNDEFINED
    }
    errors = {name: mean(row["rmse"] for row in rows) for name, rows in found.items()}
    errors = {name: x for name, x in errors.items() if not math.isnan(x)}
    if not errors or study.replicates == 1:
        return ""
    least = min(errors.values())
    best = min(errors, key=lambda x: errors[x])
    near = [name for name, x in errors.items() if x <= least + _digit(study)]
    sizes = sorted({row["n"] for row in found[best]})
    noise = [
        f"{noise_range([row for row in found[best] if row['n'] == n], 2)} with {counted(n, 'item')}"
        for n in sizes
    ]
    also = "" if len(near) == 1 else f" (no farther: {listed([title_of(x) for x in near if x != best])})"
    how = ", is by conditions" if len(found[best]) > len(sizes) else " is"
    among = "Of those with a value on nine tables in ten, " if len(found) < len(on_scale) else ""
    return (
        f"{among}{title_of(best)} is nearest to the share of informed decisions{also}. Its noise, "
        f"1.96 standard deviations of one evaluation{how} {'; '.join(noise)}."
    )


def _digit(study: Study) -> float:
    """Mean errors that differ by less are equal, for what so many tables tell."""
    return (
        2
        * mean(row["sd"] for row in study.values if comparable(row["measure"]))
        / math.sqrt(study.replicates)
    )


def _apart(study: Study) -> str:
    """Of numbers of classes or items that are never compared."""
    if not any("judged" in sums for sums in study.sums) or len(study.trials) == 1:
        return ""
    differing = [
        word
        for word, values in (
            ("classes", {trial.classes for trial in study.trials}),
            ("items", {trial.systems[0].n for trial in study.trials}),
        )
        if len(values) > 1
    ]
    return f"Systems with different numbers of {listed(differing)} are not compared with each other."


def _one_world(study: Study) -> str:
    worlds = {(system.prevalence, system.guess) for system in _systems(study)}
    if len(worlds) > 1:
        return ""
    return (
        "All systems meet the same classes and guess alike: systems that guess otherwise, or other "
        "prevalences, may mislead measures that are right here."
    )
