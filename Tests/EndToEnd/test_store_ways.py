"""The ways to a database that are not on the same machine: passwords, TLS, other addresses."""

import contextlib
import os
import pwd
import re
import subprocess
import time

import pytest

from kit import namespaces
from kit.database import server
from kit.halls import ROOT, free_port
from kit.sessions import Player
from kit.several import Classroom, Round, Several, backend_of, store


def certify(folder, name):
    """A certificate for 127.0.0.1 that speaks for itself, and its key, for the server to own."""
    files = folder / f"{name}.pem", folder / f"{name}-key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=db",
         "-addext", "subjectAltName=IP:127.0.0.1", "-out", files[0], "-keyout", files[1]],
        check=True, capture_output=True)
    if os.geteuid() == 0:
        for file in files:
            os.chown(file, pwd.getpwnam("nobody").pw_uid, -1)
    files[1].chmod(0o600)
    return files


@pytest.fixture
def certificate(scratch):
    scratch.chmod(0o755)
    return certify(scratch, "server")


@pytest.fixture
def guarded(program, certificate):
    """A server that wants TLS and a password: its address without one."""
    port = free_port()
    certificate, key = certificate
    with server(listen_addresses="127.0.0.1", port=str(port), ssl="on",
                ssl_cert_file=str(certificate), ssl_key_file=str(key)) as database:
        database.sql("CREATE ROLE player LOGIN PASSWORD 'swordfish'")
        database.sql("GRANT CREATE ON SCHEMA public TO player")
        (database.data / "pg_hba.conf").write_text(
            "local all hall trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n")
        database.sql("SELECT pg_reload_conf()")
        yield database, f"postgres://player@127.0.0.1:{port}/hall"


def test_the_database_of_the_guide_is_its_owners_to_fill(program):
    guide = (ROOT / "docs" / "scaling.md").read_text()
    steps = re.findall(r"^runuser -u postgres -- (\w+) (.*?)(?: +#.*)?$", guide, re.M)
    assert [name for name, _ in steps] == ["createuser", "createdb"]
    with server() as database:
        database.sql("DROP DATABASE hall", database="postgres")
        for name, words in steps:
            database.run(
                name, "-h", database.folder, "-p", database.port, "-U", "hall", *words.split())
        address = database.address.replace("user=hall", "user=dicehall")
        store(program, "init", "--store", address)
        assert store(program, "check", "--store", address).startswith("ok: ")


@pytest.mark.proof
def test_a_password_file_and_tls_are_as_libpq_has_them(
        program, scratch, guarded, certificate, monkeypatch):
    database, address = guarded
    passwords = scratch / "pgpass"
    passwords.write_text("127.0.0.1:*:hall:player:swordfish\n")
    passwords.chmod(0o600)
    monkeypatch.setenv("PGPASSFILE", str(passwords))
    address += f"?sslmode=verify-full&sslrootcert={certificate[0]}"
    store(program, "init", "--store", address)
    backend = backend_of(program, scratch / "a", address)
    assert Player(backend.socket).roll().status == 303
    assert set(database.sql("""
        SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE application_name = 'dicehall'""")) == {"t"}
    backend.stop()
    for words in ("swordfish", "player"):
        assert words not in backend.output()


@pytest.mark.proof
def test_a_service_file_names_everything(program, scratch, guarded, certificate, monkeypatch):
    database, _ = guarded
    passwords, services = scratch / "pgpass", scratch / "services"
    passwords.write_text("*:*:*:player:swordfish\n")
    passwords.chmod(0o600)
    services.write_text(
        f"[hall]\nhost=127.0.0.1\nport={database.port}\nuser=player\ndbname=hall\n"
        f"sslmode=verify-full\nsslrootcert={certificate[0]}\npassfile={passwords}\n")
    monkeypatch.setenv("PGSERVICEFILE", str(services))
    monkeypatch.setenv("DICEHALL_STORE", "service=hall")
    assert store(program, "init") == "made the tables in database of service hall\n"
    assert store(program, "check") == "ok: database of service hall\n"
    backend = backend_of(program, scratch / "a", None)
    player = Player(backend.socket)
    assert player.roll().status == 303 and player.look().revision == 1
    assert database.sql("SELECT count(*) FROM dicehall_session") == ["1"]
    backend.stop()


@pytest.mark.proof
@pytest.mark.parametrize("account, settings, words", [
    ("player:jellyfish", "", "password authentication failed"),
    ("player", "", "no password supplied"),
    ("player:swordfish", "?sslmode=disable", "no encryption"),
    ("player:swordfish", "?sslmode=verify-full&sslrootcert=/dev/null", "root certificate"),
    ("player:swordfish", "?sslmode=verify-full&sslrootcert={other}", "certificate verify failed"),
    ("player:swordfish", "?sslmode=verify-full&sslrootcert={own}&host=localhost",
     "does not match host name"),
    ("nobody:swordfish", "", "password authentication failed"),
])
def test_a_server_that_refuses_is_told_in_one_sentence(
        program, scratch, guarded, certificate, account, settings, words):
    settings = settings.format(own=certificate[0], other=certify(scratch, "other")[0])
    address = guarded[1].replace("player@", f"{account}@") + settings
    status, error = store(program, "check", "--store", address, check=False, PGPASSFILE="/nowhere")
    assert status == 66 and error.count("\n") == 1
    assert words in error and "fish" not in error
    backend = backend_of(program, scratch / "a", address)
    player = Player(backend.socket)
    assert player.roll().status == 503
    assert player.get("/rules/craps").status == 200
    assert words in backend.output() and "fish" not in backend.output()
    # What was looked for tells nothing where nothing can be reached.
    assert ", session " not in backend.output()
    backend.stop()


@contextlib.contextmanager
def places():
    """Two addresses to run backends at, with the words to run them with, and the database's own."""
    with contextlib.ExitStack() as stack:
        if namespaces.may_be_made():
            own = stack.enter_context(namespaces.bridge())
            yield own, [stack.enter_context(namespaces.machine()) for _ in range(2)]
        else:
            yield "127.0.0.1", [("127.0.0.2", []), ("127.0.0.3", [])]


@pytest.mark.proof
def test_backends_on_other_machines_are_one_hall(program, scratch):
    with places() as (own, machines):
        with server(listen_addresses=own) as database:
            with open(database.data / "pg_hba.conf", "a") as rules:
                rules.write("host all all samenet trust\n")
            database.sql("SELECT pg_reload_conf()")
            store(program, "init", "--store", database.address)
            address = f"postgres://hall@{own}/hall"
            hall = Several(
                program, scratch, [address] * 2, under=[words for _, words in machines],
                listen=[f"{machine}:{free_port()}" for machine, _ in machines])
            try:
                with Classroom(hall), Round(hall.port) as played:
                    hall.slay(hall.backends[0])
                    played.goes_on()
                    assert played.failed_looks == 0
                    database.stop()
                    time.sleep(1)
                    database.start()
                    played.goes_on()
                everywhere = database.sql("""
                    SELECT DISTINCT client_addr FROM pg_stat_activity
                    WHERE application_name = 'dicehall'""")
                if own != "127.0.0.1":
                    assert everywhere == [machines[1][0]]
            finally:
                hall.stop()
