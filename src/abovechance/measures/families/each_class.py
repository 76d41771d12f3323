"""Measures of a whole table, taken of each class against the rest: what other software has by the same name.

They are found by these names, and are not in the catalogue: what is known of them is known of the measure.
"""

from __future__ import annotations

from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING

from abovechance.core.contingency import Contingency
from abovechance.measures.facts import LinearIn
from abovechance.measures.registry import Measure, add_beside, measure

if TYPE_CHECKING:
    from abovechance.core.arrays import Array
    from abovechance.core.dichotomy import Dichotomy

_MEASURES_OF_A_CLASS = (
    "balanced_accuracy",
    "bookmark",
    "error_rate",
    "informedness",
    "items",
    "lambda_of_prediction",
    "lambda_of_reliability",
    "lambda_of_truth",
    "lambda_symmetric",
    "markedness",
    "mcc",
    "pabak",
    "scott_pi",
    "wrong",
)


def of_each_class(of: Measure) -> Measure:
    """The measure of one class against the rest; of two classes it is the measure itself."""

    @wraps(of.function)
    def function(d: Dichotomy, **parameters: object) -> Array:
        return of.function(Contingency(d.counts), **parameters)

    return replace(
        of,
        key=f"class_{of.key}",
        title=f"{of.title} of a Class",
        meaning=f"{of.title} of each class against the rest. {of.meaning}",
        scope="binary",
        function=function,
        dual=None,
        inverse=None,
        # What a table needs is said of all classes: of one class, all that may be wrong with it is looked at.
        needs=None,
        linear_in=LinearIn(of.key, two_classes=True),
        each_of=of.key,
        aliases=(),
        two_class_aliases=(),
        difference=None,
        intervals=(),
        isometric=None,
        kinked=False,
        product_of=(),
        proportion=None,
        straight=False,
    )


for _key in _MEASURES_OF_A_CLASS:
    add_beside(of_each_class(measure(_key)))
