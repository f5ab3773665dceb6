"""The hall behind real web servers: who answers what, with which headers, and what happens when
something is gone."""

import contextlib
import gzip
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import subprocess
import time
import urllib.parse

import pytest

from kit import http_client
from kit.framed import GAMES
from kit.halls import ROOT, can_connect, contents, free_port, wait_for
from kit.pages import PAGES as STATIC
from kit.processes import children, kill, wait_until
from kit.reader import Parser
from kit.rooms import Host
from kit.several import Round, Several, backend_of

SERVERS = ["nginx", "lighttpd"]
SECURITY = ["Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def ask(hall, method, path, body="", **headers):
    """One request, sent as given; the path is below the mount."""
    headers = [(name.replace("_", "-"), value) for name, value in headers.items()]
    if method == "POST":
        headers.append(("Content-Length", len(body)))
    return http_client.ask(
        hall.port, method, hall.base + path, headers, body.encode(),
        host=f"127.0.0.1:{hall.port}")


def is_page(answer):
    text = answer.text
    return text.startswith("<!doctype html>") and "dicehall." in text and "Dicehall" in text


def play(hall, path="/craps/roll", **headers):
    """A first move; its answer sets the cookie."""
    return ask(hall, "POST", path, "revision=0", **FORM, **headers)


def cookie(answer):
    return answer["Set-Cookie"].split(";")[0]


# Who answers


@pytest.mark.path
@pytest.mark.parametrize("path", STATIC)
def test_a_first_view_is_a_file_with_the_very_bytes_of_the_backend(hall, program, path):
    answer = ask(hall, "GET", path)
    assert answer.status == 200
    assert answer["ETag"] and answer["Cache-Control"] == "no-cache"
    assert answer["Content-Type"] == "text/html; charset=utf-8"
    page = subprocess.run([program, "get", path], capture_output=True, check=True).stdout
    assert answer.body == page


@pytest.mark.parametrize("path", [f"/{game}" for game in GAMES])
def test_who_has_a_session_is_answered_by_the_backend(hall, path):
    answer = ask(hall, "GET", path, Cookie=f"theme=dark; {cookie(play(hall))}")
    assert answer.status == 200
    assert answer["Cache-Control"] == "private, no-cache" and answer["ETag"] is None


@pytest.mark.parametrize("name", ["__Host-dicehall", "__Secure-dicehall", "dicehall"])
def test_each_name_of_the_session_cookie_counts(hall, name):
    answer = ask(hall, "GET", "/craps", Cookie=f"a=b;{name}=x")
    assert answer["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("text", [
    "xdicehall=1", "dicehall2=1", "a=dicehall=1", "a=b; xdicehall=1", "dicehall", "DICEHALL=1"])
def test_another_cookie_is_no_session(hall, text):
    assert ask(hall, "GET", "/craps", Cookie=text)["Cache-Control"] == "no-cache"


def test_pages_of_words_are_files_for_everybody(hall):
    answer = ask(hall, "GET", "/rules/craps", Cookie=cookie(play(hall)))
    assert answer["Cache-Control"] == "no-cache" and answer["ETag"]


@pytest.mark.path
@pytest.mark.parametrize("path", [
    "/nothing", "/craps.html", "/index.html", "/rules", "/rules/", "/errors/404.html", "/CRAPS",
    "/craps/craps", "/dice.html.gz", "/assets/", "/assets/manifest.json", "/assets/nothing.css",
    "/assets/dicehall.0123456789abcdef.css"])
def test_an_unknown_address_has_the_page_that_says_so(hall, path):
    answer = ask(hall, "GET", path)
    assert answer.status == 404 and is_page(answer)
    assert "max-age=31536000" not in (answer["Cache-Control"] or "")


def test_a_query_does_no_harm_to_a_file(hall):
    assert ask(hall, "GET", "/craps?from=a+friend")["Cache-Control"] == "no-cache"


# Headers


