"""Hostile requests through both web servers, and straight to the backend where that is worse.

Rows in parentheses are those of the list of hostile requests. After each test the next good
request is answered at once, by the same worker processes, and nothing was answered with a 500.
"""

import html
import re
import threading
import time
from contextlib import ExitStack, suppress
from urllib.parse import quote

import pytest

from kit import fastcgi_client
from kit import http_client
from kit.guest import FORM
from kit.http_client import Browser, Client, head
from kit.pages import PAGES
from kit.processes import children, cpu_seconds, is_quick, wait_until

GETS = [
    *PAGES, "/craps/start-over", "/pig/game", "/pig/history.csv", "/dice/history.csv",
    "/dice/log.csv", "/craps/log", "/pig/log.json", "/healthz", "/robots.txt", "/site.webmanifest"]


def all_of(find):
    """Both workers: the first answers while the second is still being started."""
    wait_until(lambda: len(find()) == 2)
    return find()


statuses = []
"""Of everything that was answered in the running test."""


@pytest.fixture(autouse=True)
def watch(monkeypatch):
    """Sees every status that comes back."""
    statuses.clear()
    for owner in (http_client.Client, fastcgi_client.Connection):
        read_reply = owner.read_reply

        def read_and_note(self, *arguments, read_reply=read_reply):
            reply = read_reply(self, *arguments)
            statuses.append(reply.status)
            return reply

        monkeypatch.setattr(owner, "read_reply", read_and_note)


@pytest.fixture
def port(hall):
    """The web server's port; afterwards everything must be as well as before."""
    before = all_of(hall.workers)
    yield hall.port

    def play():
        good = Browser(hall.port)
        assert good.get("/healthz").status == 200
        assert good.post("/dice/roll", {"revision": 0}).status == 303
        assert good.get("/dice").revision == 1

    assert is_quick(play, 5)
    assert hall.workers() == before
    assert 500 not in statuses


@pytest.fixture
def direct(backend):
    """The backend's socket; afterwards everything must be as well as before."""
    before = all_of(lambda: children(backend.process.pid))
    yield backend.socket

    def look():
        assert fastcgi_client.ask(backend.socket, "GET", "/healthz").status == 200

    assert is_quick(look, 5)
    assert children(backend.process.pid) == before
    assert 500 not in statuses


@pytest.fixture
def browser(port):
    return Browser(port)


@pytest.fixture
def player(browser):
    """A visitor with a session: one roll of dice, one Craps ante set to $10."""
    assert browser.post("/dice/roll", {"revision": 0}).status == 303
    assert browser.post("/craps/ante", {"revision": 0, "ante": 10}).status == 303
    return browser


def form(player, path, body, *headers):
    """A form's bytes, with the headers that tell its length."""
    return head("POST", path, [FORM, ("Cookie", player.cookie), *headers]) + body


def is_error_page(reply, status):
    assert reply.status == status
    assert reply["content-type"] == "text/html; charset=utf-8"
    assert "<title>Error: " in reply.text
    return reply


# Addresses


CLIMBS = [
    "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/%2e%2e%2f%2e%2e%2fetc/passwd",
    "/..%5c..%5cetc%5cpasswd", "/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd", "/..%252f..%252fetc/passwd",
    "/assets/../../../../../etc/passwd", "/assets/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/assets/..%2f..%2f..%2f..%2fetc/passwd", "/assets/..;/..;/etc/passwd",
    "/errors/../../etc/passwd",
    "/rules/..%2f..%2f..%2fetc%2fpasswd", "/.%00./etc/passwd", "../etc/passwd",
    "/assets../index.html",
    "/static/..%2f..%2fsecret", "/assets/..%2f..%2fsecret",
]
NO_TEXTS = [
    "/craps%00", "/%00", "/craps?x=%00", "/craps/start-over?x=%00",
    "/%ff", "/\xff", "/caf\xc3\xa9", "/craps%ed%a0%80", "/dice?x=%ff"]


@pytest.mark.parametrize("path", CLIMBS + NO_TEXTS)
def test_address_that_climbs_or_is_no_text_leads_nowhere(player, path):
    """(1, 2, 4, 5)"""
    # To strangers a first view is a file, whose query nobody reads.
    for who in [player, *([Browser(player.port)] if path in CLIMBS else [])]:
        reply = who.get(path)
        assert reply.status in (400, 404)
        assert b"root:" not in reply.body


def test_nul_in_a_cookie_is_nobodys_session(browser, direct):
    """(4)"""
    assert browser.get("/craps", [("Cookie", "dicehall=a%00b")]).revision == 0
    assert browser.get("/craps", [("Cookie", "dicehall=a\0b")]).status in (0, 200, 400)
    reply = fastcgi_client.ask(direct, "GET", "/craps", HTTP_COOKIE=b"dicehall=a\0b")
    assert reply.status in (200, 400)


