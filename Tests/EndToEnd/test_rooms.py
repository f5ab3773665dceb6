"""Rooms: several people at once, each with a browser of their own."""

import re
from urllib.parse import urlsplit

import pytest
from kit.reader import Reader
from kit.rooms import LOOK, Host, Seat, join, look_again, open_room, outcome
from playwright.sync_api import expect


def test_two_people_play_pig_on_two_devices(visit, scripts):
    host, ann, bob = (visit(scripts=scripts) for _ in range(3))
    code = open_room(host, "match")
    join(ann, code, "Ann")
    expect(outcome(ann)).to_have_text("Waiting for the second player")
    join(bob, code, "Bob")
    look_again(ann)
    expect(ann.button("Roll")).to_be_enabled(**LOOK)
    expect(bob.button("Roll")).to_be_disabled()
    ann.press("Roll")
    rolled = outcome(ann).inner_text()
    look_again(bob)
    expect(outcome(bob)).to_have_text(rolled, **LOOK)
    if "rolled a 1" not in rolled:
        ann.press("Hold")
    look_again(bob)
    expect(bob.button("Roll")).to_be_enabled(**LOOK)
    expect(ann.button("Roll")).to_be_disabled()
    expect(bob.page.locator("main")).to_contain_text("It’s your turn.")
    third = visit(scripts=scripts)
    join(third, code, "Cleo")
    expect(third.page.locator("main")).to_contain_text("you watch this match")


def test_who_joins_plays_on_for_a_player_who_was_removed(visit, scripts):
    host, ann, bob, cleo, wall = (visit(scripts=scripts) for _ in range(5))
    code = open_room(host, "match")
    join(ann, code, "Ann")
    join(bob, code, "Bob")
    look_again(ann)
    expect(ann.button("Roll")).to_be_enabled(**LOOK)
    ann.press("Roll")
    wall.open(f"/room/{code}/watch")
    look_again(host)
    expect(host.button("Remove Ann")).to_be_visible(**LOOK)
    host.follow(host.button("Remove Ann").click)
    host.follow(host.button("Let Ann stay").click)
    host.follow(host.button("Remove Ann").click)
    host.follow(host.button("Yes, remove Ann").click)
    look_again(bob)
    expect(outcome(bob)).to_have_text("Ann’s place is free", **LOOK)
    expect(bob.button("Roll")).to_be_disabled()
    expect(wall.page.locator("#said")).to_have_text("Seat 1’s place is free.", **LOOK)
    if scripts:
        expect(ann.page.locator("#ended")).to_contain_text("removed you", **LOOK)
        # It’s nobody’s turn any more, and the stage has its name from what is left.
        expect(ann.page.locator("#own")).to_be_empty()
        expect(ann.page.locator(".stage")).to_have_accessible_name(re.compile("removed you"))
        expect(bob.page.locator("#announcer")).to_have_text("Ann’s place is free.")
    join(cleo, code, "Cleo")
    look_again(bob)
    expect(outcome(bob)).to_have_text("Cleo plays on for Ann", **LOOK)
    player = cleo if cleo.button("Roll").is_enabled() else bob
    look_again(player)
    player.press("Roll")


def test_a_watcher_takes_a_place_that_was_left_before_the_first_roll(hall, visit):
    cleo = visit()
    host = Host(hall.socket, kind="match")
    for name in ("Ann", "Bob"):
        Seat(hall.socket, host.code, name).join()
    join(cleo, host.code, "Cleo")
    expect(cleo.page.locator("#seat-moves")).to_contain_text("you watch this match")
    host.press("remove", seat=1)
    expect(cleo.button("Take the free place")).to_be_enabled(**LOOK)
    cleo.press("Take the free place")
    expect(outcome(cleo)).to_have_text("Cleo begins")
    expect(cleo.button("Roll")).to_be_enabled()


def test_double_clicks_leave_one_room_and_one_seat(visit, scripts):
    host, ann = (visit(scripts=scripts) for _ in range(2))
    host.open("/room")
    host.select("Kind", "table")
    host.button("Open room").dblclick()
    host.page.wait_for_url("**/host")
    code = urlsplit(host.page.url).path.split("/")[2]
    ann.open("/room")
    ann.set_field("textbox", "Code", code.lower())
    ann.set_field("textbox", "Your name", "Ann")
    ann.button("Join").dblclick()
    ann.page.wait_for_url(f"**/room/{code}")
    host.open(f"/room/{code}/host")
    expect(host.page.get_by_role("button", name="Remove")).to_have_count(1)
    host.open(f"/room/{code}/watch")
    expect(host.page.locator("#join-now")).to_contain_text(f"with the code {code[:3]}-{code[3:]}")


