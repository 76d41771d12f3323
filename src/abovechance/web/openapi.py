"""The description of the page's API (OpenAPI 3.1), made from what rooms declare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from abovechance.core import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.web.room import Endpoint, Room

_ERRORS = {
    400: "The body is no JSON object.",
    401: "The cookie is missing.",
    403: "Another site asked.",
    413: "The body is too large.",
    415: "The body is not said to be JSON.",
    421: "The host is not ours.",
    422: "A member is missing or wrong, or the data cannot be evaluated.",
    503: "The request took too long, needed too much memory, or too many wait.",
}
_ERROR = {
    "type": "object",
    "properties": {"error": {"type": "string"}, "argument": {"type": ["string", "null"]}},
    "required": ["error", "argument"],
}


def description(rooms: Iterable[Room]) -> dict[str, Any]:
    """The description of all endpoints of all rooms."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "abovechance serve", "version": __version__},
        "paths": {
            f"/api/{room.name}/{endpoint.name}": {"post": _operation(room, endpoint)}
            for room in rooms
            for endpoint in room.endpoints
        },
        "components": {
            "schemas": {"Error": _ERROR},
            "securitySchemes": {"cookie": {"type": "apiKey", "in": "cookie", "name": "abovechance-PORT"}},
        },
        "security": [{"cookie": []}],
    }


def _operation(room: Room, endpoint: Endpoint) -> dict[str, Any]:
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {
        "operationId": f"{room.name}-{endpoint.name}",
        "tags": [room.title],
        "summary": endpoint.summary,
        "requestBody": {"required": True, "content": {"application/json": {"schema": endpoint.schema}}},
        "responses": {
            "200": {
                "description": "The answer.",
                "content": {"application/json": {"schema": {"type": "object"}}},
            },
            **{str(code): {"description": said, "content": error} for code, said in _ERRORS.items()},
        },
    }
