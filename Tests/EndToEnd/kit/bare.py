"""A folder with a bare Debian in it, made by debootstrap, to install things into."""

import contextlib
import os
import pathlib
import shutil
import subprocess

AS_ROOT = [] if os.geteuid() == 0 else ["sudo", "-n"]


def mirror():
    """Where this machine gets its own packages from, and for which release."""
    lines = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(SITE) $(CODENAME) $(COMPONENT)"],
        capture_output=True, text=True, check=True).stdout.splitlines()
    release = next(
        line.partition("=")[2].strip('"') for line in
        pathlib.Path("/etc/os-release").read_text().splitlines()
        if line.startswith("VERSION_CODENAME="))
    site = next(line.split()[0] for line in lines if line.split()[1:] == [release, "main"])
    return site, release


class Bare:
    """The folder, and what runs inside it as if it were all there is."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        site, release = mirror()
        subprocess.run(
            [*AS_ROOT, "debootstrap", "--variant=minbase", release, str(folder), site], check=True,
            stdout=subprocess.DEVNULL)
        # Nothing that is installed may start.
        self.run("printf '#!/bin/sh\\nexit 101\\n' >/usr/sbin/policy-rc.d; "
                 "chmod 755 /usr/sbin/policy-rc.d")

    def command(self, script, user=None):
        """The words that run a shell's script inside, with a /proc of its own."""
        within = ["chroot", *([f"--userspec={user}"] if user else []), str(self.folder)]
        return [
            *AS_ROOT, "unshare", "--mount", "sh", "-c",
            'mount --bind /proc "$0/proc" && exec "$@"', str(self.folder), *within,
            "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/", "LC_ALL=C.UTF-8",
            "DEBIAN_FRONTEND=noninteractive", "sh", "-c", script]

    def run(self, script, user=None):
        """What the script prints; it has to succeed."""
        result = subprocess.run(
            self.command(script, user), capture_output=True, text=True, stdin=subprocess.DEVNULL)
        assert result.returncode == 0, f"{script}\n{result.stdout}{result.stderr}"
        return result.stdout

    def start(self, script, user, log):
        with open(log, "wb") as file:
            return subprocess.Popen(
                self.command(script, user), stdin=subprocess.DEVNULL, stdout=file, stderr=file)

    def give(self, path, into):
        """Copies a file inside."""
        subprocess.run([*AS_ROOT, "cp", str(path), f"{self.folder}{into}"], check=True)

    def files(self):
        """Every path that is there, but for what the package manager notes down for itself."""
        return set(self.run(
            "find / -xdev \\( -path /proc -o -path /tmp -o -path /run -o -path '/etc/*-' "
            "-o -path /var/cache -o -path /var/log -o -path /var/lib/apt -o -path /var/lib/dpkg \\) -prune -o -print").splitlines())

    def accounts(self):
        """The names of users and groups."""
        return self.run("cut -d: -f1 /etc/passwd /etc/group").split()


@contextlib.contextmanager
def bare_debian(folder):
    try:
        yield Bare(folder)
    finally:
        subprocess.run([*AS_ROOT, "rm", "-rf", str(folder)], check=False)
        shutil.rmtree(folder, ignore_errors=True)
