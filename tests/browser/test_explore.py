"""The room to explore as a person uses it: by mouse, keyboard and touch."""

import re

import pytest
from playwright.sync_api import expect

import abovechance as ac
from abovechance.web.explore.presets import PRESETS
from tests.browser.conftest import NARROW, WIDE, overflows, violations

TABLE_2 = ac.Tables.from_cells(tp=[30, 56], fp=[12, 20], fn=[30, 12], tn=[28, 12])


@pytest.fixture
def explore(open_page, served):
    def opened(fragment="", **options):
        page = open_page(served, **options)
        page.goto(f"{served.partition('/?')[0]}/explore{fragment}")
        page.reload()
        expect(page.locator("body[data-ready]")).to_be_attached()
        return page

    return opened


def cells(page):
    return [float(box.input_value()) for box in page.locator("input.count").all()]


def value(page, key):
    """The values of a measure as the page shows them, without their intervals."""
    shown = page.locator(f"#bars tr[data-key={key}] .value .one")
    return [re.match(r"[−–\d.]+", text)[0] for text in shown.all_inner_texts()]


def shows(page, key, *values):
    texts = page.locator(f"#bars tr[data-key={key}] .value .one")
    expect(texts).to_have_text([re.compile(f"^{re.escape(text)}") for text in values])


def test_a_cell_is_edited_and_everything_follows(explore):
    page = explore()
    assert cells(page) == [30, 30, 12, 28]
    page.get_by_label("truth positive, predicted positive").fill("50")
    shows(page, "recall", "0.625")
    expect(page.locator("#o-prevalence")).to_have_text("0.667")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("#t=50,30,12,28$"))
    expect(page.locator("#live")).to_contain_text("Informedness 0.325")
    page.go_back()
    expect(page.get_by_label("truth positive, predicted positive")).to_have_value("30")
    shows(page, "recall", "0.500")


def test_what_is_no_count_is_marked_and_not_taken(explore):
    page = explore()
    box = page.get_by_label("truth positive, predicted negative")
    rule = page.get_by_role("alert")
    for text, said in (
        ("-5", "“-5” is not taken"),
        ("1e20", "“1e20” is not taken"),
        ("", "an empty cell is no count"),
        ("3,5", "“3,5” is not taken"),
        ("1e5", "“1e5” is not taken"),
    ):
        box.fill("")
        box.press_sequentially(text)
        expect(box).to_have_attribute("aria-invalid", "true")
        page.keyboard.press("Tab")
        expect(rule).to_have_text(
            f"A count is a number from 0 to 1 000 000 000 000 000 in plain digits, with at most 9 decimals: {said}, and the cell keeps 30."
        )
        expect(box).to_have_value("30")
        expect(page).to_have_url(re.compile("#t=30,30,12,28$|explore$"))
    box.fill("31")
    expect(rule).to_be_hidden()


def test_words_of_another_table_are_never_shown_as_those_of_this(explore):
    page = explore("#t=30,30,12,28", expect_errors=True)
    words, state = page.locator("#words"), page.locator("#words-state")
    expect(words).to_have_attribute("aria-busy", "false")
    expect(state).to_be_hidden()
    before = page.locator("#verdict").inner_text()
    held = []
    page.route("**/api/explore/intervals", lambda route: held.append(route))  # noqa: PLW0108 - a built-in cannot be marked
    page.get_by_label("truth positive, predicted positive").fill("55")
    shows(page, "recall", "0.647")
    expect(words).to_have_attribute("aria-busy", "true")
    expect(words).to_have_class(re.compile("pending"))
    expect(state).to_have_text(re.compile("^Of the table before"))
    expect(page.locator("#bars .interval")).to_have_count(0)
    while not held:
        page.wait_for_timeout(50)
    held[0].fulfill(status=422, json={"error": "too many wait", "argument": None})
    expect(words).to_have_attribute("aria-busy", "false")
    expect(page.locator("#verdict")).to_be_empty()
    expect(state).to_have_text("Too many wait.")
    page.unroute("**/api/explore/intervals")
    page.get_by_label("truth positive, predicted positive").fill("30")
    expect(page.locator("#verdict")).to_have_text(before)
    expect(state).to_be_hidden()


@pytest.mark.parametrize("count", [140_000, 10**15])
def test_numbers_of_any_length_fit_their_cells(explore, count):
    page = explore(f"#t={count},30,12,{count}")
    for cell in page.locator("input.count").all():
        assert cell.evaluate("box => box.scrollWidth <= box.clientWidth")


def test_controls_scroll_with_the_page(explore):
    page = explore()
    assert page.locator(".controls").evaluate("part => getComputedStyle(part).overflowY") == "visible"
    page.evaluate("scrollTo(0, 600)")
    bottom = page.locator(".controls").evaluate("part => part.getBoundingClientRect().bottom")
    assert bottom <= WIDE[1]


