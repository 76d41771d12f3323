"""Confidence levels."""

import pytest

from abovechance import InputError
from abovechance.core.checks import quantile, two_sided


def test_quantiles_are_those_of_the_normal_tables():
    assert quantile(0.95) == pytest.approx(1.959963984540054)
    assert quantile(0.99) == pytest.approx(2.5758293035489004)


def test_a_one_sided_bound_of_95_percent_is_the_end_of_a_90_percent_interval():
    assert two_sided(0.95, 1) == pytest.approx(0.90)
    assert two_sided(0.95, 2) == 0.95


@pytest.mark.parametrize(
    ("level", "sides"), [(0, 2), (1, 2), (95, 2), (0.5, 1), (0.3, 1), (0.95, 3), (0.95, 0)]
)
def test_impossible_levels_are_refused(level, sides):
    with pytest.raises(InputError, match=r"level|sides"):
        two_sided(level, sides)
