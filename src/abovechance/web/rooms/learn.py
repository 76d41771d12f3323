"""Learn: a guided tour of the theory, and the catalogue of measures.

What is shown is in the fragment of the address: ``/learn#step=kite`` is a step of the tour, by the keys of
``web/learn/steps.py``, and ``/learn#measure=mcc`` a measure of the catalogue, by any of its names.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, NotRequired

from abovechance.report.schema import one
from abovechance.web.learn.steps import GUIDE, STEPS, Choice, Slider
from abovechance.web.room import Endpoint, Room

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from abovechance.web.room import Answer, Request

_MOST_SEEDS = 2**31 - 1
_SHARE = {"minimum": 0, "maximum": 1}


def _view(request: Request) -> Answer:
    from abovechance.web.learn.views import view

    return view(
        request["step"],
        request.get("values", {}),
        request.get("choices", {}),
        request.get("seed", 0),
        request.get("width", math.inf),
    )


def _card(request: Request) -> Answer:
    from abovechance.web.learn.catalogue import card

    at = {"informed": 0.3, "prevalence": 0.6, "guess": 0.4} | request.get("at", {})
    return card(request["measure"], **at, width=request.get("width", math.inf))


def _context() -> Mapping[str, Any]:
    from abovechance.measures.registry import measure
    from abovechance.web.learn.catalogue import families, kinds

    guide = [(question, measure(key)) for question, key in GUIDE]
    return {"steps": STEPS, "guide": guide, "families": families(), "kinds": kinds(), "choice": Choice}


def _warm() -> None:
    """Load what steps and cards need."""
    for step in (STEPS[0].key, "kite", "intervals", "test"):
        _view({"step": step})
    _card({"measure": "informedness"})
    _context()


_CONTROLS = {
    control.key: NotRequired[Annotated[float, control.title, {"minimum": 0, "maximum": 1000}]]
    for step in STEPS
    for control in step.controls
    if isinstance(control, Slider)
}
_WIDTH = NotRequired[
    Annotated[int, "The pixels that a chart may be wide.", {"minimum": 240, "maximum": 4000}]
]
_VIEW = {
    "width": _WIDTH,
    "step": Annotated[str, "The key of a step.", {"enum": [step.key for step in STEPS]}],
    "values": NotRequired[one(_CONTROLS)],
    "choices": NotRequired[one({"measure": NotRequired[Annotated[str, "A measure.", {"maxLength": 80}]]})],
    "seed": NotRequired[Annotated[int, "Of what is drawn.", {"minimum": 0, "maximum": _MOST_SEEDS}]],
}
_PLACE_OF_A_CURVE = {
    "informed": NotRequired[Annotated[float, "The share of informed decisions.", _SHARE]],
    "prevalence": NotRequired[Annotated[float, "The share of positive items.", _SHARE]],
    "guess": NotRequired[Annotated[float, "How often a guess says positive.", _SHARE]],
}

LEARN = Room(
    "learn",
    "Learn",
    "A tour of what the measures mean, and the catalogue of them all.",
    (
        Endpoint("view", _view, _VIEW, "What a step of the tour shows where its controls stand."),
        Endpoint(
            "measure",
            _card,
            {
                "measure": Annotated[str, "A name of the measure.", {"minLength": 1, "maxLength": 80}],
                "at": NotRequired[one(_PLACE_OF_A_CURVE)],
                "width": _WIDTH,
            },
            "A measure: definition, sources, and its curves at fixed skill.",
        ),
    ),
    _context,
    warm=_warm,
)