@pytest.mark.parametrize(
    "path",
    ['/<script>alert(1)</script>', '/%3Cscript%3Ealert(1)%3C/script%3E', '/"onfocus=alert(1)'],
)
def test_unknown_address_with_markup_shows_none_of_it(browser, path):
    """(6)"""
    reply = browser.get(path)
    assert reply.status in (400, 404)
    assert reply["content-type"].startswith("text/html")
    assert b"alert(1)" not in reply.body
    is_error_page(browser.get("/%3Cb%3Enowhere"), 404)


@pytest.mark.parametrize(
    "path",
    ["//evil.example/x", "//evil.example/craps/", "//evil.example", "/\\evil.example/", "///craps/",
     "//craps/", "//dice", "/%2fevil.example/craps/", "/craps//", "/http://evil.example/"],
)
def test_nothing_redirects_to_another_site(browser, path):
    """(7)"""
    reply = browser.get(path)
    assert reply.status in (200, 301, 302, 400, 404)
    assert is_local(reply["location"] or "/")


def is_local(location):
    """A path of ours, or the request's own host."""
    return re.match(r"(http://localhost)?/(?![/\\])|/$", location) is not None


@pytest.mark.parametrize("target", ["//evil.example", "https:evil.example", "%2f%2fevil.example"])
def test_wish_for_another_next_page_is_ignored(browser, target):
    """(8)"""
    reply = browser.post(f"/craps/roll?next={target}", {"revision": 0, "next": target})
    assert (reply.status, reply["location"]) == (303, "/cookies?to=%2Fcraps")


@pytest.mark.parametrize(
    "method, path", [("GET", "/craps/"), ("GET", "/nowhere"), ("POST", "/craps/roll")]
)
def test_line_break_in_a_query_stays_out_of_the_head(player, method, path):
    """(9)"""
    for breaks in ("%0d%0a", "%0a", "%E5%98%8A%E5%98%8D"):
        query = f"?x={breaks}Set-Cookie:evil=1"
        reply = player.send(method, path + query, b"revision=1" if method == "POST" else b"", [FORM])
        # An encoded break may come back as it was sent; a real one would start a line.
        assert not re.search(r"(?im)^(set-cookie: *evil|evil)", reply.head)


# The head


def test_foreign_host_comes_into_no_link(browser):
    """(10)"""
    for path in ("/", "/craps", "/craps/start-over", "/nowhere", "/robots.txt", "/craps/"):
        reply = browser.get(path, host="evil.example")
        assert reply.status in (200, 301, 400, 404, 421)
        assert b"evil.example" not in reply.body
        assert "evil" not in (reply["location"] or "").replace("http://evil.example/craps", "")


@pytest.mark.parametrize(
    "host", ["", "a b", "a/b", "local host", "a:b:c", "<b>", "a@b/", "localhost:99999999", "a\\b"]
)
def test_impossible_host_is_refused(browser, host):
    """(11)"""
    assert browser.get("/craps/start-over", host=host).status in (400, 404)


def test_host_that_is_missing_or_doubled_is_refused(browser):
    """(11)"""
    assert browser.get("/craps", host=None).status == 400
    assert browser.get("/craps", [("Host", "other")]).status == 400


@pytest.mark.parametrize("host", ["localhost:0", "localhost:x", "[::1", "é"])
def test_impossible_host_is_refused_by_the_backend_too(direct, host):
    """(11)"""
    assert fastcgi_client.ask(direct, "GET", "/craps", HTTP_HOST=host).status == 400


FORWARDED = [
    ("X-Forwarded-Host", "evil.example"), ("X-Forwarded-Proto", "https"),
    ("X-Forwarded-For", "::1"),
    ("X-Forwarded-Port", "444"), ("X-Forwarded-Prefix", "/evil"),
    ("Forwarded", "host=evil.example;proto=https"),
    ("X-Original-URL", "/rules/craps"), ("X-Rewrite-URL", "/rules/craps"),
    ("X-Script-Name", "/evil"),
    ("X-HTTP-Method-Override", "DELETE"), ("X-HTTP-Method", "POST"), ("X-Method-Override", "POST"),
    ("Proxy", "http://evil.example:1"),
]


