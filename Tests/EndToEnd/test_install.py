"""What `make install` puts where, the units, and what systemd and the service tell each other."""

import json
import os
import re
import shutil
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


def test_installing_ends_with_how_to_start_it_and_names_the_socket(program, tmp_path):
    variables = {name: value for name, value in os.environ.items() if name != "DESTDIR"}
    done = subprocess.run(
        ["make", "-s", "install"], cwd=ROOT, check=True, capture_output=True, text=True,
        env={**variables, "PREFIX": str(tmp_path / "here"), "DICEHALL": program})
    assert "systemctl enable --now dicehall.socket dicehall\n" in done.stderr
    assert (tmp_path / "here/lib/systemd/system/dicehall.socket").exists()


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
    assert {unit.name for unit in units} == {"dicehall@.service", "dicehall@.socket"} | {
        unit.name for unit in UNITS.iterdir() if unit.suffix not in (".default", ".conf")}
    for unit in units:
        for path in re.findall(r"^Exec\w+=(/\S+)", unit.read_text(), re.M):
            assert path in ("/usr/bin/dicehall", "/usr/bin/curl", "/bin/sh")


def commands(command, path=()):
    """Every command with its own options, from the program's help."""
    path = (*path, command["commandName"])
    yield path, [
        name["name"] for argument in command["arguments"] if argument["shouldDisplay"]
        for name in argument.get("names", []) if name["kind"] == "long"]
    for one in command.get("subcommands", []):
        yield from commands(one, path)


def test_each_command_has_a_well_formed_manual_page_with_every_option(program, installed):
    pages = installed / "usr/share/man/man1"
    help = json.loads(subprocess.run(
        [program, "--experimental-dump-help"], capture_output=True, check=True).stdout)
    paths = [(path, options) for path, options in commands(help["command"])]
    told = {"-".join(path): options for path, options in paths}
    above = {"-".join(path): "-".join(path[:-1]) for path, _ in paths}
    assert {page.stem for page in pages.iterdir()} == set(told) > {"dicehall-odds-dice"}
    checked = subprocess.run(
        ["mandoc", "-T", "lint", "-W", "warning", *pages.iterdir()], capture_output=True, text=True)
    # They have no date, so that the same program makes the same pages.
    faults = [line for line in checked.stdout.splitlines() if "missing date" not in line]
    assert not faults, faults
    for name, options in told.items():
        text = subprocess.run(
            ["mandoc", "-T", "ascii", "-O", "width=500", pages / f"{name}.1"],
            capture_output=True, text=True, check=True).stdout
        text = re.sub(r".\x08", "", text)
        if name != "dicehall":
            assert re.search(rf"^ +{name} - [a-z].*[^.]$", text, re.M), text
            assert [option for option in options if not re.search(rf"--{option}\b", text)] == []
        # Every other page can be reached from one above it.
        for other in told:
            if above[other] == name:
                assert f"{other}(1)" in text
        # No page says what its group's says, and each value of an option is named.
        assert ("needs no restart" in text) == (name in ("dicehall-cloud", "dicehall-lti")), text
        assert ("(values: process, power)" in text) == (name == "dicehall-serve")


@pytest.fixture(scope="module")
def opened(installed, tmp_path_factory):
    """The root folder of a machine where the example for the network counts."""
    root = tmp_path_factory.mktemp("root")
    shutil.copytree(installed / "usr", root / "usr")
    folder = root / "etc/systemd/system/dicehall.service.d"
    folder.mkdir(parents=True)
    shutil.copy(root / "usr/share/doc/dicehall/examples/network.conf", folder)
    return root


def exposure(unit, root="/"):
    """How exposed systemd finds a unit, from 0 to 10."""
    checked = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", f"--root={root}", unit],
        capture_output=True, text=True)
    return float(re.search(r"exposure level for \S+: ([0-9.]+)", checked.stdout)[1])


