"""``python -m abovechance`` is the command line."""

import sys

from abovechance.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
