"""What somebody hears who cannot see: the screen reader Orca reads Firefox out."""

import re

import pytest

from kit.halls import Hall, shared, short_folder
from kit.listener import Listener

pytestmark = pytest.mark.proof


def hear(listener, act, *lines):
    """These lines, in this order, of what is said from now on; others may be said in between, such
    as the page's title."""
    listener.hush()
    act()
    for line in lines:
        listener.listen(line)


def focus(listener, name):
    return lambda: listener.focus(name)


def enter(listener):
    return lambda: listener.key("Return")


def roll(listener):
    listener.open("/dice")
    hear(listener, focus(listener, "Roll"), "Roll push button.")
    hear(
        listener, enter(listener),
        r"You rolled 1d4: [1-4] (?:The (?:lowest|highest) possible\. )?Range 1 to 4, mean 2\.5\.")


def take_a_turn_of_craps(listener):
    listener.open("/craps")
    hear(listener, focus(listener, "Roll"), "region Place your bet and roll", "Roll push button.")
    hear(
        listener, enter(listener), "Roll push button.",
        r"You rolled (?:(\d+): the point is \1 Roll \1 again before a 7 to win \$5\. A 7 loses it\."
        r"|\d+: you (?:win|lose) \$5 You have \$\d+ (?:left|now)\. .*)")


def take_a_turn_of_pig(listener):
    listener.open("/pig")
    hear(listener, focus(listener, "Roll"), "Roll push button.")
    hear(
        listener, enter(listener),
        r"Player 1 rolled (?:([2-6]): turn total \1 Roll again, or hold to bank the turn total\.|(?:a )?1.+)")


def take_a_step_of_the_wizard(listener):
    listener.open("/osr/new")
    hear(
        listener, focus(listener, "Roll abilities"), "Abilities panel.", "Roll abilities push button.")
    hear(
        listener, enter(listener), "All six rolled once.",
        r"You rolled \d+, \d+, \d+, \d+, \d+ and \d+\.")
    hear(listener, focus(listener, "Continue"), "Continue push button.")
    hear(listener, enter(listener), "Choose a class heading level 1.")


def join_a_room(listener):
    listener.open("/room")
    listener.run("field('Kind').value = 'table'")
    listener.press("Open room")
    code = re.search(r"/room/([A-Z2-9]{6})", listener.address)[1]
    listener.open(f"/room/{code}")
    listener.hush()
    listener.run("field('Your name').focus()")
    said = listener.listen("Any name will do; it needn’t be your own.")
    assert "Your name entry required." in said and "invalid entry." not in said
    listener.key("A", "d", "a")
    hear(listener, enter(listener), "A table for dice – Dicehall document web.")


def make_a_mistake(listener):
    listener.open("/dice")
    listener.run("field('Expression').focus()")
    listener.hush()
    listener.key("ctrl+a", *"banana")
    hear(listener, enter(listener), "Nothing was rolled I don’t understand ‘banana’\\. Try 2d6\\+3\\.")


def test_what_happens_is_heard_and_what_is_wrong(program):
    """One test, as only one Orca can run."""
    with shared(lambda folder: Hall(program, folder, "nginx")) as hall, short_folder() as folder:
        listener = Listener(folder, 1000)
        try:
            listener.url = hall.url
            for act in (
                    roll, take_a_turn_of_craps, take_a_turn_of_pig, take_a_step_of_the_wizard,
                    join_a_room, make_a_mistake):
                act(listener)
        finally:
            listener.stop()
