"""By keyboard alone, and as a screen reader announces it."""

import re
import time

import pytest
from playwright.sync_api import expect

from kit.characters import HILDA
from kit.framed import GAMES
from kit.plays import FACES, bring_in, play_craps
from kit.rooms import Seat, join, open_room

pytestmark = pytest.mark.parametrize("hall", ["nginx"], indirect=True)

FOCUSED = """() => { const one = document.activeElement;
  return { id: one.id, name: one.textContent.trim() || one.name || one.id,
    tag: one.tagName, outline: parseFloat(getComputedStyle(one).outlineWidth),
    covered: isCovered(one) };
  // By a bar that stays in sight.
  function isCovered(one) {
    const box = one.getBoundingClientRect();
    const above = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    for (let bar = above; bar && !bar.contains(one); bar = bar.parentElement)
      if (/sticky|fixed/.test(getComputedStyle(bar).position)) return true;
    return false;
  } }"""
TABBABLE = """() => [...document.querySelectorAll(
    'a[href], button, input:not([type=radio]:not(:checked)), select, textarea, summary, [tabindex="0"]')]
  .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.type !== 'hidden'
    && one.tabIndex === 0).length"""


def tab_to(player, identity, limit=60):
    """Presses Tab until that control has the focus."""
    for _ in range(limit):
        player.page.keyboard.press("Tab")
        if player.page.evaluate(FOCUSED)["id"] == identity:
            return
    raise AssertionError(f"Tab does not reach {identity}")


def key(player, name):
    player.settle(lambda: player.page.keyboard.press(name))


@pytest.mark.parametrize("path", [
    "/", *(f"/{game}" for game in GAMES), "/odds?x=4d6kh3&y=3d6&t=13", "/room", "/rules/pig", "/about",
    "/about/design", "/reference/classes"])
def test_tab_reaches_everything_once_with_the_focus_in_sight(visit, path):
    player = visit(path)
    if player.has("Roll"):
        player.press("Roll")
        player.open(path)
    tab_through(player)


def test_no_bar_hides_the_focus_on_the_way_back(visit):
    player = visit("/osr/vault")
    bring_in(player, HILDA)
    player.follow(player.page.get_by_role("link", name="Play", exact=True).click)
    player.press("Lose 1")
    play = player.page.url
    for path in (play, "/osr/new/abilities"):
        player.page.goto(play) if path == play else player.open(path)
        count = player.page.evaluate(TABBABLE)
        reached = 0
        for _ in range(count):
            player.page.keyboard.press("Shift+Tab")
            focused = player.page.evaluate(FOCUSED)
            assert not focused["covered"], focused
            reached += focused["tag"] != "BODY"
        assert reached > 20


@pytest.mark.parametrize("kind", ["experiment", "table", "match", "pairs", "league"])
def test_tab_reaches_everything_in_a_room(hall, visit, kind):
    player = visit()
    code = open_room(player, kind)
    join(player, code, "Ann")
    Seat(hall.socket, code, "Bob").join()
    player.open(f"/room/{code}")
    if kind != "league":
        player.press("Roll")
    for page in ("", "/host"):
        player.open(f"/room/{code}{page}")
        tab_through(player)


def tab_through(player):
    """Everything that can be used has the focus once, in sight."""
    count = player.page.evaluate(TABBABLE)
    reached = []
    for _ in range(count):
        player.page.keyboard.press("Tab")
        focused = player.page.evaluate(FOCUSED)
        assert focused["tag"] != "BODY", f"{len(reached)} of {count} reached: {reached}"
        assert focused["outline"] >= 2 and not focused["covered"], focused
        reached.append(focused["name"])
    assert reached[0] == "Skip to the content"
    player.page.keyboard.press("Tab")
    assert player.page.evaluate(FOCUSED)["tag"] == "BODY"


