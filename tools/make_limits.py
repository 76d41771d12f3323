"""Derive the limits of Kappa with SymPy and write ``docs/limits.md``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import sympy as sp

from abovechance.studies.kappa2012.limits import Limit, limits

PAGE = Path(__file__).parent.parent / "docs" / "limits.md"
HEAD = """# Kappa in the limit

Powers (2012, "Kappa in the Limit") speaks of 36 limits, of three Kappas and of the accuracy that each of
them expects of chance, at central and extreme prevalence, with guesses that match it and that do not. The
paper prints two of them and does not list the others. Here are those of six conditions, 36 in all, derived
with SymPy from the mixture model and compared with tables near the limit ([simulation](simulation.md) has
the model, [errata](errata.md) what is misprinted in the two).

A decision is informed with probability b (deliberately wrong with probability −b where b is negative), and
else a guess. Prevalence of the positive class: **central** is ½, **extreme** → 0. The positive label is
guessed **never** (→ 0), **evenly** (½) or **always** (→ 1). So *central, evenly* and *extreme, never* are
matched and the others are not; *extreme, always* is contrary. Where both are extreme, one is as near to its
limit as the other.

What they say:

- Informedness (Powers) is b under every condition.
- Cohen's Kappa is b where the prevalence is central, and at extreme prevalence if guesses match it and
  decisions are not deliberately wrong. Else, at extreme prevalence, it tends to 0, however informed
  decisions are.
- Fleiss' Kappa (of two raters: Scott's pi) is b where guesses match the prevalence, if at extreme
  prevalence decisions are not deliberately wrong. With guesses that do not match, it is negative at extreme
  prevalence for every b, and at central prevalence for b < 3 − 2√2 ≈ 0.17.
- At *extreme, never* with b ≥ 0, Cohen's Kappa depends on how exactly guesses match: if the label is
  guessed q times as often as the class occurs, it tends to 2b / (1 + b + (1 − b)·q).

The last columns have the limit for b = 0.5, and the value on the table expected where what is extreme is
0.01 and 10⁻⁶ away from it.
"""
ROW = "| {family} | {quantity} | {informed} | {wrong} | {limit} | {near} | {nearer} |"
COLUMNS = """| Kappa | | limit for 0 ≤ b < 1 | for −1 < b ≤ 0 | at b = 0.5 | table at 0.01 | table at 10⁻⁶ |
|---|---|---|---|---|---|---|"""
B, DISTANCE = sp.symbols("b epsilon", positive=True)
HALF = sp.Rational(1, 2)


def quantities(limit: Limit, sign: int) -> Any:
    """The quantity as a function of b and of the distance from the limit, by its definition."""
    positive = HALF if limit.prevalence == "central" else DISTANCE
    guess = {"never": DISTANCE, "even": HALF, "always": 1 - DISTANCE}[limit.guess]
    real, guessed = sp.Matrix([1 - positive, positive]), sp.Matrix([[1 - guess, guess]])
    right = sp.diag(1 - positive, positive)
    decided = right if sign > 0 else right * sp.Matrix([[0, 1], [1, 0]])
    table = B * decided + (1 - B) * real * guessed
    rows, columns = ([sum(line) for line in m.tolist()] for m in (table, table.T))
    accuracy, informed = table.trace(), sign * B
    expected = {
        "fleiss": sum(((r + c) / 2) ** 2 for r, c in zip(rows, columns, strict=True)),
        "cohen": sum(r * c for r, c in zip(rows, columns, strict=True)),
        "powers": (accuracy - informed) / (1 - informed),
    }[limit.family]
    return expected if limit.quantity == "expectation" else (accuracy - expected) / (1 - expected)


@cache
def derived(limit: Limit, sign: int) -> Any:
    """The limit as a function of b, of either sign."""
    found = sp.limit(sp.simplify(quantities(limit, sign)), DISTANCE, 0, "+")
    return sp.factor(sp.simplify(found.subs(B, sign * sp.Symbol("b"))))


def row(limit: Limit) -> str:
    informed, wrong = (f"${sp.latex(derived(limit, sign))}$" for sign in (1, -1))
    tables = (f"{limit.near(0.5, distance):.4f}" for distance in (0.01, 1e-6))
    near, nearer = (x.replace("-", "−") for x in tables)
    return ROW.format(
        family=limit.family.capitalize(),
        quantity="expected accuracy" if limit.quantity == "expectation" else "Kappa",
        informed=informed,
        wrong=wrong,
        limit=f"{limit(0.5):.4f}".replace("-", "−"),
        near=near,
        nearer=nearer,
    )


def page() -> str:
    lines = [HEAD.rstrip("\n")]
    for limit in limits():
        guessed = "evenly" if limit.guess == "even" else limit.guess
        heading = f"## Prevalence {limit.prevalence}, positive label guessed {guessed}"
        if heading not in lines:
            lines += ["", heading, "", COLUMNS]
        lines.append(row(limit))
    return "\n".join([*lines, "", "Written by `tools/make_limits.py`.", ""])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
