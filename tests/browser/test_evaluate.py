"""The room Evaluate, used as a person would: by mouse, keyboard and touch, with good files and bad ones."""

import json
import random
import shlex

import pytest

from abovechance.cli.app import main
from tests.browser.conftest import NARROW, overflows, violations

PATIENCE = 60_000  # milliseconds: the first evaluation waits for a process to start
HOSTILE = "<img src=x onerror=alert(1)>"
DROP = """(drop, [name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  for (const kind of ["dragover", "drop"]) drop.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


def rows(count=300, *, hostile=False):
    """Items of two classes, two systems of which one is better, and scores."""
    draw = random.Random(1)
    names = (HOSTILE, "</script><script>alert(2)</script>") if hostile else ("ill", "well")
    lines = ["truth,first,second,score"]
    for _ in range(count):
        is_ill = draw.random() < 0.4
        scored = draw.gauss(1.5 * is_ill, 1)
        first = is_ill if draw.random() < 0.9 else not is_ill
        second = is_ill if draw.random() < 0.6 else not is_ill
        lines.append(f"{names[not is_ill]},{names[not first]},{names[not second]},{scored:.2f}")
    return "\n".join(lines) + "\n"


@pytest.fixture
def evaluate_page(open_page, served):
    """The room, in a page that has the cookie."""

    def opened(**how):
        page = open_page(served, **how)
        page.goto(f"{served.partition('/?')[0]}/evaluate")
        return page

    return opened


def drop(page, name, text):
    page.locator("#drop").evaluate(DROP, [name, text])
    page.locator("#ask, #data-error").filter(visible=True).first.wait_for(timeout=PATIENCE)


def role(page, column):
    return page.get_by_label(f"Role of {column}", exact=True)


def evaluate(page):
    page.get_by_role("button", name="Evaluate", exact=True).click()
    page.locator("#result").wait_for(timeout=PATIENCE)
    return page.frame_locator("#report")


def test_a_dropped_file_becomes_the_report_of_the_command(evaluate_page, tmp_path, monkeypatch):
    page = evaluate_page()
    drop(page, "my items.csv", rows())
    assert "300 rows" in page.locator("#chosen").inner_text()
    assert role(page, "truth").input_value() == "truth"
    role(page, "first").select_option("prediction")
    assert role(page, "second").input_value() == ""
    page.locator("#positive").select_option("ill")
    report = evaluate(page)
    verdict = page.locator("#verdict").inner_text()
    assert "informed" in verdict
    assert verdict in report.locator("body").inner_text().replace("\xa0", " ")
    assert page.evaluate("document.activeElement.id") == "result-title"
    words = shlex.split(page.locator("#command").inner_text())
    assert words == ["abovechance", "evaluate", "my items.csv", "--truth", "truth", "--prediction", "first",
                     "--positive", "ill"]  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my items.csv").write_text(rows(), encoding="utf-8")
    assert main([*words[1:], "--json", "x.json", "--html", "x.html"]) == 0
    for kind, name in {"JSON": "x.json", "HTML": None, "LaTeX": None, "CSV": None}.items():
        with page.expect_download() as download:
            page.get_by_role("link", name=kind, exact=True).click()
        saved = download.value.path().read_text(encoding="utf-8")
        assert download.value.suggested_filename.startswith("my items report.")
        assert saved == (tmp_path / name).read_text(encoding="utf-8") if name else saved
    assert "ac.evaluate" in page.locator("#python").inner_text()
    # Scripts of a report run, in an origin of their own.
    frame = page.locator("#report").element_handle().content_frame()
    assert frame.evaluate("self.origin") == "null"


def test_by_the_keyboard_alone(evaluate_page):
    page = evaluate_page()
    page.get_by_role("button", name="Paste text").focus()
    page.keyboard.press("Enter")
    page.keyboard.insert_text("truth\tprediction\n" + "cat\tcat\ndog\tdog\ncat\tdog\ndog\tdog\n" * 20)
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.locator("#ask").wait_for()
    assert page.evaluate("document.activeElement.id") == "ask-title"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.value") == "labels"
    page.get_by_label("Confidence").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("0.9")
    page.keyboard.press("Enter")
    page.locator("#result").wait_for()
    assert "90 % interval" in page.locator("#verdict").inner_text()


def test_systems_are_compared(evaluate_page):
    page = evaluate_page(size=NARROW)
    page.get_by_role("button", name="Breast cancer", exact=True).tap()
    page.locator("#ask").wait_for()
    page.get_by_role("radio", name="Which system is better?").tap()
    for column in ("neighbours", "majority", "bayes", "logistic"):
        role(page, column).select_option("")
    evaluate(page)
    assert "'tree' is better than 'guess'" in page.locator("#verdict").inner_text()
    assert "--prediction tree --prediction guess" in page.locator("#command").inner_text()
    assert not overflows(page)


def test_raters_and_tables_are_recognised(evaluate_page):
    page = evaluate_page()
    page.get_by_role("button", name="Raters").click()
    page.locator("#ask").wait_for()
    assert page.get_by_role("radio", name="Do raters agree?").is_checked()
    evaluate(page)
    assert "alpha" in page.locator("#verdict").inner_text()
    page.get_by_role("button", name="Paste text").click()
    page.get_by_label("Columns of labels").fill("\tcat\tdog\ncat\t50\t10\ndog\t5\t35\n")
    page.get_by_role("button", name="Use this text").click()
    page.get_by_role("radio", name="A table of counts").and_(page.locator(":checked")).wait_for(
        state="attached"
    )
    evaluate(page)
    assert "evaluate pasted.tsv --table" in page.locator("#command").inner_text()


def test_a_threshold_is_chosen_on_the_curve(evaluate_page):
    page = evaluate_page()
    drop(page, "items.csv", rows())
    page.get_by_role("radio", name="What are scores worth?").click()
    assert role(page, "score").input_value() == "score"
    page.locator("#positive").select_option("ill")
    evaluate(page)
    page.get_by_role("button", name="Choose a threshold").click()
    slider = page.get_by_label("Threshold", exact=True).and_(page.get_by_role("slider"))
    slider.wait_for()
    part = page.locator("#threshold-part")
    best = part.locator(".counts").inner_text()
    assert "the most of all thresholds" in part.inner_text()
    # the keys
    before = int(slider.input_value())
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert int(slider.input_value()) == before + 2
    assert "Informedness" in slider.get_attribute("aria-valuetext")
    assert part.locator(".counts").inner_text() != best
    # the mouse: to the corner where all items are called positive
    box = part.locator("svg").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + 2, steps=4)
    page.mouse.up()
    assert slider.input_value() == slider.get_attribute("max")
    last = part.locator(".counts tbody tr").first.inner_text().split()
    assert last[-1] == "0"  # none is missed
    part.get_by_role("button", name="Back to the best").click()
    assert part.locator(".counts").inner_text() == best
    said = part.locator("#threshold-said strong").inner_text()
    informedness = part.locator(".measures tbody tr").first.locator("td").first.inner_text()
    part.get_by_role("button", name="Evaluate at this threshold").click()
    page.locator("#command").get_by_text(f"--threshold {said}").wait_for()
    assert informedness in page.frame_locator("#report").locator("body").inner_text()


def test_labels_are_shown_as_text(evaluate_page):
    page = evaluate_page()
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    drop(page, f"{HOSTILE}.csv", rows(hostile=True).replace("first", HOSTILE))
    page.get_by_label(f"Role of {HOSTILE}").select_option("prediction")
    assert HOSTILE in page.locator("#columns").inner_text()
    report = evaluate(page)
    assert HOSTILE in report.locator("body").inner_text()
    page.get_by_role("radio", name="What are scores worth?").click()
    evaluate(page)
    page.get_by_role("button", name="Choose a threshold").click()
    page.locator("#threshold-said").get_by_text("onerror").or_(
        page.locator("#threshold-said").get_by_text("script")
    ).wait_for()
    assert page.locator("img").count() == 1  # that of the page
    assert not dialogs


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("empty.csv", "", "is empty"),
        ("picture.png", "\x89PNG\0\0", "is not a text file"),
        ("head.csv", "a,b\n", "no rows"),
        ("broken.json", '{"y": 1', "broken.json"),
    ],
)
def test_a_bad_file_is_told_in_a_sentence(evaluate_page, name, text, said):
    page = evaluate_page(expect_errors=True)
    drop(page, name, text)
    assert said in page.get_by_role("alert").inner_text()
    assert page.locator("#ask").is_hidden()
    drop(page, "good.csv", rows(50))
    page.locator("#ask").wait_for()
    assert page.locator("#data-error").is_hidden()


def test_mistakes_are_told_where_they_were_made(evaluate_page):
    page = evaluate_page(expect_errors=True)
    drop(page, "items.csv", rows(60))
    role(page, "first").select_option("")
    role(page, "second").select_option("")
    page.get_by_role("button", name="Evaluate", exact=True).click()
    assert page.get_by_role("alert").inner_text() == "Choose the column that holds the predictions."
    role(page, "first").select_option("prediction")
    page.get_by_label("Measures").fill("informednes")
    page.get_by_role("button", name="Evaluate", exact=True).click()
    page.get_by_role("alert").get_by_text("informedness").wait_for()
    page.get_by_label("Measures").fill("")
    evaluate(page)
    assert page.locator("#ask-error").is_hidden()


def test_rows_without_a_value_are_said_with_the_field_that_tells_what_to_do(evaluate_page):
    page = evaluate_page(expect_errors=True)
    drop(page, "items.csv", "truth,prediction\n" + "ill,well\nwell,well\n,ill\nill,ill\n" * 5)
    page.get_by_role("button", name="Evaluate", exact=True).click()
    page.get_by_role("alert").get_by_text(
        "the column 'truth' has 5 missing values: choose “leave them out”"
    ).wait_for()
    field = page.get_by_label("Rows without a value")
    assert field.is_visible()
    field.select_option(label="leave them out")
    evaluate(page)
    assert page.locator("#ask-error").is_hidden()


def test_a_file_in_another_encoding_can_be_read_after_all(evaluate_page):
    page = evaluate_page(expect_errors=True)
    text = "wahr;geschätzt\n" + "ja;ja\nnein;nein\nja;nein\nnein;ja\n" * 9
    page.locator("#drop").evaluate(
        """(drop, codes) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(codes)], "alt.csv"));
          drop.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        list(text.encode("latin-1")),
    )
    page.get_by_role("alert").get_by_text("UTF-8").wait_for()
    assert page.get_by_role("button", name="Evaluate", exact=True).is_hidden()
    assert page.get_by_role("radio", name="Better than chance?").is_hidden()
    assert page.evaluate("document.activeElement.id") == "encoding"
    page.get_by_label("Encoding").select_option("latin-1")
    role(page, "geschätzt").wait_for()
    assert page.locator("#data-error").is_hidden()
    evaluate(page)


