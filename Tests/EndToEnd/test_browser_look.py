"""The screens as they look: what is drawn on them, how large, and where it leads."""

import re

import pytest
from playwright.sync_api import expect

from kit.characters import HILDA
from kit.measures import CUT_OFF, WIDER_THAN_THE_SCREEN
from kit.plays import bring_in, play_craps
from kit.rooms import Host, join, open_room
from kit.ways import both_ways

pytestmark = both_ways

PHONE = {"width": 390, "height": 844}


def test_the_header_is_one_row_whose_menu_leads_everywhere(visit, scripts):
    visitor = visit("/craps", scripts=scripts, viewport=PHONE)
    assert visitor.page.get_by_role("banner").bounding_box()["height"] <= 56
    links = visitor.page.get_by_role("navigation", name="Main").get_by_role("link")
    expect(links).to_have_count(0)
    visitor.button("Menu").click()
    assert links.all_inner_texts() == [
        "Dice", "Odds", "Craps", "Pig", "Characters", "Rooms", "Rules", "Lessons", "About"]
    visitor.open_link("Odds")
    expect(visitor.page.get_by_role("heading", level=1, name="Dice odds")).to_be_visible()
    visitor.page.set_viewport_size({"width": 1280, "height": 800})
    assert visitor.page.get_by_role("banner").bounding_box()["height"] <= 56
    expect(visitor.field("link", "Odds")).to_have_attribute("aria-current", "page")


def test_on_a_phone_on_its_side_the_next_move_is_in_sight_and_nothing_cut_off(visit, hall, scripts):
    player = visit("/", scripts=scripts, viewport={"width": 844, "height": 390})

    def act(name, times=2):
        """Twice, as the first may change what the page shows."""
        for _ in range(times):
            # But for a part of a pixel.
            expect(player.button(name)).to_be_in_viewport(ratio=0.98)
            player.press(name)
            assert player.page.get_by_role("banner").bounding_box()["height"] <= 56
            assert not player.page.evaluate(WIDER_THAN_THE_SCREEN)
            assert player.page.evaluate(CUT_OFF) == []

    for path in ("/dice", "/craps", "/pig"):
        player.open(path)
        act("Roll")
    player.open("/odds")
    act("Work out")
    join(player, Host(hall.socket, kind="experiment").code, "Ann")
    act("Roll")
    player.ahead("/osr/vault", bring_in, HILDA)
    player.open_link("Open Hilda")
    player.open_link("Play")
    player.button("Lose 1").scroll_into_view_if_needed()
    # What it did is told above it.
    act("Lose 1", times=1)


@pytest.mark.parametrize(("name", "path"), [("Odds", "/odds"), ("Characters", "/osr")])
def test_the_home_page_is_a_shelf_of_cards_that_are_links(visit, scripts, name, path):
    visitor = visit("/", scripts=scripts, viewport=PHONE)
    assert visitor.page.evaluate("document.documentElement.scrollHeight") <= 2_200
    for link in ("Roll dice", "Open a room", "For teachers"):
        expect(visitor.field("link", link)).to_be_in_viewport(ratio=1)
    card = visitor.page.get_by_role("listitem").filter(has=visitor.field("heading", name))
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    visitor.follow(lambda: visitor.page.mouse.click(
        box["x"] + box["width"] - 12, box["y"] + box["height"] - 12))
    expect(visitor.page).to_have_url(visitor.url + path)


def test_a_code_typed_on_the_home_page_leads_to_its_room(visit, scripts):
    host, pupil = visit("/room", scripts=scripts), visit("/", scripts=scripts, viewport=PHONE)
    code = open_room(host, "table")
    field = pupil.field("textbox", "Have a room’s code?")
    expect(field).to_be_in_viewport(ratio=1)
    field.fill("nonsense")
    pupil.press_on("Join")
    expect(pupil.field("textbox", "Code")).to_have_value("nonsense")
    expect(pupil.field("textbox", "Code")).to_have_attribute("aria-invalid", "true")
    pupil.open("/")
    field.fill(code.lower())
    field.press("Enter")
    expect(pupil.page).to_have_url(f"{pupil.url}/room/{code}")
    expect(pupil.field("textbox", "Your name")).to_be_visible()


def test_craps_shows_what_each_of_the_36_pairs_does_next(visit, scripts):
    player = visit("/craps", scripts=scripts, viewport={"width": 1280, "height": 800})
    pairs = player.page.get_by_role("img", name="8 of 36 pairs win, 4 lose, 24 make the point.")
    expect(pairs).to_be_in_viewport(ratio=1)
    meaning = player.page.get_by_text("After the first roll, the point wins and 7 loses.")
    expect(meaning).to_be_in_viewport(ratio=1)

    def fills():
        return [pairs.locator(f".t{total} path").evaluate("path => getComputedStyle(path).fill")
                for total in range(2, 13)]

    first = fills()
    assert first == [first[0], first[0], *[first[2]] * 3, first[5], *[first[2]] * 3, first[5], first[0]]
    assert len(set(first)) == 3
    play_craps(player, lambda facts: facts["Point"] != "off")
    expect(meaning).to_have_count(0)
    point = int(player.value("Point"))
    pairs = player.page.get_by_role("img", name=re.compile(r"\d of 36 pairs win, 6 lose, 2\d roll again\."))
    assert [total for total, fill in enumerate(fills(), 2) if fill == first[5]] == [point]
    assert [total for total, fill in enumerate(fills(), 2) if fill == first[0]] == [7]
    # On a telephone it is below the game, and the felt is as wide as the screen.
    player.page.set_viewport_size(PHONE)
    stage, grid = player.page.locator(".stage").bounding_box(), pairs.bounding_box()
    assert (stage["x"], stage["width"]) == (0, 390)
    assert grid["y"] > player.page.locator(".bet").bounding_box()["y"]


