"""The names of the package: each is there, and no function is hidden by the module it comes from."""

from importlib import import_module
from types import ModuleType

import pytest

import abovechance as ac
from abovechance import curves


@pytest.mark.parametrize("name", curves.__all__)
def test_every_name_is_there_also_after_its_module_is_loaded(name):
    if name in curves._LATE:
        import_module(f"abovechance.curves.{curves._LATE[name]}")
    assert not isinstance(getattr(ac.curves, name), ModuleType)


def test_names_are_sorted_and_listed():
    assert curves.__all__ == sorted(curves.__all__)
    assert list(curves._LATE) == sorted(curves._LATE)
    assert dir(curves) == curves.__all__
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = curves.nothing
