"""What a running hall tells its operator: lines of its log, and figures."""

import json
import re
import socket

from kit.processes import wait_until

SAMPLE = re.compile(
    r'(?P<name>[a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(?P<labels>.*)\})? (?P<value>\+Inf|-?[0-9.eE+-]+)')
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)')


def lines(running):
    """Every line of its log, each of which must be JSON."""
    return [json.loads(line) for line in running.output().splitlines()]


def requests(running, count):
    """The lines about so many requests; one is written when its answer has gone out."""
    def found():
        return [line for line in lines(running) if line["message"] in ("request", "slow request")]

    wait_until(lambda: len(found()) >= count)
    return found()


def ask_figures(place, target="/metrics", method="GET"):
    """What comes back over HTTP from a socket's path or a (host, port): head and body."""
    family = socket.AF_UNIX if isinstance(place, str) else socket.AF_INET
    with socket.socket(family) as connection:
        connection.settimeout(15)
        connection.connect(place)
        connection.sendall(f"{method} {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    return head.decode(), body.decode()


class Figures(dict):
    """A page of figures, by name and labels: `figures["x_total", "store=session"]`.

    Refuses what Prometheus would, and what it would only misread: help and type before each name's
    samples, all of a name together, no sample twice, and buckets that rise to the count.
    """

    def __init__(self, text):
        super().__init__()
        assert text.endswith("\n") and "\n\n" not in text
        self.types, helped, current = {}, set(), None
        for line in text.splitlines():
            if line.startswith("# HELP "):
                name, words = line[7:].split(" ", 1)
                assert words and name not in helped, line
                helped.add(name)
            elif line.startswith("# TYPE "):
                current, kind = line[7:].split(" ")
                assert current in helped and current not in self.types, line
                assert kind in ("counter", "gauge", "histogram"), line
                assert (kind == "counter") == current.endswith("_total"), line
                self.types[current] = kind
            else:
                self.add(line, current)
        self.check_histograms()

    def add(self, line, current):
        found = SAMPLE.fullmatch(line)
        assert found, line
        name, labels = found["name"], found["labels"] or ""
        pairs = LABEL.findall(labels)
        assert "".join(f'{key}="{value}",' for key, value in pairs) == labels + "," * bool(labels), line
        endings = ("_bucket", "_sum", "_count") if self.types[current] == "histogram" else ("",)
        assert any(name == current + ending for ending in endings), line
        key = (name, *sorted(f"{key}={value}" for key, value in pairs))
        assert key not in self and len(set(dict(pairs))) == len(pairs), line
        self[key] = float(found["value"])

    def check_histograms(self):
        for (name, *labels), count in list(self.items()):
            if not name.endswith("_count") or self.types.get(name[:-6]) != "histogram":
                continue
            buckets = sorted(
                (float(next(label[3:] for label in key[1:] if label.startswith("le="))), value)
                for key, value in self.items()
                if key[0] == f"{name[:-6]}_bucket"
                and [label for label in key[1:] if not label.startswith("le=")] == labels)
            values = [value for _, value in buckets]
            assert values == sorted(values) and values[-1] == count > 0
            assert buckets[-1][0] == float("inf") and (f"{name[:-6]}_sum", *labels) in self

    def __getitem__(self, key):
        """0 for what has not happened yet."""
        name, *labels = key if isinstance(key, tuple) else (key,)
        return self.get((name, *sorted(labels)), 0)


def figures(place):
    head, body = ask_figures(place)
    assert head.startswith("HTTP/1.1 200 OK\r\n")
    assert "Content-Type: text/plain; version=0.0.4; charset=utf-8" in head
    assert f"Content-Length: {len(body.encode())}" in head
    return Figures(body)
