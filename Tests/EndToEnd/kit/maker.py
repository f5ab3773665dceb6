"""Somebody with characters, who talks straight to the backend."""

import re

from kit.characters import character, encode, parse
from kit.guest import upload
from kit.sessions import Player


class Maker(Player):
    """Somebody with characters."""

    def upload(self, revision, content):
        body = upload([("revision", str(revision)), ("file", content)])
        return self.send(
            "POST", "/osr/vault/import", body, CONTENT_TYPE="multipart/form-data; boundary=xYz")

    def bring(self, name):
        """Brings a character of that name into the vault as its page is now."""
        found = re.search(rb'name="revision" value="(\d+)"', self.get("/osr/vault").body)
        return self.upload(int(found[1]) if found else 0, encode(character(name=name)))

    def save(self, values):
        """Puts a character on the cloud as a program does."""
        return self.send(
            "POST", "/api/v1/character", encode(values), CONTENT_TYPE="application/json")

    def vault(self):
        """The ids of its characters, newest first."""
        return re.findall(rb'<h2 id="name-(\w+)">', self.get("/osr/vault").body)

    def finish(self):
        """Has a whole character made by chance, ready to be saved; the revision then."""
        assert self.post("/osr/new/surprise", revision=0).status == 303
        reply = self.post("/osr/new/review/continue", revision=1)
        assert (reply.status, reply["location"]) == (303, "/osr/new/save")
        return 2


def cloud_size(backend):
    return len(parse(Maker(backend.socket).get("/api/v1/characters?all=1").body)["playerCharacters"])
