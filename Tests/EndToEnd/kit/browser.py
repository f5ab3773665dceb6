"""The hall's pages in a real browser, as a person reads them: by label, name and sentence."""

import contextlib
import re

from playwright.sync_api import expect

from kit.reader import Reader

REFUSED = re.compile(r"Failed to load resource: (.* status of 4\d\d|net::ERR_NETWORK_CHANGED)")
"""The browser's own note of an answer that a test asked for, or of a network that a test beside it
made or removed; not a page's mistake."""


class Visitor:
    """Somebody with a browser and cookies of their own; `new_page` is another tab."""

    sends_forms = True
    """Whether the page may, as in a frame it may not be."""

    def __init__(self, browser, url, scripts, options):
        self.url, self.scripts = url, scripts
        self.context = browser.new_context(
            java_script_enabled=scripts, **{"reduced_motion": "reduce", **options})
        self.context.set_default_timeout(20_000)
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
        self.unfold(self.button(name))
        self.settle(lambda: self.activate(self.button(name)))

    def unfold(self, wanted):
        """Opens what a page has folded away, if that is where somebody has to look."""
        for name in ("more", "publish", "private-link", "damage", "situations", "use"):
            folded = self.page.locator(f"#{name}:not([open]) > summary")
            if not wanted.count() and folded.count():
                self.activate(folded)

    def activate(self, control):
        control.click()

    def open_link(self, name):
        self.unfold(self.field("link", name))
        self.follow(self.field("link", name).click)

    def follow(self, act):
        """Does what leads to another page, with scripts too."""
        with self.page.expect_navigation():
            act()

    def settle(self, act):
        if not self.scripts:
            return self.follow(act)
        if not self.sends_forms:
            self.page.locator("#main > *").evaluate_all(
                "all => all.forEach((one) => { one.dataset.old = ''; })")
        act()
        # Such a page has to find that out first.
        if not self.sends_forms:
            expect(self.page.locator("[data-old]")).to_have_count(0)
        self.is_settled()

    def is_settled(self):
        expect(self.page.locator("#main")).not_to_have_attribute("aria-busy", "true")

    def set_field(self, role, name, value):
        self.unfold(self.field(role, name))
        self.field(role, name).fill(value)

    def select(self, name, option):
        self.field("combobox", name).select_option(option)

    def tick(self, role, name, is_ticked=True):
        self.field(role, name).set_checked(is_ticked)

    def set_file(self, name, content):
        self.page.get_by_label(name, exact=True).set_input_files(
            {"name": "a.json", "mimeType": "application/json", "buffer": content})

    def download(self, link):
        """What a link leads to, with the name that it is given."""
        self.unfold(self.field("link", link))
        with self.page.expect_download() as file:
            self.field("link", link).click()
        return file.value.suggested_filename, file.value.path().read_bytes()

    def has_focus(self, identity):
        return self.page.evaluate("document.activeElement.id") == identity

    def has(self, name):
        button = self.button(name)
        return button.count() > 0 and button.first.is_enabled()

    def press_on(self, name):
        """Presses a button that leads to another page."""
        self.follow(lambda: self.activate(self.button(name)))

    def go_on(self, name="Continue"):
        """To another step, whose page says which it is."""
        before = self.page.url
        self.press(name)
        self.page.wait_for_url(lambda url: url != before)

    def ahead(self, path, act, *arguments):
        """Goes through what `act` does with a visitor's pages as a `Reader`, which takes no time,
        and looks at the last of them."""
        known = {one["name"]: one["value"] for one in self.context.cookies(self.url)}
        reader = Reader(self.url, known)
        reader.open(path)
        found = act(reader, *arguments)
        self.context.add_cookies([
            {"name": name, "value": value, "url": self.url}
            for name, value in reader.cookies.items() if known.get(name) != value])
        # What only a form shows has no address of its own.
        self.page.goto(reader.address)
        return found

    def choose(self, die):
        """Another kind of die; without scripts it goes with the next button."""
        select = self.field("combobox", "Die type")
        self.unfold(select)
        select.select_option(die)
        if self.scripts:
            expect(self.page.locator("dl.facts dd").first).to_contain_text(die)
            self.is_settled()

    def set_ante(self, dollars):
        """Moves the slider, which offers what is legal now and is the bet as soon as it rests, or fills
        in the field of who has no scripts."""
        self.fill_ante(self.page.get_by_label("Ante", exact=True), dollars)
        if self.scripts:
            fact = self.page.locator("dl.facts > div").filter(has_text=re.compile(r"^\s*Ante\b"))
            expect(fact.locator("dd")).to_have_text(f"${dollars}")
            self.is_settled()

    def fill_ante(self, field, dollars):
        field.fill(str(dollars))

    def facts(self):
        """The values under their labels."""
        return dict(self.page.locator("dl.facts > div").evaluate_all(
            "all => all.map(one => [...one.children].map(child => child.innerText.trim()))"))

    def headline(self):
        return self.page.locator("#outcome").inner_text()

    def advice(self):
        """The text below the headline."""
        return self.page.locator("#outcome + p").inner_text()

    def value(self, label):
        """The value under a label of a definition list."""
        term = self.page.locator("dt").filter(
            has_text=re.compile(f"^{re.escape(label)}$")).first
        value = term.locator("xpath=following-sibling::dd[1]")
        if value.locator("summary").count():
            return value.locator("summary").evaluate("""one => [...one.childNodes]
                .filter(part => part.className !== "hidden").map(part => part.textContent)
                .join("").trim()""")
        return value.inner_text().strip()

    def scores(self):
        """Each ability's score, as the page of abilities or of adjustments has it."""
        return {
            name: int(re.match(r"\d+", score)[0]) for name, score in self.page.locator(
                ".ability").evaluate_all(
                "all => all.map(one => [one.querySelector('dt').innerText.trim(),"
                " one.querySelector('.score').innerText.trim()])")}

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


@contextlib.contextmanager
def visitors():
    """A list of them. At the end nobody's console may hold an error, a breach of the content policy
    among them, and nobody may have asked another server for anything."""
    everybody = []
    yield everybody
    for visitor in everybody:
        visitor.context.close()
    assert [trouble for visitor in everybody for trouble in visitor.troubles] == []
