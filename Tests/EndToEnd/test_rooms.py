"""Rooms: several people at once, each with a browser of their own."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from kit.reader import Reader

CODE = re.compile(r"/room/([A-Z2-9]{6})")
LOOK = {"timeout": 15_000}
"""Longer than it takes a page to look again by itself."""


def open_room(visitor, kind, **settings):
    """Opens a room and leads it; answers with its code."""
    visitor.open("/room")
    visitor.select("Kind", kind)
    for label, value in settings.items():
        visitor.page.get_by_label(label.replace("_", " "), exact=True).select_option(value)
    visitor.follow(visitor.button("Open room").click)
    return CODE.search(visitor.page.url)[1]


def join(visitor, code, name):
    visitor.open(f"/room/{code.lower()}")
    visitor.set_field("textbox", "Your name", name)
    visitor.follow(visitor.button("Join").click)


def look_again(visitor):
    if not visitor.scripts:
        visitor.open_link("Look again")


def outcome(visitor):
    return visitor.page.locator("#outcome")


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
    if "pigged out" not in rolled:
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
        expect(bob.page.locator("#announcer")).to_have_text("Ann’s place is free.")
    join(cleo, code, "Cleo")
    look_again(bob)
    expect(outcome(bob)).to_have_text("Cleo plays on for Ann", **LOOK)
    player = cleo if cleo.button("Roll").is_enabled() else bob
    look_again(player)
    player.press("Roll")


def test_a_guess_comes_and_goes_as_the_host_asks(visit):
    host, ann = (visit(scripts=True) for _ in range(2))
    code = open_room(host, "experiment", Guess="yes")
    join(ann, code, "Ann")
    guess = ann.page.locator("#total")
    guess.fill("6.5")
    ann.page.locator("#of").focus()
    host.press("Pause")
    expect(ann.page.locator("#notices")).to_contain_text("Paused", **LOOK)
    assert ann.has_focus("of")
    ann.page.locator("#outcome").focus()
    expect(ann.page.locator("#guess")).to_be_disabled(**LOOK)
    expect(guess).to_have_value("6.5")
    host.press("Go on")
    expect(ann.page.locator("#guess")).to_be_enabled(**LOOK)
    guess.focus()
    host.press("Show expectation")
    expect(ann.page.locator("#class-results")).to_contain_text("Exact mean", **LOOK)
    # Nobody loses what they type in, nor their place.
    expect(guess).to_have_value("6.5")
    assert ann.has_focus("total")
    ann.page.locator("#roll").focus()
    expect(guess).to_have_count(0, **LOOK)
    host.press("Hide expectation")
    expect(guess).to_be_visible(**LOOK)
    assert ann.has_focus("roll")


def test_a_table_that_was_paused_goes_on_without_a_reload(visit):
    host, ann = (visit(scripts=True) for _ in range(2))
    code = open_room(host, "table")
    join(ann, code, "Ann")
    expect(host.button("Remove Ann")).to_be_visible(**LOOK)
    host.page.get_by_text("Ask only some").click()
    host.page.get_by_label("Ann", exact=True).check()
    host.page.locator("#expression").focus()
    host.press("Pause")
    ann.open(f"/room/{code}")
    ann.set_field("textbox", "Expression", "3d6")
    ann.page.locator("#outcome").focus()
    expect(ann.button("Roll")).to_be_disabled()
    host.press("Go on")
    host.press("Hide names")
    expect(ann.button("Roll")).to_be_enabled(**LOOK)
    expect(ann.page.locator("#seen-as")).to_have_text("; others read Seat 1", **LOOK)
    expect(ann.field("textbox", "Expression")).to_have_value("3d6")
    bob = visit(scripts=True)
    join(bob, code, "Bob")
    expect(host.button("Remove Bob")).to_be_visible(**LOOK)
    # Who joins unticks nobody.
    expect(host.page.get_by_label("Ann", exact=True)).to_be_checked()


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_projector_shows_the_chart_the_code_and_the_qr_code_at_once(visit, size):
    host, ann = (visit(scripts=True) for _ in range(2))
    wall = visit(scripts=False, viewport=dict(zip(("width", "height"), size)))
    code = open_room(host, "experiment", Rolls_at_a_press="10")
    join(ann, code, "Ann")
    ann.press("Roll")
    wall.open(f"/room/{code}/watch")
    for part in (".join-now svg", ".join-now .code-text", "#said", ".of-class svg", "#class-text"):
        box = wall.page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= size[1], (part, box)
    chart = wall.page.locator(".of-class svg").bounding_box()
    assert chart["height"] > size[1] / 3.6 and chart["width"] > size[0] / 2


def test_double_clicks_leave_one_room_and_one_seat(visit, scripts):
    host, ann = (visit(scripts=scripts) for _ in range(2))
    host.open("/room")
    host.select("Kind", "table")
    host.button("Open room").dblclick()
    host.page.wait_for_url("**/host")
    code = CODE.search(host.page.url)[1]
    ann.open("/room")
    ann.set_field("textbox", "Code", code.lower())
    ann.set_field("textbox", "Your name", "Ann")
    ann.button("Join").dblclick()
    ann.page.wait_for_url(f"**/room/{code}")
    host.open(f"/room/{code}/host")
    expect(host.page.get_by_role("button", name="Remove")).to_have_count(1)
    host.open(f"/room/{code}/watch")
    expect(host.page.locator("#join-now")).to_contain_text(f"with the code {code[:3]}-{code[3:]}")


def test_a_class_rolls_and_the_host_leads(visit, scripts):
    host, ann, wall = (visit(scripts=scripts) for _ in range(3))
    code = open_room(host, "experiment", Rolls_at_a_press="10")
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
    expect(ann.page.locator("main")).to_contain_text("the room is paused")
    host.press("Go on")
    if not scripts:
        ann.open(f"/room/{code}")
    ann.press("Roll")
    expect(wall.page.locator("#said")).to_have_text("20 rolls so far, from 1 seat.", **LOOK)
    if scripts:
        # Paused, the wall stays as it is, and the focus is never moved.
        wall.page.locator("#pause-updates").click()
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


def test_a_chart_goes_on_under_the_focus_and_a_removed_seat_is_told(visit):
    host, ann, wall = (visit(scripts=True) for _ in range(3))
    code = open_room(host, "experiment", Rolls_at_a_press="10")
    join(ann, code, "Ann")
    ann.press("Roll")
    wall.open(f"/room/{code}/watch")
    chart = wall.page.locator("#class-results")
    summary = chart.get_by_text("The same as a table").first
    summary.click()
    ann.press("Roll")
    expect(chart.locator("dl.facts").first).to_contain_text("Rolls20", **LOOK)
    expect(chart.locator("details").first).to_have_attribute("open", "")
    expect(summary).to_be_focused()
    expect(host.button("Remove Ann")).to_be_visible(**LOOK)
    host.follow(host.button("Remove Ann").click)
    host.follow(host.button("Yes, remove Ann").click)
    expect(ann.page.locator("#ended")).to_be_visible(**LOOK)
    expect(ann.button("Roll")).to_be_disabled()
    asked = []
    ann.page.on("request", lambda request: asked.append(request.url))
    ann.page.wait_for_timeout(5_000)
    assert not asked
    ann.follow(ann.page.locator("#ended a").click)
    ann.set_field("textbox", "Your name", "Bea")
    ann.press("Join")
    expect(ann.page.locator("main")).to_contain_text("Bea in room")


def test_a_phone_that_sleeps_asks_seldom_and_once_when_it_wakes(visit):
    host, ann, bob = (visit(scripts=True) for _ in range(3))
    code = open_room(host, "experiment", Rolls_at_a_press="10")
    join(bob, code, "Bob")
    page = ann.page
    page.clock.install()
    join(ann, code, "Ann")
    asked = []
    page.on("request", lambda request: "/state" in request.url and asked.append(request.url))

    def pass_seconds(count):
        """Step by step, with time for answers to come."""
        asked.clear()
        for _ in range(count // 2):
            page.clock.run_for(2_000)
            page.wait_for_timeout(20)
        return len(asked)

    def flick(is_hidden):
        page.evaluate("""hidden => {
            Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
        }""", is_hidden)

    page.clock.pause_at(page.evaluate("Date.now()") + 60_000)
    assert 1 <= pass_seconds(20) <= 12
    flick(True)
    assert pass_seconds(60) <= 6
    bob.press("Roll")
    asked.clear()
    for _ in range(10):
        flick(True)
        flick(False)
    # It may have asked less than a second ago.
    page.clock.run_for(1_000)
    expect(page.locator("#class-results dl.facts").first).to_contain_text("Rolls10")
    assert len(asked) == 1
    page.route("**/state*", lambda route: route.fulfill(status=429))
    assert pass_seconds(100) <= 8


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
