"""Why a summary of a curve has no value."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from abovechance.curves.curve.curve import Curve


def one_class(curve: Curve) -> str | None:
    """What to say of a curve that lacks a class, None if it has both.

    Examples
    --------
    >>> import abovechance as ac
    >>> from abovechance.curves.curve.undefined import one_class
    >>> one_class(ac.Curve.from_scores([1, 1], [0.2, 0.3], positive=1))
    'every item is really 1'
    """
    return no_positives(curve) or (None if curve.negatives else f"every item is really {curve.positive!r}")


def no_positives(curve: Curve) -> str | None:
    """What to say of a curve that has no positive item, None if it has one."""
    return no_items(curve) or (None if curve.positives else f"no item is really {curve.positive!r}")


def no_items(curve: Curve) -> str | None:
    """What to say of a curve of no items, or whose items all have no weight, None of any other."""
    if curve.positives or curve.negatives:
        return None
    return "there are no items" if len(curve.thresholds) == 1 else "all weights are 0"
