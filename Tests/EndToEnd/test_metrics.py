"""Figures for Prometheus, counted by all workers together, and what monitors ask."""

import os
import resource
import shutil
import signal
import subprocess

import pytest

from kit import http_client
from kit.fastcgi_client import Connection, ask, request
from kit.halls import contents, free_port
from kit.processes import children, cpu_seconds, kill, largest_file, memory, wait_until
from kit.rooms import Host
from kit.sessions import Player
from kit.watching import Figures, ask_figures, figures


@pytest.fixture
def place(scratch):
    return str(scratch / "m")


@pytest.fixture
def counted(fresh_backend, place):
    return fresh_backend(metrics=place)


def test_requests_are_counted_over_all_workers_and_outlive_them(counted, place):
    def total():
        return sum(count for (name, *_), count in figures(place).items() if name.endswith("requests_total"))

    def ask_all():
        for path, status in (("/craps", 200), ("/about", 200), ("/nowhere", 404)):
            # Each on a connection of its own, so that both workers get some.
            for _ in range(10):
                assert ask(counted.socket, "GET", path).status == status

    ask_all()
    # A request is counted when its answer has gone out.
    wait_until(lambda: total() == 30)
    for number, worker in enumerate(children(counted.process.pid)):
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: figures(place)["dicehall_worker_restarts_total", "cause=death"] > number)
    before = set(children(counted.process.pid))
    counted.process.send_signal(signal.SIGHUP)
    wait_until(lambda: figures(place)["dicehall_worker_restarts_total", "cause=reload"] == 2)
    wait_until(lambda: not before & set(children(counted.process.pid)))
    ask_all()
    wait_until(lambda: total() == 60)
    found = figures(place)
    for route, status in (("/craps", 200), ("/about", 200), ("none", 404)):
        labels = "method=GET", f"route={route}"
        assert found["dicehall_requests_total", *labels, f"status={status}"] == 20
        assert found["dicehall_request_duration_seconds_count", labels[1]] == 20
        assert 0 < found["dicehall_request_duration_seconds_sum", labels[1]] < 60
    assert found["dicehall_worker_restarts_total", "cause=death"] == 2
    assert found["dicehall_workers"] == 2 and found["dicehall_threads"] == 64


def test_what_is_made_saved_and_refused_is_counted(counted, place):
    player = Player(counted.socket)
    for _ in range(3):
        assert player.roll().status == 303
    host = Host(counted.socket, kind="table")
    seat = Player(counted.socket)
    assert seat.post(f"{host.path}/join", name="Ann").status == 303
    found = figures(place)
    sessions = found["dicehall_sessions_created_total"]
    assert 1 <= sessions <= 3
    assert found["dicehall_saves_total", "store=session"] >= sessions + 2
    assert found["dicehall_rooms_opened_total"] == 1
    assert found["dicehall_saves_total", "store=room"] >= 1
    with largest_file(counted, 0):
        assert Player(counted.socket).roll().status == 503
    (counted.state / "sessions").rename(counted.state / "hidden")
    assert player.roll().status == 503
    (counted.state / "hidden").rename(counted.state / "sessions")
    found = figures(place)
    assert found["dicehall_store_failures_total", "reason=full"] == 1
    assert found["dicehall_store_failures_total", "reason=unavailable"] == 1
    assert found["dicehall_sessions_created_total"] == sessions


def test_busy_threads_and_cut_connections_are_counted(fresh_backend, place):
    backend = fresh_backend(metrics=place, workers=1, threads=3)
    half = request("GET", "/")[:-20]
    with Connection(backend.socket) as one, Connection(backend.socket) as other:
        one.send(half)
        other.send(half)
        wait_until(lambda: figures(place)["dicehall_threads_busy"] == 2)
        (worker,) = children(backend.process.pid)
        os.kill(worker, signal.SIGKILL)
        # What a dead worker was doing, nobody does any more.
        wait_until(lambda: figures(place)["dicehall_threads_busy"] == 0)
    wait_until(lambda: children(backend.process.pid) not in ([], [worker]))
    with Connection(backend.socket) as slow:
        slow.send(half)
        wait_until(lambda: figures(place)["dicehall_requests_cut_total", "phase=reading"] == 1)
    wait_until(lambda: figures(place)["dicehall_threads_busy"] == 0)


