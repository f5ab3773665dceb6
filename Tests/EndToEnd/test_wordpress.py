"""In a real WordPress: an address pasted into a post becomes a frame that plays, whoever wrote it."""

import contextlib
import functools
import itertools

import pytest
from playwright.sync_api import expect

from kit.blog import Blog
from kit.browser import Visitor, visitors
from kit.engines import ELEMENT, IS_NEW, MARK, Firefox
from kit.halls import Hall, free_port, shared, short_folder
from kit.processes import wait_until
from kit.rooms import Host, Seat
from kit.town import STRICT, Front

pytestmark = pytest.mark.proof

DESK, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
WAYS = ["mouse", "keyboard", "phone"]


class School:
    """`blog.test`, a WordPress, and `hall.test`, which knows that address of its own."""

    def __init__(self, program, folder):
        plain, secure = free_port(), free_port()
        for name in ("hall", "blog", "front"):
            (folder / name).mkdir()
        self.hall_url = f"https://hall.test:{secure}"
        self.hall = Hall(
            program, folder / "hall", "nginx", URL=self.hall_url,
            DICEHALL_TRUSTED_PROXY="127.0.0.1")
        self.blog = Blog(folder / "blog", f"https://blog.test:{secure}")
        self.front = Front(
            folder / "front", {"hall": self.hall, "blog": self.blog}, plain, secure)

    def check_alive(self):
        for one in (self.front, self.hall, self.blog):
            one.check_alive()

    def stop(self):
        for one in (self.front, self.hall, self.blog):
            one.stop()


@pytest.fixture(scope="module")
def school(program):
    with shared(lambda folder: School(program, folder)) as school:
        yield school


class Pupil(Visitor):
    """A reader of the blog: `page` is the first frame of the post, `tab` the post."""

    sends_forms = False

    def __init__(self, browser, school, scripts=True, way="mouse", **options):
        self.own = school.hall_url, school.blog.url
        self.hall = school.hall
        self.way = way
        super().__init__(
            browser, school.hall_url, scripts, {"ignore_https_errors": True, **options})
        self.tab = self.page

    def watch(self, request):
        if not request.url.startswith((*self.own, "data:", "blob:")):
            self.troubles.append(f"asked for {request.url}")

    def hear(self, message):
        if not any(note in message.text for note in STRICT):
            super().hear(message)

    def read(self, post):
        self.tab.goto(post)
        return self.sit()

    def again(self):
        self.tab.reload()
        return self.sit()

    def around(self, expression):
        """What it is in the post."""
        return self.tab.evaluate(expression)

    def inside(self, expression):
        """What it is in the frame."""
        return self.page.evaluate(expression)

    def keeps_cookies(self):
        return bool(self.context.cookies())

    def open_fold(self, name):
        self.activate(self.page.locator("summary", has_text=name))

    def activate(self, control):
        if self.way == "keyboard":
            control.focus()
            return self.tab.keyboard.press("Enter")
        if self.way == "mouse":
            return control.click()
        # Two taps at once are one double click, which plays once.
        self.tab.wait_for_timeout(300)
        control.tap()

    def strike(self, key):
        self.settle(lambda: self.tab.keyboard.press(key))

    def sit(self):
        frame = self.tab.locator("iframe").first
        expect(frame).to_be_visible()
        self.page = frame.element_handle().content_frame()
        self.page.wait_for_load_state()
        return self


@pytest.fixture
def enrol(chromium, school):
    """Brings readers of the blog: `enrol(scripts=False)`."""
    with visitors() as pupils:
        def come(**options):
            pupils.append(Pupil(chromium, school, **options))
            return pupils[-1]

        yield come


class FirefoxPupil(Firefox):
    """The same with that browser, which sits in the first frame of the post."""

    COMMANDS = {
        **Firefox.COMMANDS, "type": "WebDriver:ElementSendKeys", "act": "WebDriver:PerformActions"}

    def read(self, post):
        self.post = post
        self.go(post)
        self.enter()
        return self

    def again(self):
        return self.read(self.post)

    def around(self, expression):
        self.leave()
        value = self.run(f"return {expression}")
        self.enter()
        return value

    def inside(self, expression):
        return self.run(f"return {expression}")

    def activate(self, control):
        if self.way == "mouse":
            return super().activate(control)
        if self.way == "keyboard":
            return self.command("type", id=control[ELEMENT], text="\ue007")
        place = {"type": "pointerMove", "origin": control, "x": 0, "y": 0}
        self.command("act", actions=[{
            "type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"},
            "actions": [place, {"type": "pointerDown", "button": 0},
                        {"type": "pointerUp", "button": 0}]}])

    def strike(self, key):
        self.run(MARK)
        self.command("type", id=self.run("return document.activeElement")[ELEMENT], text=key)
        self.ask(IS_NEW)

    def keeps_cookies(self):
        return self.run_as_browser("return Services.cookies.cookies.length > 0")

    def forget(self):
        self.run_as_browser("Services.cookies.removeAll()")


@pytest.fixture(scope="module")
def firefox(school):
    """That browser, started once somebody wants it; it has forgotten everything each time."""
    with contextlib.ExitStack() as stack:
        @functools.cache
        def start():
            browser = FirefoxPupil(stack.enter_context(short_folder()), 1280)
            stack.callback(browser.stop)
            browser.url = school.hall_url
            stack.callback(lambda: troubles.extend(browser.troubles()))
            return browser

        def come():
            start().forget()
            return start()

        troubles = []
        yield come
    assert troubles == []


