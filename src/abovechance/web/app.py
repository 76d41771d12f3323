"""The app: pages, scripts and style sheets, and the endpoints that rooms declare, behind the guard."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
import traceback
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any, cast

import anyio.to_thread
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from abovechance.core import __version__
from abovechance.core.errors import AbovechanceError
from abovechance.core.result import plain
from abovechance.report.formats.json import json_line
from abovechance.web.openapi import description
from abovechance.web.room import FILE
from abovechance.web.rooms import ROOMS
from abovechance.web.security import Guard, refusal
from abovechance.web.settings import data_size
from abovechance.web.uploads import PAGE_ID, Uploads
from abovechance.web.validation import MalformedError, TooLargeError, check, parsed
from abovechance.web.workers import BusyError, LimitError, Workers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.requests import Request

    from abovechance.web.room import Endpoint, Room
    from abovechance.web.settings import Settings

_HERE = Path(__file__).parent
_CHARTS = _HERE.parent / "report" / "formats" / "svg" / "svg.css"  # of charts, here and in reports
_DRAG_THREADS = 2  # more would only wait for each other
_MAX_DRAINED = 32 * 2**20  # bytes of a refused body that are read, so that the browser gets to the answer


class State:
    """What lives as long as the server: its limits, the files of pages, and the worker processes."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.settings = settings
        self.folder = folder
        self.uploads = Uploads(folder, settings.max_upload)
        self.workers = Workers(settings)
        self.drags = anyio.CapacityLimiter(_DRAG_THREADS)


def state_of(request: Request) -> State:
    """What the server keeps, for the routes of rooms."""
    return cast("State", request.app.state.kept)


def make_app(settings: Settings) -> Starlette:
    """The app with all its rooms."""
    pages = Environment(
        loader=PackageLoader("abovechance.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.globals.update(rooms=ROOMS, version=__version__, settings=settings)
    routes: list[Route | Mount] = [
        Route("/", lambda _: RedirectResponse(f"/{ROOMS[0].name}", 303)),
        Route("/openapi.json", lambda _: _answer(description(ROOMS))),
        Route("/assets/svg.css", _charts_style),
        Mount("/assets", StaticFiles(directory=_HERE / "assets")),
    ]
    for room in ROOMS:
        routes += [_page_route(pages, room), Mount(f"/{room.name}", routes=list(room.routes))]
        routes += [_endpoint_route(room, endpoint) for endpoint in room.endpoints]
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(
                Guard, settings=settings, refused_page=lambda: pages.get_template("refused.html").render()
            )
        ],
        exception_handlers={HTTPException: _http_error, Exception: _bug},
        lifespan=lambda app: _lifespan(app, settings),
    )


@asynccontextmanager
async def _lifespan(app: Starlette, settings: Settings) -> AsyncIterator[None]:
    """Make the temporary directory and start the workers; remove and end them."""
    folder = Path(tempfile.mkdtemp(prefix="abovechance-"))
    state = State(settings, folder)
    app.state.kept = state
    starting = asyncio.create_task(state.workers.start())
    try:
        yield
    finally:
        starting.cancel()
        state.workers.stop()
        shutil.rmtree(folder, ignore_errors=True)


# Pages and style sheets --------------------------------------------------------------------------


def _page_route(pages: Environment, room: Room) -> Route:
    def page(_: Request) -> Response:
        shown = pages.get_template(f"{room.name}.html").render(
            room=room, page=token_urlsafe(18), **room.context()
        )
        return HTMLResponse(shown)

    return Route(f"/{room.name}", page)


def _charts_style(_: Request) -> Response:
    text = _CHARTS.read_text(encoding="utf-8") if _CHARTS.exists() else ""
    return Response(text, media_type="text/css", headers={"Cache-Control": "no-cache"})


# Endpoints ---------------------------------------------------------------------------------------


def _endpoint_route(room: Room, endpoint: Endpoint) -> Route:
    async def respond(request: Request) -> Response:
        return await answered(request, lambda: _ask(request, endpoint))

    return Route(f"/api/{room.name}/{endpoint.name}", respond, methods=["POST"])


async def _ask(request: Request, endpoint: Endpoint) -> Response:
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return await _refused(request, 415, "the content type must be application/json")
    body = bytearray()
    async for chunk in chunks_of(request, endpoint.max_body):
        body += chunk
    asked = parsed(bytes(body))
    check(asked, endpoint.schema)
    state = state_of(request)
    if endpoint.request.get("file") is FILE:
        asked["file"] = state.uploads.get(page_of(request), asked["file"])
    if endpoint.heavy:
        return _answer(await state.workers.run(endpoint.function, asked))
    return await anyio.to_thread.run_sync(lambda: _answer(endpoint.function(asked)), limiter=state.drags)


def _answer(value: Any) -> Response:
    return Response(json_line(plain(value), separators=(",", ":")), media_type="application/json")


async def answered(request: Request, respond: Callable[[], Awaitable[Response]]) -> Response:
    """A response, in which errors that are the user's become a sentence."""
    try:
        return await respond()
    except MalformedError as error:
        return refusal(400, str(error))
    except TooLargeError as error:
        return await _refused(request, 413, str(error))
    except AbovechanceError as error:
        return refusal(422, str(error), getattr(error, "argument", None))
    except (BusyError, LimitError) as error:
        return refusal(503, str(error))
    except MemoryError:
        return refusal(503, "the request needed more memory than there is")


def page_of(request: Request) -> str:
    """The id of the page that asks."""
    page = request.headers.get("x-page", "")
    if not PAGE_ID.fullmatch(page):
        raise MalformedError("the header X-Page must have the id of the page")
    return page


async def chunks_of(request: Request, max_bytes: int, sentence: str = "") -> AsyncIterator[bytes]:
    """The pieces of a body; one that says that it is too large is refused before any is read."""
    sentence = sentence or f"the request is larger than {data_size(max_bytes)}"
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length) > max_bytes:
        raise TooLargeError(sentence)
    size, stream = 0, request.stream()
    while True:
        try:
            chunk = await asyncio.wait_for(anext(stream), state_of(request).settings.max_seconds_idle)
        except StopAsyncIteration:
            return
        except TimeoutError:
            raise LimitError("the rest of the request did not come") from None
        size += len(chunk)
        if size > max_bytes:
            raise TooLargeError(sentence)
        yield chunk


async def _refused(request: Request, status: int, sentence: str) -> Response:
    """An error before the body was read: a part of it is, for browsers look for answers only then."""
    drained = 0
    try:
        async for chunk in request.stream():
            drained += len(chunk)
            if drained > _MAX_DRAINED:
                break
    except RuntimeError:  # the stream was begun already
        pass
    response = refusal(status, sentence)
    response.headers["Connection"] = "close"
    return response


# Errors ------------------------------------------------------------------------------------------


async def _http_error(_: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    said = {404: "there is no such page", 405: "this address does not answer to that method"}
    headers = getattr(error, "headers", None) or {}
    response = refusal(status, said.get(status, str(getattr(error, "detail", ""))))
    response.headers.update(headers)
    return response


async def _bug(_: Request, error: Exception) -> Response:
    traceback.print_exception(error, file=sys.stderr)
    return refusal(500, f"this is a bug in abovechance, {type(error).__name__}: please report it")