def test_columns_without_names_whose_first_pair_agrees_are_taken_as_items(evaluate_page):
    page = evaluate_page(expect_errors=True)
    page.get_by_role("button", name="Paste text").click()
    page.get_by_label("Columns of labels").fill("cat\tcat\ndog\tdog\ndog\tcat\n" * 9)
    page.get_by_role("button", name="Use this text").click()
    page.locator("#notes").get_by_text("calls both columns 'cat'").wait_for()
    assert not page.get_by_label("The first line names the columns").is_checked()
    assert page.get_by_label("The first line names the columns").is_visible()
    assert page.locator("#data-error").is_hidden()
    evaluate(page)
    assert "--no-header" in page.locator("#command").inner_text()


@pytest.mark.parametrize(
    ("label", "text", "said"),
    [
        ("Confidence", "abc", "“Confidence” must be a number from 0.5 to 0.9999"),
        ("Confidence", "95", "“95” is not taken"),
        ("Threshold", "0,5", "“Threshold” must be a number"),
        ("Prevalence as deployed", "0", "“Prevalence as deployed” 0 leaves only one class"),
        ("Measures", "informednes", "did you mean"),
    ],
)
def test_numbers_that_are_none_are_refused_where_they_stand(evaluate_page, label, text, said):
    page = evaluate_page(expect_errors=True)
    drop(page, "items.csv", rows(60))
    page.get_by_text("More options").click()
    field = page.get_by_role("textbox", name=label)
    field.fill(text)
    page.get_by_role("button", name="Evaluate", exact=True).click()
    page.get_by_role("alert").get_by_text(said).wait_for()
    assert page.locator("#result").is_hidden()
    assert field.evaluate("field => document.activeElement === field")