@pytest.fixture
def reader(enrol, firefox):
    """Brings readers of the blog with either browser: `reader("firefox", "phone")`."""
    def come(browser, way):
        is_phone = way == "phone"
        if browser == "chromium":
            return enrol(way=way, **({"viewport": PHONE, "has_touch": True} if is_phone else {}))
        pupil = firefox()
        pupil.way = way
        pupil.leave()
        pupil.size(**(PHONE if is_phone else DESK))
        return pupil

    return come


HEADING = "document.querySelector('h1').innerText"


def roll(pupil):
    for number in range(1, 4):
        pupil.press("Roll")
        assert pupil.revisions() == number


def make_character(pupil):
    pupil.press("Roll abilities")
    pupil.go_on()
    assert pupil.inside(HEADING) == "Choose a class"


def work_out(pupil):
    pupil.open_fold("Try something else")
    pupil.set_field("textbox", "Expression", "3d6")
    pupil.press_on("Work out")
    assert pupil.inside(HEADING) == "Odds of 3d6"


def sit_down(pupil):
    pupil.set_field("textbox", "Your name", "Ada")
    pupil.press("Join")
    pupil.press("Roll")
    wait_until(lambda: "Ada rolled" in pupil.headline())
    # What others do is seen, too.
    other = Seat(pupil.hall.socket, pupil.code, "Bob")
    other.join()
    assert other.post(f"{other.path}/throw", press=1, expression="d20").status == 303
    wait_until(lambda: "Bob rolled" in pupil.headline())


KINDS = {
    "/": roll, "/dice": roll, "/craps": roll, "/pig": roll, "/osr": make_character,
    "/odds?x=2d6": work_out, "/room/": sit_down, "/lessons/two-dice": roll}
"""What is pasted, and what its frame can do."""


def is_as_tall_as_its_page(pupil):
    """As far as WordPress lets a frame grow."""
    frame = pupil.around("document.querySelector('iframe').getBoundingClientRect().height")
    page = pupil.inside("Math.ceil(document.documentElement.getBoundingClientRect().height)")
    return abs(frame - min(page, 1000)) <= 1


ROWS = [
    (["contributor", "author"][number % 2], browser, way, path)
    for browser in ("chromium", "firefox")
    for number, (way, path) in enumerate(itertools.product(WAYS, [*KINDS, None])) if path]
"""Each kind in each way by one of both roles, and by both: the odd `None` lets them take turns."""


@pytest.mark.parametrize(("role", "browser", "way", "path"), ROWS)
def test_an_address_on_a_line_of_its_own_becomes_a_frame_that_plays(
        school, reader, role, browser, way, path):
    pupil = reader(browser, way)
    pupil.hall = school.hall
    pupil.code = Host(school.hall.socket, kind="table").code if path == "/room/" else ""
    pupil.read(school.blog.write(role, f"Look:\n\n{school.hall_url}{path}{pupil.code}\n\nDone."))
    sandbox = pupil.around("document.querySelector('iframe').getAttribute('sandbox')")
    assert sandbox == "allow-scripts"
    wait_until(lambda: is_as_tall_as_its_page(pupil))
    KINDS[path](pupil)
    wait_until(lambda: is_as_tall_as_its_page(pupil))
    if way == "phone":
        assert pupil.around("document.documentElement.scrollWidth") <= PHONE["width"]
    if path.startswith("/odds"):
        return
    # A game that has begun is found again, a seat too.
    seen = pupil.inside(HEADING), pupil.facts()
    wait_until(pupil.keeps_cookies)
    pupil.again()
    assert (pupil.inside(HEADING), pupil.facts()) == seen
    assert not pupil.has("Join")


BLOCK = """<!-- wp:embed {{"url":"{0}","type":"rich","providerNameSlug":"dicehall"}} -->
<figure class="wp-block-embed is-type-rich"><div class="wp-block-embed__wrapper">
{0}
</div></figure>
<!-- /wp:embed -->"""


@pytest.mark.parametrize(
    ("role", "browser"), [("editor", "chromium"), ("administrator", "firefox")])
def test_a_block_of_the_editor_plays_by_a_single_key_too(school, reader, role, browser):
    pupil = reader(browser, "keyboard").read(
        school.blog.write(role, BLOCK.format(f"{school.hall_url}/craps")))
    pupil.press("Roll")
    assert pupil.revisions() == 1
    pupil.strike("r")
    assert pupil.revisions() == 2


def test_without_scripts_the_link_in_the_frame_s_place_leads_to_the_game(school, enrol):
    post = school.blog.write("author", f"{school.hall_url}/craps")
    pupil = enrol(scripts=False)
    pupil.page.goto(post)
    pupil.open_link("Craps in Dicehall")
    assert pupil.page.url == f"{school.hall_url}/craps"
    pupil.press_on("Roll")


def test_a_link_for_a_tab_of_its_own_leads_there(school, enrol):
    pupil = enrol().read(school.blog.write("author", f"{school.hall_url}/craps"))
    pupil.page.get_by_role("link", name="Rules and odds").click()
    pupil.tab.wait_for_url(f"{school.hall_url}/rules/craps**")


def test_only_who_may_write_html_can_paste_the_line(school, enrol):
    teacher = enrol()
    teacher.open("/embed")
    said = teacher.page.locator("#places ~ dl > div", has_text="WordPress").inner_text()
    assert "Everybody who writes there can paste the address alone" in said
    assert "works only for editors and administrators" in said
    teacher.open("/embed?game=dice")
    line = teacher.page.get_by_label("Line for your page").input_value()
    for role in ("contributor", "author"):
        teacher.tab.goto(school.blog.write(role, line))
        expect(teacher.tab.locator("iframe")).to_have_count(0)
    for role in ("editor", "administrator"):
        pupil = enrol().read(school.blog.write(role, line))
        assert pupil.tab.locator("iframe").get_attribute("sandbox") is None
        pupil.sends_forms = True
        roll(pupil)
