"""What the study of comparisons says: whether level, coverage and the share of warnings are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.core.text import NONE
from abovechance.studies.base import Finding, Section, sections_alike
from abovechance.studies.scoring import GIVE, grouped, percent, percents, share_error, side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.studies.base import Row

MOST_SHOWN = 0.065
LEAST_COVERED = 0.93
MOST_WARNED = 0.2
WARNED_FROM = 300
_WAYS = {"same": "the same items", "different": "different items"}


def findings(rows: Sequence[Row]) -> list[Finding]:
    """What holds, with the numbers that decide."""
    found = []
    for items, said in _WAYS.items():
        own = [row for row in rows if row["items"] == items]
        if own:
            found += [_level(own, said), _coverage(own, said), _warned(own, said)]
    return found


def _beyond(share: float, limit: float, number: int) -> bool:
    return side(share, share_error(share, number), (0.0, limit)) == "above"


def _level(rows: Sequence[Row], said: str) -> Finding:
    above = [row for row in rows if _beyond(row["shown"], MOST_SHOWN, row["number"])]
    return Finding(
        f"On {said}, equally informed systems are shown to differ in no more than {percent(MOST_SHOWN)} % "
        f"of cases ({GIVE}).",
        not above,
        f"They are more often under {len(above)} of {len(rows)} conditions; the share is "
        f"{percents(row['shown'] for row in rows)} %.",
    )


def _coverage(rows: Sequence[Row], said: str) -> Finding:
    below = [row for row in rows if _beyond(1 - row["covered"], 1 - LEAST_COVERED, row["number"])]
    return Finding(
        f"On {said}, intervals of 95 % cover the difference in {percent(LEAST_COVERED)} % of cases or more "
        f"({GIVE}).",
        not below,
        f"They cover less under {len(below)} of {len(rows)} conditions; the coverage is "
        f"{percents(row['covered'] for row in rows)} %.",
    )


def _warned(rows: Sequence[Row], said: str) -> Finding:
    own = [row for row in rows if row["n"] >= WARNED_FROM]
    above = [row for row in own if row["warned"] > MOST_WARNED]
    return Finding(
        f"On {said}, from {WARNED_FROM} items on no more than a fifth of the comparisons carry a warning.",
        not above,
        f"They do more often under {len(above)} of {len(own)} conditions; the share is "
        f"{percents(row['warned'] for row in own)} %.",
    )


def sections(rows: Sequence[Row]) -> list[Section]:
    """A table for every two ways to guess, on the same items and on different ones."""
    return sections_alike(grouped(rows, _way), _HEADER, _line, _NOTE)


def _way(row: Row) -> str:
    return f"On {_WAYS[row['items']]}, guesses {row['first']} and {row['second']}"


_HEADER = ("Condition", "Informed", "Alike", "Shown", "Covered", "Warned", "Width")
_NOTE = (
    "A condition is the number of classes, that of items, and how many times as frequent the commonest class "
    "is as the rarest; Alike is on which share of items the systems answer alike as far as they can. Shown "
    "to differ, covered and warned in %, and the mean width of the intervals."
)


def _line(row: Row) -> tuple[str, ...]:
    return (
        f"{row['classes']}, {row['n']}, 1:{row['skew']:g}",
        f"{row['informed']:g}",
        NONE if row["alike"] is None else f"{row['alike']:g}",
        *(percent(row[name]) for name in ("shown", "covered", "warned")),
        f"{row['width']:.3f}",
    )
