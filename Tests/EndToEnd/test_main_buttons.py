"""The main buttons stay under the finger, whatever lies on the table."""

import re

import pytest
from playwright.sync_api import expect

from kit.characters import HILDA
from kit.plays import bring_in
from kit.processes import wait_until
from kit.rooms import Host, Seat, join

SCREENS = {"small": (320, 568), "phone": (390, 844), "desktop": (1280, 800)}
TOLERANCE = 8
"""In pixels."""


@pytest.fixture
def hall(halls):
    return halls("lighttpd")


def prepare_craps(player):
    """Without scripts the ante is a field, which may be left empty."""
    if not player.scripts:
        player.page.get_by_label("Ante", exact=True).fill("")
        player.press("Roll")
        yield "no ante"
    player.press("Bet $100")
    yield "prepared"


def prepare_pig(player):
    player.tick("radio", "Computer")
    player.tick("checkbox", "Coach")
    player.press("Change players")
    yield "prepared"


def worry_craps(player):
    """Nothing else leads to news: only what is legal can be chosen."""
    yield from ()


def worry_pig(player):
    """An error, a correction of it, a game that is left, and one that is brought back."""
    player.set_field("textbox", "Player 1 name", "")
    player.press("Change players")
    yield "error"
    player.set_field("textbox", "Player 1 name", "W" * 30)
    player.press("Change players")
    yield "long names"
    # The forty presses may have ended with a game that's won or not begun, and such a game can't be brought back.
    player.press("New game")
    player.press("Roll")
    for name in ("New game", "Undo"):
        player.press(name)
        yield name


GAMES = {"craps": (prepare_craps, worry_craps), "pig": (prepare_pig, worry_pig)}


def places(player, buttons=".moves button, .bet button"):
    """Where on the page each main button and each chip begins and ends; chips that are folded away
    or gone have no place."""
    boxes = []

    def find():
        boxes[:] = player.page.locator(buttons).evaluate_all(
            """all => all.filter(one => one.checkVisibility()).map(one => { const box = one.getBoundingClientRect();
              return [box.left, box.top + scrollY, box.bottom + scrollY]; })""")
        return boxes

    # Without scripts a room's page loads itself anew now and then, and has none for a moment.
    wait_until(find)
    return boxes


def assert_stay(first, now, state):
    for one, then in zip(now, first):
        assert all(abs(a - b) <= TOLERANCE for a, b in zip(one, then)), (state, one, then)


@pytest.mark.turns("scripts")
@pytest.mark.parametrize(
    "screen", ["small", "phone", pytest.param("desktop", marks=pytest.mark.proof)])
@pytest.mark.parametrize("game", GAMES)
def test_forty_presses_at_one_place_are_forty_moves(visit, scripts, game, screen):
    width, height = SCREENS[screen]
    player = visit(f"/{game}", scripts=scripts, viewport={"width": width, "height": height})
    first = places(player)

    def check(state):
        if not player.page.locator(".over").count():
            now = places(player)
            # What is wrong with the ante is told at its field, above the chips.
            assert_stay(first, now[:1] if player.page.locator(".bet .wrong").count() else now, state)

    prepare, worry = GAMES[game]
    for state in prepare(player):
        check(state)
    player.page.evaluate("scrollTo(0, 0)")
    left, top, bottom = first[0]
    # The next move is in the first screen.
    assert bottom <= height
    begun = player.revisions()
    for count in range(1, 41):
        if player.page.locator(".over").count():
            # Nothing is where Roll was, so that nobody skips the end of a game.
            player.page.mouse.click(left + 40, (top + bottom) / 2)
            player.press("New game")
        else:
            player.settle(lambda: player.page.mouse.click(left + 40, (top + bottom) / 2))
        assert player.revisions() == begun + count
        assert player.page.evaluate("scrollY") == 0
        check(player.headline())
    for state in worry(player):
        check(state)


def roll(pupil, _):
    for _ in range(3):
        pupil.press("Roll")
        yield pupil.headline()


def play_alone(pupil, _):
    """In pairs whoever is alone plays the computer; the first move shows what is new of a game."""
    for count in range(12):
        pupil.press("Hold" if count % 4 == 3 and pupil.has("Hold") else "Roll")
        yield count, pupil.headline()


