"""The public names, so that a change of them is on purpose."""

import copy
import inspect
import json
import pickle
import re

import numpy as np
import pytest

import abovechance as ac
from abovechance.core.result import Answer
from abovechance.report.build import build
from abovechance.report.document import Table

NAMES = [
    "AbovechanceError",
    "AbstentionCurve",
    "Abstentions",
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
    "Catalogue",
    "ClassSkills",
    "ClassSolution",
    "Check",
    "Comparison",
    "Concordance",
    "Concordances",
    "CorrectedT",
    "CorrelatedT",
    "Curve",
    "DatasetComparison",
    "Deployment",
    "Diagnosis",
    "Evaluation",
    "Homogeneity",
    "ImperfectTruth",
    "ImpliedKappa",
    "InputError",
    "InputWarning",
    "Interval",
    "Intervals",
    "IntraclassCorrelations",
    "Joint",
    "Judgement",
    "LabelPlan",
    "Marks",
    "Measure",
    "MixtureFit",
    "Plan",
    "PrevalenceCurve",
    "Quantification",
    "Ranking",
    "Ratings",
    "Solution",
    "Study",
    "SystemTable",
    "TableTests",
    "Tables",
    "TestResult",
    "UndefinedMeasureError",
    "UnknownMeasureError",
    "abstention_curve",
    "abstentions",
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
    "check",
    "compare",
    "compare_agreement",
    "compare_datasets",
    "compare_groups",
    "compare_tables",
    "compare_with_baseline",
    "compute",
    "concordance",
    "corrected_t",
    "correlated_t",
    "critical_difference_diagram",
    "cross_validate",
    "curves",
    "deploy",
    "diagnose_agreement",
    "evaluate",
    "fold_interval",
    "gradient",
    "icc",
    "imperfect_truth",
    "implied_kappa",
    "interval",
    "items_for_kappa",
    "items_for_width",
    "items_needed",
    "items_needed_to_compare",
    "judge",
    "labels_needed",
    "mark",
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
    "quantify",
    "roc",
    "simulate",
    "solve",
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
    """Without the types of answers, which nobody makes by name."""
    hidden = {*RESULTS, "AbovechanceError", "UndefinedMeasureError"} - {"Curve", "Ratings", "Tables"}
    assert sorted(dir(ac)) == sorted({*NAMES, *MEASURES} - hidden)
    assert len(dir(ac)) <= 100


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
    assert str(inspect.signature(ac.f_beta)).endswith("beta: float = 1.0, **options: 'Any') -> 'float | Any'")
    assert ac.Measure.__doc__.startswith("A measure and all that is known of it")
    assert "key" in inspect.signature(ac.Measure).parameters


def test_help_shows_the_card(capsys):
    help(ac.informedness)
    said = capsys.readouterr().out
    for line in ac.informedness.card().splitlines():
        assert line in said
    assert "Other meanings of informedness\n" in said
    assert 'ac.agreement(ratings, "informedness")  Informedness, coefficient of agreement of raters' in said
    for fact in ("Formula", "Source", "Range", "Chance level", "Unchanged by", "Also called", "Example"):
        assert fact in said


NO_RESULTS = {"Accumulator", "Axis", "Joint", "Measure"}
"""Types that are no answers: what tables are made of, and what computes values of them."""
RATINGS = [
    ["a", "a", "b"],
    ["b", "b", "b"],
    ["a", "a", "a"],
    ["b", "a", "b"],
    ["b", "b", None],
    ["a", "a", "b"],
]
TRUTH, ONE, TWO = (list(labels) for labels in ("aababbabbaab", "aababbabbbba", "abababbbbaab"))
TABLE = ac.Tables.from_labels(TRUTH, ONE)
FOLDS = ([0.5, 0.6, 0.7, 0.8], [0.4, 0.5, 0.7, 0.6])
RESULTS = {
    "AbstentionCurve": lambda: ac.abstention_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], positive=1),
    "Abstentions": lambda: ac.abstentions(TRUTH, [*ONE[:-2], "?", "?"], abstain="?"),
    "Agreement": lambda: ac.agreement(RATINGS, "alpha"),
    "AgreementComparison": lambda: ac.compare_agreement(
        [ac.agreement(RATINGS, name) for name in ("alpha", "gwet_ac")]
    ),
    "AgreementTest": lambda: ac.agreement_test(RATINGS, seed=0),
    "Agreements": lambda: ac.agreement(RATINGS),
    "Benchmark": lambda: ac.benchmark_agreement(0.67, se=0.15),
    "BookmakerPayoff": lambda: ac.bookmaker_payoff(TABLE),
    "BookmakerScript": lambda: ac.bookmaker_script(TABLE),
    "Calibration": lambda: ac.calibrate([0.01, 0.2]),
    "Catalogue": lambda: ac.measures(kind="chance-corrected"),
    "ClassSkills": lambda: ac.mixture(TABLE).skills,
    "Comparison": lambda: ac.compare(TRUTH, {"A": ONE, "B": TWO}, seed=0),
    "Concordance": lambda: ac.concordance(TRUTH, ONE, "adjusted_rand", seed=0),
    "Concordances": lambda: ac.concordance(TRUTH, ONE, seed=0),
    "CorrectedT": lambda: ac.corrected_t(*FOLDS, folds=4),
    "CorrelatedT": lambda: ac.correlated_t(*FOLDS, folds=4),
    "Curve": lambda: ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], positive=1),
    "DatasetComparison": lambda: ac.compare_datasets({"A": FOLDS[0], "B": FOLDS[1]}),
    "Diagnosis": lambda: ac.diagnose_agreement(RATINGS),
    "Evaluation": lambda: ac.evaluate(TABLE),
    "Homogeneity": lambda: ac.compare_groups(
        ac.Tables.from_cells(tp=[9, 5], fp=[1, 4], fn=[2, 5], tn=[9, 6])
    ),
    "ImpliedKappa": lambda: ac.implied_kappa(TABLE, "mcc"),
    "ImperfectTruth": lambda: ac.imperfect_truth(TABLE, error=0.05),
    "Interval": lambda: ac.interval(TABLE, "informedness"),
    "Intervals": lambda: ac.interval(TABLE, ["informedness", "mcc"]),
    "IntraclassCorrelations": lambda: ac.icc([[1, 2], [3, 3], [2, 2], [5, 4]]),
    "Marks": lambda: ac.mark({"ann": ONE, "bob": TWO}, TRUTH, options=2),
    "MixtureFit": lambda: ac.mixture(TABLE),
    "LabelPlan": lambda: ac.labels_needed(0.1, share=0.3, tpr=0.9, fpr=0.1, unlabelled=9000),
    "Judgement": lambda: ac.judge([*TRUTH, None, None], [*ONE, "a", "b"]),
    "Plan": lambda: ac.plan(0.5),
    "Deployment": lambda: ac.deploy(TABLE, 0.02),
    "PrevalenceCurve": lambda: ac.deploy(TABLE, 0.02).curve([0.1, 0.2]),
    "Quantification": lambda: ac.quantify(TABLE, {"a": 5, "b": 7}),
    "Ranking": lambda: ac.roc([0, 0, 1, 1, 0, 1], [0.1, 0.4, 0.35, 0.8, 0.2, 0.7], positive=1),
    "Ratings": lambda: ac.Ratings.from_wide(RATINGS),
    "Check": lambda: ac.check({"recall": ["50%"], "precision": ["71.43%"], "accuracy": ["58%"]}, n=100),
    "ClassSolution": lambda: ac.solve(
        report={
            "a": {"precision": "0.58", "recall": "0.79", "support": 14},
            "b": {"precision": "0.78", "recall": "0.58", "support": 12},
            "c": {"precision": "0.75", "support": 34},
        }
    ),
    "Solution": lambda: ac.solve(n=100, recall="50%", precision="71.43%", accuracy="58%"),
    "Study": lambda: ac.study(0.3, 0.5, 20, replicates=20),
    "SystemTable": lambda: ac.compare(TRUTH, {"A": ONE, "B": TWO}, measures=["mcc"], seed=0).table,
    "TableTests": lambda: ac.tests(TABLE),
    "Tables": lambda: TABLE,
    "TestResult": lambda: ac.test(TABLE),
}
"""How one of each public type of result is made."""


