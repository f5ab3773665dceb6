"""The log: a line for each request, and what goes wrong with the request that met it."""

import os
import re
import signal
import time

import pytest

from kit import http_client
from kit.fastcgi_client import Connection, ask, pair, request, stream, begin, variables, PARAMS, STDIN
from kit.processes import children, wait_until
from kit.rooms import Host
from kit.sessions import Player, session_files
from kit.watching import lines, requests

MOMENT = r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\dZ"


def refuse_all(backend):
    """Requests of which each is refused, and what the log has to say of it."""
    socket = backend.socket
    form = "application/x-www-form-urlencoded"
    asked = [
        (ask(socket, "POST", "/craps/roll", b"revision=0", HTTP_SEC_FETCH_SITE="cross-site"),
         "POST", "/craps/roll", 403),
        (ask(socket, "GET", "/nowhere"), "GET", "none", 404),
        (ask(socket, "GET", "/craps/roll"), "GET", "/craps/roll", 405),
        (ask(socket, "BREW", "/pig"), "other", "/pig", 405),
        (ask(socket, "POST", "/craps/roll", b"x", CONTENT_LENGTH="70000", CONTENT_TYPE=form),
         "POST", "/craps/roll", 413),
        (ask(socket, "POST", "/craps/roll", b"{}", CONTENT_TYPE="application/json"),
         "POST", "/craps/roll", 415),
        (ask(socket, "GET", "/%zz"), "GET", "none", 400),
        (ask(socket, "GET", "/dice", HTTP_HOST="a b"), "GET", "/dice", 400),
    ]
    assert [reply.status for reply, *_ in asked] == [status for *_, status in asked]
    return asked


def test_every_request_leaves_one_line(fresh_backend):
    backend = fresh_backend(log="json", workers=1)
    player = Player(backend.socket)
    page = player.get("/craps")
    assert player.roll().status == 303
    assert player.send("HEAD", "/craps").status == 200
    refused = refuse_all(backend)
    told = requests(backend, 3 + len(refused))
    # A line is written when its answer is out, and then another thread may write the next one first.
    expected = [
        ("GET", "/craps", 200), ("POST", "/craps/roll", 303), ("HEAD", "/craps", 200),
        *(row[1:] for row in refused)]
    told.sort(key=lambda line: expected.index((line["method"], line["route"], line["status"])))
    assert [(line["method"], line["route"], line["status"]) for line in told] == expected
    assert told[0]["bytes"] == len(page.body) and told[2]["bytes"] == 0
    assert [line["level"] for line in told[:4]] == ["info", "info", "info", "notice"]
    for line in told:
        assert re.fullmatch(MOMENT, line["time"]) and 0 < line["ms"] < 10_000
        assert re.fullmatch("[0-9a-f]{16}", line["id"])
        assert list(line) == [
            "time", "level", "message", "id", "method", "route", "status", "bytes", "ms"]
    assert len({line["id"] for line in told}) == len(told)
    # The other lines are JSON as well.
    assert "serving" in [line["message"] for line in lines(backend)]


def test_without_being_asked_only_what_was_refused_leaves_a_line(fresh_backend):
    backend = fresh_backend(workers=1)
    player = Player(backend.socket)
    assert player.get("/craps").status == 200 and player.roll().status == 303
    refused = refuse_all(backend)
    wait_until(lambda: backend.output().count(" request ") == len(refused))
    told = [line for line in backend.output().splitlines() if " request " in line]
    # A line is written when its answer is out, and then another thread may write the next one first.
    for reply, method, route, status in refused:
        shape = re.compile(
            rf"{MOMENT} notice request id=[0-9a-f]{{16}} method={method} "
            rf"route={re.escape(route)} status={status} bytes={len(reply.body)} ms=\d+\.\d{{3}}")
        told.remove(next(line for line in told if shape.fullmatch(line)))
    assert told == []


@pytest.mark.parametrize("options", [{"log": "off"}, {"log": "text", "log_level": "error"}])
def test_lines_about_requests_can_be_switched_off(fresh_backend, options):
    backend = fresh_backend(workers=1, **options)
    refuse_all(backend)
    assert "request " not in backend.output()


@pytest.mark.parametrize("sent, is_taken", [
    ("b1946ac92492d2347c6235b4d2611184", True), ("a-1_2.Z", True), ("<b>", False),
    ("x" * 65, False), ("a b", False), ("", False)])
def test_error_page_and_log_have_the_same_number(fresh_backend, sent, is_taken):
    backend = fresh_backend(log="json", workers=1)
    for count, path in enumerate(["/nowhere", "/%zz"], 1):
        reply = ask(backend.socket, "GET", path, REQUEST_ID=sent)
        number = re.search(
            r"If you report this, give the number <code>([\w.-]+)</code>\.", reply.text)[1]
        assert (number == sent) == is_taken
        assert requests(backend, count)[-1]["id"] == number