def play_against_bob(pupil, room):
    bob = Seat(room.address, room.code, "Bob")
    bob.join()
    pupil.open(bob.path)
    for count in range(6):
        pupil.press("Hold" if pupil.has("Hold") else "Roll")
        yield count, pupil.headline()
        while not pupil.has("Roll"):
            for act in ("roll", "hold"):
                bob.press = re.search(r'name="press" value="(\d+)"', bob.look().text)[1]
                bob.roll(act)
            pupil.open(bob.path)
            yield count, pupil.headline()


def roll_anything(pupil, _):
    for expression in ("1d20", "40d6", "banana", "6x(4d6dl1)", "99d100-99", ""):
        pupil.set_field("textbox", "Expression", expression)
        pupil.press("Roll")
        yield expression


def write_strategies(pupil, _):
    for number in (25, 20):
        pupil.set_field("spinbutton", "Hold at", str(number))
        pupil.settle(pupil.page.locator(".folds [open] .primary").click)
        yield number


SEATS = {
    "experiment": roll, "pairs": play_alone, "match": play_against_bob, "table": roll_anything,
    "league": write_strategies}


@pytest.mark.turns("scripts")
@pytest.mark.parametrize("kind", SEATS)
def test_the_buttons_of_a_seat_stay_where_they_are(visit, hall, scripts, kind):
    pupil, room = visit("/", scripts=scripts), Host(hall.socket, kind=kind)
    join(pupil, room.code, "Ann")

    def all_places():
        for screen in ("phone", "desktop"):
            width, height = SCREENS[screen]
            pupil.page.set_viewport_size({"width": width, "height": height})
            found = places(pupil, "#play button, .folds [open] .primary")
            assert found[0][2] <= height
            yield found

    first = [*all_places()]
    for state in SEATS[kind](pupil, room):
        for one, now in zip(first, all_places()):
            assert_stay(one, now, state)


@pytest.mark.turns("scripts")
@pytest.mark.parametrize("screen", ["phone", "desktop"])
def test_what_a_character_does_moves_neither_its_hit_points_nor_what_did_it(visit, scripts, screen):
    width, height = SCREENS[screen]
    player = visit("/osr/vault", scripts=scripts, viewport={"width": width, "height": height})
    player.ahead("/osr/vault", bring_in, HILDA)
    player.open_link("Open Hilda")
    player.open_link("Play")
    # Lose 1, Heal 1, Set, and the rolls of two weapons.
    buttons = ".vitals button, #attack button"
    first = places(player, buttons)[:5]
    for name in ("Lose 1", "Roll Sword", "Heal 1"):
        player.press(name)
        assert_stay(first, places(player, buttons), name)


@pytest.mark.turns("scripts")
@pytest.mark.parametrize("screen", SCREENS)
def test_the_button_that_works_out_odds_stays_where_it_is(visit, scripts, screen):
    width, height = SCREENS[screen]
    reader = visit("/odds", scripts=scripts, viewport={"width": width, "height": height})
    form = "main form button"
    first = places(reader, form)
    for asked, target in (
            ("4d6kh3", ""), ("banana", ""), ("2d6", "soon"), ("banana", "soon"), ("2d", ""),
            ("4d{heads, tails}", ""), ("5d20", "9")):
        reader.set_field("textbox", "Expression", asked)
        reader.set_field("textbox", "Target (optional)", target)
        reader.press_on("Work out")
        assert_stay(first, places(reader, form)[:1], asked)


def test_the_first_roll_of_a_character_is_in_the_first_screen(visit):
    width, height = SCREENS["small"]
    visitor = visit("/osr/new/abilities", scripts=False, viewport={"width": width, "height": height})
    assert visitor.page.locator("#roll-abilities").evaluate(
        """one => { const box = one.getBoundingClientRect();
          const at = y => document.elementFromPoint(box.left + box.width / 2, y);
          return at(box.top + 2) === one && at(box.bottom - 2) === one; }""")


def test_a_finger_sees_that_it_presses_at_once_where_nothing_is_to_move(visit):
    width, height = SCREENS["phone"]
    player = visit("/dice", viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    player.page.evaluate("""addEventListener('mousedown', ({ target }) => {
      globalThis.pressed = [target.id, getComputedStyle(target).transform]; })""")
    player.button("Roll").tap()
    expect(player.page.locator("#outcome")).to_contain_text("You rolled 1d4: ")
    assert player.page.evaluate("pressed") == ["roll", "matrix(1, 0, 0, 1, 0, 1)"]
    expect(player.button("Roll")).to_have_css("transform", "none")
