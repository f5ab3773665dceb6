"""The vault and the record sheet in a real browser: import, open, print, share, delete, move."""

import json
import os
import re
import signal

import pytest
from playwright.sync_api import expect

from kit.browser import Visitor
from kit.characters import (
    CLERIC, ELF, HILDA, HOSTILE, PEOPLE, THIEF, one_of_each_class_at_its_limit, person)
from kit.measures import CUT_OFF, WIDER_THAN_THE_SCREEN
from kit.plays import bring_in

pytestmark = pytest.mark.parametrize("hall", ["nginx"], indirect=True)

@pytest.fixture
def guest(visit, scripts):
    return visit("/osr/vault", scripts=scripts)


def names(visitor):
    links = visitor.page.get_by_role("link", name=re.compile("^Open "))
    return [name.strip().removeprefix("Open ") for name in links.all_text_contents()]


def open_sheet(visitor, name):
    visitor.follow(visitor.page.get_by_role("link", name=f"Open {name}", exact=True).click)


SIZES = """() => [...document.querySelectorAll('.leaf :is(p, td, th, li, dt, dd)')]
    .filter(node => node.checkVisibility() && node.innerText.trim())
    .map(node => parseFloat(getComputedStyle(node).fontSize))"""


BOXES = """all => all.map(one => {
    const { width, height } = one.getBoundingClientRect();
    return { width, height };
})"""


def pages_of(pdf):
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


@pytest.mark.path
def test_a_file_comes_in_is_opened_and_goes_out_again(guest):
    expect(guest.page.get_by_role("heading", name="Nobody here yet")).to_be_visible()
    bring_in(guest, HILDA)
    assert guest.page.title() == "Hilda is in your vault. – Your vault – Dicehall"
    assert names(guest) == ["Hilda"]
    open_sheet(guest, "Hilda")
    expect(guest.page.get_by_role("heading", name="Hilda", exact=True, level=1)).to_be_visible()
    assert guest.value("Hit points") == "7"
    assert guest.value("Armour class") == "2 [17]"
    assert guest.value("Experience adjustment") == "+10%"
    assert guest.value("Gold") == "4"
    name, content = guest.download("Download JSON")
    assert name == "hilda-fighter.json"
    out = json.loads(content)
    assert {key: out[key] for key in HILDA if key != "coins"} == {
        key: HILDA[key] for key in HILDA if key != "coins"}
    guest.open("/osr/vault")
    bring_in(guest, content)
    assert names(guest) == ["Hilda", "Hilda"]


def test_numbers_that_tell_where_they_come_from_are_as_large_as_a_finger(visit):
    guest = visit("/osr/vault", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    guest.ahead("/osr/vault", bring_in, HILDA)
    open_sheet(guest, "Hilda")
    sizes = guest.page.locator(".why summary:visible").evaluate_all(
        "all => all.map(one => Math.min(one.offsetWidth, one.offsetHeight))")
    assert len(sizes) > 10 and min(sizes) >= 44
    assert not guest.page.evaluate(WIDER_THAN_THE_SCREEN) and guest.page.evaluate(CUT_OFF) == []


def test_a_number_tells_where_it_comes_from(guest):
    guest.ahead("/osr/vault", bring_in, HILDA)
    open_sheet(guest, "Hilda")
    # The hit points are the hero; six scores and five saves are boxes, and what else one does waits.
    sizes = guest.page.locator(".sheet dd").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))")
    hero = guest.page.locator(".sheet .points dd")
    assert hero.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") == max(sizes) >= 50
    expect(guest.page.locator(".abilities .stats > div")).to_have_count(6)
    expect(guest.page.locator(".saves .stats > div")).to_have_count(5)
    expect(guest.button("Duplicate")).to_have_count(0)
    why = guest.page.locator("div:has(> dt:text-is('Armour class')) .why")
    expect(why.get_by_text("Shield")).to_have_count(2)
    expect(why.get_by_text("Shield").first).to_be_hidden()
    summary = why.locator("summary")
    expect(summary).to_have_text("2 [17], Armour class: why?")
    summary.focus()
    guest.page.keyboard.press("Enter")
    expect(why.get_by_text("Shield").first).to_be_visible()
    assert "\N{MINUS SIGN}2 Dexterity 16" in why.inner_text()


def test_delete_undo_and_duplicate(guest):
    guest.ahead("/osr/vault", bring_in, HILDA, THIEF)
    open_sheet(guest, "Hilda")
    guest.press("Delete")
    expect(guest.page).to_have_url(guest.url + "/osr/vault")
    assert guest.page.title().startswith("Hilda was deleted")
    assert names(guest) == [HOSTILE]
    guest.press("Undo")
    assert sorted(names(guest)) == sorted(["Hilda", HOSTILE])
    open_sheet(guest, "Hilda")
    guest.press("Duplicate")
    assert sorted(names(guest)) == sorted(["Hilda", "Hilda", HOSTILE])
    # From the list, one row at a time.
    row = guest.page.get_by_role("listitem").filter(has_text=HOSTILE)
    guest.settle(row.get_by_role("button", name="Delete", exact=True).click)
    assert names(guest) == ["Hilda", "Hilda"]
    guest.follow(guest.field("link", "Play").first.click)
    expect(guest.field("heading", "Hit points")).to_be_visible()


