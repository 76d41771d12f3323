"""Requests are checked as JSON Schema has it, by the reference implementation."""

import json
from typing import Annotated, Literal, NotRequired

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from abovechance.core.errors import InputError
from abovechance.report.schema import object_schema, several
from abovechance.web.validation import MalformedError, check, parsed

SCHEMA = object_schema(
    {
        "table": Annotated[list[list[int]], "Counts.", {"minItems": 1, "maxItems": 3}],
        "level": NotRequired[Annotated[float, "A share.", {"minimum": 0, "maximum": 1}]],
        "kind": NotRequired[Literal["a", "b"]],
        "name": NotRequired[Annotated[str | None, "A name."]],
        "rows": NotRequired[several({"x": bool})],
        "shares": NotRequired[dict[str, float]],
    }
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.floats(-2, 2) | st.sampled_from(["a", "b", "c", ""]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
    max_leaves=6,
)
REQUESTS = st.fixed_dictionaries(
    {},
    optional={
        "table": st.lists(st.lists(st.integers(0, 3), max_size=2), max_size=4) | VALUES,
        "level": st.floats(0, 1) | VALUES,
        "kind": VALUES,
        "name": VALUES,
        "rows": st.lists(st.fixed_dictionaries({"x": st.booleans()})) | VALUES,
        "shares": VALUES,
        "more": st.just(1),
    },
)


def is_valid(request_):
    try:
        check(request_, SCHEMA)
    except InputError:
        return False
    return True


@given(REQUESTS)
def test_what_is_valid_is_so_by_the_reference(request_):
    def is_whole(_, value):
        return isinstance(value, int) and not isinstance(value, bool)

    checker = jsonschema.Draft202012Validator.TYPE_CHECKER.redefine("integer", is_whole)
    reference = jsonschema.validators.extend(jsonschema.Draft202012Validator, type_checker=checker)(SCHEMA)
    assert reference.is_valid(request_) == is_valid(request_)


@pytest.mark.parametrize(
    ("request_", "said", "argument"),
    [
        ({}, "table is missing", "table"),
        ({"table": [[1, "x{}"]]}, "table[0][1] must be a whole number, not 'x{}'", "table[0][1]"),
        ({"table": []}, "table must be at least 1 items long, not 0", "table"),
        ({"table": [[1]], "level": 2}, "level must be at most 1, not 2", "level"),
        ({"table": [[1]], "kind": "c"}, "kind must be one of 'a', 'b', not 'c'", "kind"),
        ({"table": [[1]], "name": 3}, "name must be text or null, not 3", "name"),
        ({"table": [[1]], "{x}": 3}, "the request has no member '{x}'", None),
        ({"table": [[1]], "rows": [{}]}, "rows[0].x is missing", "rows[0].x"),
    ],
)
def test_the_sentence_names_the_member(request_, said, argument):
    with pytest.raises(InputError) as caught:
        check(request_, SCHEMA)
    assert str(caught.value) == said
    assert caught.value.argument == argument


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[1]",
        b"{",
        b'{"a": NaN}',
        b'{"a": 1e999}',
        b'{"a": ' + b"9" * 50 + b"}",
        b"\xff",
        b"[" * 100_000,
    ],
)
def test_what_is_no_json_object_is_malformed(body):
    with pytest.raises(MalformedError):
        parsed(body)


def test_half_characters_are_refused():
    with pytest.raises(InputError, match="half characters"):
        check(parsed(json.dumps({"table": [[1]], "name": "\ud800"}).encode()), SCHEMA)
