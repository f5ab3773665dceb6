"""Pig played by hand, with scripts and without, whatever the die says."""

import csv
import io
import re

import pytest
from playwright.sync_api import expect

from kit.plays import FACES, change_players, play_pig
from kit.ways import both_ways, by_turns

pytestmark = both_ways

HISTORY = "History, newest first"


@pytest.fixture
def player(visit, scripts):
    return visit("/pig", scripts=scripts)


def scores(player):
    """Each player's score, in the table's order."""
    table = player.page.get_by_role("table", name="Scores", exact=True)
    return {
        name: int(score) for name, score in table.locator("tbody tr").evaluate_all(
            "all => all.map(row => [row.cells[0].innerText.trim(), row.cells[2].innerText.trim()])")}


def dice(player):
    return player.page.locator(".stage .die[role=img]").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label'))")


def roll_by_the_rules(player):
    """One roll between two people, and everything that the page says of it is what the rules say."""
    before, standing = player.facts(), scores(player)
    mover = before["Playing now"]
    player.press("Roll")
    after = player.facts()
    value = int(after["Last roll"])
    assert 1 <= value <= 6
    assert scores(player) == standing
    assert dice(player) == [FACES[value - 1]]
    if value == 1:
        assert player.headline() == f"{mover} rolled a 1"
        assert (after["Turn total"], after["Playing now"] != mover) == ("0", True)
        assert player.rows(HISTORY)[0][1].startswith("pigged out")
    else:
        total = int(before["Turn total"]) + value
        assert after["Turn total"] == str(total)
        assert after["Playing now"] == mover
        assert player.headline() == f"{mover} rolled {value}: turn total {total}"
        assert player.rows(HISTORY)[0][0:2] == [mover, f"rolled {value}"]
    assert player.page.title().startswith(player.headline())
    current = player.page.locator("main [aria-current=true]")
    expect(current).to_have_text(after["Playing now"])
    expect(player.page.locator("tr:has([aria-current=true])")).to_contain_text("playing now")


def play_until_one_wins(reader, limit=2_000):
    """To a person's last hold, which is left, or for so many moves; what the computer wins doesn't
    count."""
    for _ in range(limit):
        if "Hold now" in reader.advice():
            return
        if reader.has("Roll"):
            reader.press("Hold" if int(reader.facts()["Turn total"]) >= 20 else "Roll")
        else:
            reader.press("New game")


def play_until_the_computer_has(reader):
    while "computer" not in reader.headline():
        reader.press("Hold" if reader.has("Hold") else "Roll")


def test_a_first_view_shows_the_table_before_the_first_roll(player):
    assert player.page.title() == "Pig – Dicehall"
    assert player.facts() == {
        "Playing now": "Player 1", "Turn total": "0", "Last roll": "none yet"}
    assert scores(player) == {"Player 1": 0, "Player 2": 0}
    expect(player.page.locator("h1")).to_have_text("Pig")
    for text in ("Pass the Pigs", "First to 100"):
        expect(player.page.get_by_text(text, exact=True)).to_be_visible()
    expect(player.button("Roll")).to_be_enabled()
    hold = player.button("Hold")
    expect(hold).to_be_disabled()
    expect(hold).to_have_accessible_description(re.compile("pass the turn"))


@pytest.mark.path
def test_two_people_play_by_the_rules(player):
    change_players(player, first="Ada", second="Bob")
    for _ in range(12):
        roll_by_the_rules(player)
    while player.facts()["Turn total"] == "0":
        roll_by_the_rules(player)
    mover, total = player.facts()["Playing now"], int(player.facts()["Turn total"])
    before = scores(player)[mover]
    player.press("Hold")
    assert scores(player)[mover] == before + total
    bar = player.page.locator(".scores tr", has_text=mover).locator(".banked")
    expect(bar).to_have_attribute("width", f"{before + total}%")
    assert player.headline() == f"{mover} held {total}: score {before + total}"
    assert player.facts()["Playing now"] != mover
    assert player.facts()["Turn total"] == "0"


def test_a_whole_game_between_two_ends_in_congratulations_and_one_press_starts_the_next(player):
    change_players(player, first="Ada", second="Bob")
    player.ahead("/pig", play_until_one_wins)
    player.press("Hold")
    headline = player.headline()
    winner, = [name for name, score in scores(player).items() if score >= 100]
    loser, = [name for name, score in scores(player).items() if score < 100]
    final = scores(player)
    assert headline == (
        f"Congratulations, {winner}: you win {final[winner]} to {final[loser]}")
    assert player.has_focus("outcome")
    expect(player.button("Roll")).to_have_count(0)
    expect(player.button("Hold")).to_have_count(0)
    player.press("New game")
    assert scores(player) == {"Ada": 0, "Bob": 0}
    assert player.facts()["Playing now"] == "Ada"
    expect(player.page.get_by_role("link", name="Game 1", exact=True)).to_be_visible()
    player.follow(player.page.get_by_role("link", name="Game 1", exact=True).click)
    rows = player.rows(HISTORY)
    assert rows[0][0:2] == [winner, f"won with {final[winner]}"]
    assert rows[-1][1] == "starts: first to 100"


