"""What is measured in a page: by axe, and by its boxes."""

import pathlib

import axe_playwright_python

from kit.processes import wait_until

AXE = (pathlib.Path(axe_playwright_python.__path__[0]) / "axe.min.js").read_text()
RUN_AXE = """async only => {
  const result = await axe.run(document, {
    resultTypes: ['violations'], rules: { 'target-size': { enabled: true } },
    ...only && { runOnly: only } });
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
  .filter(one => one.checkVisibility() && one.type !== 'hidden' && !one.closest('.hidden'))
  // A link within a sentence is as high as its line.
  .filter(one => !(one.tagName === 'A' && one.closest('p, dd, li:not(nav li)')
    && getComputedStyle(one).display === 'inline'))
  .filter(one => { const box = one.getBoundingClientRect();
    return box.width < 24 || box.height < 24; })
  .map(one => one.outerHTML.slice(0, 120))"""

WIDE_SPACING = """on => {
  globalThis.spacing ??= new CSSStyleSheet();
  spacing.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets = on ? [spacing] : [];
}"""
"""As far apart as criterion 1.4.12 of WCAG 2.2 says."""

MOVING = "document.getAnimations().length"

def hold_animations(page):
    """Leaves every animation of the page at its beginning, so that none is over before it is looked at;
    the answer lets them run."""
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0})
    return lambda: session.send("Animation.setPlaybackRate", {"playbackRate": 1})


BORDERLESS = """() => [...document.querySelectorAll('button')].filter(one => one.checkVisibility()
  && parseFloat(getComputedStyle(one).borderTopWidth) < 1).map(one => one.textContent)"""


class Measures:
    """Takes all measures of a page in one visit, and keeps what is wrong by state and measure."""

    def __init__(self, page):
        self.page = page
        self.faults = {}
        self.session = page.context.new_cdp_session(page)

    def take(self, state, measure, script, *given):
        if fault := self.page.evaluate(script, *given):
            self.faults[state, measure] = fault

    def resize(self, width):
        self.page.set_viewport_size({"width": width, "height": 800})

    def set_text(self, size):
        self.session.send(
            "Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size * 13 // 16}})
        wait_until(lambda: self.page.evaluate(
            "getComputedStyle(document.documentElement).fontSize") == f"{size}px")

    def boxes(self, state):
        """On a telephone, with text twice as large, with high contrast with wide spacing, and on a desk."""
        self.resize(320)
        self.take(state, "wider than 320", WIDER_THAN_THE_SCREEN)
        self.take(state, "cut off at 320", CUT_OFF)
        self.take(state, "small at 320", SMALL_TARGETS)
        self.take(state, "moving", MOVING)
        self.page.evaluate(WIDE_SPACING, True)
        self.take(state, "wider than 320 with wide spacing", WIDER_THAN_THE_SCREEN)
        self.take(state, "cut off at 320 with wide spacing", CUT_OFF)
        self.page.evaluate(WIDE_SPACING, False)
        self.resize(640)
        self.set_text(32)
        self.take(state, "wider than 640 with large text", WIDER_THAN_THE_SCREEN)
        self.take(state, "cut off at 640 with large text", CUT_OFF)
        self.set_text(16)
        self.page.emulate_media(forced_colors="active")
        self.take(state, "without a border", BORDERLESS)
        self.page.emulate_media(forced_colors="none")
        self.resize(1280)
        self.take(state, "wider than 1280", WIDER_THAN_THE_SCREEN)
        self.take(state, "cut off at 1280", CUT_OFF)
        self.take(state, "small at 1280", SMALL_TARGETS)

    def contrast(self, state, width):
        """What colours decide."""
        self.axe(state, width, ["color-contrast", "link-in-text-block"])

    def axe(self, state, width, only=None):
        self.resize(width)
        # The policy of the page bars the scripts of others, so it is brought by the driver.
        self.page.evaluate(AXE)
        self.take(state, f"axe at {width}", RUN_AXE, only)
