"""Dice played by hand, with scripts and without."""

import csv
import json
import re

import pytest
from playwright.sync_api import expect

from kit.plays import number
from kit.ways import both_ways, by_turns

pytestmark = both_ways

KINDS = ["d4", "d6", "d8", "d10", "d12", "d20", "d100"]


@pytest.fixture
def player(visit, scripts):
    return visit("/dice", scripts=scripts)


def faces(facts):
    return [int(face) for face in facts["Faces"].split(", ")]


def test_a_first_view_says_what_is_rolled_and_what_it_can_make(player):
    assert player.facts() == {"Now rolling": "1d4", "Lowest": "1", "Highest": "4", "Mean": "2.5"}
    assert player.page.title() == "Dice – Dicehall"
    kinds = player.field("combobox", "Die type")
    player.unfold(kinds)
    assert kinds.locator("option").all_inner_texts() == KINDS
    # While no roll has a name, there is but a row to name one.
    player.page.set_viewport_size({"width": 390, "height": 844})
    named = player.page.get_by_role("region", name="Named rolls")
    middles = [box["y"] + box["height"] / 2 for box in (
        part.bounding_box() for part in named.locator(".typed > *").all())]
    assert len(middles) == 3 and max(middles) - min(middles) < 8
    assert named.bounding_box()["height"] < 150


def test_the_buttons_change_the_dice_and_the_modifier(player):
    player.press("Add die")
    player.press("Add modifier")
    player.press("Add modifier")
    assert player.facts() == {"Now rolling": "2d4+2", "Lowest": "4", "Highest": "10", "Mean": "7"}
    player.press("Remove die")
    for _ in range(3):
        player.press("Remove modifier")
    assert player.facts()["Now rolling"] == "1d4−1"
    player.press("Remove die")
    assert player.facts()["Now rolling"] == "1d4−1"
    player.press("Clear")
    assert player.facts()["Now rolling"] == "1d4"


def test_every_kind_of_die_rolls_within_its_sides(player):
    player.press("Add die")
    for kind in KINDS:
        player.choose(kind)
        player.press("Roll")
        facts, sides = player.facts(), int(kind[1:])
        assert facts["Now rolling"] == f"2{kind}"
        assert (facts["Lowest"], facts["Highest"]) == ("2", str(2 * sides))
        assert number(facts["Mean"]) == sides + 1
        assert len(faces(facts)) == 2
        assert all(1 <= face <= sides for face in faces(facts))
        assert number(facts["Total"]) == sum(faces(facts))
        assert player.page.locator(".stage").get_by_role("img").count() == 2


@pytest.mark.path
def test_a_roll_says_its_outcome_first_and_is_written_down(player):
    player.set_field("textbox", "Expression", "3d6+2")
    player.press("Roll")
    facts = player.facts()
    assert number(facts["Total"]) == sum(faces(facts)) + 2
    assert player.headline() == f"You rolled 3d6+2: {facts['Total']}"
    assert player.page.title().startswith(player.headline())
    player.press("Roll")
    second = player.facts()
    rows = player.rows("Your rolls, newest first")
    assert [row[1:] for row in rows] == [
        ["3d6+2", second["Faces"], second["Total"]], ["3d6+2", facts["Faces"], facts["Total"]]]
    assert all(re.search(r"\d\d:\d\d", row[0]) for row in rows)


@pytest.mark.path
def test_one_press_rolls_a_die_and_enter_rolls_what_is_typed(player):
    player.press("Roll d20")
    assert player.headline().startswith("You rolled 1d20: ")
    player.set_field("textbox", "Expression", "d%")
    player.settle(lambda: player.page.keyboard.press("Enter"))
    assert player.headline().startswith("You rolled 1d100: ")
    player.set_field("textbox", "Expression", "d6+1")
    player.press("Roll")
    assert player.headline().startswith("You rolled 1d6+1: ")
    player.press("Roll 10")
    assert player.headline().startswith("10 rolls of 1d6+1: ")
    assert len(player.rows("Your rolls, newest first")) == 12
    table = player.rows("Totals of 1d6+1 and what to expect")
    assert [row[::2] for row in table] == [[str(total), "1.8"] for total in range(2, 8)]
    assert sum(int(row[1]) for row in table) == 11
    player.press("Roll 100")
    player.open_link("All rolls")
    assert len(player.rows("Your rolls, newest first")) == 113


