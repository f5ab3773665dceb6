"""What the operator's commands say of the service that is installed, whether it runs or not."""

import contextlib
import json
import os
import re
import signal
import socket

import pytest

from kit.fastcgi_client import ask
from kit.installed import CAN_BE, Machine
from kit.processes import children
from kit.watching import ask_figures

pytestmark = pytest.mark.skipif(not CAN_BE, reason="nobody but root may mount")
DOWN = "dicehall isn't running; systemctl status dicehall says why"


@pytest.fixture
def machine(program):
    made = Machine(program)
    yield made
    made.end()


def listening(address):
    made = socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET)
    made.bind(address)
    made.listen()
    return made


def test_while_the_service_is_stopped_commands_name_its_folder_and_say_so(machine, scratch):
    folder = "/var/lib/dicehall/state"
    stopped = "of dicehall, which isn't running"
    for command in (["check"], ["sweep"], ["cloud", "list"]):
        done = machine.dicehall(*command)
        assert done.returncode != 0 and folder in done.stdout + done.stderr, done
    with listening(str(scratch / "s")) as passed, machine.service(passed, scratch / "log"):
        pass
    report = machine.dicehall("check")
    assert report.returncode == 1 and f"problem: service: {DOWN}\n" in report.stdout
    assert f"ok: state folder {folder} ({stopped})\n" in report.stdout
    swept = machine.dicehall("sweep")
    assert swept.stdout == f"removed 0 idle sessions from {folder} ({stopped})\n"
    listed = machine.dicehall("cloud", "list")
    for done in (swept, listed):
        assert (done.returncode, done.stderr) == (0, f"dicehall: {folder}: {stopped}\n")
    # A setting leads elsewhere.
    machine.run("sh", "-c", f"echo DICEHALL_STATE={scratch}/other >/etc/default/dicehall")
    assert f"state folder {scratch}/other ({stopped})" in machine.dicehall("check").stdout
    asked = machine.dicehall("status")
    assert (asked.returncode, asked.stdout, asked.stderr) == (66, "", f"dicehall: {DOWN}\n")
    machine.run("rm", "/etc/systemd/system/dicehall.service")
    asked = machine.dicehall("status")
    assert (asked.returncode, asked.stderr) == (
        66, "dicehall: no service is running on this machine\n")


def test_of_several_halls_that_start_with_the_machine_each_is_told_that_is_stopped(machine, scratch):
    machine.run("sh", "-c", "cd /etc/systemd/system && mkdir multi-user.target.wants && cd *.wants && "
                "ln -s ../dicehall.service . && ln -s ../dicehall@.service dicehall@red.service")
    usual, red = "/var/lib/dicehall/state", f"{scratch}/red"
    machine.run("sh", "-c", f"echo DICEHALL_STATE={red} >/etc/default/dicehall-red; mkdir {red}")
    with listening(str(scratch / "s")) as passed, machine.service(passed, scratch / "log"):
        # With one up and one down, none is taken without being named.
        for words in (["sweep"], ["backup", f"{scratch}/b"], ["cloud", "list"]):
            done = machine.dicehall(*words)
            assert done.returncode == 64 and re.fullmatch(
                "dicehall: there are several halls; choose one with --state or --store: "
                rf"{usual} \(used by process \d+\), {red} \(of dicehall@red, which isn't running\)\n",
                done.stderr), done
        swept = machine.dicehall("sweep", "--state", red)
        assert swept.stderr.startswith(f"dicehall: {red}: of dicehall@red, which isn't running\n")
        asked = machine.dicehall("status")
        assert asked.returncode == 66 and "workers " in asked.stdout and asked.stderr == (
            "dicehall: dicehall@red isn't running; systemctl status dicehall@red says why\n")
        report = machine.dicehall("check").stdout
        assert f"ok: state folder {usual} (used by process" in report
        assert "problem: service: dicehall@red isn't running; systemctl status dicehall@red" in report


def test_settings_of_each_hall_are_tried_for_itself(machine, scratch):
    machine.run("sh", "-c", "cd /etc/systemd/system && mkdir multi-user.target.wants && cd *.wants && "
                "ln -s ../dicehall.service . && ln -s ../dicehall@.service dicehall@red.service; "
                "mkdir -p /var/lib/dicehall /var/lib/bin; "
                "printf '#!/bin/sh\ncase \"$*\" in *dicehall@red.service) echo PrivateNetwork=no;; "
                "*) echo PrivateNetwork=yes; esac\n' >/var/lib/bin/systemctl; "
                "chmod 755 /var/lib/bin/systemctl")

    def check(name, setting):
        machine.run("sh", "-c", f"echo {setting} >/etc/default/{name}")
        return machine.run(
            "env", f"PATH=/var/lib/bin:{os.environ['PATH']}", machine.program, "check", "--settings",
            f"/etc/default/{name}")

    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        # What another program has, and what its own unit denies.
        for name, reason in [
                ("dicehall-red", ""),
                ("dicehall", "the unit denies the network; install the example network.conf in "
                 "/etc/systemd/system/dicehall.service.d, ")]:
            done = check(name, f"DICEHALL_METRICS={place}")
            assert done.returncode == 78 and f"DICEHALL_METRICS {place}: {reason}" in done.stderr, done
            assert ("denies" in done.stderr) == bool(reason)
    # What another hall has.
    assert check("dicehall-red", "DICEHALL_METRICS=/var/lib/dicehall/m").returncode == 0
    done = check("dicehall", "DICEHALL_METRICS=/var/lib/dicehall/m")
    assert done.returncode == 78 and "/var/lib/dicehall/m: dicehall@red shows its metrics there" in done.stderr


