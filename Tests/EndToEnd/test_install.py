"""What `make install` puts where, the units, and what systemd and the service tell each other."""

import os
import re
import signal
import socket
import subprocess

import pytest

from kit import fastcgi_client
from kit.halls import ROOT, UNCOUNTED, contents
from kit.processes import children, wait_until

UNITS = ROOT / "Deploy" / "systemd"


@pytest.fixture(scope="module")
def installed(program, tmp_path_factory):
    """A folder that the program has been installed into, for the prefix /usr."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run(
        ["make", "-s", "install"], cwd=ROOT, check=True,
        env={**os.environ, "DESTDIR": str(folder), "PREFIX": "/usr", "DICEHALL": program})
    return folder


def test_the_installed_program_finds_its_pages_and_configurations(program, installed):
    def out(place, *words):
        environment = {"PATH": os.environ["PATH"], "HOME": "/nowhere"}
        return subprocess.run(
            [place, *words], capture_output=True, check=True, cwd="/", env=environment).stdout

    own = str(installed / "usr/bin/dicehall")
    for words in (["get", "/craps"], ["configure", "nginx"], ["configure", "lighttpd"]):
        assert out(own, *words) == out(program, *words)


def test_only_below_the_prefix_is_anything_installed(installed):
    assert [path.name for path in installed.iterdir()] == ["usr"]
    assert sorted(path.name for path in (installed / "usr").iterdir()) == ["bin", "lib", "share"]


def test_installing_again_leaves_nothing_of_before(program, installed):
    before = contents(installed)
    stale = installed / "usr/share/dicehall/Templates/gone.mustache"
    stale.write_text("{{broken")
    subprocess.run(
        [ROOT / "Deploy" / "install"], check=True,
        env={**os.environ, "DESTDIR": str(installed), "PREFIX": "/usr", "DICEHALL": program})
    assert contents(installed) == before


def test_the_units_start_the_installed_program(installed):
    units = list((installed / "usr/lib/systemd/system").iterdir())
    assert sorted(unit.name for unit in units) == sorted(
        unit.name for unit in UNITS.iterdir() if unit.suffix != ".default")
    for unit in units:
        for path in re.findall(r"^Exec\w+=(/\S+)", unit.read_text(), re.M):
            assert path == "/usr/bin/dicehall"


def test_the_manual_page_is_well_formed_and_has_every_command_and_option(program, installed):
    page = installed / "usr/share/man/man1/dicehall.1"
    checked = subprocess.run(
        ["mandoc", "-T", "lint", "-W", "warning", page], capture_output=True, text=True)
    # It has no date, so that the same program makes the same page.
    faults = [line for line in checked.stdout.splitlines() if "missing date" not in line]
    assert not faults, faults
    text = subprocess.run(
        ["mandoc", "-T", "ascii", "-O", "width=500", page], capture_output=True, text=True,
        check=True).stdout
    text = re.sub(r".\x08", "", text)
    for command in ["serve", "generate", "configure", "get", "render", "roll", "odds craps",
                    "odds dice", "odds pig", "check", "sweep", "cloud list", "cloud block"]:
        assert re.search(rf"^ +dicehall {command}$", text, re.M), command
        own = subprocess.run(
            [program, *command.split(), "--help"], capture_output=True, text=True).stdout
        section = text[text.index(f"dicehall {command}\n"):]
        for option in re.findall(r"^  (--[a-z-]+)", own, re.M):
            assert option in section, f"{command} {option}"


@pytest.mark.parametrize("unit, most", [("dicehall.service", 5), ("dicehall-sweep.service", 10)])
def test_systemd_finds_the_units_well_confined(unit, most):
    # The threshold is in tenths: below one is what systemd calls safe.
    checked = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", f"--threshold={most}", UNITS / unit],
        capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout[-500:] + checked.stderr


def allowed_calls():
    """The system calls that the service's filter lets through."""
    text = (UNITS / "dicehall.service").read_text()
    filters = re.findall(r"^SystemCallFilter=(~?)(.+)$", text, re.M)

    def members(names):
        calls = {name for name in names.split() if not name.startswith("@")}
        groups = [name for name in names.split() if name.startswith("@")]
        if not groups:
            return calls
        listed = subprocess.run(
            ["systemd-analyze", "syscall-filter", *groups], capture_output=True, text=True,
            check=True).stdout
        for line in listed.splitlines():
            word = line.strip()
            if word.startswith("@") and line.startswith(" "):
                calls |= members(word)
            elif re.fullmatch(r"[a-z0-9_]+", word):
                calls.add(word)
        return calls

    allowed = set()
    for sign, names in filters:
        allowed = allowed - members(names) if sign else allowed | members(names)
    return allowed