FOLDED = ["Roll 10", "Roll 100"]
BUTTONS = [
    "Roll", *(f"Roll {kind}" for kind in KINDS), "Remove die", "Add die", "Remove modifier",
    "Add modifier"]


def places(player):
    """The box of each of them, all asked for at once."""
    found = dict(player.page.get_by_role("button").evaluate_all("""all => all.map(one =>
      [one.ariaLabel || one.textContent.trim().replace(/\\s+/g, ' '),
       (({x, y, height}) => ({x, y: y + scrollY, height}))(one.getBoundingClientRect())])"""))
    return {name: found[name] for name in [*BUTTONS, *FOLDED] if name in found}


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (1280, 720)])
def test_the_buttons_stay_under_the_finger_and_in_the_first_screen(player, size):
    width, height = size
    player.page.set_viewport_size({"width": width, "height": height})
    before = places(player)
    assert set(before) == set(BUTTONS)
    assert all(box["y"] + box["height"] <= height for box in before.values())
    for expression, button in [
            (None, "Roll"), (None, "Roll 10"), (None, "Roll 100"), (None, "Roll d12"),
            ("2d", "Roll"), ("99d100-99", "Roll"), (None, "Roll 100"),
            ("8d10!!>=9", "Roll"), ("40d6", "Roll"), ("100d6", "Roll"), ("2d", "Roll 10"),
            (None, "Add die"), (None, "Roll d4"), ("-" * 100, "Roll"), ("d20", "Roll 10")]:
        if expression:
            player.set_field("textbox", "Expression", expression)
        player.press(button)
        wrong = player.page.locator(".wrong")
        for name, box in places(player).items():
            # On a phone what is folded is below the result, and always below what is wrong in it.
            if name not in FOLDED or width == 1280 and not wrong.count():
                first = before.setdefault(name, box)
                assert abs(box["y"] - first["y"]) < 8, (expression, button, name)
                assert abs(box["x"] - first["x"]) < 8, (expression, button, name)
        news = wrong if wrong.count() else player.page.locator("#outcome")
        expect(news).to_be_in_viewport(ratio=1)
    player.set_field("spinbutton", "How many", "1000")
    player.press("Roll d6")
    assert abs(places(player)["Roll"]["y"] - before["Roll"]["y"]) < 8


@pytest.mark.parametrize("width", [320, 360, 390])
def test_on_a_phone_the_number_of_dice_is_to_the_left_of_roll_and_the_modifier_to_its_right(player, width):
    player.page.set_viewport_size({"width": width, "height": 844})
    boxes = [player.page.locator(one).bounding_box() for one in (
        "#remove-die", "#add-die", "#roll", "#remove-modifier", "#add-modifier")]
    for one, other in zip(boxes, boxes[1:]):
        assert one["x"] + one["width"] < other["x"] and one["y"] < other["y"] + other["height"]
    assert all(min(box["width"], box["height"]) >= 44 for box in boxes)
    assert max(boxes, key=lambda box: box["width"] * box["height"]) is boxes[2]
    # What most rolls bring moves nothing below it: Roll 10, Roll 100 and the rest of More.
    more = player.page.locator("#more")
    place = "one => one.getBoundingClientRect().top + scrollY"
    before = more.evaluate(place)
    for button in ("Roll", "Roll d20", "Roll 10", "Roll 100", "Roll d100"):
        player.press(button)
        assert abs(more.evaluate(place) - before) < 8, button


def test_the_total_is_the_picture_and_a_chart_waits_for_ten_rolls(player):
    player.page.set_viewport_size({"width": 390, "height": 844})
    player.press("Roll d20")
    total = player.page.locator("#outcome b")
    expect(total).to_have_text(player.facts()["Total"])
    assert total.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 72
    expect(total).to_be_in_viewport(ratio=1)
    expect(player.page.locator(".shapes [aria-current]")).to_have_accessible_name("Roll d20")
    expect(player.page.get_by_text(f"One roll so far: {player.facts()['Total']}")).to_be_visible()
    player.set_field("textbox", "Expression", "4d6kh3")
    player.press("Roll")
    # No die of the rack is the one that Roll rolls now.
    expect(player.page.locator(".shapes [aria-current]")).to_have_count(0)
    player.ahead("/dice", lambda reader: [reader.press("Roll") for _ in range(8)])
    assert len(player.rows("Your rolls, newest first")) == 10
    assert player.page.locator(".chart").count() == 0
    player.press("Roll")
    assert player.page.locator(".chart").count() == 1


