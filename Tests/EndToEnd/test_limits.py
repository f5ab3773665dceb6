"""Who may ask how often, counted by all workers together, and what a flood does to those who play."""

import contextlib
import hashlib
import os
import resource
import socket
import subprocess
import threading
import time
from urllib.parse import urlencode

import pytest

from kit.fastcgi_client import ask as fastcgi
from kit.halls import Backend
from kit.http_client import Browser, ask
from kit.maker import Maker
from kit.processes import wait_until
from kit.sessions import Player, session_files


class Asker:
    """A client at an address of its own, with questions that nobody has asked before."""

    def __init__(self, hall, address):
        self.hall, self.address, self.number = hall, address, 0

    def ask(self, x, path="/odds"):
        """An answer; a busy hall is asked again, which doesn't count."""
        while (reply := self.try_once(x, path)).status == 503:
            assert 1 <= int(reply["retry-after"]) <= 10
            time.sleep(0.1)
        return reply

    def try_once(self, x, path="/odds"):
        target = f"{path}?x={x.replace('+', '%2B')}"
        return ask(self.hall.port, "GET", target, [("X-Forwarded-For", self.address)])

    def new(self, count=1):
        """The statuses of so many new questions."""
        self.number += count
        name = sum(self.address.encode())
        return [
            self.ask(f"d{name}+{number}").status
            for number in range(self.number - count, self.number)]


@pytest.fixture
def counting(fresh_hall):
    """A hall that counts, of which all tests' addresses but a school's are strangers."""
    return fresh_hall(
        "nginx", DICEHALL_TRUSTED_PROXY="127.0.0.1",
        DICEHALL_TRUST_NETWORK="198.51.100.0/24,2001:db8:1::/48")


def test_sixty_new_questions_a_minute_whichever_worker_answers(counting):
    begun = time.monotonic()
    client = Asker(counting, "203.0.113.1")
    assert client.new(30) == [200] * 30
    # New processes go on counting where those before them died.
    counting.slay()
    assert client.new(30) == [200] * 30
    for path, kind in (("/odds", "text/html"), ("/odds.csv", "text/plain"),
                       ("/odds.json", "application/json")):
        refused = client.ask("3d77", path)
        left = 60 - (time.monotonic() - begun)
        assert refused.status == 429 and refused["content-type"].startswith(kind)
        # The hall counts in whole seconds.
        assert max(1, left - 1) <= int(refused["retry-after"]) <= 60
        assert "Try again in" in refused.text
    # Known questions, other clients and trusted networks.
    for number in (0, 59):
        assert client.ask(f"d{sum(client.address.encode())}+{number}").status == 200
    assert Asker(counting, "203.0.113.2").ask("3d77").status == 200
    assert client.ask("3d77", "/odds.csv").status == 200
    one, other = Asker(counting, "2001:db8::1"), Asker(counting, "2001:db8::2:1")
    assert one.new(60) == [200] * 60 and other.new() == [429]
    assert Asker(counting, "198.51.100.9").new(70) == [200] * 70
    assert Asker(counting, "2001:db8:1::9").new(70) == [200] * 70


