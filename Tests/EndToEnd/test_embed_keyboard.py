"""Every game in a frame of another site by keyboard alone."""

import pytest

from kit.framed import GAMES
from kit.typist import Typist
from kit.wizard import create


FITTING = 640, 500
"""A frame that the browser's window shows whole; what scrolls is the page in it."""

TABBABLE = """() => [...document.querySelectorAll(
    'a[href], button, input:not([type=radio]:not(:checked)), select, summary, [tabindex="0"]')].filter((one) =>
  one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.type !== 'hidden' && one.tabIndex === 0).length"""


def make_fighter(pupil):
    create(pupil, "Fighter", "Rowan Ash")
    assert pupil.value("Armour class")
    assert pupil.page.get_by_role("heading", name="Rowan Ash").first.is_visible()


@pytest.mark.turns("scripts")
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.proof] * (game == "osr")) for game in GAMES])
def test_each_game_is_played_by_keyboard_alone(enrol, scripts, game):
    pupil = enrol(kind=Typist, scripts=scripts)
    pupil.attend(f"/embed/{game}", size=FITTING)
    pupil.enter()
    play = make_fighter if game == "osr" else GAMES[game].play
    play(pupil)
    list(pupil.walk("Tab"))
    assert pupil.place() == "after"


@pytest.mark.turns("scripts", start=1)
@pytest.mark.parametrize("game", GAMES)
def test_tab_leads_through_a_frame_and_out_of_it_at_both_ends(enrol, scripts, game):
    pupil = enrol(kind=Typist, scripts=scripts)
    pupil.attend(f"/embed/{game}", size=FITTING)
    pupil.enter()
    pupil.press(GAMES[game].first)
    pupil.reload_lesson()
    onwards = [pupil.enter(), *pupil.walk("Tab")]
    assert pupil.place() == "after"
    assert len(onwards) == pupil.page.evaluate(TABBABLE)
    assert list(pupil.walk("Shift+Tab")) == onwards[::-1]
    assert pupil.place() == "before"