def test_a_total_may_be_negative(player):
    player.set_field("textbox", "Expression", "1d4-99")
    player.press("Roll")
    facts = player.facts()
    assert (facts["Lowest"], facts["Highest"], facts["Mean"]) == ("−98", "−95", "−96.5")
    assert -98 <= number(facts["Total"]) <= -95


@pytest.mark.path
@by_turns
@pytest.mark.parametrize("wrong", ["4d6k3h", "<b>6</b>"])
def test_a_wrong_expression_is_refused_beside_the_field_and_kept(player, wrong):
    player.set_field("textbox", "Expression", "2d6")
    player.press("Roll")
    before = player.facts()
    player.set_field("textbox", "Expression", wrong)
    with player.page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        player.press("Roll")
    assert answer.value.status == 422
    field = player.field("textbox", "Expression")
    message = player.page.locator("#expression-wrong p").first.inner_text()
    expect(field).to_have_value(wrong)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile(re.escape(message)))
    expect(player.page).to_have_title(re.compile("^Error: " + re.escape(message)))
    expect(field).to_be_focused()
    # Seen once; who listens hears it, too.
    expect(player.page.get_by_role("main").get_by_text(message)).to_have_count(1)
    expect(player.page.locator("#expression-wrong mark")).to_contain_text("k3h" if "k" in wrong else "<")
    assert player.facts() == before
    assert len(player.rows("Your rolls, newest first")) == 1


@by_turns
@pytest.mark.parametrize(("field", "wish", "granted"), [
    ("How many", "1e9", "99d4"), ("Modifier", "-100", "1d4−99")])
def test_a_number_beyond_the_limits_is_moved_to_the_nearest_with_a_sentence(
        player, field, wish, granted):
    player.set_field("spinbutton", field, wish)
    player.press("Roll")
    assert player.facts()["Now rolling"] == granted
    assert "Total" not in player.facts(), "rolled with dice that the visitor has not seen"
    expect(player.page.locator(".notice")).to_contain_text("so it’s")
    player.press("Roll")
    assert player.page.locator(".notice").count() == 0
    assert player.facts()["Total"]


def test_any_expression_is_rolled_with_its_chances_until_other_dice_are_chosen(player, scripts):
    player.page.set_viewport_size({"width": 320, "height": 568})
    player.open("/dice?expression=4d6kh3")
    field = player.field("textbox", "Expression")
    player.settle(lambda: field.press("Enter"))
    # A reload doesn't fill in what the address said before.
    assert player.page.url.endswith("/dice")
    facts = player.facts()
    total = facts["Total"]
    assert player.headline() == f"You rolled 4d6kh3: {total}"
    assert player.value(f"{total} or more").endswith("%") or total == "3"
    assert facts["Faces"].count("(") == 1
    dropped = player.page.get_by_role("img", name=re.compile(", dropped$"))
    expect(dropped).to_have_count(1)
    player.page.get_by_text("All 4 dice in words").click()
    expect(player.page.get_by_role("listitem").filter(has_text="dropped")).to_be_visible()
    assert player.page.get_by_role("link", name="Odds of 4d6kh3").get_attribute("href").endswith(
        "/odds?x=4d6kh3")
    player.set_field("textbox", "Expression", "6x(4d6dl1)")
    player.press("Roll 10")
    assert player.headline().startswith("10 rolls of 6x(4d6dl1): ")
    assert player.page.evaluate("document.documentElement.scrollWidth") == 320
    # The dice beside the field are as they were, and using them brings them back.
    player.set_field("spinbutton", "How many", "3")
    player.press("Roll d20")
    assert player.facts()["Now rolling"] == ("3d20" if scripts else "1d20")


