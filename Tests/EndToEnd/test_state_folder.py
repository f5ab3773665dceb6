"""A state folder without room for another file, one that may only be read, and one that two halls share:
moves are refused with a reason, nothing is lost, and play goes on afterwards."""

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest

from kit.characters import character
from kit.maker import Maker, cloud_size
from kit.rooms import Host, Seat
from kit.sessions import Player

pytestmark = pytest.mark.proof

NAMESPACE = ["unshare", "--mount", "--propagation", "private", "sh", "-c"]
CAN_MOUNT = subprocess.run([*NAMESPACE, "mount -t tmpfs none /mnt"], capture_output=True).returncode == 0


@pytest.fixture
def small(fresh_backend, scratch):
    """A backend whose state is on a disk of its own, with room for so many files and folders."""
    if not CAN_MOUNT:
        pytest.skip("nobody but root may mount")

    def start(files):
        state = scratch / "small"
        state.mkdir(exist_ok=True)
        mount = f'mount -t tmpfs -o nr_inodes={files},size=16m,mode=700 none {state} && exec "$@"'
        return fresh_backend(
            workers=1, threads=4, state=state, under=[*NAMESPACE, mount, "sh"])

    return start


def inside(backend):
    """Its state folder as it sees it."""
    return f"/proc/{backend.process.pid}/root{backend.state}"


def remount(backend, mode):
    subprocess.run(
        ["nsenter", "--mount", "--target", str(backend.process.pid),
         "mount", "-o", f"remount,{mode}", backend.state], check=True)


def test_without_another_file_only_what_is_there_plays_on(small, scratch):
    """A thousand sessions and no room for the next: moves in those that there are need no file."""
    backend = small(files=60)
    backend.state = scratch / "small"
    old = Player(backend.socket)
    assert old.roll().status == 303
    maker = Maker(backend.socket)
    assert maker.bring("Nim").status == 303
    refused = None
    for _ in range(60):
        reply = Player(backend.socket).roll()
        if reply.status != 303:
            refused = reply
            break
    assert refused and refused.status == 503, refused
    assert "You haven’t lost anything" in refused.text
    assert old.roll().status == 303 and old.look().revision == 2
    # A vault, a room and a place on the cloud each want a file or a folder.
    assert maker.bring("Ada").status in (503, 507)
    assert [name for name in ("Nim", "Ada") if f">{name}<" in maker.get("/osr/vault").text] == ["Nim"]
    stranger = Player(backend.socket)
    assert stranger.post("/room/open", kind="experiment", experiment="2d6").status in (307, 503)
    assert Maker(backend.socket).save(character(name="Eve")).status == 503
    # Somebody makes room.
    gone = [path for path in sorted(os.listdir(f"{inside(backend)}/sessions")) if len(path) == 2][:12]
    for shard in gone:
        subprocess.run(["rm", "-r", f"{inside(backend)}/sessions/{shard}"], check=True)
    assert Player(backend.socket).roll().status == 303
    assert maker.bring("Ada").status == 303
    assert "There is no room to store anything more." in backend.output()


def test_disk_that_may_only_be_read_shows_everything_and_keeps_it(small, scratch):
    backend = small(files=1000)
    player, maker = Player(backend.socket), Maker(backend.socket)
    assert player.roll().status == 303
    assert maker.bring("Nim").status == 303
    host = Host(backend.socket, kind="experiment", experiment="2d6")
    seat = Seat(backend.socket, host.code, "Ada")
    seat.join()
    backend.state = scratch / "small"
    remount(backend, "ro")
    assert player.look().revision == 1
    assert ">Nim<" in maker.get("/osr/vault").text
    assert seat.look().status == 200
    for refused in (
            player.roll(), maker.bring("Eve"), seat.roll(),
            Player(backend.socket).roll()):
        assert refused.status == 503
    assert Player(backend.socket).get("/healthz").status == 503
    assert "Read-only file system" in backend.output()
    remount(backend, "rw")
    player.look()
    assert player.roll().status == 303 and player.look().revision == 2
    assert seat.roll().status == 303 and len(host.data()) == 1
    assert maker.bring("Eve").status == 303


def test_two_halls_on_one_folder_are_as_one(fresh_backend):
    """Each move waits for a lock of its file, whoever holds it; so a second hall is no danger."""
    one = fresh_backend(workers=2)
    two = fresh_backend(workers=2, state=one.state)
    both = [one.socket, two.socket]
    player = Player(one.socket)
    assert player.roll().status == 303

    def roll(number):
        again = Player(both[number % 2], player.cookie)
        return again.post("/craps/roll", revision=again.look().revision).status

    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(roll, range(100)))
    assert set(statuses) <= {303, 409}
    player.address = two.socket
    assert player.look().revision == 1 + statuses.count(303)
    # The same form at both halls counts once.
    for _ in range(20):
        revision = player.look().revision

        def send(address):
            return Player(address, player.cookie).post("/craps/roll", revision=revision).status

        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(send, both)) == [303, 409]
    host = Host(one.socket, kind="experiment", experiment="2d6")
    seats = [Seat(both[number % 2], host.code, f"Seat {number}") for number in range(6)]
    for seat in seats:
        seat.join()

    def press(seat):
        for number in range(1, 11):
            seat.press = number
            assert seat.roll().status == 303
        return True

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(press, seats))
    assert len(host.data()) == 60
    host.address = two.socket
    assert len(host.data()) == 60
    makers = [Maker(both[number % 2], REMOTE_ADDR=f"10.9.8.{number}") for number in range(20)]
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda maker: maker.save(character()).status, makers)) == {201}
    assert cloud_size(one) == cloud_size(two) == 20
    vault = Maker(one.socket)
    assert vault.bring("Nim").status == 303
    vault.address = two.socket
    assert len(vault.vault()) == 1
    assert not (one.state / "sessions/damaged").exists()
    for backend in (one, two):
        assert " error " not in backend.output()
