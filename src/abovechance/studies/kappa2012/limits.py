"""Kappa in the limit (Powers 2012): what each Kappa, and the accuracy it expects, tend to at the extremes.

Two classes, a prevalence of the positive one that is central (1/2) or extreme (→ 0), and guesses that never
(→ 0), evenly (1/2) or always (→ 1) name it. What is extreme in both is so at the same rate: ``never`` is
matched to an extreme prevalence, ``always`` contrary to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from abovechance.core.errors import InputError
from abovechance.measures.registry import measure
from abovechance.simulation.world.mixture import Mixture

Prevalence = Literal["central", "extreme"]
Guess = Literal["never", "even", "always"]
Family = Literal["fleiss", "cohen", "powers"]
Quantity = Literal["expectation", "kappa"]
Formula = Callable[[Any], Any]

PREVALENCES: tuple[Prevalence, ...] = ("central", "extreme")
GUESSES: tuple[Guess, ...] = ("never", "even", "always")
MEASURES: dict[tuple[Family, Quantity], str] = {
    ("fleiss", "expectation"): "expected_accuracy_scott",
    ("fleiss", "kappa"): "scott_pi",
    ("cohen", "expectation"): "expected_accuracy",
    ("cohen", "kappa"): "cohen_kappa",
    ("powers", "expectation"): "expected_accuracy_powers",
    ("powers", "kappa"): "informedness",
}
"""The measure of each quantity; of two raters, Fleiss' Kappa is Scott's pi."""


class Formulas(NamedTuple):
    """A limit as a function of b, the probability of informed decisions, for either sign of it."""

    informed: Formula
    wrong: Formula


@dataclass(frozen=True)
class Limit:
    """One of the limits: whose Kappa, and whether it or the accuracy that it expects of chance.

    >>> limit = Limit("extreme", "always", "fleiss", "kappa")
    >>> limit(0.5), limit.near(0.5, 0.001)  # −(1 − b)/(1 + b)
    (-0.3333333333333333, -0.3288...)
    """

    prevalence: Prevalence
    guess: Guess
    family: Family
    quantity: Quantity

    @property
    def formulas(self) -> Formulas:
        """The limit as a function of b."""
        return _FORMULAS[self.prevalence, self.guess, self.family, self.quantity]

    def __call__(self, informed: float) -> float:
        """The limit for a probability of informed decisions, which is less than 1 and more than -1."""
        if not abs(informed) < 1:
            raise InputError(f"the limits are of informed decisions between -1 and 1, got {informed!r}")
        return float(self.formulas.informed(informed) if informed >= 0 else self.formulas.wrong(informed))

    def mixture(self, informed: float, distance: float) -> Mixture:
        """The predictor whose extreme shares are so far from 0 and 1."""
        positive = 0.5 if self.prevalence == "central" else distance
        guess = {"never": distance, "even": 0.5, "always": 1 - distance}[self.guess]
        return Mixture(informed, (1 - positive, positive), (1 - guess, guess))

    def near(self, informed: float, distance: float) -> float:
        """The value of the measure on the table expected so far from the limit."""
        return float(measure(MEASURES[self.family, self.quantity])(self.mixture(informed, distance).expected))


def limits() -> tuple[Limit, ...]:
    """All 36."""
    return tuple(Limit(*key) for key in _FORMULAS)


def _both(formula: Formula) -> Formulas:
    """One formula for either sign."""
    return Formulas(formula, formula)


# 0 * b, so that a constant of many b is as many numbers.
_HALF, _ONE, _ZERO, _ITSELF = map(
    _both, (lambda b: 0 * b + 0.5, lambda b: 0 * b + 1, lambda b: 0 * b, lambda b: b)
)
_ONE_LABEL = (
    Formulas(lambda b: (b**2 - 2 * b + 5) / 8, lambda b: (b**2 + 2 * b + 5) / 8),
    Formulas(lambda b: (b**2 - 6 * b + 1) / ((b - 3) * (b + 1)), lambda b: (b - 1) / (b + 3)),
    *(_HALF, _ITSELF, _HALF, _ITSELF),
)
_OF_CONDITIONS: dict[tuple[Prevalence, Guess], tuple[Formulas, ...]] = {
    ("central", "never"): _ONE_LABEL,
    ("central", "even"): (_HALF, _ITSELF, _HALF, _ITSELF, _HALF, _ITSELF),
    ("central", "always"): _ONE_LABEL,
    ("extreme", "never"): (
        Formulas(_ONE.informed, lambda b: (b**2 + 2 * b + 2) / 2),
        Formulas(_ITSELF.informed, lambda b: b / (b + 2)),
        Formulas(_ONE.informed, lambda b: 1 + b),
        Formulas(_ITSELF.informed, _ZERO.wrong),
        Formulas(_ONE.informed, lambda b: 1 / (1 - b)),
        _ITSELF,
    ),
    ("extreme", "even"): (
        _both(lambda b: (b**2 + 2 * b + 5) / 8),
        _both(lambda b: (b - 1) / (b + 3)),
        _both(lambda b: (1 + b) / 2),
        _ZERO,
        _HALF,
        _ITSELF,
    ),
    ("extreme", "always"): (
        Formulas(lambda b: (1 + b**2) / 2, _HALF.wrong),
        Formulas(lambda b: (b - 1) / (b + 1), lambda b: 0 * b - 1),
        Formulas(_ITSELF.informed, _ZERO.wrong),
        _ZERO,
        Formulas(_ZERO.informed, lambda b: b / (b - 1)),
        _ITSELF,
    ),
}
"""For each condition the formulas of the six quantities, in the order of ``MEASURES``."""
_FORMULAS = {
    (*condition, *quantity): formulas
    for condition, of_condition in _OF_CONDITIONS.items()
    for quantity, formulas in zip(MEASURES, of_condition, strict=True)
}