def test_the_history_can_be_downloaded_and_cleared(player):
    for expression in ("2d6+3", "1d20-1"):
        player.set_field("textbox", "Expression", expression)
        player.press("Roll")
    shown = player.rows("Your rolls, newest first")[::-1]

    (table_name, table), (name, document) = map(
        player.download, ("Download CSV", "Download JSON"))
    assert (table_name, name) == ("dice-log.csv", "dice-log.json")
    rows, rolls = list(csv.DictReader(table.decode().splitlines())), json.loads(document)
    assert [row["expression"] for row in rows] == ["2d6+3", "1d20-1"]
    for row, roll, (_, _, faces, total) in zip(rows, rolls, shown, strict=True):
        dice = [*map(str, roll["faces"]), ""][:2]
        assert row == {
            "time": roll["time"], "expression": roll["expression"], "total": str(roll["total"]),
            "modifier": str(roll["total"] - sum(roll["faces"])), "die 1": dice[0], "die 2": dice[1]}
        assert [faces, number(total)] == [", ".join(map(str, roll["faces"])), roll["total"]]
    player.press("Roll 100")
    newest = player.rows("Your rolls, newest first")
    player.open_link("All rolls")
    rolls = player.rows("Your rolls, newest first")
    # The day stands wherever it is another than in the row above.
    assert [row[1:] for row in rolls[100:]] == [row[1:] for row in shown[::-1]]
    assert (len(rolls), rolls[:12]) == (102, newest)
    assert len(json.loads(player.download("Download JSON")[1])) == 102
    player.open_link("Back to the dice")
    player.press("Clear history")
    assert player.page.get_by_role("table").count() == 0
    expect(player.page.get_by_text("Nothing rolled yet")).to_be_visible()


def test_the_most_dice_there_can_be_are_all_shown(player):
    player.set_field("textbox", "Expression", "99d100-99")
    player.press("Roll")
    facts = player.facts()
    assert len(faces(facts)) == 99
    assert number(facts["Total"]) == sum(faces(facts)) - 99
    assert player.page.locator(".stage").get_by_role("img").count() == 99


@pytest.mark.path
def test_named_rolls_are_kept_and_go_to_others_as_text_and_as_a_link(player, visit, scripts):
    player.set_field("textbox", "Expression", "1d20+7")
    player.set_field("textbox", "Roll name", "attack")
    player.press("Keep roll")
    player.set_field("textbox", "Expression", "8d6")
    player.set_field("textbox", "Roll name", "damage")
    player.press("Keep roll")
    player.set_field("textbox", "Expression", "8d6")
    player.press("Roll")
    assert player.headline().startswith("You rolled 8d6: ")
    player.press("Roll attack")
    assert player.headline().startswith("You rolled 1d20+7: ")
    # Undo brings back what was removed, not what stands in the fields.
    player.press("Remove damage")
    assert not player.has("Roll damage")
    player.press("Undo")
    player.page.get_by_text("Share, save or import").click()
    rolls = b"attack: 1d20+7\ndamage: 8d6\n"
    assert player.download("Download as text") == ("dice-rolls.txt", rolls)
    link = player.field("link", "Link to share").get_attribute("href")

    friend = visit(link, scripts=scripts)
    friend.press_on("Keep all")
    assert friend.page.url.endswith("/dice#named")
    friend.press("Roll damage")
    assert friend.headline().startswith("You rolled 8d6: ")

    other = visit("/dice", scripts=scripts)
    other.page.get_by_text("Import rolls").click()
    other.set_field("textbox", "Rolls as text", "attack 1d20+7")
    other.press("Import")
    assert "Line 1, “attack 1d20+7”" in other.page.locator("#lines-wrong").inner_text()
    other.set_field("textbox", "Rolls as text", rolls.decode())
    other.press("Import")
    assert other.has("Roll attack") and other.has("Roll damage")


