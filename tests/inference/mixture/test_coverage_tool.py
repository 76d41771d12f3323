"""The tool that measures the figures of ``docs/mixture.md``, on few tables."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import abovechance as ac

_FILE = Path(__file__).parents[3] / "tools" / "mixture_coverage.py"
_SPEC = importlib.util.spec_from_file_location("mixture_coverage", _FILE)
tool = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(tool)


def lines(capsys, part, replicates):
    tool.main([part, "--replicates", str(replicates), "--seed", "3"])
    return [line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines() if "|" in line]


def test_the_mixture_errs_less_than_informedness_by_prevalence_in_total(capsys):
    _, _, *found = lines(capsys, "error", 30)
    assert len(found) == 27
    mixture, weighted, cut = (np.array([float(line[i]) for line in found]) for i in (1, 2, 4))
    assert mixture.mean() < weighted.mean()
    assert np.all(cut <= weighted)


def test_the_interval_covers_where_the_model_holds(capsys):
    header, _, *found = lines(capsys, "coverage", 20)
    found = found[:4]
    assert header[:3] == ["K", "conditions", "mean"]
    assert [line[:2] for line in found] == [["2", "96"], ["3", "96"], ["5", "54"], ["10", "24"]]
    for _, conditions, mean, *_ in found:
        assert float(mean) == pytest.approx(0.955, abs=4 * np.sqrt(0.05 / (20 * int(conditions))) + 0.01)


def test_the_test_of_fit_rejects_seldom_where_the_mixture_holds_and_always_far_from_it(capsys):
    _, _, *found = lines(capsys, "fit", 10)
    shares = {name: [float(x) for x in own] for name, *own in found}
    assert list(shares) == list(tool.predictors(3))
    assert np.mean([shares[name] for name in shares if name.startswith("holds")]) < 0.15
    assert shares["skills 0.8 to 0.2"][2] == 1


@pytest.mark.parametrize(("part", "conditions"), [("skills", 12), ("bounds", 6)])
def test_intervals_of_skills_and_of_bounds_cover(capsys, part, conditions):
    _, _, *found = lines(capsys, part, 50)
    assert len(found) == conditions
    assert np.mean([float(line[1]) for line in found]) > 0.9


@pytest.mark.parametrize("classes", [3, 5])
def test_what_holds_is_a_mixture_and_the_others_are_none(classes):
    for name, given in tool.predictors(classes).items():
        np.testing.assert_allclose(given.sum(-1), 1)
        fits = ac.mixture(ac.Tables.from_counts(1e5 * given), method="chi_squared").fits
        assert fits == name.startswith("holds")


def test_quick_draws_few_tables(capsys):
    tool.main(["bounds", "--quick"])
    assert f"bounds: {tool.QUICK} tables of each condition, seed 1" in capsys.readouterr().out
