"""The server: one process that listens, prints the address of the page, and opens it in the browser."""

from __future__ import annotations

import signal
import socket
import threading
import webbrowser
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import uvicorn

from abovechance.core.errors import InputError
from abovechance.web.app import make_app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from abovechance.web.settings import Settings

_MOST_PORT = 65535
_SECONDS_TO_FINISH = 2  # for requests that are under way when the server is to end


class _Server(uvicorn.Server):
    """A server that says when it is up."""

    def __init__(self, config: uvicorn.Config, when_up: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_up = when_up

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._when_up()


def serve(
    settings: Settings, *, when_up: Callable[[str, list[str]], None], open_browser: bool = True
) -> None:
    """Serve the page until the user interrupts.

    Parameters
    ----------
    settings
        Where to listen, and limits; a port of 0 is chosen by the system.
    when_up
        Called with the address of the page on this machine, and with those that other machines can use,
        once it answers.
    open_browser
        Whether to open the page in the user's browser.
    """
    with _listening(settings) as listener:
        # The system chooses a port when it is listened at, and address, cookie and host need its number.
        settings = replace(settings, port=listener.getsockname()[1])
        address, *elsewhere = (
            f"{one}/?token={settings.token}" for one in (settings.address, *settings.addresses_elsewhere)
        )

        def greet() -> None:
            when_up(address, elsewhere)
            if open_browser:
                # Some browsers return only once they are closed: the server must answer in the meantime.
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        config = uvicorn.Config(
            make_app(settings),
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,  # no proxy stands before it: whoever sends them makes them up
            ws="none",
            lifespan="on",
            timeout_graceful_shutdown=_SECONDS_TO_FINISH,
        )
        with suppress(KeyboardInterrupt), _ended_with_its_terminal():  # Ctrl-C is how one ends a server
            _Server(config, greet).run([listener])


@contextmanager
def _ended_with_its_terminal() -> Iterator[None]:
    """Take the closing of the terminal as the wish to end, so that nothing is left behind."""
    # Windows has no such signal, and Python lets only the main thread handle any.
    if not hasattr(signal, "SIGHUP") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGHUP)
    if before != signal.SIG_IGN:  # as nohup has it
        # uvicorn shuts down in order when it is told SIGTERM, and does not know SIGHUP.
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


def _listening(settings: Settings) -> socket.socket:
    if not 0 <= settings.port <= _MOST_PORT:
        raise InputError("{argument} must be from 0 to 65535", argument="port")
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=128)
    except OSError as error:
        what = f"port {settings.port} of {settings.host}" if settings.port else settings.host
        raise InputError(
            f"{what} cannot be used: {error.strerror or error}; leave out the port to have one chosen"
        ) from None
