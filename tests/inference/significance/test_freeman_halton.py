import json
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from abovechance.inference.significance import freeman_halton as network
from abovechance.inference.significance.freeman_halton import LARGEST_TOTAL, TooMuchWorkError, freeman_halton
from tests.enumeration import null_distribution

R = json.loads((Path(__file__).parents[2] / "golden" / "fisher_r.json").read_text())


def by_enumeration(counts):
    tables, chance = null_distribution(counts)
    own = chance[(tables == counts).all((1, 2))]
    return chance[chance <= own * (1 + 1e-7)].sum()


@st.composite
def small_tables(draw):
    shape = draw(st.tuples(st.integers(2, 4), st.integers(2, 4)))
    top = {4: 6, 6: 4, 8: 3, 9: 3, 12: 2, 16: 1}[shape[0] * shape[1]]
    return draw(hnp.arrays(np.int64, shape, elements=st.integers(0, top)).filter(lambda t: t.any()))


@settings(max_examples=60, deadline=None)
@given(small_tables())
def test_against_all_tables(counts):
    assert freeman_halton(counts) == pytest.approx(by_enumeration(counts), rel=1e-9)


@pytest.mark.parametrize("row", R["larger"], ids=lambda r: f"{np.shape(r['counts'])}-{np.sum(r['counts'])}")
def test_against_r(row):
    assert freeman_halton(np.array(row["counts"]), work=1 << 24) == pytest.approx(row["p_value"], rel=1e-10)


@pytest.mark.parametrize("row", R["two_by_two"])
def test_of_2_by_2_tables_is_fishers(row):
    assert freeman_halton(np.array(row["counts"])) == pytest.approx(row["two_sided"], rel=1e-10)


@settings(max_examples=30, deadline=None)
@given(hnp.arrays(np.int64, (4, 3), elements=st.integers(0, 5)).filter(lambda t: t.any()), st.randoms())
def test_order_of_rows_columns_and_sides_does_not_matter(counts, random):
    p = freeman_halton(counts)
    rows, columns = random.sample(range(4), 4), random.sample(range(3), 3)
    assert freeman_halton(counts[rows][:, columns]) == pytest.approx(p, rel=1e-10)
    assert freeman_halton(counts.T) == pytest.approx(p, rel=1e-10)


def test_empty_rows_and_columns_do_not_matter():
    counts = np.array([[4, 1, 0], [2, 5, 1], [0, 1, 4]])
    padded = np.zeros((5, 4), dtype=int)
    padded[np.ix_([0, 2, 3], [0, 1, 3])] = counts
    assert freeman_halton(padded) == freeman_halton(counts)


def test_the_most_probable_table_has_p_one():
    assert freeman_halton(np.full((4, 4), 3)) == pytest.approx(1, rel=1e-10)


@pytest.mark.parametrize("few", [0, 10**6])
def test_comparing_and_sorting_paths_agree(monkeypatch, few):
    """The last two columns of a node are compared with each path, or sorted once for many: the same sum."""
    counts = np.array([[5, 1, 2, 0], [1, 4, 0, 3], [0, 2, 6, 1], [2, 0, 1, 3]])
    expected = freeman_halton(counts)
    monkeypatch.setattr(network, "_FEW_PATHS", few)
    monkeypatch.setattr(network, "_BLOCK_SIZE", 64)
    assert freeman_halton(counts) == pytest.approx(expected, rel=1e-12)


def test_tiny_p_values_keep_their_digits():
    """Only the six tables that pair each row with one column are as improbable: P = 6·(12!)³/36!."""
    p = 6 * np.exp(3 * np.sum(np.log(np.arange(1, 13))) - np.sum(np.log(np.arange(1, 37))))
    assert freeman_halton(np.diag([12, 12, 12])) == pytest.approx(p, rel=1e-10)


def test_rare_classes_among_many_items():
    """Three items of 200 000 are of the rare class; of four given rare labels, three and one, it has two."""
    counts = np.array([[199_995, 1, 1], [1, 2, 0]])
    ways = {
        (x, y): comb(3, x) * comb(1, y) * comb(199_996, 3 - x - y)
        for x in range(4)
        for y in range(2)
        if x + y <= 3
    }
    extreme = sum(number for number in ways.values() if number <= ways[2, 0])
    assert freeman_halton(counts) == pytest.approx(extreme / comb(200_000, 3), rel=1e-8)


@pytest.mark.parametrize("counts", [[[3, 4, 5]], [[3], [4]], [[7]], [[0, 3], [0, 4]]])
def test_a_table_that_the_margins_force_has_p_one(counts):
    assert freeman_halton(np.array(counts)) == 1


@pytest.mark.parametrize("work", [10, 1000, 10_000, 30_000, 60_000])
def test_work_is_bounded(work):
    with pytest.raises(TooMuchWorkError):
        freeman_halton(np.array(R["larger"][0]["counts"]), work)


def test_too_much_work_is_given_up_soon():
    with pytest.raises(TooMuchWorkError):
        freeman_halton(np.full((10, 10), 10))
    with pytest.raises(TooMuchWorkError):
        freeman_halton(np.array([[LARGEST_TOTAL, 1, 1], [1, 1, 1]]))
