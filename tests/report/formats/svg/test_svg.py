"""Pictures as SVG: well-formed, escaped, without style attributes, and with the data where they belong."""

import math
import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from abovechance.pictures.picture import Area, Forest, ForestRow, HeatMap, Line, Mark, Picture, Scale
from abovechance.report.formats.svg import stylesheet, to_svg
from abovechance.report.formats.svg.axes import Axis, round_step, tick_text
from abovechance.report.formats.svg.heat_map import shade
from abovechance.report.formats.svg.markup import cut, text_width, wrapped
from abovechance.report.formats.svg.paths import thinned
from abovechance.report.formats.svg.placement import Room, apart

NASTY = '<script>alert(1)</script> & "quotes" \x00 \u202e \ud800'


def steps(n, seed=0):
    rng = np.random.default_rng(seed)
    return np.concatenate(([0.0], np.sort(rng.uniform(size=n)), [1.0]))


def roc(n=1000):
    return Picture(
        f"ROC {NASTY}",
        Scale("Fallout"),
        Scale("Recall"),
        (
            Line(np.array([0.0, 1.0]), np.array([0.0, 1.0]), stroke="dashed", label="chance"),
            Line(np.repeat(steps(n), 2)[1:], np.repeat(steps(n, 1), 2)[:-1], NASTY, "AUC 0.9", 0),
        ),
        (Area(steps(20), steps(20) * 0.9, steps(20), 0),),
        (Mark(0.25, 0.75, f"best {NASTY}", 0, 0.6, 0.8), Mark(math.nan, 0.5, "nowhere")),
        square=True,
        notes=(NASTY,),
    )


def forest():
    rows = (
        ForestRow("Informedness", 0.55, 0.41, 0.66, 0.0, 0, heading=NASTY),
        ForestRow(NASTY * 5, 0.8, -3.0, 7.0, 0.5),
        ForestRow("F", math.nan, note="undefined"),
    )
    return Forest("Measures", Scale("value", -1, 1), rows, 0.0, "chance", (NASTY,))


def heat_map(rows=3, columns=3, low=-1.0):
    values = np.random.default_rng(1).uniform(low, 1, (rows, columns))
    values[0, 1] = np.nan
    texts = tuple(tuple("–" if np.isnan(v) else f"{v:.2f}" for v in row) for row in values)
    names = [f"{NASTY} {i}" for i in range(max(rows, columns))]
    return HeatMap(
        "Map", "truth", "prediction", tuple(names[:rows]), tuple(names[:columns]), values, texts, low, 1.0
    )


PICTURES = {
    "lines": roc(),
    "ends": Picture(
        "Ends",
        Scale("x", None, None),
        Scale("y", None, None, "count"),
        tuple(Line(np.array([0.0, 5.0]), np.array([0.0, i]), f"line {i}", system=i) for i in range(9)),
        key="ends",
    ),
    "deviates": Picture("DET", Scale("a", -3, 3, "deviate"), Scale("b", -3, 3, "deviate"), (), square=True),
    "nothing": Picture("", Scale("", None, None), Scale("", None, None), ()),
    "forest": forest(),
    "no rows": Forest("", Scale("", None, None), ()),
    "map": heat_map(),
    "many": heat_map(60, 60, 0.0),
}


def tree(picture, ident=""):
    return ET.fromstring(to_svg(picture, ident))


def classed(root, name):
    return [e for e in root.iter() if name in e.get("class", "").split()]


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_is_well_formed_named_and_without_styles(name):
    root = tree(PICTURES[name], "chart")
    assert (root.get("role"), root.get("id"), root.get("width")) == ("img", "chart", "100%")
    assert [child.tag for child in root[:2]] == ["title", "desc"]
    assert root.get("aria-labelledby") == root[0].get("id") == "chart-title"
    assert not [e for e in root.iter() if "style" in e.attrib or e.tag in {"script", "style"}]
    assert all(not key.startswith("on") for e in root.iter() for key in e.attrib)


@pytest.mark.parametrize("name", PICTURES)
def test_the_same_picture_is_the_same_text_and_has_no_ids_unless_asked_for(name):
    said = to_svg(PICTURES[name])
    assert said == to_svg(PICTURES[name])
    assert " id=" not in said


@pytest.mark.parametrize("name", PICTURES)
def test_every_class_has_a_rule(name):
    rules = stylesheet()
    used = {c for e in tree(PICTURES[name]).iter() for c in e.get("class", "").split()} - {
        "ac-line",
        "ac-value",
    }
    plain = {f"ac-on{i}" for i in range(8)} | {"ac-p0"}  # dark text is what every text has
    assert not [
        c for c in used - plain if f".{c} " not in rules and f".{c}," not in rules and f".{c}." not in rules
    ]


