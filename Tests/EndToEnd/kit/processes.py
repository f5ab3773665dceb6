"""Looks at running processes, and takes room from them."""

import contextlib
import os
import pathlib
import re
import resource
import signal
import time


def children(process):
    """The processes that the one with that number has started and that are not gone yet."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        text = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text()
        return [int(number) for number in text.split()]
    return []


def is_serving(process):
    """Whether it runs `dicehall serve`."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return "serve" in pathlib.Path(f"/proc/{process}/cmdline").read_text().split("\0")


def age_of(process):
    """For how many seconds it has run."""
    start = int(pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[19])
    return time.clock_gettime(time.CLOCK_BOOTTIME) - start / os.sysconf("SC_CLK_TCK")


def cpu_seconds(process):
    """The processor time that it has used."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def switches(process):
    """How often its threads have gone to sleep, and how often they had to make way for others."""
    statuses = [
        status.read_text() for status in pathlib.Path(f"/proc/{process}/task").glob("*/status")]
    return tuple(
        sum(int(re.search(rf"^{kind}_ctxt_switches:\s*(\d+)", text, re.M)[1]) for text in statuses)
        for kind in ("voluntary", "nonvoluntary"))


def memory(process):
    """What it takes of the machine's memory, in bytes."""
    pages = int(pathlib.Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def wait_until_idle(process, seconds=120):
    """Until it has computed nothing for a second."""
    end = time.monotonic() + seconds
    before = None
    while before != (before := cpu_seconds(process)):
        assert time.monotonic() < end, "it computes without end"
        time.sleep(1)


def wait_until(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def kill(process, parent):
    """Kills a process and waits until nothing of it is left: a thread on its way out still takes a
    connection, but never answers."""
    os.kill(process, signal.SIGKILL)
    wait_until(lambda: process not in children(parent))


def is_quick(act, seconds, tries=3):
    """Whether it takes less than that at best, as other work on the machine only ever adds to it."""
    for _ in range(tries):
        start = time.monotonic()
        act()
        if time.monotonic() - start < seconds:
            return True
    return False


@contextlib.contextmanager
def largest_file(backend, size):
    """No process of the backend may let a file grow beyond that: to it, the disk is full."""
    processes = [backend.process.pid, *children(backend.process.pid)]
    before = {process: resource.prlimit(process, resource.RLIMIT_FSIZE) for process in processes}
    for process, (_, hard) in before.items():
        resource.prlimit(process, resource.RLIMIT_FSIZE, (size, hard))
    yield
    for process, limits in before.items():
        resource.prlimit(process, resource.RLIMIT_FSIZE, limits)
