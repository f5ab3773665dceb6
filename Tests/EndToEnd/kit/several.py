"""Several backends that keep everything in one database, behind one web server."""

import collections
import contextlib
import os
import signal
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from kit import http_client
from kit.database import server
from kit.halls import Backend, Running, can_connect, free_port, wait_for
from kit.processes import children, wait_until
from kit.rooms import Host, Seat
from kit.sessions import Player


def store(program, *words, check=True, **variables):
    """Runs `dicehall store`; returns what it printed, or how it failed."""
    done = subprocess.run(
        [program, "store", *words], capture_output=True, text=True,
        env={**os.environ, **variables})
    assert not check or done.returncode == 0, done.stderr
    return done.stdout if check else (done.returncode, done.stderr)


def backend_of(program, folder, address, **options):
    """A backend that keeps everything in the database at that address."""
    folder.mkdir(exist_ok=True)
    return Backend(program, folder, **{"state": None, "store": address, **options})


@contextlib.contextmanager
def own_engine(name, program, folder):
    """A backend of two workers that keeps everything in `files`, or in a `database` of its own."""
    with contextlib.ExitStack() as stack:
        options = {"workers": 2, "threads": 16}
        if name == "database":
            address = stack.enter_context(server()).address
            store(program, "init", "--store", address)
            backend = backend_of(program, folder / "b", address, **options)
        else:
            backend = Backend(program, folder, **options)
        stack.callback(backend.stop)
        yield backend


class Several(Running):
    """nginx with that many backends, of which each asks the database at its own address.

    With `listen` and `under`, each listens there and runs with those words before it.
    """

    def __init__(self, program, folder, addresses, listen=None, under=None, **options):
        self.program = program
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.backends = [
            backend_of(
                program, folder / str(number), address, under=under[number] if under else (),
                listen=listen[number] if listen else None, **options)
            for number, address in enumerate(addresses)]
        site, configuration = folder / "site", folder / "nginx.conf"
        subprocess.run([program, "generate", site], check=True, capture_output=True)
        places = listen or [one.socket for one in self.backends]
        places = [word for place in places for word in ("--backend", place)]
        configuration.write_bytes(subprocess.run(
            [program, "configure", "nginx", "--part", "whole", "--port", str(self.port),
             "--site", site, *places], check=True, capture_output=True).stdout)
        user = ["-g", "user root;"] if os.geteuid() == 0 else []
        log = folder / "log"
        with open(log, "wb") as file:
            process = subprocess.Popen(
                ["nginx", "-p", folder, "-e", "stderr", "-c", configuration, *user],
                stdin=subprocess.DEVNULL, stdout=file, stderr=file,
                env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin"})
        super().__init__(process, log)
        wait_for(lambda: can_connect(("127.0.0.1", self.port)), self)

    def supervisor(self):
        """Of the first backend."""
        return self.backends[0].process.pid

    def workers(self):
        return children(self.supervisor())

    def stop(self, *arguments, **options):
        status = super().stop(*arguments, **options)
        for backend in self.backends:
            backend.stop()
        return status

    def slay(self, backend):
        """Kills everything of a backend at once."""
        for process in (backend.process.pid, *children(backend.process.pid)):
            os.kill(process, signal.SIGKILL)
        backend.process.wait()


class Caller(Player):
    """A player in front of a web server, whom any backend may answer."""

    def send(self, method, path, body=None, headers=(), **others):
        cookie = [("Cookie", self.cookie)] if self.cookie else []
        reply = http_client.ask(
            self.address, method, path, [*headers, *cookie], body or b"",
            host=f"127.0.0.1:{self.address}", **others)
        self.jar.keep(reply.cookies)
        return reply


class CallingSeat(Caller, Seat):
    """Somebody in a room, in front of a web server."""


class CallingHost(Caller, Host):
    """Somebody who leads a room, in front of a web server."""


class Classroom:
    """A room of forty, each of whom rolls twenty times while the `with` lasts, and not once more."""

    def __init__(self, hall):
        self.host = CallingHost(hall.port, kind="experiment", experiment="2d6", rollsASeat=20)
        self.seats = [CallingSeat(hall.port, self.host.code, f"Pupil {n + 1}") for n in range(40)]

    def press(self, seat):
        end = time.monotonic() + 120
        for _ in range(20):
            while (status := seat.roll().status) != 303:
                assert status in (0, 429, 503) and time.monotonic() < end, status
                time.sleep(0.3)
            seat.press += 1
            time.sleep(0.2)

    def __enter__(self):
        self.pool = ThreadPoolExecutor(len(self.seats))
        list(self.pool.map(CallingSeat.join, self.seats))
        self.ends = [self.pool.submit(self.press, seat) for seat in self.seats]
        return self

    def __exit__(self, failure, *_):
        self.pool.shutdown(cancel_futures=failure is not None)
        if failure:
            return
        for end in self.ends:
            end.result()
        data = self.host.data()
        assert collections.Counter(roll["name"] for roll in data) == {
            seat.name: 20 for seat in self.seats}
        numbers = [roll["number"] for roll in data]
        assert numbers == sorted(set(numbers))


class Round:
    """Players who roll dice and look, each at a game of their own, until the `with` is over; after each
    roll they rest for some seconds.

    A roll that was answered with a redirect was shown: it has to be there for ever after. One that
    got no answer, or 503, may be there or not, but not twice.
    """

    def __init__(self, address, count=8, kind=Caller, rest=0):
        self.players = [kind(address, game="dice") for _ in range(count)]
        self.rest, self.is_over = rest, threading.Event()
        self.failed_looks, self.refused, self.shown = 0, 0, 0

    def play(self, player):
        while player.roll().status != 303:
            time.sleep(0.05)
        while not self.is_over.is_set():
            self.look(player)
            reply = player.roll()
            if reply.status == 303:
                self.shown += 1
                self.is_over.wait(self.rest)
                continue
            self.refused += 1
            assert reply.status in (0, 503), reply.status
            assert reply.status == 0 or b"<!doctype html>" in reply.body
            time.sleep(0.05)

    def look(self, player):
        known = player.revision
        while (page := player.get("/dice")).status != 200:
            self.failed_looks += 1
            assert page.status in (0, 503), page.status
            time.sleep(0.05)
        player.revision = page.revision
        assert known <= player.revision <= known + 1, (known, player.revision)

    def __enter__(self):
        self.pool = ThreadPoolExecutor(len(self.players))
        self.ends = [self.pool.submit(self.play, player) for player in self.players]
        self.goes_on()
        return self

    def goes_on(self, seconds=30):
        """Waits until moves are shown again."""
        enough = self.shown + 5 * len(self.players)
        wait_until(lambda: self.shown > enough or any(end.done() for end in self.ends), seconds)

    def __exit__(self, *_):
        self.is_over.set()
        for player, end in zip(self.players, self.ends):
            end.result(60)
            self.look(player)
        self.pool.shutdown()
