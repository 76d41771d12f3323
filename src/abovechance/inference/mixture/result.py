"""``mixture``: how many decisions are informed if the others are guesses, and whether that fits."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.labels import quoted
from abovechance.core.lookup import Names
from abovechance.core.result import Answer, Result
from abovechance.core.text import counted, p_said
from abovechance.inference.arguments import checked_replicates, checked_seed
from abovechance.inference.mixture.batch import BatchFit
from abovechance.inference.mixture.goodness import SPARSE_AND_LARGE
from abovechance.tables.arguments import of_tables
from abovechance.tables.tables import Tables, group_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.core.result import Row

_KNOWN_WELL = 0.25  # the widest interval of a skill that is told as a number
HARDLY_KNOWN = 0.5  # with a wider interval no number is shown at all
_NOT_LIKE_GUESSES = "errors are not like guesses, as some labels are mistaken for each other"
_method_named = Names("method", ("auto", "chi_squared", "bootstrap"))


@dataclass(frozen=True, eq=False, repr=False)
class ClassSkills(Result):
    """The mixture with a skill of its own for each class; fields are arrays for a batch.

    Attributes
    ----------
    skill
        The share of decisions on each class that are informed, in a last axis; NaN for a class without items,
        and where the errors do not tell.
    guess, informed_if_right
        How often each label is guessed, and the probability that a right decision is no lucky guess.
    share, low, high
        The share of all decisions that are informed, and its interval.
    least, most, low, high
        Of two classes the share is not known: what it lies between, and an interval that holds both.
        Negative if decisions are rather wrong than right: then they are misinformed.
    deviance, df, p_value, replicates
        The test whether skills of classes and guesses describe the table: if not, errors are no guesses.
    uneven, uneven_df, uneven_p_value
        The test whether all classes are equally skilled, given that errors are guesses: by how much the
        deviance of the common mixture is greater, by χ².
    reason
        Why skills are not known, or None.
    """

    _headline = "share"

    skill: Any
    guess: Any
    informed_if_right: Any
    share: Any
    low: Any
    high: Any
    least: Any
    most: Any
    deviance: Any
    df: Any
    p_value: Any
    replicates: Any
    uneven: Any
    uneven_df: Any
    uneven_p_value: Any
    reason: Any

    def __repr__(self) -> str:
        """The skills of one table in a line; of a batch how many tables there are."""
        tables = np.size(self.deviance)
        if np.ndim(self.deviance):
            return f"skills of classes of {counted(tables, 'table')}"
        if self.reason is not None:
            return f"skills of classes are not known: {self.reason}"
        if math.isnan(self.share):
            return f"the share of informed decisions lies between {self.least:.4f} and {self.most:.4f}"
        skills = ", ".join(f"{x:.4f}" for x in np.ravel(self.skill))
        return f"skills of classes {skills}; of all decisions {self.share:.4f} are informed"


@dataclass(frozen=True, eq=False, repr=False)
class MixtureFit(Answer):
    """What :func:`mixture` found; numbers for one table, arrays for a batch.

    Attributes
    ----------
    tables
        The tables.
    value, low, high, se
        The share of informed decisions and its interval. Of two classes it is Informedness with its default
        interval, and a negative one is a share of misinformed decisions. Of more classes it is at least 0.
        The standard error is NaN at an end of the range.
    level
        The confidence of intervals.
    guess
        How often each label is guessed, in a last axis; NaN if nothing is.
    informed_if_right
        The probability that a right decision on each class is informed, not guessed, in a last axis; if the
        share is negative, that a wrong one is misinformed. All other decisions are guesses.
    deviance, df, p_value, replicates
        The test of fit: NaN for two classes, which cannot test it. ``replicates`` is how many tables were
        drawn from the fit, and 0 where the p-value is that of χ².
    skills, skill_interval
        The fit with a skill of its own for each class, and the bounds of each skill by the profile
        likelihood (low, high); computed when they are first asked for.
    reason
        Why the share is undefined, or None.
    warning
        What to beware of, or None.
    """

    _headline = "value"

    tables: Tables
    value: Any
    low: Any
    high: Any
    se: Any
    level: float
    guess: Any
    informed_if_right: Any
    deviance: Any
    df: Any
    p_value: Any
    replicates: Any
    reason: Any
    warning: Any
    _how: dict[str, Any]

    @cached_property
    def skills(self) -> ClassSkills:
        """The fit with a skill of its own for each class."""
        bounds = (np.ravel(x) for x in (self.deviance, self.low, self.high))
        return ClassSkills(**BatchFit(self.tables, self.level, self._how).classes(*bounds))

    @cached_property
    def skill_interval(self) -> tuple[Any, Any]:
        """The interval of each class's skill by the profile likelihood; NaN where skills are not known."""
        return BatchFit(self.tables, self.level, self._how).skill_bounds()

    @property
    def errors_are_guesses(self) -> bool | None:
        """Whether skills of classes and guesses describe a single table; None where that is not tested."""
        p = self.skills.p_value
        return None if math.isnan(p) else bool(p > 1 - self.level)

    @property
    def is_uneven(self) -> bool:
        """Whether only skills that differ by class describe a single table."""
        own = self.skills
        rejected = self.fits is False and bool(own.uneven_p_value <= 1 - self.level)
        return rejected and bool(self.errors_are_guesses) and own.reason is None

    @property
    def of_two_classes(self) -> bool:
        """Whether a single table is of two classes, which the mixture describes whatever they are."""
        return self.reason is None and self.df == 0

    @property
    def fits(self) -> bool | None:
        """Whether the mixture describes a single table; None where that cannot be tested."""
        return None if math.isnan(self.p_value) else bool(self.p_value > 1 - self.level)

    @property
    def verdict(self) -> str:
        """What was found, in plain sentences."""
        return _of_batch(self) if self.tables.batch_shape else _verdict(self)

    @property
    def why_not(self) -> str | None:
        """Why no one share of informed decisions describes a single table, in a sentence; None if one may."""
        if self.fits is not False:
            return None
        return f"No one share of informed decisions describes this table{_misfit(self)}."

    def rows(self) -> list[Row]:
        """A row for each table, and one for each of its classes."""
        return [row for position in np.ndindex(self.tables.batch_shape) for row in self._rows_at(position)]

    def _rows_at(self, position: tuple[int, ...]) -> list[Row]:
        group = group_at(self.tables, position)
        items = self.tables.counts[position].sum(-1)
        whole = {"group": group, "class": None, "items": items.sum().item()}
        found = [whole | {name: _item(getattr(self, name), position) for name in _OF_TABLE}]
        is_common = not math.isnan(_item(self.skills.least, position))  # skills of two classes are not known
        own = self if is_common else self.skills
        for k, label in enumerate(self.tables.labels):
            at = (*position, k)
            row = {"group": group, "class": str(label), "items": items[k].item()}
            row |= {"value": _item(self.skills.skill, at)}
            row |= {
                name: _item(end, at) for name, end in zip(("low", "high"), self.skill_interval, strict=True)
            }
            found.append(row | {name: _item(getattr(own, name), at) for name in _OF_CLASSES})
        names = ("group", "class", "items", "value", *_OF_TABLE[1:4], *_OF_CLASSES, *_OF_TABLE[4:])
        return [{name: row.get(name) for name in names} for row in found]