def test_a_flood_of_heavy_questions_leaves_players_alone(counting):
    """Different ones from several addresses, more at once than may wait."""
    statuses, times, is_over = [], [], threading.Event()

    def flood(thread):
        number = 0
        while not is_over.is_set():
            number += 1
            client = Asker(counting, f"203.0.113.{thread % 4}")
            start = time.monotonic()
            reply = client.try_once(f"%7B8d6!,8d8!%7Dkh1+{number}{thread:02}")
            times.append(time.monotonic() - start)
            statuses.append(reply.status)
            if reply.status in (429, 503):
                assert int(reply["retry-after"]) >= 1 and "Try again in" in reply.text

    threads = [threading.Thread(target=flood, args=[thread]) for thread in range(20)]
    for thread in threads:
        thread.start()
    try:
        player, waits = Browser(counting.port), []
        for move in range(40):
            start = time.monotonic()
            page = player.get("/craps") if move else None
            revision = page.revision if page else 0
            assert player.post("/craps/roll", revision=revision).status == 303
            waits.append(time.monotonic() - start)
            assert ask(counting.port, "GET", "/about").status == 200
        wait_until(lambda: {429, 503} <= set(statuses), 60)
    finally:
        is_over.set()
        for thread in threads:
            thread.join()
    assert set(statuses) <= {200, 429, 503}
    assert sorted(waits)[len(waits) // 2] < 2 and max(waits) < 15
    assert sorted(times)[len(times) // 2] < 2
    # Whoever hasn't asked yet is served.
    assert Asker(counting, "203.0.113.99").new(3) == [200] * 3


# What one client may begin


def press(backend, path, client, cookie=None, **fields):
    cookie = {"HTTP_COOKIE": cookie} if cookie else {}
    return fastcgi(
        backend.socket, "POST", path, urlencode(fields).encode(), REMOTE_ADDR=client, **cookie)


def test_posts_sessions_and_vaults_of_a_client_count_in_all_workers(fresh_backend):
    backend = fresh_backend(workers=2, sessions_per_hour=6, posts_per_minute=20, vaults_per_hour=3)
    replies = [press(backend, "/craps/roll", "192.0.2.1", revision=0) for _ in range(8)]
    assert [reply.status for reply in replies] == [303] * 6 + [429] * 2
    # Both workers have answered, and what was refused has left nothing.
    assert len(session_files(backend)) == 6
    refused = replies[-1]
    assert 3590 <= int(refused["retry-after"]) <= 3600
    assert "Send it again" in refused.text and 'name="revision" value="0"' in refused.text
    # Whoever has a session plays on, until there are too many forms.
    cookie = replies[0].cookies[0].partition(";")[0]
    rolls = [
        press(backend, "/craps/roll", "192.0.2.1", cookie, revision=number)
        for number in range(1, 14)]
    assert [reply.status for reply in rolls] == [303] * 12 + [429]
    assert int(rolls[-1]["retry-after"]) <= 60
    page = fastcgi(
        backend.socket, "GET", "/craps", REMOTE_ADDR="192.0.2.1", HTTP_COOKIE=cookie)
    assert page.status == 200 and page.revision == 13
    call = fastcgi(
        backend.socket, "POST", "/api/v1/character", b"{}", REMOTE_ADDR="192.0.2.1",
        CONTENT_TYPE="application/json")
    assert call.status == 429 and call["content-type"] == "application/json"
    assert 1 <= int(call["retry-after"]) <= 60
    assert press(backend, "/craps/roll", "192.0.2.2", revision=0).status == 303


def test_a_vault_too_many_is_refused_with_the_draft_kept(fresh_backend):
    backend = fresh_backend(workers=2, vaults_per_hour=2)
    statuses = []
    for _ in range(3):
        maker = Maker(backend.socket, REMOTE_ADDR="192.0.2.1")
        statuses.append(maker.post("/osr/new/save/vault", revision=maker.finish()).status)
    assert statuses == [303, 303, 429]
    assert len(list((backend.state / "vault").glob("??/*"))) == 2
    # The draft is as it was, and is saved when that may be.
    assert "Save to this browser" in maker.get("/osr/new/save").text


def test_a_limit_of_0_is_none_and_a_wrong_one_is_told(fresh_backend, program):
    backend = fresh_backend(workers=1, sessions_per_hour=0, posts_per_minute=0)
    statuses = {press(backend, "/craps/roll", "192.0.2.1", revision=0).status for _ in range(50)}
    assert statuses == {303}
    for wrong in ("-1", "4096", "many"):
        call = subprocess.run(
            [program, "serve", f"--posts-per-minute={wrong}"], capture_output=True, text=True)
        assert call.returncode == 64 and call.stdout == ""
        assert "posts-per-minute" in call.stderr.splitlines()[0]


# How many sessions are kept


def age(file, minutes):
    moment = time.time() - 60 * minutes
    os.utime(file, (moment, moment))


def test_those_idle_the_longest_make_room_and_no_one_else(program, scratch):
    backend = Backend(program, scratch)
    try:
        players = [Player(backend.socket) for _ in range(12)]
        for player in players:
            assert player.roll().status == 303
        files = {player: file_of(backend, player) for player in players}
    finally:
        backend.stop()
    for player, minutes in zip(players, [20, 90, 40, *[1] * 9]):
        age(files[player], minutes)
    backend = Backend(program, scratch, workers=2, max_sessions=12)
    try:
        # One of twelve is a sixteenth, rounded up. No session begins before: it might be counted twice.
        wait_until(lambda: "removed 1 sessions to make room" in backend.output())
        assert len(session_files(backend)) == 11
        assert not files[players[1]].exists()
        for player in (Player(backend.socket), players[0], players[2], players[5]):
            assert player.roll().status == 303
        # All are in use: nobody else comes in, and nobody loses anything.
        stranger = Player(backend.socket)
        refused = stranger.roll()
        assert refused.status == 503 and refused["retry-after"] == "60"
        assert "The hall is full" in refused.text and "Send it again" in refused.text
        assert not stranger.cookie and len(session_files(backend)) == 12
        assert players[0].roll().status == 303
        assert fastcgi(backend.socket, "GET", "/craps").status == 200
    finally:
        backend.stop()


def test_sweep_trims_to_what_it_is_told(fresh_backend, program):
    backend = fresh_backend(workers=1)
    for _ in range(20):
        assert Player(backend.socket).roll().status == 303
    files = session_files(backend)
    for minutes, file in enumerate(files):
        age(file, minutes)
    call = [program, "sweep", "--state", str(backend.state)]
    for more, left in (([], 20), (["--max-sessions", "16"], 15), (["--max-session-bytes", "1M"], 15)):
        done = subprocess.run([*call, *more], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert len(session_files(backend)) == left
    assert not any(file.exists() for file in files[15:])
    wrong = subprocess.run([*call, "--max-session-bytes", "ten"], capture_output=True, text=True)
    assert wrong.returncode == 64


def file_of(backend, player):
    name = hashlib.sha256(player.id.encode()).hexdigest()
    return backend.state / "sessions" / name[:2] / name


# Many who do nothing


@pytest.mark.proof
def test_ten_thousand_idle_connections_hold_nobody_up(fresh_hall):
    """On each connection nothing comes, or half a request."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Where the machine allows fewer, only root may go beyond that.
    resource.setrlimit(resource.RLIMIT_NOFILE, (11_000, max(hard, 11_000)))
    try:
        hall = fresh_hall("nginx")
        with contextlib.ExitStack() as stack:
            for number in range(10_000):
                idle = stack.enter_context(socket.create_connection(("127.0.0.1", hall.port), 5))
                if number % 2:
                    idle.sendall(b"GET /craps HTTP/1.1\r\nHost: lo")
            browser, waits = Browser(hall.port), []
            for move in range(20):
                start = time.monotonic()
                revision = browser.get("/craps").revision if move else 0
                assert browser.post("/craps/roll", revision=revision).status == 303
                waits.append(time.monotonic() - start)
            assert max(waits) < 1, waits
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
