"""The page is one file without the network, names in it are text, and its numbers are those of the curves."""

import json
import math
import re
from html.parser import HTMLParser

import numpy as np
import pytest

import abovechance as ac
from abovechance.core.errors import InputError
from abovechance.measures.headlines import EXPLORED as MEASURES
from abovechance.plots.explorer import page


class Reader(HTMLParser):
    """What a browser would find: tags, attributes, the title and the data."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.texts = [], [], {}
        self._open = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        self._open = dict(attrs).get("id") or tag

    def handle_endtag(self, tag):
        self._open = None

    def handle_data(self, data):
        if self._open:
            self.texts[self._open] = self.texts.get(self._open, "") + data

    @property
    def data(self):
        return json.loads(self.texts["data"], parse_constant=pytest.fail)


@pytest.fixture
def found(curves):
    return Reader(page(curves))


def test_nothing_is_fetched(curves):
    text = page(curves)
    assert "http:" not in text
    assert "https:" not in text
    assert not {"link", "img", "iframe", "base"} & set(Reader(text).tags)
    assert not [name for name, _ in Reader(text).attributes if name in ("src", "href")]


def test_points_are_those_of_the_curve(found, curves):
    for system, curve in zip(found.data["systems"], curves.values(), strict=True):
        assert system["tp"] == curve.tp.tolist()
        assert system["fp"] == curve.fp.tolist()
        assert system["thresholds"][0] == "Infinity"
        assert system["thresholds"][1:] == pytest.approx(curve.thresholds[1:].tolist(), rel=1e-8)
        assert system["hull"] == curve.hull_positions.tolist()
        assert (system["positives"], system["negatives"]) == (curve.positives, curve.negatives)


@pytest.mark.parametrize("prevalence", [None, 0.02, 0.7])
def test_formulas_are_those_of_the_library(curves, prevalence):
    text = page(curves, prevalence=prevalence)
    assert Reader(text).data["measures"] == [[key, ac.measure(key).title] for key in MEASURES]
    formulas = dict(re.findall(r"^  (\w+): \(tp, fp, fn, tn\) => (.+),$", text, re.MULTILINE))
    assert set(formulas) == set(MEASURES)
    curve = curves["good"]
    share = curve.prevalence if prevalence is None else prevalence
    rates = {"tp": share * curve.tpr, "fn": share * (1 - curve.tpr)}
    rates |= {"fp": (1 - share) * curve.fpr, "tn": (1 - share) * (1 - curve.fpr)}
    moved = curve if prevalence is None else ac.curves.at_prevalence(curve, prevalence)
    for key, formula in formulas.items():
        with np.errstate(invalid="ignore"):
            ours = eval(formula, {"Math": np}, rates)  # what JavaScript computes, of the same text
        assert ours == pytest.approx(moved.measure(key), abs=1e-9, nan_ok=True), key


def test_the_script_takes_every_measure_at_the_prevalence_of_the_slider(found):
    script = found.texts["script"]
    assert "s.measures" not in script
    assert "expected at a prevalence of ${percent()}" in script


def test_names_are_text(scored):
    truth, scores = scored
    nasty = "</script><script>alert(1)</script>&<!--\u202e"
    labels = [nasty if t else "a" for t in truth]
    text = page(ac.Curve.from_scores(labels, {nasty: scores["good"]}, positive=nasty))
    reader = Reader(text)
    assert reader.tags.count("script") == 2
    assert "\u202e" not in text
    escaped = nasty.replace("\u202e", "\\u202e")
    assert (reader.data["systems"][0]["name"], reader.data["systems"][0]["positive"]) == (escaped, escaped)
    assert "alert(1)</script>" not in text
    assert "innerHTML" not in text


def test_it_starts_where_it_is_told(curves):
    data = Reader(page(curves, costs=(5, 1), prevalence=0.02)).data
    assert (data["costs"], data["prevalence"]) == ([5, 1], 0.02)
    data = Reader(page(curves)).data
    assert (data["costs"], data["prevalence"]) == ([1, 1], curves["good"].prevalence)
    assert Reader(page(curves, costs=(1000, 0))).data["costs"] == [1000, 0]
    few = ac.Curve.from_counts([1, 2], [0, 3], [9_999, 1])
    assert Reader(page(few)).data["prevalence"] == 3 / 10_003


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"prevalence": 3}, "from 0 to 1"),
        ({"prevalence": 0}, "above 0 and below 1"),
        ({"prevalence": 1}, "above 0 and below 1"),
        ({"costs": (0, 0)}, "both 0"),
        ({"costs": (1, 2, 3)}, "costs are two"),
    ],
)
def test_where_it_cannot_start_is_refused(curves, options, message):
    with pytest.raises(InputError, match=message):
        page(curves, **options)


def test_a_long_curve_makes_a_small_page():
    rng = np.random.default_rng(1)
    truth = rng.random(200_000) < 0.3
    scores = {str(i): rng.normal(size=200_000) + truth for i in range(3)}
    text = page(ac.Curve.from_scores(truth, scores))
    assert len(text) < 500_000


def test_infinite_scores_are_told_to_javascript():
    data = Reader(page(ac.Curve.from_scores([0, 1, 1], [-math.inf, 1.0, math.inf]))).data
    assert data["systems"][0]["thresholds"] == ["Infinity", "Infinity", 1.0, "-Infinity"]


def test_one_class_is_refused():
    with pytest.raises(InputError, match="only one class"):
        page({"a": ac.Curve.from_scores([True, True], [1, 2])})
