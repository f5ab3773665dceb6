"""The page for teachers, the check of frames, oEmbed and previews, behind both web servers."""

import html
import json
import re
import struct
import urllib.parse

import pytest

from kit.browser import Visitor, visitors
from kit.framed import GAMES
from kit.http_client import ask
from kit.processes import wait_until
from kit.rooms import open_room


def get(hall, path, headers=()):
    """An address below the hall's mount, asked for as programs do that know where it is."""
    return ask(hall.port, "GET", hall.base + path, headers, host=f"127.0.0.1:{hall.port}")


def oembed(hall, url, **more):
    reply = get(hall, f"/oembed?{urllib.parse.urlencode({'url': url, **more})}")
    assert reply["content-type"] == "application/json"
    assert reply["access-control-allow-origin"] == "*"
    return reply.status, json.loads(reply.body)


@pytest.mark.parametrize("base", ["", "/games"])
@pytest.mark.parametrize("server", ["nginx", "lighttpd"])
def test_with_a_public_address_the_static_page_has_the_lines(fresh_hall, server, base):
    hall = fresh_hall(server, BASE=base, URL="https://dice.example")
    reply = get(hall, "/embed")
    assert reply.status == 200 and reply["etag"] and reply["cache-control"] == "no-cache"
    page = html.unescape(reply.text)
    lines = re.findall(rf'<iframe src="https://dice\.example{base}/embed/(\w+)(?:\?controls=play)?" title=', page)
    assert sorted(set(lines)) == sorted([*GAMES, "odds", "check"])
    assert f'<script src="https://dice.example{base}/embed-host.js" async>' in page
    picture = re.search(r'og:image" content="https://dice\.example([^"]+)"', page).group(1)
    reply = get(hall, picture.removeprefix(base))
    assert reply.status == 200 and reply["content-type"] == "image/png"
    assert struct.unpack(">II", reply.body[16:24]) == (1200, 630)
    status, answer = oembed(hall, f"https://dice.example{base}/embed/pig?goal=50")
    assert status == 200 and f"https://dice.example{base}/embed/pig?goal=50" in answer["html"]


def test_with_a_query_the_program_answers_and_without_one_the_file(hall):
    plain = get(hall, "/embed", [("Cookie", "dicehall=x")])
    assert plain["etag"] and plain["cache-control"] == "no-cache"
    reply = get(hall, "/embed?game=craps&balance=500")
    assert reply.status == 200 and reply["etag"] is None
    assert reply["cache-control"] == "private, no-cache"
    assert f"{hall.url}/embed/craps?balance=500" in reply.text
    assert "frame-ancestors 'none'" in reply["content-security-policy"]


def test_the_script_for_other_pages_has_a_lasting_address(hall):
    reply = get(hall, "/embed-host.js")
    assert reply.status == 200 and reply["content-type"] == "text/javascript; charset=utf-8"
    assert b"dicehall:height" in reply.body and b"{{" not in reply.body


@pytest.mark.parametrize("game", GAMES)
def test_every_game_s_page_leads_to_oembed_as_a_program_follows_it(hall, game):
    for page, options in ((f"/{game}", "?controls=play"), (f"/embed/{game}", "")):
        link = re.search(
            r'type="application/json\+oembed" href="([^"]+)"', get(hall, page).text).group(1)
        reply = get(hall, html.unescape(link).removeprefix(hall.url))
        assert reply.status == 200
        assert f'src="{hall.url}/embed/{game}{options}"' in json.loads(reply.body)["html"]


def test_a_game_leads_to_its_frame_by_oembed(hall):
    status, answer = oembed(hall, f"{hall.url}/craps", maxwidth=400, maxheight=300, format="json")
    assert status == 200
    assert (answer["version"], answer["type"]) == ("1.0", "rich")
    assert (answer["width"], answer["height"]) == (400, 300)
    frame = html.unescape(re.search(r'src="([^"]+)"', answer["html"]).group(1))
    reply = get(hall, frame.removeprefix(hall.url))
    assert reply.status == 200
    assert "frame-ancestors 'self' *" in reply.headers["content-security-policy"][0]


@pytest.mark.parametrize("query, status", [
    ("", 400), ("url=", 400), ("url=http://evil.example/dice", 404), ("url=%zz", 400),
    ("url=http://127.0.0.1/dice&format=xml", 501)])
def test_what_oembed_cannot_do_is_told_in_json(hall, query, status):
    reply = get(hall, f"/oembed?{query}")
    assert reply.status == status and reply["content-type"] == "application/json"
    assert json.loads(reply.body)["error"]


def test_a_teacher_makes_a_frame(enrol, scripts):
    teacher = enrol(scripts=scripts)
    teacher.open("/embed")
    teacher.follow(teacher.page.get_by_role("link", name="Set up Craps and copy").click)
    assert teacher.field("spinbutton", "Balance").is_visible()
    assert teacher.field("spinbutton", "Goal").count() == 0
    teacher.field("combobox", "Game").select_option("Pig")
    teacher.follow(teacher.button("Show").click)
    teacher.set_field("spinbutton", "Goal", "5")
    teacher.set_field("textbox", "Player 1 name", "Zoë <& “Bo”")
    teacher.field("combobox", "Opponent").select_option("Computer")
    teacher.field("combobox", "What is shown").select_option("Everything")
    teacher.follow(teacher.button("Show").click)
    assert "the game will start with 10" in teacher.page.locator(".wrong").inner_text()
    line = teacher.field("textbox", "Line for your page").input_value()
    address = teacher.field("textbox", "Address alone").input_value()
    assert address.startswith(f"{teacher.url}/embed/pig?goal=10&player1=Zo%C3%AB")
    assert teacher.button("Copy the line").is_visible() == scripts

    preview = teacher.page.frame_locator("iframe")
    preview.get_by_role("button", name="Roll", exact=True).click()
    preview.get_by_role("button", name="New game", exact=True).wait_for()
    page = teacher.teach(line)
    assert page.get_by_role("row").nth(1).inner_text().startswith("Zoë <& “Bo”")


