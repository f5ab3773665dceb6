"""Dragon Cloud for programs, through the web servers: as the existing app speaks to it, and around."""

import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import threading
import time
import uuid

import openapi_spec_validator
import pytest
from openapi_schema_validator import OAS31Validator

from kit import fastcgi_client
from kit.characters import (
    character, comparable, decode_list, encode, one_of_each_class, parse)
from kit.halls import Hall, shared
from kit.http_client import Client, ask, head
from kit.processes import is_quick, wait_until

JSON = ("Content-Type", "application/json")


class Cloud:
    """A hall as a program sees it; each client has its own address, passed on by a proxy."""

    def __init__(self, hall):
        self.hall = hall
        self.clients = 0

    def send(self, method, path, headers=(), body=b"", client=None):
        self.clients += client is None
        client = client or f"198.51.{self.clients // 250}.{self.clients % 250 + 1}"
        return ask(self.hall.port, method, f"{self.hall.base}/api/v1{path}",
                   [*headers, ("X-Forwarded-For", client)], body)

    def get(self, path="/characters", headers=()):
        return self.send("GET", path, headers)

    def post(self, body, path="/character", headers=(JSON,), client=None):
        return self.send("POST", path, headers, body, client)

    def save(self, values, seed=0):
        return self.post(encode(values, seed))

    def pages(self, query):
        """All pages of a list, by their Link headers."""
        path, found = f"/characters?{query}", []
        while path:
            reply = self.get(path)
            assert reply.status == 200
            found.append(parse(reply.body)["playerCharacters"])
            link = reply["link"] and re.fullmatch(r'<([^>]+)>; rel="next"', reply["link"])
            path = link and link[1].removeprefix(f"{self.hall.base}/api/v1")
        return found


def is_failure(reply, status):
    """One sentence in JSON, no matter which server answers."""
    assert reply.status == status, reply.head + reply.text
    assert reply["content-type"] == "application/json"
    assert list(parse(reply.body)) == ["error"] and parse(reply.body)["error"]
    return True


@pytest.fixture(scope="module", params=["nginx", "lighttpd"])
def cloud(request, program):
    """A hall that believes its web server's clients, behind each web server in turn."""
    def start(folder):
        return Hall(program, folder, request.param, DICEHALL_TRUSTED_PROXY="127.0.0.1")

    with shared(start) as hall:
        yield Cloud(hall)


@pytest.fixture(scope="module")
def description(cloud):
    return parse(cloud.get("/openapi.json").body)


def schema(description, name):
    """Checks values against a schema of the description."""
    return OAS31Validator({**description, "$ref": f"#/components/schemas/{name}"})


# The existing app


@pytest.mark.path
def test_what_the_app_saves_it_can_list(cloud):
    saved = [{**one, "id": str(uuid.uuid4()).upper()} for one in one_of_each_class()]
    for seed, one in enumerate(saved):
        reply = cloud.save(one, seed)
        assert reply.status == 201, reply.text
        assert reply["location"] == f"{cloud.hall.base}/api/v1/characters/{one['id']}"
    listed = decode_list(cloud.get().body)
    readable = [one for one in saved if one["armor"]]
    assert len(readable) == len(saved) - 1
    assert [comparable(one) for one in listed[:len(readable)]] == [
        comparable(one) for one in reversed(readable)]


def test_newer_programs_get_those_without_armour_too(cloud):
    bare = character(armor=None)
    assert cloud.save(bare).status == 201
    assert bare["id"] not in [one["id"] for one in decode_list(cloud.get().body)]
    everything = decode_list(cloud.get("/characters?all=1").body, app=False)
    assert comparable(everything[0]) == comparable(bare)
    with pytest.raises(AssertionError):
        decode_list(cloud.get("/characters?all=1").body)
    assert parse(cloud.get(f"/characters/{bare['id'].lower()}").body)["armor"] is None


def test_the_app_is_met_halfway(cloud):
    elf = character(characterClass="elf", additionalLanguages=["alignment", "common", "elvish"])
    assert cloud.save(elf).status == 201
    assert decode_list(cloud.get().body)[0]["additionalLanguages"] == []
    purse = parse(encode(character()))
    purse["coins"] = {"goldPieces": 40}
    assert cloud.post(json.dumps(purse).encode()).status == 201


def test_a_character_is_saved_once(cloud):
    first = character()
    assert cloud.save(first, 1).status == 201
    for seed in (1, 2, 3):
        assert cloud.save({**first, "id": first["id"].lower()}, seed).status == 200
    other = cloud.save({**first, "name": "Somebody Else"})
    assert is_failure(other, 409)
    names = [one["name"] for one in decode_list(cloud.get().body) if one["id"] == first["id"]]
    assert names == ["Rowan Ash"]


