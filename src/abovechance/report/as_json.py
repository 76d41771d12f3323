"""Documents as JSON text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def to_json(value: Mapping[str, Any]) -> str:
    """The document as text, valid for every reader of JSON."""
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
