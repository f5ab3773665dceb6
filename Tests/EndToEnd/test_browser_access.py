"""Every page and state measured: axe, small screens, large text, dark mode, motion, print."""

import pathlib

import axe_playwright_python
import pytest

pytest_plugins = ["browser_fixtures"]
pytestmark = pytest.mark.parametrize("hall", ["nginx"], indirect=True, scope="session")

AXE = (pathlib.Path(axe_playwright_python.__path__[0]) / "axe.min.js").read_text()
RUN_AXE = """async () => {
  const result = await axe.run(document, {
    resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } });
  return result.violations.map(one => one.id + ' ' + one.nodes.map(node => node.target).join(' '));
}"""

WIDER_THAN_THE_SCREEN = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? `${scrollWidth} in ${clientWidth}` : null;
}"""

CUT_OFF = """() => [...document.querySelectorAll('main *, header *, footer *')]
  .filter(one => one.checkVisibility() && !one.closest('.hidden, .glyph, .scroll, svg, select')
    && one.children.length === 0 && one.textContent.trim())
  .filter(one => { const box = one.getBoundingClientRect();
    return box.left < -0.5 || box.right > innerWidth + 0.5; })
  .map(one => one.textContent.trim())"""

SMALL_TARGETS = """() => [...document.querySelectorAll('button, select, input, a')]
  .filter(one => one.checkVisibility() && one.type !== 'hidden')
  // A link within a sentence is as high as its line.
  .filter(one => !(one.tagName === 'A' && one.closest('p, dd, li:not(nav li)')
    && getComputedStyle(one).display === 'inline'))
  .filter(one => { const box = one.getBoundingClientRect();
    return box.width < 24 || box.height < 24; })
  .map(one => one.outerHTML.slice(0, 120))"""


@pytest.fixture
def screen(chromium):
    """A page of a browser with these settings."""
    contexts = []

    def make(**options):
        options = {"reduced_motion": "reduce", **options}
        contexts.append(chromium.new_context(**options))
        return contexts[-1].new_page()

    yield make
    for context in contexts:
        context.close()


def faults(documents, page, measure, scripts=True):
    """What a measure in the page finds wrong, by state; nothing where all is well."""
    found = {}
    for document in documents:
        document.show(page, scripts)
        if fault := page.evaluate(measure):
            found[document.name] = fault
    assert len(documents) > 15
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("with_scripts", [True, False], ids=["scripts", "no-scripts"])
def test_axe_finds_nothing_wrong_on_any_page(documents, screen, scheme, with_scripts):
    page = screen(color_scheme=scheme, viewport={"width": 390, "height": 844})
    measure = f"async () => {{ {AXE}; return await ({RUN_AXE})(); }}"
    assert faults(documents, page, measure, with_scripts) == {}


def test_axe_finds_nothing_wrong_after_a_move_in_the_background(visit):
    player = visit("/dice")
    player.set_field("textbox", "Expression", "2d6+3")
    player.press("Roll expression")
    player.page.evaluate(AXE)
    assert player.page.evaluate(RUN_AXE) == []
    player.set_field("textbox", "Expression", "2d7")
    player.press("Roll expression")
    assert player.page.evaluate(RUN_AXE) == []


@pytest.mark.parametrize("measure", [WIDER_THAN_THE_SCREEN, CUT_OFF], ids=["scroll", "cut-off"])
def test_at_320_pixels_nothing_scrolls_sideways_or_is_cut_off(documents, screen, measure):
    page = screen(viewport={"width": 320, "height": 640})
    assert faults(documents, page, measure) == {}


@pytest.mark.parametrize("width", [320, 1280])
def test_everything_to_press_is_at_least_24_pixels_wide_and_high(documents, screen, width):
    page = screen(viewport={"width": width, "height": 800})
    assert faults(documents, page, SMALL_TARGETS) == {}


def test_text_at_twice_its_size_still_fits(documents, screen):
    page = screen(viewport={"width": 640, "height": 800})
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    page.goto(documents[0].url)
    size = page.evaluate("getComputedStyle(document.documentElement).fontSize")
    assert size == "32px"
    assert faults(documents, page, WIDER_THAN_THE_SCREEN) == {}
    assert faults(documents, page, CUT_OFF) == {}


@pytest.mark.parametrize(("scheme", "paper"), [
    ("light", "rgb(246, 241, 228)"), ("dark", "rgb(19, 26, 23)")])
def test_the_whole_page_has_a_background_in_both_schemes(documents, screen, scheme, paper):
    page = screen(color_scheme=scheme)
    documents[0].show(page)
    colours = page.evaluate("""[document.documentElement, document.body].map(
      one => getComputedStyle(one).backgroundColor)""")
    assert colours == [paper, paper]


def test_nothing_moves_where_motion_is_to_be_reduced(documents, screen):
    moving = "document.getAnimations().length"
    assert faults(documents, screen(), moving) == {}


def test_a_roll_tumbles_for_less_than_half_a_second_elsewhere(documents, screen):
    page = screen(reduced_motion="no-preference")
    rolled = next(one for one in documents if one.name == "rolled 2d6+3")
    rolled.show(page)
    ends = page.evaluate(
        "document.getAnimations().map(one => one.effect.getComputedTiming().endTime)")
    assert len(ends) == 2
    assert max(ends) < 500


def test_high_contrast_shows_every_button_with_a_border(documents, screen):
    page = screen(forced_colors="active")
    bare = """() => [...document.querySelectorAll('button')].filter(one => one.checkVisibility()
      && parseFloat(getComputedStyle(one).borderTopWidth) < 1).map(one => one.textContent)"""
    assert faults(documents, page, bare) == {}


def test_pages_print(documents, screen):
    page = screen()
    for document in documents:
        document.show(page)
        assert page.pdf().startswith(b"%PDF-"), document.name


def test_a_printed_game_holds_what_happened_and_no_buttons(documents, screen):
    page = screen()
    page.emulate_media(media="print")
    rolled = next(one for one in documents if one.name == "rolled 2d6+3")
    rolled.show(page)
    assert page.locator("#outcome").is_visible()
    assert page.get_by_role("table").is_visible()
    assert page.locator("button:visible").count() == 0
