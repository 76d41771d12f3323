"""Pictures of corrected shares: those of groups or classes, and the differences of judged systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.pictures.forests import forest, name_of, row

if TYPE_CHECKING:
    from abovechance.evaluation.judgement import Judgement
    from abovechance.inference.quantify.quantify import Quantification
    from abovechance.pictures.picture import Forest


def forest_of_shares(found: Quantification) -> Forest:
    """The corrected share of each group or class."""
    shares = found.shares
    two = len(found.tables.labels) == 2
    if two:
        shares = tuple(x for x in shares if x.label == found.tables.positive)
    rows = [
        row(
            str(x.label) if x.group is None else name_of(x.group) + ("" if two else f": {x.label}"),
            x.value, x.low, x.high,
        )
        for x in shares
    ]  # fmt: skip
    of = f" of {found.tables.positive}" if two and found.tables.axes else ""
    return forest(f"True shares{of}", rows, measure="share")


def forest_of_systems(found: Judgement) -> Forest:
    """The corrected share of each system, the best first."""
    rows = [row(x.name or "all", x.share.value, x.share.low, x.share.high) for x in found.ranked]
    return forest(f"True shares of {found.positive}", rows, measure="share")


def forest_of_differences(found: Judgement) -> Forest:
    """By how much each system is better than each other."""
    rows = [row(f"{x.a} − {x.b}", x.value, x.low, x.high) for x in found.pairs]
    return forest(
        "Differences of systems", rows, measure="difference", reference=0.0,
        reference_name="no difference",
    )  # fmt: skip
