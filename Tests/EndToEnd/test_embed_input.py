"""Framed games as a stranger's program sends them: addresses tampered with, stale forms, damage,
a full disk, death in the middle; nothing is lost, and nothing reaches the hall."""

import re
import subprocess
from urllib.parse import urlencode

import pytest

from kit.halls import can_connect
from kit.fastcgi_client import ask
from kit.framed import GAMES
from kit.guest import FORM
from kit.http_client import Browser
from kit.processes import largest_file
from kit.sessions import (
    DAMAGE, HEADER, Player, age, corrupt, kill_all, session_files, sweep)

CROSS = {"HTTP_ORIGIN": "null", "HTTP_SEC_FETCH_SITE": "cross-site"}
ID = "[a-z2-7]{26}"


@pytest.fixture(scope="module")
def direct(backend):
    return backend.socket


def send(address, method, path, body=None, **variables):
    """As a browser sends it from a sandboxed frame."""
    body = None if body is None else urlencode(body).encode()
    return ask(address, method, path, body, **CROSS, **variables)


def begin(address, game="craps", start="", **variables):
    """A first move; the address that the game has from then on."""
    reply = send(
        address, "POST", f"/embed/{game}{start}/{GAMES[game].first_path}", {"revision": 0}, **variables)
    assert reply.status == 303
    return re.match(rf"/embed/{game}/{ID}", reply["location"])[0]


def is_framed_page(reply, status):
    text = reply.text
    assert reply.status == status
    assert "<nav aria-label=\"Main\"" not in text and "/embed/" in text
    assert "frame-ancestors 'self' *" in reply["content-security-policy"]
    return text


def tampered(key):
    last = "a" if key[-1] != "a" else "q"
    return key[:-1] + last


@pytest.mark.parametrize("game", GAMES)
def test_an_address_tampered_with_leads_nowhere(direct, game):
    place, _, key = begin(direct, game).rpartition("/")
    others = [name for name in GAMES if name != game]
    wrong = {f"{place}/{tampered(key)}": "start a new game",
             f"{place}/{key.upper()}": "no page", f"{place}/{'a' * 26}": "start a new game",
             **{f"/embed/{name}/{key}": f'href="{place}/{key}">Back to this '
                for name in others}}
    for path, words in wrong.items():
        page = is_framed_page(send(direct, "GET", path), 404)
        assert words in page or "start a new game" in page and words == "no page", path
        move = GAMES[path.split("/")[2]].first_path
        is_framed_page(send(direct, "POST", f"{path}/{move}", {"revision": 1}), 404)
    assert send(direct, "GET", f"{place}/{key}").status in (200, 303)


def test_a_session_of_the_hall_is_no_framed_game_and_no_framed_game_a_session(direct):
    player = Player(direct)
    assert player.roll().status == 303
    is_framed_page(send(direct, "GET", f"/embed/craps/{player.id}"), 404)
    is_framed_page(send(direct, "POST", f"/embed/craps/{player.id}/roll", {"revision": 1}), 404)
    assert player.get("/craps").revision == 1
    key = begin(direct).rpartition("/")[2]
    thief = Player(direct, cookie=f"dicehall={key}")
    assert thief.get("/craps").revision == 0 and thief.cookie is None
    thief.cookie = f"dicehall={key}"
    assert thief.roll().status == 303
    assert thief.id != key
    assert send(direct, "GET", f"/embed/craps/{key}").revision == 1


@pytest.mark.parametrize("game", GAMES)
def test_no_cookie_of_the_hall_is_read_or_set_below_embed(direct, game):
    player = Player(direct, game="dice")
    assert player.roll().status == 303
    player.send("POST", "/osr/new/surprise", b"revision=0")
    vault = "dicehall-vault=" + "a" * 26
    both = {"HTTP_COOKIE": f"{player.cookie}; {vault}"}
    key = begin(direct, game, **both)
    for method in ("GET", "POST"):
        for path in (f"/embed/{game}", key, f"{key}/{GAMES[game].first_path}", f"{key}/new/save/vault",
                     "/embed/nothing", "/embed/osr/vault", "/embed/osr/new/save"):
            reply = send(
                direct, method, path, {"revision": 1} if method == "POST" else None, **both)
            assert reply.cookies == [], path
    assert player.get("/dice").revision == 1
    secure = send(direct, "POST", f"/embed/{game}/{GAMES[game].first_path}", {"revision": 0}, HTTPS="on")
    (cookie,) = secure.cookies
    assert re.fullmatch(
        rf"__Host-dicehall-frame-[0-9a-f]{{12}}={ID}; Max-Age=2592000; Path=/; HttpOnly; "
        "SameSite=None; Secure; Partitioned", cookie)


