r"""The interval of a difference of two corrected shares: which differences both tables together allow.

Shares a and b are as far from the data as :math:`T_A(a) + T_B(b)`, and a difference as its nearest pair of
shares. Both terms are chi-squared with a degree of freedom where shares are true, and the least over pairs of
one difference is so again. Its set therefore ends where a takes a part of the limit and b the rest,

.. math:: U = \max_{0 \le s \le z^2} \left(a_U(s) - b_L(z^2 - s)\right),

with the ends of the sets of both shares at these limits. If the ends grow as roots of the limit, it is the
interval of Zou and Donner (2008), :math:`d + \sqrt{(a_U - a)^2 + (b - b_L)^2}`, which falls short where an
estimate is 0 or 1 (``docs/quantify.md``), and needs estimates that a class without labelled items has not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.checks import quantile, two_sided
from abovechance.inference.quantify.shares import two_class_set

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from abovechance.core.arrays import Floats

# Ends of a set grow about as the root of its limit: with these parts they do so in even steps.
_PARTS_OF_THE_LIMIT = np.sin(np.linspace(0, np.pi / 2, 13)) ** 2


def nested_sets(labelled: Floats, unlabelled: Floats, design: str, level: float) -> tuple[Floats, Floats]:
    """The ends of the share of the second of two classes at growing parts of the limit, on a first axis."""
    limits = quantile(two_sided(level, 2)) ** 2 * _PARTS_OF_THE_LIMIT
    shape = (len(limits), *unlabelled.shape[:-1])
    tables, loose = (np.broadcast_to(x, (len(limits), *x.shape)) for x in (labelled, unlabelled))
    limit = np.broadcast_to(limits.reshape(-1, *[1] * (len(shape) - 1)), shape)
    return two_class_set(tables, loose, design, limit)


def ends_of_pairs(
    labelled: Floats, unlabelled: Floats, design: str, level: float, pairs: Sequence[tuple[int, int]]
) -> list[tuple[float, float]]:
    """The interval of the difference of every pair of systems, which are on the first axis."""
    lows, highs = nested_sets(labelled, unlabelled, design, level)
    found = (difference_ends(*((lows[:, k], highs[:, k]) for k in pair)) for pair in pairs)
    return [(float(low), float(high)) for low, high in found]


def stepped_down(
    ends_at: Callable[[float], Sequence[tuple[float, float]]], level: float, number: int
) -> tuple[set[int], Sequence[tuple[float, float]]]:
    """Which of several differences Holm's procedure shows to be other than 0, and the ends of its last step.

    A p-value is below a number just where the interval of one less that number excludes 0. So all that are
    below their share of the error are found at once, and the rest is asked anew with what these leave.
    """
    shown: set[int] = set()
    while True:
        ends = ends_at(1 - (1 - level) / max(number - len(shown), 1))
        found = shown | {i for i, (low, high) in enumerate(ends) if low > 0 or high < 0}
        if found == shown or len(found) == number:
            return found, ends
        shown = found


def difference_ends(a: tuple[Floats, Floats], b: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """The least and the greatest difference of two shares, from the nested sets of both."""
    (low, high), (least, most) = a, b
    return (low - most[::-1]).min(0), (high - least[::-1]).max(0)
