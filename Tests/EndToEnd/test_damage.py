"""Bytes turned over and files cut off, and what is no file at all in the place of one: no worker ends
or hangs, nobody is shown a state that was never theirs, the log names what is damaged, and others play on."""

import json
import os
import random
import re
import sqlite3
import struct

import pytest

from kit.characters import character, parse
from kit.fastcgi_client import ask
from kit.maker import Maker
from kit.processes import children
from kit.rooms import Host, Seat
from kit.sessions import DAMAGE, Player, session_files

pytestmark = pytest.mark.proof


class Session:
    """A game of Craps, whose states are told apart by their revisions."""

    def __init__(self, backend):
        self.player = Player(backend.socket)
        for _ in range(3):
            assert self.player.roll().status == 303
        (self.file,) = session_files(backend)
        self.cookie = self.player.cookie

    def look(self):
        """The answer's status, and what it shows; `None` where it says that something is damaged."""
        self.player.cookie = self.cookie
        page = self.player.get("/craps")
        return page.status, None if DAMAGE in page.text else page.revision

    # The save before the last is what a torn one leaves.
    states = [3, 2]


class Vault:
    """Two characters, of which one is damaged; the other is always there."""

    def __init__(self, backend):
        self.maker = Maker(backend.socket)
        assert self.maker.bring("Nim").status == 303
        (first,) = (backend.state / "vault").glob("??/*/*")
        assert self.maker.bring("Rolf").status == 303
        self.file = first
        self.states = [("Nim", "Rolf"), ("Rolf",)]

    def look(self):
        page = self.maker.get("/osr/vault")
        return page.status, tuple(name for name in ("Nim", "Rolf") if f">{name}<" in page.text)


class Cloud:
    """Three characters; each is as it was sent, or is not there."""

    def __init__(self, backend):
        self.backend = backend
        self.maker = Maker(backend.socket)
        self.sent = [character(name=name) for name in ("Nim", "Rolf", "Ada")]
        for one in self.sent:
            assert self.maker.save(one).status == 201
        self.file = backend.state / "cloud" / "cloud.sqlite"

    def put(self, content):
        """Another file in the place of the database and all that belongs to it."""
        for suffix in ("-wal", "-shm"):
            self.file.with_name(self.file.name + suffix).unlink(missing_ok=True)
        draft = self.file.with_name("draft")
        draft.write_bytes(content)
        draft.replace(self.file)

    def look(self):
        """The names that the list has, and whether each page and each sheet shows the same character."""
        listed = self.maker.get("/api/v1/characters?all=1")
        if listed.status != 200:
            return listed.status, None
        found = parse(listed.body)["playerCharacters"]
        for one in found:
            assert any(one["id"] == sent["id"] and one["name"] == sent["name"] for sent in self.sent), one
        for sent in self.sent:
            page = self.maker.get(f"/osr/cloud/{sent['id']}")
            if page.status == 200:
                assert sent["name"] in page.text
        return listed.status, sorted(one["name"] for one in found)


def variants(whole, limit, seed):
    """Whole files with one byte changed, and some cut off; all of the first hundred bytes among them."""
    chance = random.Random(seed)
    places = list(range(min(100, len(whole))))
    places += sorted(chance.sample(range(100, len(whole)), max(0, min(limit, len(whole) - 100))))
    for place in places:
        changed = bytearray(whole)
        changed[place] ^= chance.choice([0x01, 0x10, 0x80, 0xFF])
        yield f"byte {place}", bytes(changed)
    for length in places:
        yield f"{length} bytes", whole[:length]


@pytest.mark.parametrize("kind", [Session, Vault])
def test_no_byte_or_length_of_a_file_shows_what_nobody_saved(fresh_backend, kind):
    backend = fresh_backend(workers=1, threads=4)
    (worker,) = children(backend.process.pid)
    other = Session(fresh_backend(workers=1)) if kind is not Session else None
    kept = kind(backend)
    whole = kept.file.read_bytes()
    assert kept.look() == (200, kept.states[0])
    lost = 0
    for where, changed in variants(whole, 1500, seed=18):
        kept.file.write_bytes(changed)
        status, state = kept.look()
        assert status == 200, (where, status)
        assert state is None or state in kept.states, (where, state)
        lost += state != kept.states[0]
        kept.file.write_bytes(whole)
        assert kept.look() == (200, kept.states[0]), where
    assert lost > 100
    assert re.search(rf" error {kept.file}.* id=\S+ method=GET route=/", backend.output())
    assert children(backend.process.pid) == [worker]
    assert other is None or other.look() == (200, 3)


