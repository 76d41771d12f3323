"""The sections of the report for a terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Group
from rich.text import Text

from abovechance.core.text import NONE, counted, decimals, group_text, named, number, quantity, shown
from abovechance.evaluation.headline import level_text
from abovechance.evaluation.rows import group_at, group_names
from abovechance.measures.headlines import (
    HEADLINE,
    OF_EACH_CLASS,
    OF_EACH_GROUP,
    OF_EACH_OF_MORE,
    OF_MORE_CLASSES,
    OF_TWO_CLASSES,
)
from abovechance.measures.registry import measure, measures
from abovechance.report.layout import SCALE, fitted, gauge, narrowed, needed, open_table, with_more
from abovechance.report.of_catalogue import by_family, family_title
from abovechance.tables.text import aligned, grid

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from abovechance.evaluation import Estimate, Evaluation
    from abovechance.evaluation.gates import Verdict
    from abovechance.tables.tables import Tables

_MOST_CLASSES = 30
_WORST = 15
_MOST_GROUPS = 40
_MOST_REASONS = 5
_MANY_MEASURES = 20
_VISIBLE = 0.0005
"""Less than this would not be seen in three decimals."""
_LONGEST = 500
"""Sentences that quote labels are cut here, whatever is in the labels."""
_ABOVE_CHANCE = (*HEADLINE, "mcc")
_SIGNS_DIFFER = "0, as the two differ in sign"
_BOUNDS = {"low": "the lower bound", "high": "the upper bound"}
_WORDS = 16
"""Less room than this is too narrow for sentences."""
_LESS_OF_CLASSES = ("marked", "predicted", "F1", "interval", "items", "precision")
_LESS_OF_GROUPS = ("correlation", "marked", "chance", "accuracy", "interval", "items")
"""The columns that are left out where a table would be too wide, the least important first."""
_MOST_NAMES = 5
_TITLE = 20
"""Titles of measures may be wrapped to this width."""
_OUTCOMES = {"passed": "green", "failed": "bold red", "undefined": "bold yellow"}


def about(evaluation: Evaluation, lines: Sequence[str], positive_hint: str) -> Text:
    """What was evaluated: the data, the classes, the positive one, and re-weighting."""
    text = Text("\n".join([*lines, extent(evaluation.pooled, positive_hint)]))
    if evaluation.clusters is not None:
        text.append(f"\n{counted(len(evaluation.clusters), 'cluster')} by {named(evaluation.clusters.name)}")
    if evaluation.reweighted is not None:
        text.append(f"\nRe-weighted to {evaluation.reweighted}.", style="yellow")
    return text


def extent(pooled: Tables, hint: str = "") -> str:
    """How many items and classes there are, and which one is positive, with a hint where it is a guess."""
    total = quantity(pooled.total, decimals([pooled.total]))
    classes = counted(len(pooled.labels), "class", "classes")
    guess = " (a guess: name it with positive=)" if pooled.positive_guessed else ""
    positive = "" if pooled.positive is None else f", positive class {named(pooled.positive)}{hint or guess}"
    return f"{counted(total, 'item')}, {classes}{positive}"


def matrix(pooled: Tables, columns: int) -> Text:
    """The table with both axes named; margins dimmed."""
    lines = aligned(grid(pooled, columns))
    text = Text(lines[0] + "\n", style="bold", no_wrap=True)
    for line in lines[1:-1]:
        text.append(line + "\n", style="not bold")
    return text.append(lines[-1], style="not bold dim")


def chance_corrected(evaluation: Evaluation, columns: int) -> Group:
    """The measures that the reading rests on, with their meaning, or why they are undefined."""
    rows = [
        evaluation[key] for key in (HEADLINE if evaluation.pooled.positive is not None else _ABOVE_CHANCE)
    ]
    share = _share(evaluation)
    lines = [
        [
            Text(measure(row.measure).title),
            _value(row, style="bold"),
            *([_interval(row)] if share else []),
            Text(_gloss(row, evaluation) if row.reason is None else _undefined(row), style="dim"),
        ]
        for row in rows
    ]
    # The last column is wrapped into what the others leave, if that is enough for words.
    room = columns - needed(["Above chance", "value", *share], [line[:-1] for line in lines])
    if room < _WORDS:
        table = fitted(["Above chance", "value", *share], [line[:-1] for line in lines], share, columns)
        return Group(table, *_reasons(rows), *_cautions(rows))
    table = open_table(["Above chance", "value", *share, ""], wrapped=2 + len(share))
    for line in lines:
        table.add_row(*line)
    return Group(table, *_cautions(rows))


def _gloss(row: Estimate, evaluation: Evaluation) -> str:
    informed, marked = (evaluation[key].estimate for key in ("informedness", "markedness"))
    if row.measure == "correlation" and informed * marked < 0:
        return _SIGNS_DIFFER
    return measure(row.measure).gloss or ""


def traditional(evaluation: Evaluation, columns: int) -> Group:
    """The measures that people are used to, each beside what chance alone would reach."""
    share = _share(evaluation)
    keys = OF_MORE_CLASSES if evaluation.pooled.positive is None else OF_TWO_CLASSES
    rows = [evaluation[key] for key in keys if key not in _ABOVE_CHANCE]
    lines = [
        [
            Text(measure(row.measure).title),
            _value(row),
            *([_interval(row)] if share else []),
            Text(number(row.chance)),
            gauge(row.estimate, row.chance),
        ]
        for row in rows
    ]
    heads = ["Traditional", "value", *share, "chance", SCALE]
    return Group(fitted(heads, lines, [SCALE, *share, "chance"], columns), *_cautions(rows))


def each_class(evaluation: Evaluation, columns: int) -> Group:
    """A line for each class: how often it occurs and is predicted, and its own measures."""
    pooled = evaluation.pooled
    more = len(pooled.labels) != 2
    keys = list(OF_EACH_CLASS + OF_EACH_OF_MORE if more else OF_EACH_CLASS)
    order, note = _classes_shown(evaluation)
    real, predicted = pooled.contingency.real, pooled.contingency.predicted
    places = decimals([*real, *predicted])
    lines, rows = [], []
    for k in order:
        label = pooled.labels[k]
        of_class = [evaluation[key, label] for key in keys]
        rows += of_class
        margins = [Text(quantity(real[k], places)), Text(quantity(predicted[k], places))]
        lines.append([Text(shown(label, 24)), *margins, *_with_interval(of_class, evaluation.level)])
    heads = _with_interval_head([measure(key).short or key for key in keys], keys, evaluation.level)
    return Group(
        *note,
        fitted(["Class", "items", "predicted", *heads], lines, _LESS_OF_CLASSES, columns),
        *_reasons(rows),
    )


def _classes_shown(evaluation: Evaluation) -> tuple[list[int], list[Text]]:
    """All classes, or of very many the worst, and a line that says so."""
    labels = evaluation.pooled.labels
    if len(labels) <= _MOST_CLASSES:
        return list(range(len(labels))), []
    values = [evaluation["informedness", label].estimate for label in labels]
    order = sorted(range(len(labels)), key=lambda k: -math.inf if math.isnan(values[k]) else values[k])
    note = f"The {_WORST} classes of lowest Informedness out of {len(labels)}; --csv or --json has all."
    return order[:_WORST], [Text(note, style="italic")]


def each_group(evaluation: Evaluation, columns: int) -> Group | None:
    """A line for each group with the measures of the headline, and accuracy beside its chance level."""
    tables = evaluation.tables
    if not tables.axes:
        return None
    places = decimals(np.ravel(tables.total))
    positions = list(np.ndindex(tables.batch_shape))
    lines, rows = [], []
    for position in positions[:_MOST_GROUPS]:
        group = group_at(tables, position)
        of_group = [evaluation.find(key, group=group) for key in OF_EACH_GROUP]
        rows += of_group
        name, items = Text(shown(group_text(group), 24)), Text(quantity(of_group[0].n, places))
        values = _with_interval(of_group, evaluation.level)
        lines.append([name, items, *values, Text(number(of_group[-1].chance))])
    heads = _with_interval_head(
        [measure(key).short or key for key in OF_EACH_GROUP], OF_EACH_GROUP, evaluation.level
    )
    axes = ", ".join(map(shown, group_names(tables)))
    table = fitted([f"By {axes}", "items", *heads, "chance"], lines, _LESS_OF_GROUPS, columns)
    left = len(positions) - _MOST_GROUPS
    return Group(with_more(table, left, "group", where="--csv or --json"), *_reasons(rows))


def named_measures(evaluation: Evaluation, columns: int) -> Group:
    """The measures that were asked for, of all items together; many of them by family."""
    rows = [row for row in evaluation.rows if row.group is None]
    many = len({row.measure for row in rows}) > _MANY_MEASURES
    if many:
        order = {m.key: i for i, m in enumerate(by_family(measures()))}
        rows.sort(key=lambda row: order.get(row.measure, len(order)))
    of_classes = any(row.label is not None for row in rows)
    share = _share(evaluation)
    heads = ["Measure", *(["class"] if of_classes else []), "value", *share, "chance"]
    lines = []
    for row in rows:
        label = [Text("" if row.label is None else shown(row.label, 20))] if of_classes else []
        cells = [*label, _value(row), *([_interval(row)] if share else []), Text(number(row.chance))]
        lines.append([Text(measure(row.measure).title), *cells])
    heads, lines = narrowed(heads, lines, ["chance", *share], columns, _TITLE)
    table, family = open_table(heads), None
    for row, line in zip(rows, lines, strict=True):
        m = measure(row.measure)
        if many and m.family != family:
            family = m.family
            table.add_row(Text(f"\n{family_title(family)}", style="bold"))
        table.add_row(*line)
    return Group(table, *_reasons(rows), *_cautions(rows))


def findings(evaluation: Evaluation) -> Text | None:
    """What to beware of, a line each; likely mistakes are told before the report."""
    lines = [
        Text.assemble(
            ("Warning: ", "bold yellow") if found.severity == "warning" else ("Note: ", "bold"),
            shown(found.text, _LONGEST),
        )
        for found in evaluation.findings
        if not found.is_mistake
    ]
    return Text("\n").join(lines) if lines else None


def gates(verdicts: Sequence[Verdict]) -> Text | None:
    """The outcome of each gate, a line each."""
    if not verdicts:
        return None
    return Text("\n").join(gate_text(verdict) for verdict in verdicts)


def gate_text(verdict: Verdict) -> Text:
    """The outcome of one gate."""
    gate = verdict.gate
    of_class = "" if verdict.label is None else f" of {named(verdict.label)}"
    name = f"{gate.measure.title}{of_class}"
    if verdict.outcome == "undefined":
        said = f"{_tested(verdict, name)} is undefined: {verdict.reason}"
    else:
        relation = {"under": ("at least", "below"), "over": ("at most", "above")}[gate.side]
        how = relation[verdict.outcome == "failed"]
        said = f"{_tested(verdict, name, _apart(verdict.value, gate.bound))} is {how} {gate.bound:.15g}"
        if verdict.tested == "estimate" and not gate.estimate:
            said += " (there are no intervals)"
        said += "".join(f"; {shown(text, _LONGEST)}" for text in (verdict.reason, verdict.warning) if text)
    return Text.assemble((f"Gate {verdict.outcome}: ", _OUTCOMES[verdict.outcome]), said)


def _apart(value: float, bound: float) -> str:
    """A value with as many decimals as show on which side of a bound it is, if not at it."""
    if not math.isfinite(value):
        return number(value)
    side = np.sign(value - bound)
    texts = (number(value, places) for places in range(3, 17))
    return next((text for text in texts if np.sign(float(text) - bound) == side), repr(value))


def _tested(verdict: Verdict, name: str, value: str = "") -> str:
    if verdict.tested == "estimate":
        return f"{name} {value}".rstrip()
    return " ".join(filter(None, (_BOUNDS[verdict.tested], value, "of", name)))


def _share(evaluation: Evaluation) -> list[str]:
    """The head of the column of intervals, if there are any."""
    return [] if evaluation.level is None else [f"{level_text(evaluation.level)} interval"]


def _interval(row: Estimate, places: int = 3) -> Text:
    if row.low is None or row.high is None:
        return Text()
    return Text(f"{number(row.low, places)} to {number(row.high, places)}")


def _with_interval(rows: Sequence[Estimate], level: float | None) -> list[Text]:
    """The values of a line, and after Informedness its interval, in short."""
    cells = []
    for row in rows:
        cells.append(_value(row))
        if level is not None and row.measure == "informedness":
            cells.append(_interval(row, places=2))
    return cells


def _with_interval_head(heads: Sequence[str], keys: Sequence[str], level: float | None) -> list[str]:
    found = []
    for head, key in zip(heads, keys, strict=True):
        found += [head, "interval"] if level is not None and key == "informedness" else [head]
    return found


def _cautions(rows: Sequence[Estimate]) -> list[Text]:
    """What is to be said of the intervals of a section, each thing once, with the measures it is said of."""
    said: dict[str, dict[str, None]] = {}
    for row in rows:
        if row.warning is not None:
            said.setdefault(row.warning, {})[measure(row.measure).title] = None
    return [
        Text(f"{text[:1].upper()}{text[1:]} ({_some(list(names))}).", style="dim")
        for text, names in said.items()
    ]


def _some(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def _value(row: Estimate, style: str = "") -> Text:
    if row.reason is not None:
        style = "yellow"
    elif _is_worse_than_chance(row):
        style = "red"
    return Text(number(row.estimate), style=style)


def _is_worse_than_chance(row: Estimate) -> bool:
    m = measure(row.measure)
    if row.chance is None or m.best is None:
        return False
    gain = row.estimate - row.chance if m.best > row.chance else row.chance - row.estimate
    return gain < -_VISIBLE


def _undefined(row: Estimate) -> str:
    return f"Undefined: {shown(row.reason, _LONGEST)}."


def _reasons(rows: Iterable[Estimate]) -> list[Text]:
    """Why values of a section are undefined, each reason once."""
    why = list(dict.fromkeys(row.reason for row in rows if row.reason is not None))
    lines = [f"{NONE} undefined: {shown(reason, _LONGEST)}" for reason in why[:_MOST_REASONS]]
    if len(why) > _MOST_REASONS:
        more = len(why) - _MOST_REASONS
        lines.append(f"{NONE} undefined for {counted(more, 'more reason')}")
    return [Text(line, style="dim") for line in lines]
