"""`dicehall backup` and `dicehall restore`: a hall is copied while people play, and goes on elsewhere."""

import os
import re
import resource
import shutil
import signal
import subprocess
import threading

import pytest

from kit import release
from kit.characters import parse
from kit.database import server
from kit.regulars import Regulars
from kit.sessions import Player, corrupt, payload, session_files, tree
from kit.several import store

COUNTS = "sessions: {}\nvaults and their entries: {}\ncloud: {}\nrooms: {}\n"
KINDS = ["hall", "hall.tar"]


@pytest.fixture
def run(program):
    """Runs one of the two; returns what it prints, or what it says if it fails with that status."""

    def run(*words, status=0, limit=None):
        def prepare():
            # To the command, the disk is full then.
            if limit is not None:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        done = subprocess.run(
            [program, *words], capture_output=True, text=True, timeout=120, preexec_fn=prepare)
        assert done.returncode == status, (done.returncode, done.stdout, done.stderr)
        if status == 0:
            assert not done.stderr
            return done.stdout
        assert done.stderr.startswith("dicehall: ") and done.stderr.count("\n") == 1, done.stderr
        return done.stderr

    return run


@pytest.fixture(scope="module")
def server_of_all():
    with server() as one:
        yield one


@pytest.fixture
def database(program, server_of_all):
    """A server with one empty hall."""
    empty(program, server_of_all)
    return server_of_all


def empty(program, database):
    database.sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    store(program, "init", "--store", database.address)


class Crowd:
    """Players who go on playing while something is done, and know what they were shown before."""

    def __init__(self, address):
        self.players = [Player(address) for _ in range(3)]
        for player in self.players:
            assert player.roll().status == 303

    def during(self, act):
        before = [player.revision for player in self.players]
        is_over = threading.Event()

        def play(player):
            while not is_over.is_set():
                assert player.roll().status in (303, 422)

        threads = [threading.Thread(target=play, args=[player]) for player in self.players]
        for thread in threads:
            thread.start()
        try:
            done = act()
        finally:
            is_over.set()
            for thread in threads:
                thread.join()
        self.bounds = list(zip(before, [player.revision for player in self.players]))
        return done

    def check(self, address):
        """Nothing is lost of what each was shown before."""
        for player, (first, last) in zip(self.players, self.bounds):
            player.address = address
            assert first <= player.look().revision <= last
            assert player.roll().status in (303, 422)


def private(path):
    return all(one.lstat().st_mode & 0o77 == 0 for one in [path, *path.rglob("*")])


@pytest.mark.path
@pytest.mark.parametrize("kind", KINDS)
def test_a_hall_that_was_backed_up_while_people_play_goes_on_elsewhere(
        run, scratch, fresh_backend, kind):
    hall = fresh_backend()
    regulars, crowd = Regulars(hall), Crowd(hall.socket)
    (hidden,) = parse(regulars.maker.get("/api/v1/characters?all=1").body)["playerCharacters"]
    run("cloud", "block", "--state", hall.state, hidden["id"])
    regulars.shown = regulars.look()
    place = scratch / kind
    said = crowd.during(lambda: run("backup", place, "--state", hall.state))
    sessions = len(session_files(hall))
    assert said.startswith(COUNTS.format(sessions, 3, 1, 1) + f"backed up {hall.state} (used by process ")
    assert re.search(rf"\) to {place}, with checksum [0-9a-f]{{16}}\n$", said)
    hall.stop()
    assert private(place) and sorted(path.name for path in scratch.iterdir()) == ["0", kind]
    state = scratch / "new" / "state"
    restored = run("restore", place, "--state", state)
    mark = said.split()[-1]
    assert restored == COUNTS.format(sessions, 3, 1, 1) + (
        f"restored {place} to {state}, with checksum {mark}\n")
    assert sorted(os.listdir(state)) == ["cloud", "rooms", "sessions", "vault"]
    assert private(state) and sorted(os.listdir(state.parent)) == ["state"]
    there = fresh_backend(state=state)
    regulars.move(there)
    crowd.check(there.socket)
    run("cloud", "restore", "--state", state, hidden["id"])
    assert hidden["name"].encode() in regulars.maker.get("/osr/cloud").body
    there.stop()
    assert " error " not in there.output()
    # What is there is a hall as any other, which can be backed up in its turn.
    if kind == "hall":
        assert sorted(os.listdir(place)) == ["backup", "cloud", "rooms", "sessions", "vault"]
        assert os.listdir(place / "cloud") == ["cloud.sqlite"]
    else:
        names = subprocess.run(
            ["tar", "tf", place], capture_output=True, text=True, check=True).stdout.split()
        assert "backup" in names and "cloud/cloud.sqlite" in names


