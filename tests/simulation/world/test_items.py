import numpy as np
import pytest

import abovechance as ac
from abovechance.simulation.world.items import items_of


def test_items_are_those_that_the_table_counts_in_random_order():
    table = ac.Tables.from_counts([[50, 10], [5, 35]], labels=["a", "bb"])
    truth, prediction = items_of(table, seed=1)
    assert ac.Tables.from_labels(truth, prediction) == table
    assert truth.tolist() != sorted(truth.tolist())
    assert np.array_equal(items_of(table, seed=1), (truth, prediction))
    assert not np.array_equal(items_of(table, seed=2)[0], truth)


def test_labels_keep_their_types():
    truth, prediction = items_of(ac.Tables.from_counts([[1, 0], [0, 1]], labels=["no", 7]), seed=0)
    assert {*truth, *prediction} == {"no", 7}
    assert items_of(ac.Tables.from_counts([[1, 0], [0, 1]]))[0].dtype.kind == "i"


@pytest.mark.parametrize("counts", [[[[1, 2], [3, 4]]], [[0.5, 1], [1, 1]]])
def test_batches_and_weights_have_no_items(counts):
    with pytest.raises(ac.InputError, match="one table of whole counts"):
        items_of(ac.Tables.from_counts(counts))