_OF_TABLE = ("value", "low", "high", "se", "deviance", "df", "p_value", "reason", "warning")
_OF_CLASSES = ("guess", "informed_if_right")


def _item(values: Any, position: tuple[int, ...]) -> Any:
    return np.asarray(values, dtype=object)[position]


@of_tables
def mixture(
    tables: Tables, *, level: float = 0.95, method: str = "auto", replicates: int = 999, seed: int | None = 0
) -> MixtureFit:
    r"""Fit a mixture of informed decisions and guesses, and test whether it describes the table.

    With probability b a decision is informed and right, otherwise it is a guess from fixed shares of labels,
    whatever the truth: ``P(l | c) = b·[l = c] + (1 − b)·g_l`` (Powers 2012). The share b and the guesses are
    those of greatest likelihood, given how many items each class has. Of two classes b is Informedness. Of
    more, it errs less than weightings of Informedness under most conditions while the mixture holds, in part
    because it is at least 0 (``docs/mixture.md``); the deviance tests whether it holds. A share below 0 has a
    meaning for two classes only, as being misinformed; with more classes, where labels are right less often
    than guesses would be, the share is 0.

    A second fit gives each class a skill of its own, ``P(l | c) = b_c·[l = c] + (1 − b_c)·g_l``. Of two
    classes that fit is not unique, and the share of informed decisions lies between bounds.

    Parameters
    ----------
    tables
        One table or a batch; or truth and prediction, as :func:`evaluate` takes them.
    level
        The confidence of intervals, and what the test of fit is read against.
    method
        The reference of the test of fit: ``"chi_squared"``; ``"bootstrap"``, tables drawn from the fit; or
        ``"auto"``, which draws where a cell expects fewer than five items.
    replicates, seed
        How many tables to draw, and the seed.

    Returns
    -------
    MixtureFit

    Examples
    --------
    >>> import abovechance as ac
    >>> found = ac.mixture(ac.Tables.from_counts([[50, 10, 6], [14, 38, 8], [12, 7, 35]]))
    >>> round(found.value, 3), round(found.low, 3), round(found.high, 3), found.fits
    (0.519, 0.412, 0.615, True)
    >>> bounds = ac.mixture(ac.Tables.from_cells(tp=540, fp=5, fn=360, tn=95)).skills
    >>> round(bounds.least, 3), round(bounds.most, 3)
    (0.092, 0.55)
    """
    level, method = two_sided(level, 2), _method_named(method)
    number, seed = checked_replicates(replicates), checked_seed(seed)
    tables.require_square()
    how = {"method": method, "replicates": number, "seed": seed}
    return MixtureFit(tables, level=level, _how=how, **BatchFit(tables, level, how).common())