@pytest.mark.path
def test_a_hall_in_a_database_is_backed_up_while_people_play_and_goes_on(
        program, run, scratch, database, fresh_backend):
    hall = fresh_backend(state=None, store=database.address)
    regulars, crowd = Regulars(hall), Crowd(hall.socket)
    place = scratch / "hall.tar"
    said = crowd.during(lambda: run("backup", place, "--store", database.address))
    assert re.search(r"backed up database hall on \S+ \(used by process ", said)
    error = run("restore", place, "--store", database.address, status=73)
    assert f"process {hall.process.pid} is using it; stop that service first" in error
    hall.stop()
    error = run("restore", place, "--store", database.address, status=73)
    assert "It isn't empty, and nothing was changed." in error
    empty(program, database)
    restored = run("restore", place, "--store", database.address)
    assert restored.split()[-1] == said.split()[-1]
    there = fresh_backend(state=None, store=database.address)
    regulars.move(there)
    crowd.check(there.socket)
    there.stop()
    # The way from one kind of place to the other.
    run("backup", scratch / "folder", "--store", database.address)
    run("restore", scratch / "folder", "--state", scratch / "state")
    home = fresh_backend(state=scratch / "state")
    regulars.move(home)
    home.stop()


@pytest.fixture
def hall(fresh_backend):
    """The state of a small hall, and what its player is shown."""
    backend = fresh_backend()
    regulars = Regulars(backend)
    backend.stop()
    return backend.state, regulars


@pytest.mark.parametrize("size", [0, 511, 512, 5000, -1025])
def test_a_file_that_is_cut_off_is_refused(run, scratch, hall, size):
    place = scratch / "hall.tar"
    run("backup", place, "--state", hall[0])
    place.write_bytes(place.read_bytes()[:size])
    error = run("restore", place, "--state", scratch / "new", status=65)
    assert error in (f"dicehall: {place}: is cut off\n", f"dicehall: {place}: is no backup\n")
    assert sorted(os.listdir(scratch)) == ["0", "hall.tar"]


def test_a_damaged_backup_is_refused_and_nothing_changes(run, scratch, hall):
    state, regulars = hall
    file, folder = scratch / "hall.tar", scratch / "hall"
    for place in (file, folder):
        run("backup", place, "--state", state)
    before = tree(state)

    def refused(place):
        error = run("restore", place, "--state", state, "--replace", status=65)
        assert error.startswith(f"dicehall: {place}: is damaged, ")
        assert tree(state) == before
        assert sorted(os.listdir(scratch)) == ["0", "hall", "hall.tar"]

    whole = file.read_bytes()
    inside = max(session_files_in(folder), key=lambda path: path.stat().st_mtime)
    for place in [whole.index(payload(inside)), whole.index(b"ustar") - 1]:
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1:])
        refused(file)
    corrupt(inside, 0)
    refused(folder)
    inside.unlink()
    refused(folder)
    # What is only a state folder doesn't say whether it is whole.
    (folder / "backup").unlink()
    assert run("restore", folder, "--state", scratch / "new", status=65) == (
        f"dicehall: {folder}: is no backup\n")


def session_files_in(folder):
    return [path for path in (folder / "sessions").glob("??/*") if len(path.name) == 64]


def test_what_is_damaged_in_the_hall_is_named_and_the_rest_is_backed_up(program, scratch, hall):
    state, regulars = hall
    (one, *others) = session_files_in(state)
    one.write_bytes(b"nothing" * 100)
    done = subprocess.run(
        [program, "backup", scratch / "hall", "--state", state], capture_output=True, text=True)
    assert done.returncode == 65 and done.stdout.startswith(COUNTS.format(len(others), 3, 1, 1))
    assert done.stderr == (
        f"dicehall: {one} is damaged, and was left out\n"
        "dicehall: 1 are damaged where they were copied from; all others are there\n")
    assert len(session_files_in(scratch / "hall")) == len(others)
    # A backup of everything that was there isn't given up for it.
    before = tree(scratch / "hall")
    done = subprocess.run(
        [program, "backup", scratch / "hall", "--state", state, "--replace"], capture_output=True,
        text=True)
    assert done.returncode == 65 and "the earlier backup stays" in done.stderr
    assert tree(scratch / "hall") == before


