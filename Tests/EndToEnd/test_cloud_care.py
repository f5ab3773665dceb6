"""`dicehall cloud`, reports, and a cloud that takes nothing new."""

import json
import re
import subprocess

import pytest

from kit.characters import character, encode
from kit.database import server
from kit.fastcgi_client import ask
from kit.several import backend_of, store

@pytest.fixture(params=["folder", "database"])
def hall(request, program, scratch, fresh_backend):
    """A backend, and the words that name where it keeps everything."""
    if request.param == "folder":
        backend = fresh_backend()
        yield backend, ["--state", str(backend.state)]
        return
    with server() as database:
        store(program, "init", "--store", database.address)
        backend = backend_of(program, scratch / "hall", database.address)
        yield backend, ["--store", database.address]
        backend.stop()


def post(backend, **changes):
    """Puts a character on the cloud as a program does."""
    return ask(
        backend.socket, "POST", "/api/v1/character", encode(character(**changes)),
        CONTENT_TYPE="application/json")


def save(backend, number, **changes):
    """Puts a character on the cloud: its id."""
    answer = post(backend, id=f"E621E1F8-C36C-495A-93FC-00000000000{number}", **changes)
    assert answer.status == 201, answer.text
    return f"E621E1F8-C36C-495A-93FC-00000000000{number}"


def report(backend, number, client="192.0.2.1"):
    return ask(
        backend.socket, "POST", f"/osr/cloud/{number}/report", b"", REMOTE_ADDR=client)


def page(backend, number):
    return ask(backend.socket, "GET", f"/osr/cloud/{number}")


def test_a_reported_character_is_listed_shown_blocked_restored_and_deleted(program, hall):
    backend, place = hall

    def say(*words, status=0):
        done = subprocess.run(
            [program, "cloud", *words, *place], capture_output=True, text=True, timeout=60)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout if status == 0 else done.stderr

    rude = save(backend, 1, name="Rude Name")
    fine = save(backend, 2, name="Fine Name")
    assert report(backend, rude).headers["location"][0].endswith("?reported=now")
    assert report(backend, rude).headers["location"][0].endswith("?reported=before")
    assert report(backend, rude, "198.51.100.7").status == 303
    assert report(backend, "E621E1F8-C36C-495A-93FC-0C247A3E6E5F").status == 404
    assert "will see your report" in ask(
        backend.socket, "GET", f"/osr/cloud/{rude}?reported=now").text

    lines = say("list").splitlines()
    assert lines[0].split() == "id reports status saved (UTC) class level name".split()
    assert [line.split()[:3] for line in lines[1:]] == [[fine, "0", "shown"], [rude, "2", "shown"]]
    assert lines[2].endswith("  Rude Name")
    entries = json.loads(say("list", "--reported", "--json"))
    assert [(one["id"], one["reports"], one["isBlocked"]) for one in entries] == [(rude, 2, False)]
    shown = say("show", rude.lower())
    assert re.search(r"^name +Rude Name$", shown, re.M)
    assert json.loads(say("show", rude, "--json"))["character"]["id"] == rude

    assert say("block", rude).startswith(f"blocked {rude} in ")
    assert say("block", rude).startswith(f"was blocked already: {rude} in ")
    assert page(backend, rude).status == 404
    assert ask(backend.socket, "GET", f"/api/v1/characters/{rude}").status == 404
    assert "Rude" not in ask(backend.socket, "GET", "/osr/cloud").text
    assert report(backend, rude).status == 404
    assert post(backend, id=rude).status == 409
    assert [one["id"] for one in json.loads(say("list", "--blocked", "--json"))] == [rude]

    assert say("restore", rude).startswith(f"restored {rude} in ")
    assert page(backend, rude).status == 200
    assert json.loads(say("list", "--reported", "--json")) == []
    assert say("restore", rude).startswith("nothing to restore: ")

    assert say("delete", rude, fine).count("deleted ") == 2
    assert page(backend, fine).status == 404
    assert say("list").startswith("no characters in ")
    assert say("delete", rude, status=66) == (
        f"dicehall: there is no character {rude} in {say_place(place)}\n")


def say_place(place):
    name, value = place
    if name == "--state":
        return value
    return "database hall on " + re.search(r"host=(\S+)", value)[1]


@pytest.mark.parametrize("words, status, part", [
    (["show", "nobody"], 64, "a character's id looks like"),
    (["block"], 64, "ids"),
    (["list", "--limit", "0"], 64, "--limit takes 1 to 10000"),
    (["list", "--reported", "--blocked"], 64, "not both"),
    (["list", "--reported", "--after", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"], 64, "not both"),
    (["list", "--after", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"], 66, "no character ever had"),
    (["show", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"], 66, "there is no character"),
])
def test_mistakes_are_told_in_one_sentence(program, tmp_path, words, status, part):
    (tmp_path / "cloud").mkdir(mode=0o700)
    done = subprocess.run(
        [program, "cloud", *words, "--state", tmp_path], capture_output=True, text=True, timeout=60)
    assert done.returncode == status and part in done.stderr, done.stderr
    assert done.stderr.count("\n") <= 2 and not done.stdout
    assert "no such folder" in subprocess.run(
        [program, "cloud", "list", "--state", tmp_path / "none"], capture_output=True, text=True,
        timeout=60).stderr


def test_a_read_only_cloud_takes_nothing_new_and_says_so(program, fresh_backend):
    backend = fresh_backend()
    number = save(backend, 1)
    backend.stop()
    closed = fresh_backend(state=backend.state, cloud="read-only")
    answer = post(closed)
    assert answer.status == 403
    assert json.loads(answer.text) == {"error": "Dragon Cloud takes no new characters here."}
    listed = json.loads(ask(closed.socket, "GET", "/api/v1/characters").text)
    assert [one["id"] for one in listed["playerCharacters"]] == [number]
    assert "takes no new characters here" in ask(closed.socket, "GET", "/osr/cloud").text
    assert page(closed, number).status == 200
    assert report(closed, number).status == 303
