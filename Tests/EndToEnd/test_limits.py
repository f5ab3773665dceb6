"""Who may ask how often, counted by all workers together, and what a flood does to those who play."""

import threading
import time

import pytest

from kit.http_client import Browser, ask
from kit.processes import wait_until


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
        assert max(1, left) <= int(refused["retry-after"]) <= 60
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
