"""The screens by their structure: what is on them in which order, what is in the first of them, how large."""

import pytest
from playwright.sync_api import expect

from kit.characters import HILDA
from kit.plays import bring_in, change_players, go_bankrupt, play_craps, play_pig
from kit.rooms import join, open_room
from kit.structure import structure
from kit.ways import both_ways
from kit.wizard import make_to_the_classes, make_to_the_shop

pytestmark = both_ways

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}


def dice_states(visitor):
    top = "heading roll rack outcome dice"
    yield "open", f"{top} more Named Luck History", "more", 0
    visitor.press("Roll")
    yield "rolled", f"{top} chances more Named Luck History", "more", 60
    visitor.press("Roll 10")
    yield "charted", f"{top} chances more Named Luck chart History", "chances", 60
    visitor.set_field("textbox", "Expression", "2 dice")
    visitor.press("Roll")
    yield "mistaken", f"{top} chances more wrong Named Luck chart History", "rack", 0


def odds_states(visitor):
    yield "open", "heading question examples Odds headline chart typical Every", "headline", 50
    visitor.open("/odds?x=4d6kh3&y=3d6&t=13")
    # Who asked has the answer first.
    yield "compared", "heading question Odds headline bar chart typical Every First examples", "bar", 50
    visitor.open("/odds?x=4d6kh3&y=3d6&t=soon")
    yield "mistaken", "heading question wrong Odds bar chart typical Every First examples", "bar", 0


def craps_states(visitor):
    stage = "heading roll outcome gauge points dice bet pairs"
    yield "come-out", f"{stage} What This Past", "bet", 38
    # From two games on there is a chart.
    play_craps(visitor, lambda facts: facts["Point"] == "off" and not facts.get(
        "Games won", "0 of 1,").startswith(("0 of 1,", "1 of 1,")))
    yield "decided", f"{stage} What Last Past chart", "dice", 38
    play_craps(visitor, lambda facts: facts["Point"] != "off")
    yield "point", f"{stage} What This Past chart", "bet", 38
    visitor.ahead("/craps", go_bankrupt)
    yield "bankrupt", "heading roll outcome points dice facts What Last Past chart", "dice", 0


def pig_states(visitor):
    seats = "heading seats roll"
    table = "outcome turn dice scores Players Strategies"
    yield "open", f"{seats} {table} In Game Earlier", "scores", 50
    change_players(visitor, opponent="Computer", coach=True)
    visitor.press("Roll")
    yield "coached", f"{seats} advice {table} Game Earlier", "turn", 50
    visitor.ahead("/pig", play_pig)
    yield "over", f"{seats} {table} What Game Earlier", "turn", 36


def play_states(visitor):
    visitor.ahead("/osr/vault", bring_in, HILDA)
    visitor.follow(visitor.field("link", "Play").click)
    order = "heading hit_points stats more Attack Saving Light Supplies Encounters Exploration" \
        " Ability Conditions Coins"
    yield "whole", order, "stats", 40
    visitor.press("Lose 1")
    yield "hurt", order, "stats", 40


def sheet_states(visitor):
    visitor.ahead("/osr/vault", bring_in, HILDA)
    visitor.follow(visitor.field("link", "Open Hilda").click)
    yield "sheet", "more heading stats Abilities Saving Attack Exploration Encounters Movement Languages Class" \
        " Equipment Coins Experience", "Abilities", 0


def home_states(visitor):
    yield "home", "heading code shelf The The", "code", 0


def wizard_states(visitor):
    yield "unrolled", "heading dice The", "dice", 0
    visitor.ahead("/osr/new", make_to_the_classes)
    yield "classes", "heading Cleric Dwarf Elf Fighter Halfling Magic-user Thief surprise", "Cleric", 0


def shop_states(visitor):
    visitor.ahead("/osr/new", make_to_the_shop)
    yield "shop", "heading shops goods", "shops", 0


def room_states(visitor):
    phone = visitor.page.viewport_size
    wall = {"width": 1280, "height": 800}
    yield "opening", "heading Join Open Five", "Join", 0
    code = open_room(visitor, "experiment")
    host = "heading Results chart Could Join Lead Seats Settings When"
    yield "host", host, "Results", 0
    for state in ("wall", "wall with a roll"):
        visitor.page.set_viewport_size(wall)
        visitor.open(f"/room/{code}/watch")
        order = "heading | Join" if state == "wall" else "heading Results chart Join | Could"
        yield state, order, "Join" if state == "wall" else "chart", 0
        visitor.page.set_viewport_size(phone)
        if state == "wall":
            join(visitor, code, "Ann")
            yield "seat", "heading roll outcome whose Your", "Your", 0
            visitor.press("Roll")
            faces = visitor.page.locator("#things").get_by_role("img")
            expect(faces).to_have_count(2)
            yield "rolled", "heading roll outcome dice whose Your chart", "chart", 60
            if phone == PHONE:
                visitor.open_link("Class")
                yield "class", "heading roll outcome dice whose Everyone Results chart Could", "Results", 60
    visitor.open(f"/room/{code}/host")
    yield "led", host, "Results", 0


