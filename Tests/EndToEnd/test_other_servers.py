"""The examples for Caddy and Apache, and the guide's for TLS, with these servers themselves."""

import http.client
import os
import pathlib
import re
import shutil
import ssl
import subprocess

import pytest

from kit.halls import ROOT, Backend, can_connect, free_port
from kit.http_client import Browser, ask
from kit.processes import wait_until

pytestmark = pytest.mark.proof
PLACES = os.environ["PATH"] + ":/usr/sbin"
MODULES = ["mpm_event", "authz_core", "mime", "headers", "setenvif", "proxy", "proxy_fcgi"]


def caddy(text, folder, port):
    """The example over plain http, and nothing else that Caddy would do by itself."""
    text = text.replace("dice.example {", f"http://:{port} {{")
    (folder / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https off\n}\n" + text)
    return ["run", "--config", str(folder / "Caddyfile")]


def apache(text, folder, port):
    """The example over plain http, in the least of a configuration that holds it."""
    text = re.sub(r"  SSL.*\n", "", text).replace("*:443", f"127.0.0.1:{port}")
    modules = pathlib.Path(shutil.which("apache2", path=PLACES)).resolve()
    modules = modules.parents[1] / "lib" / "apache2" / "modules"
    loads = "\n".join(f"LoadModule {name}_module {modules}/mod_{name}.so" for name in MODULES)
    user = "User www-data\nGroup www-data\n" if os.geteuid() == 0 else ""
    (folder / "types").write_text("text/css css\ntext/javascript js\nimage/svg+xml svg\n")
    (folder / "apache.conf").write_text(f"""
ServerRoot {folder}
ServerName localhost
PidFile {folder}/pid
ErrorLog {folder}/errors
Listen 127.0.0.1:{port}
{loads}
TypesConfig {folder}/types
Define APACHE_LOG_DIR {folder}
LogFormat "%r" combined
{user}{text}""")
    return ["-d", str(folder), "-f", str(folder / "apache.conf"), "-DFOREGROUND"]


@pytest.mark.parametrize("server, example, configure", [
    ("caddy", "Caddyfile", caddy), ("apache2", "apache.conf", apache)])
def test_the_example_serves(program, scratch, server, example, configure):
    command = shutil.which(server, path=PLACES)
    assert command, f"{server} is not installed; make proof installs it"
    # The server's user, who is not root, has to come here.
    scratch.chmod(0o755)
    site = scratch / "site"
    subprocess.run([program, "generate", str(site), "--quiet"], check=True)
    backend = Backend(program, scratch, trust_network="192.0.2.1", socket_mode="0666")
    text = (ROOT / "Deploy" / "examples" / example).read_text()
    for place, here in [("/var/lib/dicehall/site", site), ("/run/dicehall/backend.sock",
                                                           backend.socket)]:
        assert place in text
        text = text.replace(place, str(here))
    port = free_port()
    with open(scratch / "server.log", "wb") as log:
        process = subprocess.Popen(
            [command, *configure(text, scratch, port)], stdout=log, stderr=log,
            env={**os.environ, "HOME": str(scratch)})
    try:
        wait_until(lambda: process.poll() is not None or can_connect(("127.0.0.1", port)))
        assert process.poll() is None, (scratch / "server.log").read_text()
        browser = Browser(port)
        home = browser.get("/")
        assert home.status == 200 and "Dicehall" in home.text
        style = re.search(r'href="(/assets/[^"]+\.css)"', home.text)[1]
        sheet = browser.get(style)
        assert sheet.status == 200 and sheet["content-type"].startswith("text/css")
        assert "immutable" in sheet["cache-control"]
        assert browser.get("/assets/nothing.css").status == 404
        # A game is begun and goes on, and stale forms are told so.
        assert browser.post("/craps/roll", revision=0).status == 303
        assert browser.get("/craps").revision == 1
        assert browser.post("/craps/roll", revision=0).status == 409
        # What is asked and sent arrives as it was.
        assert browser.get("/odds?x=2d6%2B1").text.count("2d6+1") > 0
        assert browser.get("/nowhere/%2e%2e/%2Fx").status in (400, 404)
        assert browser.get("//evil.example/x").status in (301, 308, 404)
        assert ask(port, "BREW", "/craps").status in (400, 405, 501)
        assert ask(port, "GET", "/craps/roll")["allow"] == "POST, OPTIONS"
        large = browser.post("/dice/expression", expression="1" * 70_000)
        assert large.status == 413
        framed = browser.get("/embed/craps")
        assert "frame-ancestors" in framed["content-security-policy"]
        assert browser.get("/healthz").text == "ok\n"
        # An address that holds a key stands in no log, as others do.
        secrets = ["/room/ABCDEF/host/swordfish", "/embed/craps/swordfish", "/bring/swordfish"]
        for path in secrets:
            assert browser.get(path).status < 500
        if server == "apache2":
            written = (scratch / "dicehall.log").read_text()
            assert "GET /healthz" in written and "swordfish" not in written
    finally:
        process.terminate()
        process.wait(15)
        backend.stop()


