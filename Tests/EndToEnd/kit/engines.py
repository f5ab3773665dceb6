"""Browsers with other engines than Chromium's, driven by the protocol of their own: Firefox by
Marionette, WebKitGTK by WebDriver. Both know the commands of the W3C's WebDriver."""

import base64
import contextlib
import itertools
import json
import os
import pathlib
import socket
import subprocess
import urllib.error
import urllib.request

from kit.halls import can_connect, free_port
from kit.processes import wait_until

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""What an element's reference is called in WebDriver."""

MARK = "for (const one of document.querySelectorAll('#main > *')) one.dataset.old = '';"
IS_NEW = """const main = document.getElementById('main');
  return document.readyState === 'complete' && !!main && main.ariaBusy !== 'true'
    && !document.querySelector('[data-old]')"""
NAMED = """const said = (one) => (one.ariaLabel || one.innerText).replace(/\\s+/g, ' ').trim();
  const named = (css, name) => [...document.querySelectorAll(css)].find(
    (one) => one.checkVisibility() && !one.matches('.hidden') && said(one) === name) || null;
  const field = (name) => {
    const more = document.querySelector('#more:not([open])');
    if (more && !named('label', name)) more.open = true;
    return named('label', name)?.control;
  };
"""
"""To find something by the name that people see or hear."""
CHANGE = "for (const kind of ['input', 'change']) one.dispatchEvent(new Event(kind, { bubbles: true }))"


class Failure(Exception):
    """What the browser says of a command that it could not carry out."""


class Engine:
    """A visitor with a window of that engine, who does and sees what a `Visitor` does; `command` is
    the engine's own."""

    url = ""
    """The start of the hall's addresses."""

    def __init__(self, folder, width, height=900, blocked=False, dark=False):
        """A window of that size, which may block cookies and prefer dark colours."""
        self.processes = []
        try:
            self.begin(folder, width, height, blocked, dark)
        except BaseException:
            self.stop()
            raise

    def start(self, command, **options):
        self.processes.append(subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, **options))

    def screen(self, folder):
        """A screen that nobody sees, and what is in the environment of whoever shows something there."""
        read, write = os.pipe()
        self.start(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x1200x24", "-nolisten", "tcp"],
            pass_fds=[write])
        os.close(write)
        with open(read) as display:
            return {
                "DISPLAY": f":{display.readline().strip()}", "HOME": str(folder),
                "XDG_RUNTIME_DIR": str(folder), "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1"}

    def stop(self):
        for process in reversed(self.processes):
            process.terminate()
            process.wait(30)

    def open(self, path):
        self.go(self.url + path)

    def go(self, address):
        self.leave()
        self.command("navigate", url=address)

    def run(self, script, *arguments):
        return self.command("run", script=NAMED + script, args=list(arguments))

    def ask(self, script, *arguments):
        """The answer of a script, when it has one."""
        def is_answered():
            nonlocal answer
            # While a page goes, there is nothing to ask.
            with contextlib.suppress(Failure):
                answer = self.run(script, *arguments)
                return answer

        answer = None
        wait_until(is_answered)
        return answer

    def enter(self, css="iframe"):
        """Goes on in a frame of the window's page."""
        self.leave()
        self.command("enter", id=self.ask("return document.querySelector(arguments[0])", css))
        self.ask(IS_NEW)

    def leave(self):
        self.command("enter", id=None)

    def press(self, name, css="button:enabled"):
        """Presses what leads to another page, or to news in this one."""
        found = self.ask("return named(...arguments)", css, name)
        self.run(f"{MARK} arguments[0].scrollIntoView({{ block: 'center' }})", found)
        self.activate(found)
        self.ask(IS_NEW)

    press_on = press

    def activate(self, control):
        self.command("click", id=control[ELEMENT])

    def go_on(self, name="Continue"):
        self.press(name)

    def open_link(self, name):
        self.press(name, "a")

    def has(self, name):
        return self.run("return !!named('button:enabled', arguments[0])", name)

    def set_field(self, _, name, value):
        self.run(f"const one = field(arguments[0]); one.value = arguments[1]; {CHANGE}", name, value)

    def tick(self, _, name):
        self.run(f"const one = field(arguments[0]); one.checked = true; {CHANGE}", name)

    def choose(self, name, value):
        """Another value of a field whose change brings news by itself, where scripts run."""
        has_scripts = self.run(f"{MARK} return !!document.getElementById('keys')")
        self.set_field("combobox", name, value)
        if has_scripts:
            self.ask(IS_NEW)

    def open_fold(self, name):
        self.activate(self.ask("return named('summary', arguments[0])", name))

    def revisions(self):
        """Which revision each form of the page was drawn from."""
        values = self.run("""return [...document.querySelectorAll('[name=revision]')].map(
            (one) => one.value)""")
        assert values and len(set(values)) == 1
        return int(values[0])

    def text(self, css="#main"):
        return self.run("return document.querySelector(arguments[0])?.innerText ?? ''", css)

    def headline(self):
        return self.text("#outcome")

    def facts(self):
        return dict(self.run("""return [...document.querySelectorAll('dl.facts > div')].map(
            (one) => [...one.children].map((child) => (child.innerText || child.textContent).trim()))"""))

    def scores(self):
        return dict(self.run("""return [...document.querySelectorAll('.ability')].map((one) => [
            one.querySelector('dt').innerText.trim(),
            parseInt(one.querySelector('.score').innerText, 10)])"""))

    def style(self, css, name):
        return self.run(
            "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]", css, name)

    @property
    def address(self):
        return self.run("return location.href")

    def troubles(self):
        """What the browser's console says of the hall's pages; not every browser tells."""
        return []

    def picture(self, file):
        pathlib.Path(file).write_bytes(base64.b64decode(self.command("picture")))


