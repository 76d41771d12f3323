"""The live views of the steps: numbers of the library as pictures, sentences and tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.text import counted
from abovechance.measures.bookmaker import bookmaker_payoff
from abovechance.measures.compute import compute_arrays
from abovechance.measures.headlines import HEADLINE, OF_TABLE_2, OF_TWO_CLASSES, ON_A_DIAL
from abovechance.measures.registry import measure
from abovechance.pictures.forests import forest, row, title_of
from abovechance.pictures.guessing.winnings import winnings
from abovechance.pictures.picture import Line, Mark, Picture, Scale
from abovechance.pictures.tables.isometric_lines import space_with_isometrics
from abovechance.pictures.tables.prevalence import against_prevalence
from abovechance.pictures.tables.roc_points import roc_position
from abovechance.report.formats.svg import to_svg
from abovechance.simulation.world.mixture import cell_shares
from abovechance.tables.tables import Axis, Tables
from abovechance.web.learn import samples
from abovechance.web.learn.explored import explored
from abovechance.web.learn.steps import STEPS, Choice
from abovechance.web.numbers import number, with_minus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.pictures.picture import AnyPicture, ForestRow

Values = Mapping[str, Any]
_ITEMS = 1000
DIGITS = 4
"""Of rates and shares that are asked for: fewer items than that tell nothing."""
_PAPER = {
    "A": Tables.from_cells(tp=30, fp=12, fn=30, tn=28),
    "B": Tables.from_cells(tp=56, fp=20, fn=12, tn=12),
}


@dataclass(frozen=True)
class View:
    """What a step shows: pictures, a sentence with the numbers, and perhaps a table.

    ``tables`` are those that the room to explore may show, where the step leads there.
    """

    pictures: tuple[AnyPicture, ...]
    said: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    counts: Mapping[str, int] | None = None  # what the page adds up over several draws
    tables: tuple[Tables, ...] = ()


def view(key: str, values: Values, choices: Values, seed: int, width: float = math.inf) -> dict[str, Any]:
    """The answer of the page: pictures as SVG, a sentence, a table.

    Parameters
    ----------
    key
        The step.
    values, choices
        Where its controls stand; those that are not given stand where they begin.
    seed
        Of what is drawn.
    width
        The pixels that a picture may be wide.
    """
    settled = _settled(key, values, choices)
    found = _VIEWS[key](settled, seed)
    return {
        "charts": [to_svg(_with_minus(picture), most=width) for picture in found.pictures],
        "said": found.said,
        "columns": list(found.columns),
        "rows": [list(one) for one in found.rows],
        "counts": None if found.counts is None else dict(found.counts),
        "explore": explored(key, settled, found.tables),
    }


def _with_minus(picture: AnyPicture) -> AnyPicture:
    """The same picture, the numbers of whose points have minus signs as those of the axes."""
    if not isinstance(picture, Picture):
        return picture
    return replace(picture, marks=tuple(replace(mark, text=with_minus(mark.text)) for mark in picture.marks))


def _settled(key: str, values: Values, choices: Values) -> Values:
    """Where all controls of a step stand; what it has not, or what is out of its range, is refused."""
    controls = {one.key: one for step in STEPS if step.key == key for one in step.controls}
    for name in (*values, *choices):
        if name not in controls or isinstance(controls[name], Choice) != (name in choices):
            raise InputError(f"the step {key!r} has no control {name!r}", argument=name)
    settled: dict[str, Any] = {}
    for name, control in controls.items():
        if isinstance(control, Choice):
            settled[name] = choices.get(name, control.value)
            if settled[name] not in dict(control.options):
                raise InputError(f"{settled[name]!r} is none of the choices of {name}", argument=name)
            continue
        settled[name] = round(values.get(name, control.value), DIGITS)
        if not control.low <= settled[name] <= control.high:
            raise InputError(f"{name} must be from {control.low:g} to {control.high:g}", argument=name)
    return settled


# Tables ----------------------------------------------------------------------------------------------


def at_rates(recall: float, fallout: float, prevalence: float, n: float = _ITEMS) -> Tables:
    """The table that is expected of a system with these rates."""
    return Tables.from_rates(recall=recall, inverse_recall=1 - fallout, prevalence=prevalence, n=n)


def mixed(informed: Any, prevalence: Any, guess: Any, n: float = _ITEMS) -> Tables:
    """The tables expected of systems that know a share of the answers and guess the others."""
    shapes = np.broadcast(informed, prevalence, guess).shape
    b, share, said = (
        np.broadcast_to(np.asarray(x, dtype=float), shapes) for x in (informed, prevalence, guess)
    )
    cells = cell_shares(b[..., None], np.stack([1 - share, share], -1), np.stack([1 - said, said], -1))
    axes = (Axis("at"),) if shapes else ()
    return Tables.from_counts(cells * n, ("negative", "positive"), "truth", positive="positive", axes=axes)


def _bars(table: Tables, keys: Sequence[str], *, system: int = 0, heading: str = "") -> list[ForestRow]:
    """Measures of a table, each beside what chance reaches with its margins."""
    values, chances = (compute_arrays(t, list(keys)) for t in (table, table.expected))
    return [
        row(
            title_of(key),
            float(values[key]),
            chance=_chance(key, float(chances[key])),
            system=system,
            heading=heading if i == 0 else "",
        )
        for i, key in enumerate(keys)
    ]


def _chance(key: str, at_margins: float) -> float | None:
    declared = measure(key).chance
    return at_margins if declared == "margins" else declared


def _said(table: Tables, keys: Sequence[str]) -> str:
    found = compute_arrays(table, list(keys))
    return ", ".join(f"{title_of(key)} {number(float(found[key]))}" for key in keys)


# Views -----------------------------------------------------------------------------------------------


def _rare(at: Values, _: int) -> View:
    table = at_rates(0.0, 0.0, at["prevalence"])
    keys = ("accuracy", "inverse_recall", "recall", "informedness", "cohen_kappa")
    picture = forest("Calling everybody healthy", _bars(table, keys))
    return View(
        (picture,),
        f"Calling everybody healthy: {_said(table, ('accuracy', 'recall', 'informedness'))}.",
        tables=(table,),
    )


def _water(at: Values, _: int) -> View:
    keys = ("accuracy", "f1", "informedness")
    looking = Tables.from_cells(tp=72, fp=2, fn=18, tn=8)
    # A guesser's Recall is its Fallout.
    guessing = at_rates(at["guess"], at["guess"], 0.9, 100)
    rows = _bars(looking, keys, heading="Looks at the sentence")
    rows += _bars(guessing, keys, system=1, heading="Guesses")
    picture = forest("Two taggers of 100 words", rows)
    said = f"Looking: {_said(looking, keys)}. Guessing: {_said(guessing, keys)}."
    return View((picture,), said, tables=(looking, guessing))


def _chance_view(at: Values, _: int) -> View:
    table = mixed(0.0, at["prevalence"], at["guess"])
    rows = _bars(table, OF_TWO_CLASSES[:-1], heading="Traditional", system=1)
    rows += _bars(table, (*HEADLINE, "cohen_kappa"), heading="Corrected for chance")
    picture = forest("What guessing earns", rows)
    return View((picture,), f"Guessing earns {_said(table, ('recall', 'precision', 'f1', 'informedness'))}.")


def _slopes(at: Values, _: int) -> View:
    table = at_rates(at["recall"], at["fallout"], at["prevalence"])
    keys = ("recall", "fallout", "precision", "false_omission_rate", *HEADLINE)
    found = {key: float(value) for key, value in compute_arrays(table, list(keys)).items()}
    ends = np.array([0.0, 1.0])
    lines, marks = [], []
    for i, (key, name, first, last) in enumerate(
        (
            ("informedness", "prediction, given the truth", "fallout", "recall"),
            ("markedness", "truth, given the prediction", "false_omission_rate", "precision"),
        )
    ):
        y = np.array([found[first], found[last]])
        lines.append(Line(ends, y, name, f"{title_of(key)} {number(found[key])}", i))
        marks += [Mark(x, height, "", i) for x, height in zip((0.0, 1.0), y.tolist(), strict=True)]
    picture = Picture(
        "Two slopes", Scale("What is given: 0 negative, 1 positive"), Scale("Share of positives"),
        tuple(lines), marks=tuple(marks),
    )  # fmt: skip
    return View((picture,), f"{_said(table, HEADLINE)}.")


def _kite(at: Values, _: int) -> View:
    table = at_rates(at["recall"], at["fallout"], 0.5)
    said = _said(table, ("recall", "fallout", "informedness"))
    return View((roc_position(table, level=None),), f"{said}.", tables=(table,))


def _bookmaker(at: Values, _: int) -> View:
    table = mixed(at["informed"], at["prevalence"], at["guess"])
    bets = bookmaker_payoff(table).informedness
    columns = ("Bet on", "right wins", "wrong loses", "stake", "wins on average")
    values = zip(bets.labels, bets.pays, bets.costs, bets.stake, bets.per_bet, strict=True)
    rows = [(str(label), *(number(float(x)) for x in rest)) for label, *rest in values]
    said = f"All bets together win {number(float(bets.value))} for each item: Informedness."
    return View((winnings(table),), said, columns, tuple(rows), tables=(table,))


def _dial(at: Values, _: int) -> View:
    skill = np.linspace(0, 1, 51)
    found = compute_arrays(mixed(skill, at["prevalence"], at["guess"]), list(ON_A_DIAL))
    lines = tuple(Line(skill, found[key], title_of(key), system=i) for i, key in enumerate(ON_A_DIAL))
    least = min(0.0, *(float(np.nanmin(line.y)) for line in lines))
    picture = Picture(
        "What measures say of skill", Scale("Share of informed decisions"), Scale("Value", least), lines
    )
    table = mixed(0.3, at["prevalence"], at["guess"])
    return View((picture,), f"Where 30 % are informed: {_said(table, ON_A_DIAL)}.")


def _prevalence(at: Values, _: int) -> View:
    keys = ("informedness", "cohen_kappa", "precision", "f1", "accuracy")
    table = at_rates(at["recall"], at["fallout"], at["prevalence"])
    picture = against_prevalence(table, keys)
    said = f"At a prevalence of {at['prevalence']:g}: {_said(table, keys)}."
    return View((picture,), said, tables=(table,))


def _table_2(_: Values, __: int) -> View:
    found = {name: compute_arrays(table, list(OF_TABLE_2)) for name, table in _PAPER.items()}
    rows = []
    for key in OF_TABLE_2:
        one, other = (float(found[name][key]) for name in _PAPER)
        rows.append((title_of(key), number(one), number(other), "A" if one > other else "B"))
    difference = float(found["A"]["informedness"] - found["B"]["informedness"])
    said = f"Only Informedness is higher for A, by {number(difference, 4)}: the two are as good as equal."
    return View((roc_position(_PAPER, level=None),), said, ("Measure", "A", "B", "prefers"), tuple(rows))


def _intervals(at: Values, seed: int) -> View:
    picture, held, drawn = samples.intervals(at["informed"], at["prevalence"], round(at["n"]), seed)
    said = f"{held} of {counted(drawn, 'interval')} hold the true value."
    return View((picture,), said, counts={"held": held, "drawn": drawn})


def _test(at: Values, seed: int) -> View:
    picture, said = samples.shuffles(at["informed"], round(at["n"]), seed)
    return View((picture,), said)


def _which(at: Values, _: int) -> View:
    table = at_rates(0.5, 0.3, at["prevalence"])
    found = measure(at["measure"])
    return View(
        (space_with_isometrics(table, found),),
        f"{found.title}: {found.meaning}".rstrip(".") + f". Here it is {number(float(found(table)))}.",
        tables=(table,),
    )


_VIEWS: Mapping[str, Callable[[Values, int], View]] = {
    "rare": _rare,
    "water": _water,
    "chance": _chance_view,
    "slopes": _slopes,
    "kite": _kite,
    "bookmaker": _bookmaker,
    "dial": _dial,
    "prevalence": _prevalence,
    "table-2": _table_2,
    "intervals": _intervals,
    "test": _test,
    "which": _which,
}
