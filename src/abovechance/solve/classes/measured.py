"""The greatest and the least value of a measure over an integer program, and figures of all classes as rows.

A quotient is at most t where its numerator less t times its denominator is at most 0 (Dinkelbach 1967): the
least such t is found in a few steps, each a program.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.solve.classes.terms import SUMS, beyond_chance, by_chance, squares

if TYPE_CHECKING:
    from abovechance.core.arrays import Floats
    from abovechance.solve.classes.block import Term
    from abovechance.solve.classes.program import Program

_MOST_PROGRAMS = 12  # for a quotient: each comes nearer faster than the one before
_SAME_VALUE = 1e-9  # relative: the bound and what was reached are one value
_SOLVER_ERROR = 1e-9
"""What the solver may be off by, as a share."""


@dataclass(frozen=True)
class Room:
    """The denominator of a quotient: a constant less a multiple of a sum, and how much more it can be."""

    constant: float
    factor: float
    term: Term
    gap: float = 0.0


def bounds_of(program: Program, key: str) -> tuple[float, float, bool]:
    """The least and the greatest value of a measure, and whether there are tables that reach them."""
    room = None if key in SUMS else _room(program, key)
    high, top = _greatest(program, key, 1, room)
    low, bottom = _greatest(program, key, -1, room)
    reached = all(abs(x - y) <= _SAME_VALUE * max(1.0, abs(x)) for x, y in ((high, top), (low, bottom)))
    return (-bottom, top, True) if reached else (-low, high, False)


def require(program: Program, key: str, low: float, high: float) -> None:
    """Require a figure of all classes, as far as it is a linear sum of the variables."""
    n, classes = program.n, len(program.blocks)
    if key in SUMS:
        known = SUMS[key]
        divisor = known.divisor(n, classes)
        found = program.sum_of(known.term)
        slack = _SOLVER_ERROR * divisor
        program.between(
            found.coefficients, low * divisor - found.high - slack, high * divisor - found.low + slack
        )
        return
    room = _room(program, key)
    for sign, bound in ((1, low), (-1, high)):  # sign·(numerator − bound·room) >= 0
        found = program.sum_of(_excess(sign, sign * bound, room))
        more = max(0.0, -sign * bound) * room.gap
        constant = -sign * bound * room.constant + found.high + more
        program.between(found.coefficients, -constant - _SOLVER_ERROR * n * n, np.inf)


def value_of(program: Program, key: str, right: Any, predicted: Any) -> float:
    """The value of a measure for right decisions and predictions."""
    n = program.n
    pairs = list(zip(right.tolist(), predicted.tolist(), program.blocks, strict=True))

    def summed(term: Term) -> float:
        return math.fsum(
            term(np.array([d], float), np.array([c], float), block.support, n).item() for d, c, block in pairs
        )

    if key in SUMS:
        return summed(SUMS[key].term) / SUMS[key].divisor(n, len(program.blocks))
    numerator = summed(beyond_chance)
    if key == "cohen_kappa":
        bottom = n * n - summed(by_chance)
    else:
        bottom = math.sqrt((n * n - _squared_supports(program)) * max(n * n - summed(squares), 0.0))
    return numerator / bottom if bottom > 0 else math.nan


def _squared_supports(program: Program) -> float:
    return float(sum(block.support**2 for block in program.blocks))


def _greatest(program: Program, key: str, sign: int, room: Room | None) -> tuple[float, float]:
    """A bound that no value, times the sign, exceeds, and the greatest that was reached."""
    if room is None:
        found = program.sum_of(_signed(sign, SUMS[key].term))
        ended = program.greatest(found.coefficients)
        if ended is None or ended.right is None:
            return math.inf, -math.inf
        divisor = SUMS[key].divisor(program.n, len(program.blocks))
        reached = sign * value_of(program, key, ended.right, ended.predicted)
        return (ended.bound + found.high) / divisor, reached
    return _greatest_quotient(program, key, sign, room)


def _greatest_quotient(program: Program, key: str, sign: int, room: Room) -> tuple[float, float]:
    least = program.greatest(program.sum_of(room.term).coefficients)
    if least is None or least.right is None:
        return math.inf, -math.inf
    smallest = room.constant - room.factor * (least.bound + program.sum_of(room.term).high)
    if smallest <= 0:
        return 1.0, -math.inf
    # Dinkelbach (1967): at the greatest quotient, the numerator less the quotient times the room is 0 at
    # most. Each program takes the quotient that the one before reached.
    start = sign * value_of(program, key, least.right, least.predicted)
    reached, bound = start, math.inf
    for _ in range(_MOST_PROGRAMS):
        found = program.sum_of(_excess(sign, reached, room))
        ended = program.greatest(found.coefficients)
        if ended is None or ended.right is None:
            return 1.0, reached
        # By so much the numerator may exceed its share of the room, which is at least the smallest.
        beyond = ended.bound + found.high - reached * room.constant + max(0.0, -reached) * room.gap
        bound = min(bound, reached + max(beyond, 0.0) / smallest)
        better = sign * value_of(program, key, ended.right, ended.predicted)
        if not better > reached + _SAME_VALUE / 10:
            break
        reached = better
    return min(bound, 1.0), reached


def _signed(sign: int, term: Term) -> Term:
    def signed(d: Floats, c: Floats, r: int, n: int) -> Floats:
        return sign * term(d, c, r, n)

    return signed


def _excess(sign: int, bound: float, room: Room) -> Term:
    """The numerator, with its sign, less a bound times what varies of the denominator."""

    def excess(d: Floats, c: Floats, r: int, n: int) -> Floats:
        return sign * beyond_chance(d, c, r, n) + bound * room.factor * room.term(d, c, r, n)

    return excess


def _room(program: Program, key: str) -> Room:
    n = program.n
    if key == "cohen_kappa":
        return Room(float(n * n), 1.0, by_chance)
    return _root_of_rooms(program)


def _root_of_rooms(program: Program) -> Room:
    """√((N² − Σr²)(N² − Σc²)), concave in Σc²: it lies between a chord and a parallel to it."""
    n = program.n
    squared = program.sum_of(squares)
    most, least = (program.greatest(sign * squared.coefficients, whole=False) for sign in (1, -1))
    known = most is not None and least is not None
    high = min(float(n * n), most.bound + squared.high) if most is not None and known else float(n * n)
    low = max(0.0, -least.bound + squared.low) if least is not None and known else 0.0
    unit = math.sqrt(n * n - _squared_supports(program))
    if high - low < 1:
        low = high - 1
    at_low, at_high = (unit * math.sqrt(max(n * n - x, 0.0)) for x in (low, high))
    slope = (at_low - at_high) / (high - low)
    touching = n * n - (unit / (2 * slope)) ** 2 if slope > 0 else low
    touching = min(max(touching, low), high)
    gap = unit * math.sqrt(max(n * n - touching, 0.0)) - (at_low - slope * (touching - low))
    return Room(at_low + slope * low, slope, squares, max(gap, 0.0))
