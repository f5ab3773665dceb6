"""The character hall and its reference pages in a browser."""

import re

import pytest
from playwright.sync_api import expect

from kit.measures import AXE, RUN_AXE, hold_animations
from kit.pages import CLASSES
from kit.processes import wait_until

pytestmark = pytest.mark.parametrize("hall", ["nginx"], indirect=True)

DOORS = [
    "Create a new character", "View local character vault", "View characters on Dragon Cloud"]


def doors(visitor):
    return [visitor.field("link", name) for name in DOORS]


@pytest.mark.path
def test_the_introduction_is_shown_once_and_reachable_again(visit, scripts):
    visitor = visit("/osr", scripts)
    expect(visitor.page.get_by_role("listitem").filter(has=visitor.page.locator("h3"))
           ).to_have_count(5)
    for door in doors(visitor):
        expect(door).to_be_visible()
    visitor.press("Skip the introduction")
    expect(visitor.page.locator("h1")).to_have_text("Characters")
    expect(visitor.button("Skip the introduction")).to_have_count(0)
    for path in ["/craps", "/osr"]:
        visitor.open(path)
    expect(visitor.button("Skip the introduction")).to_have_count(0)
    for door in doors(visitor):
        expect(door).to_be_visible()
    visitor.follow(visitor.field("link", "Show the introduction").click)
    expect(visitor.page.locator("svg.goblin")).to_be_visible()
    visitor.follow(visitor.button("Skip the introduction").click)
    expect(visitor.button("Skip the introduction")).to_have_count(0)


@pytest.mark.parametrize("viewport", [(390, 844), (1280, 800)])
def test_who_comes_first_sees_at_once_how_to_make_somebody(visit, viewport):
    visitor = visit("/osr", viewport=dict(zip(["width", "height"], viewport)))
    for name in ["Create a new character", "Make a party"]:
        expect(visitor.field("link", name)).to_be_in_viewport(ratio=1)


def test_the_goblin_is_as_dark_as_the_page(visit):
    visitor = visit("/osr", color_scheme="light")
    goblin = visitor.page.locator("svg.goblin")
    skin = "one => getComputedStyle(one).getPropertyValue('--skin')"
    light = goblin.evaluate(skin)
    visitor.page.get_by_role("combobox", name="Colours", exact=True).select_option("Dark")
    assert goblin.evaluate(skin) != light


def test_the_focus_goes_to_the_heading_when_the_introduction_goes(visit):
    visitor = visit("/osr")
    visitor.press("Skip the introduction")
    assert visitor.page.evaluate("document.activeElement.tagName") == "H1"


def test_a_door_opens_wherever_it_is_pressed(visit):
    visitor = visit("/osr")
    opened = []
    visitor.page.route("**/osr/vault", lambda route: (
        opened.append(route.request.url), route.fulfill(body="vault")))
    card = visitor.page.locator(".doors li", has_text="vault")
    corner = {"x": 12, "y": card.bounding_box()["height"] - 12}
    visitor.follow(lambda: card.click(position=corner))
    assert len(opened) == 1


def test_the_goblin_moves_once_and_only_where_motion_is_welcome(visit):
    still = visit("/osr")
    assert still.page.evaluate("document.getAnimations().length") == 0
    moving = visit("/about", reduced_motion="no-preference")
    run = hold_animations(moving.page)
    moving.open("/osr")
    ends = moving.page.evaluate(
        "document.getAnimations().map(one => one.effect.getComputedTiming().endTime)")
    assert len(ends) > 5
    assert max(ends) <= 5_000
    box = moving.page.locator(".doors").bounding_box()
    run()
    moving.page.wait_for_timeout(1_000)
    assert moving.page.locator(".doors").bounding_box() == box


def test_all_five_cards_are_in_sight_at_any_width(visit):
    for width in [320, 390, 768, 1024, 1280]:
        visitor = visit("/osr", viewport={"width": width, "height": 800})
        boxes = visitor.page.locator(".introduction li").evaluate_all(
            "all => all.map(one => { const box = one.getBoundingClientRect();"
            " return [box.left, box.right, box.height] })")
        assert len(boxes) == 5
        assert all(left >= 0 and right <= width and height > 60 for left, right, height in boxes)