STATES = {
    "/": home_states, "/dice": dice_states, "/odds": odds_states, "/craps": craps_states, "/pig": pig_states,
    "/room": room_states, "/osr/new": wizard_states, "/osr/new/equipment": shop_states,
    "/osr": sheet_states, "/osr/vault": play_states}


AT_THE_TABLE = "heading hit_points Attack Supplies Encounters Ability Conditions" \
    " | stats more Saving Light Exploration Coins"
LEADING = "heading Results chart Could Seats | Join Lead Settings When"
AT_A_DESK = {
    "/ home": "heading code shelf The | The",
    "/dice open": "heading roll rack more Named Luck | outcome dice History",
    "/dice rolled": "heading roll rack more Named Luck | outcome dice chances History",
    "/dice charted": "heading roll rack more Named Luck chart | outcome dice chances History",
    "/dice mistaken": "heading roll rack more wrong Named Luck chart | outcome dice chances History",
    "/odds mistaken": "heading question Odds bar chart typical Every First examples | wrong",
    "/craps come-out": "heading roll outcome gauge points dice bet What This | pairs Past",
    "/craps decided": "heading roll outcome gauge points dice bet What Last | pairs Past chart",
    "/craps point": "heading roll outcome gauge points dice bet What This | pairs Past chart",
    "/craps bankrupt": "heading roll outcome points dice facts What Last | Past chart",
    "/pig open": "heading seats roll outcome turn dice scores Players Strategies | In Game Earlier",
    "/pig coached": "heading seats roll advice outcome turn dice scores Players Strategies | Game Earlier",
    "/pig over": "heading seats roll outcome turn dice scores Players Strategies | What Game Earlier",
    "/osr sheet": "heading Abilities Saving Exploration Encounters Movement Class Equipment"
                  " | more stats Attack Languages Coins Experience",
    "/osr/new classes": "heading Cleric Dwarf Halfling Magic-user | Elf Fighter Thief surprise",
    "/osr/vault whole": AT_THE_TABLE, "/osr/vault hurt": AT_THE_TABLE,
    "/room opening": "heading Join Five | Open",
    "/room host": LEADING, "/room led": LEADING,
    "/room seat": "heading roll outcome Your | Everyone Results chart Could",
    "/room rolled": "heading roll outcome dice Your chart | Everyone Results Could"}
"""The order of states whose parts stand beside each other where there is room."""
LOW = {"/craps come-out": "dice", "/room rolled": "dice"}
"""What is last in the first screen of a desk, which is lower than a phone's."""


@pytest.mark.turns("scripts")
@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("path", STATES)
def test_every_state_has_its_order_its_hero_and_its_first_screen(visit, scripts, path, screen):
    visitor = visit(path, scripts=scripts, viewport=screen)
    for state, order, first, hero in STATES[path](visitor):
        found = structure(visitor.page)
        if screen is DESK:
            order, first = AT_A_DESK.get(f"{path} {state}", order), LOW.get(f"{path} {state}", first)
        assert found["order"] == order, state
        height = visitor.page.viewport_size["height"]
        assert found["bottoms"][first] <= height, (state, found["bottoms"])
        # Where a number is what it is about, nothing is as large.
        assert not hero or found["hero"][0] and found["hero"][1] >= hero, (state, found["hero"])


@pytest.mark.turns("scripts")
def test_a_phone_shows_play_and_the_classes_on_few_screens(visit, scripts):
    guest = visit("/osr/vault", scripts=scripts, viewport=PHONE, has_touch=True, is_mobile=True)

    def height():
        return guest.page.evaluate("document.documentElement.scrollHeight")

    guest.ahead("/osr/vault", bring_in, HILDA)
    guest.follow(guest.field("link", "Play").click)
    assert height() <= 2_650
    # A number tells why there, too.
    why = guest.page.get_by_role("region", name="Saving throws").locator(".why").first
    expect(why.locator("summary")).to_be_visible()
    why.locator("summary").click()
    expect(why.locator(".because")).to_be_visible()
    guest.ahead("/osr/new", make_to_the_classes)
    # Whichever classes the dice bar.
    assert height() <= 3_100
