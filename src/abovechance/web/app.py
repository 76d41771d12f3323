"""The app: pages, scripts and style sheets, and the endpoints that rooms declare, behind the guard."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
import traceback
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any

import anyio.to_thread
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from abovechance.core import __version__
from abovechance.core.result import plain
from abovechance.report.formats.json import json_line
from abovechance.web.openapi import description
from abovechance.web.requests import State, answered, chunks_of, page_of, refused, state_of
from abovechance.web.room import FILE
from abovechance.web.rooms import ROOMS
from abovechance.web.security import Guard, refusal, wants_page
from abovechance.web.validation import check, parsed
from abovechance.web.workers import LimitError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine

    from jinja2 import Template
    from starlette.requests import Request

    from abovechance.web.room import Endpoint, Room
    from abovechance.web.settings import Settings

_HERE = Path(__file__).parent
_CHARTS = _HERE.parent / "report" / "formats" / "svg" / "svg.css"  # of charts, here and in reports


def make_app(settings: Settings) -> Starlette:
    """The app with all its rooms."""
    pages = Environment(
        loader=PackageLoader("abovechance.web"),
        autoescape=True,
        # A name that is misspelt in a template is an error then, and no empty text.
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.globals.update(rooms=ROOMS, version=__version__, settings=settings)
    routes: list[Route | Mount] = [
        Route("/", lambda _: RedirectResponse(f"/{ROOMS[0].name}", 303)),
        Route("/openapi.json", lambda _: _answer(description(ROOMS))),
        # Before the mount, which would look for it among the assets.
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
        exception_handlers={
            HTTPException: partial(_http_error, pages.get_template("nowhere.html")),
            Exception: _bug,
        },
        lifespan=lambda app: _lifespan(app, settings),
    )


@asynccontextmanager
async def _lifespan(app: Starlette, settings: Settings) -> AsyncIterator[None]:
    """Make the temporary directory and start the workers; remove and end them."""
    folder = Path(tempfile.mkdtemp(prefix="abovechance-"))
    state = State(settings, folder)
    app.state.kept = state
    # Not awaited: pages are answered while the workers start.
    starting = asyncio.create_task(_start(state))
    try:
        yield
    finally:
        starting.cancel()
        state.workers.stop()
        shutil.rmtree(folder, ignore_errors=True)


async def _start(state: State) -> None:
    """What takes a second or more, done once the server is up, and before anybody needs it."""
    for room in ROOMS:
        if room.warm is not None:
            await anyio.to_thread.run_sync(room.warm, limiter=state.drags)
    await state.workers.start()
    for room in ROOMS:
        if room.warm_worker is not None:
            await state.workers.run(room.warm_worker, {})


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
    # A form of another site cannot send this type, nor its script without asking us first (CORS).
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return await refused(request, 415, "the content type must be application/json")
    body = bytearray()
    async for chunk in chunks_of(request, endpoint.max_body):
        body += chunk
    asked = parsed(bytes(body))
    check(asked, endpoint.schema)
    state = state_of(request)
    if endpoint.request.get("file") is FILE:
        asked["file"] = state.uploads.get(page_of(request), asked["file"])
    if endpoint.heavy:
        return _answer(await _unless_left(request, state.workers.run(endpoint.function, asked)))
    # In a thread: even some 50 ms would hold up all other requests.
    return await anyio.to_thread.run_sync(lambda: _answer(endpoint.function(asked)), limiter=state.drags)


async def _unless_left(request: Request, work: Coroutine[Any, Any, Any]) -> Any:
    """What work yields; it is given up when the user does so, or leaves the page."""
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(_left(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise LimitError("the request was given up")
        return working.result()
    finally:
        leaving.cancel()
        working.cancel()


async def _left(request: Request) -> None:
    # The body has been read, so that all that can still come is the end of the connection.
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _answer(value: Any) -> Response:
    return Response(json_line(plain(value), separators=(",", ":")), media_type="application/json")


# Errors ------------------------------------------------------------------------------------------


async def _http_error(page: Template, request: Request, error: Exception) -> Response:
    """A sentence for scripts; a page with a way home for whoever opened an address that is none."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    said = {404: "there is no such page", 405: "this address does not answer to that method"}
    headers = getattr(error, "headers", None) or {}
    response: Response
    if status == 404 and wants_page(request):
        response = HTMLResponse(page.render(), status)
    else:
        response = refusal(status, said.get(status, str(getattr(error, "detail", ""))))
    response.headers.update(headers)
    return response


async def _bug(_: Request, error: Exception) -> Response:
    traceback.print_exception(error, file=sys.stderr)
    return refusal(500, f"this is a bug in abovechance, {type(error).__name__}: please report it")
