"""What goes wrong with a database and with backends, and what no visitor loses by it."""

import collections
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from kit.database import Database, server, with_small_disk
from kit.processes import is_quick, wait_until
from kit.relay import Relay
from kit.sessions import Player
from kit.several import (
    Caller, CallingHost, CallingSeat, Classroom, Round, Several, backend_of, store)


@pytest.fixture
def database(program):
    with server() as one:
        store(program, "init", "--store", one.address)
        yield one


@pytest.fixture
def crossing(program, scratch):
    """Makes backends at these addresses behind one web server."""
    made = []

    def make(*addresses, **options):
        made.append(Several(program, scratch, addresses, **options))
        return made[-1]

    yield make
    for hall in made:
        hall.stop()


@pytest.fixture
def hall(crossing, database):
    return crossing(database.address, database.address)


# Backends


@pytest.mark.proof
def test_a_backend_that_dies_costs_nobody_a_look(hall):
    with Round(hall.port) as played:
        hall.slay(hall.backends[0])
        played.goes_on()
    assert played.failed_looks == 0
    assert played.refused <= len(played.players)


@pytest.mark.proof
def test_what_two_backends_save_at_once_is_saved_once(hall):
    first = Player(hall.backends[0].socket, game="dice")
    assert first.roll().status == 303
    second = Player(hall.backends[1].socket, first.cookie, game="dice")
    with ThreadPoolExecutor(2) as pool:
        for count in range(100):
            assert first.look().revision == second.look().revision == 2 * count + 1
            # Whoever comes second is told that the page was stale.
            assert sorted(pool.map(lambda one: one.roll().status, (first, second))) == [303, 409]
            # In different games, both are done.
            other = first.tab("craps")
            other.look()
            second.look()
            ends = list(pool.map(lambda one: one.roll().status, (other, second)))
            assert ends[0] in (303, 422) and ends[1] == 303


@pytest.mark.proof
def test_eight_players_and_a_room_of_forty_survive_a_backend_and_the_database(hall, database):
    with Classroom(hall), Round(hall.port) as played:
        hall.slay(hall.backends[0])
        played.goes_on()
        database.stop()
        time.sleep(2)
        database.start()
        played.goes_on()
        database.stop(signal.SIGQUIT)
        time.sleep(1)
        database.start()
        played.goes_on()


# The database


@pytest.mark.proof
def test_a_database_that_is_away_is_told_and_comes_back(program, scratch, database):
    database.stop()
    backend = backend_of(program, scratch / "a", database.address)
    player = Player(backend.socket, game="dice")
    for path in ("/", "/rules/craps", "/odds?x=2d6"):
        assert player.get(path).status == 200
    assert player.roll().status == 503
    assert player.get("/healthz").status == 503
    # Nobody waits for something that is away.
    player.cookie = "dicehall=" + "a" * 26
    assert is_quick(lambda: player.get("/dice"), 0.05)
    assert "can't be reached: " in backend.output()
    database.start()
    # Each process finds out for itself, and whichever is free answers.
    wait_until(lambda: all(player.get("/healthz").status == 200 for _ in range(20)), 10)
    assert player.roll().status == 303 and player.look().revision == 1
    backend.stop()


@pytest.mark.proof
@pytest.mark.parametrize("code, words", [
    ("53100", "There is no room to store anything more."), ("40001", "locked for too long"),
    ("42501", "refused a statement"),
])
def test_a_database_that_refuses_loses_nothing(hall, database, code, words):
    player = Player(hall.backends[0].socket, game="dice")
    assert player.roll().status == 303
    database.sql(f"""
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{code}'; END $$;
        CREATE TRIGGER refuse BEFORE UPDATE ON dicehall_session EXECUTE FUNCTION refuse()""")
    reply = player.roll()
    assert reply.status == 503 and "<!doctype html>" in reply.text
    assert words in hall.backends[0].output()
    assert player.look().revision == 1
    database.sql("DROP FUNCTION refuse CASCADE")
    assert player.roll().status == 303 and player.look().revision == 2


@pytest.fixture
def cramped(program, scratch):
    """A server that keeps its tables on a disk of 4 MB."""
    if os.geteuid() != 0:
        pytest.skip("only root may make a small disk")
    disk = scratch / "disk"
    disk.mkdir()
    scratch.chmod(0o755)
    with server(under=with_small_disk(disk, "4m")) as one:
        one.sql(f"CREATE TABLESPACE small LOCATION '{disk}'")
        one.sql("ALTER DATABASE hall SET default_tablespace = small")
        store(program, "init", "--store", one.address)
        yield one


@pytest.mark.proof
def test_a_database_that_fills_up_loses_nothing_and_goes_on(crossing, cramped):
    hall = crossing(cramped.address, cramped.address)
    players = [Caller(hall.port, game="dice") for _ in range(8)]
    host = CallingHost(hall.port, kind="experiment", experiment="2d6", rollsASeat=500)
    seat = CallingSeat(hall.port, host.code, "Pat")
    seat.join()
    for player in players:
        assert player.roll().status == 303
    cramped.sql("CREATE TABLE filler (content text)")
    # The first that doesn't fit, however little it is.
    for size in (100_000, 1_000, 100):
        with pytest.raises(AssertionError, match="No space left on device"):
            while True:
                cramped.sql(
                    f"INSERT INTO filler SELECT repeat(md5(n::text), {size // 32})"
                    " FROM generate_series(1, 50) AS n")
    refused = collections.Counter()

    def is_done(name, reply):
        if reply.status == 303:
            return True
        assert reply.status == 503 and "<title>Error: " in reply.text, reply.status
        refused[name] += 1
        return False

    # What is there already may have room to change, so newcomers come until there is none.
    rolls = 0
    for _ in range(2000):
        newcomer = Caller(hall.port, game="dice")
        is_done("newcomer", newcomer.roll())
        if is_done("seat", seat.roll()):
            rolls, seat.press = rolls + 1, seat.press + 1
        for player in players:
            is_done("player", player.roll())
            known = player.revision
            assert player.look().revision == known
        if refused["newcomer"] > 20 and refused["seat"] > 20:
            break
    assert refused["newcomer"] > 20 and refused["seat"] > 20
    assert "There is no room to store anything more." in hall.backends[0].output()
    assert len(host.data()) == rolls
    cramped.sql("DROP TABLE filler")
    for player in players:
        known = player.revision
        assert player.roll().status == 303 and player.look().revision == known + 1
    assert Caller(hall.port, game="dice").roll().status == 303
    assert seat.roll().status == 303
    assert len(host.data()) == rolls + 1


