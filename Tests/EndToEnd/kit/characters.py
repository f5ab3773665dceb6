"""Characters as the existing app sends and reads them, written to the interface's table alone."""

import json
import random
import uuid

from kit.http_client import ask

ABILITIES = ["str", "dex", "con", "int", "wis", "cha"]
PAIRS = [
    ("melee", "str"), ("openDoors", "str"), ("armorClass", "dex"), ("missile", "dex"),
    ("initiative", "dex"), ("hitPoints", "con"), ("spokenLanguage", "int"), ("literacy", "int"),
    ("magicSaves", "wis"), ("npcReaction", "cha"), ("retainerMax", "cha"),
    ("retainerLoyalty", "cha")]
COINS = ["platinumPieces", "goldPieces", "electrumPieces", "silverPieces", "copperPieces"]
CLASSES = ["cleric", "dwarf", "elf", "fighter", "halfling", "magicUser", "thief"]
WORDS = {
    "alignment": ["law", "neutrality", "chaos"],
    "characterClass": CLASSES,
    "additionalLanguages": """alignment bugbear doppelganger common dragon dwarvish elvish gargoyle
        gnoll gnomish goblin halfling harpy hobgoblin kobold lizardMan medussa minotaur ogre orcish
        pixie humanDialect""".split(),
    "spells": """charmPerson detectMagic floatingDisc holdPortal light magicMissile
        protectionFromEvil readLanguages readMagic shield sleep ventriloquism""".split(),
    "armor": ["leather", "chainmail", "plateMail"],
    "weapons": """battleAxe club crossbow dagger handAxe javelin lance longBow mace poleArm shortBow
        shortSword silverDagger sling spear staff sword twoHandedSword warHammer""".split(),
    "ammo": ["arrows", "crossbowBolts", "silverTippedArrow", "slingStones"],
    "gear": """backpack crowbar garlic grapplingHook hammer holySymbol holyWater ironSpikes lantern
        mirror oil pole rationsIron rationsStandard rope sackLarge sackSmall stakesAndMallet
        thievesTools tinderBox torches waterskin wine wolfsbane""".split(),
}
KEYS = """id name title level alignment characterClass pcHitPoints coins abilityScores modifiers
    additionalLanguages spells armor hasShield weapons ammo gear""".split()


def character(**changes):
    """A legal character as plain values: coins and scores by name."""
    values = {
        "id": str(uuid.uuid4()).upper(), "name": "Rowan Ash", "title": "", "level": 1,
        "alignment": "law", "characterClass": "fighter", "pcHitPoints": 5,
        "coins": {"goldPieces": 40}, "abilityScores": dict.fromkeys(ABILITIES, 11),
        "additionalLanguages": [], "spells": [], "armor": "chainmail", "hasShield": True,
        "weapons": ["sword", "dagger", "dagger"], "ammo": [], "gear": ["torches", "rope"]}
    return {**values, **changes}


def one_of_each_class():
    """Seven, as the rules allow them; the two casters have a spell."""
    rogue = {"armor": "leather", "hasShield": False}
    plain = {"armor": None, "hasShield": False, "weapons": ["dagger"]}
    return [
        character(characterClass="cleric", weapons=["mace"], gear=["holySymbol"], name="Bede"),
        character(characterClass="dwarf", weapons=["battleAxe"], name="Orla"),
        character(characterClass="elf", spells=["sleep"], weapons=["longBow"],
                  ammo=["arrows", "arrows"], name="Iris Thorn"),
        character(name='Zo\u00eb "Ash/Elm" \N{DRAGON} \\o/'),
        character(characterClass="halfling", weapons=["sling"], ammo=["slingStones"], name="Pip"),
        character(characterClass="magicUser", spells=["magicMissile"], pcHitPoints=3, **plain),
        character(characterClass="thief", weapons=["shortSword"], gear=["thievesTools"],
                  pcHitPoints=3, **rogue),
    ]


