import matplotlib as mpl
import numpy as np
import pytest

import abovechance as ac

mpl.use("Agg")


@pytest.fixture(autouse=True)
def _closed():
    yield
    from matplotlib import pyplot as plt

    plt.close("all")


@pytest.fixture
def scored():
    """Two systems on three hundred items, with probabilities as scores."""
    rng = np.random.default_rng(7)
    truth = (rng.random(300) < 0.3).astype(int)
    noise = rng.normal(size=(2, 300))
    scores = {
        "good": 1 / (1 + np.exp(1 - noise[0] - 2 * truth)),
        "poor": 1 / (1 + np.exp(1 - noise[1] - truth)),
    }
    return truth, scores


@pytest.fixture
def curves(scored):
    return ac.Curve.from_scores(*scored)