@pytest.mark.path
@pytest.mark.turns("hall")
def test_a_line_is_copied(visit):
    teacher = visit(
        "/embed?game=dice", permissions=["clipboard-read", "clipboard-write"])
    teacher.button("Copy the address").click()
    teacher.page.locator("#announcer", has_text="Copied.").wait_for()
    copied = teacher.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{teacher.url}/embed/dice?controls=play"


def test_a_room_a_lesson_and_a_game_are_passed_on_to_a_class(chromium, fresh_hall):
    hall, home = fresh_hall("nginx", URL="https://dice.example"), "https://dice.example"
    with visitors() as everybody:
        teacher = Visitor(
            chromium, hall.url, True, {"permissions": ["clipboard-read", "clipboard-write"]})
        everybody.append(teacher)
        code = open_room(teacher, "table")
        for page, shared, title in (
                (f"/room/{code}/host", f"/room/{code}", f"Room {code[:3]}-{code[3:]}"),
                ("/lessons/fair-dice", "/lessons/fair-dice", "Fair dice"),
                ("/embed?game=pig&goal=50", "/embed/pig?goal=50&controls=play", "Pig")):
            teacher.open(page)
            if page.endswith("/host"):
                teacher.page.get_by_text("Pass the link on").click()
            link = teacher.page.get_by_role("link", name="Share to Google Classroom")
            place, _, query = link.get_attribute("href").partition("?")
            assert place == "https://classroom.google.com/share"
            title = f"{title} in Dicehall"
            assert urllib.parse.parse_qs(query) == {"url": [home + shared], "title": [title]}
            assert link.get_attribute("target") == "_blank"
            pasted = teacher.field("textbox", "Text to paste")
            assert pasted.input_value() == f"{title}\n{home}{shared}"
            clipboard = "navigator.clipboard.readText()"
            for button, text in (("Copy link", home + shared), ("Copy the text", pasted.input_value())):
                teacher.page.evaluate("navigator.clipboard.writeText('')")
                teacher.button(button).click()
                wait_until(lambda: teacher.page.evaluate(clipboard) == text)


@pytest.mark.turns("hall")
def test_the_check_answers_in_a_frame_of_another_site(visit, town, scripts):
    teacher = visit("/embed/check", scripts=scripts)
    teacher.press_on("Find out")
    assert teacher.page.locator("h1").inner_text().endswith("this isn’t your page yet")
    lesson = town.front.lesson(
        f'<iframe src="{teacher.url}/embed/check" sandbox="allow-forms"></iframe>')
    page = teacher.context.new_page()
    # The same machine by another name is another site, which is trusted without https.
    page.goto(f"http://localhost:{town.front.plain}{lesson}")
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="Find out").click()
    frame.get_by_text("You’ve just pressed one").wait_for()
    assert "Games work here, with a limit" in frame.locator("h1").inner_text()


def test_a_page_with_the_script_makes_frames_as_high_as_their_games(enrol):
    pupil = enrol("http")
    pupil.teach(
        f'<iframe src="{pupil.url}/embed/pig" height="200"></iframe>'
        f'<iframe src="about:blank" height="200"></iframe>'
        f'<script src="{pupil.url}/embed-host.js"></script>')
    page = pupil.tab
    page.wait_for_function("document.querySelector('iframe').offsetHeight > 600")
    # With more room it may grow once more. (The frame's policy lets no script wait for it there.)
    missing = "document.documentElement.scrollHeight - innerHeight"
    wait_until(lambda: page.frames[1].evaluate(missing) <= 1)
    # Nobody else may ask for it.
    page.evaluate("postMessage({ type: 'dicehall:height', height: 999 }, '*')")
    page.wait_for_timeout(100)
    assert page.locator("iframe").nth(1).evaluate("one => one.offsetHeight") < 250


@pytest.mark.turns("hall")
def test_the_code_for_cameras_is_one(visit):
    teacher = visit("/embed?game=pig&goal=50", scripts=False)
    code = teacher.page.get_by_role("img", name="QR code of the address alone")
    size = int(code.get_attribute("viewBox").split()[2])
    dark = set()
    for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1", code.locator("path").get_attribute("d")):
        dark |= {(int(x) + step, int(y)) for step in range(int(length))}
    assert (size - 8 - 17) % 4 == 0 and all(4 <= at < size - 4 for square in dark for at in square)
    # The three marks in the corners: a square in a ring.
    for left, top in [(4, 4), (size - 11, 4), (4, size - 11)]:
        for x in range(7):
            for y in range(7):
                ring = max(abs(x - 3), abs(y - 3))
                assert ((left + x, top + y) in dark) == (ring != 2)
