"""What tests are handed: the program, alone or behind web servers, and browsers to look at it."""

import contextlib
import functools
import os
import shutil

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect, sync_playwright

pytest.register_assert_rewrite("kit")

from kit.browser import Visitor, visitors  # noqa: E402
from kit.documents import walk  # noqa: E402
from kit.halls import Backend, Hall, find_program, shared, short_folder  # noqa: E402
from kit.reader import Reader  # noqa: E402
from kit.several import own_engine  # noqa: E402
from kit.town import RESOLVE, Pupil, Town  # noqa: E402


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Of a test of rows and ways, each row goes one of the ways, by turns; the long proof takes all."""
    known = {}
    for item in items:
        if not (mark := item.get_closest_marker("turns")):
            continue
        parameters = dict(item.callspec.params)
        way = tuple(str(parameters.pop(name)) for name in mark.args)
        ways, rows = known.setdefault(item.nodeid.partition("[")[0], ([], []))
        for seen, one in ((ways, way), (rows, str(parameters))):
            if one not in seen:
                seen.append(one)
        known[item] = mark, ways, ways.index(way), rows.index(str(parameters))
    for item in items:
        if item in known:
            mark, ways, way, row = known[item]
            if way != (row + mark.kwargs.get("start", 0)) % len(ways):
                item.add_marker(pytest.mark.proof)


# A machine that does something else for a while must not fail a test.
expect.set_options(timeout=15_000)
# Without a process for graphics of its own, pages take a tenth less.
ARGUMENTS = [
    RESOLVE, "--in-process-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]


@pytest.fixture(scope="session")
def program():
    return find_program()


@pytest.fixture
def scratch():
    with short_folder() as folder:
        yield folder


@pytest.fixture
def fresh_backend(program, scratch):
    """Makes backends of the test's own: `fresh_backend(workers=1, threads=4)`."""
    started = []

    def start(**options):
        folder = scratch / str(len(started))
        folder.mkdir()
        started.append(Backend(program, folder, **options))
        return started[-1]

    yield start
    for backend in started:
        backend.stop()


@pytest.fixture(params=["files", pytest.param("database", marks=pytest.mark.proof)])
def engine(request, program, scratch):
    """A backend of the test's own, of two workers, whose rooms are in files or in a database."""
    with own_engine(request.param, program, scratch) as backend:
        yield backend


@pytest.fixture
def own(fresh_backend):
    """A backend for tests that count its files."""
    return fresh_backend(workers=2, threads=16)


@pytest.fixture(scope="session")
def backend(program):
    with shared(lambda folder: Backend(program, folder)) as running:
        yield running


@pytest.fixture(scope="session")
def halls(program):
    """The whole thing behind each web server, `halls("nginx")`, shared by many tests."""
    with contextlib.ExitStack() as stack:
        yield functools.cache(lambda server: stack.enter_context(
            shared(lambda folder: Hall(program, folder, server))))


@pytest.fixture(params=["nginx", "lighttpd"])
def hall(request, halls):
    return halls(request.param)


@pytest.fixture
def fresh_hall(program, scratch):
    """Makes halls of the test's own: `fresh_hall("nginx", BASE="/games")`."""
    started = []

    def start(server, **settings):
        folder = scratch / str(len(started))
        folder.mkdir()
        started.append(Hall(program, folder, server, **settings))
        return started[-1]

    yield start
    for hall in started:
        hall.stop()


# Browsers


def find_browser(*names):
    names = os.environ.get("CHROMIUM"), *names, "google-chrome", "chromium", "chromium-browser"
    return next(filter(None, map(shutil.which, filter(None, names))), None)


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(playwright):
    """The system's Chromium, at best without its windows, which takes half the time; as root it
    runs only without its sandbox."""
    def launch():
        return playwright.chromium.launch(
            executable_path=find_browser("chromium-headless-shell"), args=ARGUMENTS)

    try:
        browser = launch()
    except PlaywrightError:
        # Once in many starts it crashes before it shows anything.
        browser = launch()
    yield browser
    browser.close()


@pytest.fixture
def lenient(chromium, scratch):
    """A browser that keeps cookies of third parties, as `chromium` does not; for one window."""
    (scratch / "Default").mkdir()
    (scratch / "Default" / "Preferences").write_text('{"profile": {"cookie_controls_mode": 0}}')

    class Lenient:
        keeps_cookies = True

        def new_context(self, **options):
            return chromium.browser_type.launch_persistent_context(
                scratch, executable_path=find_browser(), args=ARGUMENTS, **options)

    return Lenient()


@pytest.fixture
def visit(chromium, hall):
    """Brings visitors: `visit("/craps", scripts=False)`. Each has cookies of its own."""
    with visitors() as everybody:
        def come(path="/", scripts=True, **options):
            everybody.append(Visitor(chromium, hall.url, scripts, options))
            everybody[-1].open(path)
            return everybody[-1]

        yield come


@pytest.fixture
def screen(chromium):
    """A page of a browser with these settings."""
    contexts = []

    def make(**options):
        options = {"reduced_motion": "reduce", "color_scheme": "light", **options}
        contexts.append(chromium.new_context(**options))
        return contexts[-1].new_page()

    yield make
    for context in contexts:
        context.close()


@pytest.fixture(params=[True, False], ids=["scripts", "no-scripts"])
def scripts(request):
    return request.param


@pytest.fixture(scope="session")
def documents(program):
    """Every page and state of a hall where nobody else is, as its server sent it."""
    with shared(lambda folder: Hall(program, folder, "nginx")) as hall:
        yield list(walk(Reader(hall.url)))


@pytest.fixture(scope="session")
def town(program):
    with shared(lambda folder: Town(program, folder)) as town:
        yield town


@pytest.fixture
def enrol(chromium, town):
    """Brings pupils: `enrol("http", scripts=False)`."""
    with visitors() as pupils:
        def come(scheme="https", name="hall", kind=Pupil, browser=chromium, **options):
            pupils.append(kind(browser, town, town.hall(scheme, name), **options))
            return pupils[-1]

        yield come
