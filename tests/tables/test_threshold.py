"""A threshold makes the same decisions of numbers wherever they are, and in every question of labels."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

import abovechance as ac

N = 60
TRUTH = ["benign", "malignant", "benign"] * (N // 3)
SHARES = [round((37 * i % N) / N, 3) for i in range(N)]
OTHER = [round((11 * i % N) / N, 3) for i in range(N)]
FRAME = pd.DataFrame({"truth": TRUTH, "p": SHARES, "q": OTHER})


def decided(column, positive="malignant", threshold=0.5):
    negative = "benign" if positive == "malignant" else "malignant"
    return [positive if share >= threshold else negative for share in column]


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    path = tmp_path_factory.mktemp("threshold") / "scores.csv"
    FRAME.to_csv(path, index=False)
    return {
        "a frame of pandas": FRAME,
        "a frame of polars": pl.from_pandas(FRAME),
        "a lazy frame": pl.from_pandas(FRAME).lazy(),
        "a mapping": FRAME.to_dict("list"),
        "a file": path,
    }


@pytest.mark.parametrize("positive", [None, "malignant", "benign"])
@pytest.mark.parametrize("threshold", [0.5, 0.3])
def test_decisions_are_the_same_wherever_items_are(sources, positive, threshold):
    wanted = ac.Tables.from_labels(
        TRUTH, decided(SHARES, positive or "malignant", threshold), positive=positive
    )
    how = {"threshold": threshold, "positive": positive}
    for column in (SHARES, np.array(SHARES), pd.Series(SHARES), pl.Series(SHARES)):
        assert ac.Tables.from_labels(TRUTH, column, **how) == wanted
    for source in sources.values():
        assert ac.evaluate("truth", "p", data=source, level=None, **how).tables == wanted
        assert ac.informedness("truth", "p", data=source, **how) == ac.informedness(wanted)


@pytest.mark.parametrize("positive", [None, "benign"])
def test_systems_are_compared_by_their_decisions(sources, positive):
    columns = {name: decided(FRAME[name], positive or "malignant") for name in ("p", "q")}
    wanted = ac.compare(TRUTH, columns, positive=positive).verdict
    how = {"threshold": 0.5, "positive": positive}
    assert ac.compare(TRUTH, {"p": SHARES, "q": OTHER}, **how).verdict == wanted
    for source in sources.values():
        assert ac.compare("truth", ["p", "q"], data=source, **how).verdict == wanted


@pytest.mark.parametrize(
    "ask", [ac.evaluate, ac.tests, ac.test, ac.deploy, ac.mixture, ac.bookmaker_payoff, ac.confusion_entropy]
)
def test_what_warnings_advise_can_be_done(ask):
    given = (0.1,) if ask is ac.deploy else ()
    with pytest.warns(ac.InputWarning, match="say threshold=0.5 to decide by them"):
        ac.Tables.from_labels(TRUTH, SHARES)
    assert ask(TRUTH, SHARES, *given, threshold=0.5) == ask(TRUTH, decided(SHARES), *given)


def test_a_number_that_is_missing_decides_nothing():
    gaps = [*SHARES[:-1], None]
    with pytest.raises(ac.InputError, match="prediction has 1 missing values: say on_missing='drop'"):
        ac.evaluate(TRUTH, gaps, threshold=0.5)
    found = ac.evaluate(TRUTH, gaps, threshold=0.5, on_missing="drop")
    assert (found.left_out, found.tables.total) == (1, N - 1)


def test_a_threshold_is_for_two_classes_and_for_labels():
    with pytest.raises(
        ac.InputError, match="threshold makes decisions between two classes, and the truth has 3"
    ):
        ac.evaluate(["a", "b", "c"], [0.1, 0.2, 0.3], threshold=0.5)
    with pytest.raises(ac.InputError, match="positive must be one of 'a', 'b', not 'c'"):
        ac.evaluate(["a", "b"], [0.1, 0.2], threshold=0.5, positive="c")
    with pytest.raises(ac.InputError, match="no use beside tables"):
        ac.evaluate(ac.Tables.from_cells(tp=1, fp=2, fn=3, tn=4), threshold=0.5)
    with pytest.warns(ac.InputWarning, match="say prediction >= 0.5 to decide by them"):
        _ = ac.Accumulator().update(TRUTH, SHARES).tables
