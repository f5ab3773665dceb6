"""In a frame that may send forms and nothing else, every way leads on."""

import re

import pytest
from playwright.sync_api import expect

from kit.framed import GAMES
from kit.processes import wait_until
from kit.rooms import Host

DOORS = "#main a[href], #main button:enabled:not(.hidden), #main summary"
SEE_DOORS = """all => all.map((one) => ({
  name: one.checkVisibility() ? one.innerText.trim() : '',
  kind: one.tagName === 'SUMMARY' ? 'details' : one.target === '_blank' ? 'tab'
    : /\\.(csv|json)(\\?|$)/.test(one.href) ? 'download' : 'page',
  leadsTo: one.href || (one.hasAttribute('formaction') ? one.formAction : one.form?.action)
    || one.innerText }))"""


def kind_of(address):
    """The same for all games and whatever is chosen in a page."""
    return re.sub(r"\b[a-z2-7]{26}\b|\?.*", "", address)


def doors(pupil):
    """What can be pressed, by name; of many alike, such as `Buy …`, the last."""
    seen = enumerate(pupil.page.locator(DOORS).evaluate_all(SEE_DOORS))
    alike = {
        re.sub(r"^(Buy|Return|Reroll|Choose)\s.*", r"\1", door["name"]): {"index": index, **door}
        for index, door in seen if door["name"]}
    return {door["name"]: door for door in alike.values()}


def mark(door):
    return door["kind"], kind_of(door["leadsTo"])


def press(pupil, door):
    """Presses it and waits for what is to come of that: what the strictest sandbox forbids is
    given up or noted down by the browser. (Printing is hidden there.)"""
    one, address = pupil.page.locator(DOORS).nth(door["index"]), pupil.page.url
    if door["kind"] == "page":
        return pupil.follow(one.click)
    if door["kind"] == "details":
        was_open = one.evaluate("one => one.parentElement.open")
        # Back again, too: what has opened may lie over the next.
        for is_open in (not was_open, was_open):
            one.click()
            assert one.evaluate("one => one.parentElement.open") == is_open
    if door["kind"] == "tab":
        with pupil.tab.expect_console_message(lambda note: "Blocked opening" in note.text):
            one.click()
    if door["kind"] == "download":
        with pupil.tab.expect_event("requestfailed", lambda failed: failed.url == door["leadsTo"]):
            one.click()
    assert pupil.page.url == address


def is_no_dead_end(pupil, game):
    """A page of the game that says in text where to go if a button does nothing."""
    address = re.match(rf"{pupil.url}/embed/{game}(/[a-z2-7]{{26}})?", pupil.page.url)
    assert address, pupil.page.url
    help = pupil.page.locator("#address")
    # That it opens is seen where it is pressed as one of the doors.
    expect(help.get_by_text("If something doesn’t work here")).to_be_visible()
    assert help.locator("code").text_content().strip().replace("/tab", "", 1) == address[0]


def test_odds_fit_a_frame_and_answer_in_the_strictest_sandbox(enrol):
    pupil = enrol("http")
    pupil.attend("/embed/odds?x=4d6kh3&t=12", sandbox="allow-forms", size=(640, 640))
    page = pupil.page
    expect(page.get_by_role("img", name="A column for each total from 3 to 18.")).to_be_visible()
    table = page.get_by_text("Table of every total")
    assert table.evaluate("one => one.getBoundingClientRect().bottom") < 640
    table.click()
    assert page.get_by_role("table").get_by_role("row").count() == 17
    page.get_by_text("Try something else").click()
    pupil.set_field("textbox", "Expression", "2d6+1d8")
    pupil.follow(pupil.button("Work out").click)
    assert page.get_by_role("heading", level=1).inner_text() == "Odds of 2d6+1d8"
    assert pupil.facts()["Mean"] == "23/2 11.5"
    assert pupil.context.cookies() == []


@pytest.mark.parametrize("game", GAMES)
def test_where_no_form_is_sent_the_game_plays_by_its_script(enrol, game):
    pupil = enrol()
    pupil.attend(f"/embed/{game}", sandbox="allow-scripts")
    pupil.press(GAMES[game].first)
    assert pupil.revisions() == 1
    # Over https it is there again after the page around it was loaded anew.
    wait_until(pupil.context.cookies)
    pupil.reload_lesson()
    assert pupil.revisions() == 1


HELP = "Nothing happens?"


@pytest.mark.parametrize("path", [
    *(f"/embed/{game}" for game in GAMES), "/embed/odds?x=2d6", "/embed/room/{code}",
    "/embed/room/{code}/host/{secret}"])
def test_where_nothing_can_work_the_button_says_so(enrol, town, path):
    pupil = enrol()
    if "room" in path:
        host = Host(town.halls["hall"].socket, kind="table")
        secret = re.search("/host/([a-z2-7]{26})", host.get(f"{host.path}/host").text)[1]
        path = path.format(code=host.code, secret=secret)
    pupil.attend(path, sandbox="")
    note = pupil.page.locator(".unsent")
    if "odds" in path:
        pupil.page.get_by_text("Try something else").click()
    expect(note).to_contain_text(HELP)
    button = pupil.page.locator("button.primary").first.bounding_box()
    below = note.bounding_box()["y"] - button["y"] - button["height"]
    assert -4 < below < 120
    link = note.get_by_role("link", name="Open it in a tab of its own")
    assert link.evaluate("one => one.href") == pupil.url + path


def test_where_scripts_may_not_read_the_button_says_so_when_pressed(enrol):
    pupil = enrol(name="choosy")
    pupil.attend("/embed/craps", sandbox="allow-scripts")
    expect(pupil.page.locator(".unsent")).to_have_count(0)
    pupil.button("Roll").click()
    expect(pupil.page.locator(".unsent")).to_contain_text(HELP)
    assert pupil.revisions() == 0


@pytest.mark.parametrize("game", GAMES)
def test_in_the_strictest_sandbox_nothing_is_a_dead_end(enrol, game):
    pupil = enrol("http")
    pupil.attend(f"/embed/{game}", sandbox="allow-forms")
    opening = pupil.page.url
    pupil.press(GAMES[game].quick)
    pages, seen, pressed = [opening, pupil.page.url], set(), {}
    while pages and len(seen) < 8:
        address = pages.pop(0)
        if kind_of(address) in seen:
            continue
        seen.add(kind_of(address))
        pupil.page.goto(address)
        for name, door in doors(pupil).items():
            if mark(door) in pressed:
                continue
            if pupil.page.url != address:
                pupil.page.goto(address)
            # One before it may have changed the game.
            door = doors(pupil).get(name)
            if not door or mark(door) in pressed:
                continue
            pressed[mark(door)] = name
            press(pupil, door)
            is_no_dead_end(pupil, game)
            pages.append(pupil.page.url)
    assert len(pupil.context.pages) == 1
    kinds = [kind for kind, _ in pressed]
    # Craps has no log yet, and its bet may be locked.
    assert kinds.count("page") > (2 if game == "craps" else 5)
    assert set(kinds) >= {"details", "tab", *([] if game == "craps" else ["download"])}
