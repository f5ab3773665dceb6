"""A stand-in for systemd in a bare Debian: it does what maintainer scripts ask of it, with the socket
and the service of the package as their units say."""

import os
import pathlib
import re
import socket
import subprocess
import threading

CALL = """#!/bin/sh
exec 9>>/run/systemd/lock
flock 9
echo "$*" >/run/systemd/calls
read -r status words </run/systemd/answers
[ -z "$words" ] || echo "$words"
exit "$status"
"""


class Units:
    """Answers every `systemctl` in the folder until it is closed; `asked` has what was asked."""

    def __init__(self, bare, log):
        self.bare, self.log = bare, log
        self.asked = []
        self.listening = self.process = None
        self.run = pathlib.Path(bare.folder) / "run"
        bare.run("mkdir -p /run/systemd/system; rm -f /usr/sbin/policy-rc.d; "
                 "mkfifo /run/systemd/calls /run/systemd/answers; chmod 1777 /run/systemd")
        script = self.run / "systemd" / "systemctl"
        script.write_text(CALL)
        script.chmod(0o755)
        bare.run("ln -s /run/systemd/systemctl /usr/bin/systemctl")
        self.states = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.states.bind(str(self.run / "notify"))
        self.states.settimeout(30)
        os.chmod(self.run / "notify", 0o777)
        self.thread = threading.Thread(target=self.serve)
        self.thread.start()

    @property
    def address(self):
        return str(self.run / "dicehall" / "backend.sock")

    def serve(self):
        while True:
            words = (self.run / "systemd" / "calls").read_text().split()
            if words == ["end"]:
                return
            try:
                status, said = self.answer([word for word in words if not word.startswith("-")])
            except Exception as failure:
                status, said = 1, repr(failure)
            (self.run / "systemd" / "answers").write_text(f"{status} {said}\n")

    def answer(self, words):
        verb, *units = words
        self.asked.append(" ".join(words))
        match verb:
            case "daemon-reload":
                pass
            case "is-enabled":
                return 0, "enabled"
            case "is-active":
                return (0 if self.is_active(units[0]) else 3), ""
            case "start" | "stop" | "restart":
                for unit in units:
                    if verb != "start":
                        self.stop(unit)
                    if verb != "stop" and not self.is_active(unit):
                        self.start(unit)
            case _:
                return 1, f"what is {verb}?"
        return 0, ""

    def is_active(self, unit):
        if unit == "dicehall.socket":
            return self.listening is not None
        return self.process is not None and self.process.poll() is None

    def setting(self, unit, name):
        text = pathlib.Path(f"{self.bare.folder}/lib/systemd/system/{unit}").read_text()
        return re.findall(rf"^{name}=(.*)$", text, re.M)

    def start(self, unit):
        if unit == "dicehall.socket":
            (self.run / "dicehall").mkdir(exist_ok=True)
            self.listening = socket.socket(socket.AF_UNIX)
            (path,) = self.setting(unit, "ListenStream")
            self.listening.bind(f"{self.bare.folder}{path}")
            self.listening.listen(1024)
            return
        # Its socket is required.
        if self.listening is None:
            self.start("dicehall.socket")
        user = ":".join(self.setting(unit, "User") + self.setting(unit, "Group"))
        (mask,) = self.setting(unit, "UMask")
        (prepare,) = self.setting(unit, "ExecStartPre")
        (serve,) = self.setting(unit, "ExecStart")
        (settings,) = self.setting(unit, "EnvironmentFile")
        variables = "; ".join(self.setting(unit, "Environment"))
        setup = f"umask {mask}; set -a; {variables}; . {settings.lstrip('-')};"
        self.bare.run(f"{setup} {prepare.lstrip('-')} || true", user)
        script = (f"{setup} LISTEN_FDS=1 NOTIFY_SOCKET=/run/notify LISTEN_PID=$$; "
                  f"exec {serve} 3<&0 0</dev/null")
        with open(self.log, "ab") as file:
            self.process = subprocess.Popen(
                self.bare.command(script, user), stdin=self.listening, stdout=file, stderr=file)
        while b"READY=1" not in self.states.recv(4096):
            pass

    def stop(self, unit):
        if self.process:
            self.process.terminate()
            self.process.wait(30)
            self.process = None
        if unit == "dicehall.socket" and self.listening:
            self.listening.close()
            self.listening = None
            os.unlink(self.address)

    def close(self):
        (self.run / "systemd" / "calls").write_text("end")
        self.thread.join()
        self.stop("dicehall.socket")
        self.states.close()
        self.bare.run("rm /usr/bin/systemctl")
