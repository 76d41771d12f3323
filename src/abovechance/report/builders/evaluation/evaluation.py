"""The document of an evaluation: the reading, the table, measures beside chance, classes, groups, gates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np

from abovechance import pictures
from abovechance.core.text import counted, decimals, named, quantity
from abovechance.evaluation.gates import Verdict
from abovechance.inference.comparisons.comparison import Comparison
from abovechance.measures.headlines import HEADLINE
from abovechance.report.build import build
from abovechance.report.builders.evaluation.cells import finding
from abovechance.report.builders.evaluation.classes import MOST_CLASSES, each_class, each_group, groups_title
from abovechance.report.builders.evaluation.extras import every_measure, extras
from abovechance.report.builders.evaluation.measures import (
    MOST_MEASURES,
    above_chance,
    named_measures,
    paper_table,
    traditional,
)
from abovechance.report.document import Document, Figure, Heading, Matrix, Note, Paragraph
from abovechance.report.figures import figures
from abovechance.report.formats.json import as_dict
from abovechance.report.schema import Group, Label, Members, Number, Text, optional, several
from abovechance.tables.clusters import group_names
from abovechance.tables.tables import group_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.evaluation import Evaluation
    from abovechance.evaluation.gates import MarginVerdict
    from abovechance.report.document import Section
    from abovechance.tables.tables import Tables

_MOST_CLASSES_DRAWN = 400
_TITLES_OF_ANSWERS = {  # of further answers, by the kinds of their documents
    "homogeneity": "Do the groups differ?",
    "bookmaker": "What bets on the predictions would win",
    "mixture": "Informed or guessing?",
    "imperfect_truth": "If the truth may be wrong",
    "abstentions": "Refusals to answer",
    "comparison": "Against the baseline",
}

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
    "level": Annotated[Number, "The confidence level of the intervals; null if there are none."],
    "clusters": Annotated[
        optional({"name": str, "number": int}), "The clusters that intervals allow for, by a column; or null."
    ],
    "test": Annotated[optional(_TEST), "The test of all items together; null without intervals."],
    "tables": Annotated[several(_TABLE), "The tables of counts: of all items together, then of each group."],
    "findings": Annotated[
        several({"code": str, "severity": Literal["warning", "note"], "text": str}),
        "What to beware of: a `warning` is one of the `warnings` too, a `note` stands at the end of reports.",
    ],
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
            Heading(groups_title(evaluation)),
            each_group(evaluation),
            Figure(lambda: pictures.forest_of_groups(evaluation)),
        ]
    forest = Figure(lambda: pictures.forest_of_measures(evaluation))
    sections: list[Section] = []
    asked = {x.measure for x in evaluation.estimates} if evaluation.selected else set()
    if len(asked) > MOST_MEASURES and asked.issuperset(HEADLINE):
        headline = above_chance(evaluation)
        sections += [*_table(evaluation), Heading("Measures that were asked for"), named_measures(evaluation)]
    elif asked:
        headline = named_measures(evaluation)
        sections += [forest, *_table(evaluation)]
    else:
        headline = above_chance(evaluation)
        sections += [*_table(evaluation), Heading("Each class"), each_class(evaluation)]
        sections += [Heading("Beside chance"), traditional(evaluation)]
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
            Heading(_TITLES_OF_ANSWERS.get(answer.kind, answer.kind.capitalize())),
            Paragraph(answer.verdict),
            *answer.all_sections,
        ]
    if len(asked) <= MOST_MEASURES:
        sections.append(every_measure(evaluation))
    return Document(
        kind="evaluation",
        verdict=evaluation.verdict,
        rows=evaluation.rows(),
        table=paper_table(evaluation),
        data={**_data(evaluation, own), "also": [as_dict(answer) for answer in also]},
        about=_about(evaluation, positive_hint),
        headline=headline,
        sections=tuple(sections),
        notes=(
            *(finding(found) for found in evaluation.findings if found.severity == "note"),
            *(note for answer in also for note in answer.notes),
            *(Note(verdict.text, verdict.outcome) for verdict in own),
        ),
        warnings=tuple(text for answer in also for text in answer.warnings),
    )


def _table(evaluation: Evaluation) -> list[Section]:
    """The table; of very many classes a picture of all too, and of two the position in ROC space."""
    pooled = evaluation.pooled
    found: list[Section] = [Heading("Truth against prediction"), Matrix(pooled)]
    if MOST_CLASSES < len(pooled.labels) <= _MOST_CLASSES_DRAWN:
        found.append(Figure(lambda: pictures.confusion(pooled)))
    if len(pooled.labels) == 2:
        level = None if evaluation.clusters is not None else evaluation.level
        found += [Figure(lambda: pictures.roc_position(pooled, level=level)), *figures(evaluation, "pn")]
    return found


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
