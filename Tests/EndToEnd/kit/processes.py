"""Looks at running processes, and takes room from them."""

import contextlib
import pathlib
import resource
import time


def children(process):
    """The processes that the one with that number has started and that are not gone yet."""
    text = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(number) for number in text.split()]


def wait_until(condition, seconds=5):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


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
