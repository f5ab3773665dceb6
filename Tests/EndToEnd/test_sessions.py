"""Visitors' sessions: what a browser is given, what lies on the disk, and what no death can take.

Rows in parentheses are those of the list of hostile requests. All talk straight to the backend.
"""

import contextlib
import fcntl
import os
import random
import re
import stat
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from kit.halls import Backend
from kit.fastcgi_client import ask
from kit.plays import dollars
from kit.processes import children, kill, largest_file, wait_until
from kit.sessions import (
    DAMAGE, HEADER, SLOT, Player, age, corrupt, kill_all, session_files, sweep, tree)


def playing(backend, rolls=1, **variables):
    """A player with a session of that many rolls, and its file."""
    before = set(session_files(backend))
    player = Player(backend.socket, **variables)
    assert player.roll().status == 303
    (file,) = set(session_files(backend)) - before
    for _ in range(rolls - 1):
        roll_on(player)
    return player, file


def roll_on(player):
    """One accepted move, whatever the dice have brought about before."""
    reply = player.roll()
    if reply.status == 422:
        reply = player.post("/craps/start-over", revision=player.revision)
        player.revision += 1
    assert reply.status == 303


# Cookies


@pytest.mark.parametrize(
    "variables, name, rest",
    [
        ({}, "dicehall", "Path=/; HttpOnly; SameSite=Lax"),
        ({"HTTPS": "on"}, "__Host-dicehall", "Path=/; HttpOnly; SameSite=Lax; Secure"),
        ({"REQUEST_SCHEME": "https", "SCRIPT_NAME": "/games"}, "__Secure-dicehall",
         "Path=/games; HttpOnly; SameSite=Lax; Secure"),
        ({"SCRIPT_NAME": "/games"}, "dicehall", "Path=/games; HttpOnly; SameSite=Lax"),
    ],
)
def test_cookie_has_the_attributes_of_its_place(backend, variables, name, rest):
    target = variables.get("SCRIPT_NAME", "") + "/craps/roll"
    reply = ask(backend.socket, "POST", target, b"revision=0", **variables)
    assert reply.status == 303
    (cookie,) = reply.cookies
    assert re.fullmatch(rf"{name}=[a-z2-7]{{26}}; Max-Age=2592000; {re.escape(rest)}", cookie)


def test_cookie_without_the_prefix_is_not_read_over_https(own):
    player, _ = playing(own)
    secure = Player(own.socket, "dicehall=" + player.id, HTTPS="on")
    assert secure.get("/craps").revision == 0


@pytest.mark.parametrize("days, seconds", [(1, 86400), (400, 34560000)])
def test_cookie_lasts_as_long_as_the_session(fresh_backend, days, seconds):
    backend = fresh_backend(session_days=days)
    (cookie,) = Player(backend.socket).roll().cookies
    assert f"Max-Age={seconds};" in cookie


def test_use_renews_the_cookie(own):
    player, _ = playing(own)
    first = player.cookie
    for reply in (player.get("/craps"), player.roll(), player.post("/craps/roll", revision=0)):
        (cookie,) = reply.cookies
        assert cookie.startswith(first + ";") and "Max-Age=2592000" in cookie


def test_pages_that_are_the_same_for_everybody_set_no_cookie(own):
    player, _ = playing(own)
    for path in ("/", "/about", "/rules/craps", "/nowhere"):
        assert player.get(path).cookies == []


def test_ids_are_long_and_never_alike(own):
    ids = {playing(own)[0].id for _ in range(20)}
    assert len(ids) == 20
    assert all(len(set(column)) > 1 for column in zip(*ids))


# What a look costs


def test_looking_writes_no_file(own):
    visitor = Player(own.socket)
    player, _ = playing(own)
    unknown = Player(own.socket, "dicehall=" + "a" * 26)
    before = tree(own.state)
    for who in (visitor, player, unknown):
        for path in ("/", "/dice", "/craps", "/craps/start-over", "/dice/log.csv", "/nowhere"):
            assert who.get(path).status in (200, 404)
    assert tree(own.state) == before


@pytest.mark.parametrize(
    "variables, body, status",
    [
        ({"HTTP_SEC_FETCH_SITE": "cross-site"}, b"revision=0", 403),
        ({"CONTENT_TYPE": "text/plain"}, b"revision=0", 415),
        ({}, b"revision=7", 409),
        ({}, b"revision=0&ante=much", 422),
        ({}, b"revision=%zz", 400),
    ],
)
def test_refused_form_starts_no_session(own, variables, body, status):
    before = tree(own.state)
    reply = ask(own.socket, "POST", "/craps/roll", body, **variables)
    assert (reply.status, reply.cookies) == (status, [])
    assert tree(own.state) == before