def test_the_guides_own_server_block_serves_https(program, scratch):
    guide = (ROOT / "docs" / "installing.md").read_text()
    (block,) = re.findall(r"```nginx\n(server \{.*?)```", guide, re.S)
    site, port, plain = scratch / "site", free_port(), free_port()
    subprocess.run([program, "generate", str(site), "--quiet"], check=True)
    backend = Backend(program, scratch, public_url="https://dice.example")

    def print_part(part):
        return subprocess.run(
            [program, "configure", "nginx", "--part", part, "--site", str(site), "--socket",
             backend.socket, "--public-url", "https://dice.example"],
            check=True, capture_output=True, text=True).stdout

    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
         "/CN=dice.example", "-keyout", scratch / "privkey.pem", "-out", scratch / "fullchain.pem"],
        check=True, capture_output=True)
    (scratch / "dicehall.conf").write_text(print_part("locations"))
    for theirs, ours in [
            ("/etc/letsencrypt/live/dice.example", str(scratch)), ("listen 443 ", f"listen {port} "),
            ("snippets/dicehall.conf", f"{scratch}/dicehall.conf"), ("listen 80;", f"listen {plain};")]:
        assert theirs in block
        block = block.replace(theirs, ours)
    block = re.sub(r" *listen \[::\].*\n", "", block)
    user = "user root;" if os.geteuid() == 0 else ""
    temporary = " ".join(
        f"{use}_temp_path {scratch}/{use};" for use in ["client_body", "fastcgi", "proxy", "scgi", "uwsgi"])
    (scratch / "nginx.conf").write_text(f"""
daemon off; error_log stderr; {user} pid {scratch}/pid; events {{}}
http {{ access_log off; {temporary} {print_part("shared")} {block} }}""")
    process = subprocess.Popen(
        ["nginx", "-p", str(scratch), "-c", str(scratch / "nginx.conf")],
        env={**os.environ, "PATH": PLACES})
    try:
        wait_until(lambda: process.poll() is not None or can_connect(("127.0.0.1", port)))
        trusting = ssl._create_unverified_context()
        page = http.client.HTTPSConnection("127.0.0.1", port, context=trusting)
        page.request("POST", "/craps/roll", b"revision=0", {
            "Host": "dice.example", "Content-Type": "application/x-www-form-urlencoded"})
        answer = page.getresponse()
        assert answer.status == 303
        assert answer.headers["Set-Cookie"].startswith("__Host-dicehall=")
        moved = ask(plain, "GET", "/craps?x=1", host="dice.example")
        assert moved.status == 301 and moved["location"] == "https://dice.example/craps?x=1"
    finally:
        process.terminate()
        process.wait(15)
        backend.stop()