def test_a_cookie_of_a_frame_leads_to_its_game_and_a_wrong_one_to_a_new_one(direct):
    reply = send(direct, "POST", "/embed/craps/roll", {"revision": 0}, HTTPS="on")
    name, _, key = reply.cookies[0].partition(";")[0].partition("=")
    for value, status in ((key, 303), (tampered(key), 200), ("", 200), ("x" * 5000, 200)):
        reply = send(direct, "GET", "/embed/craps", HTTPS="on", HTTP_COOKIE=f"{name}={value}")
        assert reply.status == status
    plain = send(direct, "GET", "/embed/craps", HTTP_COOKIE=f"{name}={key}")
    assert plain.status == 200
    dice = send(direct, "POST", "/embed/dice/roll", {"revision": 0}, HTTPS="on")
    other = dice.cookies[0].partition(";")[0].partition("=")[2]
    reply = send(direct, "GET", "/embed/craps", HTTPS="on", HTTP_COOKIE=f"{name}={other}")
    assert reply.status == 200


def test_a_first_move_sent_twice_begins_two_games_and_harms_none(direct):
    one, two = begin(direct), begin(direct)
    assert one != two
    for path in (one, two):
        assert send(direct, "GET", path).revision == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_stale_form_is_told_with_the_game_as_it_stands(direct, game):
    place = begin(direct, game)
    page = send(direct, "POST", f"{place}/{GAMES[game].first_path}", {"revision": 0})
    assert re.search("[Nn]othing was (played|changed|rolled)", is_framed_page(page, 409))
    assert page.revision == 1
    assert send(direct, "POST", f"{place}/{GAMES[game].first_path}", {"revision": 1}).status == 303
    gone = send(direct, "POST", f"/embed/{game}/{GAMES[game].first_path}", {"revision": 7})
    assert re.search("[Nn]othing was (played|changed|rolled)", is_framed_page(gone, 409))


@pytest.mark.parametrize(("path", "status"), [
    ("/embed/craps/start:%zz", 400), ("/embed/craps/start:%25zz", 200),
    ("/embed/craps/start:" + "a%26" * 999, 200), ("/embed/craps?" + "a=1&" * 999, 413),
    ("/embed/craps/start:" + "a" * 9000, 414), ("/embed/%00", 400), ("/embed/%ff", 400),
    ("/embed/nothing", 404), ("/embed/craps/roll", 405), ("/embed/osr/vault", 404),
    ("/embed/osr/new/save", 404), ("/embed/dice/clear-history", 404), ("/embed/%2e%2e/osr", 400),
    ("/embed/../osr/vault", 400)])
def test_a_garbled_address_has_a_page_in_the_frame_s_look(direct, path, status):
    is_framed_page(send(direct, "GET", path), status)


@pytest.mark.parametrize("game", GAMES)
def test_a_query_that_is_no_text_harms_no_game(direct, game):
    place = begin(direct, game)
    if game == "osr":
        place += "/new/class"
    for query in ("%", "a=%ff", "%00=1"):
        is_framed_page(send(direct, "GET", f"{place}?{query}"), 200)
        page = is_framed_page(send(direct, "GET", f"/embed/{game}?{query}&theme=dark"), 200)
        assert "An option couldn’t be read as text, so it was left out." in page
        assert 'data-theme="dark"' in page


@pytest.mark.parametrize("game", GAMES)
def test_an_address_that_is_too_much_to_read_leads_back_to_its_game(direct, game):
    for place, words in (begin(direct, game), "Back to this"), (f"/embed/{game}", "New"):
        page = is_framed_page(send(direct, "GET", f"{place}?{'a&' * 99}"), 413)
        assert f'href="{place}">{words} ' in page


@pytest.mark.parametrize("path", [
    "/embed/../osr/vault", "/embed/osr/../../osr/vault", "/embed/%2e%2e/osr/vault",
    "/embed//osr/vault", "/embed/nothing", "/embed/osr/vault/import", "/embed/osr/new/save/vault"])
