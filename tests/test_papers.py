"""Every cell of the papers' tables, to the precision printed; and their misprints, as misprints."""

import importlib.util
import json
import re
from pathlib import Path

import numpy as np
import pytest

import abovechance as ac
from tests.mixture import mixture

ROOT = Path(__file__).parents[1]
GOLDEN = Path(__file__).parent / "golden"
EVALUATION = json.loads((GOLDEN / "evaluation2007.json").read_text())
KAPPA = json.loads((GOLDEN / "kappa2012.json").read_text())

MEASURES_2007 = {
    "Prevalence": ac.prevalence,
    "Bias": ac.bias,
    "B": ac.informedness,
    "M": ac.markedness,
    "C": ac.correlation,
    "Recall": ac.recall,
    "Precision": ac.precision,
    "RandAccuracy": ac.accuracy,
    "F": ac.measure("f1"),
    "G": ac.measure("g_measure"),
    "Kappa": ac.cohen_kappa,
}


def decimals(printed):
    return len(str(printed).partition(".")[2].rstrip("0")) if isinstance(printed, float) else 0


def as_printed(value, printed):
    """Equal to the printed precision, however the paper rounded a tie."""
    return abs(value - printed) <= 0.5 * 10 ** -decimals(printed) + 1e-9


@pytest.fixture(params=EVALUATION["tables"], ids=["first", "second"])
def evaluation(request):
    row = request.param
    return ac.Tables.from_cells(**{cell: row[cell] for cell in ("tp", "fp", "fn", "tn")}), row["printed"]


@pytest.mark.parametrize("name", MEASURES_2007)
def test_table_2_of_evaluation_2007(evaluation, name):
    table, printed = evaluation
    assert as_printed(100 * MEASURES_2007[name](table), printed[name])


def chi_squared_family(t):
    """The statistics of Powers 2007, eqs. 30–35, with the misprinted squares restored."""
    n, b, m = t.total, ac.informedness(t), ac.markedness(t)
    even_r, even_p, even_g = ac.evenness_of_prevalence(t), ac.evenness_of_bias(t), ac.evenness(t)
    return {
        "chi2_plusP": n * b**2 * even_r / ac.bias(t),
        "chi2_plusR": n * m**2 * even_p / ac.prevalence(t),
        "chi2_KB": 2 * n * b**2 * even_r,
        "chi2_KM": 2 * n * m**2 * even_p,
        "chi2_KBM": 2 * n * b * m * even_g,
    }


@pytest.mark.parametrize("name", ["chi2_plusP", "chi2_KB", "chi2_KM", "chi2_KBM"])
def test_significance_statistics_of_evaluation_2007(evaluation, name):
    table, printed = evaluation
    assert as_printed(chi_squared_family(table)[name], printed[name])


def test_the_printed_chi2_of_plus_r_is_a_misprint(evaluation):
    """It was computed with Evenness_R / Bias where eq. 33 has Evenness_P / Prevalence."""
    table, printed = evaluation
    by_equation_33 = chi_squared_family(table)["chi2_plusR"]
    assert not as_printed(by_equation_33, printed["chi2_plusR"])
    m = ac.markedness(table)
    misprint = table.total * m**2 * ac.evenness_of_prevalence(table) / ac.bias(table)
    assert as_printed(misprint, printed["chi2_plusR"])


def test_the_printed_chi2_is_that_of_plus_p(evaluation):
    table, printed = evaluation
    assert printed["chi2"] == printed["chi2_plusP"]
    assert not as_printed(ac.measure("chi_squared")(table), printed["chi2"])
    np.testing.assert_allclose(ac.measure("chi_squared")(table), table.total * ac.mcc(table) ** 2)


@pytest.mark.parametrize(
    "row", KAPPA["table2"], ids=lambda r: f"{r['informed']}-{r['prevalence']}-{r['guess_bias']}"
)
def test_table_2_of_kappa_2012(row):
    table = mixture(row["informed"], row["prevalence"], row["guess_bias"])
    assert as_printed(100 * ac.accuracy(table), row["printed"]["Accuracy"])
    assert as_printed(100 * ac.measure("f1")(table), row["printed"]["F"])


MEASURES_2012 = {
    "Prevalence": ac.prevalence,
    "Iprevalence": ac.inverse_prevalence,
    "Bias": ac.bias,
    "Ibias": ac.inverse_bias,
    "SkewR": ac.measure("class_skew"),
    "SkewP": ac.measure("label_skew"),
    "ePowers": ac.expected_accuracy_powers,
    "eCohen": ac.expected_accuracy,
    "eFleiss": ac.expected_accuracy_scott,
    "kPowers": ac.informedness,
    "kCohen": ac.cohen_kappa,
    "kFleiss": ac.scott_pi,
}
COLUMNS = [(i, name) for i in range(len(KAPPA["table3"])) for name in MEASURES_2012]


