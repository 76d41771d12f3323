"""The formulas of the study against the package whose they are, item by item."""

import numpy as np
import pytest
import truescore

from abovechance.studies.quantify.formulas import ppi_plus_plus, rogan_gladen
from abovechance.studies.quantify.run import World

WORLDS = [World(30, 200, 0.9, 0.5, 0.3), World(60, 300, 0.4, 0.1, 0.5), World(40, 100, 0.05, 0.9, 0.2)]


def items(labelled, loose):
    """Judge and gold labels as truescore takes them: gold for the first items."""
    truth, said = (np.repeat(x.ravel(), labelled.astype(int).ravel()) for x in np.indices((2, 2)))
    judge = np.concatenate((said, np.repeat([0, 1], loose.astype(int))))
    return judge, truth, np.arange(len(truth))


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [(rogan_gladen, truescore.rogan_gladen_estimate), (ppi_plus_plus, truescore.ppi_estimate)],
)
def test_formulas_are_those_of_truescore(world, ours, theirs):
    labelled, loose = world.draw(40, np.random.SeedSequence(5))
    refused = 0
    for i, found in enumerate(np.transpose(ours(labelled, loose, 0.95))):
        try:
            expected = theirs(*items(labelled[i], loose[i]))
        except ValueError:
            refused += 1
            assert np.isnan(found).all()
        else:
            assert found == pytest.approx((expected.point, expected.low, expected.high))
    assert refused < 40
