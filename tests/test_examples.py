"""Examples run as they are."""

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_count_in_processes():
    script = EXAMPLES / "count_in_processes.py"
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["4 parts, 1797 items", "Informedness 0.560, 0.528 to 0.586"]
    assert done.stderr == ""
