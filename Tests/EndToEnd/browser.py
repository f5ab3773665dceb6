"""The hall's pages in a real browser, as a person reads them: by label, name and sentence."""

import re
from dataclasses import dataclass, replace

from playwright.sync_api import expect

from pages import PAGES
from wizard import walk_wizard

REFUSED = re.compile(r"Failed to load resource: .* status of 4\d\d")
"""The browser's own note of an answer that a test asked for; it is no mistake of a page."""


class Visitor:
    """Somebody with a browser and cookies of their own; `new_page` is another tab."""

    def __init__(self, browser, url, scripts, options):
        self.url, self.scripts = url, scripts
        self.context = browser.new_context(
            java_script_enabled=scripts, **{"reduced_motion": "reduce", **options})
        self.context.set_default_timeout(10_000)
        self.troubles = []
        self.page = self.new_page()

    def new_page(self):
        page = self.context.new_page()
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("request", self.watch)
        return page

    def hear(self, message):
        if message.type in ("error", "warning") and not REFUSED.match(message.text):
            self.troubles.append(message.text)

    def watch(self, request):
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.troubles.append(f"asked for {request.url}")

    def open(self, path):
        return self.page.goto(self.url + path)

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def field(self, role, name):
        return self.page.get_by_role(role, name=name, exact=True)

    def press(self, name):
        """Presses a button that changes a game, and waits for the answer."""
        self.settle(self.button(name).click)

    def open_link(self, name):
        self.follow(self.field("link", name).click)

    def follow(self, act):
        """Does what leads to another page, with scripts too."""
        with self.page.expect_navigation():
            act()

    def settle(self, act):
        if self.scripts:
            act()
            self.is_settled()
        else:
            self.follow(act)

    def is_settled(self):
        expect(self.page.locator("#main")).not_to_have_attribute("aria-busy", "true")

    def set_field(self, role, name, value):
        self.field(role, name).fill(value)

    def choose(self, die):
        """Another kind of die; without scripts it goes with the next button."""
        select = self.field("combobox", "Die type")
        select.select_option(die)
        if self.scripts:
            expect(self.page.locator("dl.facts dd").first).to_contain_text(die)
            self.is_settled()

    def set_ante(self, dollars):
        """Moves the slider; the model in the page is the browser's own, so any step may be set."""
        self.field("slider", "Ante").fill(str(dollars))

    def facts(self):
        """The values under their labels."""
        return dict(self.page.locator("dl.facts > div").evaluate_all(
            "all => all.map(one => [...one.children].map(child => child.innerText.trim()))"))

    def headline(self):
        return self.page.locator("#outcome").inner_text()

    def rows(self, caption):
        """The cells of the table with that caption, row by row."""
        return self.page.get_by_role("table", name=caption).locator("tbody tr").evaluate_all(
            "rows => rows.map(row => [...row.cells].map(cell => cell.innerText.trim()))")

    def revisions(self):
        """Which revision each form of the page was drawn from."""
        values = self.page.locator("input[name=revision]").evaluate_all(
            "all => all.map(one => one.value)")
        assert values and len(set(values)) == 1
        return int(values[0])


def dollars(text):
    """`$1,235` as a number."""
    assert re.fullmatch(r"\$\d{1,3}(,\d{3})*", text), text
    return int(text.replace("$", "").replace(",", ""))


def number(text):
    """A number as pages write it, with a real minus sign."""
    assert "-" not in text, text
    return float(text.replace("\N{MINUS SIGN}", "-"))


def play_craps(visitor, accepts, limit=400):
    """Rolls until `accepts(facts)`; the limit ends a test that could go on for ever."""
    for _ in range(limit):
        visitor.press("Roll")
        if accepts(visitor.facts()):
            return visitor.facts()
    raise AssertionError(f"nothing of the kind in {limit} rolls")


def play_pig(visitor, hold_at=20, limit=2_000):
    """Plays for whoever is to move until the game is over; holds at that turn total, or to win."""
    for _ in range(limit):
        facts = visitor.facts()
        if facts["Playing now"] == "nobody":
            return visitor.headline()
        wins = "Hold now" in visitor.page.locator("#outcome + p").inner_text()
        visitor.press("Hold" if wins or int(facts["Turn total"]) >= hold_at else "Roll")
    raise AssertionError(f"no winner after {limit} moves")


def change_players(visitor, first=None, second=None, opponent=None, strategy=None, coach=None):
    """Fills what is given of the form that says who plays, and sends it."""
    if first is not None:
        visitor.set_field("textbox", "Player 1 name", first)
    if second is not None:
        visitor.set_field("textbox", "Player 2 name", second)
    if opponent:
        visitor.field("combobox", "Opponent").select_option(opponent)
    if strategy:
        visitor.field("combobox", "Strategy").select_option(strategy)
    if coach is not None:
        visitor.field("checkbox", "Coach").set_checked(coach)
    visitor.press("Change players")


def go_bankrupt(visitor, limit=40):
    """Stakes everything until it is lost; who gets too rich for that starts over."""
    for _ in range(limit):
        balance = dollars(visitor.facts()["Balance"])
        if balance == 0:
            return
        if balance > 500:
            visitor.follow(visitor.button("Start over").click)
            visitor.press("Yes, start over")
            balance = 200
        visitor.set_ante(balance)
        play_craps(visitor, lambda facts: facts["Point"] == "off")
    raise AssertionError(f"not bankrupt after {limit} games")


