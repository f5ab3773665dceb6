"""Craps played by hand, with scripts and without, whatever the dice say."""

import re

import pytest
from playwright.sync_api import expect

from kit.plays import dollars, go_bankrupt, play_craps
from kit.ways import both_ways, by_turns

pytestmark = both_ways

FIRST = "244/495 (49.3%)"
CHANCES = {
    4: "1/3 (33.3%)", 5: "2/5 (40%)", 6: "5/11 (45.5%)",
    8: "5/11 (45.5%)", 9: "2/5 (40%)", 10: "1/3 (33.3%)"}


@pytest.fixture
def player(visit, scripts):
    return visit("/craps", scripts=scripts)


def is_off(facts):
    return facts["Point"] == "off"


def expected(before, total):
    """(point, won or lost or neither) after that total, by the rules."""
    if is_off(before):
        if total in (7, 11):
            return "off", "win"
        return ("off", "lose") if total in (2, 3, 12) else (str(total), None)
    if total == int(before["Point"]):
        return "off", "win"
    return ("off", "lose") if total == 7 else (before["Point"], None)


def roll_by_the_rules(player):
    """One roll, and everything that the page says of it is what the rules say."""
    before = player.facts()
    player.press("Roll")
    after, headline = player.facts(), player.headline()
    dice = [int(die) for die in after["Dice"].split(" and ")]
    total, ante, balance = int(after["Total"]), dollars(before["Ante"]), dollars(before["Balance"])
    assert total == sum(dice)
    assert all(1 <= die <= 6 for die in dice)
    point, decided = expected(before, total)
    assert after["Point"] == point
    change = {"win": ante, "lose": -ante, None: 0}[decided]
    assert dollars(after["Balance"]) == balance + change
    assert dollars(after["Ante"]) == min(ante, balance + change)
    assert headline.startswith(f"You rolled {total}: ")
    assert (f"you {decided} ${ante:,}" in headline) == (decided is not None)
    assert player.page.title().startswith(headline)
    if decided:
        assert after["Chance of winning"] == ("none" if balance + change == 0 else FIRST)
    else:
        assert f"point is {point}" in headline or f"point is still {point}" in headline
        assert after["Chance of winning"] == CHANCES[int(point)]
    last = player.rows("Rolls in order")[-1]
    assert last[1:3] == [after["Dice"], after["Total"]]
    return decided


def test_a_first_view_shows_the_table_before_the_first_roll(player):
    assert player.facts() == {
        "Balance": "$200", "Ante": "$5", "Point": "off", "Dice": "none yet", "Total": "none yet",
        "Chance of winning": FIRST}
    assert player.page.title() == "Craps – Dicehall"
    # Who has no scripts would not see where a slider stands.
    field = player.field("slider" if player.scripts else "spinbutton", "Ante")
    expect(field).to_have_value("5")
    assert [field.get_attribute(name) for name in ("min", "max", "step")] == ["5", "200", "5"]
    expect(player.button("Start over")).to_have_count(0)


@pytest.mark.path
def test_games_go_by_the_rules(player):
    decided = 0
    for _ in range(300):
        decided += roll_by_the_rules(player) is not None
        if decided == 3:
            break
    games = player.rows("Finished games, newest first")
    assert [row[0] for row in games] == ["3", "2", "1"]
    assert games[0][3] == player.facts()["Balance"]
    chart = player.page.get_by_role("img", name=re.compile("Balance after each of the last 3"))
    expect(chart).to_be_visible()


def test_the_newest_games_are_shown_and_all_are_a_link_away(player):
    player.ahead("/craps", lambda reader: [play_craps(reader, is_off) for _ in range(13)])
    newest = player.rows("Finished games, newest first")
    assert len(newest) == 12
    player.open_link("All games")
    games = player.rows("Finished games, newest first")
    assert newest == games[:12]
    assert [row[0] for row in games] == [str(number) for number in range(13, 0, -1)]
    name, table = player.download("Download CSV")
    lines = table.decode().splitlines()
    assert (name, lines[0]) == ("craps-log.csv", "game,rolls,result,change,balance")
    assert [line.split(",")[1].replace(" ", ", ") for line in lines[:0:-1]] == [
        row[1] for row in games]
    player.open_link("Back to the table")
    assert "Balance" in player.facts()