def test_check_finds_the_port_that_the_socket_unit_was_told_to_open(machine, scratch):
    with listening(("127.0.0.1", 0)) as passed:
        port = passed.getsockname()[1]
        # As in the unit, the service has no network of its own.
        with machine.service(passed, scratch / "log", under=["unshare", "--net"]):
            done = machine.dicehall("check")
    assert done.returncode == 0 and f"ok: socket 127.0.0.1:{port}\n" in done.stdout, done


def test_settings_are_tried_against_what_the_unit_allows_with_all_its_additions(machine):
    machine.run("sh", "-c", "echo DICEHALL_METRICS=127.0.0.1:9464 >/etc/default/dicehall; mkdir /var/lib/bin")
    for facts, status in [
            ("PrivateNetwork=yes\\nRestrictAddressFamilies=AF_UNIX", 78),
            ("PrivateNetwork=no\\nRestrictAddressFamilies=AF_UNIX", 78),
            ("PrivateNetwork=yes\\nRestrictAddressFamilies=~", 78),
            ("PrivateNetwork=no\\nRestrictAddressFamilies=~AF_INET", 78),
            ("PrivateNetwork=no\\nRestrictAddressFamilies=AF_INET AF_UNIX", 0),
            ("PrivateNetwork=no\\nRestrictAddressFamilies=~", 0)]:
        machine.run(
            "sh", "-c", f"printf '#!/bin/sh\nprintf \"{facts}\\n\"\n' >/var/lib/bin/systemctl; "
            "chmod 755 /var/lib/bin/systemctl")
        done = machine.run(
            "env", f"PATH=/var/lib/bin:{os.environ['PATH']}", machine.program, "check", "--settings")
        assert done.returncode == status, (facts, done)
        assert ("network.conf" in done.stderr) == (status == 78)
    # Without systemd, nothing is known against it.
    machine.run("sh", "-c", "printf '#!/bin/sh\nexit 1\n' >/var/lib/bin/systemctl")
    done = machine.run(
        "env", f"PATH=/var/lib/bin:{os.environ['PATH']}", machine.program, "check", "--settings")
    assert done.returncode == 0, done


def test_status_shows_what_the_service_is_doing_and_asks_the_system_who_waits(machine, scratch):
    address = str(scratch / "s")
    with listening(address) as passed, \
            machine.service(passed, scratch / "log", under=["unshare", "--net"]) as supervisor:
        assert ask(address, "GET", "/craps").status == 200
        place = f"/proc/{supervisor}/root/var/lib/dicehall/metrics.sock"
        page = ask_figures(place, "/status")[1]
        assert "\nconnections waiting  hidden from this service; see dicehall status\n" in page
        done = machine.dicehall("status")
        assert (done.returncode, done.stderr) == (0, "")
        assert re.fullmatch(
            rf"Dicehall \S+ +for \d+ s\nsocket +{address}\nworkers +2, with 32 threads each\n"
            r"answered +1 requests, lately \d+\.\d a second\nsessions +0\nconnections waiting  0\n"
            r"being answered +0\n", done.stdout), done.stdout
        # A slow machine may take so long for it that the workers count as frozen, and are replaced.
        for _ in range(5):
            workers = children(supervisor)
            for worker in workers:
                os.kill(worker, signal.SIGSTOP)
            waiting = [socket.socket(socket.AF_UNIX) for _ in range(3)]
            for one in waiting:
                one.connect(address)
            report = json.loads(machine.dicehall("status", "--json").stdout)
            for one in waiting:
                one.close()
            for worker in workers:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGCONT)
            if report["waiting"] == 3:
                break
        assert report["waiting"] == 3 and report["requests"] == [] and report["workers"] == 2
        # Somebody else hears why not.
        for words, reason in [
                ([], "only root and its user may see what process"),
                (["--metrics", "/var/lib/dicehall/metrics.sock"], "Permission denied")]:
            done = machine.run(
                "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", machine.program,
                "status", *words)
            assert done.returncode == 66 and done.stdout == "" and reason in done.stderr, done