# On the disk


def test_files_are_their_owners_alone_and_reveal_no_id(own):
    player, file = playing(own, rolls=3)
    for path in [own.state / "sessions", *(own.state / "sessions").rglob("*")]:
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path
        assert player.id not in str(path)
    assert player.id.encode() not in file.read_bytes()
    assert player.id not in own.output()


# Ids that are not ours


FOREIGN = [
    *("a" * length for length in (25, 26, 27, 4000, 8192)), "A" * 26, "", "../../../../etc/passwd",
    "..%2f..%2fetc%2fpasswd", "/etc/passwd", '"', "'", '"' + "a" * 26 + '"', "a" * 25 + "\x00",
    "\x00", "é" * 13, "\xff" * 26, "a" * 25 + ".", "a;b", "<b>", "{{x}}",
]


def test_unknown_id_is_replaced_by_a_fresh_one(own):
    """(50, 52)"""
    for count, value in enumerate(FOREIGN, 1):
        header = f"dicehall={value}"
        look = ask(own.socket, "GET", "/craps", HTTP_COOKIE=header)
        assert (look.status, look.revision) == (200, 0), value
        assert all("dicehall=; Max-Age=0" in cookie for cookie in look.cookies), value
        reply = ask(own.socket, "POST", "/craps/roll", b"revision=0", HTTP_COOKIE=header)
        assert reply.status == 303, value
        (cookie,) = reply.cookies
        given = re.match(r"dicehall=([a-z2-7]{26});", cookie)[1]
        assert given != value.strip('"')
        assert len(session_files(own)) == count


def test_neighbours_of_an_id_lead_nowhere(own):
    """(54)"""
    player, _ = playing(own)
    id = player.id
    other = "b" if id[-1] != "b" else "c"
    for guess in (id[:-1] + other, id[:-1], id + "a", id.upper(), id + ".", " " + id, id + "%20"):
        assert ask(own.socket, "GET", "/craps", HTTP_COOKIE=f"dicehall={guess}").revision == 0
    assert player.get("/craps").revision == 1


def test_id_is_not_taken_from_an_address_or_a_form(own):
    """(52)"""
    player, _ = playing(own)
    stranger = Player(own.socket)
    assert stranger.get(f"/craps?dicehall={player.id}&id={player.id}").revision == 0
    assert stranger.post("/craps/roll", revision=0, dicehall=player.id).status == 303
    assert stranger.id != player.id
    assert player.get("/craps").revision == 1


def test_among_many_cookies_the_first_of_ours_counts(own):
    """(50)"""
    player, _ = playing(own)
    many = "; ".join(f"other{n}=x" for n in range(200))
    for header in (
        f"{many}; {player.cookie}", f"{player.cookie}; dicehall={'a' * 26}",
        f'xdicehall={"a" * 26}; dicehall="{player.id}"',
    ):
        assert ask(own.socket, "GET", "/craps", HTTP_COOKIE=header).revision == 1


# Each change once


def test_same_form_twice_plays_once(own):
    """(47, 48)"""
    player, _ = playing(own)
    assert player.roll().status == 303
    again = player.post("/craps/roll", revision=1)
    assert (again.status, again.revision) == (409, 2)
    assert b"Your page was out of date" in again.body
    assert player.post("/craps/roll").status == 409


@pytest.mark.parametrize("form", ["/craps/roll", "/craps/start-over"])
def test_same_form_50_times_at_once_plays_once(own, form):
    """(48, 49)"""
    player, _ = playing(own)
    for turn in range(1, 6):
        with ThreadPoolExecutor(50) as pool:
            sent = [
                pool.submit(player.tab().post, form, revision=turn)
                for _ in range(50)
            ]
        statuses = sorted(reply.result().status for reply in sent)
        assert statuses == [303] + [409] * 49
        assert player.get("/craps").revision == turn + 1


def test_50_browsers_at_one_game_raise_the_revision_by_what_was_accepted(own):
    """(49)"""
    player, _ = playing(own, game="dice")
    accepted = []

    def play():
        mine = player.tab()
        for _ in range(4):
            mine.look()
            reply = mine.roll()
            assert reply.status in (303, 409)
            accepted.append(reply.status == 303)

    with ThreadPoolExecutor(50) as pool:
        for done in [pool.submit(play) for _ in range(50)]:
            done.result()
    assert len(accepted) == 200 and any(accepted)
    assert player.get("/dice").revision == 1 + sum(accepted)


def test_one_game_does_not_make_the_other_stale(own):
    player, _ = playing(own)
    dice = player.tab("dice")
    for _ in range(3):
        assert dice.roll().status == 303
    roll_on(player)
    assert dice.get("/dice").revision == 3
    assert player.get("/craps").revision == 2


