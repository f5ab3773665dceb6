"""A character lives: edited, supplied, levelled, drained and undone, in a real browser."""

import json
import re

import pytest
from playwright.sync_api import expect

from kit.characters import CASTER, HILDA, person
from kit.plays import bring_in

pytestmark = pytest.mark.parametrize("hall", ["nginx"], indirect=True)


@pytest.fixture
def guest(visit, scripts):
    return visit("/osr/vault", scripts=scripts)


def open_page(visitor, name, tab):
    visitor.open("/osr/vault")
    visitor.follow(visitor.page.get_by_role("link", name=f"Open {name}", exact=True).click)
    visitor.open_link(tab)


def story(visitor):
    return [line.strip() for line in visitor.page.locator("[id^=change-]").all_text_contents()]


@pytest.mark.path
def test_a_character_is_edited_in_place_and_stays_the_same_one(guest):
    guest.ahead("/osr/vault", bring_in, HILDA)
    open_page(guest, "Hilda", "Edit")
    address = guest.page.url
    guest.set_field("textbox", "Name", "Hild the Younger")
    guest.set_field("textbox", "Biography", "Born by the sea.\nNever saw it again.")
    guest.tick("radio", "Chaos")
    guest.press("Save changes")
    assert guest.page.title().startswith("Edited: name Hilda \N{RIGHTWARDS ARROW} Hild the Younger;")
    assert guest.page.url == address
    expect(guest.field("textbox", "Biography")).to_have_value(
        "Born by the sea.\nNever saw it again.")
    guest.open_link("Sheet")
    expect(guest.page.get_by_text("Never saw it again.")).to_be_visible()
    assert guest.value("Alignment") == "Chaotic"
    out = json.loads(guest.download("Download JSON")[1])
    assert out["id"] == HILDA["id"] and out["name"] == "Hild the Younger"
    guest.open_link("Edit")
    guest.set_field("textbox", "Name", "")
    guest.press("Save changes")
    field = guest.field("textbox", "Name")
    expect(field).to_have_accessible_description(re.compile("A character needs a name"))
    expect(guest.field("radio", "Chaos")).to_be_checked()


def test_of_two_tabs_the_second_sees_both_and_loses_nothing(guest):
    guest.ahead("/osr/vault", bring_in, HILDA)
    open_page(guest, "Hilda", "Edit")
    other = guest.new_page()
    other.goto(guest.page.url)
    other.get_by_label("Name", exact=True).fill("First")
    other.get_by_role("button", name="Save changes").click()
    expect(other).to_have_title(re.compile("^Edited: name Hilda"))
    guest.set_field("textbox", "Name", "Second")
    guest.press("Save changes")
    assert guest.page.title().startswith("Nothing was changed")
    row = guest.page.get_by_role("row").filter(has_text="Second")
    assert row.get_by_role("cell").all_inner_texts() == ["Second", "First"]
    expect(guest.field("textbox", "Name")).to_have_value("Second")
    guest.press("Save changes")
    assert "First \N{RIGHTWARDS ARROW} Second" in guest.page.title()


def test_goods_are_bought_found_sold_and_lost(guest):
    guest.ahead("/osr/vault", bring_in, person("Trader", 20, coins={"goldPieces": 4}))
    open_page(guest, "Trader", "Equipment")
    guest.select("Item", "Rope (50 ft), 1 gp")
    guest.set_field("spinbutton", "How many", "2")
    guest.press("Buy")
    assert guest.page.title().startswith("Bought: +2 \N{MULTIPLICATION SIGN} Rope (50 ft);")
    assert guest.value("Gold pieces") == "2"
    guest.set_field("spinbutton", "Price of Sword in gold pieces", "5")
    guest.press("Sell Sword")
    assert guest.value("Gold pieces") == "7"
    guest.press("Lose Rope (50 ft)")
    expect(guest.page.locator("#own-rope b")).to_have_text("Rope (50 ft)")
    guest.select("Item", "Lantern, 10 gp")
    guest.set_field("spinbutton", "How many", "1")
    guest.press("Buy")
    expect(guest.page.locator(".wrong")).to_contain_text("That costs 10 gp")
    guest.press("Add free")
    expect(guest.page.locator("#own-lantern")).to_be_visible()
    guest.set_field("textbox", "How many coins", "250")
    guest.select("Kind", "Silver pieces")
    guest.press("Add coins")
    assert guest.value("Silver pieces") == "250"
    guest.set_field("textbox", "What it is", "a jade frog")
    guest.press("Add item")
    guest.press("Strike out a jade frog")
    guest.open_link("History")
    assert len(story(guest)) == 7


def test_level_up_level_drain_and_all_of_it_undone(guest):
    guest.ahead("/osr/vault", bring_in, HILDA)
    open_page(guest, "Hilda", "Level")
    assert guest.value("XP to next level") == "2,000"
    expect(guest.button("Rise to level 2")).to_have_count(0)
    guest.set_field("textbox", "Points from the game master", "2000")
    guest.press("Add experience")
    assert guest.value("Experience") == "2,200"
    guest.press("Rise to level 2")
    assert re.match("Level up: level 1 \N{RIGHTWARDS ARROW} 2; maximum hit points 7", guest.page.title())
    guest.page.get_by_text("Level drained", exact=True).click()
    guest.tick("radio", "Half way between both (wight)")
    guest.press("Drain a level")
    assert guest.value("Experience") == "1,000"
    guest.open_link("History")
    for _ in range(3):
        guest.settle(guest.button("Undo").first.click)
    assert all(line.endswith("Undone.") for line in story(guest))
    guest.open_link("Sheet")
    assert guest.value("Hit points") == "7"
    assert guest.value("Experience") == "0"


