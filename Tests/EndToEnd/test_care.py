"""How a supervisor cares for its workers: frozen ones, requests that take too long, stray signals; and what
it tells of them."""

import contextlib
import datetime
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import threading
import time

import pytest

from kit.faults import traced
from kit.fastcgi_client import ask
from kit.halls import ROOT, UNCOUNTED, can_connect, free_port
from kit.processes import children, wait_until
from kit.sessions import Player
from kit.watching import ask_figures, figures, lines


def test_frozen_worker_is_replaced(fresh_backend, scratch):
    place = str(scratch / "m")
    backend = fresh_backend(workers=2, metrics=place)
    frozen, other = children(backend.process.pid)
    os.kill(frozen, signal.SIGSTOP)
    wait_until(lambda: frozen not in children(backend.process.pid))
    wait_until(lambda: figures(place)["dicehall_worker_restarts_total", "cause=frozen"] == 1)
    assert f"killing a frozen worker process={frozen}" in backend.output()
    # The other one was never in doubt, and everybody is answered.
    assert other in children(backend.process.pid) and len(children(backend.process.pid)) == 2
    for _ in range(20):
        assert ask(backend.socket, "GET", "/healthz").status == 200


@pytest.mark.proof
def test_frozen_worker_has_a_successor_even_before_it_can_end(fresh_backend):
    backend = fresh_backend(workers=1)
    (worker,) = children(backend.process.pid)
    wait_until(lambda: " info serving " in backend.output())
    with traced(worker, "-e", "trace=write"):
        # Whoever is traced by somebody who hangs neither goes on nor is gone, even when killed.
        status = pathlib.Path(f"/proc/{worker}/status").read_text()
        tracer = int(re.search(r"TracerPid:\t(\d+)", status)[1])
        os.kill(tracer, signal.SIGSTOP)
        try:
            wait_until(lambda: set(children(backend.process.pid)) - {worker})
            assert worker in children(backend.process.pid)
            assert ask(backend.socket, "GET", "/craps").status == 200
        finally:
            os.kill(tracer, signal.SIGCONT)
        wait_until(lambda: worker not in children(backend.process.pid))


def answering(make):
    """A thread that gets an answer, and a list that then holds its status; `None` for a cut one."""
    ends = []

    def answer():
        try:
            ends.append(make().status)
        except OSError:
            ends.append(None)

    thread = threading.Thread(target=answer)
    thread.start()
    return thread, ends


def delay(call, seconds):
    """Words for strace: each thread's first call of that name begins so much later."""
    return ["-e", f"inject={call}:delay_enter={seconds * 1_000_000:.0f}:when=1"]


def routes(place):
    return [one["route"] for one in json.loads(ask_figures(place, "/status.json")[1])["requests"]]


def test_supervisor_that_was_frozen_blames_nobody(fresh_backend, scratch):
    place = str(scratch / "m")
    backend = fresh_backend(workers=1, request_timeout=3, metrics=place)
    (worker,) = children(backend.process.pid)
    player = Player(backend.socket)
    assert player.roll().status == 303
    with traced(worker, "-e", "trace=flock", *delay("flock", 8.5)):
        rolling, ends = answering(player.roll)
        wait_until(lambda: routes(place) == ["/craps/roll"])
        everybody = [backend.process.pid, worker]
        for process in everybody:
            os.kill(process, signal.SIGSTOP)
        time.sleep(8)
        for process in everybody:
            os.kill(process, signal.SIGCONT)
        rolling.join(30)
    time.sleep(3)
    assert ends == [303] and children(backend.process.pid) == [worker]
    assert " error " not in backend.output()


@pytest.mark.proof
def test_worker_that_somebody_ends_first_answers_what_it_has_begun(fresh_backend, scratch):
    place = str(scratch / "m")
    backend = fresh_backend(workers=1, metrics=place)
    (worker,) = children(backend.process.pid)
    player = Player(backend.socket)
    assert player.roll().status == 303
    with traced(worker, "-e", "trace=flock", *delay("flock", 8)):
        rolling, ends = answering(player.roll)
        wait_until(lambda: routes(place) == ["/craps/roll"])
        os.kill(worker, signal.SIGTERM)
        rolling.join(30)
    assert ends == [303] and "frozen" not in backend.output()
    wait_until(lambda: children(backend.process.pid) not in ([], [worker]))


