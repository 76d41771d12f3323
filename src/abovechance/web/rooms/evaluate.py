"""Evaluate: a file, or what is pasted, becomes a report; a threshold is chosen on a curve."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from abovechance.core.errors import InputError
from abovechance.report.formats import SAVED
from abovechance.report.formats.html import policy
from abovechance.web.questions.request import COLUMNS, REPORT, THRESHOLDS
from abovechance.web.requests import answered, chunks_of, page_of, state_of
from abovechance.web.room import Endpoint, Room

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request

    from abovechance.web.room import Answer
    from abovechance.web.uploads import Upload

# As token_hex(8) makes them: nothing else becomes part of a path.
_REPORT_NAME = re.compile(r"[0-9a-f]{16}", re.ASCII)


@dataclass(frozen=True)
class Example:
    """A file to try the page with."""

    name: str
    title: str
    says: str


EXAMPLES = (
    Example(
        "breast_cancer.csv", "Breast cancer", "569 diagnoses by four classifiers, a constant and a guess"
    ),
    Example(
        "breast_cancer_scores.csv", "Breast cancer, scores", "the same items with scores of five systems"
    ),
    Example("wine.csv", "Wine", "178 wines of three cultivars"),
    Example("anaesthetists_dawid_skene_1979.csv", "Raters", "45 patients judged by five anaesthetists"),
)


# What workers answer: their modules are imported there, and not by the server --------------------


def _columns(request: dict[str, Any]) -> Answer:
    from abovechance.web.questions.answers import columns

    return columns(request)


def _report(request: dict[str, Any]) -> Answer:
    from abovechance.web.questions.answers import report

    return report(request)


def _thresholds(request: dict[str, Any]) -> Answer:
    from abovechance.web.questions.thresholds import thresholds

    return thresholds(request)


def _warm(_: dict[str, Any]) -> Answer:
    """Load what the first evaluation needs."""
    from abovechance.web.questions.answers import run
    from abovechance.web.questions.thresholds import thresholds  # noqa: F401 - loaded for later

    file = str(files("abovechance.web") / "examples" / EXAMPLES[0].name)
    return {
        "verdict": run(["evaluate", file, "--truth", "diagnosis", "--prediction", "tree"]).document.verdict
    }


# Files -------------------------------------------------------------------------------------------


async def _receive(request: Request) -> Response:
    async def respond() -> Response:
        state = state_of(request)
        name = request.query_params.get("name", "")
        chunks = chunks_of(request, state.settings.max_upload, state.uploads.limit_sentence)
        return _told(await state.uploads.receive(page_of(request), name, chunks))

    return await answered(request, respond)


async def _take_example(request: Request) -> Response:
    async def respond() -> Response:
        name = request.query_params.get("name", "")
        if name not in {example.name for example in EXAMPLES}:
            raise InputError("there is no such example", argument="name")
        data = (files("abovechance.web") / "examples" / name).read_bytes()
        return _told(await state_of(request).uploads.receive(page_of(request), name, _pieces(data)))

    return await answered(request, respond)


async def _pieces(data: bytes) -> AsyncIterator[bytes]:
    yield data


def _told(upload: Upload) -> Response:
    return JSONResponse({"file": upload.id, "name": upload.name, "size": upload.size})


async def _forget(request: Request) -> Response:
    async def respond() -> Response:
        state_of(request).uploads.forget(page_of(request))
        return JSONResponse({})

    return await answered(request, respond)


# Reports -----------------------------------------------------------------------------------------


def _shown_report(request: Request) -> Response:
    """The report in a frame, where its scripts reach nothing of the page."""
    # A sandbox without allow-same-origin is an origin of its own: no script in it can ask us with the cookie.
    rules = policy(frame_ancestors="'self'") + "; sandbox allow-scripts allow-downloads"
    data = _bytes_of_report(request, "html")
    return Response(data, media_type="text/html", headers={"Content-Security-Policy": rules})


def _saved_report(request: Request) -> Response:
    kind = request.path_params["kind"]
    data = _bytes_of_report(request, kind)
    name = quote(f"{_upload_of(request).name.partition('.')[0]} report.{kind}")
    headers = {"Content-Disposition": f"attachment; filename*=utf-8''{name}"}
    return Response(data, media_type=SAVED[kind].media_type, headers=headers)


def _bytes_of_report(request: Request, kind: str) -> bytes:
    name = request.path_params["report"]
    if kind not in SAVED or not _REPORT_NAME.fullmatch(name):
        raise HTTPException(404)
    # It is read whole, as the tab that sent the file may be left, and all of it removed, at any moment.
    try:
        return (_upload_of(request).folder / name / f"report.{kind}").read_bytes()
    except FileNotFoundError:
        raise HTTPException(404) from None


def _upload_of(request: Request) -> Upload:
    try:
        return state_of(request).uploads.get(request.path_params["page"], request.path_params["file"])
    except InputError:
        raise HTTPException(404) from None


_REPORTS = "/reports/{page}/{file}/{report}"
EVALUATE = Room(
    "evaluate",
    "Evaluate",
    "Drop a file of predictions, or paste two columns, and get the report.",
    endpoints=(
        Endpoint("columns", _columns, COLUMNS, "What the columns of a file hold.", heavy=True),
        Endpoint("report", _report, REPORT, "Write the report of a question to a file.", heavy=True),
        Endpoint("thresholds", _thresholds, THRESHOLDS, "What thresholds would decide.", heavy=True),
    ),
    context=partial(dict, examples=EXAMPLES, formats=SAVED),
    warm_worker=_warm,
    routes=(
        Route("/files", _receive, methods=["POST"]),
        Route("/examples", _take_example, methods=["POST"]),
        Route("/forget", _forget, methods=["POST"]),
        Route(_REPORTS + "/view", _shown_report),
        Route(_REPORTS + "/{kind}", _saved_report),
    ),
)