@pytest.mark.proof
def test_nothing_is_lost_where_transactions_fail_rather_than_wait(crossing, database):
    database.sql("ALTER DATABASE hall SET default_transaction_isolation = 'serializable'")
    hall = crossing(database.address, database.address)
    host = CallingHost(hall.port, kind="experiment", experiment="2d6", rollsASeat=10)
    seats = [CallingSeat(hall.port, host.code, f"Pupil {number + 1}") for number in range(20)]

    def press(seat):
        seat.join()
        for _ in range(10):
            while seat.roll().status != 303:
                time.sleep(0.1)
            seat.press += 1

    with Round(hall.port) as played, ThreadPoolExecutor(20) as pool:
        list(pool.map(press, seats))
    assert played.failed_looks == played.refused == 0
    assert len(host.data()) == 200


# The way there


@pytest.mark.proof
def test_a_slow_way_makes_play_slower_and_no_worse(crossing, scratch, database):
    relays = [Relay(scratch / f"relay{number}", database, delay=0.01) for number in (1, 2)]
    hall = crossing(*(relay.address for relay in relays))
    with Round(hall.port) as played:
        time.sleep(5)
    assert played.failed_looks == played.refused == 0
    # A way there and back takes 20 ms, a look needs one of them and a move two.
    player = Player(hall.backends[0].socket, game="dice")
    player.roll()
    assert is_quick(player.look, 0.06) and is_quick(player.roll, 0.1)
    for relay in relays:
        relay.stop()


@pytest.mark.proof
def test_a_way_that_is_cut_again_and_again_loses_nothing(crossing, scratch, database):
    relays = [Relay(scratch / f"relay{number}", database, delay=0.002) for number in (1, 2)]
    hall = crossing(*(relay.address for relay in relays))
    with Round(hall.port) as played:
        for _ in range(20):
            time.sleep(0.25)
            for relay in relays:
                relay.cut()
        played.goes_on()
    # What was cut is done again, so hardly anybody notices.
    assert played.failed_looks + played.refused < played.shown / 10
    for relay in relays:
        relay.stop()


@pytest.mark.proof
def test_a_move_that_was_saved_unheard_is_told_with_care(program, scratch, database):
    relay = Relay(scratch / "relay", database)
    backend = backend_of(program, scratch / "a", relay.address, workers=1, threads=1)
    player = Player(backend.socket, game="dice")
    for _ in range(2):
        assert player.roll().status == 303
    assert player.look().revision == 2
    relay.swallow("SET revision = $2 + 1")
    reply = player.roll()
    assert reply.status == 503 and "Nothing was changed" not in reply.text
    assert "Your move may or may not have been played. Open the game again to see." in reply.text
    assert "It may or may not have been saved: " in backend.output()
    relay.opens()
    wait_until(lambda: player.get("/dice").status == 200, 10)
    assert player.tab().look().revision == 3
    # The same form again plays nothing.
    assert player.roll().status == 409 and player.look().revision == 3
    backend.stop()
    relay.stop()


@pytest.mark.proof
def test_a_server_that_takes_fewer_connections_keeps_nobody_from_playing(crossing, database):
    database.sql("CREATE ROLE player LOGIN CONNECTION LIMIT 6")
    database.sql("GRANT ALL ON ALL TABLES IN SCHEMA public TO player")
    address = database.address.replace("user=hall", "user=player")
    hall = crossing(address, address, workers=2, threads=4)
    # Each worker opens its first one when it starts.
    wait_until(lambda: int(database.sql(
        "SELECT count(*) FROM pg_stat_activity WHERE usename = 'player'")[0]) >= 4)
    # One that cleans up may have opened a second while another has none yet.
    time.sleep(2)
    with Round(hall.port, 16) as played:
        time.sleep(3)
    assert played.failed_looks == played.refused == 0
    assert "too many connections for role" in database.log.read_text()


@pytest.mark.proof
def test_another_server_takes_over_and_no_shown_move_is_lost(crossing, scratch, database):
    second = Database(database.folder.parent / "second", copy_of=database)
    database.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
    database.sql("SELECT pg_reload_conf()")
    address = (
        f"host={database.folder},{second.folder} user=hall dbname=hall "
        "target_session_attrs=read-write")
    hall = crossing(address, address)
    try:
        with Round(hall.port) as played:
            wait_until(lambda: database.sql("SELECT sync_state FROM pg_stat_replication") == ["sync"])
            played.goes_on()
            database.stop(signal.SIGQUIT)
            second.run("pg_ctl", "promote", "-D", second.data)
            played.goes_on()
        assert second.sql("SELECT pg_is_in_recovery()") == ["f"]
    finally:
        second.stop()
