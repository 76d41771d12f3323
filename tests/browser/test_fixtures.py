"""The browser itself: that errors of a page are noticed, and what axe finds."""

import pytest

from tests.browser.conftest import NARROW, overflows, violations

GOOD = "<!DOCTYPE html><html lang=en><head><title>A page</title></head><body><main><h1>A page</h1></main></body></html>"


@pytest.fixture
def written(tmp_path):
    def write(text):
        (tmp_path / "page.html").write_text(text, encoding="utf-8")
        return tmp_path / "page.html"

    return write


def test_a_plain_page_has_no_violations(open_page, written):
    page = open_page(written(GOOD), offline=True)
    assert page.title() == "A page"
    assert violations(page) == []


def test_axe_finds_what_is_wrong(open_page, written):
    page = open_page(written(GOOD.replace("<h1>", "<img src='data:,'><h1>")), expect_errors=True)
    assert any(text.startswith("image-alt") for text in violations(page))


def test_a_page_that_is_too_wide_is_noticed(open_page, written):
    wide = GOOD.replace("<h1>", '<div style="width: 600px">wide</div><h1>')
    assert overflows(open_page(written(wide), size=NARROW))
    assert not overflows(open_page(written(wide)))
