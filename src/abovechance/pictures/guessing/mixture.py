"""Pictures of informed and guessed decisions: the informed share, and what each label is worth."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.text import group_text
from abovechance.pictures.forests import forest, row, title_of
from abovechance.pictures.intervals import level_said
from abovechance.tables.tables import group_at

if TYPE_CHECKING:
    from abovechance.inference.mixture.result import ClassSkills, MixtureFit
    from abovechance.measures.implied_kappa import ImpliedKappa
    from abovechance.pictures.picture import Forest, ForestRow
    from abovechance.pictures.results import Pictures

_MOST_CLASSES = 30


def of_mixture(result: MixtureFit) -> Pictures:
    """Informed shares."""
    return {"shares": lambda: forest_of_mixture(result)}


def of_skills(result: ClassSkills) -> Pictures:
    """The share of informed decisions if each class has a skill of its own."""
    return {"skills": lambda: forest_of_skills(result)}


def of_implied_kappa(result: ImpliedKappa) -> Pictures:
    """The value, and the accuracy that it takes for chance."""
    return {"kappa": lambda: forest_of_implied_kappa(result)}


def forest_of_mixture(result: MixtureFit) -> Forest:
    """The informed share of each table; of a single one also what labels are worth."""
    places = list(np.ndindex(result.tables.batch_shape))
    rows: list[ForestRow] = []
    for place in places:
        name = "all decisions" if not place else group_text(group_at(result.tables, place))
        rows.append(
            row(name, float(np.asarray(result.value)[place]), float(np.asarray(result.low)[place]),
                float(np.asarray(result.high)[place]), heading="" if rows else "Informed share", chance=0.0)
        )  # fmt: skip
    if len(places) == 1:
        labels = result.tables.labels[:_MOST_CLASSES]
        parts = (("A right decision is informed", result.informed_if_right), ("Guesses name", result.guess))
        for i, (heading, values) in enumerate(parts):
            of = np.ravel(np.asarray(values)[places[0]])
            rows += [
                row(label, float(of[k]), system=i + 1, heading=heading if k == 0 else "")
                for k, label in enumerate(labels)
            ]
    title = f"Informed or guessed, {level_said(result.level)}"
    return forest(title, rows, most=2 * _MOST_CLASSES + 2, mark_name="all guessed")


def forest_of_skills(result: ClassSkills) -> Forest:
    """The skill on each class, and the informed share of all decisions with its interval."""
    rows = []
    shares, lows, highs, least, most = (
        np.ravel(np.asarray(x, dtype=float))
        for x in (result.share, result.low, result.high, result.least, result.most)
    )
    skills: Any = np.asarray(result.skill, dtype=float).reshape(len(shares), -1)
    for i, share in enumerate(shares.tolist()):
        name = "all decisions" if len(shares) == 1 else f"table {i + 1}"
        known = math.isfinite(share)
        note = "" if known else f"between {least[i]:.2f} and {most[i]:.2f}".replace("-", "−")
        rows.append(row(name, share, float(lows[i]), float(highs[i]), note=note))
        rows += [
            row(f"class {k + 1}", float(skill), system=1)
            for k, skill in enumerate(skills[i])
            if math.isfinite(skill)
        ]
    return forest(
        "Informed share, with a skill for each class", rows, reference=0.0, reference_name="guessed"
    )


def forest_of_implied_kappa(result: ImpliedKappa) -> Forest:
    """The Kappa, and from which level of chance it leads to the accuracy."""
    title = "Kappa" if result.measure is None else f"{title_of(result.measure)} as a Kappa"
    values, chances, accuracies = (
        np.ravel(np.asarray(x, dtype=float)).tolist() for x in (result.value, result.chance, result.accuracy)
    )
    rows = []
    for i, (value, chance, accuracy) in enumerate(zip(values, chances, accuracies, strict=True)):
        of = "" if len(values) == 1 else f"table {i + 1}: "
        rows.append(row(f"{of}Kappa", value))
        rows.append(row(f"{of}accuracy", accuracy, chance=None if math.isnan(chance) else chance, system=1))
    return forest(title, rows, mark_name="the accuracy taken for chance")
