"""Every name that other software has for a measure finds it, said with the software's name."""

import pytest

import abovechance as ac
from abovechance.errors import UnknownMeasureError
from abovechance.measures.peers import PEERS
from abovechance.measures.registry import normalise

NAMES = [(peer, name, key) for peer, names in PEERS.items() for name, key in names.items()]


@pytest.mark.parametrize(("peer", "name", "key"), NAMES, ids=[f"{peer}:{name}" for peer, name, _ in NAMES])
def test_a_name_with_its_software_finds_the_measure(peer, name, key):
    assert ac.measure(f"{peer}:{name}").key == key


AMBIGUOUS = {
    "zerooneloss": "a share to scikit-learn, a number of items to PyCM",
    "csi": "the critical success index, or PyCM's classification success index",
    "kendalltau": "tau-b of ordered classes, or PyCM's similarity of two sets",
}
PLAIN = sorted({(name, key) for _, name, key in NAMES if normalise(name) not in AMBIGUOUS})


@pytest.mark.parametrize(("name", "key"), PLAIN, ids=[name for name, _ in PLAIN])
def test_a_plain_name_finds_the_measure(name, key):
    assert ac.measure(name).key == key


@pytest.mark.parametrize("name", AMBIGUOUS)
def test_a_name_of_several_measures_says_so(name):
    with pytest.raises(UnknownMeasureError, match=rf"{name}.* means different measures .*pycm:{name}"):
        ac.measure(name)
