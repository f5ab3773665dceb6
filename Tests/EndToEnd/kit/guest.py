"""Visitors without a browser: they keep cookies, send forms, and look at what comes back."""

import re
from dataclasses import dataclass, field
from urllib.parse import urlencode

FORM = ("Content-Type", "application/x-www-form-urlencoded")


@dataclass
class Reply:
    """An answer, whoever it comes from."""

    status: int = 0
    headers: dict = field(default_factory=dict)
    body: bytes = b""

    def read_headers(self, lines):
        for line in lines:
            name, _, value = line.partition(": ")
            self.headers.setdefault(name.lower(), []).append(value)

    def __getitem__(self, name):
        """The header's one value, or None; a repeated header is itself a fault."""
        values = self.headers.get(name.lower(), [])
        assert len(values) <= 1, f"{name}: {values}"
        return values[0] if values else None

    @property
    def cookies(self):
        """The cookies that it sets, with their attributes."""
        return self.headers.get("set-cookie", [])

    @property
    def text(self):
        return self.body.decode()

    @property
    def revision(self):
        """The one revision that all forms of a page carry."""
        (found,) = set(re.findall(r'name="revision" value="(\d+)"', self.text))
        return int(found)

    def fact(self, name):
        """The value under a label of the page's definition list."""
        return re.search(rf"<dt>{name}</dt><dd>(.*?)</dd>", self.text)[1]


class Jar(dict):
    """A browser's cookies, by name; as text what it sends of them."""

    def __init__(self, text=""):
        super().__init__(pair.split("=", 1) for pair in text.split("; ") if pair)

    def __str__(self):
        return "; ".join(f"{name}={value}" for name, value in self.items())

    def keep(self, lines):
        """Takes what an answer sets."""
        for line in lines:
            name, _, value = line.partition(";")[0].partition("=")
            if "Max-Age=0" in line:
                self.pop(name, None)
            else:
                self[name] = value


def upload(fields):
    """A body in parts; bytes are a file's."""
    parts = (
        b"--xYz\r\nContent-Disposition: form-data; name=\"%s\"%s\r\n\r\n%s\r\n" % (
            name.encode(), *((b'; filename="a.json"', value) if isinstance(value, bytes)
                             else (b"", value.encode())))
        for name, value in fields)
    return b"".join(parts) + b"--xYz--\r\n"


class Guest:
    """A visitor with cookies; how requests are sent is for those who inherit from this."""

    def __init__(self, cookie=""):
        self.cookie = cookie

    @property
    def cookie(self):
        """What is sent with every request."""
        return str(self.jar) or None

    @cookie.setter
    def cookie(self, text):
        self.jar = Jar(text)

    def get(self, path, headers=(), **others):
        return self.send("GET", path, None, headers, **others)

    def post(self, path, form=None, headers=(), **fields):
        """The form is pairs or a mapping, or bytes as they are to be sent."""
        body = form if isinstance(form, bytes) else urlencode(form or fields).encode()
        return self.send("POST", path, body, [*headers, FORM])
