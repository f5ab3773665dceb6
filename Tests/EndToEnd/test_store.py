"""Everything in a database: several backends, one state."""

import subprocess
import time

import pytest

from kit.characters import character
from kit.database import server
from kit.halls import can_connect
from kit.maker import Maker
from kit.processes import wait_until
from kit.relay import Relay
from kit.rooms import Host, Seat, Watcher
from kit.sessions import Player
from kit.several import Caller, Several, backend_of, store


@pytest.fixture(scope="module")
def database():
    with server() as one:
        yield one


@pytest.fixture
def tables(program, database):
    """Makes a place with tables of its own in the database: its address."""
    made = []

    def make(*words):
        made.append(f"place_{len(made)}")
        database.sql(f"CREATE SCHEMA {made[-1]}")
        address = f"{database.address} options='-c search_path={made[-1]}'"
        if not words:
            store(program, "init", "--store", address)
        return address

    yield make
    for name in made:
        database.sql(f"DROP SCHEMA {name} CASCADE")


@pytest.fixture
def start(program, scratch):
    """Starts backends at addresses of a database."""
    started = []

    def begin(address, **options):
        started.append(backend_of(program, scratch / str(len(started)), address, **options))
        return started[-1]

    yield begin
    for backend in started:
        backend.stop()


@pytest.mark.path
def test_visitors_play_on_whichever_backend_answers(program, scratch, tables):
    address = tables()
    hall = Several(program, scratch, [address, address])
    try:
        player = Caller(hall.port)
        assert player.roll().status == 303
        for count in range(2, 13):
            assert player.look().revision == count - 1
            assert player.roll().status in (303, 422)
        # Each backend by itself knows of every move, and nothing is kept in any folder.
        for backend in hall.backends:
            there = Player(backend.socket, player.cookie)
            assert there.look().revision >= 10
            assert not backend.state.exists()
        first, second = (backend.socket for backend in hall.backends)
        host = Host(first, kind="experiment", experiment="2d6", rollsASeat=1)
        seats = [Seat(one, host.code, f"Player {n}") for n, one in enumerate([first, second] * 2)]
        for seat in seats:
            seat.join()
        for seat in seats:
            assert seat.roll().status == 303
        for socket in (first, second):
            assert "4 rolls" in Player(socket).get(f"/room/{host.code}/watch").text
        assert sorted(roll["name"] for roll in host.data()) == [seat.name for seat in seats]
    finally:
        hall.stop()


def test_what_one_backend_saves_the_other_shows_those_who_watch(tables, start):
    address = tables()
    first, second = start(address), start(address)
    host = Host(first.socket, kind="experiment", experiment="2d6", rollsASeat=9)
    seat, watcher = Seat(first.socket, host.code, "Pat"), Watcher(second.socket, host.code)
    seat.join()
    watcher.look()
    for count in range(1, 4):
        known = watcher.number
        assert seat.roll().status == 303
        seat.press += 1
        watcher.look()
        assert watcher.number > known
        assert f"{count} roll" in watcher.page.text


def test_rates_that_are_counted_in_the_database_hold_across_backends(tables, start):
    address = tables()
    # What all tests come from isn't counted.
    makers = [Maker(start(address, trust_network="192.0.2.1").socket) for _ in range(2)]
    begun = time.monotonic()
    ends = [makers[number % 2].save(character(name="Nim")).status for number in range(140)]
    # 120 in ten minutes, of which one comes back every five seconds.
    assert 120 <= ends.count(201) <= 121 + (time.monotonic() - begun) / 5
    assert set(ends[:120]) == {201} and 429 in ends[120::2] and 429 in ends[121::2]
    ends = []
    for number in range(104):
        opener, form = Player(makers[number % 2].address), {"kind": "table"}
        reply = opener.post("/room/open", form)
        ends.append(opener.post(reply["Location"], form).status)
    assert ends == [303] * 100 + [429] * 4


def test_both_backends_answer_and_a_dead_one_is_passed_by(program, scratch, tables):
    address = tables()
    hall = Several(program, scratch, [address, address], workers=1)
    try:
        player = Caller(hall.port)
        assert player.roll().status == 303
        hall.backends[0].stop()
        wait_until(lambda: not can_connect(hall.backends[0].socket))
        for _ in range(20):
            assert player.look().status == 200
            assert player.roll().status in (303, 422)
    finally:
        hall.stop()


def test_a_page_is_one_round_trip_and_a_move_two(program, scratch, database, tables, start):
    address = tables()
    relay = Relay(scratch / "relay", database)
    # Without a bound, nobody counts sessions meanwhile.
    backend = start(
        address.replace(str(database.folder), str(relay.folder)), workers=1, threads=1,
        max_sessions=0)
    player = Player(backend.socket)
    # The first time, a connection is made and each statement prepared.
    for _ in range(3):
        player.look()
        player.roll()
    for act, trips in [(player.look, 1), (player.roll, 2), (player.look, 1)]:
        before = relay.trips
        assert act().status in (200, 303)
        assert relay.trips - before == trips
    # Pages that are the same for everybody ask nothing.
    before = relay.trips
    assert Player(backend.socket).get("/rules/craps").status == 200
    assert relay.trips == before


