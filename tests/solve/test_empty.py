"""Where a measure is undefined on tables that remain: known without listing them, as by listing them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance.solve import solution
from abovechance.solve.empty import undefined_where
from abovechance.solve.forms import form_of

FIGURES = (
    "recall",
    "precision",
    "accuracy",
    "f1",
    "prevalence",
    "bias",
    "fallout",
    "mcc",
    "inverse_precision",
)
ASKED = (
    "informedness",
    "markedness",
    "correlation",
    "precision",
    "f1",
    "cohen_kappa",
    "accuracy",
    "kent_foster_i",
)


@pytest.fixture
def unlisted(monkeypatch):
    """Solutions of which no table is listed, few as there may be."""
    monkeypatch.setattr(solution, "_MOST_LISTED", -1)


def somewhere(found, name):
    """Whether a measure may be undefined; its range, which takes longer, is not asked for."""
    return any(map(found._may_leave, undefined_where(name)))


drawn = st.lists(
    st.tuples(st.sampled_from(FIGURES), st.integers(0, 10)),
    min_size=1,
    max_size=2,
    unique_by=lambda pair: pair[0],
)


@pytest.mark.usefixtures("unlisted")
@settings(max_examples=40, deadline=None)
@given(st.integers(1, 30), drawn)
def test_what_is_undefined_is_known_without_a_list(n, figures):
    found = ac.solve({name: f"{tenths / 10:.1f}" for name, tenths in figures}, n=n)
    if not found.consistent:
        return
    assert found._listed is None
    tables = ac.Tables.from_cells(*np.array([table.counts.ravel()[[3, 1, 2, 0]] for table in found]).T)
    for name in ASKED:
        assert somewhere(found, name) is bool(np.isnan(ac.compute(tables, name)).any())


@settings(max_examples=25, deadline=None)
@given(
    st.tuples(*[st.integers(0, 9)] * 4),
    st.lists(st.sampled_from(FIGURES), min_size=1, max_size=2, unique=True),
)
def test_among_shares_none_is_missed(cells, names):
    table = ac.Tables.from_cells(*cells)
    printed = {name: f"{ac.compute(table, name):.2f}" for name in names}
    if "nan" in printed.values():
        return
    found = ac.solve(printed)
    for name in ASKED:
        assert somewhere(found, name) or not np.isnan(ac.compute(table, name))


@pytest.mark.parametrize(
    ("figures", "name", "undefined"),
    [
        ({"precision": "0.81", "recall": "0.79"}, "markedness", False),  # a miss, a hit and a false alarm
        ({"precision": "0.81", "recall": "0.79"}, "inverse_precision", False),
        ({"recall": "0.79"}, "informedness", True),  # of a single class
        ({"recall": "0.79"}, "precision", False),
        ({"accuracy": "0.8"}, "precision", True),
        ({"inverse_recall": "1.0"}, "precision", True),
        ({"inverse_recall": "1.0"}, "inverse_recall", False),
    ],
)
@pytest.mark.parametrize("n", [10**5, None])
def test_many_tables_and_shares(figures, name, undefined, n):
    assert ac.solve(figures, n=n).range(name).undefined is undefined


@pytest.mark.parametrize("name", [m.key for m in ac.measures() if form_of(m.key) is not None])
def test_which_cells_are_empty_tells_whether_a_measure_is_defined(name):
    rng = np.random.default_rng(3)
    cells = rng.integers(1, 50, (300, 4)) * rng.integers(0, 2, (300, 4))
    cells = cells[cells.sum(axis=1) > 0]
    wanted = np.isnan(np.ravel(ac.compute(ac.Tables.from_cells(*cells.T), name)))
    found = [tuple(bool(x) for x in row > 0) in undefined_where(name) for row in cells]
    np.testing.assert_array_equal(found, wanted)


def test_a_report_says_it():
    said = repr(ac.solve(n=5, accuracy="0.8"))
    assert "Undefined on some of these tables: Informedness, Markedness, Correlation" in said
    assert "Perhaps undefined on some of these tables: Informedness" in repr(ac.solve(accuracy="0.8"))
    assert "ndefined on some" not in repr(ac.solve(n=100, recall="50%", precision="71.43%", accuracy="58%"))


@pytest.mark.parametrize(("recalls", "undefined"), [(("0.50", "0.75"), False), (("1.00", "0.00"), True)])
def test_more_classes_may_all_be_given_one_label(recalls, undefined):
    report = {
        "a": {"recall": recalls[0], "support": 4},
        "b": {"recall": recalls[1], "support": 4},
        "c": {"recall": "0.00", "support": 4},
    }
    found = ac.solve(report=report)
    assert found.range("markedness").undefined is found.range("correlation").undefined is undefined
    assert not found.range("informedness").undefined
    assert not found.range("macro_precision").undefined
