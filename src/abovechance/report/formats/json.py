"""JSON: all that a document holds as plain values, with its schema and version, valid for every reader."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from abovechance.core import SCHEMA_VERSION, __version__
from abovechance.core.result import plain

if TYPE_CHECKING:
    from abovechance.report.document import Document

_NOT_ASCII = re.compile(r"[^\n -~]")


def to_json(document: Document) -> str:
    """A document as JSON."""
    return json_text(as_dict(document))


def as_dict(document: Document) -> dict[str, Any]:
    """What the JSON of a document holds."""
    found: dict[str, Any] = plain(
        {
            "schema": f"abovechance.{document.kind}/{SCHEMA_VERSION}",
            "version": __version__,
            "source": document.source,
            "warnings": document.warned,
            "verdict": document.verdict,
            **document.data,
            "rows": document.rows,
        }
    )
    return found


def json_text(value: object) -> str:
    """A value as JSON of many lines."""
    return json_line(value, indent=2) + "\n"


def json_line(value: Any, **layout: Any) -> str:
    r"""A value as JSON in which no character is invisible.

    Examples
    --------
    >>> print(json_line({"class": "a\u202eé"}))
    {"class": "a\u202eé"}
    """
    # What JSON has no number for is null or text by now: plain() made it so.
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, **layout)
    return _NOT_ASCII.sub(lambda c: c[0] if c[0].isprintable() else json.dumps(c[0])[1:-1], text)
