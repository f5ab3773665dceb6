"""`dicehall store copy`: a whole hall goes from a folder to a database and back."""

import hashlib
import os
import secrets
import shutil
import signal
import subprocess
import time

import pytest

from kit.database import server
from kit.processes import wait_until
from kit.relay import Relay
from kit.regulars import Regulars
from kit.sessions import Player, session_files
from kit.several import store

LINES = """\
sessions: {0} copied, {1} there already, 0 newer there, {2} damaged
vaults and their entries: {3} copied, {4} there already, 0 newer there, 0 damaged
cloud: {5} copied, {6} there already, 0 newer there, 0 damaged
rooms: {7} copied, {8} there already, 0 newer there, 0 damaged
compared {9}: the same in both, with checksum """


@pytest.fixture(scope="module")
def server_of_all():
    with server() as one:
        yield one


@pytest.fixture
def database(program, server_of_all):
    """A server with one empty hall."""
    server_of_all.sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    store(program, "init", "--store", server_of_all.address)
    return server_of_all


def copy(program, source, target, status=0):
    """Copies a hall; returns what it printed, and how it failed."""
    done = subprocess.run(
        [program, "store", "copy", source, target], capture_output=True, text=True, timeout=300)
    assert done.returncode == status, (done.returncode, done.stderr)
    return done.stdout, done.stderr


@pytest.mark.path
def test_a_hall_goes_to_a_database_and_back_and_everybody_plays_on(
        program, scratch, database, fresh_backend):
    backend = fresh_backend()
    town = Regulars(backend)
    backend.stop()
    said, _ = copy(program, backend.state, database.address)
    # Sessions of the player, the host and the seat; a vault with two; a record; a room.
    sessions = len(session_files(backend))
    assert said.startswith(LINES.format(sessions, 0, 0, 3, 0, 1, 0, 1, 0, sessions + 5))
    there = fresh_backend(state=None, store=database.address)
    town.move(there)
    there.stop()
    back = scratch / "back"
    said, _ = copy(program, database.address, back)
    assert said.startswith(LINES.format(sessions, 0, 0, 4, 0, 2, 0, 1, 0, sessions + 7))
    again, _ = copy(program, database.address, back)
    assert again.startswith(LINES.format(0, sessions, 0, 0, 4, 0, 2, 0, 1, sessions + 7))
    assert again.splitlines()[-1] == said.splitlines()[-1]
    assert sorted(os.listdir(back)) == ["cloud", "rooms", "sessions", "vault"]
    assert (back / "sessions").stat().st_mode & 0o77 == 0
    home = fresh_backend(state=back)
    town.move(home)
    home.stop()


def test_a_copy_that_can_not_be_is_refused_in_one_sentence(
        program, scratch, database, fresh_backend):
    backend = fresh_backend()
    assert Player(backend.socket).roll().status == 303
    state = backend.state
    (scratch / "link").symlink_to(state)

    def refusal(source, target, status):
        said, error = copy(program, source, target, status)
        assert said == "" and error.count("\n") == 1 and error.startswith("dicehall: ")
        return error

    busy = f"process {backend.process.pid} is using it; stop that service first"
    assert busy in refusal(state, database.address, 73)
    assert busy in refusal(database.address, scratch / "link", 73)
    backend.stop()
    # However it is named, and wherever the service runs.
    there = fresh_backend(state=None, store=database.url)
    busy = "a service is using it; stop that service first"
    assert busy in refusal(state, database.address, 73)
    assert busy in refusal(database.address, scratch / "new", 73)
    there.stop()
    assert "are the same hall" in refusal(state, scratch / "link", 64)
    assert "are the same hall" in refusal(database.address, database.url, 64)
    assert "No such file or directory" in refusal(scratch / "nothing", database.address, 66)
    assert not (scratch / "nothing").exists()
    assert "can't be read" in refusal(state, "postgres://a:b/c@d/e", 78)
    assert "can't be reached" in refusal(state, "postgres://127.0.0.1:1/hall", 73)
    assert "can't be reached" in refusal("postgres://127.0.0.1:1/hall", scratch / "new", 66)
    database.sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    assert "make them with dicehall store init" in refusal(state, database.address, 73)
    (scratch / "file").write_text("")
    assert "Not a directory" in refusal(state, scratch / "file", 73)


