"""Visitors of a backend who make characters and keep them."""

import re

from kit.characters import encode
from kit.guest import upload
from kit.sessions import Player


class Maker(Player):
    """Somebody with characters."""

    def upload(self, revision, content):
        body = upload([("revision", str(revision)), ("file", content)])
        return self.send(
            "POST", "/osr/vault/import", body, CONTENT_TYPE="multipart/form-data; boundary=xYz")

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
