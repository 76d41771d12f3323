"""The Bookmaker's payoff, and the fields of the papers' script against a transcription in plain Python."""

import math

import numpy as np
import pytest
from hypothesis import given
from scipy import stats

import abovechance as ac
from tests.strategies import full_tables, tables

FIRST = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)  # Powers 2007, Table 2
SECOND = ac.Tables.from_cells(tp=56, fp=20, fn=12, tn=12)
THREE = ac.Tables.from_counts([[30, 5, 1], [4, 20, 6], [0, 9, 15]], labels=["a", "b", "c"])
STRAY = ac.Tables.from_counts([[30, 5, 1], [4, 20, 0], [0, 0, 0]], labels=["a", "b", "typo"])


# The payoff -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "informed", "marked"), [(FIRST, 0.2, 0.1970), (SECOND, 0.1985, 0.2368)], ids=["first", "second"]
)
def test_winnings_are_those_of_the_papers(table, informed, marked):
    """Powers 2007, Table 2 prints both values in percent with two decimals."""
    found = ac.bookmaker_payoff(table)
    assert round(found.informedness.value, 4) == informed
    assert round(found.markedness.value, 4) == marked


def test_each_bet_pays_as_the_odds_say():
    """One bet after the other, with a stake that is the share of bets on its label."""
    counts, n = THREE.counts, THREE.total
    won = 0.0
    for c, label in np.ndindex(3, 3):
        prevalence, stake = counts[label].sum() / n, counts[:, label].sum() / n
        bet = stake / prevalence if c == label else -stake / (1 - prevalence)
        won += counts[c, label] * bet
    assert won / n == pytest.approx(ac.informedness(THREE), rel=1e-14)
    assert ac.bookmaker_payoff(THREE).informedness.value == pytest.approx(won / n, rel=1e-14)


@given(full_tables)
def test_sums_of_winnings_are_the_classes_and_the_measures(table):
    found, n = ac.bookmaker_payoff(table), table.total
    for side, axis in ((found.informedness, -2), (found.markedness, -1)):
        classes = ac.measure(side.measure).per_class(table)
        np.testing.assert_allclose(side.winnings.sum(axis) / n, classes, atol=1e-12)
        np.testing.assert_allclose(side.per_bet, classes, atol=1e-15)
        np.testing.assert_allclose(side.winnings, table.counts * side.odds)
        assert side.contribution.sum() == pytest.approx(ac.measure(side.measure)(table), abs=1e-12)
        assert side.by_class.sum() == pytest.approx(ac.measure(side.measure)(table), abs=1e-12)


@given(full_tables)
def test_guessing_wins_nothing(table):
    """Bets on the table that chance gives are even, label by label."""
    found = ac.bookmaker_payoff(table.expected)
    np.testing.assert_allclose(found.informedness.per_bet, 0, atol=1e-12)
    np.testing.assert_allclose(found.markedness.per_bet, 0, atol=1e-12)