@pytest.mark.parametrize("server", ["nginx", "lighttpd"])
def test_number_comes_from_a_web_server_that_has_one(fresh_hall, server):
    hall = fresh_hall(server, DICEHALL_LOG="json")
    reply = http_client.ask(hall.port, "GET", "/nowhere", [("Request-Id", "forged")])
    number = re.search("give the number <code>(.*?)</code>", reply.text)[1]
    assert re.fullmatch("[0-9a-f]{32}" if server == "nginx" else "[0-9a-f]{16}", number)
    line = f'"message":"request","id":"{number}","method":"GET","route":"none"'
    wait_until(lambda: line in hall.output())


def test_slow_request_is_told_with_its_phases(fresh_backend):
    backend = fresh_backend(workers=1, slow_ms=300)
    assert ask(backend.socket, "GET", "/craps").status == 200
    content = b"".join(pair(*entry) for entry in variables("GET", "/pig"))
    with Connection(backend.socket) as connection:
        connection.send(begin() + stream(PARAMS, content))
        time.sleep(0.4)
        connection.send(stream(STDIN, b""))
        assert connection.read_reply().status == 200
    wait_until(lambda: "request" in backend.output())
    (line,) = [line for line in backend.output().splitlines() if "request" in line]
    found = re.search(
        r" warning slow request id=\w+ method=GET route=/pig status=200 bytes=\d+ ms=(\S+) "
        r"read_ms=(\S+) wait_ms=(\S+) answer_ms=(\S+) send_ms=(\S+)$", line)
    total, *phases = map(float, found.groups())
    assert phases[0] > 300 and abs(sum(phases) - total) < 0.01


def test_answer_that_nobody_took_is_marked(fresh_backend):
    backend = fresh_backend(log="json", workers=1)
    with Connection(backend.socket) as connection:
        connection.send(request("GET", "/odds?x=d6%2B1"))
    (line,) = requests(backend, 1)
    assert line["route"] == "/odds"
    # Whoever goes at once may still be there when the answer goes out.
    assert line.get("cut", True) is True


def test_log_has_no_secret_however_much_it_tells(fresh_backend):
    backend = fresh_backend(log="text", log_level="debug", slow_ms=1)
    player = Player(backend.socket)
    assert player.roll().status == 303
    framed = player.post("/embed/pig/roll", revision=0, player1="Gwendolen")["location"]
    key = framed.split("/")[3]
    assert len(key) == 26
    for path in (framed, f"/bring/{key}", f"/embed/pig/{key}x", f"/nowhere/{key}"):
        player.get(path)
    host = Host(backend.socket, kind="table")
    link = re.search(r"/room/\w+/host/([\w-]+)", host.get(f"{host.path}/host").text)
    host.get(link[0])
    seat = Player(backend.socket)
    seat.post(f"{host.path}/join", name="Gwendolen")
    seat.get("/osr/vault/" + "a" * 26)
    # The folder is gone, so that errors are told too.
    (backend.state / "sessions").rename(backend.state / "hidden")
    assert player.get("/craps").status == 503 and player.get(framed).status == 503
    (backend.state / "hidden").rename(backend.state / "sessions")
    wait_until(lambda: "status=503 " in backend.output())
    text = backend.output()
    assert "route=/embed/pig/*" in text and "route=/room/*/host/*" in text
    assert "Cannot find" in text
    secrets = [player.id, key, host.code, link[1], "Gwendolen", "127.0.0.1", "a" * 26]
    secrets += [cookie.partition("=")[2] for cookie in (host.cookie + "; " + seat.cookie).split("; ")]
    for secret in secrets:
        assert secret and secret not in text


def test_error_names_the_file_and_the_request(fresh_backend):
    backend = fresh_backend(log="json", workers=1)
    player = Player(backend.socket)
    assert player.roll().status == 303
    (file,) = session_files(backend)
    (backend.state / "sessions").rename(backend.state / "hidden")
    reply = player.roll()
    (backend.state / "hidden").rename(backend.state / "sessions")
    number = re.search("number <code>(.*?)</code>", reply.text)[1]
    # Whoever counts sessions may miss the folder, too.
    error = next(line for line in lines(backend) if "id" in line and line["level"] == "error")
    assert error["message"].startswith(f"{file}: Cannot find {backend.state}/sessions: ")
    assert (error["id"], error["method"], error["route"]) == (number, "POST", "/craps/roll")


def test_end_of_a_worker_is_told_in_words(fresh_backend):
    backend = fresh_backend(workers=2)
    victim, other = children(backend.process.pid)
    for process, sign in ((victim, signal.SIGKILL), (other, signal.SIGSEGV)):
        os.kill(process, sign)
    for process, name in ((victim, "SIGKILL"), (other, "SIGSEGV")):
        line = rf" error a worker was ended by {name} process={process}\n"
        wait_until(lambda: re.search(line, backend.output()))
    wait_until(lambda: len(children(backend.process.pid)) == 2)
