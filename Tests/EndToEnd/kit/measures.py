"""What is measured in a page: by axe, and by its boxes."""

import pathlib

import axe_playwright_python

from kit.processes import wait_until

AXE = (pathlib.Path(axe_playwright_python.__path__[0]) / "axe.min.js").read_text()
RUN_AXE = """async only => {
  const result = await axe.run(document, {
    resultTypes: ['violations'], rules: { 'target-size': { enabled: true } }, preload: false, iframes: false,
    ...only && { runOnly: only } });
  return result.violations.map(one => one.id + ' ' + one.nodes.map(node => node.target).join(' '));
}"""
"""What it finds without the files of styles and sounds, which none of the rules for such pages reads, and
without the pages in frames, which are states of their own."""

WIDER_THAN_THE_SCREEN = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? `${scrollWidth} in ${clientWidth}` : null;
}"""

CUT_OFF = """() => {
  // Nobody scrolls paper.
  const isPaper = matchMedia('print').matches;
  const all = [...document.querySelectorAll('main *, header, header *, footer, footer *')].filter(
    one => one.textContent.trim() && one.checkVisibility() && !one.closest('.hidden, .glyph, svg, select'));
  const isOutside = one => {
    const box = one.getBoundingClientRect();
    return one.children.length === 0 && (isPaper || !one.closest('.scroll'))
      && (box.left < -0.5 || box.right > innerWidth + 0.5);
  };
  // By a box that hides what is too long, or that no key scrolls; what is there to be heard alone has no
  // size, or is clipped.
  const isHidden = one => ['Width', 'Height'].some((size, axis) => {
    const [shown, whole] = [one[`client${size}`], one[`scroll${size}`]];
    if (shown < 2 || whole < shown + 2 || one.matches('textarea')) return false;
    if (getComputedStyle(one.closest('thead') ?? one).clipPath !== 'none') return false;
    const overflow = getComputedStyle(one)[['overflowX', 'overflowY'][axis]];
    return overflow !== 'visible' && (isPaper || one.tabIndex !== 0 || !/auto|scroll/.test(overflow));
  });
  return all.filter(one => isOutside(one) || isHidden(one)).map(one => one.textContent.trim());
}"""

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

PALE = """() => {
  // A computed colour's red, green, blue up to 255, and how opaque it is.
  const read = text => {
    const numbers = text.match(/[\\d.e-]+/g).map(Number);
    const scale = text.startsWith('color(') ? 255 : 1;
    return [...numbers.slice(0, 3).map(one => one * scale), numbers[3] ?? 1];
  };
  const over = ([red, green, blue, opacity], under) => [red, green, blue].map(
    (one, place) => one * opacity + under[place] * (1 - opacity));
  const light = colour => colour.map(one => one / 255)
    .map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    .reduce((sum, one, place) => sum + one * [0.2126, 0.7152, 0.0722][place], 0.05);
  const contrast = (one, other) => {
    const ratio = light(one) / light(other);
    return Math.max(ratio, 1 / ratio);
  };
  // Each of the colours that an element has behind what is in it: of a gradient the ends.
  const known = new Map([[null, [[255, 255, 255]]]]);
  const grounds = one => {
    if (!known.has(one)) {
      const { backgroundColor, backgroundImage } = getComputedStyle(one);
      const stops = (backgroundImage.match(/(rgba?|color)\\([^()]*\\)/g) ?? []).map(read);
      const isSolid = stops.length && stops.every(([,,, opacity]) => opacity === 1);
      known.set(one, (isSolid ? stops : [read(backgroundColor)]).flatMap(
        layer => grounds(one.parentElement).map(under => over(layer, under))));
    }
    return known.get(one);
  };
  const ratio = (colour, behind) => Math.min(
    ...behind.map(under => contrast(over(colour, under), under)));
  const sides = ['Top', 'Right', 'Bottom', 'Left'];
  const edge = (style, behind) => Math.max(...sides.map(
    side => parseFloat(style[`border${side}Width`]) < 1
      ? 1 : ratio(read(style[`border${side}Color`]), behind)));
  const isSeen = one => one.checkVisibility({ visibilityProperty: true })
    && !one.closest('.hidden, .glyph');
  const faults = new Set();
  const named = one => `${one.tagName}.${one.getAttribute('class')}`;
  const judge = (what, one, ratio) => ratio >= 3
    || faults.add(`${what} ${ratio.toFixed(2)}: ${named(one.parentElement)} > ${named(one)}`);

  // Boxes that are pressed, filled in or mean something: their edge, or else their fill. What has
  // neither is told by what is in it.
  for (const one of document.querySelectorAll(`button, .button, input:not([type="hidden"]), select, textarea,
      .pop > summary, [aria-current], label:has(:checked), .playing > th, .bar, .key i, .stats > div,
      .verdict, .problem, .notice`)) {
    const style = getComputedStyle(one), behind = grounds(one.parentElement);
    // A browser's own slider can't be asked; ours has the colours of a field.
    if (!isSeen(one) || one.disabled || one.type === 'range') continue;
    if (['checkbox', 'radio'].includes(one.type)) {
      if (style.accentColor !== 'auto') judge('tick', one, ratio(read(style.accentColor), behind));
      continue;
    }
    const found = Math.max(edge(style, behind), ratio(read(style.backgroundColor), behind));
    const isTold = !one.matches('input, select, textarea')
      && (one.textContent.trim() || one.querySelector('svg'));
    if (found > 1 || !isTold) judge('box', one, found);
  }
  // The ring around what has the focus, which may be drawn by a box that it is in or has. What is named
  // alike looks alike.
  const rings = new Set();
  // On paper nothing has it.
  for (const one of matchMedia('print').matches ? [] : document.querySelectorAll(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]')) {
    const kind = `${named(one.parentElement)} ${named(one)} ${grounds(one.parentElement)}`;
    if (rings.has(kind) || !isSeen(one)) continue;
    one.focus({ preventScroll: true });
    if (document.activeElement !== one) continue;
    rings.add(kind);
    let ring = one, style;
    const isRing = (...part) => {
      style = getComputedStyle(...part);
      return style.outlineStyle !== 'none' && read(style.outlineColor)[3];
    };
    while (ring && !isRing(ring) && !isRing(ring, '::after')) ring = ring.parentElement;
    const behind = ring && grounds(parseFloat(style.outlineOffset) < 0 ? ring : ring.parentElement);
    judge('ring', one, ring ? ratio(read(style.outlineColor), behind) : 1);
  }
  document.activeElement.blur();
  // What is drawn, but for ornaments, codes for cameras, maps in shades of one colour, and the sectors
  // within the edge of a spinner, whose colours are their names.
  for (const one of document.querySelectorAll('svg :is(path, line, polyline, polygon, rect, circle)')) {
    const svg = one.closest('svg'), style = getComputedStyle(one);
    if (!isSeen(one) || one.matches('.halo, .hatch') || svg.closest(
      ':disabled, .picture, .art, .logo, .code, .join-now, .goblin, .policy')
      || one.closest('.turning')) continue;
    const paint = (kind, behind) => {
      if (style[kind] === 'none') return 1;
      const [red, green, blue, opacity] = read(style[kind]);
      return ratio(
        [red, green, blue, opacity * style[`${kind}Opacity`] * style.opacity], behind);
    };
    const stands = behind => Math.max(paint('fill', behind), paint('stroke', behind));
    judge('shape', one, stands(grounds(svg)));
    // On its track, and beside what it follows.
    for (const other of svg.querySelectorAll('.track, .banked')) {
      if (one.matches('.fill, .banked, .risk') && one !== other)
        judge('part', one, stands([read(getComputedStyle(other).fill).slice(0, 3)]));
    }
  }
  return [...faults];
}"""
"""What is less than 3 to 1 from what is around it, as criterion 1.4.11 says, other than text."""

FRAMED = """() => [...document.querySelectorAll('main *')].filter(one => {
  const style = getComputedStyle(one);
  return one.checkVisibility() && ['Top', 'Right', 'Bottom', 'Left'].every(side =>
      parseFloat(style[`border${side}Width`]) >= 1 && style[`border${side}Color`] !== 'rgba(0, 0, 0, 0)')
    && !one.matches('button, input, select, textarea, iframe, a, summary, td, th, i, .problem, .notice')
    && !one.querySelector('a, button, input, summary')
    && !one.closest('svg, .stage, .sheet, .stats, .here, [aria-labelledby="space"], [aria-labelledby="lift"]');
}).map(one => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 40)}`)"""
"""Boxes round text alone, which neither belong to a printed sheet nor show what boxes there are."""

MOVING = "document.getAnimations().length"

def hold_animations(page):
    """Leaves every animation of the page at its beginning, so that none is over before it is looked at;
    the answer lets them run."""
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0})
    return lambda: session.send("Animation.setPlaybackRate", {"playbackRate": 1})


BORDERLESS = """() => [...document.querySelectorAll('button, .stage')].filter(one => one.checkVisibility()
  && parseFloat(getComputedStyle(one).borderTopWidth) < 1).map(one => one.textContent.slice(0, 80))"""

ASTRAY = """() => [...document.querySelectorAll('[aria-invalid="true"]')].filter(field => {
  const told = field.getAttribute('aria-describedby').split(' ')
    .map(id => document.getElementById(id)).find(one => one?.matches('.wrong'));
  if (!told) return true;
  const [box, { top, bottom }] = [field, told].map(one => one.getBoundingClientRect());
  // What would move Roll is told with the outcome.
  return Math.max(top - box.bottom, box.top - bottom) > 8 && !field.closest('.stepper');
}).map(field => field.id)"""
"""Fields whose mistake is told, and not at them."""


class Measures:
    """Takes all measures of what a page shows from now on, and keeps what is wrong by state and measure."""

    def __init__(self, page):
        self.page = page
        # The policy of a page bars the scripts of others, so it is brought by the driver.
        page.add_init_script(AXE)
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
        """On a telephone, with wide spacing, with text twice as large, with high contrast, on a telephone
        on its side, and on a desk."""
        self.resize(320)
        self.take(state, "wider than 320", WIDER_THAN_THE_SCREEN)
        self.take(state, "cut off at 320", CUT_OFF)
        self.take(state, "small at 320", SMALL_TARGETS)
        self.take(state, "moving", MOVING)
        self.take(state, "told far from its field", ASTRAY)
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
        self.take(state, "pale in forced colours", PALE)
        self.page.emulate_media(forced_colors="none")
        self.resize(844)
        self.take(state, "wider than 844", WIDER_THAN_THE_SCREEN)
        self.take(state, "cut off at 844", CUT_OFF)
        self.resize(1280)
        self.take(state, "wider than 1280", WIDER_THAN_THE_SCREEN)
        self.take(state, "cut off at 1280", CUT_OFF)
        self.take(state, "boxes round text", FRAMED)
        self.take(state, "small at 1280", SMALL_TARGETS)
        self.take(state, "pale", PALE)

    def paper(self, state):
        """On A4 as it is printed; what is emulated is lost with each page that is shown."""
        self.page.set_viewport_size({"width": 718, "height": 1052})
        self.page.emulate_media(media="print")
        assert self.page.evaluate("matchMedia('print').matches")
        self.take(state, "wider than its paper", WIDER_THAN_THE_SCREEN)
        self.take(state, "cut off on paper", CUT_OFF)
        self.take(state, "pale on paper", PALE)

    def contrast(self, state, width):
        """What colours decide."""
        self.resize(width)
        self.take(state, "pale in the dark", PALE)
        self.page.emulate_media(forced_colors="active")
        self.take(state, "pale in forced colours in the dark", PALE)
        self.page.emulate_media(forced_colors="none")
        self.axe(state, width, ["color-contrast", "link-in-text-block"])

    def axe(self, state, width, only=None):
        self.resize(width)
        self.take(state, f"axe at {width}", RUN_AXE, only)
