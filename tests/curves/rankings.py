"""Rankings by whole-number arithmetic, the same everywhere, for values recorded from other software.

Recorded with hmeasure 0.1.6 (Python), prg 0.1.1b7 (Python; ``numpy.alen``, which it needs, put back) and pROC
1.18.0 (R 4.2, ``direction="<"``).
"""

import numpy as np

from abovechance.curves import Curve

SHAPES = {"good": (60, 0.1, 0.8), "rare": (300, 0.0, 0.08), "weak": (80, 0.4, 0.2), "wrong": (50, 0.9, -0.8)}
"""The number of items, and the share of positive ones at scores of 0 and, beyond that, at scores of 1."""


def ranking(name):
    """Truth and scores in hundredths, with ties."""
    n, base, slope = SHAPES[name]
    i = np.arange(n)
    scores = (7 * i * i + 13 * i) % 101 / 100
    return (31 * i % 97 / 97 < base + slope * scores).astype(int), scores


def ranked(name):
    return Curve.from_scores(*ranking(name))
