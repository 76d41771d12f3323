"""The command that answers a request, which is the one that is run and shown; and the same in Python."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from abovechance.tables.matrix import read_matrix

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from abovechance.web.questions.request import Asked
    from abovechance.web.questions.roles import Role

_COMMANDS = {
    "labels": "evaluate",
    "systems": "compare",
    "scores": "roc",
    "raters": "agree",
    "table": "evaluate",
}
_USUAL_LEVEL = 0.95
_OPTIONS_OF_ROLES: dict[str, dict[Role, str]] = {
    "labels": {"truth": "truth", "prediction": "prediction", "weight": "weight", "count": "count",
               "by": "by", "cluster": "cluster"},
    "systems": {"truth": "truth", "prediction": "prediction", "weight": "weight", "count": "count",
                "by": "by", "cluster": "cluster"},
    "scores": {"truth": "truth", "score": "score", "weight": "weight", "count": "count",
               "by": "by", "cluster": "cluster"},
    "raters": {"rater": "rater", "item": "item", "count": "count"},
    "table": {},
}  # fmt: skip
_LISTS = frozenset({"prediction", "score", "by", "rater"})  # options that take several, with commas


def command(asked: Asked, file: str, classes: Iterable[str] = ()) -> list[str]:
    """The words of the command after ``abovechance``; ``classes`` are those that scores are for, if any."""
    words = [_COMMANDS[asked.question], file]
    for name, value in _options(asked, list(classes)):
        if value is True:
            words.append(f"--{name}")
        elif value.startswith("-"):  # which could be taken for another option
            words.append(f"--{name}={value}")
        else:
            words += [f"--{name}", value]
    return words


def command_text(words: Iterable[str]) -> str:
    """The command as one line of a shell."""
    return " ".join(map(shlex.quote, ("abovechance", *words)))


def _options(asked: Asked, classes: list[str]) -> Iterator[tuple[str, Any]]:
    known = _OPTIONS_OF_ROLES[asked.question]
    for column, role in asked.roles:
        if role in known:
            yield known[role], _one_of_list(column) if known[role] in _LISTS else column
    if asked.question == "table":
        yield "table", True
        if asked.rows != "truth":
            yield "rows", asked.rows
    if classes:
        yield "classes", ",".join(map(_one_of_list, classes))
    elif asked.positive is not None and asked.question != "raters":
        yield "positive", asked.positive
    yield from _numbers(asked, of_classes=bool(classes))
    if asked.question not in ("scores", "raters"):
        for measure in asked.measures:
            yield "measure", _one_of_list(measure)
    yield from _written(asked)


def _numbers(asked: Asked, *, of_classes: bool) -> Iterator[tuple[str, str]]:
    """Options that are numbers; of scores for several classes there is the confidence alone."""
    for name in ("level",) if of_classes else _NUMBERS_OF[asked.question]:
        number = getattr(asked, name)
        if number is not None and (name, number) != ("level", _USUAL_LEVEL):
            # repr has all digits, so that the command computes the same as the page.
            yield name.replace("_", "-"), repr(number)


_NUMBERS_OF = {
    "labels": ("threshold", "prevalence", "cost_positive", "cost_negative", "level"),
    "systems": ("threshold", "level"),
    "scores": ("prevalence", "cost_positive", "cost_negative", "level"),
    "raters": ("level",),
    "table": ("prevalence", "cost_positive", "cost_negative", "level"),
}


def _written(asked: Asked) -> Iterator[tuple[str, Any]]:
    text = asked.text
    if asked.question != "table":
        for code in asked.missing:
            yield "missing", _one_of_list(code)
        if asked.on_missing != "error" and asked.question != "raters":
            yield "on-missing", asked.on_missing
    if text.delimiter is not None:
        yield "delimiter", "tab" if text.delimiter == "\t" else text.delimiter
    if not text.header:
        yield "no-header", True
    for name, value in (("decimal", text.decimal), ("encoding", text.encoding), ("sheet", text.sheet)):
        if value not in (None, "."):
            yield name, str(value)


def _one_of_list(value: str) -> str:
    """A value of an option that takes several with commas between."""
    if "," in value or value.startswith('"') or value != value.strip():
        return '"' + value.replace('"', '""') + '"'
    return value


# Python -----------------------------------------------------------------------------------------


def python(asked: Asked, file: str, classes: Iterable[str] = ()) -> str:
    """The same in Python; a table is written out."""
    call = _CALLS[asked.question](asked, file, list(classes))
    return f"import abovechance as ac\n\nresult = {call}\nprint(result)\n"


def _of_labels(asked: Asked, file: str, _: list[str]) -> str:
    groups, cluster = asked.columns("by"), asked.column("cluster")
    tables = _call(
        "ac.Tables.from_file",
        [file, asked.column("truth"), asked.column("prediction")],
        by=_one_or_list([*groups, *([] if cluster is None else [cluster])]),
        weights=asked.column("weight"),
        counts=asked.column("count"),
        positive=asked.positive,
        threshold=asked.threshold,
        **_reading(asked),
    )
    return _evaluate(asked, tables, clusters=cluster)


def _of_table(asked: Asked, file: str, _: list[str]) -> str:
    found = read_matrix(file, rows=asked.rows, positive=asked.positive, text=asked.text)
    tables = _call(
        "ac.Tables.from_counts", [found.counts.tolist()], labels=list(found.labels), positive=asked.positive
    )
    return _evaluate(asked, tables)


def _evaluate(asked: Asked, tables: str, **more: Any) -> str:
    costs = None if asked.cost_positive is None else (asked.cost_positive, asked.cost_negative)
    measures: Any = list(asked.measures) or None
    if measures == ["all"]:
        measures = "all"
    options = _options_of(
        measures=measures, prevalence=asked.prevalence, costs=costs, **more, **_level(asked)
    )
    return f"ac.evaluate(\n    {tables},\n{options})" if options else f"ac.evaluate({tables})"


def _of_systems(asked: Asked, file: str, _: list[str]) -> str:
    measures = list(asked.measures)
    return _call(
        "ac.compare",
        [asked.column("truth"), asked.columns("prediction"), *measures[:1]],
        # One measure is the positional argument; several are a list.
        measures=measures[1:] and measures,
        threshold=asked.threshold,
        **_columns(asked, file),
        **_level(asked),
    )


def _of_scores(asked: Asked, file: str, classes: list[str]) -> str:
    costs = {} if classes else {"cost_positive": asked.cost_positive, "cost_negative": asked.cost_negative}
    prevalence = None if classes else asked.prevalence
    return _call(
        "ac.roc",
        [asked.column("truth"), asked.columns("score")],
        **_columns(asked, file) | ({"positive": None, "classes": classes} if classes else {}),
        prevalence=prevalence,
        **costs,
        **_level(asked),
    )


def _of_raters(asked: Asked, file: str, _: list[str]) -> str:
    reading = _reading(asked)
    # A rating that is missing is no error, so that there is nothing to choose.
    reading.pop("on_missing")
    ratings = _call(
        "ac.Ratings.from_file", [file], rater=asked.columns("rater"), item=asked.column("item"),
        counts=asked.column("count"), **reading,
    )  # fmt: skip
    return _call("ac.agreement", [ratings], **_level(asked))


_CALLS = {
    "labels": _of_labels,
    "systems": _of_systems,
    "scores": _of_scores,
    "raters": _of_raters,
    "table": _of_table,
}


class _Code(str):
    """A piece of Python, which is written as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _columns(asked: Asked, file: str) -> dict[str, Any]:
    """The options of labels and scores beside each other."""
    return {
        "data": file,
        "positive": asked.positive,
        "weights": asked.column("weight"),
        "counts": asked.column("count"),
        "by": _one_or_list(asked.columns("by")),
        "clusters": asked.column("cluster"),
        **_reading(asked),
    }


def _reading(asked: Asked) -> dict[str, Any]:
    text = asked.text
    return {
        "missing": list(asked.missing),
        "on_missing": None if asked.on_missing == "error" else asked.on_missing,
        **{name: getattr(text, name) for name in text.asked},
    }


def _level(asked: Asked) -> dict[str, Any]:
    return {} if asked.level == _USUAL_LEVEL else {"level": asked.level}


def _one_or_list(names: list[str]) -> Any:
    return names[0] if len(names) == 1 else names or None


def _call(name: str, given: list[Any], **options: Any) -> _Code:
    return _Code(f"{name}({', '.join([*map(repr, given), *_given(options)])})")


def _given(options: dict[str, Any]) -> list[str]:
    return [f"{name}={value!r}" for name, value in options.items() if value is not None and value != []]


def _options_of(**options: Any) -> str:
    return "".join(f"    {one},\n" for one in _given(options))
