"""The publications are read from one file, whose faults are told by their line."""

import pytest

import abovechance as ac
from abovechance.curves.classes.multiclass import AVERAGES
from abovechance.curves.summaries.declared import curve_measures
from abovechance.measures.references import cited, cited_shortly, read, references

TWO = """\
@misc{one2001,
  author = {A. One and B. Two and C. Three},
  year = {2001},
  title = {First},
  howpublished = {Press},
}

@misc{two2002,
  author = {A. One and others},
  year = {2002},
  title = {Second (package)},
}

@misc{three,
  author = {C. Three},
  title = {Third},
}
"""


def test_entries_are_told_in_words():
    assert read(TWO) == {
        "one2001": "A. One, B. Two & C. Three (2001). First. Press.",
        "two2002": "A. One et al. (2002). Second (package).",
        "three": "C. Three. Third.",
    }


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        (TWO.replace("two2002", "one2001"), 8),
        (TWO.replace("  title = {Second (package)},\n", "  title = {Second\n"), 8),
        (TWO.replace("year", "yaer"), 1),
        (TWO.replace("}\n\n@", "}\n\n\n@"), 8),
        ("% a remark\n" + TWO, 1),
    ],
)
def test_what_cannot_be_read_is_told_by_its_line(wrong, line):
    with pytest.raises(ValueError, match=f"line {line} of the references"):
        read(wrong)


def test_entries_are_sorted_and_end_in_one_full_stop():
    found = references()
    assert list(found) == sorted(found)
    assert all(text.endswith(".") and ".." not in text for text in found.values())


@pytest.mark.parametrize("m", [*ac.measures(), *curve_measures(), *AVERAGES.values()], ids=lambda m: m.key)
def test_every_source_is_cited(m):
    assert len(cited(m.source)) == len(m.source) > 0


def test_short_citations_have_families_and_years():
    sources = ["powers2007, eqs. 1, 2", "rijsbergen1979, chapter 7", "byrt1993", "cohen1960"]
    assert list(map(cited_shortly, sources)) == [
        "Powers (2007), eqs. 1, 2", "van Rijsbergen (1979), chapter 7", "Byrt et al. (1993)", "Cohen (1960)",
    ]  # fmt: skip
    assert all(map(cited_shortly, references()))


def test_a_source_may_name_an_equation():
    assert cited(["powers2003, eq. 10"]) == [
        "D. M. W. Powers (2003). Recall and Precision versus the Bookmaker. ICCS-2003, Sydney, 529–534."
    ]


def test_a_text_names_authors_and_years():
    assert cited_shortly("powers2003, eq. 10") == "Powers (2003), eq. 10"
    assert cited_shortly("albatineh2006") == "Albatineh et al. (2006)"
