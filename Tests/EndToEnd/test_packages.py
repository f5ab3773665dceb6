"""The Debian package and the container, each in a bare Debian of its own: installed, upgraded, purged,
and played."""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import urllib.error
import urllib.request

import pytest

from kit.bare import bare_debian
from kit.fastcgi_client import ask
from kit.halls import ROOT, free_port, short_folder
from kit.processes import wait_until
from kit.sessions import Player
from kit.several import Round

pytestmark = pytest.mark.proof
OLD_PARTS = ROOT / "Tests/EndToEnd/packages/0.1.0.tar.gz"
"""What the package of that version did: its scripts, as debhelper had completed them, its units, and its
settings as they came."""


@pytest.fixture(scope="module")
def deb():
    """The package."""
    subprocess.run([ROOT / "Deploy" / "package"], check=True, stdout=subprocess.DEVNULL)
    return next((ROOT / ".build" / "deb").glob("dicehall_*.deb"))


@pytest.fixture(scope="module")
def original():
    """What all others are copies of."""
    with short_folder() as folder, bare_debian(folder / "d") as debian:
        yield debian


@pytest.fixture
def bare(original, scratch):
    with bare_debian(scratch / "d", original) as debian:
        yield debian


@pytest.fixture(scope="module")
def furnished(original, deb):
    """With systemd, and everything that the package needs."""
    with short_folder() as folder, bare_debian(folder / "d", original) as debian:
        needed = subprocess.run(
            ["dpkg-deb", "-f", deb, "Depends"], capture_output=True, text=True, check=True).stdout
        names = re.findall(r"(?:^|, )([a-z0-9.+-]+)", needed)
        debian.run("apt-get install -y --no-install-recommends systemd dbus " + " ".join(names))
        yield debian


@pytest.fixture
def machine(furnished, scratch):
    """A machine with systemd."""
    with bare_debian(scratch / "d", furnished) as debian, debian.booted(scratch / "log"):
        yield debian


def other_version(deb, version, folder, old_parts=None):
    """The same package with another version, and with parts of that one's own."""
    content = folder / version
    subprocess.run(["dpkg-deb", "-R", deb, content], check=True)
    if old_parts:
        shutil.rmtree(content / "lib/systemd")
        with tarfile.open(old_parts) as archive:
            archive.extractall(content, filter="fully_trusted")
    control = content / "DEBIAN/control"
    control.write_text(re.sub("(?m)^Version: .*", f"Version: {version}", control.read_text()))
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-z1", "-Zgzip", "-b", content, folder], check=True,
        stdout=subprocess.DEVNULL)
    return folder / f"dicehall_{version}_{deb.stem.rpartition('_')[2]}.deb"


def install(machine, deb):
    machine.give(deb, f"/var/tmp/{deb.name}")
    machine.run(
        "apt-get install -y --no-install-recommends --allow-downgrades "
        f"-o Dpkg::Options::=--force-confold /var/tmp/{deb.name}")


def test_the_package_has_the_programs_version_and_nothing_for_lintian_to_complain_of(deb, program):
    version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout.strip()
    assert deb.name.startswith(f"dicehall_{version}_")
    suggested = subprocess.run(["dpkg-deb", "-f", deb, "Suggests"], capture_output=True, text=True)
    assert suggested.stdout == "curl, libpq5\n"
    checked = subprocess.run(
        ["lintian", "--allow-root", "--tag-display-limit", "0", "--fail-on", "error,warning", deb],
        capture_output=True, text=True)
    assert checked.returncode == 0 and not checked.stdout, checked.stdout + checked.stderr


