"""Every game in small frames, from 320 by 320 pixels: its moves need no scrolling, and nothing is
beside them."""

import itertools

import pytest

from kit.framed import GAMES
from kit.plays import play_pig
from kit.processes import wait_until
from kit.town import Pupil


SIZES = [(320, 320), (320, 400), (640, 400), (320, 560), (500, 577), (360, 640)]
LONG = f"player1={'W' * 30}&player2={'M' * 30}"
MOVES = "#roll, #play button, #roll-abilities"
"""What the next move is made with."""


class Squinter(Pupil):
    """Looks at every page on the way."""

    def attend_small(self, game, size, options=""):
        self.size = size
        self.attend(f"/embed/{game}?{options}", size=size)
        self.look()

    def settle(self, act):
        super().settle(act)
        self.look()

    def follow(self, act):
        super().follow(act)
        self.look()

    def look(self):
        width, height = self.size
        assert self.page.evaluate("[innerWidth, innerHeight]") == [width, height]
        assert self.page.evaluate("document.documentElement.scrollWidth") <= width, self.page.url
        moves = self.page.locator(MOVES).evaluate_all(
            "all => all.map((one) => [one.innerText, one.getBoundingClientRect().bottom + scrollY])")
        # The wizard and a whole log have none.
        assert moves or "/osr" in self.path or self.path.endswith("/log")
        assert all(bottom <= height for _, bottom in moves), moves


@pytest.mark.turns("scripts")
@pytest.mark.parametrize("game", GAMES)
def test_the_smallest_frame_shows_the_next_move_and_nothing_beside_it(enrol, scripts, game):
    pupil = enrol(kind=Squinter, scripts=scripts)
    pupil.attend_small(game, SIZES[0])
    GAMES[game].play(pupil)


@pytest.mark.turns("size")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("game", "options"), [
    ("pig", "seed=abc"), ("pig", "opponent=computer&coach=on&controls=play"),
    ("pig", f"{LONG}&coach=on&seed=abc"), ("craps", "seed=a"), ("dice", "dice=10&seed=a"),
    ("dice", "dice=99&die=d100&modifier=-99"), ("osr", "seed=a")])
def test_no_small_frame_hides_the_next_move_whatever_it_begins_with(enrol, game, options, size):
    pupil = enrol("http", kind=Squinter, scripts=False)
    pupil.attend_small(game, size, options)
    pupil.press(GAMES[game].first)
    if game == "pig" and pupil.has("Hold"):
        pupil.press("Hold")


@pytest.mark.turns("width")
@pytest.mark.parametrize("width", [390, 640, 900])
@pytest.mark.parametrize("game", ["dice", "craps", "pig"])
def test_just_the_moves_fit_the_usual_height(enrol, game, width):
    pupil = enrol("http", scripts=False)
    pupil.attend(f"/embed/{game}?controls=play", size=(width, 640))
    for _ in range(4):
        # With the foot of the page.
        assert pupil.page.evaluate("document.body.getBoundingClientRect().bottom + scrollY") <= 640
        pupil.press("Roll")


@pytest.mark.parametrize("game", ["dice", "craps", "pig"])
def test_a_frame_as_tall_as_its_page_comes_to_rest(enrol, game):
    pupil = enrol()
    pupil.attend(f"/embed/{game}?controls=play")
    frame = pupil.tab.locator("iframe")
    for _ in range(2):
        for width, height in itertools.product((320, 390, 500, 600, 650, 700, 800), (400, 1000)):
            heights = [height]
            for _ in range(5):
                size = [width, heights[-1]]
                frame.evaluate("(one, size) => [one.width, one.height] = size", size)
                wait_until(lambda: pupil.page.evaluate("[innerWidth, innerHeight]") == size)
                heights.append(pupil.page.evaluate(
                    "Math.ceil(document.documentElement.getBoundingClientRect().height)"))
            assert (width, heights[-1]) == (width, heights[-2])
        pupil.press("Roll")


@pytest.mark.parametrize(("game", "options"), [
    ("dice", "die=d7&dice=0"), ("craps", "ante=7"), ("pig", "goal=7&strategy=wild")])
def test_what_was_wrong_with_the_options_moves_no_button(enrol, game, options):
    pupil = enrol("http", scripts=False)
    pupil.attend(f"/embed/{game}?{options}", size=(640, 640))
    place = "one => one.getBoundingClientRect().top + scrollY"
    assert pupil.page.locator(".notice").count()
    before = pupil.page.locator("#roll").evaluate(place)
    pupil.press("Roll")
    assert pupil.page.locator(".notice").count() == 0
    assert abs(pupil.page.locator("#roll").evaluate(place) - before) <= 8


@pytest.mark.turns("scripts")
def test_a_small_frame_shows_how_to_begin_again(enrol, scripts):
    pupil = enrol(kind=Squinter, scripts=scripts)
    pupil.attend_small("pig", SIZES[0], "goal=10")
    play_pig(pupil, hold_at=5)
    assert pupil.page.locator(MOVES).all_inner_texts() == ["New game"]
