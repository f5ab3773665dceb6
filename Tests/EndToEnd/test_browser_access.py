"""Every page and state measured: axe, small screens, large text, dark mode, motion, print."""

import gzip
import re

import pytest

from kit.http_client import ask
from kit.measures import AXE, PALE, RUN_AXE, Measures, hold_animations

SHARES = 6
"""So that no one test takes long, and both workers have some."""


@pytest.fixture
def hall(halls):
    return halls("nginx")


@pytest.fixture
def rolled(documents):
    return next(one for one in documents if one.name == "rolled 2d6+3")


def looks(screen):
    """In light and in the dark, with scripts and without: what measures each, and whether it has scripts.
    Colours are all that is different in the dark."""
    light, dark = (Measures(screen(color_scheme=scheme)) for scheme in ("light", "dark"))
    return [(light, True), (light, False), (dark, True), (dark, False)]


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize(
    "turn", [0, *(pytest.param(turn, marks=pytest.mark.proof) for turn in (1, 2, 3))])
def test_no_measure_finds_anything_wrong_on_any_page(documents, screen, turn, share):
    """Every state has its turn in one look, and its neighbours, which are much alike, in the others;
    the long proof gives every state all four, as the page of all components has them each time."""
    assert len(documents) > 110
    ways = looks(screen)
    light, dark = ways[0][0], ways[2][0]
    for number, document in list(enumerate(documents))[share::SHARES]:
        for look in range(4) if document.name == "/about/design" else [number // SHARES + turn]:
            measures, scripts = ways[look % 4]
            document.show(measures.page, scripts)
            width = (320, 390, 1280)[(number + look) % 3]
            if measures is dark:
                measures.contrast(document.name, width)
            else:
                measures.boxes(document.name)
                measures.axe(document.name, width)
    assert {**light.faults, **dark.faults} == {}


def test_an_open_menu_covers_nothing_that_can_be_pressed(documents, screen):
    sheet = next(one for one in documents if one.name == "vault: Hilda")
    assert '<details open class="pop"' in sheet.body
    measures = Measures(screen())
    sheet.show(measures.page)
    for width in (320, 390, 1280):
        measures.axe(sheet.name, width)
    assert measures.faults == {}


def test_axe_finds_nothing_wrong_after_a_move_in_the_background(visit):
    player = visit("/dice")
    player.page.evaluate(AXE)
    for expression in ("2d6+3", "8d6!", "6x(4d6dl1)", "100d6", "2d"):
        player.set_field("textbox", "Expression", expression)
        player.press("Roll")
        assert player.page.evaluate(RUN_AXE) == []


def test_no_state_weighs_more_than_40_kilobytes_with_its_styles_and_scripts(documents, hall):
    weights = {}

    def weight(part):
        if part not in weights:
            weights[part] = len(
                ask(hall.port, "GET", part, [("Accept-Encoding", "gzip")]).body)
        return weights[part]

    heavy = {}
    for document in documents:
        parts = re.findall(r'(?:href|src)="([^"]*\.(?:css|js))"', document.body)
        whole = len(gzip.compress(document.body.encode(), 5)) + sum(map(weight, parts))
        if whole > 40_000:
            heavy[document.name] = whole
    assert heavy == {}


PLANTED = {
    "box": "input { border-color: #ddd", "tick": "input { accent-color: #eee",
    "ring": ":focus-visible { outline-color: #cfc2a4",
    "shape": ".scores .track { stroke: none", "part": ".scores .risk { stroke: none"}


def test_what_is_too_pale_is_found(documents, screen):
    page = screen()
    next(one for one in documents if one.name == "/pig").show(page)
    for kind, style in PLANTED.items():
        page.evaluate("""style => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(`${style} !important; }`);
          document.adoptedStyleSheets = [sheet];
        }""", style)
        assert {one.split()[0] for one in page.evaluate(PALE)} == {kind}


BROKEN = """all => all.flatMap(one => [...one.firstChild.data.matchAll(/\\w+/g)].filter(word => {
  const range = document.createRange();
  range.setStart(one.firstChild, word.index);
  range.setEnd(one.firstChild, word.index + word[0].length);
  return new Set([...range.getClientRects()].map(box => box.top)).size > 1;
}).map(([word]) => word))"""


@pytest.mark.parametrize(("state", "words"), [
    ("room: /host", ".switching b"), ("/embed", "main h2"),
    ("pig: the computer's turn", ".held td:nth-child(2)")])
def test_where_two_columns_begin_no_word_is_broken(documents, screen, state, words):
    page = screen(viewport={"width": 844, "height": 390})
    next(one for one in documents if one.name == state).show(page)
    assert page.locator(words).count() and page.locator(words).evaluate_all(BROKEN) == []


@pytest.mark.parametrize("state", ["pig: long names", "pig: an earlier game"])
def test_long_names_leave_all_columns_of_a_game_in_sight(documents, screen, state):
    page = screen(viewport={"width": 844, "height": 390})
    next(one for one in documents if one.name == state).show(page)
    assert page.locator(".scroll:has(.events)").evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize(("scheme", "paper"), [
    ("light", "rgb(244, 237, 221)"), ("dark", "rgb(20, 27, 24)")])
def test_the_whole_page_has_a_background_in_both_schemes(documents, screen, scheme, paper):
    page = screen(color_scheme=scheme)
    documents[0].show(page)
    colours = page.evaluate("""[document.documentElement, document.body].map(
      one => getComputedStyle(one).backgroundColor)""")
    assert colours == [paper, paper]


def test_a_roll_tumbles_and_lands_within_two_thirds_of_a_second_where_motion_is_welcome(rolled, screen):
    page = screen(reduced_motion="no-preference")
    hold_animations(page)
    rolled.show(page)
    times = page.evaluate("""document.getAnimations().map(({ animationName, effect }) =>
      [animationName, effect.getComputedTiming().delay, effect.getComputedTiming().endTime])""")
    dice = [end for name, _, end in times if name == "tumble"]
    told = [start for name, start, _ in times if name == "land"]
    # The total, what is said of it, its chances, the sum beside its dice, its row in the history, and how
    # many rolls there were.
    assert len(dice) == 2 and len(told) == 6
    assert max(end for *_, end in times) < 700
    # The total and its chances only when they lie still.
    assert min(told) >= max(dice)


@pytest.mark.proof
def test_all_pages_are_whole_and_clear_on_paper(documents, screen):
    measures = Measures(screen(color_scheme="dark"))
    for document in documents:
        document.show(measures.page)
        measures.paper(document.name)
    assert measures.faults == {}


PRINTED = [
    "/about/design", "/odds", "rolled 2d6+3", "point on", "bankrupt", "pig: rolled", "pig: over", "options: review",
    "vault: list", "party: gathered", "play: rolled", "play: history", "room: rolled", "room: two experiments",
    "room: a match", "pairs: a wall", "league: run", "table: led"]


def test_what_is_printed_stands_out_from_the_paper(documents, screen):
    measures = Measures(screen(color_scheme="dark"))
    for name in PRINTED:
        next(one for one in documents if one.name == name).show(measures.page)
        measures.paper(name)
        measures.axe(name, 718, ["color-contrast"])
    assert measures.faults == {}


def test_a_printed_game_holds_what_happened_and_no_buttons(rolled, screen):
    page = screen()
    page.emulate_media(media="print")
    rolled.show(page)
    assert page.locator("#outcome").is_visible()
    assert page.get_by_role("table", name="Your rolls, newest first").is_visible()
    assert page.locator("button:visible").count() == 0


def test_the_coach_is_read_on_paper_too(documents, screen):
    page = screen(color_scheme="light")
    page.emulate_media(media="print")
    next(one for one in documents if one.name == "pig: rolled").show(page)
    label = page.locator(".stage .advice dt").first
    colours = label.evaluate("""label => [getComputedStyle(label).color,
      ...[label.parentElement, label.closest('dl')].map(one => getComputedStyle(one).backgroundColor)]""")
    assert colours == ["rgb(51, 51, 51)", "rgba(0, 0, 0, 0)", "rgba(0, 0, 0, 0)"]
