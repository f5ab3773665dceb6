"""Characters at a table: what a game master and the players do there at the same time."""

import contextlib
import http.client
import os
import re
import signal
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Error, expect

from kit.characters import character, encode
from kit.database import server
from kit.maker import Maker, cloud_size
from kit.plays import bring_in
from kit.processes import children, wait_until
from kit.rooms import Host, join, open_room
from kit.several import Several, store


@pytest.fixture(params=["files", "database"])
def address(request, program):
    """Of the database; nothing for a folder."""
    if request.param == "files":
        yield None
        return
    with server() as one:
        store(program, "init", "--store", one.address)
        yield one.address


@pytest.fixture
def hall_of_two(address, fresh_backend):
    place = {"store": address, "state": None} if address else {}
    return fresh_backend(workers=2, threads=16, **place)


class Owner(Maker):
    """Somebody at a table with a character of their own."""

    def sit(self, code):
        self.post(f"/room/{code}/join", name="Ann")
        self.bring("Brunhild")
        self.sheet = f"/osr/vault/{self.vault()[0].decode()}/play"
        page = self.get(f"/osr/table/{code}").text
        form = {name: re.search(f'name="{name}" value="([^"]+)"', page)[1]
                for name in ("version", "character")}
        assert self.post(f"/osr/table/{code}/bring", form).status == 303

    def points(self):
        return re.search(r"<output>(\d+)</output> of", self.get(self.sheet).text)[1]


def insist(send, *also):
    """Sends a form until an answer comes: once it counts, it never does again."""
    while True:
        try:
            reply = send()
        except (OSError, http.client.HTTPException, EOFError, AssertionError):
            continue
        # Nothing came of a worker that was killed.
        if reply.status:
            assert reply.status in (303, *also), reply.text
            return


def test_no_hit_point_is_lost_or_doubled_while_workers_are_killed(hall_of_two):
    own = hall_of_two
    host, ann = Host(own.socket, kind="table"), Owner(own.socket)
    ann.sit(host.code)
    led = f"/room/{host.code}"
    member = re.search(r'name="character" value="(\d+)"', host.get(f"{led}/host").text)[1]

    def page_of(player, path, name):
        while True:
            try:
                return re.search(f'name="{name}" value="([0-9]+)"', player.get(path).text)[1]
            except (OSError, http.client.HTTPException, EOFError, AssertionError, TypeError):
                continue

    def lead():
        for _ in range(2):
            press = page_of(host, f"{led}/host", "press")
            insist(lambda: host.post(f"{led}/hurt", press=press, character=member, points=1))

    def play():
        for _ in range(2):
            version = page_of(ann, ann.sheet, "version")
            insist(lambda: ann.post(f"{ann.sheet}/hurt", version=version, quick=1), 409)

    with ThreadPoolExecutor() as pool:
        both = [pool.submit(act) for act in (lead, play)]
        for worker in children(own.process.pid):
            os.kill(worker, signal.SIGKILL)
        for act in both:
            act.result()
    # Who was killed before telling the table leaves that to the next move.
    version = page_of(ann, ann.sheet, "version")
    insist(lambda: ann.post(f"{ann.sheet}/heal", version=version, quick=1))
    # Five, less two by each, and one healed.
    assert ann.points() == "2"
    assert "<dd>2 of 5</dd>" in host.get(f"{led}/host").text


def test_an_update_replaces_the_shared_copy_where_it_is_with_a_new_tag(hall_of_two):
    ann = Owner(hall_of_two.socket)
    ann.bring("Brunhild")
    page = f"/osr/vault/{ann.vault()[0].decode()}"

    def read(name):
        return re.search(f'name="{name}" value="([^"]+)"', ann.get(page).text)[1]

    assert ann.post(f"{page}/cloud", version=read("version")).status == 303
    assert ann.post(f"{page}/play/hurt", version=read("version"), quick=1).status == 303
    record = read("record")
    shared = f"/api/v1/characters/{record}"
    before = ann.get(shared)
    form = {"version": read("version"), "record": record}
    assert ann.post(f"{page}/cloud/update", form).status == 303
    after = ann.get(shared)
    assert (before.status, after.status) == (200, 200) and before.body != after.body
    assert before["etag"] and after["etag"] and before["etag"] != after["etag"]
    assert cloud_size(hall_of_two) == 1


