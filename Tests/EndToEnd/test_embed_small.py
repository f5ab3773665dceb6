"""Every game in a frame of 320 by 320 pixels: its moves need no scrolling, and nothing is beside it."""

import pytest

import browser
from test_embed_games import GAMES, PLAYS
from town import Pupil

pytest_plugins = ["browser_fixtures"]

SIDE = 320
MOVES = "#roll, #play button"
"""What the next move is made with."""


class Squinter(Pupil):
    """Looks at every page on the way."""

    def attend_small(self, game, options=""):
        self.attend(f"/embed/{game}{options}", size=(SIDE, SIDE))
        self.look()

    def settle(self, act):
        super().settle(act)
        self.look()

    def follow(self, act):
        super().follow(act)
        self.look()

    def look(self):
        assert self.page.evaluate("[innerWidth, innerHeight]") == [SIDE, SIDE]
        assert self.page.evaluate("document.documentElement.scrollWidth") <= SIDE, self.page.url
        moves = self.page.locator(MOVES).evaluate_all(
            "all => all.map((one) => [one.innerText, one.getBoundingClientRect().bottom + scrollY])")
        assert moves or "/osr" in self.path
        assert all(bottom <= SIDE for _, bottom in moves), moves


@pytest.mark.parametrize("game", GAMES)
def test_a_small_frame_shows_the_next_move_and_nothing_beside_it(enrol, scripts, game):
    pupil = enrol(kind=Squinter, scripts=scripts)
    pupil.attend_small(game)
    PLAYS[game](pupil)


def test_a_small_frame_shows_how_to_begin_again(enrol, scripts):
    pupil = enrol(kind=Squinter, scripts=scripts)
    pupil.attend_small("pig", "?goal=10")
    browser.play_pig(pupil, hold_at=5)
    assert pupil.page.locator(MOVES).all_inner_texts() == ["New game"]