@given(tables())
def test_markedness_is_informedness_of_the_dual(table):
    one, other = ac.bookmaker_payoff(table).markedness, ac.bookmaker_payoff(table.dual).informedness
    for name in ("bets", "won", "lost", "pays", "costs", "stake", "per_bet", "contribution", "by_class"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    np.testing.assert_array_equal(one.winnings, other.winnings.T)


def test_a_batch_is_a_loop():
    batch = ac.Tables.from_counts(np.stack([THREE.counts, STRAY.counts, 0 * STRAY.counts]))
    found = ac.bookmaker_payoff(batch)
    for i in range(3):
        alone = ac.bookmaker_payoff(batch[i])
        np.testing.assert_array_equal(found.informedness.winnings[i], alone.informedness.winnings)
        np.testing.assert_array_equal(found.markedness.contribution[i], alone.markedness.contribution)
        assert found.informedness.why_undefined[i] == alone.informedness.why_undefined
    assert {row["group"] for row in found.rows()} == {(0,), (1,), (2,)}


def test_a_label_that_never_occurs_has_no_odds_and_adds_nothing():
    side = ac.bookmaker_payoff(STRAY).informedness
    assert np.isnan(side.pays).tolist() == [False, False, True]
    assert side.reason.tolist() == [None, None, "no item is really 'typo'"]
    assert side.contribution[2] == 0
    assert side.contribution.sum() == pytest.approx(ac.informedness(STRAY))
    dual = ac.bookmaker_payoff(STRAY.dual).markedness
    assert dual.reason.tolist() == [None, None, "'typo' was never predicted"]
    assert dual.contribution.sum() == pytest.approx(ac.markedness(STRAY.dual))


def test_one_class_alone_is_undefined_with_the_reason():
    found = ac.bookmaker_payoff(ac.Tables.from_counts([[7, 3], [0, 0]], labels=["a", "b"]))
    assert math.isnan(found.informedness.value)
    assert found.informedness.why_undefined == "only one class occurs in the truth"
    assert np.isnan(found.informedness.contribution).all()
    assert found.markedness.value == 0
    nothing = ac.bookmaker_payoff(ac.Tables.from_counts(np.zeros((2, 2))))
    assert nothing.markedness.why_undefined == "there are no items"


def test_the_scale_of_weights_does_not_matter():
    truth, prediction, weights = ["a", "b", "b", "a"], ["a", "b", "a", "a"], np.array([1, 2, 3, 5.0])
    one = ac.bookmaker_payoff(truth, prediction, weights=weights)
    other = ac.bookmaker_payoff(truth, prediction, weights=10 * weights)
    np.testing.assert_allclose(one.informedness.odds, other.informedness.odds)
    np.testing.assert_allclose(one.informedness.contribution, other.informedness.contribution)
    for name in one.script.results:
        np.testing.assert_allclose(one.script[name], other.script[name], err_msg=name)


def test_an_empty_class_changes_nothing():
    more = ac.Tables.from_counts(np.pad(THREE.counts, (0, 1)), labels=["a", "b", "c", "none"])
    one, other = ac.bookmaker_payoff(THREE).informedness, ac.bookmaker_payoff(more).informedness
    np.testing.assert_array_equal(one.contribution, other.contribution[:3])
    assert one.value == other.value


def test_tables_must_be_square():
    with pytest.raises(ac.InputError):
        ac.bookmaker_payoff(ac.Tables.from_counts([[1, 2, 3], [4, 5, 6]], labels=["a", "b"],
                                                  predicted_labels=["x", "y", "z"]))  # fmt: skip


# The script -----------------------------------------------------------------------------------


def _det(m):
    if len(m) == 1:
        return m[0][0]
    return sum((-1) ** j * m[0][j] * _det([row[:j] + row[j + 1 :] for row in m[1:]]) for j in range(len(m)))


def _transcribed(cm):
    """The definitions of the script with plain numbers; its rows are predictions, its columns truth."""
    k, n = len(cm), sum(map(sum, cm))
    every = range(k)
    r = [sum(cm[i][j] for i in every) / n for j in every]
    p = [sum(cm[i]) / n for i in every]
    recall = [cm[j][j] / (n * r[j]) for j in every]
    precision = [cm[j][j] / (n * p[j]) for j in every]
    f = [2 * a * b / (a + b) for a, b in zip(precision, recall, strict=True)]
    g = [math.sqrt(a * b) for a, b in zip(precision, recall, strict=True)]
    bms = [sum(cm[i][j] / (r[i] - (i != j)) for j in every) / n for i in every]
    mks = [sum(cm[i][j] / (p[j] - (i != j)) for i in every) / n for j in every]
    bm = sum(a * b for a, b in zip(bms, p, strict=True))
    mk = sum(a * b for a, b in zip(mks, r, strict=True))
    dof = (k - 1) ** 2
    wav = sum(cm[j][j] for j in every) / n
    eav = sum(a * b for a, b in zip(r, p, strict=True))
    cells = [(cm[i][j], p[i] * r[j]) for i in every for j in every]
    ll = sum(x * math.log((x + 0.00001) / n / e) for x, e in cells)
    power = 1 - 1 / ((k - 1) * k)
    chi2 = sum((abs(x - e * n) - power) ** 2 / (e * n) for x, e in cells)
    factorials = sum(math.lgamma(x + 1) for x, _ in cells) + math.lgamma(n + 1)
    pf1 = math.exp(sum(math.lgamma(n * x + 1) for x in p + r) - factorials)
    pfp = math.exp(sum(math.lgamma(n * x + 1 + math.log(n) / n) for x in p + r) - factorials)
    kappa, detroot = (wav - eav) / (1 - eav), abs(_det(cm)) ** (1 / k) / n
    mean = {"a": lambda x: sum(x) / k, "g": lambda x: math.prod(x) ** (1 / k),
            "h": lambda x: k / sum(1 / y for y in x)}  # fmt: skip
    even = {f"even{m}{s}": mean[m](x) for s, x in (("r", r), ("p", p)) for m in "agh"}
    terms = {s: k / even[f"evenh{s}"] - 1 for s in "rp"}
    rratio = even["evenhr"] * even["evenar"] / even["evengr"] ** 2
    pratio = even["evenhp"] * even["evenap"] / even["evengp"] ** 2
    cdet = {m: (detroot**2 / even[f"even{m}p"] / even[f"even{m}r"]) ** 2 for m in "agh"}
    return {
        "K": k, "N": n, "degreesoffreedom": dof, **even, "rratio": rratio, "pratio": pratio,
        "gratio": math.sqrt(pratio * rratio),
        "williamsr": 1 + terms["r"] / (6 * n * dof),
        "williamsp": 1 + terms["p"] / (6 * n * dof),
        "williamsg": 1 + math.sqrt(terms["p"] * terms["r"]) / (6 * n * dof),
        "detroot": detroot, "randAverage": wav,
        "Fall": 1 / sum(a / b for a, b in zip(r, f, strict=True)),
        "Gall": math.prod(b**a for a, b in zip(r, g, strict=True)),
        "kappa": kappa, "bookmaker": bm, "markedness": mk, "correlation": math.sqrt(abs(mk * bm)),
        "dicorrelation": (detroot / even["evengr"]) ** 2, "dmcorrelation": (detroot / even["evengp"]) ** 2,
        "cramervgcorr": math.sqrt(2 * ll / n / (k - 1)), "cramervxcorr": math.sqrt(chi2 / n / (k - 1)),
        "determination": mk * bm, "kdetermination": kappa**2, "bdetermination": bm**2,
        "mdetermination": mk**2, **{f"cdetermination{m}": cdet[m] for m in "agh"},
        "cramervgsqdet": 2 * ll / n / (k - 1), "cramervxsqdet": chi2 / n / (k - 1),
        **{f"detratio{m}": cdet[m] / (mk * bm) if mk * bm else 0 for m in "agh"},
        "loglikelihood": ll, "gsq": 2 * ll, "mutualinformation": ll / n, "pearsonxsq": chi2,
        "pg": stats.chi2.sf(2 * ll, dof), "px": stats.chi2.sf(chi2, dof), "fisherpf1": pf1,
        "fisherpfp": pf1 if pfp > 0.5 else pfp,
        "recall": recall, "precision": precision, "F": f, "G": g, "bookmakerSum": bms, "prevalence": r,
        "mardednessSum": mks, "bias": p,
        "bookmakerMatrix": [[cm[i][j] / (r[i] - (i != j)) for i in every] for j in every],
        "markednessMatrix": [[cm[i][j] / (p[j] - (i != j)) for i in every] for j in every],
    }  # fmt: skip


RANDOM = np.random.default_rng(5)
TABLES = [
    FIRST.counts,
    SECOND.counts,
    THREE.counts,
    [[1, 1], [1, 4]],
    [[3, 5], [6, 10]],  # independent: B·M is 0, and so are the ratios of determinations
    RANDOM.integers(1, 9, (4, 4)),
    RANDOM.integers(1, 90, (5, 5)),
    10 * np.eye(3, dtype=int) + [[0, 0, 1], [0, 0, 0], [0, 0, 0]],
]


@pytest.mark.parametrize("cells", TABLES, ids=range(len(TABLES)))
def test_every_field_is_what_the_script_defines(cells):
    cells = np.asarray(cells)
    found, expected = ac.bookmaker_script(ac.Tables.from_counts(cells)), _transcribed(cells.T.tolist())
    assert list(found) == list(expected)
    for name, value in expected.items():
        np.testing.assert_allclose(found[name], value, rtol=1e-9, atol=1e-12, err_msg=name)


@pytest.mark.parametrize("cells", TABLES, ids=range(len(TABLES)))
def test_fields_that_are_measures_equal_them(cells):
    from abovechance.measures.bookmaker_script import MEASURES

    table = ac.Tables.from_counts(np.asarray(cells))
    found = ac.bookmaker_script(table)
    for name, key in MEASURES.items():
        assert found[name] == pytest.approx(ac.measure(key)(table), abs=1e-12), name
    assert found["correlation"] == pytest.approx(
        math.sqrt(abs(ac.informedness(table) * ac.markedness(table)))
    )
    bits = ac.measure("mutual_information")(table)
    assert found["mutualinformation"] == pytest.approx(math.log(2) * bits, abs=1e-5)
    assert found["gsq"] == pytest.approx(ac.test(table, method="g_squared").statistic, abs=1e-3)


def test_the_scripts_chi_squared_is_that_of_yates_for_two_classes():
    """Where no deviation is below a half."""
    found = ac.bookmaker_script(SECOND)
    assert found["pearsonxsq"] == pytest.approx(ac.test(SECOND, method="yates").statistic)


def test_the_scripts_tail_probabilities_are_none():
    """Why the fields carry cautions: they tell nothing of what the exact test of the same table tells."""
    plain = ac.Tables.from_counts(3 * np.eye(5, dtype=int) + np.eye(5, k=1, dtype=int))
    found = ac.bookmaker_script(plain)
    assert found["px"] > 0.4
    assert ac.test(plain, method="fisher", seed=1).p_value < 1e-3
    weak = ac.Tables.from_counts(3 * np.eye(5, dtype=int) + 1)
    assert ac.bookmaker_script(weak)["fisherpfp"] < 1e-7
    assert ac.test(weak, method="fisher", seed=1).p_value > 0.3
    assert {"px", "pearsonxsq", "fisherpf1", "fisherpfp", "williamsg"} <= set(found.cautions)


def test_the_script_divides_by_empty_margins():
    """It has no value where a label has no odds; the measure of the catalogue has one."""
    assert math.isnan(ac.bookmaker_script(STRAY)["bookmaker"])
    assert not math.isnan(ac.informedness(STRAY))


def test_a_batch_of_scripts_is_a_loop():
    batch = ac.Tables.from_counts(np.stack([THREE.counts, STRAY.counts]))
    found = ac.bookmaker_script(batch)
    for i in range(2):
        alone = ac.bookmaker_script(batch[i])
        for name in found:
            np.testing.assert_allclose(found[name][i], alone[name], rtol=1e-14, err_msg=name)
    rows = [row for row in found.rows() if row["group"] == (0,)]
    bias = [row["value"] for row in rows if row["field"] == "bias"]
    assert bias == ac.bookmaker_script(THREE)["bias"].tolist()


def test_an_unknown_field_is_answered_with_the_nearest():
    with pytest.raises(ac.InputError, match="did you mean 'bookmakerSum'"):
        _ = ac.bookmaker_script(FIRST)["bookmakersum"]


def test_the_payoff_has_the_script():
    assert ac.bookmaker_payoff(FIRST).script == ac.bookmaker_script(FIRST)