def test_the_service_makes_no_system_call_that_its_unit_forbids(fresh_backend, scratch):
    trace = scratch / "trace"
    backend = fresh_backend(under=["strace", "-f", "-qq", "-o", str(trace)], workers=1)
    form = {"target": "/craps/roll", "body": b"revision=0"}
    first = fastcgi_client.ask(backend.socket, "POST", **form)
    assert first.status == 303
    assert fastcgi_client.ask(backend.socket, "GET", target="/healthz").status == 200
    assert fastcgi_client.ask(backend.socket, "GET", target="/odds?x=4d6kh3").status == 200
    supervisor = children(backend.process.pid)[0]
    os.kill(supervisor, signal.SIGHUP)
    os.kill(supervisor, signal.SIGTERM)
    assert backend.process.wait(30) == 0
    made = set(re.findall(r"^\d+ +([a-z0-9_]+)\(", trace.read_text(), re.M))
    # strace runs it; the filter is in force only from then on.
    assert {"accept4", "pwrite64"} & made and made - {"execve"} <= allowed_calls()


# What systemd hears and passes


class Manager:
    """What a service manager does: listens to states, and opens the socket."""

    def __init__(self, program, folder, abstract=False, sockets=1):
        place = "\0dicehall-test-" + folder.name if abstract else str(folder / "notify")
        self.states = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.states.bind(place)
        self.states.settimeout(20)
        self.address = str(folder / "backend.sock")
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind(self.address)
        self.listening.listen()
        command = 'LISTEN_PID=$$ exec "$@" 3<&0 4<&0 0</dev/null'
        self.log = folder / "log"
        with open(self.log, "wb") as file:
            self.process = subprocess.Popen(
                ["sh", "-c", command, "sh", program, "serve", "--state", str(folder / "state"),
                 "--socket", self.address],
                stdin=self.listening, stdout=file, stderr=file,
                env={**os.environ, **UNCOUNTED, "LISTEN_FDS": str(sockets),
                     "NOTIFY_SOCKET": place.replace("\0", "@")})

    def hears(self):
        return self.states.recv(4096).decode().splitlines()[0]


@pytest.fixture
def manager(program, scratch):
    made = []

    def make(**options):
        made.append(Manager(program, scratch, **options))
        return made[-1]

    yield make
    for one in made:
        if one.process.poll() is None:
            one.process.terminate()
            one.process.wait(15)


@pytest.mark.parametrize("abstract", [False, True])
def test_the_service_manager_hears_when_it_is_ready_reloads_and_stops(manager, abstract):
    systemd = manager(abstract=abstract)
    assert systemd.hears() == "READY=1"
    answer = fastcgi_client.ask(systemd.address, "GET", target="/healthz")
    assert answer.status == 200
    os.kill(systemd.process.pid, signal.SIGHUP)
    assert systemd.hears() == "RELOADING=1"
    assert systemd.hears() == "READY=1"
    assert fastcgi_client.ask(systemd.address, "GET", target="/healthz").status == 200
    systemd.process.terminate()
    assert systemd.hears() == "STOPPING=1"
    assert systemd.process.wait(15) == 0


def test_the_socket_that_systemd_opened_outlives_the_service(manager, scratch):
    systemd = manager()
    assert systemd.hears() == "READY=1"
    systemd.process.terminate()
    systemd.process.wait(15)
    assert os.path.exists(systemd.address)
    # Nobody is there, but whoever connects now waits for the next service.
    with socket.socket(socket.AF_UNIX) as waiting:
        waiting.connect(systemd.address)


def test_more_than_one_socket_is_refused_in_a_sentence(manager):
    systemd = manager(sockets=2)
    assert systemd.process.wait(15) != 0
    assert "2 sockets were passed; the backend takes one" in systemd.log.read_text()


def test_a_socket_passed_to_another_process_is_left_alone(program, scratch):
    result = subprocess.run(
        [program, "serve", "--state", str(scratch / "state")], capture_output=True, text=True,
        stdin=subprocess.DEVNULL, env={**os.environ, "LISTEN_PID": "1", "LISTEN_FDS": "1"})
    assert result.returncode == 64 and "nothing to listen on" in result.stderr


def test_a_first_worker_that_dies_is_not_called_ready(program, manager, scratch):
    (scratch / "state").mkdir()
    systemd = manager()
    # The next one gets its turn; only then is it said.
    wait_until(lambda: children(systemd.process.pid) or systemd.process.poll() is not None)
    os.kill(children(systemd.process.pid)[0], signal.SIGKILL)
    assert systemd.hears() == "READY=1"
    assert fastcgi_client.ask(systemd.address, "GET", target="/healthz").status == 200
