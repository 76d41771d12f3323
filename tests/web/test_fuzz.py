"""Requests that nobody thought of: whatever comes, no answer is that of a bug.

``ABOVECHANCE_FUZZ`` is how many examples there are of each: a few in the suite, as many as one likes by hand.
"""

import json
import os

import pytest
import schemathesis
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from abovechance.report.schema import object_schema
from abovechance.web.questions.request import REPORT
from abovechance.web.rooms import ROOMS
from tests.web.conftest import OTHER_PAGE, PAGE

EXAMPLES = int(os.environ.get("ABOVECHANCE_FUZZ", "0"))
BOUNDED = settings(
    max_examples=EXAMPLES or 25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[*settings.default.phases][:3],
)
FEW = settings(BOUNDED, max_examples=EXAMPLES or 12)
KNOWN = {400, 401, 403, 413, 415, 421, 422, 503, 507}
LIGHT = [(room, one) for room in ROOMS for one in room.endpoints if not one.heavy]
HEAVY = [(room, one) for room in ROOMS for one in room.endpoints if one.heavy]


@pytest.fixture(scope="module")
def visitor(running, app, settings):
    """A client for a whole module, since Hypothesis asks again and again."""
    from starlette.testclient import TestClient

    client = TestClient(app, base_url="http://127.0.0.1:8000", raise_server_exceptions=False)
    client.get("/", params={"token": settings.token})
    client.headers["X-Page"] = PAGE
    return client


@pytest.fixture(scope="module")
def description(app, visitor):
    return schemathesis.openapi.from_dict(visitor.get("/openapi.json").json())


def examples_of(description, room, endpoint, visitor, most):
    """Ask an endpoint for what its description allows, and for what it does not."""
    operation = description[f"/api/{room.name}/{endpoint.name}"]["POST"]
    modes = [schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE]
    statuses = []
    for mode in modes:

        @settings(BOUNDED, max_examples=most)
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case):
            is_raw = isinstance(case.body, bytes | schemathesis.core.NotSet)
            body = (
                (case.body if isinstance(case.body, bytes) else b"")
                if is_raw
                else json.dumps(case.body).encode()
            )
            answer = visitor.post(
                operation.full_path, content=body, headers={"Content-Type": "application/json"}
            )
            statuses.append(answer.status_code)
            assert answer.status_code in KNOWN | {200}, (body, answer.text)
            assert isinstance(answer.json(), dict)

        ask()
    return statuses


@pytest.mark.parametrize(("room", "endpoint"), LIGHT, ids=lambda one: one.name)
def test_quick_endpoints_answer_or_refuse(description, visitor, room, endpoint):
    statuses = examples_of(description, room, endpoint, visitor, EXAMPLES or 20)
    assert set(statuses) & {400, 422}


@pytest.mark.parametrize(("room", "endpoint"), HEAVY, ids=lambda one: one.name)
def test_slow_endpoints_answer_or_refuse(description, visitor, room, endpoint):
    examples_of(description, room, endpoint, visitor, EXAMPLES or 8)


# Files -----------------------------------------------------------------------------------------------

CELLS = st.text(max_size=12) | st.sampled_from(
    ["a", "b", "1", "0.5", "", "NA", "1e400", "nan", '"', "a,b", "\0"]
)
GRIDS = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=1, max_size=12)
)
HEADS = [b"", b"PAR1", b"ARROW1\0\0", b"PK\x03\x04", b"\x1f\x8b\x08", b"BZh9", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd",
         b"\xff\xfe", b"[{", b'{"a": 1}\n', b"y,p\na,b\n"]  # fmt: skip
NAMES = st.text(max_size=60) | st.sampled_from(
    ["x.csv", "x.parquet", "x.json", "x.zip", "x.csv.gz", "x.xlsx", "../x"]
)


def written(grid):
    return "\n".join(",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in grid).encode(
        "utf-8", "surrogatepass"
    )


def sent(visitor, data, name, page=PAGE):
    answer = visitor.post("/evaluate/files", params={"name": name}, content=data, headers={"X-Page": page})
    assert answer.status_code == 200, answer.text
    return answer.json()["file"]


