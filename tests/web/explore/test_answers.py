"""The room to explore answers with the library's values, digit for digit, and with reasons where there are none."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance.core.result import plain
from abovechance.measures.headlines import HEADLINE, OF_TWO_CLASSES
from abovechance.report.formats.json import json_line
from abovechance.web.explore.answers import all_measures, equal_lines, intervals, shown
from abovechance.web.explore.asked import tables_of
from abovechance.web.explore.presets import PRESETS
from abovechance.web.rooms import explore as room
from abovechance.web.rooms.explore import EXPLORE
from abovechance.web.validation import check

LABELS = ["positive", "negative"]
TABLE = [[30, 30], [12, 28]]
SCHEMAS = {endpoint.name: endpoint.schema for endpoint in EXPLORE.endpoints}


def asked(table=TABLE, **more):
    request = {"table": table, "labels": LABELS if len(table) == 2 else list("abcdefgh"[: len(table)])} | more
    check(request, SCHEMAS["shown"])
    return request


def values(answer, system=0):
    return {row["key"]: row["systems"][system]["value"] for row in answer["measures"]}


def equal(one, other):
    return one == other or (math.isnan(one) and math.isnan(other))


def test_values_are_those_of_the_library():
    answer = shown(asked(other=[[56, 12], [20, 12]], measure="gwet_ac1"))
    for system, table in enumerate((TABLE, [[56, 12], [20, 12]])):
        t = tables_of(table, LABELS)
        assert values(answer, system) == ac.compute(t, [*HEADLINE, *OF_TWO_CLASSES, "gwet_ac1"])
        chances = {row["key"]: row["systems"][system]["chance"] for row in answer["measures"]}
        assert chances["f1"] == ac.f1(t.expected)
        assert chances["informedness"] == 0
    assert answer["sliders"]["prevalence"]["value"] == ac.prevalence(tables_of(TABLE, LABELS))


def test_texts_are_as_the_command_prints_them():
    printed = str(ac.evaluate(tables_of(TABLE, LABELS)))
    for row in shown(asked())["measures"]:
        assert row["systems"][0]["text"] in printed


def test_all_measures_are_those_of_the_catalogue():
    t = tables_of(TABLE, LABELS)
    found = values(all_measures({"table": TABLE, "labels": LABELS}))
    computed = ac.compute(t)
    assert found.keys() == computed.keys()
    assert all(equal(found[key], computed[key]) for key in found)


def test_of_more_classes_measures_of_one_are_of_the_class_in_focus():
    table = [[20, 3, 2], [4, 15, 1], [0, 5, 30]]
    t = tables_of(table, ["a", "b", "c"])
    answer = shown(asked(table, measure="recall", focus=1))
    assert values(answer)["recall"] == ac.recall(t)[1]
    assert answer["sliders"]["bias"]["value"] == ac.bias(t)[1]
    assert len(answer["space"]["marks"]) == 3


@pytest.mark.parametrize("preset", PRESETS, ids=lambda p: p.key)
def test_presets_are_tables_whose_systems_are_of_the_same_classes(preset):
    request = asked(
        [list(row) for row in preset.table], other=[list(row) for row in preset.other], measure=preset.measure
    )
    answer = shown(request | {"labels": list(preset.labels)})
    assert answer["table"] == request["table"]
    assert len(answer["measures"][0]["systems"]) == 2
    assert f"``{preset.key}``" in room.__doc__


def of_preset(key, measures):
    preset = next(p for p in PRESETS if p.key == key)
    both = [tables_of([list(row) for row in t], list(preset.labels)) for t in (preset.table, preset.other)]
    return [[round(100 * ac.measure(m)(t), 2) for t in both] for m in measures]


def test_table_2_has_the_printed_values():
    """Powers (2007), Table 2, in per cent: B, M, C, Recall, Precision, Rand Accuracy, F, G and Kappa."""
    printed = {
        "informedness": [20.0, 19.85], "markedness": [19.7, 23.68], "correlation": [19.85, 21.68], "recall": [50, 82.35],
        "precision": [71.43, 73.68], "accuracy": [58, 68], "f1": [58.82, 77.78], "g_measure": [59.76, 77.9], "cohen_kappa": [18.6, 21.26],
    }  # fmt: skip
    found = of_preset("table-2", printed)
    assert found == [pytest.approx(pair, abs=0.011) for pair in printed.values()]
    assert [one > other for one, other in found] == [True] + 8 * [False]


def test_the_opposite_skew_has_the_printed_kappas():
    """Powers (2012), Table 3: kPowers, kCohen and kFleiss of 15 % informed, as printed."""
    found = of_preset("skew", ["informedness", "cohen_kappa", "scott_pi", "prevalence", "bias"])
    assert [[round(x) for x in pair] for pair in found] == [[15, 15], [15, 8], [15, -17], [80, 20], [80, 71]]


def test_the_paradox_has_the_printed_kappas():
    """Feinstein & Cicchetti (1990): observed agreement 0.85, Kappa 0.70 and 0.32."""
    assert of_preset("paradox", ["accuracy", "cohen_kappa"]) == [[85, 85], pytest.approx([70, 32], abs=0.5)]


def test_constant_answers_are_uninformed_in_spite_of_their_accuracy():
    assert of_preset("water", ["accuracy", "informedness"]) == [[80, 90], [60, 0]]
    accuracy, informedness = of_preset("rare", ["accuracy", "informedness"])
    assert accuracy == [94.8, 99]
    assert informedness[1] == 0


EXTREMES = [
    [[0, 0], [0, 0]],
    [[5, 0], [0, 0]],
    [[0, 0], [3, 4]],
    [[0, 5], [0, 5]],
    [[10**15, 0], [0, 1]],
    [[10**15] * 8] * 8,
    [[0] * 8] * 8,
    [[1, 0, 0], [0, 0, 0], [0, 0, 0]],
]


@pytest.mark.parametrize("table", EXTREMES, ids=str)
def test_extremes_are_answered_with_reasons(table):
    for more in ({}, {"faint": True, "costs": [0, 1e6]}, {"move": {"control": "prevalence", "value": 0.3}}):
        answer = shown(asked(table, **more))
        json_line(plain(answer))
        for row in answer["measures"]:
            assert (row["systems"][0]["reason"] is not None) == math.isnan(row["systems"][0]["value"])


CELLS = st.integers(0, 40) | st.sampled_from([0, 1, 10**6, 10**15])
MOVES = st.fixed_dictionaries(
    {"control": st.sampled_from(["prevalence", "bias", "point", "informedness"]), "value": st.floats(0, 1)},
    optional={"recall": st.floats(0, 1), "keep": st.sampled_from(["rates", "bias"])},
)
N_MOVES = st.fixed_dictionaries({"control": st.just("n"), "value": st.floats(0, 1e15)})


@st.composite
def requests(draw):
    size = draw(st.integers(2, 4))
    square = st.lists(st.lists(CELLS, min_size=size, max_size=size), min_size=size, max_size=size)
    request = asked(draw(square))
    optional = {
        "other": square, "focus": st.integers(0, size - 1), "measure": st.sampled_from([m.key for m in ac.measures()]),
        "costs": st.lists(st.floats(0, 1e6), min_size=2, max_size=2), "faint": st.booleans(), "move": MOVES | N_MOVES,
    }  # fmt: skip
    return request | draw(st.fixed_dictionaries({}, optional=optional))


def test_a_measure_that_is_infinite_somewhere_is_drawn_where_it_is_not():
    drawn = shown(asked([[10, 2], [0, 20]]) | {"measure": "log_odds_ratio"})["prevalence"]
    assert np.isfinite(drawn["y"]["low"])
    json_line(plain(drawn))


@settings(max_examples=60)
@given(requests())
def test_every_valid_request_is_answered(request_):
    check(request_, SCHEMAS["shown"])
    answer = shown(request_)
    json_line(plain(answer))
    moved = tables_of(answer["table"], request_["labels"])
    first = request_.get("focus", 0)
    assert equal(answer["sliders"]["informedness"]["value"], ac.informedness(moved))
    assert answer["winnings"]["rows"][first]["label"] == request_["labels"][first]


@pytest.mark.parametrize("key", ["informedness", "f1", "mcc", "gwet_ac1", "kappa_max"])
def test_the_measure_is_the_same_along_its_lines(key):
    found = equal_lines({"measure": key, "prevalence": 0.3, "n": 1000})
    assert found["lines"]
    for line in found["lines"]:
        x, y = (np.array(line[axis].split(), dtype=float) for axis in "xy")
        if len(x) == 2:
            x, y = np.linspace(*x, 5)[1:-1], np.linspace(*y, 5)[1:-1]
        inside = (x > 0.01) & (x < 0.99) & (y > 0.01) & (y < 0.99)
        t = ac.Tables.from_cells(tp=300 * y, fn=300 * (1 - y), fp=700 * x, tn=700 * (1 - x))
        level = float(line["label"].replace("−", "-"))
        assert ac.measure(key)(t)[inside] == pytest.approx(level, abs=2e-3)


@pytest.mark.parametrize("prevalence", [0, 1])
def test_without_a_class_there_are_no_lines(prevalence):
    assert equal_lines({"measure": "f1", "prevalence": prevalence, "n": 10})["lines"] == []


def test_what_bets_win_is_what_the_library_says():
    winnings = shown(asked())["winnings"]
    bets = ac.bookmaker_payoff(tables_of(TABLE, LABELS)).informedness
    assert winnings["value"] == bets.value == ac.informedness(tables_of(TABLE, LABELS))
    assert [row["value"] for row in winnings["rows"]] == bets.contribution.tolist()


def test_costs_are_those_of_the_cells():
    (found,) = shown(asked(costs=[5, 1]))["cost"]["systems"]
    assert found["value"] == (30 * 5 + 12 * 1) / 100
    assert (found["constant"], found["answer"]) == (40 / 100, "positive")  # 40 false alarms, and no miss


def test_costs_are_equal_along_their_line():
    (line,) = shown(asked(costs=[5, 2]))["cost"]["line"]
    (x0, x1), (y0, y1) = (map(float, line[axis].split()) for axis in "xy")
    costs = [5 * 60 * (1 - y) + 2 * 40 * x for x, y in ((x0, y0), (x1, y1), (0.3, 0.5))]
    assert costs == pytest.approx([costs[0]] * 3, abs=0.01)


def test_intervals_are_those_of_evaluate():
    (found,) = intervals({"table": TABLE, "labels": LABELS, "measure": "f2"})["systems"]
    result = ac.evaluate(tables_of(TABLE, LABELS), measures=[*HEADLINE, *OF_TWO_CLASSES, "f2"])
    assert found["verdict"] == result.verdict
    for key, bounds in found["rows"].items():
        assert (bounds["low"], bounds["high"]) == (result[key].low, result[key].high)


def test_without_items_there_are_no_intervals():
    assert intervals({"table": [[0, 0], [0, 0]], "labels": LABELS})["systems"][0]["rows"] == {}


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({"table": [[1, 2], [3, 4]], "labels": ["a", "b", "c"]}, "a table of 3 classes"),
        ({"table": [[1, 2], [3]], "labels": ["a", "b"]}, "table[1] must be at least 2"),
        ({"table": [[1, 2], [3, -4]], "labels": ["a", "b"]}, "table[1][1] must be at least 0"),
        ({"table": [[1, 2], [3, 10**15 + 1]], "labels": ["a", "b"]}, "table[1][1] must be at most"),
        ({"table": TABLE, "labels": ["a", "a"]}, "labels must differ"),
        ({"table": TABLE, "labels": ["a", " b"]}, "no space"),
        ({"table": TABLE, "labels": ["a", "b\u202e"]}, "printable"),
        ({"table": TABLE, "labels": LABELS, "focus": 2}, "focus must be"),
        ({"table": TABLE, "labels": LABELS, "measure": "f11"}, "f1"),
        ({"table": TABLE, "labels": LABELS, "move": {"control": "bias", "value": 2}}, "from 0 to 1"),
    ],
)
def test_what_cannot_be_shown_is_refused_with_a_sentence(client, request_, said):
    answer = client.post("/api/explore/shown", json=request_)
    assert answer.status_code == 422
    assert said in answer.json()["error"]


def test_the_page_offers_presets_and_measures(client):
    page = client.get("/explore").text
    for preset in PRESETS:
        assert f'data-preset="{preset.key}"' in page
    assert page.count("<option value=") >= len(ac.measures())
    assert "<style" not in page
    assert " style=" not in page
