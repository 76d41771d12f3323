"""What the server is told when it is started: where it listens, and its limits."""

from __future__ import annotations

import ipaddress
import secrets
import socket
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

from abovechance.core.errors import InputError

MEGABYTE = 1_000_000
DEFAULT_MAX_UPLOAD = 128  # megabytes
_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
_ANY = frozenset({"0.0.0.0", "::"})  # noqa: S104 - listens at every address of the machine
_USUAL_PORT = 80  # of http, which browsers leave out


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
        """The address of the page on this machine, without its token."""
        return self._address_at("localhost" if self.host in _ANY else self.host)

    @property
    def addresses_elsewhere(self) -> list[str]:
        """Where other machines find the page, if the server listens at every address of this one."""
        return [self._address_at(name) for name in own_addresses(self.host)] if self.host in _ANY else []

    def _address_at(self, name: str) -> str:
        return f"http://{f'[{name}]' if ':' in name else name}:{self.port}"

    @property
    def cookie(self) -> str:
        """The name of the cookie: cookies are not kept apart by port, so its name has the port."""
        return f"abovechance-{self.port}"

    def answers_to(self, host: str) -> bool:
        """Whether the ``Host`` of a request is one of ours.

        A page elsewhere whose name was made to lead here (DNS rebinding) sends its own name.
        """
        name, port = _split(host)
        if port != self.port:
            return False
        if self.is_loopback:
            return name in _LOOPBACK_NAMES | {self.host.lower()}
        # A bare address is safe: a page elsewhere has a name, and can make only that lead here.
        return name in _LOOPBACK_NAMES | self._names or _is_address(name)

    @cached_property
    def _names(self) -> frozenset[str]:
        """The names of this machine that lead to a server which others reach."""
        own = socket.gethostname().lower()
        short = own.partition(".")[0]
        named = {own, short, f"{short}.local"} if self.host in _ANY else set()  # .local: as mDNS has it
        return frozenset(named | {self.host.lower()})


def _split(host: str) -> tuple[str, int | None]:
    """The name and the port of a ``Host``, which has none where it is the usual one.

    >>> _split("[::1]:8000"), _split("127.0.0.1"), _split("[::1]"), _split("box:x")
    (('::1', 8000), ('127.0.0.1', 80), ('::1', 80), ('box:x', None))
    """
    name, mark, port = host.rpartition(":")
    if not mark or (host.startswith("[") and host.endswith("]")):
        name, port = host, str(_USUAL_PORT)
    if not (port.isascii() and port.isdecimal()):
        return host.lower(), None
    return name.removeprefix("[").removesuffix("]").lower(), int(port)


def own_addresses(host: str) -> list[str]:
    """The addresses of this machine that others can use, of the family that the server listens in."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found: list[str] = []
    # the one that packets would leave by; none is sent
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        # Addresses that are reserved for documentation, and so nobody's.
        asking.connect(("2001:db8::1" if family == socket.AF_INET6 else "192.0.2.1", 9))
        found.append(asking.getsockname()[0])
    with suppress(OSError):
        found += [str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, family)]
    # An address with a zone (%eth0) means something on this machine only.
    return [name for name in dict.fromkeys(found) if not is_loopback(name) and "%" not in name]


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
