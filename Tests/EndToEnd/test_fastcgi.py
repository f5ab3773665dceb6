"""The backend as a web server meets it, and as nobody should treat it.

Rows in parentheses are those of the list of hostile requests.
"""

import fcntl
import os
import pathlib
import resource
import signal
import socket
import stat
import struct
import subprocess
import termios
import threading
import time
from contextlib import ExitStack, contextmanager, suppress

import pytest

from kit.fastcgi_client import (
    ABORT, AUTHORIZER, BEGIN, FILTER, GET_VALUES, GET_VALUES_RESULT, PARAMS, STDIN, UNKNOWN_ROLE,
    UNKNOWN_TYPE, Connection, Load, ask, begin, pair, record, request, stream, variables,
)
from kit.halls import can_connect, free_port
from kit.processes import children, is_quick, kill, wait_until

ROLL = b"revision=0"


def roll(keep=False, body=ROLL, **others):
    return request("POST", "/craps/roll", body, keep=keep, **others)


def answers(address):
    """A good request is answered, and isn't held up until half a one is cut, after ten seconds."""
    def send():
        reply = ask(address, "GET", "/healthz")
        assert (reply.status, reply.body.strip()) == (200, b"ok")

    assert is_quick(send, 5)


def is_taken(connection):
    """Whether the backend has read all that was sent."""
    return fcntl.ioctl(connection.socket, termios.TIOCOUTQ, bytes(4)) == bytes(4)


# Whole requests


def test_page_is_answered_with_reason_and_length(backend):
    reply = ask(backend.socket, "GET", "/craps")
    assert (reply.status, reply.reason, reply.protocol_status) == (200, "OK", 0)
    assert reply.headers["content-length"] == [str(len(reply.body))]
    assert len(reply.body) > 1000


def test_form_is_answered_with_a_redirect(backend):
    reply = ask(backend.socket, "POST", "/craps/roll", ROLL)
    assert (reply.status, reply.reason) == (303, "See Other")


@pytest.mark.parametrize("size", [1, 2, 7, 8, 9, 100])
def test_request_in_pieces_is_answered(backend, size):
    with Connection(backend.socket) as connection:
        connection.send_in_pieces(roll(), size, pause=0.0002)
        assert connection.read_reply().status == 303


def test_body_in_many_records_is_answered(backend):
    body = ROLL + b"&note=" + b"x" * 20_000
    head = begin() + stream(
        PARAMS, b"".join(pair(*entry) for entry in variables("POST", "/craps/roll", body))
    )
    with Connection(backend.socket) as connection:
        connection.send(head + stream(STDIN, body, size=7))
        assert connection.read_reply().status == 303


def test_padding_and_large_request_number_are_understood(backend):
    content = b"".join(pair(*entry) for entry in variables("GET", "/healthz"))
    with Connection(backend.socket) as connection:
        connection.send(begin(request=0xFFFE))
        connection.send(record(PARAMS, content, 0xFFFE, padding=255))
        connection.send(record(PARAMS, b"", 0xFFFE) + record(STDIN, b"", 0xFFFE))
        kind, number, _ = connection.read_record()
        assert number == 0xFFFE
        assert connection.read_reply().ended


# Kept connections


def test_kept_connection_serves_many_requests(backend):
    with Connection(backend.socket) as connection:
        for _ in range(200):
            assert connection.ask("GET", "/healthz", keep=True).status == 200
        assert connection.ask("GET", "/healthz", keep=False).status == 200
        assert connection.is_ended()


def test_body_of_a_get_does_not_leak_into_the_next_request(backend):
    with Connection(backend.socket) as connection:
        for _ in range(3):
            reply = connection.ask("GET", "/healthz", b"x" * 5000, keep=True)
            assert reply.status == 200


def test_second_request_sent_too_early_is_answered_or_refused_whole(backend):
    with Connection(backend.socket) as connection:
        connection.send(request(target="/healthz", keep=True) * 2)
        assert connection.read_reply().status == 200
        # Not both at once: the protocol lets the server send the next one after the answer.
        assert connection.is_ended()


def test_refused_request_leaves_the_connection_usable(backend):
    with Connection(backend.socket) as connection:
        assert connection.ask("GET", "/%zz", keep=True).status == 400
        assert connection.ask("GET", "/healthz", keep=True).status == 200


# Sizes and lengths


def test_path_of_64_kilobytes_is_refused(backend):
    """(3)"""
    assert ask(backend.socket, "GET", "/" + "a" * 65536).status in (400, 414)


