"""What stands beside the sources: documents, the editors' settings, and the workflow of a forge."""

import configparser
import json
import pathlib
import re
import subprocess
import sys

import yaml

from kit.halls import ROOT
from kit.watching import ask_figures

CODE = re.compile(r"^```.*?^```", re.M | re.S)


def documents():
    """Every document in the checkout, without what was built or fetched."""
    return [
        path for path in ROOT.rglob("*.md")
        if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)]


def anchors(text):
    """The anchors of its headings, as a forge makes them."""
    for heading in re.findall(r"^#+ (.*)$", CODE.sub("", text), re.M):
        yield re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def test_every_link_within_the_documents_leads_to_a_file_and_a_heading():
    followed, broken = 0, []
    for document in documents():
        links = re.findall(r"\]\(([^)\s]+)\)", CODE.sub("", document.read_text()))
        for link in links:
            path, _, anchor = link.partition("#")
            target = (document.parent / path) if path else document
            if re.match(r"[a-z]+:", link):
                continue
            followed += 1
            if not target.exists() or anchor and anchor not in anchors(target.read_text()):
                broken.append(f"{document.relative_to(ROOT)}: {link}")
    assert followed > 50 and not broken, broken


def test_the_guide_tells_of_every_metric_and_of_no_other(fresh_backend, scratch):
    place = str(scratch / "m")
    fresh_backend(metrics=place)
    shown = set(re.findall(r"^# TYPE (\S+)", ask_figures(place)[1], re.M))
    section = (ROOT / "docs/monitoring.md").read_text().split("\n## Metrics\n")[1].split("\n## ")[0]
    assert shown == set(re.findall(r"`((?:dicehall|process)_[a-z_]+)", section))


def test_a_place_that_the_guide_to_embedding_calls_tried_has_tests_of_its_own():
    section = (ROOT / "docs/embedding.md").read_text().split("\n## In other places\n")[1].split("\n## ")[0]
    rows = [line.strip("| ").split("|") for line in section.splitlines() if line.startswith("|")][2:]
    assert {row[-1].strip() for row in rows} <= {"yes", "no"}
    tried = [row[0].strip().lower() for row in rows if row[-1].strip() == "yes"]
    assert tried
    for name in tried:
        assert (ROOT / f"Tests/EndToEnd/test_{name}.py").exists()


def test_the_changelog_tells_of_the_programs_version(program):
    version = subprocess.run(
        [program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    changes = (ROOT / "CHANGELOG.md").read_text()
    assert re.search(rf"^## {re.escape(version)} - \d{{4}}-\d\d-\d\d$", changes, re.M)


def test_editors_indent_and_wrap_swift_as_its_formatter_does():
    told = configparser.ConfigParser()
    told.read_string("[top]\n" + (ROOT / ".editorconfig").read_text())
    formatter = json.loads((ROOT / ".swift-format").read_text())
    swift = {**told["*"], **told["*.swift"]}
    assert formatter["indentation"] == {"spaces": int(swift["indent_size"])}
    assert formatter["lineLength"] == int(swift["max_line_length"])


def test_the_workflow_has_the_form_of_one_and_may_do_no_more_than_it_needs():
    workflow = ROOT / ".github/workflows/tests.yml"
    linter = pathlib.Path(sys.executable).parent / "check-jsonschema"
    checked = subprocess.run(
        [linter, "--builtin-schema", "vendor.github-workflows", workflow],
        capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    told = yaml.safe_load(workflow.read_text())
    assert told["permissions"] == {"contents": "read"} and told["concurrency"]
    for job in told["jobs"].values():
        assert job["timeout-minutes"] and "permissions" not in job
        for step in job["steps"]:
            # A tag may be moved, a commit may not.
            assert re.search(r"@[0-9a-f]{40}$", step.get("uses", "@" + "0" * 40))
        assert (ROOT / job["steps"][-1]["run"]).exists()
        # What is tested is what is shipped in the container.
        image = job["container"]["image"]
        assert f"\nFROM docker.io/library/{image} AS build\n" in (ROOT / "Containerfile").read_text()
