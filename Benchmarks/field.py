"""The field of the race: Dicehall and the others, each with the same sessions, and nginx before all."""

import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import urllib.request

import craps_page
import pages
from kit import fastcgi_client as client
from kit.budget import Seat
from kit.halls import Backend, find_program, free_port
from kit.processes import children, wait_until, wait_until_idle
from kit.sessions import payload
from race import (
    CONNECTIONS, HERE, PHP, THREADS, Side, SideApart, ante, body, make, php_configuration,
    php_serialized, raw_answer)

PROGRAM = find_program()
GAMES = ("craps", "pig", "dice")
HUMMINGBIRD = HERE.parent / ".build" / "hummingbird" / "release" / "on-hummingbird"


def nginx_configuration(folder, port, backends, proxied):
    """One server; `backends` maps the first part of a path to the socket that answers it over
    FastCGI, `proxied` to one that answers with the page of Craps over HTTP."""
    temporary = "\n".join(
        f"  {kind}_temp_path {folder}/nginx-{kind};"
        for kind in ("client_body", "fastcgi", "proxy", "scgi", "uwsgi"))
    upstreams = "\n".join(
        f"  upstream {name} {{ server unix:{address}; keepalive {CONNECTIONS}; }}"
        for name, address in (backends | proxied).items())
    names = (
        "REQUEST_METHOD $request_method", "REQUEST_URI $request_uri",
        "QUERY_STRING $query_string", "CONTENT_TYPE $content_type",
        "CONTENT_LENGTH $content_length", "REQUEST_SCHEME $scheme", "REMOTE_ADDR $remote_addr",
        "SERVER_PROTOCOL $server_protocol", "GATEWAY_INTERFACE CGI/1.1",
        # Only PHP asks for it.
        f"SCRIPT_FILENAME {folder}/craps.php")
    parameters = "\n".join(f"  fastcgi_param {name};" for name in names)
    locations = "\n".join(
        [f"    location /{name} {{ fastcgi_pass {name}; }}" for name in backends]
        + [f"    location /{name} {{ proxy_pass http://{name}/craps; }}" for name in proxied])
    return f"""daemon off;
master_process off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/log;
events {{ }}
http {{
  access_log off;
  default_type text/html;
  keepalive_requests 1000000000;
{temporary}
{upstreams}
{parameters}
  fastcgi_keep_conn on;
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  server {{
    listen 127.0.0.1:{port};
    location / {{ fastcgi_pass dicehall; }}
    location /static/ {{ alias {folder}/static/; }}
{locations}
  }}
}}
"""


