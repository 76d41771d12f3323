"""The study of Figure 2: levels, runs that are kept one by one, and claims that altered data refute."""

import math

import numpy as np
import pytest

import abovechance as ac
from abovechance.inference.mixture.batch import informed_share
from abovechance.simulation.simulate import simulate
from abovechance.studies.counting import FIRST, tallies
from abovechance.studies.ecai2008.claims import (
    BY_PREVALENCE,
    DEBIASED,
    ESTIMATES,
    MIXTURE,
    PAPER,
    TRADITIONAL,
    mean_rmse,
    of_condition,
    rivalry,
    worst_bias,
)
from abovechance.studies.ecai2008.run import LEVELS, RUNS, STUDY, Level, cells, chunk


@pytest.fixture(scope="module")
def rows():
    return STUDY.run("quick", replicates=1000, seed=5).rows()


def test_the_paper_has_eleven_levels_of_ten_tables(rows):
    runs = [row for row in rows if row["run"] is not None and row["measure"] == "informedness"]
    assert len(runs) == 110
    assert LEVELS == (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def test_the_first_runs_are_the_same_however_many_follow():
    def first(replicates):
        found = STUDY.run("quick", replicates=replicates, seed=5).rows()
        return [row["mean"] for row in found if row["run"] is not None]

    np.testing.assert_array_equal(first(1000), first(2000))


def test_the_quick_study_is_the_paper_and_the_full_one_has_36_conditions():
    assert {(x.classes, x.n, x.margins) for x in cells("quick")} == {PAPER}
    assert len(cells("full")) == 36 * 11


def test_informedness_by_prevalence_is_unbiased(rows):
    """Given the classes of the items, each class's rates are unbiased, and its weight is fixed."""
    for row in of_condition(rows, BY_PREVALENCE):
        assert abs(row["bias"]) <= 4 * row["error"] + 1e-12


def test_accuracy_is_that_of_guesses_where_they_are_guesses(rows):
    """With even chances for all shares, a guess is right with probability 1/K."""
    row = of_condition(rows, "accuracy")[0]
    assert row["mean"] == pytest.approx(1 / 5, abs=4 * row["error"])


def test_systems_that_know_everything_are_seen_to(rows):
    for key in ESTIMATES:
        assert of_condition(rows, key)[-1]["mean"] == pytest.approx(1)


@pytest.mark.parametrize("margins", ["random", "even", "mismatched"])
def test_margins_are_as_asked(margins):
    seen = dict(tallies(chunk(Level(3, 50, margins, 0.0), 4000, np.random.SeedSequence(1))))
    # chance is 1/3 by even or random shares; mismatched: (4·1 + 2·2 + 1·4)/7²
    expected = 12 / 49 if margins == "mismatched" else 1 / 3
    assert seen["accuracy",]["deviation"].mean == pytest.approx(expected, abs=0.01)
    assert "misled" not in seen["accuracy",]  # nothing is less informed than a guess by 0.2
    assert [len(seen[key,][FIRST]) for key in ESTIMATES] == [RUNS] * len(ESTIMATES)


def test_summaries_of_levels():
    rows = [{"bias": -0.3, "rmse": 0.3}, {"bias": 0.1, "rmse": 0.1}, {"bias": math.nan, "rmse": math.nan}]
    assert worst_bias(rows) == -0.3
    assert mean_rmse(rows) == pytest.approx(math.sqrt((0.09 + 0.01) / 2))


def holds(rows):
    return [finding.holds for finding in STUDY.findings(rows)]


def test_what_the_paper_claims_and_what_many_tables_say(rows):
    # Informedness, Markedness and Correlation, Kappa, traditional ones, kinds of means, ranking, weighting, ML
    assert holds(rows) == [True, False, True, False, True, True, False, True]


@pytest.mark.parametrize(
    ("keys", "change", "place"),
    [
        (["informedness"], {"bias": 0.05}, 0),
        (["cohen_kappa"], {"bias": -0.2}, 2),
        (["macro_f1"], {"bias": 0.0}, 4),
        (DEBIASED, {"misled": 0.5}, 5),
        ([BY_PREVALENCE], {"excess": -0.01}, 7),
    ],
)
def test_other_data_refute_the_claims(rows, keys, change, place):
    assert holds(rows)[place]
    assert not holds([row | change if row["measure"] in keys else row for row in rows])[place]


@pytest.mark.parametrize(
    ("keys", "change", "place"),
    [
        (["markedness", "correlation"], {"bias": 0.0}, 1),
        (TRADITIONAL, {"bias": 0.5}, 3),
        (["informedness"], {"rmse": 0.0}, 6),
    ],
)
def test_other_data_support_the_claims_that_fail(rows, keys, change, place):
    assert not holds(rows)[place]
    assert holds([row | change if row["measure"] in keys else row for row in rows])[place]


def test_other_conditions_are_judged_where_there_are_any(rows):
    """A second condition, where Informedness has a bias, refutes that it tracks everywhere."""
    others = [row | {"n": 32, "undefined": 0.0} for row in rows if row["run"] is None]
    both = STUDY.findings([*rows, *others])
    assert [finding.holds for finding in both[7:9]] == [True, True]
    biased = [row | {"bias": 0.1} if row["measure"] == "informedness" else row for row in others]
    found = STUDY.findings([*rows, *biased])
    assert [finding.holds for finding in found[7:9]] == [False, True]
    assert "K = 5, N = 32, random: +0.100" in found[7].evidence


def test_a_condition_with_few_defined_tables_is_named_and_left_out(rows):
    """Defined on less than 80 % of tables at one level is too few: neither bias nor error is judged."""
    others = [row | {"n": 32, "undefined": 0.0} for row in rows if row["run"] is None]
    rare = [
        row | {"bias": 0.1, "rmse": 0.0, "undefined": 0.21 if row["informed"] == 0.3 else 0.0}
        if row["measure"] == "informedness"
        else row
        for row in others
    ]
    tracks, _, nearest = STUDY.findings([*rows, *rare])[7:10]
    assert tracks.holds
    assert "It does under 1 of 1." in tracks.evidence
    assert "K = 5, N = 32, random: 21.0 %" in tracks.evidence
    assert "Informedness 1," not in nearest.evidence.replace("Prevalence-weighted Informedness 1,", "")
    errors = STUDY.sections([*rows, *rare])[1]
    line = next(line for line in errors.body if line[0] == "5, 32, random")
    assert line[1] == "(0.000)"


def test_ties_of_the_least_error_count_for_each(rows):
    others = [row | {"n": 32, "undefined": 0.0, "rmse": 0.1} for row in rows if row["run"] is None]
    nearest = STUDY.findings([*rows, *others])[9]
    assert "Rand Accuracy 1," in nearest.evidence
    assert "One of the two under 2." in nearest.evidence


def test_an_error_that_is_never_defined_has_no_number(rows):
    never = [
        row | {"n": 32, "rmse": math.nan, "bias": math.nan, "undefined": 1.0}
        for row in rows
        if row["run"] is None
    ]
    errors, rivals, undefined = STUDY.sections([*rows, *never])[1:]
    assert [line[0] for line in rivals.body] == ["5, 128, random"]
    assert set(errors.body[1][1:]) == {"–"}
    assert set(undefined.body[1][1:]) == {"100.0"}


def test_the_report_has_a_line_for_each_measure(rows):
    (table,) = STUDY.sections(rows)
    assert len(table.body) == len(ESTIMATES)
    assert {len(line) for line in table.body} == {len(table.header)}


def test_the_mixture_is_that_of_the_library():
    tables = simulate([0.0, 0.4], "random", guess="random", k=3, n=20, replicates=50, seed=2)
    np.testing.assert_array_equal(informed_share(tables), ac.mixture(tables, method="chi_squared").value)


def test_the_lead_is_the_difference_of_squared_errors(rows):
    """Both are defined on the same tables, so that errors and their difference agree."""
    found = rivalry(rows, PAPER)
    levels = of_condition(rows, BY_PREVALENCE)
    difference = found.best**2 - found.mixture**2
    assert found.weighting == BY_PREVALENCE
    assert np.mean([row["excess"] for row in levels]) == pytest.approx(difference)
    error = np.sqrt(np.sum([row["excess_error"] ** 2 for row in levels])) / len(levels)
    assert found.lead == pytest.approx(difference / error)
    assert {row["excess"] for row in of_condition(rows, MIXTURE)} == {0.0}


def test_two_classes_have_one_estimate():
    """There the mixture is Informedness by either weighting, and what rounding leaves refutes nothing."""
    seeds = np.random.SeedSequence(1).spawn(len(LEVELS))
    levels = [Level(2, 32, "random", informed) for informed in LEVELS]
    found = [
        row for level, seed in zip(levels, seeds, strict=True)
        for row in STUDY.rows(level, chunk(level, 300, seed))
    ]  # fmt: skip
    same = rivalry(found, (2, 32, "random"))
    assert same.lead == 0
    assert same.holds
    assert same.mixture == pytest.approx(same.best)


def test_each_condition_is_held_or_refuted(rows):
    others = [row | {"n": 32} for row in rows if row["run"] is None]
    others = [row | {"excess": -0.01} if row["measure"] == BY_PREVALENCE else row for row in others]
    *_, finding = STUDY.findings([*rows, *others])
    assert not finding.holds
    assert "It does under 1 of 2" in finding.evidence
    assert "Refuted under K = 5, N = 32, random" in finding.evidence
    rivals = STUDY.sections([*rows, *others])[2]
    assert [line[-1] for line in rivals.body] == ["held", "refuted"]