def encode(values, seed=0):
    """The bytes that the app's encoder makes: keys in no fixed order, `\\/` for a slash, and a
    dictionary of coins as a flat list of keys and values in turn."""
    order = random.Random(seed)
    kinds = order.sample(COINS, len(COINS))
    wire = {
        **values,
        "coins": [part for kind in kinds for part in (kind, values["coins"].get(kind, 0))],
        "abilityScores": [
            {"statType": name, "score": score} for name, score in values["abilityScores"].items()],
        "modifiers": [{"modType": name, "asscStat": stat} for name, stat in PAIRS]}
    wire = {key: wire[key] for key in order.sample(list(wire), len(wire))}
    text = json.dumps(wire, ensure_ascii=False, separators=(",", ":"))
    return text.replace("/", "\\/").encode()


def refuse_constant(name):
    raise ValueError(name)


def without_doubles(pairs):
    assert len({name for name, _ in pairs}) == len(pairs), pairs
    return dict(pairs)


def parse(data):
    """JSON as its standard has it, without what Python takes besides."""
    return json.loads(
        data.decode("utf-8"), object_pairs_hook=without_doubles, parse_constant=refuse_constant)


def decode_list(data, app=True):
    """What the app makes of a list, as strict as it is: a character that it cannot read, such as
    one whose armour is null, fails the whole list. Programs that are newer take that."""
    found = parse(data)
    assert list(found) == ["playerCharacters"]
    return [decode(entry, app) for entry in found["playerCharacters"]]


def decode(entry, app=True):
    assert sorted(entry) == sorted(KEYS), entry
    assert str(uuid.UUID(entry["id"])).upper() == entry["id"]
    for key in ("name", "title"):
        assert type(entry[key]) is str
    for key in ("level", "pcHitPoints"):
        assert type(entry[key]) is int
    assert type(entry["hasShield"]) is bool
    for key in ("alignment", "characterClass"):
        assert entry[key] in WORDS[key]
    assert entry["armor"] in WORDS["armor"] or (entry["armor"] is None and not app)
    for key in ("additionalLanguages", "spells", "weapons", "ammo", "gear"):
        assert all(name in WORDS[key] for name in entry[key])
    assert sorted((pair["modType"], pair["asscStat"]) for pair in entry["modifiers"]) == sorted(PAIRS)
    coins = dict(zip(entry["coins"][::2], entry["coins"][1::2], strict=True))
    assert sorted(coins) == sorted(COINS) and all(type(count) is int for count in coins.values())
    scores = {pair["statType"]: pair["score"] for pair in entry["abilityScores"]}
    assert sorted(scores) == sorted(ABILITIES) and len(entry["abilityScores"]) == 6
    plain = {key: value for key, value in entry.items() if key != "modifiers"}
    return {
        **plain, "abilityScores": scores,
        "coins": {kind: count for kind, count in coins.items() if count}}


def comparable(values):
    """The same with lists whose order means nothing in one order."""
    lists = ("additionalLanguages", "spells", "weapons", "ammo", "gear")
    return {key: sorted(value) if key in lists else value for key, value in values.items()}


# Class, level limit, the experience that it needs, hit points beyond the dice, hit dice after the first.
LIMITS = [
    ("cleric", 14, 700_000, 5, 8), ("dwarf", 12, 660_000, 9, 8), ("elf", 10, 600_000, 2, 8),
    ("fighter", 14, 840_000, 10, 8), ("halfling", 8, 120_000, 0, 7), ("magicUser", 14, 1_050_000, 5, 8),
    ("thief", 14, 760_000, 10, 8)]
# The spells of a full book, by level; an elf's has fewer of each.
BOOK = [
    "charmPerson magicMissile protectionFromEvil sleep",
    "continualLight detectInvisible phantasmalForce mirrorImage",
    "invisibility10Radius protectionFromEvil10Radius protectionFromNormalMissiles lightningBolt",
    "growthOfPlants hallucinatoryTerrain polymorphOthers removeCurse",
    "conjureElemental contactHigherPlane transmuteRockToMud",
    "geas invisibleStalker stoneToFlesh"]
PRAYERS = [
    ("cureLightWounds", 6), ("silence15Radius", 5), ("continualLight", 5),
    ("protectionFromEvil10Radius", 5), ("raiseDead", 4)]


