"""Pictures of slices: the value of each group beside the pooled one, and how far it is from the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.core.text import group_text
from abovechance.pictures.forests import chance_of, forest, row, title_of
from abovechance.pictures.intervals import level_said

if TYPE_CHECKING:
    from abovechance.inference.homogeneity import GroupValue, Homogeneity
    from abovechance.pictures.picture import Forest
    from abovechance.pictures.results import Pictures

_MOST_GROUPS = 60


def of_homogeneity(result: Homogeneity) -> Pictures:
    """The groups beside the pooled value."""
    return {"groups": lambda: forest_of_slices(result)}


def of_group(result: GroupValue) -> Pictures:
    """One group."""
    rows = [row(group_text(result.group), result.value, result.low, result.high)]
    return {"groups": lambda: forest("A group and its interval", rows)}


def forest_of_slices(result: Homogeneity) -> Forest:
    """A row for each group, those that differ from the rest in colour, and one for all together."""
    title = title_of(result.measure)
    rows = [
        row(group_text(x.group), x.value, x.low, x.high, system=1 if _differs(x, result.level) else 0)
        for x in result.groups
    ]
    pooled = row("all, weighted by certainty", result.value, result.low, result.high, system=None)
    # One row is kept for all together.
    shown = rows[: _MOST_GROUPS - 1]
    left_out = len(rows) - len(shown)
    notes: tuple[str, ...] = ("orange: differs from the rest",) if any(x.system == 1 for x in shown) else ()
    if left_out:
        notes += (f"and {left_out} more groups",)
    by = f" by {', '.join(result.by)}" if result.by else ""
    return forest(
        f"{title}{by}, {level_said(result.level)}", [*shown, pooled], measure=title,
        reference=chance_of(result.measure), notes=notes, most=_MOST_GROUPS,
    )  # fmt: skip


def _differs(x: GroupValue, level: float) -> bool:
    return bool(x.p_adjusted <= 1 - level)
