"""Frames themselves: who may have them, their height and their looks."""

import re
import struct
import zlib

import pytest

from kit.framed import GAMES
from kit.http_client import ask
from kit.pages import PAGES
from kit.processes import wait_until

def policies(reply):
    """What each policy says; lighttpd adds one to the program's."""
    return [dict(part.split(" ", 1) for part in policy.split("; "))
            for policy in reply.headers["content-security-policy"]]


@pytest.mark.parametrize("name", ["hall", "games"])
def test_the_hall_itself_refuses_frames_whatever_answers(town, name):
    hall = town.halls[name]
    asset = re.search(
        rf'href="{hall.base}(/assets/dicehall\.[^"]+)', ask(hall.port, "GET", f"{hall.base}/").text)
    paths = [*PAGES, "/nothing", "/osr/new/abilities", "/osr/vault", "/osr/cloud", "/healthz",
             "/bring/" + "a" * 26, "/embedded", "/assets/nothing.css", asset[1]]
    for path in paths:
        reply = ask(hall.port, "GET", hall.base + path)
        assert [one["frame-ancestors"] for one in policies(reply)] == ["'none'"], path
        kept = "no-referrer" if name == "hall" and "/bring/" in path else "same-origin"
        assert reply["referrer-policy"] == kept, path


@pytest.mark.parametrize("name", ["hall", "games", "choosy"])
def test_what_is_for_frames_tells_who_may_frame_it_and_no_address(town, name):
    hall = town.halls[name]
    sites = f"'self' https://school.test:{town.front.secure}" if name == "choosy" else "'self' *"
    games = (*GAMES, "osr/new/abilities", "craps/", "nothing", "craps/roll", "osr/new/save",
             "dice/" + "a" * 26, "craps?" + "a&" * 99)
    for path in (*(f"/embed/{one}" for one in games), "/lti/wait/x", "/lti/nothing"):
        reply = ask(hall.port, "GET", hall.base + path)
        assert {one["frame-ancestors"] for one in policies(reply)} == {sites}, path
        assert reply["referrer-policy"] == "no-referrer", path
        # Its own script may read it where the frame is of no site, unless the operator forbids that.
        assert reply["access-control-allow-origin"] == (None if name == "choosy" else "*"), path


def test_the_given_site_may_have_a_frame_and_others_may_not(enrol, town):
    pupil = enrol(name="choosy")
    assert pupil.attend("/embed/dice").page.get_by_role("heading", name="Dice", exact=True).count()
    pupil.attend("/embed/dice", school="other")
    assert pupil.page.url.startswith("chrome-error:")
    assert pupil.refusals


def test_a_page_of_the_hall_stays_out_of_every_frame(enrol):
    pupil = enrol()
    for path in ("/dice", "/osr/vault", "/"):
        assert pupil.attend(path).page.url.startswith("chrome-error:")
    assert pupil.refusals


LISTEN = """
  const heard = [];
  const post = (source, message) => source.postMessage(message, '*');
  addEventListener('message', ({ source, data }) => {
    const frame = [...document.querySelectorAll('iframe')].find(
      (one) => one.contentWindow === source);
    heard.push(data);
    %s
  });
"""
OBEY = "if (data.type === 'dicehall:height') frame.style.height = `${data.height}px`;"
H5P = """
    if (data.context !== 'h5p') return;
    if (data.action === 'hello') post(source, { context: 'h5p', action: 'hello' });
    if (data.action === 'prepareResize') {
      if (frame.clientHeight === data.scrollHeight && data.scrollHeight === data.clientHeight) return;
      frame.style.height = `${data.clientHeight}px`;
      post(source, { context: 'h5p', action: 'resizePrepared' });
    }
    if (data.action === 'resize') frame.style.height = `${data.scrollHeight}px`;
"""
"""What pages with H5P content do, written in our own words."""


def is_as_tall_as_its_page(pupil):
    """Whether the frame needs no scrolling and has no empty strip below; borders are the host's."""
    height = pupil.page.evaluate("document.documentElement.getBoundingClientRect().height")
    return abs(pupil.page.evaluate("innerHeight") - height) <= 1


def heard(pupil):
    return pupil.tab.evaluate("heard")


def is_quiet(pupil):
    """Whether the frame has sent all its messages."""
    before = len(heard(pupil))
    pupil.tab.wait_for_timeout(300)
    return len(heard(pupil)) == before


