"""JSON is valid for every reader, has all that a document holds, and hides nothing."""

import json
import math

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from abovechance.core.result import plain
from abovechance.report.formats.json import as_dict, json_line, json_text, to_json
from tests.report.documents import HOSTILE, documents, invisible, texts


def strict(text):
    """Parse JSON as a reader that knows no NaN."""
    return json.loads(text, parse_constant=pytest.fail)


@settings(max_examples=40)
@given(documents())
def test_every_document_is_strict_json(document):
    value = strict(to_json(document))
    assert value == as_dict(document)
    assert value["warnings"] == list(document.warned)
    assert value["verdict"] == document.verdict
    assert value["schema"] == "abovechance.anything/2"
    assert len(value["rows"]) == len(document.rows)
    assert not invisible(to_json(document))


@given(st.dictionaries(texts, texts))
@example(dict.fromkeys(HOSTILE, "\x7f\x9b\u2066\U000e0001\ud800"))
def test_it_is_read_as_it_was_and_hides_nothing(value):
    assert json.loads(json_text(value)) == json.loads(json_line(value)) == value
    assert not invisible(json_text(value))


def test_nan_is_null_and_infinities_are_text():
    found = plain({"a": [1.5, math.nan, math.inf, -math.inf], 2: (3, True, None), "label": b"x"})
    assert found == {"a": [1.5, None, "Infinity", "-Infinity"], "2": [3, True, None], "label": "b'x'"}
    strict(json_line(found))
