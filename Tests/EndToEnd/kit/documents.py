"""Every page and state of the hall as its server sent it, ready to be measured."""

import re
from dataclasses import dataclass, replace
from urllib.parse import urlencode, urlsplit

from kit.characters import CASTER, CLERIC, PEOPLE, character, encode, save
from kit.framed import GAMES
from kit.pages import PAGES
from kit.plays import bring_in, change_players, go_bankrupt, play_craps, play_pig
from kit.wizard import choose, reroll


@dataclass
class Document:
    """A page as the server sent it, to be shown again without playing."""

    name: str
    url: str
    body: str
    headers: dict

    def show(self, page, scripts=True):
        """Shows it at its own address; axe cannot run where scripts are off, so there the page's
        own are barred instead."""
        headers = dict(self.headers)
        if not scripts:
            headers["content-security-policy"] = "script-src 'none'"
        # Whoever goes to a place on the page they are on asks for nothing.
        url = self.url.partition("#")[0]
        page.route(url, lambda route: route.fulfill(headers=headers, body=self.body), times=1)
        shown = page.goto(url)
        assert shown.text() == self.body

    def unfolded(self):
        """The same with all that is folded open."""
        return replace(self, body=re.sub("<details(?![^>]* open)", "<details open", self.body))


def walk(reader):
    """Leads a reader through every page and state; yields each as a Document."""
    def seen(name):
        headers = {
            key: text for key, text in reader.headers.items()
            if key in ("content-type", "content-security-policy")}
        return Document(name, reader.address, reader.body, headers)

    for path in [
            *PAGES, "/embed?game=pig&goal=5", "/cookies?to=/craps", "/osr/cloud", "/nothing",
            "/dice/log", "/craps/log", "/pig/log"]:
        reader.open(path)
        yield seen(path)
    reader.open("/embed/check")
    yield seen("embedding checked?")
    reader.press("Find out")
    yield seen("embedding checked")
    for part in (
            walk_dice, walk_odds, walk_craps, walk_pig, walk_hall, walk_wizard, walk_options,
            walk_vault, walk_play, walk_party, walk_cloud, walk_rooms, walk_frames):
        yield from part(reader, seen)


def walk_dice(reader, seen):
    reader.open("/dice")
    for expression in ("1d20", "2d6+3", "4d10-1", "99d100-99", "8d6!", "100d6", "6x(4d6dl1[x])"):
        reader.set_field("textbox", "Expression", expression)
        reader.press("Roll")
        yield seen(f"rolled {expression}")
    reader.press("Roll 100")
    yield seen("rolled a hundred times")
    reader.open_link("All rolls")
    yield seen("all rolls")
    reader.open_link("Back to the dice")
    reader.set_field("textbox", "Expression", "4d6m2")
    reader.press("Roll")
    yield seen("wrong expression")
    reader.set_field("spinbutton", "How many", "1000")
    reader.press("Roll")
    yield seen("corrected number")
    reader.set_field("spinbutton", "How many", "")
    reader.set_field("spinbutton", "Modifier", "")
    reader.press("Roll")
    yield seen("two numbers missing")
    reader.open("/dice?expression=4d6kh3")
    yield seen("offered expression")
    for expression, dice in (("8d6!", "6.1.2.3.4.5.1.2.3"), ("4d6kh3", "7")):
        reader.open(f"/dice/shared?x={expression}&dice={dice}")
        yield seen(f"shared {dice} of {expression}")
    reader.open("/dice")
    for name in ("attack", "W" * 30):
        reader.set_field("textbox", "Roll name", name)
        reader.press("Keep roll")
    yield seen("two named rolls")
    offer = "/dice?named=attack:1d6&named=damage:8d6[a+remark+of+many+words+for+a+narrow+screen]"
    reader.open(offer.replace("attack", "new"))
    yield seen("offered rolls")
    reader.open(offer)
    yield seen("an offer beside a roll of that name")
    reader.press("Keep all")
    yield seen("an offer that needs a change")
    reader.press(f"Remove {'W' * 30}")
    yield seen("a removed roll")