def test_what_is_wrong_with_a_file_is_said_at_the_field(guest):
    bring_in(guest, b"{")
    assert guest.page.title().startswith("Error: This file isn’t valid JSON")
    field = guest.page.get_by_label("Character file", exact=True)
    expect(field).to_have_accessible_description(re.compile("This file isn’t valid JSON"))
    bring_in(guest, {**HILDA, "pcHitPoints": 70, "weapons": ["halberd"]})
    problem = guest.page.locator("#file-wrong")
    expect(problem).to_contain_text("pcHitPoints: ")
    expect(problem).to_contain_text("weapons contains")
    guest.press("Import")
    expect(problem).to_have_text("Choose a file first.")
    assert names(guest) == []


def test_a_file_that_was_chosen_stays_while_another_form_is_sent(visit):
    guest = visit("/osr/vault")
    bring_in(guest, HILDA)
    guest.set_file("Character file", json.dumps(ELF).encode())
    guest.press("Show transfer code")
    expect(guest.page.get_by_text("Your code", exact=True)).to_be_visible()
    assert guest.page.locator(".notice").count() == 0


def test_a_code_moves_the_vault_to_another_browser(visit, guest, scripts):
    guest.ahead("/osr/vault", bring_in, HILDA)
    guest.press("Show transfer code")
    code = guest.value("Your code")
    assert re.fullmatch(r"[0-9A-Z]{4}(-[0-9A-Z]{4}){2}", code)
    other = visit("/osr/vault", scripts=scripts)
    other.ahead("/osr/vault", bring_in, CLERIC)
    other.page.get_by_label("Transfer code", exact=True).fill(f" {code.lower()} ")
    other.press("Bring vault here")
    assert other.page.title().startswith("This browser now has the vault, with 2 characters.")
    assert sorted(names(other)) == ["Hilda", "Odo"]
    guest.open("/osr/vault")
    assert sorted(names(guest)) == ["Hilda", "Odo"]
    other.page.get_by_label("Transfer code", exact=True).fill(code)
    other.press("Bring vault here")
    expect(other.page.get_by_label("Transfer code", exact=True)).to_have_accessible_description(
        re.compile("This code doesn’t work"))


def test_on_dragon_cloud_for_all_and_the_link_to_delete_it_again(guest, scripts):
    number = 40 if scripts else 41
    guest.ahead("/osr/vault", bring_in, person("Shared", number))
    open_sheet(guest, "Shared")
    guest.press("Save to Dragon Cloud")
    assert guest.page.title().startswith("Shared is now on Dragon Cloud.")
    link = guest.page.get_by_role("link", name=re.compile("delete#secret="))
    # First what others may have.
    expect(guest.page.locator("#public-link")).to_be_visible()
    expect(link).to_have_count(0)
    guest.page.reload()
    guest.unfold(link)
    expect(link).to_be_visible()
    guest.unfold(guest.button("Duplicate"))
    expect(guest.button("Duplicate")).to_be_visible()
    expect(guest.button("Save to Dragon Cloud")).to_have_count(0)
    expect(guest.page.get_by_role("link", name="See it on Dragon Cloud")).to_be_visible()
    secret = link.inner_text()
    guest.follow(link.click)
    field = guest.page.get_by_label("Delete link", exact=True)
    if scripts:
        expect(field).to_have_value(secret.partition("#secret=")[2])
    else:
        field.fill(secret)
    guest.press("Yes, delete")
    assert guest.page.title().startswith("Character deleted")


def test_each_save_is_on_one_line_on_the_smallest_screens(visit):
    guest = visit("/osr/vault", viewport={"width": 320, "height": 568})
    guest.ahead("/osr/vault", bring_in, HILDA)
    open_sheet(guest, "Hilda")
    heights = guest.page.locator(".saves .stats dd").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().height)")
    assert len(heights) == 5 and max(heights) < 50, heights


def test_who_shared_it_updates_it_and_takes_it_down(guest, scripts):
    name = "Changing" if scripts else "Plainly Changing"
    guest.ahead("/osr/vault", bring_in, person(name, 70 if scripts else 71))
    open_sheet(guest, name)
    guest.press("Save to Dragon Cloud")
    sheet = guest.page.url
    shared = guest.page.locator("#public-link").get_attribute("href")
    guest.open_link("Level")
    guest.set_field("textbox", "Points from the game master", "300")
    guest.press("Add experience")
    guest.open_link("Sheet")
    guest.press("Update the shared copy")
    expect(guest.page.locator(".notice").first).to_contain_text("is up to date on Dragon Cloud.")
    guest.page.goto(shared)
    assert guest.value("Experience") == "330"
    guest.page.goto(sheet)
    guest.press("Take down from Dragon Cloud")
    expect(guest.page.locator(".notice").first).to_contain_text("is no longer on Dragon Cloud.")
    assert guest.page.goto(shared).status == 404


