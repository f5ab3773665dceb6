"""What requests cost in figures that hold still on a busy machine: instructions in user space, which
valgrind's callgrind counts, and system calls, which strace counts."""

import contextlib
import os
import pathlib
import platform
import re
import statistics
import subprocess
import time

from kit.processes import wait_until

WAITS = {
    "clock_nanosleep", "epoll_pwait", "epoll_wait", "futex", "poll", "ppoll", "pselect6",
    "restart_syscall", "select"}
"""Calls that wait for the next request or for another thread; waiting isn't work."""


def conditions():
    """What the figures depend on; with other conditions they may be others."""
    swift = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    flags = pathlib.Path("/proc/cpuinfo").read_text().split()
    return {
        "swift": (re.search(r"Swift version (\S+)", swift) or ["", "none"])[1],
        "libc": os.confstr("CS_GNU_LIBC_VERSION"),
        # libc chooses its copies and searches by it.
        "processor": f"{platform.machine()} {'with' if 'avx2' in flags else 'without'} AVX2",
    }


def callgrind(folder):
    """The words before a command whose instructions `instructions` is to count."""
    return [
        # Otherwise each run has a hash seed of its own.
        "env", "SWIFT_DETERMINISTIC_HASHING=1",
        "valgrind", "--tool=callgrind", "--instr-atstart=no", "--trace-children=yes",
        f"--callgrind-out-file={folder}/callgrind.%p"]


def control(process, *words):
    """Gives a command to the valgrind that a process runs under."""
    done = subprocess.run(
        # It's reached through a file that it looks at only while it computes, so don't wait long
        # before it's interrupted.
        ["vgdb", f"--pid={process}", "--max-invoke-ms=1", *words],
        capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, f"valgrind doesn't obey:\n{done.stdout}{done.stderr}"


def instructions(process, folder, ask, prepare=lambda: None, blocks=3, requests=20):
    """Instructions a request, in user space, of a process that runs under `callgrind(folder)`.

    `ask` makes one request, and `prepare` is called before each block of them. The middle block
    counts, so whatever the process does in the background now and then does not.
    """
    counts = []
    control(process, "instrumentation", "on")
    for block in range(-1, blocks):
        prepare()
        control(process, "zero")
        for _ in range(requests):
            ask()
        # The first block only warms things up.
        if block >= 0:
            control(process, "dump")
            (file,) = pathlib.Path(folder).glob(f"callgrind.{process}.*")
            total = re.search(r"^(?:summary|totals): (\d+)", file.read_text(), re.M)
            counts.append(int(total[1]) / requests)
            file.unlink()
    control(process, "instrumentation", "off")
    return round(statistics.median(counts))


def may_trace():
    """Whether this user may look at a running process that isn't a child, as strace does: Ubuntu
    forbids it to all but root."""
    scope = pathlib.Path("/proc/sys/kernel/yama/ptrace_scope")
    return os.geteuid() == 0 or not scope.exists() or scope.read_text().strip() == "0"


def system_calls(process, folder, ask, prepare=lambda: None, requests=40):
    """System calls a request, of the thread of a process that answers: the one that works most.

    `ask` makes one request; before the first, `prepare` is called. Waiting for the next request isn't
    counted, nor is a call that finds out that it's not there yet.
    """
    prepare()
    ask()
    with traced(process, folder) as trace:
        for _ in range(requests):
            ask()
            # So that the process always waits for the next one, however busy the machine is.
            time.sleep(0.005)
    count = max(sum(map(is_work, lines)) for lines in trace())
    assert count, "strace saw nothing"
    return round(count / requests, 1)


def is_work(line):
    name = re.match(r"(\w+)\(", line)
    return bool(name) and name[1] not in WAITS and " EAGAIN " not in line


@contextlib.contextmanager
def traced(process, folder):
    """Has strace look at all threads of a process; yields how to get the lines of each afterwards."""
    strace = subprocess.Popen(
        ["strace", "-ff", "-qq", "-o", f"{folder}/trace", "-p", str(process)],
        stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def is_attached():
        assert strace.poll() is None, f"strace ended: {strace.stderr.read()}"
        tasks = pathlib.Path(f"/proc/{process}/task").glob("*/status")
        return all(f"TracerPid:\t{strace.pid}\n" in task.read_text() for task in tasks)

    def lines():
        files = list(pathlib.Path(folder).glob("trace.*"))
        texts = [file.read_text(errors="replace") for file in files]
        for file in files:
            file.unlink()
        return [text.splitlines() for text in texts]

    wait_until(is_attached)
    try:
        yield lines
    finally:
        strace.terminate()
        strace.communicate()
