"""What is said beneath the tables of a ranking: how it was computed, and what to beware of, each once."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from abovechance.core.text import NONE, adjustment_said, number, p_said, shown
from abovechance.measures.registry import measure
from abovechance.report.document import Note

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from abovechance.evaluation.scores.ranking import RankedSystem, Ranking

NAME_WIDTH = 16
_MOST_DIPS = 3


def threshold_text(value: float) -> str:
    """A threshold in a cell or a sentence."""
    return NONE if math.isnan(value) else f"{value:.4g}".replace("inf", "∞")


def notes(ranking: Ranking) -> Iterator[Note]:
    """How it was computed, and what to beware of, each once."""
    h = ranking.systems[0].h_measure
    if not math.isnan(h.value):
        same = len({(s.h_measure.a, s.h_measure.b) for s in ranking.systems}) == 1
        costs = f"Beta({h.a:.3g}, {h.b:.3g})" if same else "Beta(1 + prevalence, 2 - prevalence)"
        yield Note(f"H: the H-measure with costs of {costs}, the prior of Hand and Anagnostopoulos 2014.")
    if ranking.clusters is not None:
        yield Note(f"The items come in {ranking.clusters} clusters, each of which is one draw.")
    yield from map(Note, (*_choice(ranking), *_conditions(ranking), *_without_interval(ranking)))
    comparison = ranking.comparison
    if comparison is not None and len(comparison.pairs) > 1 and comparison.adjust is not None:
        yield Note(adjustment_said(comparison.adjust, "pairs"))
    said: dict[str, list[str]] = {}
    for system in ranking.systems:
        for text in _beware(system):
            said.setdefault(text, []).append(shown(system.name, NAME_WIDTH))
    for text, names in said.items():
        who = f"{', '.join(names)}: " if len(ranking.systems) > 1 else ""
        yield Note(f"{who}{text}.", "note")


def _choice(ranking: Ranking) -> Iterable[str]:
    """What the columns about chosen thresholds mean."""
    purpose, systems = ranking.purpose, ranking.systems
    if purpose.threshold is not None or all(s.point.position is None for s in systems):
        return
    yield (
        "Items are called positive if their score is at least the threshold. On new items use the cut: it is "
        "halfway between the threshold and the next lower score, and decides these items in the same way."
    )
    if all(system.selection is None for system in systems):
        yield "Thresholds are judged by the items they were chosen on."
        return
    seems = "is too good on average"
    if purpose.at_least or purpose.at_most:
        seems = "meets the bounds, as choices on other items need not, so that it may be above or below that"
    yield (
        "The value of a chosen threshold is what may be expected on new items (out of bag); what it "
        f"seems to reach on these, apparent, {seems}."
    )


def _without_interval(ranking: Ranking) -> Iterable[str]:
    """Why numbers that could have an interval have none."""
    system = ranking.systems[0]
    alone = len(ranking.systems) == 1 and ranking.kind == "system"
    if alone and not system.bounds and not math.isnan(system.auc.value):
        yield "There are too many scores to draw intervals of the other numbers by resampling."


def _conditions(ranking: Ranking) -> Iterable[str]:
    """What was asked of thresholds."""
    purpose = ranking.purpose
    bounds = [f"{measure(key).title} of at least {bound:g}" for key, bound in purpose.at_least.items()]
    bounds += [f"{measure(key).title} of at most {bound:g}" for key, bound in purpose.at_most.items()]
    if bounds:
        yield f"Only thresholds with {' and '.join(bounds)} were considered."
    costs = (purpose.cost_positive, purpose.cost_negative)
    if costs != (None, None):
        cp, cn = (1.0 if cost is None else cost for cost in costs)
        yield f"An error on a positive item costs {cp:g}, on a negative one {cn:g}."
    if purpose.prevalence is not None:
        yield f"Measures of decisions are those expected where {100 * purpose.prevalence:g} % are positive."


def _beware(system: RankedSystem) -> Iterable[str]:
    point = system.point
    if point.position is None:
        yield f"there is no such threshold: {shown(point.reason, 400)}"
    elif point.position == 0 and point.is_chosen:
        yield "no threshold is better than calling nothing positive"
    elif point.position == 0:
        yield "at this threshold nothing is called positive"
    if system.auc.warning is not None:
        yield system.auc.warning
    if len(point.tied) > 1:
        others = ", ".join(map(threshold_text, point.tied_thresholds[1:4].tolist()))
        more = f" and {len(point.tied) - 4} more" if len(point.tied) > 4 else ""
        yield f"thresholds that are as good as {threshold_text(point.threshold)}: {others}{more}"
    for dip in sorted(system.clear_dips, key=lambda dip: -dip.area_lost)[:_MOST_DIPS]:
        yield (
            f"scores from {threshold_text(dip.low_score)} to {threshold_text(dip.high_score)} rank "
            f"{dip.positives:g} positive and {dip.negatives:g} negative items worse than a coin would "
            f"(local AUC {number(dip.local_auc)}, {p_said(dip.p_value)})"
        )
