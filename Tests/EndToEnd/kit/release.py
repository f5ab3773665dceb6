"""State as a release leaves it behind, kept so that later ones prove that they read it.

    PYTHONPATH=Tests/EndToEnd python3 -m kit.release NAME

plays a little with the built program and keeps its state and what it showed as
`Tests/EndToEnd/releases/NAME.tar.gz`. Do that once for each release whose files differ from the last
one's, and never make an old one anew.
"""

import io
import json
import pathlib
import re
import sys
import tarfile
import time

from kit.characters import character, parse
from kit.halls import Backend, find_program, short_folder
from kit.maker import Maker
from kit.rooms import Host, Seat
from kit.sessions import Player

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "releases"
GAMES = "craps", "pig", "dice"


def make(backend):
    """Plays everything that is kept; returns what is needed to find it again, as plain values."""
    player = Player(backend.socket)
    for game in GAMES:
        tab = player.tab(game) if player.cookie else player
        tab.game = game
        for revision in range(3):
            assert tab.post(f"/{game}/roll", revision=revision).status == 303
        player.cookie = tab.cookie
    maker = Maker(backend.socket, player.cookie)
    assert maker.post("/osr/new/abilities/roll", revision=0).status == 303
    for name in ("Nim", "Zo\u00eb Ash"):
        assert maker.bring(name).status == 303
    parties = maker.get("/osr/parties")
    assert maker.post(
        "/osr/parties/gather", revision=parties.revision, ownName="The Lanterns",
        character=maker.vault()[0].decode()).status == 303
    for name in ("Rolf", "Ada"):
        assert maker.save(character(name=name)).status == 201
    framed = Player(backend.socket).post("/embed/pig/roll", revision=0)
    assert framed.status == 303
    hosts = [
        Host(backend.socket, kind="experiment", experiment="2d6"),
        Host(backend.socket, kind="table"),
        Host(
            backend.socket, kind="experiment", experiment="2d6", event="at least 10", guess="first",
            question="chance")]
    seats = []
    for host in hosts:
        for name in ("Ada", "Ben"):
            seats.append(Seat(backend.socket, host.code, name))
            seats[-1].join()
    guessing, skipping = seats[-2:]
    assert guessing.post(f"{guessing.path}/guess", press=1, total="20").status == 303
    assert skipping.post(f"{skipping.path}/skip", press=1).status == 303
    for seat in seats[:2] + seats[-2:]:
        first = 1 if seat in seats[:2] else 2
        for seat.press in range(first, 4):
            assert seat.roll().status == 303
    assert hosts[-1].press("reveal-guesses").status == 303
    return {
        "cookie": maker.cookie, "frame": re.search(r"/embed/pig/[a-z2-7]{26}", framed["location"])[0],
        "hosts": [[host.code, host.cookie] for host in hosts],
        "seats": [[seat.code, seat.name, seat.cookie, seat.press] for seat in seats]}


def look(address, found):
    """What all of it shows, as plain values."""
    maker = Maker(address, found["cookie"])
    host, _, *asking = [player_of(Host, address, *one) for one in found["hosts"]]
    return {
        "revisions": {game: maker.get(f"/{game}").revision for game in GAMES},
        "balance": maker.get("/craps").fact("Balance"),
        "draft": maker.get("/osr/new/abilities").revision,
        "frame": Player(address).get(found["frame"]).revision,
        "vault": [name for name in ("Nim", "Zo\u00eb Ash") if f">{name}<" in maker.get("/osr/vault").text],
        "parties": re.findall(r"Open </span>([^<]+)</a>", maker.get("/osr/parties").text),
        "cloud": parse(maker.get("/api/v1/characters?all=1").body)["playerCharacters"],
        "rolls": host.data(),
        "asked": [one.data() for one in asking],
        "seats": [
            name in player_of(Seat, address, code, cookie).get(f"/room/{code}").text
            for code, name, cookie, _ in found["seats"]]}


def play_on(address, found):
    """One more of everything; `look` then shows it."""
    maker = Maker(address, found["cookie"])
    for game in GAMES:
        assert maker.post(f"/{game}/roll", revision=maker.get(f"/{game}").revision).status == 303
    assert maker.post(
        "/osr/new/abilities/roll", revision=maker.get("/osr/new/abilities").revision).status == 303
    frame = found["frame"]
    reply = Player(address).post(f"{frame}/roll", revision=Player(address).get(frame).revision)
    assert reply.status == 303
    assert maker.bring("Eve").status == 303
    assert maker.save(character(name="Sam")).status == 201
    code, name, cookie, press = found["seats"][0]
    seat = player_of(Seat, address, code, cookie)
    seat.press = press + 1
    assert seat.roll().status == 303


def player_of(kind, address, code, cookie):
    """Somebody in a room, as their browser comes back."""
    player = kind.__new__(kind)
    Player.__init__(player, address, cookie)
    player.code = code
    return player


def keep(name):
    with short_folder() as folder:
        backend = Backend(find_program(), folder, workers=1, threads=4)
        found = make(backend)
        shown = look(backend.socket, found)
        backend.stop()
        FOLDER.mkdir(exist_ok=True)
        with tarfile.open(FOLDER / f"{name}.tar.gz", "w:gz") as archive:
            archive.add(backend.state, "state")
            facts = json.dumps({"found": found, "shown": shown}, indent=1).encode()
            entry = tarfile.TarInfo("facts.json")
            entry.size = len(facts)
            archive.addfile(entry, io.BytesIO(facts))


def unpack(archive, folder):
    """Puts a kept state into a folder, as if it had just been used; returns what is known of it."""
    with tarfile.open(archive) as opened:
        for entry in opened.getmembers():
            entry.mtime = time.time()
            opened.extract(entry, folder)
    (folder / "state").chmod(0o700)
    return json.loads((folder / "facts.json").read_text())


def known(rolls, earlier):
    """Rolls with no more members than earlier ones have: later releases tell more of each."""
    members = {name for roll in earlier for name in roll}
    return [{name: roll[name] for name in roll if name in members} for roll in rolls]


if __name__ == "__main__":
    keep(sys.argv[1])
