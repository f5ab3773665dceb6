"""The wizard as people go through it, whatever the dice say."""

REQUIREMENTS = {
    "Cleric": {}, "Dwarf": {"Constitution": 9}, "Elf": {"Intelligence": 9}, "Fighter": {},
    "Halfling": {"Dexterity": 9, "Constitution": 9}, "Magic-user": {}, "Thief": {}}
"""The scores that each class needs, as rolled."""

ABILITIES = ["Strength", "Intelligence", "Wisdom", "Dexterity", "Constitution", "Charisma"]
CASTERS = ("Elf", "Magic-user")


def reroll(maker, ability, least=3, most=18, limit=400):
    """Rolls one ability again until it lies in the range."""
    for _ in range(limit):
        if least <= maker.scores()[ability] <= most:
            return
        maker.press(f"Reroll {ability}")
    raise AssertionError(f"no {ability} of {least} to {most} in {limit} rolls")


def roll_for(maker, wish):
    """Rolls until the scores meet a class's requirements."""
    maker.press("Roll abilities")
    for ability, least in REQUIREMENTS[wish].items():
        reroll(maker, ability, least)


def make(maker, wish, name):
    """A whole character by the usual way; ends at the page where it is saved."""
    maker.open("/osr/new")
    create(maker, wish, name)
    maker.go_on()


def create(maker, wish, name):
    """From the first step to the record sheet."""
    make_to_the_shop(maker, wish, name)
    shop(maker, "Weapons", "Dagger")
    shop(maker, "Gear", "Backpack")
    maker.go_on()


def make_to_the_classes(maker, wish="Fighter"):
    roll_for(maker, wish)
    maker.go_on()


def make_to_the_details(maker, wish):
    make_to_the_classes(maker, wish)
    choose(maker, wish)


def choose(maker, wish):
    """A class; then on to the details, past adjustments where the scores allow any."""
    maker.press(f"Choose {wish}")
    maker.go_on()
    if not maker.has("Roll gold"):
        maker.go_on()


def make_to_the_shop(maker, wish="Fighter", name="Nim"):
    make_to_the_details(maker, wish)
    maker.press("Roll hit points")
    maker.press("Roll gold")
    maker.go_on()
    maker.set_field("textbox", "Name", name)
    maker.go_on()
    if wish in CASTERS:
        maker.tick("radio", "Sleep")
        maker.go_on()


def shop(maker, tab, item):
    """Buys one of an item if it is allowed and affordable; clerics can't have daggers."""
    maker.open_link(tab)
    if maker.has(f"Buy {item}"):
        maker.press(f"Buy {item}")
