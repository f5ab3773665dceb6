"""Looks at running processes."""

import pathlib
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