DESIGN = {
    "Colours": ".terms .picture", "Text": ".terms text", "Space and corners": ".terms svg, .nick, .leaf, .button.switch",
    "Lift and motion": ".lift-1, .lift-2",
    "Felt, result and dice": ".told .outcome .total, .told .die, .horizon .landed",
    "Dice, coins, cards, marbles and a spinner":
        ".set .d20, .pieces rect, .pieces circle, .pieces text, .spinner .turning",
    "Gauge and pairs": ".gauge .fill, .next .t7 path",
    "Score bars": ".scores .banked, .scores .risk:has(+ .hatch)",
    "Chart and facts": ".duel .tie, .chart .reached, .chart .rival, .facts.odds",
    "Stat boxes": ".stats .shield, .stats dd",
    "Chips": ".tries a, .named button",
    "Buttons and switches": ".primary, :disabled, .switch, .switching b, .pop > summary",
    "Fields": "[aria-invalid], .wrong", "Notices": ".problem, .notice"}


TOKENS = """isDark => {
  const token = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const brush = document.createElement("canvas").getContext("2d");
  const light = name => {
    brush.fillStyle = token(name);
    return [1, 3, 5].map(place => parseInt(brush.fillStyle.slice(place, place + 2), 16) / 255)
      .map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
      .reduce((sum, one, place) => sum + one * [0.2126, 0.7152, 0.0722][place], 0.05);
  };
  const rows = [...document.querySelectorAll("#colours ~ dl > div, #lift ~ ul li")].map(row =>
    row.innerText.match(/(\\S+)(?:\\s+on (\\S+):|,)\\s+([\\d.]+)(?:, in dark mode ([\\d.]+)| s)/));
  return [rows.map(([, name, , one, other]) => [name, (isDark && other) || one]), rows.map(([, name, ground]) => {
    if (!ground) return [name, token(name).replace("s", "")];
    const ratio = light(name) / light(ground);
    return [name, Math.max(ratio, 1 / ratio).toFixed(1)];
  })];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_shows_every_component(visit, scripts, scheme):
    reader = visit("/about", scripts=scripts, viewport=PHONE, color_scheme=scheme)
    reader.open_link("What its pages are made of")
    assert reader.page.locator("main h2:not(.stage h2, .problem h2)").all_inner_texts() == list(DESIGN)
    for name, components in DESIGN.items():
        section = reader.page.get_by_role("region", name=name, exact=True)
        for component in components.split(", "):
            expect(section.locator(component).first).to_be_visible()
    # Drawn, and not only there.
    assert len(reader.page.screenshot(full_page=True)) > 100_000
    # What it says of its tokens is so.
    said, found = reader.page.evaluate(TOKENS, scheme == "dark")
    assert len(said) > 18 and said == found
    corners = reader.page.get_by_role("region", name="Space and corners").locator("span")
    assert corners.evaluate_all("all => all.map(one => [one.innerText, getComputedStyle(one).borderRadius])") == [
        ["nick: rows of a menu", "6px"], ["radius: cards", "12px"], ["leaf: paper over felt", "20px"],
        ["radius: buttons", "12px"], ["pill: chips", "99px"]]


def test_the_odds_open_with_an_answer(visit, scripts):
    reader = visit("/odds", scripts=scripts, viewport=PHONE)
    expect(reader.field("textbox", "Expression")).to_have_value("2d6")
    expect(reader.page.get_by_role("heading", name="Odds of 2d6")).to_be_visible()
    expect(reader.page.get_by_text("advantage", exact=True)).to_be_visible()
    # All of them in sight, even on a narrow phone, without anything to slide.
    examples = reader.page.get_by_role("region", name="Examples").get_by_role("listitem")
    for width in (390, 320):
        reader.page.set_viewport_size({**PHONE, "width": width})
        for example in examples.all():
            expect(example).to_be_in_viewport(ratio=1)
    assert reader.rows("Chances of 2d6") == []
    reader.page.locator("#totals").click()
    assert len(reader.rows("Chances of 2d6")) == 11


def test_long_fractions_are_behind_what_they_come_to_on_a_phone(visit, scripts):
    reader = visit("/odds?x=4d6kh3", scripts=scripts, viewport=PHONE)
    long = reader.page.locator("dd.tucked", has_text="15869/1296")
    short = reader.page.locator("dd", has_text="35/6")

    def heights(fact):
        return fact.evaluate("""fact => { const range = document.createRange();
          range.selectNode(fact.firstChild);
          return [range, fact.querySelector('small')].map(one => one.getBoundingClientRect().top); }""")

    fraction, percentage = heights(long)
    assert percentage < fraction
    reader.open("/odds?x=2d6")
    assert abs(heights(short)[0] - heights(short)[1]) < 12
    reader.open("/odds?x=4d6kh3")
    reader.page.set_viewport_size({"width": 1280, "height": 800})
    assert abs(heights(long)[0] - heights(long)[1]) < 12


def test_the_odds_are_drawn_large_with_the_target_shaded(visit, scripts):
    reader = visit("/odds?x=4d6kh3&y=3d6&t=13", scripts=scripts, viewport=PHONE)
    chart = reader.page.get_by_role("img", name="A column for each total of 4d6kh3, and a line for 3d6")
    assert chart.bounding_box()["height"] >= 280
    expect(chart.locator(".reached")).to_be_visible()
    expect(reader.page.locator(".key")).to_contain_text("13 or more")
    # The table of the difference is folded.
    table = reader.page.get_by_role("table", name="Chances of 4d6kh3 minus 3d6")
    expect(table).to_have_count(0)
