"""Pictures of an evaluation: measures beside chance, classes, groups; of refusals and of doubtful truth."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.text import group_text
from abovechance.measures.headlines import HEADLINE, OF_MORE_CLASSES, OF_TWO_CLASSES
from abovechance.measures.registry import measure
from abovechance.pictures.forests import chance_of, forest, name_of, row, title_of
from abovechance.pictures.tables.confusion import confusion
from abovechance.pictures.tables.isometric_lines import space_with_isometrics
from abovechance.pictures.tables.roc_points import roc_position
from abovechance.tables.tables import group_at

if TYPE_CHECKING:
    from abovechance.core.labels import Label
    from abovechance.evaluation.abstention import Abstentions
    from abovechance.evaluation.imperfect_truth import ImperfectTruth
    from abovechance.evaluation.result import Evaluation
    from abovechance.evaluation.rows import Estimate
    from abovechance.pictures.picture import Forest, ForestRow
    from abovechance.pictures.results import Pictures
    from abovechance.tables.tables import Tables


_MOST_GROUPS = 40  # beside all items


def of_evaluation(result: Evaluation) -> Pictures:
    """The table, measures beside chance, classes, groups, and of two classes the place in ROC space."""
    pooled = result.pooled
    # The region of the true rates takes items as independent.
    level = None if result.clusters is not None else result.level
    found: Pictures = {
        "confusion": lambda: confusion(pooled),
        "measures": lambda: forest_of_measures(result),
    }
    if result.tables.axes:
        found = {"groups": lambda: forest_of_groups(result), **found}
    if len(pooled.labels) == 2:
        found["roc"] = lambda: roc_position(pooled, level=level)
        if pooled.positive is not None:
            found["pn"] = lambda: space_with_isometrics(pooled, space="pn")
        return found
    return found | ({} if result.selected else {"classes": lambda: forest_of_classes(result)})


def of_tables(result: Tables) -> Pictures:
    """The counts, and of two classes the place in ROC space."""
    if result.batch_shape:
        raise InputError(f"these are {math.prod(result.batch_shape)} tables: draw one, such as tables[0]")
    found: Pictures = {"confusion": lambda: confusion(result)}
    if result.is_square and len(result.labels) == 2 and result.positive is not None:
        found["roc"] = lambda: roc_position(result)
        found["pn"] = lambda: space_with_isometrics(result, space="pn")
    return found


def of_imperfect_truth(result: ImperfectTruth) -> Pictures:
    """Measures by the labels as they are, and corrected for their errors."""
    return {"measures": lambda: forest_of_imperfect_truth(result)}


def of_abstentions(result: Abstentions) -> Pictures:
    """The answered share, and measures by what refusals count as."""
    return {"measures": lambda: forest_of_abstentions(result)}


def forest_of_imperfect_truth(result: ImperfectTruth) -> Forest:
    """Each measure as it is by these labels and as it would be by a truth without errors."""
    rows = []
    for x in result.readings:
        of = title_of(x.measure) + (f", {group_text(x.group)}" if x.group is not None else "")
        chance = chance_of(x.measure)
        rows += [
            row("by these labels", x.value, x.low, x.high, system=None, heading=of, chance=chance),
            row("corrected", x.corrected, x.corrected_low, x.corrected_high, chance=chance),
        ]
    title = f"If {100 * result.error:.3g} % of the truth is wrong"
    return forest(title, rows, notes=("grey: by the labels as they are",))


def forest_of_abstentions(result: Abstentions) -> Forest:
    """The share that is answered, then each measure by what refusals count as."""
    rows, last = [], ""
    for x in result.readings:
        of = title_of(x.measure) + (f", {group_text(x.group)}" if x.group is not None else "")
        said = _REFUSALS.get(x.refusals, x.refusals)
        name = ": ".join(part for part in (said, "" if x.label is None else str(x.label)) if part) or "all"
        system = 1 if x.refusals == "difference" else 0 if x.refusals or x.label is None else None
        chance = None if x.refusals == "difference" else chance_of(x.measure)
        heading = of if of != last else ""
        rows.append(row(name, x.value, x.low, x.high, system=system, heading=heading, chance=chance))
        last = of
    return forest("What refusals count as", rows, most=60)


_REFUSALS = {
    "left_out": "refusals left out",
    "guess": "refusals are guesses",
    "wrong": "refusals are wrong",
    "right": "refusals are right",
    "difference": "difference of these",
}


def as_group(label: object) -> tuple[Label, ...]:
    """A group as the labels of its axes."""
    return label if isinstance(label, tuple) else (label,)


def forest_of_measures(evaluation: Evaluation) -> Forest:
    """The measures of all items together, each with its interval and beside what chance reaches.

    Measures that go beyond -1 and 1 have no place on the same axis, and are left out.
    """
    if evaluation.selected:
        found = [x for x in evaluation.estimates if x.group is None]
        shown = [(x, "") for x in found if _is_share(x)]
        left_out = len(found) - len(shown)
    else:
        others = OF_TWO_CLASSES if evaluation.pooled.positive is not None else OF_MORE_CLASSES
        above = HEADLINE if evaluation.pooled.positive is not None else (*HEADLINE, "mcc")
        shown = [(evaluation[key], "Above chance") for key in above]
        shown += [(evaluation[key], "Traditional") for key in others if key not in above]
        left_out = 0
    before = ["", *(heading for _, heading in shown)]
    rows = [
        _row(x, _name(x, evaluation), chance=x.chance, heading=heading if heading != last else "")
        for (x, heading), last in zip(shown, before, strict=False)
    ]
    notes: tuple[str, ...] = ("mark across: chance",) if any(one.chance is not None for one in rows) else ()
    if left_out:
        notes += (f"{left_out} left out: not between −1 and 1",)
    return forest("Measures beside chance", rows, notes=notes, most=len(rows))


def forest_of_classes(evaluation: Evaluation) -> Forest:
    """Informedness of each class against the rest, of many classes the worst first."""
    labels = evaluation.pooled.labels
    found = [(label, evaluation["informedness", label]) for label in labels]
    most = 40
    if len(found) > most:
        found.sort(key=lambda pair: -math.inf if math.isnan(pair[1].value) else pair[1].value)
    rows = [_row(x, str(label)) for label, x in found]
    title = "Informedness of each class against the rest"
    return forest(title, rows, measure="Informedness", reference=0.0, most=most)


def forest_of_groups(evaluation: Evaluation, key: str | None = None) -> Forest:
    """A measure of all items and of each group, Informedness unless other measures were asked for."""
    which = key or (evaluation.estimates[0].measure if evaluation.selected else HEADLINE[0])
    tables = evaluation.tables
    groups = [None, *(group_at(tables, at) for at in np.ndindex(tables.batch_shape))]
    found = [(group, evaluation.find(which, group=group)) for group in groups]
    rows = [_row(x, name_of(group), system=None if group is None else 0) for group, x in found]
    title = title_of(which)
    return forest(title, rows, measure=title, reference=chance_of(which), most=_MOST_GROUPS + 1)


def _is_share(x: Estimate) -> bool:
    m = measure(x.measure)
    return m.low >= -1 and m.high <= 1


def _name(x: Estimate, evaluation: Evaluation) -> str:
    of = "" if x.label is None or not evaluation.selected else f" ({x.label})"
    return f"{title_of(x.measure)}{of}"


def _row(
    x: Estimate, name: str, *, chance: float | None = None, system: int | None = 0, heading: str = ""
) -> ForestRow:
    return row(name, x.value, x.low, x.high, chance=chance, system=system, heading=heading)
