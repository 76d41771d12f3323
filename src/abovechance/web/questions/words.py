"""How the page spells the arguments of the library: as its fields."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from abovechance.core.errors import Argument, InputError

_FIELDS = {
    "truth": "the role “truth”",
    "prediction": "the role “prediction”",
    "scores": "the role “score”",
    "score": "the role “score”",
    "rater": "the role “rater”",
    "item": "the role “item”",
    "weights": "the role “weight”",
    "weight": "the role “weight”",
    "counts": "the role “count”",
    "by": "the role “group”",
    "clusters": "the role “cluster”",
    "positive": "“Positive class”",
    "measures": "“Measures”",
    "level": "“Confidence”",
    "prevalence": "“Prevalence as deployed”",
    "costs": "the costs",
    "threshold": "“Threshold”",
    "missing": "“Texts that mean no value”",
    "on_missing": "“Rows without a value”",
    "delimiter": "“Separator”",
    "header": "“The first line names the columns”",
    "decimal": "“Decimal sign”",
    "encoding": "“Encoding”",
    "sheet": "“Sheet”",
    "data": "the file",
    "file": "the file",
    "rows": "“Rows stand for”",
}
_IDS = {"header": "has_names"}  # of fields that have another name than the argument
_OPTION = re.compile(r"--([a-z]+(?:-[a-z]+)*)\b")
_VALUES = {
    ("on_missing", "drop"): "“leave them out”",
    ("on_missing", "label"): "“make a class of them”",
    ("header", False): "off",
}


def in_sentence(error: InputError) -> tuple[str, str | None]:
    """What an error says in the words of the page, and the field that is to be shown.

    Where the error proposes a value and blames no argument, that is the field which the value is chosen in.

    >>> from abovechance.core.errors import Argument, InputError
    >>> drop, label = Argument("on_missing", "drop"), Argument("on_missing", "label")
    >>> in_sentence(InputError("2 lack: say {drop}, or {label}", drop=drop, label=label))
    ('2 lack: choose “leave them out” at “Rows without a value”, or “make a class of them”', 'on_missing')
    """
    proposed: list[str] = []

    def spell(argument: Argument) -> str:
        said = _VALUES.get((argument.name, argument.value)) if isinstance(argument.value, str) else None
        if argument.value is not None:
            proposed.append(argument.name)
        if said is None:
            return in_fields(argument)
        # the field is named once, however many of its values are
        return said if proposed.count(argument.name) > 1 else f"{said} at {_FIELDS[argument.name]}"

    text = error.spelled(spell)
    for value in _VALUES.values():  # values are chosen, not said
        text = text.replace(f"say {value} at", f"choose {value} at")
    for option in _OPTION.findall(text):  # of what only the command checks
        name = option.replace("-", "_")
        if name in _FIELDS:
            text = text.replace(f"--{option}", _FIELDS[name])
            proposed.append(name)
    argument = error.argument or next(iter(proposed), None)
    return text, _IDS.get(argument, argument) if argument is not None else None


def in_fields(argument: Argument) -> str:
    """The field of the page that stands for an argument, with its value.

    >>> from abovechance.core.errors import Argument
    >>> in_fields(Argument("on_missing", "drop")), in_fields(Argument("labels"))
    ('“Rows without a value”: “leave them out”', 'labels')
    """
    field = _FIELDS.get(argument.name)
    if field is None:
        return argument.spoken or argument.name.replace("_", " ")
    value = argument.value
    if value is None:
        return field
    several = list(value) if isinstance(value, list | tuple) else [value]
    said = _VALUES.get((argument.name, value)) if isinstance(value, str | bool) else None
    return f"{field}: {said or ', '.join(map(str, several))}"