@FEW
@given(head=st.sampled_from(HEADS), data=st.binary(max_size=300), name=NAMES)
def test_random_bytes_are_refused_in_a_sentence(visitor, app, head, data, name):
    assume(name.isprintable() or max(name, default="") < "\ud800")
    file = sent(visitor, head + data, name)
    (folder,) = [path for path in app.state.kept.folder.iterdir() if path.name == file]
    assert len(list(folder.iterdir())) == 1
    for endpoint, more in (("columns", {}), ("report", {"question": "table", "roles": []})):
        answer = visitor.post(f"/api/evaluate/{endpoint}", json={"file": file} | more)
        assert answer.status_code in KNOWN | {200}, (head, data, name, answer.text)


@FEW
@given(grid=GRIDS, name=st.sampled_from(["x.csv", "x.tsv", "x.txt"]), data=st.data())
def test_random_tables_are_answered_or_refused(visitor, grid, name, data):
    file = sent(visitor, written(grid), name)
    answer = visitor.post("/api/evaluate/columns", json={"file": file})
    assert answer.status_code in KNOWN | {200}, (grid, answer.text)
    names = [column["name"] for column in answer.json().get("columns", [])] or ["x"]
    question = data.draw(st.sampled_from(REPORT_QUESTIONS))
    roles = data.draw(st.lists(st.tuples(st.sampled_from(names), st.sampled_from(ROLES)), max_size=4))
    asked = {
        "file": file,
        "question": question,
        "roles": [{"column": column, "role": role} for column, role in roles],
        "positive": data.draw(st.none() | st.sampled_from([cell for row in grid for cell in row])),
        "on_missing": data.draw(st.sampled_from(["error", "drop", "label"])),
    }
    answer = visitor.post("/api/evaluate/report", json=asked)
    assert answer.status_code in KNOWN | {200}, (grid, asked, answer.text)


_MEMBERS = object_schema(REPORT)["properties"]
REPORT_QUESTIONS = _MEMBERS["question"]["enum"]
ROLES = _MEMBERS["roles"]["items"]["properties"]["role"]["enum"]
RIGHT = {"labels": {"y": "truth", "p": "prediction"}, "systems": {"y": "truth", "p": "prediction", "q": "prediction"},
         "scores": {"y": "truth", "s": "score"}, "raters": {"p": "rater", "q": "rater"}}  # fmt: skip
GOOD = b"y,p,q,s,g\n" + b"a,a,b,0.1,1\nb,b,b,0.7,1\na,b,a,0.4,2\nb,a,b,-3,2\n" * 5


@pytest.fixture(scope="module")
def good(visitor):
    """A file that stays while the others of the first page come and go."""
    return sent(visitor, GOOD, "good.csv", OTHER_PAGE)


@FEW
@given(
    question=st.sampled_from(list(RIGHT)),
    options=st.fixed_dictionaries(
        {},
        optional={
            "positive": st.sampled_from(["a", "b", "c", "", "\u202e"]),
            "measures": st.lists(
                st.sampled_from(["all", "mcc", "f1", "", "x" * 50, "auc", "kappa"]), max_size=3
            ),
            "level": st.floats(0.5, 0.9999),
            "threshold": st.floats(allow_nan=False, allow_infinity=False),
            "prevalence": st.floats(0, 1),
            "cost_positive": st.floats(0, 1e300),
            "cost_negative": st.floats(0, 1e300),
            "missing": st.lists(st.text(max_size=5), max_size=3),
            "delimiter": st.text(max_size=4),
            "decimal": st.sampled_from([".", ","]),
            "encoding": st.sampled_from(
                ["latin-1", "utf-16", "no such", "idna", "rot13", "zlib_codec", "utf-7"]
            ),
            "has_names": st.booleans(),
            "sheet": st.text(max_size=5),
            "by": st.booleans(),
        },
    ),
)
def test_random_options_are_answered_or_refused(visitor, good, question, options):
    roles = RIGHT[question] | ({"g": "by"} if options.pop("by", False) else {})
    asked = {
        "file": good,
        "question": question,
        "roles": [{"column": c, "role": r} for c, r in roles.items()],
    }
    answer = visitor.post("/api/evaluate/report", json=asked | options, headers={"X-Page": OTHER_PAGE})
    assert answer.status_code in KNOWN | {200}, (asked | options, answer.text)