# The tables


def test_tables_are_made_once_and_looked_at(program, database, tables):
    address = tables("none")
    status, error = store(program, "check", "--store", address, check=False)
    assert status == 66 and "make them with dicehall store init" in error
    status, error = store(program, "migrate", "--store", address, check=False)
    assert status == 73 and "make them with dicehall store init" in error
    place = f"database hall on {database.folder}"
    assert store(program, "init", "--store", address) == f"made the tables in {place}\n"
    for act in ("init", "migrate"):
        assert store(program, act, DICEHALL_STORE=address) == (
            f"the tables in {place} are as they should be\n")
    assert store(program, "check", "--store", address) == f"ok: {place}\n"


def test_tables_that_may_not_be_used_are_named(program, database, tables):
    address = tables()
    name = address.rpartition("search_path=")[2].rstrip("'")
    database.sql(f"""
        DROP ROLE IF EXISTS clerk; CREATE ROLE clerk LOGIN; GRANT USAGE ON SCHEMA {name} TO clerk;
        GRANT ALL ON ALL TABLES IN SCHEMA {name} TO clerk""")
    address = address.replace("user=hall", "user=clerk")
    assert store(program, "check", "--store", address).startswith("ok: ")
    database.sql(f"REVOKE UPDATE ON {name}.dicehall_vault_entry FROM clerk")
    status, error = store(program, "check", "--store", address, check=False)
    assert status == 66 and error.count("\n") == 1
    assert "The table dicehall_vault_entry can't be used. " in error and "denied" in error


def test_two_who_make_the_tables_at_once_both_succeed(program, tables):
    address = tables("none")
    acts = [
        subprocess.Popen(
            [program, "store", "init", "--store", address], stdout=subprocess.PIPE, text=True)
        for _ in range(4)]
    words = sorted(act.communicate(timeout=60)[0].split(" in ")[0] for act in acts)
    assert [act.returncode for act in acts] == [0] * 4
    assert words == ["made the tables"] + ["the tables"] * 3


@pytest.mark.parametrize("prepare, words", [
    (None, "has no tables for Dicehall; make them with dicehall store init."),
    ("UPDATE place_0.dicehall_schema SET version = 99",
     "have version 99, which is newer than this program's"),
])
def test_a_backend_refuses_tables_that_are_not_as_it_needs_them(
        program, database, tables, scratch, prepare, words):
    address = tables() if prepare else tables("none")
    if prepare:
        database.sql(prepare)
    done = subprocess.run(
        [program, "serve", "--socket", scratch / "s", "--store", address],
        capture_output=True, text=True, timeout=30)
    assert done.returncode == 78
    (line,) = done.stderr.splitlines()
    assert line.startswith("dicehall: ") and words in line


# Addresses


@pytest.mark.parametrize("address, status, words", [
    ("postgres://u:secret@127.0.0.1:1/hall", 66, "refused"),
    ("postgres://u:se/cret@127.0.0.1/hall", 78, "can't be read"),
    ("postgres://u:secret@[::1/hall", 78, "can't be read"),
    ("host=127.0.0.1 port=secret", 78, "can't be read"),
    ("/var/lib/secret", 78, "can't be read"),
    ("service=nowhere", 66, "definition of service"),
    ("postgres://u:secret@nowhere.invalid/hall?connect_timeout=2", 66, "nowhere.invalid"),
])
def test_a_wrong_address_is_one_clear_sentence_without_a_password(
        program, address, status, words):
    result, error = store(program, "check", check=False, DICEHALL_STORE=address)
    assert result == status
    assert words in error and "cret" not in error and error.count("\n") == 1


def test_a_store_is_named_once(program, scratch):
    for words in (["serve", "--socket", scratch / "s"], ["sweep"], ["check"]):
        done = subprocess.run(
            [program, *words, "--state", scratch, "--store", "service=hall"],
            capture_output=True, text=True)
        assert done.returncode == 64
        assert "use --state or --store, not both" in done.stderr
    status, error = store(program, "init", check=False)
    assert status == 64 and "name the database with --store" in error


# The other commands


def test_commands_work_on_the_database(program, database, tables, start):
    address = tables()
    backend = start(address)
    player = Player(backend.socket)
    assert player.roll().status == 303
    place = f"database hall on {database.folder} (used by process {backend.process.pid})"

    def say(*words):
        return subprocess.run([program, *words], capture_output=True, text=True).stdout

    assert say("sweep", "--store", address) == f"removed 0 idle sessions from {place}\n"
    assert f"ok: {place}\n" in say("check", "--store", address)
    # Without a name, that of the service; others may be running beside it.
    assert f"ok: {place}\n" in say("check")
    database.sql("UPDATE place_0.dicehall_session SET used = 0")
    assert say("sweep", "--store", address).startswith("removed 1 idle sessions")
    assert player.get("/craps").revision == 0
