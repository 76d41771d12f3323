"""Labels and numbers as words: labels are data from anywhere, so nothing in them may act as markup.

P-values in words and numbers.

Numbers of things in a sentence: 1 item, 2 items, 1 category, 2 categories.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from numpy.typing import ArrayLike

NONE = "–"
_MOST_DECIMALS = 2
_EXACT_INTEGER_LIMIT = 2**53
_MAX_LABEL_LENGTH = 40
_LEAST_IN_POWERS_OF_TEN = 1e6
_LEAST_DIFFERENCE = 5e-7


def visible(text: str, kept: str = "") -> str:
    """A text whose control, bidirectional and other invisible characters are escaped, but for those kept."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in kept else c.encode("unicode_escape").decode() for c in text)


def shown(label: object, longest: int = _MAX_LABEL_LENGTH) -> str:
    """A label as one line of printable text."""
    text = visible(str(label))
    return text if len(text) <= longest else text[: longest - 1] + "…"


def shortened(names: Sequence[str], longest: int) -> list[str]:
    """Names of at most so many columns that still differ.

    They are cut at the end, or lose the words that all share, or are cut in the middle, or numbered.

    Examples
    --------
    >>> shortened(["a long system 1 of all", "a long system 2 of all"], 12)
    ['… 1 …', '… 2 …']
    """
    if max(map(width, names), default=0) <= longest:
        return list(names)
    distinct = dict.fromkeys(names)
    half = (longest - 1) // 2
    at_end = {name: _cut(name, longest) for name in distinct}
    in_middle = {
        name: name
        if width(name) <= longest
        else f"{_head(name, longest - 1 - half)}…{_head(name[::-1], half)[::-1]}"
        for name in distinct
    }
    numbered = {name: f"{i} {_cut(name, longest - len(f'{i} '))}" for i, name in enumerate(distinct, 1)}
    own = _without_shared(list(distinct), longest)
    found = next(x for x in (at_end, own, in_middle, numbered) if len(set(x.values())) == len(distinct))
    return [found[name] for name in names]


def _without_shared(names: list[str], longest: int) -> dict[str, str]:
    """Names without the words that all begin or end with; nothing if these are still too long."""
    words = [name.split(" ") for name in names]
    shortest = min(map(len, words))
    first = next((i for i in range(shortest) if len({x[i] for x in words}) > 1), shortest)
    rest = shortest - first
    last = next((i for i in range(rest) if len({x[-1 - i] for x in words}) > 1), rest)
    last = min(last, shortest - first - 1) if rest else 0
    for start in (0, first):
        parts = [x[start : len(x) - last] for x in words]
        found = [" ".join([*(["…"] * (start > 0)), *part, *(["…"] * (last > 0))]) for part in parts]
        if max(map(width, found)) <= longest:
            return dict(zip(names, found, strict=True))
    return dict.fromkeys(names, "") if len(names) > 1 else {}


def _cut(text: str, columns: int) -> str:
    return text if width(text) <= columns else f"{_head(text, columns - 1)}…"


def _head(text: str, columns: int) -> str:
    """The beginning of a text that takes at most so many columns."""
    while width(text) > columns:
        text = text[:-1]
    return text


def named(label: object) -> str:
    """A label in a sentence: text quoted, other labels as Python writes them."""
    return f"'{shown(label)}'" if isinstance(label, str) else shown(label)


def listed(labels: Iterable[Any], most: int = 5) -> str:
    """The first few labels, quoted, and how many more there are."""
    names = list(labels)
    text = ", ".join(map(named, names[:most]))
    return text if len(names) <= most else f"{text} and {len(names) - most} more"


def enumerated(labels: Sequence[Any], most: int = 5) -> str:
    """Labels in a sentence of their own: ``'a', 'b' and 'c'``, the first few of many."""
    return listed(labels, most) if len(labels) > most else in_a_row(list(map(named, labels)))


def in_a_row(texts: Sequence[str]) -> str:
    """Texts as a sentence lists them: ``a, b and c``."""
    return " and ".join(filter(None, (", ".join(texts[:-1]), *texts[-1:])))


def counted(size: int | str, one: str, several: str | None = None) -> str:
    """A number of things, such as 1 class or 2 classes; a number in words of its own is text."""
    return f"{size} {one if str(size) == '1' else several or one + 's'}"


def width(text: str) -> int:
    """How many columns of a terminal a text takes: wide characters take two, combining ones none."""
    from rich.cells import cell_len

    return cell_len(text)


