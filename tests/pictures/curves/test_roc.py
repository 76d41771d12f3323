"""The kite of an operating point in ROC space."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.core.errors import InputError
from abovechance.curves import operating_point
from abovechance.plots import RocDisplay


@pytest.mark.parametrize(
    ("truth", "scores"),
    [
        ([0, 0, 1, 1, 0, 1], [0.1, 0.4, 0.35, 0.8, 0.7, 0.9]),
        ([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]),  # Fallout 0
        ([0, 0, 1, 1, 0], [0.1, 0.2, 0.6, 0.7, 0.65]),  # Recall 1
        ([0, 1], [0.1, 0.9]),
    ],
)
def test_the_area_of_the_kite_is_informedness(truth, scores):
    """Powers 2007, section 2.5: the system, its perversion and the ends of the chance line."""
    curve = ac.Curve.from_scores(truth, scores, positive=1)
    point = operating_point(curve, "informedness")
    picture = RocDisplay.from_curves(curve, points=point, kite=True, bands=False).picture
    (area,) = picture.areas
    assert np.trapezoid(area.high - area.low, area.x) == pytest.approx(point.tpr - point.fpr)
    perverse = next(line for line in picture.lines if line.label.startswith("perverse"))
    assert (1 - point.fpr, 1 - point.tpr) in zip(perverse.x, perverse.y, strict=True)
    assert any(f"area is Informedness, {point.value:.3f}" in note for note in picture.notes)


def test_the_kite_is_that_of_one_point():
    for points in (None, ["informedness"]):
        with pytest.raises(InputError, match=r"kite is that of one operating point|points must be"):
            RocDisplay.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], points=points, kite=True)
