"""``abovechance serve``: the local web page."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

from abovechance.cli.output import tell, write
from abovechance.cli.parameters import SERVER, SERVER_FLAG
from abovechance.core.errors import InputError

_NEEDED = ("starlette", "uvicorn")


def serve(
    *,
    port: Annotated[int, SERVER] = 0,
    host: Annotated[str, SERVER] = "127.0.0.1",
    max_upload: Annotated[float, SERVER] = 128,
    no_open: Annotated[bool, SERVER_FLAG] = False,
) -> None:
    """Open a local web page to explore tables, evaluate files and learn the theory.

    Parameters
    ----------
    port
        The port to listen at; 0 chooses a free one.
    host
        The address to listen at; any other than the default lets other machines connect.
    max_upload
        The largest file that the page takes, in megabytes.
    no_open
        Print the address and open no browser.
    """
    lacking = [name for name in _NEEDED if find_spec(name) is None]
    if lacking:
        raise InputError(f"the page needs {' and '.join(lacking)}: pip install 'abovechance[web]'")
    from abovechance.web.server import serve as run
    from abovechance.web.settings import Settings, upload_limit

    settings = Settings(host=host, port=port, max_upload=upload_limit(max_upload))
    if not settings.is_loopback:
        tell(f"other machines can connect to {host}: whoever has an address below can use the page")
    run(settings, when_up=_show, open_browser=not no_open)


def _show(address: str, elsewhere: list[str]) -> None:
    others = "".join(f"Other machines open it at {one}\n" for one in elsewhere)
    write(f"The page is open at {address}\n{others}Ctrl-C ends it.\n")
