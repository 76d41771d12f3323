"""What routes need of a request: the state of the server, its page, its body within limits, its errors."""

from __future__ import annotations

import asyncio
import errno
from typing import TYPE_CHECKING, cast

import anyio
from starlette.requests import ClientDisconnect

from abovechance.core.errors import AbovechanceError
from abovechance.web.security import refusal
from abovechance.web.settings import data_size
from abovechance.web.uploads import PAGE_ID, Uploads
from abovechance.web.validation import MalformedError, TooLargeError
from abovechance.web.workers import BusyError, LimitError, Workers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response

    from abovechance.web.settings import Settings

_DRAG_THREADS = 2  # more would only wait for each other
_MAX_DRAINED = 32 * 2**20  # bytes of a refused body that are read, so that the browser gets to the answer


class State:
    """What lives as long as the server: its limits, the files of pages, and the worker processes."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.settings = settings
        self.folder = folder
        self.uploads = Uploads(folder, settings.max_upload)
        self.workers = Workers(settings, folder)
        self.drags = anyio.CapacityLimiter(_DRAG_THREADS)


def state_of(request: Request) -> State:
    """What the server keeps, for the routes of rooms."""
    return cast("State", request.app.state.kept)


async def answered(request: Request, respond: Callable[[], Awaitable[Response]]) -> Response:
    """A response, in which errors that are the user's become a sentence."""
    try:
        return await respond()
    except (MalformedError, AbovechanceError, BusyError, LimitError) as error:
        # 400: no JSON at all; 422: nothing that can be answered; 503: what may work another time.
        status = 400 if isinstance(error, MalformedError) else 422
        status = 503 if isinstance(error, BusyError | LimitError) else status
        return refusal(status, str(error), getattr(error, "argument", None))
    except TooLargeError as error:
        return await refused(request, 413, str(error))
    except ClientDisconnect:
        return gone()
    except MemoryError:
        return refusal(503, "the request needed more memory than there is")
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        return await refused(request, 507, "the disk of the server is full: free some space and try again")


def gone() -> Response:
    """What is answered where nobody reads it: the browser has left in the middle of its request."""
    return refusal(499, "the request was given up")


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
    # The header may lack or lie, so that what comes is counted as well.
    if length.isdecimal() and int(length) > max_bytes:
        raise TooLargeError(sentence)
    size = 0
    async for chunk in _coming(request):
        size += len(chunk)
        if size > max_bytes:
            raise TooLargeError(sentence)
        yield chunk


async def _coming(request: Request) -> AsyncIterator[bytes]:
    """The pieces of a body, none of which may take too long to come."""
    stream, most = request.stream(), state_of(request).settings.max_seconds_idle
    while True:
        try:
            yield await asyncio.wait_for(anext(stream), most)
        except StopAsyncIteration:
            return
        except TimeoutError:
            raise LimitError("the rest of the request did not come") from None


async def refused(request: Request, status: int, sentence: str) -> Response:
    """An error before the body was read: a part of it is, for browsers look for answers only then."""
    drained = 0
    try:
        async for chunk in _coming(request):
            drained += len(chunk)
            if drained > _MAX_DRAINED:
                break
    except ClientDisconnect:
        return gone()
    except (RuntimeError, LimitError):  # the stream was begun already, or nothing comes any more
        pass
    response = refusal(status, sentence)
    # The rest of the body is not read, so that no other request can follow on this connection.
    response.headers["Connection"] = "close"
    return response