def test_sliders_move_the_table_and_informedness_stays(explore):
    page = explore()
    slider = page.get_by_role("slider", name="Prevalence")
    box = slider.bounding_box()
    page.mouse.move(box["x"] + 0.6 * box["width"], box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    expect(page).to_have_url(re.compile("#t="))
    shows(page, "informedness", "0.200")
    assert float(value(page, "f1")[0]) > 0.6
    expect(page.locator("#bars-key")).to_contain_text("expected ones")
    page.get_by_role("button", name="Round to whole items").click()
    expect(page.get_by_role("button", name="Round to whole items")).to_be_hidden()
    assert sum(cells(page)) == 100
    slider.focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.get_by_role("slider", name="Bias").focus()
    page.keyboard.press("Home")
    expect(page.get_by_text("Informedness is 0")).to_be_visible()
    page.keyboard.press("End")
    page.get_by_role("slider", name="Number of items").focus()
    page.keyboard.press("End")
    expect(page.locator("#o-n")).to_have_text("5 000 000")


def test_informedness_stops_where_the_margins_end_and_says_why(explore):
    page = explore()
    page.get_by_role("slider", name="Informedness").focus()
    page.keyboard.press("End")
    expect(page.locator("#note")).to_have_text(re.compile("at most 0.700: it stays there"))
    expect(page.locator("#o-informedness")).to_have_text("0.700")
    assert cells(page) == [42, 18, 0, 40]


def test_the_point_is_dragged_and_moved_by_arrows(explore):
    page = explore()
    handle = page.get_by_role("slider", name="Operating point")
    box = handle.bounding_box()
    page.mouse.move(box["x"] + 14, box["y"] + 14)
    page.mouse.down()
    page.mouse.move(box["x"] - 20, box["y"] - 60, steps=5)
    page.mouse.up()
    expect(page).to_have_url(re.compile("#t="))
    tp, fn, fp, tn = cells(page)
    assert (tp + fn, fp + tn) == (pytest.approx(60, abs=0.02), pytest.approx(40, abs=0.02))
    assert tp > 36
    assert fp < 12
    shown = handle.get_attribute("aria-valuetext")
    fallout, recall = (float(x) for x in re.findall(r"[\d.]+", shown))
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    expect(handle).to_have_attribute(
        "aria-valuetext", f"Fallout {fallout + 0.01:.3f}, Recall {recall + 0.01:.3f}"
    )
    page.get_by_role("button", name="PN").click()
    expect(page.locator("#space")).to_contain_text("True positives")
    page.keyboard.press("Tab")


def test_lines_are_of_the_measure_that_is_searched_for(explore):
    page = explore(expect_errors=True)
    search = page.get_by_label("Lines of equal")
    for said, title in {
        "sensitivity": "Recall", "dor": "Odds ratio", "youden": "Informedness", "F1": "F-measure",
    }.items():  # fmt: skip
        search.fill(said)
        search.press("Enter")
        expect(search).to_have_value(title)
    search.fill("nonsense")
    search.press("Enter")
    expect(page.locator("#measure-error")).to_contain_text("nonsense")
    expect(search).to_have_value("F-measure")
    search.fill("scott")
    search.press("Tab")
    expect(search).to_have_value("Scott's Pi")
    shows(page, "scott_pi", "0.160")
    expect(page).to_have_url(re.compile("m=scott_pi"))
    expect(page.locator("#space .ac-dotted")).not_to_have_count(0)
    expect(page.locator("#measure-error")).to_be_hidden()
    search.fill("Prevalence")
    expect(page.locator("#measure-meaning")).to_contain_text("there are no lines")


def test_what_is_said_of_an_example_is_said_of_its_own_table_alone(explore):
    page = explore("#p=paradox&t=5,9,6,45")
    about = page.locator("#about")
    expect(about).to_contain_text("Changed from the example “The paradox of Kappa”.")
    assert "85 of 100" not in about.inner_text()
    assert "Feinstein" not in about.inner_text()
    expect(page.locator("#system-name")).to_be_hidden()
    expect(page.locator(".card.look")).to_have_count(0)
    page.get_by_role("button", name="Restore the example").click()
    expect(about).to_contain_text("85 of 100")
    assert cells(page) == [40, 9, 6, 45]
    expect(page.get_by_role("button", name="Restore the example")).to_be_hidden()
    page.get_by_role("slider", name="Bias").focus()
    page.keyboard.press("ArrowRight")
    expect(about).to_contain_text("Changed from the example")


def test_a_label_that_is_refused_is_said_to_be(explore):
    page = explore()
    label = page.get_by_label("Label of class 1")
    for text, said in (
        ("negative", "that of one class only: “negative” is not taken"),
        ("", "an empty one is not taken"),
    ):
        label.fill(text)
        label.press("Tab")
        expect(page.locator("#count-error")).to_contain_text(said)
        expect(label).to_have_value("positive")


def test_a_cost_that_is_refused_is_said_to_be(explore):
    page = explore()
    cost = page.get_by_label("Error where the truth is")
    cost.fill("2,5")
    cost.press("Tab")
    expect(page.locator("#cost-error")).to_contain_text("“2,5” is not taken, and it stays 1")
    expect(cost).to_have_value("1")
    cost.fill("2.5")
    cost.press("Tab")
    expect(page.locator("#cost-error")).to_be_hidden()
    expect(page).to_have_url(re.compile("c=2.5,1"))


def test_hints_say_what_is_there(explore):
    page = explore("#t=20,3,2,4,15,1,0,5,30&l=cat,dog,bird&k=1")
    hint = page.locator("#space-hint")
    expect(hint).to_contain_text("The kite is that of dog")
    assert "Drag" not in hint.inner_text()
    expect(page.locator("#prevalence .legend")).to_contain_text("F-measure of dog")
    expect(page.locator("#prevalence-hint")).to_contain_text("Lines “of dog” are of that class")
    page = explore("#s=pn")
    expect(page.locator("#space-hint")).to_contain_text("Informedness, times the 60 positive items")
    expect(page.locator("#s-n")).to_have_attribute("aria-valuetext", "100 items")
    page = explore("#t=3000,30,12,28000")
    expect(page.locator("#s-n")).to_have_attribute("aria-valuetext", "31 042 items")


def test_classes_at_one_point_share_its_label(explore):
    page = explore("#t=5,5,5,5,5,5,5,5,20")
    expect(page.locator("#space .ac-label", has_text=re.compile("^A, B$"))).to_have_count(1)


def test_many_classes_have_room(explore):
    eight = ",".join(str(9 if i % 9 == 0 else i % 7) for i in range(64))
    page = explore(f"#t={eight}")
    scroll = page.locator("#counts-scroll")
    assert scroll.evaluate("part => part.scrollWidth <= part.clientWidth + 1")
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    scroll.evaluate("part => { part.scrollLeft = 1000; }")
    label = page.locator("#counts tbody th").first.bounding_box()
    assert label["x"] == pytest.approx(scroll.bounding_box()["x"], abs=2)
    assert not overflows(page)


def test_table_2_shows_both_systems_and_which_each_measure_prefers(explore):
    page = explore()
    page.get_by_role("button", name="Which system is better?").click()
    for key in ("informedness", "markedness", "f1", "cohen_kappa"):
        shows(page, key, *(f"{x:.3f}" for x in ac.measure(key)(TABLE_2)))
    better = page.locator("#bars .better")
    expect(page.locator("#bars tr[data-key=informedness] .of-a.better")).to_have_count(1)
    expect(page.locator("#bars tr[data-key=markedness] .of-b.better")).to_have_count(1)
    assert better.count() == 10
    page.get_by_role("button", name="B", exact=True).click()
    expect(page.get_by_label("truth positive, predicted positive")).to_have_value("56")
    expect(page.get_by_label("truth negative, predicted negative")).to_have_value("12")
    expect(page.locator("#bars tr[data-key=informedness] .of-a.better")).to_have_count(1)
    expect(page).to_have_url(re.compile("p=table-2.*on=b"))


def test_intervals_and_the_verdict_are_those_of_evaluate(explore):
    page = explore("#t=30,30,12,28")
    found = ac.evaluate(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28))["informedness"]
    expect(page.locator("#bars tr[data-key=informedness] .interval")).to_have_text(
        f"{found.low:.3f} to {found.high:.3f}", timeout=30_000
    )
    expect(page.locator("#verdict")).to_contain_text("an estimated 20 % of them were informed")