def one_of_each_class_at_its_limit():
    """Seven, each with as many spells as the level allows, all prepared."""
    for (kind, level, experience, fixed, dice), beginner in zip(
            LIMITS, one_of_each_class(), strict=True):
        books = {"magicUser": [4, 4, 4, 4, 3, 3], "elf": [3, 3, 3, 3, 2]}.get(kind, [])
        book = [names.split()[:count] for names, count in zip(BOOK, books)]
        spells = sum(book, [])
        if kind == "cleric":
            spells = [name for name, count in PRAYERS for _ in range(count)]
        play = {
            "level": level, "experience": experience, "hitDieRolls": [3] * dice,
            "pcHitPoints": 3 + 3 * dice + fixed}
        if spells:
            play["prepared"] = [{"spell": name, "isCast": False} for name in spells]
        if book:
            play |= {"spells": book[0], "higherSpells": sum(book[1:], [])}
        assert beginner["characterClass"] == kind
        yield json.loads(encode({**beginner, **play}))


HOSTILE = "\"><img src=x onerror=alert(1)> {{7*7}} \N{HEBREW LETTER SHIN}\N{HEBREW LETTER LAMED}"


def person(name, number, **changes):
    """A fighter of 120 gp as a file holds one, or with changes somebody else."""
    scores = changes.pop("scores", (17, 16, 15, 9, 10, 8))
    fighter = {
        "pcHitPoints": 7, "coins": {"goldPieces": 4}, "weapons": ["longBow", "sword"],
        "ammo": ["arrows"], "gear": ["backpack", "rationsStandard", "torches"]}
    return json.loads(encode(character(
        id=f"E621E1F8-C36C-495A-93FC-0C247A3E6E{number:02}", name=name,
        abilityScores=dict(zip(ABILITIES, scores)), **{**fighter, **changes})))


HILDA = person("Hilda", 1)
ELF = person(
    "Aelindra of the Silver Boughs beyond the Last River, Elder", 2,
    title="Keeper of the Ninth Gate and of all that lies behind it now", alignment="chaos",
    characterClass="elf", pcHitPoints=4, scores=(16, 13, 12, 16, 11, 13), spells=["sleep"],
    additionalLanguages=["dragon", "pixie"], armor="plateMail",
    weapons=["shortBow", "silverDagger", "sling", "sword"], ammo=["arrows", "slingStones"],
    gear="""backpack hammer ironSpikes lantern oil pole rationsStandard rope sackSmall tinderBox
        torches waterskin wine""".split())
ARMED = person(
    "W" * 60, 3, title="W" * 60, armor="leather", hasShield=False, coins={"goldPieces": 0},
    scores=(17, 16, 15, 3, 10, 8),
    weapons="""javelin staff sling club dagger spear handAxe lance mace warHammer battleAxe poleArm
        shortSword sword""".split(),
    gear="""backpack garlic hammer ironSpikes mirror oil pole rationsStandard rope sackLarge
        sackSmall stakesAndMallet tinderBox torches waterskin wine""".split())
CLERIC = person(
    "Odo", 4, characterClass="cleric", pcHitPoints=4, scores=(8, 10, 10, 12, 13, 10), armor=None,
    hasShield=False, weapons=["mace"], ammo=[], gear=["holySymbol"])
THIEF = person(
    HOSTILE, 5, characterClass="thief", pcHitPoints=3, scores=(9, 17, 10, 13, 10, 13),
    armor="leather", hasShield=False, additionalLanguages=["goblin"],
    weapons=["dagger", "dagger", "shortSword", "sling"], ammo=["slingStones"],
    gear=["thievesTools", "rope"])
CASTER = person(
    "Quilla of the Nine Lanterns", 6, characterClass="magicUser", armor=None, hasShield=False,
    weapons=["dagger"], ammo=[], gear=["backpack"], spells=["sleep"], pcHitPoints=5,
    coins={"goldPieces": 90})
PEOPLE = [HILDA, ELF, ARMED, CLERIC, THIEF]


def save(port, **changes):
    """Puts a character on the cloud as a program does; its id and its secret link."""
    reply = ask(port, "POST", "/api/v1/character", [("Content-Type", "application/json")],
                encode(character(**changes)))
    assert reply.status == 201, reply.text
    found = json.loads(reply.body)
    return found["id"], found["deletionLink"]
