"""What the server is told when it is started: where it listens, and its limits."""

from __future__ import annotations

import ipaddress
import secrets
from dataclasses import dataclass, field

from abovechance.core.errors import InputError

MEGABYTE = 1_000_000
DEFAULT_MAX_UPLOAD = 128  # megabytes
_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True)
class Settings:
    """Where the server listens, what it lets in, and how much a request may take."""

    host: str = "127.0.0.1"
    port: int = 0
    token: str = field(default_factory=secrets.token_urlsafe)  # in the printed address
    session: str = field(default_factory=secrets.token_urlsafe)  # in the cookie that it is exchanged for
    max_upload: int = DEFAULT_MAX_UPLOAD * MEGABYTE  # bytes
    max_seconds: float = 120.0  # of one request in a worker process
    max_seconds_idle: float = 30.0  # between two pieces of a body
    max_memory: int = 4_000 * MEGABYTE  # bytes of a worker process
    max_waiting: int = 64  # requests that wait for a worker process
    workers: int = 1

    @property
    def is_loopback(self) -> bool:
        """Whether only programs of this machine can connect."""
        return is_loopback(self.host)

    @property
    def address(self) -> str:
        """The address of the page, without its token."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{'localhost' if self.host in ('0.0.0.0', '::') else name}:{self.port}"  # noqa: S104

    @property
    def cookie(self) -> str:
        """The name of the cookie: cookies are not kept apart by port, so its name has the port."""
        return f"abovechance-{self.port}"

    def answers_to(self, host: str) -> bool:
        """Whether the ``Host`` of a request is one of ours.

        A page elsewhere whose name was made to lead here (DNS rebinding) sends its own name.
        """
        name, _, port = host.rpartition(":")
        if port != str(self.port):
            return False
        name = name.removeprefix("[").removesuffix("]").lower()
        if self.is_loopback:
            return name in _LOOPBACK_NAMES | {self.host.lower()}
        return name in _LOOPBACK_NAMES | {self.host.lower()} or _is_address(name)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, as seen by itself.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    return host == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def upload_limit(megabytes: float) -> int:
    """The limit in bytes of a limit in megabytes."""
    if not 0 < megabytes <= 100_000:
        raise InputError("{argument} must be a number of megabytes above 0", argument="max_upload")
    return int(megabytes * MEGABYTE)


def data_size(size: int) -> str:
    """A number of bytes for people.

    >>> data_size(128_000_000), data_size(1_500_000)
    ('128 MB', '1.5 MB')
    """
    return f"{size / MEGABYTE:,.6g} MB"