def test_length_above_the_limit_is_refused_without_waiting_for_it(backend):
    """(23)"""
    with Connection(backend.socket) as connection:
        whole = roll(CONTENT_LENGTH="1000000000")
        connection.send(whole[: -len(stream(STDIN, ROLL))] + stream(STDIN, ROLL))
        assert connection.read_reply().status == 413


def test_body_of_8_megabytes_is_refused(backend):
    """(24)"""
    with Connection(backend.socket) as connection:
        replies = []
        reader = threading.Thread(target=lambda: replies.append(connection.read_reply()))
        reader.start()
        try:
            connection.send(roll(body=b"a=" + b"x" * 8_000_000))
        except (BrokenPipeError, ConnectionResetError):
            pass
        reader.join(30)
    assert [reply.status for reply in replies] == [413]
    answers(backend.socket)


def test_body_of_64_kilobytes_is_read(backend):
    body = ROLL + b"&note=" + b"x" * (65536 - len(ROLL) - 6)
    assert ask(backend.socket, "POST", "/craps/roll", body).status == 303


@pytest.mark.parametrize(("pairs", "status"), [
    ([(f"HTTP_X{number}", "1") for number in range(200)], 200),
    ([(f"HTTP_X{number}", "1") for number in range(10_000)], 431),
    ([("HTTP_COOKIE", "x" * 1_000_000)], 431),
    ([(b"", b""), (b"=", b"="), (b"HTTP_X\xff", b"\xff\x00\xfe")], 200)],
    ids=["many", "too many", "a megabyte", "odd bytes"])
def test_variables_are_read_within_limits(backend, pairs, status):
    assert ask(backend.socket, pairs=variables("GET", "/healthz") + pairs).status == status


# The protocol


@pytest.mark.parametrize("role", [0, AUTHORIZER, FILTER, 4, 65535])
def test_other_roles_are_refused(backend, role):
    with Connection(backend.socket) as connection:
        whole = request(target="/healthz", keep=True)
        connection.send(begin(role, keep=True) + whole[16:])
        reply = connection.read_reply()
        assert (reply.ended, reply.protocol_status, reply.status) == (True, UNKNOWN_ROLE, 0)
        assert connection.is_ended()
    answers(backend.socket)


def test_unknown_management_record_is_answered(backend):
    with Connection(backend.socket) as connection:
        connection.send(record(99, request=0))
        assert connection.read_record() == (UNKNOWN_TYPE, 0, bytes([99]) + bytes(7))
        assert connection.ask("GET", "/healthz").status == 200


def question(*names, padding=0):
    return record(GET_VALUES, b"".join(pair(name, "") for name in names), request=0, padding=padding)


def test_question_for_values_is_answered(fresh_backend):
    """Each process keeps 256 connections besides those that its threads serve."""
    backend = fresh_backend(workers=1, threads=4)
    names = "FCGI_MPXS_CONNS", "FCGI_MAX_REQS", "FCGI_NO_SUCH_NAME", "FCGI_MAX_CONNS"
    values = pair("FCGI_MPXS_CONNS", "0") + pair("FCGI_MAX_REQS", "4") + pair("FCGI_MAX_CONNS", "260")
    with Connection(backend.socket) as connection:
        for _ in range(3):
            connection.send(question(*names, padding=5) + request(target="/healthz", keep=True))
            assert connection.read_record() == (GET_VALUES_RESULT, 0, values)
            assert connection.read_reply().status == 200


NAMES = "FCGI_MAX_CONNS", "FCGI_MAX_REQS", "FCGI_MPXS_CONNS"
CRAFTED = {
    "the same names again and again": question(*NAMES * 1000),
    "unknown names": question(*(f"FCGI_{number}" for number in range(4000))),
    "no names": question(),
    "a name of 60 kilobytes": question("F" * 60_000),
    "values with the names": record(GET_VALUES, pair("FCGI_MAX_CONNS", "1" * 50_000), request=0),
    "a length beyond the record": record(GET_VALUES, b"\x0e\x00FCGI", request=0),
    "a length of 4 gigabytes": record(GET_VALUES, b"\xff\xff\xff\xff\xff\xff\xff\xff", request=0),
    "half a length": record(GET_VALUES, b"\xff\xff", request=0),
    "the number of a request": record(GET_VALUES, pair("FCGI_MAX_CONNS", "") * 1000, request=1),
    "an answer": record(GET_VALUES_RESULT, pair("FCGI_MAX_CONNS", "1") * 1000, request=0),
    "every unknown type": b"".join(record(kind, bytes(300), request=0) for kind in range(11, 256)),
    "nothing but padding": record(UNKNOWN_TYPE, request=0, padding=255),
    "half a header": question(*NAMES)[:5],
    "half a question": question(*NAMES)[:20],
}