def test_headers_that_speak_for_others_have_no_effect(player):
    """(12, 13, 14)"""
    plain = player.get("/craps")
    reply = player.get("/craps", FORWARDED)
    assert reply.status == 200
    assert reply.body == plain.body
    played = player.post("/craps/roll", {"revision": 1}, FORWARDED)
    assert (played.status, played["location"]) == (303, "/craps")
    assert "Secure" not in played["set-cookie"] and "Path=/;" in played["set-cookie"]


@pytest.mark.parametrize(
    "method",
    ["BREW", "get", "GeT", "DELETE", "PUT", "PATCH", "PROPFIND", "X" * 5000, "CONNECT", "TRACE"],
)
@pytest.mark.parametrize("path", ["/craps", "/craps/roll", "/", "/rules/craps"])
def test_other_methods_are_refused(player, method, path):
    """(15, 17)"""
    reply = player.send(method, path)
    assert reply.status in (400, 405, 414, 431, 501)
    if reply.status == 405 and "Dicehall" in reply.text and reply["allow"] is not None:
        assert "GET" in reply["allow"] or "POST" in reply["allow"]
    assert player.get("/craps").revision == 1


CHANGING = {"date", "connection", "set-cookie", "accept-ranges", "transfer-encoding"}


def steady(reply):
    return {name: value for name, value in reply.headers.items() if name not in CHANGING}


@pytest.mark.parametrize("path", GETS + ["/nowhere", "/craps/roll", "/craps/"])
def test_head_has_the_headers_of_get_and_no_body(player, path):
    """(16)"""
    for who in (player, Browser(player.port)):
        get, only = who.get(path), who.send("HEAD", path)
        assert (only.status, only.body) == (get.status, b"")
        headers = steady(only)
        # A server that sends the body in chunks may leave its length out.
        assert headers == {name: steady(get).get(name) for name in headers}
        assert set(steady(get)) - set(headers) <= {"content-length"}


@pytest.mark.parametrize("path", ["/", "/craps", "/craps/roll", "*"])
def test_options_are_answered_or_refused(browser, path):
    """(17)"""
    assert browser.send("OPTIONS", path).status in (200, 204, 400, 404, 405)


def test_wrong_method_of_an_address_is_refused(player, direct):
    """(15, 16, 18)"""
    for path in ("/craps", "/rules/craps", "/", "/healthz", "/dice/history.csv"):
        reply = is_error_page(player.post(path, {"revision": 1}), 405)
        assert reply["allow"] == "GET, HEAD, OPTIONS"
    for path in ("/craps/roll", "/craps/ante", "/dice/roll", "/dice/clear-history"):
        reply = is_error_page(player.get(f"{path}?revision=1&ante=5"), 405)
        assert reply["allow"] == "POST, OPTIONS"
    assert is_error_page(player.send("DELETE", "/craps/roll"), 405)["allow"] == "POST, OPTIONS"
    # No server asks a backend for this one.
    assert fastcgi_client.ask(direct, "BREW", "/craps")["allow"] == "GET, HEAD, OPTIONS"
    assert player.send("HEAD", "/craps/roll?revision=1").status == 405
    assert player.get("/craps").revision == player.get("/dice").revision == 1


def test_body_of_a_get_is_ignored(player):
    """(19)"""
    for path in ("/craps", "/rules/craps"):
        with_body = player.send("GET", path, b"revision=1&ante=500", [FORM])
        assert with_body.status == 200
        assert with_body.body == player.get(path).body
    assert player.get("/craps").revision == 1


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/json", "multipart/form-data", "multipart/form-data; boundary=x",
     "x", "",
     "application/x-www-form-urlencodedx", "application/x-www-form-urlencoded, text/plain"],
)
def test_body_that_is_no_form_is_refused(player, kind):
    """(20)"""
    for headers in ([("Content-Type", kind)], []):
        reply = player.send("POST", "/craps/roll", b"revision=1", headers)
        assert reply.status in (400, 415)
    assert player.get("/craps").revision == 1


@pytest.mark.parametrize("length", ["-1", "0x10", "9" * 20, "5, 5", "1e1", "+5", ""])
def test_impossible_length_is_refused_by_the_server(browser, length):
    """(23)"""
    with Client(browser.port) as client:
        headers = [FORM, ("Content-Length", length), ("Connection", "close")]
        client.send(head("POST", "/craps/roll", headers) + b"revision=0")
        assert client.read_reply().status in (400, 411, 413, 415)


