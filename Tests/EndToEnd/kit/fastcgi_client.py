"""A FastCGI client that can also misbehave: what a web server sends, and what it should not.

Records are built by plain functions that return bytes, so a test can join, cut and reorder them.
"""

import contextlib
import socket
import struct
import threading
import time
from dataclasses import dataclass, field

from kit import guest

BEGIN, ABORT, END, PARAMS, STDIN, STDOUT, STDERR, DATA = range(1, 9)
GET_VALUES, GET_VALUES_RESULT, UNKNOWN_TYPE = 9, 10, 11
RESPONDER, AUTHORIZER, FILTER = 1, 2, 3
REQUEST_COMPLETE, CANT_MULTIPLEX, OVERLOADED, UNKNOWN_ROLE = range(4)


def record(kind, content=b"", request=1, padding=0, version=1):
    """One record; the content may have up to 65535 bytes."""
    head = struct.pack("!BBHHBx", version, kind, request, len(content), padding)
    return head + content + bytes(padding)


def stream(kind, content, request=1, size=65535):
    """The records of a stream, with the empty one that ends it."""
    parts = [content[at : at + size] for at in range(0, len(content), size)]
    return b"".join(record(kind, part, request) for part in parts) + record(kind, b"", request)


def begin(role=RESPONDER, keep=False, request=1):
    return record(BEGIN, struct.pack("!HB5x", role, int(keep)), request)


def pair(name, value):
    """One variable, its lengths in one byte each or, above 127, in four."""

    def length(count):
        return bytes([count]) if count < 128 else struct.pack("!I", count | 0x80000000)

    name, value = (text.encode() if isinstance(text, str) else text for text in (name, value))
    return length(len(name)) + length(len(value)) + name + value


def variables(method="GET", target="/", body=None, **others):
    """The pairs that a web server sends for that request; others are added or replaced by name."""
    values = {
        "REQUEST_METHOD": method,
        "REQUEST_URI": target,
        "SCRIPT_NAME": "",
        "PATH_INFO": target.split("?")[0],
        "QUERY_STRING": target.partition("?")[2],
        "SERVER_PROTOCOL": "HTTP/1.1",
        "GATEWAY_INTERFACE": "CGI/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost",
    }
    if body is not None:
        values["CONTENT_LENGTH"] = str(len(body))
        values["CONTENT_TYPE"] = "application/x-www-form-urlencoded"
    values.update(others)
    return [(name, value) for name, value in values.items() if value is not None]


def request(method="GET", target="/", body=None, keep=False, pairs=None, **others):
    """A whole request; `pairs` replaces all variables."""
    if pairs is None:
        pairs = variables(method, target, body, **others)
    content = b"".join(pair(name, value) for name, value in pairs)
    return begin(keep=keep) + stream(PARAMS, content) + stream(STDIN, body or b"")


@dataclass
class Reply(guest.Reply):
    """What came back for one request."""

    reason: str = ""
    """Whether END_REQUEST came, and what it says."""
    ended: bool = False
    protocol_status: int = -1
    """Types of records beyond those of an answer."""
    others: list = field(default_factory=list)

    def read_head(self, output):
        head, blank, self.body = output.partition(b"\r\n\r\n")
        if not blank:
            return
        self.read_headers(head.decode("latin-1").split("\r\n"))
        code, _, self.reason = self.headers.get("status", ["200 OK"])[0].partition(" ")
        self.status = int(code)


class NotTaken(Exception):
    """The backend had closed a kept connection before it took the request: it may be sent anew."""


class Connection:
    """A connection to the backend at a Unix socket's path or a (host, port)."""

    def __init__(self, address, timeout=15):
        family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
        self.socket = socket.socket(family, socket.SOCK_STREAM)
        self.socket.settimeout(timeout)
        self.socket.connect(address)
        self.buffer = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def send_in_pieces(self, data, size, pause=0.0):
        for at in range(0, len(data), size):
            self.send(data[at : at + size])
            time.sleep(pause)

    def read_exactly(self, count):
        """That many bytes, or fewer where the connection ends."""
        while len(self.buffer) < count:
            try:
                data = self.socket.recv(65536)
            except ConnectionResetError:
                data = b""
            if not data:
                break
            self.buffer += data
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def read_record(self):
        """(type, request, content), or None at the end of the connection."""
        head = self.read_exactly(8)
        if len(head) < 8:
            return None
        _, kind, number, length, padding = struct.unpack("!BBHHBx", head)
        content = self.read_exactly(length)
        self.read_exactly(padding)
        return kind, number, content

    def read_reply(self):
        """Reads up to END_REQUEST or the end of the connection."""
        reply, output = Reply(), b""
        while (found := self.read_record()) is not None:
            kind, _, content = found
            if kind == STDOUT:
                output += content
            elif kind == END:
                reply.ended = True
                reply.protocol_status = content[4]
                break
            else:
                reply.others.append(kind)
        reply.read_head(output)
        return reply

    def is_ended(self):
        """Waits for the backend to close the connection; False when it says something instead."""
        return not self.buffer and self.read_exactly(1) == b""

    def ask(self, *arguments, **options):
        self.send(request(*arguments, **options))
        return self.read_reply()


class Kept:
    """A connection for many requests, made anew when the backend has dropped it as it does after a
    while without one."""

    def __init__(self, address, timeout=60):
        self.address, self.timeout = address, timeout
        self.connection = Connection(address, timeout)

    def close(self):
        self.connection.close()

    def ask(self, *arguments, **options):
        """The answer, without a status if there is none."""
        for _ in range(3):
            with contextlib.suppress(OSError):
                reply = self.connection.ask(*arguments, keep=True, **options)
                if reply.ended:
                    return reply
            self.close()
            self.connection = Connection(self.address, self.timeout)
        return Reply()


def ask(address, *arguments, **options):
    """One request on a connection of its own."""
    with Connection(address) as connection:
        return connection.ask(*arguments, **options)


class Load:
    """Threads that ask without pause, each on a kept connection, as a web server does.

    A request that the backend has not taken - the write fails, or a kept connection turns out to
    be closed before anything is sent - goes out again on a new connection. Whatever was sent in
    full and got no whole answer is a failure.
    """

    def __init__(self, address, expected, count=8, keep=True, make=None):
        self.address, self.expected, self.keep = address, expected, keep
        self.make = make or (lambda: request("GET", "/healthz", keep=keep))
        self.answered, self.failures = 0, []
        self.lock = threading.Lock()
        self.is_over = threading.Event()
        self.threads = [threading.Thread(target=self.run, daemon=True) for _ in range(count)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        for thread in self.threads:
            thread.join(30)

    def run(self):
        connection = None
        while not self.is_over.is_set():
            try:
                if connection is None:
                    connection = Connection(self.address)
                reply = self.send(connection)
            except NotTaken:
                connection.close()
                connection = None
                continue
            except OSError as error:
                self.note(f"{type(error).__name__} {error}")
                connection = None
                time.sleep(0.01)
                continue
            if not reply.ended or reply.status != self.expected:
                self.note(f"status {reply.status}, ended {reply.ended}")
                connection.close()
                connection = None
                continue
            with self.lock:
                self.answered += 1
            if not self.keep:
                connection.close()
                connection = None

    def send(self, connection):
        try:
            connection.send(self.make())
        except (BrokenPipeError, ConnectionResetError) as error:
            raise NotTaken from error
        return connection.read_reply()

    def note(self, failure):
        with self.lock:
            self.failures.append(failure)
