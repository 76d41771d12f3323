"""Pages have all rows of tables that texts cut."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.evaluation.significance.test import tests as tests_of
from abovechance.report.build import build
from abovechance.report.document import Extra, Table
from abovechance.report.formats.html.tables import table_view
from abovechance.report.formats.terminal import to_text

RNG = np.random.default_rng(11)
CLASSES = [f"c{i}" for i in range(60)]
TRUTH = np.repeat(CLASSES, 4)
SEEN = np.where(RNG.random(240) < 0.6, TRUTH, RNG.choice(CLASSES, 240))
BINARY = RNG.choice(["no", "yes"], 1200)
WITH_ERRORS = np.where(RNG.random(1200) < 0.8, BINARY, RNG.choice(["no", "yes"], 1200))
GROUPS = np.repeat(np.arange(60), 20)
TABLES = ac.Tables.from_labels(BINARY, WITH_ERRORS, by=GROUPS)
RESULTS = {
    "agreement": lambda: ac.agreement(RNG.choice(["a", "b"], (60, 50))),
    "classes": lambda: ac.evaluate(TRUTH, SEEN),
    "groups": lambda: ac.evaluate(TABLES),
    "homogeneity": lambda: ac.compare_groups(TABLES),
    "tests": lambda: tests_of(ac.Tables.from_labels(TRUTH, SEEN), per_class=True),
    "bookmaker": lambda: ac.bookmaker_payoff(ac.Tables.from_labels(TRUTH, SEEN)),
    "mixture": lambda: ac.mixture(TRUTH, SEEN),
    "concordance": lambda: ac.concordance(TRUTH, SEEN),
    "comparison": lambda: ac.compare(
        BINARY,
        {f"s{i}": np.where(RNG.random(1200) < 0.5, BINARY, WITH_ERRORS) for i in range(12)},
        positive="yes",
    ),
}


def tables(sections):
    for section in sections:
        if isinstance(section, Extra):
            yield from tables(section.sections)
        elif isinstance(section, Table):
            yield section


@pytest.mark.parametrize("name", RESULTS)
def test_pages_have_all_rows_that_texts_cut(name):
    document = build(RESULTS[name]())
    found = list(tables(document.all_sections))
    assert any(table.more for table in found), to_text(document)
    for table in found:
        view = table_view(table)
        assert len(view.rows) >= len(table.rows)
        assert not any(note.startswith("and ") for note in view.notes)


def test_rows_that_sum_up_others_are_marked():
    (view,) = (table_view(table) for table in tables([build(ac.compare_groups(TABLES)).headline]))
    assert [row.is_total for row in view.rows] == [False] * 60 + [True]