@pytest.mark.parametrize(("column", "name"), COLUMNS)
def test_table_3_of_kappa_2012(column, name):
    row = KAPPA["table3"][column]
    table = mixture(row["informed"], row["prevalence"], row["guess_bias"])
    value = MEASURES_2012[name](table)
    if name == "ePowers" and row["informed"] == 1:
        assert np.isnan(value)  # 0/0: nothing was guessed
    else:
        assert as_printed(100 * value, round(row["printed"][name]))


@pytest.mark.parametrize("row", [r for r in KAPPA["table3"] if abs(r["informed"]) == 0.01])
def test_the_heading_99_percent_of_table_3_is_a_misprint_for_1_percent(row):
    table = mixture(row["informed"], row["prevalence"], row["guess_bias"])
    assert abs(row["printed"]["Informedness"]) == 99
    assert row["printed"]["kPowers"] == pytest.approx(100 * ac.informedness(table))


@pytest.mark.parametrize(
    "row", [r for r in KAPPA["table3"] if r["informed"] == 0 and r["prevalence"] != r["guess_bias"]]
)
def test_the_odds_ratio_of_table_3_is_that_of_the_skews(row):
    table = mixture(0, row["prevalence"], row["guess_bias"])
    assert ac.measure("odds_ratio")(table) == pytest.approx(1)
    ratio = ac.measure("class_skew")(table) / ac.measure("label_skew")(table)
    assert as_printed(100 * ratio, round(row["printed"]["OddsRatio"]))


def test_deployment_in_the_opposite_skew():
    """Powers 2012, abstract: it about halves Cohen's Kappa, about negates Fleiss' and leaves Informedness alone."""
    trained = mixture(informed=0.15, prevalence=0.8, guess_bias=0.8)
    deployed = trained.at_prevalence(0.2)
    assert ac.informedness(deployed) == pytest.approx(ac.informedness(trained)) == pytest.approx(0.15)
    assert ac.cohen_kappa(deployed) / ac.cohen_kappa(trained) == pytest.approx(0.5, abs=0.05)
    assert ac.scott_pi(deployed) / ac.scott_pi(trained) == pytest.approx(-1, abs=0.2)


@pytest.mark.parametrize("informed", [-0.9, -0.3, 0.0, 0.2, 0.7])
@pytest.mark.parametrize("prevalence", [0.05, 0.5, 0.8])
@pytest.mark.parametrize("guess_bias", [0.1, 0.5, 0.99])
def test_only_informedness_recovers_the_informed_probability(informed, prevalence, guess_bias):
    assert ac.informedness(mixture(informed, prevalence, guess_bias)) == pytest.approx(informed)


def test_the_bookmaker_sum_is_bias_weighted_informedness():
    """Powers 2007, eq. 41, term by term; eq. 42 with its prevalence weights gives another number."""
    counts = np.array([[30, 5, 2], [4, 20, 6], [3, 1, 9]])
    t = ac.Tables.from_counts(counts)
    n, prev, bias = counts.sum(), counts.sum(1) / counts.sum(), counts.sum(0) / counts.sum()
    total = 0.0
    for label in range(3):
        for real in range(3):
            gain = bias[label] / (prev[label] - (real != label))
            total += counts[real, label] / n * gain
    assert ac.informedness(t) == pytest.approx(total, rel=1e-12)
    assert abs(ac.prevalence_weighted_informedness(t) - total) > 1e-4


def test_relations_of_section_2(evaluation):
    t, _ = evaluation
    b, m, prev, bias = ac.informedness(t), ac.markedness(t), ac.prevalence(t), ac.bias(t)
    assert ac.recall(t) == pytest.approx(b * (1 - prev) + bias)
    assert ac.precision(t) == pytest.approx(m * (1 - bias) + prev)
    assert ac.accuracy(t) == pytest.approx(2 * (b * prev * (1 - prev) + bias * prev) + 1 - (bias + prev))
    assert ac.cohen_kappa(t) == pytest.approx(b * prev * (1 - prev) / ((bias + prev) / 2 - bias * prev))
    assert ac.bookmark(t) == pytest.approx(ac.mcc(t) ** 2)


