"""A small HTTP/1.1 client over a socket, for requests that a polite library would not send."""

import socket
from dataclasses import dataclass

from kit import guest


@dataclass
class Reply(guest.Reply):
    """The head as it came, without the blank line."""
    head: str = ""


def head(method, target, headers=(), host="localhost", version="HTTP/1.1"):
    """The bytes of a request's head; texts may hold any byte as Latin-1."""
    lines = [f"{method} {target} {version}"]
    if host is not None:
        lines.append(f"Host: {host}")
    lines += [f"{name}: {value}" for name, value in headers]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n"


class Client:
    """A connection to a web server on this machine."""

    def __init__(self, port, timeout=15):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout)
        self.input = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.input.close()
        self.socket.close()

    def send(self, data):
        """Sends all, or as much as the server wants to have before it answers."""
        try:
            self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def read_reply(self, method="GET"):
        """The next answer; status 0 when the connection ends without one."""
        try:
            while True:
                reply = self.read_head()
                if not 100 <= reply.status < 200:
                    break
            if method != "HEAD" and reply.status not in (0, 204, 304):
                reply.body = self.read_body(reply)
        except ConnectionResetError:
            return Reply()
        return reply

    def read_head(self):
        lines = []
        while (line := self.input.readline()).strip():
            lines.append(line.decode("latin-1").rstrip("\r\n"))
        if not lines:
            return Reply()
        reply = Reply(int(lines[0].split(" ")[1]), head="\n".join(lines))
        reply.read_headers(lines[1:])
        return reply

    def read_body(self, reply):
        if reply["transfer-encoding"] == "chunked":
            body = b""
            while size := int(self.input.readline().split(b";")[0], 16):
                body += self.input.read(size)
                self.input.readline()
            self.input.readline()
            return body
        length = reply["content-length"]
        return self.input.read() if length is None else self.input.read(int(length))


def ask(port, method, target, headers=(), body=b"", **others):
    """One request on a connection of its own."""
    headers = [("Connection", "close"), *headers]
    if body and not any(name.lower() == "content-length" for name, _ in headers):
        headers.append(("Content-Length", len(body)))
    with Client(port) as client:
        client.send(head(method, target, headers, **others) + body)
        return client.read_reply(method)


class Browser(guest.Guest):
    """A visitor of a hall behind a web server."""

    def __init__(self, port, base="", cookie=""):
        super().__init__(cookie)
        self.port, self.base = port, base

    def send(self, method, path, body=None, headers=(), **others):
        headers = [*headers, *([("Cookie", self.cookie)] if self.cookie else [])]
        reply = ask(self.port, method, self.base + path, headers, body or b"", **others)
        self.jar.keep(reply.cookies)
        return reply
