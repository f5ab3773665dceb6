"""The page for teachers, the check of frames, oEmbed and previews, behind both web servers."""

import html
import http.server
import json
import re
import struct
import threading
import urllib.error
import urllib.parse
import urllib.request

import pytest

from kit.processes import wait_until



def get(url, **headers):
    """(status, headers, body) of an address of the hall."""
    request = urllib.request.Request(url, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.headers, refusal.read()


def oembed(hall, url, **more):
    query = urllib.parse.urlencode({"url": url, **more})
    status, headers, body = get(f"{hall.url}/oembed?{query}")
    assert headers["Content-Type"] == "application/json"
    assert headers["Access-Control-Allow-Origin"] == "*"
    return status, json.loads(body)


@pytest.fixture
def school(visit):
    """Shows a visitor a page of another site with this in it: `school(visitor, line)`."""
    bodies = {}

    class Pages(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(f"<!doctype html><body>{bodies.get(self.path, '')}".encode())

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def show(visitor, body):
        bodies["/"] = body
        page = visitor.context.new_page()
        # The same machine by another name is another site.
        page.goto(f"http://localhost:{server.server_port}/")
        return page

    yield show
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("base", ["", "/games"])
@pytest.mark.parametrize("server", ["nginx", "lighttpd"])
def test_with_a_public_address_the_static_page_has_the_lines(fresh_hall, server, base):
    hall = fresh_hall(server, BASE=base, URL="https://dice.example")
    status, headers, body = get(f"{hall.url}/embed")
    assert status == 200 and headers["ETag"] and headers["Cache-Control"] == "no-cache"
    page = html.unescape(body.decode())
    for game in ("dice", "craps", "pig", "osr"):
        assert f'<iframe src="https://dice.example{base}/embed/{game}" title=' in page
    assert f'<script src="https://dice.example{base}/embed-host.js" async>' in page
    picture = re.search(r'og:image" content="https://dice\.example([^"]+)"', page).group(1)
    status, headers, body = get(hall.url.removesuffix(base) + picture)
    assert status == 200 and headers["Content-Type"] == "image/png"
    assert struct.unpack(">II", body[16:24]) == (1200, 630)
    status, answer = oembed(hall, f"https://dice.example{base}/embed/pig?goal=50")
    assert status == 200 and f"https://dice.example{base}/embed/pig?goal=50" in answer["html"]


def test_with_a_query_the_program_answers_and_without_one_the_file(hall):
    _, plain, _ = get(f"{hall.url}/embed", Cookie="dicehall=x")
    assert plain["ETag"] and plain["Cache-Control"] == "no-cache"
    status, headers, body = get(f"{hall.url}/embed?game=craps&balance=500")
    assert status == 200 and headers["ETag"] is None
    assert headers["Cache-Control"] == "private, no-cache"
    assert f"{hall.url}/embed/craps?balance=500" in body.decode()
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


def test_the_script_for_other_pages_has_a_lasting_address(hall):
    status, headers, body = get(f"{hall.url}/embed-host.js")
    assert status == 200 and headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert b"dicehall:height" in body and b"{{" not in body


@pytest.mark.parametrize("game", ["dice", "craps", "pig", "osr"])
def test_every_game_s_page_leads_to_oembed_as_a_program_follows_it(hall, game):
    for page in (f"/{game}", f"/embed/{game}"):
        _, _, body = get(hall.url + page)
        link = re.search(r'type="application/json\+oembed" href="([^"]+)"', body.decode()).group(1)
        status, _, answer = get(urllib.parse.urljoin(hall.url + page, html.unescape(link)))
        assert status == 200
        assert f'src="{hall.url}/embed/{game}"' in json.loads(answer)["html"]


def test_a_game_leads_to_its_frame_by_oembed(hall):
    status, answer = oembed(hall, f"{hall.url}/craps", maxwidth=400, maxheight=300, format="json")
    assert status == 200
    assert (answer["version"], answer["type"]) == ("1.0", "rich")
    assert (answer["width"], answer["height"]) == (400, 300)
    frame = html.unescape(re.search(r'src="([^"]+)"', answer["html"]).group(1))
    status, headers, _ = get(frame)
    assert status == 200 and "frame-ancestors 'self' *" in headers["Content-Security-Policy"]


@pytest.mark.parametrize("query, status", [
    ("", 400), ("url=", 400), ("url=http://evil.example/dice", 404), ("url=%zz", 400),
    ("url=http://127.0.0.1/dice&format=xml", 501)])
def test_what_oembed_cannot_do_is_told_in_json(hall, query, status):
    code, headers, body = get(f"{hall.url}/oembed?{query}")
    assert code == status and headers["Content-Type"] == "application/json"
    assert json.loads(body)["error"]


@pytest.mark.path
@pytest.mark.turns("hall")
def test_a_teacher_makes_a_frame(visit, school, scripts):
    teacher = visit("/embed", scripts=scripts)
    teacher.follow(teacher.page.get_by_role("link", name="Set up Craps and copy").click)
    assert teacher.field("spinbutton", "Dollars to begin with").is_visible()
    assert teacher.field("spinbutton", "Points to win").count() == 0
    teacher.field("combobox", "Game").select_option("Pig")
    teacher.follow(teacher.button("Show").click)
    teacher.set_field("spinbutton", "Points to win", "5")
    teacher.set_field("textbox", "Player 1 name", "Zoë <& “Bo”")
    teacher.field("combobox", "Opponent").select_option("Computer")
    teacher.follow(teacher.button("Show").click)
    assert "so it is 10" in teacher.page.locator(".notice").inner_text()
    line = teacher.field("textbox", "Line for your page").input_value()
    address = teacher.field("textbox", "Address alone").input_value()
    assert address.startswith(f"{teacher.url}/embed/pig?goal=10&player1=Zo%C3%AB")
    assert teacher.button("Copy the line").is_visible() == scripts

    page = school(teacher, line)
    frame = page.frame_locator("iframe")
    assert frame.get_by_role("row").nth(1).inner_text().startswith("Zoë <& “Bo”")
    preview = teacher.page.frame_locator("iframe")
    preview.get_by_role("button", name="Roll", exact=True).click()
    preview.get_by_role("button", name="New game", exact=True).wait_for()


@pytest.mark.turns("hall")
def test_a_line_is_copied(visit):
    teacher = visit(
        "/embed?game=dice", permissions=["clipboard-read", "clipboard-write"])
    teacher.button("Copy the address").click()
    teacher.page.locator("#announcer", has_text="Copied.").wait_for()
    copied = teacher.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{teacher.url}/embed/dice"


@pytest.mark.turns("hall")
def test_the_check_answers_in_a_frame_of_another_site(visit, school, scripts):
    teacher = visit("/embed/check", scripts=scripts)
    teacher.follow(teacher.button("Find out").click)
    assert teacher.page.locator("h1").inner_text().endswith("this is not your page yet")

    page = school(
        teacher, f'<iframe src="{teacher.url}/embed/check" sandbox="allow-forms"></iframe>')
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="Find out").click()
    frame.get_by_text("they work, you have just pressed one").wait_for()
    assert "Games work here, with a limit" in frame.locator("h1").inner_text()


@pytest.mark.turns("hall")
def test_a_page_with_the_script_makes_frames_as_high_as_their_games(visit, school):
    reader = visit("/about")
    page = school(
        reader, f'<iframe src="{reader.url}/embed/pig" height="200"></iframe>'
        f'<iframe src="about:blank" height="200"></iframe>'
        f'<script src="{reader.url}/embed-host.js"></script>')
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
