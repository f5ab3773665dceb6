"""Faults of the system, put into one call of a running worker: errors, and death in the middle."""

import collections
import contextlib
import mmap
import pathlib
import re
import struct
import subprocess
import tempfile

from kit.processes import wait_until

CALLS = [
    "openat", "read", "pread64", "write", "writev", "pwrite64", "pwritev", "ftruncate", "fallocate",
    "fsync", "fdatasync", "fstat", "newfstatat", "lseek", "linkat", "renameat", "renameat2",
    "rename", "link", "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir", "flock", "fcntl", "utimensat",
    "getdents64", "chmod", "fchmod", "mmap", "close", "statfs", "fstatfs", "access"]
"""What saving may ask of the system; what answers a web server (`sendmsg`, `recvfrom`) isn't here."""


@contextlib.contextmanager
def traced(worker, *words):
    """Runs strace on a worker's threads; yields the file of what they call."""
    with tempfile.NamedTemporaryFile("r", suffix=".strace") as out:
        command = ["strace", "-f", "-p", str(worker), "-o", out.name, *words]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        # Later threads follow their parent.
        assert "attached" in process.stderr.readline()
        wait_until(lambda: is_traced(worker, process.pid), 10)
        try:
            yield out
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.communicate(timeout=5)
            # It may hang while what it traces dies.
            process.kill()
            process.communicate()


def is_traced(worker, tracer):
    """Whether each thread of a process is."""
    try:
        text = subprocess.run(
            ["grep", "-h", "TracerPid", "-r", f"/proc/{worker}/task", "--include=status"],
            capture_output=True, text=True).stdout
    except OSError:
        return False
    return set(re.findall(r"\d+", text)) == {str(tracer)}


def calls(worker, act, state):
    """The calls that a worker makes for an act on files below a folder, each with its number among
    those of its name."""
    with traced(worker, "-y", "-e", f"trace={','.join(CALLS)}") as out:
        act()
        lines = re.findall(r"^(\d+) +([a-z0-9_]+)\((.*)", out.read(), re.M)
    threads = collections.Counter(thread for thread, _, rest in lines if str(state) in rest)
    ((busiest, _),) = threads.most_common(1)
    seen = collections.Counter()
    found = []
    for thread, name, rest in lines:
        if thread == busiest:
            seen[name] += 1
            if str(state) in rest:
                found.append((name, seen[name]))
    return found


@contextlib.contextmanager
def fault(worker, call, number, what):
    """While this lasts, that call of a thread fails with an error such as EIO, or kills with KILL."""
    kind = "signal=KILL" if what == "KILL" else f"error={what}"
    with traced(worker, "-y", "-e", f"trace={call}", "-e", f"inject={call}:{kind}:when={number}") as out:
        yield out


class ShortWrites:
    """Cuts writes of a backend short, which strace can't: `fresh_backend(under=short.under)`."""

    def __init__(self, folder):
        library, shared = folder / "short_writes.so", folder / "short_writes"
        subprocess.run(
            ["clang", "-shared", "-fPIC", "-Wall", "-Werror", "-o", library,
             pathlib.Path(__file__).with_name("short_writes.c")], check=True)
        shared.write_bytes(bytes(40))
        with open(shared, "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 40)
        self.under = ["env", f"LD_PRELOAD={library}", f"SHORT_WRITES={shared}"]

    @property
    def seen(self):
        """How many writes to files there were."""
        return struct.unpack_from("=q", self.memory)[0]

    @property
    def made(self):
        """How many were cut short."""
        return struct.unpack_from("=q", self.memory, 32)[0]

    @contextlib.contextmanager
    def cut(self, number, keep, error=0):
        """While this lasts, the write of that number keeps so many bytes: half for 0, all but so many
        below 0. The next one then fails with the error, or dies of a signal, given below 0."""
        struct.pack_into("=qqq", self.memory, 8, self.seen + number, keep, error)
        try:
            yield
        finally:
            struct.pack_into("=qqq", self.memory, 8, 0, 0, 0)
