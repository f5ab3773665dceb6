"""Games in frames of other sites, and what pupils do with them."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import expect

from kit.wizard import create

def play_dice(pupil):
    pupil.set_field("textbox", "Expression", "2d6+3")
    pupil.press("Roll")
    assert re.match(r"You rolled \d+", pupil.headline())
    pupil.press("Add die")
    pupil.press("Roll")
    assert pupil.facts()["Now rolling"].startswith("3d6")
    pupil.open_link("All rolls")
    assert len(pupil.rows("Your rolls")) == 2
    pupil.open_link("Back to the dice")
    assert len(pupil.rows("Your rolls")) == 2


def play_craps(pupil):
    pupil.set_ante(25)
    first = pupil.revisions() + 1
    for number in range(first, first + 3):
        pupil.press("Roll")
        assert re.match(r"You (rolled|win|lose)", pupil.headline())
        assert pupil.revisions() == number
    assert pupil.facts()["Ante"] == "$25"


def play_pig(pupil):
    pupil.set_field("textbox", "Player 1 name", "Ada")
    pupil.press("Change players")
    pupil.press("Roll")
    while not pupil.button("Hold").is_enabled():
        pupil.press("Roll")
    pupil.press("Hold")
    assert int(pupil.facts()["Turn total"]) == 0


def make_character(pupil):
    create(pupil, "Elf", "Rowan Ash")
    assert pupil.value("Armour class")
    assert pupil.page.get_by_role("heading", name="Rowan Ash").first.is_visible()
    page = pupil.page.content()
    assert not re.search(r'(href|action)="[^"]*/(vault|cloud|save)', page)
    for name in ("Continue", "Save to this browser", "Save to Dragon Cloud"):
        assert pupil.button(name).count() == 0


@dataclass
class Game:
    """What tests have to know of a game."""

    play: Callable
    """Plays in a frame for a while."""
    first: str = "Roll"
    """The button of a move that every game begins with,"""
    first_path: str = "roll"
    """and where its form goes, below the game's address."""
    quick: str = "Roll"
    """The button of one move that shows most of the game."""
    in_hall: str = ""
    """Where the hall shows a game that was copied there, if not at the game's own page."""
    has_rules: bool = True


GAMES = {
    "dice": Game(play_dice), "craps": Game(play_craps), "pig": Game(play_pig),
    "osr": Game(
        make_character, "Roll abilities", "new/abilities/roll", "Surprise me", "/osr/new/class")}
"""All games by the last part of their address: a new one has its row here and nowhere else."""


def begin(pupil, game):
    pupil.press(GAMES[game].first)
    expect(pupil.page.locator(".elsewhere")).to_contain_text("Open in a new tab")


def surprise(pupil):
    """Has a character made at once; its name."""
    pupil.press("Surprise me")
    return pupil.page.locator(".sheet h2").first.inner_text()


def state(pupil, game):
    """The state of the game, which frame, tab and hall show alike."""
    if game != "osr":
        return pupil.facts()
    back = pupil.page.locator(".steps a", has_text="Abilities")
    if back.count():
        pupil.follow(back.click)
    return pupil.scores()


def place(pupil, game):
    """The start of every address of the frame's game."""
    return re.match(rf"/embed/{game}(/[a-z2-7]{{26}})?", pupil.path)[0]
