"""Figures of the study of measures: how often each is misled, and what it says of the same skill."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Any

from abovechance.measures.registry import measure
from abovechance.plots.style import COLOURS, GREY, SIZE, SMALL, text_style, titled
from abovechance.studies.figure import StudyFigure, ideal_line, level_line, panels, shared_key
from abovechance.studies.measures.claims import COMMON, standings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from abovechance.core.result import Row

_PANELS = (
    "informedness",
    "mcc",
    "cohen_kappa",
    "markedness",
    "balanced_accuracy",
    "accuracy",
    "f1",
    "precision",
)
_ONE_VALUE = 0.02  # means of guessers that differ by less are noise around one level


@StudyFigure.of(
    "How often measures prefer the less informed of two predictors. What exceeds the blue dot is not "
    "noise but prevalence and guesses."
)
def _misled(rows: Sequence[Row]) -> Figure:
    figure, plots = panels(2, size=(4.6, 4.2))
    kinds = {"Two classes": True, "More classes": False}
    for axes, (title, two) in zip(plots[0], kinds.items(), strict=True):
        found = [x for x in standings(r for r in rows if (r["classes"] == 2) == two) if x.measure in COMMON]
        titled(axes, title, "worse system preferred (%)")
        heights = range(len(found))
        axes.barh(
            heights, [100 * x.misled for x in found], height=0.55, color=COLOURS[1], label="all comparisons"
        )
        axes.plot(
            [100 * x.alike for x in found], heights, "o", color=COLOURS[0], markersize=5,
            label="same prevalence and guesses: noise alone",
        )  # fmt: skip
        axes.set_yticks(heights, [x.title for x in found], fontsize=SIZE, **text_style())
        axes.set(ylim=(len(found) - 0.4, -0.6), xlim=(0, None))
        axes.grid(visible=False, axis="y")
    shared_key(figure, plots[0, 0], 2)
    return figure


@StudyFigure.of(
    "What measures of two classes say of the same skill under six conditions, means of all tables of "
    "1000 items (100 in the quick version). Lines that lie apart are prevalence and guesses taken for "
    "skill; those that coincide lie one within the other. Where chance has no one level, it is where "
    "lines begin."
)
def _skills(rows: Sequence[Row]) -> Figure:
    n = max(row["n"] for row in rows)
    own = [row for row in rows if (row["classes"], row["n"], row["differing"]) == (2, n, None)]
    conditions = list(dict.fromkeys((row["prevalence"], row["guess"]) for row in own))
    figure, plots = panels(4, len(_PANELS) // 4, size=(2.7, 2.7), sharex=True, sharey=True)
    for axes, name in zip(plots.flat, _PANELS, strict=True):
        titled(axes, measure(name).title)
        axes.set(xlim=(-0.03, 1.03), ylim=(-0.08, 1.03), xticks=(0, 0.25, 0.5, 0.75, 1))
        ideal_line(axes)
        _chance(axes, [r["mean"] for r in own if r["measure"] == name and r["informed"] == 0])
        for i, condition in enumerate(conditions):
            found = [r for r in own if r["measure"] == name and (r["prevalence"], r["guess"]) == condition]
            axes.plot(
                [r["informed"] for r in found], [r["mean"] for r in found], linewidth=5.6 - 0.9 * i,
                color=COLOURS[i % len(COLOURS)], zorder=3, label=_named(condition),
            )  # fmt: skip
        if _spread([r for r in own if r["measure"] == name]) <= _ONE_VALUE:
            _said(axes, f"all {len(conditions)} lines coincide", 0.03, 0.97)
    for axes in plots[-1]:
        titled(axes, x="informed with probability")
    for axes in plots[:, 0]:
        titled(axes, y="mean value")
    shared_key(figure, plots[0, 0], 3)
    return figure


def _chance(axes: Axes, guessed: Sequence[float]) -> None:
    """A line where all that guess have one value, else a word that chance is where the lines begin."""
    if max(guessed) - min(guessed) <= _ONE_VALUE:
        level_line(axes, fmean(guessed), "chance", at=0.72)
        return
    _said(axes, "chance: left ends", 0.97, 0.03)


def _said(axes: Axes, text: str, x: float, y: float) -> None:
    """A few words in the corner nearest to a place in shares of the axes."""
    sides: dict[str, Any] = {"ha": "left" if x < 1 / 2 else "right", "va": "bottom" if y < 1 / 2 else "top"}
    style = {"fontsize": SMALL, "color": GREY, **text_style()}
    axes.annotate(text, (x, y), xycoords="axes fraction", **sides, **style)


def _spread(rows: Sequence[Row]) -> float:
    """How far apart means of the same skill are at most."""
    means = [[r["mean"] for r in rows if r["informed"] == b] for b in {r["informed"] for r in rows}]
    return max(max(x) - min(x) for x in means)


def _named(condition: tuple[str, str]) -> str:
    """The prevalence of the positive class, the last, and how often it is guessed."""
    prevalence, guess = (shares.rpartition(",")[2] for shares in condition)
    return f"prevalence {float(prevalence):.2g}, guessed {float(guess):.2g}"


FIGURES = (_misled, _skills)