# What is wrong


@pytest.mark.parametrize("body", [
    b"", b"{", b'{"level": NaN}', b'{"level": Infinity}', b'{"id": 1, "id": 2}', b"\xff\xfe{}",
    b'{"name": "\xc0\xaf"}', b'{"name": "\\ud800"}', b"[" * 60_000, b'{"a":' * 9_000,
    b"1e" + b"9" * 300, b"{}{}"])
def test_bad_json_is_told_with_its_place(cloud, body):
    for path in ("/character", "/sheets"):
        def send():
            reply = cloud.post(body, path, headers=[JSON, ("Content-Length", len(body))])
            assert is_failure(reply, 400)
            assert re.search(r"line \d+, column \d+", reply.text)

        assert is_quick(send, 5)


@pytest.mark.parametrize(("change", "found"), [
    ({"version": 2}, "unknownKey version"), ({"level": 3}, "outOfRange level"),
    ({"level": 1e400}, "outOfRange level"), ({"name": " "}, "nameEmpty name"),
    ({"name": "x" * 61}, "nameTooLong name"), ({"title": "x" * 61}, "titleTooLong title"),
    ({"gear": None}, "unknownValue gear"), ({"armor": "mithril"}, "unknownItem armor"),
    ({"alignment": "good"}, "unknownValue alignment"), ({"id": "1"}, "unknownValue id"),
    ({"spells": ["sleep"]}, "spellNotAllowed spells"),
    ({"coins": ["goldPieces", 9_000]}, "notEnoughGold coins")])
def test_what_breaks_the_table_is_named(cloud, description, change, found):
    values = {**parse(encode(character())), **change}
    body = json.dumps(values).replace("Infinity", "1e400").encode()
    for path in ("/character", "/sheets"):
        reply = cloud.post(body, path)
        assert reply.status == 422, reply.text
        schema(description, "Violations").validate(parse(reply.body))
        assert found in [f"{one['rule']} {one['field']}" for one in parse(reply.body)["violations"]]


def test_a_missing_key_is_named(cloud):
    for key in parse(encode(character())):
        values = parse(encode(character()))
        del values[key]
        (found,) = parse(cloud.post(json.dumps(values).encode()).body)["violations"]
        assert (found["rule"], found["field"]) == ("missingKey", key)


def test_other_types_are_refused(cloud):
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert is_failure(cloud.post(b"{}", headers=[("Content-Type", kind)]), 415)
    assert is_failure(cloud.post(b"{}", headers=[]), 415)


def test_pages_of_other_sites_cannot_save(cloud):
    headers = [JSON, ("Origin", "https://evil.example"), ("Sec-Fetch-Site", "cross-site")]
    assert is_failure(cloud.post(encode(character()), headers=headers), 403)


def test_what_is_too_large_is_refused_at_once(cloud):
    assert is_failure(cloud.post(b"[" * 70_000), 413)

    def announce():
        with Client(cloud.hall.port) as client:
            client.send(head("POST", f"{cloud.hall.base}/api/v1/character",
                             [JSON, ("Content-Length", 100_000_000)]))
            assert is_failure(client.read_reply("POST"), 413)

    assert is_quick(announce, 5)
    direct = fastcgi_client.ask(
        cloud.hall.socket, "POST", "/api/v1/character", b"", CONTENT_LENGTH="100000000")
    assert direct.status == 413 and parse(direct.body)["error"]


def test_unknown_addresses_and_methods_are_told_in_json(cloud):
    for path in ("/", "/nothing", "/characters/x", "/characters/..%2f..%2fetc", "/character/x"):
        assert is_failure(cloud.get(path), 404)
    assert is_failure(cloud.get("/characters?name=%zz"), 400)
    for method, path, allowed in (
            ("DELETE", "/characters", "GET, HEAD, OPTIONS"), ("PUT", "/character", "POST, OPTIONS"),
            ("GET", "/sheets", "POST, OPTIONS"), ("POST", "/characters", "GET, HEAD, OPTIONS")):
        reply = cloud.send(method, path, [JSON], b"{}" if method != "GET" else b"")
        assert is_failure(reply, 405) and reply["allow"] == allowed


