"""Every name that other software has for a measure finds it, said with the software's name."""

from importlib import resources

import numpy as np
import pytest

import abovechance as ac
from abovechance.core.errors import UnknownMeasureError
from abovechance.core.lookup import normalise
from abovechance.measures.peers import PEERS, names_elsewhere

NAMES = [(peer, name, key) for peer, names in names_elsewhere().items() for name, key in names.items()]


def test_every_software_has_a_file_and_every_file_is_read():
    files = resources.files("abovechance.measures.peers").iterdir()
    assert {file.name for file in files if file.name.endswith(".toml")} == {f"{peer}.toml" for peer in PEERS}


@pytest.mark.parametrize(("peer", "name", "key"), NAMES, ids=[f"{peer}:{name}" for peer, name, _ in NAMES])
def test_a_name_with_its_software_finds_the_measure(peer, name, key):
    assert ac.measure(f"{peer}:{name}").key == key


AMBIGUOUS = {
    "zerooneloss": "a share to scikit-learn, a number of items to PyCM",
    "csi": "the critical success index, or PyCM's classification success index",
    "kendalltau": "tau-b of ordered classes, or PyCM's similarity of two sets",
    "auc": "the area under a curve of scores, or PyCM's of a single point",
}
PLAIN = sorted({(name, key) for _, name, key in NAMES if normalise(name) not in AMBIGUOUS})


@pytest.mark.parametrize(("name", "key"), PLAIN, ids=[name for name, _ in PLAIN])
def test_a_plain_name_finds_the_measure(name, key):
    """A name that is also ours means the whole table, where theirs is of each class against the rest."""
    found = ac.measure(name).key
    assert found == key or (key == f"class_{found}" and normalise(name) in OURS)


OURS = {normalise(name) for m in ac.measures() for name in (m.key, m.title, *m.aliases)} | {
    normalise(name) for _, name, key in NAMES if not key.startswith("class_")
}


def test_names_of_each_class_have_a_value_for_each():
    tables = ac.Tables.from_counts([[9, 2, 1], [3, 8, 2], [1, 1, 9]])
    for peer, name, key in NAMES:
        found = ac.measure(f"{peer}:{name}")
        if found not in ac.measures():
            assert found.key == key
            assert found.scope == "binary"
            assert found(tables).shape == (3,)
            assert ac.interval(tables, found).low.shape == (3,)


def test_what_is_not_in_the_catalogue_is_found_by_its_names():
    found = ac.measure("class_informedness")
    assert found is ac.measure("Informedness of a Class")
    assert found not in ac.measures()


@pytest.mark.parametrize("name", sorted(AMBIGUOUS.keys() - {"auc"}))  # which has a sentence of its own
def test_a_name_of_several_measures_says_so(name):
    with pytest.raises(UnknownMeasureError, match=rf"{name}.* means different measures .*pycm:{name}"):
        ac.measure(name)


@pytest.mark.parametrize(
    "counts", [[[9, 2], [3, 8]], [[9, 2, 1], [3, 8, 2], [1, 1, 9]], [[5, 1, 0], [2, 6, 0], [1, 0, 0]]]
)
def test_intervals_of_each_class_are_those_of_the_measure_on_it(counts):
    tables = ac.Tables.from_counts(counts)
    apart = tables if len(counts) == 2 else tables.one_vs_rest()
    for key in sorted({key for _, _, key in NAMES if ac.measure(key) not in ac.measures()}):
        found = ac.interval(tables, key, seed=1)
        expected = ac.interval(apart, key.removeprefix("class_"), seed=1)
        assert found.method == expected.method
        for name in ("value", "low", "high", "se"):
            np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
        assert found.measure == key
        assert np.shape(found.value) == tuple(len(axis.labels) for axis in found.axes)


def test_classes_are_compared_as_tables_of_two():
    truth, one, other = [0, 0, 0, 1, 1, 1, 0, 1], [0, 0, 1, 1, 1, 1, 0, 1], [0, 1, 1, 1, 0, 1, 0, 0]
    systems = {"one": one, "other": other}
    (found,), (expected,) = (ac.compare(truth, systems, measure=name).pairs for name in ("pycm:BM", "BM"))
    for field in ("difference", "low", "high", "p_value", "method", "test"):
        assert getattr(found, field) == getattr(expected, field)