def test_no_way_leads_from_embed_to_a_vault_behind_either_server(hall, path):
    keeper = Browser(hall.port)
    keeper.post("/osr/new/surprise", {"revision": 0})
    for move in ("review/continue", "save/vault"):
        step = keeper.get(f"/osr/new/{move.partition('/')[0]}")
        keeper.post(f"/osr/new/{move}", {"revision": step.revision})
    kept = keeper.cookie
    assert "dicehall-vault=" in kept
    cross = [("Sec-Fetch-Site", "cross-site"), ("Origin", "null"), FORM]
    for method, body in (("GET", b""), ("POST", b"revision=1")):
        reply = keeper.send(method, path, body, cross)
        assert reply.status in (400, 403, 404)
        assert reply.cookies == []
    keeper.cookie = kept
    assert "Open " in keeper.get("/osr/vault").text

# Keeping


def test_looking_writes_no_file_and_a_game_has_one(own):
    for path in ("/embed/craps", "/embed/craps?balance=500", "/embed/osr", "/embed/craps/start-over"):
        assert send(own.socket, "GET", path).status in (200, 303)
    assert send(own.socket, "POST", "/embed/craps/roll", {"revision": 5}).status == 409
    assert session_files(own) == []
    place = begin(own.socket)
    (file,) = session_files(own)
    assert place.rpartition("/")[2] not in str(file)


def test_a_game_that_was_swept_is_told_and_never_comes_back(own):
    place = begin(own.socket)
    (file,) = session_files(own)
    age(file, 31)
    assert sweep(own) == 1
    for reply in (send(own.socket, "GET", place),
                  send(own.socket, "POST", f"{place}/roll", {"revision": 1})):
        assert "nobody has played it for a long time" in is_framed_page(reply, 404)
    assert session_files(own) == []


def test_a_damaged_game_is_put_aside_and_a_new_one_stands_there(own):
    place = begin(own.socket, "dice")
    (file,) = session_files(own)
    assert send(own.socket, "POST", f"{place}/roll", {"revision": 1}).status == 303
    corrupt(file, 1)
    assert send(own.socket, "GET", place).revision == 1
    corrupt(file, 0)
    for _ in range(2):
        page = send(own.socket, "POST", f"{place}/roll", {"revision": 1})
        text = is_framed_page(page, page.status)
        assert page.status == (409 if DAMAGE in text else 404)
        assert 'action="/embed/dice/roll"' in text or "New dice table" in text
    assert begin(own.socket, "dice") != place


@pytest.mark.parametrize("size", [0, HEADER + 10])
def test_a_full_disk_refuses_moves_and_loses_none(own, size):
    place = begin(own.socket, "dice")
    shown = send(own.socket, "GET", place).body
    with largest_file(own, size):
        for path in (f"{place}/roll", "/embed/dice/roll"):
            reply = send(own.socket, "POST", path, {"revision": 1 if path.startswith(place) else 0})
            assert "Games can’t be read or saved right now" in is_framed_page(reply, 503)
        assert send(own.socket, "GET", place).body == shown
    assert send(own.socket, "GET", place).body == shown
    assert send(own.socket, "POST", f"{place}/roll", {"revision": 1}).status == 303


def test_no_death_loses_or_halves_a_move(own, fresh_backend):
    place, address, known = begin(own.socket, "dice"), own, 1
    for _ in range(4):
        for _ in range(3):
            reply = send(address.socket, "POST", f"{place}/roll", {"revision": known})
            known += reply.status == 303
        kill_all(address)
        assert not can_connect(address.socket)
        address = fresh_backend(state=own.state, workers=2, threads=16)
        assert send(address.socket, "GET", place).revision == known
    assert known == 13


# Settings


@pytest.mark.parametrize("sites", [
    "", " ", "nonsense", "school.example", "ftp://school.example", "https://", "https://a/b",
    "https://a;script-src *", "https://a, https://b", "'none'", "https://*.*.a", "* ;", "https://a\n"])
def test_sites_that_are_none_are_refused(program, sites):
    for command in ("serve", "generate", "get"):
        arguments = {"generate": ["x"], "get": ["/"]}.get(command, [])
        done = subprocess.run(
            [program, command, *arguments, "--frame-ancestors", sites], capture_output=True,
            text=True, timeout=20, stdin=subprocess.DEVNULL)
        assert (done.returncode, done.stdout) == (64, "")
        assert "--frame-ancestors" in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize("sites", [
    "*", "https:", "https://school.example", "https://*.school.example:8443 http://127.0.0.1:8080"])
def test_sites_are_sent_as_they_were_given(fresh_backend, sites):
    backend = fresh_backend(frame_ancestors=sites)
    policy = send(backend.socket, "GET", "/embed/dice")["content-security-policy"]
    assert policy.endswith(f"frame-ancestors 'self' {sites}")
