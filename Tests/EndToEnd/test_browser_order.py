"""Pages and states that take no browser to get to, by their structure, on a phone and on a desk."""

import re

import pytest

from kit.reader import Parser
from kit.structure import structure

SHEET = "Abilities Saving Attack Exploration Encounters Movement Languages Class (Spell )?(Equipment )?Coins Experience"
SHEET_AT_A_DESK = \
    "Abilities Saving Exploration Encounters Movement Class (Equipment )?| stats Attack Languages (Spell )?Coins Experience"
LEAD = "Join Lead Seats Settings When"
LEAD_AT_A_DESK = "Seats | Join Lead Settings When"

ORDERS = {
    "dice": {
        "shared 6.1.2.3.4.5.1.2.3 of 8d6!": (
            "heading outcome dice chances", "heading | outcome dice chances", "dice", 60),
        "shared 7 of 4d6kh3": ("heading outcome", "heading | outcome", "outcome", 28),
        "two named rolls": (
            "heading roll rack outcome dice more Named Luck History",
            "heading roll rack more Named Luck | outcome dice History", "more", 28),
        "all rolls": ("heading History", "", "History", 28),
        "frame: dice after a move": (
            "heading roll rack outcome dice chances more Luck History",
            "heading roll rack more Luck | outcome dice chances History", "more", 60)},
    "odds": {
        "odds: a mistake": ("heading question wrong examples", "", "wrong", 28),
        "odds: six times": ("heading question Odds headline chart typical Every Each examples", "", "headline", 50),
        "framed odds: versus": ("heading chart headline bar", "", "bar", 28)},
    "craps": {
        "no ante": (
            "heading roll outcome gauge points dice bet wrong pairs What This Past",
            "heading roll outcome gauge points dice bet wrong What This | pairs Past", "dice", 38),
        "all games": ("heading Last Finished", "", "Finished", 28),
        "/rules/craps": ("heading The Balance The With The What Sources", "", "Balance", 28),
        "frame: craps after a move": (
            "heading roll outcome gauge dice bet pairs What Last Past",
            "heading roll outcome gauge dice bet What Last | pairs Past", "bet", 32)},
    "pig": {
        "pig: a name is missing": (
            "heading seats roll advice outcome turn dice scores Players wrong Strategies In Game Earlier",
            "heading seats roll advice outcome turn dice scores Players wrong Strategies | In Game Earlier", "dice", 50),
        "pig: an earlier game": ("heading History( What)?", "", "History", 28),
        "/rules/pig": ("heading The At Strategies When How Sources", "", "The", 28),
        "frame: pig after a move": (
            "heading seats roll outcome turn dice scores Players Strategies Game Earlier",
            "heading seats roll outcome turn dice scores Players Strategies | Game Earlier", "scores", 50)},
    "characters": {
        "hall: the doors alone": ("heading Look", "", "Look", 28),
        "wizard: details": ("heading dice", "", "dice", 28),
        "wizard: Armour": ("heading shops goods", "", "shops", 28),
        "wizard: review": (
            rf"heading \S+ stats {SHEET}", rf"heading \S+ {SHEET_AT_A_DESK}", "heading", 28),
        "wizard: save": (r"heading \S+ This Dragon", r"heading \S+ This | Dragon", "This", 28),
        "cloud: a character": (f"heading stats {SHEET}", f"heading {SHEET_AT_A_DESK}", "stats", 28),
        "play: rolled": (
            "heading hit_points stats more Attack Saving outcome Spells Light Encounters Exploration Ability Conditions Coins",
            "heading hit_points Attack Encounters Ability Conditions"
            " | stats more Saving outcome Spells Light Exploration Coins", "more", 40),
        "play: no number": (
            "heading hit_points stats more wrong Attack Saving Spells Light Encounters Exploration Ability Conditions Coins",
            "heading hit_points Attack Encounters Ability Conditions"
            " | stats more wrong Saving Spells Light Exploration Coins", "wrong", 40),
        "play: goods": ("heading What Add Coins Other", "", "What", 28),
        "play: spells": ("heading In Prepared", "", "In", 28),
        "vault: empty": ("heading Nobody Import In", "heading Nobody Import | In", "Nobody", 28),
        "vault: list": (r"heading (Open ){5}Import In", r"heading (Open ){5}Import | In", "heading", 28),
        "party: gathered": ("heading Add Name", "", "heading", 28),
        "party: a retainer": ("heading Quilla Make", "", "Quilla", 28),
        "parties: one": ("heading Open A From", "heading Open A | From", "From", 28),
        "cloud: newest": ("heading( Number){20}", "", "heading", 28)},
    "seats": {
        "room: join": ("heading Join What", "", "What", 28),
        "frame: join a room": ("heading Join What", "", "What", 21),
        "room: rolled": (
            "heading roll outcome whose Your chart", "heading roll outcome Your chart | Everyone Results Share",
            "Your", 28),
        "room: own dice": (
            "heading outcome dice whose Your chart", "heading outcome dice Your chart | Everyone What Are", "dice", 60),
        "room: two experiments": (
            "heading roll outcome whose Your chart",
            "heading roll outcome Your chart | Everyone Results Results Which Could Mean Could Mean", "outcome", 28),
        "room: no guess": (
            "heading Guess wrong roll outcome whose Your", "heading Guess wrong roll outcome Your | Everyone Results",
            "roll", 28),
        "table: asked": ("heading roll outcome On Characters", "heading outcome On Characters | roll", "roll", 28),
        "room: waiting": ("heading roll outcome", "", "outcome", 28),
        "room: at a match": ("heading roll outcome (advice )?dice scores What", "", "scores", 28),
        "pairs: against the computer": ("heading (roll )?outcome dice scores( What)?", "", "scores", 28),
        "league: nothing written": ("heading outcome Write", "", "Write", 28),
        "league: a strategy": ("heading outcome Write", "", "Write", 28),
        "league: a strategy out of range": ("heading outcome Write wrong", "", "wrong", 28),
        "league: a place": ("heading outcome Write", "", "Write", 28)},
    "hosts": {
        "room: a mistake": ("heading Join Open wrong Five", "heading Join Five | Open wrong", "Open", 28),
        "room: /host": (
            f"heading Results chart Share Guesses {LEAD}", f"heading Results chart Share Guesses {LEAD_AT_A_DESK}",
            "Results", 28),
        "room: a hidden roll": (
            "heading Characters Ask Your Roll, roll On Foes Join Lead Seats Settings When",
            "heading Characters On Foes Join Seats Settings When | Ask Your Roll, roll Lead", "Your", 28),
        "table: no such foe": (
            "heading Characters Ask Your Roll, roll On Foes wrong Join Lead Seats Settings When",
            "heading Characters On Foes wrong Join Seats Settings When | Ask Your Roll, roll Lead", "Characters", 28),
        "room: leads a match that lacks a player": (
            f"heading Ann’s dice scores What {LEAD}", f"heading Ann’s dice scores What {LEAD_AT_A_DESK}", "dice", 28),
        "pairs: led": (
            f"heading Round Games scores Standings (What )?{LEAD}",
            f"heading Round Games scores Standings (What )?{LEAD_AT_A_DESK}", "Games", 28),
        "league: led": (f"heading 1 {LEAD}", f"heading 1 {LEAD_AT_A_DESK}", "Join", 28),
        "league: run": (
            rf"heading \S+ Ranking What {LEAD}", rf"heading \S+ Ranking What {LEAD_AT_A_DESK}", "Ranking", 28),
        "my rooms": ("heading Rooms", "", "Rooms", 28)},
    "walls": {
        "room: /watch?refresh=no": (
            "heading Join Results chart Share Guesses", "heading Results chart Join | Share", "Results", 45),
        "room: a match": ("heading Join scores What", "heading scores What | Join", "Join", 45),
        "room: a match that lacks a player/watch?refresh=no": (
            "heading Join dice scores What", "heading dice scores What Join", "dice", 45),
        "pairs: a wall": (
            "heading Join Games scores Standings( What)?", "heading Games scores Standings (What )?Join", "scores", 45),
        "league: a wall": ("heading Join Ranking What", "heading Ranking What Join", "Ranking", 45),
        "table: asked/watch?refresh=no": ("heading Join", "", "Join", 45)},
    "pages": {
        "/about": ("heading What Privacy Accessibility Fair Characters For Licence", "", "What", 28),
        "/about/design": (
            "heading Colours Text Space Lift Felt, outcome dice chances Dice, Gauge points gauge pairs Score scores"
            " Chart headline bar chart typical Stat stats Chips Buttons Fields wrong",
            "heading Colours Text Space Lift Felt, outcome dice chances Dice, Gauge points gauge Score scores"
            " Chart headline bar chart typical Stat stats Chips Buttons Fields | pairs wrong", "Colours", 60),
        "/reference/equipment": (
            "heading Armour Weapons Ammunition Gear Animals Load Coins The",
            "heading Armour Weapons Ammunition Gear Animals Load Coins | The", "Armour", 28),
        "/embed?game=pig&goal=5": ("heading Choose wrong Copy What", "heading Choose wrong | Copy What", "Choose", 28),
        "/lessons": (
            "heading Fair A Sums A The Risk The Coins Cards The Expected On More",
            "heading Fair Sums The The Cards Expected On More | A A Risk Coins The", "Fair", 28),
        "/lessons/value-of-craps/answers": ("heading Prepare Step Answers The", "", "Prepare", 28),
        "/nothing": ("heading", "", "heading", 22), "room: a wrong link": ("heading", "", "heading", 22),
        "frame: nothing": ("heading", "", "heading", 22)}}
