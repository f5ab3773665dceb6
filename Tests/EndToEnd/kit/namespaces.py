"""Machines within this machine: each a network of its own, with one address."""

import contextlib
import itertools
import os
import subprocess

NETWORK = "10.213.17"
"""Whose addresses nobody else here has."""

numbers = itertools.count(2)


def ip(*words, check=True):
    return subprocess.run(["ip", *words], check=check, capture_output=True).returncode == 0


def may_be_made():
    """Whether this user and this machine allow it."""
    if os.geteuid() != 0 or not ip("netns", "add", "dicehall-try", check=False):
        return False
    return ip("netns", "delete", "dicehall-try")


@contextlib.contextmanager
def bridge():
    """A wire between this machine, which is `NETWORK`.1, and all others."""
    ip("link", "add", "dicehall0", "type", "bridge")
    ip("address", "add", f"{NETWORK}.1/24", "dev", "dicehall0")
    ip("link", "set", "dicehall0", "up")
    try:
        yield f"{NETWORK}.1"
    finally:
        ip("link", "delete", "dicehall0")


@contextlib.contextmanager
def machine():
    """Another machine on that wire: its address, and the words to run a program there with."""
    number = next(numbers)
    name, address = f"dicehall{number}", f"{NETWORK}.{number}"
    ip("netns", "add", name)
    try:
        ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
        ip("link", "set", name, "master", "dicehall0", "up")
        ip("-n", name, "address", "add", f"{address}/24", "dev", "eth0")
        for device in ("lo", "eth0"):
            ip("-n", name, "link", "set", device, "up")
        yield address, ["ip", "netns", "exec", name]
    finally:
        ip("netns", "delete", name)
