"""What other software calls each measure: a file for each software, its name there → our key."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

PEERS = ("sklearn", "pycm", "weka", "rapidminer", "caret", "yardstick", "scores", "xskillscore")


@cache
def sections(peer: str) -> dict[str, dict[str, str]]:
    """The names of a software as its file sorts them."""
    return tomllib.loads((files(__name__) / f"{peer}.toml").read_text(encoding="utf-8"))


@cache
def names_elsewhere() -> dict[str, dict[str, str]]:
    """The keys of our measures by software and its name of them."""
    return {
        peer: {name: key for names in sections(peer).values() for name, key in names.items()}
        for peer in PEERS
    }
