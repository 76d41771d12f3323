"""Hypothesis strategies: documents of every kind of column and section, with labels from anywhere."""

import math

import numpy as np
from hypothesis import strategies as st

from abovechance import Tables
from abovechance.pictures.picture import Forest, ForestRow, Line, Mark, Picture, Scale
from abovechance.pictures.tables.confusion import confusion
from abovechance.report.document import (
    Cell,
    Choice,
    Column,
    Document,
    Extra,
    Figure,
    Heading,
    Matrix,
    Note,
    Paragraph,
    Steps,
    Table,
)

SCRIPT = "<script>alert(1)</script>"
HOSTILE = [
    SCRIPT, '"><img src=x onerror=alert(1)>', "&amp;", "a|b", "x_y & 50% {z} #1 $\\~^", "two\nlines", "a\r\nb",
    "*bold* `code` [l](u)", "[50 %]", "*", "$x$", "https://x.org", "www.x.org", "@ann", "=1+1", "-a", "+a",
    "\t=1", 'quote " and ,', "\x1b[31mred", "a\u202eb", "\u2066b", "\x00", "\ud800", "[red]x[/red]", ":smile:",
    "日本語のラベル", "e\u0301", "\\begin{x}", "--", "", " ", "(missing)",
]  # fmt: skip
"""Labels that some format could take for more than text."""
SIGNS = st.one_of(st.characters(), st.sampled_from("\\&%$#_{}~^<>|`*[]()@:/.-=+!'\"\t\r\n\x1b\u202e²χ±−– "))
texts = st.one_of(st.sampled_from(HOSTILE), st.text(SIGNS, max_size=60))
sentences = st.lists(st.one_of(st.sampled_from(["95 %", "p = 0.02"]), texts), max_size=8).map(" ".join)
floats = st.one_of(st.sampled_from([math.nan, math.inf, -math.inf, 0.0, -0.0004]), st.floats(-1e9, 1e9))
shares = st.one_of(st.none(), floats, st.floats(0, 1))
pairs = st.tuples(floats, floats)
BY_KIND = {
    "name": texts, "text": texts, "words": sentences, "figures": st.sampled_from(["0.5", "12", "–"]),
    "value": floats, "number": floats, "count": st.one_of(st.integers(0, 10**17), floats), "interval": pairs,
    "difference": floats, "difference_interval": pairs,
    "p": st.one_of(st.floats(0, 1), st.just(math.nan), st.tuples(st.floats(0, 1), st.floats(0, 0.1))),
    "gauge": st.tuples(floats, shares), "bar": shares,
}  # fmt: skip
STYLES = st.sampled_from(["", "bold", "dim", "red", "yellow", "green"])


@st.composite
def tables(draw, least=0):
    """A table of any columns and rows, some of whose cells are empty or stand out."""
    columns = draw(
        st.lists(
            st.builds(Column, texts, st.sampled_from(sorted(BY_KIND)), st.integers(0, 4)),
            min_size=1, max_size=12,
        )
    )  # fmt: skip
    cells = [st.one_of(BY_KIND[column.kind], st.none()) for column in columns]
    cells = [
        st.one_of(cell, st.builds(Cell, cell, STYLES, st.sampled_from(["", "*", "a"]))) for cell in cells
    ]
    rows = draw(st.lists(st.tuples(*cells), min_size=least, max_size=5))
    headings = draw(st.dictionaries(st.integers(0, 4), sentences, max_size=2))
    return Table(
        tuple(columns), rows, draw(st.sampled_from(["", "5 more pairs"])),
        tuple(draw(st.lists(sentences, max_size=2))), {at: x for at, x in headings.items() if at < len(rows)},
    )  # fmt: skip


@st.composite
def matrices(draw):
    labels = draw(st.lists(texts, min_size=1, max_size=12, unique=True))
    counts = np.random.default_rng(0).integers(0, 10_000, (len(labels),) * 2)
    return Matrix(Tables.from_counts(counts, labels=labels))


sections = st.one_of(tables(), matrices(), st.builds(Paragraph, sentences, STYLES))


@st.composite
def figures(draw):
    """A picture of any kind, with names from anywhere."""
    name, title = draw(texts), draw(texts)
    values = np.array([0.0, 0.4, 1.0])
    line = Line(values, values**2, name, system=0)
    pictures = [
        Picture(title, Scale(name), Scale(title), (line,), marks=(Mark(0.4, 0.2, name, 0),)),
        Forest(title, Scale(name), (ForestRow(name, 0.4, 0.1, 0.6, chance=0.2),)),
        confusion(draw(matrices()).tables),
    ]
    return Figure(draw(st.sampled_from(pictures)))


@st.composite
def steps(draw):
    """A slider over tables of one shape."""
    table = draw(tables(least=1))
    positions = draw(st.lists(texts, min_size=1, max_size=4))
    figure = draw(st.one_of(st.none(), figures().filter(lambda x: isinstance(x.picture, Picture))))
    points = () if figure is None else ((0.5, 0.25),) * len(positions)
    return Steps(draw(texts), tuple(positions), (table,) * len(positions), 0, figure, points)


@st.composite
def choices(draw):
    """Sliders to choose from."""
    found = draw(st.lists(st.tuples(texts, steps()), min_size=1, max_size=2))
    names, sliders = zip(*found, strict=True)
    return Choice(draw(texts), names, sliders, len(found) - 1)


on_pages = st.one_of(sections, figures(), steps(), choices(), st.builds(Heading, texts))
"""Sections, and those that formats of text leave out."""
extras = st.builds(
    lambda title, parts, folded: Extra(title, lambda: parts, folded),
    texts, st.lists(on_pages, max_size=3), st.booleans(),
)  # fmt: skip
notes = st.builds(Note, sentences, st.sampled_from(["remark", "note", "passed", "failed", "undefined"]))
cells = st.one_of(
    st.none(), texts, floats, st.integers(), st.booleans(), st.lists(texts, max_size=2).map(tuple)
)


@st.composite
def documents(draw):
    """Any document."""
    names = draw(st.lists(texts, min_size=1, max_size=4, unique=True))
    return Document(
        kind="anything",
        verdict=draw(sentences.filter(str.strip)),
        rows=draw(st.lists(st.fixed_dictionaries(dict.fromkeys(names, cells)), max_size=3)),
        table=draw(tables()),
        data=draw(st.dictionaries(texts.map("x-{}".format), cells, max_size=3)),
        about=tuple(draw(st.lists(sentences, max_size=2))),
        headline=draw(st.one_of(st.none(), sections)),
        sections=tuple(draw(st.lists(st.one_of(on_pages, extras), max_size=3))),
        notes=tuple(draw(st.lists(notes, max_size=2))),
        warnings=tuple(draw(st.lists(sentences.filter(str.strip), max_size=2))),
        source=draw(st.one_of(st.none(), st.dictionaries(texts, texts, max_size=2))),
    )


def document_of(table, **more):
    """A document of one table."""
    return Document("anything", "A verdict.", [], table, headline=table, **more)


def table_of(kind, *cells, title="a"):
    """A table of one column."""
    return Table((Column(title, kind),), [[cell] for cell in cells])


def invisible(text, but="\n"):
    """The characters that are not seen, but for those that are meant."""
    return [c for c in text if not c.isprintable() and c not in but]
