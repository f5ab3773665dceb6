"""A whole evening in a real browser: a character by the table's options, played, levelled, printed."""

import json
import re

import pytest
from playwright.sync_api import expect

from kit.documents import OPTIONS
from kit.measures import AXE, RUN_AXE, WIDER_THAN_THE_SCREEN
from kit.wizard import choose

pytestmark = pytest.mark.parametrize("hall", ["nginx"], indirect=True)

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def maker(visit, scripts):
    return visit("/osr/new", scripts=scripts, viewport=PHONE, color_scheme="dark")


def choose_options(maker, *names):
    maker.page.locator("#options summary").click()
    for name in names:
        maker.tick("checkbox", name)


def look(maker):
    """Nothing runs out of a phone's screen, and axe, where scripts let it in, finds nothing wrong."""
    assert maker.page.evaluate(WIDER_THAN_THE_SCREEN) is None
    if maker.scripts:
        maker.page.evaluate(AXE)
        assert maker.page.evaluate(RUN_AXE) == []


@pytest.mark.path
def test_an_evening_from_the_first_roll_to_the_printed_sheet(maker):
    choose_options(maker, *OPTIONS)
    maker.press("Roll abilities")
    expect(maker.page.locator(".faces .dropped")).to_have_count(6)
    look(maker)
    assert "x=4d6kh3" in maker.page.get_by_role(
        "link", name="Exact odds of 4d6kh3").get_attribute("href")

    # The best roll goes to Strength, and the others follow from the highest down.
    totals = sorted(maker.scores().values(), reverse=True)
    order = ["Strength", "Constitution", "Dexterity", "Wisdom", "Intelligence", "Charisma"]
    for ability, total in zip(order, totals):
        field = maker.page.locator(f"#roll-{ability.lower()}")
        word = next(
            text for text in field.locator("option").all_inner_texts()
            if text.partition(",")[0] == str(total))
        field.select_option(label=word)
    maker.press("Arrange")
    assert [maker.scores()[ability] for ability in order] == totals

    maker.go_on()
    choose(maker, "Fighter")
    expect(maker.button("Roll hit points")).to_have_count(0)
    maker.press("Roll gold")
    maker.go_on()
    maker.set_field("textbox", "Name", "Brida")
    maker.go_on()
    maker.open_link("Weapons")
    maker.press("Buy Sword")
    maker.go_on()
    assert "THAC0" not in maker.page.locator(".sheet").inner_text()
    look(maker)
    maker.go_on()
    maker.press("Save to this browser")
    maker.open_link("Open Brida")
    address = maker.page.url

    maker.open_link("Play")
    expect(maker.page.locator("#ac option").first).not_to_contain_text("[")
    maker.press("Lose 1")
    maker.press("Roll Sword")
    told = maker.page.locator(".rolled p").inner_text()
    assert re.match(r"Sword: rolled \d+, needed \d+ – a (hit|miss)\.", told)
    look(maker)

    maker.open_link("Level")
    maker.set_field("textbox", "Points from the game master", "3000")
    maker.press("Add experience")
    maker.press("Rise to level 2")
    assert "level 1 \N{RIGHTWARDS ARROW} 2" in maker.page.title()
    look(maker)

    maker.page.goto(address)
    look(maker)
    expect(maker.page.get_by_text("Options: 4d6, drop the lowest; arrange as you like;")).to_be_visible()
    sheet = json.loads(maker.download("Sheet as data")[1])
    assert sheet["level"] == 2
    assert sheet["options"] == ["fourDice", "arranged", "fullHitPoints", "ascendingOnly"]
    assert "Options: 4d6, drop the lowest" in maker.download("Markdown")[1].decode()
    notes = json.loads(maker.download("Foundry actor")[1])["system"]["details"]["notes"]
    assert "Options: 4d6, drop the lowest" in notes
    for size in ("A4", "Letter"):
        pdf = maker.page.pdf(format=size)
        assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1, size

    maker.open_link("History")
    for _ in range(2):
        maker.settle(maker.button("Undo").first.click)
    maker.open_link("Sheet")
    assert maker.value("Level") == "1 (Veteran)"
    assert maker.value("Experience") == "0"


def test_the_back_button_and_a_second_tab_change_no_option(maker):
    maker.press("Roll abilities")
    before = maker.scores()
    other = maker.new_page()
    other.goto(maker.page.url)
    other.locator("#options summary").click()
    other.get_by_label("Ascending armour class only").check()
    other.get_by_role("button", name="Set options").click()
    expect(other.locator(".happened b", has_text="Options: Ascending armour class only.")).to_be_visible()
    choose_options(maker, "Arrange as you like")
    maker.press("Set options")
    expect(maker.page.locator(".notice", has_text="Nothing was changed")).to_be_visible()
    # What the other tab has done is there, and this page can go on from it.
    expect(maker.field("checkbox", "Ascending armour class only")).to_be_checked()
    maker.tick("checkbox", "Arrange as you like")
    maker.press("Set options")
    expect(maker.page.locator("#arrange")).to_be_visible()
    assert maker.scores() == before
    maker.tick("checkbox", "4d6, drop the lowest")
    maker.press("Continue")
    expect(maker.page.locator(".wrong")).to_contain_text("roll all six again")
    expect(maker.field("checkbox", "4d6, drop the lowest")).to_be_checked()
    assert maker.scores() == before


def test_a_magic_user_is_made_at_level_five(maker):
    maker.press("Roll abilities")
    maker.go_on()
    choose(maker, "Magic-user")
    maker.page.locator("#start summary").click()
    maker.select("Start at level", "5, 20,000 XP")
    # Somebody who goes on without setting it loses nothing.
    maker.press("Continue")
    expect(maker.page.get_by_text("Level 5. Now roll its hit points.").first).to_be_visible()
    maker.press("Roll hit points")
    expect(maker.page.locator("#hitPoints .die")).to_have_count(5)
    maker.press("Roll gold")
    maker.go_on()
    maker.set_field("textbox", "Name", "Vex")
    maker.go_on()
    maker.press("Continue")
    expect(maker.page.locator(".wrong")).to_contain_text("needs a spell in the book")
    for spell in ("Sleep", "Magic Missile", "Web", "Knock", "Fly"):
        maker.tick("checkbox", spell)
    look(maker)
    maker.go_on()
    maker.go_on()
    assert maker.value("Level") == "5 (Enchanter/Enchantress)"
    assert maker.value("Experience") == "20,000"
    look(maker)
    pdf = maker.page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
