"""The verdict of a comparison in plain sentences, and a warning when measures disagree."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from abovechance.core.text import enumerated, in_a_row, p_adjusted_said
from abovechance.inference.comparisons.pair_difference import direction
from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.inference.comparisons.comparison import Comparison, Preference
    from abovechance.inference.comparisons.pair_difference import PairDifference

_LEAST_P = 0.0001


def verdict(comparison: Comparison) -> str:
    """What was found, and where other measures would have led to another choice."""
    said = _of_two(comparison) if len(comparison.systems) == 2 else _of_many(comparison)
    more = (_margins(comparison), _no_judge(comparison), _weights(comparison), _disagreement(comparison))
    return "\n".join([said, *(x for x in more if x is not None), *_warnings(comparison)])


def _margins(comparison: Comparison) -> str | None:
    """Which systems are within the margin, if there is one; of many pairs, how many are equivalent."""
    return None if comparison.margins is None else comparison.margins.verdict


def _warnings(comparison: Comparison) -> list[str]:
    """What to beware of, each once, of more than two systems with the pairs that it is said of."""
    said: dict[str, list[str]] = {}
    for pair in comparison.pairs:
        if pair.warning is not None:
            said.setdefault(pair.warning, []).append(f"{pair.first!r} against {pair.second!r}")
    if len(comparison.systems) == 2:
        return [f"Note: {text}." for text in said]
    return [f"Note: {in_a_row(pairs)}: {text}." for text, pairs in said.items()]


def p_text(p: float) -> str:
    """A p-value for people."""
    return f"p < {_LEAST_P}" if p < _LEAST_P else f"p = {p:.2g}"


def _of_two(comparison: Comparison) -> str:
    pair = comparison.pairs[0]
    first, second = repr(pair.first), repr(pair.second)
    title = measure(pair.measure).title
    if comparison.source.is_same(pair.first, pair.second):
        return f"{first} and {second} gave the same answer to every item."
    if math.isnan(pair.p_value):
        return f"{title} of {first} and {second} cannot be compared: {pair.reason}."
    if not comparison.is_clear(pair):
        return f"{first} and {second} are not shown to differ: {_numbers(pair)}{_discord(pair)}."
    if pair.difference * (direction(measure(pair.measure)) or 1) < 0:
        pair = pair.reversed
    return f"{_claim(pair)}: {_numbers(pair)}."


def _discord(pair: PairDifference) -> str:
    """What to say where the interval and the test, which look at the items in different ways, disagree."""
    alpha = 1 - pair.level
    if pair.p_adjusted < alpha:
        return f"; the p-value is below {alpha:.2g}, but the interval contains 0"
    if not pair.contains_zero:
        return f"; the interval excludes 0, but the p-value is not below {alpha:.2g}"
    return ""


def _claim(pair: PairDifference) -> str:
    """What a clear difference means: the first is the better one, or the one with more."""
    first, second = repr(pair.first), repr(pair.second)
    if direction(measure(pair.measure)) == 0:
        return f"{first} has more {measure(pair.measure).title} than {second}"
    return f"{first} is better than {second}"


def _numbers(pair: PairDifference) -> str:
    of_class = "" if pair.label is None else f" of {pair.label!r}"
    return (
        f"{measure(pair.measure).title}{of_class} {pair.first_value:.3f} against {pair.second_value:.3f}, "
        f"a difference of {pair.difference:.3f} "
        f"({100 * pair.level:g} % interval {pair.low:.3f} to {pair.high:.3f}, "
        f"{p_adjusted_said(pair.p_adjusted, pair.p_value)})"
    )


def _of_many(comparison: Comparison) -> str:
    best, *others = comparison.ranking
    title = measure(comparison.measure).title
    if math.isnan(best.value):
        return f"{title} cannot be compared: it is undefined for all systems."
    if math.isinf(best.value):
        return f"{title} cannot be compared: it is infinite for {best.system!r}."
    judges = direction(measure(comparison.measure)) != 0
    said = f"{best.system!r} {'comes first with' if judges else 'has the most:'} {title} {best.value:.3f}"
    than = "better than" if judges else "more than"
    beaten = [r.system for r in others if comparison.is_clear(comparison[best.system, r.system])]
    open_ = [r.system for r in others if r.system not in beaten]
    if beaten and open_:
        return f"{said}: {than} {enumerated(beaten)}, not shown to differ from {enumerated(open_)}."
    return f"{said}: {than} all others." if beaten else f"{said}, but is not shown to differ from any other."


def _no_judge(comparison: Comparison) -> str | None:
    """That more of a measure without a best value is not better."""
    m = measure(comparison.measure)
    return f"{m.title} has no best value: it describes, and does not judge." if m.best is None else None


def _weights(comparison: Comparison) -> str | None:
    """That tables of weights do not tell how many items there are."""
    from abovechance.inference.comparisons.sources import UnpairedSource

    tables = comparison.source.tables
    if not isinstance(comparison.source, UnpairedSource) or tables.is_countable:
        return None
    return (
        "A table holds weights without their squares: their sum was taken as the number of independent items."
    )


def _disagreement(comparison: Comparison) -> str | None:
    """Measures that clearly prefer another system than the one that comes first by the measure compared."""
    if direction(measure(comparison.measure)) == 0:
        return None
    leader = comparison.ranking[0].system
    opposed = [
        p for p in comparison.preferences if p.preferred not in (None, leader) and _is_clear(comparison, p)
    ]
    if not opposed or not all(math.isfinite(r.value) for r in comparison.ranking[:2]):
        return None
    other = opposed[0].preferred or ""
    opposed = [p for p in opposed if p.preferred == other]
    own = measure(comparison.measure).title
    sure = comparison.is_clear(comparison[leader, other])
    said = f"{_titles(opposed)} {other!r}, {own} " + (
        f"prefers {leader!r}" if sure else "shows no difference"
    )
    return said + _explanation(comparison, opposed, (leader, other), sure=sure)


def _is_clear(comparison: Comparison, preference: Preference) -> bool:
    """Whether a measure's preference is shown, among as many pairs as there are."""
    return preference.clear and preference.p_value * len(comparison.pairs) < 1 - comparison.level


def _titles(found: Sequence[Preference]) -> str:
    titles = [measure(p.measure).title for p in found]
    return f"{in_a_row(titles)} prefer{'s' if len(titles) == 1 else ''}"


def _explanation(
    comparison: Comparison, opposed: Sequence[Preference], names: tuple[str, str], *, sure: bool
) -> str:
    """Whose gain is not one of information, if Informedness is one of the two sides."""
    leader, other = names
    if comparison.measure == "informedness":
        gainer, loser = other, leader
    elif any(p.measure == "informedness" for p in opposed):
        gainer, loser, sure = leader, other, True
    else:
        return "."
    return f": {gainer!r} {_what_it_is(comparison, gainer, loser, sure=sure)}."


def _what_it_is(comparison: Comparison, gainer: str, loser: str, *, sure: bool) -> str:
    """Of two classes a table has only bias beside Informedness and prevalence, of more also confusions."""
    tables = comparison.source.tables
    if tables.positive is None:
        return f"{'looks' if sure else 'may look'} better there without knowing more of the classes"
    first, second = (tables.at(system=name).dichotomy for name in (gainer, loser))
    label, often = repr(tables.positive), "more" if first.bias > second.bias else "less"
    only = "looks better there only" if sure else "may look better there only"
    return (
        f"{only} because it says {label} {often} often than {loser!r} ({100 * first.bias:.0f} % of items "
        f"against {100 * second.bias:.0f} %; {100 * first.prevalence:.0f} % are {label})"
    )