@pytest.mark.parametrize("crafted", CRAFTED.values(), ids=CRAFTED.keys())
def test_no_record_about_a_connection_ends_a_worker(fresh_backend, crafted):
    backend = fresh_backend(workers=1, threads=2)
    (worker,) = children(backend.process.pid)
    whole = roll()
    records = [0, 16, len(whole) - len(stream(STDIN, ROLL)), len(whole)]
    for place in records:
        for size in (1 << 20, 4096, 100):
            with Connection(backend.socket) as connection, suppress(OSError):
                connection.send_in_pieces(whole[:place] + crafted + whole[place:], size)
                connection.socket.shutdown(socket.SHUT_WR)
                # What has come before, or what the records did not break.
                assert connection.read_reply().status in (0, 200, 303, 307)
    answers(backend.socket)
    assert children(backend.process.pid) == [worker]


def test_padding_is_never_read_as_records(fresh_backend):
    """libfcgi takes what pads the beginning of a request, and the end of its variables, for records."""
    backend = fresh_backend(workers=1, threads=2)
    (worker,) = children(backend.process.pid)
    crafted = (question(*NAMES) * 4)[:255]

    def pad(kind, content=b""):
        return struct.pack("!BBHHBx", 1, kind, 1, len(content), len(crafted)) + content + crafted

    content = b"".join(pair(name, value) for name, value in variables("POST", "/craps/roll", ROLL))
    records = [
        pad(BEGIN, struct.pack("!HB5x", 1, 1)), pad(PARAMS, content), pad(PARAMS), pad(STDIN, ROLL),
        record(STDIN)]
    with Connection(backend.socket) as connection:
        for size in (1 << 20, 100, 7):
            connection.send_in_pieces(b"".join(records), size)
            reply = connection.read_reply()
            assert (reply.status, reply.others) == (303, [])
    assert children(backend.process.pid) == [worker]


