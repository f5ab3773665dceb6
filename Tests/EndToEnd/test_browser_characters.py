"""Characters made in a browser, with scripts and without, whatever the dice say."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from kit.plays import FACES
from kit.ways import both_ways, by_turns
from kit.wizard import (
    ABILITIES, CASTERS, REQUIREMENTS, make, make_to_the_details, make_to_the_shop, reroll,
    shop)

pytestmark = both_ways


@pytest.fixture
def maker(visit, scripts):
    return visit("/osr/new", scripts=scripts)


def heading(maker):
    return maker.page.locator("h1").inner_text()


def step(maker):
    """`Step 3 of 8: Details` as the title says it, without the number before it is known."""
    return re.search(r"Step \d( of \d)?: \w+", maker.page.title())[0]


def link(maker, name):
    return maker.page.get_by_role("link", name=name, exact=True)


@pytest.mark.path
@by_turns
@pytest.mark.parametrize("wish", REQUIREMENTS)
@pytest.mark.parametrize("by_hand", [False, pytest.param(True, marks=pytest.mark.proof)])
def test_every_class_can_be_made_and_kept_and_is_found_again(maker, wish, by_hand):
    """By hand others make characters too, so that in the short loop only the end needs a browser."""
    if by_hand:
        make(maker, wish, f"Nim the {wish}")
    else:
        maker.ahead("/osr/new", make, wish, f"Nim the {wish}")
    assert heading(maker) == "Save your character"
    maker.press("Save to this browser")
    expect(maker.page.get_by_role("status")).to_have_text("Saved to this browser.")
    maker.follow(link(maker, f"Open Nim the {wish}").click)
    assert f"Nim the {wish}" in heading(maker)
    maker.open("/osr/vault")
    expect(maker.page.get_by_text(f"Nim the {wish}").first).to_be_visible()
    maker.open("/osr/new/save")
    maker.press("Create another character")
    assert step(maker) == "Step 1: Abilities"
    expect(maker.button("Reroll Strength")).to_have_count(0)


def test_the_dice_make_the_scores_and_a_reroll_changes_one(maker):
    maker.press("Roll abilities")
    before = maker.scores()
    assert list(before) == ABILITIES
    for card in maker.page.locator(".ability").all():
        faces = card.get_by_role("img").evaluate_all(
            "all => all.map(one => one.getAttribute('aria-label'))")
        assert sum(FACES.index(face) + 1 for face in faces) == int(
            card.locator(".score").inner_text())
    maker.press("Reroll Wisdom")
    after = maker.scores()
    assert {name: after[name] for name in ABILITIES if name != "Wisdom"} == {
        name: before[name] for name in ABILITIES if name != "Wisdom"}
    assert maker.page.title().startswith("Wisdom: ")
    expect(maker.page.get_by_role("status")).to_contain_text(
        f"make {after['Wisdom']}; it was {before['Wisdom']}.")


def test_each_ability_opens_to_what_it_does_in_play(maker):
    maker.press("Roll abilities")
    for name, words in {"Strength": "hand to hand", "Charisma": "hired companions"}.items():
        card = maker.page.locator(f"#{name.lower()}")
        expect(card.get_by_text(words).first).to_be_hidden()
        card.locator("summary").click()
        expect(card.get_by_text(words).first).to_be_visible()


def test_what_was_opened_stays_open_over_a_move(maker, scripts):
    maker.press("Roll abilities")
    card = maker.page.locator("#strength")
    card.locator("summary").click()
    maker.press("Reroll Wisdom")
    expect(maker.page.get_by_role("status")).to_contain_text("Wisdom")
    # Without scripts each move shows a new page.
    expect(card.locator("details")).to_have_js_property("open", scripts)


def test_a_class_that_the_scores_do_not_allow_says_why_and_has_no_button(maker):
    def roll(reader):
        reader.press("Roll abilities")
        reroll(reader, "Constitution", most=8)

    maker.ahead("/osr/new", roll)
    low = maker.scores()["Constitution"]
    maker.go_on()
    reason = f"A dwarf needs Constitution 9 or more; yours is {low}."
    expect(maker.page.get_by_text(reason)).to_be_visible()
    expect(maker.button("Choose Dwarf")).to_have_count(0)
    expect(maker.button("Choose Fighter")).to_be_visible()


def test_a_trade_costs_two_points_and_buys_one(maker):
    def roll(reader):
        reader.press("Roll abilities")
        reroll(reader, "Wisdom", 13)
        reroll(reader, "Strength", 12, 17)
        before = reader.scores()
        reader.go_on()
        reader.press("Choose Fighter")
        reader.go_on()
        return before

    before = maker.ahead("/osr/new", roll)
    expect(maker.button("Raise Strength")).to_be_disabled()
    maker.press("Lower Wisdom")
    assert maker.value("Points to spend") == "1"
    maker.press("Continue")
    assert maker.page.title().startswith("Error: 1 freed point isn’t spent yet.")
    maker.press("Raise Strength")
    after = maker.scores()
    assert (after["Wisdom"], after["Strength"]) == (before["Wisdom"] - 2, before["Strength"] + 1)
    maker.go_on()
    assert heading(maker) == "Hit points, gold, alignment"


def test_what_is_missing_is_told_at_its_field_and_nothing_is_lost(maker, scripts):
    maker.ahead("/osr/new", make_to_the_details, "Elf")
    maker.press("Continue")
    expect(maker.page.locator("#hitPoints .wrong")).to_have_text("Roll hit points.")
    expect(maker.page.locator("#gold .wrong")).to_have_text("Roll starting gold.")
    expect(maker.field("link", "2 things need another look. Start with the first.")).to_be_visible()
    expect(maker.page.locator("#hitPoints")).to_be_focused()
    maker.field("radio", "Chaos").check()
    if scripts:
        expect(maker.page.get_by_role("status")).to_have_text("Your alignment: Chaos.")
        maker.is_settled()
    maker.press("Roll hit points")
    expect(maker.field("radio", "Chaos")).to_be_checked()
    maker.press("Roll gold")
    assert re.fullmatch(r"\d+ gp", maker.value("Gold"))
    maker.go_on()
    maker.field("textbox", "Title (optional)").fill("y" * 61)
    maker.press("Continue")
    for name, sentence in [("Name", "needs a name"), ("Title (optional)", "at most 60")]:
        field = maker.field("textbox", name)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description(re.compile(sentence))
    expect(maker.field("textbox", "Title (optional)")).to_have_value("y" * 61)
    maker.field("textbox", "Name").fill("Nim")
    maker.field("textbox", "Title (optional)").fill("the Bold")
    maker.go_on("Back")
    maker.go_on()
    expect(maker.field("textbox", "Title (optional)")).to_have_value("the Bold")


def test_shopping_counts_every_coin(maker):
    maker.ahead("/osr/new", make_to_the_shop)
    rolled = gold(maker)
    maker.follow(link(maker, "Gear").click)
    maker.press("Buy Rope (50 ft)")
    assert gold(maker) == rolled - 1
    card = maker.page.locator("#rope")
    expect(card).to_contain_text("1 owned")
    expect(card).to_be_in_viewport()
    maker.follow(link(maker, "Inventory").click)
    assert maker.value("Spent") == "1 gp"
    assert maker.value("Weight") == f"{rolled - 1 + 80} coins"
    assert maker.value("Load in coins").startswith(f"{rolled - 1 + 80} ")
    assert re.fullmatch(r"\d+ \[\d+\]", maker.value("Armour class"))
    maker.press("Return Rope (50 ft)")
    assert gold(maker) == rolled
    expect(maker.page.get_by_text("Nothing yet.")).to_be_visible()
    # Nobody buys a second suit: its button is gone, but the focus stays with it.
    maker.follow(link(maker, "Armour").click)
    maker.press("Buy Leather")
    expect(maker.button("Buy Leather")).to_have_count(0)
    assert not maker.scripts or maker.has_focus("leather")


def test_filters_stay_while_one_shops(maker, scripts):
    maker.ahead("/osr/new", make_to_the_shop, "Cleric")
    maker.follow(link(maker, "Weapons").click)
    # At first only what the class can use is there.
    for count in [1, 0]:
        expect(link(maker, "Sword")).to_have_count(1 - count)
        usable = maker.field("checkbox", "Class can use")
        if scripts:
            maker.follow(usable.click)
            assert maker.has_focus("usable")
        else:
            usable.click()
            maker.follow(maker.button("Filter").click)
        expect(link(maker, "Sword")).to_have_count(count)
    maker.press("Buy Club")
    expect(link(maker, "Sword")).to_have_count(0)
    expect(maker.field("checkbox", "Class can use")).to_be_checked()
    maker.follow(link(maker, "Club").click)
    assert heading(maker) == "Club"
    assert maker.value("Damage") == "1d4"
    maker.press("Buy Club")
    assert heading(maker) == "Club"
    expect(maker.page.locator(".owned")).to_contain_text("2 owned")
    maker.follow(link(maker, "Back to Weapons").click)
    expect(maker.field("checkbox", "Class can use")).to_be_checked()


@pytest.mark.path
def test_a_surprise_makes_a_whole_character_and_asks_before_it_replaces_one(maker):
    maker.go_on("Surprise me")
    assert heading(maker) == "Look it over"
    maker.go_on()
    maker.press("Save to this browser")
    expect(maker.page.get_by_role("status")).to_have_text("Saved to this browser.")
    # What is saved or made by chance is not lost, so the next one comes at once.
    maker.open("/osr/new/abilities")
    maker.go_on("Surprise me")
    first = maker.page.locator(".sheet").first.inner_text()
    for _ in range(9):
        maker.press("Surprise me")
        if maker.page.locator(".sheet").first.inner_text() != first:
            break
    else:
        raise AssertionError("the same character ten times")
    expect(maker.page.locator(".abilities .hint")).to_contain_text("Abilities rolled")
    maker.open("/osr/new/abilities")
    maker.press("Reroll Wisdom")
    expect(maker.page.locator("#wisdom .from")).to_have_text("rerolled once")
    maker.follow(maker.button("Surprise me").click)
    expect(maker.page.locator("h1")).to_have_text("A whole new character?")
    maker.follow(maker.button("Keep character").click)
    # Another one begins at once, and the last one waits for the first roll.
    maker.open("/osr")
    maker.follow(link(maker, "Create a new character").click)
    expect(maker.button("Reroll Strength")).to_have_count(0)
    expect(maker.page.get_by_role("link", name="Continue it")).to_be_visible()
    maker.press("Roll abilities")
    expect(maker.page.locator("#wisdom .from")).to_have_text("first roll")
    expect(maker.page.get_by_role("link", name="Continue it")).to_have_count(0)


def test_a_change_after_saving_is_kept_as_one_chooses(maker):
    def save(reader):
        make(reader, "Fighter", "Nim")
        reader.press("Save to this browser")

    maker.ahead("/osr/new", save)
    maker.open("/osr/new/equipment?tab=gear")
    maker.press("Buy Wine (2 pints)")
    expect(maker.page.locator(".notice")).to_contain_text("replace it or keep both")
    maker.open("/osr/new/save")
    expect(maker.button("Save to this browser")).to_have_count(0)
    expect(maker.button("Keep both in your vault")).to_be_visible()
    maker.press("Replace it in your vault")
    maker.open("/osr/vault")
    expect(maker.page.get_by_role("link", name="Open Nim")).to_have_count(1)


@by_turns
@pytest.mark.parametrize("wish", ["Thief", "Magic-user"])
def test_a_surprise_for_each_step_ends_in_a_character(maker, wish):
    maker.press("Roll abilities")
    maker.go_on()
    maker.press(f"Choose {wish}")
    maker.go_on()
    # There may be nothing to trade.
    adjust = [] if maker.has("Roll gold") else ["adjust"]
    for name in [*adjust, "details", "biography", *(["spells"] if wish in CASTERS else []),
                 "equipment"]:
        assert maker.page.url.split("?")[0].endswith(f"/osr/new/{name}")
        maker.press("Surprise me")
        maker.go_on()
    assert heading(maker) == "Look it over"
    expect(maker.page.get_by_role("heading", name="Class abilities")).to_be_visible()


def test_a_double_click_goes_on_by_one_step_and_saves_once(maker, scripts):
    maker.ahead("/osr/new", make, "Fighter", "Twice")
    button = maker.button("Save to this browser")
    if scripts:
        maker.settle(button.dblclick)
    else:
        maker.follow(button.dblclick)
        # Both presses, as the first alone may still be on its way.
        expect(button).to_have_count(0)
    maker.open("/osr/vault")
    expect(maker.page.get_by_role("link", name=re.compile("^Open Twice"))).to_have_count(1)


def test_the_way_back_and_the_list_of_steps_lead_to_what_is_done(maker):
    maker.ahead("/osr/new", make, "Thief", "Nim")
    maker.follow(maker.button("Back").click)
    assert heading(maker) == "Look it over"
    steps = maker.page.get_by_role("navigation", name="Steps")
    assert steps.locator("[aria-current=step]").inner_text().strip().startswith("✓")
    maker.follow(steps.get_by_role("link", name=re.compile("Class")).click)
    assert heading(maker) == "Choose a class"
    expect(maker.page.get_by_text("Your class", exact=True)).to_be_visible()
    expect(maker.page.locator("#loss-fighter")).to_contain_text("Hit points need rolling again.")
    maker.press("Choose Fighter")
    expect(maker.page.locator(".notice")).to_contain_text("Hit points need rolling again.")
    maker.open("/osr/new/save")
    # Which of them it is depends on whether these scores leave anything to trade.
    assert heading(maker) in {"Adjust your abilities", "Hit points, gold, alignment"}


def test_abandoning_asks_and_forgets(maker):
    maker.press("Roll abilities")
    before = maker.scores()
    maker.follow(maker.button("Abandon character").click)
    maker.follow(maker.button("Keep character").click)
    assert maker.scores() == before
    maker.follow(maker.button("Abandon character").click)
    maker.press("Yes, abandon")
    maker.open("/osr/new")
    expect(maker.button("Reroll Strength")).to_have_count(0)


@pytest.mark.path
def test_shared_with_everybody_and_the_link_that_deletes_it(maker):
    maker.ahead("/osr/new", make, "Halfling", "Shared Nim")
    maker.press("Save to both")
    expect(maker.page.get_by_role("status")).to_have_text(
        "Saved to this browser. Saved to Dragon Cloud.")
    secret = maker.page.get_by_role("link", name=re.compile("delete#secret="))
    maker.unfold(secret)
    expect(secret).to_be_visible()
    assert secret.inner_text() == secret.get_attribute("href")
    assert secret.inner_text().startswith(f"{maker.url}/osr/cloud/")
    maker.follow(link(maker, "See it on Dragon Cloud").click)
    assert "Shared Nim" in heading(maker)


@pytest.mark.turns("hall", "scripts", start=1)
@pytest.mark.parametrize("first", [0, pytest.param(1, marks=pytest.mark.proof)])
def test_every_step_outlives_the_death_of_the_backend(maker, hall, first):
    """A form drawn before the processes died is taken after it, and the draft is as it was. They
    die before every second move, and in the long proof before the others too."""
    moves = itertools.count(first)

    def slay():
        if next(moves) % 2 == 0:
            hall.slay()

    def press(name):
        slay()
        maker.press(name)

    def proceed():
        slay()
        maker.go_on()

    press("Roll abilities")
    before = maker.scores()
    proceed()
    press("Choose Magic-user")
    proceed()
    if not maker.has("Roll gold"):
        proceed()
    press("Roll hit points")
    press("Roll gold")
    points = maker.value("Hit points")
    proceed()
    maker.field("textbox", "Name").fill("Nine Lives")
    proceed()
    maker.tick("radio", "Sleep")
    proceed()
    slay()
    shop(maker, "Weapons", "Dagger")
    left = gold(maker)
    proceed()
    proceed()
    press("Save to this browser")
    maker.open("/osr/new/abilities")
    assert maker.scores() == before
    maker.open("/osr/new/details")
    assert maker.value("Hit points") == points
    maker.open("/osr/new/equipment")
    assert gold(maker) == left


@by_turns
def test_a_whole_character_by_keyboard_alone(maker, scripts):
    """Tab, arrows, Space and Enter; with scripts the next step begins at its heading.

    Without them every move loads a page, and where that begins is the browser's.
    """
    keyboard = maker.page.keyboard

    def tab_to(identity, limit=120):
        for _ in range(limit):
            if maker.has_focus(identity):
                return
            keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {identity}")

    def press(identity, key="Enter"):
        tab_to(identity)
        maker.settle(lambda: keyboard.press(key))

    def proceed(name):
        before = maker.page.url
        press(f"continue-{name}")
        maker.page.wait_for_url(lambda url: url != before)
        maker.is_settled()
        if scripts:
            assert maker.page.evaluate("document.activeElement.tagName") == "H1"

    press("roll-abilities")
    press("reroll-strength", "Space")
    if scripts:
        assert maker.has_focus("reroll-strength")
    proceed("abilities")
    press("choose-magic-user")
    proceed("class")
    if not maker.has("Roll gold"):
        proceed("adjust")
    press("roll-hit-points")
    press("roll-gold")
    tab_to("alignment-law")
    keyboard.press("ArrowDown")
    if scripts:
        expect(maker.page.get_by_role("status")).to_have_text("Your alignment: Neutrality.")
        maker.is_settled()
    proceed("details")
    tab_to("name")
    keyboard.type("Keys")
    before = maker.page.url
    maker.settle(lambda: keyboard.press("Enter"))
    maker.page.wait_for_url(lambda url: url != before)
    tab_to("spell-charmPerson")
    keyboard.press("Space")
    proceed("spells")
    tab_to("usable" if scripts else "filter")
    maker.follow(lambda: keyboard.press("Space"))
    maker.open("/osr/new/equipment?tab=weapons")
    press("buy-dagger")
    assert maker.has_focus("buy-dagger") or maker.has_focus("dagger") or not scripts
    proceed("equipment")
    proceed("review")
    press("save-vault")
    expect(maker.page.get_by_role("status")).to_have_text("Saved to this browser.")


def test_enter_in_a_field_goes_on_and_never_rolls(maker):
    maker.ahead("/osr/new", make_to_the_details, "Fighter")
    maker.press("Roll hit points")
    maker.press("Roll gold")
    points = maker.value("Hit points")
    maker.field("radio", "Law").focus()
    before = maker.page.url
    maker.settle(lambda: maker.page.keyboard.press("Enter"))
    maker.page.wait_for_url(lambda url: url != before)
    assert heading(maker) == "Name your character"
    maker.open("/osr/new/details")
    assert maker.value("Hit points") == points


def test_every_step_fits_the_smallest_screens(visit, scripts):
    maker = visit("/osr/new", scripts=scripts, viewport={"width": 320, "height": 568})
    maker.ahead("/osr/new", lambda reader: reader.press("Surprise me"))
    for name in ["abilities", "class", "adjust", "details", "biography", "equipment", "review"]:
        maker.open(f"/osr/new/{name}")
        assert maker.page.evaluate("document.documentElement.scrollWidth") == 320, name
        expect(maker.button("Continue")).to_be_in_viewport()
        expect(maker.page.get_by_text(re.compile(
            r"^Step \d of \d: |^Adjustments: not needed$"))).to_be_visible()


def test_the_sheet_prints_on_one_page_from_the_review(visit, scripts):
    maker = visit("/osr/new", scripts=scripts)
    maker.ahead("/osr/new", lambda reader: reader.press("Surprise me"))
    pdf = maker.page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1


def gold(maker):
    return int(re.fullmatch(r"(\d+) gp", maker.value("Gold"))[1])
