"""Parties in a real browser: made, marched, paid, hired for, shared and printed."""

import re

import pytest
from playwright.sync_api import expect

from kit.characters import CLERIC, HILDA
from kit.measures import WIDER_THAN_THE_SCREEN
from kit.plays import bring_in

pytestmark = pytest.mark.parametrize("hall", ["nginx"], indirect=True)


@pytest.fixture
def guest(visit, scripts):
    return visit("/osr/parties", scripts=scripts)


def gather(visitor, *people):
    """A party of these, newest first."""
    visitor.ahead("/osr/vault", bring_in, *people)
    visitor.open("/osr/parties")
    visitor.page.locator("#ownName").fill("The Lanterns")
    for box in visitor.page.get_by_role("checkbox").all():
        box.check()
    visitor.press("Begin this party")


@pytest.mark.path
def test_a_party_is_made_by_surprise_and_marches(guest):
    guest.page.locator("#count").select_option("5")
    guest.press("Make a party")
    assert guest.page.title().startswith("Our party is in your vault.")
    expect(guest.page.locator(".company tbody tr")).to_have_count(5)
    first, second = guest.page.locator(".company tbody th a").all_inner_texts()[:2]
    guest.settle(guest.page.get_by_role("button", name="Back").first.click)
    assert guest.page.locator(".company tbody th a").all_inner_texts()[:2] == [second, first]
    guest.follow(guest.page.locator(".company tbody th a").first.click)
    expect(guest.page.get_by_role("heading", level=1, name=second)).to_be_visible()


@pytest.mark.path
def test_an_adventure_is_shared_and_each_can_undo_it(guest):
    gather(guest, HILDA, CLERIC)
    guest.open_link("Loot and XP")
    guest.set_field("textbox", "Experience points for all together", "1,000")
    guest.set_field("textbox", "Gold pieces for all together", "51")
    guest.press("Work it out")
    rows = guest.page.locator(".listing tbody tr").all_inner_texts()
    assert len(rows) == 2 and all("500" in row for row in rows)
    guest.press("Pay out")
    assert guest.page.title().startswith("2 shares paid out.")
    guest.follow(guest.page.get_by_role("link", name="Hilda", exact=True).click)
    assert guest.value("Experience") == "550"
    guest.open_link("History")
    expect(guest.page.locator("#change-1")).to_contain_text("Award: experience 0 \N{RIGHTWARDS ARROW} 550")
    guest.press("Undo")
    guest.open_link("Sheet")
    assert guest.value("Experience") == "0"


def test_retainers_and_mules_come_along(guest):
    gather(guest, HILDA)
    guest.ahead("/osr/vault", bring_in, CLERIC)
    guest.open("/osr/parties")
    guest.follow(guest.page.get_by_role("link", name="Open The Lanterns", exact=True).click)
    guest.open_link("Retainers")
    guest.press("Hire")
    expect(guest.page.locator(".notice")).to_have_text("Odo follows Hilda.")
    guest.press("Roll Loyalty of Odo")
    told = guest.page.locator(".notice").inner_text()
    faces = re.match(r"Loyalty of Odo: (\d) \+ (\d) = (\d+), needed 6 or less – (loyal|not loyal)\.", told)
    assert (faces[4] == "loyal") == (int(faces[3]) <= 6) and int(faces[1]) + int(faces[2]) == int(faces[3])
    guest.open_link("Animals")
    guest.press("Add")
    guest.set_field("spinbutton", "Load in coins", "2500")
    guest.press("Save Mule")
    assert guest.value("Moves") == "60 feet a turn, 12 miles a day"
    guest.open_link("Party")
    expect(guest.page.get_by_text("1 character, 1 retainer and 1 animal")).to_be_visible()


def test_one_link_shows_the_party_to_somebody_else(guest, visit, scripts):
    fresh = [{**one, "id": one["id"][:-2] + ("A" if scripts else "B") + str(place)}
             for place, one in enumerate((HILDA, CLERIC))]
    gather(guest, *fresh)
    guest.press("Share the party")
    link = guest.page.get_by_role("link", name="the party on Dragon Cloud")
    address = link.get_attribute("href")
    expect(guest.page.locator("a.secret")).to_have_count(2)
    other = visit(address, scripts=scripts)
    assert sorted(other.page.locator(".company tbody th a").all_inner_texts()) == ["Hilda", "Odo"]
    other.press("Copy all to this browser")
    expect(other.page.locator("h1")).to_have_text("A party from Dragon Cloud")


def test_a_whole_party_is_printed_on_one_page(visit):
    guest = visit("/osr/parties")
    guest.page.locator("#count").select_option("8")
    guest.press("Make a party")
    for size, (width, height) in (("A4", (726, 1052)), ("Letter", (748, 986))):
        pdf = guest.page.pdf(format=size)
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf)) == 1, size
        guest.page.emulate_media(media="print")
        guest.page.set_viewport_size({"width": width, "height": height})
        assert guest.page.evaluate(WIDER_THAN_THE_SCREEN) is None
        boxes = [box.bounding_box() for box in guest.page.locator(".pencil").all()]
        assert len(boxes) == 8
        # Room for a pencil: two centimetres by nine millimetres.
        assert all(box["width"] > 70 and box["height"] > 30 for box in boxes)
        expect(guest.page.get_by_role("button", name="Remove").first).to_be_hidden()
        expect(guest.page.get_by_text("The party is full")).to_be_hidden()
        # What is left of the page is for notes.
        notes = guest.page.locator(".paper-notes").bounding_box()
        assert height * 0.9 < notes["y"] + notes["height"] < height
        guest.page.emulate_media(media="null")
