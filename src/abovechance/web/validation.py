"""Requests are checked against the JSON schema that their endpoint declares, before a function sees them."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import InputError
from abovechance.core.text import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Schema = Mapping[str, Any]

_TYPES: dict[str, Callable[[Any], bool]] = {
    "string": lambda x: isinstance(x, str),
    "number": lambda x: isinstance(x, int | float) and not isinstance(x, bool),
    "integer": lambda x: isinstance(x, int) and not isinstance(x, bool),
    "boolean": lambda x: isinstance(x, bool),
    "null": lambda x: x is None,
    "array": lambda x: isinstance(x, list),
    "object": lambda x: isinstance(x, dict),
}
_SPOKEN = {"string": "text", "array": "a list", "object": "an object", "integer": "a whole number"}
_SPOKEN |= {"number": "a number", "boolean": "true or false", "null": "null"}
_MAX_SHOWN = 60


class MalformedError(Exception):
    """The body of a request is no JSON object at all."""


class TooLargeError(Exception):
    """The body of a request is larger than one may be."""


def parsed(body: bytes) -> dict[str, Any]:
    """The JSON object that a body holds; numbers are finite."""
    try:
        found = json.loads(body, parse_constant=_refuse, parse_float=_finite, parse_int=_whole)
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"the body is not JSON: {shown(str(error), 200)}") from None
    if not isinstance(found, dict):
        raise MalformedError("the body must be a JSON object")
    return found


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no number of JSON")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{text} is too large a number")
    return number


def _whole(text: str) -> int:
    number = int(text)
    # Counts are held in 64 bits.
    if abs(number) >= 2**63:
        raise ValueError(f"{shown(text)} is too large a number")
    return number


def check(value: object, schema: Schema, path: str = "") -> None:
    """Refuse a value that is not valid by a schema, with a sentence that names the member.

    >>> check({"n": "many"}, {"type": "object", "properties": {"n": {"type": "integer"}}})
    Traceback (most recent call last):
    ...
    abovechance.core.errors.InputError: n must be a whole number, not 'many'
    """
    choices = schema.get("anyOf") or schema.get("oneOf")
    if choices is not None:
        _check_choices(value, choices, path)
    kind = schema.get("type")
    if kind is not None and not _TYPES[kind](value):
        raise _wrong(path, f"must be {_SPOKEN[kind]}", value)
    # True equals 1 in Python, and not in JSON.
    if "enum" in schema and not any(value == one and type(value) is type(one) for one in schema["enum"]):
        raise _wrong(path, f"must be one of {', '.join(map(repr, schema['enum']))}", value)
    if isinstance(value, int | float):
        _check_range(value, schema, path, ("minimum", "maximum"), "")
    elif isinstance(value, str):
        _check_range(len(value), schema, path, ("minLength", "maxLength"), " characters long")
        # isprintable is quick, and false of every text with a surrogate: only such texts are searched.
        if not value.isprintable() and any("\ud800" <= sign <= "\udfff" for sign in value):
            raise _wrong(path, "must be text without half characters (surrogates)", value)
    elif isinstance(value, list):
        _check_range(len(value), schema, path, ("minItems", "maxItems"), " items long")
        for number, item in enumerate(value):
            check(item, schema.get("items", {}), f"{path}[{number}]")
    elif isinstance(value, dict):
        _check_members(value, schema, path)


def _check_choices(value: object, choices: list[Schema], path: str) -> None:
    """A value must be valid by one of several schemas; the error is that of the only one of its type."""
    errors = []
    for choice in choices:
        try:
            check(value, choice, path)
        except InputError as error:
            errors.append((choice, error))
        else:
            return
    near = [error for choice, error in errors if "type" in choice and _TYPES[choice["type"]](value)]
    if len(near) == 1:
        raise near[0]
    kinds = " or ".join(_SPOKEN[choice["type"]] for choice in choices if "type" in choice)
    raise _wrong(path, f"must be {kinds or 'one of what is declared'}", value)


def _check_range(size: float, schema: Schema, path: str, bounds: tuple[str, str], unit: str) -> None:
    least, most = (schema.get(bound) for bound in bounds)
    if least is not None and size < least:
        raise _wrong(path, f"must be at least {least:,}{unit}", size)
    if most is not None and size > most:
        raise _wrong(path, f"must be at most {most:,}{unit}", size)


def _check_members(value: dict[str, Any], schema: Schema, path: str) -> None:
    inside = schema.get("properties", {})
    _check_range(len(value), schema, path, ("minProperties", "maxProperties"), " members large")
    for name in schema.get("required", ()):
        if name not in value:
            raise InputError("{argument} is missing", argument=_member(path, name))
    others = schema.get("additionalProperties", True)
    for name, one in value.items():
        if name not in inside and others is False:
            where = f" of {path}" if path else ""
            raise _wrong(path, f"has no member {_quoted(name)}{where}", None)
        check(one, inside.get(name, others if isinstance(others, dict) else {}), _member(path, name))


def _member(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _wrong(path: str, said: str, value: object) -> InputError:
    got = "" if value is None else f", not {_quoted(value)}"
    what = shown(path, 200) or "the request"
    return InputError("{text}", argument=path or None, text=f"{what} {said}{got}")


def _quoted(value: object) -> str:
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    # Cut before it is cleaned, as the text may be as large as a request.
    return shown(repr(value)[: 2 * _MAX_SHOWN], _MAX_SHOWN)