class Firefox(Engine):
    COMMANDS = {
        "navigate": "WebDriver:Navigate", "run": "WebDriver:ExecuteScript",
        "click": "WebDriver:ElementClick", "enter": "WebDriver:SwitchToFrame",
        "picture": "WebDriver:TakeScreenshot"}

    def begin(self, folder, width, height, blocked, dark):
        preferences = {
            # This machine has names of the town's, and certificates that nobody vouches for.
            "network.dns.localDomains": "hall.test,blog.test",
            "marionette.port": 0, "layout.css.prefers-color-scheme.content-override": 1 - dark,
            "network.cookie.cookieBehavior": 2 if blocked else 5, "app.update.enabled": False,
            "browser.shell.checkDefaultBrowser": False, "ui.prefersReducedMotion": 1,
            "datareporting.policy.dataSubmissionEnabled": False}
        (folder / "user.js").write_text("".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in preferences.items()))
        screen, environment = self.show(folder, width, height)
        self.start(
            ["firefox-esr", *screen, "--marionette", "--remote-allow-system-access",
             "--no-remote", "--profile", folder, "--width", str(width), "--height", str(height)],
            env={**os.environ, "HOME": str(folder), **environment})
        port = folder / "MarionetteActivePort"
        wait_until(lambda: port.exists() and port.read_text(), 30)
        self.connection = socket.create_connection(("127.0.0.1", int(port.read_text())), 30)
        self.stream = self.connection.makefile("rb")
        self.numbers = itertools.count(1)
        self.receive()
        self.send("WebDriver:NewSession", acceptInsecureCerts=True)
        self.size(width, height)

    def show(self, folder, width, height):
        """Words for where it is to be seen, and what is in its environment beside that."""
        return ["--headless"], {}

    def size(self, width, height):
        """Of the page itself; a window is never as narrow as a phone."""
        self.run_as_browser("""const { style } = gBrowser.selectedBrowser;
            for (const [name, length] of [['width', arguments[0]], ['height', arguments[1]]])
              for (const limit of ['', 'min-', 'max-'])
                style.setProperty(limit + name, `${length}px`)""", width, height)
        wait_until(lambda: self.run("return innerWidth") == width)

    def troubles(self):
        # The schools' pages would tell every address to everybody, which Firefox doesn't allow.
        return self.run_as_browser("""return Services.console.getMessageArray()
            .filter((one) => one instanceof Ci.nsIScriptError && one.sourceName.startsWith(arguments[0])
              && (one.category.startsWith('CSP') || !(one.flags & one.warningFlag))
              && !one.errorMessage.startsWith('Referrer Policy: Ignoring'))
            .map((one) => one.errorMessage)""", self.url)

    def run_as_browser(self, script, *arguments):
        """Runs it not in the page but around it, where everything may be done."""
        self.send("Marionette:SetContext", value="chrome")
        try:
            return self.run(script, *arguments)
        finally:
            self.send("Marionette:SetContext", value="content")

    def command(self, name, **parameters):
        return self.send(self.COMMANDS[name], **parameters).get("value")

    def send(self, name, **parameters):
        text = json.dumps([0, next(self.numbers), name, parameters]).encode()
        self.connection.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self.receive()
        if error:
            raise Failure(f"{error['error']}: {error['message']}")
        return result

    def receive(self):
        length = b""
        while (byte := self.stream.read(1)) != b":":
            assert byte, "Firefox has ended"
            length += byte
        return json.loads(self.stream.read(int(length)))


class WebKit(Engine):
    COMMANDS = {
        "navigate": "url", "run": "execute/sync", "click": "element/{id}/click", "enter": "frame",
        "picture": "screenshot"}

    def begin(self, folder, width, height, blocked, dark):
        environment = {
            **os.environ, **self.screen(folder), "NO_AT_BRIDGE": "1",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        port = free_port()
        self.driver = f"http://127.0.0.1:{port}/session"
        self.start(["WebKitWebDriver", f"--port={port}"], env=environment)
        wait_until(lambda: can_connect(("127.0.0.1", port)))
        words = [word for word, is_said in (("blocked", blocked), ("dark", dark)) if is_said]
        options = {
            "binary": str(pathlib.Path(__file__).with_name("webkit_window.py")),
            "args": [str(width), str(height), *words]}
        self.driver += "/" + self.send("", {"capabilities": {"alwaysMatch": {
            "webkitgtk:browserOptions": options}}})["sessionId"]
        wait_until(lambda: self.run("return innerWidth") == width)

    def command(self, name, **parameters):
        path = self.COMMANDS[name]
        if "{id}" in path:
            path = path.format(id=parameters.pop("id"))
        return self.send(f"/{path}", parameters, "GET" if name == "picture" else "POST")

    def send(self, path, body, method="POST"):
        request = urllib.request.Request(
            self.driver + path, json.dumps(body).encode() if method == "POST" else None,
            {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise Failure(f"{value['error']}: {value['message']}") from None

    def stop(self):
        # The driver leaves its browser running.
        with contextlib.suppress(Failure, OSError, AttributeError):
            self.send("", None, "DELETE")
        super().stop()