def test_matched_margins_make_all_kappas_one():
    t = ac.Tables.from_cells(tp=40, fp=15, fn=15, tn=30)
    kappas = [ac.informedness, ac.markedness, ac.correlation, ac.mcc, ac.cohen_kappa, ac.scott_pi]
    np.testing.assert_allclose([k(t) for k in kappas], ac.informedness(t), rtol=1e-12)
    assert ac.recall(t) == ac.precision(t) == pytest.approx(ac.measure("f1")(t))


def test_the_numerical_errata_of_poster_and_kappa():
    """What docs/errata.md says of the poster, of section 1.2 and of eq. 14 of Powers 2012, computed."""
    n = 128
    assert round(2 / np.sqrt(n - 1), 2) == 0.18
    assert round(1.96 / np.sqrt(n - 1), 2) == 0.17
    t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    assert ac.informedness(t) * ac.markedness(t) == pytest.approx(ac.mcc(t) ** 2)
    even = t.at_skew(1)
    assert ac.wracc(even) == pytest.approx(ac.informedness(t))
    assert ac.cohen_kappa(t.perverse) < 0
    for b in (0.1, 0.5, 0.9):
        plus, minus = 1 / 4 + b**2 / 4 + b / 2, 1 / 4 + b**2 / 4 - b / 2
        assert plus + minus == pytest.approx((1 + b**2) / 2)
        assert abs(plus**2 + minus**2 - (1 + b**2) / 2) > 0.05


def full(rng, k):
    """A random table without empty cells."""
    return ac.Tables.from_counts(rng.integers(1, 30, (k, k)))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("k", [2, 3, 5])
def test_relations_of_warrens(seed, k):
    """Warrens 2010a, 2010b, 2011, each verified on random tables.

    Scott's Pi never exceeds Cohen's Kappa, as the mean of two margins expects more agreement than their product, nor
    Bennett's S, as no margin expects less than the even one. Cohen's Kappa is the mean of the Kappas of the classes
    against the rest, weighted by their denominators; linearly weighted Kappa is that of the Kappas of the k − 1 cuts of
    an ordered scale.
    """
    t = full(np.random.default_rng(seed), k)
    assert ac.scott_pi(t) <= ac.cohen_kappa(t) + 1e-12
    assert ac.scott_pi(t) <= ac.bennett_s(t) + 1e-12
    share = t.counts / t.counts.sum()
    real, predicted = share.sum(1), share.sum(0)

    def weighted(members):
        """The mean of Kappas of two groups of classes, weighted by the denominators of their Kappas."""
        kappas, rooms = [], []
        for group in members:
            inside = np.isin(np.arange(k), group)
            two = np.array(
                [[share[np.ix_(a, b)].sum() for b in (~inside, inside)] for a in (~inside, inside)]
            )
            p, q = two[1].sum(), two[:, 1].sum()
            kappas.append(ac.cohen_kappa(ac.Tables.from_counts(two)))
            rooms.append(p * (1 - q) + q * (1 - p))
        return np.average(kappas, weights=rooms)

    assert weighted([[c] for c in range(k)]) == pytest.approx(ac.cohen_kappa(t))
    linear = ac.measure("weighted_kappa")(t, weights=abs(np.subtract.outer(np.arange(k), np.arange(k))))
    assert weighted([range(cut, k) for cut in range(1, k)]) == pytest.approx(linear)
    if k == 2:
        error = share[0, 1] + share[1, 0]
        assert ac.cohen_kappa(t) == pytest.approx(
            1 - error / (real[0] * predicted[1] + real[1] * predicted[0])
        )


@pytest.mark.parametrize("seed", range(5))
def test_regressions_and_correlation(seed):
    """Powers 2007, eqs. 16 to 19: slopes and correlation of the two 0/1 variables, by NumPy."""
    tp, fp, fn, tn = np.random.default_rng(seed).integers(1, 40, 4)
    t = ac.Tables.from_cells(tp=tp, fp=fp, fn=fn, tn=tn)
    real, predicted = np.repeat([[1, 0, 1, 0], [1, 1, 0, 0]], [tp, fp, fn, tn], axis=1)
    assert ac.markedness(t) == pytest.approx(np.polyfit(predicted, real, 1)[0])
    assert ac.informedness(t) == pytest.approx(np.polyfit(real, predicted, 1)[0])
    assert ac.correlation(t) == pytest.approx(np.corrcoef(real, predicted)[0, 1])