def walk_odds(reader, seen):
    for query, state in {
            "x=4d6kh3&t=12": "4d6kh3", "x=2d6&y=1d12": "versus", "x=6x(4d6dl1)": "six times",
            "x=99d100-99": "many totals", "x=10d6!kh4": "no short fraction",
            "x=4d6k3h": "a mistake", "x=2d6%2B": "unfinished", "x=2d6&t=much": "no target",
            f"x=4d6k3h{'%2B10d6!' * 20}": "a long suggestion", f"x={'W' * 200}": "long nonsense", "x=999d1000*999d1000": "too much"}.items():
        reader.open(f"/odds?{query}")
        yield seen(f"odds: {state}").unfolded()
    for query, state in {
            "": "first view", "x=4d6kh3&y=3d6&t=12": "versus", "x=6x(4d6dl1)&theme=dark": "six times",
            "x=4d6k3h": "a mistake"}.items():
        reader.open(f"/embed/odds?{query}")
        yield seen(f"framed odds: {state}")
    reader.open("/embed?game=odds&x=4d6k3h&t=12")
    yield seen("odds for a class page")


def walk_craps(reader, seen):
    reader.open("/craps")
    reader.set_ante(500)
    reader.press("Roll")
    yield seen("corrected ante")
    reader.set_ante("")
    reader.press("Roll")
    yield seen("no ante")
    reader.set_ante(10)
    play_craps(reader, lambda facts: facts["Point"] != "off")
    yield seen("point on")
    for outcome in ("win", "lose"):
        play_craps(reader, lambda _: f"you {outcome}" in reader.headline())
        yield seen(outcome)
    reader.open_link("All games")
    yield seen("all games")
    reader.open_link("Back to the table")
    reader.press("Start over")
    yield seen("start over?")
    reader.press("Yes, start over")
    yield seen("started over")
    reader.forget()
    reader.press("Roll")
    yield seen("stale page")
    reader.open("/craps")
    go_bankrupt(reader)
    yield seen("bankrupt")


def walk_pig(reader, seen):
    reader.open("/pig")
    change_players(reader, first="W" * 30, second="\N{HEBREW LETTER SHIN}" * 30, coach=True)
    yield seen("pig: long names")
    reader.press("Roll")
    yield seen("pig: rolled")
    reader.press("New game")
    change_players(reader, first="Ada", second="", opponent="Computer", strategy="Optimal")
    yield seen("pig: a name is missing")
    change_players(reader, second="Bob")
    yield seen("pig: against the computer")
    while "computer" not in reader.headline() or 'class="held"' not in reader.body:
        reader.press("Hold" if reader.has("Hold") else "Roll")
    yield seen("pig: the computer's turn")
    play_pig(reader)
    yield seen("pig: over")
    reader.open("/pig/log")
    yield seen("pig: all games")
    reader.open("/pig/game?number=1")
    yield seen("pig: an earlier game")
    reader.open("/pig/game?number=99")
    yield seen("pig: no such game")


def walk_hall(reader, seen):
    reader.open("/osr")
    yield seen("hall: introduced by the backend")
    reader.press("Skip the introduction")
    yield seen("hall: the doors alone")
    reader.open("/osr?introduction=show")
    yield seen("hall: introduced again")


