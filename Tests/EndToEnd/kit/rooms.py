"""Rooms as visitors without a browser use them."""

import json
import re

from kit.sessions import Player


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

    def roll(self):
        return self.post(f"{self.path}/roll", press=self.press)

    def look(self):
        return self.get(self.path)


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
