"""The guide's own commands for backup and restore, while people play."""

import pathlib
import re
import shutil
import sqlite3
import subprocess
import threading

import pytest

from kit.characters import character, encode
from kit.halls import ROOT, Backend
from kit.maker import Maker
from kit.rooms import Host
from kit.sessions import Player


def commands(heading):
    """The shell commands below a heading of the guide, the first block and the second."""
    guide = (ROOT / "docs" / "installing.md").read_text()
    section = guide.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"```sh\n(.*?)```", section, re.S)


def run(lines, places):
    """Runs them with these places in them; the service is stopped and started by the test itself,
    and python copies a database where there is no sqlite3."""
    for line in lines.strip().splitlines():
        for place, here in places:
            line = line.replace(place, str(here))
        if line.startswith(("systemctl", "chown")):
            continue
        found = re.fullmatch(r'sqlite3 (\S+) "\.backup (\S+)"', line)
        if found and not shutil.which("sqlite3"):
            source, target = (sqlite3.connect(path) for path in found.groups())
            source.backup(target)
            source.close()
            target.close()
        else:
            subprocess.run(["bash", "-ec", line], check=True)


@pytest.mark.path
def test_a_hall_that_was_backed_up_while_people_play_goes_on_elsewhere(program, scratch):
    backup, restore = commands("Backup and restore")
    first, second = scratch / "1", scratch / "2"
    first.mkdir()
    (second / "state").mkdir(parents=True)
    hall = Backend(program, first)
    try:
        player, maker = Player(hall.socket), Maker(hall.socket)
        for _ in range(3):
            assert player.roll().status == 303
        assert maker.upload(0, encode(character(name="Nim"))).status == 303
        assert maker.save(character(name="Rowan")).status == 201
        room = Host(hall.socket, kind="table").path
        is_over = threading.Event()

        def keep_playing():
            other = Player(hall.socket)
            while not is_over.is_set():
                other.roll()

        crowd = [threading.Thread(target=keep_playing) for _ in range(3)]
        for thread in crowd:
            thread.start()
        try:
            run(backup, [("/var/lib/dicehall/state", hall.state), ("/backup", scratch / "backup")])
        finally:
            is_over.set()
            for thread in crowd:
                thread.join()
        # What comes after the backup is not in it.
        assert player.roll().status in (303, 422)
        before = player.revision
    finally:
        hall.stop()
    places = [("/backup", scratch / "backup"), ("/var/lib/dicehall/state", second / "state")]
    run(restore, places)
    hall = Backend(program, second)
    try:
        player.address = maker.address = hall.socket
        assert player.look().revision in (before - 1, before)
        assert player.roll().status in (303, 422)
        assert len(maker.vault()) == 1
        assert b"Rowan" in maker.get("/osr/cloud").body
        assert maker.get(room).status == 200
        assert not list(pathlib.Path(hall.state).rglob("damaged"))
    finally:
        hall.stop()