def test_systemd_finds_the_units_well_confined_by_their_files_alone(installed, opened):
    # What the guide says of a running systemd, the long proof looks at. Other versions weigh a little
    # differently.
    assert exposure("dicehall.service", installed) <= 0.5
    assert exposure("dicehall-sweep.service", installed) <= 0.7
    assert exposure("dicehall-lti-keys@northfield.service", installed) <= 1.4
    assert 0.9 <= exposure("dicehall.service", opened) <= 1.2
    added = opened / "etc/systemd/system/dicehall.service.d/other.conf"
    added.write_text("[Service]\nIPAddressAllow=10.0.0.5\n")
    assert exposure("dicehall.service", opened) <= 1.3
    added.unlink()


# What the unit allows, and what we tell operators to set


def directives(*files):
    """What a unit and its additions say, each directive with all its values."""
    found = {}
    for file in files:
        for name, value in re.findall(r"^(\w+)=(.*)$", file.read_text(), re.M):
            found.setdefault(name, []).append(value)
    return found


def settings(text):
    """What a text proposes to set, each with the paragraph around it."""
    for paragraph in text.split("\n\n"):
        for name, value in re.findall(r"(DICEHALL_[A-Z_]+)=(\S+?)[)`]?(?:\s|$)", paragraph):
            yield name, value, paragraph


PROPOSALS = [UNITS / "dicehall.default", *(ROOT / "docs").glob("*.md")]


def test_settings_that_we_propose_are_allowed_by_the_unit_or_name_what_allows_them(opened):
    unit = UNITS / "dicehall.service"
    closed, wide = directives(unit), directives(unit, UNITS / "network.conf")
    assert closed["PrivateNetwork"] == ["yes"] and closed["RestrictAddressFamilies"] == ["AF_UNIX"]
    assert closed["IPAddressDeny"] == ["any"] and "IPAddressAllow" not in closed
    # Of what can be said once, the last counts; lists grow.
    assert wide["PrivateNetwork"][-1] == "no" and "localhost" in wide["IPAddressAllow"]
    assert {"AF_UNIX", "AF_INET", "AF_INET6"} <= set(" ".join(wide["RestrictAddressFamilies"]).split())
    assert closed["ProtectSystem"] == ["strict"]
    writable = [f"/var/lib/{name}/" for name in closed["StateDirectory"]]
    addresses = 0
    for file in PROPOSALS:
        text = file.read_text()
        for setting, value, paragraph in settings(text):
            if "://" in value and setting == "DICEHALL_STORE" or re.search(r"[\w\]]:\d+$", value):
                addresses += 1
                # In a guide the sentence may stand in the paragraph before.
                place = text.index(paragraph)
                assert "network.conf" in text[max(0, place - 700):place + len(paragraph)], (file, value)
            elif setting in ("DICEHALL_METRICS", "DICEHALL_SOCKET") and "/" in value:
                assert any(value.startswith(folder) for folder in writable), (file, value)
    assert addresses >= 3
    # It is an example, and counts for nobody who hasn't asked for it.
    found = [path.relative_to(opened) for path in opened.rglob("network.conf")]
    assert sorted(map(str, found)) == [
        "etc/systemd/system/dicehall.service.d/network.conf",
        "usr/share/doc/dicehall/examples/network.conf"]


def test_systemd_understands_the_units_with_and_without_the_network(installed, opened):
    for root in (installed, opened):
        # What every machine has.
        (root / "bin").mkdir(exist_ok=True)
        for program in ("bin/sh", "usr/bin/curl"):
            shutil.copy("/bin/sh", root / program)
        checked = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", f"--root={root}", "dicehall.service",
             "dicehall.socket", "dicehall@red.service", "dicehall@red.socket",
             "dicehall-sweep.service", "dicehall-sweep.timer",
             "dicehall-lti-keys@northfield.service", "dicehall-lti-keys@northfield.timer"],
            capture_output=True, text=True)
        # In the folder there is nothing of systemd itself.
        mistakes = [
            line for line in checked.stderr.splitlines()
            if not re.search(r"Unit \S+ not found", line)]
        assert mistakes == []