def test_two_ways_to_tell_a_length_smuggle_nothing(player):
    """(21, 22)"""
    for lengths in (
        [("Content-Length", "10"), ("Transfer-Encoding", "chunked")],
        [("Content-Length", "10"), ("Content-Length", "11")],
        [("Transfer-Encoding", "chunked, identity")],
        [("Transfer-Encoding", "xchunked")],
    ):
        with Client(player.port) as client:
            inner = form(player, "/craps/roll", b"revision=1", ("Content-Length", 10))
            client.send(head("POST", "/nowhere", [FORM, *lengths]) + b"0\r\n\r\n" + inner)
            # It may have hung up already.
            with suppress(OSError):
                client.socket.shutdown(1)
            assert client.read_reply().status in (0, 400, 404, 411, 413, 415, 501)
            first = client.read_reply()
            assert first.status in (0, 303, 400)


def test_chunked_form_is_read_or_refused_whole(player):
    chunks = b"4\r\nrevi\r\n6\r\nsion=1\r\n0\r\n\r\n"
    with Client(player.port) as client:
        client.send(form(
            player, "/dice/roll", chunks, ("Transfer-Encoding", "chunked"), ("Connection", "close")))
        status = client.read_reply().status
    assert status in (303, 400, 411)
    assert player.get("/dice").revision == (2 if status == 303 else 1)


# Bodies


@pytest.mark.parametrize(
    "body",
    [b"a=" + b"x" * 8_000_000, b"a&" * 100_000, b"x" * 1_000_000 + b"=1", b"1d6%2B" * 20_000],
    ids=["8 MB", "100 000 fields", "name of 1 MB", "endless expression"],
)
def test_body_beyond_the_limit_is_refused(player, body):
    """(24, 25, 26)"""
    reply = player.post("/dice/expression", body)
    # A server that closes at once may cost the client the answer.
    assert reply.status in (0, 413)
    assert player.get("/dice").revision == 1


BODIES = {
    "empty fields (25)": (b"a&" * 30_000, (400, 413)),
    "only separators (25)": (b"&" * 65_000, (400, 413)),
    "long name (26)": (b"x" * 65_000 + b"=1", (400, 413)),
    "colliding names (30)": (b"&".join(b"%05d=" % n for n in range(9_000)), (400, 413)),
    "endless expression (32)": (b"revision=0&expression=" + b"1d6%2B" * 9_000, (422,)),
    "open brackets (33)": (b"revision=0&expression=" + b"(" * 10_000, (422,)),
    "digits (35)": (b"revision=0&expression=" + b"9" * 65_000, (422,)),
    "percent signs (28)": (b"revision=0&expression=" + b"%25" * 20_000, (422,)),
    "revision (47)": (b"revision=" + b"9" * 65_000, (409,)),
}


@pytest.mark.parametrize("body, expected", BODIES.values(), ids=BODIES.keys())
def test_costly_body_is_refused_in_no_time(backend, direct, body, expected):
    """No time of the workers' own, whatever else the machine does."""
    def cost():
        before = sum(map(cpu_seconds, workers))
        assert fastcgi_client.ask(direct, "POST", "/dice/expression", body).status in expected
        return sum(map(cpu_seconds, workers)) - before

    workers = children(backend.process.pid)
    assert min(cost() for _ in range(5)) < 0.05


@pytest.mark.parametrize(
    "body, status", [(b"revision=1&revision=9", 303), (b"revision=9&revision=1", 409)]
)
def test_first_of_doubled_fields_counts(player, body, status):
    """(27)"""
    for path in ("/dice/roll", "/craps/roll"):
        assert player.post(path, body).status == status


def test_names_with_brackets_are_only_names(player):
    """(29)"""
    odd = b"revision[]=9&revision[0]=9&__proto__=1&constructor.prototype=1&a[b]=1&=1&&revision=1"
    assert player.post("/craps/ante", odd + b"&ante[]=500&ante=15").status == 303
    assert player.get("/craps").fact("Ante") == "$15"


# Dice


REFUSED = {
    400: [b"%zz", b"2d6%", b"%2", b"%u0041", b"%%"],
    422: [b"%00", b"2d6%00", b"\0", b"%ff", b"\xff", b"%c0%80", b"%ed%a0%80"]}
REASONS = {
    "1d6+" + "9" * 30: "at most 20 digits", "(" * 40: "at most 16 deep", "\u200f2d6": "U+200F",
    "🎲": "“🎲”", "2d6" + " " * 198: "at most 200 characters"}


@pytest.mark.parametrize("value, status, reason", [
    *((value, status, "") for status, values in REFUSED.items() for value in values),
    *((quote(text).encode(), 422, reason) for text, reason in REASONS.items())],
    ids=lambda part: ascii(part)[:30])
def test_expression_that_is_none_is_refused_with_the_reason(player, value, status, reason):
    """(4, 5, 28, 31, 33, 34, 35, 36)"""
    reply = player.post("/dice/expression", b"revision=1&expression=" + value)
    assert reason in html.unescape(is_error_page(reply, status).text)
    assert player.get("/dice").revision == 1