def test_an_address_brings_everything_back(explore):
    fragment = "#t=5,1,0,2,7,1,0,3,9&l=it's,%3Cb%3Ebold%3C%2Fb%3E,a%2Cb&m=macro_f1&k=1&c=5,1&keep=bias"
    page = explore(fragment)
    assert cells(page) == [5, 1, 0, 2, 7, 1, 0, 3, 9]
    labels = [box.input_value() for box in page.locator("input.label").all()]
    assert labels == ["it's", "<b>bold</b>", "a,b"]
    assert page.locator("main b", has_text="bold").count() == 0
    expect(page.get_by_label("Prevalence and bias of")).to_have_value("1")
    assert page.get_by_label("Error where the truth is").input_value() == "5"
    page.get_by_label("Label of class 1").fill("cat")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("l=cat,%3Cb%3Ebold"))
    address = page.url
    assert "token" not in address
    page.reload()
    expect(page.locator("body[data-ready]")).to_be_attached()
    assert page.locator("input.label").first.input_value() == "cat"
    assert page.url == address


def test_a_link_opens_an_example_at_a_view(explore):
    page = explore("#p=skew&v=kappas")
    expect(page.locator("#view-kappas")).to_be_in_viewport()
    expect(page.locator("#view-kappas")).to_have_class(re.compile("look"))
    expect(page.locator("#about-source")).to_contain_text("The Problem with Kappa")
    expect(page.get_by_role("button", name="The opposite skew")).to_have_attribute("aria-pressed", "true")


