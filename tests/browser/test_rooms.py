"""The page's rooms: reached by mouse and keyboard, in light and dark, wide and narrow."""

import pytest

from tests.browser.conftest import NARROW, WIDE, overflows, violations

ROOMS = ["Explore", "Evaluate", "Learn"]


def test_the_token_leaves_the_address_and_all_rooms_can_be_visited(open_page, served):
    page = open_page(served)
    assert "token" not in page.url
    for name in ROOMS:
        page.get_by_role("navigation").get_by_role("link", name=name).click()
        page.wait_for_url(f"**/{name.lower()}*")
        assert page.get_by_role("heading", level=1).count() == 1
        assert page.locator("nav [aria-current=page]").inner_text() == name


def test_the_content_can_be_skipped_to(open_page, served):
    page = open_page(served)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_rooms_are_accessible_and_fit(open_page, served, room, dark):
    for size in (WIDE, NARROW):
        page = open_page(served, size=size, dark=dark)
        page.goto(f"{served.partition('/?')[0]}/{room.lower()}")
        assert not violations(page)
        assert not overflows(page)