def test_status_counts_the_workers_that_are_there(fresh_backend, scratch):
    place = str(scratch / "m")
    backend = fresh_backend(workers=1, metrics=place)

    def count():
        return json.loads(ask_figures(place, "/status.json")[1])["workers"]

    def is_missing():
        # Those that die young are replaced only after a while.
        for worker in children(backend.process.pid):
            os.kill(worker, signal.SIGKILL)
        return count() == 0

    assert count() == 1
    wait_until(is_missing)
    wait_until(lambda: count() == 1)


def test_request_that_takes_too_long_ends_its_worker_after_the_others(fresh_backend, scratch):
    place = str(scratch / "m")
    backend = fresh_backend(workers=1, threads=4, request_timeout=1, metrics=place)
    (worker,) = children(backend.process.pid)
    player = Player(backend.socket)
    assert player.roll().status == 303
    # The save of one player's move hangs in the system, and another's first move is slow.
    with traced(worker, "-e", "trace=flock,mkdir", *delay("flock", 14), *delay("mkdir", 8.8)):
        rolling, _ = answering(player.roll)
        wait_until(lambda: routes(place) == ["/craps/roll"])
        status = ask_figures(place, "/status")[1]
        assert re.search(r"\nbeing answered +1\n  \d+\.\d{3} s  /craps/roll\n$", status), status
        slow, slow_ends = answering(lambda: Player(backend.socket).roll())
        line = rf" error a request takes too long; .* ms=(\d+) process={worker} route=/craps/roll\n"
        wait_until(lambda: re.search(line, backend.output()))
        assert int(re.search(line, backend.output())[1]) >= 1000
        # There is another at once, long before the first one has ended.
        wait_until(lambda: set(children(backend.process.pid)) - {worker})
        assert ask(backend.socket, "GET", "/craps").status == 200
        slow.join(30)
        assert slow_ends == [303]
        wait_until(lambda: worker not in children(backend.process.pid))
    rolling.join(30)
    assert figures(place)["dicehall_worker_restarts_total", "cause=overdue"] == 1
    assert routes(place) == []


def test_workers_that_all_hang_are_ended_one_after_the_other(fresh_backend):
    # Neither has threads for all, so both take connections.
    backend = fresh_backend(workers=2, threads=4, request_timeout=1)
    wait_until(lambda: backend.output().count(" info serving ") == 2)
    players = [Player(backend.socket) for _ in range(12)]
    for player in players:
        assert player.roll().status == 303
    line = r"^(\S+) error a request takes too long; .* process=(\d+) "
    with contextlib.ExitStack() as stack:
        for worker in children(backend.process.pid):
            stack.enter_context(traced(worker, "-e", "trace=flock", *delay("flock", 8)))
        rolling = [answering(player.roll)[0] for player in players]
        wait_until(lambda: len(re.findall(line, backend.output(), re.M)) == 2)
        for thread in rolling:
            thread.join(30)
    (first, one), (second, other) = re.findall(line, backend.output(), re.M)
    begun, ended = map(datetime.datetime.fromisoformat, (first, second))
    assert one != other and (ended - begun).total_seconds() > 2


@pytest.mark.parametrize("sign", [signal.SIGUSR1, signal.SIGUSR2, signal.SIGPIPE])
def test_stray_signal_ends_no_process(fresh_backend, sign):
    backend = fresh_backend(workers=1)
    before = children(backend.process.pid)
    for process in (backend.process.pid, *before):
        os.kill(process, sign)
    assert ask(backend.socket, "GET", "/craps").status == 200
    assert children(backend.process.pid) == before and backend.process.poll() is None


def test_hall_outlives_whoever_reads_its_log(program, scratch):
    address = str(scratch / "s")
    process = subprocess.Popen(
        [program, "serve", "--socket", address, "--state", scratch / "state", "--workers", "1"],
        env={**os.environ, **UNCOUNTED}, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        wait_until(lambda: can_connect(address) and children(process.pid))
        assert ask(address, "GET", "/craps").status == 200
        process.stderr.close()
        (worker,) = children(process.pid)
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: children(process.pid) not in ([], [worker]))
        assert ask(address, "GET", "/craps").status == 200
    finally:
        process.terminate()
        assert process.wait(15) == 0


