"""What a user's own study says in plain sentences: which measures to trust, and how wide their noise is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.text import counted
from abovechance.simulation.study.ranking import DEFINED, ranking
from abovechance.simulation.study.result import comparable
from abovechance.studies.mine.words import by_name, listed, noise_range, title_of
from abovechance.studies.scoring import exact_mean as mean
from abovechance.studies.scoring import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.simulation.study.ranking import MeasureRank
    from abovechance.simulation.study.result import Study
    from abovechance.simulation.study.systems import System

_MANY = 6
"""More names than this are counted, not listed."""
_TENTH = 1 - DEFINED
_READING = (
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
    said = [f"{drawn}, seed {study.seed}.", _READING]
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
    who = listed([title_of(x.name) for x in first]) if len(first) <= _MANY else f"{len(first)} measures"
    low, high = (percent(x.misled) for x in (first[0], first[-1]))
    rates = _rate(first[0]) if low == high else f"{low} to {_rate(first[-1])}"
    return (
        f"{who} cannot be told apart: they are misled least often, preferring the less informed of two "
        f"systems in {rates} % of comparisons{worst}"
    )


def _rate(x: MeasureRank) -> str:
    return percent(x.misled) if math.isnan(x.error) else f"{percent(x.misled)} ±{100 * x.error:.2g}"


def _left_out(found: Sequence[MeasureRank]) -> str:
    names = [f"{title_of(x.name)} ({percent(x.undefined)} %)" for x in found[:_MANY]]
    rest = [f"{len(found) - _MANY} more"] if len(found) > _MANY else []
    return f"Not ranked, being undefined in more than 10 % of comparisons: {listed(names + rest)}."


def _noise_said(study: Study) -> str:
    """Of the measure nearest to the share of informed decisions, among those that mostly have a value."""
    on_scale = {name: rows for name, rows in by_name(study.values).items() if comparable(name[0])}
    found = {
        name: rows for name, rows in on_scale.items() if mean(row["undefined"] for row in rows) <= _TENTH
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
