"""Intraclass correlations: the published example, R's psych, and what has no variance."""

import math

import numpy as np
import pytest

import abovechance as ac
from abovechance.raters import Ratings
from tests.raters.data import SHROUT_FLEISS

pytestmark = pytest.mark.filterwarnings("ignore::abovechance.InputWarning")

# R 4.2.2, psych 2.2.9: ICC(x, lmer = FALSE)$results of the example of Shrout and Fleiss
PSYCH = {
    "ICC1": (
        0.165741768405476,
        1.79467849223947,
        18,
        0.164768808344639611,
        -0.1329323248747509,
        0.722560062328121,
    ),
    "ICC2": (
        0.289763779527559,
        11.02724795640327,
        15,
        0.000134566516484337,
        0.0187865133747120,
        0.761084369648953,
    ),
    "ICC3": (
        0.714840714840715,
        11.02724795640327,
        15,
        0.000134566516484337,
        0.3424647650339254,
        0.945858259955360,
    ),
    "ICC1k": (
        0.442797133679269,
        1.79467849223947,
        18,
        0.164768808344639611,
        -0.8844421552381190,
        0.912415420340776,
    ),
    "ICC2k": (
        0.620050547598989,
        11.02724795640327,
        15,
        0.000134566516484337,
        0.0711368153025035,
        0.927232040167722,
    ),
    "ICC3k": (
        0.909315542377069,
        11.02724795640327,
        15,
        0.000134566516484337,
        0.6756747138163047,
        0.985891678169062,
    ),
}


@pytest.mark.parametrize("name", PSYCH)
def test_as_psych(name):
    row = ac.icc(SHROUT_FLEISS)[name]
    found = (row.value, row.statistic, row.residual_df, row.p_value, row.low, row.high)
    assert found == pytest.approx(PSYCH[name], rel=1e-12)
    assert row.df == 5


def test_published_values():
    """Shrout and Fleiss (1979), table 4: .17, .29, .71 of one rater, .44, .62, .91 of the mean of four."""
    found = ac.icc(SHROUT_FLEISS)
    names = ("icc_1", "icc_a_1", "icc_c_1", "icc_1_k", "icc_a_k", "icc_c_k")
    assert [round(found[name].value, 2) for name in names] == [0.17, 0.29, 0.71, 0.44, 0.62, 0.91]


@pytest.mark.parametrize(
    ("alias", "name"),
    [("ICC(A,1)", "icc_a_1"), ("ICC(2,1)", "icc_a_1"), ("ICC(C,k)", "icc_c_k"), ("icc1", "icc_1")],
)
def test_names(alias, name):
    assert ac.icc(SHROUT_FLEISS)[alias].measure == name


def test_an_unknown_name_is_told():
    with pytest.raises(ac.InputError, match="no intraclass correlation called 'icc_9'"):
        ac.icc(SHROUT_FLEISS)["icc_9"]


def test_a_constant_added_by_a_rater_matters_to_agreement_alone():
    scores = np.add(SHROUT_FLEISS, [0, 10, 0, 0])
    before, after = ac.icc(SHROUT_FLEISS), ac.icc(scores)
    assert after["icc_c_1"].value == pytest.approx(before["icc_c_1"].value)
    assert after["icc_a_1"].value < before["icc_a_1"].value


def test_items_with_missing_ratings_are_left_out_and_counted():
    scores = [*SHROUT_FLEISS, [5, None, 5, 5]]
    found = ac.icc(scores)
    assert found.left_out == 1
    assert found["icc_1"].value == pytest.approx(ac.icc(SHROUT_FLEISS)["icc_1"].value)
    assert "1 item with a missing rating left out" in repr(found)


def test_perfect_agreement_is_one():
    found = ac.icc([[0.1, 0.1], [0.2, 0.2], [0.3, 0.3]])
    assert [row.value for row in found.entries] == [1.0] * 6


def test_no_variance_is_undefined():
    found = ac.icc([[0.1, 0.1, 0.1]] * 3)
    assert all(np.isnan(row.value) for row in found.entries)
    assert all(np.isnan(row.p_value) for row in found.entries)


@pytest.mark.parametrize(
    ("ratings", "message"),
    [
        ([["a", "b"], ["b", "b"]], "need ratings that are numbers"),
        ([[1], [2]], "need two raters"),
        ([[1, 2], [None, 2]], "two items that all raters rated, there is one"),
        (Ratings.from_wide([[1, 2], [2, 2]]).weighted([1, 1.5]), "count a whole number of times"),
    ],
)
def test_what_it_refuses(ratings, message):
    with pytest.raises(ac.InputError, match=message):
        ac.icc(ratings)


def test_frame_and_dictionary():
    found = ac.icc(SHROUT_FLEISS, level=0.9)
    assert found.to_frame("pandas").shape == (6, 9)
    assert found.to_dict()["level"] == 0.9
    assert found.to_dict()["entries"][0]["measure"] == "icc_1"


def test_quadratic_kappa_of_many_items():
    """Fleiss and Cohen (1973): it is an intraclass correlation but for terms that vanish with 1/n."""
    rng = np.random.default_rng(1)
    truth = rng.integers(1, 8, size=5000)
    scores = np.column_stack(
        [np.clip(truth + rng.integers(-2, 3, size=5000) + (g == 2), 1, 9) for g in range(3)]
    )
    found = ac.icc(scores)
    for name, key in (("conger_kappa", "icc_a_1"), ("fleiss_kappa", "icc_1")):
        kappa = ac.agreement(scores, name, weights="quadratic").value
        assert found[key].value == pytest.approx(kappa, abs=2e-4)
    assert found["icc_c_1"].value > found["icc_a_1"].value + 0.01


@pytest.mark.parametrize("rated", [[[1, 0], [0, 1], [1, 1]], [[2, 1, 1], [1, 2, 1], [1, 1, 2], [1, 1, 2]]])
def test_a_mean_of_raters_without_bound_has_no_large_number(rated):
    """Where the room that Spearman and Brown divide by is zero but for rounding, the mean has no bound."""
    for times in (1, 2, 5):
        for row in ac.icc(rated * times).entries:
            assert not 1e6 < abs(row.value) < math.inf, row