@pytest.mark.parametrize("expression, shown", [("1d20\u22121", "1d20−1"), ("099d06", "99d6")])
def test_odd_but_plain_expression_is_rolled(player, expression, shown):
    """(36)"""
    assert player.post("/dice/expression", {"revision": 1, "expression": expression}).status == 303
    assert player.get("/dice").fact("Now rolling") == shown


TEXTS = [
    "{{7*x}}", "{{{x}}}", "{{>secret}}", "{{=<% %>=}}", "<script>alert(1)</script>",
    '"><img src=x onerror=a>',
    "' onfocus='a", "javascript:a", "&lt;b&gt;", "]]><!--", "\\u003cb\\u003e",
]


@pytest.mark.parametrize("text", TEXTS)
def test_text_comes_back_as_it_was_typed(player, text):
    """(37, 38)"""
    reply = player.post("/dice/expression", {"revision": 1, "expression": text})
    assert reply.status == 422
    value = re.search(r'<input id="expression" name="expression" value="([^"]*)"', reply.text)[1]
    assert html.unescape(value) == text
    assert "<" not in value and ">" not in value
    assert "<script>alert" not in reply.text and "<img" not in reply.text


@pytest.mark.parametrize("text, shown", [("-1e400", "1"), ("9" * 60, "99")])
def test_number_of_dice_beyond_its_range_is_moved_and_told(player, text, shown):
    assert player.post("/dice/roll", {"revision": 1, "dice": text}).status == 303
    page = player.get("/dice")
    assert page.fact("Now rolling").split("d")[0] == shown
    assert "“How many” must be a whole number from 1 to 99" in page.text


# Craps


@pytest.mark.parametrize("wish, ante", [("1e400", "$200"), ("-" + "9" * 40, "$5")])
@pytest.mark.parametrize("move", ["/craps/ante", "/craps/roll"])
def test_illegal_ante_is_moved_told_and_not_rolled_with(player, wish, ante, move):
    """(41)"""
    assert player.post(move, {"revision": 1, "ante": wish}).status == 303
    page = player.get("/craps")
    assert (page.fact("Ante"), page.fact("Balance"), page.fact("Dice")) == (
        ante, "$200", "none yet"
    )
    assert f"Your bet is now {ante}." in page.text


@pytest.mark.parametrize("wish", ["५", "<b>"])
def test_ante_that_is_no_number_stays_with_a_message(player, wish):
    """(41)"""
    reply = is_error_page(player.post("/craps/ante", {"revision": 1, "ante": wish}), 422)
    assert "It’s still $10." in reply.text
    page = player.get("/craps")
    assert (page.fact("Ante"), page.fact("Balance"), page.revision) == ("$10", "$200", 1)


# Pig


NAMES = [
    ("{{7*7}}", "{{7*7}}"), ("{{>parts/head}}", "{{&gt;parts/head}}"),
    ("{{=<% %>=}}", "{{=&lt;% %&gt;=}}"),
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ('"><img onerror=x>', "&quot;&gt;&lt;img onerror=x&gt;"), ("javascript:", "javascript:"),
    ("=cmd|' /C calc'!A0", None), ("+1", "+1"), ("@x", "@x"), ("\U0001F469\u200D\U0001F680", None),
]


@pytest.mark.parametrize("name, shown", NAMES)
def test_odd_name_is_shown_as_typed_in_page_title_and_file(player, name, shown):
    """(37, 38, 39, 40)"""
    assert player.post("/pig/players", {"revision": 0, "player1": name}).status == 303
    assert player.post("/pig/roll", {"revision": 1}).status == 303
    page = player.get("/pig")
    assert "<script>alert" not in page.text and "<img onerror" not in page.text
    if shown:
        assert f"<title>{shown} rolled" in page.text
        assert f'aria-current="true">{shown}</th>' in page.text or "pigged out" in page.text
    line = player.get("/pig/history.csv").text.splitlines()[3]
    cell = name.replace('"', '""')
    assert line.startswith(f'"\'{cell}"' if name[0] in "=+-@" else f'"{cell}"')


@pytest.mark.parametrize("name", ["x" * 10_000, "e" + "\u0301" * 5_000, "a\x7fb"])
def test_impossible_name_is_refused_with_a_message_beside_it(player, name):
    """(38, 40)"""
    form = {"revision": 0, "player1": name, "player2": "Player 2", "coach": "on"}
    reply = player.post("/pig/players", form)
    assert reply.status == 422
    assert "<title>Error: " in reply.text and 'id="player1-wrong"' in reply.text
    assert 'aria-describedby="coach-hint" checked' in reply.text
    assert len(reply.text) < 40_000
    assert player.get("/pig").revision == 0


