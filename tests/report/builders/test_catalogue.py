import json

import pytest

import abovechance as ac
from abovechance.evaluation.catalogue import _others, find
from abovechance.report.builders.catalogue import document as catalogue
from abovechance.report.builders.catalogue import meanings
from abovechance.report.formats.csv import to_csv
from abovechance.report.formats.json import to_json
from abovechance.report.formats.latex import to_latex
from abovechance.report.formats.markdown import to_markdown
from abovechance.report.formats.terminal import to_text

ALL = [m.key for m in ac.measures()] + [entry.key for entries in _others() for entry in entries.values()]


def text(document, width=80):
    return to_text(document, width).splitlines()


@pytest.mark.parametrize("width", [60, 80, 120])
def test_every_measure_has_a_line_with_its_whole_name(width):
    lines = text(catalogue(ac.measures()), width)
    first = {line.split()[0] for line in lines if line}
    assert first >= {m.key for m in ac.measures()}
    assert max(map(len, lines)) <= width


def test_families_are_together():
    lines = text(catalogue(ac.measures()))
    assert lines.count("Informedness") == 1
    start = lines.index("Kappa")
    assert lines[start + 1].split()[:2] == ["cohen_kappa", "0"]


def test_an_entry_has_all_that_is_known():
    lines = "\n".join(text(meanings("informedness", find("informedness")), width=400))
    m = ac.measure("informedness")
    for said in (
        m.title,
        m.meaning,
        m.key,
        m.formula,
        "-1 to 1",
        "markedness",
        "prevalence of two classes, scale",
    ):
        assert said in lines
    assert m.advice in lines
    for reference in m.reference_texts:
        assert reference in lines
    assert "pycm: BM" in lines.partition("Of each class")[2]
    assert "rapidminer: youden" in lines.partition("Of each class")[0]
    assert "only one class occurs in the truth" in lines


@pytest.mark.parametrize("width", [60, 80, 120])
def test_every_entry_fits_and_no_word_is_broken(width):
    for key in ALL:
        found = find(key)
        lines = text(meanings(key, found), width)
        assert lines[0] == found[0].title
        assert max(map(len, lines)) <= width, key
        facts = found[0].facts() if isinstance(found[0], ac.Measure) else found[0].facts
        names = [name for name in facts if any(line.startswith(f"{name}  ") for line in lines)]
        assert names == list(facts), key
        words = {word for line in lines for word in line.split()}
        assert {*found[0].meaning.split()} <= words
        for name in {*facts} - {"Formula", "Example", "Python"}:
            assert {*facts[name].split()} <= words, (key, name)


def test_the_document_is_valid_json_and_whole():
    document = json.loads(to_json(catalogue(ac.measures())))
    assert document["schema"] == "abovechance.measures/2"
    by_key = {entry["key"]: entry for entry in document["measures"]}
    assert set(by_key) == {m.key for m in ac.measures()} == {row["measure"] for row in document["rows"]}
    assert by_key["informedness"]["chance"] == 0
    assert by_key["recall"]["chance"] == "margins"
    assert by_key["odds_ratio"]["high"] == "Infinity"


def test_every_format_has_every_measure():
    document = catalogue(ac.measures())
    for m in ac.measures():
        assert f"\n{m.key}," in to_csv(document)
    escaped = to_markdown(document).replace("\\", ""), to_latex(document).replace("\\_", "_")
    for m in ac.measures():
        assert f"\n| {m.key} | " in escaped[0]
        assert f"\n{m.key} & " in escaped[1]


def test_peers_names_lead_back_to_the_measure():
    for m in ac.measures():
        for peer, names in m.names_elsewhere.items():
            assert all(ac.measure(f"{peer}:{name}") is m for name in names)