def padded(text: str, columns: int, *, right: bool = False) -> str:
    """A text filled up with spaces, on its left if it is to stand on the right."""
    space = " " * (columns - width(text))
    return space + text if right else text + space


def decimals(values: ArrayLike) -> int:
    """How many decimals show these counts or weights: none for whole numbers, else as needed, at most two."""
    import numpy as np

    numbers = np.asarray(values, dtype=float)
    finite = numbers[np.isfinite(numbers)]
    # Weights that are meant as decimals miss them by rounding.
    tolerance = 1e-9 * max(np.abs(finite).max(initial=0.0), 1.0)
    for places in range(_MOST_DECIMALS):
        if np.all(np.abs(finite - finite.round(places)) <= tolerance):
            return places
    return _MOST_DECIMALS


def quantity(value: Any, places: int = 0) -> str:
    """A count or weight with a fixed number of decimals; whole numbers of any size are exact."""
    if places == 0 and math.isfinite(value) and (isinstance(value, int) or abs(value) < _EXACT_INTEGER_LIMIT):
        return f"{round(value)}"
    return f"{value:.{places}f}"


def number(value: float | None, places: int = 3) -> str:
    """A value for people: a dash where there is none, an infinity sign, else a fixed number of decimals."""
    if value is None or math.isnan(value):
        return NONE
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if abs(value) >= _LEAST_IN_POWERS_OF_TEN:
        return f"{value:.{places}g}"
    shown = f"{value:.{places}f}"
    # A small negative number would be shown as -0.000.
    return shown.removeprefix("-") if float(shown) == 0 else shown


def bounds(low: float, high: float, show: Callable[[float], str] = number) -> str:
    """An interval for people: a dash where there is none."""
    return NONE if math.isnan(low) or math.isnan(high) else f"{show(low)} to {show(high)}"


def difference(value: float) -> str:
    """A difference with its sign, unless it is none."""
    if math.isnan(value):
        return NONE
    return number(0.0) if abs(value) < _LEAST_DIFFERENCE else f"{value:+.3f}"


def sentences(texts: Iterable[str]) -> tuple[str, ...]:
    """Texts as sentences, each of which is there once."""
    ends = (text if text.endswith((".", "?")) else f"{text}." for text in texts)
    return tuple(dict.fromkeys(text[:1].upper() + text[1:] for text in ends))


def more_said(number_of: int, most: int, one: str, several: str | None = None) -> str:
    """What of a long list is not shown, such as "3 more pairs"; empty where all is."""
    more = number_of - most
    return "" if more <= 0 else counted(more, f"more {one}", several and f"more {several}")


def group_text(group: Hashable) -> str:
    """A group as one text: its label, or the labels of its axes."""
    if group is None:
        return ""
    return ", ".join(map(str, group)) if isinstance(group, tuple) else str(group)


_LEAST_SAID = 0.0001
_LEAST_P_IN_DECIMALS = 0.001
_SMALLEST_P = 1e-300
_ADJUSTMENTS = {
    "holm": "Holm",
    "hochberg": "Hochberg",
    "hommel": "Hommel",
    "bonferroni": "Bonferroni",
    "benjamini_hochberg": "Benjamini and Hochberg",
    "benjamini_yekutieli": "Benjamini and Yekutieli",
}


def p_said(p: float) -> str:
    """In a sentence: ``p = 0.03``."""
    return f"p < {_LEAST_SAID:g}" if p < _LEAST_SAID else f"p = {p:.2g}"


def p_adjusted_said(adjusted: float, p: float) -> str:
    """An adjusted p-value in a sentence; it is told from the other where the two differ."""
    return p_said(adjusted) if adjusted == p or math.isnan(adjusted) else f"adjusted {p_said(adjusted)}"


def p_shown(p: float | None, error: float = 0.0) -> str:
    """In a table: four decimals, two digits of what is smaller, and the error of one found at random."""
    if p is None or math.isnan(p):
        return NONE
    if p < _SMALLEST_P:
        return f"< {_SMALLEST_P:g}"
    shown = f"{p:.4f}" if p >= _LEAST_P_IN_DECIMALS else f"{p:.1e}"
    return f"{shown} ± {error:.1g}" if error > 0 else shown


def adjustment_said(name: str, what: str) -> str:
    """How p-values were adjusted, and for the number of what."""
    return f"P-values of {what} are adjusted for their number after {_ADJUSTMENTS[name]}."


def number_of(number: float, what: str) -> str:
    """A number and what there are so many of."""
    if number == 1:
        return f"1 {what}"
    plural = f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
    return f"{number:g} {plural}" if isinstance(number, float) else f"{number} {plural}"
