"""Which methods there are for which measure, by what names, which is recommended, and what takes too long."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.inference.derivatives.nudged import needs_outline_only
from abovechance.inference.intervals import proportion as proportions
from abovechance.inference.intervals import two_proportions as pairs
from abovechance.inference.profile.profile import MOST_OCCUPIED, is_searched_by_occupied

if TYPE_CHECKING:
    from abovechance.inference.intervals.delta import Sampling
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Tables

DRAWN = ("bca", "percentile", "posterior")
GENERAL = ("delta", "wald", *DRAWN)
PROFILE = "profile"
PAPERS = ("powers_b0", "powers_b1", "powers_b2")  # of Informedness, Markedness and Correlation
OF_MEASURES = ("fleiss_cohen_everitt", "bonett_price", *PAPERS)  # published for single measures

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
    "powers": "powers_b2",
    "profile_score": "profile",
    "score": "miettinen_nurminen",
    "woolf": "log",
}
_OF_PAIRS = (*pairs.DIFFERENCE_METHODS, *pairs.RATIO_METHODS)
NAMES = (PROFILE, *GENERAL, *proportions.METHODS, *_OF_PAIRS, *OF_MEASURES)
method_name = Names("interval method", NAMES, ALIASES)


def applicable(m: Measure, classes: int, sampling: Sampling) -> tuple[str, ...]:
    """The methods for a measure of a table of so many classes, the recommended one first."""
    special: list[str] = list(m.intervals)
    if m.proportion and m.proportion.holds(sampling, classes):
        special = [*proportions.METHODS, *special]
    elif m.difference and m.difference.holds(sampling, classes) and (m.scope == "binary" or classes == 2):
        special = [*pairs.DIFFERENCE_METHODS, *special]
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
            f"method {found!r} does not apply to {m.key} of {classes} classes with sampling={sampling!r}: "
            f"there are {', '.join(map(repr, there_are))}"
        )
    return found


_MOST_DRAWN = 2**31  # cells of all tables that are drawn, and of those with one item left out: about a minute
_FALLBACK_METHOD = "delta"


def feasible_method(asked: str, used: str, tables: Tables, sampling: Sampling, replicates: int) -> str:
    """The method, or a quicker one where it was not asked for by name; else an error that offers that one."""
    if not _takes_long(used, tables, sampling, replicates):
        return used
    if asked == "auto":
        return _FALLBACK_METHOD
    classes = max(tables.counts.shape[-2:])
    raise InputError(
        f"method {used!r} would take too long on a table of {classes:,} classes: use {_FALLBACK_METHOD!r}"
    )


def _takes_long(used: str, tables: Tables, sampling: Sampling, replicates: int) -> bool:
    if used not in (PROFILE, *DRAWN):
        return False
    rows, columns = tables.counts.shape[-2:]
    cells = rows * columns
    if used == PROFILE and not is_searched_by_occupied(cells, sampling):
        return cells > MOST_OCCUPIED
    least = MOST_OCCUPIED if used == PROFILE else _MOST_DRAWN // cells - replicates
    if cells <= least:
        return False
    occupied = 0 if used in ("percentile", "posterior") else _most_occupied(tables)
    return occupied > least


def _most_occupied(tables: Tables) -> int:
    """The number of occupied cells of the table that has most."""
    flat = tables.counts.reshape(-1, *tables.counts.shape[-2:])
    return max((int(np.count_nonzero(x)) for x in flat), default=0)
