"""Learn: a guided tour of the theory, and the catalogue of measures."""

from __future__ import annotations

from abovechance.web.room import Room

LEARN = Room("learn", "Learn", "What chance does to each measure, step by step, and all measures.")