@pytest.mark.parametrize("name", ["lines", "forest", "map", "many"])
def test_labels_are_text(name):
    said = to_svg(PICTURES[name])
    assert "<script" not in said
    assert "\x00" not in said
    assert "\u202e" not in said
    assert "&lt;script&gt;alert(1)" in said


def inner_plot(root):
    return next(e for e in root if e.tag == "svg")


def axis_of(root, low=0.0, high=1.0, padding=6.0):
    x, y, width, height = map(float, inner_plot(root).get("viewBox").split())
    return (
        Axis(low, high, x + padding, x + width - padding),
        Axis(low, high, y + height - padding, y + padding),
    )


def points(d):
    found, x, y = [], 0.0, 0.0
    for command, numbers in re.findall(r"([MLHV])([-\d. ]+)", d):
        values = [float(v) for v in numbers.split()]
        x = values[0] if command in "MLH" else x
        y = values[-1] if command in "MLV" else y
        found.append((x, y))
    return np.array(found)


def test_lines_are_where_the_data_are():
    picture = roc()
    root = tree(picture)
    x, y = axis_of(root)
    drawn = points(classed(root, "ac-s0")[1].get("d"))
    line = picture.lines[1]
    given = np.column_stack([x.pixels(line.x), y.pixels(line.y)])
    nearest = np.array([distance_to_path(p, drawn) for p in given])
    assert nearest.max() < 0.4


def distance_to_path(point, path):
    start, way = path[:-1], np.diff(path, axis=0)
    share = np.clip(((point - start) * way).sum(axis=1) / np.maximum((way**2).sum(axis=1), 1e-12), 0, 1)
    return np.hypot(*(start + share[:, None] * way - point).T).min()


def test_marks_are_where_the_data_are():
    root = tree(roc())
    x, y = axis_of(root)
    (mark,) = classed(root, "ac-mark")
    assert float(mark.get("cx")) == pytest.approx(x.at(0.25), abs=0.06)
    assert float(mark.get("cy")) == pytest.approx(y.at(0.75), abs=0.06)


def test_a_curve_of_a_thousand_points_is_small():
    assert len(to_svg(roc(1000)).encode()) < 40_000
    assert len(to_svg(roc(100_000)).encode()) < 80_000


def test_thinning_keeps_corners_and_drops_what_lies_between():
    straight = np.column_stack([np.linspace(0, 400, 401), np.linspace(0, 200, 401)])
    assert len(thinned(straight)) <= 5
    corner = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]])
    assert thinned(corner).tolist() == corner.tolist()
    back = np.array([[0.0, 0.0], [10.0, 0.0], [5.0, 0.0]])
    assert thinned(back).tolist() == back.tolist()


def test_missing_points_break_a_line():
    line = Line(np.arange(5.0), np.array([0.0, 1.0, math.nan, 1.0, 0.0]), "x", system=0)
    root = tree(Picture("", Scale("", 0, 4), Scale(""), (line,)))
    assert inner_plot(root)[0].get("d").count("M") == 2


def test_the_key_is_below_the_plot_and_names_are_apart():
    root = tree(roc())
    bottom = axis_of(root)[1].first
    names = [e for e in root.iter("text") if "AUC 0.9" in "".join(e.itertext())]
    assert all(float(e.get("y")) > bottom for e in names)
    assert names


def test_labels_avoid_lines_and_each_other():
    room = Room(0, 0, 400, 400)
    room.add_line(np.array([[0.0, 200.0], [400.0, 200.0]]), 2.0)
    spots = []
    for _ in range(4):
        spot = room.beside(200, 200, 80)
        room.take(spot, 80)
        spots.append(spot)
        assert abs(spot.y - 200) >= 7
    for i, one in enumerate(spots):
        assert all(abs(one.x - o.x) >= 78 or abs(one.y - o.y) >= 13 for o in spots[:i])


def test_names_at_ends_are_a_row_apart():
    placed = apart([50.0, 51.0, 52.0, 10.0], 14, 0, 100)
    assert np.diff(sorted(placed)).min() >= 14
    assert apart([1.0] * 10, 14, 0, 100) is None
    assert max(apart([99.0, 99.0], 14, 0, 100)) <= 100