class Field:
    """Dicehall and the others, each with the same sessions, and nginx before all of them."""

    def __init__(self, folder, processes):
        self.folder, self.processes = folder, processes
        self.backend = Backend(PROGRAM, make(folder / "hall"))
        processes.all.append(self.backend.process)
        self.workers = children(self.backend.process.pid)
        self.seats = [Seat(self.backend, "played") for _ in range(CONNECTIONS)]
        self.fresh = [Seat(self.backend, "fresh") for _ in range(CONNECTIONS)]
        self.cookies = [seat.player.cookie for seat in self.seats]
        for seat in self.seats:
            # From now on the file is as this version writes it.
            moved = raw_answer(
                self.backend.socket, "POST", "/craps/ante", ante(seat.revision, 5),
                HTTP_COOKIE=seat.player.cookie)
            assert moved.startswith(b"Status: 303"), moved[:200]
        self.moved = moved
        self.page = self.own("/craps")
        self.prepare_others()

    def own(self, path, seat=None):
        """Dicehall's raw answer to that request."""
        cookie = (seat or self.seats[0]).player.cookie
        return raw_answer(self.backend.socket, target=path, HTTP_COOKIE=cookie)

    def prepare_others(self):
        folder, page = self.folder, body(self.page).decode()
        # For C: the pages as code, heads as formats.
        for game in GAMES:
            own = body(self.own(f"/{game}")).decode()
            (folder / f"{game}-page.h").write_text(pages.c_source(own, game))
        key = self.cookies[0].partition("=")[2].encode()
        head = self.page[: -len(body(self.page))].replace(b"%", b"%%").replace(key, b"%s")
        (folder / "page.head").write_bytes(
            re.sub(rb"Content-Length: \d+", b"Content-Length: %d", head))
        key = self.cookies[-1].partition("=")[2].encode()
        (folder / "moved").write_bytes(self.moved.replace(b"%", b"%%").replace(key, b"%s"))
        shutil.copytree(self.backend.state / "sessions", folder / "twin-sessions")
        lines = craps_page.lines(page)
        self.programs = make(folder / "programs")
        compile_c(self.programs, "constant.c", "-lfcgi")
        compile_c(
            self.programs, "Twin/twin.c", f"-DLINES={lines}", f"-I{folder}", "-lfcgi", "-lcrypto",
            "-ldeflate")
        # For PHP and Hummingbird: the page as a template, the sessions in forms of their own.
        shutil.copy(HERE / "craps.php", folder)
        (folder / "page.php").write_text(craps_page.php_source(page))
        (folder / "page.mustache").write_text(craps_page.mustache_source(page))
        sessions, others = make(folder / "php-sessions"), make(folder / "json-sessions")
        for seat in self.seats:
            game = craps_page.game(payload(seat.file))
            key = seat.player.cookie.partition("=")[2]
            (sessions / f"sess_{key}").write_text(php_serialized({"game": game}))
            (others / key).write_text(json.dumps(game))
        # For nginx: the page as a file.
        static = folder / "static"
        subprocess.run(
            [PROGRAM, "generate", static], check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        (static / "craps").write_text(page)

    def command(self, name, address, threads, answer=None):
        """How to start one of the others; `answer` is what the constant one sends."""
        folder = self.folder
        match name:
            case "constant":
                response = pathlib.Path(f"{address}.response")
                response.write_bytes(answer)
                return [self.programs / "constant", address, response, threads]
            case "twin":
                return [
                    self.programs / "twin", address, folder / "twin-sessions", folder / "page.head",
                    folder / "moved", threads]
            case "php":
                configuration = pathlib.Path(f"{address}.conf")
                configuration.write_text(php_configuration(folder, address, threads))
                allowed = ["-R"] if os.geteuid() == 0 else []
                return [PHP, *allowed, "-y", configuration, "-d", "opcache.enable=1"]
            case "hummingbird":
                return [
                    HUMMINGBIRD, address, folder / "json-sessions", folder / "page.mustache",
                    craps_page.lines(body(self.page).decode())]

    def start(self, name, title=None, **options):
        address = str(self.folder / (title or name))
        process = self.processes.start_at(address, *self.command(name, address, THREADS, **options))
        if name == "php":
            wait_until(lambda: len(children(process.pid)) == THREADS)
        return [process.pid, *children(process.pid)]

    def rows(self):
        """The rows of the race: their titles, and the sides by name, Dicehall first."""
        pids = {name: self.start(name) for name in ("twin", "php", "hummingbird")}
        for name, answer in {
            "c-about": self.own("/about"), "c-craps": self.page, "c-pig": self.own("/pig"),
            "c-dice": self.own("/dice"), "c-fresh": self.own("/craps", self.fresh[0]),
            "c-moved": self.moved,
        }.items():
            pids[name] = self.start("constant", name, answer=answer)
        sockets = {name: self.folder / name for name in pids}
        proxied = {"hummingbird": sockets.pop("hummingbird")}
        port = free_port()
        (self.folder / "nginx.conf").write_text(nginx_configuration(
            self.folder, port, {"dicehall": self.backend.socket, **sockets}, proxied))
        nginx = self.processes.start_at(
            ("127.0.0.1", port), "nginx", "-p", self.folder, "-e", self.folder / "log",
            "-c", self.folder / "nginx.conf")
        self.url = url = f"http://127.0.0.1:{port}"

        def ours(path, seats=self.seats, **options):
            cookies = [seat.player.cookie for seat in seats]
            return Side(url + path, self.workers, cookies, web_server=nginx.pid, **options)

        def other(name, form=None, path="", **options):
            processes = pids[name] + (pids[form] if form not in (None, name) else [])
            return Side(
                f"{url}/{name}{path}", processes, self.cookies, form=form and f"/{form}",
                web_server=nginx.pid, **options)

        def apart(path, processes):
            return SideApart(url + path, processes, self.cookies, web_server=nginx.pid)

        def static(path):
            return Side(f"{url}/static/{path}", [nginx.pid])

        return {
            "constant page": {
                "Dicehall": Side(f"{url}/about", self.workers, web_server=nginx.pid),
                "C constant": other("c-about"), "nginx's file": static("about.html")},
            "GET of Craps": {
                "Dicehall": ours("/craps"), "C twin": other("twin"),
                "C constant": other("c-craps"), "PHP-FPM": other("php"),
                "Hummingbird": other("hummingbird"), "nginx's file": static("craps"),
                "Dicehall, alone": apart("/craps", self.workers),
                **{f"{title}, alone": apart(f"/{name}", pids[name]) for title, name in (
                    ("C twin", "twin"), ("C constant", "c-craps"), ("PHP-FPM", "php"))}},
            "POST + GET of Craps": {
                "Dicehall": ours("/craps", form="/craps/ante"), "C twin": other("twin", "twin"),
                "C constant": other("c-craps", "c-moved"), "PHP-FPM": other("php", "php")},
            "GET of Craps, after one roll": {
                "Dicehall": ours("/craps", self.fresh), "C constant": other("c-fresh")},
            "GET of Pig": {
                "Dicehall": ours("/pig"), "C twin": other("twin", path="/pig"),
                "C constant": other("c-pig")},
            "GET of dice": {
                "Dicehall": ours("/dice"), "C twin": other("twin", path="/dice"),
                "C constant": other("c-dice")},
        }

    def check(self):
        """All send pages of the same size, the twin the very same bytes, and all can save."""
        cookie = self.cookies[0]
        page = body(self.page)
        # Those of other sessions, too, as what differs there may not be cut from the first one's.
        for game, seat in itertools.product(GAMES, self.seats):
            same = self.ask("twin", target=f"/{game}", seat=seat) == self.own(f"/{game}", seat)
            assert same, f"the twin's page of {game} is another"
        assert len(body(self.ask("php"))) == len(page), "PHP's page is another"
        request = urllib.request.Request(f"{self.url}/hummingbird", headers={"Cookie": cookie})
        with urllib.request.urlopen(request) as answer:
            assert answer.read() == page, "Hummingbird's page is another"
        revision = int(re.search(rb'name="revision" value="(\d+)"', page)[1])
        for name in ("twin", "php"):
            moved = self.ask(name, "POST", "/", ante(revision, 5))
            assert moved.startswith(b"Status: 303"), (name, moved[:200])
        # What the twin has saved, Dicehall can read.
        raw_answer(
            self.backend.socket, "POST", "/craps/ante", ante(revision, 5), HTTP_COOKIE=cookie)
        saved = [
            payload(path / self.seats[0].file.relative_to(self.backend.state / "sessions"))
            for path in (self.backend.state / "sessions", self.folder / "twin-sessions")]
        assert saved[0] == saved[1], "the twin saves another session"

    def ask(self, name, method="GET", target="/", form=None, seat=None):
        return raw_answer(
            self.folder / name, method, target, form,
            HTTP_COOKIE=(seat or self.seats[0]).player.cookie,
            SCRIPT_FILENAME=str(self.folder / "craps.php"))

    def counts(self, name, counting, folder, under=()):
        """What is counted of a GET and a POST with one thread; of the constant one a GET only."""
        folder = make(folder)
        address = str(folder / "s")
        if name == "dicehall":
            command = [
                PROGRAM, "serve", "--workers", "1", "--threads", "1", "--socket", address,
                "--state", self.backend.state]
            page, form = "/craps", "/craps/ante"
        else:
            command = self.command(name, address, 1, self.page)
            page = form = "/"
        process = self.processes.start_at(address, *under(folder) if under else (), *command)
        if name in ("dicehall", "php"):
            wait_until(lambda: children(process.pid))
        (worker,) = children(process.pid) or [process.pid]
        connection = client.Kept(address)
        antes = itertools.cycle([5, 10])

        def ask(status, *arguments):
            reply = connection.ask(
                *arguments, HTTP_COOKIE=self.cookies[1],
                SCRIPT_FILENAME=str(self.folder / "craps.php"))
            assert reply.status == status, f"{name}: {reply}"
            return reply

        def get():
            return ask(200, "GET", page)

        def post():
            nonlocal revision
            ask(303, "POST", form, ante(revision, next(antes)))
            revision += 1

        revision = get().revision
        wait_until_idle(worker)
        found = [counting(worker, folder, get)]
        if name != "constant":
            found.append(counting(worker, folder, post))
        connection.close()
        self.processes.stop(process)
        return found


def compile_c(folder, source, *options):
    source = HERE / source
    subprocess.run(
        ["cc", "-O2", "-pthread", "-o", folder / source.stem, source, *options], check=True)
