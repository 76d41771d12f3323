"""The rooms of the page, in the order of the navigation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.web.rooms.evaluate import EVALUATE
from abovechance.web.rooms.explore import EXPLORE
from abovechance.web.rooms.learn import LEARN

if TYPE_CHECKING:
    from abovechance.web.room import Room

ROOMS: tuple[Room, ...] = (EXPLORE, EVALUATE, LEARN)
