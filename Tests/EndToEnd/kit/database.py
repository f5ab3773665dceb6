"""A PostgreSQL of our own: in a folder, on a socket, as an unprivileged user.

`python -m kit.database COMMAND…` runs a command with `TEST_DATABASE` naming one.
"""

import contextlib
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SETTINGS = {
    # What is in memory is enough for tests, as long as the machine goes on.
    "fsync": "off",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "listen_addresses": "",
    "timezone": "UTC",
}


MEMORY = pathlib.Path("/dev/shm")
"""A disk in memory, where making and removing so many small files costs half as much."""


def roomy_disk(settings):
    """Where a server's folder goes: into memory, unless there is too little of it or the server is to wait
    for its disk."""
    waits = {**SETTINGS, **settings}["fsync"] == "on"
    space = 0 if waits or not os.access(MEMORY, os.W_OK) else shutil.disk_usage(MEMORY).free
    return MEMORY if space > 4_000_000_000 else None


def programs():
    """The folder with the newest server, which Debian keeps where nobody's PATH looks."""
    found = pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(found, key=lambda path: float(path.parts[-3]), default=None)
    anywhere = newest or shutil.which("initdb")
    if anywhere is None:
        raise RuntimeError("there is no PostgreSQL; Debian's package is postgresql")
    return pathlib.Path(anywhere).parent


def unprivileged():
    """How to start a process that isn't root's: the server refuses to be."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def with_small_disk(folder, size):
    """How to start a process that isn't root's, and for which alone a folder is a disk of that size;
    only root may."""
    script = (
        'mount -t tmpfs -o "size=$0,mode=700,uid=$2" tmpfs "$1" && '
        'user=$2 && shift 2 && exec setpriv --reuid "$user" --clear-groups "$@"')
    user = pwd.getpwnam("nobody").pw_uid
    return ["unshare", "--mount", "--propagation", "private", "sh", "-c", script,
            size, str(folder), str(user)]


class Database:
    """A server in a folder, with a superuser `hall` and a database `hall`.

    `under` are words that start it as somebody unprivileged.
    """

    def __init__(self, folder, settings=None, copy_of=None, under=None):
        self.folder = pathlib.Path(folder)
        self.data = self.folder / "data"
        self.log = self.folder / "log"
        self.settings = {
            **SETTINGS, "unix_socket_directories": str(self.folder), **(settings or {})}
        self.folder.mkdir(parents=True, exist_ok=True)
        self.process, self.under = None, under
        if os.geteuid() == 0:
            os.chown(self.folder, pwd.getpwnam("nobody").pw_uid, -1)
        if copy_of is None:
            self.run("initdb", "-D", self.data, "-U", "hall", "-A", "trust", "--no-sync",
                     "-E", "UTF8", "--locale=C")
            self.start()
            self.sql("CREATE DATABASE hall", database="postgres")
        else:
            self.run("pg_basebackup", "-h", copy_of.folder, "-p", copy_of.port, "-U", "hall",
                     "-D", self.data, "-R", "-X", "stream", "-c", "fast", "--no-sync")
            self.start()

    def run(self, program, *arguments):
        done = subprocess.run(
            [programs() / program, *map(str, arguments)], cwd="/", stdin=subprocess.DEVNULL,
            capture_output=True, **unprivileged())
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    @property
    def port(self):
        """The number of its port, and in the name of its socket."""
        return self.settings.get("port", "5432")

    @property
    def address(self):
        """A connection string that leads to it over its socket."""
        return f"host={self.folder} port={self.port} user=hall dbname=hall"

    @property
    def url(self):
        """The same as a URL."""
        host = str(self.folder).replace("/", "%2F")
        return f"postgres://hall@{host}:{self.port}/hall"

    def start(self, wait=True):
        options = [f"-c{name}={value}" for name, value in self.settings.items()]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [*(self.under or []), programs() / "postgres", "-D", self.data, *options], cwd="/",
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                **({} if self.under else unprivileged()))
        end = time.monotonic() + 30
        while wait and not self.answers():
            assert self.process.poll() is None and time.monotonic() < end, self.log.read_text()
            time.sleep(0.05)

    def answers(self):
        return subprocess.run(
            [programs() / "pg_isready", "-q", "-h", self.folder, "-p", self.port],
            cwd="/").returncode == 0

    def stop(self, how=signal.SIGINT):
        """SIGINT ends all connections first; SIGQUIT is as good as a crash."""
        if self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(60)

    def sql(self, text, database="hall"):
        """Runs statements; returns the rows' lines, with values divided by |."""
        return self.run(
            "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.folder,
            "-p", self.port, "-U", "hall", "-d", database, "-c", text).splitlines()


@contextlib.contextmanager
def server(under=None, **settings):
    """A server for as long as the context lasts."""
    folder = tempfile.mkdtemp(prefix="dh-db-", dir=roomy_disk(settings))
    os.chmod(folder, 0o755)
    database = None
    try:
        database = Database(pathlib.Path(folder) / "s", settings, under=under)
        yield database
    finally:
        if database is not None:
            database.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    with server() as one:
        variables = {**os.environ, "TEST_DATABASE": one.address}
        sys.exit(subprocess.run(sys.argv[1:], env=variables).returncode)
