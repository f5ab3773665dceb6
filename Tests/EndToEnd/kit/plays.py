"""What people do in a game, whatever the dice say; who plays is a `Visitor` or a `Reader`."""

import json
import re


FACES = ["one", "two", "three", "four", "five", "six"]
"""What dice are called, for those who don't see them."""


def dollars(text):
    """`$1,235` as a number."""
    assert re.fullmatch(r"\$\d{1,3}(,\d{3})*", text), text
    return int(text.replace("$", "").replace(",", ""))


def number(text):
    """A number as pages write it, with a real minus sign."""
    assert "-" not in text, text
    return float(text.replace("\N{MINUS SIGN}", "-"))


def play_craps(visitor, accepts, limit=400):
    """Rolls until `accepts(facts)`; the limit ends a test that could go on for ever."""
    for _ in range(limit):
        visitor.press("Roll")
        if accepts(visitor.facts()):
            return visitor.facts()
    raise AssertionError(f"nothing of the kind in {limit} rolls")


def play_pig(visitor, hold_at=20, limit=2_000):
    """Plays both sides until the game is over; holds at that turn total, or to win."""
    for _ in range(limit):
        facts = visitor.facts()
        if facts["Playing now"] == "Game over":
            return
        wins = "Hold now" in visitor.advice()
        visitor.press("Hold" if wins or int(facts["Turn total"]) >= hold_at else "Roll")
    raise AssertionError(f"no winner after {limit} moves")


def change_players(visitor, first=None, second=None, opponent=None, strategy=None, coach=None):
    """Fills what is given of the form that says who plays, and sends it."""
    if first is not None:
        visitor.set_field("textbox", "Player 1 name", first)
    if second is not None:
        visitor.set_field("textbox", "Player 2 name", second)
    if opponent:
        visitor.tick("radio", opponent)
    if strategy:
        visitor.select("Strategy", strategy)
    if coach is not None:
        visitor.tick("checkbox", "Coach", coach)
    visitor.press("Change players")


def go_bankrupt(visitor, limit=40):
    """Stakes everything until it is lost; who gets too rich for that starts over."""
    for _ in range(limit):
        balance = dollars(visitor.facts()["Balance"])
        if balance == 0:
            return
        if balance > 500:
            visitor.press_on("Start over")
            visitor.press("Yes, start over")
            balance = 200
        visitor.set_ante(balance)
        play_craps(visitor, lambda facts: facts["Point"] == "off")
    raise AssertionError(f"not bankrupt after {limit} games")


def bring_in(visitor, *files):
    """Sends files to the vault: characters as values, or bytes as they are."""
    for content in files:
        visitor.open("/osr/vault")
        visitor.set_file(
            "Character file",
            content if isinstance(content, bytes) else json.dumps(content).encode())
        visitor.press("Import")