def nothing_is_covered(page, what=".card"):
    """On a wall all of these end above the strip that says how to join."""
    lowest = page.locator(f".wall {what}").evaluate_all(
        "all => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))")
    assert 0 < lowest <= page.locator("#join-now").bounding_box()["y"], page.viewport_size


@pytest.mark.parametrize("second", ["", "1d12"], ids=["one", "two"])
def test_a_wall_is_one_screen(hall, visit, second):
    host = Host(hall.socket, kind="experiment", second=second, rollsAtAPress=50)
    wall = visit(f"/room/{host.code}/watch", scripts=True)
    page = wall.page
    code = page.locator("#join-now")
    for width, height in ((1024, 768), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("banner")).to_be_hidden()
        # How to join fills it before the first roll.
        expect(code).to_be_in_viewport(ratio=1)
        assert code.get_by_role("img").bounding_box()["height"] >= height / 2
        expect(page.get_by_role("heading", name=re.compile("^Results of"))).to_have_count(0)
    seat = Seat(hall.socket, host.code, "Ann")
    seat.join()
    seat.roll()
    seat.press += 1
    seat.roll()
    expect(page.locator("#said")).to_contain_text("100 rolls so far", **LOOK)
    for width, height in ((1280, 800), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        # The bars, how they settle, and how to join.
        charts = page.locator("main .chart svg[role=img]")
        expect(charts).to_have_count(4 if second else 2)
        latest = [] if second else [page.locator("#latest .die").first, page.locator("#latest p")]
        for part in (*latest, *charts.all(), page.locator("#said"), code.get_by_role("heading")):
            expect(part).to_be_in_viewport(ratio=1)
        assert code.bounding_box()["height"] < height / 6
        expect(page.locator(".counts text").first).to_have_text(re.compile(r"^\d+$"))
        nothing_is_covered(page)
    # Whether or not all see what to expect, the numbers beside the line are as high as the line.
    for shown in ("yes", "no"):
        if shown == "no":
            host.press("switch", which="expectation", on="no")
            expect(page.locator("main")).to_contain_text("still hidden", **LOOK)
        for plot in page.locator(".trend .plot").all():
            line, scale = (plot.locator(part).bounding_box() for part in ("svg", ".scale"))
            assert abs(line["y"] - scale["y"]) <= 1
            assert abs(line["height"] - scale["height"]) <= 1


@pytest.mark.parametrize("hall", ["nginx"], indirect=True)
@pytest.mark.parametrize("settings", [
    {"experiment": "3 from {hearts*13,diamonds*13,clubs*13,spades*13}=hearts",
     "question": "chance", "event": "at least 2"},
    {"experiment": "2d6", "second": "1d12", "question": "likelier", "event": "at least 10"},
], ids=["one", "two"])
def test_a_wall_stays_one_screen_when_guesses_are_revealed(hall, visit, settings):
    host = Host(hall.socket, kind="experiment", guess="first", rollsAtAPress=50, **settings)
    for name, guess in (("Ann", "10"), ("Bob", "20"), ("Cleo", "20")):
        seat = Seat(hall.socket, host.code, name)
        seat.join()
        total = "1d12" if "second" in settings else guess
        assert seat.post(f"{seat.path}/guess", press=1, total=total).status == 303
        seat.press = 2
        assert seat.roll().status == 303
    assert host.press("reveal-guesses").status == 303
    assert host.press("switch", which="expectation", on="yes").status == 303
    page = visit(f"/room/{host.code}/watch", scripts=True).page
    for width, height in ((1280, 800), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        nothing_is_covered(page)
        expect(page.locator("#said")).to_contain_text("exact")
        # Dots tell the guesses, so that no table does; each chart is high enough to be read.
        assert page.locator('.wall .guessed:not([d=""])').count()
        expect(page.get_by_role("heading", name=re.compile("^Guesses"))).to_have_count(0)
        for chart in page.locator("main .chart svg[role=img]").all():
            assert chart.bounding_box()["height"] >= height / 10
        # Of two experiments, no share is cut off.
        for table in page.locator("#compared-scroll").all():
            assert table.evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize("hall", ["nginx"], indirect=True)
@pytest.mark.parametrize("count", [15, 50])
def test_a_wall_shows_all_games_of_a_class_in_pairs_at_a_glance(hall, visit, count):
    host = Host(hall.socket, kind="pairs", names="yes")
    seats = [Seat(hall.socket, host.code, f"Maximiliane {number}") for number in range(2 * count)]
    for seat in seats:
        seat.join()
    press = re.search(r'name="press" value="(\d+)"', seats[0].look().text)[1]
    assert seats[0].post(f"{host.path}/roll", press=press).status == 303
    page = visit(f"/room/{host.code}/watch").page
    expect(page.locator(".tables > li")).to_have_count(count)
    for width, height in ((1280, 800), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        nothing_is_covered(page, ".tables > li")
        # Fifty have how everybody stands beside them.
        if count == 50:
            nothing_is_covered(page)


def test_a_class_rolls_and_the_host_leads(visit, scripts):
    host, ann, wall = (visit(scripts=scripts) for _ in range(3))
    code = open_room(host, "experiment", Rolls_per_press="10")
    join(ann, code, "Ann")
    wall.open(f"/room/{code}/watch")
    ann.press("Roll")
    expect(wall.page.locator("#said")).to_have_text("10 rolls so far, from 1 seat.", **LOOK)
    look_again(host)
    expect(host.button("Remove Ann")).to_be_visible(**LOOK)
    if scripts:
        # What can't be pressed looks so, and keeps the focus.
        ann.page.locator("#roll").focus()
    host.press("Pause")
    expect(host.button("Go on")).to_be_visible()
    if scripts:
        expect(ann.page.locator("#roll")).to_have_attribute("aria-disabled", "true", **LOOK)
        assert ann.has_focus("roll")
    ann.page.locator("#roll").click(force=True) if scripts else ann.press("Roll")
    expect(ann.page.locator("main")).to_contain_text("The room is paused.")
    host.press("Go on")
    if not scripts:
        ann.open(f"/room/{code}")
    ann.press("Roll")
    expect(wall.page.locator("#said")).to_have_text("20 rolls so far, from 1 seat.", **LOOK)
    if scripts:
        # Paused, the wall stays as it is, and the focus is never moved.
        updates = wall.page.locator("[data-pause]")
        expect(updates).to_have_text("LivePause updatesFull screen")
        wall.page.locator("#pause-updates").click()
        expect(updates).to_have_text("PausedPause updatesFull screen")
        ann.press("Roll")
        wall.page.wait_for_timeout(3_000)
        expect(wall.page.locator("#said")).to_have_text("20 rolls so far, from 1 seat.")
        assert wall.page.evaluate("document.activeElement.id") == "pause-updates"
        wall.page.locator("#pause-updates").click()
        host.press("Close large view")
        expect(wall.page.locator("#ended")).to_contain_text("closed the large view", **LOOK)
        expect(wall.page.locator("#pause-updates")).to_have_count(0)
        expect(host.page.locator("#pause-updates")).to_be_enabled()
    host.follow(host.button("Delete room").click)
    host.follow(host.button("Yes, delete the room").click)
    expect(host.page.locator("main")).to_contain_text("The room is deleted")
    assert ann.open(f"/room/{code}").status == 404


@pytest.mark.parametrize("server", ["nginx", "lighttpd"])
def test_the_link_that_leads_a_room_is_told_to_nobody(fresh_hall, server):
    hall = fresh_hall(server, BASE="/games")
    teacher = Reader(hall.url)
    teacher.open("/room?kind=table")
    teacher.press("Open room")
    assert teacher.headers["referrer-policy"] == "same-origin"
    link = urlsplit(teacher.find("host-link").text.strip()).path
    helper = Reader(hall.url)
    helper.open(link.removeprefix("/games"))
    assert helper.headers["referrer-policy"] == "no-referrer"
    helper.press("Lead this room")
    assert urlsplit(helper.address).path == link.rpartition("/")[0]
    assert helper.has("Pause")
    secret = link.rpartition("/")[2]
    assert secret not in hall.log.read_text()


def test_the_things_of_a_class_are_offered_for_a_class_alone(visit, scripts):
    host = visit("/room?kind=table", scripts=scripts)
    things = host.page.get_by_role("navigation", name="Class experiments")
    expect(things).to_have_count(0)
    host.select("Kind", "experiment")
    expect(things).to_be_visible()
    expect(things.get_by_role("link", name="Coins")).to_be_visible()
    host.select("Kind", "table")
    expect(things).to_have_count(0)
