"""The room to learn answers with the library's numbers, at every stand of its controls."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance.core.result import plain
from abovechance.measures.references import cited_shortly
from abovechance.report.formats.json import json_line
from abovechance.web.explore.presets import PRESETS
from abovechance.web.learn.catalogue import card, families, kinds
from abovechance.web.learn.samples import intervals
from abovechance.web.learn.steps import GUIDE, STEPS, Choice, Slider
from abovechance.web.learn.views import at_rates, mixed, view
from abovechance.web.rooms.learn import LEARN
from abovechance.web.validation import check

SCHEMAS = {endpoint.name: endpoint.schema for endpoint in LEARN.endpoints}
KEYS = [step.key for step in STEPS]


def said(step, **values):
    choices = {name: values.pop(name) for name in ("measure",) if name in values}
    request = {"step": step, "values": values, "choices": choices}
    check(request, SCHEMAS["view"])
    return view(step, values, choices, seed=1)


def number(text, name):
    return float(re.search(rf"{name} (−?[\d.]+\d)", text)[1].replace("−", "-"))


@pytest.mark.parametrize("step", STEPS, ids=KEYS)
def test_every_step_has_words_and_a_view_at_all_ends_of_its_controls(step):
    assert all(0 < len(text) < 320 for text in step.paragraphs)
    for ends in ("low", "high"):
        values = {x.key: getattr(x, ends) for x in step.controls if isinstance(x, Slider)}
        answer = view(step.key, values, {}, seed=2)
        assert answer["said"].endswith(".")
        assert answer["charts"]
        assert all(chart.startswith("<svg") and "style=" not in chart for chart in answer["charts"])
        json_line(plain(answer))


@settings(max_examples=30)
@given(st.sampled_from(STEPS), st.data())
def test_any_stand_of_controls_has_a_view(step, data):
    sliders = [x for x in step.controls if isinstance(x, Slider)]
    values = {x.key: data.draw(st.floats(x.low, x.high), label=x.key) for x in sliders}
    choices = {
        x.key: data.draw(st.sampled_from(x.options))[0] for x in step.controls if isinstance(x, Choice)
    }
    check({"step": step.key, "values": values, "choices": choices}, SCHEMAS["view"])
    assert view(step.key, values, choices, seed=0)["said"]


def test_steps_say_the_numbers_of_the_papers():
    text = said("table-2")["said"]
    assert "by 0.0015" in text
    rows = {name: (a, b, better) for name, a, b, better in said("table-2")["rows"]}
    assert rows["Informedness"] == ("0.200", "0.199", "A")
    assert {better for name, (_, _, better) in rows.items() if name != "Informedness"} == {"B"}
    assert number(said("rare", prevalence=0.01)["said"], "Accuracy") == 0.99
    water = said("water")["said"].split("Guessing")
    assert [number(part, "Accuracy") for part in water] == [0.8, 0.9]
    assert [number(part, "Informedness") for part in water] == [0.6, 0]
    high, low = (said("prevalence", prevalence=x)["said"] for x in (0.8, 0.2))
    assert number(high, "Informedness") == number(low, "Informedness") == 0.15
    assert number(low, "Kappa") < 0.6 * number(high, "Kappa")


def test_steps_say_what_the_library_says():
    table = at_rates(0.7, 0.2, 0.3)
    slopes = said("slopes", recall=0.7, fallout=0.2, prevalence=0.3)["said"]
    for name in ("informedness", "markedness", "correlation"):
        assert number(slopes, name.capitalize()) == pytest.approx(ac.measure(name)(table), abs=6e-4)
    for prevalence, guess in ((0.2, 0.9), (0.6, 0.4)):
        bets = said("bookmaker", informed=0.3, prevalence=prevalence, guess=guess)
        assert "win 0.300 for each item" in bets["said"]
        assert number(said("dial", prevalence=prevalence, guess=guess)["said"], "Informedness") == 0.3
        chance = said("chance", prevalence=prevalence, guess=guess)["said"]
        assert number(chance, "Recall") == guess
        assert number(chance, "Precision") == prevalence
    assert "Precision: " in said("which", measure="precision")["said"]


def test_mixtures_are_informed_as_they_say():
    tables = mixed(np.array([0.0, 0.4, 1.0]), 0.3, 0.8)
    assert ac.informedness(tables) == pytest.approx([0, 0.4, 1])
    assert ac.prevalence(tables) == pytest.approx(0.3)


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    found = [intervals(0.3, 0.6, 100, seed)[1:] for seed in range(20)]
    held, drawn = np.sum(found, axis=0)
    assert drawn == 400
    assert 0.91 < held / drawn < 0.99
    assert said("intervals")["counts"]["drawn"] == 20


def test_shuffles_agree_with_the_test():
    text = view("test", {"informed": 0.1, "n": 200}, {}, seed=5)["said"]
    shuffled = int(re.search(r"shuffles (\d+)", text)[1]) / 1000
    assert shuffled == pytest.approx(float(re.search(r"p = ([\d.]+\d)", text)[1]), abs=0.06)
    alike = [view("test", {"informed": 0, "n": 20}, {}, seed)["said"] for seed in range(3)]
    assert all("observed" in one for one in alike)


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        ({"step": "kite", "values": {"prevalence": 0.5}}, "has no control 'prevalence'"),
        ({"step": "kite", "values": {"recall": 2}}, "must be from 0 to 1"),
        ({"step": "kite", "choices": {"recall": "x"}}, "has no member 'recall'"),
        ({"step": "which", "choices": {"measure": "x"}}, "none of the choices"),
        ({"step": "x"}, "must be one of"),
    ],
)
def test_bad_requests_are_told_why(client, request_, why):
    response = client.post("/api/learn/view", json=request_)
    assert response.status_code == 422
    assert why in response.json()["error"]


# The catalogue ---------------------------------------------------------------------------------------


def test_every_measure_is_listed_once_and_found_by_its_names():
    listed = {m.key: m for _, members in families() for m in members}
    assert set(listed) == {m.key for m in ac.measures()}
    assert {m.kind for m in listed.values()} == set(kinds())
    for word, key in (("sensitivity", "recall"), ("youden", "informedness"), ("dice", "f1"), ("phi", "mcc")):
        assert word in listed[key].searched
    for m in ac.measures():
        assert all(name.casefold() in listed[m.key].searched for name in m.aliases)


@pytest.mark.parametrize("m", ac.measures(), ids=lambda m: m.key)
def test_every_measure_has_a_card(m):
    found = card(m.key, 0.3, 0.6, 0.4)
    assert found["title"] == m.title
    assert found["formula"].startswith("<math")
    assert "style=" not in found["formula"].replace("displaystyle=", "")
    assert len(found["charts"]) == 2
    assert found["references"] == m.reference_texts
    facts = dict(found["facts"])
    assert facts["Source"] == "; ".join(map(cited_shortly, m.source))
    assert not re.search(r"[{}]", facts.get("Undefined where", ""))
    assert facts["Python"] == f"ac.{m.key}(truth, prediction)"
    json_line(plain(found))


def test_cards_say_the_value_at_the_chosen_system():
    table = mixed(0.5, 0.2, 0.7)
    assert f"is {ac.f1(table):.3f}." in card("F1", 0.5, 0.2, 0.7)["said"]
    assert "is 0.500." in card("informedness", 0.5, 0.2, 0.7)["said"]


def test_cards_are_asked_for_by_any_name(client):
    found = client.post("/api/learn/measure", json={"measure": "TPR", "at": {"prevalence": 0}}).json()
    assert found["key"] == "recall"
    assert "–" in found["said"]  # no item is positive
    response = client.post("/api/learn/measure", json={"measure": "informdness"})
    assert response.status_code == 422
    assert "informedness" in response.json()["error"]


def test_the_page_has_all_steps_and_measures_and_no_inline_style(client):
    page = client.get("/learn").text
    assert [title for title in (step.title for step in STEPS) if title not in page] == []
    assert page.count("data-searched=") == len(ac.measures())
    assert " style=" not in page
    assert "<style" not in page
    assert not re.search(r"<script(?![^>]*src=)", page)


@settings(max_examples=20)
@given(st.sampled_from([step for step in STEPS if step.explore and step.controls]), st.data())
def test_links_lead_to_where_the_sliders_stand(step, data):
    """The point of the first table there is that of the step."""
    values = {x.key: data.draw(st.floats(x.low, x.high)) for x in step.controls if isinstance(x, Slider)}
    found = view(step.key, values, {}, seed=1)["explore"]
    if found == step.explore:
        # Addresses have four decimals of a slider's place.
        moved = {key: round(value, 4) for key, value in values.items()}
        assert all(moved.get(x.key, x.value) == x.value for x in step.controls)
        return
    parts = dict(part.split("=") for part in found.split("&"))
    cells = [float(x) for x in parts["t"].split(",")]
    assert all(len(x.partition(".")[2]) <= 9 for x in parts["t"].split(","))
    table = ac.Tables.from_cells(**dict(zip(("tp", "fn", "fp", "tn"), cells, strict=True)))
    if step.key != "water":
        for name in {"recall", "fallout", "prevalence"} & values.keys():
            wanted = pytest.approx(round(values[name], 4), abs=1e-6)
            assert ac.measure(name)(table) == wanted
    assert view(step.key, {}, {}, seed=1)["explore"] == step.explore


@pytest.mark.parametrize("step", STEPS, ids=KEYS)
def test_charts_are_laid_out_for_the_width_that_there_is(step):
    for width in (240, 340, 4000):
        for chart in view(step.key, {}, {}, seed=1, width=width)["charts"]:
            assert float(re.search(r'viewBox="0 0 ([\d.]+) ', chart)[1]) <= width
    assert view(step.key, {}, {}, seed=1, width=4000) == view(step.key, {}, {}, seed=1)


def test_an_undefined_sample_is_said_to_be_so():
    picture, _, known = intervals(0.3, 0.01, 20, seed=1)
    notes = [row.note for row in picture.rows]
    assert notes.count("no positive item: undefined") == 20 - known > 0
    assert not any(note.startswith("–") for note in notes)


def test_links_into_the_other_room_are_states_that_it_knows():
    presets = {preset.key for preset in PRESETS}
    parts = [dict(part.split("=") for part in step.explore.split("&")) for step in STEPS if step.explore]
    assert len(parts) > 5
    for state in parts:
        assert set(state) <= {"p", "t", "m", "v"}
        assert state.get("p", "table-2") in presets
        assert state.get("v", "table") in {"table", "space", "measures", "prevalence", "kappas", "winnings"}
    assert all(ac.measure(key) for _, key in GUIDE)