@by_turns
def test_a_whole_game_by_keyboard_alone(player):
    """Tab, Enter and Space; the focus is where the next key is wanted, or a Tab away."""
    change_players(player, opponent="Computer", strategy="Roll once")
    player.ahead("/pig", play_until_one_wins, 40)
    keyboard = player.page.keyboard
    for _ in range(400):
        if player.facts()["Playing now"] == "Game over":
            break
        wins = "Hold now" in player.advice()
        wanted = "hold" if wins or int(player.facts()["Turn total"]) >= 20 else "roll"
        for _ in range(60):
            if player.has_focus(wanted):
                break
            keyboard.press("Tab")
        player.settle(lambda: keyboard.press("Enter"))
    assert player.has_focus("outcome")
    keyboard.press("Tab")
    assert player.has_focus("new-game")
    player.settle(lambda: keyboard.press("Space"))
    assert set(scores(player).values()) == {0}


@pytest.mark.path
def test_the_computer_that_is_chosen_above_the_table_plays_with_the_first_roll(player):
    table = player.page.locator(".stage").bounding_box()
    # Only against the computer is there a strategy, and only against a person a second name.
    strategy, second = player.field("combobox", "Strategy"), player.field("textbox", "Player 2 name")
    assert (strategy.count(), second.count()) == (0, 1)
    opponents = player.page.get_by_role("group", name="Opponent")
    friend, choice = (opponents.get_by_role("radio", name=name) for name in ("Person", "Computer"))
    expect(friend).to_have_accessible_description("with a friend")
    expect(choice).to_have_accessible_description("against the computer")
    player.tick("radio", "Computer")
    assert (strategy.count(), second.count()) == (1, 0)
    for field in (choice, strategy):
        box = field.bounding_box()
        assert box["y"] + box["height"] <= table["y"]
    player.press("Roll")
    assert list(scores(player)) == ["Player 1", "Computer"]
    player.ahead("/pig", play_until_the_computer_has)
    player.press("New game")
    expect(player.page.locator(".left")).to_contain_text("abandoned: Player 1 on ")
    player.press("Undo")
    assert "computer" in player.headline()


def test_enter_in_a_name_changes_the_players_and_never_rolls(player):
    player.set_field("textbox", "Player 1 name", "Ada")
    player.settle(lambda: player.page.keyboard.press("Enter"))
    assert player.facts() == {"Playing now": "Ada", "Turn total": "0", "Last roll": "none yet"}


@pytest.mark.path
def test_the_computer_plays_its_turn_and_shows_its_dice(player):
    change_players(player, first="Ada", opponent="Computer", strategy="Hold at 20", coach=False)
    assert list(scores(player)) == ["Ada", "Computer"]
    player.ahead("/pig", play_until_the_computer_has)
    assert re.fullmatch(
        r"You (rolled a 1|banked \d+)\. The computer (rolled a 1|banked \d+)\.", player.headline())
    assert player.facts()["Playing now"] == "Ada"
    run = player.page.get_by_role("group", name="Computer’s turn, in order")
    names = run.get_by_role("img").evaluate_all("all => all.map(one => one.ariaLabel)")
    rolls = [row[2] for row in player.rows(HISTORY) if row[0] == "Computer" and row[2]]
    assert [FACES.index(name) + 1 for name in names] == [
        int(re.match(r"\d", roll)[0]) for roll in reversed(rolls)]
    status = player.page.locator(".stage").get_by_role("status")
    expect(status).to_contain_text("It rolled ")
    expect(player.button("Roll")).to_be_enabled()


def test_the_opponent_is_switched_in_the_middle_of_a_turn(player):
    def roll(reader):
        while (facts := reader.facts())["Playing now"] == "Player 1" or facts["Turn total"] == "0":
            reader.press("Roll")

    player.ahead("/pig", roll)
    total = int(player.facts()["Turn total"])
    change_players(player, opponent="Computer", strategy="Roll once")
    assert scores(player)["Computer"] == total
    assert player.facts()["Playing now"] == "Player 1"
    player.page.set_viewport_size({"width": 390, "height": 844})
    change_players(player, opponent="Person")
    assert scores(player)["Player 2"] == total
    expect(player.page.locator("#outcome")).to_be_in_viewport()


