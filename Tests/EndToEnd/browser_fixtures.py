"""Fixtures of the tests that need a real browser; a plugin, so that all modules share one."""

import os
import pathlib
import shutil
import tempfile

import pytest
from playwright.sync_api import sync_playwright

from browser import Visitor, walk
from town import RESOLVE, Pupil, Town


ARGUMENTS = [RESOLVE, *(["--no-sandbox"] if os.geteuid() == 0 else [])]


def find_chromium():
    names = os.environ.get("CHROMIUM"), "google-chrome", "chromium", "chromium-browser"
    return next(filter(None, map(shutil.which, filter(None, names))), None)


@pytest.fixture(scope="session")
def chromium():
    """The system's Chromium; as root it runs only without its sandbox."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def lenient(chromium, scratch):
    """A browser that keeps cookies of third parties, as `chromium` does not; for one window."""
    (scratch / "Default").mkdir()
    (scratch / "Default" / "Preferences").write_text('{"profile": {"cookie_controls_mode": 0}}')

    class Lenient:
        def new_context(self, **options):
            return chromium.browser_type.launch_persistent_context(
                scratch, executable_path=find_chromium(), args=ARGUMENTS, **options)

    return Lenient()


@pytest.fixture
def visit(chromium, hall):
    """Brings visitors: `visit("/craps", scripts=False)`. Each has cookies of its own.

    At the end nobody's console may hold an error, a breach of the content policy among them, and
    nobody may have asked another server for anything.
    """
    visitors = []

    def come(path="/", scripts=True, **options):
        visitors.append(Visitor(chromium, hall.url, scripts, options))
        visitors[-1].open(path)
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.context.close()
    assert [trouble for visitor in visitors for trouble in visitor.troubles] == []


@pytest.fixture(params=[True, False], ids=["scripts", "no-scripts"])
def scripts(request):
    return request.param


@pytest.fixture(scope="session")
def documents(chromium, hall):
    """Every page and state of the hall as its server sent it."""
    visitor = Visitor(chromium, hall.url, False, {})
    found = list(walk(visitor))
    visitor.context.close()
    return found


@pytest.fixture(scope="session")
def town(program):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="dh-"))
    built = Town(program, folder)
    yield built
    built.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def enrol(chromium, town):
    """Brings pupils: `enrol("http", scripts=False)`; nobody may hear of troubles, as for `visit`."""
    pupils = []

    def come(scheme="https", name="hall", kind=Pupil, browser=chromium, **options):
        pupils.append(kind(browser, town, town.hall(scheme, name), **options))
        return pupils[-1]

    yield come
    for pupil in pupils:
        pupil.context.close()
    assert [trouble for pupil in pupils for trouble in pupil.troubles] == []
