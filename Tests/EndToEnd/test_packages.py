"""The Debian package and the container, each in a bare Debian of its own: installed, upgraded, purged,
and played."""

import contextlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

from kit.bare import bare_debian
from kit.halls import ROOT, free_port, short_folder
from kit.processes import wait_until
from kit.sessions import Player
from kit.units import Units

pytestmark = pytest.mark.proof
OUT = ROOT / ".build" / "deb"


@pytest.fixture
def bare():
    with short_folder() as folder, bare_debian(folder / "d") as debian:
        yield debian


def package(version=None):
    """A built package, of its own version or another."""
    subprocess.run(
        [ROOT / "Deploy" / "package"], check=True, stdout=subprocess.DEVNULL,
        env={**os.environ, **({"VERSION": version} if version else {})})
    return next(OUT.glob("dicehall_*.deb"))


def test_the_package_has_the_programs_version_and_nothing_for_lintian_to_complain_of(program):
    deb = package()
    version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout.strip()
    assert deb.name.startswith(f"dicehall_{version}_")
    checked = subprocess.run(
        ["lintian", "--allow-root", "--tag-display-limit", "0", "--fail-on", "error,warning", deb],
        capture_output=True, text=True)
    assert checked.returncode == 0 and not checked.stdout, checked.stdout + checked.stderr


class Counted(Player):
    """A player who notes every move that isn't played."""

    def __init__(self, address):
        super().__init__(address, game="dice")
        self.refused = []

    def roll(self):
        reply = super().roll()
        if reply.status != 303:
            self.refused.append(reply)
        return reply


@contextlib.contextmanager
def crowd(address):
    """Players who roll until the block ends."""
    players = [Counted(address) for _ in range(3)]
    is_over = threading.Event()

    def play(player):
        while not is_over.is_set():
            player.roll()
            # Fewer than one client may send.
            time.sleep(0.08)

    with ThreadPoolExecutor() as pool:
        done = [pool.submit(play, player) for player in players]
        try:
            yield players
        finally:
            is_over.set()
    for one in done:
        one.result()


def test_the_package_is_installed_upgraded_under_players_and_purged(bare, tmp_path):
    needed = subprocess.run(
        ["dpkg-deb", "-f", package(), "Depends"], capture_output=True, text=True, check=True).stdout
    names = " ".join(re.findall(r"(?:^|, )([a-z0-9.+-]+)", needed))
    bare.run(f"apt-get update && apt-get install -y --no-install-recommends {names}")
    files, accounts = bare.files(), bare.accounts()

    units = Units(bare, tmp_path / "log")
    try:
        # Or one that was built then.
        bare.give(os.environ.get("OLD_PACKAGE") or package("0.1.0"), "/tmp/first.deb")
        bare.give(package(), "/tmp/second.deb")
        version = bare.run("dpkg-deb -f /tmp/second.deb Version").strip()

        def install(name, *options):
            """Installs it; returns what its scripts asked of systemd."""
            before = len(units.asked)
            bare.run(f"apt-get install -y --no-install-recommends {' '.join(options)} /tmp/{name}.deb")
            return units.asked[before:]

        install("first")
        assert "dicehall" in bare.accounts()
        for unit, target in [("dicehall.service", "multi-user"), ("dicehall.socket", "sockets")]:
            assert f"/etc/systemd/system/{target}.target.wants/{unit}" in bare.files()
        assert not any(path.endswith("wants/dicehall-sweep.timer") for path in bare.files())
        # What the operator has set is theirs.
        bare.run("echo DICEHALL_SESSION_DAYS=7 >>/etc/default/dicehall")
        # Up and down again, while people play.
        with crowd(units.address) as players:
            for name, number, *options in [
                    ("second", version), ("first", "0.1.0", "--allow-downgrades"),
                    ("second", version)]:
                played = [player.revision for player in players]
                asked = install(name, *options)
                assert "restart dicehall.service" in asked
                assert not any(words.startswith("stop") for words in asked)
                assert bare.run("dpkg-query -W -f '${Version}' dicehall") == number
                assert "DICEHALL_SESSION_DAYS=7" in bare.run("cat /etc/default/dicehall")
                wait_until(lambda: all(
                    player.revision > before for player, before in zip(players, played)))
        # Nobody was refused, and all that was shown was kept.
        for player in players:
            revision = player.revision
            assert not player.refused and player.look().revision == revision > 10

        def kept():
            return {path for path in bare.files() if "/state/sessions/" in path}

        before = kept()
        assert len(before) >= len(players)
        bare.run("mkdir -p /etc/nginx/sites-enabled; "
                 "ln -s ../sites-available/dicehall /etc/nginx/sites-enabled/dicehall")
        bare.run("apt-get remove -y dicehall")
        assert not units.is_active("dicehall.service") and not units.is_active("dicehall.socket")
        assert kept() == before and "DICEHALL_SESSION_DAYS=7" in bare.run("cat /etc/default/dicehall")
        bare.run("apt-get purge -y dicehall </dev/null; rmdir -p /etc/nginx/sites-enabled || true")
    finally:
        units.close()
    # Neither is anything of ours left, nor anything gone that wasn't.
    assert bare.files() - files == set() and files - bare.files() == {"/usr/sbin/policy-rc.d"}
    assert bare.accounts() == accounts


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
