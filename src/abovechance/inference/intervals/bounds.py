"""The bounds of many measures at once: each by its method, all sharing nudged and drawn tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.arrays import Array, Numbers
from abovechance.core.checks import quantile
from abovechance.inference.intervals import cautions as say
from abovechance.inference.intervals import proportion as proportions
from abovechance.inference.intervals import two_proportions as pairs
from abovechance.inference.intervals.delta import Linear, interval_on_scale, linearise, smoothed, wald
from abovechance.inference.intervals.effective_size import effective_tables
from abovechance.inference.intervals.methods import DRAWN, PAPERS, PROFILE
from abovechance.inference.profile.profile import profile_bounds
from abovechance.inference.resampling.bootstrap import (
    Spread,
    accelerations,
    bca_bounds,
    dirichlet_draw,
    drawn_values,
    multinomial_draw,
    percentile_bounds,
)
from abovechance.measures.compute import compute_arrays, why_undefined

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from abovechance.core.contingency import Contingency
    from abovechance.core.dichotomy import Dichotomy
    from abovechance.inference.intervals.delta import Sampling
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Tables

Bounds = tuple[Array, Array, Array]  # low, high and standard error

_PLAIN_METHODS = ("wald", "fleiss_cohen_everitt")
_RELATIVE_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Setting:
    """What all measures of one call have in common; ``level`` is that of a two-sided interval."""

    tables: Tables
    level: float
    sampling: Sampling
    seed: int | None
    replicates: int
    prior: Any
    parameters: Mapping[str, Any]
    effective: bool = False  # whether the tables are of as many items as weights are worth


@dataclass(frozen=True)
class Found:
    """The interval of one measure, in the shape of its values."""

    value: Array
    low: Array
    high: Array
    se: Array
    warning: Array
    reason: Array


def computed(used: Mapping[Measure, str], setting: Setting) -> dict[str, Found]:
    """The intervals of measures by the given methods; of weighted items on the effective tables of each."""
    if setting.tables.squares is None:
        return _computed(used, setting)
    values = _values(list(used), setting)
    return {m.key: _of_weights(m, method, values[m.key], setting) for m, method in used.items()}


def _of_weights(m: Measure, method: str, value: Array, setting: Setting) -> Found:
    # The design effect is that of the measure: one number of items for all would be wrong where weights go
    # with classes.
    tables = effective_tables(m, setting.tables, setting.sampling, setting.parameters)
    found = _computed({m: method}, replace(setting, tables=tables, effective=True))[m.key]
    if m.kind != "count" or "scale" in m.invariant:
        return replace(found, value=value)
    with np.errstate(all="ignore"):
        # A count of effective items is back on the scale of the weights; where it is 0, the whole table
        # tells the scale.
        factor = np.where(found.value > 0, value / found.value, setting.tables.total / tables.total)
        return replace(found, value=value, **{x: getattr(found, x) * factor for x in ("low", "high", "se")})


def _computed(used: Mapping[Measure, str], setting: Setting) -> dict[str, Found]:
    values = _values(list(used), setting)
    bounds: dict[str, Bounds] = {}
    unstable: dict[str, Array] = {}
    plain = [m for m, method in used.items() if method in _PLAIN_METHODS]
    by_formula = [m for m, method in used.items() if method not in (*DRAWN, *_PLAIN_METHODS)]
    bounds |= _by_formula(by_formula, used, values, setting)
    # Wald's interval and Fleiss's are kept as their sources have them, whose standard errors know no
    # pseudo-item.
    unsmoothed = linearise(plain, setting.tables, setting.sampling, setting.parameters)
    bounds |= _on_scale(plain, unsmoothed, setting, wald)
    for method in DRAWN:
        chosen = [m for m, name in used.items() if name == method]
        if chosen:
            drawn, defined = _by_draws(method, chosen, values, setting)
            bounds |= drawn
            unstable |= {key: x < (1 - say.UNSTABLE_SHARE) * setting.replicates for key, x in defined.items()}
    return _settled(used, values, bounds, unstable, setting)


def _values(chosen: Sequence[Measure], setting: Setting) -> dict[str, Array]:
    if setting.parameters:
        return {m.key: np.asarray(m(setting.tables, **setting.parameters)) for m in chosen}
    return compute_arrays(setting.tables, chosen)


def _by_formula(
    chosen: Sequence[Measure], used: Mapping[Measure, str], values: Mapping[str, Array], setting: Setting
) -> dict[str, Bounds]:
    """Bounds by formulas, with the standard error of the table that has one pseudo-item more."""
    tables, level = setting.tables, setting.level
    linear = linearise(chosen, smoothed(tables), setting.sampling, setting.parameters)
    found: dict[str, Bounds] = {}
    # Measures that touch the end of their range as a square have another scale, so each kind goes by
    # itself.
    for square in (False, True):
        alike = [m for m in chosen if used[m] == "delta" and m.touches == square]
        found |= _on_scale(alike, linear, setting, partial(interval_on_scale, square=square))
    z, profiled = quantile(level), [m for m in chosen if used[m] == PROFILE]
    # All profiles are searched together, since their searches share the tables that they move along.
    searched = profile_bounds(profiled, tables, z, setting.sampling, setting.parameters)
    for m in chosen:
        method, se = used[m], linear[m.key].se
        if method == PROFILE:
            low, high = searched[m.key]
            found[m.key] = low, high, np.where(se > 0, se, (high - low) / (2 * z))  # Correlation may be flat
        # A class that is all right or all wrong has no variance in the table: only its own interval has a
        # width.
        if method in ("delta", PROFILE) and proportions.is_mean(m):
            low, high, _ = found[m.key]
            found[m.key] = (*proportions.widened(m, tables.contingency, level, low, high), se)
        elif m.proportion and method in proportions.METHODS:
            quantities = _quantities(m, tables)
            bounds = proportions.proportion_bounds(
                m.proportion, quantities, len(tables.labels), method, level
            )
            found[m.key] = (*bounds, se)
        elif m.difference and method in pairs.DIFFERENCE_METHODS:
            found[m.key] = (*pairs.difference_bounds(m.difference, tables.dichotomy, method, level), se)
        elif m.ratio and method in pairs.RATIO_METHODS:
            found[m.key] = (*pairs.ratio_bounds(m.ratio, tables.dichotomy, method, level), se)
        elif method == "bonett_price":
            found[m.key] = (*pairs.bonett_price(tables.dichotomy, level)[1:], se)
        elif method in PAPERS:
            found[m.key] = powers(values[m.key], tables.counts.sum((-2, -1)), level, method)
    return found


def _quantities(m: Measure, tables: Tables) -> Contingency | Dichotomy:
    """What a measure is computed from."""
    return tables.dichotomy if m.scope == "binary" else tables.contingency


def _on_scale(
    chosen: Sequence[Measure], linear: Mapping[str, Linear], setting: Setting, scale: Any
) -> dict[str, Bounds]:
    """Bounds from values and standard errors, of all measures of one shape together."""
    found: dict[str, Bounds] = {}
    for group in _alike(chosen, {m.key: linear[m.key].value for m in chosen}):
        together = Linear(*(np.stack([getattr(linear[m.key], x) for m in group]) for x in ("value", "se")))
        low, high = scale(together, quantile(setting.level), *_ranges(group, together.value.ndim))
        found |= {m.key: (low[i], high[i], together.se[i]) for i, m in enumerate(group)}
    return found


def _alike(chosen: Sequence[Measure], values: Mapping[str, Array]) -> list[list[Measure]]:
    """Measures whose values have the same shape."""
    groups: dict[tuple[int, ...], list[Measure]] = {}
    for m in chosen:
        groups.setdefault(np.shape(values[m.key]), []).append(m)
    return list(groups.values())


def _ranges(group: Sequence[Measure], dimensions: int) -> tuple[Array, Array]:
    """The ends of the ranges, to go with values stacked on a first axis."""
    shape = (-1,) + (1,) * (dimensions - 1)
    return np.array([m.low for m in group]).reshape(shape), np.array([m.high for m in group]).reshape(shape)


def _by_draws(
    method: str, chosen: Sequence[Measure], values: Mapping[str, Array], setting: Setting
) -> tuple[dict[str, Bounds], dict[str, Array]]:
    """Bounds from tables drawn anew, or from what is believed after seeing them, and how many are defined."""
    tables, sampling = setting.tables, setting.sampling
    # Without a pseudo-item a table without errors would be drawn without errors for ever, and its interval
    # be a point.
    draw = multinomial_draw(sampling, pseudo_items=1.0)
    if method == "posterior":
        draw = dirichlet_draw(setting.prior, sampling)
    size, seed = setting.replicates, setting.seed
    drawn = drawn_values(chosen, tables, draw, size=size, seed=seed, parameters=setting.parameters)
    accelerated = accelerations(chosen, tables, setting.parameters) if method == "bca" else {}
    found, defined = {}, {}
    for m in chosen:
        spread = Spread.of(drawn[m.key])
        if method == "bca":
            bounds = bca_bounds(spread, values[m.key], accelerated[m.key], setting.level)
        else:
            bounds = percentile_bounds(spread, setting.level)
        if proportions.is_mean(m):
            bounds = proportions.widened(m, tables.contingency, setting.level, *bounds)
        found[m.key], defined[m.key] = (*bounds, spread.se), spread.defined
    return found, defined


def _settled(
    used: Mapping[Measure, str],
    values: Mapping[str, Array],
    bounds: Mapping[str, Bounds],
    unstable: Mapping[str, Array],
    setting: Setting,
) -> dict[str, Found]:
    """Bounds within the range and around the value, with what is to be said of them."""
    facts = say.Facts(setting.tables, setting.level, setting.sampling, effective=setting.effective)
    found = {}
    for group in _alike(list(used), values):
        value = np.stack([values[m.key] for m in group])
        low, high, se = (np.stack([bounds[m.key][i] for m in group]) for i in range(3))
        about = _About(group, [used[m] for m in group], facts, value)
        ends = _ranges(group, value.ndim)
        with np.errstate(invalid="ignore"):
            # The bounds are those of a smoothed table and may miss the value of the table itself, which
            # they must contain.
            low = np.minimum(np.maximum(np.where(about.extended, ends[0], low), ends[0]), value)
            high = np.maximum(np.minimum(high, ends[1]), value)
        low, high = np.where(about.fixed, value, low), np.where(about.fixed, value, high)
        se = np.where(about.fixed, 0.0, se)
        too_large = np.isnan(se) & np.isfinite(value) & facts.too_large
        missing = np.isnan(value) | about.refused | np.isnan(low) | np.isnan(high)
        low, high, se = (np.where(missing, np.nan, x) for x in (low, high, se))
        # An odds ratio with an empty cell is infinite, and the spread about infinity has no meaning.
        se = np.where(np.isinf(value), np.nan, se)
        undrawn = np.zeros(value.shape[1:], dtype=bool)
        gone = np.stack([unstable.get(m.key, undrawn) for m in group])
        warning = about.warnings(se <= _RELATIVE_TOLERANCE * np.maximum(abs(value), 1), gone, missing)
        reason = say.texts(
            [(about.refused, say.NEAR_CHANCE), (missing & too_large, say.TOO_LARGE), (missing, say.NO_ERROR)],
            value.shape,
        )
        for i, m in enumerate(group):
            explain(m, value[i], reason[i, ...], setting.tables)
            found[m.key] = Found(value[i], low[i], high[i], se[i], warning[i, ...], reason[i, ...])
    return found


class _About:
    """What is to be said of measures of one shape, on a first axis."""

    def __init__(
        self, group: Sequence[Measure], methods: Sequence[str], facts: say.Facts, value: Array
    ) -> None:
        self._group, self._methods, self._facts, self._value = group, methods, facts, value
        both = list(zip(group, methods, strict=True))
        self.extended = self._where(
            [say.singular_at_chance(m) and method not in ("posterior", *PAPERS) for m, method in both],
            "looks_like_chance",
        )
        self.fixed = self._where([facts.is_fixed(m) for m in group])
        self.refused = self._where(
            [
                m.key == "correlation" and method in ("delta", "wald") and facts.classes != 2
                for m, method in both
            ],
            "near_chance",
        )

    def warnings(self, flat: Array, unstable: Array, missing: Array) -> Array:
        """The gravest warning of each value, or None."""
        both = list(zip(self._group, self._methods, strict=True))
        doubtful = [method in say.LEVEL_IN_DOUBT for method in self._methods]
        profile = [method == PROFILE for method in self._methods]
        kinked = [m.kinked and method in ("delta", *_PLAIN_METHODS) for m, method in both]
        of_two = [method in pairs.DIFFERENCE_METHODS for method in self._methods]
        classes, labels = (
            [
                x and m.difference is not None and m.difference.between == of
                for x, m in zip(of_two, self._group, strict=True)
            ]
            for of in ("classes", "labels")
        )
        rare = [
            x and say.suffers_from_rare_labels(m, self._facts.classes)
            for x, m in zip(profile, self._group, strict=True)
        ]
        said = [
            (self._where([True] * len(both), "weighted"), say.WEIGHTS),
            (self._where([method == "powers_b0" for method in self._methods]), say.NULL_BAND),
            (self._where([method in PAPERS for method in self._methods]), say.RULE_OF_THUMB),
            (np.isinf(self._value), say.INFINITE),
            (self.fixed, say.FIXED),
            (flat & self._where(doubtful), say.FLAT),
            (self.extended, say.CHANCE),
            (self._where([say.is_association(m) for m in self._group], "biased_association"), say.BIASED),
            (self._where([say.is_information(m) for m in self._group], "biased_information"), say.BIASED),
            (unstable, say.UNSTABLE),
            (self._where(kinked), say.KINK),
            (self._of_trials(lambda _, trials: trials < say.FEW_TRIALS), say.HARDLY_TRIED),
            (self._of_trials(_few_astray, "wilson"), say.FEW_WENT_ASTRAY),
            (
                self._where([x or y for x, y in zip(of_two, profile, strict=True)], "few_in_all"),
                say.FEW_IN_ALL,
            ),
            (self._where(classes, "few_of_a_class"), say.SMALL_SAMPLE),
            (self._where(labels, "few_given_a_label"), say.SMALL_SAMPLE),
            (self._where(rare, "rare_label"), say.RARE_LABEL),
        ]
        even = [x and m.evenly for x, m in zip(doubtful, self._group, strict=True)]
        said.append((self._where(even, "few_in_cell_of_a_class"), say.SMALL_CELL))
        said += [(self._where(doubtful, fact), text) for fact, text in self._facts.few_items(self._group[0])]
        return say.texts([(where & ~missing, text) for where, text in said], self._value.shape)

    def _of_trials(self, rule: Callable[[Array, Array], Array], method: str | None = None) -> Array:
        """Where a rule holds of the successes and trials of proportions, by any method or a given one."""
        held = np.zeros(self._value.shape, dtype=bool)
        for i, (m, name) in enumerate(zip(self._group, self._methods, strict=True)):
            if m.proportion and name in proportions.METHODS and method in (None, name):
                held[i] = rule(*m.proportion.counts(_quantities(m, self._facts.tables)))
        return held

    def _where(self, which: Sequence[bool], fact: str | None = None) -> Array:
        """Some of the measures, on those tables of which a fact is true."""
        dimensions = self._value.ndim - 1
        chosen = np.array(which).reshape((-1,) + (1,) * dimensions)
        if fact is None or not any(which):
            return np.broadcast_to(chosen, self._value.shape)
        known = np.asarray(getattr(self._facts, fact))
        return chosen & known.reshape(known.shape + (1,) * (dimensions - known.ndim))


def _few_astray(successes: Array, trials: Array) -> Array:
    fewer = np.minimum(successes, trials - successes)
    return (fewer > 0) & (fewer < say.FEW_OUTCOMES)


def explain(m: Measure, value: Array, reason: Array, tables: Tables) -> None:
    """Write down why a value is undefined."""
    undefined = np.isnan(value)
    if undefined.any():
        why = np.asarray(why_undefined(tables, m), dtype=object).reshape(value.shape)
        reason[undefined] = why[undefined]


_ROOT_SSE: dict[str, Callable[[Array], Array]] = {
    "powers_b0": np.ones_like,
    "powers_b1": lambda b: 1 - 2 * abs(b) + 2 * b * b,
    "powers_b2": lambda b: 1 - abs(b),
}
"""What stands for the root of the summed squared errors: of chance, of a mean of both weighted by the value
itself, and of the alternative (Powers 2011; the poster of 2008 prints the last and draws the last two)."""


def powers(value: Numbers, n: Numbers, level: float = 0.95, method: str = "powers_b2") -> Bounds:
    """The papers' own intervals, X·√sse/√(N − 1) on both sides, kept for reproduction.

    Their width does not know how many items of each class there are, so the coverage of ``powers_b2`` is
    anything from 10 to 90 % where 95 % is promised, and more items do not help.
    """
    value, n = np.asarray(value, dtype=float), np.asarray(n, dtype=float)
    with np.errstate(all="ignore"):
        # The papers divide by N − 1 and take no notice of classes: a single item leaves nothing to divide
        # by.
        se = np.where(n > 1, _ROOT_SSE[method](value) / np.sqrt(n - 1), np.nan)
    spread = quantile(level) * se
    return np.maximum(value - spread, -1)[()], np.minimum(value + spread, 1)[()], se[()]