def test_the_positive_class_that_was_chosen_is_said_to_be(evaluate_page):
    page = evaluate_page()
    drop(page, "items.csv", rows(60))
    note = page.get_by_text("the last label, until you choose")
    assert note.is_visible()
    page.locator("#positive").select_option("ill")
    assert note.is_hidden()


def test_a_file_beyond_the_limit_is_refused_before_it_is_sent(evaluate_page):
    page = evaluate_page()
    page.locator("#drop").evaluate(
        """(drop) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(128000001)], "large.csv"));
          drop.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }"""
    )
    said = page.get_by_role("alert").inner_text()
    assert "the limit of this page is 128 MB" in said
    assert "abovechance evaluate large.csv" in said


def test_what_takes_long_can_be_cancelled(evaluate_page):
    page = evaluate_page()
    drop(page, "items.csv", rows(60))
    page.route("**/api/evaluate/report", lambda route: None)  # as if it took for ever
    page.get_by_role("button", name="Evaluate", exact=True).click()
    page.get_by_role("status").get_by_text("Evaluating…").wait_for()
    page.get_by_role("button", name="Cancel").click()
    assert page.locator("#busy").is_hidden()
    page.unroute("**/api/evaluate/report")
    evaluate(page)


def test_two_tabs_do_not_see_each_others_files(open_page, served):
    page = open_page(served, expect_errors=True)
    base = served.partition("/?")[0]
    page.goto(f"{base}/evaluate")
    other = page.context.new_page()
    other.goto(f"{base}/evaluate")
    drop(page, "mine.csv", rows(50))
    evaluate(page)
    address = page.locator("#open").get_attribute("href")
    _, _, _, mine, file, _, _ = address.split("/")
    theirs = other.locator("body").get_attribute("data-page")
    assert mine != theirs
    fetched = "async (address) => (await fetch(address)).status"
    assert other.evaluate(fetched, address.replace(mine, theirs)) == 404
    asked = """async (file) => {
      const { ask } = await import("/assets/api.js");
      return ask("evaluate/columns", { file }).then(JSON.stringify, (error) => error.message);
    }"""
    assert "choose it again" in other.evaluate(asked, file)
    drop(other, "theirs.csv", rows(50))
    other.close()
    assert json.loads(page.evaluate(asked, file))["rows"] == 50


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_is_accessible_and_fits(evaluate_page, dark):
    for size in ((1280, 900), NARROW):
        page = evaluate_page(size=size, dark=dark)
        page.get_by_role("button", name="Breast cancer, scores").click()
        page.locator("#ask").wait_for()
        for details in page.locator("summary").all():
            details.click()
        assert not violations(page)
        evaluate(page)
        page.get_by_role("button", name="Choose a threshold").click()
        page.locator("#threshold-slider").wait_for()
        assert not violations(page, "{exclude: ['iframe']}")
        assert not overflows(page)


