"""The usual names of columns and axes: which are the truth, and which the prediction."""

from __future__ import annotations

import re
from typing import Literal

TRUTH_NAMES = (
    ("truth", "true", "y_true", "ytrue", "actual", "gold", "reference", "target", "real", "observed"),
    ("y", "label"),
)
PREDICTION_NAMES = (  # the usual names of columns; the second ones where none of the first is there
    ("prediction", "predicted", "predictions", "pred", "y_pred", "ypred", "y_hat", "yhat"),
    ("p",),
)

_ROLES: tuple[tuple[Literal["truth", "prediction"], tuple[tuple[str, ...], ...]], ...] = (
    ("truth", TRUTH_NAMES),
    ("prediction", PREDICTION_NAMES),
)


def role_of(name: object) -> Literal["truth", "prediction"] | None:
    """What an axis of this name stands for, if its name says so.

    >>> role_of("Predicted label"), role_of("y"), role_of("site")
    ('prediction', 'truth', None)
    """
    text = str(name).strip().casefold()
    words = {text, *re.split(r"[\W_]+", text)}
    for role, (first, _) in _ROLES:
        if words & set(first):
            return role
    return next((role for role, (_, second) in _ROLES if text in second), None)
