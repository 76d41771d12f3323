"""The public names, so that a change of them is on purpose."""

import copy
import inspect
import pickle

import pytest

import abovechance as ac

NAMES = [
    "AbovechanceError",
    "Accumulator",
    "Agreement",
    "AgreementComparison",
    "AgreementTest",
    "Agreements",
    "Axis",
    "Benchmark",
    "BookmakerPayoff",
    "BookmakerScript",
    "Calibration",
    "ClassSkills",
    "Comparison",
    "Concordance",
    "Concordances",
    "CorrectedT",
    "CorrelatedT",
    "Curve",
    "DatasetComparison",
    "Diagnosis",
    "Evaluation",
    "InputError",
    "InputWarning",
    "Interval",
    "Intervals",
    "IntraclassCorrelations",
    "Joint",
    "Measure",
    "MixtureFit",
    "Plan",
    "Ranking",
    "Ratings",
    "Study",
    "SystemTable",
    "TableTests",
    "Tables",
    "TestResult",
    "UndefinedMeasureError",
    "UnknownMeasureError",
    "agreement",
    "agreement_heatmap",
    "agreement_test",
    "band",
    "benchmark_agreement",
    "bookmaker_payoff",
    "bookmaker_script",
    "bootstrap",
    "calibrate",
    "cluster_interval",
    "compare",
    "compare_agreement",
    "compare_datasets",
    "compare_tables",
    "compute",
    "concordance",
    "corrected_t",
    "correlated_t",
    "critical_difference_diagram",
    "cross_validate",
    "curves",
    "diagnose_agreement",
    "evaluate",
    "fold_interval",
    "gradient",
    "icc",
    "interval",
    "items_for_kappa",
    "items_for_width",
    "items_needed",
    "items_needed_to_compare",
    "measure",
    "measures",
    "mixture",
    "pair_tables",
    "pairwise_agreement",
    "per_class_tests",
    "plan",
    "plots",
    "posterior",
    "power_for_kappa",
    "power_of",
    "power_to_compare",
    "roc",
    "simulate",
    "sklearn",
    "study",
    "test",
    "tests",
    "why_undefined",
]
"""What ``from abovechance import *`` gives; every measure is an attribute too."""
MEASURES = [
    "accuracy",
    "cohen_kappa",
    "correlation",
    "f1",
    "informedness",
    "inverse_precision",
    "inverse_recall",
    "macro_f1",
    "macro_precision",
    "macro_recall",
    "markedness",
    "mcc",
    "precision",
    "recall",
]
"""The measures that ``dir(abovechance)`` shows."""


def test_the_public_names_are_these():
    assert sorted(ac.__all__) == sorted(NAMES)


def test_a_glance_shows_the_names_and_the_headline_measures():
    assert sorted(dir(ac)) == sorted(NAMES + MEASURES)
    assert len(dir(ac)) <= 110


def test_every_measure_is_an_attribute_of_the_package():
    assert all(getattr(ac, m.key) is m for m in ac.measures())
    with pytest.raises(AttributeError, match="did you mean 'informedness'"):
        _ = ac.informednes
    with pytest.raises(AttributeError):
        _ = ac._repr_html_


@pytest.mark.parametrize("name", NAMES)
def test_public_functions_and_types_are_documented_and_pickle(name):
    found = getattr(ac, name)
    assert inspect.getdoc(found)
    if not inspect.ismodule(found):
        assert pickle.loads(pickle.dumps(found)) is found


def test_a_measure_is_told_of_like_a_function():
    for m in (*ac.measures(), ac.class_mcc):
        assert (m.__name__, m.__qualname__, m.__module__) == (m.key, m.key, "abovechance")
        assert m.__doc__ == m.card()
        assert set(m.parameters) < set(inspect.signature(m).parameters)
        assert copy.copy(m) is copy.deepcopy(m) is pickle.loads(pickle.dumps(m)) is m
    assert str(inspect.signature(ac.f_beta)).endswith("beta: float = 1.0, **options: 'Any') -> 'Any'")
    assert ac.Measure.__doc__.startswith("A measure and all that is known of it")
    assert "key" in inspect.signature(ac.Measure).parameters


def test_help_shows_the_card(capsys):
    help(ac.informedness)
    said = capsys.readouterr().out
    for line in ac.informedness.card().splitlines():
        assert line in said
    for fact in ("Formula", "Source", "Range", "Chance level", "Unchanged by", "Also called", "Example"):
        assert fact in said