def test_start_names_version_socket_and_state(fresh_backend, program):
    backend = fresh_backend(workers=1, log="json")
    version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout.strip()
    first = lines(backend)[0]
    assert first["message"] == f"Dicehall {version} starts"
    assert (first["socket"], first["state"]) == (backend.socket, str(backend.state))
    wait_until(lambda: any(line["message"] == "serving" for line in lines(backend)))
    for line in lines(backend):
        for name in ("process", "threads"):
            assert isinstance(line.get(name, 0), int), line


def test_service_that_ends_while_it_starts_logs_no_error(program, scratch):
    for _ in range(5):
        log = scratch / "log"
        with open(log, "wb") as file:
            process = subprocess.Popen(
                [program, "serve", "--socket", scratch / "s", "--state", scratch / "state"],
                env={**os.environ, **UNCOUNTED}, stdin=subprocess.DEVNULL, stderr=file)
        # The first worker is there, and has not yet said anything.
        wait_until(lambda: children(process.pid))
        process.terminate()
        assert process.wait(15) == 0
        assert " error " not in log.read_text(), log.read_text()


def test_only_web_servers_that_are_named_may_connect(fresh_backend):
    closed = fresh_backend(workers=1, listen=f"127.0.0.1:{free_port()}", web_server="192.0.2.0/24")
    with contextlib.suppress(OSError):
        assert not ask(closed.socket, "GET", "/craps").status
    wait_until(lambda: "refused a connection from 127.0.0.1" in closed.output())
    open_ = fresh_backend(workers=1, listen=f"127.0.0.1:{free_port()}", web_server="127.0.0.1")
    assert ask(open_.socket, "GET", "/craps").status == 200


def test_port_that_others_reach_is_told_unless_they_may_not_connect(fresh_backend):
    for options, is_told in [({}, True), ({"web_server": "127.0.0.1"}, False)]:
        backend = fresh_backend(workers=1, listen=f"0.0.0.0:{free_port()}", **options)
        assert ("name the web servers with --web-server" in backend.output()) == is_told


@pytest.mark.proof
def test_idle_hall_takes_ten_milliseconds_a_minute(fresh_backend):
    backend = fresh_backend(workers=2)
    Player(backend.socket).roll()
    time.sleep(5)

    def used():
        """Nanoseconds of a processor, of all threads of all processes."""
        return sum(
            int(path.read_text().split()[0])
            for process in (backend.process.pid, *children(backend.process.pid))
            for path in pathlib.Path(f"/proc/{process}/task").glob("*/schedstat"))

    before = used()
    time.sleep(60)
    assert (used() - before) / 1e6 <= 10


# Settings


def check_settings(program, folder, text, **variables):
    file = folder / "settings"
    file.write_text(text)
    return subprocess.run(
        [program, "check", "--settings", file], capture_output=True, text=True,
        env={"PATH": os.environ["PATH"], **variables})