def asset(hall, ending, name=r"[^\".]+"):
    page = ask(hall, "GET", "/").body.decode()
    return re.search(rf'"{hall.base}(/assets/{name}\.[0-9a-f]+\.{ending})"', page).group(1)


@pytest.mark.parametrize("ending, kind", [
    ("css", "text/css; charset=utf-8"), ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"), ("png", "image/png")])
def test_assets_keep_for_a_year(hall, ending, kind):
    answer = ask(hall, "GET", asset(hall, ending))
    assert answer.status == 200 and answer["Content-Type"] == kind
    life = int(re.search(r"max-age=(\d+)", answer["Cache-Control"]).group(1))
    assert life >= 360 * 86_400
    for name in SECURITY:
        assert len(answer.headers.get(name.lower(), [])) == 1


@pytest.mark.parametrize("ending", ["css", "js", None])
def test_what_is_compressed_holds_the_same(hall, ending):
    path = asset(hall, ending, "dicehall") if ending else "/craps"
    plain = ask(hall, "GET", path)
    small = ask(hall, "GET", path, Accept_Encoding="br, gzip, deflate")
    assert plain["Content-Encoding"] is None and small["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.body) == plain.body
    # What a first visit has to wait for.
    assert len(small.body) < {"css": 12_288, "js": 5_120, None: 8_192}[ending]
    assert plain["Vary"] == small["Vary"] == "Accept-Encoding"
    assert plain["Content-Type"] == small["Content-Type"] and plain["ETag"] != small["ETag"]


def test_no_page_weighs_more_than_40_kilobytes_with_its_styles_and_scripts(hall):
    def weight(path):
        answer = ask(hall, "GET", path, Accept_Encoding="gzip")
        assert answer.status == 200, path
        is_small = answer["Content-Encoding"] == "gzip"
        return len(answer.body), gzip.decompress(answer.body).decode() if is_small else answer.text

    files = {}
    for page in STATIC:
        size, text = weight(page)
        parts = re.findall(r'(?:href|src)="([^"]*\.(?:css|js))"', text)
        assert len(parts) >= 3
        for part in parts:
            files[part] = files.get(part) or weight(part)[0]
        assert size + sum(files[part] for part in parts) <= 40_000, page


def test_the_scripts_of_a_frame_stay_small(hall):
    code = Host(hall.socket, kind="table").code
    for frame in [*GAMES, "odds", f"room/{code}"]:
        page = ask(hall, "GET", f"/embed/{frame}").text
        sizes = {
            path: len(ask(hall, "GET", path.removeprefix(hall.base), Accept_Encoding="gzip").body)
            for path in re.findall(r'<script[^>]* src="([^"]+)"', page)}
        own = [size for path, size in sizes.items() if "/embed." in path]
        assert len(own) == 1 and own[0] <= 2_000, sizes
        assert sum(sizes.values()) <= 8_000, (frame, sizes)


@pytest.mark.parametrize("path", ["/craps", None])
def test_who_refuses_gzip_gets_none(hall, path):
    answer = ask(hall, "GET", path or asset(hall, "css"), Accept_Encoding="gzip;q=0, identity")
    assert answer.status == 200 and answer["Content-Encoding"] is None


@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_what_has_not_changed_is_not_sent_again(hall, coding):
    first = ask(hall, "GET", "/craps", Accept_Encoding=coding)
    again = ask(hall, "GET", "/craps", Accept_Encoding=coding, If_None_Match=first["ETag"])
    assert again.status == 304 and again.body == b""


# Refusals


def test_too_large_a_form_has_a_page(hall):
    answer = ask(hall, "POST", "/craps/roll", "a" * 65_537, **FORM)
    assert answer.status == 413 and is_page(answer)
    assert play(hall).status == 303


def is_framed(answer):
    """Whether a frame of another site shows it, and leads on to a game."""
    policies = answer.headers.get("content-security-policy", [])
    # lighttpd sends none with a request that it has not read to its end.
    return (bool(policies) == (answer.status != 413 or "nginx" in answer["Server"])
            and all(policy.endswith("frame-ancestors 'self' *") for policy in policies)
            and answer["Referrer-Policy"] in (None, "no-referrer")
            and b"New game of Craps" in answer.body and b"<nav" not in answer.body)


def test_what_the_server_itself_refuses_can_stand_in_a_frame(hall):
    answer = ask(hall, "POST", "/embed/craps/roll", "a" * 65_537, **FORM)
    assert answer.status == 413 and is_framed(answer)
    answer = ask(hall, "GET", f"/embed/craps?{'a' * 9_000}")
    # lighttpd's own page has neither a policy nor a way on.
    assert answer.status == 431 or answer.status == 414 and is_framed(answer)
    # lighttpd takes it for an address of a file, and the program answers.
    answer = ask(hall, "GET", "/embed/craps/start:%zz")
    assert answer.status == 400 and is_framed(answer)
    assert not is_framed(ask(hall, "GET", "/embeds/%zz"))


@pytest.mark.parametrize("query", ["player1=A%0AB", "player1=%7F", "%00", "player1=Jos%E9"])
def test_options_of_a_frame_that_are_no_text_reach_the_program(hall, query):
    answer = ask(hall, "GET", f"/embed/pig?goal=50&{query}")
    assert answer.status == 200 and b"left out" in answer.body and b"50 to go" in answer.body
    policies = answer.headers["content-security-policy"]
    # The program's own goes through; lighttpd adds one.
    assert f"form-action 'self' http://127.0.0.1:{hall.port};" in policies[0]
    assert all(policy.endswith("frame-ancestors 'self' *") for policy in policies)


@pytest.mark.parametrize("size", [9_000, 65_536])
def test_a_long_address_is_refused(hall, size):
    assert ask(hall, "GET", "/" + "a" * size).status in (404, 414, 431)
    assert ask(hall, "GET", "/").status == 200


def test_two_slashes_lead_nowhere_else(hall):
    answer = ask(hall, "GET", "//evil.example/x")
    assert answer.status == 404 and answer["Location"] is None


def test_options_are_told(hall):
    answer = ask(hall, "OPTIONS", "/craps/roll")
    assert answer.status == 204 and answer["Allow"] == "POST, OPTIONS"


# Links


def check_links(hall):
    seen = set()
    for page in STATIC:
        tree = Parser(ask(hall, "GET", page).text).root
        for address in filter(None, (one["href"] or one["src"] for one in tree.all())):
            parts = urllib.parse.urlsplit(urllib.parse.urljoin(f"{hall.url}{page}", address))
            if parts.netloc == f"127.0.0.1:{hall.port}":
                assert parts.path.startswith(f"{hall.base}/"), f"{address} on {page}"
                query = f"?{parts.query}" if parts.query else ""
                seen.add((parts.path[len(hall.base):] + query, parts.fragment))
    assert len(seen) > 60
    for path in {path for path, _ in seen}:
        # What depends on a visitor may lead on to where they are; odds may take a second question.
        answer = ask(hall, "GET", path)
        for _ in range(20):
            if answer.status != 503:
                break
            time.sleep(float(answer["Retry-After"]))
            answer = ask(hall, "GET", path)
        assert answer.status == 200 or answer.status == 303 and path.startswith("/osr/"), path
        for place in {place for one, place in seen if one == path and place}:
            assert f'id="{place}"'.encode() in answer.body, f"{path}#{place}"


def test_every_link_leads_somewhere(hall):
    check_links(hall)


# Below a path, and what happens when something ends


@pytest.mark.parametrize("server", SERVERS)
def test_the_hall_works_below_a_path(fresh_hall, server):
    hall = fresh_hall(server, BASE="/games")
    check_links(hall)
    move = play(hall)
    assert move.status == 303 and move["Location"] == "/games/cookies?to=%2Fcraps"
    assert "Path=/games;" in move["Set-Cookie"]
    page = ask(hall, "GET", "/craps", Cookie=cookie(move))
    assert page.status == 200 and page["Cache-Control"] == "private, no-cache"
    assert b'action="/games/craps/' in page.body
    bare = ask(hall, "GET", "")
    assert bare.status == 301 and bare["Location"] == "/games/"
    hall.base = ""
    for path in ["/", "/craps", "/index.html", "/gamesome"]:
        answer = ask(hall, "GET", path)
        assert answer.status == 404 and is_page(answer), path
    if server == "nginx":
        # Too long a form is refused there too, before any of it has come.
        with http_client.Client(hall.port) as client:
            client.send(http_client.head("POST", "/craps", [*FORM.items(), ("Content-Length", 65_537)]))
            assert client.read_reply("POST").status == 413


def descendants(process):
    below = children(process)
    return below + [more for child in below for more in descendants(child)]


def is_alive(process):
    try:
        return "State:\tZ" not in pathlib.Path(f"/proc/{process}/status").read_text()
    except FileNotFoundError:
        return False


def find(hall, name):
    for child in children(hall.process.pid):
        # What only waits a moment may be gone.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            if pathlib.Path(f"/proc/{child}/comm").read_text().startswith(name):
                return child
    raise LookupError(name)


@contextlib.contextmanager
def without_backend(hall):
    """The backend has ended; the start script sleeps, else it would end the rest as it should."""
    os.kill(hall.process.pid, signal.SIGSTOP)
    try:
        backend = find(hall, "dicehall")
        os.kill(backend, signal.SIGTERM)
        wait_for(lambda: not is_alive(backend), hall)
        yield
    finally:
        os.kill(hall.process.pid, signal.SIGCONT)


@pytest.mark.parametrize("server", SERVERS)
def test_a_hall_without_its_backend_says_so_until_it_is_back(fresh_hall, program, server):
    hall = fresh_hall(server)
    started = cookie(play(hall))
    with without_backend(hall):
        for method in ["GET", "POST"]:
            answer = ask(hall, method, "/craps/roll", **FORM)
            assert answer.status == 503 and is_page(answer)
            assert len(answer.headers.get("content-security-policy", [])) == 1
            framed = ask(
                hall, method, "/embed/craps/roll", **FORM)
            assert framed.status == 503 and is_framed(framed)
        assert ask(hall, "GET", "/rules/craps").status == 200
        # Programs get the error in JSON.
        answer = ask(hall, "GET", "/api/v1/characters")
        assert answer.status == 503 and answer["Content-Type"] == "application/json"
        assert list(json.loads(answer.body)) == ["error"]
        with subprocess.Popen(
                [program, "serve", "--socket", hall.socket, "--state", str(hall.state)],
                stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as backend:
            try:
                # lighttpd looks again once a second.
                wait_for(hall.answers, hall)
                assert ask(hall, "GET", "/craps", Cookie=started).status == 200
                assert play(hall).status == 303
            finally:
                backend.terminate()


def test_nginx_may_open_as_many_files_as_we_may_and_has_nothing_to_warn_of(fresh_hall):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))
    try:
        hall = fresh_hall("nginx")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert not re.search(r"nginx: |\[(alert|warn|error)\]", hall.output()), hall.output()
    workers = children(find(hall, "nginx"))
    assert len(workers) == 2
    for worker in workers:
        assert resource.prlimit(worker, resource.RLIMIT_NOFILE) == (hard, hard)


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_the_end_leaves_no_process_behind(fresh_hall, server, sign):
    hall = fresh_hall(server)
    processes = descendants(hall.process.pid)
    assert len(processes) >= 4
    assert hall.stop(sign) == 0
    assert [process for process in processes if is_alive(process)] == []
    assert not can_connect(hall.socket)


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("dying", ["backend", "server"])
def test_nothing_stays_when_one_part_dies(fresh_hall, server, dying):
    hall = fresh_hall(server)
    processes = descendants(hall.process.pid)
    os.kill(find(hall, "dicehall" if dying == "backend" else server), signal.SIGTERM)
    assert hall.process.wait(15) == 1
    assert [process for process in processes if is_alive(process)] == []


@pytest.mark.parametrize("server", SERVERS)
def test_a_port_in_use_is_told(program, scratch, server):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = subprocess.run(
            [ROOT / "Deploy" / "run"], capture_output=True, text=True, timeout=20,
            env={**os.environ, "DICEHALL": program, "SERVER": server, "PORT": str(port),
                 "STATE": str(scratch / "state"), "RUN": str(scratch / "run")})
    assert done.returncode == 1 and f"port {port} is in use" in done.stderr


# The commands behind it


def own_home(folder):
    for part in ["Templates", "Public", "Deploy"]:
        shutil.copytree(ROOT / part, folder / part)
    return folder


def test_who_writes_templates_sees_each_change_at_once(fresh_hall, scratch):
    home = own_home(scratch / "home")
    hall = fresh_hall("nginx", DEV="1", DICEHALL_HOME=str(home))
    about, craps = home / "Templates/about.mustache", home / "Templates/craps.mustache"
    player = cookie(play(hall))

    def shows(path, words):
        return words in ask(hall, "GET", path, Cookie=player).body.decode()

    about.write_text("A first change " + about.read_text())
    wait_for(lambda: shows("/about", "A first change"), hall)
    # What only the backend shows follows as well.
    whole = craps.read_text()
    craps.write_text("A second change " + whole)
    wait_for(lambda: shows("/craps", "A second change"), hall)
    # A mistake is reported with its place, and the hall stays as it was.
    craps.write_text("A third change {{#open}}" + whole)
    wait_for(lambda: "craps.mustache:1:16: found the section" in hall.output(), hall)
    # The last of the workers before the second change may be ending still.
    wait_for(lambda: shows("/craps", "A second change"), hall)
    craps.write_text(whole)
    wait_for(lambda: not shows("/craps", "A second change"), hall)


def test_without_being_asked_to_the_hall_never_reads_its_templates_again(fresh_hall, scratch):
    home = own_home(scratch / "home")
    hall = fresh_hall("nginx", DICEHALL_HOME=str(home))
    player = cookie(play(hall))
    craps = home / "Templates/craps.mustache"
    craps.write_text("A change " + craps.read_text())
    time.sleep(2)
    assert b"A change" not in ask(hall, "GET", "/craps", Cookie=player).body
    assert b"A change" not in ask(hall, "GET", "/craps").body


def test_what_an_earlier_run_left_is_gone(program, scratch):
    generate = [program, "generate", scratch / "site"]
    subprocess.run(
        [*generate, "--public-url", "https://dice.example"], check=True, capture_output=True)
    assert "sitemap.xml.gz" in contents(scratch / "site")
    # Shorter than its compressed form.
    assert "robots.txt.gz" not in contents(scratch / "site")
    (scratch / "site/robots.txt.gz").write_bytes(b"old")
    subprocess.run(generate, check=True, capture_output=True)
    subprocess.run(
        [program, "generate", scratch / "fresh"], check=True, capture_output=True)
    assert contents(scratch / "site") == contents(scratch / "fresh")


def test_assets_are_there_before_the_pages_that_name_them(program, scratch):
    done = subprocess.run(
        [program, "generate", scratch / "site", "--verbose"], check=True, capture_output=True,
        text=True)
    kinds = ["assets/" in line for line in done.stderr.splitlines()]
    assert kinds[0] and not kinds[-1] and kinds == sorted(kinds, reverse=True)


EXAMPLES = {
    "nginx-root.conf": ["nginx"],
    "nginx-several-backends.conf": [
        "nginx", "--backend", "10.0.0.11:9000", "--backend", "10.0.0.12:9000"],
    "nginx-path-shared.conf": ["nginx", "--part", "shared", "--base-path", "/games"],
    "nginx-path-locations.conf": ["nginx", "--part", "locations", "--base-path", "/games"],
    "lighttpd-root.conf": ["lighttpd"],
    "lighttpd-path.conf": ["lighttpd", "--base-path", "/games"],
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_are_what_the_program_prints(program, name):
    printed = subprocess.run(
        [program, "configure", *EXAMPLES[name]], check=True, capture_output=True).stdout
    assert (ROOT / "Deploy" / "examples" / name).read_bytes() == printed


def example(hall, *names):
    """Examples with the places of a running hall in them."""
    text = "\n".join((ROOT / "Deploy" / "examples" / name).read_text() for name in names)
    for place, here in [
            ("/var/lib/dicehall/site", hall.run / "site"), ("/var/lib/dicehall/state", hall.state),
            ("/run/dicehall/backend.sock", hall.socket), ("/usr/local/bin/dicehall", hall.program)]:
        text = text.replace(place, str(here))
    return text


NGINX = """
daemon off; error_log stderr; {user} pid nginx.pid; events {{}}
http {{
  access_log off; client_body_temp_path a; fastcgi_temp_path b; proxy_temp_path c;
  scgi_temp_path d; uwsgi_temp_path e;
  {inside}
}}
"""
LIGHTTPD = """
server.port = {port}
server.bind = "127.0.0.1"
server.document-root = "{folder}"
server.modules = ()
{inside}
"""


@pytest.mark.parametrize("base, names", [
    ("", ["nginx-root.conf"]),
    ("/games", ["nginx-path-shared.conf", "nginx-path-locations.conf"]),
    ("", ["lighttpd-root.conf"]), ("/games", ["lighttpd-path.conf"]),
    ("", ["lighttpd-cgi.conf"])])
def test_the_examples_serve(fresh_hall, program, scratch, base, names):
    server = names[0].split("-")[0]
    hall = fresh_hall(server, BASE=base)
    hall.program = program
    hall.port = free_port()
    if base and server == "nginx":
        shared, inside = example(hall, names[0]), example(hall, names[1])
        inside = f"{shared} server {{ listen 127.0.0.1:{hall.port}; {inside} }}"
    else:
        inside = example(hall, *names)
    inside = inside.replace("listen 80 default_server;", f"listen 127.0.0.1:{hall.port};")
    inside = inside.replace("  listen [::]:80 default_server;\n", "")
    path = scratch / "example.conf"
    user = "user root;" if os.geteuid() == 0 else ""
    path.write_text((NGINX if server == "nginx" else LIGHTTPD).format(
        inside=inside, port=hall.port, folder=scratch, user=user))
    command = {
        "nginx": ["nginx", "-p", str(scratch), "-c", str(path)],
        "lighttpd": ["lighttpd", "-D", "-f", str(path)]}[server]
    places = os.environ["PATH"] + ":/usr/sbin"
    with subprocess.Popen(command, env={**os.environ, "PATH": places}) as process:
        try:
            hall.url = f"http://127.0.0.1:{hall.port}{base}"
            wait_for(hall.answers, hall)
            check_links(hall)
            move = play(hall)
            assert move.status == 303 and move["Location"] == f"{base}/cookies?to=%2Fcraps"
            assert ask(hall, "GET", "/craps", Cookie=cookie(move)).status == 200
            assert is_page(ask(hall, "GET", "/nothing"))
            for path, start in [("/robots.txt", b"User-agent"), ("/healthz", b"ok\n")]:
                whole = ask(hall, "GET", path, Range="bytes=0-0")
                assert whole.status == 200 and whole.body.startswith(start)
        finally:
            process.terminate()


def packaged(server, folder, port):
    """A copy of the configuration that the server's package brings, with folders and a port of its
    own, and without the user that only root can become."""
    shutil.copytree(f"/etc/{server}", folder / server)
    own = [
        (f"/etc/{server}/", f"{folder}/{server}/"), ("/run/", f"{folder}/"),
        (f"/var/log/{server}/", f"{folder}/"), ("/var/cache/lighttpd/uploads", f"{folder}"),
        ("listen 80 ", f"listen {port} "), ("listen [::]:80 ", f"listen [::]:{port} "),
        ("= 80\n", f"= {port}\n"),
        ("user www-data;", "user root;" if os.geteuid() == 0 else ""),
        ('server.username             = "www-data"', ""),
        ('server.groupname            = "www-data"', ""),
        ("http {", "http {" + "".join(
            f" {use}_temp_path {folder}/{use};"
            for use in ["client_body", "fastcgi", "proxy", "scgi", "uwsgi"])),
    ]
    for path in (folder / server).rglob("*"):
        if path.is_file():
            text = path.read_text(errors="surrogateescape")
            for theirs, ours in own:
                text = text.replace(theirs, ours)
            path.write_text(text, errors="surrogateescape")
    return folder / server


@pytest.mark.parametrize("name", [None, "dice.example"])
@pytest.mark.parametrize("server", SERVERS)
def test_the_packaged_configuration_takes_ours_in(halls, program, scratch, server, name):
    running, port = halls(server), free_port()
    etc = packaged(server, scratch, port)
    command = [program, "configure", server, "--site", str(running.run / "site"),
               "--socket", running.socket, "--port", str(port)]
    printed = subprocess.run(
        command + (["--server-name", name] if name else []), check=True, capture_output=True,
        text=True).stdout
    place, start, test = {
        "nginx": (
            "conf.d/dicehall.conf",
            ["nginx", "-c", str(etc / "nginx.conf"), "-g", "daemon off;"], "-t"),
        "lighttpd": (
            "conf-enabled/50-dicehall.conf",
            ["lighttpd", "-D", "-f", str(etc / "lighttpd.conf")], "-tt")}[server]
    (etc / place).write_text(printed)
    env = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin"}

    def complaints():
        done = subprocess.run([*start, test], env=env, capture_output=True, text=True, timeout=20)
        return done.returncode, done.stderr

    if server == "nginx" and name is None:
        # Two sites want every name: nginx says so, and ours says what to do.
        status, words = complaints()
        assert status != 0 and "duplicate default server" in words
        (theirs,) = re.findall(r"rm /etc/nginx/(\S+),", printed)
        (etc / theirs).unlink()
    status, words = complaints()
    assert status == 0 and "warn" not in words and "duplicate" not in words, words

    def ask_as(host, method, path, headers=(), body=b""):
        return http_client.ask(port, method, path, headers, body, host=host)

    with subprocess.Popen(start, env=env, cwd=scratch, stderr=subprocess.DEVNULL) as process:
        try:
            wait_until(lambda: can_connect(("127.0.0.1", port)))
            host = name or f"127.0.0.1:{port}"
            home = ask_as(host, "GET", "/")
            assert home.status == 200 and is_page(home)
            assert home["Content-Type"] == "text/html; charset=utf-8"
            style = re.search(r'href="(/assets/[^"]+\.css)"', home.text)[1]
            assert ask_as(host, "GET", style)["Content-Type"] == "text/css; charset=utf-8"
            move = ask_as(host, "POST", "/craps/roll", list(FORM.items()), b"revision=0")
            assert move.status == 303
            for path, status in [("/craps", 200), ("/healthz", 200), (style, 206)]:
                assert ask_as(host, "GET", path, [("Range", "bytes=0-1")]).status == status
            address = f"http://127.0.0.1:{port}"
            report = subprocess.run(
                [program, "check", "--state", str(running.state), "--public-url", address],
                capture_output=True, text=True).stdout
            assert f"{'problem' if name else 'ok'}: web server {address}" in report
            # A name of its own leaves the others to the sites that were there.
            assert is_page(ask_as("other.example", "GET", "/")) == (name is None)
        finally:
            process.terminate()


@pytest.mark.parametrize("arguments", [
    ["apache"], ["nginx", "--part", "none"], ["nginx", "--port", "0"],
    ["nginx", "--site", 'a"b'], ["lighttpd", "--part", "shared"],
    ["nginx", "--server-name", "a b"], ["nginx", "--server-name", "a:80"],
    ["nginx", "--part", "whole", "--server-name", "a"]])
def test_a_wrong_wish_for_configuration_is_one_line(program, arguments):
    done = subprocess.run([program, "configure", *arguments], capture_output=True, text=True)
    assert done.returncode == 64 and done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1


def test_addresses_that_hold_a_key_stand_in_no_log(halls, program, scratch):
    running, port = halls("nginx"), free_port()
    etc = packaged("nginx", scratch, port)
    (etc / "sites-enabled/default").unlink()
    keyed = ["/room/ABCDEF/host/swordfish", "/embed/craps/swordfish", "/bring/swordfish",
             "/osr/cloud/1/delete?secret=swordfish", "/lti/login?login_hint=swordfish",
             "/lti/wait/swordfish", "/lti/choose/swordfish"]
    # Nobody listens at the second socket, so nginx itself answers.
    for socket, answers, last in [(running.socket, range(200, 500), "/embed/craps"),
                                  (scratch / "nobody.sock", [503], "/craps/history")]:
        (etc / "conf.d/dicehall.conf").write_text(subprocess.run(
            [program, "configure", "nginx", "--site", str(running.run / "site"), "--socket",
             str(socket), "--port", str(port)], check=True, capture_output=True, text=True).stdout)
        with subprocess.Popen(
                ["nginx", "-c", str(etc / "nginx.conf"), "-g", "daemon off;"],
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin"}) as process:
            try:
                wait_until(lambda: can_connect(("127.0.0.1", port)))
                for path in keyed:
                    answer = http_client.ask(port, "GET", path)
                    assert answer.status in answers
                    # The program's own pages say it themselves.
                    if answers == [503]:
                        assert answer["Referrer-Policy"] == "no-referrer", path
                too_long = http_client.ask(port, "POST", keyed[2], body=bytes(70_000))
                assert too_long.status == 413 and too_long["Referrer-Policy"] == "no-referrer"
                other = http_client.ask(port, "GET", last)
                assert other.status in answers
                log = scratch / "access.log"
                wait_until(lambda: f"GET {last} HTTP" in log.read_text())
                assert "swordfish" not in log.read_text()
            finally:
                process.terminate()


def test_all_examples_leave_out_the_same_addresses():
    examples = ROOT / "Deploy" / "examples"
    pattern = (
        "(?:room/[^/]+/host/.|embed/[^/]+/.|lti/login|lti/wait/.|lti/choose/.|bring/."
        "|osr/cloud/[^/]+/delete)")
    for name in ["nginx-root.conf", "lighttpd-root.conf", "Caddyfile", "apache.conf"]:
        assert pattern in (examples / name).read_text(), name


@pytest.mark.proof
def test_two_backends_of_which_each_fails_after_the_other_refuse_no_look(program, scratch):
    options = {"state": scratch / "state", "workers": 1}
    hall = Several(program, scratch, [None, None], **options)
    try:
        with Round(hall.port, 4, rest=0.01) as played:
            for backend in hall.backends:
                (worker,) = children(backend.process.pid)
                # Somebody waits for it when it dies.
                os.kill(worker, signal.SIGSTOP)
                time.sleep(0.3)
                kill(worker, backend.process.pid)
                # nginx leaves this one alone for a second.
                time.sleep(1.1)
            for number in range(2):
                hall.backends[number].stop()
                played.goes_on()
                hall.backends[number] = backend_of(program, scratch / str(number), None, **options)
                time.sleep(1.1)
        assert played.failed_looks == 0 and played.shown > 200
    finally:
        hall.stop()


def test_backend_that_hangs_is_waited_for_longer_than_any_answer_takes():
    text = (ROOT / "Deploy/examples/nginx-several-backends.conf").read_text()
    assert set(re.findall(r"fastcgi_read_timeout (\S+);", text)) == {"15s"}
    assert text.count("fastcgi_param REQUEST_METHOD") == 2
