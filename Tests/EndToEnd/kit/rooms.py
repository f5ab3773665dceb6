"""Rooms as visitors use them, with a browser and without one."""

import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor

from kit.sessions import Player


LOOK = {"timeout": 15_000}
"""Longer than it takes a page to look again by itself."""


def open_room(visitor, kind, **settings):
    """Opens a room and leads it; answers with its code. Without scripts the host looks again when a
    test does."""
    visitor.open("/room")
    visitor.select("Kind", kind)
    if settings:
        visitor.page.get_by_text("More settings", exact=True).click()
    for label, value in settings.items():
        visitor.page.get_by_label(label.replace("_", " "), exact=True).select_option(value)
    visitor.follow(visitor.button("Open room").click)
    code = re.search(r"/room/([A-Z2-9]{6})", visitor.page.url)[1]
    if not visitor.scripts:
        visitor.open(f"/room/{code}/host?refresh=no")
    return code


def join(visitor, code, name):
    visitor.open(f"/room/{code.lower()}")
    visitor.set_field("textbox", "Your name", name)
    visitor.follow(visitor.button("Join").click)


def look_again(visitor):
    if not visitor.scripts:
        visitor.open_link("Look again")


def outcome(visitor):
    return visitor.page.locator("#outcome")


class Seat(Player):
    """Somebody in a room, who knows the number of the next press."""

    def __init__(self, address, code, name, **variables):
        super().__init__(address, **variables)
        self.code, self.name, self.press = code, name, 1

    @property
    def path(self):
        return f"/room/{self.code}"

    def join(self):
        reply = self.post(f"{self.path}/join", name=self.name)
        assert reply.status == 303, (reply.status, reply.text)
        return reply

    def roll(self, act="roll", **fields):
        return self.post(f"{self.path}/{act}", {"press": self.press, **fields})

    def look(self):
        return self.get(self.path)


class Watcher(Player):
    """Somebody at the large view, who asks as the page's script does."""

    def __init__(self, address, code, **variables):
        super().__init__(address, **variables)
        self.path, self.number, self.page = f"/room/{code}", 0, None

    def look(self):
        """Asks what is new, and gets the page if anything is; answers with the last reply."""
        reply = self.get(f"{self.path}/state?since={self.number}")
        if reply.status != 200 or json.loads(reply.text)["number"] == self.number:
            return reply
        self.page = self.get(f"{self.path}/watch")
        self.number = int((re.search(r'data-number="(\d+)"', self.page.text) or [0, 0])[1])
        return self.page


class Crowd:
    """So many at the large view, who each look every other second on some threads of a `with`.

    `check` is called with each who has looked; what it raises, the end of the `with` raises too.
    """

    def __init__(self, address, code, count=200, threads=10, check=lambda watcher: None):
        self.watchers = [Watcher(address, code) for _ in range(count)]
        self.threads, self.check, self.is_over = threads, check, threading.Event()

    def __enter__(self):
        self.pool = ThreadPoolExecutor(self.threads)
        self.rounds = [
            self.pool.submit(self.watch, self.watchers[first :: self.threads])
            for first in range(self.threads)]
        return self

    def watch(self, watchers):
        while not self.is_over.is_set():
            for watcher in watchers:
                self.is_over.wait(2 / len(watchers))
                watcher.look()
                self.check(watcher)

    def __exit__(self, *_):
        self.is_over.set()
        self.pool.shutdown()
        for watched in self.rounds:
            watched.result()


class Host(Player):
    """Opens a room and leads it."""

    def __init__(self, address, **settings):
        super().__init__(address)
        reply = self.post("/room/open", settings)
        # The first time, to be sent again with the cookie that comes with it.
        assert reply.status == 307, (reply.status, reply.text)
        reply = self.post(reply["Location"], settings)
        assert reply.status == 303, (reply.status, reply.text)
        self.code = re.search(r"room/([2-9A-HJKMNP-Z]{6})", reply["Location"])[1]

    @property
    def path(self):
        return f"/room/{self.code}"

    def press(self, act, **fields):
        """Presses a button of the host's page as it is now."""
        page = self.get(f"{self.path}/host")
        assert page.status == 200, page.text
        number = re.search(r'name="press" value="(\d+)"', page.text)[1]
        return self.post(f"{self.path}/{act}", press=number, **fields)

    def data(self):
        """All rolls in the record."""
        reply = self.get(f"{self.path}/data.json")
        assert reply.status == 200, reply.text
        return json.loads(reply.text)
