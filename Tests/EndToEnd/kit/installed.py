"""A machine within this one where the service is installed, with processes, settings and state of its own."""

import contextlib
import os
import re
import subprocess

from kit.halls import ROOT
from kit.processes import children, wait_until

NAMESPACES = ["unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child"]
FOLDERS = ["/etc/systemd/system", "/etc/default", "/var/lib"]
SETUP = " && ".join(
    ["mount -t proc proc /proc", *(f"mount -t tmpfs none {folder}" for folder in FOLDERS)])
CAN_BE = subprocess.run([*NAMESPACES, "sh", "-c", SETUP], capture_output=True).returncode == 0


class Machine:
    def __init__(self, program):
        self.program = program
        unit = ROOT / "Deploy/systemd/dicehall.service"
        self.variables = dict(
            line.split("=", 1) for line in re.findall(r"^Environment=(.+)$", unit.read_text(), re.M))
        self.process = subprocess.Popen(
            [*NAMESPACES, "sh", "-c", f"{SETUP} && mkdir /var/lib/dicehall && echo && exec sleep 600"],
            stdout=subprocess.PIPE)
        assert self.process.stdout.readline() == b"\n"
        (first,) = children(self.process.pid)
        self.words = ["nsenter", "--mount", "--pid", "--target", str(first)]
        self.run("cp", unit, "/etc/systemd/system")

    def run(self, *words):
        return subprocess.run(
            [*self.words, *words], capture_output=True, text=True, timeout=60,
            env={"PATH": os.environ["PATH"]})

    def dicehall(self, *words):
        return self.run(self.program, *words)

    @contextlib.contextmanager
    def service(self, listening, log, under=()):
        """The service as systemd starts it with that socket; gives its first process."""
        start = 'LISTEN_PID=$$ exec "$@" 3<&0 0</dev/null'
        with open(log, "wb") as file, subprocess.Popen(
                [*self.words, *under, "sh", "-c", start, "sh", self.program, "serve", "--socket",
                 "/run/dicehall/backend.sock"], stdin=listening, stderr=file,
                env={"PATH": os.environ["PATH"], "LISTEN_FDS": "1", **self.variables}) as process:
            try:
                wait_until(lambda: "serving" in log.read_text() or process.poll() is not None)
                (supervisor,) = children(process.pid)
                wait_until(lambda: len(children(supervisor)) == 2)
                yield supervisor
            finally:
                for child in children(process.pid):
                    os.kill(child, 15)
                process.wait(20)

    def end(self):
        self.process.kill()
        self.process.wait()
