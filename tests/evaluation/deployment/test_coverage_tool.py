"""The tool that measures the coverage of deployed intervals counts what it says."""

import importlib.util
import sys
from pathlib import Path

import pytest

_FILE = Path(__file__).parents[3] / "tools" / "deployment_coverage.py"
_SPEC = importlib.util.spec_from_file_location("deployment_coverage", _FILE)
tool = importlib.util.module_from_spec(_SPEC)
sys.modules[_SPEC.name] = tool
_SPEC.loader.exec_module(tool)


@pytest.mark.parametrize("at", [0, 7])
def test_intervals_cover(at):
    condition = tool.CONDITIONS[at]
    shares = tool.covered(condition, 40, seed=1)
    assert shares.shape == (len(condition.names),)
    assert (shares >= 0.85).all()
    assert shares.min() < 1
