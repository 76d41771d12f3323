import io
import json

from rich.console import Console

import abovechance as ac
from abovechance.report.of_catalogue import catalogue, catalogue_document, entry


def text(renderable, width=80):
    out = io.StringIO()
    Console(file=out, width=width, color_system=None, highlight=False, emoji=False).print(renderable)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_every_measure_has_a_line_with_its_whole_name():
    lines = text(catalogue(ac.measures()))
    first = {line.split()[0] for line in lines if line}
    assert first >= {m.key for m in ac.measures()}
    assert max(map(len, lines)) <= 80


def test_families_are_together():
    lines = text(catalogue(ac.measures()))
    assert lines.count("Informedness") == 1
    start = lines.index("Kappa")
    assert lines[start + 1].split()[:2] == ["cohen_kappa", "0"]


def test_an_entry_has_all_that_is_known():
    lines = "\n".join(text(entry(ac.measure("informedness")), width=400))
    m = ac.measure("informedness")
    for said in (
        m.title,
        m.meaning,
        m.key,
        m.formula,
        m.advice,
        "-1 to 1",
        "markedness",
        "prevalence of two classes, scale",
    ):
        assert said in lines
    for reference in m.reference_texts:
        assert reference in lines
    assert "pycm: BM" in lines.partition("Of each class")[2]
    assert "rapidminer: youden" in lines.partition("Of each class")[0]
    assert "only one class occurs in the truth" in lines


def test_every_entry_can_be_shown():
    for m in ac.measures():
        lines = text(entry(m))
        assert lines[0] == m.title
        assert max(map(len, lines)) <= 80, m.key


def test_the_document_is_valid_json_and_whole():
    document = json.loads(json.dumps(catalogue_document(ac.measures()), allow_nan=False))
    assert document["schema"] == "abovechance.measures/1"
    by_key = {entry["key"]: entry for entry in document["measures"]}
    assert set(by_key) == {m.key for m in ac.measures()}
    assert by_key["informedness"]["chance"] == 0
    assert by_key["recall"]["chance"] == "margins"
    assert by_key["odds_ratio"]["high"] == "Infinity"


def test_peers_names_lead_back_to_the_measure():
    for m in ac.measures():
        for peer, names in m.names_elsewhere.items():
            assert all(ac.measure(f"{peer}:{name}") is m for name in names)
