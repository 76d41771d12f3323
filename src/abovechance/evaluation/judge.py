"""``judge``: whether a judge is informed and fair, and a leaderboard without its errors."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import binom

from abovechance.core.errors import InputError
from abovechance.core.text import group_text, listed
from abovechance.evaluation.judgement import JudgedPair, JudgedSystem, Judgement, UncorrectedSystem
from abovechance.inference.intervals.interval import interval
from abovechance.inference.intervals.proportion import wilson
from abovechance.inference.quantify.assumptions import same_rates
from abovechance.inference.quantify.differences import ends_of_pairs, stepped_down
from abovechance.inference.quantify.items import items_of
from abovechance.inference.quantify.quantify import quantify
from abovechance.inference.quantify.shares import share_estimates
from abovechance.intake.missing import LABEL
from abovechance.tables.tables import group_at

if TYPE_CHECKING:
    from abovechance.core.arrays import Floats
    from abovechance.core.labels import Label
    from abovechance.inference.quantify.design import Design
    from abovechance.tables.tables import Tables


def judge(
    *given: Any,
    positive: Label | None = None,
    design: Design = "class",
    level: float = 0.95,
    error: float | None = None,
    agreement: float | None = None,
    second_truth: object = None,
    **options: Any,
) -> Judgement:
    """Whether a judge can be trusted, and what systems are worth once its errors are corrected.

    Every system needs labelled items of its own, as the judge may err with some systems more than with
    others; one without them, or without unlabelled ones, is told apart. The interval of a difference holds
    all differences that both tables together allow.

    Parameters
    ----------
    given
        Tables by system whose items without a truth are the unlabelled ones; or human labels, some of which
        are missing, and the judge's, with ``by=`` the systems; or names of columns with ``data=``.
    positive
        The class that systems are ranked by; the last if not given.
    design
        How labelled items were drawn, see :func:`quantify`.
    level
        The confidence of the intervals, of each alone, and of all that the verdict says of pairs together.
    error, agreement, second_truth
        How often human labels may be wrong, or how far two humans agree, see :func:`quantify`: shares then
        have bounds over all such errors.
    options
        The options of :meth:`Tables.from_labels <abovechance.Tables.from_labels>`.

    Returns
    -------
    Judgement
        The judge's Informedness and Bias, the corrected share of each system, all differences, and how many
        more human labels would settle them.

    Examples
    --------
    >>> import abovechance as ac
    >>> human = ["good"] * 40 + ["bad"] * 40 + [None] * 200
    >>> said = ["good"] * 36 + ["bad"] * 4 + ["good"] * 12 + ["bad"] * 28 + ["good"] * 150 + ["bad"] * 50
    >>> found = ac.judge(human, said, positive="good")
    >>> round(found.systems[0].share.value, 2)
    0.75
    """
    if not given and not {"tables", "truth"} & options.keys():
        raise InputError(
            "judge takes human labels, missing where there are none, and those of the judge: "
            "judge(human, said, by=system), or judge('human', 'said', by='system', data=frame)"
        )
    options["second_truth"] = second_truth
    every, rest = items_of(given, options, ())
    every, aside = _told_apart(every) if not rest and options.get("unlabelled") is None else (every, ())
    shares = quantify(every, *rest, positive=positive, design=design, level=level, error=error,
                      agreement=agreement, **options)  # fmt: skip
    tables = shares.tables
    if len(tables.labels) != 2:
        raise InputError(f"judge works with two classes only; these tables have {len(tables.labels)}, "
                         f"{listed(tables.labels)}: see quantify, or leave out other items")  # fmt: skip
    if len(tables.axes) > 1:
        raise InputError("{argument} must be one column: that of the systems", argument="by")
    best = tables.positive
    at = tables.labels.index(best)
    own = [x for x in shares.shares if x.label == best]
    counts = tables.counts.reshape(-1, 2, 2).astype(float)
    loose = shares.unlabelled.reshape(-1, 2)
    pooled = share_estimates(np.broadcast_to(counts.sum(0), counts.shape), loose, "class")
    if len(own) == 1:
        pooled[0, at] = own[0].value
    each = [tables] if not tables.axes else [tables[i] for i in range(len(own))]
    systems = tuple(
        JudgedSystem(
            share, interval(one, "informedness", level=level), float(cells[:, at].sum() / cells.sum()),
            float(cells[at].sum() / cells.sum()), _mcnemar(cells), float(alike[at]), float(cells.sum()),
            float(rest.sum()),
        )
        for share, one, cells, rest, alike in zip(own, each, counts, loose, pooled, strict=True)
    )  # fmt: skip
    parts = [
        _variance(cells, rest, share.value, at, design)
        for cells, rest, share in zip(counts, loose, own, strict=True)
    ]
    turn = 1 if at == 1 else -1  # sets are of the second class
    both = list(combinations(range(len(systems)), 2))

    def ends_at(level: float) -> list[tuple[float, float]]:
        return ends_of_pairs(counts[:, ::turn, ::turn], loose[:, ::turn], design, level, both)

    settled, last = stepped_down(ends_at, level, len(both)) if both else (set(), [])
    pairs = tuple(
        _pair(systems, parts, which, ends, None if i in settled else last[i])
        for i, (which, ends) in enumerate(zip(both, ends_at(level) if both else [], strict=True))
    )
    return Judgement(
        shares, best, systems, pairs, same_rates(counts) if len(systems) > 1 else None,
        tuple(_uncorrected(x, best, level) for x in aside), left_out=every.left_out, warnings=every.warnings,
    )  # fmt: skip


def _told_apart(tables: Tables) -> tuple[Tables, tuple[Tables, ...]]:
    """The systems that have both labelled and unlabelled items, and each of the others."""
    truths = [i for i, label in enumerate(tables.labels) if label not in (None, LABEL)]
    if len(tables.axes) != 1 or len(truths) == len(tables.labels):
        return tables, ()
    said = [i for i, label in enumerate(tables.predicted_labels) if label not in (None, LABEL)]
    told = tables.counts[..., said]
    labelled, loose = told[:, truths].sum((1, 2)) > 0, np.delete(told, truths, 1).sum((1, 2)) > 0
    both = labelled & loose
    if both.all() or not both.any():
        return tables, ()
    kept = np.flatnonzero(both).tolist()
    return _systems(tables, kept), tuple(_systems(tables, [i]) for i in np.flatnonzero(~both).tolist())


def _systems(tables: Tables, kept: list[int]) -> Tables:
    """Some of the systems."""
    (axis,) = tables.axes
    labels = None if axis.labels is None else tuple(axis.labels[i] for i in kept)
    return tables.take(kept, replace(axis, labels=labels))


def _uncorrected(tables: Tables, best: Label, level: float) -> UncorrectedSystem:
    """What is known of a system without human labels, or one that has them all."""
    kept = [i for i, label in enumerate(tables.labels) if label not in (None, LABEL)]
    cells = tables.effective.counts[0].astype(float)
    at = tables.labels.index(best)
    labelled, all_items = float(cells[kept][:, kept].sum()), float(cells[:, kept].sum())
    value = low = high = math.nan
    if labelled:
        own = float(cells[at, kept].sum())
        value, (low, high) = own / labelled, (float(x) for x in wilson(own, labelled, level))
    return UncorrectedSystem(group_text(group_at(tables, (0,))), float(cells[:, at].sum()) / all_items, value,
                             low, high, labelled, all_items - labelled)  # fmt: skip


def _pair(
    systems: tuple[JudgedSystem, ...],
    parts: list[tuple[float, float]],
    which: tuple[int, int],
    ends: tuple[float, float],
    unsettled: tuple[float, float] | None,
) -> JudgedPair:
    """The difference of two systems, and how many more labelled items would settle it.

    ``unsettled`` is its interval at the level that the number of pairs asks for, if that holds 0. More items
    shorten the part of it that is due to them; the rest stays.
    """
    i, j = which
    a, b = systems[i].share, systems[j].share
    value = a.value - b.value
    by_labels, fixed = (sum(x) for x in zip(parts[i], parts[j], strict=True))
    part = by_labels / (by_labels + fixed)
    more: int | None = 0
    if not (a.informative and b.informative):
        more = None
    elif unsettled is not None:
        low, high = unsettled
        reach = high - value if value < 0 else value - low  # from the difference to the end beyond 0
        # Its end comes to 0 where the variance is (value / reach)² of what it is; labels shorten their part
        # by 1/n.
        room = (value / reach) ** 2 - (1 - part)
        labels = systems[i].labelled + systems[j].labelled
        more = max(math.ceil((part / room - 1) * labels), 1) if room > 0 else None
    names = (systems[i].name, systems[j].name)
    return JudgedPair(*names, a.apparent - b.apparent, value, *ends, unsettled is None, more)


def _variance(cells: Floats, loose: Floats, share: float, at: int, design: Design) -> tuple[float, float]:
    """The variance of a corrected share: what more labelled items make less, and what they leave."""
    size, rest = cells.sum(), loose.sum()
    if design == "population":
        # The variance within what the judge says is due to labelled items, that between to the others.
        said = (cells.sum(0) + loose) / (size + rest)
        rates = cells[at] / np.maximum(cells.sum(0), 1)
        return float((said * rates * (1 - rates)).sum() / size), float(
            (said * (rates - share) ** 2).sum() / rest
        )
    with np.errstate(divide="ignore", invalid="ignore"):
        rates = cells[:, at] / cells.sum(-1)
        spread = rates * (1 - rates) / cells.sum(-1)
        informed = (rates[at] - rates[1 - at]) ** 2
        apparent = loose[at] / rest
        # The delta method on (apparent − Fallout) / Informedness (Rogan and Gladen 1978).
        by_labels = (share**2 * spread[at] + (1 - share) ** 2 * spread[1 - at]) / informed
        return float(by_labels), float(apparent * (1 - apparent) / rest / informed)


def _mcnemar(cells: Floats) -> float:
    """The exact p-value that truth and prediction have the same shares."""
    one, other = cells[0, 1], cells[1, 0]
    if one + other == 0:
        return 1.0
    return float(min(1.0, 2 * binom.cdf(min(one, other), one + other, 0.5)))
