"""Intervals of Kappa beside R: values recorded from R 4.2.2 with vcd 1.4-11 and psych 2.2.9.

``confint(vcd::Kappa(m))``, with ``weights = "Fleiss-Cohen"`` for quadratic weights and the default
``"Equal-Spacing"`` for linear ones; ``psych::cohen.kappa(m)`` gave the same unweighted values to 15 digits.
psych's standard error of quadratic Kappa is another (0.0610 for the first table of three classes): ours
agrees with vcd there.
"""

import pytest

import abovechance as ac

TABLES = {
    "first of Powers 2007": [[28, 12], [30, 30]],
    "second of Powers 2007": [[12, 20], [12, 56]],
    "wine": [[42, 1, 5], [0, 54, 5], [9, 7, 55]],
    "Cohen 1960": [[88, 14, 18], [10, 40, 10], [2, 6, 12]],
}
RECORDED = [
    # table, measure, value, standard error, low, high
    ("first of Powers 2007", "cohen_kappa", 0.186046511627907, 0.0911524046772674, 0.00739108135624245, 0.364701941899571),
    ("second of Powers 2007", "cohen_kappa", 0.21259842519685, 0.102743811858045, 0.0112242543207237, 0.413972596072977),
    ("wine", "cohen_kappa", 0.77073892095597, 0.0407277613366239, 0.690913975565244, 0.850563866346696),
    ("wine", "quadratic_kappa", 0.701791871024134, 0.0615504015465719, 0.581155300758875, 0.822428441289394),
    ("wine", "linear_kappa", 0.736572336124747, 0.0490289247751417, 0.640477409364746, 0.832667262884749),
    ("Cohen 1960", "cohen_kappa", 0.491525423728813, 0.0510018155760779, 0.391563702053547, 0.59148714540408),
    ("Cohen 1960", "quadratic_kappa", 0.454545454545455, 0.0664536815910782, 0.324298631986849, 0.58479227710406),
    ("Cohen 1960", "linear_kappa", 0.473684210526316, 0.0544323091776415, 0.36699884494279, 0.580369576109842),
]  # fmt: skip


@pytest.mark.parametrize(("table", "key", "recorded"), [(table, key, rest) for table, key, *rest in RECORDED])
def test_fleiss_cohen_everitt_is_that_of_vcd(table, key, recorded):
    found = ac.interval(ac.Tables.from_counts(TABLES[table]), key, method="fleiss_cohen_everitt")
    assert [found.value, found.se, found.low, found.high] == pytest.approx(recorded, rel=1e-12)
