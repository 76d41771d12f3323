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
    from abovechance.core.arrays import Floats

_PARTS = np.sin(np.linspace(0, np.pi / 2, 13)) ** 2  # of the limit: ends that grow as roots have even steps


def nested_sets(labelled: Floats, unlabelled: Floats, design: str, level: float) -> tuple[Floats, Floats]:
    """The ends of the share of the second of two classes at growing parts of the limit, on a first axis."""
    limits = quantile(two_sided(level, 2)) ** 2 * _PARTS
    shape = (len(limits), *unlabelled.shape[:-1])
    tables, loose = (np.broadcast_to(x, (len(limits), *x.shape)) for x in (labelled, unlabelled))
    limit = np.broadcast_to(limits.reshape(-1, *[1] * (len(shape) - 1)), shape)
    return two_class_set(tables, loose, design, limit)


def difference_ends(a: tuple[Floats, Floats], b: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """The least and the greatest difference of two shares, from the nested sets of both."""
    (low, high), (least, most) = a, b
    return (low - most[::-1]).min(0), (high - least[::-1]).max(0)
