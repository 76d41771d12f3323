"""Why the test of guessing and the interval of Informedness disagree, where they do, in one sentence."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from abovechance.inference.guessing.test import COMBINED
from abovechance.inference.guessing.weighted_hits import weighted_hits

if TYPE_CHECKING:
    from abovechance.inference.significance.test import TestResult
    from abovechance.tables.tables import Tables

_BY = {
    "score": "the score, which weighs all labels alike",
    "prevalence_weighted_informedness": "Informedness weighted by prevalence",
}
_RESTS_ON = "where a few items of a label that is often predicted and rarely right can outweigh all others"
_SAME_MARGINS = (
    "the test compares with guesses that give each label as often as the system does, the interval with what "
    "another sample of items might show"
)


def disagreement(test: TestResult, bounds: tuple[float, float], level: float, tables: Tables) -> str | None:
    """What to say where the test, or the interval of Informedness, alone sees more than guessing.

    Parameters
    ----------
    test
        Of one table.
    bounds
        Of Informedness; infinite on the side that a one-sided bound leaves open.
    level
        Of both.
    tables
        The table that was tested; clusters are added up.
    """
    low, high = bounds
    if math.isnan(test.p_value) or math.isnan(low) or math.isnan(high):
        return None
    clear, apart = test.p_value < 1 - level, low > 0 or high < 0
    if clear and apart and (test.statistic > 0) != (low > 0):
        return (
            f"The test and the interval point in opposite directions: the test goes by {_found_by(tables)}, "
            f"Informedness weighs each label by how often it was predicted, {_RESTS_ON}."
        )
    if clear and not apart:
        said = "The test finds more than guessing though the interval of Informedness takes in 0"
        return f"{said}: {_why(tables)}."
    if apart and not clear:
        return f"The interval of Informedness leaves out 0 though the test is not clear: {_SAME_MARGINS}."
    return None


def _farthest(tables: Tables) -> str:
    """The statistic that lies farthest out; of two classes all are one."""
    if len(tables.labels) <= 2:
        return "informedness"
    z = weighted_hits(tables.contingency, COMBINED).standardised
    return COMBINED[int(np.argmax(np.abs(z)))]


def _found_by(tables: Tables) -> str:
    return _BY.get(_farthest(tables), "Informedness")


def _why(tables: Tables) -> str:
    if _farthest(tables) not in _BY:
        return _SAME_MARGINS
    weighs = f"Informedness weighs each label by how often it was predicted, {_RESTS_ON}"
    return f"it goes by {_found_by(tables)}, while {weighs}"