@pytest.fixture
def hall(address, halls, program, scratch):
    """Behind nginx, with whatever engine."""
    if address is None:
        yield halls("nginx")
        return
    several = Several(program, scratch, [address])
    yield several
    several.stop()


def has_lost(player, sheet):
    """Whether a press that nobody answered counts by now; it is sent again if not, and whichever comes
    late finds a newer state."""
    with contextlib.suppress(Error):
        if player.page.goto(sheet).ok:
            if player.page.locator(".points output").inner_text() == "1":
                return True
            player.press("Lose 1")
    return False


@pytest.mark.proof
@pytest.mark.parametrize("scripts", [True, False])
def test_a_whole_evening_of_players_and_a_game_master(hall, visit, address, scripts):
    """In browsers of their own; all workers are killed while everybody presses. Four play with scripts
    on files and without on a database, and two the other way round."""
    master = visit(scripts=scripts)
    code = open_room(master, "table")
    names = ["Brida", "Cynan", "Dagny", "Edda"][:4 if scripts == (address is None) else 2]
    sheets = []
    for number, name in enumerate(names):
        player = visit(scripts=scripts)
        player.ahead("/osr/vault", bring_in, encode(character(name=name)))
        join(player, code, f"Player {number}")
        player.open_link("Bring a character")
        player.press(f"Bring {name}")
        player.open_link(f"Play {name}")
        sheets.append((name, player, player.page.url))
    led = f"/room/{code}/host?refresh=no"
    master.open(led)
    master.set_field("textbox", "Name", "Orc")
    master.press("Add foe")
    master.press("Attack with Orc")
    for name in names:
        master.set_field("spinbutton", f"Hit points of {name}", "2")
        master.press(f"Lose ({name})")
    master.select("A save, a check, an attack or initiative", "Save: Wands")
    master.press("Ask")
    for _, player, _ in sheets:
        player.press("Lose 1")
        expect(player.page.get_by_text("asks for a save against Wands.")).to_be_visible()
        player.press("Roll Wands")
    master.open(led)
    expect(master.page.get_by_text("Everybody has rolled.")).to_be_visible()
    for _, player, _ in sheets:
        player.button("Lose 1").click(no_wait_after=True)
    old = hall.workers()
    for worker in old:
        os.kill(worker, signal.SIGKILL)
    wait_until(lambda: not set(old) & set(hall.workers()))
    for name, player, sheet in sheets:
        wait_until(lambda: has_lost(player, sheet))
        # Who was killed before telling the table leaves that to the next move.
        player.press("Heal 1")
        master.press(f"Heal {name}")
    master.press("Lose (Orc)")
    master.open(led)
    expect(master.page.locator("li.foe", has_text="Orc")).to_contain_text("3 of 4 hit points")
    for name, player, sheet in sheets:
        player.page.goto(sheet)
        expect(player.page.locator(".points output")).to_have_text("3")
        card = master.page.locator("li.campaigner", has_text=name)
        expect(card.get_by_text("3 of 5")).to_be_visible()
    expect(master.page.locator("#on-the-table + *")).to_contain_text("Wands")
    for _, player, _ in sheets:
        player.open_link("History")
        expect(player.page.get_by_text("by the game master")).to_have_count(2)
        player.open(f"/room/{code}")
        expect(player.page.get_by_text("Orc")).to_have_count(0)
        # What a killed worker left unanswered is the one thing that a browser may complain of.
        player.troubles = [one for one in player.troubles if "status of 503" not in one]
