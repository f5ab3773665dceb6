"""A folder with a bare Debian in it, made by debootstrap, to install things into, and to boot."""

import contextlib
import itertools
import os
import pathlib
import shutil
import subprocess

from kit.processes import children, wait_until

AS_ROOT = [] if os.geteuid() == 0 else ["sudo", "-n"]
ENVIRONMENT = [
    "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/", "LC_ALL=C.UTF-8",
    "DEBIAN_FRONTEND=noninteractive"]

# Runs as the first process of new namespaces. The group for its processes lies in the hierarchy that
# every host has, and is all of it that systemd sees; what it may not set for the machine around is
# read-only. Nobody below chroot could make the namespaces of users that our unit wants.
BOOT = """
set -e
mount --make-rprivate /
mount --bind "$0" "$0"
cd "$0"
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t tmpfs tmpfs run
mount -t cgroup2 cgroup2 sys/fs/cgroup
mkdir "sys/fs/cgroup/$1"
echo 0 >"sys/fs/cgroup/$1/cgroup.procs"
umount sys/fs/cgroup
exec unshare --cgroup sh -ec '
  mount -t cgroup2 cgroup2 sys/fs/cgroup
  pivot_root . mnt
  umount -l mnt
  exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd'
"""
# Removes that group, and those that systemd made in it.
UNGROUP = """
mount -t cgroup2 cgroup2 "$0" && find "$0/$1" -depth -type d -exec rmdir {} +
"""

numbers = itertools.count(1)


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
        self.first = None
        """The number of its first process, while it is booted."""

    def install(self):
        """Installs Debian, nothing of which may start before it is booted."""
        site, release = mirror()
        subprocess.run(
            [*AS_ROOT, "debootstrap", "--variant=minbase", release, str(self.folder), site],
            check=True, stdout=subprocess.DEVNULL)
        self.run("printf '#!/bin/sh\\nexit 101\\n' >/usr/sbin/policy-rc.d; "
                 "chmod 755 /usr/sbin/policy-rc.d; apt-get update")

    def command(self, script, user=None):
        """The words that run a shell's script inside."""
        if self.first:
            enter = ["nsenter", "--target", str(self.first), "--mount", "--pid", "--net", "--uts",
                     "--ipc", "--cgroup", "--root", "--wd", "chroot"]
            root = "/"
        else:
            enter = ["unshare", "--mount", "sh", "-c", 'mount --bind /proc "$0/proc" && exec "$@"',
                     str(self.folder), "chroot"]
            root = str(self.folder)
        return [*AS_ROOT, *enter, *([f"--userspec={user}"] if user else []), root, *ENVIRONMENT,
                "sh", "-c", script]

    def run(self, script, user=None):
        """What the script prints; it has to succeed."""
        result = self.attempt(script, user)
        assert result.returncode == 0, f"{script}\n{result.stdout}{result.stderr}"
        return result.stdout

    def attempt(self, script, user=None):
        """What came of the script."""
        return subprocess.run(
            self.command(script, user), capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def start(self, script, user, log):
        with open(log, "wb") as file:
            return subprocess.Popen(
                self.command(script, user), stdin=subprocess.DEVNULL, stdout=file, stderr=file)

    def give(self, path, into):
        """Copies a file inside."""
        subprocess.run([*AS_ROOT, "cp", str(path), f"{self.folder}{into}"], check=True)

    def path(self, inside):
        """Where a path inside of the booted one is seen from outside."""
        return f"/proc/{self.first}/root{inside}"

    @contextlib.contextmanager
    def booted(self, log):
        """Runs its systemd, as on a machine of its own without a network, until the block ends."""
        self.run("rm -f /usr/sbin/policy-rc.d")
        group = f"dicehall-test-{os.getpid()}-{next(numbers)}"
        with open(log, "wb") as file:
            around = subprocess.Popen(
                [*AS_ROOT, "unshare", "--mount", "--pid", "--fork", "--kill-child", "--net", "--uts",
                 "--ipc", "sh", "-c", BOOT, str(self.folder), group],
                stdin=subprocess.DEVNULL, stdout=file, stderr=file)
        try:
            wait_until(lambda: around.poll() is not None or self.find_first(around.pid))
            wait_until(lambda: around.poll() is not None or self.attempt(
                "systemctl is-system-running").stdout.strip() in ("running", "degraded"))
            assert around.poll() is None, log.read_text()
            yield
        finally:
            # All others end with the first.
            subprocess.run([*AS_ROOT, "kill", "-KILL", str(self.first or around.pid)], check=False)
            around.wait(30)
            self.first = None
            subprocess.run(
                [*AS_ROOT, "unshare", "--mount", "sh", "-c", UNGROUP, str(self.folder / "mnt"), group],
                check=True)

    def find_first(self, around):
        """Whether the process below that one has become systemd."""
        for child in children(around):
            name = pathlib.Path(f"/proc/{child}/comm").read_text().strip()
            self.first = child if name == "systemd" else self.find_first(child)
        return self.first

    def files(self):
        """Every path that is there, but for what Debian's own programs note down for themselves."""
        aside = ["/proc", "/tmp", "/run", "/etc/*-", "/var/cache", "/var/log", "/var/tmp",
                 "/var/lib/apt", "/var/lib/dpkg", "/var/lib/systemd"]
        paths = " -o ".join(f"-path '{path}'" for path in aside)
        return set(self.run(f"find / -xdev \\( {paths} \\) -prune -o -print").splitlines())

    def accounts(self):
        """The names of users and groups."""
        return self.run("cut -d: -f1 /etc/passwd /etc/group").split()


@contextlib.contextmanager
def bare_debian(folder, original=None):
    """A new one, or a copy of another."""
    debian = Bare(folder)
    try:
        if original:
            subprocess.run([*AS_ROOT, "cp", "--reflink=auto", "-a", original.folder, folder], check=True)
        else:
            debian.install()
        yield debian
    finally:
        subprocess.run([*AS_ROOT, "rm", "-rf", str(folder)], check=False)
        shutil.rmtree(folder, ignore_errors=True)