def test_what_is_damaged_is_named_and_the_rest_is_copied(
        program, scratch, database, fresh_backend):
    backend = fresh_backend()
    town = Regulars(backend)
    backend.stop()
    sessions = session_files(backend)
    others = len(sessions) - 1
    name = hashlib.sha256(town.player.id.encode()).hexdigest()
    (file,) = [one for one in sessions if one.name == name]
    file.write_bytes(b"nothing" * 100)
    before = file.stat()
    said, error = copy(program, backend.state, database.address, 65)
    assert said.startswith(LINES.format(others, 0, 1, 3, 0, 1, 0, 1, 0, others + 5))
    assert error == (
        f"dicehall: {file} is damaged, and was left out\n"
        "dicehall: 1 are damaged where they were copied from; all others are there\n")
    after = file.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    there = fresh_backend(state=None, store=database.address)
    town.maker.address = there.socket
    assert town.maker.get("/osr/vault").body == town.shown[1]
    there.stop()


@pytest.fixture
def many(fresh_backend):
    """A hall with 4,000 sessions, nearly all of which nobody has the key to."""
    backend = fresh_backend()
    player = Player(backend.socket, game="dice")
    assert player.roll().status == 303
    backend.stop()
    (one,) = session_files(backend)
    for _ in range(3999):
        name = secrets.token_hex(32)
        shard = backend.state / "sessions" / name[:2]
        shard.mkdir(exist_ok=True, mode=0o700)
        shutil.copy(one, shard / name)
    return backend.state, player


@pytest.mark.proof
def test_a_copy_that_is_killed_goes_on(program, scratch, database, many):
    state, player = many
    relay = Relay(scratch / "relay", database, delay=0.002)
    copied = 0
    for count in (100, 1500, 3900):
        act = subprocess.Popen(
            [program, "store", "copy", state, relay.address], stdout=subprocess.DEVNULL)
        wait_until(lambda: sessions_in(database) >= count, 60)
        act.send_signal(signal.SIGKILL)
        act.wait()
        # Whatever was under way in the server ends.
        time.sleep(0.2)
        assert copied < (copied := sessions_in(database)) < 4000
    said, _ = copy(program, state, relay.address)
    assert said.startswith(
        LINES.format(4000 - copied, copied, 0, 0, 0, 0, 0, 0, 0, 4000))
    relay.stop()
    back = scratch / "back"
    act = subprocess.Popen([program, "store", "copy", database.address, back])
    wait_until(lambda: len(list(back.glob("sessions/??/*"))) > 1000, 60)
    act.send_signal(signal.SIGKILL)
    act.wait()
    copied = len([path for path in back.glob("sessions/??/*") if len(path.name) == 64])
    said, _ = copy(program, database.address, back)
    assert said.startswith(LINES.format(4000 - copied, copied, 0, 0, 0, 0, 0, 0, 0, 4000))
    assert {path.name for path in back.glob("sessions/??/*")} == {
        path.name for path in state.glob("sessions/??/*")}


@pytest.mark.proof
def test_a_copy_whose_way_is_cut_goes_on(program, scratch, database, many, fresh_backend):
    state, player = many
    relay = Relay(scratch / "relay", database, delay=0.001)
    for _ in range(200):
        act = subprocess.Popen(
            [program, "store", "copy", state, relay.address], stdout=subprocess.PIPE, text=True,
            stderr=subprocess.DEVNULL)
        while act.poll() is None:
            time.sleep(0.3)
            relay.cut()
        said = act.stdout.read()
        if act.returncode == 0:
            break
        assert act.returncode == 73 and said == ""
    assert said.splitlines()[-1].startswith("compared 4000: the same in both")
    assert sessions_in(database) == 4000
    relay.stop()
    backend = fresh_backend(state=None, store=database.address)
    player.address = backend.socket
    assert player.look().revision == 1 and player.roll().status == 303
    backend.stop()


def sessions_in(database):
    return int(database.sql("SELECT count(*) FROM dicehall_session")[0])