def test_a_whole_vault_goes_out_and_comes_in_elsewhere(visit, guest, scripts):
    guest.ahead("/osr/vault", bring_in, HILDA, CLERIC)
    name, content = guest.download("Download all")
    assert name == "dicehall-vault.json"
    other = visit("/osr/vault", scripts=scripts)
    bring_in(other, content)
    assert other.page.title().startswith("2 characters added.")
    assert names(other) == names(guest) == ["Odo", "Hilda"]
    # As the camera of another device opens it.
    guest.press("Show transfer code")
    expect(guest.page.get_by_role("img", name=re.compile("^QR code"))).to_be_visible()
    code = guest.value("Your code")
    other.page.goto(f"{other.url}/osr/vault#code={code}")
    other.page.reload()
    if scripts:
        expect(other.page.get_by_label("Transfer code", exact=True)).to_have_value(code)
        other.press("Bring vault here")
        assert other.page.title().startswith("This browser now has the vault, with ")


def test_plain_text_and_data(guest, scripts):
    guest.ahead("/osr/vault", bring_in, HILDA)
    open_sheet(guest, "Hilda")
    name, content = guest.download("Sheet as data")
    assert name == "hilda-fighter-sheet.json"
    assert json.loads(content)["armourClass"] == {"descending": 2, "ascending": 17}
    expect(guest.button("Print")).to_have_count(1 if scripts else 0)
    guest.open_link("Plain text to paste")
    text = guest.page.locator("body").inner_text()
    assert text.startswith("Hilda\nFighter 1 (Veteran), Lawful\n")


@pytest.mark.parametrize(["size", "lies", "area"], [
    ("A4", False, (718, 1052)), ("Letter", False, (740, 986)), ("A4", True, (1052, 718))])
def test_a_sheet_is_printed_on_one_page(visit, size, lies, area):
    guest = visit("/osr/vault")
    people = [*PEOPLE, *one_of_each_class_at_its_limit()]
    content = json.dumps({"playerCharacters": people}).encode()
    guest.ahead("/osr/vault", bring_in, content)
    addresses = guest.page.get_by_role("link", name=re.compile("^Open ")).evaluate_all(
        "all => all.map(one => one.href)")
    assert len(addresses) == len(people)
    for address in addresses:
        guest.page.goto(address)
        pdf = guest.page.pdf(format=size, landscape=lies)
        assert pages_of(pdf) == 1, address
        guest.page.emulate_media(media="print")
        guest.page.set_viewport_size(dict(zip(("width", "height"), area)))
        assert guest.page.evaluate(WIDER_THAN_THE_SCREEN) is None
        assert guest.page.evaluate(CUT_OFF) == []
        # Nothing to read is smaller than 8 pt, and there is room left to write.
        assert min(guest.page.evaluate(SIZES)) >= 8 * 96 / 72 - 0.01, address
        assert guest.page.locator(".play .lines").bounding_box()["height"] > 45, address
        boxes = [box for box in guest.page.locator(".blank").evaluate_all(BOXES) if box["height"]]
        assert len(boxes) in (2, 7), address
        assert all(box["height"] >= 40 and box["width"] >= 55 for box in boxes), (address, boxes)
        expect(guest.page.get_by_text("To pass a check, roll the score or less on a d20.")).to_be_visible()
        expect(guest.page.locator(".why ul").first).to_be_hidden()
        expect(guest.page.get_by_role("button", name="Delete")).to_be_hidden()
        guest.page.emulate_media(media="null")


def test_large_text_cuts_nothing_off(visit):
    guest = visit("/osr/vault", viewport={"width": 320, "height": 640})
    guest.ahead("/osr/vault", bring_in, ELF)
    open_sheet(guest, ELF["name"])
    for path in (guest.page.url, guest.url + "/osr/vault"):
        guest.page.goto(path)
        guest.page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert guest.page.evaluate(WIDER_THAN_THE_SCREEN) is None
        assert guest.page.evaluate(CUT_OFF) == []


def test_a_vault_outlives_the_backend(chromium, fresh_hall, scratch, hall):
    """Killed in the middle of everything, and begun again with the same folder."""
    state = str(scratch / "kept")
    first = fresh_hall("nginx", STATE=state)
    guest = Visitor(chromium, first.url, True, {})
    guest.ahead("/osr/vault", bring_in, HILDA, CLERIC)
    open_sheet(guest, "Odo")
    guest.press("Delete")
    os.kill(first.supervisor(), signal.SIGKILL)
    first.stop()
    second = fresh_hall("nginx", STATE=state)
    guest.url = second.url
    guest.open("/osr/vault")
    assert names(guest) == ["Hilda"]
    guest.press("Undo")
    assert sorted(names(guest)) == ["Hilda", "Odo"]
    guest.context.close()