def test_lengths_beyond_the_memory_end_no_worker(fresh_backend):
    """What a variable says it is long is not even asked of the system."""
    backend = fresh_backend(workers=1, threads=2)
    (worker,) = children(backend.process.pid)
    used = int(pathlib.Path(f"/proc/{worker}/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    resource.prlimit(worker, resource.RLIMIT_AS, (used + (256 << 20), used + (256 << 20)))
    for length in (b"\xff\xff\xff\xff", b"\xbf\xff\xff\xff", b"\xa0\x00\x00\x00"):
        with Connection(backend.socket) as connection:
            connection.send(begin() + record(PARAMS, length + length + b"ABC"))
            assert connection.is_ended()
    answers(backend.socket)
    assert children(backend.process.pid) == [worker]


def test_variables_without_end_are_cut_off(fresh_backend):
    """A peer that sends them faster than they can be refused takes no more memory than it may."""
    backend = fresh_backend(workers=1, threads=2)
    (worker,) = children(backend.process.pid)
    part = record(PARAMS, pair("HTTP_X", "x" * 60_000))
    with Connection(backend.socket) as connection, suppress(OSError):
        connection.send(begin())
        for sent in range(10_000):
            connection.send(part)
    assert sent < 200, "more than 12 MB"
    answers(backend.socket)
    assert children(backend.process.pid) == [worker]


BROKEN = {
    "garbage": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "another version": record(BEGIN, struct.pack("!HB5x", 1, 0), version=2),
    "begin without content": record(BEGIN, b""),
    "begin of request 0": begin(request=0),
    "no begin": roll()[16:],
    "abort after begin": begin() + record(ABORT),
    "abort in the variables": roll()[:100] + record(ABORT),
    "abort instead of a body": roll()[: -len(stream(STDIN, ROLL))] + record(ABORT),
    "abort in the body": roll()[: -len(record(STDIN))] + record(ABORT),
    "unknown type in the variables": begin() + record(77, b"abc"),
    "body before the variables end": begin() + record(PARAMS, pair("A", "B")) + record(STDIN),
    "variable longer than its record": begin()
    + record(PARAMS, b"\x05\x85\x00\x00\x00ABC")
    + record(PARAMS)
    + record(STDIN),
    "variable of 4 gigabytes": begin()
    + record(PARAMS, b"\xff\xff\xff\xff\xff\xff\xff\xffABC")
    + record(PARAMS)
    + record(STDIN),
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN.keys())
def test_broken_protocol_ends_the_connection(backend, data):
    with Connection(backend.socket) as connection:
        connection.send(data)
        connection.socket.shutdown(socket.SHUT_WR)
        assert connection.read_reply().status == 0
    answers(backend.socket)


def test_client_that_goes_after_sending_harms_nobody(backend):
    """(66)"""
    for _ in range(50):
        with Connection(backend.socket) as connection:
            connection.send(roll())
    answers(backend.socket)


# Peers without haste


def test_half_requests_hold_nobody_up_and_are_cut(backend, fresh_backend):
    """(64, 65)"""
    crowded, whole = fresh_backend(workers=2, threads=32), roll()
    with ExitStack() as stack:
        def connections(address, count):
            return [stack.enter_context(Connection(address)) for _ in range(count)]

        start = time.monotonic()
        slow, silent = connections(backend.socket, 2)
        slow.send(whole[:-20])
        silent.send(whole[:60])

        def answer_among_half_requests():
            half.extend(connections(crowded.socket, 200))
            for connection in half[-200:]:
                connection.send(whole[:60])
            for _ in range(5):
                answers(crowded.socket)

        half = []
        assert is_quick(answer_among_half_requests, 1)
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            for byte in whole[-20:-1]:
                time.sleep(1)
                answers(backend.socket)
                slow.send(bytes([byte]))
        # To the last byte it would have taken nineteen.
        assert time.monotonic() - start > 9
        for connection in (silent, *half):
            assert connection.read_reply().status == 0


# Sockets


def test_socket_has_the_mode_that_was_asked_for(fresh_backend):
    assert stat.S_IMODE(os.stat(fresh_backend().socket).st_mode) == 0o660
    other = fresh_backend(socket_mode="0600")
    assert stat.S_IMODE(os.stat(other.socket).st_mode) == 0o600


def serve(backend, *arguments, **options):
    """A further process of the same program."""
    return subprocess.Popen(
        [backend.program, "serve", *arguments], env=backend.environment, stderr=subprocess.PIPE,
        **options)


@contextmanager
def ended(process, by=signal.SIGTERM):
    """Ends the process at last, whatever happens before."""
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(by)
        process.wait(15)


def test_stale_socket_is_replaced_and_removed_at_the_end(backend, tmp_path):
    path = str(tmp_path / "stale")
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(path)
    with ended(serve(backend, "--socket", path)):
        wait_until(lambda: can_connect(path))
        answers(path)
    assert not os.path.exists(path)


def test_live_socket_is_left_alone(backend):
    process = serve(backend, "--socket", backend.socket)
    _, message = process.communicate(timeout=30)
    assert process.returncode not in (0, None)
    assert backend.socket.encode() in message
    answers(backend.socket)


def test_tcp_is_served_on_loopback(backend):
    port = free_port()
    address = ("127.0.0.1", port)
    with ended(serve(backend, "--listen", f"127.0.0.1:{port}")):
        wait_until(lambda: can_connect(address))
        answers(address)
        with Connection(address) as connection:
            for _ in range(20):
                assert connection.ask("GET", "/craps", keep=True).status == 200


# Coming and going


@contextmanager
def listening(path):
    """A socket that this process keeps, as systemd does, for programs that come and go."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen(1024)
        yield listener


def start_at(backend, listener):
    process = serve(backend, stdin=listener)
    # Its log says when it serves; before that, a signal would simply end it.
    while b"serving" not in (line := process.stderr.readline()):
        assert line, "the program ended at once"
    threading.Thread(target=process.stderr.read, daemon=True).start()
    return process


def test_sigterm_under_load_loses_no_request(backend, tmp_path):
    path = str(tmp_path / "kept")
    with listening(path) as listener:
        old = start_at(backend, listener)
        load = Load(path, 303, count=8, make=lambda: roll(keep=True))
        with load:
            for _ in range(3):
                new = start_at(backend, listener)
                old.terminate()
                assert old.wait(20) == 0
                old = new
                time.sleep(0.2)
        with ended(old):
            answers(path)
    assert load.answered > 100
    assert load.failures == []


def test_sigterm_answers_what_has_begun_and_ends(fresh_backend):
    backend = fresh_backend(workers=1)
    with Connection(backend.socket) as idle, Connection(backend.socket) as begun:
        assert idle.ask("GET", "/healthz", keep=True).status == 200
        begun.send(roll(keep=True)[:60])
        wait_until(lambda: is_taken(begun))
        backend.process.terminate()
        time.sleep(0.1)
        begun.send(roll(keep=True)[60:])
        assert begun.read_reply().status == 303
        assert idle.is_ended() and begun.read_record() is not None and begun.is_ended()
    assert backend.process.wait(15) == 0
    assert not os.path.exists(backend.socket)


def test_half_request_does_not_hold_the_end_up(fresh_backend):
    def end(backend):
        assert backend.process.wait(15) == 0

    for _ in range(3):
        backend = fresh_backend(workers=1)
        with Connection(backend.socket) as connection:
            connection.send(roll()[:60])
            wait_until(lambda: is_taken(connection))
            backend.process.terminate()
            if is_quick(lambda: end(backend), 5, tries=1):
                return
    raise AssertionError("three times it took more than five seconds")


def test_sighup_replaces_the_workers_without_losing_a_request(fresh_backend):
    backend = fresh_backend(workers=2)
    with Load(backend.socket, 303, count=8, make=lambda: roll(keep=True)) as load:
        for _ in range(2):
            before = set(children(backend.process.pid))
            assert len(before) == 2
            backend.process.send_signal(signal.SIGHUP)
            wait_until(lambda: not before & set(children(backend.process.pid)))
            wait_until(lambda: len(children(backend.process.pid)) == 2)
    assert load.answered > 100
    assert load.failures == []


def test_workers_share_connections(fresh_backend):
    backend = fresh_backend(workers=2)

    def shares():
        """How many connections each worker has; each is two descriptors."""
        return [(sockets(worker) - 1) // 2 for worker in children(backend.process.pid)]

    wait_until(lambda: backend.output().count(" serving") == 2)
    with ExitStack() as stack:
        for _ in range(8):
            connection = stack.enter_context(Connection(backend.socket))
            assert connection.ask("GET", "/healthz", keep=True).status == 200
        wait_until(lambda: sum(shares()) == 8)
        assert min(shares()) >= 2, shares()


def sockets(process):
    """How many sockets it has open, the one it listens at included."""
    links = [os.readlink(entry) for entry in pathlib.Path(f"/proc/{process}/fd").iterdir()]
    return sum(link.startswith("socket:") for link in links)


def test_killed_worker_is_replaced(fresh_backend):
    backend = fresh_backend(workers=2)
    victim = min(children(backend.process.pid))
    kill(victim, backend.process.pid)
    answers(backend.socket)
    wait_until(lambda: len(set(children(backend.process.pid)) - {victim}) == 2)
    answers(backend.socket)


def test_workers_end_when_the_supervisor_is_killed(fresh_backend):
    backend = fresh_backend(workers=2)
    workers = children(backend.process.pid)
    assert len(workers) == 2
    backend.process.kill()
    backend.process.wait(15)
    wait_until(lambda: not any(os.path.exists(f"/proc/{number}/exe") for number in workers))


# Plain CGI


def run_cgi(backend, method="GET", target="/healthz", body=b"", arguments=(), **others):
    environment = dict(backend.environment)
    environment.update(variables(method, target, body if method == "POST" else None, **others))
    done = subprocess.run(
        [backend.program, *arguments], input=body, env=environment, capture_output=True, timeout=30
    )
    head, _, content = done.stdout.partition(b"\r\n\r\n")
    return head.decode().split("\r\n"), content


def test_plain_cgi_answers_one_request(backend):
    head, body = run_cgi(backend)
    assert head[0] == "Status: 200 OK"
    assert body.strip() == b"ok"


def test_plain_cgi_ignores_arguments(backend):
    head, _ = run_cgi(backend, arguments=["roll", "--help"])
    assert head[0] == "Status: 200 OK"


def test_plain_cgi_reads_a_form(backend):
    assert run_cgi(backend, "POST", "/craps/roll", ROLL)[0][0] == "Status: 303 See Other"


def test_plain_cgi_refuses_a_body_that_is_cut_off(backend):
    head, _ = run_cgi(backend, "POST", "/craps/roll", ROLL, CONTENT_LENGTH="50")
    assert head[0] == "Status: 400 Bad Request"


def test_plain_cgi_answers_head_without_a_body(backend):
    head, body = run_cgi(backend, "HEAD")
    assert head[0] == "Status: 200 OK"
    assert body == b""