def walk_wizard(reader, seen):
    def press(name, state):
        reader.press(name)
        return seen(f"wizard: {state}")

    reader.open("/osr/new")
    yield seen("wizard: nothing rolled")
    yield press("Continue", "abilities missing")
    reader.press("Roll abilities")
    reroll(reader, "Intelligence", 16)
    reroll(reader, "Wisdom", 13)
    reroll(reader, "Constitution", most=8)
    # What is lowered has to go somewhere.
    reroll(reader, "Strength", most=17)
    yield press("Reroll Charisma", "abilities")
    reader.go_on()
    yield press("Continue", "class missing")
    yield press("Choose Elf", "class")
    reader.go_on()
    yield press("Lower Wisdom", "adjustments")
    yield press("Continue", "half a trade")
    reader.press("Raise Strength")
    yield press("Continue", "details missing")
    yield press("Surprise me", "details")
    reader.go_on()
    reader.set_field("textbox", "Title (optional)", "x" * 61)
    yield press("Continue", "name missing, title too long")
    reader.set_field("textbox", "Name", "W" * 60)
    reader.set_field("textbox", "Title (optional)", "\N{HEBREW LETTER SHIN}" * 60)
    reader.tick("checkbox", "Dragon")
    reader.go_on()
    yield press("Continue", "spell missing")
    yield press("Surprise me", "spells")
    reader.go_on()
    for tab in ("Armour", "Weapons", "Ammunition", "Gear"):
        reader.open_link(tab)
        yield seen(f"wizard: {tab}")
    yield press("Surprise me", "Inventory")
    for path, state in {
            "equipment/crossbow": "crossbow", "surprise": "a whole new character?",
            "abandon?from=class": "abandon?", **{
                step: f"{step} again" for step in (
                    "abilities", "class", "adjust", "details", "biography")}}.items():
        reader.open(f"/osr/new/{path}")
        yield seen(f"wizard: {state}")
    reader.open("/osr/new/equipment")
    yield press("Continue", "review")
    yield press("Continue", "save")
    yield press("Save to both", "saved")
    reader.forget()
    yield press("Create another character", "stale page")


def walk_options(reader, seen):
    reader.cookies.clear()
    reader.open("/osr/new/abilities")
    for option in OPTIONS:
        reader.tick("checkbox", option)
    reader.press("Roll abilities")
    yield seen("options: arranged")
    scores = reader.scores()
    highest = max(scores, key=scores.get)
    lowest = min(scores, key=scores.get)
    # Such as `12, twice`.
    rolls = [option.text for option in reader.field(lowest).all("option")]
    reader.select(lowest, next(roll for roll in rolls if roll.split(",")[0] == str(scores[highest])))
    reader.press("Arrange")
    yield seen("options: a roll used twice")
    reader.open("/osr/new/abilities")
    reader.tick("checkbox", OPTIONS[0], False)
    reader.press("Set options")
    yield seen("options: other dice")
    reader.open("/osr/new/abilities")
    reader.go_on()
    choose(reader, "Magic-user")
    yield seen("options: nothing to roll")
    reader.select("Start at level", "14, 1,050,000 XP")
    reader.press("Set level")
    yield seen("options: level 14")
    reader.press("Roll hit points")
    reader.press("Roll gold")
    yield seen("options: many hit dice")
    reader.go_on()
    reader.set_field("textbox", "Name", "Vex")
    reader.go_on()
    reader.press("Continue")
    yield seen("options: no spell of many")
    reader.press("Surprise me")
    yield seen("options: a full book")
    reader.go_on()
    yield seen("options: shop with ascending armour class")
    reader.go_on()
    yield seen("options: review")


OPTIONS = [
    "4d6, drop the lowest", "Arrange as you like", "Maximum hit points at level 1",
    "Ascending armour class only"]


def walk_vault(reader, seen):
    reader.cookies.clear()
    reader.open("/osr/vault")
    yield seen("vault: empty")
    bring_in(reader, *PEOPLE)
    yield seen("vault: list")
    reader.press("Show transfer code")
    yield seen("vault: a code")
    reader.set_field("textbox", "Transfer code", "nonsense")
    reader.press("Bring vault here")
    yield seen("vault: no code")
    bring_in(reader, b"{}")
    yield seen("vault: no character")
    for someone in PEOPLE:
        reader.open("/osr/vault")
        reader.open_link(f"Open {someone['name']}")
        sheet = seen(f"vault: {someone['name']}")
        yield sheet.unfolded()
    reader.open("/osr/vault")
    reader.open_link(f"Open {CLERIC['name']}")
    reader.press("Save to Dragon Cloud")
    yield seen("vault: shared")
    reader.press("Delete")
    yield seen("vault: deleted")


