"""The names of the package: each is there, and no function is hidden by the module it comes from."""

from types import ModuleType

import pytest

import abovechance as ac
from abovechance import curves


@pytest.mark.parametrize("room", [ac, curves])
def test_every_name_is_there_and_no_module(room):
    found = {name: getattr(room, name) for name in room.__all__}
    modules = {name for name, value in found.items() if isinstance(value, ModuleType)}
    assert modules == ({"curves", "plots", "sklearn"} if room is ac else set())


@pytest.mark.parametrize("room", [ac, curves])
def test_names_are_sorted_and_listed(room):
    assert room.__all__ == sorted(room.__all__)
    assert {name for name in room.__all__ if name[0].islower()} <= set(dir(room))
    with pytest.raises(AttributeError, match="nothing"):
        _ = room.nothing