# What is said of tables ------------------------------------------------------------------------


def _of_batch(found: MixtureFit) -> str:
    """How many tables of a batch there are, and of how many the mixture is undefined or rejected."""
    number = int(np.prod(found.tables.batch_shape))
    undefined = sum(x is not None for x in np.ravel(np.asarray(found.reason, dtype=object)))
    tested = np.ravel(found.p_value)
    tested = tested[~np.isnan(tested)]
    said = f"Mixtures of informed decisions and guesses, fitted to {counted(number, 'table')}."
    if undefined:
        said += f" How many decisions are informed cannot be told of {undefined} of them."
    if len(tested):
        rejected = int((tested <= 1 - found.level).sum())
        said += (
            f" No one share of informed decisions describes {rejected} of {len(tested)} tested "
            f"(p ≤ {1 - found.level:.3g})."
        )
    return said


def _verdict(found: MixtureFit) -> str:
    """The share informed if the mixture describes the table; otherwise why it does not, and skills."""
    if found.reason is not None:
        return f"How many decisions are informed cannot be told: {found.reason}."
    if found.of_two_classes:
        return f"{_as_if(found)}\n{_of_two(found)}"
    if found.fits:
        return f"{_as_if(found)}\nThis describes the table ({_tested(found)})."
    if found.fits is None:
        return f"{_as_if(found)}\nWhether this describes the table is not tested: {SPARSE_AND_LARGE}."
    return does_not_describe(found)


def _as_if(found: MixtureFit) -> str:
    share, word = abs(found.value), "misinformed" if found.value < 0 else "informed"
    low, high = (-found.high, -found.low) if found.value < 0 else (found.low, found.high)
    interval = f"{100 * found.level:.12g} % interval {percent(low)} to {percent(high)}"
    if share == 0:
        return f"No decision is shown to be informed: the share that fits best is 0 ({interval})."
    return f"An estimated {percent(share)} of decisions are {word} ({interval}), if the others are guesses."


