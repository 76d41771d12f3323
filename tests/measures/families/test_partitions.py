"""Set matching, concordance and the distances of information on a textbook's clusters, and by brute force."""

from math import log2, sqrt

import numpy as np
import pytest

import abovechance as ac
from sklearn import metrics as sk

# Manning, Raghavan & Schütze 2008, Introduction to Information Retrieval, figure 16.4:
# crosses, circles and diamonds in three clusters of 6, 6 and 5
FRUIT = np.array([[5, 1, 2], [1, 4, 0], [0, 1, 3]])
TEXTBOOK = ac.Tables.from_counts(FRUIT, ["x", "o", "◇"], predicted_labels=[1, 2, 3])
WIDE = ac.Tables.from_counts([[4, 0, 3, 1], [0, 5, 2, 2]], ["p", "q"], predicted_labels=list("abcd"))


@pytest.mark.parametrize(
    ("key", "published"),
    [("purity", 0.71), ("uncertainty_symmetric", 0.36), ("rand_index", 0.68)],
)
def test_the_values_of_the_textbook(key, published):
    assert round(ac.measure(key)(TEXTBOOK), 2) == published


def test_set_matching_by_hand():
    assert ac.purity(TEXTBOOK) == (5 + 4 + 3) / 17
    assert ac.inverse_purity(TEXTBOOK) == (5 + 4 + 3) / 17
    assert ac.purity(WIDE) == (4 + 5 + 3 + 2) / 17
    assert ac.inverse_purity(WIDE) == (4 + 5) / 17
    assert ac.van_dongen(WIDE) == pytest.approx((2 * 17 - 14 - 9) / (2 * 17))
    of_first, of_second = 2 * 4 / (8 + 4), 2 * 5 / (9 + 5)
    assert ac.measure("clustering_f")(WIDE) == pytest.approx((8 * of_first + 9 * of_second) / 17)


def test_concordance_by_hand():
    squares = 16 / (8 * 4) + 9 / (8 * 5) + 1 / (8 * 3) + 25 / (9 * 5) + 4 / (9 * 5) + 4 / (9 * 3)
    assert ac.moc(WIDE) == pytest.approx((squares - 1) / (sqrt(2 * 4) - 1))
    assert ac.moc(TEXTBOOK) == pytest.approx(ac.cramer_v(TEXTBOOK) ** 2)


def test_groups_without_items_do_not_count():
    empty = ac.Tables.from_counts(
        [[4, 0, 3, 1], [0, 5, 2, 2], [0] * 4], range(3), predicted_labels=list("abcd")
    )
    assert ac.moc(empty) == ac.moc(WIDE)


def test_distances_of_information():
    shares = WIDE.counts / 17
    joint = -sum(p * log2(p) for p in shares.flat if p)
    information = ac.mutual_information(WIDE)
    assert ac.measure("NVI")(WIDE) == pytest.approx(1 - information / joint)
    larger = max(ac.entropy_of_truth(WIDE), ac.entropy_of_prediction(WIDE))
    assert ac.measure("NID")(WIDE) == pytest.approx(1 - information / larger)


def test_f1_of_pairs_is_that_of_the_pair_table():
    truth, prediction = (np.repeat(x.ravel(), FRUIT.ravel()) for x in np.indices(FRUIT.shape))
    same = [x[:, None] == x for x in (truth, prediction)]
    apart = np.triu_indices(17, 1)
    assert ac.measure("f1_pairs")(TEXTBOOK) == pytest.approx(sk.f1_score(same[0][apart], same[1][apart]))