def test_every_public_type_is_a_result_or_declared_to_be_none():
    types = {name for name in NAMES if inspect.isclass(getattr(ac, name))}
    types -= {name for name in types if issubclass(getattr(ac, name), BaseException)}
    assert types == {*RESULTS, *NO_RESULTS}


@pytest.mark.parametrize("name", [name for name in NAMES if inspect.isfunction(getattr(ac, name))])
def test_what_functions_return_is_public_or_plain(name):
    said = str(inspect.signature(getattr(ac, name)).return_annotation)
    plain = {
        "Any",
        "None",
        "Array",
        "Axes",
        "NDArray",
        "bool",
        "dict",
        "float",
        "float64",
        "int",
        "np",
        "str",
        "tuple",
    }
    assert set(re.findall(r"[A-Za-z_]\w*", said)) <= {*RESULTS, "Measure", *plain}


@pytest.mark.parametrize("name", RESULTS)
def test_results_can_do_what_every_result_can(name):
    found = RESULTS[name]()
    assert type(found) is getattr(ac, name)
    rows = found.rows()
    assert rows
    assert all(isinstance(column, str) for row in rows for column in row)
    assert len(found.to_frame("polars")) == len(found.to_frame("pandas")) == len(rows)
    assert json.dumps(found.to_dict(), allow_nan=False)
    assert "\\begin{tabular}" in found.to_latex()
    assert "| --" in found.to_markdown()
    assert found.to_html().startswith("<!DOCTYPE html>")
    assert "<table" in found._repr_html_()
    assert repr(found)
    back = pickle.loads(pickle.dumps(found))
    assert back == found
    if name != "Tables":  # like arrays they are no keys
        assert hash(back) == hash(found)
    assert found == RESULTS[name]()
    assert found != 0