def test_what_makes_no_sense_in_an_address_is_said(explore):
    page = explore("#t=1,2,3&m=nonsense&x=1&l=%E0%A4%A")
    expect(page.get_by_role("alert")).to_contain_text("left out: t, l, x, m")
    assert cells(page) == [30, 30, 12, 28]


def test_classes_are_added_and_removed(explore):
    page = explore()
    page.get_by_role("button", name="Add class").click()
    expect(page.locator("input.count")).to_have_count(9)
    shows(
        page, "macro_f1", f"{ac.macro_f1(ac.Tables.from_counts([[30, 30, 0], [12, 28, 0], [0, 0, 10]])):.3f}"
    )
    expect(page.locator("#handle")).to_be_hidden()
    page.get_by_role("button", name="Remove last").click()
    expect(page.locator("input.count")).to_have_count(4)


def test_every_measure_can_be_listed_sorted_and_searched(explore):
    page = explore()
    page.get_by_label("every measure").check()
    rows = page.locator("#bars tbody tr")
    expect(rows).to_have_count(len(ac.measures()))
    page.get_by_role("button", name="Value").click()
    expect(page.locator("#bars th[aria-sort=descending]")).to_have_text("Value")
    page.get_by_role("searchbox", name="Search measures").fill("kappa cohen")
    expect(rows).not_to_have_count(len(ac.measures()))
    shows(page, "cohen_kappa", "0.186")


def test_code_is_copied(explore):
    page = explore("#p=paradox")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy as Python").click()
    expect(page.get_by_text("Python copied.")).to_be_visible()
    code = page.evaluate("navigator.clipboard.readText()")
    found = {}
    exec("\n".join(code.splitlines()[:4]), found)
    assert round(ac.cohen_kappa(found["a"]), 2) == 0.7
    page.get_by_role("button", name="Copy as command").click()
    expect(page.locator("#copied")).to_have_text("Command copied.")
    assert page.evaluate("navigator.clipboard.readText()").endswith(
        "abovechance evaluate - --table --positive=yes"
    )


def test_code_has_both_systems_and_the_costs(explore):
    page = explore("#p=paradox&c=5,1&on=b")
    code = page.locator("#python").text_content()
    found = {}
    exec("\n".join(code.splitlines()[:4]), found)
    assert [round(ac.cohen_kappa(found[name]), 2) for name in "ab"] == [0.7, 0.32]
    assert "ac.mean_cost(t, costs=[[0.0, 5.0], [1.0, 0.0]])" in code
    assert page.locator("#command").text_content().count("abovechance evaluate") == 2


FRAGMENTS = [*(f"#p={preset.key}" for preset in PRESETS), "#t=0,100,100,0", "#t=5000,1,1,5000", "#t=1,0,0,0",
             "#t=1000,1,0,0,0,1,0,1000,1"]  # fmt: skip


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_shade_can_be_read(explore, dark):
    page = explore(dark=dark)
    for fragment in FRAGMENTS:
        page.goto(f"{page.url.partition('#')[0]}{fragment}")
        page.reload()
        expect(page.locator("body[data-ready]")).to_be_attached()
        assert not violations(page), fragment


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_all_views_are_accessible_and_fit(explore, dark):
    page = explore("#p=skew&v=kappas", dark=dark)
    page.get_by_text("Show the code").click()
    page.get_by_label("all traditional").check()
    assert not violations(page)
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    assert not overflows(page)


def test_by_touch(explore):
    page = explore(size=NARROW)
    handle = page.locator("#handle")
    handle.scroll_into_view_if_needed()
    frame = page.locator("#space svg.ac-chart").bounding_box()
    page.touchscreen.tap(frame["x"] + frame["width"] * 0.35, frame["y"] + frame["height"] * 0.2)
    expect(page).to_have_url(re.compile("#t="))
    assert float(value(page, "recall")[0]) > 0.7
    expect(page.locator("#strip")).to_contain_text("Informedness")
    thumb = page.locator("#s-bias").bounding_box()
    assert thumb["height"] >= 24
    assert not overflows(page)
    assert WIDE[0] > NARROW[0]