def walk_party(reader, seen):
    reader.cookies.clear()
    reader.open("/osr/parties")
    reader.set_field("textbox", "Name of the party", "")
    reader.press("Make a party")
    yield seen("parties: no name")
    reader.open("/osr/vault")
    bring_in(reader, *PEOPLE)
    reader.open("/osr/parties")
    for box in reader.page.all("input"):
        if box["type"] == "checkbox":
            box.attributes["checked"] = ""
    reader.press("Begin this party")
    yield seen("party: gathered")
    reader.open_link("Loot and XP")
    reader.set_field("textbox", "Experience points for all together", "9,000")
    reader.set_field("textbox", "Gold pieces for all together", "500")
    reader.press("Work it out")
    yield seen("party: shares")
    reader.press("Pay out")
    yield seen("party: paid")
    reader.open_link("Loot and XP")
    reader.press("Work it out")
    yield seen("party: nothing to share")
    reader.open("/osr/vault")
    bring_in(reader, CASTER)
    reader.open("/osr/parties")
    yield seen("parties: one")
    reader.open_link("Open Our party")
    reader.open_link("Retainers")
    reader.press("Hire")
    yield seen("party: a retainer")
    reader.press(f"Roll Loyalty of {CASTER['name']}")
    reader.set_field("spinbutton", "Loyalty", "x")
    reader.press("Save terms")
    yield seen("party: no loyalty")
    reader.open_link("Animals")
    reader.press("Add")
    reader.set_field("spinbutton", "Load in coins", "5000")
    reader.set_field("textbox", "Name (optional)", "W" * 60)
    reader.press("Save Mule")
    yield seen("party: an overladen mule")
    reader.open_link("Party")
    yield seen("party: with all of it")
    reader.press("Delete the party")
    yield seen("parties: deleted")


def walk_play(reader, seen):
    reader.cookies.clear()
    reader.open("/osr/vault")
    bring_in(reader, CASTER)
    reader.open_link(f"Open {CASTER['name']}")
    reader.open_link("Edit")
    reader.set_field("textbox", "Biography", "Once upon a time. " + "W" * 200)
    reader.press("Save changes")
    yield seen("play: edited")
    reader.set_field("textbox", "Name", " ")
    reader.press("Save changes")
    yield seen("play: no name")
    reader.open_link("Edit")
    reader.set_field("textbox", "Name", "Another")
    forget_version(reader)
    reader.press("Save changes")
    yield seen("play: edited in two tabs")
    reader.open_link("Level")
    yield seen("play: a beginner's level")
    reader.select("Level", "Level 5, 20,000 experience points")
    reader.press("Start there")
    reader.set_field("textbox", "Points from the game master", "20000")
    reader.press("Add experience")
    yield seen("play: level 5, and enough for 6")
    reader.open_link("Spells")
    reader.select("New spell", "Fly")
    reader.press("Write into the book")
    reader.press("Prepare spells")
    yield seen("play: spells")
    reader.open_link("Equipment")
    reader.set_field("textbox", "What it is", "W" * 80)
    reader.press("Add item")
    reader.select("Item", "Dagger, 3 gp")
    reader.press("Add free")
    yield seen("play: goods")
    reader.press("Sell Dagger")
    yield seen("play: no price")
    reader.open_link("Play")
    reader.set_field("textbox", "Condition", "W" * 60)
    reader.press("Add")
    reader.press("Lose 1")
    yield seen("play: at the table")
    reader.press("Roll Wands")
    yield seen("play: rolled")
    reader.set_field("textbox", "How many", "none")
    reader.press("Heal")
    yield seen("play: no number")
    reader.open_link("History")
    reader.press("Undo")
    yield seen("play: history")
    reader.open_link("Sheet")
    sheet = seen("play: the sheet of somebody who was played")
    yield sheet.unfolded()


def forget_version(reader):
    """Makes the page an old one of a character."""
    for one in reader.page.all("input"):
        if one["name"] == "version":
            one.attributes["value"] = "0"


def walk_cloud(reader, seen):
    for number in range(21):
        identity, link = save(urlsplit(reader.url).port, name=f"Number {number}")
    for path, state in {
            "": "newest", "?name=nobody+here": "nobody", f"/{identity}": "a character",
            link.removeprefix("/osr/cloud").partition("#")[0]: "delete?"}.items():
        reader.open(f"/osr/cloud{path}")
        yield seen(f"cloud: {state}")
    reader.open(f"/osr/cloud/{identity}")
    reader.press("Report")
    yield seen("cloud: reported")
    reader.open("/osr/cloud")
    reader.open_link("Older characters")
    yield seen("cloud: older")


