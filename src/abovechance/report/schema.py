"""JSON schemas of all documents, made from what their builders declare.

A builder declares the members of its JSON (``DATA``) and of its rows (``ROW``): a type, with what it means
as an annotation, and keywords of JSON schema, such as ``{"minimum": 0}``, after that. Objects are mappings
of members, see :func:`several` and :func:`optional`; members that may be absent are ``NotRequired``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin

from abovechance.core import SCHEMA_VERSION
from abovechance.report.build import BUILDERS, builder

Members = Mapping[str, Any]  # the members of an object by name
Text = str | None
Number = float | Literal["Infinity", "-Infinity"] | None
Label = Annotated[Text, "The class as text; null for the whole table."]
Group = Annotated[list[str] | None, "The group, a label for each axis; null for all items together."]
_TYPES = {str: "string", float: "number", int: "integer", bool: "boolean", NoneType: "null"}
_DRAFT = "https://json-schema.org/draft/2020-12/schema"


class _Objects:
    """Objects that an annotation can hold: one or none, or a list of them."""

    def __init__(self, members: Members, schema: dict[str, Any]) -> None:
        self.schema = schema
        self.members = members

    def __call__(self) -> None:
        """Nothing: only what can be called may be annotated."""


def one(members: Members) -> Any:
    """An object."""
    return _Objects(members, object_schema(members))


def several(members: Members) -> Any:
    """A list of objects."""
    return _Objects(members, {"type": "array", "items": object_schema(members)})


def optional(members: Members) -> Any:
    """An object, or null."""
    return _Objects(members, {"oneOf": [{"type": "null"}, object_schema(members)]})


def schema(kind: str) -> dict[str, Any]:
    """The JSON schema of the documents of a kind, such as ``"evaluation"``."""
    made_by = builder(kind)
    common: Members = {
        "schema": Literal[f"abovechance.{kind}/{SCHEMA_VERSION}"],
        "version": Annotated[str, "The version of abovechance that wrote this."],
        "source": Annotated[
            Any,
            "Where the items come from. Of a result of the library only how many were `left_out`, or null.",
        ],
        "warnings": Annotated[list[str], "Likely mistakes in the input."],
        "verdict": Annotated[str, "The answer in plain sentences."],
    }
    rows: Members = {"rows": Annotated[several(made_by.ROW), "The tidy rows, with all digits."]}
    about = {"$schema": _DRAFT, "$id": f"abovechance.{kind}/{SCHEMA_VERSION}", "description": made_by.SUMMARY}
    return about | object_schema({**common, **made_by.DATA, **rows})


def schemas() -> dict[str, dict[str, Any]]:
    """The schemas of all documents by kind."""
    return {kind: schema(kind) for kind in BUILDERS}


def object_schema(members: Members) -> dict[str, Any]:
    """The schema of an object with these members and no others."""
    properties = {name: _schema(declared) for name, declared in members.items()}
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name, declared in members.items() if not _may_be_absent(declared)],
        "additionalProperties": False,
    }


def _may_be_absent(declared: Any) -> bool:
    origin: Any = get_origin(declared)
    return origin is NotRequired


def _schema(declared: Any) -> dict[str, Any]:
    if isinstance(declared, Mapping):
        return object_schema(declared)
    if isinstance(declared, _Objects):
        return declared.schema
    origin, arguments = get_origin(declared), get_args(declared)
    if origin in _MADE_OF:
        return _MADE_OF[origin](*arguments)
    return {} if declared is Any else {"type": _TYPES[declared]}


def _any_of(*types: object) -> dict[str, Any]:
    return {"anyOf": [_schema(one) for one in types]}


def _annotated(what: object, meaning: str, *keywords: Mapping[str, Any]) -> dict[str, Any]:
    found = _schema(what) | {"description": meaning}
    return {name: value for part in (found, *keywords) for name, value in part.items()}


_MADE_OF: dict[Any, Callable[..., dict[str, Any]]] = {
    Annotated: _annotated,
    NotRequired: _schema,
    Literal: lambda *values: {"enum": list(values)},
    Union: _any_of,
    UnionType: _any_of,
    list: lambda item: {"type": "array", "items": _schema(item)},
    dict: lambda _, value: {"type": "object", "additionalProperties": _schema(value)},
}
