"""Who is let in: every request passes the guard before any route sees it.

- The ``Host`` must be ours, so that no name of another site that leads here (DNS rebinding) is answered.
- The ``Origin``, where a browser sends one, must be ours, and so must be the site that asks.
- The token of the printed address is exchanged for a cookie and removed from the address by a redirect; every
  request but those for style sheets and scripts needs the cookie.
- Every response has a content-security policy that allows no inline script or style and no other site.
"""

from __future__ import annotations

from hmac import compare_digest
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from abovechance.web.settings import Settings

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": PAGE_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
_OWN_SITES = ("same-origin", "none")  # "none": the user typed or opened the address
_PUBLIC = "/assets/"  # style sheets and scripts, which are the same for everybody


def refusal(status: int, sentence: str, argument: str | None = None) -> JSONResponse:
    """An error as the page's scripts expect it."""
    return JSONResponse({"error": sentence, "argument": argument}, status)


def wants_page(request: Request) -> bool:
    """Whether somebody opened an address in a browser, rather than a script."""
    return request.method == "GET" and "text/html" in request.headers.get("accept", "")


class Guard:
    """Lets requests of our own page through to the app, and no others."""

    def __init__(self, app: ASGIApp, settings: Settings, refused_page: Callable[[], str]) -> None:
        self._app = app
        self._settings = settings
        self._refused_page = refused_page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    # A route may have its own, as that of reports has, which are shown in a frame.
                    headers.setdefault(name, value)
            await send(message)

        request = Request(scope)
        # In this order: a request that another site made must not get a cookie.
        response = self._refused(request) or self._exchanged(request) or self._unknown(request)
        await (response or self._app)(scope, receive, send_guarded)

    def _refused(self, request: Request) -> Response | None:
        """Refuse requests that another site made the browser send."""
        hosts = request.headers.getlist("host")
        if len(hosts) != 1 or not self._settings.answers_to(hosts[0]):
            return refusal(421, f"this server answers at {self._settings.address} only")
        origins = request.headers.getlist("origin")
        site = request.headers.get("sec-fetch-site", "none")
        if any(origin != f"http://{hosts[0]}" for origin in origins) or site not in _OWN_SITES:
            # A link elsewhere may lead here: it opens the page for the user, and that site cannot read it.
            is_visit = request.method == "GET" and request.headers.get("sec-fetch-mode") == "navigate"
            if origins or not is_visit or request.headers.get("sec-fetch-dest") != "document":
                return refusal(403, "another site asked for this: only the page itself may")
        return None

    def _exchanged(self, request: Request) -> Response | None:
        """Exchange the token for a cookie, and send the browser to the address without it."""
        query = parse_qsl(request.url.query, keep_blank_values=True)
        tokens = [value for name, value in query if name == "token"]
        if not tokens or request.method != "GET":
            return None
        rest = urlencode([pair for pair in query if pair[0] != "token"])
        # The path alone: what begins with two slashes would lead to another site.
        path = "/" + request.url.path.lstrip("/\\")
        response = RedirectResponse(path + (f"?{rest}" if rest else ""), 303)
        # A wrong token is taken out of the address as well; the page there says how to get in.
        if _equal(tokens[0], self._settings.token):
            response.set_cookie(
                self._settings.cookie,
                self._settings.session,
                httponly=True,
                samesite="strict",
            )
        return response

    def _unknown(self, request: Request) -> Response | None:
        """Refuse requests without the cookie, with a page that says how to get it."""
        if request.url.path.startswith(_PUBLIC):
            return None
        if _equal(request.cookies.get(self._settings.cookie, ""), self._settings.session):
            return None
        if wants_page(request):
            return Response(self._refused_page(), 401, media_type="text/html")
        return refusal(401, "open the page by the address that was printed when the server started")


def _equal(given: str, secret: str) -> bool:
    # Takes equally long whatever was given, so that the time does not tell how much of it was right.
    return compare_digest(given.encode("utf-8", "surrogateescape"), secret.encode())
