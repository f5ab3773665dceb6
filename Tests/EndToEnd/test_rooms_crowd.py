"""Many in one room at once: nothing is lost and nothing counted twice, whatever happens meanwhile."""

import collections
import contextlib
import random
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from kit.processes import children, cpu_seconds, kill, largest_file, wait_until
from kit.rooms import Crowd, Host, Seat

SEATS = 40
ROLLS = 50


def gather(backend, **settings):
    """A room with a class of pupils."""
    host = Host(backend.socket, **settings)
    seats = [Seat(backend.socket, host.code, f"Pupil {number + 1}") for number in range(SEATS)]
    with ThreadPoolExecutor(SEATS) as pool:
        list(pool.map(Seat.join, seats))
    return host, seats


@pytest.fixture
def crowd(fresh_backend):
    backend = fresh_backend(workers=2, threads=16)
    return backend, *gather(backend, kind="experiment", experiment="2d6", rollsASeat=ROLLS)


def press_until_it_counts(seat, may_die, act="roll", **fields):
    """As somebody does whose page didn't come: the same press again, until there is an answer."""
    for _ in range(200):
        try:
            reply = seat.roll(act, **fields)
        except OSError:
            assert may_die
            continue
        if reply.status == 303:
            seat.press += 1
            return
        # More presses in a second than a room takes, or none for a while as the machine is busy.
        assert reply.status in (429, 503) or may_die and not reply.status, (reply.status, reply.text)
        time.sleep(random.uniform(0, 0.3))
    raise AssertionError("never an answer")


def rolls_by_seat(host):
    return collections.Counter(roll["name"] for roll in host.data())


def check(host, seats, rolls):
    """Each press is in the record once, and all pages count the same."""
    data = host.data()
    assert rolls_by_seat(host) == {seat.name: rolls for seat in seats}
    assert all(sum(roll["dice"]) == roll["total"] for roll in data)
    numbers = [roll["number"] for roll in data]
    assert numbers == sorted(set(numbers))
    watch = host.get(f"{host.path}/watch").text
    assert f"{len(seats) * rolls:,} rolls" in watch
    for seat in seats[:3]:
        assert seat.look().fact("Your rolls") == str(rolls)


def check_look(watcher):
    """The page came whole, and shows the rolls of the very number that it names."""
    page = watcher.page
    assert page.status == 200 and page.text.endswith("</html>\n"), page
    rolls = watcher.number - 1 - SEATS
    assert not rolls or re.search(rf">{rolls:,} rolls? so far", page.text), page.text


IS_KILLED = pytest.mark.parametrize("is_killed", [False, True], ids=["all lives", "workers die"])


def play_all(backend, seats, play, is_killed):
    """All play at once, while workers die if they are to."""
    is_over = threading.Event()

    def slay():
        moments = random.Random(3)
        while not is_over.wait(moments.uniform(0.3, 0.9)):
            kill(moments.choice(children(backend.process.pid)), backend.process.pid)
            wait_until(lambda: len(children(backend.process.pid)) == 2)

    with ThreadPoolExecutor(SEATS + 1) as pool:
        slayer = pool.submit(slay) if is_killed else None
        try:
            for played in [pool.submit(play, seat) for seat in seats]:
                played.result()
        finally:
            is_over.set()
        if slayer:
            slayer.result()


@IS_KILLED
def test_forty_press_at_once_and_every_press_counts_once(crowd, is_killed):
    backend, host, seats = crowd
    watching = contextlib.nullcontext() if is_killed else Crowd(
        backend.socket, host.code, check=check_look)

    def play(seat):
        for _ in range(ROLLS):
            press_until_it_counts(seat, may_die=is_killed)

    with watching:
        play_all(backend, seats, play, is_killed)
    check(host, seats, ROLLS)
    for watcher in [] if is_killed else watching.watchers:
        watcher.look()
        check_look(watcher)
        assert watcher.number == 1 + SEATS + SEATS * ROLLS


def adds_up(dice, total):
    """Numbers make their sum; words are counted, each that came."""
    if isinstance(total, int):
        return sum(dice) == total
    count = collections.Counter(dice)
    return total == ", ".join(
        f"{count[word]} {word}" for word in ("heads", "tails", "red", "blue") if count[word])


@pytest.mark.proof
@IS_KILLED
@pytest.mark.parametrize("settings", [
    {"experiment": "4d{heads,tails}"}, {"experiment": "3 from {red*3,blue*2}"},
    {"experiment": "2d6", "second": "1d12"}, {"experiment": "own-dice"}, {"experiment": "craps-games"},
    {"experiment": "pig-turns"}, {"kind": "table"},
], ids=lambda settings: " and ".join(settings.values()))
def test_each_kind_counts_every_press_of_forty_once(engine, settings, is_killed):
    host, seats = gather(engine, **{"kind": "experiment", **settings})
    rolls = 20

    def play(seat):
        for number in range(rolls):
            act, fields = "roll", {}
            if settings.get("experiment") == "own-dice":
                act, fields = "report", {"face": 1 + number % 6}
            elif settings.get("kind") == "table":
                act, fields = "throw", {"expression": ["2d6", "4d{heads,tails}"][number % 2]}
            press_until_it_counts(seat, is_killed, act, **fields)

    play_all(engine, seats, play, is_killed)
    data = host.data()
    assert rolls_by_seat(host) == {seat.name: rolls for seat in seats}
    numbers = [row["number"] for row in data]
    assert numbers == sorted(set(numbers))
    is_game = settings.get("experiment") in ("craps-games", "pig-turns")
    if not is_game:
        assert all(adds_up(row["dice"], row["total"]) for row in data)
    if "second" in settings:
        assert all(adds_up(row["secondDice"], row["secondTotal"]) for row in data)
    if settings.get("experiment") == "own-dice":
        assert collections.Counter(row["total"] for row in data) == {
            face: SEATS * sum(1 + number % 6 == face for number in range(rolls))
            for face in range(1, 7)}
    # The charts count what the record says.
    watch = host.get(f"{host.path}/watch").text
    for total, count in collections.Counter(row["total"] for row in data).items():
        # Games are charted by what they came to in words.
        assert "kind" in settings or is_game or re.search(
            rf'<th scope="row">{total}</th><td class="number">{count}</td>', watch), (total, count)


