"""The wizard as people go through it, whatever the dice say."""

import re

REQUIREMENTS = {
    "Cleric": {}, "Dwarf": {"Constitution": 9}, "Elf": {"Intelligence": 9}, "Fighter": {},
    "Halfling": {"Dexterity": 9, "Constitution": 9}, "Magic-user": {}, "Thief": {}}
"""What each class needs of the scores as rolled."""

ABILITIES = ["Strength", "Intelligence", "Wisdom", "Dexterity", "Constitution", "Charisma"]
CASTERS = ("Elf", "Magic-user")


def scores(maker):
    """Each ability's score, as the page of abilities or of adjustments has it."""
    return {
        name: int(re.match(r"\d+", score)[0]) for name, score in maker.page.locator(
            ".ability").evaluate_all(
            "all => all.map(one => [one.querySelector('dt').innerText.trim(),"
            " one.querySelector('.score').innerText.trim()])")}


def value(maker, label):
    """What stands under a label of a definition list."""
    term = maker.page.locator("dt").filter(has_text=re.compile(f"^{re.escape(label)}$")).first
    return term.locator("xpath=following-sibling::dd[1]").inner_text().strip()


def reroll(maker, ability, least=3, most=18, limit=400):
    """Rolls one ability again until it lies in the range."""
    for _ in range(limit):
        if least <= scores(maker)[ability] <= most:
            return
        maker.press(f"Reroll {ability}")
    raise AssertionError(f"no {ability} of {least} to {most} in {limit} rolls")


def roll_for(maker, wish):
    """Rolls until the scores meet a class's requirements."""
    maker.press("Roll abilities")
    for ability, least in REQUIREMENTS[wish].items():
        reroll(maker, ability, least)


def go_on(maker, name="Continue"):
    """To another step, whose page says which it is."""
    before = maker.page.url
    maker.press(name)
    maker.page.wait_for_url(lambda url: url != before)


def make(maker, wish, name):
    """A whole character by the usual way; ends at the page where it is saved."""
    maker.open("/osr/new")
    create(maker, wish, name)
    go_on(maker)


def create(maker, wish, name):
    """From the first step to the record sheet."""
    roll_for(maker, wish)
    go_on(maker)
    maker.press(f"Choose {wish}")
    go_on(maker)
    go_on(maker)
    maker.press("Roll hit points")
    maker.press("Roll gold")
    go_on(maker)
    maker.set_field("textbox", "Name", name)
    go_on(maker)
    if wish in CASTERS:
        maker.page.get_by_role("group", name="Spell").get_by_label("Sleep").check()
        go_on(maker)
    shop(maker, "Weapons", "Dagger")
    shop(maker, "Gear", "Backpack")
    go_on(maker)


def shop(maker, tab, item):
    """Buys one of something, whoever may and can; a dagger is forbidden to clerics."""
    maker.open_link(tab)
    if maker.button(f"Buy {item}").count():
        maker.press(f"Buy {item}")


def walk_wizard(visitor, seen):
    """Through the states of the wizard."""
    visitor.open("/osr/new")
    yield seen("wizard: nothing rolled")
    visitor.press("Continue")
    yield seen("wizard: abilities missing")
    visitor.press("Roll abilities")
    reroll(visitor, "Intelligence", 16)
    reroll(visitor, "Wisdom", 13)
    reroll(visitor, "Constitution", most=8)
    visitor.press("Reroll Charisma")
    yield seen("wizard: abilities")
    go_on(visitor)
    visitor.press("Continue")
    yield seen("wizard: class missing")
    visitor.press("Choose Elf")
    yield seen("wizard: class")
    go_on(visitor)
    visitor.press("Lower Wisdom")
    yield seen("wizard: adjustments")
    visitor.press("Continue")
    yield seen("wizard: half a trade")
    visitor.press("Raise Strength")
    go_on(visitor)
    yield seen("wizard: details missing")
    visitor.press("Surprise me")
    yield seen("wizard: details")
    go_on(visitor)
    visitor.field("textbox", "Title (optional)").fill("x" * 61)
    visitor.press("Continue")
    yield seen("wizard: name missing, title too long")
    visitor.field("textbox", "Name").fill("W" * 60)
    visitor.field("textbox", "Title (optional)").fill("\N{HEBREW LETTER SHIN}" * 60)
    visitor.field("checkbox", "Dragon").check()
    go_on(visitor)
    visitor.press("Continue")
    yield seen("wizard: spell missing")
    visitor.press("Surprise me")
    yield seen("wizard: spells")
    go_on(visitor)
    for tab in ("Armour", "Weapons", "Ammunition", "Gear"):
        visitor.follow(visitor.page.get_by_role("link", name=tab, exact=True).click)
        yield seen(f"wizard: {tab}")
    visitor.press("Surprise me")
    yield seen("wizard: Inventory")
    visitor.open("/osr/new/equipment/crossbow")
    yield seen("wizard: crossbow")
    for step in ("abilities", "class", "adjust", "details", "biography"):
        visitor.open(f"/osr/new/{step}")
        yield seen(f"wizard: {step} again")
    visitor.open("/osr/new/surprise")
    yield seen("wizard: a whole new character?")
    visitor.open("/osr/new/abandon?from=class")
    yield seen("wizard: abandon?")
    visitor.open("/osr/new/equipment")
    go_on(visitor)
    yield seen("wizard: review")
    go_on(visitor)
    yield seen("wizard: save")
    visitor.press("Save to both")
    yield seen("wizard: saved")
    visitor.page.locator("input[name=revision]").first.evaluate("one => one.value = 0")
    visitor.press("Create another character")
    yield seen("wizard: stale page")
