"""A pupil who has no mouse."""

import itertools

from playwright.sync_api import expect

from kit.processes import wait_until
from kit.town import Pupil

FOCUSED = """() => {
  const one = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  return { name: one.textContent.trim() || one.name || one.id, tag: one.tagName,
    outline: outlineStyle === 'none' ? 0 : parseFloat(outlineWidth) };
}"""


class Typist(Pupil):
    """Plays in a frame by keyboard alone, and sees at every step where the focus is."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        # Either key may press a button.
        self.pressing = itertools.cycle(["Enter", "Space"])

    def place(self):
        """Where in the lesson the focus is: `before` the frame, `after` it or in an `IFRAME`."""
        return self.tab.evaluate("document.activeElement.id || document.activeElement.tagName")

    def move(self, key):
        """Presses a key that moves the focus, which from site to site takes the browser a while."""
        def state():
            return self.place(), self.page.evaluate(
                "[...document.querySelectorAll('*')].indexOf(document.activeElement)"
                " * (document.activeElement !== document.body)")

        before = state()
        self.tab.keyboard.press(key)
        wait_until(lambda: state() not in (before, ("IFRAME", 0)) and self.place() != "BODY")

    def enter(self):
        """From the top of the lesson to the frame's first control."""
        self.tab.keyboard.press("Tab")
        assert self.place() == "before"
        return next(self.walk("Tab"))

    def see(self):
        """What has the focus in the frame, which shows."""
        focused = self.page.evaluate(FOCUSED)
        assert focused["tag"] != "BODY" and focused["outline"] >= 2, focused
        expect(self.page.locator("*:focus")).to_be_in_viewport()
        return focused["name"]

    def walk(self, key, limit=200):
        """Presses that key until the focus leaves the frame; yields what it comes to."""
        for _ in range(limit):
            self.move(key)
            if self.place() != "IFRAME":
                return
            yield self.see()
        raise AssertionError(f"{key} does not lead out of the frame")

    def reach(self, target):
        """Onwards to a control or, where it lies behind, back from the frame's end."""
        def is_there():
            return target.evaluate("one => one === document.activeElement")

        if is_there() or any(is_there() for _ in self.walk("Tab")):
            return
        assert any(is_there() for _ in self.walk("Shift+Tab")), f"{target} is not reached"

    def activate(self, control):
        self.reach(control)
        self.tab.keyboard.press("Enter")

    def press(self, name):
        self.unfold(self.button(name))
        self.reach(self.button(name))
        self.settle(lambda: self.tab.keyboard.press(next(self.pressing)))
        if self.scripts:
            # Here or on the outcome, which may be all that the page shows then.
            assert self.page.evaluate(FOCUSED)["tag"] != "BODY"

    def open_link(self, name):
        self.reach(self.field("link", name))
        self.follow(lambda: self.tab.keyboard.press("Enter"))

    def set_field(self, role, name, value):
        self.unfold(self.field(role, name))
        self.reach(self.field(role, name))
        self.tab.keyboard.press("Control+A")
        self.tab.keyboard.type(value)

    def fill_ante(self, field, dollars):
        self.reach(field)
        while (now := int(field.input_value())) != dollars:
            self.tab.keyboard.press("ArrowUp" if now < dollars else "ArrowDown")