def test_chips_set_the_ante_and_only_what_is_legal_can_be_chosen(player):
    for chip, ante in [("Bet $100", "$100"), ("$5 more", "$105"), ("$5 less", "$100")]:
        player.press(chip)
        assert player.facts()["Ante"] == ante
        expect(player.page.locator("output")).to_have_text(ante)
    assert (player.facts()["Dice"], player.page.locator(".notice").count()) == ("none yet", 0)
    player.set_ante(200)
    if player.scripts:
        expect(player.page.locator("#outcome + p")).to_contain_text("7 or 11 wins $200")
    player.press("Roll")
    assert player.facts()["Ante"] in ("$200", "$0")
    assert player.facts()["Dice"] != "none yet"


def test_the_ante_is_set_by_its_button_and_rolled_for(player):
    player.set_ante(45)
    player.press("Set ante")
    assert player.facts()["Ante"] == "$45"
    assert player.facts()["Dice"] == "none yet"
    expect(player.page.locator("output")).to_have_text("$45")
    roll_by_the_rules(player)


def test_the_ante_goes_along_with_a_roll(player):
    player.page.get_by_label("Ante", exact=True).fill("20")
    player.press("Roll")
    assert player.facts()["Ante"] == "$20"
    assert player.facts()["Dice"] != "none yet"


def test_the_chance_of_winning_is_in_the_first_screen_of_a_phone(player):
    player.page.set_viewport_size({"width": 390, "height": 844})
    player.ahead("/craps", play_craps, lambda facts: not is_off(facts))
    gauge = player.page.locator(".gauge")
    box = gauge.bounding_box()
    assert box["y"] + box["height"] <= 844
    percent = re.search(r"\((.*)\)", CHANCES[int(player.facts()["Point"])])[1]
    assert gauge.locator(".fill").get_attribute("width") == percent
    expect(gauge).to_contain_text("Before the first roll: 49.3%")


def test_while_the_point_is_on_the_ante_is_locked_and_says_why(player):
    player.ahead("/craps", play_craps, lambda facts: not is_off(facts))
    field = player.page.get_by_label("Ante", exact=True)
    expect(field).to_be_hidden()
    panel = player.page.locator(".bet summary")
    expect(panel).to_have_text(re.compile(r"Your bet\s+\$5\s+locked"))
    panel.click()
    expect(field).to_be_disabled()
    expect(field).to_have_accessible_description(re.compile("locked while the point is on"))
    expect(player.button("Set ante")).to_be_disabled()
    player.ahead("/craps", play_craps, is_off)
    expect(field).to_be_enabled()


@pytest.mark.path
def test_starting_over_asks_first_and_is_written_down(player):
    player.ahead("/craps", play_craps, is_off)
    before = player.facts()
    player.follow(player.button("Start over").click)
    assert "Start over?" in player.page.title()
    player.follow(player.button("Keep playing").click)
    assert player.facts() == before
    player.follow(player.button("Start over").click)
    player.press("Yes, start over")
    expect(player.page).to_have_url(player.url + "/craps")
    facts = player.facts()
    assert (facts["Balance"], facts["Ante"], facts["Dice"]) == ("$200", "$5", "none yet")
    assert player.rows("Finished games, newest first")[0][2:] == ["started over", "$200"]


def test_who_stakes_everything_and_loses_is_bankrupt_and_can_start_over(player):
    player.ahead("/craps", go_bankrupt)
    facts = player.facts()
    assert "are bankrupt" in player.headline()
    assert (facts["Ante"], facts["Chance of winning"]) == ("$0", "none")
    expect(player.button("Roll")).to_have_count(0)
    # Nothing to bet with is shown.
    expect(player.page.get_by_label("Ante", exact=True)).to_be_hidden()
    player.press("Start over")
    facts = player.facts()
    assert (facts["Balance"], facts["Ante"], facts["Point"]) == ("$200", "$5", "off")
    expect(player.button("Roll")).to_be_enabled()
