"""Explore: a table and sliders, and how all measures follow.

What is shown is in the fragment of the address, the part after ``#``, which browsers do not send: it can be
kept, shared and linked to, and holds no token. Its parts are ``name=value``, with ``&`` between them, in any
order; each may be missing, and one that makes no sense is left out, which the page says.

======== =================================================== ========================== ======================
part     what it says                                        if it is missing           example
======== =================================================== ========================== ======================
``p``    a preset, see ``web/explore/presets.py``; the other none                       ``p=table-2``
         parts go before what it says
``t``    the counts of system A, row by row: rows are truth, 30,30,12,28                ``t=30,30,12,28``
         columns prediction, 2 to 8 classes. Where a slider
         was, they may have decimals. The first class
         is the positive one, so of two classes they are true
         positives, false negatives, false positives, true
         negatives
``u``    the counts of a system B of the same classes        no system B                ``u=56,12,20,12``
``on``   which of the two is changed, ``a`` or ``b``         ``a``                      ``on=b``
``l``    the labels in order, each percent-encoded           positive,negative; A,B,C…  ``l=spam,no%20spam``
``m``    the measure whose lines of equal value are drawn    ``informedness``           ``m=mcc``
``s``    the space they are drawn in, ``roc`` or ``pn``      ``roc``                    ``s=pn``
``keep`` what a change of prevalence keeps: ``rates``, each  ``rates``                  ``keep=bias``
         class's shares of predictions (so Recall and
         Fallout), or ``bias``, together with Informedness
``k``    of more than two classes, the number of the one     0                          ``k=2``
         that the sliders are of, from 0
``c``    what an error on an item of the first class costs,  ``1,1``                    ``c=5,1``
         and on an item of another
``v``    the view to scroll to: ``table``, ``space``,        the top                    ``v=kappas``
         ``measures``, ``prevalence``, ``kappas`` or
         ``winnings``
======== =================================================== ========================== ======================

So ``/explore#p=skew&v=kappas`` opens a preset at the Kappas, ``/explore#t=90,0,10,0&l=noun,verb`` a table.
The presets are ``table-2``, ``skew``, ``water``, ``paradox`` and ``rare``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NotRequired

from abovechance.web.explore.asked import COSTS, FOCUS, LABELS, MEASURE, MOST_ITEMS, MOVE, TABLE
from abovechance.web.explore.presets import PRESETS
from abovechance.web.room import Endpoint, Room

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from abovechance.web.room import Answer, Request

_SIZES = tuple(m * 10**p for p in range(1, 7) for m in (1, 2, 5))
"""What the slider of N stops at."""


def _shown(request: Request) -> Answer:
    from abovechance.web.explore.answers import shown

    return shown(request)


def _equal_lines(request: Request) -> Answer:
    from abovechance.web.explore.answers import equal_lines

    return equal_lines(request)


def _measure_named(request: Request) -> Answer:
    from abovechance.web.explore.answers import measure_named

    return measure_named(request)


def _all_measures(request: Request) -> Answer:
    from abovechance.web.explore.answers import all_measures

    return all_measures(request)


def _intervals(request: Request) -> Answer:
    from abovechance.web.explore.answers import intervals

    return intervals(request)


def _warm() -> None:
    """Load what the first drag needs, and fill the caches of what the room begins with."""
    table = [[30, 30], [12, 28]]
    _shown({"table": table, "labels": ["positive", "negative"]})
    _equal_lines({"measure": "informedness", "prevalence": 0.6, "n": 100})


def _context() -> Mapping[str, Any]:
    from abovechance.measures.registry import measures

    return {"presets": PRESETS, "measures": measures(), "sizes": _SIZES}


_TABLES = {"table": TABLE, "labels": LABELS, "other": NotRequired[TABLE], "focus": NotRequired[FOCUS]}
_SHARE = Annotated[float, "Of the positive class.", {"minimum": 0, "maximum": 1}]
# As many cells as 8 classes have, each with the most items.
_N = Annotated[float, "The number of items.", {"minimum": 0, "maximum": 64 * MOST_ITEMS}]
_FAINT = Annotated[bool, "Whether to draw every traditional measure against prevalence."]
_SYSTEM = Annotated[Literal["a", "b"], "Which system the table is of; the other is that of B or A."]
_ALL = Annotated[bool, "Whether to give those of every measure."]

EXPLORE = Room(
    "explore",
    "Explore",
    "Change a table and see what every measure makes of it.",
    (
        Endpoint(
            "shown",
            _shown,
            {
                **_TABLES,
                "move": NotRequired[MOVE],
                "measure": NotRequired[MEASURE],
                "costs": NotRequired[COSTS],
                "faint": NotRequired[_FAINT],
                "system": NotRequired[_SYSTEM],
            },
            "A table after a move of one control, and what is shown of it.",
        ),
        Endpoint(
            "lines",
            _equal_lines,
            {"measure": MEASURE, "prevalence": _SHARE, "n": _N},
            "The lines of ROC space along which a measure has the same value.",
        ),
        Endpoint("named", _measure_named, {"measure": MEASURE}, "The measure of any of its names."),
        Endpoint("measures", _all_measures, _TABLES, "Every measure of the catalogue."),
        Endpoint(
            "intervals",
            _intervals,
            {**_TABLES, "measure": NotRequired[MEASURE], "all": NotRequired[_ALL]},
            "The intervals of measures, and the verdict of the evaluation.",
            heavy=True,
        ),
    ),
    _context,
    warm=_warm,
)