def test_no_byte_of_the_cloud_shows_what_nobody_saved(fresh_backend):
    backend = fresh_backend(workers=1, threads=4)
    (worker,) = children(backend.process.pid)
    cloud = Cloud(backend)
    names = ["Ada", "Nim", "Rolf"]
    assert cloud.look() == (200, names)
    backend.stop()
    with sqlite3.connect(cloud.file) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    backend = fresh_backend(workers=1, threads=4, state=backend.state)
    cloud.maker.address = backend.socket
    (worker,) = children(backend.process.pid)
    whole = cloud.file.read_bytes()
    outcomes = set()
    for where, changed in variants(whole, 1000, seed=19):
        cloud.put(changed)
        status, found = cloud.look()
        assert status in (200, 503), (where, status)
        assert found is None or set(found) <= set(names), where
        outcomes.add((status, len(found or [])))
    # A byte of nothing, of one record, and of the tables themselves.
    assert {(200, 3), (200, 2), (503, 0)} <= outcomes, outcomes
    assert "is damaged id=" in backend.output() and "was damaged, and is now" in backend.output()
    assert re.search(rf" error {cloud.file} was damaged.* id=\S+ method=GET route=/", backend.output())
    assert children(backend.process.pid) == [worker]
    cloud.put(whole)
    assert cloud.look() == (200, names)


def lines_of(record):
    """The places of a room's lines by their numbers, as their headers tell."""
    lines, start = {}, 0
    while start < len(record):
        length, number = struct.unpack_from("<4xIq", record, start)
        lines[number] = range(start, start + 32 + length)
        start = lines[number].stop
    return lines


class Played:
    """A room in which three rolls came, of which some are to be damaged."""

    def __init__(self, backend):
        known = set(self.files(backend))
        self.host = Host(backend.socket, kind="experiment", experiment="2d6")
        seat = Seat(backend.socket, self.host.code, "Ada")
        seat.join()
        for seat.press in (1, 2, 3):
            assert seat.roll().status == 303
        (self.file,) = set(self.files(backend)) - known
        self.whole = self.file.read_bytes()
        self.rolls = self.look()[1]
        lines = lines_of(self.whole)
        self.places = [
            (place, index) for index, roll in enumerate(self.rolls) for place in lines[roll["number"]]]
        assert len(self.rolls) == 3 and self.places[-1][0] == len(self.whole) - 1

    @staticmethod
    def files(backend):
        return (path for path in (backend.state / "rooms").glob("??/*") if len(path.name) == 64)

    def look(self):
        """The status of the host's download and its rolls, but for their places in it."""
        reply = self.host.get(f"{self.host.path}/data.json")
        rolls = json.loads(reply.text) if reply.status == 200 else []
        for count, roll in enumerate(rolls, 1):
            assert roll.pop("roll") == count
        return reply.status, rolls