@pytest.mark.parametrize("kind", KINDS)
def test_on_a_full_disk_nothing_half_done_is_left(run, scratch, hall, kind):
    state, regulars = hall
    place = scratch / kind
    full = "There is no room to store anything more.|File too large"
    assert re.search(full, run("backup", place, "--state", state, status=73, limit=33_000))
    assert os.listdir(scratch) == ["0"]
    run("backup", place, "--state", state)
    before = tree(place)
    # The earlier one stays until there is another.
    run("backup", place, "--state", state, "--replace", status=73, limit=33_000)
    assert tree(place) == before
    new = scratch / "new"
    assert re.search(full, run("restore", place, "--state", new, status=73, limit=33_000))
    assert sorted(os.listdir(scratch)) == ["0", kind]


def killed_everywhere(program, words, call):
    """Runs the command again and again, killed before its first such call, a later one, and so on
    until there is none; yields each time it was killed."""
    for number in range(1, 200, 3):
        done = subprocess.run(
            ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e",
             f"inject={call}:signal=KILL:when={number}", program, *words],
            stdout=subprocess.DEVNULL)
        if done.returncode == 0:
            assert number > 3
            return
        assert done.returncode in (-signal.SIGKILL, 128 + signal.SIGKILL)
        yield


@pytest.mark.parametrize("kind, call", [("hall", "rename"), ("hall.tar", "utimensat")])
def test_what_is_killed_in_the_middle_leaves_nothing_that_looks_whole(
        program, run, scratch, hall, kind, call):
    place, new = scratch / kind, scratch / "new"
    for _ in killed_everywhere(program, ["backup", place, "--state", hall[0]], "rename"):
        assert not place.exists()
    assert sorted(os.listdir(scratch)) == ["0", kind]
    for _ in killed_everywhere(program, ["restore", place, "--state", new], call):
        assert not new.exists()
    assert sorted(os.listdir(scratch)) == ["0", kind, "new"]
    assert len(session_files_in(new)) == len(session_files_in(hall[0]))


def test_a_backup_that_is_killed_while_it_takes_anothers_place_leaves_one(
        program, run, scratch, hall):
    place, old, log = scratch / "hall", scratch / "hall.replaced", scratch / "log"
    words = program, "backup", place, "--state", hall[0], "--replace"
    trace = "strace", "-f", "-qq", "-o", log, "-e", "trace=rename"
    for _ in range(2):
        subprocess.run([*trace, *words], check=True, stdout=subprocess.DEVNULL)
    # The last one puts it there.
    last = log.read_text().count("rename(")
    subprocess.run(
        [*trace, "-e", f"inject=rename:signal=KILL:when={last}", *words], stdout=subprocess.DEVNULL)
    assert not place.exists()
    run("restore", old, "--state", scratch / "new")
    run(*words[1:])
    assert sorted(os.listdir(scratch)) == ["0", "hall", "log", "new"]


def test_a_restore_to_a_database_that_failed_in_the_middle_goes_on(
        program, run, scratch, hall, database):
    state, regulars = hall
    run("backup", scratch / "hall", "--state", state)
    words = "restore", scratch / "hall", "--store", database.address
    database.sql("ALTER TABLE dicehall_room_record RENAME TO away")
    assert "dicehall_room_record" in run(*words, status=73)
    assert int(database.sql("SELECT count(*) FROM dicehall_session")[0]) > 0
    database.sql("ALTER TABLE away RENAME TO dicehall_room_record")
    # Only the same backup goes on there.
    session_files_in(state)[0].unlink()
    run("backup", scratch / "other", "--state", state)
    assert "isn't empty" in run("restore", scratch / "other", *words[2:], status=73)
    run(*words)
    assert "isn't empty" in run(*words, status=73)