def test_the_first_link_skips_to_the_content(visit):
    player = visit("/craps")
    player.page.keyboard.press("Tab")
    expect(player.page.get_by_role("link", name="Skip to the content")).to_be_in_viewport()
    player.page.keyboard.press("Enter")
    assert player.page.evaluate(FOCUSED)["id"] == "main"
    player.page.keyboard.press("Tab")
    player.page.keyboard.press("Tab")
    assert player.page.evaluate(FOCUSED)["id"] == "roll"


def test_dice_can_be_played_without_a_mouse(visit, scripts):
    player = visit("/dice", scripts=scripts)
    tab_to(player, "roll")
    key(player, "Enter")
    assert player.headline().startswith("You rolled 1d4: ")
    if not scripts:
        tab_to(player, "roll")
    key(player, "Space")
    assert len(player.rows("Your rolls, newest first")) == 2
    tab_to(player, "add-die")
    key(player, "Space")
    assert player.facts()["Now rolling"] == "2d4"
    player.page.locator("#more summary").press("Enter")
    tab_to(player, "expression")
    player.page.keyboard.press("Control+A")
    player.page.keyboard.type("3d8-1")
    key(player, "Enter")
    assert player.facts()["Now rolling"] == "3d8−1"
    player.unfold(player.field("combobox", "Die type"))
    tab_to(player, "die")
    # One key, as a choice is taken when the keys rest.
    revision = player.page.locator("#throw [name=revision]")
    before = revision.input_value()
    player.page.keyboard.press("End")
    if scripts:
        expect(revision).not_to_have_value(before)
    tab_to(player, "roll")
    key(player, "Enter")
    assert player.facts()["Now rolling"] == "3d100−1"


def test_a_choice_by_arrow_keys_is_taken_when_the_keys_rest(visit):
    player = visit("/about")
    # So that the machine may take its time between the keys.
    player.page.clock.install()
    player.open("/dice")
    player.page.clock.pause_at(time.time() + 3_600)
    player.page.locator("#more summary").press("Enter")
    tab_to(player, "die")
    for _ in range(4):
        player.page.keyboard.press("ArrowDown")
    assert player.revisions() == 0
    player.page.clock.run_for(1_000)
    expect(player.page.locator("dl.facts dd").first).to_have_text("1d12")
    assert player.page.evaluate(FOCUSED)["id"] == "die"
    assert player.revisions() == 1


def test_the_ante_is_set_by_arrow_keys(visit, scripts):
    player = visit("/craps", scripts=scripts)
    tab_to(player, "ante")
    player.page.keyboard.press("ArrowUp")
    player.page.keyboard.press("ArrowUp")
    tab_to(player, "set-ante")
    key(player, "Enter")
    assert player.facts()["Ante"] == "$15"


def test_enter_in_a_number_field_rolls(visit, scripts):
    player = visit("/dice", scripts=scripts)
    player.set_field("spinbutton", "How many", "5")
    key(player, "Enter")
    assert player.headline().startswith("You rolled 5d4: ")


@pytest.mark.parametrize("identity", ["roll", "add-die", "clear", "roll-100"])
def test_the_focus_stays_on_the_button_that_was_pressed(visit, identity):
    player = visit("/dice")
    player.page.locator("#more summary").press("Enter")
    tab_to(player, identity)
    key(player, "Enter")
    assert player.page.evaluate(FOCUSED)["id"] == identity


def test_a_control_that_is_gone_hands_the_focus_to_the_outcome(visit):
    player = visit("/dice")
    player.press("Roll")
    tab_to(player, "clear-history")
    key(player, "Enter")
    assert player.page.evaluate(FOCUSED)["id"] == "outcome"


def test_what_is_new_is_in_view_after_a_move_from_far_below(visit):
    player = visit("/dice", viewport={"width": 390, "height": 640})
    player.button("Clear history").or_(player.page.locator("#history")).scroll_into_view_if_needed()
    player.press("Roll 100")
    expect(player.page.locator("#outcome")).to_be_in_viewport(ratio=1)
    player.set_field("textbox", "Expression", "2d")
    player.press("Roll")
    expect(player.page.locator("#expression-wrong")).to_be_in_viewport(ratio=1)