def test_the_coach_counsels_and_reports(player):
    assert "If you roll" not in player.facts()
    change_players(player, coach=True)
    assert player.facts()["If you roll"] == "53.1%"
    assert player.facts()["If you hold"] == "not yet"
    # Both hold far too early, so that most of what they decide costs something.
    player.ahead("/pig", play_pig, 8)
    report = player.page.get_by_role("region", name="What decisions cost")
    expect(report).to_be_visible()
    cells = report.locator("tbody tr td:last-child").all_inner_texts()
    costs = [float(re.fullmatch(r"(\d+\.\d) points", cell)[1]) for cell in cells]
    assert len(costs) > 4 and min(costs) >= 0.5
    sums = re.findall(r"decisions?, (?:together )?(\d+\.\d) points", report.inner_text())
    assert round(sum(map(float, sums)), 1) == round(sum(costs), 1)
    change_players(player, coach=False)
    expect(report).to_contain_text("Turn on the coach")


def test_the_history_is_a_table_and_a_file_with_the_same_lines(player):
    change_players(player, first="Ada, \"A\"", second="=1+1")
    for _ in range(10):
        player.press("Roll")
    newest = player.rows(HISTORY)
    player.open_link("All games")
    shown = player.rows(HISTORY)
    assert len(shown) > 12 and newest == shown[:12]
    rows = [[cell if index != 2 else cell[:1] for index, cell in enumerate(row)] for row in shown]
    player.open_link("Back to the table")
    name, text = player.download("History as CSV")
    lines = list(csv.reader(io.StringIO(text.decode())))
    assert name == "pig-game-1.csv"
    assert lines[0] == ["Player", "Event", "Die", "Turn total", "Score"]
    assert [[cell.lstrip("'") for cell in line] for line in lines[:0:-1]] == rows
    player.press("New game")
    player.press("Roll")
    name, again = player.download("CSV of game 1")
    assert (name, again) == ("pig-game-1.csv", text)


def test_names_that_cannot_be_are_told_beside_the_field_and_nothing_else_is_lost(player):
    player.press("Roll")
    facts = player.facts()
    change_players(
        player, first="x" * 31, second="", opponent="Computer", strategy="Optimal", coach=True)
    expect(player.page).to_have_title(re.compile("^Error: "))
    for name, sentence in [("Player 1 name", "at most 30"), ("Player 2 name", "at least one")]:
        field = player.field("textbox", name)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description(re.compile(sentence))
    expect(player.field("textbox", "Player 1 name")).to_have_value("x" * 31)
    expect(player.field("radio", "Computer")).to_be_checked()
    expect(player.field("combobox", "Strategy")).to_have_value("optimal")
    expect(player.field("checkbox", "Coach")).to_be_checked()
    change_players(player, first="Ada", second="Bob", opponent="Person", coach=False)
    assert player.facts() == {**facts, "Playing now": facts["Playing now"].replace(
        "Player 1", "Ada").replace("Player 2", "Bob")}


def test_a_double_click_on_the_winning_hold_still_congratulates(player, scripts):
    change_players(player, opponent="Computer", strategy="Roll once")
    # On a machine that pauses between the two clicks, the second one may begin the next game.
    for _ in range(3):
        player.ahead("/pig", play_until_one_wins)
        if scripts:
            player.settle(player.button("Hold").dblclick)
        else:
            player.follow(player.button("Hold").dblclick)
            player.page.wait_for_load_state("networkidle")
        if player.headline().startswith("Congratulations, Player 1"):
            return
    raise AssertionError(player.headline())


def test_what_happened_is_announced(player, scripts):
    if not scripts:
        status = player.page.locator(".stage").get_by_role("status")
        player.press("Roll")
        expect(status).to_contain_text(player.headline())
        return
    announcer = player.page.locator("#announcer")
    for _ in range(3):
        player.press("Roll")
        expect(announcer).to_contain_text(player.headline())


def test_the_rules_show_the_strategies_and_when_to_hold(visit, scripts):
    reader = visit("/rules/pig", scripts=scripts)
    rows = reader.rows("Chance in percent that the first player wins")
    assert [row[0][2:] for row in rows] == [
        "Roll once", "Hold at 20", "Hold at 25", "Four scoring turns", "Keep pace, end race",
        "Optimal"]
    assert rows[5][6] == "53.06"
    assert len(reader.rows("The lowest turn total to hold at")) == 10
    expect(reader.page.get_by_role("img", name=re.compile("lowest turn total"))).to_be_visible()
