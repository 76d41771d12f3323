"""The document of an evaluation: the reading, the table, measures beside chance, classes, groups, gates."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np

from abovechance import pictures
from abovechance.core.text import NONE, counted, decimals, group_text, named, quantity, shown
from abovechance.evaluation.gates import Verdict
from abovechance.evaluation.headline import level_text
from abovechance.evaluation.rows import group_names
from abovechance.inference.comparisons.comparison import Comparison
from abovechance.measures.headlines import (
    HEADLINE,
    OF_EACH_CLASS,
    OF_EACH_GROUP,
    OF_EACH_OF_MORE,
    OF_MORE_CLASSES,
    OF_TWO_CLASSES,
)
from abovechance.measures.registry import measure, measures
from abovechance.report.build import build
from abovechance.report.builders.catalogue import by_family, family_title
from abovechance.report.builders.evaluation.extras import every_measure, extras
from abovechance.report.document import (
    Cell,
    Column,
    Document,
    Figure,
    Heading,
    Matrix,
    Note,
    Paragraph,
    Table,
)
from abovechance.report.formats.json import as_dict
from abovechance.report.formats.terminal import GAUGE
from abovechance.report.schema import Group, Label, Members, Number, Text, optional, several
from abovechance.tables.tables import group_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from abovechance.evaluation import Estimate, Evaluation
    from abovechance.evaluation.gates import MarginVerdict
    from abovechance.report.document import Section
    from abovechance.tables.tables import Tables

_MOST_CLASSES = 30
_WORST_CLASSES = 15
_MOST_CLASSES_DRAWN = 400
_MOST_GROUPS = 40
_MOST_REASONS = 5
_MOST_NAMES = 5
_BY_FAMILY_FROM = 20
_LEAST_VISIBLE_DIFFERENCE = 0.0005  # less than this would not be seen in three decimals
_ALSO = {  # the titles of further answers, by the kinds of their documents
    "homogeneity": "Do the groups differ?",
    "bookmaker": "What bets on the predictions would win",
    "mixture": "Informed or guessing?",
    "imperfect_truth": "If the truth may be wrong",
    "abstentions": "Refusals to answer",
    "comparison": "Against the baseline",
}
_LONGEST_SENTENCE = 500  # sentences that quote labels are cut here, whatever is in the labels
_ABOVE_CHANCE = (*HEADLINE, "mcc")


SUMMARY = "What `abovechance evaluate --json` writes and `Evaluation.to_dict()` returns."
_TABLE: Members = {
    "group": Group,
    "n": float,
    "counts": Annotated[list[list[float]], "Rows are the truth, columns the prediction."],
    "squares": Annotated[list[list[float]] | None, "The sums of squared weights in the same cells, if any."],
}
_TEST: Members = {
    "method": str,
    "alternative": Literal["two-sided", "greater", "less"],
    "statistic": Number,
    "p_value": Number,
    "reference": Annotated[Text, "What the p-value was read off."],
    "monte_carlo_error": Annotated[Number, "The standard error of a p-value that was found at random."],
    "reason": Text,
    "warning": Text,
}
_GATE: Members = {
    "measure": str,
    "class": Label,
    "fail": Literal["under", "over"],
    "bound": Number,
    "tested": Annotated[Literal["low", "high", "value"], "What was compared with the bound."],
    "value": Number,
    "outcome": Literal["passed", "failed", "undefined"],
    "reason": Text,
}
DATA: Members = {
    "classes": Annotated[list[str], "The labels as text, in the order of the tables' rows and columns."],
    "positive": Annotated[Text, "The positive class of two, else null."],
    "axes": Annotated[list[str], "What groups are told apart by, in the order of the members of `group`."],
    "reweighted": Annotated[Text, "What the classes were re-weighted to, in words; null if they were not."],
    "level": Annotated[Number, "The confidence of the intervals; null if there are none."],
    "clusters": Annotated[
        optional({"name": str, "number": int}), "The clusters that intervals know of, by a column; or null."
    ],
    "test": Annotated[optional(_TEST), "The test of all items together; null without intervals."],
    "tables": Annotated[several(_TABLE), "The tables of counts: of all items together, then of each group."],
    "findings": Annotated[several({"code": str, "severity": str, "text": str}), "What to beware of."],
    "gates": Annotated[several(_GATE), "The outcome of gates."],
    "also": Annotated[list[dict[str, Any]], "Documents of further answers, each by its own schema."],
}
ROW: Members = {
    "measure": str,
    "class": Label,
    "group": Group,
    "value": Annotated[Number, "The value; null where it is undefined."],
    "chance": Annotated[Number, "What guesses with the same prevalence and bias reach; or null."],
    "low": Number,
    "high": Number,
    "level": Number,
    "se": Number,
    "n": Annotated[float, "The number of items, or their weight; of a class too, that of all items."],
    "method": Annotated[Text, "How the interval was computed."],
    "reason": Annotated[Text, "Why the value is undefined."],
    "warning": Annotated[Text, "Why not to trust the interval, or why there is none."],
}


def document(
    evaluation: Evaluation, gates: Sequence[Verdict | MarginVerdict] = (), positive_hint: str = ""
) -> Document:
    """The document of an evaluation, and of gates that it was held against.

    Those of a margin go to the comparison with a baseline, which is one of its further answers.
    ``positive_hint`` is what to say after the positive class, where it was guessed.
    """
    groups: list[Section] = []
    if evaluation.tables.axes:
        groups = [
            Heading(_by(evaluation)),
            _each_group(evaluation),
            Figure(lambda: pictures.forest_of_groups(evaluation)),
        ]
    forest = Figure(lambda: pictures.forest_of_measures(evaluation))
    sections: list[Section] = []
    if evaluation.selected:
        headline = _named_measures(evaluation)
        sections += [forest, *_table(evaluation)]
    else:
        headline = _above_chance(evaluation)
        sections += [*_table(evaluation), Heading("Each class"), _each_class(evaluation)]
        sections += [Heading("Beside chance"), _traditional(evaluation), forest]
    sections += [*groups, *extras(evaluation)]
    own = [gate for gate in gates if isinstance(gate, Verdict)]
    of_margins = [gate for gate in gates if not isinstance(gate, Verdict)]
    also = [
        build(answer, **({"gates": of_margins} if isinstance(answer, Comparison) else {}))
        for answer in evaluation.also
    ]
    if also and evaluation.reweighted is not None:
        sections.append(Paragraph("What follows is of the items as observed, without re-weighting."))
    for answer in also:
        sections += [
            Heading(_ALSO.get(answer.kind, answer.kind.capitalize())),
            Paragraph(answer.verdict),
            *answer.all_sections,
        ]
    sections.append(every_measure(evaluation))
    return Document(
        kind="evaluation",
        verdict=evaluation.verdict,
        rows=evaluation.rows(),
        table=_paper_table(evaluation),
        data={**_data(evaluation, own), "also": [as_dict(answer) for answer in also]},
        about=_about(evaluation, positive_hint),
        headline=headline,
        sections=tuple(sections),
        notes=(
            *(_finding(found) for found in evaluation.findings if not found.is_mistake),
            *(note for answer in also for note in answer.notes),
            *(Note(verdict.text, verdict.outcome) for verdict in own),
        ),
        warnings=(*evaluation.warnings, *(text for answer in also for text in answer.warnings)),
    )


def _table(evaluation: Evaluation) -> list[Section]:
    """The table; of very many classes a picture of all too, and of two the position in ROC space."""
    pooled = evaluation.pooled
    found: list[Section] = [Heading("Truth against prediction"), Matrix(pooled)]
    if _MOST_CLASSES < len(pooled.labels) <= _MOST_CLASSES_DRAWN:
        found.append(Figure(lambda: pictures.confusion(pooled)))
    if len(pooled.labels) == 2:
        level = None if evaluation.clusters is not None else evaluation.level
        found.append(Figure(lambda: pictures.roc_position(pooled, level=level)))
    return found


def _finding(found: Any) -> Note:
    return Note(shown(found.text, _LONGEST_SENTENCE), "warning" if found.severity == "warning" else "note")


def _about(evaluation: Evaluation, positive_hint: str) -> tuple[str, ...]:
    """What was evaluated: the classes, the positive one, clusters and re-weighting."""
    lines = [extent(evaluation.pooled, positive_hint)]
    if evaluation.clusters is not None:
        lines.append(f"{counted(len(evaluation.clusters), 'cluster')} by {named(evaluation.clusters.name)}")
    if evaluation.reweighted is not None:
        lines.append(f"Re-weighted to {evaluation.reweighted}.")
    return tuple(lines)


def extent(pooled: Tables, hint: str = "") -> str:
    """How many items and classes there are, and which one is positive, with a hint where it is a guess."""
    total = quantity(pooled.total, decimals([pooled.total]))
    size = counted(total, "item") if pooled.squares is None else f"items of weight {total}"
    classes = counted(len(pooled.labels), "class", "classes")
    guess = " (a guess: name it with positive=)" if pooled.positive_guessed else ""
    positive = "" if pooled.positive is None else f", positive class {named(pooled.positive)}{hint or guess}"
    return f"{size}, {classes}{positive}"


def _interval_columns(evaluation: Evaluation, drop: int = 0) -> list[Column]:
    level = evaluation.level
    return [] if level is None else [Column(f"{level_text(level)} interval", "interval", drop)]


def _above_chance(evaluation: Evaluation) -> Table:
    """The measures that the reading rests on, with their meaning, or why they are undefined."""
    keys = HEADLINE if evaluation.pooled.positive is not None else _ABOVE_CHANCE
    found = [evaluation[key] for key in keys]
    intervals = _interval_columns(evaluation)
    rows = [
        [
            _defined(x),
            _value(x, "bold"),
            *([_interval(x)] if intervals else []),
            Cell(_gloss(x, evaluation), "dim"),
        ]
        for x in found
    ]
    columns = (Column("Above chance", "words"), Column("value"), *intervals, Column("", "words", drop=1))
    return Table(columns, rows, notes=_cautions(found))


def _gloss(x: Estimate, evaluation: Evaluation) -> str:
    if x.reason is not None:
        return f"Undefined: {shown(x.reason, _LONGEST_SENTENCE)}."
    informed, marked = (evaluation[key].value for key in ("informedness", "markedness"))
    if x.measure == "correlation" and informed * marked < 0:
        return "0, as the two differ in sign"
    return measure(x.measure).gloss or ""


def _traditional(evaluation: Evaluation) -> Table:
    """The measures that people are used to, each beside what chance alone would reach."""
    keys = OF_MORE_CLASSES if evaluation.pooled.positive is None else OF_TWO_CLASSES
    found = [evaluation[key] for key in keys if key not in _ABOVE_CHANCE]
    intervals = _interval_columns(evaluation, drop=2)
    rows = [
        [_defined(x), _value(x), *([_interval(x)] if intervals else []), x.chance, (x.value, x.chance)]
        for x in found
    ]
    columns = (Column("Traditional", "words"), Column("value"), *intervals, Column("chance", drop=3),
               Column(GAUGE, "gauge", drop=1))  # fmt: skip
    return Table(columns, rows, notes=_cautions(found))


def _each_class(evaluation: Evaluation) -> Table:
    """A line for each class: how often it occurs and is predicted, and its own measures."""
    every = range(len(evaluation.pooled.labels))
    order, more = _classes_shown(evaluation)
    shown = _classes(evaluation, order, more)
    return replace(shown, whole=lambda: _classes(evaluation, every)) if more else shown


def _classes(evaluation: Evaluation, order: Sequence[int], more: str = "") -> Table:
    pooled = evaluation.pooled
    keys = OF_EACH_CLASS if len(pooled.labels) == 2 else OF_EACH_CLASS + OF_EACH_OF_MORE
    real, predicted = pooled.contingency.real, pooled.contingency.predicted
    found = [[evaluation[key, pooled.labels[k]] for key in keys] for k in order]
    rows = [
        [str(pooled.labels[k]), real[k].item(), predicted[k].item(), *_with_interval(of_class, evaluation)]
        for k, of_class in zip(order, found, strict=True)
    ]
    drops = {"markedness": 1, "f1": 3, "precision": 6}
    columns = (Column("Class", "name"), Column("items", "count", 5), Column("predicted", "count", 2),
               *_measure_columns(keys, drops, evaluation))  # fmt: skip
    return Table(columns, rows, more, _reasons(x for of_class in found for x in of_class))


def _classes_shown(evaluation: Evaluation) -> tuple[list[int], str]:
    """All classes, or of very many the worst, and what is left out."""
    labels = evaluation.pooled.labels
    if len(labels) <= _MOST_CLASSES:
        return list(range(len(labels))), ""
    values = [evaluation["informedness", label].value for label in labels]
    order = sorted(range(len(labels)), key=lambda k: -math.inf if math.isnan(values[k]) else values[k])
    return order[:_WORST_CLASSES], f"{len(labels) - _WORST_CLASSES} more classes of higher Informedness"


def _each_group(evaluation: Evaluation) -> Table:
    """A line for each group with the measures of the headline, and accuracy beside its chance level."""
    positions = list(np.ndindex(evaluation.tables.batch_shape))
    more = left_out(len(positions), _MOST_GROUPS, "group")
    shown = _groups(evaluation, positions[:_MOST_GROUPS], more)
    return replace(shown, whole=lambda: _groups(evaluation, positions)) if more else shown


def _groups(evaluation: Evaluation, positions: Iterable[tuple[int, ...]], more: str = "") -> Table:
    tables = evaluation.tables
    rows, found = [], []
    for position in positions:
        group = group_at(tables, position)
        of_group = [evaluation.find(key, group=group) for key in OF_EACH_GROUP]
        found += of_group
        values = _with_interval(of_group, evaluation)
        rows.append([group_text(group), of_group[0].n, *values, of_group[-1].chance])
    drops = {"correlation": 1, "markedness": 2, "accuracy": 4}
    columns = (Column(_by(evaluation), "name"), Column("items", "count", 6),
               *_measure_columns(OF_EACH_GROUP, drops, evaluation), Column("chance", drop=3))  # fmt: skip
    return Table(columns, rows, more, _reasons(found))


def _by(evaluation: Evaluation) -> str:
    """What groups are told apart by."""
    return f"By {', '.join(map(shown, group_names(evaluation.tables)))}"


def left_out(number_of: int, most: int, one: str, several: str | None = None) -> str:
    """What of a long list is not shown."""
    more = number_of - most
    return "" if more <= 0 else counted(more, f"more {one}", several and f"more {several}")


def _measure_columns(keys: Iterable[str], drops: dict[str, int], evaluation: Evaluation) -> list[Column]:
    """A column for each measure, and after Informedness one for its interval."""
    columns = []
    for key in keys:
        columns.append(Column(measure(key).short or key, drop=drops.get(key, 0)))
        if key == "informedness" and evaluation.level is not None:
            columns.append(Column("interval", "interval", 4))
    return columns


def _with_interval(found: Sequence[Estimate], evaluation: Evaluation) -> list[Any]:
    cells: list[Any] = []
    for x in found:
        cells.append(_value(x))
        if x.measure == "informedness" and evaluation.level is not None:
            cells.append(_interval(x))
    return cells


def _named_measures(evaluation: Evaluation) -> Table:
    """The measures that were asked for, of all items together; many of them by family."""
    found = [x for x in evaluation.estimates if x.group is None]
    headings: dict[int, str] = {}
    if len({x.measure for x in found}) > _BY_FAMILY_FROM:
        order = {m.key: i for i, m in enumerate(by_family(measures()))}
        found.sort(key=lambda x: order.get(x.measure, len(order)))
        families = [measure(x.measure).family for x in found]
        headings = {
            i: family_title(family)
            for i, family in enumerate(families)
            if i == 0 or families[i - 1] != family
        }
    intervals = _interval_columns(evaluation, drop=2)
    of_classes = any(x.label is not None for x in found)
    rows = [
        [
            _defined(x),
            *([_label(x)] if of_classes else []),
            _value(x),
            *([_interval(x)] if intervals else []),
            x.chance,
        ]
        for x in found
    ]
    classes = [Column("class", "name")] if of_classes else []
    columns = (
        Column("Measure", "words"), *classes, Column("value"), *intervals, Column("chance", drop=1)
    )  # fmt: skip
    return Table(columns, rows, notes=(*_reasons(found), *_cautions(found)), headings=headings)


def _title(x: Estimate) -> str:
    return measure(x.measure).title


def _defined(x: Estimate) -> Cell:
    """The name of a measure, whose definition a page has too."""
    return Cell(_title(x), measure=x.measure)


def _label(x: Estimate) -> str | None:
    return None if x.label is None else str(x.label)


def _interval(x: Estimate) -> tuple[float, float] | None:
    return None if x.low is None or x.high is None else (x.low, x.high)


def _value(x: Estimate, style: str = "") -> Cell:
    if x.reason is not None:
        style = "yellow"
    elif _is_worse_than_chance(x):
        style = "red"
    return Cell(x.value, style)


def _is_worse_than_chance(x: Estimate) -> bool:
    m = measure(x.measure)
    if x.chance is None or m.best is None:
        return False
    gain = x.value - x.chance if m.best > x.chance else x.chance - x.value
    return gain < -_LEAST_VISIBLE_DIFFERENCE


def _cautions(found: Sequence[Estimate]) -> tuple[str, ...]:
    """What is to be said of the intervals of a section, each thing once, with the measures it is said of."""
    said: dict[str, dict[str, None]] = {}
    for x in found:
        if x.warning is not None:
            said.setdefault(x.warning, {})[_title(x)] = None
    return tuple(f"{text[:1].upper()}{text[1:]} ({_some(list(names))})." for text, names in said.items())


def _some(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def _reasons(found: Iterable[Estimate]) -> tuple[str, ...]:
    """Why values of a section are undefined, each reason once."""
    why = list(dict.fromkeys(x.reason for x in found if x.reason is not None))
    lines = [f"{NONE} undefined: {shown(reason, _LONGEST_SENTENCE)}" for reason in why[:_MOST_REASONS]]
    if len(why) > _MOST_REASONS:
        lines.append(f"{NONE} undefined for {counted(len(why) - _MOST_REASONS, 'more reason')}")
    return tuple(lines)


def _paper_table(evaluation: Evaluation) -> Table:
    found = evaluation.estimates
    columns = (
        Column("Measure", "text"), Column("Class", "text"), Column("Group", "text"), Column("Value"),
        *_interval_columns(evaluation), Column("Chance"), Column("n", "count"),
    )  # fmt: skip
    intervals = evaluation.level is not None
    rows = [
        [_title(x), _label(x), None if x.group is None else group_text(x.group), x.value,
         *([_interval(x)] if intervals else []), x.chance, x.n]
        for x in found
    ]  # fmt: skip
    return Table(columns, rows)


def _data(evaluation: Evaluation, gates: Sequence[Verdict]) -> dict[str, Any]:
    tables, test, clusters = evaluation.tables, evaluation.test, evaluation.clusters
    return {
        "classes": [str(label) for label in tables.labels],
        "positive": None if tables.positive is None else str(tables.positive),
        "axes": list(group_names(tables)),
        "reweighted": evaluation.reweighted,
        "level": evaluation.level,
        "clusters": None if clusters is None else {"name": clusters.name, "number": len(clusters)},
        "test": None if test is None else {name: getattr(test, name) for name in _TEST},
        "tables": _tables(evaluation.pooled) + (_tables(tables) if tables.axes else []),
        "findings": [{"code": f.code, "severity": f.severity, "text": f.text} for f in evaluation.findings],
        "gates": [verdict.to_dict() for verdict in gates],
    }


def _tables(tables: Tables) -> list[dict[str, Any]]:
    found = []
    for at in np.ndindex(tables.batch_shape):
        group = group_at(tables, at)
        texts = None if group is None else tuple(map(str, group))
        squares = None if tables.squares is None else tables.squares[at]
        counts = tables.counts[at]
        found.append({"group": texts, "n": counts.sum(), "counts": counts, "squares": squares})
    return found
