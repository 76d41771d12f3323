"""``python -m abovechance``, and the script of that name, are the command line."""

import sys


def main() -> int:
    """Run a command; an interruption is silent from the first import on."""
    try:
        from abovechance.cli.app import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
