"""Evaluate: a file or two pasted columns become a report."""

from __future__ import annotations

from abovechance.web.room import Room

EVALUATE = Room(
    "evaluate", "Evaluate", "Drop a file of predictions, or paste two columns, and get the report."
)
