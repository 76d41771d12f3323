"""What the page may ask: tables of at most 8 classes with bounded counts, and labels that can be shown."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

import numpy as np

from abovechance.core.errors import InputError
from abovechance.report.schema import one
from abovechance.tables.tables import Tables
from abovechance.web.explore.steering import Move

MOST_CLASSES = 8
MOST_ITEMS = 10**15  # in a cell: sums of as many cells as there may be are exact
LONGEST_LABEL = 40

_COUNT = Annotated[
    float, "A number of items, or as many as are expected.", {"minimum": 0, "maximum": MOST_ITEMS}
]
_ROW = Annotated[list[_COUNT], "A row.", {"minItems": 2, "maxItems": MOST_CLASSES}]
TABLE = Annotated[
    list[_ROW],
    "Counts, rows truth and columns prediction; the first class is the positive one.",
    {"minItems": 2, "maxItems": MOST_CLASSES},
]
LABELS = Annotated[
    list[Annotated[str, "A label.", {"minLength": 1, "maxLength": LONGEST_LABEL}]],
    "The classes in order.",
    {"minItems": 2, "maxItems": MOST_CLASSES},
]
FOCUS = Annotated[
    int,
    "Of more than two classes the one that sliders are of.",
    {"minimum": 0, "maximum": MOST_CLASSES - 1},
]
MEASURE = Annotated[str, "A measure of the catalogue.", {"minLength": 1, "maxLength": 80}]
_COST = Annotated[float, "What an error costs.", {"minimum": 0, "maximum": 1_000_000}]
COSTS = Annotated[
    list[_COST],
    "Of an error on the first class and on others.",
    {"minItems": 2, "maxItems": 2},
]
MOVE = one(
    {
        "control": Annotated[
            Literal["n", "prevalence", "bias", "informedness", "point", "whole"], "What is moved."
        ],
        "value": Annotated[float, "To where; of the point its Fallout.", {"minimum": -1, "maximum": 10**15}],
        "recall": NotRequired[Annotated[float, "Of the point.", {"minimum": 0, "maximum": 1}]],
        "keep": NotRequired[Annotated[Literal["rates", "bias"], "What a change of prevalence keeps."]],
    }
)
_OF_CONTROLS = {"n": (0, MOST_ITEMS), "informedness": (-1, 1)}


def tables_of(counts: list[list[float]], labels: list[str]) -> Tables:
    """The tables of a request; those of two classes have the first as the positive one."""
    size = len(labels)
    if len(counts) != size or any(len(row) != size for row in counts):
        raise InputError(f"a table of {size} classes has {size} rows of {size} counts each", argument="table")
    for label in labels:
        if not label.isprintable() or label != label.strip():
            raise InputError(
                "{argument} must be printable and have no space at their ends", argument="labels"
            )
    if len(set(labels)) < size:
        raise InputError("{argument} must differ from each other", argument="labels")
    cells = np.array(counts)
    whole = cells.astype(np.int64)
    cells = whole if (whole == cells).all() else cells
    return Tables.from_counts(cells, labels, "truth", positive=labels[0] if size == 2 else None)


def move_of(given: dict[str, Any], focus: int) -> Move:
    """The move of a request."""
    control, value = given["control"], given["value"]
    low, high = _OF_CONTROLS.get(control, (0, 1))
    if not low <= value <= high:
        raise InputError(f"{{argument}} of {control} must be from {low} to {high:,}", argument="move.value")
    return Move(control, value, given.get("recall", 0.0), given.get("keep", "rates"), focus)