def test_revision_that_is_not_the_newest_plays_nothing(own):
    """(46, 47)"""
    player, _ = playing(own)
    for text in ("-1", "0", "2", "1 ", "01", "1e0", "9" * 400, "x", "", "１", "1.0"):
        assert player.post("/craps/roll", revision=text).status == 409
        assert player.get("/craps").revision == 1


# Deaths


def test_restart_keeps_the_session(fresh_backend):
    first = fresh_backend()
    player, _ = playing(first, rolls=3)
    shown = player.get("/craps").body
    assert first.stop() == 0
    second = fresh_backend(state=first.state)
    player.address = second.socket
    assert player.get("/craps").body == shown
    roll_on(player)


class Sitting:
    """A visitor who plays on and on, and counts what the backend has acknowledged."""

    def __init__(self, address):
        self.player = Player(address)
        assert self.player.roll().status == 303
        self.acknowledged = 1

    def play(self, end):
        player = self.player
        while not end.is_set():
            path = "/craps/roll"
            try:
                reply = player.post(path, revision=self.acknowledged)
                if reply.status == 422:
                    path = "/craps/start-over"
                    reply = player.post(path, revision=self.acknowledged)
            except OSError:
                return
            if not reply.ended or reply.status != 303:
                # No answer: this one move may or may not have been made.
                assert reply.status == 0, f"{path} {reply.status}"
                return
            self.acknowledged += 1

    def check(self):
        """The current game has every acknowledged move, and at most one more."""
        page = self.player.get("/craps")
        assert page.status == 200 and self.player.cookie
        assert DAMAGE not in page.text
        now = page.revision
        assert self.acknowledged <= now <= self.acknowledged + 1
        assert dollars(page.fact("Balance")) % 5 == 0
        self.acknowledged = now


def test_no_death_loses_or_halves_a_move(program, scratch):
    """(66)"""
    moments = random.Random(7)
    backend = Backend(program, scratch, workers=2, threads=8)
    sittings = [Sitting(backend.socket) for _ in range(6)]

    def acknowledged():
        return sum(sitting.acknowledged for sitting in sittings)

    try:
        for _ in range(20):
            end = threading.Event()
            enough = acknowledged() + 10
            with ThreadPoolExecutor(len(sittings)) as pool:
                plays = [pool.submit(sitting.play, end) for sitting in sittings]
                wait_until(lambda: acknowledged() >= enough)
                time.sleep(moments.uniform(0, 0.1))
                kill_all(backend)
                end.set()
            for play in plays:
                play.result()
            backend = Backend(program, scratch, workers=2, threads=8)
            for sitting in sittings:
                sitting.check()
        assert not (backend.state / "sessions/damaged").exists()
    finally:
        backend.stop()


def test_death_of_one_worker_costs_no_session(own):
    player, _ = playing(own)
    for _ in range(4):
        kill(min(children(own.process.pid)), own.process.pid)
        roll_on(player)
        assert player.get("/craps").revision == player.revision


# Damage


def newest_slot(rolls):
    return (rolls - 1) % 2


@pytest.mark.parametrize("rolls", [2, 3, 4])
def test_broken_newest_slot_leaves_the_state_before(own, rolls):
    """(68)"""
    player, file = playing(own, rolls=rolls, game="dice")
    corrupt(file, newest_slot(rolls))
    assert player.get("/dice").revision == rolls - 1
    player.revision = rolls - 1
    for _ in range(3):
        assert player.roll().status == 303
    assert player.get("/dice").revision == rolls + 2


def replace_by(file, kind, scratch):
    if kind == "both slots broken":
        corrupt(file, 0)
        corrupt(file, 1)
        return
    file.unlink()
    if kind == "folder":
        file.mkdir()
    elif kind == "FIFO":
        os.mkfifo(file)
    else:
        target = scratch / "target"
        if kind == "link":
            target.write_bytes(b"mine")
        file.symlink_to({"link to itself": file, "device": "/dev/zero"}.get(kind, target))


DAMAGES = ["both slots broken", "FIFO", "link", "link to itself", "device"]
"""What the units know of, and what only a whole machine has."""


@pytest.mark.parametrize("kind", DAMAGES)
def test_damaged_session_is_put_aside_and_play_goes_on(own, scratch, kind):
    """(68)"""
    other, _ = playing(own, rolls=3, game="dice")
    player, file = playing(own, rolls=2)
    replace_by(file, kind, scratch)
    reply = player.get("/craps")
    assert (reply.status, reply.revision) == (200, 0)
    assert DAMAGE in reply.text
    assert player.cookie is None
    assert not os.path.lexists(file)
    (aside,) = (own.state / "sessions/damaged").iterdir()
    assert aside.name.startswith(file.name)
    player.revision = 0
    assert player.roll().status == 303
    assert player.get("/craps").revision == 1
    assert other.get("/dice").revision == 3
    if kind == "link":
        assert (scratch / "target").read_bytes() == b"mine"


