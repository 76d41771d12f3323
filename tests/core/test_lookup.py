"""One lookup for all that is asked for by name."""

import importlib
import pkgutil

import pytest

import abovechance
from abovechance.core.errors import InputError
from abovechance.core.lookup import Names, Registry, normalise

MODULES = [
    importlib.import_module(found.name)
    for found in pkgutil.walk_packages(abovechance.__path__, "abovechance.")
    if not found.name.endswith("__main__") and ".studies." not in found.name
]
ALL = list(
    {
        id(names): pytest.param(names, id=f"{module.__name__}: {names.what}")
        for module in MODULES
        for value in vars(module).values()
        for names in [value.names if isinstance(value, Registry) else value]
        if isinstance(names, Names)
    }.values()
)


def test_there_are_many_kinds_of_names():
    assert len(ALL) > 20


@pytest.mark.parametrize("names", ALL)
def test_every_key_finds_itself_however_it_is_written(names):
    for key in names.keys:
        for written in (key, key.upper(), key.replace("_", "-"), key.replace("_", " "), f" {key.title()} "):
            assert key in names.meant(written)


@pytest.mark.parametrize("names", ALL)
def test_a_misspelt_key_is_answered_with_the_key(names):
    for key in names.keys:
        misspelt = f"{key}q"
        if misspelt not in names and len(key) > 2:
            assert key in names.near(misspelt) or len(names.near(misspelt)) > 1
            said = str(names.unknown(misspelt))
            assert said.startswith(f"there is no {names.what} called {misspelt!r}; did you mean ")


@pytest.mark.parametrize("names", ALL)
def test_what_is_like_nothing_is_answered_with_what_there_is(names):
    said = str(names.unknown("🜁🜂🜃"))
    assert said.startswith(f"there is no {names.what} called '🜁🜂🜃'; there are {names.keys[0]!r}")


@pytest.mark.parametrize("names", ALL)
@pytest.mark.parametrize("given", [3, None, ["fisher"]])
def test_what_is_no_name_is_refused(names, given):
    said = str(names.unknown(given))
    assert said == f"the {names.what} must be a name such as {names.keys[0]!r}, not {type(given).__name__}"


def test_names_are_compared_without_case_and_punctuation():
    assert normalise("Cohen's κ") == normalise("cohens-κ")
    assert normalise("χ²") == normalise("chi2") == normalise("Chi_2")
    assert normalise("G+") != normalise("G")


def test_aliases_find_keys_and_those_of_other_keys_are_left_out():
    names = Names("test", ("fisher", "pearson"), {"exact": "fisher", "student": "t_test"})
    assert names("EXACT") == "fisher"
    assert "student" not in names
    with pytest.raises(InputError, match=r"there is no test called 'exakt'; did you mean 'fisher'\?"):
        names("exakt")


def test_a_name_may_mean_several():
    names = Names("measure", ("gini", "gain"))
    names.add("G", "gini")
    names.add("g", "gain")
    assert names.meant("G") == ("gini", "gain")
