"""The room to learn in a browser: the tour by mouse and keys, sliders, samples, the catalogue."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NARROW, WIDE, overflows, violations


@pytest.fixture
def learn(open_page, served):
    """Open the room, at a fragment if one is given."""

    def opened(fragment="", **options):
        page = open_page(served, **options)
        page.goto(f"{served.partition('/?')[0]}/learn#{fragment}")
        return page

    return opened


def step(page):
    return page.locator(".step:visible")


def said(page):
    expect(step(page).locator(".said")).not_to_be_empty()
    return step(page).locator(".said").inner_text()


def says(page, beginning):
    expect(step(page).locator(".said")).to_have_text(re.compile(f"^{re.escape(beginning)}"))


def shows_card(page, title):
    expect(page.locator("#card-title")).to_have_text(title)


def test_the_tour_is_stepped_through(learn):
    page = learn()
    assert step(page).get_by_role("heading").inner_text() == "Right in 99 of 100 cases"
    assert page.get_by_role("button", name="Back").is_disabled()
    titles = page.locator("#way a .name").all_inner_texts()
    for title in titles[1:]:
        page.get_by_role("button", name="Next").click()
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_focused()
        assert said(page)
        assert step(page).locator(".charts > svg").count() == 1
        assert page.locator("#way [aria-current=step] .name").inner_text() == title
    assert page.get_by_role("button", name="Next").is_disabled()
    page.go_back()
    expect(page.get_by_role("heading", name=titles[-2], exact=True)).to_be_focused()


def test_a_step_is_reached_by_its_link_and_by_keys(learn):
    page = learn("step=kite")
    assert step(page).get_by_role("heading").inner_text() == "The kite in ROC space"
    page.locator("#way a").first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#step=water$"))
    assert "Guessing" in said(page)


def test_dragging_a_slider_moves_the_numbers_and_the_picture(learn):
    page = learn("step=slopes")
    says(page, "Informedness 0.200")
    before = step(page).locator(".charts").inner_html()
    slider = step(page).get_by_label("Recall: positives called positive")
    box = slider.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2, steps=6)
    page.mouse.up()
    recall = float(slider.input_value())
    assert recall > 0.8
    says(page, f"Informedness {recall - 0.3:.3f}")
    assert step(page).locator(".charts").inner_html() != before
    slider.press("Home")
    says(page, "Informedness −0.300")


def test_samples_are_drawn_and_added_up(learn):
    page = learn("step=intervals")
    assert re.fullmatch(r"\d+ of 20 intervals hold the true value\.", said(page))
    first = step(page).locator(".charts").inner_html()
    for presses in (2, 3):
        page.get_by_role("button", name="Draw 20 samples").click()
        expect(step(page).locator(".total")).to_contain_text(f"of {20 * presses} intervals")
    assert step(page).locator(".charts").inner_html() != first
    step(page).get_by_label("Items in each sample").press("ArrowRight")
    expect(step(page).locator(".total")).to_contain_text("of 20 intervals")  # another system, another count


def test_a_measure_is_chosen_for_its_lines(learn):
    page = learn("step=which")
    says(page, "Informedness:")
    step(page).get_by_label("Measure", exact=True).select_option("precision")
    says(page, "Precision:")
    assert "ROC space and Precision" in step(page).locator(".charts").inner_text()
    step(page).get_by_role("link", name="Markedness").click()
    shows_card(page, "Markedness")


def test_the_catalogue_is_searched(learn):
    page = learn()
    search = page.get_by_label("Search")
    search.fill("sensitivity")
    page.get_by_role("link", name="Recall", exact=True).wait_for()
    assert not page.get_by_role("link", name="Markedness", exact=True).is_visible()
    page.get_by_role("link", name="Recall", exact=True).click()
    shows_card(page, "Recall")
    assert page.url.endswith("#measure=recall")
    assert page.locator("#card-formula math").count() == 1
    assert page.locator("#card-charts > svg").count() == 2
    assert page.locator("#card-references li").count() >= 1
    search.fill("matthews corr")
    search.press("Enter")
    shows_card(page, "Matthews correlation")
    search.fill("no such thing")
    assert page.get_by_role("status").filter(has_text="No measure").count() == 1
    search.fill("")
    page.get_by_label("Kind").select_option("chance-corrected")
    assert page.locator("#list li:visible").count() == int(page.locator("#found").inner_text().split()[0])


def test_a_card_follows_its_sliders(learn):
    page = learn("measure=f1")
    shows_card(page, "F-measure")
    before = page.locator("#card-said").inner_text()
    page.locator("#card-informed").press("End")
    expect(page.locator("#card-said")).to_have_text("Here F-measure is 1.000.")
    assert before != page.locator("#card-said").inner_text()


def test_an_unknown_measure_is_told_of(learn):
    page = learn("measure=informdness", expect_errors=True)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("informedness")
    shows_card(page, "Informedness")  # what is shown in its place
    said(page)
    expect(alert).to_contain_text("informdness")
    page.evaluate("location.hash = 'measure=mcc'")
    shows_card(page, "Matthews correlation")
    expect(alert).to_be_hidden()


def test_an_unknown_step_is_told_of(learn):
    page = learn("step=nope")
    alert = page.get_by_role("alert")
    expect(alert).to_have_text("There is no step “nope” of the tour: here is the first.")
    assert "Calling everybody" in said(page)
    shows_card(page, "Informedness")
    expect(alert).to_be_visible()
    page.get_by_role("button", name="Next").click()
    expect(alert).to_be_hidden()


def test_the_tour_leads_to_the_room_to_explore(learn):
    page = learn("step=table-2")
    step(page).get_by_role("link", name="Explore this table").click()
    page.wait_for_url("**/explore#**")
    preset = page.get_by_role("button", pressed=True).filter(has_text="Which system is better?")
    expect(preset).to_have_count(1)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_letters_of_charts_can_be_read(learn, size):
    page = learn("step=chance", size=size)
    for fragment in ("step=intervals", "measure=mcc"):
        said(page)
        expect(page.locator("#card")).to_have_attribute("aria-busy", "false")
        sizes = page.locator(".charts:visible svg text").evaluate_all(
            "texts => texts.map((x) => [parseFloat(getComputedStyle(x).fontSize), x.getScreenCTM()])"
            ".map(([size, { a, b }]) => size * Math.hypot(a, b))"
        )
        assert sizes
        assert 10 <= min(sizes) <= max(sizes) <= 18
        page.evaluate(f"location.hash = {fragment!r}")
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    shown = page.locator("#card-charts svg").first
    expect(shown).to_have_attribute("viewBox", re.compile(r"^0 0 (2|3)\d\d "))


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_steps_and_cards_are_accessible_and_fit(learn, size, dark):
    page = learn("step=bookmaker", size=size, dark=dark)
    for fragment in ("step=intervals", "step=which", "measure=mcc"):
        said(page)
        expect(page.locator("#card")).to_have_attribute("aria-busy", "false")
        assert not violations(page)
        assert not overflows(page)
        page.evaluate(f"location.hash = {fragment!r}")
    shows_card(page, "Matthews correlation")
    assert not violations(page)
    assert not overflows(page)