OF_TABLES = [
    name
    for name in NAMES
    if inspect.isfunction(f := getattr(ac, name))
    and next(iter(inspect.signature(f).parameters), "") == "tables"
]


@pytest.mark.parametrize("name", OF_TABLES)
def test_help_of_functions_of_tables_says_that_they_take_labels(name):
    function = getattr(ac, name)
    known = inspect.signature(function).parameters
    assert {"labels", "positive", "weights", "counts", "by", "missing", "on_missing", "data"} <= {*known}
    assert f"``{name}(truth, prediction, …)`` takes labels" in function.__doc__


def test_functions_of_tables_are_known():
    assert {"evaluate", "interval", "test", "tests", "compute", "bootstrap"} <= {*OF_TABLES}


@pytest.mark.parametrize("name", RESULTS)
def test_results_format_their_number_or_say_which_to_format(name):
    found = RESULTS[name]()
    assert f"{found}" == str(found)
    if found._headline is None:
        with pytest.raises(ac.InputError, match=f"{name} has many values: format one of them, such as "):
            format(found, ".3f")
        return
    values = np.ravel(getattr(found, found._headline))
    lines = format(found, ".3f").splitlines()
    assert [line.split(" ")[0] for line in lines] == [f"{x:.3f}" for x in values]
    if hasattr(found, "low") and not np.isnan(found.low).any():
        assert lines[0].endswith(f" [{np.ravel(found.low)[0]:.3f}, {np.ravel(found.high)[0]:.3f}]")
    with pytest.raises(ValueError, match="format"):
        format(found, "z!")


def test_parts_of_results_format_too():
    deployed = next(x for x in ac.deploy(TABLE, 0.02).values if x.measure == "precision")
    assert format(deployed, ".3f").startswith(f"{deployed.value:.3f} [{deployed.low:.3f}")
    share = ac.quantify(TABLE, {"a": 5, "b": 7}).shares[0]
    assert format(share, ".2%") == f"{share.value:.2%} [{share.low:.2%}, {share.high:.2%}]"
    with pytest.raises(ac.InputError, match=r"ask for two of them, such as comparison\["):
        format(ac.compare(TRUTH, {"A": ONE, "B": TWO, "C": TRUTH}, seed=0), ".3f")


@pytest.mark.parametrize("name", RESULTS)
def test_results_show_themselves_in_words(name):
    assert not re.match(r"\w+\(\w+=", repr(RESULTS[name]()))


def test_rows_of_agreement_have_the_same_columns_everywhere():
    found = ac.agreement(RATINGS)
    columns = list(found.rows()[0])
    assert list(found.to_dict()["rows"][0]) == columns
    assert found.to_format("csv").splitlines()[0].split(",") == columns
    assert list(found.to_frame("pandas")) == columns


OTHER_WORDS = {"adjustment", "greatest", "df1", "df2", "bias_p"}
"""What the rows and documents call adjust, most, df, residual_df and bias_p_value."""


def keys_of(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys_of(inner)


@pytest.mark.parametrize("name", [name for name in RESULTS if name != "Tables"])
def test_one_thing_has_one_word(name):
    found = RESULTS[name]()
    columns = {column for row in found.rows() for column in row}
    assert not columns & {*OTHER_WORDS, "label"}
    if isinstance(found, Answer):
        assert not set(keys_of(found.to_dict())) & OTHER_WORDS


@pytest.mark.parametrize("name", RESULTS)
def test_columns_say_the_level_of_intervals_and_which_p_values_are_adjusted(name):
    document = build(RESULTS[name]())
    tables = [x for x in (*document.body, document.paper_table) if isinstance(x, Table)]
    titles = {column.title for table in tables for column in table.without_empty.columns}
    assert not titles & {"interval", "adjusted", "Adjusted p"}


def test_the_catalogue_is_a_tuple_of_measures_and_a_result():
    every = ac.measures()
    assert isinstance(every, tuple)
    assert every[0] is ac.informedness
    assert len(every) == len(list(every)) == len(every.to_frame("pandas"))
    assert every.to_dict()["measures"][0]["key"] == "informedness"
    assert "<table" in every._repr_html_()


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("alpha", 'ac.agreement(ratings, "krippendorff_alpha")'),
        ("roc_auc", 'ac.curves.summary(ac.Curve.from_scores(truth, scores), "auc")'),
        ("brier", '"brier_score")'),
        ("amii", 'ac.concordance(classes, clusters, "adjusted_mutual_information")'),
    ],
)
def test_what_is_not_computed_of_a_table_is_found_where_it_is(name, call):
    for ask in (ac.measure, lambda x: getattr(ac, x), lambda x: ac.evaluate(TABLE, measures=[x])):
        with pytest.raises((ac.UnknownMeasureError, AttributeError)) as refused:
            ask(name)
        assert call in str(refused.value)


def test_a_misspelt_name_is_answered_from_one_catalogue():
    with pytest.raises(ac.UnknownMeasureError, match=r"did you mean .*'krippendorff_alpha'"):
        ac.measure("alfa")