def test_fields_that_are_none_and_a_goal_in_the_address_count_for_nothing(player):
    """(46)"""
    forged = {"revision": 0, "score": 99, "turnTotal": 50, "winner": 1}
    assert player.post("/pig/players?goal=10", forged).status == 303
    page = player.get("/pig?goal=10")
    assert "100 to go" in page.text and page.fact("Turn total") == "0"


def test_hold_at_nothing_and_moves_after_the_end_are_refused(player):
    """(42)"""
    reply = player.post("/pig/hold", {"revision": 0})
    assert reply.status == 422 and "nothing to hold yet" in reply.text
    page = player.get("/pig")
    for _ in range(3_000):
        if page.fact("Playing now") == "Game over":
            break
        wins = "Hold now" in page.text or int(page.fact("Turn total")) >= 20
        player.post("/pig/hold" if wins else "/pig/roll", {"revision": page.revision})
        page = player.get("/pig")
    for move in ("/pig/roll", "/pig/hold"):
        reply = player.post(move, {"revision": page.revision})
        assert reply.status == 422 and "This game is over" in reply.text
    assert player.get("/pig").revision == page.revision


@pytest.mark.parametrize("number", ["0", "2", "-1", "1e3", "9" * 40, "%00", "../1", "%ff", ""])
@pytest.mark.parametrize("path", ["/pig/game", "/pig/history.csv"])
def test_game_that_is_not_kept_is_not_found(player, path, number):
    assert player.get(f"{path}?number={number}").status in (400, 404)


def test_changed_hidden_fields_count_for_nothing(player):
    """(46)"""
    forged = {
        "revision": 1, "balance": 99_995, "point": 4, "die1": 6, "die2": 6, "won": 1, "total": 7,
        "seed": "x" * 5000,
    }
    assert player.post("/craps/ante?balance=5000", {**forged, "ante": 500}).status == 303
    page = player.get("/craps?balance=5000&point=4")
    assert (page.fact("Balance"), page.fact("Ante"), page.fact("Point")) == ("$200", "$200", "off")


# Cookies and origins


def test_masses_of_cookies_are_answered_or_refused(player):
    """(50)"""
    many = "; ".join(f"c{n}=x" for n in range(200))
    assert player.get("/craps", [("Cookie", many)]).status in (200, 400)
    page = Browser(player.port, cookie=f"{many}; {player.cookie}").get("/craps")
    assert (page.status, page.revision) == (200, 1)
    for size in (8_000, 100_000):
        assert player.get("/craps", [("Cookie", "x=" + "y" * size)]).status in (0, 200, 400, 431)


CROSS = [
    [("Sec-Fetch-Site", "cross-site")], [("Sec-Fetch-Site", "same-site")],
    [("Sec-Fetch-Site", "Same-Origin")],
    [("Sec-Fetch-Site", "cross-site"), ("Origin", "http://localhost")],
    [("Origin", "http://evil.example")], [("Origin", "null")], [("Origin", "localhost")],
    [("Origin", "http://localhost.evil.example")], [("Origin", "http://localhost:81")],
    [("Origin", "http://evil.example/http://localhost")],
]


@pytest.mark.parametrize("headers", CROSS, ids=str)
def test_form_of_another_site_is_refused(player, headers):
    """(55, 56)"""
    reply = player.post("/craps/roll", {"revision": 1}, headers)
    is_error_page(reply, 403)
    assert reply["set-cookie"] is None or player.cookie in reply["set-cookie"]
    assert player.get("/craps").revision == 1


@pytest.mark.parametrize("name", ["HTTP_SEC_FETCH_SITE", "HTTP_ORIGIN"])
def test_form_of_an_empty_origin_is_refused(direct, name):
    """(55, 56)"""
    reply = fastcgi_client.ask(direct, "POST", "/craps/roll", b"revision=0", **{name: ""})
    assert reply.status == 403


@pytest.mark.parametrize("headers", [
    [], [("Sec-Fetch-Site", "same-origin")], [("Sec-Fetch-Site", "none")],
    [("Origin", "http://localhost")], [("Sec-Fetch-Site", "same-origin"), ("Origin", "null")]],
    ids=str)
def test_form_of_our_own_passes(player, headers):
    """(56)"""
    assert player.post("/craps/roll", {"revision": 1}, headers).status == 303


@pytest.mark.parametrize("path", GETS + [
    "/nowhere", "/craps/roll", "/%zz", "/errors/404.html", "/assets/nothing.css"])
