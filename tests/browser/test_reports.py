"""Reports as people use them: opened from disk without a network, read, sorted, dragged, printed."""

import json

import numpy as np
import pytest

import abovechance as ac
from abovechance.report.build import build
from abovechance.report.formats.html import Input, Provenance, to_html
from abovechance.report.formats.html.data import unpacked
from tests.browser.conftest import NARROW, WIDE, overflows, violations
from tests.report.documents import SCRIPT

RNG = np.random.default_rng(5)
LABELS = ["healthy", SCRIPT, "أحمر", "a very long label that nobody would like to read " * 4]
SHOWN = 3_000_000  # bytes that a browser opens without anybody waiting
FEW = """() => {
  document.querySelectorAll("details").forEach((part) => { part.open = true; });
  document.querySelectorAll(".definition:nth-of-type(n+4), tbody tr:nth-child(n+13)").forEach((part) => part.remove());
}"""
"""Unfold everything, and of what is alike leave some: rules are checked on each element."""


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """The files of a report of each kind."""
    truth = RNG.choice(LABELS[:2], 400, p=[0.7, 0.3])
    good, bad = (
        np.where(RNG.random(400) < share, truth, RNG.choice(LABELS[:2], 400)) for share in (0.8, 0.4)
    )
    many = RNG.choice(LABELS, 300)
    seen = np.where(RNG.random(300) < 0.6, many, RNG.choice(LABELS, 300))
    scores = (truth == LABELS[1]) + RNG.normal(size=400)
    by = RNG.choice(["North", "South", "East"], 400)
    results = {
        "evaluation": ac.evaluate(ac.Tables.from_labels(truth, good, by=by)),
        "classes": ac.evaluate(many, seen),
        "comparison": ac.compare(truth, {"good": good, "bad": bad}, positive=LABELS[1]),
        "scores": ac.roc(truth, {"score": scores}, positive=LABELS[1]),
        "agreement": ac.agreement(np.column_stack([truth, good, bad])),
    }
    folder = tmp_path_factory.mktemp("reports")
    for name, result in results.items():
        made = Provenance(f"abovechance {name} 'a b.csv'", (Input("a b.csv", "0f" * 32, 1000),), 0)
        (folder / f"{name}.html").write_text(to_html(build(result), made), encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", ["evaluation", "classes", "comparison", "scores", "agreement"])
def test_a_report_is_read_by_everybody(open_page, reports, name):
    for size, dark in ((WIDE, False), (NARROW, True)):
        page = open_page(reports / f"{name}.html", size=size, dark=dark, offline=True)
        assert page.locator("h1").count() == 1
        page.evaluate(FEW)
        assert not overflows(page)
        assert violations(page) == []


def test_the_table_is_seen_in_four_ways_by_the_keyboard(open_page, reports):
    page = open_page(reports / "evaluation.html", offline=True)
    own = page.locator(".heat td.own").first
    count = own.inner_text()
    assert count.isdigit()
    page.get_by_role("radio", name="Counts").focus()
    page.keyboard.press("ArrowRight")
    assert own.inner_text().endswith("%")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert own.inner_text()[0] in "+−"
    page.locator("label", has_text="Counts").click()
    assert own.inner_text() == count


def test_rows_are_sorted_by_mouse_and_keyboard(open_page, reports):
    page = open_page(reports / "classes.html", offline=True)
    head = page.locator("th", has=page.get_by_role("button", name="recall")).first
    table = page.locator("table", has=head)

    def values():
        place = head.evaluate("head => head.cellIndex")
        cells = "(body, i) => [...body.rows].map(row => Number(row.cells[i].dataset.v))"
        return table.locator("tbody").evaluate(cells, place)

    before = values()
    head.get_by_role("button").click()
    assert (values(), head.get_attribute("aria-sort")) == (sorted(before, reverse=True), "descending")
    head.get_by_role("button").press("Enter")
    assert (values(), head.get_attribute("aria-sort")) == (sorted(before), "ascending")


def test_a_slider_shows_what_the_library_says(open_page, reports):
    page = open_page(reports / "evaluation.html", offline=True)
    slider = page.get_by_role("slider")
    assert "as here" in slider.get_attribute("aria-valuetext")
    slider.press("Home")
    assert slider.get_attribute("aria-valuetext") == "0.1 %"
    data = unpacked(json.loads(page.locator("#data").text_content()))
    counts = data["tables"][0]["counts"]
    moved = ac.Tables.from_counts(counts, data["classes"], positive=data["positive"]).at_prevalence(0.001)
    row = page.locator(".steps tr", has_text="Precision").first.locator("td")
    assert row.nth(1).inner_text() == f"{float(ac.precision(moved)):.3f}"


def test_a_threshold_is_chosen_by_dragging_along_the_curve(open_page, reports):
    page = open_page(reports / "scores.html", offline=True)
    steps = page.locator(".steps").first
    svg, cells = steps.locator("svg.ac-chart"), steps.locator("tbody td").first
    svg.scroll_into_view_if_needed()
    box = svg.bounding_box()
    before = cells.inner_text()
    page.mouse.move(box["x"] + box["width"] * 0.15, box["y"] + box["height"] * 0.7)
    page.mouse.down()
    low = int(cells.inner_text())
    page.mouse.move(box["x"] + box["width"] * 0.9, box["y"] + box["height"] * 0.1, steps=4)
    page.mouse.up()
    assert low < int(cells.inner_text())
    assert before != str(low)


def test_definitions_are_opened_by_the_names_of_measures(open_page, reports):
    page = open_page(reports / "evaluation.html", offline=True)
    article = page.locator("#def-informedness")
    assert not article.is_visible()
    page.get_by_role("link", name="Informedness", exact=True).first.click()
    assert article.is_visible()
    assert article.locator("math").bounding_box()["height"] > 10


def test_the_data_are_kept_whole(open_page, reports):
    page = open_page(reports / "comparison.html", offline=True)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    kept = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert kept == unpacked(json.loads(page.locator("#data").text_content()))
    assert kept["rows"]
    assert download.value.suggested_filename == "comparison.json"


def test_labels_run_nothing_and_stay_as_they_are(open_page, reports):
    page = open_page(reports / "classes.html", offline=True, size=NARROW)
    assert page.locator("tbody th", has_text=SCRIPT).count() >= 2
    assert page.locator("script").count() == 2 + page.locator(".steps").count()


def test_light_and_dark_are_changed_by_a_button(open_page, reports):
    page = open_page(reports / "comparison.html", offline=True)
    colour = "getComputedStyle(document.body).backgroundColor"
    light, button = page.evaluate(colour), page.get_by_role("button", name="Dark")
    button.click()
    assert page.evaluate(colour) != light
    assert button.get_attribute("aria-pressed") == "true"


def test_print_has_what_is_unfolded_and_no_controls(open_page, reports):
    page = open_page(reports / "comparison.html", offline=True)
    page.emulate_media(media="print")
    assert page.locator("h1").is_visible()
    assert not page.locator(".tools:visible, .contents:visible, .switch:visible").count()
    assert not page.locator(".definition").first.is_visible()


def test_two_hundred_classes_are_searched(open_page, tmp_path):
    counts = RNG.poisson(0.3, (200, 200)) + np.diag(RNG.poisson(50, 200))
    tables = ac.Tables.from_counts(counts, labels=[f"class {i}" for i in range(200)])
    target = tmp_path / "many.html"
    target.write_text(ac.evaluate(tables, level=None).to_html(), encoding="utf-8")
    assert target.stat().st_size < SHOWN
    page = open_page(target, offline=True)
    find = page.get_by_role("searchbox").first
    find.fill("class 17")
    assert page.locator(".find [role=status]").first.inner_text() == "11 of 200"
    assert not overflows(page)
