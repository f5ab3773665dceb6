"""The main paths in browsers with other engines than Chromium's."""

import contextlib
import re

import pytest

from kit.engines import Firefox, WebKit
from kit.halls import short_folder
from kit.wizard import create

PAPER = {False: "rgb(244, 237, 221)", True: "rgb(20, 27, 24)"}
"""The background of a page that has its styles, dark or not."""


@pytest.fixture(params=[Firefox, WebKit], ids=["firefox", "webkit"])
def start(request, halls):
    """Starts that browser: `start(390, dark=True)`."""
    with contextlib.ExitStack() as stack:
        def come(width, **options):
            browser = request.param(stack.enter_context(short_folder()), width, **options)
            stack.callback(browser.stop)
            browser.url = halls("nginx").url
            browsers.append(browser)
            return browser

        browsers = []
        yield come
        assert [trouble for browser in browsers for trouble in browser.troubles()] == []


def is_fit(browser, is_dark):
    """A page with its styles and nothing beside it."""
    assert browser.style("body", "backgroundColor") == PAPER[is_dark]
    assert browser.run("return document.documentElement.scrollWidth <= innerWidth")


def play(browser, game, is_dark):
    """A few moves of a game, or a whole character."""
    is_fit(browser, is_dark)
    if game == "osr":
        create(browser, "Elf", "Rowan Ash")
        assert "Rowan Ash" in browser.text()
        return is_fit(browser, is_dark)
    if game == "dice":
        browser.choose("Die type", "d20")
    for number in range(1, 4):
        browser.press("Roll")
        assert browser.headline()
        is_fit(browser, is_dark)
    if game == "dice":
        assert browser.facts()["Now rolling"] == "1d20"


GAMES = {"dice": "Roll", "craps": "Roll", "pig": "Roll", "osr": "Roll abilities"}
LOOKS = [(390, False), (1280, True), (1280, False), (390, True)]
"""Each with a width, and whether it is dark."""


@pytest.mark.turns("look")
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_each_game_is_played_and_a_character_saved(start, look):
    width, is_dark = look
    browser = start(width, dark=is_dark)
    for game in GAMES:
        browser.open(f"/{game}" if game != "osr" else "/osr/new")
        play(browser, game, is_dark)
    browser.go_on()
    browser.press("Save to this browser")
    browser.open("/osr/vault")
    assert "Rowan Ash" in browser.text()


SANDBOXES = [' sandbox="allow-forms"', ' sandbox="allow-forms allow-scripts"', ""]


@pytest.mark.turns("sandbox", "look")
@pytest.mark.parametrize(
    ("sandbox", "look"), [(sandbox, look) for sandbox in SANDBOXES for look in LOOKS[:2]], ids=str)
def test_each_game_is_played_in_a_frame(start, town, sandbox, look):
    width, is_dark = look
    browser = start(width, dark=is_dark)
    for game in GAMES:
        lesson = town.front.lesson(
            f'<iframe src="{browser.url}/embed/{game}" width="{width - 20}" height="640"{sandbox}>')
        # The same machine by another name is another site.
        browser.go(f"http://localhost:{town.front.plain}{lesson}")
        browser.enter()
        play(browser, game, is_dark)
        assert re.search(rf"/embed/{game}/[a-z2-7]{{26}}(/|$)", browser.address)


@pytest.mark.turns("look")
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_where_no_cookie_is_kept_the_first_move_says_so_and_leads_on(start, look):
    width, is_dark = look
    browser = start(width, dark=is_dark, blocked=True)
    for game, move in GAMES.items():
        browser.open(f"/{game}" if game != "osr" else "/osr/new/abilities")
        browser.press(move)
        assert browser.text("h1") == "Your browser isn’t keeping cookies"
        is_fit(browser, is_dark)
        browser.press("Play without cookies")
        play(browser, game, is_dark)
        assert re.search(rf"/embed/{game}/tab/[a-z2-7]{{26}}(/|$)", browser.address)
