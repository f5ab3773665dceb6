"""In a real WordPress: an address pasted into a post becomes a frame that plays, whoever wrote it."""

import pytest
from playwright.sync_api import expect

from kit.blog import ROLES, Blog
from kit.browser import Visitor, visitors
from kit.engines import Firefox
from kit.halls import Hall, free_port, shared, short_folder
from kit.processes import wait_until
from kit.rooms import LOOK, Seat, open_room
from kit.town import STRICT, Front

pytestmark = pytest.mark.proof


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

    def __init__(self, browser, school, scripts=True, **options):
        self.own = school.hall_url, school.blog.url
        self.hall = school.hall
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


@pytest.fixture
def visit_hall(chromium, school):
    with visitors() as everybody:
        def come():
            everybody.append(Visitor(
                chromium, school.hall_url, True, {"ignore_https_errors": True}))
            return everybody[-1]

        yield come


def roll(pupil):
    for number in range(1, 4):
        pupil.press("Roll")
        assert pupil.revisions() == number


def make_character(pupil):
    pupil.press("Roll abilities")
    pupil.go_on()
    expect(pupil.page.get_by_role("heading", level=1)).to_have_text("Choose a class")


def work_out(pupil):
    pupil.page.get_by_text("Try something else").click()
    pupil.set_field("textbox", "Expression", "3d6")
    pupil.follow(pupil.button("Work out").click)
    expect(pupil.page.get_by_role("heading", level=1)).to_have_text("Odds of 3d6")


def sit_down(pupil):
    pupil.set_field("textbox", "Your name", "Ada")
    pupil.press("Join")
    pupil.press("Roll")
    expect(pupil.page.locator("#outcome")).to_contain_text("Ada rolled")
    # What others do is seen, too.
    other = Seat(pupil.hall.socket, pupil.code, "Bob")
    other.join()
    assert other.post(f"{other.path}/throw", press=1, expression="d20").status == 303
    expect(pupil.page.locator("#outcome")).to_contain_text("Bob rolled", **LOOK)


KINDS = {
    "/": roll, "/dice": roll, "/craps": roll, "/pig": roll, "/osr": make_character,
    "/odds?x=2d6": work_out, "/room/": sit_down, "/lessons/two-dice": roll}
"""What is pasted, and what its frame can do."""


def is_as_tall_as_its_page(pupil):
    """As far as WordPress lets a frame grow."""
    frame = pupil.tab.locator("iframe").first.bounding_box()["height"]
    page = pupil.page.evaluate("Math.ceil(document.documentElement.getBoundingClientRect().height)")
    return abs(frame - min(page, 1000)) <= 1


@pytest.mark.parametrize("path", KINDS)
@pytest.mark.parametrize("role", ["contributor", "author"])
def test_an_address_on_a_line_of_its_own_becomes_a_frame_that_plays(school, enrol, visit_hall, role, path):
    code = open_room(visit_hall(), "table") if path == "/room/" else ""
    pupil = enrol()
    pupil.code = code
    pupil.read(school.blog.write(role, f"Look:\n\n{school.hall_url}{path}{code}\n\nDone."))
    frame = pupil.tab.locator("iframe").first
    assert frame.get_attribute("sandbox") == "allow-scripts"
    wait_until(lambda: is_as_tall_as_its_page(pupil))
    KINDS[path](pupil)
    wait_until(lambda: is_as_tall_as_its_page(pupil))
    if path.startswith("/odds"):
        return
    # A game that has begun is found again, a seat too.
    facts = pupil.facts()
    wait_until(pupil.context.cookies)
    assert pupil.again().facts() == facts
    expect(pupil.button("Join")).to_have_count(0)


BLOCK = """<!-- wp:embed {{"url":"{0}","type":"rich","providerNameSlug":"dicehall"}} -->
<figure class="wp-block-embed is-type-rich"><div class="wp-block-embed__wrapper">
{0}
</div></figure>
<!-- /wp:embed -->"""


def test_a_block_of_the_editor_plays_by_the_keyboard(school, enrol):
    pupil = enrol().read(school.blog.write("author", BLOCK.format(f"{school.hall_url}/craps")))
    pupil.button("Roll").focus()
    pupil.settle(lambda: pupil.tab.keyboard.press("Enter"))
    pupil.settle(lambda: pupil.tab.keyboard.press("r"))
    assert pupil.revisions() == 2


def test_a_post_plays_on_a_phone(school, enrol):
    pupil = enrol(viewport={"width": 390, "height": 844}, has_touch=True).read(
        school.blog.write("contributor", f"{school.hall_url}/pig"))
    pupil.settle(pupil.button("Roll").tap)
    assert pupil.revisions() == 1
    assert pupil.tab.evaluate("document.documentElement.scrollWidth") <= 390


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
    teacher.open("/embed?game=dice")
    line = teacher.page.get_by_label("Line for your page").input_value()
    for role in ("contributor", "author"):
        teacher.tab.goto(school.blog.write(role, line))
        expect(teacher.tab.locator("iframe")).to_have_count(0)
    pupil = enrol().read(school.blog.write("editor", line))
    assert pupil.tab.locator("iframe").get_attribute("sandbox") is None
    pupil.sends_forms = True
    roll(pupil)


def test_firefox_plays_in_a_post_too(school):
    post = school.blog.write("author", f"{school.hall_url}/craps")
    with short_folder() as folder:
        browser = Firefox(folder, 1280)
        try:
            for number in (1, 2):
                browser.go(post)
                browser.enter()
                browser.press("Roll")
                assert browser.run("return document.querySelector('[name=revision]').value") == f"{number}"
        finally:
            browser.stop()
