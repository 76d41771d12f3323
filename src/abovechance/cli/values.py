"""Values of options that have a form of their own: lists, measures, prevalences, costs, bounds."""

from __future__ import annotations

import csv
import math
from typing import TYPE_CHECKING, Literal

from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeVar

    from abovechance.measures.measure import Measure
    from abovechance.tables.tables import Tables

    T = TypeVar("T")


def separated(text: str) -> list[str]:
    """Values separated by commas; one that has a comma itself is quoted as in CSV.

    >>> separated('a, b,"c,d"'), separated(" b")
    (['a', 'b', 'c,d'], [' b'])
    """
    if "," not in text and not text.startswith('"'):
        return [text]
    try:
        return next(csv.reader([text], strict=True, skipinitialspace=True))
    except csv.Error as error:
        raise InputError(f"{text!r} is not a list separated by commas: {error}") from None


def values_of(texts: Sequence[str] | None) -> list[str] | None:
    """The values of an option that takes commas and repetition alike; None if it is not given."""
    return None if texts is None else [value for text in texts for value in separated(text)]


def numbers(name: str, text: str, number: Callable[[str], T]) -> list[T]:
    """Numbers separated by commas."""
    try:
        return [number(part.strip()) for part in separated(text)]
    except ValueError:
        raise InputError(f"--{name} is a number, or several separated by commas, not {text!r}") from None


def shares(name: str, text: str) -> list[float]:
    """The share of each class; one number alone is that of the second of two."""
    found = numbers(name, text, float)
    return found if len(found) > 1 else [1 - found[0], found[0]]


def parse_measures(texts: Sequence[str] | None) -> list[Measure] | Literal["all"] | None:
    """Measures by name, all of them, or None for the usual selection."""
    from abovechance.measures.registry import measure

    names = [name.strip() for name in values_of(texts) or ()]
    if [name.casefold() for name in names] == ["all"]:
        return "all"
    return [measure(name) for name in names] or None


def parse_bounds(option: str, texts: Sequence[str] | None) -> dict[str, float]:
    """Bounds by measure, from ``NAME=X``."""
    bounds = {}
    for text in values_of(texts) or ():
        name, equals, bound = text.rpartition("=")
        try:
            bounds[name.strip()] = float(bound)
        except ValueError:
            equals = ""
        if not equals or not name.strip():
            raise InputError(f"--{option} is NAME=X, such as recall=0.95, not {text!r}")
    return bounds


def parse_undefined(text: str) -> float | Literal["limit"]:
    """What is to stand in the place of undefined values."""
    if text == "limit":
        return "limit"
    try:
        value = float(text)
    except ValueError:
        value = math.inf
    if math.isinf(value):
        raise InputError(f"--undefined is nan, limit or a finite number, not {text!r}")
    return value


def parse_prevalence(text: str | None, *, whole: bool = False) -> float | Mapping[str, float] | None:
    """A prevalence of the positive class, or one for each class; one class may be the ``whole`` if asked."""
    if text is None:
        return None
    parts = separated(text)
    if len(parts) == 1 and "=" not in text:
        share = _share(text, text)
        if share in (0, 1) and not whole:
            raise _one_class_left(text)
        return share
    pairs = [part.rpartition("=") for part in parts]
    if not all(equals for _, equals, _ in pairs) or len({label for label, _, _ in pairs}) < len(pairs):
        raise InputError(f"--prevalence is a number, or a number for each class: a=0.1,b=0.9, not {text!r}")
    shares = {label: _share(share, text) for label, _, share in pairs}
    if 1 in shares.values() and not whole:
        raise _one_class_left(text)
    return shares


def parse_costs(positive: float | None, negative: float | None) -> tuple[float, float] | None:
    """The costs of errors on the two classes, both or none."""
    if positive is None and negative is None:
        return None
    if positive is None or negative is None:
        raise InputError("give both --cost-positive and --cost-negative")
    if not (0 < positive < math.inf and 0 < negative < math.inf):
        raise InputError(f"costs must be positive numbers, got {positive:g} and {negative:g}")
    return positive, negative


def require_two_classes(
    tables: Tables, prevalence: float | Mapping[str, float] | None, costs: tuple[float, float] | None
) -> None:
    """Refuse what is said of a positive class where there is none."""
    if tables.positive is not None:
        return
    if costs is not None:
        raise InputError("--cost-positive and --cost-negative need two classes: give prevalences instead")
    if isinstance(prevalence, float):
        each = ",".join(f"{label}=…" for label in tables.labels[:3])
        raise InputError(f"there are {len(tables.labels)} classes, so give a --prevalence for each: {each}")


def _one_class_left(text: str) -> InputError:
    return InputError(f"--prevalence {text} leaves only one class, so nothing could be told apart")


def _share(number: str, text: str) -> float:
    try:
        share = float(number)
    except ValueError:
        share = math.nan
    if not 0 <= share <= 1:
        raise InputError(f"--prevalence {text}: {number!r} is not a number between 0 and 1")
    return share
