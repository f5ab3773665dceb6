"""Somebody who hears the hall's pages: Firefox, read out by the screen reader Orca."""

import json
import os
import re
import subprocess
import time

from kit.engines import Firefox
from kit.processes import wait_until

SETTINGS = {
    # What was pressed, and all of a page at once, is not what tests listen for.
    "enableKeyEcho": False, "sayAllOnLoad": False, "enableSpeechIndentation": False,
    "structuralNavigationEnabled": False, "readFullRowInGUITable": False}

LOG = """from orca import debug
debug.debugFile = open({0!r}, "w", buffering=1)
debug.debugLevel = debug.LEVEL_INFO
"""
"""Orca's own way to be changed: what it says is in a file at once."""


class Listener(Firefox):
    def show(self, folder, width, height):
        environment = self.screen(folder)
        bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address=1"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env={**os.environ, **environment}, text=True)
        self.processes.append(bus)
        environment |= {
            "DBUS_SESSION_BUS_ADDRESS": bus.stdout.readline().strip(), "GNOME_ACCESSIBILITY": "1"}
        self.environment = {**os.environ, **environment}
        settings = folder / ".local" / "share" / "orca"
        settings.mkdir(parents=True)
        profile = {"profile": ["Default", "default"], "pronunciations": {}, "keybindings": {}}
        (settings / "user-settings.conf").write_text(json.dumps({
            "general": SETTINGS, "pronunciations": {}, "keybindings": {},
            "profiles": {"default": {**profile, **SETTINGS}}}))
        self.log = folder / "spoken"
        (settings / "orca-customizations.py").write_text(LOG.format(str(self.log)))
        self.start(["orca"], env=self.environment)
        wait_until(lambda: self.log.exists() and "Screen reader on." in self.spoken(), 90)
        self.heard = 0
        return [], environment

    def spoken(self):
        """Everything that was said, line by line."""
        return [
            line.strip() for line in re.findall(
                r"SPEECH OUTPUT: '(.*)'(?: |\{|$)", self.log.read_text(errors="replace"), re.MULTILINE)
            if line.strip()]

    def begin(self, *options):
        super().begin(*options)
        # Without a window manager nobody else does; what isn't in front is not read out.
        subprocess.run(
            ["xdotool", "search", "--sync", "--onlyvisible", "--class", "firefox", "windowfocus",
             "--sync"], env=self.environment, check=True, timeout=90, stdout=subprocess.DEVNULL)

    def stop(self):
        # The reader would only say goodbye.
        for process in self.processes:
            process.kill()
        super().stop()

    def listen(self, until):
        """What is said from now on, or was since the last time, up to a line like that."""
        def is_said():
            nonlocal lines
            lines = self.spoken()[self.heard:]
            return any(re.fullmatch(until, line) for line in lines)

        lines = []
        try:
            wait_until(is_said, 30)
        except AssertionError:
            raise AssertionError(f"not said: {until}; but: {lines}") from None
        end = next(number for number, line in enumerate(lines) if re.fullmatch(until, line)) + 1
        self.heard += end
        return lines[:end]

    def hush(self):
        """Forgets what was said so far, once nothing more is being said."""
        count = -1
        while count != (count := len(self.spoken())):
            time.sleep(0.5)
        self.heard = count

    def focus(self, name, css="button:enabled"):
        self.run("named(...arguments).focus()", css, name)

    def key(self, *names):
        """Presses keys of the keyboard, as a hand does."""
        subprocess.run(["xdotool", "key", *names], env=self.environment, check=True, timeout=30)