def test_the_r_key_rolls_until_it_is_switched_off(visit):
    player = visit("/craps")
    key(player, "r")
    assert player.revisions() == 1
    switch = player.button("Keyboard shortcut: R rolls")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    player.page.evaluate("document.activeElement.blur()")
    key(player, "r")
    assert player.revisions() == 1
    player.open("/dice")
    key(player, "r")
    assert player.facts().get("Total") is None
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    key(player, "r")
    assert player.facts()["Total"]


def test_the_h_key_holds(visit):
    player = visit("/pig")
    for _ in range(40):
        key(player, "r")
        if player.has("Hold"):
            break
    total = player.facts()["Turn total"]
    key(player, "h")
    assert player.headline().endswith(f" held {total}: score {total}")
    before = player.revisions()
    key(player, "h")
    assert player.revisions() == before
    expect(player.button("Keyboard shortcuts: R rolls, H holds")).to_be_visible()


def test_r_is_a_letter_where_one_types_and_with_other_keys(visit):
    player = visit("/dice")
    player.set_field("textbox", "Expression", "")
    field = player.field("textbox", "Expression")
    field.press("r")
    expect(field).to_have_value("r")
    player.page.evaluate("document.activeElement.blur()")
    for combination in ("Alt+r", "Shift+R"):
        key(player, combination)
    assert player.revisions() == 0


def test_a_page_to_read_has_no_shortcut_and_no_switch(visit):
    player = visit("/about")
    expect(player.button("Keyboard shortcut: R rolls")).to_be_hidden()


def test_the_dice_are_images_named_in_words(visit, scripts):
    player = visit("/craps", scripts=scripts)
    player.press("Roll")
    names = [FACES[int(die) - 1] for die in player.facts()["Dice"].split(" and ")]
    snapshot = player.page.locator(".stage").aria_snapshot()
    assert re.findall(r'- img "(\w+)"', snapshot) == names
    assert player.headline() in snapshot
    status = player.page.locator(".stage").get_by_role("status")
    expect(status).to_contain_text(player.headline())


def test_a_seat_is_read_from_what_happened_to_what_everyone_rolled(visit, scripts):
    player = visit(scripts=scripts)
    join(player, open_room(player, "experiment", Guess="yes"), "Ann")
    player.press("Roll")
    snapshot = player.page.locator("main").aria_snapshot()
    parts = [
        'heading "2d6"', "status:", f'heading "{player.headline()}"', 'button "Roll"',
        "term: Your rolls", 'figure "Bars: your 1 roll."', "Your last results, newest last:",
        'heading "Everyone together"', 'heading "Results of 2d6"', 'link "Look again"']
    places = [snapshot.find(part) for part in parts]
    assert -1 not in places and places == sorted(places), snapshot


def test_landmarks_headings_and_tables_have_names(visit, scripts):
    player = visit("/craps", scripts=scripts)
    player.ahead("/craps", play_craps, lambda facts: facts["Point"] == "off")
    for role, name in [
            ("banner", None), ("navigation", "Main"), ("main", None), ("contentinfo", None),
            ("region", "Your bet"), ("region", "Last game"), ("region", "Past games"),
            ("table", "Rolls in order"), ("table", "Finished games, newest first")]:
        found = player.page.get_by_role(role, name=name, exact=True) if name \
            else player.page.get_by_role(role)
        assert found.count() == 1, (role, name)
    heads = player.page.get_by_role("table", name="Finished games").get_by_role("columnheader")
    assert heads.all_inner_texts() == ["Game", "Rolls", "Result", "Balance"]
    link = player.page.get_by_role("navigation").get_by_role("link", name="Craps")
    expect(link).to_have_attribute("aria-current", "page")
    assert player.page.get_by_role("heading", level=1).count() == 1