@pytest.mark.parametrize("kind", ["both slots broken", "FIFO", "folder"])
def test_move_on_a_damaged_session_is_refused_with_the_reason(own, scratch, kind):
    """(68)"""
    player, file = playing(own, rolls=2)
    replace_by(file, kind, scratch)
    reply = player.roll()
    assert reply.status == 409
    assert DAMAGE in reply.text
    assert player.cookie is None
    assert session_files(own) == []


# A state folder in trouble


@contextlib.contextmanager
def moved_away(backend):
    folder = backend.state / "sessions"
    os.rename(folder, backend.state / "elsewhere")
    yield
    os.rename(backend.state / "elsewhere", folder)


@contextlib.contextmanager
def replaced_by_a_file(backend):
    folder = backend.state / "sessions"
    with moved_away(backend):
        folder.write_text("no folder")
        yield
        folder.unlink()


@pytest.mark.parametrize("trouble", [moved_away, replaced_by_a_file])
def test_folder_that_is_gone_closes_the_games_until_it_is_back(own, trouble):
    """(69)"""
    player, _ = playing(own, rolls=3, game="dice")
    stranger = Player(own.socket)
    workers = children(own.process.pid)
    with trouble(own):
        for path in ("/", "/rules/craps", "/dice", "/craps"):
            assert stranger.get(path).status == 200
        assert player.get("/rules/craps").status == 200
        for reply in (player.get("/dice"), player.roll(), stranger.roll()):
            assert reply.status == 503
            assert reply.cookies == []
            assert b"<title>Error: " in reply.body and str(own.state).encode() not in reply.body
        assert player.cookie and not stranger.cookie
    assert player.get("/dice").revision == 3
    assert player.roll().status == stranger.roll().status == 303
    assert stranger.get("/healthz").status == 200
    assert children(own.process.pid) == workers


@pytest.mark.parametrize("size", [0, HEADER - 1, HEADER + 10, SLOT, SLOT + HEADER + 10])
def test_full_disk_refuses_moves_and_loses_none(own, size):
    """(69)"""
    player, _ = playing(own, rolls=3, game="dice")
    workers = children(own.process.pid)
    shown = player.get("/dice").body
    # The fourth save goes to the second slot, which exists and lies beyond each of these sizes.
    with largest_file(own, size):
        stranger = Player(own.socket)
        for _ in range(3):
            refused = player.roll()
            assert (refused.status, refused.cookies) == (503, [])
            assert player.get("/dice").body == shown
        assert stranger.roll().status == (503 if size < SLOT else 303)
        # What is refused for want of room leaves no file.
        assert len(session_files(own)) == (1 if size < SLOT else 2)
        assert stranger.get("/rules/craps").status == 200
    assert player.get("/dice").body == shown
    for _ in range(3):
        assert player.roll().status == 303
    assert player.get("/dice").revision == 6
    assert children(own.process.pid) == workers


def test_start_without_a_usable_folder_serves_what_needs_none(fresh_backend, scratch):
    """(69)"""
    (scratch / "link").symlink_to("a disk that is not mounted")
    backend = fresh_backend(state=scratch / "link")
    visitor = Player(backend.socket)
    assert visitor.get("/craps").status == 200
    assert visitor.roll().status == 503
    assert visitor.get("/healthz").status == 503


# Idle sessions


def test_sweep_removes_idle_sessions_and_no_others(own):
    players = [playing(own) for _ in range(4)]
    for (_, file), days in zip(players, (31, 29, 400, 0)):
        age(file, days)
    assert sweep(own) == 2
    assert [file.exists() for _, file in players] == [False, True, False, True]
    assert [player.get("/craps").revision for player, _ in players] == [0, 1, 0, 1]
    assert sweep(own) == 0


def test_sweep_follows_the_idle_time_that_it_is_told(own):
    _, file = playing(own)
    age(file, 2)
    assert sweep(own, "--session-days", "3") == 0
    assert sweep(own, "--session-days", "1") == 1


def test_locked_session_is_waited_for_and_then_given_up(own):
    """Somebody else holds the file: no thread hangs, nothing is played."""
    player, file = playing(own)
    with open(file, "rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        start = time.monotonic()
        assert player.roll().status == 503
        assert time.monotonic() - start > 1
        assert player.get("/craps").revision == 1
    roll_on(player)
