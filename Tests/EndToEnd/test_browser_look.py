"""The screens by their structure: what is in the first of them, how large, and where it leads."""

import pytest
from playwright.sync_api import expect

from kit.ways import both_ways

pytestmark = both_ways

PHONE = {"width": 390, "height": 844}


def test_the_header_is_one_row_whose_menu_leads_everywhere(visit, scripts):
    visitor = visit("/craps", scripts=scripts, viewport=PHONE)
    assert visitor.page.get_by_role("banner").bounding_box()["height"] <= 56
    links = visitor.page.get_by_role("navigation", name="Main").get_by_role("link")
    expect(links).to_have_count(0)
    visitor.button("Menu").click()
    assert links.all_inner_texts() == [
        "Dice", "Odds", "Craps", "Pig", "Characters", "Rooms", "Rules", "About"]
    visitor.open_link("Odds")
    expect(visitor.page.get_by_role("heading", level=1, name="Dice odds")).to_be_visible()
    visitor.page.set_viewport_size({"width": 1280, "height": 800})
    assert visitor.page.get_by_role("banner").bounding_box()["height"] <= 56
    expect(visitor.field("link", "Odds")).to_have_attribute("aria-current", "page")


@pytest.mark.parametrize(("name", "path"), [("Odds", "/odds"), ("Characters", "/osr")])
def test_the_home_page_is_a_shelf_of_cards_that_are_links(visit, scripts, name, path):
    visitor = visit("/", scripts=scripts, viewport=PHONE)
    assert visitor.page.evaluate("document.documentElement.scrollHeight") <= 2_200
    for link in ("Roll dice", "Join or open a room", "For teachers"):
        expect(visitor.field("link", link)).to_be_in_viewport(ratio=1)
    card = visitor.page.get_by_role("listitem").filter(has=visitor.field("heading", name))
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    visitor.follow(lambda: visitor.page.mouse.click(
        box["x"] + box["width"] - 12, box["y"] + box["height"] - 12))
    expect(visitor.page).to_have_url(visitor.url + path)


def test_the_odds_are_drawn_large_with_the_target_shaded(visit, scripts):
    reader = visit("/odds?x=4d6kh3&y=3d6&t=13", scripts=scripts, viewport=PHONE)
    chart = reader.page.get_by_role("img", name="A column for each total of 4d6kh3, and a line for 3d6")
    assert chart.bounding_box()["height"] >= 280
    expect(chart.locator(".reached")).to_be_visible()
    expect(reader.page.locator(".key")).to_contain_text("13 or more")
    # The table of the difference is folded.
    table = reader.page.get_by_role("table", name="Chances of 4d6kh3 minus 3d6")
    expect(table).to_have_count(0)
