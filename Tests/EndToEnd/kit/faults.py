"""Faults of the system, put into one call of a running worker: errors, and death in the middle."""

import collections
import contextlib
import re
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
