"""What the page shows of a table: every number from the library, as value and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.text import decimals, quantity
from abovechance.evaluation.evaluate import evaluate
from abovechance.measures.bookmaker import bookmaker_payoff
from abovechance.measures.headlines import HEADLINE, KAPPAS, TRADITIONAL
from abovechance.measures.registry import measure as measure_called
from abovechance.measures.registry import measures
from abovechance.pictures.tables.confusion import confusion
from abovechance.pictures.tables.isometric_lines import isometric_lines
from abovechance.pictures.tables.prevalence import (
    PREVALENCES,
    against_prevalence,
    at_prevalences,
    with_prevalence,
)
from abovechance.web.explore.asked import move_of, tables_of
from abovechance.web.explore.code import as_command, as_python
from abovechance.web.explore.drawn import drawn, lines_drawn, of_class
from abovechance.web.explore.measure_rows import bounds_of, rows_of, usual, usual_rows, with_chosen
from abovechance.web.explore.space import costs_of, space_of
from abovechance.web.explore.steering import limits, moved
from abovechance.web.numbers import number, with_minus

if TYPE_CHECKING:
    from abovechance.tables.tables import Tables
    from abovechance.web.room import Answer

_SHADES = 10  # in svg.css, for each sign


def shown(request: dict[str, Any]) -> Answer:
    """The table after a move, and all that is shown of it but the lines of equal value."""
    tables = tables_of(request["table"], request["labels"])
    focus = _focus(request, tables)
    note = ""
    if "move" in request:
        after = moved(tables, move_of(request["move"], focus))
        tables, note = tables_of(after.counts.tolist(), request["labels"]), after.note
    other = tables_of(request["other"], request["labels"]) if "other" in request else None
    chosen = measure_called(request.get("measure", HEADLINE[0]))
    several = [tables] if other is None else [tables, other]
    # The code names A first, whichever of the two is being changed.
    systems = several[::-1] if request.get("system") == "b" else several
    costs = request.get("costs", [1, 1])
    faint = with_prevalence() if request.get("faint") else ()
    of = tables.labels[focus]
    # Both pictures against prevalence show the same tables, which are made once.
    again = at_prevalences(tables, focus, np.array(PREVALENCES))
    return {
        "table": tables.counts.tolist(),
        "note": note,
        "cells": _cells(tables),
        "sliders": _sliders(tables, focus),
        "measures": usual_rows(several, chosen, focus),
        "space": drawn(space_of(several, focus)),
        "cost": costs_of(several, costs),
        "prevalence": drawn(
            of_class(
                against_prevalence(
                    tables, with_chosen(TRADITIONAL, chosen), of=of, faint=faint, reweighted=again
                ),
                with_chosen(TRADITIONAL, chosen),
                tables,
                focus,
            )
        ),
        "kappas": drawn(
            of_class(against_prevalence(tables, KAPPAS, of=of, reweighted=again), KAPPAS, tables, focus)
        ),
        "winnings": _winnings(tables),
        "python": as_python(systems, chosen.key, costs),
        "command": as_command(systems, chosen.key, costs),
    }


def equal_lines(request: dict[str, Any]) -> Answer:
    """The lines of equal value of a measure, in ROC space."""
    chosen = measure_called(request["measure"])
    lines = isometric_lines(chosen, request["prevalence"], max(request["n"], 1.0))
    note = "" if lines else f"{chosen.title} has one value in all of this space, or none: there are no lines."
    return {"title": chosen.title, "key": chosen.key, "lines": lines_drawn(lines), "note": note}


def measure_named(request: dict[str, Any]) -> Answer:
    """The measure of any name or alias, its own or one of other software."""
    chosen = measure_called(request["measure"])
    return {"key": chosen.key, "title": chosen.title}


def intervals(request: dict[str, Any]) -> Answer:
    """The intervals of the measures, as ``abovechance evaluate`` prints them, and its verdict."""
    names = [request["labels"], request["table"], *([request["other"]] if "other" in request else [])]
    found = []
    for counts in names[1:]:
        tables = tables_of(counts, request["labels"])
        if not tables.total:
            found.append({"verdict": "There are no items.", "rows": {}})
            continue
        chosen = measure_called(request.get("measure", HEADLINE[0]))
        keys = "all" if request.get("all") else usual(tables, chosen)
        result = evaluate(tables, measures=keys)
        focus = tables.labels[_focus(request, tables)]
        rows = {
            row.measure: bounds_of(row)
            for row in result.estimates
            if row.group is None and row.label in (None, focus)
        }
        found.append({"verdict": with_minus(result.verdict), "rows": rows})
    return {"systems": found}


def all_measures(request: dict[str, Any]) -> Answer:
    """The values of every measure of the catalogue."""
    tables = tables_of(request["table"], request["labels"])
    several = [tables]
    if "other" in request:
        several.append(tables_of(request["other"], request["labels"]))
    return {"measures": rows_of(several, measures(), _focus(request, tables))}


# The table and its sliders ---------------------------------------------------------------------------


def _focus(request: dict[str, Any], tables: Tables) -> int:
    focus = int(request.get("focus", 0))
    if focus >= len(tables.labels):
        raise InputError("{argument} must be the number of a class, from 0", argument="focus")
    return focus


def _cells(tables: Tables) -> dict[str, Any]:
    """The colours and tool tips of the cells, and the sums."""
    picture = confusion(tables)
    places = decimals(tables.counts)
    shades = np.nan_to_num(np.round(picture.values * _SHADES)).astype(int)
    undefined = np.isnan(picture.values)
    return {
        "shades": np.clip(shades, -_SHADES, _SHADES).tolist(),
        "undefined": undefined.tolist(),
        "details": picture.details,
        "rows": [quantity(x, places) for x in tables.counts.sum(axis=1).tolist()],
        "columns": [quantity(x, places) for x in tables.counts.sum(axis=0).tolist()],
        "total": quantity(tables.counts.sum().item(), decimals(tables.counts.sum())),
        "is_whole": tables.counts.dtype.kind == "i",
    }


def _sliders(tables: Tables, focus: int) -> dict[str, Any]:
    low, high = limits(tables)
    kept = "With these margins" if len(tables.labels) == 2 else "With these margins and errors"
    values = {key: _value(key, tables, focus) for key in ("prevalence", "bias", "informedness")}
    with np.errstate(invalid="ignore"):
        point = (
            np.asarray(tables.contingency.each.fpr)[focus],
            np.asarray(tables.contingency.each.tpr)[focus],
        )
    return {
        **{key: {"value": value, "text": number(value)} for key, value in values.items()},
        "limits": {
            "low": low,
            "high": high,
            "text": f"{kept}: from {number(low)} to {number(high)}.",
        },
        "n": tables.counts.sum().item(),
        "point": {"fallout": float(point[0]), "recall": float(point[1])},
        "point_text": f"Fallout {number(float(point[0]))}, Recall {number(float(point[1]))}",
    }


def _value(key: str, tables: Tables, focus: int) -> float:
    m = measure_called(key)
    found = np.asarray(m(tables))
    return float(found[focus] if found.ndim else found)


def _winnings(tables: Tables) -> dict[str, Any]:
    """What bets on each label win, and all together."""
    bets = bookmaker_payoff(tables).informedness
    places = decimals(tables.counts)
    rows = [
        {
            "label": str(label), "won": quantity(bets.won[i].item(), places),
            "lost": quantity(bets.lost[i].item(), places), "pays": number(float(bets.pays[i])),
            "costs": number(float(bets.costs[i])), "stake": number(float(bets.stake[i])),
            "per_bet": number(float(bets.per_bet[i])), "value": float(bets.contribution[i]),
            "text": number(float(bets.contribution[i])), "reason": bets.reason[i],
        }
        for i, label in enumerate(bets.labels)
    ]  # fmt: skip
    return {"rows": rows, "value": bets.value, "text": number(bets.value), "reason": bets.why_undefined}