def test_every_answer_refuses_to_be_framed_and_sniffed(player, path):
    """(57)"""
    stranger = Browser(player.port)
    replies = [player.get(path), stranger.get(path), stranger.send("DELETE", path),
               stranger.get(path, [("Accept-Encoding", "gzip")]), stranger.post(path, {"a": "b"})]
    for reply in replies:
        policy = reply["content-security-policy"]
        assert "frame-ancestors 'none'" in policy and "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert reply["x-content-type-options"] == "nosniff"
        assert reply["referrer-policy"] == "same-origin"
        assert reply["cache-control"]


# Conditions and negotiation


def an_asset(browser):
    return re.search(r'href="(/assets/[^"]+\.css)"', browser.get("/").text)[1]


CONDITIONS = [
    ("Range", "bytes=0-0"), ("Range", "bytes=5-1"), ("Range", "bytes=-0"),
    ("Range", "bytes=9999999999-"),
    ("Range", "bytes=" + ",".join(f"{n}-{n}" for n in range(300))), ("Range", "x"),
    ("Range", "bytes=0-,0-,0-"),
    ("If-None-Match", "*"), ("If-None-Match", '"x"'), ("If-None-Match", "W/"),
    ("If-None-Match", '"' * 500),
    ("If-Modified-Since", "yesterday"), ("If-Modified-Since", "Thu, 01 Jan 2099 00:00:00 GMT"),
    ("If-Range", '"x"'), ("If-Match", '"x"'),
    ("If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT"),
]


@pytest.mark.parametrize("header", CONDITIONS, ids=lambda header: f"{header[0]} {header[1]}"[:40])
def test_odd_conditions_are_answered_for_files_and_ignored_for_pages(player, header):
    """(58)"""
    for path in (an_asset(player), "/rules/craps"):
        assert player.get(path, [header]).status in (200, 206, 304, 412, 416)
    page = player.get("/craps", [header])
    assert (page.status, page.revision) == (200, 1)


def test_only_assets_are_sent_in_part(player):
    """(58)"""
    part = [("Range", "bytes=0-9")]
    stranger = Browser(player.port)
    dynamic = (
        "/craps", "/osr/vault", "/healthz", "/embed?game=pig", "/embed/craps",
        "/api/v1/characters", "/api/v1/openapi.json")
    static = ("/", "/craps", "/embed", "/rules/craps", "/robots.txt")
    for visitor, paths in ((player, dynamic), (stranger, static)):
        for path in paths:
            whole, reply = visitor.get(path), visitor.get(path, part)
            assert (reply.status, reply["content-range"]) == (200, None), path
            assert reply.body == whole.body, path
    reply = stranger.get(an_asset(player), part)
    assert (reply.status, len(reply.body)) == (206, 10)


ODD_WISHES = [
    ("Accept-Language", "xx;q=9"), ("Accept-Language", "*"),
    ("Accept-Language", "de, en;q=0, " + "x," * 1500),
    ("Accept-Encoding", "*;q=0"), ("Accept-Encoding", "br, zstd;q=9, gzip;q=0"),
    ("Accept-Encoding", "gzip" * 500),
    ("Accept", "application/x-none"), ("Upgrade", "h2c"), ("Upgrade-Insecure-Requests", "9"),
    ("Te", "trailers, x"), ("Priority", "u=9"), ("Dnt", "\xff"),
]


@pytest.mark.parametrize("header", ODD_WISHES, ids=lambda header: f"{header[0]} {header[1]}"[:40])
def test_odd_wishes_get_the_plain_page(player, header):
    """(59, 60)"""
    for path in ("/craps", "/rules/craps"):
        reply = player.get(path, [header])
        assert reply.status == 200
        assert reply["content-encoding"] is None
        assert '<html lang="en">' in reply.text


def test_expectation_and_upgrade_do_not_hold_a_form_up(player):
    """(60)"""
    headers = [
        ("Expect", "100-continue"), ("Upgrade", "h2c"), ("HTTP2-Settings", "AAMAAABkAAQAAP__")]

    def roll():
        form = {"revision": player.get("/dice").revision}
        assert player.post("/dice/roll", form, headers).status in (303, 417)

    assert is_quick(roll, 5)


def test_odd_questions_about_odds_are_answered_or_refused(player):
    for path, status in {
            "/odds?x=2d6%2B3&x=%3Cb%3E&y=&t=": 200, f"/odds?x={'W' * 7_000}": 422,
            f"/odds?x={'(' * 200}": 422, f"/odds?x=d6&t={'9' * 5_000}": 422,
            "/odds.json?x=%E2%80%AE&y=%22": 422, "/odds.csv": 422, "/odds?x=d6%00": 400,
            "/odds?x=%ff": 400}.items():
        reply = player.get(path)
        assert (reply.status, reply["set-cookie"]) == (status, None), path
        kept = "public, max-age=300" if status == 200 else "private, no-cache"
        # The web server itself may refuse what is no text.
        assert status == 400 or reply["cache-control"] == kept, path