def test_a_backup_takes_the_place_of_another_and_of_nothing_else(run, scratch, hall):
    state, regulars = hall
    for kind in KINDS:
        place = scratch / kind
        words = "backup", place, "--state", state
        run(*words)
        assert f"{place}: is there already; --replace " in run(*words, status=73)
        first = tree(place)
        run(*words, "--replace")
        assert tree(place) != first or kind == "hall.tar"
    assert sorted(os.listdir(scratch)) == ["0", *KINDS]
    mine = scratch / "mine"
    (mine / "letters").mkdir(parents=True)
    # An empty folder was made for it.
    run("backup", mine, "--state", state)
    (mine / "backup").unlink()
    error = run("backup", mine, "--state", state, "--replace", status=73)
    assert error == f"dicehall: {mine}: isn't a backup, so it wasn't replaced\n"
    # What only has the name of a former backup stays, as does what others may write in.
    other = scratch / "hall.replaced"
    other.mkdir()
    (other / "letter").write_text("mine")
    assert "isn't a backup" in run(
        "backup", scratch / "hall", "--state", state, "--replace", status=73)
    run("backup", scratch / "hall.tar", "--state", state, "--replace")
    assert (other / "letter").read_text() == "mine"
    (scratch / "z.unfinished").mkdir(mode=0o755)
    assert "somebody else's" in run("backup", scratch / "z", "--state", state, status=73)
    assert "is in the hall itself" in run("backup", state / "x", "--state", state, status=64)
    assert "there is no such folder" in run("backup", scratch / "y", "--state", mine / "no", status=66)
    assert not (scratch / "y").exists()


def test_a_hall_that_is_there_is_only_replaced_when_that_is_said_and_stays_beside(
        run, scratch, hall, fresh_backend):
    state, regulars = hall
    place, before = scratch / "hall", scratch / "0" / "state.before"
    run("backup", place, "--state", state)
    there = fresh_backend(state=state)
    player = Player(there.socket)
    assert player.roll().status == 303
    words = "restore", place, "--state", state
    busy = f"process {there.process.pid} is using it; stop that service first"
    assert busy in run(*words, "--replace", status=73)
    there.stop()
    assert f"isn't empty; --replace moves what is there to {before}" in run(*words, status=73)
    assert run(*words, "--replace").endswith(f"; what was there is in {before}\n")
    assert len(session_files_in(before)) == len(session_files_in(state)) + 1
    error = run(*words, "--replace", status=73)
    assert error == f"dicehall: {before}: is there already; move it elsewhere first\n"
    again = fresh_backend(state=state)
    regulars.move(again)
    again.stop()


def test_a_folder_that_holds_only_folders_counts_as_empty(run, scratch, hall, fresh_backend):
    state, regulars = hall
    run("backup", scratch / "hall", "--state", state)
    fresh = fresh_backend()
    fresh.stop()
    assert not [path for path in fresh.state.rglob("*") if path.is_file()]
    run("restore", scratch / "hall", "--state", fresh.state)
    assert session_files(fresh) and os.listdir(fresh.state.parent) != []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_what_root_restores_belongs_to_whom_the_place_belongs(run, scratch, hall):
    run("backup", scratch / "hall.tar", "--state", hall[0])
    place = scratch / "service"
    place.mkdir()
    os.chown(place, 12345, 23456)
    run("restore", scratch / "hall.tar", "--state", place / "state")
    found = {(one.lstat().st_uid, one.lstat().st_gid) for one in (place / "state").rglob("*")}
    assert found == {(12345, 23456)}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount")
def test_a_medium_may_be_mounted_and_only_be_read(program, run, scratch, hall, database):
    state, _ = hall
    medium = scratch / "medium"
    medium.mkdir()

    def on(mount, *words):
        return subprocess.run(
            ["unshare", "--mount", "sh", "-c", f'{mount} && exec "$@"', medium, program, *words],
            capture_output=True, text=True)

    done = on('mount -t tmpfs none "$0"', "backup", medium, "--state", state)
    assert done.returncode == 73 and done.stderr == (
        f"dicehall: {medium}: is a mount point; name a folder or a file in it\n")
    for kind in KINDS:
        run("backup", medium / kind, "--state", state)
        for place in (["--state", scratch / f"new-{kind}"], ["--store", database.address]):
            done = on('mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"',
                      "restore", medium / kind, *place)
            assert (done.returncode, done.stderr) == (0, ""), (kind, place)
        empty(program, database)


def test_a_backup_of_what_an_earlier_release_left_has_the_checksum_it_always_had(run, scratch):
    """Or else no later release could read a backup of this one."""
    release.unpack(release.FOLDER / "0.1.0.tar.gz", scratch)
    said = run("backup", scratch / "hall", "--state", scratch / "state")
    assert said.endswith(", with checksum eefa779bca8c1289\n")