def walk_rooms(reader, seen):
    def open_room(kind, **settings):
        reader.open(f"/room?{urlencode({'kind': kind, **settings})}")
        reader.press("Open room")
        host = urlsplit(reader.address).path
        return host, host.removesuffix("/host")

    def join(room, name):
        reader.open(room)
        reader.set_field("textbox", "Your name", name)
        reader.press("Join")

    reader.open("/room?kind=experiment&experiment=2d&goal=5")
    reader.press("Open room")
    yield seen("room: a mistake")
    host, room = open_room(
        "experiment", rollsAtAPress=10, guess="first", question="chance", event="even")
    yield seen("room: nobody yet")
    reader.open(room)
    yield seen("room: join")
    join(room, "W" * 30)
    chance = "I expect the chance of “even” to be"
    reader.set_field("textbox", chance, "x")
    reader.press("Guess")
    yield seen("room: no guess")
    reader.set_field("textbox", chance, "1/2")
    reader.press("Guess")
    reader.press("Roll")
    yield seen("room: rolled")
    reader.open(host)
    reader.press("Reveal guesses")
    for path in ("/host", "/watch?refresh=no", "/start-over", "/delete"):
        reader.open(room + path)
        yield seen(f"room: {path}")
    reader.open(f"{host}/{'a' * 26}")
    yield seen("room: a wrong link")
    host, room = open_room("experiment", experiment="own-dice", faces=20)
    join(room, "Ann")
    reader.press("20")
    yield seen("room: own dice")
    host, room = open_room("experiment", second="1d12", rollsAtAPress=50)
    join(room, "Ann")
    reader.press("Roll")
    yield seen("room: two experiments")
    host, room = open_room("table")
    join(room, "Ann")
    reader.set_field("textbox", "Expression", "99d100-99")
    reader.press("Roll")
    reader.open(host)
    reader.press("Roll hidden")
    reader.press("Ask for a roll")
    yield seen("room: a hidden roll")
    reader.press("Pause")
    reader.open(room)
    yield seen("room: asked, and paused")
    reader.open(host)
    reader.press("Go on")
    reader.press("Reveal 1d20")
    reader.open_link("check it")
    yield seen("room: checked")
    yield from walk_campaign(reader, seen, open_room, join)
    host, room = open_room("match", coach="always")
    join(room, "Ann")
    yield seen("room: waiting")
    ann = dict(reader.cookies)
    reader.cookies.clear()
    join(room, "Bob")
    reader.open(f"{room}/watch")
    yield seen("room: a match")
    bob = dict(reader.cookies)
    reader.cookies.update(ann)
    reader.open(room)
    reader.press("Roll")
    yield seen("room: at a match")
    reader.open(host)
    reader.press("Remove Ann")
    yield seen("room: remove?")
    reader.press("Yes, remove Ann")
    yield seen("room: leads a match that lacks a player")
    reader.open(room)
    yield seen("room: removed")
    reader.cookies.clear()
    reader.cookies.update(bob)
    for path in ("", "/watch?refresh=no"):
        reader.open(f"{room}{path}")
        yield seen(f"room: a match that lacks a player{path}")
    yield from walk_pairs(reader, seen, open_room, join)
    yield from walk_league(reader, seen, open_room, join)
    reader.open("/room/verify?secret=x")
    yield seen("room: nothing to check")
    reader.open(f"{host}")
    yield seen("room: not the host")
    reader.open(f"/embed{room}")
    yield seen("frame: join a room")
    reader.set_field("textbox", "Your name", "Cleo")
    reader.press("Join")
    yield seen("frame: a third at a match")


