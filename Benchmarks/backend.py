"""A running program that a benchmark talks FastCGI to, without a web server or root."""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests" / "EndToEnd"))
from kit.halls import UNCOUNTED, can_connect  # noqa: E402
from kit.processes import children, cpu_seconds, wait_until  # noqa: E402

PROGRAM = os.environ.get("DICEHALL", str(ROOT / ".build" / "release" / "dicehall"))


class Backend:
    """A running program; processor time and memory are those of its one worker."""

    def __init__(self, folder):
        if not os.access(PROGRAM, os.X_OK):
            raise SystemExit(f"{PROGRAM} is missing; make build makes it")
        self.address, self.state = str(folder / "s"), folder / "state"
        folder.mkdir(exist_ok=True)
        with open(folder / "log", "wb") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "serve", "--socket", self.address, "--state", self.state, "--workers", "1"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**UNCOUNTED, **os.environ, "DICEHALL_HOME": str(ROOT)})
        wait_until(lambda: can_connect(self.address))
        wait_until(lambda: children(self.process.pid))

    def processor(self):
        return sum(cpu_seconds(worker) for worker in children(self.process.pid))

    @property
    def worker(self):
        return children(self.process.pid)[0]

    def memory(self, name):
        """A count of kilobytes in the status of its worker: `VmRSS` now, `VmHWM` at most."""
        status = pathlib.Path(f"/proc/{self.worker}/status").read_text()
        return int(status.partition(f"{name}:")[2].split()[0])

    def forget_most(self):
        """`VmHWM` counts from now on."""
        pathlib.Path(f"/proc/{self.worker}/clear_refs").write_text("5")

    def stop(self):
        self.process.terminate()
        self.process.wait(10)
