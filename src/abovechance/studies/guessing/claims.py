"""What the study of guessing says: size and power of the default test, beside those that it combines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.studies.base import Finding, Section
from abovechance.studies.scoring import GIVE, beyond, chosen, fields, grouped, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.core.result import Row

CONDITION = ("classes", "n", "skew", "guess", "skill", "best", "informed")
SINGLE = ("score", "prevalence_weighted_informedness", "informedness")
MOST = {"05": 0.065, "01": 0.015, "001": 0.002}
LEAST = 0.03
EXPECTED = 1.0
WITHIN = 0.07
_LEVELS = {"05": "5 %", "01": "1 %", "001": "0.1 %"}
_TITLES = {
    "informedness_normal": "0.1.0",
    "score": "Score",
    "prevalence_weighted_informedness": "B prev.",
    "informedness": "B",
    "combined": "Combined",
}
_SKILLS = {"equal": "all classes", "common": "two commonest", "rare": "two rarest"}


def findings(rows: Sequence[Row]) -> list[Finding]:
    """What holds, with the numbers that decide."""
    chance = chosen(rows, skill="none")
    found = [_upper(chance, test) for test in ("combined", "informedness_normal")] if chance else []
    ample = [row for row in chance if row["least_expected"] >= EXPECTED]
    found += [_lower(ample)] if ample else []
    for best, said in (("most", "about 90 %"), ("half", "about half")):
        own = [row for row in rows if row["skill"] != "none" and _is(row, best)]
        found += [_power(own, said)] if own else []
    return found


def _is(row: Row, best: str) -> bool:
    """Rows of a given share stand with those in which the best finds most."""
    return row["best"] == best or (best == "most" and row["best"] is None)


def _upper(rows: Sequence[Row], test: str) -> Finding:
    own = chosen(rows, test=test)
    out = sum(len(beyond(own, f"rejected_{level}", (0.0, most))) for level, most in MOST.items())
    name = "The default test" if test == "combined" else "The default of version 0.1.0"
    limits = ", ".join(f"{100 * most:g} % at {_LEVELS[level]}" for level, most in MOST.items())
    greatest = ", ".join(
        f"{100 * max(row[f'rejected_{level}'] for row in own):.2f} % at {_LEVELS[level]}" for level in MOST
    )
    return Finding(
        f"{name} takes guesses for skill in no more than {limits}, two-sided and one-sided ({GIVE}).",
        not out,
        f"It does more often in {out} of {len(MOST) * len(own)} cases (a condition, a side and a level); "
        f"the greatest shares are {greatest}.",
    )


def _lower(rows: Sequence[Row]) -> Finding:
    own = chosen(rows, test="combined")
    below = beyond(own, "rejected_05", (LEAST, 1.0))
    return Finding(
        "Where every cell expects an item or more, the default test at 5 % rejects guesses in "
        f"{100 * LEAST:g} % or more ({GIVE}).",
        not below,
        f"It does so less often in {len(below)} of {len(own)} cases; the least share is "
        f"{100 * min(row['rejected_05'] for row in own):.1f} %.",
    )


def _power(rows: Sequence[Row], said: str) -> Finding:
    shares = [_by_test(own) for own in _conditions(rows)]
    losses, former = ([_best(by) - by[name] for by in shares] for name in ("combined", "informedness_normal"))
    return Finding(
        f"Where the best of the three single tests finds {said}, the default test finds no more than "
        f"{100 * WITHIN:g} points less, wherever skill sits and however labels are guessed.",
        max(losses) <= WITHIN,
        f"At 5 %, two-sided, it finds up to {100 * max(losses):.1f} points less under {len(losses)} "
        f"conditions, {100 * sum(losses) / len(losses):.1f} in the mean; the default of version 0.1.0 found "
        f"up to {100 * max(former):.1f} points less, {100 * sum(former) / len(former):.1f} in the mean.",
    )


def _conditions(rows: Sequence[Row], alternative: str = "two-sided") -> list[list[Row]]:
    """The rows of each condition, those of one side."""
    return list(grouped(chosen(rows, side=alternative), lambda row: fields(row, *CONDITION)).values())


def _by_test(rows: Sequence[Row]) -> dict[str, float]:
    return {row["test"]: row["rejected_05"] for row in rows}


def _best(by: dict[str, float]) -> float:
    return max(by[name] for name in SINGLE)


def sections(rows: Sequence[Row]) -> list[Section]:
    """Power where the best finds most, and half; size two-sided and one-sided."""
    powers = {"most": "Power: the best finds most", "half": "Power: the best finds about half"}
    sizes = {"two-sided": "Size, two-sided", "greater": "Size, one-sided (better than guessing)"}
    skilled = [row for row in rows if row["skill"] != "none"]
    found = []
    for best, title in powers.items():
        own = _conditions([row for row in skilled if _is(row, best)])
        found.append(Section(title, _POWER_HEADER, tuple(map(_power_line, own)), _POWER_NOTE))
    for alternative, title in sizes.items():
        own = _conditions(chosen(rows, skill="none"), alternative)
        found.append(Section(title, _SIZE_HEADER, tuple(map(_size_line, own)), _SIZE_NOTE))
    return [section for section in found if section.body]


_POWER_HEADER = ("Condition", "Skill in", "Share", *_TITLES.values())
_POWER_NOTE = (
    "Rejected at 5 %, two-sided, in %. A condition is the number of classes, that of items, how many times "
    "as frequent the commonest class is as the rarest, and the guesses; the share is that of informed "
    "decisions on the classes with skill. B prev. is Informedness weighted by prevalence, B is Informedness."
)
_SIZE_HEADER = (
    "Condition", "Expected",
    *(f"{name} {level}" for name in ("Old", "New") for level in _LEVELS.values()),
)  # fmt: skip
_SIZE_NOTE = (
    "Guesses taken for skill, in %: old by the default of version 0.1.0 (but that it permuted sparse tables "
    "of up to some 28 classes), new by the combined test. Expected is how many items the emptiest cell "
    "expects."
)


def _power_line(rows: Sequence[Row]) -> tuple[str, ...]:
    first, by = rows[0], _by_test(rows)
    return (
        _condition(first), _SKILLS[first["skill"]], f"{first['informed']:.2f}",
        *(percent(by[name]) for name in _TITLES),
    )  # fmt: skip


def _size_line(rows: Sequence[Row]) -> tuple[str, ...]:
    by = {row["test"]: row for row in rows}
    shares = [by[name][f"rejected_{x}"] for name in ("informedness_normal", "combined") for x in _LEVELS]
    return (
        _condition(rows[0]), f"{rows[0]['least_expected']:.2g}",
        *(percent(x, 2) for x in shares),
    )  # fmt: skip


def _condition(row: Row) -> str:
    return f"{row['classes']}, {row['n']}, 1:{row['skew']:g}, {row['guess']}"
