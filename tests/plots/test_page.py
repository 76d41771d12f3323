"""The page is one file without the network, names in it are text, and its numbers are those of the curves."""

import json
import math
from html.parser import HTMLParser

import numpy as np
import pytest

import abovechance as ac
from abovechance.errors import InputError
from abovechance.plots.page import MEASURES, page


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


def test_measures_are_those_of_the_library(found, curves):
    data = found.data
    assert data["measures"] == [ac.measure(key).title for key in MEASURES]
    curve = curves["good"]
    for key in MEASURES:
        ours = data["systems"][0]["measures"][ac.measure(key).title]
        expected = curve.measure(key)
        assert [x is None for x in ours] == np.isnan(expected).tolist()
        assert [x for x in ours if x is not None] == pytest.approx(expected[~np.isnan(expected)], abs=1e-5)


def test_names_are_text(scored):
    truth, scores = scored
    nasty = "</script><script>alert(1)</script>&<!--\u2028"
    labels = [nasty if t else "a" for t in truth]
    text = page(ac.Curve.from_scores(labels, {nasty: scores["good"]}, positive=nasty))
    reader = Reader(text)
    assert reader.tags.count("script") == 2
    assert reader.data["systems"][0]["name"] == nasty
    assert reader.data["systems"][0]["positive"] == nasty
    assert "alert(1)</script>" not in text
    assert "innerHTML" not in text


def test_it_starts_where_it_is_told(curves):
    data = Reader(page(curves, costs=(5, 1), prevalence=0.02)).data
    assert (data["ratio"], data["prevalence"]) == (5, 0.02)
    data = Reader(page(curves)).data
    assert (data["ratio"], data["prevalence"]) == (1, curves["good"].prevalence)
    assert Reader(page(curves, costs=(1, 0))).data["ratio"] == 100


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