def test_press_that_is_sent_again_counts_once(crowd):
    _, host, seats = crowd
    with ThreadPoolExecutor(SEATS) as pool:
        for reply in pool.map(lambda seat: seat.roll(), [seats[0]] * 20):
            assert reply.status == 303
    assert rolls_by_seat(host) == {seats[0].name: 1}


def test_full_disk_is_told_and_the_same_presses_count_once_there_is_room(crowd):
    backend, host, seats = crowd
    (file,) = (backend.state / "rooms").glob("??/*")
    with ThreadPoolExecutor(SEATS) as pool:
        with largest_file(backend, file.stat().st_size + 10):
            for reply in pool.map(Seat.roll, seats):
                assert reply.status == 503 and "no room left" in reply.text, reply.text
            assert rolls_by_seat(host) == {}
        for reply in pool.map(Seat.roll, seats):
            assert reply.status == 303
    check(host, seats, 1)


def test_pause_removal_and_deletion_in_the_middle_lose_nothing_that_was_answered(crowd):
    backend, host, seats = crowd
    answered, refused = collections.Counter(), collections.Counter()
    is_over = threading.Event()

    def play(seat):
        while not is_over.is_set():
            reply = seat.roll()
            if reply.status == 303:
                answered[seat.name] += 1
                seat.press += 1
                if answered[seat.name] == ROLLS:
                    return
            else:
                refused[reply.status] += 1
                time.sleep(0.05)

    with ThreadPoolExecutor(SEATS) as pool:
        plays = [pool.submit(play, seat) for seat in seats]
        wait_until(lambda: sum(answered.values()) > 100)
        assert host.press("pause").status == 303
        before = sum(rolls_by_seat(host).values())
        wait_until(lambda: refused[409] > 20)
        assert sum(rolls_by_seat(host).values()) == before
        gone = next(roll for roll in host.data() if roll["name"] == seats[0].name)
        assert host.press("remove", seat=gone["seat"]).status == 303
        assert host.press("go-on").status == 303
        wait_until(lambda: sum(answered.values()) > before + 100)
        is_over.set()
    for played in plays:
        played.result()
    assert rolls_by_seat(host) == answered
    assert seats[0].roll().status in (403, 409)
    assert host.press("delete").status == 303
    assert {seat.roll().status for seat in seats[1:4]} == {404}
    assert host.get(f"{host.path}/data.json").status == 404
    # Nothing of it is left but that its code is taken.
    (file,) = (backend.state / "rooms").glob("??/*")
    assert file.stat().st_size == 0


def test_two_hundred_watchers_who_find_nothing_new_cost_little(crowd):
    backend, host, seats = crowd
    assert seats[0].roll().status == 303
    newest = host.get(f"{host.path}/state?since=0")
    tag = newest["ETag"]
    before = sum(cpu_seconds(worker) for worker in children(backend.process.pid))
    looks = 2_000
    with ThreadPoolExecutor(20) as pool:
        for reply in pool.map(
                lambda _: host.get(f"{host.path}/state?since=1", HTTP_IF_NONE_MATCH=tag),
                range(looks)):
            assert reply.status == 304 and not reply.body
    used = sum(cpu_seconds(worker) for worker in children(backend.process.pid)) - before
    # 200 watchers look 100 times a second together: a twentieth of a core is 500 µs a look.
    assert used / looks < 0.000_5, f"{used / looks * 1e6:.0f} µs a look"


def test_wrong_codes_run_out_and_seats_play_on(fresh_backend):
    backend = fresh_backend()
    host = Host(backend.socket, kind="table")
    stranger = Seat(backend.socket, host.code, "Stranger", REMOTE_ADDR="192.0.2.7")
    assert stranger.join().status == 303
    wrong = [stranger.get(f"/room/{code}A2B").status for code in ("K2M", "Q7T", "W9X") * 12]
    assert wrong[:30] == [404] * 30 and 429 in wrong[30:]
    # The rest of their network is shut out, but whoever leads the room.
    newcomer = Seat(backend.socket, host.code, "Newcomer", REMOTE_ADDR="192.0.2.7")
    for rest in ("", "/watch", "/state?since=0"):
        assert stranger.get(stranger.path + rest).status == 200, rest
        assert newcomer.get(stranger.path + rest).status == 429, rest
        assert host.get(host.path + rest, REMOTE_ADDR="192.0.2.7").status == 200, rest
