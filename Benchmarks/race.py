"""What races have in common: processes, a load generator, PHP, and what is asked."""

import collections
import contextlib
import itertools
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import threading
import time

from kit import fastcgi_client as client
from kit.halls import can_connect
from kit.processes import cpu_seconds, switches, wait_until

HERE = pathlib.Path(__file__).resolve().parent
ROUNDS = int(os.environ.get("ROUNDS", "15"))
"""Seconds; in longer rounds the machine drifts."""
ROUND = 0.5
CONNECTIONS = 8
"""More than the connections nginx keeps, or some of its requests would wait forever."""
THREADS = 2 * CONNECTIONS
PHP = shutil.which("php-fpm8.2", path="/usr/sbin:/usr/bin") or "php-fpm"


class Processes:
    """Everything started here, to be ended again."""

    def __init__(self, folder):
        self.folder = folder
        self.all = []

    def start(self, *command):
        with open(self.folder / "log", "ab") as log:
            process = subprocess.Popen(
                [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.all.append(process)
        return process

    def start_at(self, address, *command):
        """Starts a server and waits until it listens."""
        process = self.start(*command)

        def listens():
            assert process.poll() is None, (self.folder / "log").read_text(errors="replace")
            return can_connect(address)

        wait_until(listens)
        return process

    def stop(self, process):
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.all:
            if process.poll() is None:
                self.stop(process)


def raw_answer(address, *arguments, **options):
    """A backend's answer as it sends it, head and body."""
    output = b""
    with client.Connection(str(address)) as connection:
        connection.send(client.request(*arguments, **options))
        while (record := connection.read_record()) is not None and record[0] != client.END:
            output += record[2] if record[0] == client.STDOUT else b""
    return output


def body(answer):
    return answer.partition(b"\r\n\r\n")[2]


def ante(revision, dollars):
    return f"revision={revision}&ante={dollars}".encode()


class Side:
    """A way to drive a backend with wrk, and its results."""

    def __init__(self, url, processes, cookies=(), form=None, web_server=None):
        """Each connection has a cookie of its own, if there are any; with a form's path, it sends that
        and asks for the page in turn. What the web server takes is counted, too, if its
        process is given."""
        connections = str(len(cookies) or CONNECTIONS)
        self.command = ["wrk", "-d", "30s", "--latency", "-c", connections]
        if cookies:
            server, _, page = url.partition("//")[2].partition("/")
            self.command += [
                "-t", connections, "-s", str(HERE / "cycle.lua"), f"http://{server}", "--",
                f"/{page}", form or "", *cookies]
        else:
            self.command += ["-t", "2", url]
        self.groups = {
            "backend": processes, "web server": [web_server] if web_server else []}
        self.rounds = []
        self.rates, self.middle, self.slowest = [], [], []

    def run(self, counts=True):
        before = self.usage()
        wrk = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            time.sleep(ROUND)
        finally:
            # Its shortest round is a second; when interrupted, it uses the time it had.
            wrk.send_signal(signal.SIGINT)
            output = wrk.communicate()[0]
        if "Non-2xx" in output or "Socket errors" in output or "Requests/sec" not in output:
            raise SystemExit(f"{' '.join(self.command)}:\n{output}")
        if counts:
            used = self.usage()
            used.subtract(before)
            requests = int(re.search(r"(\d+) requests in", output)[1])
            self.rounds.append({use: count / requests for use, count in used.items()})
            self.rates.append(float(re.search(r"Requests/sec:\s*([\d.]+)", output)[1]))
            self.middle.append(latency(output, 50))
            self.slowest.append(latency(output, 99))

    def usage(self):
        """Processor time so far, how often a thread went to sleep, each time of which somebody had to
        wake it, and how often one had to make way, by whose they were."""
        client = resource.getrusage(resource.RUSAGE_CHILDREN)
        found = collections.Counter({
            ("client", "us"): (client.ru_utime + client.ru_stime) * 1e6,
            ("client", "sleeps"): client.ru_nvcsw, ("client", "made way"): client.ru_nivcsw})
        for name, processes in self.groups.items():
            found[name, "us"] = sum(map(cpu_seconds, processes)) * 1e6
            for process in processes:
                sleeps, made_way = switches(process)
                found.update({(name, "sleeps"): sleeps, (name, "made way"): made_way})
        return found

    def each(self, *units, name="backend"):
        """What a request has used of these in each round; of the backend, unless another is named."""
        return [sum(used[name, unit] for unit in units) for used in self.rounds]


class SideApart(Side):
    """One connection, and a processor for the backend alone where there are two."""

    def __init__(self, url, processes, cookies, web_server):
        super().__init__(url, processes, cookies[:1], web_server=web_server)
        first, *others = sorted(os.sched_getaffinity(0))
        self.places = {"backend": [first], "web server": others or [first]}
        self.command = [
            "taskset", "-c", ",".join(map(str, self.places["web server"])), *self.command]

    def run(self, counts=True):
        everywhere = os.sched_getaffinity(0)
        self.place(self.places)
        try:
            super().run(counts)
        finally:
            self.place(dict.fromkeys(self.groups, everywhere))

    def place(self, processors):
        for name, processes in self.groups.items():
            for process in processes:
                for thread in pathlib.Path(f"/proc/{process}/task").iterdir():
                    os.sched_setaffinity(int(thread.name), processors[name])


class SideBeside(Side):
    """With something else that happens meanwhile: `beside` makes what lasts as long."""

    def __init__(self, beside, *arguments, **options):
        super().__init__(*arguments, **options)
        self.beside = beside

    def run(self, counts=True):
        with self.beside():
            super().run(counts)


class SlowOdds:
    """Somebody who asks one question after the other that takes about half a second.

    `answers` are the status and the seconds of each.
    """

    def __init__(self, address):
        self.address = address
        self.questions = itertools.count(110)
        self.answers = []

    @contextlib.contextmanager
    def asking(self):
        end = threading.Event()

        def ask():
            while not end.is_set():
                begun = time.monotonic()
                answer = raw_answer(self.address, target=f"/odds?x=90d{next(self.questions)}kh45")
                status = re.match(rb"Status: (\d+)", answer)
                self.answers.append(
                    (int(status[1]) if status else 200, time.monotonic() - begun))

        asking = threading.Thread(target=ask)
        asking.start()
        try:
            yield
        finally:
            end.set()
            asking.join()


def latency(output, percent):
    value, unit = re.search(rf"^\s*{percent}%\s+([\d.]+)(us|ms|s)$", output, re.M).groups()
    return float(value) * {"us": 1, "ms": 1e3, "s": 1e6}[unit]


def race(rows):
    """Runs all sides of all rows in turn, one after the other, and the other way round."""
    sides = [side for row in rows for side in row.values()]
    for number in range(ROUNDS + 1):
        for side in sides if number % 2 else sides[::-1]:
            # The first round only warms things up.
            side.run(counts=number > 0)


def php_configuration(folder, address, count, **values):
    """`values` are more of PHP's own settings."""
    more = "\n".join(f"php_admin_value[{name}] = {value}" for name, value in values.items())
    return f"""[global]
error_log = {folder}/log
daemonize = no
[hall]
listen = {address}
pm = static
pm.max_children = {count}
{"user = root" if os.geteuid() == 0 else ""}
php_admin_value[session.save_path] = {folder}/php-sessions
php_admin_value[session.serialize_handler] = php_serialize
php_admin_value[session.gc_probability] = 0
{more}
"""


def php_serialized(value):
    if isinstance(value, bool):
        return f"b:{int(value)};"
    if isinstance(value, int):
        return f"i:{value};"
    if isinstance(value, str):
        return f's:{len(value.encode())}:"{value}";'
    pairs = list(value.items() if isinstance(value, dict) else enumerate(value))
    inner = "".join(php_serialized(key) + php_serialized(one) for key, one in pairs)
    return f"a:{len(pairs)}:{{{inner}}}"


def make(folder):
    folder.mkdir()
    return folder
