"""Numbers of things in a sentence: 1 item, 2 items, 1 category, 2 categories."""

from __future__ import annotations


def number_of(number: float, what: str) -> str:
    """A number and what there are so many of."""
    if number == 1:
        return f"1 {what}"
    plural = f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
    return f"{number:g} {plural}" if isinstance(number, float) else f"{number} {plural}"