"""The order of each on a phone, that at a desk if it is another, what is in the first screen of both, and how
large the largest text is."""


def test_every_page_has_its_landmarks_in_order_and_one_first_heading(documents):
    wrong = {}
    for document in documents:
        page = Parser(document.body).root
        around = [one.tag for one in page.all("header", "nav", "main", "footer")
                  if one.tag == "main" or not one.inside("main")]
        names = [one["aria-label"] or one["aria-labelledby"] for one in page.all("nav")]
        # A frame has nothing of the hall around it, and the check for teachers not even what leads out.
        wanted = ["header", "nav", "main", "footer"] if "/embed/" not in document.url \
            else ["main", "footer"] if "/embed/check" not in document.url else ["main"]
        heads = [one for one in page.all("h1") if one.inside("main")]
        if (around, len(heads), len(set(names) - {None})) != (wanted, 1, len(names)):
            wrong[document.name] = around, heads, names
    assert wrong == {}


@pytest.mark.parametrize("part", ORDERS)
def test_pages_have_their_order_their_hero_and_their_first_screen(documents, screen, part):
    page, wrong = screen(), []
    known = {one.name: one for one in documents}
    for name, (order, desk, first, hero) in ORDERS[part].items():
        known[name].show(page)
        for width, height, wanted in (390, 844, order), (1280, 800, desk or order):
            page.set_viewport_size({"width": width, "height": height})
            found = structure(page)
            is_there = found["bottoms"].get(first, height + 1) <= height and found["hero"][1] >= hero
            if not is_there or not re.fullmatch(wanted.replace("|", r"\|"), found["order"]):
                wrong.append((name, width, found["order"], found["bottoms"].get(first), found["hero"]))
    assert wrong == []