def test_each_of_several_halls_is_confined_like_one_and_shares_nothing_with_it(installed):
    folder = installed / "usr/lib/systemd/system"
    for kind in ("service", "socket"):
        one = directives(folder / f"dicehall.{kind}")
        red = {name: [value.replace("%i", "red") for value in values]
               for name, values in directives(folder / f"dicehall@.{kind}").items()}
        assert red.keys() == one.keys()
        changed = {name for name in one if one[name] != red[name]}
        # Whatever names a place, a file or a unit names the hall's own.
        assert changed == {
            "service": {
                "Description", "Requires", "After", "Environment", "EnvironmentFile", "ExecStartPre",
                "ExecStart", "ExecReload", "StateDirectory"},
            "socket": {"Description", "ListenStream"}}[kind]
        for values in red.values():
            for value in values:
                assert not re.search(
                    r"(/var/lib|/run|/etc/default)/dicehall(?!-red)|dicehall\.socket|settings$", value)
    assert exposure("dicehall@red.service", installed) <= 0.5


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

    def __init__(self, program, folder, abstract=False, sockets=1, workers=2):
        place = "\0dicehall-test-" + folder.name if abstract else str(folder / "notify")
        self.states = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.states.bind(place)
        self.states.settimeout(20)
        self.heard = []
        self.address = str(folder / "backend.sock")
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind(self.address)
        self.listening.listen()
        command = 'LISTEN_PID=$$ exec "$@" 3<&0 4<&0 0</dev/null'
        self.log = folder / "log"
        with open(self.log, "wb") as file:
            self.process = subprocess.Popen(
                ["sh", "-c", command, "sh", program, "serve", "--state", str(folder / "state"),
                 "--socket", self.address, "--workers", str(workers)],
                stdin=self.listening, stdout=file, stderr=file,
                env={**os.environ, **UNCOUNTED, "LISTEN_FDS": str(sockets),
                     "NOTIFY_SOCKET": place.replace("\0", "@")})

    def hears(self):
        """The next change that it is told."""
        while (words := self.states.recv(4096).decode().splitlines())[0].startswith("STATUS="):
            self.heard += words
        return words[0]


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


def test_the_service_manager_hears_how_the_service_is_while_workers_answer(program, manager):
    systemd = manager()
    assert systemd.hears() == "READY=1"
    status, alive = systemd.states.recv(4096).decode().splitlines()
    version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout.strip()
    assert re.fullmatch(
        rf"STATUS=Dicehall {re.escape(version)}: 2 workers, \d+ sessions, \d+\.\d requests a second", status)
    assert alive == "WATCHDOG=1"
    everybody = children(systemd.process.pid)
    for process in everybody:
        os.kill(process, signal.SIGSTOP)
    # What the workers said before may count once more.
    wait_until(lambda: "WATCHDOG" not in systemd.states.recv(4096).decode())
    wait_until(lambda: not set(everybody) & set(children(systemd.process.pid)))


@pytest.mark.proof
def test_a_worker_that_takes_long_to_start_counts_as_alive(manager):
    systemd = manager(workers=1)

    def first_place(process):
        with open(f"/proc/{process}/maps") as maps:
            return maps.readline()

    # Until the child has a memory of its own its parent waits for it, so it must not be stopped.
    wait_until(lambda: any(
        first_place(child) != first_place(systemd.process.pid)
        for child in children(systemd.process.pid)))
    (worker,) = children(systemd.process.pid)
    os.kill(worker, signal.SIGSTOP)
    # The first is waited for only so long.
    assert systemd.hears() == "READY=1"
    assert systemd.heard.count("WATCHDOG=1") >= 2
    assert "WATCHDOG=1" in systemd.states.recv(4096).decode()
    assert children(systemd.process.pid) == [worker]
    os.kill(worker, signal.SIGCONT)
    assert fastcgi_client.ask(systemd.address, "GET", target="/healthz").status == 200
