"""People who have something of every kind in a hall, and find it again wherever the hall goes."""

import re

from kit.characters import character, encode
from kit.maker import Maker
from kit.rooms import Host, Seat
from kit.sessions import Player


class Regulars:
    """People with something of every kind, who remember what they were shown."""

    def __init__(self, backend):
        self.player = Player(backend.socket, game="dice")
        for _ in range(3):
            assert self.player.roll().status == 303
        self.maker = Maker(backend.socket)
        for name in ("Nim", "Odo"):
            revision = self.maker.get("/osr/vault").revision if self.maker.cookie else 0
            reply = self.maker.upload(revision, encode(character(name=name)))
            assert reply.status == 303
        assert self.maker.save(character(name="Zoë")).status == 201
        self.host = Host(backend.socket, kind="experiment", experiment="2d6", rollsASeat=9)
        self.seat = Seat(backend.socket, self.host.code, "Pat")
        self.seat.join()
        self.sit()
        self.shown = self.look()

    def sit(self):
        assert self.seat.roll().status == 303
        self.seat.press += 1

    def look(self):
        return [
            self.player.get("/dice").body, self.maker.get("/osr/vault").body,
            self.maker.get("/osr/cloud").body, self.host.data(),
            # Each page has a press of its own.
            re.sub(rb'name="press" value="\d+"', b"", self.seat.look().body)]

    def move(self, backend):
        """Everybody finds all as it was at another backend, and goes on."""
        for one in (self.player, self.maker, self.host, self.seat):
            one.address = backend.socket
        assert self.look() == self.shown
        assert self.player.roll().status == 303
        assert self.player.look().revision == self.player.revision
        revision = self.maker.get("/osr/vault").revision
        assert self.maker.upload(revision, encode(character(name="Una"))).status == 303
        assert self.maker.save(character(name="Ada")).status == 201
        self.sit()
        self.shown = self.look()
