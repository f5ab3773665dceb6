"""Requests whose costs `Benchmarks/budget.json` holds, counted with sessions that are always the same.

The sessions are files of `Benchmarks/sessions`, since dice that fall anew would make each count
another: `fresh` after the first roll of Craps, `played` with the logs of all games full.
"""

import json

from kit.counts import callgrind, conditions, instructions, may_trace, system_calls
from kit.fastcgi_client import Connection, Kept
from kit.halls import ROOT, Backend
from kit.processes import children, wait_until_idle
from kit.rooms import Host
from kit.sessions import SLOT, Player, session_files, slot

FILE = ROOT / "Benchmarks" / "budget.json"
SESSIONS = ROOT / "Benchmarks" / "sessions"
PAGES = {
    "GET /about": (None, "/about"),
    "GET /craps, after one roll": ("fresh", "/craps"),
    "GET /craps": ("played", "/craps"),
    "GET /pig": ("played", "/pig"),
    "GET /dice": ("played", "/dice"),
    "GET /osr/new/abilities": ("played", "/osr/new/abilities"),
}
"""By the name in the budget: the session and the path."""
ROLL = "POST /craps/roll"
FRAMED = "POST /embed/craps/KEY/roll"
ALONE = "GET /about, on a connection of its own"
"""As lighttpd asks, which keeps no connection."""
LOOK = "GET /room/CODE/state, nothing new"
"""What hundreds of watchers ask all the time."""
WATCHED = "GET /about, logged and counted"
"""With a line in the log, and in the figures for Prometheus."""
TOLERANCE = 0.05
"""How much more than the budget a request may cost."""
SLACK = 0.4
"""How many more system calls it may make in any case: what the machine does now and then."""
THRIFT = 0.15
"""How much less it may cost before the budget is called generous."""


class Seat:
    """A visitor of a running backend with one of these sessions, who can go back to its start."""

    def __init__(self, backend, name):
        self.player = Player(backend.socket)
        before = set(session_files(backend))
        assert self.player.roll().status == 303
        (self.file,) = set(session_files(backend)) - before
        payload = (SESSIONS / name).read_bytes()
        self.content = slot(2, payload).ljust(SLOT, b"\0") + slot(1, payload)
        self.restore()
        self.revision = self.player.look().revision

    def restore(self):
        self.file.write_bytes(self.content)


class Counter:
    """A backend whose one worker has one thread; `count` says what is counted of a request."""

    def __init__(self, program, folder, under=(), **options):
        folder.mkdir()
        self.folder = folder
        self.backend = Backend(program, folder, under, workers=1, threads=1, **options)
        (self.worker,) = children(self.backend.process.pid)
        self.seats = {}
        self.connection = Kept(self.backend.socket)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()
        self.backend.stop(timeout=60)

    def ask(self, status, *arguments, seat=None, **variables):
        cookie = {"HTTP_COOKIE": seat.player.cookie} if seat else {}
        reply = self.connection.ask(*arguments, **cookie, **variables)
        assert reply.status == status, f"{arguments}: {reply}\n{self.backend.output()}"
        return reply

    def count(self, counting):
        """What `counting` says, `instructions` or `system_calls`, by request."""
        self.seats = {name: Seat(self.backend, name) for name in ("fresh", "played")}
        requests = {name: (self.getting(*page), lambda: None) for name, page in PAGES.items()}
        played = self.seats["played"]
        requests[ROLL] = self.rolls("/craps", played.revision, played.restore, played)
        requests[FRAMED] = self.rolls(*self.frame())
        requests[LOOK] = (self.looks(), lambda: None)
        requests[ALONE] = (self.ask_alone, lambda: None)
        return self.count_each(counting, requests)

    def count_watched(self, counting):
        """The same for the one request that is asked of a backend with log and figures."""
        return self.count_each(counting, {WATCHED: (self.getting(None, "/about"), lambda: None)})

    def count_each(self, counting, requests):
        for ask, prepare in requests.values():
            prepare()
            ask()
        # What some pages have computed in the background when they are first asked for.
        wait_until_idle(self.worker)
        return {
            name: counting(self.worker, self.folder, *request)
            for name, request in requests.items()}

    def getting(self, seat, path):
        return lambda: self.ask(200, "GET", path, seat=self.seats.get(seat))

    def ask_alone(self):
        with Connection(self.backend.socket) as connection:
            assert connection.ask("GET", "/about").status == 200

    def looks(self):
        """How to look at a room in which nothing happens."""
        room = Host(self.backend.socket, kind="table")
        path = f"{room.path}/state?since=1"
        tag = room.get(path)["ETag"]
        return lambda: self.ask(304, "GET", path, HTTP_IF_NONE_MATCH=tag)

    def frame(self):
        """Where a framed game is after one roll, its revision, and how to go back to that."""
        before = set(session_files(self.backend))
        begun = self.ask(303, "POST", "/embed/craps/roll", b"revision=0")
        (file,) = set(session_files(self.backend)) - before
        content = file.read_bytes()
        return begun["Location"], 1, lambda: file.write_bytes(content)

    def rolls(self, place, first, restore, seat=None):
        """How to roll in a game, and how to go back to where that began."""
        revision = first

        def prepare():
            nonlocal revision
            restore()
            revision = first

        def roll():
            nonlocal revision
            self.ask(303, "POST", f"{place}/roll", b"revision=%d" % revision, seat=seat)
            revision += 1

        return roll, prepare


def count(program, folder):
    """Instructions and, where they may be counted, system calls of each request of the budget."""
    watching = {"log": "text", "metrics": folder / "figures"}
    with Counter(program, folder / "i", callgrind(folder / "i")) as counter:
        first = counter.count(instructions)
    with Counter(program, folder / "iw", callgrind(folder / "iw"), **watching) as counter:
        first |= counter.count_watched(instructions)
    second = {}
    if may_trace():
        with Counter(program, folder / "s") as counter:
            second = counter.count(system_calls)
        with Counter(program, folder / "sw", **watching) as counter:
            second |= counter.count_watched(system_calls)
    return {
        name: {"instructions": first[name]}
        | ({"system calls": second[name]} if name in second else {})
        for name in first}


class Budget:
    """What requests may cost, and under which conditions that was counted."""

    def __init__(self):
        budget = json.loads(FILE.read_text()) if FILE.exists() else {"requests": {}}
        self.conditions, self.requests = budget.get("conditions"), budget["requests"]

    @staticmethod
    def write(counts):
        budget = {"conditions": conditions(), "requests": counts}
        FILE.write_text(json.dumps(budget, indent=2) + "\n")

    def compare(self, counts):
        """(request, what is counted, its count, its budget, the change as a fraction)."""
        for request, costs in counts.items():
            for what, now in costs.items():
                before = self.requests.get(request, {}).get(what, 0)
                yield request, what, now, before, now / before - 1 if before else float("inf")