def percent(share: float) -> str:
    """A share; whole percents but for what they would hide."""
    text = f"{100 * share:.1f}"
    is_near_an_end = 0.0 < abs(float(text)) < 9.5 or 90.5 < abs(float(text)) < 100.0
    return f"{text} %" if is_near_an_end else f"{100 * share + 0.0:.0f} %"


def _tested(found: MixtureFit) -> str:
    how = f", {found.replicates} tables drawn" if found.replicates else ""
    return f"deviance {found.deviance:.1f}, {found.df:.0f} degrees of freedom, {p_said(found.p_value)}{how}"


def _of_two(found: MixtureFit) -> str:
    """What is known of two classes of which one may be more skilled than the other."""
    own = found.skills
    word, sign = ("misinformed", -1) if found.value < 0 else ("informed", 1)
    low, high = sorted(sign * x for x in (own.least, own.most))
    outer = sorted(sign * x for x in (own.low, own.high))
    return (
        "That is so if both classes are equally skilled, which two classes cannot test. If one may be more "
        f"skilled than the other, between {percent(low)} and {percent(high)} of decisions are {word} "
        f"({100 * found.level:.12g} % interval of both bounds {percent(outer[0])} to {percent(outer[1])})."
    )


def does_not_describe(found: MixtureFit) -> str:
    """Why one share of informed decisions does not describe a table, and what does."""
    return f"No one share of informed decisions describes the table ({_tested(found)}).\n" + " ".join(
        _instead(found)
    )


def _instead(found: MixtureFit) -> Iterator[str]:
    own = found.skills
    if found.value == 0:
        yield "Labels are right no more often than guesses would be."
    if found.errors_are_guesses is False:
        yield f"{_NOT_LIKE_GUESSES[0].upper()}{_NOT_LIKE_GUESSES[1:]} ({p_said(own.p_value)})."
    elif own.reason is not None:
        yield f"How skilled single classes are is not known: {own.reason}."
    elif found.is_uneven:
        yield f"Classes are unevenly skilled: {_extremes(found)}."
        if own.high - own.low > HARDLY_KNOWN:
            yield "How many of all decisions are informed is then barely known."
            return
        interval = f"{100 * found.level:.12g} % interval {percent(own.low)} to {percent(own.high)}"
        yield f"By their own skills {percent(own.share)} of all decisions are informed ({interval})."


def _extremes(found: MixtureFit) -> str:
    """The least and the most skilled classes; ranges where a skill is hardly known."""
    skill = np.asarray(found.skills.skill)
    order = [int(k) for k in np.argsort(skill) if not np.isnan(skill[k])]
    worst, best = order[0], order[-1]
    low, high = (quoted([found.tables.labels[k]]) for k in (worst, best))
    ends = [tuple(float(side[k]) for side in found.skill_interval) for k in (worst, best)]
    if all(b - a <= _KNOWN_WELL for a, b in ends):
        least, most = percent(skill[worst]), percent(skill[best])
        return f"an estimated {least} of decisions are informed on {low} and {most} on {high}"
    if any(math.isnan(a) for a, _ in ends):
        return "how skilled each of them is is not known"
    (a, b), (c, d) = ends
    level = f"{100 * found.level:.12g} % intervals"
    least, most = (f"{percent(x)} to {percent(y)}" for x, y in ((a, b), (c, d)))
    return f"{least} of decisions are informed on {low} and {most} on {high} ({level})"


def _misfit(found: MixtureFit) -> str:
    """The p-value of the fit, and what is known of why it is bad."""
    p = f" ({p_said(found.p_value)})"
    if found.errors_are_guesses is False:
        return f"{p}: {_NOT_LIKE_GUESSES}"
    if not found.is_uneven:
        return p
    low, high = found.skill_interval
    known = np.nanmax(high - low) <= _KNOWN_WELL
    skills = f", as {_extremes(found)}" if known else ""
    return f"{p}: classes are unevenly skilled{skills}"
