"""The Debian package and the container, each in a bare Debian of its own: installed, upgraded, purged,
and played."""

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from kit import fastcgi_client
from kit.bare import bare_debian
from kit.halls import ROOT, can_connect, free_port, short_folder
from kit.processes import wait_until

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


def test_the_package_is_installed_upgraded_and_purged(bare, tmp_path):
    deb = package()
    needed = subprocess.run(
        ["dpkg-deb", "-f", deb, "Depends"], capture_output=True, text=True, check=True).stdout
    names = " ".join(re.findall(r"(?:^|, )([a-z0-9.+-]+)", needed))
    bare.run(f"apt-get update && apt-get install -y --no-install-recommends {names}")
    files, accounts = bare.files(), bare.accounts()

    bare.give(deb, "/tmp/first.deb")
    bare.run("apt-get install -y --no-install-recommends /tmp/first.deb")
    assert "dicehall" in bare.accounts()
    for unit, target in [("dicehall.service", "multi-user"), ("dicehall.socket", "sockets")]:
        assert f"/etc/systemd/system/{target}.target.wants/{unit}" in bare.files()
    assert not any(path.endswith("wants/dicehall-sweep.timer") for path in bare.files())

    def play(log):
        """One round of Craps with the installed program, as its unit would start it."""
        folder = "/var/lib/dicehall"
        user = "dicehall:www-data"
        bare.run(f"umask 0027; dicehall generate {folder}/site", user)
        service = bare.start(
            f"umask 0027; exec dicehall serve --socket {folder}/s --state {folder}/state", user, log)
        address = f"{bare.folder}{folder}/s"
        try:
            wait_until(lambda: can_connect(address) or service.poll() is not None)
            form = {"target": "/craps/roll", "body": b"revision=0"}
            assert fastcgi_client.ask(address, "POST", **form).status == 303, log.read_text()
        finally:
            service.terminate()
            service.wait(15)

    def kept():
        return {path for path in bare.files() if "/state/sessions/" in path}

    play(tmp_path / "log")
    first = kept()
    assert first
    # What the operator has set is theirs.
    bare.run("echo DICEHALL_SESSION_DAYS=7 >>/etc/default/dicehall")
    bare.give(package("99.0"), "/tmp/second.deb")
    bare.run("apt-get install -y --no-install-recommends /tmp/second.deb")
    assert bare.run("dpkg-query -W -f '${Version}' dicehall") == "99.0"
    assert "DICEHALL_SESSION_DAYS=7" in bare.run("cat /etc/default/dicehall")
    assert kept() == first
    play(tmp_path / "log")
    assert kept() > first
    # Going back.
    bare.run("apt-get install -y --no-install-recommends --allow-downgrades /tmp/first.deb")
    assert bare.run("dpkg-query -W -f '${Version}' dicehall") != "99.0"
    assert "DICEHALL_SESSION_DAYS=7" in bare.run("cat /etc/default/dicehall")
    before = kept()
    play(tmp_path / "log")
    assert kept() > before

    bare.run("mkdir -p /etc/nginx/sites-enabled; "
             "ln -s ../sites-available/dicehall /etc/nginx/sites-enabled/dicehall")
    bare.run("apt-get remove -y dicehall")
    assert kept() and "DICEHALL_SESSION_DAYS=7" in bare.run("cat /etc/default/dicehall")
    bare.run("apt-get purge -y dicehall </dev/null; rmdir -p /etc/nginx/sites-enabled || true")
    # Neither is anything of ours left, nor anything gone that wasn't.
    assert bare.files() - files == set() and files - bare.files() == set()
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
