"""What races have in common: processes, a load generator, PHP, and what is asked."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

from kit import fastcgi_client as client
from kit.halls import can_connect
from kit.processes import cpu_seconds, wait_until

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

    def __init__(self, url, processes, cookies=(), form=None):
        """Each connection has a cookie of its own; with a form's path, it sends that and asks for the
        page in turn."""
        self.command = ["wrk", "-d", "30s", "--latency", "-c", str(CONNECTIONS)]
        if cookies:
            server, _, page = url.partition("//")[2].partition("/")
            self.command += [
                "-t", str(CONNECTIONS), "-s", str(HERE / "cycle.lua"), f"http://{server}", "--",
                f"/{page}", form or "", *cookies]
        else:
            self.command += ["-t", "2", url]
        self.processes = processes
        self.requests = 0
        self.seconds = 0.0
        self.rates, self.middle, self.slowest = [], [], []

    def run(self, counts=True):
        before = self.cpu()
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
            self.seconds += self.cpu() - before
            self.requests += int(re.search(r"(\d+) requests in", output)[1])
            self.rates.append(float(re.search(r"Requests/sec:\s*([\d.]+)", output)[1]))
            self.middle.append(latency(output, 50))
            self.slowest.append(latency(output, 99))

    def cpu(self):
        return sum(map(cpu_seconds, self.processes))

    @property
    def microseconds(self):
        """The backend's processor time per request."""
        return self.seconds / self.requests * 1e6


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
