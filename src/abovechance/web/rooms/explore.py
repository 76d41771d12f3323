"""Explore: a table and sliders, and how all measures follow."""

from __future__ import annotations

from abovechance.web.room import Room

EXPLORE = Room("explore", "Explore", "Change a table and see what every measure makes of it.")