def test_the_package_is_upgraded_under_players_and_leaves_nothing(machine, deb, tmp_path):
    files, accounts = machine.files(), machine.accounts()
    install(machine, other_version(deb, "0.1.0", tmp_path, OLD_PARTS))
    assert "dicehall" in machine.accounts()
    for unit, target in [("dicehall.service", "multi-user"), ("dicehall.socket", "sockets")]:
        assert f"/etc/systemd/system/{target}.target.wants/{unit}" in machine.files()
    assert not any(path.endswith("wants/dicehall-sweep.timer") for path in machine.files())
    # What the operator has set is theirs.
    setting = "DICEHALL_TRUST_NETWORK=127.0.0.1"
    machine.run(f"echo {setting} >>/etc/default/dicehall; systemctl restart dicehall")
    later = other_version(deb, "99.0", tmp_path)
    with Round(machine.path("/run/dicehall/backend.sock"), 3, Player, rest=0.05) as played:
        for package, number in [(deb, deb.name.split("_")[1]), (later, "99.0"), (deb, None)]:
            process = machine.run("systemctl show -P MainPID dicehall")
            install(machine, package)
            assert machine.run("systemctl show -P MainPID dicehall") != process
            assert number in (None, machine.run("dpkg-query -W -f '${Version}' dicehall"))
            assert setting in machine.run("cat /etc/default/dicehall")
            played.goes_on()
    # Nobody was refused; the round knows that all that was shown was kept.
    assert played.shown > 100 and (played.refused, played.failed_looks) == (0, 0)

    def kept():
        return {path for path in machine.files() if "/state/sessions/" in path}

    before = kept()
    assert len(before) >= len(played.players)
    machine.run("mkdir -p /etc/nginx/sites-enabled; "
                "ln -s ../sites-available/dicehall /etc/nginx/sites-enabled/dicehall")
    machine.run("apt-get remove -y dicehall")
    for unit in ("dicehall.service", "dicehall.socket"):
        assert machine.attempt(f"systemctl is-active {unit}").stdout == "inactive\n"
    assert kept() == before and setting in machine.run("cat /etc/default/dicehall")
    machine.run("apt-get purge -y dicehall; rmdir -p /etc/nginx/sites-enabled || true")
    # Neither is anything of ours left, nor anything gone that wasn't.
    assert machine.files() - files == set() and files - machine.files() == set()
    assert machine.accounts() == accounts


def test_the_service_under_systemd_is_as_the_guides_say(machine, deb):
    install(machine, deb)
    address = machine.path("/run/dicehall/backend.sock")

    def settings(line):
        machine.run(f"echo '{line}' >/etc/default/dicehall")

    def state(*names, unit="dicehall"):
        return [machine.run(f"systemctl show -P {name} {unit}").strip() for name in names]

    def processes():
        return set(machine.run(
            "cat /sys/fs/cgroup/system.slice/dicehall.service/cgroup.procs").split())

    def is_answered():
        return ask(address, "GET", "/craps").status == 200

    assert is_answered()
    told = (ROOT / "docs/installing.md").read_text().replace("\n", " ")

    def exposure(unit):
        found = machine.attempt(f"systemd-analyze security {unit}").stdout
        return float(re.search(r"exposure level for \S+: ([0-9.]+)", found)[1])

    found = exposure("dicehall"), exposure("dicehall-sweep")
    folder = "/etc/systemd/system/dicehall.service.d"
    machine.run(f"mkdir -p {folder}; cp /usr/share/doc/dicehall/examples/network.conf {folder}; "
                "systemctl daemon-reload")
    found += (exposure("dicehall"),)
    machine.run(f"rm -r {folder}; systemctl daemon-reload")
    assert "(systemd 252)" in told
    if machine.run("systemctl --version").startswith("systemd 252 "):
        assert 'rates its exposure {} of 10 ("SAFE"), and that of `dicehall-sweep.service` {};'.format(
            *found) in told, found
        assert f'With it, the exposure is {found[2]} ("OK")' in told
    wait_until(lambda: machine.run("systemctl show -P StatusText dicehall").startswith("Dicehall "))
    assert re.match(r"Dicehall [\d.]+ +for ", machine.run("dicehall status"))
    assert "ok: socket /run/dicehall/backend.sock\n" in machine.run("dicehall check")

    # One slip in a setting neither reloads nor loses the socket.
    settings("DICEHALL_THREADS=0")
    (process,) = state("MainPID")
    assert machine.attempt("systemctl reload dicehall").returncode != 0
    assert state("MainPID") == [process] and is_answered()
    said = "/etc/default/dicehall: DICEHALL_THREADS takes 1 to 1024"
    assert said in machine.run("journalctl -u dicehall")
    assert said in machine.attempt("dicehall check --settings").stderr
    assert machine.attempt("systemctl restart dicehall").returncode != 0
    assert state("ActiveState", "NRestarts", "ExecMainStatus") == ["failed", "0", "64"]
    assert state("ActiveState", unit="dicehall.socket") == ["active"]
    settings("DICEHALL_METRICS=127.0.0.1:9464")
    assert "network.conf" in machine.attempt("dicehall check --settings").stderr
    assert machine.attempt("systemctl restart dicehall").returncode != 0
    assert state("ActiveState", "NRestarts", "ExecMainStatus") == ["failed", "0", "78"]
    # Once it is mended, whoever comes next starts it again.
    settings("")
    assert is_answered() and state("ActiveState") == ["active"]
    (process,), before = state("MainPID"), processes()
    machine.run("systemctl reload dicehall")
    wait_until(lambda: processes() & before == {process})

    # Another folder has to be allowed.
    folder = "/run/systemd/system/dicehall.service.d"
    addition = "[Service]\\nReadWritePaths=/srv/dicehall\\nWatchdogSec=4\\n"
    settings("DICEHALL_STATE=/srv/dicehall")
    machine.run(f"install -d -o dicehall /srv/dicehall; mkdir {folder}; "
                f"printf '{addition}' >{folder}/more.conf; "
                "systemctl daemon-reload; systemctl restart dicehall")
    assert Player(address).roll().status == 303
    assert machine.run("find /srv/dicehall/sessions -type f")

    # A frozen supervisor is noticed by systemd alone.
    (process,) = state("MainPID")
    machine.run(f"kill -STOP {process}")
    wait_until(lambda: state("MainPID") not in ([process], ["0"]))
    assert is_answered() and state("Result", "NRestarts") == ["success", "1"]

    # Another hall beside it, which stays when the package is purged, and with it the user.
    machine.run("echo DICEHALL_BASE_PATH=/red >/etc/default/dicehall-red; "
                "systemctl enable --now dicehall@red.socket dicehall@red")
    red = machine.path("/run/dicehall-red/backend.sock")
    assert ask(red, "GET", "/red/craps").status == 200
    assert machine.run("dicehall status").count("\nworkers ") == 2
    machine.run("systemctl stop dicehall")
    assert "problem: service: dicehall isn't running" in machine.attempt("dicehall check").stdout
    machine.run("apt-get purge -y dicehall")
    assert "dicehall" in machine.accounts()
    assert machine.attempt("ls -d /var/lib/dicehall /var/lib/dicehall-red/state").stdout == (
        "/var/lib/dicehall-red/state\n")