def test_what_the_processes_take_is_summed_up_and_outlives_workers(counted, place):
    ask(counted.socket, "GET", "/odds?x=20d20!")
    found = figures(place)
    processes = [counted.process.pid, *children(counted.process.pid)]
    assert found["process_resident_memory_bytes"] == pytest.approx(sum(map(memory, processes)), rel=0.1)
    files = sum(len(os.listdir(f"/proc/{process}/fd")) for process in processes)
    assert abs(found["process_open_fds"] - files) <= 4
    limits = (resource.prlimit(process, resource.RLIMIT_NOFILE)[0] for process in processes)
    assert found["process_max_fds"] == sum(limits)
    used = found["process_cpu_seconds_total"]
    assert 0 < used <= sum(map(cpu_seconds, processes))
    for worker in processes[1:]:
        kill(worker, counted.process.pid)
    assert figures(place)["process_cpu_seconds_total"] >= used


def test_figures_stand_at_a_loopback_port_and_nothing_else_does(fresh_backend):
    port = free_port()
    fresh_backend(metrics=f"127.0.0.1:{port}")
    place = ("127.0.0.1", port)
    assert figures(place)["dicehall_workers"] == 2
    assert ask_figures(place, "/")[0].startswith("HTTP/1.1 404 ")
    assert ask_figures(place, method="POST")[0].startswith("HTTP/1.1 405 ")
    head, body = ask_figures(place, method="HEAD")
    assert head.startswith("HTTP/1.1 200 ") and body == ""


def test_figures_have_no_secret(counted, place):
    player = Player(counted.socket)
    assert player.roll().status == 303
    framed = player.post("/embed/pig/roll", revision=0)["location"]
    player.get(framed)
    host = Host(counted.socket, kind="table")
    wait_until(lambda: 'route="/embed/pig/*"' in ask_figures(place)[1])
    text = ask_figures(place)[1]
    for secret in (player.id, framed.split("/")[3], host.code):
        assert secret not in text


def test_socket_of_the_figures_goes_with_the_service(counted, place, program, scratch):
    assert os.stat(place).st_mode & 0o777 == 0o660
    # What is in use is left alone, and nothing is half started.
    done = subprocess.run(
        [program, "serve", "--socket", scratch / "other", "--state", scratch / "state",
         "--metrics", place], capture_output=True, text=True, timeout=20)
    assert done.returncode != 0 and done.stderr.count("\n") == 1
    assert "another process is listening there" in done.stderr
    assert not (scratch / "other").exists()
    assert figures(place)
    assert counted.stop() == 0
    assert not os.path.exists(place)


def test_parser_of_figures_refuses_what_is_wrong():
    good = "# HELP a_total A.\n# TYPE a_total counter\na_total{x=\"1\"} 2\n"
    assert Figures(good)["a_total", "x=1"] == 2
    for bad in (
            good[:-1], good + "a_total{x=\"1\"} 3\n", good + "b 1\n", good + "\n",
            good.replace("# HELP", "# HLEP"), good.replace("\"1\"", "1"),
            good.replace("a_total", "a"), good.replace(" 2", " two")):
        with pytest.raises((AssertionError, KeyError, ValueError)):
            Figures(bad)


@pytest.mark.proof
def test_prometheus_itself_accepts_the_figures(counted, place):
    player = Player(counted.socket)
    for path in ("/craps", "/pig", "/nowhere", "/embed/dice"):
        player.get(path)
    done = subprocess.run(
        [shutil.which("promtool"), "check", "metrics"], input=ask_figures(place)[1], text=True,
        capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


# Health


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_monitors_hear_whether_all_is_well(hall, path):
    for method in ("GET", "HEAD"):
        reply = http_client.ask(hall.port, method, path)
        assert (reply.status, reply["cache-control"]) == (200, "no-store")
        assert reply["content-type"] == "text/plain; charset=utf-8"
        assert reply.body == (b"ok\n" if method == "GET" else b"")
        assert reply["set-cookie"] is None


def test_monitors_hear_what_is_wrong(own):
    visitor = Player(own.socket)
    assert visitor.roll().status == 303
    before = contents(own.state)
    with largest_file(own, 0):
        # Nothing can be saved, but what there is can be read.
        full, ready = visitor.get("/healthz"), visitor.get("/readyz")
        assert (full.status, full.text) == (503, "Games can’t be saved right now.\n")
        assert full["cache-control"] == "no-store" and full["set-cookie"] is None
        assert ready.status == 200
    assert contents(own.state) == before
    (own.state / "sessions").rename(own.state / "hidden")
    for path in ("/healthz", "/readyz"):
        assert visitor.get(path).status == 503
    (own.state / "hidden").rename(own.state / "sessions")
    for path in ("/healthz", "/readyz"):
        assert visitor.get(path).status == 200
