"""Figures of the study of averages: what those over classes and folds recover, and how they mislead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.measures.registry import measure
from abovechance.plots.style import COLOURS, GREY, SIZE, SMALL, titled
from abovechance.studies.averaging.claims import AVERAGES_OF_FOLDS, CORRECTED, OVER_CLASSES, misled_rates
from abovechance.studies.figure import StudyFigure, ideal_line, key, level_line, panels
from abovechance.studies.scoring import chosen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from abovechance.core.result import Row

_SKILLS = {"equal": "all classes alike", "common": "common ones best", "rare": "rare ones best"}
_MARKERS = ("o", "s", "D")
_CONDITIONS = {
    ("rare", "even"): "Rare class, even guesses",
    ("rare", "following"): "Rare class, rare guesses",
    ("varying", "following"): "Varying, guesses follow",
}
_ITEMS = 20
_MAX_SHARE_DRAWN = 0.55  # up to which share of pairs is drawn: a little more than a coin would mislead on


def _name(of: str, average: str) -> str:
    return f"{measure(of).title}, {average}"


@StudyFigure.of(
    "What averages over classes are on expected tables, less the probability of an informed decision "
    "(ideal: 0); a mark for each condition."
)
def _classes(rows: Sequence[Row]) -> Figure:
    names = [(of, average) for of, average in OVER_CLASSES.values() if of in CORRECTED]
    figure, plots = panels(1, size=(7.0, 3.9))
    axes = plots[0, 0]
    titled(axes, "Expected value less the probability of an informed decision", "error")
    for j, (skill, title) in enumerate(_SKILLS.items()):
        errors, places = [], []
        for i, (of, average) in enumerate(names):
            own = chosen(rows, part="classes", measure=of, average=average, skill=skill)
            found = sorted({round(row["exact"] - row["informed"], 6) for row in own})
            errors += found
            places += [i + 0.22 * (j - 1)] * len(found)
        axes.plot(
            errors, places, _MARKERS[j], color=COLOURS[j], markersize=4, alpha=0.75, markeredgewidth=0,
            label=title,
        )  # fmt: skip
    axes.set_yticks(range(len(names)), [_name(*name) for name in names], fontsize=SIZE)
    axes.invert_yaxis()
    axes.axvline(0, color=GREY, linewidth=1.0, linestyle=(0, (4, 3)), zorder=2)
    key(axes, "upper left", bbox_to_anchor=(1.0, 1), title="informed on", title_fontsize=SMALL)
    return figure


@StudyFigure.of(
    "The mean of Informedness over ten folds of 20 items, put together in five ways. A way that recovers "
    "the probability of an informed decision follows the ideal line."
)
def _folds(rows: Sequence[Row]) -> Figure:
    figure, plots = panels(3, size=(3.2, 3.5), sharey=True)
    found = chosen(rows, part="folds", measure="informedness", n=_ITEMS)
    for axes, ((prevalence, guess), title) in zip(plots[0], _CONDITIONS.items(), strict=True):
        titled(axes, title, "informed with probability")
        ideal_line(axes, above=0.78)
        level_line(axes, 0, "chance", at=0.7)
        for i, average in enumerate(AVERAGES_OF_FOLDS):
            own = chosen(found, average=average, prevalence=prevalence, guess=guess)
            axes.plot(
                [row["informed"] for row in own], [row["mean"] for row in own], "o-", color=COLOURS[i],
                linewidth=4.2 - 0.8 * i, markersize=6 - 0.8 * i, label=average, zorder=3,
            )  # fmt: skip
        axes.set(xlim=(-0.04, 0.82), ylim=(-0.06, 0.86), xticks=(0, 0.3, 0.6))
    titled(plots[0, 0], y="mean Informedness")
    key(plots[0, 0])
    return figure


@StudyFigure.of(
    "How often each average prefers the worse of two systems, which is informed 0.2 less often and "
    "guesses in another way; the mean over all conditions (ideal: 0, tossing a coin: 50 %)."
)
def _misled(rows: Sequence[Row]) -> Figure:
    figure, plots = panels(2, size=(4.7, 5.4))
    for axes, part in zip(plots[0], ("classes", "folds"), strict=True):
        rates = misled_rates(rows, part)
        names = sorted(rates, key=lambda name: rates[name])
        titled(axes, f"Over {part}", "worse system preferred")
        colours = [COLOURS[0] if of in CORRECTED else COLOURS[1] for of, _ in names]
        places = np.arange(len(names))
        axes.hlines(places, 0, [rates[name] for name in names], color=colours, linewidth=1.2)
        axes.scatter([rates[name] for name in names], places, color=colours, s=16, zorder=3)
        axes.set_yticks(places, [_name(*name) for name in names], fontsize=SMALL - 1.5)
        axes.set_xlim(0, _MAX_SHARE_DRAWN)
        axes.axvline(0.5, color=GREY, linewidth=1.0, linestyle=(0, (4, 3)), zorder=2)
        axes.annotate(
            "chance", (0.5, 1.0), xycoords=("data", "axes fraction"), xytext=(-3, -2),
            textcoords="offset points", ha="right", va="top", fontsize=SMALL, color=GREY,
        )  # fmt: skip
        axes.invert_yaxis()
        axes.xaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")
    for colour, title in zip(COLOURS, ("chance taken out", "traditional"), strict=False):
        plots[0, 0].plot([], [], color=colour, marker="o", markersize=4, label=title)
    key(plots[0, 0], "center")
    return figure


FIGURES = (_classes, _folds, _misled)
