"""The main buttons stay under the finger, whatever lies on the table."""

import pytest

SCREENS = {"small": (320, 568), "phone": (390, 844), "desktop": (1280, 800)}
TOLERANCE = 8
"""In pixels."""


@pytest.fixture
def hall(halls):
    return halls("lighttpd")


def prepare_craps(player):
    player.press("Bet $100")


def prepare_pig(player):
    player.tick("radio", "Computer")
    player.tick("checkbox", "Coach")
    player.press("Change players")


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


def places(player):
    """Where on the page each main button and each chip begins and ends; chips that are folded away
    or gone have no place."""
    boxes = player.page.locator(".moves button, .bet button").evaluate_all(
        """all => all.filter(one => one.checkVisibility()).map(one => { const box = one.getBoundingClientRect();
          return [box.left, box.top + scrollY, box.bottom + scrollY]; })""")
    assert boxes
    return boxes


@pytest.mark.turns("scripts")
@pytest.mark.parametrize(
    "screen", ["small", "phone", pytest.param("desktop", marks=pytest.mark.proof)])
@pytest.mark.parametrize("game", GAMES)
def test_forty_presses_at_one_place_are_forty_moves(visit, scripts, game, screen):
    width, height = SCREENS[screen]
    player = visit(f"/{game}", scripts=scripts, viewport={"width": width, "height": height})
    first = places(player)

    def check(state):
        if player.page.locator(".over").count():
            return
        for now, then in zip(places(player), first):
            assert all(abs(a - b) <= TOLERANCE for a, b in zip(now, then)), (state, now, then)

    prepare, worry = GAMES[game]
    prepare(player)
    check("prepared")
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


def test_the_first_roll_of_a_character_is_in_the_first_screen(visit):
    width, height = SCREENS["small"]
    visitor = visit("/osr/new/abilities", scripts=False, viewport={"width": width, "height": height})
    assert visitor.page.locator("#roll-abilities").evaluate(
        """one => { const box = one.getBoundingClientRect();
          const at = y => document.elementFromPoint(box.left + box.width / 2, y);
          return at(box.top + 2) === one && at(box.bottom - 2) === one; }""")
