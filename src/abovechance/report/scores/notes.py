"""What is said beneath the tables of a ranking: how it was computed, and what to beware of, each once.

Words that reports of rankings share: criteria, thresholds and what a chosen threshold reaches.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich.text import Text

from abovechance.core.text import NONE, adjustment_said, number, p_said, shown
from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

    from abovechance.evaluation.scores import RankedSystem, Ranking

NAME = 16
"""Names of systems are cut here, so that tables fit."""
_BEST = {
    "cost": "Lowest cost",
    "bias_equals_prevalence": "Bias = Prevalence",
    "closest": "Closest to (0, 1)",
    "equal_error_rate": "Equal error rate",
}
_VALUE = {
    "cost": "Expected cost",
    "bias_equals_prevalence": "Bias less Prevalence",
    "closest": "Distance to (0, 1)",
    "equal_error_rate": "Mean of both error rates",
}


def best_said(criterion: str) -> str:
    """What the best threshold by a criterion is called."""
    return _BEST.get(criterion) or f"Best {measure(criterion).title}"


def value_said(criterion: str) -> str:
    """What the value of a criterion is."""
    return _VALUE.get(criterion) or measure(criterion).title


def threshold_shown(value: float) -> str:
    """A threshold in a cell."""
    return NONE if math.isnan(value) else f"{value:.4g}".replace("inf", "∞")


_MOST_DIPS = 3


def notes(ranking: Ranking) -> Iterable[RenderableType]:
    """How it was computed, and what to beware of, each once."""
    first = ranking.systems[0]
    h = first.h_measure
    if not math.isnan(h.value):
        same = len({(s.h_measure.a, s.h_measure.b) for s in ranking.systems}) == 1
        costs = f"Beta({h.a:.3g}, {h.b:.3g})" if same else "Beta(1 + prevalence, 2 - prevalence)"
        yield Text(
            f"H: the H-measure with costs of {costs}, the prior of Hand and Anagnostopoulos 2014.",
            style="dim",
        )
    if ranking.clusters is not None:
        said = f"The items come in {ranking.clusters} clusters, each of which is one draw."
        yield Text(said, style="dim")
    yield from _choice(ranking)
    yield from _conditions(ranking)
    yield from _without_interval(ranking)
    comparison = ranking.comparison
    if comparison is not None and len(comparison.pairs) > 1 and comparison.adjust is not None:
        yield Text(adjustment_said(comparison.adjust, "pairs"), style="dim")
    yield from _warnings(ranking)


def _choice(ranking: Ranking) -> Iterable[Text]:
    """What the columns about chosen thresholds mean."""
    purpose, systems = ranking.purpose, ranking.systems
    if purpose.threshold is not None or all(s.point.position is None for s in systems):
        return
    yield Text(
        "threshold: the score from which items are called positive; cut: halfway to the next lower score, "
        "which decides these items alike and is the one to use on new items.",
        style="dim",
    )
    if all(system.selection is None for system in systems):
        yield Text("Thresholds are judged by the items they were chosen on.", style="dim")
        return
    seems = "is too good on average"
    if purpose.at_least or purpose.at_most:
        seems = "meets the bounds, as choices on other items need not, so that it may be above or below that"
    yield Text(
        "The value of a chosen threshold is what may be expected on new items (out of bag); what it "
        f"seems to reach on these, apparent, {seems}.",
        style="dim",
    )


def _without_interval(ranking: Ranking) -> Iterable[Text]:
    """Why numbers that could have an interval have none."""
    system = ranking.systems[0]
    alone = len(ranking.systems) == 1 and ranking.kind == "system"
    if alone and not system.bounds and not math.isnan(system.auc.value):
        said = "There are too many scores to draw intervals of the other numbers by resampling."
        yield Text(said, style="dim")


def _conditions(ranking: Ranking) -> Iterable[Text]:
    """What was asked of thresholds."""
    purpose = ranking.purpose
    bounds = [f"{measure(key).title} of at least {bound:g}" for key, bound in purpose.at_least.items()]
    bounds += [f"{measure(key).title} of at most {bound:g}" for key, bound in purpose.at_most.items()]
    if bounds:
        yield Text(f"Only thresholds with {' and '.join(bounds)} were considered.", style="dim")
    costs = (purpose.cost_positive, purpose.cost_negative)
    if costs != (None, None):
        cp, cn = (1.0 if cost is None else cost for cost in costs)
        yield Text(f"An error on a positive item costs {cp:g}, on a negative one {cn:g}.", style="dim")
    if purpose.prevalence is not None:
        share = f"{100 * purpose.prevalence:g} %"
        yield Text(f"Measures of decisions are those expected where {share} are positive.", style="dim")


def _warnings(ranking: Ranking) -> Iterable[Text]:
    said: dict[str, list[str]] = {}
    for system in ranking.systems:
        for text in _beware(system):
            said.setdefault(text, []).append(shown(system.name, NAME))
    for text, names in said.items():
        who = f"{', '.join(names)}: " if len(ranking.systems) > 1 else ""
        yield Text.assemble(("Note: ", "bold"), f"{who}{text}.")


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
        others = ", ".join(threshold_shown(x) for x in point.tied_thresholds[1:4].tolist())
        more = f" and {len(point.tied) - 4} more" if len(point.tied) > 4 else ""
        yield f"{threshold_shown(point.threshold)} is no better a threshold than {others}{more}"
    dips = sorted(system.clear_dips, key=lambda dip: -dip.area_lost)
    for dip in dips[:_MOST_DIPS]:
        yield (
            f"scores from {threshold_shown(dip.low_score)} to {threshold_shown(dip.high_score)} rank "
            f"{dip.positives:g} positive and {dip.negatives:g} negative items worse than a coin would "
            f"(local AUC {number(dip.local_auc)}, {p_said(dip.p_value)})"
        )
