"""The built program as a stranger meets it: alone on a socket, and behind real web servers."""

import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

from kit.processes import age_of, children, is_serving, wait_until

ROOT = pathlib.Path(__file__).resolve().parents[3]
UNCOUNTED = {"DICEHALL_TRUST_NETWORK": "127.0.0.1"}
"""All tests come from one address, which may ask for more odds than a client."""


def find_program():
    named = os.environ.get("DICEHALL")
    candidates = [named] if named else [
        ROOT / ".build" / kind / "dicehall" for kind in ("release", "debug")]
    for candidate in candidates:
        if candidate and os.access(candidate, os.X_OK):
            return str(candidate)
    raise RuntimeError("no built program; make build makes one")


@contextlib.contextmanager
def short_folder():
    """A short path, since a Unix socket's must fit in 107 bytes."""
    folder = tempfile.mkdtemp(prefix="dh-")
    yield pathlib.Path(folder)
    shutil.rmtree(folder, ignore_errors=True)


def contents(folder):
    """Each file below it, by its path from there."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*")) if path.is_file()}


class Running:
    """One of our processes with its folders; can be stopped, and then returns its output."""

    def __init__(self, process, log):
        self.process = process
        self.log = log

    def stop(self, sign=signal.SIGTERM, timeout=15):
        if self.process.poll() is None:
            self.process.send_signal(sign)
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise

    def check_alive(self):
        assert self.process.poll() is None, self.output()

    def output(self):
        return self.log.read_text(errors="replace")


class Backend(Running):
    """`dicehall serve` alone; `under` are the words of a tool to run it with."""

    def __init__(self, program, folder, under=(), **options):
        self.program = program
        self.environment = {**UNCOUNTED, **os.environ, "DICEHALL_STATE": str(folder / "state")}
        self.socket = str(folder / "s")
        self.state = folder / "state"
        arguments = {
            "socket": None if options.get("listen") else self.socket, "state": str(self.state), "workers": 2, **options}
        command = [*under, program, "serve"]
        for name, value in arguments.items():
            if value is not None:
                command += [f"--{name.replace('_', '-')}", str(value)]
        if listen := options.get("listen"):
            host, _, port = listen.rpartition(":")
            self.socket = host, int(port)
        log = folder / "log"
        with open(log, "wb") as file:
            process = subprocess.Popen(
                command, env=self.environment, stdin=subprocess.DEVNULL, stdout=file,
                stderr=file)
        super().__init__(process, log)
        # The supervisor listens before the last worker is there.
        wait_for(lambda: len(children(process.pid)) == arguments["workers"], self)
        wait_for(lambda: can_connect(self.socket), self)


class Hall(Running):
    """The whole thing as `make run` starts it: site, backend, web server."""

    def __init__(self, program, folder, server, **settings):
        self.server = server
        self.port = free_port()
        self.base = settings.get("BASE", "")
        self.url = f"http://127.0.0.1:{self.port}{self.base}"
        self.state = folder / "state"
        self.run = folder / "run"
        self.socket = str(self.run / "backend.sock")
        log = folder / "log"
        environment = {
            **UNCOUNTED, **os.environ, "DICEHALL": program, "SERVER": server, "PORT": str(self.port),
            "STATE": str(self.state), "RUN": str(self.run), **settings}
        with open(log, "wb") as file:
            process = subprocess.Popen(
                [str(ROOT / "Deploy" / "run")], cwd=ROOT, env=environment,
                stdin=subprocess.DEVNULL, stdout=file, stderr=file,
                # Tests that run in the background may inherit an ignored SIGINT.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        super().__init__(process, log)
        wait_for(self.answers, self, seconds=30)

    def supervisor(self):
        """The backend's first process, among those of the web server and of the start."""
        wait_until(lambda: any(is_serving(child) for child in children(self.process.pid)))
        return next(filter(is_serving, children(self.process.pid)))

    def workers(self):
        return children(self.supervisor())

    def slay(self):
        """Kills the processes that answer, and waits for those that take their place."""
        old = self.workers()
        # Those that die young are replaced only after a while.
        wait_until(lambda: all(age_of(process) > 1.1 for process in old))
        for process in old:
            os.kill(process, signal.SIGKILL)
        wait_until(lambda: len(set(self.workers()) - set(old)) >= len(old), 20)
        wait_until(self.answers, 20)

    def answers(self):
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=2) as response:
                return response.status == 200
        except (OSError, urllib.error.URLError):
            return False


held = []
"""Sockets that keep the ports given out: nobody else is given one before its server has it."""


def free_port():
    """For a server that may bind a port beside one who does not listen, as all of ours do."""
    held.append(socket.socket())
    held[-1].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held[-1].bind(("127.0.0.1", 0))
    return held[-1].getsockname()[1]


def can_connect(address):
    """To a Unix socket's path or a (host, port)."""
    family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
    with socket.socket(family) as probe:
        return probe.connect_ex(address) == 0


def wait_for(condition, running, seconds=30):
    deadline = time.monotonic() + seconds
    while not condition():
        if running.process.poll() is not None:
            raise RuntimeError(f"ended early:\n{running.output()}")
        if time.monotonic() > deadline:
            running.process.kill()
            raise RuntimeError(f"not ready in {seconds} s:\n{running.output()}")
        time.sleep(0.02)


@contextlib.contextmanager
def shared(make):
    """Something that many tests use, made when it is first asked for; no test may end it."""
    with short_folder() as folder:
        running = make(folder)
        yield running
        running.check_alive()
        running.stop()
