"""Which methods there are for which measure, by what names, and which one is recommended."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.inference.derivatives.gradient import KINKED
from abovechance.inference.intervals import proportion as proportions
from abovechance.inference.intervals import ratio as ratios
from abovechance.inference.intervals import two_proportions as differences
from abovechance.inference.intervals.class_mean import MEAN_OF
from abovechance.inference.outlines import needs_outline_only

if TYPE_CHECKING:
    from abovechance.inference.intervals.delta import Sampling
    from abovechance.measures.registry import Measure

DRAWN = ("bca", "percentile", "posterior")
GENERAL = ("delta", "wald", *DRAWN)
PROFILE = "profile"
POWERS = frozenset({"informedness", "markedness", "correlation"})
"""The measures that the papers give intervals for."""
OF_MEASURES = {
    "fleiss_cohen_everitt": frozenset({"cohen_kappa", "linear_kappa", "quadratic_kappa"}),
    "bonett_price": frozenset({"tetrachoric_correlation"}),
    "powers": POWERS,
}
MEANS_OF_CLASSES = frozenset({*MEAN_OF, "macro_f2", "macro_f_half"})
"""Means over classes, of which a rare one may carry all of the variance."""

ALIASES = {
    "agresti": "agresti_coull",
    "atanh": "delta",
    "bayes": "posterior",
    "bootstrap": "bca",
    "caffo": "agresti_caffo",
    "cp": "clopper_pearson",
    "dirichlet": "posterior",
    "exact": "clopper_pearson",
    "fce": "fleiss_cohen_everitt",
    "fisher_z": "delta",
    "fleiss": "fleiss_cohen_everitt",
    "gart": "log_adjusted",
    "haldane": "log_adjusted",
    "katz": "log",
    "logit": "delta",
    "mn": "miettinen_nurminen",
    "mover": "newcombe",
    "mover_j": "mover_jeffreys",
    "mover_wilson": "newcombe",
    "min_chi_squared": "profile",
    "normal": "wald",
    "profile_score": "profile",
    "score": "miettinen_nurminen",
    "woolf": "log",
}
NAMES = (PROFILE, *GENERAL, *proportions.METHODS, *differences.METHODS, *ratios.METHODS, *OF_MEASURES)
method_name = Names("interval method", NAMES, ALIASES)
"""A method by any of its names."""


def applicable(m: Measure, classes: int, sampling: Sampling) -> tuple[str, ...]:
    """The methods for a measure of a table of so many classes, the recommended one first."""
    special = [name for name, keys in OF_MEASURES.items() if m.key in keys]
    if proportions.is_proportion(m.key, classes, sampling):
        special = [*proportions.METHODS, *special]
    elif differences.is_difference(m.key, m.scope, classes, sampling):
        special = [*differences.METHODS, *special]
    elif ratios.is_ratio(m.key, classes, sampling):
        special = ["log_adjusted", "log", *special]
    general = list(GENERAL)
    if m.key in KINKED:
        general.insert(0, "bca")
    elif classes and is_profiled(m):
        general.insert(0, PROFILE)
    first = special if special and special[0] not in OF_MEASURES else general
    return tuple(dict.fromkeys((*first, *special, *general)))


def is_profiled(m: Measure) -> bool:
    """Whether the margins and the diagonal tell a measure in which one class may carry the variance.

    A measure whose range ends at chance is none: near it the value has no slope.
    """
    corrected = m.kind == "chance-corrected" and m.chance != m.low
    return needs_outline_only(m) and (corrected or m.key in MEANS_OF_CLASSES)


@cache
def method_for(m: Measure, name: str, classes: int, sampling: Sampling) -> str:
    """The method of a name, if there is one and it is for this measure; ``"auto"`` is the recommended one."""
    there_are = applicable(m, classes, sampling)
    if name == "auto":
        return there_are[0]
    found = method_name(name)
    if found not in there_are:
        raise InputError(
            f"method {found!r} is not for {m.key} of {classes} classes with sampling={sampling!r}: "
            f"there are {', '.join(map(repr, there_are))}"
        )
    return found
