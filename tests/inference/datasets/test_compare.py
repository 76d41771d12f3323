"""Several systems over several data sets."""

import json
from itertools import combinations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import stats

from abovechance import InputError, compare_datasets
from abovechance.inference.datasets.ranks import signed_rank_p
from abovechance.inference.significance.multiplicity import adjust
from tests.inference.datasets.test_ranks import DEMSAR

NAMES = ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]


def ladder(systems=4, sets=12, seed=0, step=1.0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(sets, systems)) + step * np.arange(systems)


def test_demsars_example():
    found = compare_datasets(DEMSAR, systems=NAMES)
    assert found.systems == ("C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5")
    assert found.mean_ranks == pytest.approx((1.964, 2.0, 2.893, 3.143), abs=5e-4)
    assert found.critical_difference == pytest.approx(1.25, abs=5e-3)
    assert found.cliques() == [found.systems]
    assert found.friedman.statistic == pytest.approx(10.23, abs=5e-3)


def test_two_sets_show_nothing():
    found = compare_datasets({"a": [0.1, 0.2], "b": [0.2, 0.3]})
    assert found.verdict.startswith("The systems are not shown to rank differently over 2 data sets")
    assert "exact, p = 0.5" in found.verdict


def test_pairs_are_tested_apart_and_adjusted_together():
    values = ladder()
    found = compare_datasets(values)
    p = [
        stats.wilcoxon(values[:, int(a.first)], values[:, int(a.second)], method="exact").pvalue
        for a in found.pairs
    ]
    assert [pair.p_value for pair in found.pairs] == pytest.approx(p)
    assert [pair.p_adjusted for pair in found.pairs] == pytest.approx(adjust(p, "holm").tolist())
    assert [pair.p_adjusted for pair in compare_datasets(values, adjust=None).pairs] == pytest.approx(p)


def test_few_sets_are_compared_by_signs():
    pair = compare_datasets({"A": [3, 2, 4, 1], "B": [1, 1, 1, 1]})["A", "B"]
    assert (pair.test, pair.wins, pair.losses, pair.ties) == ("sign", 3, 0, 1)
    assert pair.p_value == 2 / 2**3


def test_differences_that_are_equal_but_for_rounding_share_their_rank():
    """0.3 − 0.2, 0.2 − 0.1 and 0.5 − 0.6 are three different numbers in binary."""
    first, second = [0.3, 0.2, 0.5, 0.9, 0.8, 0.7], [0.2, 0.1, 0.6, 0.6, 0.4, 0.2]
    pair = compare_datasets({"A": first, "B": second})["A", "B"]
    tenths = [1, 1, -1, 3, 4, 5]
    assert pair.p_value == signed_rank_p(tenths)
    assert compare_datasets({"A": first, "B": [x + 0.1 - 0.1 for x in first]})["A", "B"].ties == 6


def test_a_pair_can_be_asked_for_in_either_order():
    found = compare_datasets({"A": [3, 2, 4, 1, 5, 2], "B": [1, 1, 1, 2, 1, 1]})
    pair, turned = found["A", "B"], found["B", "A"]
    assert (turned.wins, turned.losses, turned.median_difference) == (
        pair.losses,
        pair.wins,
        -pair.median_difference,
    )
    assert pair.median_difference == 1.5
    with pytest.raises(InputError, match="no pair 'A', 'C'"):
        found["A", "C"]


def test_lower_scores_can_be_better():
    values = ladder()
    found = compare_datasets(-values, higher_is_better=False)
    assert found.mean_ranks == compare_datasets(values).mean_ranks
    assert found.systems[0] == "3"
    assert found["3", "0"].wins > found["3", "0"].losses


def test_cliques_are_as_large_as_can_be_and_none_lies_in_another():
    found = compare_datasets(ladder(8, 20, step=0.6))
    at = dict(zip(found.systems, found.mean_ranks, strict=True))
    groups = found.cliques()
    assert len(groups) > 1
    for group in groups:
        assert at[group[-1]] - at[group[0]] < found.critical_difference
        assert not any(set(group) < set(other) for other in groups)
    for a, b in combinations(found.systems, 2):
        close = at[b] - at[a] < found.critical_difference
        assert close == any({a, b} <= set(group) for group in groups)


def test_cliques_by_pairs_have_no_two_that_differ():
    found = compare_datasets(ladder(6, 30, step=0.5))
    for group in found.cliques("pairs"):
        assert all(found[a, b].p_adjusted >= 0.05 for i, a in enumerate(group) for b in group[i + 1 :])
    with pytest.raises(InputError, match="test must be 'nemenyi' or 'pairs'"):
        found.cliques("holm")


def test_the_verdict_says_who_is_better_than_whom():
    clear = compare_datasets(ladder(3, 20, step=3.0), systems=["worst", "middle", "best"])
    assert "rank differently" in clear.verdict
    assert clear.verdict.endswith("'best' has the best mean rank, and is better than 'middle' and 'worst'.")
    alike = compare_datasets(ladder(3, 10, step=0.0))
    assert alike.verdict.startswith("The systems are not shown to rank differently over 10 data sets")
    unclear = compare_datasets(DEMSAR, systems=NAMES, adjust="bonferroni")
    assert unclear.verdict.endswith("'C4.5+m+cf' has the best mean rank, but no pair shows it better.")


def test_scores_may_come_in_many_forms():
    expected = compare_datasets([[3, 1], [2, 1], [4, 2]], systems=["A", "B"]).to_dict()
    columns = {"A": [3, 2, 4], "B": [1, 1, 2]}
    named = {"A": {"x": 3, "y": 2, "z": 4}, "B": {"z": 2, "x": 1, "y": 1}}
    for scores in (columns, named, pd.DataFrame(columns), pl.DataFrame(columns)):
        assert compare_datasets(scores).to_dict() == expected
    assert json.loads(json.dumps(expected))["pairs"][0]["wins"] == 3


def test_results_can_be_read():
    found = compare_datasets({"A": [3, 2, 4], "B": [1, 1, 2]})
    assert found.to_frame("pandas")["wins"].tolist() == [3]
    assert "A  mean rank 1.00" in repr(found)
    assert "3 won, 0 lost, 0 equal" in repr(found)


@pytest.mark.parametrize(
    ("scores", "options", "message"),
    [
        ([[1, 2], [3, np.nan]], {}, "finite numbers"),
        ([["a", "b"], ["c", "d"]], {}, "scores must be numbers"),
        ([1, 2, 3], {}, "one for each system and data set"),
        ([[1], [2]], {}, "at least two systems"),
        ([[1, 2]], {}, "at least two systems and two data sets, got 2 and 1"),
        ([[1, 2], [3, 4]], {"systems": ["A"]}, "2 columns of scores and 1 names"),
        ({"A": [1, 2], "B": [1]}, {}, "columns differ in length"),
        ({"A": {"x": 1}, "B": {"y": 1}}, {}, r"scores\['B'\] must have a score for the same data sets"),
        ([[1, 2], [3, 4]], {"level": 2}, "level must lie between"),
        ([[1, 2], [3, 4]], {"adjust": "hollm"}, "did you mean 'holm'"),
    ],
)
def test_what_makes_no_sense_is_refused(scores, options, message):
    with pytest.raises(InputError, match=message):
        compare_datasets(scores, **options)
