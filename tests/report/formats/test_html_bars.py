"""Bars of intervals in pages: a law over the documents of all results."""

import re
from contextlib import chdir

import pytest

from abovechance.report.build import build
from abovechance.report.formats.html import to_html
from tests import test_goldens
from tests.goldens.results import CASES
from tests.pictures.test_results import EVERY

BAR = re.compile(
    r'<path class="b-interval" d="M([\d.]+) [\d.]+H([\d.]+)"/><circle class="b-value" cx="([\d.]+)"'
)
ROUNDED = 0.11  # pixels


def dots_are_within(result):
    for low, high, at in BAR.findall(to_html(build(result))):
        assert float(low) - ROUNDED <= float(at) <= float(high) + ROUNDED


@pytest.mark.parametrize("name", EVERY)
def test_dots_lie_within_their_intervals(name):
    dots_are_within(EVERY[name]())


@pytest.mark.parametrize("name", CASES)
def test_dots_of_recorded_results_lie_within_their_intervals(name):
    with chdir(test_goldens.folder()):
        found = test_goldens.found(name)
    for result in test_goldens.flat(found):
        if hasattr(result, "to_html"):
            dots_are_within(result)