@pytest.mark.path
def test_an_evening_at_the_table(guest):
    """What a phone is for: hit points, arrows, conditions and dice."""
    guest.page.set_viewport_size({"width": 390, "height": 844})
    guest.ahead("/osr/vault", bring_in, HILDA)
    open_page(guest, "Hilda", "Play")
    for left in (6, 5, 4):
        guest.press("Lose 1")
        expect(guest.page.locator(".points output")).to_have_text(str(left))
    guest.press("Undo")
    expect(guest.page.locator(".points")).to_contain_text("5 of 7")
    expect(guest.page.locator(".notice")).to_contain_text("undone")
    expect(guest.button("Undo")).to_have_count(0)
    guest.press("Lose 1")
    guest.press("Heal 1")
    expect(guest.page.locator(".points")).to_contain_text("5 of 7")
    headings = guest.page.get_by_role("main").get_by_role("heading", level=2).all_inner_texts()
    assert [text.split()[0] for text in headings[:3]] == ["Hit", "Attack", "Saving"]
    guest.set_field("textbox", "Condition", "blind until Thursday")
    guest.press("Add")
    expect(guest.page.locator("li p", has_text="blind until Thursday")).to_be_visible()
    guest.press("Remove blind until Thursday")
    guest.press("Use 1 of the arrows")
    expect(guest.page.get_by_role("listitem").filter(has_text="arrows").first).to_contain_text("19")
    expect(guest.field("heading", "Attack against armour class 9 [10]")).to_be_visible()
    guest.select("Foe\u2019s armour class", "4 [15]")
    guest.press("Set")
    expect(guest.field("heading", "Attack against armour class 4 [15]")).to_be_visible()
    guest.press("Roll Sword")
    told = guest.page.locator(".rolled p").inner_text()
    face = int(re.match(r"Sword: rolled (\d+), needed 13 – a (hit|miss)\. The chance was 40\.0% \(2/5\)", told)[1])
    assert ("a hit" in told) == (face >= 13)
    expect(guest.field("combobox", "Foe\u2019s armour class")).to_have_value("4")
    guest.press("Roll Damage, sword")
    assert re.match(r"Damage, sword: \d \+ 2 = \d+\.", guest.page.locator(".rolled p").inner_text())
    expect(guest.page.locator(".rolled")).to_be_in_viewport()
    if guest.scripts:
        assert guest.has_focus("roll-damage-sword")
    for box in guest.page.locator("button.large").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().height)"):
        assert box >= 48


def test_a_foe_s_armour_and_how_far_it_is_are_set_by_keyboard(guest):
    guest.ahead("/osr/vault", bring_in, HILDA)
    open_page(guest, "Hilda", "Play")
    keyboard = guest.page.keyboard

    def go_on():
        keyboard.press("Tab")
        return guest.page.evaluate("document.activeElement.id || document.activeElement.innerText")

    guest.field("combobox", "Foe’s armour class").focus()
    assert [go_on(), go_on()] == ["set-ac", "Range and situation"]
    keyboard.press("Enter")
    assert [go_on(), go_on()] == ["situation", "range"]
    keyboard.press("End")
    assert go_on().split()[0] == "Set"
    guest.settle(lambda: keyboard.press("Enter"))
    expect(guest.field("combobox", "Range")).to_have_value("long")
    # Its own button takes along what the other fields have.
    guest.field("combobox", "Foe’s armour class").focus()
    keyboard.press("End")
    assert go_on() == "set-ac"
    guest.settle(lambda: keyboard.press("Enter"))
    expect(guest.field("combobox", "Range")).to_have_value("long")
    expect(guest.field("combobox", "Foe’s armour class")).to_have_value("-3")


def test_a_change_far_down_keeps_its_place_and_tells_there_what_it_did(visit, scripts):
    guest = visit("/osr/vault", scripts=scripts, viewport={"width": 390, "height": 844})
    guest.ahead("/osr/vault", bring_in, HILDA)
    open_page(guest, "Hilda", "Play")
    button = guest.button("Next turn")
    button.scroll_into_view_if_needed()
    place = button.bounding_box()
    guest.press("Next turn")
    assert not scripts or button.bounding_box() == place
    expect(button).to_be_in_viewport()
    expect(guest.button("Undo")).to_be_in_viewport()


def test_a_magic_user_starts_higher_and_fills_the_book(guest):
    guest.ahead("/osr/vault", bring_in, CASTER)
    open_page(guest, CASTER["name"], "Level")
    guest.select("Level", "Level 3, 5,000 experience points")
    guest.press("Start there")
    assert guest.value("Experience") == "5,000"
    guest.open_link("Spells")
    guest.select("New spell", "Web")
    guest.press("Write into the book")
    guest.set_field("spinbutton", "Web", "1")
    guest.set_field("spinbutton", "Sleep", "2")
    guest.press("Prepare spells")
    guest.open_link("Sheet")
    assert guest.value("Prepared") == "2 \N{MULTIPLICATION SIGN} Sleep, Web"
    assert guest.value("Level") == "3 (Conjurer)"


def test_the_cloud_keeps_what_was_shared_and_the_new_version_links_back(guest, scripts):
    name = "Versioned" if scripts else "Plainly Versioned"
    guest.ahead("/osr/vault", bring_in, person(name, 60 if scripts else 61))
    open_page(guest, name, "Sheet")
    guest.press("Save to Dragon Cloud")
    guest.open_link("Level")
    guest.set_field("textbox", "Points from the game master", "300")
    guest.press("Add experience")
    guest.open_link("Sheet")
    guest.press("Share as a second copy")
    guest.open_link("See it on Dragon Cloud")
    assert guest.value("Experience") == "330"
    guest.open_link("An earlier version")
    assert guest.value("Experience") == "0"