def test_a_client_that_saves_too_many_is_told_when_to_come_back(cloud):
    client, begun = "203.0.113.9", time.monotonic()
    for number in range(1_000):
        last = encode(character(name=f"Number {number}"))
        reply = cloud.post(last, client=client)
        if reply.status != 201:
            break
    # One more every five seconds.
    assert 120 <= number <= 121 + (time.monotonic() - begun) / 5
    assert is_failure(reply, 429)
    assert 1 <= int(reply["retry-after"]) <= 5
    assert cloud.post(last).status == 201
    assert cloud.post(last, client=client).status == 200


# Reading


def test_a_version_that_is_known_is_not_sent_again(cloud):
    one = character()
    cloud.save(one)
    for path in ("/characters", f"/characters/{one['id']}", f"/characters/{one['id']}/sheet",
                 "/openapi.json"):
        whole = cloud.get(path)
        assert whole.status == 200 and whole["etag"]
        for known in (whole["etag"], f'W/{whole["etag"]}', f'"x", {whole["etag"]}', "*"):
            again = cloud.get(path, [("If-None-Match", known)])
            assert again.status == 304 and again.body == b"" and again["etag"] == whole["etag"]
        assert cloud.get(path, [("If-None-Match", '"x"')]).body == whole.body
        brief = cloud.send("HEAD", path)
        assert brief.status == 200 and brief.body == b"" and brief["etag"] == whole["etag"]


def test_scripts_of_all_sites_may_read(cloud):
    for path in ("/characters", "/characters/x", "/nothing"):
        assert cloud.get(path)["access-control-allow-origin"] == "*"
    asked = cloud.send("OPTIONS", "/characters", [
        ("Origin", "https://a.example"), ("Access-Control-Request-Method", "GET")])
    assert asked.status == 204 and asked["allow"] == "GET, HEAD, OPTIONS"
    assert asked["access-control-allow-methods"] == "GET, HEAD"
    assert cloud.save(character())["access-control-allow-origin"] is None


def test_pages_have_everybody_once_while_others_are_saved(cloud):
    mark = f"Page{uuid.uuid4().hex[:12]}"
    ids = [character(name=f"{mark} {number}", armor=None if number % 4 == 0 else "leather")
           for number in range(23)]
    for one in ids:
        assert cloud.save(one).status == 201
    path, seen = f"limit=5&all=1&name={mark}", []
    for page in cloud.pages(path):
        assert 1 <= len(page) <= 5
        seen += [one["id"] for one in page]
        cloud.save(character(name=f"{mark} late"))
    assert seen == [one["id"] for one in reversed(ids)]
    compatible = sum(cloud.pages(f"limit=5&name={mark}%20"), [])
    assert [one["id"] for one in compatible if "late" not in one["name"]] == [
        one["id"] for one in reversed(ids) if one["armor"]]


def test_the_search_is_by_beginnings_of_words_and_class(cloud):
    mark = uuid.uuid4().hex[:10]
    elf = character(name=f"\u00c9owyn x{mark}", characterClass="elf", spells=["sleep"])
    dwarf = character(name=f"x{mark} Thorin", characterClass="dwarf")
    for one in (elf, dwarf):
        assert cloud.save(one).status == 201

    def found(query):
        return [one["id"] for page in cloud.pages(query) for one in page]

    assert found(f"name=x{mark}") == [dwarf["id"], elf["id"]]
    assert found(f"name=EOW%20X{mark}") == [elf["id"]]
    assert found(f"name=x{mark}&class=dwarf") == [dwarf["id"]]
    assert found(f"name={mark}") == []
    for query in ("class=warlord", "limit=0", "after=x", "all=yes"):
        assert is_failure(cloud.get(f"/characters?{query}"), 400)


# The sheet and the description


def test_every_answer_is_as_described(cloud, description):
    openapi_spec_validator.validate(description)
    for one in one_of_each_class():
        one = {**one, "id": str(uuid.uuid4()).upper()}
        saved = cloud.save(one)
        assert saved.status == 201
        schema(description, "NewlySaved").validate(parse(saved.body))
        schema(description, "Saved").validate(parse(cloud.save(one).body))
        schema(description, "NewCharacter").validate(parse(encode(one)))
        kept = parse(cloud.get(f"/characters/{one['id']}").body)
        schema(description, "Character").validate(kept)
        sheet = parse(cloud.get(f"/characters/{one['id']}/sheet").body)
        schema(description, "Sheet").validate(sheet)
        assert parse(cloud.post(encode(one), "/sheets").body) == sheet
        assert sheet["class"] == one["characterClass"]
    everything = parse(cloud.get("/characters?all=1").body)
    schema(description, "CharacterList").validate(everything)