def test_settings_are_tried_as_the_unit_reads_them(program, scratch):
    state = f'DICEHALL_STATE="{scratch}/state"\n'
    done = check_settings(program, scratch, f"# A comment.\n\n{state}DICEHALL_THREADS = 8\n")
    assert (done.returncode, done.stdout) == (0, f"ok: settings in {scratch}/settings\n"), done.stderr
    for line, words in [
            ("DICEHALL_THREADS=0", "DICEHALL_THREADS takes 1 to 1024"),
            ("DICEHALL_THREADS=many", "DICEHALL_THREADS must be a whole number"),
            ("DICEHALL_THREAD=8", "did you mean DICEHALL_THREADS?"),
            ("DICEHALL_TRUST_NETWORK=school", "DICEHALL_TRUST_NETWORK takes an address"),
            ("DICEHALL_PUBLIC_URL=dice", "DICEHALL_PUBLIC_URL takes a scheme"),
            ("DICEHALL_METRICS=0.0.0.0:9464", "DICEHALL_METRICS takes a socket")]:
        done = check_settings(program, scratch, f"{state}{line}\n")
        assert done.returncode == 64 and done.stderr.count("\n") == 1, done.stderr
        assert words in done.stderr and f"{scratch}/settings: " in done.stderr
    for line, words in [
            (f"DICEHALL_METRICS={scratch}/no/m.sock", "DICEHALL_METRICS "),
            (f"DICEHALL_STATE={scratch}/settings", "DICEHALL_STATE "),
            (f"DICEHALL_HOME={scratch}", "DICEHALL_HOME "),
            ("export DICEHALL_LOG=text", "line 2 isn't NAME=value"),
            ("DICEHALL_LOG text", "line 2 isn't NAME=value")]:
        done = check_settings(program, scratch, f"{state}{line}\n")
        assert done.returncode == 78 and words in done.stderr and str(scratch) in done.stderr
    (scratch / "settings").unlink()
    assert subprocess.run(
        [program, "check", "--settings", scratch / "settings"], capture_output=True).returncode == 66


def test_reload_tries_what_systemd_has_read_from_a_file_for_root_alone(program, scratch):
    done = check_settings(
        program, scratch, "DICEHALL_THREADS=0\n", INVOCATION_ID="1", DICEHALL_THREADS="8",
        DICEHALL_STATE=str(scratch / "state"))
    assert done.returncode == 0, done.stderr


def test_place_of_metrics_that_cannot_be_opened_is_told_by_its_name(program, scratch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        for place in [f"127.0.0.1:{taken.getsockname()[1]}", f"{scratch}/no/m.sock"]:
            done = subprocess.run(
                [program, "serve", "--socket", scratch / "s", "--state", scratch / "state"],
                capture_output=True, text=True, env={**os.environ, "DICEHALL_METRICS": place})
            assert done.returncode == 78 and done.stderr.count("\n") == 1, done.stderr
            assert done.stderr.startswith(f"dicehall: DICEHALL_METRICS {place}: ")


def test_slip_in_a_setting_is_told_by_its_name_at_the_start(program, scratch):
    done = subprocess.run(
        [program, "serve", "--socket", scratch / "s", "--state", scratch / "state"],
        capture_output=True, text=True, env={**os.environ, "DICEHALL_THREADS": "0"})
    assert done.returncode == 64 and done.stderr == "dicehall: DICEHALL_THREADS takes 1 to 1024\n"


def test_port_for_figures_where_the_network_is_denied_is_told_with_the_cure(program, scratch):
    """As in a unit without network.conf: no socket of the internet's families can be made."""
    done = subprocess.run(
        ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=socket", "-e",
         "inject=socket:error=EAFNOSUPPORT", program, "serve", "--socket", scratch / "s", "--state",
         scratch / "state"],
        capture_output=True, text=True, env={**os.environ, "DICEHALL_METRICS": "127.0.0.1:9464"})
    assert done.returncode == 78 and done.stderr.count("\n") == 1, done.stderr
    assert "DICEHALL_METRICS 127.0.0.1:9464: the unit denies the network" in done.stderr
    assert "network.conf" in done.stderr


def test_unit_is_not_started_again_with_wrong_settings_and_leaves_its_socket_alone():
    unit = (ROOT / "Deploy/systemd/dicehall.service").read_text()
    assert "\nRestartPreventExitStatus=64 78\n" in unit and "\nAlso=" not in unit
    assert "\nExecReload=/usr/local/bin/dicehall check --settings\n" in unit
    # Only the service's own exit status counts for that.
    assert re.findall(r"^ExecStartPre=(.)", unit, re.M) == ["-"]
    # Neither too many starts nor too many connections that start it make the socket fail.
    assert "\nStartLimitIntervalSec=0\n" in unit
    assert """\nExecStopPost=/bin/sh -c '[ "$SERVICE_RESULT" = success ] || sleep 2'\n""" in unit
    assert "\nWatchdogSec=30\n" in unit
    assert "systemctl enable --now dicehall.socket dicehall\n" in (ROOT / "docs/installing.md").read_text()