@pytest.mark.turns("host", "sandbox")
@pytest.mark.parametrize("sandbox", [None, "allow-forms allow-scripts"])
@pytest.mark.parametrize("host", [OBEY, H5P], ids=["own", "h5p"])
@pytest.mark.parametrize("game", GAMES)
def test_a_frame_becomes_as_tall_as_its_page_and_stays_so(enrol, game, host, sandbox):
    pupil = enrol()
    pupil.attend(f"/embed/{game}", sandbox=sandbox, script=LISTEN % host)
    pupil.tab.add_style_tag(content="iframe { border: 0; height: 150px }")
    wait_until(lambda: is_as_tall_as_its_page(pupil))
    pupil.press(GAMES[game].first)
    wait_until(lambda: is_quiet(pupil) and is_as_tall_as_its_page(pupil))
    # A narrower one is taller, and a wider one short again.
    before = pupil.page.evaluate("innerHeight")
    for width in (330, 640):
        pupil.tab.evaluate("w => document.querySelector('iframe').style.width = `${w}px`", width)
        wait_until(lambda: pupil.page.evaluate("innerWidth") == width)
        wait_until(lambda: is_as_tall_as_its_page(pupil))
    wait_until(lambda: is_quiet(pupil) and abs(pupil.page.evaluate("innerHeight") - before) <= 1)


def test_the_host_is_told_in_the_three_ways_that_are_in_use(enrol):
    pupil = enrol()
    pupil.attend("/embed/craps", script=LISTEN % H5P)

    def is_told():
        height = pupil.page.evaluate(
            "Math.ceil(document.documentElement.getBoundingClientRect().height)")
        said = heard(pupil)
        return all(message in said for message in (
            {"type": "dicehall:height", "height": height},
            f'{{"subject":"lti.frameResize","height":{height}}}',
            {"context": "h5p", "action": "hello"},
            {"context": "h5p", "action": "resize", "scrollHeight": height}))

    wait_until(is_told)


SHOUT = ".postMessage({ type: 'dicehall:height', height: 777 }, '*')"
"""What our frames say, with another height than theirs."""

ADD_FRAMES = """all => { for (const one of all)
  document.body.append(Object.assign(document.createElement('iframe'), one)) }"""


def heights(pupil):
    return pupil.tab.locator("iframe").evaluate_all("all => all.map((one) => one.clientHeight)")


@pytest.mark.parametrize("sandbox", [None, "allow-scripts allow-forms"])
def test_our_script_makes_a_frame_as_tall_as_its_page_however_late_it_comes(enrol, sandbox):
    pupil = enrol()
    pupil.attend("/embed/craps", sandbox=sandbox, size=(640, 200), script=LISTEN % "")
    pupil.tab.add_style_tag(content="iframe { border: 0 }")
    pupil.tab.wait_for_function("heard.some((one) => one.type === 'dicehall:height')")
    pupil.tab.add_script_tag(url=f"{pupil.url}/embed-host.js")
    wait_until(lambda: is_as_tall_as_its_page(pupil))
    pupil.press("Roll")
    wait_until(lambda: is_as_tall_as_its_page(pupil))


def test_to_our_script_strangers_may_say_what_they_like(enrol, town):
    pupil = enrol()
    pupil.attend("/embed/craps", "/embed/dice", script=LISTEN % "")
    pupil.tab.add_style_tag(content="iframe { border: 0 }")
    pupil.tab.add_script_tag(url=f"{pupil.url}/embed-host.js")
    for number in (0, 1):
        pupil.sit(number)
        wait_until(lambda: is_as_tall_as_its_page(pupil))
    stranger = town.origin("other") + town.front.lesson("")
    pupil.tab.evaluate(ADD_FRAMES, [
        {"src": stranger}, {"src": stranger, "sandbox": "allow-scripts"},
        {"srcdoc": "<p>", "sandbox": "allow-scripts"}])
    # One of ours goes elsewhere.
    with pupil.page.expect_navigation():
        pupil.page.evaluate("url => { location = url; }", stranger)
    before = heights(pupil)
    for number, address in enumerate([stranger, stranger, stranger, "about:srcdoc"], 1):
        pupil.sit(number).page.wait_for_url(address)
        pupil.page.evaluate("parent" + SHOUT)
    pupil.tab.evaluate("window" + SHOUT)
    for address in (stranger, f"{pupil.url}/embed/craps"):
        with pupil.context.expect_page() as opened:
            pupil.tab.evaluate("url => { open(url); }", address)
        opened.value.wait_for_url(address)
        opened.value.evaluate("opener" + SHOUT)
    pupil.tab.wait_for_function("heard.filter((one) => one.height === 777).length === 7")
    assert heights(pupil) == before
    pupil.sit(0).page.evaluate("parent" + SHOUT)
    wait_until(lambda: heights(pupil) == [777, *before[1:]])


def test_messages_of_others_and_of_other_contents_change_nothing(enrol):
    pupil = enrol()
    pupil.attend("/embed/dice", "/embed/craps", script=LISTEN % "")
    # Each says hello and, in two ways, how tall it is.
    wait_until(lambda: len(heard(pupil)) >= 6 and is_quiet(pupil))
    before = heard(pupil)
    pupil.tab.evaluate("""() => {
      for (const message of [null, 7, 'hello', {}, { context: 'h5p' }, { action: 'hello' },
        { context: 'h5p', action: 'resize' }, { context: 'lti', action: 'hello' },
        { subject: 'lti.frameResize', height: 1 }])
        document.querySelector('iframe').contentWindow.postMessage(message, '*');
    }""")
    # A frame beside it is no host.
    pupil.sit(1).page.evaluate(
        "parent[0].postMessage({ context: 'h5p', action: 'ready' }, '*');"
        "parent[0].postMessage({ context: 'h5p', action: 'hello' }, '*')")
    pupil.tab.wait_for_timeout(300)
    assert heard(pupil) == before
    pupil.tab.evaluate("document.querySelector('iframe').contentWindow.postMessage("
                       "{ context: 'h5p', action: 'ready' }, '*')")
    pupil.tab.wait_for_function("n => heard.length > n", arg=len(before))


