"""Pictures of corrected shares: what a predictor counts, and what is true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.core.text import group_text
from abovechance.pictures.forests import about_zero, forest, row
from abovechance.pictures.intervals import level_said
from abovechance.pictures.words import pair_names

if TYPE_CHECKING:
    from abovechance.evaluation.judgement import Judgement
    from abovechance.inference.quantify.quantify import Quantification
    from abovechance.pictures.picture import Forest
    from abovechance.pictures.results import Pictures

_APPARENT = "share by the predictions alone"


def of_quantification(result: Quantification) -> Pictures:
    """The corrected shares beside the apparent ones."""
    return {"shares": lambda: forest_of_shares(result)}


def of_judgement(result: Judgement) -> Pictures:
    """The corrected shares of the systems, and their differences."""
    found: Pictures = {"systems": lambda: forest_of_judged(result)}
    if result.pairs:
        found["differences"] = lambda: forest_of_judged_pairs(result)
    return found


def forest_of_shares(result: Quantification) -> Forest:
    """A row for each class, under each group."""
    rows, last = [], None
    for x in result.shares:
        heading = group_text(x.group) if x.group is not None and x.group != last else ""
        last = x.group
        rows.append(
            row(x.label, x.value, x.low, x.high, chance=x.apparent, heading=heading,
                system=0 if x.informative else None)
        )  # fmt: skip
    notes = (
        ("grey: the interval leaves out no share",) if any(not x.informative for x in result.shares) else ()
    )
    return forest(
        f"True shares, {level_said(result.level)}", rows, notes=(*notes, f"mark across: {_APPARENT}"),
        most=60, mark_name=_APPARENT,
    )  # fmt: skip


def forest_of_judged(result: Judgement) -> Forest:
    """What is true of each system, the best first, beside what the judge says."""
    ranked = [(result.systems.index(x), x) for x in result.ranked]
    rows = [
        row("all" if x.share.group is None else group_text(x.share.group), x.share.value, x.share.low,
            x.share.high, chance=x.share.apparent, system=i)
        for i, x in ranked
    ]  # fmt: skip
    title = f"True share of {result.positive}, {level_said(result.shares.level)}"
    note = "share by the judge alone"
    return forest(title, rows, notes=(f"mark across: {note}",), mark_name=note)


def forest_of_judged_pairs(result: Judgement) -> Forest:
    """How much better each system truly is than each other, beside what the judge sees."""
    from dataclasses import replace

    names = pair_names([(x.a, x.b) for x in result.pairs])
    rows = [
        row(name, x.value, x.low, x.high, chance=x.apparent, system=0 if x.settled else None)
        for name, x in zip(names, result.pairs, strict=True)
    ]  # fmt: skip
    note = "difference that the judge sees"
    settled = all(x.settled for x in result.pairs)
    grey = () if settled else ("grey: not shown to differ, adjusted for all pairs",)
    made = forest(
        f"Difference of true shares of {result.positive}, {level_said(result.shares.level)}", rows,
        reference=0.0, reference_name="no difference", notes=(f"mark across: {note}", *grey), mark_name=note,
    )  # fmt: skip
    return replace(made, x=about_zero(made))