@dataclass
class Document:
    """A page as the server sent it, to be shown again without playing."""

    name: str
    url: str
    body: str
    headers: dict

    def show(self, page, scripts=True):
        """Shows it at its own address; axe cannot run where scripts are off, so there the page's
        own are barred instead."""
        headers = dict(self.headers)
        if not scripts:
            headers["content-security-policy"] = "script-src 'none'"
        page.route(
            self.url, lambda route: route.fulfill(headers=headers, body=self.body), times=1)
        shown = page.goto(self.url)
        assert shown.text() == self.body


def walk(visitor):
    """Leads a visitor without scripts through every page and state; yields each as a Document."""
    answers = []

    def hear(answer):
        # Not those of frames in the page.
        if (answer.request.is_navigation_request() and answer.status != 303
                and answer.frame == visitor.page.main_frame):
            answers.append(answer)

    visitor.page.on("response", hear)

    def seen(name):
        answer = answers[-1]
        kept = ("content-type", "content-security-policy")
        headers = {
            key: value.replace("\n", ", ") for key, value in answer.headers.items() if key in kept}
        return Document(name, answer.url, answer.text(), headers)

    for path in [*PAGES, "/embed?game=pig&goal=5", "/nothing"]:
        visitor.open(path)
        yield seen(path)
    visitor.open("/embed/check")
    yield seen("embedding checked?")
    visitor.follow(visitor.button("Find out").click)
    yield seen("embedding checked")
    visitor.open("/dice")
    for expression in ("1d20", "2d6+3", "4d10-1", "99d100-99"):
        visitor.set_field("textbox", "Expression", expression)
        visitor.press("Roll expression")
        yield seen(f"rolled {expression}")
    visitor.set_field("textbox", "Expression", "2d7")
    visitor.press("Roll expression")
    yield seen("wrong expression")
    visitor.set_field("spinbutton", "How many", "1000")
    visitor.press("Roll")
    yield seen("corrected number")
    visitor.set_field("spinbutton", "How many", "")
    visitor.set_field("spinbutton", "Modifier", "")
    visitor.press("Roll")
    yield seen("two numbers missing")
    visitor.open("/craps")
    visitor.set_ante(500)
    visitor.press("Roll")
    yield seen("corrected ante")
    visitor.set_ante(5)
    play_craps(visitor, lambda facts: facts["Point"] != "off")
    yield seen("point on")
    for outcome in ("win", "lose"):
        play_craps(visitor, lambda _: f"you {outcome}" in visitor.headline())
        yield seen(outcome)
    visitor.follow(visitor.button("Start over").click)
    yield seen("start over?")
    visitor.press("Yes, start over")
    yield seen("started over")
    visitor.page.locator("input[name=revision]").first.evaluate("one => one.value = 0")
    visitor.press("Roll")
    yield seen("stale page")
    visitor.open("/craps")
    go_bankrupt(visitor)
    yield seen("bankrupt")
    yield from walk_pig(visitor, seen)
    yield from walk_hall(visitor, seen)
    yield from walk_wizard(visitor, seen)
    yield from walk_frames(visitor, seen)


def walk_pig(visitor, seen):
    """Through the states of Pig."""
    visitor.open("/pig")
    change_players(visitor, first="W" * 30, second="\N{HEBREW LETTER SHIN}" * 30, coach=True)
    yield seen("pig: long names")
    visitor.press("Roll")
    yield seen("pig: rolled")
    visitor.press("New game")
    change_players(visitor, first="Ada", second="", opponent="Computer", strategy="Optimal")
    yield seen("pig: a name is missing")
    change_players(visitor, second="Bob")
    yield seen("pig: against the computer")
    while "Computer" not in visitor.headline():
        visitor.press("Hold" if visitor.button("Hold").is_enabled() else "Roll")
    yield seen("pig: the computer's turn")
    play_pig(visitor)
    yield seen("pig: over")
    visitor.open("/pig/game?number=1")
    yield seen("pig: an earlier game")
    visitor.open("/pig/game?number=99")
    yield seen("pig: no such game")


def walk_hall(visitor, seen):
    """Through the states of the character hall."""
    visitor.open("/osr")
    yield seen("hall: introduced by the backend")
    visitor.press("Skip the introduction")
    yield seen("hall: the doors alone")
    visitor.open("/osr?introduction=show")
    yield seen("hall: introduced again")


FIRST_MOVES = {"dice": "Roll", "craps": "Roll", "pig": "Roll", "osr": "Surprise me"}
"""A button that each game begins with."""


def walk_frames(visitor, seen):
    """Through the states of framed games, as a tab shows them and as a frame does."""
    def both(name):
        alone = seen(f"tab: {name}")
        body = alone.body.replace('data-place="top"', 'data-place="frame"')
        assert body != alone.body
        return alone, replace(alone, name=f"frame: {name}", body=body)

    for game, move in FIRST_MOVES.items():
        visitor.open(f"/embed/{game}?seed=abc&{'long' * 30}=1")
        yield both(f"{game}, which is not as it was asked for")[1]
        visitor.press(move)
        yield from both(f"{game} after a move")
        for look in ("theme=dark", "theme=light&controls=play"):
            visitor.open(f"/embed/{game}?{look}")
            visitor.press(move)
            yield both(f"{game} with {look}")[1]
    visitor.open("/embed/craps")
    visitor.press("Roll")
    visitor.page.locator("input[name=revision]").first.evaluate("one => one.value = 0")
    visitor.press("Roll")
    yield both("stale page")[1]
    visitor.follow(visitor.button("Copy to Dicehall").click)
    yield seen("replace your game?")
    for path in ("nothing", "craps/nothing", "craps/start:%25"):
        visitor.open(f"/embed/{path}")
        yield both(path)[1]