def test_no_byte_of_a_room_shows_what_nobody_rolled(fresh_backend):
    """A worker reads a record once, so each place has a room of its own, and new workers look."""
    backend = fresh_backend(workers=1, threads=4)
    count = 100
    rooms = [Played(backend) for _ in range(2 * count)]
    lost = Played(backend)
    backend.stop()
    lost.file.write_bytes(b"")
    left = []
    for index, room in enumerate(rooms):
        place, roll = room.places[index // 2 * len(room.places) // count]
        if index % 2:
            room.file.write_bytes(room.whole[:place])
            left.append(room.rolls[:roll])
        else:
            changed = bytearray(room.whole)
            changed[place] ^= (0x01, 0x10, 0x80, 0xFF)[index // 2 % 4]
            room.file.write_bytes(changed)
            left.append(room.rolls[:roll] + room.rolls[roll + 1 :])
    backend = fresh_backend(workers=1, threads=4, state=backend.state)
    (worker,) = children(backend.process.pid)
    for index, (room, rolls) in enumerate(zip(rooms, left)):
        room.host.address = backend.socket
        assert room.look() == (200, rolls), index
        # What was at the end may never have been there.
        is_told = "1 line of this room’s record can’t be read" in room.host.get(f"{room.host.path}/host").text
        assert is_told == (index % 2 == 0 and rolls[-1] == room.rolls[-1]), index
        assert is_told == (f" error {room.file} is damaged: " in backend.output()), index
    # A room that was deleted leaves an empty file too.
    lost.host.address = backend.socket
    assert lost.look() == (404, [])
    assert children(backend.process.pid) == [worker]


# What is no file


THINGS = ["FIFO", "link", "link to itself", "device", "folder", "file"]


def put(path, thing, target):
    """Puts a thing at the path, in the place of whatever is there."""
    if path.is_dir() and not path.is_symlink():
        path.rename(path.with_name(path.name + "-away"))
    elif os.path.lexists(path):
        path.unlink()
    if thing == "FIFO":
        os.mkfifo(path)
    elif thing == "folder":
        path.mkdir()
    elif thing == "file":
        path.write_bytes(b"mine")
    else:
        path.symlink_to({"link to itself": path, "device": "/dev/zero"}.get(thing, target))


def places(state, session):
    """Every kind of place in the state folder, by what it is."""
    (entry,) = (path for path in (state / "vault").glob("??/*/*") if path.is_file())
    (room,) = (path for path in (state / "rooms").glob("??/*") if len(path.name) == 64)
    return {
        "session": session, "shard of sessions": session.parent,
        "damaged sessions": state / "sessions/damaged", "probe": state / "sessions/probe",
        "entry": entry, "vault": entry.parent, "shard of vaults": entry.parent.parent,
        "removed entries": entry.parent / "removed", "codes": state / "vault/codes",
        "room": room, "snapshot": room.with_name(room.name + ".snapshot"), "shard of rooms": room.parent,
        "openings": state / "rooms/openings",
        "cloud": state / "cloud/cloud.sqlite", "cloud's log": state / "cloud/cloud.sqlite-wal",
        "cloud's index": state / "cloud/cloud.sqlite-shm", "new cloud": state / "cloud/new.sqlite",
        "sessions": state / "sessions", "vaults": state / "vault", "rooms": state / "rooms",
        "clouds": state / "cloud"}


PLACES = """session;shard of sessions;damaged sessions;probe;entry;vault;shard of vaults;removed entries;codes;room;snapshot;
    shard of rooms;openings;cloud;cloud's log;cloud's index;new cloud;sessions;vaults;rooms;clouds"""


@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize("place", [place.strip() for place in PLACES.split(";")])
def test_nothing_hangs_or_ends_on_what_is_no_file(fresh_backend, scratch, place, thing):
    backend = fresh_backend(workers=1, threads=8)
    player, maker = Player(backend.socket), Maker(backend.socket)
    assert player.roll().status == 303
    (session,) = session_files(backend)
    assert maker.bring("Nim").status == 303
    assert maker.save(character(name="Rolf")).status == 201
    host = Host(backend.socket, kind="experiment", experiment="2d6")
    path = places(backend.state, session)[place]
    backend.stop()
    target = scratch / "elsewhere"
    target.write_bytes(b"mine")
    put(path, thing, target)
    backend = fresh_backend(workers=1, threads=8, state=backend.state)
    (worker,) = children(backend.process.pid)
    for one in (player, maker, host):
        one.address = backend.socket
    answers = [
        player.get("/craps"), player.post("/craps/roll", revision=1),
        maker.get("/osr/vault"), maker.bring("Ada"),
        maker.get("/osr/cloud"), maker.save(character(name="Eve")),
        host.get(host.path), Player(backend.socket).post("/pig/roll", revision=0),
        Player(backend.socket).get("/about"), Player(backend.socket).get("/healthz"),
    ]
    assert all(answer.status for answer in answers), [answer.status for answer in answers]
    # A page that needs no state is there whatever happens to it.
    assert answers[-2].status == 200
    assert children(backend.process.pid) == [worker]
    assert target.read_bytes() == b"mine"