@pytest.mark.parametrize(
    ("low", "high", "kind", "said"),
    [
        (0, 1, "linear", ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (-1, 1, "linear", ["−1.0", "−0.5", "0", "0.5", "1.0"]),
        (0, 3, "count", ["0", "1", "2", "3"]),
        (-1.7, 1.7, "deviate", ["5 %", "20 %", "50 %", "80 %", "95 %"]),
    ],
)
def test_ticks_are_round(low, high, kind, said):
    assert [text for _, text in Axis(low, high, 0, 330, kind).ticks()] == said


@pytest.mark.parametrize("least", [1e-7, 0.013, 0.3, 1, 7, 99, 12345])
def test_steps_are_the_next_round_number(least):
    step = round_step(least)
    assert least * (1 - 1e-9) <= step <= 2.5 * least
    assert round_step(least, whole=True) % 1 == 0


def test_a_step_of_a_quarter_has_two_decimals():
    assert [tick_text(v, 0.25) for v in (0.25, 0.5)] == ["0.25", "0.50"]


def test_forest_rows_are_where_the_data_are():
    root = tree(Forest("", Scale("", 0, 1), (ForestRow("a", 0.5, 0.25, 0.75, 0.0), ForestRow("b", 1.0))))
    (chance,) = (e for e in classed(root, "ac-chance") if len(e))
    zero = float(re.match(r"M([\d.]+)", chance.get("d"))[1])
    half, one = (float(e.get("cx")) for e in classed(root, "ac-mark") if len(e))
    assert half - zero == pytest.approx((one - zero) / 2, abs=0.15)
    first, last = map(
        float, re.match(r"M([\d.]+) [\d.]+H([\d.]+)", classed(root, "ac-bar")[0].get("d")).groups()
    )
    assert (first - zero) / (one - zero) == pytest.approx(0.25, abs=1e-3)
    assert (last - zero) / (one - zero) == pytest.approx(0.75, abs=1e-3)


def test_forest_says_its_numbers_and_undefined_values_have_no_mark():
    root = tree(forest())
    texts = ["".join(e.itertext()) for e in root.iter("text")]
    assert "0.55 [0.41, 0.66]" in texts
    assert "undefined" in texts
    assert len([e for e in classed(root, "ac-mark") if len(e)]) == 2


def test_undefined_cells_are_hatched_and_not_shaded():
    root = tree(heat_map())
    cells = [e for e in root if e.tag == "g"]
    undefined = [g for g in cells if classed(g, "ac-hatch")]
    assert [g[0].text.endswith(": –") for g in undefined] == [True]
    assert not classed(undefined[0], "ac-cell")


@pytest.mark.parametrize(
    ("value", "low", "high", "step"),
    [(0, 0, 1, 0), (1, 0, 1, 10), (0.5, 0, 1, 5), (-1, -1, 1, -10), (-0.25, -0.5, 0.5, -5), (2, 0, 1, 10)],
)
def test_shades(value, low, high, step):
    assert shade(value, low, high) == step


def test_two_hundred_classes_are_small_and_say_what_their_cells_are():
    names = tuple(f"class {i}" for i in range(200))
    values = np.eye(200) * 0.9
    values[3, 7] = 0.1
    texts = tuple(tuple(f"{v:g}" if v else "" for v in row) for row in values)
    said = to_svg(HeatMap("", "truth", "prediction", names, names, values, texts))
    assert "<title>class 3 × class 7: 0.1</title>" in said
    assert said.count(": 0.9</title>") == 200
    assert len(said) < 100_000


def test_long_names_are_cut_and_say_all_when_pointed_at():
    name = "a very long name of a class " * 5
    short = cut(name, 100)
    assert text_width(short) <= 100
    assert short.startswith("a ver")
    root = tree(Forest("", Scale(""), (ForestRow(name, 0.5),)))
    (entry,) = (e for e in root.iter("text") if len(e) and e[0].text == name)
    assert "…" in entry[0].tail


def test_words_are_wrapped_to_a_width():
    assert all(text_width(line) <= 80 for line in wrapped("these are some short words in a row", 80))
    assert wrapped("", 80) == []


@pytest.mark.parametrize("size", [4, 30])
def test_cells_of_few_items_are_pale_and_a_blank_diagonal_is_ground(size):
    values = np.full((size, size), 0.8)
    np.fill_diagonal(values, np.nan)
    faint = np.zeros((size, size), dtype=bool)
    names = tuple(map(str, range(size)))
    texts = tuple(("1",) * size for _ in range(size))
    sure, pale = (
        to_svg(HeatMap("M", "", "", names, names, values, texts, -1.0, faint=x, blank_diagonal=True))
        for x in (faint, faint | (np.arange(size) == 1))
    )
    assert "ac-faint" not in sure
    assert pale.count("ac-p8 ac-faint") == size - 1
    assert "ac-undefined" not in sure