def test_the_secret_link_deletes_and_nothing_else_does(cloud):
    one = character(name="Short Stay")
    link = parse(cloud.save(one).body)["deletionLink"]
    path, _, secret = link.partition("#secret=")
    form = [("Content-Type", "application/x-www-form-urlencoded")]

    def post(body):
        return ask(cloud.hall.port, "POST", path, form, body.encode())

    assert ask(cloud.hall.port, "GET", path).status == 200
    # A link from before told the secret to every log.
    assert secret in ask(cloud.hall.port, "GET", f"{path}?secret={secret}").text
    assert cloud.get(f"/characters/{one['id']}").status == 200
    for wrong in ("x=1", "secret=", f"secret={secret[:-1]}", f"secret={secret.upper()}"):
        assert post(wrong).status == 404
    assert cloud.get(f"/characters/{one['id']}").status == 200
    assert post(f"secret={secret}").status == 303
    assert is_failure(cloud.get(f"/characters/{one['id']}"), 404)
    assert post(f"secret={secret}").status == 404


# Many at once, and sudden death


def test_of_many_who_save_the_same_at_once_one_is_first(cloud):
    body = encode(character(name="Crowd"))
    with concurrent.futures.ThreadPoolExecutor(50) as pool:
        replies = list(pool.map(lambda _: cloud.post(body, client="203.0.113.50"), range(50)))
    assert sorted(reply.status for reply in replies) == [200] * 49 + [201]


def test_of_many_with_one_id_one_stays(cloud):
    identity = str(uuid.uuid4()).upper()
    bodies = [encode(character(id=identity, name=f"Rival {number}")) for number in range(20)]
    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        replies = list(pool.map(cloud.post, bodies))
    assert sorted(reply.status for reply in replies) == [201] + [409] * 19
    winner = next(number for number, reply in enumerate(replies) if reply.status == 201)
    assert parse(cloud.get(f"/characters/{identity}").body)["name"] == f"Rival {winner}"


def test_sudden_death_loses_nothing_that_was_answered(fresh_hall):
    hall = fresh_hall("nginx", DICEHALL_TRUSTED_PROXY="127.0.0.1")
    cloud = Cloud(hall)
    sent, answered, is_over = {}, [], threading.Event()

    def save(number):
        count = 0
        while not is_over.is_set():
            count += 1
            one = character(name=f"Nine Lives {number} {count}")
            sent[one["id"]] = one
            reply = cloud.post(encode(one), client=f"198.51.{number}.{count % 250}")
            if reply.status == 201:
                answered.append(one["id"])
            else:
                # The web server's own answer for a connection that broke.
                assert reply.status in (0, 500, 502, 503), reply.text

    threads = [threading.Thread(target=save, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(4):
            enough = len(answered) + 10
            wait_until(lambda: len(answered) >= enough)
            hall.slay()
    finally:
        is_over.set()
        for thread in threads:
            thread.join()
    wait_until(lambda: cloud.get().status == 200)
    listed = {one["id"]: one for page in cloud.pages("limit=50") for one in page}
    assert len(answered) >= 40
    assert set(answered) <= set(listed) <= set(sent)
    everybody = decode_list(json.dumps({"playerCharacters": list(listed.values())}).encode())
    assert all(comparable(one) == comparable(sent[one["id"]]) for one in everybody)


# A tool that knows nothing but the description


@pytest.mark.parametrize(("examples", "seconds"), [
    (4, 20), pytest.param(50, 120, marks=pytest.mark.proof)])
def test_a_stranger_with_the_description_finds_no_fault(fresh_hall, scratch, examples, seconds):
    # One server is enough; lighttpd refuses odd addresses before it knows whose they are.
    hall = fresh_hall("nginx", DICEHALL_TRUSTED_PROXY="127.0.0.1")
    tool = pathlib.Path(sys.executable).with_name("schemathesis")
    address = f"{hall.url}/api/v1"
    settings = pathlib.Path(__file__).with_name("schemathesis.toml")
    done = subprocess.run(
        [tool, "--config-file", settings, "run", f"{address}/openapi.json", "--url", address,
         "--seed", "1981", "--max-examples", str(examples), "--max-time", str(seconds),
         "--no-shrink", "--no-color", "--generation-database", "none", "--request-timeout", "10"],
        cwd=scratch, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-8_000:] + done.stderr[-2_000:]
    tested = re.search(r"Tested: (\d+)", done.stdout)
    assert tested and int(tested[1]) >= 5, done.stdout[-2_000:]
