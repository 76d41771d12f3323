"""``python -m abovechance``, and the script of that name, are the command line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(tokens: Sequence[str] | None = None) -> int:
    """Run a command; an interruption is silent from the first import on."""
    try:
        from abovechance.cli.app import main as run

        return run(tokens)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
