"""A class that plays Pig in pairs: each move is in the record once, whatever happens meanwhile."""

import collections
import contextlib
import random
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from kit.processes import children, kill, wait_until
from kit.rooms import Host, Seat
from kit.sessions import Player

GOAL = 20


class Pupil(Seat):
    """Rolls up to a turn total of ten, as the page allows."""

    counted = 0

    def play(self):
        """Plays a game to its end, and presses again whenever no answer came."""
        for _ in range(2_000):
            with contextlib.suppress(OSError, TypeError):
                page = self.look()
                if page.status == 200 and "This game is over" in page.text:
                    return
                if self.may("roll", page):
                    act = "hold" if int(page.fact("Turn total")) >= 10 else "roll"
                    self.insist(act, re.search(r'name="press" value="(\d+)"', page.text)[1])
                    continue
            time.sleep(0.05)
        raise AssertionError(page.text)

    @staticmethod
    def may(button, page):
        found = re.search(rf'id="{button}"[^>]*>', page.text)
        return page.status == 200 and found and "disabled" not in found[0]

    def insist(self, act, press):
        while True:
            with contextlib.suppress(OSError):
                reply = self.post(f"{self.path}/{act}", press=press)
                if reply.status == 303:
                    self.counted += 1
                    return
                assert reply.status in (0, 429, 503), (reply.status, reply.text)
            time.sleep(0.05)


def games(host):
    """The rows of each game of each round, in order."""
    found = collections.defaultdict(list)
    for row in host.data():
        found[row["round"], row["game"]].append(row)
    return found


def winner(rows):
    """Who wins a game by the rules of Pig, which each of its rows follows."""
    scores, total, last = collections.Counter(), 0, None
    for row in rows:
        assert last in (None, row["name"]) and not scores[row["name"]] >= GOAL, rows
        last = row["name"]
        if row["expression"] == "hold":
            assert total > 0
            scores[last] += total
            if scores[last] >= GOAL:
                assert row is rows[-1]
                return last
        elif row["total"] > 1:
            total += row["total"]
            continue
        total = 0
        last = next((other for other in {r["name"] for r in rows} if other != last), last)
    raise AssertionError(f"nobody has won: {rows}")


def won(host):
    """How many games each has won, as the host's page has it."""
    page = host.get(f"{host.path}/host").text
    return {name: int(count) for name, count in re.findall(
        r'<tr><th scope="row">([^<]+)</th><td class="number">(\d+)</td><td class="number">\d+</td></tr>', page)}


def check(host, pupils):
    """Each press is in the record once, each game follows the rules, and the standings are theirs."""
    rows = host.data()
    assert collections.Counter(row["name"] for row in rows if row["seat"]) == {
        pupil.name: pupil.counted for pupil in pupils}
    numbers = [row["number"] for row in rows]
    assert numbers == sorted(numbers)
    winners = collections.Counter(winner(rows) for rows in games(host).values())
    assert {name: winners[name] for name in won(host)} == won(host)
    assert sum(won(host).values()) == sum(winners.values()) - winners["Computer"]


@pytest.mark.parametrize(("count", "is_killed"), [
    (7, True), *(pytest.param(*case, marks=pytest.mark.proof)
                 for case in [(40, False), (40, True), (100, True)])])
def test_a_class_plays_two_rounds_and_no_move_is_lost_or_doubled(engine, count, is_killed):
    host = Host(engine.socket, kind="pairs", goal=GOAL, computer="hold-at-20")
    pupils = [Pupil(engine.socket, host.code, f"Pupil {number + 1}") for number in range(count)]
    with ThreadPoolExecutor(count) as pool:
        list(pool.map(Seat.join, pupils))
    if count == 100:
        assert Seat(engine.socket, host.code, "Late").post(
            f"{host.path}/join", name="Late").status == 429
    is_over = threading.Event()

    def slay():
        moments = random.Random(3)
        while not is_over.wait(moments.uniform(0.3, 0.9)):
            kill(moments.choice(children(engine.process.pid)), engine.process.pid)
            wait_until(lambda: len(children(engine.process.pid)) == 2)

    def play_round():
        with ThreadPoolExecutor(count) as pool:
            for played in [pool.submit(pupil.play) for pupil in pupils]:
                played.result()

    with ThreadPoolExecutor(1) as pool:
        slayer = pool.submit(slay) if is_killed else pool.submit(is_over.wait)
        try:
            play_round()
        finally:
            is_over.set()
        slayer.result()
    check(host, pupils)
    # Two who lead press in the same moment: there is one next round.
    page = host.get(f"{host.path}/host").text
    press = re.search(r'name="press" value="(\d+)"', page)[1]
    leads = [host, Player(engine.socket, host.cookie)]
    with ThreadPoolExecutor(2) as pool:
        replies = list(pool.map(
            lambda lead: lead.post(f"{host.path}/next-round", press=press, round=2), leads))
    assert [reply.status for reply in replies] == [303, 303]
    play_round()
    check(host, pupils)
    met = [{row["name"] for row in rows} for rows in games(host).values()]
    assert len(met) == 2 * ((count + 1) // 2)
    assert len({frozenset(pair) for pair in met}) == len(met), "the same two met twice"