def test_file_and_report_are_there_again_after_another_room(evaluate_page):
    page = evaluate_page(expect_errors=True)
    drop(page, "items.csv", rows(60))
    page.locator("#positive").select_option("ill")
    page.get_by_label("Confidence").fill("0.9")
    evaluate(page)
    verdict = page.locator("#verdict").inner_text()
    page.get_by_role("link", name="Learn").click()
    page.wait_for_url("**/learn*")
    page.get_by_role("link", name="Evaluate").click()
    page.locator("#result").wait_for(timeout=PATIENCE)
    assert page.locator("#verdict").inner_text() == verdict
    assert page.get_by_label("Confidence").input_value() == "0.9"
    assert page.locator("#positive").input_value() == "ill"
    address = page.locator("#open").get_attribute("href")
    assert page.evaluate("async (address) => (await fetch(address)).status", address) == 200
    evaluate(page)
    # who leaves otherwise leaves nothing behind
    address = page.locator("#open").get_attribute("href")
    page.get_by_role("link", name="Explore").click()
    page.wait_for_url("**/explore*")
    page.locator("body[data-ready]").wait_for()
    room = page.url.replace("explore", "evaluate")
    page.goto("about:blank")
    page.goto(room)
    page.wait_for_function("async (address) => (await fetch(address)).status === 404", arg=address)
    assert page.locator("#ask").is_hidden()