def test_reference_pages_lead_to_each_other(visit, scripts):
    visitor = visit("/osr", scripts)
    visitor.follow(visitor.field("link", "Classes").click)
    for name in CLASSES:
        visitor.follow(visitor.page.locator("main").get_by_role(
            "link", name=re.compile(f"^{name}$", re.I)).first.click)
        expect(visitor.page.locator("h1")).to_have_text(re.compile(f"^{name}$", re.I))
    for name in ["Abilities", "Saves and attacks", "Equipment", "Spells"]:
        visitor.follow(visitor.field("link", name).click)
        expect(visitor.page.locator("h1")).to_have_text(name)


def test_a_narrow_table_still_has_its_rows_and_headers(visit):
    """Rows that look like cards are still a table to people who can't see them."""
    visitor = visit("/reference/equipment", viewport={"width": 320, "height": 640})
    table = visitor.page.get_by_role("table", name=re.compile("^Weapons"))
    expect(table.get_by_role("row")).to_have_count(20)
    expect(table.get_by_role("columnheader")).to_have_count(7)
    sword = table.get_by_role("row").filter(has_text="The usual one-handed blade")
    expect(sword.get_by_role("cell")).to_have_text(
        ["1d8", "10 gp", "60 coins", "Melee", "–", "All but cleric and magic-user"])


def test_wide_tables_scroll_in_their_own_region_by_keyboard(visit):
    visitor = visit("/reference/classes", viewport={"width": 320, "height": 640})
    region = visitor.field("region", "Classes side by side")
    region.focus()
    visitor.page.keyboard.press("ArrowRight")
    wait_until(lambda: visitor.page.evaluate("document.querySelector('.scroll').scrollLeft") > 0)
    left = region.evaluate("one => one.getBoundingClientRect().left")
    head = visitor.page.get_by_role("rowheader", name="Hit die")
    assert head.evaluate("one => one.getBoundingClientRect().left") == pytest.approx(left, abs=1)


def test_the_menu_of_a_phone_is_used_by_keyboard_and_covers_nothing(visit, scripts):
    player = visit("/craps", scripts=scripts, viewport={"width": 390, "height": 844})
    keys, menu = player.page.keyboard, player.page.locator("#menu")

    def press(*names):
        for name in names:
            keys.press(name)
        return player.page.evaluate("document.activeElement.textContent.trim()")

    assert press(*["Tab"] * 3) == "Menu"
    press("Enter")
    expect(menu).to_be_visible()
    assert [press("Tab") for _ in range(9)] == menu.get_by_role("link").all_inner_texts()
    # What comes after it is below it.
    assert press("Tab") == "Rules and odds"
    heading = player.page.get_by_role("heading", level=1).bounding_box()
    shown = menu.bounding_box()
    assert heading["y"] >= shown["y"] + shown["height"]
    if scripts:
        player.page.evaluate(AXE)
        assert player.page.evaluate(RUN_AXE, None) == []
    assert press("Shift+Tab") == "About"
    assert press("Escape") == "Menu"
    expect(menu).to_be_hidden()
    press("Enter")
    expect(menu).to_be_visible()
    press("Enter")
    expect(menu).to_be_hidden()
    press("Enter")
    assert press("Tab") == "Dice"
    player.follow(lambda: keys.press("Enter"))
    expect(player.page).to_have_url(f"{player.url}/dice")


def test_a_tap_below_the_open_menu_of_a_phone_is_meant_for_what_is_there(visit):
    player = visit("/craps", viewport={"width": 390, "height": 844}, has_touch=True)
    player.button("Menu").tap()
    expect(player.page.locator("#menu")).to_be_visible()
    box = player.button("Roll").bounding_box()
    player.settle(lambda: player.page.touchscreen.tap(box["x"] + 40, box["y"] + 20))
    assert player.facts()["Dice"] != "none yet"


def test_a_tablet_with_its_menu_open_can_be_turned(visit, scripts):
    player = visit("/craps", scripts=scripts, viewport={"width": 820, "height": 1180})
    player.button("Menu").click()
    player.page.set_viewport_size({"width": 1180, "height": 820})
    assert player.page.get_by_role("heading", level=1).bounding_box()["y"] < 120