@pytest.mark.parametrize("seed", range(5))
def test_kappas_as_determinants(seed):
    """Powers 2012, eqs. 5 to 9, and Powers 2007, eqs. 20 to 22: dtp over margins; Fleiss needs one term more."""
    tp, fp, fn, tn = np.random.default_rng(seed).integers(1, 40, 4)
    t = ac.Tables.from_cells(tp=tp, fp=fp, fn=fn, tn=tn)
    dtp, prev, bias = ac.determinant(t), ac.prevalence(t), ac.bias(t)
    even_r, even_p = prev * (1 - prev), bias * (1 - bias)
    pooled = (prev + bias) * (2 - prev - bias) / 4
    assert ac.cohen_kappa(t) == pytest.approx(dtp / ((prev * (1 - bias) + bias * (1 - prev)) / 2))
    assert ac.scott_pi(t) == pytest.approx((dtp - (prev - bias) ** 2 / 4) / pooled)
    assert (
        ac.informedness(t) == pytest.approx(dtp / even_r) == pytest.approx((ac.recall(t) - bias) / (1 - prev))
    )
    assert (
        ac.markedness(t)
        == pytest.approx(dtp / even_p)
        == pytest.approx((ac.precision(t) - prev) / (1 - bias))
    )
    assert (
        ac.correlation(t)
        == pytest.approx(dtp / np.sqrt(even_r * even_p))
        == pytest.approx(dtp / ac.evenness(t))
    )


# Every number of the papers --------------------------------------------------------------------

_SPEC = importlib.util.spec_from_file_location("make_docs", ROOT / "tools" / "make_docs.py")
make_docs = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(make_docs)
DECLARED = make_docs.declared_papers()
ENTRIES = [(paper["title"], *entry) for paper in DECLARED["paper"] for entry in paper["entries"]]
TWICE = ("first", "second")


def numbered(first, last, twice=(), without=()):
    """Equations from one number to another; some are printed twice, and some are not there."""
    numbers = [n for n in range(first, last + 1) if n not in without]
    return {x for n in numbers for x in ([f"({n}), {i}" for i in TWICE] if n in twice else [f"({n})"])}


NUMBERS = {
    "Evaluation 2007": numbered(1, 43, twice=(19, 39, 40, 41), without=(18,))
    | {"Definition 1", "Definition 2", "Table 1", "Table 2", "Figure 1"},
    "ECAI 2008": numbered(1, 14) | {"Definition 1", "Definition 2", "Table 1", "Figure 1", "Figure 2"},
    "Poster 2008": {"Definition 1", "Definition 2", "Figure"},
    "Kappa 2012": numbered(1, 17, twice=(11,)) | {"Table 1", "Table 2", "Table 3", "Figure 1"},
}


def test_every_number_of_the_papers_is_declared_once():
    for title, numbers in NUMBERS.items():
        declared = [number for paper, number, *_ in ENTRIES if paper == title]
        assert sorted(declared) == sorted(numbers)
    assert {paper for paper, *_ in ENTRIES} == NUMBERS.keys()


def resolved(call):
    """What a call of the declaration names; an error where there is none."""
    if call.startswith("study "):
        from abovechance.studies import study

        return study(call.removeprefix("study "))
    path, method = re.fullmatch(r"ac\.([\w.]+)(?:\(method='(\w+)'\))?", call).groups()
    found = ac
    for name in path.split("."):
        found = getattr(found, name)
    table = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    if path == "test":
        assert found(table, method=method, seed=1, replicates=99).method == method
    elif path == "interval":
        assert found(table, "informedness", method=method).method == method
    return found


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry[0]} {entry[1]}")
def test_every_number_has_a_function_and_a_test(entry):
    _, _, _, calls, tests, _ = entry
    assert calls
    assert tests
    for call in calls:
        assert resolved(call) is not None
    for test in tests:
        path, name = make_docs.test_named(test, DECLARED["tests"]).split("::")
        assert re.search(rf"^(def )?{name}\b", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE), test


@pytest.mark.parametrize("entry", [x for x in ENTRIES if x[-1]], ids=lambda entry: f"{entry[0]} {entry[1]}")
def test_every_erratum_that_is_named_is_there(entry):
    title, *_, erratum = entry
    sections = re.split(
        r"^## ", (ROOT / "docs" / "errata.md").read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    own = next(text for text in sections if title in text.splitlines()[0])
    assert f"\n| {erratum} | " in own


def test_declared_tests_are_all_used():
    assert {test for *_, tests, _ in ENTRIES for test in tests} >= DECLARED["tests"].keys()


def test_the_page_has_every_field_of_the_script():
    page = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
    path, name = make_docs.SCRIPT_TEST.split("::")
    assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8")
    fields = ac.bookmaker_script(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28))
    for field in (*fields, "Fall", "Gall", "detroot", "williamsg", "fisherpfp"):
        assert f"| `{field}` |" in page
