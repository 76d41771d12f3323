"""The tests of a table by name: what each is called, and whether it has a direction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.inference.comparisons import mcnemar
from abovechance.inference.guessing.test import STATISTICS, guessing_test, residual_test
from abovechance.inference.significance.chi_squared import ASSOCIATION, PAPERS, association_test, papers_test
from abovechance.inference.significance.exact import (
    barnard_test,
    boschloo_test,
    fisher_test,
    no_information_test,
)
from abovechance.inference.significance.outcome import alternative_named
from abovechance.inference.significance.symmetry import bowker_test, mcnemar_test, stuart_maxwell_test

if TYPE_CHECKING:
    from abovechance.inference.guessing.test import Reference
    from abovechance.inference.significance.outcome import Alternative, Outcome
    from abovechance.tables.tables import Tables


class Options(NamedTuple):
    """What the caller may choose."""

    alternative: Alternative
    replicates: int
    seed: int | None


Run = Callable[["Tables", Options], "Outcome"]


@dataclass(frozen=True)
class Method:
    """A test, and whether it can tell better from worse than chance."""

    run: Run
    directed: bool


_REFERENCES: dict[str, Reference] = {
    "": "auto",
    "_normal": "normal",
    "_permutation": "permutation",
    "_mid_p": "mid_p",
}


def _guessing(name: str, reference: Reference) -> Method:
    return Method(
        lambda tables, options: guessing_test(tables, name, reference=reference, **options._asdict()),
        directed=True,
    )


def _fisher(tables: Tables, options: Options, *, mid: bool) -> Outcome:
    return fisher_test(tables, mid=mid, **options._asdict())


def _association(name: str) -> Method:
    return Method(lambda tables, _: association_test(tables, name), directed=False)


def _papers(name: str) -> Method:
    def run(tables: Tables, options: Options) -> Outcome:
        return papers_test(tables, name, replicates=options.replicates, seed=options.seed)

    return Method(run, directed=False)


def _mcnemar(name: str) -> Method:
    return Method(lambda tables, _: mcnemar_test(tables, name), directed=False)


METHODS: dict[str, Method] = {
    **{
        name + ending: _guessing(name, reference)
        for name in STATISTICS
        for ending, reference in _REFERENCES.items()
    },
    "residual": Method(lambda tables, _: residual_test(tables), directed=False),
    "fisher": Method(partial(_fisher, mid=False), directed=True),
    "fisher_mid_p": Method(partial(_fisher, mid=True), directed=True),
    "boschloo": Method(lambda t, options: boschloo_test(t, alternative=options.alternative), directed=True),
    "barnard": Method(lambda t, options: barnard_test(t, alternative=options.alternative), directed=True),
    **{name: _association(name) for name in ASSOCIATION},
    **{name: _papers(name) for name in PAPERS},
    **{name: _mcnemar(name) for name in mcnemar.TESTS},
    "bowker": Method(lambda tables, _: bowker_test(tables), directed=False),
    "stuart_maxwell": Method(lambda tables, _: stuart_maxwell_test(tables), directed=False),
    "no_information_rate": Method(
        lambda t, options: no_information_test(t, alternative=options.alternative), directed=True
    ),
}
OF_ERRORS = (*mcnemar.TESTS, "bowker", "stuart_maxwell")  # their hypothesis: errors go both ways

COUNTING = frozenset(
    {
        *("fisher", "fisher_mid_p", "boschloo", "barnard", "no_information_rate", *PAPERS),
        *("mcnemar_exact", "mcnemar_mid_p"),
        *(name + ending for name in STATISTICS for ending in ("_permutation", "_mid_p")),
    }
)
"""The tests that look at all tables of so many items, or draw some of them."""

ALIASES = {
    "bookmaker": "informedness",
    "largest": "combined",
    "prevalence_weighted": "prevalence_weighted_informedness",
    "z_b": "informedness_normal",
    "permutation": "informedness_permutation",
    "z_m": "markedness_normal",
    "residual_chi_squared": "residual",
    "chi_squared": "pearson",
    "chi2": "pearson",
    "pearson_chi_squared": "pearson",
    "n_1": "n_minus_1",
    "e_pearson": "n_minus_1",
    "campbell": "n_minus_1",
    "g2": "g_squared",
    "g_test": "g_squared",
    "likelihood_ratio": "g_squared",
    "log_likelihood": "g_squared",
    "continuity": "yates",
    "exact": "fisher",
    "fisher_exact": "fisher",
    "freeman_halton": "fisher",
    "mid_p": "fisher_mid_p",
    "lancaster": "fisher_mid_p",
    **{name.replace("_squared", "2"): name for name in PAPERS},
    "edwards": "mcnemar_corrected",
    "mcnemar_bowker": "bowker",
    "symmetry": "bowker",
    "stuart": "stuart_maxwell",
    "maxwell": "stuart_maxwell",
    "marginal_homogeneity": "stuart_maxwell",
    "homogeneity": "stuart_maxwell",
    "nir": "no_information_rate",
    "accuracypvalue": "no_information_rate",
    "p[acc_>_nir]": "no_information_rate",
    "p_value_[acc_>_nir]": "no_information_rate",
    "chi2_+p": "chi_squared_plus_p",
    "chi2_+r": "chi_squared_plus_r",
    "g2_+p": "g_squared_plus_p",
    "g2_+r": "g_squared_plus_r",
}

_NAMES = Names("test", (*METHODS, "auto"), ALIASES)


def method_name(name: str, classes: int = 2, *, square: bool = True) -> str:
    """The test of a name or an alias; ``"auto"`` is Pearson's with N−1 for a rectangular table.

    Of two classes it is that of Informedness, where all tests of hits are one; of more the combined one.
    """
    found = _NAMES(name)
    if found != "auto":
        return found
    recommended = "informedness" if classes <= 2 else "combined"
    return recommended if square else "n_minus_1"


def alternative_name(name: str, method: str) -> Alternative:
    """The alternative of a name, if the test has it."""
    found = alternative_named(name)
    if found != "two-sided" and not METHODS[method].directed:
        raise InputError(
            f"the test {method!r} has no direction: leave out alternative={name!r}, "
            "or use 'informedness' or 'fisher'"
        )
    return cast("Alternative", found)
