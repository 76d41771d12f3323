"""What a room of the page declares: its title, and the endpoints that its script calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

from abovechance.report.schema import object_schema

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from abovechance.report.schema import Members

Request = dict[str, Any]  # the body of a request, valid by the schema of its endpoint
Answer = Mapping[str, Any]  # what becomes the JSON of a response

FILE = Annotated[str, "The id of a file that this page has uploaded.", {"maxLength": 64}]
"""The member ``file`` of a request: the function is given the :class:`~abovechance.web.uploads.Upload`."""


@dataclass(frozen=True)
class Endpoint:
    """A question that the page asks: ``POST /api/ROOM/NAME`` with a JSON object, answered by another.

    Parameters
    ----------
    name
        The last part of its address.
    function
        Answers a request. What it raises as an ``InputError`` is told to the user. A heavy function must be
        that of a module, so that a worker process finds it.
    request
        The members of the request, as builders of reports declare theirs; the function is called only with
        what is valid. The member ``file``, if declared as ``FILE``, is replaced by the upload.
    summary
        What it answers, in a sentence, for the description of the API.
    heavy
        Whether it runs in a worker process, with limits of time and memory. What is not heavy must answer
        within some 50 ms whatever a valid request holds: bound its lists and numbers in the schema.
    max_body
        The most bytes that a request may have.
    """

    name: str
    function: Callable[[Request], Answer]
    request: Members
    summary: str
    heavy: bool = False
    max_body: int = 1_000_000

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of a request."""
        return object_schema(self.request)


@dataclass(frozen=True)
class Room:
    """A page ``/NAME``, made of the template ``NAME.html``, and what its script may ask.

    Parameters
    ----------
    name
        The name in addresses, of the template and of the files in ``assets``.
    title
        What the navigation calls it.
    summary
        What it is for, in a sentence.
    endpoints
        What its script may ask.
    context
        Makes what the template shows.
    routes
        Further routes below ``/NAME/``, which are guarded as all others.
    warm
        Called once in the background when the server is up, to load what the first request needs.
    warm_worker
        The same in a worker process, which calls it as the function of a heavy endpoint.
    """

    name: str
    title: str
    summary: str
    endpoints: tuple[Endpoint, ...] = ()
    context: Callable[[], Mapping[str, Any]] = dict
    routes: tuple[BaseRoute, ...] = ()
    warm: Callable[[], object] | None = None
    warm_worker: Callable[[Request], Answer] | None = None