def test_seed_in_an_address_steers_nothing(port):
    """(63)"""
    totals = set()
    for _ in range(12):
        browser = Browser(port)
        fields = {"revision": 0, "seed": "a", "die": "d100", "dice": 99}
        assert browser.post("/dice/roll?seed=a", fields).status == 303
        totals.add(browser.get("/dice?seed=a").fact("Faces"))
    assert len(totals) == 12


# Peers without haste


def test_slow_body_holds_nobody_up(player):
    """(64)"""
    def look():
        assert Browser(player.port).get("/healthz").status == 200

    body = b"revision=1"
    begun = form(
        player, "/dice/roll", body[:-3], ("Content-Length", len(body)), ("Connection", "close"))
    with ExitStack() as stack:
        slow = [stack.enter_context(Client(player.port)) for _ in range(20)]
        for client in slow:
            client.send(begun)
        for at in range(-3, 0):
            for client in slow:
                client.send(body[at : at + 1 or None])
            assert is_quick(look, 5)
            time.sleep(0.3)
        assert sorted(client.read_reply().status for client in slow) == [303] + [409] * 19


def test_half_requests_hold_nobody_up(player):
    """(65)"""
    with ExitStack() as stack:
        for _ in range(200):
            stack.enter_context(Client(player.port)).send(head("GET", "/craps")[:-2])

        def look():
            for _ in range(5):
                assert player.get("/craps").status == 200

        assert is_quick(look, 5)


def test_visitor_who_goes_after_sending_has_moved_once_or_not(player):
    """(66)"""
    for _ in range(20):
        now = player.get("/dice").revision
        body = b"revision=%d" % now
        with Client(player.port) as client:
            client.send(form(player, "/dice/roll", body, ("Content-Length", len(body))))
        assert player.get("/dice").revision in (now, now + 1)


def test_many_visitors_at_once_are_all_served(port):
    served = []

    def visit():
        browser = Browser(port)
        for turn in range(5):
            served.append(browser.post("/dice/roll", {"revision": turn}).status)
            served.append(browser.get("/dice").revision == turn + 1)

    threads = [threading.Thread(target=visit) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert served.count(303) == served.count(True) == 200


# Halls of other settings


@pytest.mark.parametrize("server", ["nginx", "lighttpd"])
def test_missing_state_folder_closes_the_games_only(fresh_hall, server):
    """(69)"""
    hall = fresh_hall(server)
    player = Browser(hall.port)
    assert player.post("/dice/roll", {"revision": 0}).status == 303
    folder = hall.state / "sessions"
    folder.rename(hall.state / "elsewhere")
    stranger = Browser(hall.port)
    for path in ("/", "/rules/dice", "/dice"):
        assert stranger.get(path).status == 200
    for reply in (
        player.get("/dice"),
        player.post("/dice/roll", {"revision": 1}),
        stranger.post("/dice/roll", {"revision": 0}),
    ):
        assert is_error_page(reply, 503)["set-cookie"] is None
    (hall.state / "elsewhere").rename(folder)
    assert player.get("/dice").revision == 1
    assert player.post("/dice/roll", {"revision": 1}).status == 303


@pytest.mark.parametrize("server", ["nginx", "lighttpd"])
def test_hall_below_a_path_and_public_over_https(fresh_hall, server):
    """(10, 12)"""
    hall = fresh_hall(server, BASE="/games", URL="https://dice.example")
    player = Browser(hall.port, base="/games")
    played = player.post("/dice/roll", {"revision": 0})
    assert (played.status, played["location"]) == (303, "/games/cookies?to=%2Fdice")
    value, _, attributes = played["set-cookie"].partition("; ")
    assert re.fullmatch(r"__Secure-dicehall=[a-z2-7]{26}", value)
    assert attributes == "Max-Age=2592000; Path=/games; HttpOnly; SameSite=Lax; Secure"
    assert player.get("/dice").revision == 1
    page = player.get("/dice", host="evil.example")
    assert b"evil.example" not in page.body
    assert '"https://dice.example/games/dice"' in page.text
    assert is_error_page(player.get("/nowhere"), 404)
    # Without the prefix, any page of the host could have set it.
    plain = Browser(hall.port, base="/games", cookie=player.cookie.removeprefix("__Secure-"))
    assert plain.get("/dice").revision == 0