def test_enter_in_the_name_of_a_roll_keeps_what_is_typed(player, scripts):
    player.set_field("textbox", "Expression", "1d20+7")
    player.set_field("textbox", "Roll name", "attack")
    player.settle(lambda: player.page.keyboard.press("Enter"))
    expect(player.page.get_by_role("button", name="Roll attack")).to_be_visible()
    expect(player.field("textbox", "Roll name")).to_have_value("")
    assert player.page.get_by_role("link", name="Odds of 1d20+7").count() > 0
    # Without scripts the first button of the form is pressed, too.
    rolled = player.headline().startswith("You rolled 1d20+7: ")
    assert rolled != scripts


def test_what_was_probably_meant_is_one_press_away(player, visit, scripts):
    player.open("/dice?expression=4d6k3h")
    expect(player.page.locator("#expression-wrong")).to_contain_text("Did you mean 4d6kh3?")
    expect(player.field("textbox", "Expression")).to_have_value("4d6k3h")
    player.press("Roll 4d6kh3")
    assert player.headline().startswith("You rolled 4d6kh3: ")
    player.set_field("textbox", "Expression", "2d6 bad luck")
    player.press("Roll")
    player.press("Roll 2d6[bad luck]")
    assert player.headline().startswith("You rolled 2d6[bad luck]: ")
    expect(player.page.locator(".wrong")).to_have_count(0)

    reader = visit("/odds?x=4d6m2&y=2d6+3&t=1.5", scripts=scripts)
    assert reader.page.locator(".wrong").count() == 3
    reader.open_link("Odds of 4d6min2")
    reader.open_link("Odds of 2d6+3")
    reader.set_field("textbox", "Target (optional)", "12")
    reader.follow(lambda: reader.button("Work out").click())
    expect(reader.page.get_by_role("heading", name="4d6min2 against 2d6+3")).to_be_visible()


@pytest.mark.parametrize(("path", "link", "question", "name", "fact"), [
    ("/osr/new", "Exact odds of 3d6", "3d6", "13 or more", "7/27"),
    ("/reference/abilities", "how likely each score is", "3d6", "13 or more", "7/27"),
    ("/rules/craps", "exact odds of 2d6", "2d6", "Mean", "7"),
    ("/rules/pig", "exact odds", "d{0,2..6}", "Mean", "10/3"),
])
def test_games_lead_to_the_odds_of_what_they_roll(
        visit, scripts, path, link, question, name, fact):
    reader = visit(path, scripts=scripts)
    reader.open_link(link)
    expect(reader.page.get_by_role("heading", name=f"Odds of {question}", exact=True)).to_be_visible()
    assert reader.value(name).split()[0] == fact


def test_a_roll_is_shared_by_a_link_that_proves_nothing(player, visit, scripts):
    player.set_field("textbox", "Expression", "4d6kh3")
    player.press("Roll")
    total = player.facts()["Total"]
    share = player.field("link", "Share this roll")
    link = share.get_attribute("href")
    if scripts:
        player.context.grant_permissions(["clipboard-read", "clipboard-write"])
        share.click()
        expect(player.field("link", "Link copied")).to_be_visible()
        assert player.page.evaluate("navigator.clipboard.readText()") == f"{player.url}{link}"
    else:
        player.open_link("Share this roll")
    friend = visit(link, scripts=scripts)
    expect(friend.page.locator("#outcome .total")).to_have_text(total)
    expect(friend.page.get_by_role("main")).to_contain_text("it proves nothing")
    expect(friend.page.locator(".told .die")).to_have_count(4)
    assert friend.value(f"Exactly {total}").endswith("%")
    friend.open_link("Roll 4d6kh3 yourself")
    expect(friend.field("textbox", "Expression")).to_have_value("4d6kh3")
    answer = friend.open(link.replace("dice=", "dice=7."))
    assert answer.status == 422
    expect(friend.page.locator("#outcome")).to_have_text("This link shows no roll")
    assert friend.context.cookies() == []


def test_the_horizon_is_gold_where_the_total_is(player):
    player.press("Roll")
    expect(player.page.locator(".horizon")).to_have_count(0)
    player.set_field("textbox", "Expression", "2d6")
    player.press("Roll")
    total = int(player.facts()["Total"])
    landed = player.page.locator(".horizon .landed").bounding_box()
    chart = player.page.locator(".horizon svg").bounding_box()
    place = (landed["x"] + landed["width"] / 2 - chart["x"]) / chart["width"] * 11
    assert int(place) == total - 2
