"""Visitors who talk straight to the backend, and what lies on its disk."""

import contextlib
import os
import re
import signal
import struct
import subprocess
import time
import zlib

from kit.fastcgi_client import ask
from kit.guest import Guest
from kit.halls import can_connect
from kit.processes import children, wait_until

SLOT = 64 * 1024
"""A session's file has two slots of this size; saves go to them in turn, the first to the first."""

HEADER = 24
DAMAGE = "so we put"


class Player(Guest):
    """A visitor of a backend, who knows the revision of the page it shows."""

    def __init__(self, address, cookie="", game="craps", **variables):
        super().__init__(cookie)
        self.address, self.game, self.variables = address, game, variables
        self.revision = 0

    def send(self, method, path, body=None, _headers=(), **others):
        cookie = {"HTTP_COOKIE": self.cookie} if self.cookie else {}
        reply = ask(self.address, method, path, body, **self.variables, **cookie, **others)
        self.jar.keep(reply.cookies)
        return reply

    def tab(self, game=None):
        """Another tab of this browser, which knows of no move of this one."""
        return type(self)(self.address, self.cookie, game or self.game, **self.variables)

    def roll(self):
        """A roll from the page as this browser knows it."""
        reply = self.post(f"/{self.game}/roll", revision=self.revision)
        if reply.status == 303:
            self.revision += 1
        return reply

    def look(self):
        """Loads the game's page and takes its revision."""
        reply = self.get(f"/{self.game}")
        assert reply.status == 200
        self.revision = reply.revision
        return reply

    @property
    def id(self):
        return self.cookie.partition("=")[2]


def tree(folder):
    """Everything below a folder with what a write would change."""
    return {
        str(path): (path.lstat().st_size, path.lstat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
    }


def session_files(backend):
    return [path for path in (backend.state / "sessions").glob("??/*") if len(path.name) == 64]


def slot(revision, payload):
    """A slot of a session's file that holds that payload."""
    head = struct.pack("<4sIQI", b"DhSn", 1, revision, len(payload))
    return head + struct.pack("<I", zlib.crc32(payload, zlib.crc32(head))) + payload


def payload(file):
    """What the newest slot of a session's file holds."""
    content = file.read_bytes()
    slots = content[:SLOT], content[SLOT:]
    newest = max(slots, key=lambda one: int.from_bytes(one[8:16], "little"))
    return newest[HEADER : HEADER + int.from_bytes(newest[16:20], "little")]


def kill_all(backend):
    """Supervisor and workers at once, so that nobody can tidy up."""
    workers = children(backend.process.pid)
    for process in [backend.process.pid, *workers]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    backend.process.wait(30)
    # The sockets of a killed process are closed only after its last thread has ended.
    wait_until(lambda: not can_connect(backend.socket))


def corrupt(file, slot):
    """Turns one byte of a slot's payload over."""
    with open(file, "r+b") as opened:
        opened.seek(slot * SLOT + HEADER + 3)
        byte = opened.read(1)
        opened.seek(-1, os.SEEK_CUR)
        opened.write(bytes([byte[0] ^ 0x40]))


def sweep(backend, *options):
    done = subprocess.run(
        [backend.program, "sweep", "--state", backend.state, *options],
        capture_output=True, text=True, timeout=20)
    assert (done.returncode, done.stderr) == (0, "")
    return int(re.match(r"removed (\d+) idle sessions from ", done.stdout)[1])


def age(file, days):
    then = time.time() - days * 86400
    os.utime(file, (then, then))