def walk_pairs(reader, seen, open_room, join):
    def come(cookies):
        reader.cookies.clear()
        reader.cookies.update(cookies)

    earlier = dict(reader.cookies)
    host, room = open_room("pairs", goal=10)
    led, seats = dict(reader.cookies), []
    for name in ("W" * 30, "Bob", "Cleo"):
        come({})
        join(room, name)
        seats.append(dict(reader.cookies))
    reader.press("Roll")
    yield seen("pairs: against the computer")
    come(led)
    reader.open(host)
    yield seen("pairs: led")
    reader.press(f"Let the computer play for {'W' * 30}")
    reader.press("Next round")
    yield seen("pairs: next round?")
    reader.open(f"{room}/watch?refresh=no")
    yield seen("pairs: a wall")
    reader.open("/room/mine")
    yield seen("my rooms")
    come(seats[0])
    reader.open(room)
    yield seen("pairs: no game")
    come(earlier)


def walk_league(reader, seen, open_room, join):
    earlier = dict(reader.cookies)
    host, room = open_room("league", goal=20)
    led = dict(reader.cookies)
    reader.cookies.clear()
    join(room, "W" * 30)
    yield seen("league: nothing written")
    reader.press("Save strategy: A table")
    yield seen("league: a strategy")
    reader.set_field("spinbutton", "Hold at", "0")
    reader.press("Save strategy: Hold at a number")
    yield seen("league: a strategy out of range")
    seat = dict(reader.cookies)
    reader.cookies.clear()
    reader.cookies.update(led)
    reader.open(host)
    yield seen("league: led")
    reader.press("Run")
    yield seen("league: run")
    reader.open(f"{room}/watch?refresh=no")
    yield seen("league: a wall")
    reader.cookies.clear()
    reader.cookies.update(seat)
    reader.open(room)
    yield seen("league: a place")
    reader.cookies.clear()
    reader.cookies.update(earlier)


def walk_frames(reader, seen):
    """As a tab shows framed games and as a frame does."""
    def both(name):
        alone = seen(f"tab: {name}")
        body = alone.body.replace('data-place="top"', 'data-place="frame"')
        assert body != alone.body
        return alone, replace(alone, name=f"frame: {name}", body=body)

    for game, about in GAMES.items():
        reader.open(f"/embed/{game}?seed=abc&{'long' * 30}=1")
        yield both(f"{game}, which is not as it was asked for")[1]
        reader.press(about.quick)
        yield from both(f"{game} after a move")
        for look in ("theme=dark", "theme=light&controls=play"):
            reader.open(f"/embed/{game}?{look}")
            reader.press(about.quick)
            yield both(f"{game} with {look}")[1]
    reader.open("/embed/dice")
    reader.press("Roll")
    reader.open_link("All rolls")
    yield both("all rolls")[1]
    reader.open("/embed/craps")
    reader.press("Roll")
    reader.forget()
    reader.press("Roll")
    yield both("stale page")[1]
    reader.press("Copy to Dicehall")
    yield seen("replace your game?")
    reader.open("/embed/nothing")
    yield seen("frame: nothing")
    for path in ("craps/nothing", "craps/start:%25"):
        reader.open(f"/embed/{path}")
        yield both(path)[1]


def walk_campaign(reader, seen, open_room, join):
    host, room = open_room("table")
    join(room, "W" * 30)
    bring_in(reader, encode(character(name="W" * 60)))
    reader.open(room)
    reader.open_link("Bring a character")
    yield seen("table: nobody there yet")
    reader.press(f"Bring {'W' * 60}")
    yield seen("table: brought")
    reader.open(host)
    reader.set_field("textbox", f"Condition of {'W' * 60}", "W" * 60)
    reader.press(f"Add it to {'W' * 60}")
    reader.set_field("textbox", "Name", "W" * 60)
    reader.press("Add foe")
    reader.set_field("textbox", "Damage", "1d")
    reader.press("Add foe")
    yield seen("table: no such foe")
    reader.press("Ask")
    reader.press("Roll Reaction")
    reader.press("Show hit points")
    led = seen("table: led")
    yield led.unfolded()
    for path in ("", "/watch?refresh=no"):
        reader.open(f"{room}{path}")
        yield seen(f"table: asked{path}")
