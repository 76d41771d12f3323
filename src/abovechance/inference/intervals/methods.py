"""Which methods there are for which measure, by what names, and which one is recommended."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.inference.intervals import proportion as proportions
from abovechance.inference.intervals import ratio as ratios
from abovechance.inference.intervals import two_proportions as differences
from abovechance.inference.outlines import needs_outline_only

if TYPE_CHECKING:
    from abovechance.inference.intervals.delta import Sampling
    from abovechance.measures.registry import Measure

DRAWN = ("bca", "percentile", "posterior")
GENERAL = ("delta", "wald", *DRAWN)
PROFILE = "profile"
OF_MEASURES = ("fleiss_cohen_everitt", "bonett_price", "powers")
"""Methods that were published for single measures, which name them."""

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
    special: list[str] = list(m.intervals)
    if m.proportion and m.proportion.holds(sampling, classes):
        special = [*proportions.METHODS, *special]
    elif m.difference and m.difference.holds(sampling, classes) and (m.scope == "binary" or classes == 2):
        special = [*differences.METHODS, *special]
    elif m.ratio and m.ratio.holds(sampling, classes):
        special = ["log_adjusted", "log", *special]
    general = list(GENERAL)
    if m.kinked:
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
    return needs_outline_only(m) and (corrected or m.rare_class)


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