def test_no_host_learns_the_address_of_a_game(enrol, town):
    pupil = enrol()
    pupil.attend("/embed/dice", script=LISTEN % "")
    pupil.press("Roll")
    key = pupil.reload_lesson().path.rpartition("/")[2]
    pupil.press("Roll")
    wait_until(lambda: heard(pupil) and is_quiet(pupil))
    assert len(key) == 26 and key not in str(heard(pupil))
    with pupil.page.expect_navigation():
        pupil.page.evaluate(
            "url => { location = url; }", town.origin("school") + town.front.lesson(""))
    assert pupil.page.get_by_role("heading", name="Lesson").is_visible()
    assert pupil.page.evaluate("document.referrer") == ""


@pytest.mark.parametrize(("theme", "scheme", "paper"), [
    ("light", "dark", "rgb(244, 237, 221)"), ("dark", "light", "rgb(20, 27, 24)"),
    ("auto", "light", "rgb(244, 237, 221)"), ("auto", "dark", "rgb(20, 27, 24)")])
def test_a_theme_counts_more_than_the_reader_s_and_auto_follows_it(enrol, theme, scheme, paper):
    pupil = enrol(color_scheme=scheme)
    pupil.attend(f"/embed/craps?theme={theme}")
    for _ in range(2):
        assert pupil.page.evaluate(
            "[document.documentElement, document.body].map("
            "one => getComputedStyle(one).backgroundColor)") == [paper, paper]
        pupil.press("Roll")
        pupil.reload_lesson()


def colour(picture):
    """That of the first pixel of a PNG file without transparency."""
    at, data = 8, b""
    while at < len(picture):
        length, kind = struct.unpack(">I4s", picture[at:at + 8])
        if kind == b"IDAT":
            data += picture[at + 8:at + 8 + length]
        at += length + 12
    # After the number of the line's filter, which changes nothing in the first pixel.
    return tuple(zlib.decompress(data)[1:4])


def behind(pupil):
    """What is seen in the corner of the first frame, where the game has nothing."""
    box = pupil.tab.locator("iframe").bounding_box()
    return colour(pupil.tab.screenshot(
        clip={"x": box["x"] + 4, "y": box["y"] + 4, "width": 1, "height": 1}))


WALL = (
    "<style>:root {{ background: rgb(60, 90, 120); color-scheme: {0} }} iframe {{ border: 0 }}</style>")
"""A page in a colour of its own, which may say whether it is light or dark."""


@pytest.mark.parametrize("page", ["normal", "light", "dark", "light dark"])
@pytest.mark.parametrize(("theme", "reader"), [
    ("light", "dark"), ("dark", "light"), ("auto", "light"), ("auto", "dark")])
def test_without_a_ground_the_page_shows_through_whatever_its_colours(enrol, page, theme, reader):
    pupil = enrol(color_scheme=reader)
    pupil.open(f"/embed?game=craps&theme={theme}&ground=none")
    pupil.teach(WALL.format(page) + pupil.field("textbox", "Line for your page").input_value())
    pupil.page.wait_for_load_state()
    seen = pupil.page.evaluate("getComputedStyle(document.documentElement).colorScheme")
    # A page that isn't dark for readers who prefer that gets what keeps a dark game legible.
    if theme == "auto" and (page == "dark") != (reader == "dark") and page != "light dark":
        plain = (255, 255, 255) if reader == "light" else (18, 18, 18)
        assert behind(pupil) == plain, seen
    else:
        assert behind(pupil) == (60, 90, 120), seen


@pytest.mark.parametrize(("reader", "ground"), [("light", (255, 255, 255)), ("dark", (0, 0, 0))])
def test_a_white_ground_is_white_and_black_in_the_dark(enrol, reader, ground):
    pupil = enrol(color_scheme=reader)
    pupil.teach(
        WALL.format("normal") + f'<iframe src="{pupil.url}/embed/craps?ground=white"></iframe>')
    pupil.page.wait_for_load_state()
    assert behind(pupil) == ground


def test_a_seed_gives_two_browsers_the_same_rolls_and_another_gives_others(enrol):
    def rolls(seed):
        pupil = enrol()
        pupil.attend(f"/embed/dice?die=d100&dice=3&seed={seed}")
        assert "Repeatable dice" in pupil.page.inner_text("#main")
        faces = []
        for _ in range(3):
            pupil.press("Roll")
            faces.append(pupil.facts()["Faces"])
        assert "Repeatable dice" in pupil.page.inner_text("#main")
        return faces

    assert rolls("abc") == rolls("abc") != rolls("abd")
