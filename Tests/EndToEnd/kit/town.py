"""A town on this machine: halls and schools at hosts of their own, over http and https, and pupils
who play in the frames of the schools' pages."""

import itertools
import os
import subprocess
from urllib.parse import urlsplit

from kit.browser import Visitor
from kit.halls import Hall, Running, can_connect, free_port, wait_for

RESOLVE = "--host-resolver-rules=MAP *.test 127.0.0.1"
"""Chromium's switch that leads to the town; to it, each second-level name is a site."""

STRICT = (
    "Blocked script execution in", "Blocked form submission", "Blocked opening", "Download is disallowed",
    "log entries are not shown")
"""The browser's own notes of what a sandbox is for."""

FRONT = """
daemon off;
pid front.pid;
error_log stderr;
worker_processes 1;
events {{}}
http {{
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  types {{ text/html html; }}
  ssl_certificate certificate.pem;
  ssl_certificate_key key.pem;
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-Proto $scheme;
  server {{
    listen 127.0.0.1:{plain};
    listen 127.0.0.1:{secure} ssl;
    server_name school.test other.test;
    root school;
    add_header Referrer-Policy unsafe-url;
  }}
  {halls}
}}
"""
# As if the browser refused all cookies.
SHY = """
  server {{
    listen 127.0.0.1:{secure} ssl;
    server_name shy.test;
    location / {{
      proxy_pass http://127.0.0.1:{port};
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header Cookie "";
      proxy_hide_header Set-Cookie;
    }}
  }}
"""
HALL = """
  server {{
    listen 127.0.0.1:{plain};
    listen 127.0.0.1:{secure} ssl;
    server_name {name}.test;
    location / {{ proxy_pass http://127.0.0.1:{port}; }}
    location = /jar {{
      default_type text/plain;
      add_header Set-Cookie "unpartitioned=1; Path=/; Secure; SameSite=None";
      return 200 "$http_cookie";
    }}
  }}
"""


class Front(Running):
    """A web server for all hosts of the town, with a certificate that lasts a day."""

    def __init__(self, folder, halls, plain, secure):
        self.plain, self.secure, self.folder = plain, secure, folder
        self.lessons = folder / "school"
        self.lessons.mkdir()
        self.numbers = itertools.count(1)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj",
             "/CN=hall.test", "-keyout", folder / "key.pem", "-out", folder / "certificate.pem"],
            capture_output=True, check=True)
        ports = {"plain": plain, "secure": secure}
        servers = "".join(
            HALL.format(name=name, port=hall.port, **ports) for name, hall in halls.items())
        servers += SHY.format(port=halls["hall"].port, secure=secure)
        (folder / "front.conf").write_text(FRONT.format(halls=servers, **ports))
        log = folder / "log"
        with open(log, "wb") as file:
            process = subprocess.Popen(
                ["nginx", "-p", folder, "-e", "stderr", "-c", folder / "front.conf",
                 # As root, it would give its workers to another user, who may not look in here.
                 *(["-g", "user root;"] if os.geteuid() == 0 else [])],
                stdin=subprocess.DEVNULL, stdout=file, stderr=file)
        super().__init__(process, log)
        wait_for(lambda: can_connect(("127.0.0.1", secure)), self)

    def lesson(self, body):
        """A page of the schools, each time another, with a link before this and one after it; its
        path."""
        name = f"{next(self.numbers)}.html"
        (self.lessons / name).write_text(
            "<!doctype html><meta charset=utf-8><title>Lesson</title><h1>Lesson</h1>"
            f"<p><a id=before href=#before>Back</a></p>{body}<p><a id=after href=#after>On</a></p>")
        return f"/{name}"


class Town:
    """`hall.test`, which is `shy.test` too, where no cookie gets through;
    `games.test` with its hall below a path, behind the other web server;
    `choosy.test`, which only `school.test` may frame, and no other site's script may read; the schools `school.test` and `other.test`."""

    def __init__(self, program, folder):
        plain, secure = free_port(), free_port()
        settings = {
            "hall": {"server": "nginx"},
            "games": {"server": "lighttpd", "BASE": "/games"},
            "choosy": {
                "server": "lighttpd",
                "DICEHALL_FRAME_ANCESTORS": f"https://school.test:{secure}",
                "DICEHALL_FRAME_READING": "closed"}}

        def start(name):
            (folder / name).mkdir()
            return Hall(
                program, folder / name, DICEHALL_TRUSTED_PROXY="127.0.0.1", **settings[name])

        self.halls = {name: start(name) for name in settings}
        (folder / "front").mkdir()
        self.front = Front(folder / "front", self.halls, plain, secure)

    def origin(self, name, scheme="https"):
        port = self.front.secure if scheme == "https" else self.front.plain
        return f"{scheme}://{name}.test:{port}"

    def hall(self, scheme="https", name="hall"):
        """The start of a hall's addresses."""
        return self.origin(name, scheme) + (self.halls[name].base if name in self.halls else "")

    def check_alive(self):
        for one in (self.front, *self.halls.values()):
            one.check_alive()

    def stop(self):
        for one in (self.front, *self.halls.values()):
            one.stop()


class Pupil(Visitor):
    """A visitor in a frame: `page` is the frame, `tab` the tab with the school's page."""

    def __init__(self, browser, town, hall, scripts=True, **options):
        self.town = town
        self.refusals = []
        self.blocks_cookies = not getattr(browser, "keeps_cookies", False)
        super().__init__(browser, hall, scripts, {"ignore_https_errors": True, **options})
        self.tab = self.page
        self.has_scripts = scripts

    def new_page(self):
        """Like most browsers, Chromium blocks third-party cookies; a headless one has to be told
        to."""
        page = super().new_page()
        if self.blocks_cookies:
            session = self.context.new_cdp_session(page)
            session.send("Network.enable")
            session.send("Network.setCookieControls", {"enableThirdPartyCookieRestriction": True})
        return page

    def watch(self, request):
        address = urlsplit(request.url)
        if address.scheme in ("http", "https") and not address.hostname.endswith(".test"):
            self.troubles.append(f"asked for {request.url}")

    def hear(self, message):
        if "frame-ancestors" in message.text:
            self.refusals.append(message.text)
        elif not any(note in message.text for note in STRICT):
            super().hear(message)

    def attend(self, *addresses, sandbox=None, school="school", script="", size=(640, 900)):
        """A lesson with these addresses, below the hall's mount, in frames of that many pixels."""
        self.scripts = self.has_scripts and (sandbox is None or "allow-scripts" in sandbox)
        self.sends_forms = sandbox is None or "allow-forms" in sandbox
        limits = "" if sandbox is None else f' sandbox="{sandbox}"'
        width, height = size
        frames = "".join(
            f'<iframe src="{self.url}{one}" width={width} height={height}{limits}></iframe>'.replace(
                "&", "&amp;") for one in addresses)
        self.teach(frames + (f"<script>{script}</script>" if script else ""), school)
        return self

    def teach(self, body, school="school"):
        """A lesson with this in its page; its first frame."""
        scheme = self.url.partition(":")[0]
        self.tab.goto(self.town.origin(school, scheme) + self.town.front.lesson(body))
        return self.sit().page

    def sit(self, number=0):
        """In another of the lesson's frames."""
        handle = self.tab.locator("iframe").nth(number).element_handle()
        self.page = handle.content_frame()
        return self

    def reload_lesson(self):
        self.tab.reload()
        return self.sit()

    @property
    def path(self):
        """The frame's address below the hall's mount."""
        assert self.page.url.startswith(self.url), self.page.url
        return self.page.url.removeprefix(self.url)