# The container


def steps():
    """The instructions of the last stage, with what each says."""
    text = (ROOT / "Containerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    last = max(index for index, line in enumerate(lines) if line.startswith("FROM"))
    return [line.split(None, 1) for line in lines[last + 1:]]


def test_a_linter_finds_nothing_in_the_containerfile():
    linter = pathlib.Path(sys.executable).parent / "hadolint"
    checked = subprocess.run(
        [linter, ROOT / "Containerfile"], capture_output=True, text=True)
    assert checked.returncode == 0 and not checked.stdout, checked.stdout + checked.stderr


def test_the_containers_steps_lead_to_a_hall_that_can_be_played(program, bare, tmp_path):
    installed = tmp_path / "installed"
    subprocess.run(
        ["make", "-s", "install", f"DESTDIR={installed}", "PREFIX=/usr"], cwd=ROOT, check=True,
        env={**os.environ, "DICEHALL": program})
    port = free_port()
    variables, user, command = {}, None, None
    for word, rest in steps():
        match word:
            case "RUN":
                bare.run(rest)
            case "COPY":
                assert rest.split() == ["--from=build", "/installed/", "/"]
                for part in installed.iterdir():
                    subprocess.run(["cp", "-R", part, bare.folder], check=True)
            case "ENV":
                variables |= dict(pair.split("=", 1) for pair in shlex.split(rest))
            case "USER":
                user = rest
            case "CMD":
                command = json.loads(rest)
            case _:
                assert word in ("VOLUME", "EXPOSE")
    assert variables["PORT"] == "8080" and user and command
    # The only thing that differs: another port, as this machine has only one address for all.
    variables["PORT"] = str(port)
    words = [f"{name}={value}" for name, value in variables.items()] + command
    group = bare.run(f"id -g {user}").strip()
    log = tmp_path / "log"
    hall = bare.start("exec env " + shlex.join(words), f"{user}:{group}", log)

    def answers():
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2) as response:
                return response.status == 200
        except (OSError, urllib.error.URLError):
            return hall.poll() is not None

    try:
        wait_until(answers)
        assert hall.poll() is None, log.read_text()
        url = f"http://127.0.0.1:{port}/craps"
        with urllib.request.urlopen(url) as response:
            assert b"<title>" in response.read(), log.read_text()
        with urllib.request.urlopen(f"{url}/roll", data=b"revision=0") as response:
            assert response.status == 200
    finally:
        hall.terminate()
        hall.wait(15)
