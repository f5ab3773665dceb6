"""Pages of rooms that change by themselves: nobody loses what they type, nor their place."""

import pytest
from kit.characters import character, encode
from kit.plays import bring_in
from kit.rooms import LOOK, join, open_room
from playwright.sync_api import expect


def test_a_guess_comes_and_goes_as_the_host_asks(visit):
    host, ann = (visit(scripts=True) for _ in range(2))
    code = open_room(host, "experiment", Guess="yes")
    join(ann, code, "Ann")
    guess = ann.page.locator("#total")
    guess.fill("6.5")
    ann.page.locator("#total").focus()
    host.press("Pause")
    expect(ann.page.locator("#notices")).to_contain_text("Paused", **LOOK)
    assert ann.has_focus("total")
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
    # All of its row can be pressed.
    host.settle(lambda: host.page.locator("#state-names").click(force=True))
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
    code = open_room(host, "experiment", Rolls_per_press="10")
    join(ann, code, "Ann")
    ann.press("Roll")
    wall.open(f"/room/{code}/watch")
    for part in (".join-now svg", ".join-now .code-text", "#said", ".of-class svg[role=img]", "#class-text"):
        box = wall.page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= size[1], (part, box)
    line, axis = (wall.page.locator(f".trend {part}").bounding_box() for part in ("svg", ".axis"))
    assert axis["width"] == pytest.approx(line["width"], abs=2)
    chart = wall.page.locator(".of-class svg[role=img]").bounding_box()
    assert chart["height"] > size[1] / 3.6 and chart["width"] > size[0] / 2


def test_a_chart_goes_on_under_the_focus_and_a_removed_seat_is_told(visit):
    host, ann = (visit(scripts=True) for _ in range(2))
    # Too narrow for a wall, where the charts alone have room.
    wall = visit(scripts=True, viewport={"width": 800, "height": 900})
    code = open_room(host, "experiment", Rolls_per_press="10")
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


def test_what_is_pressed_stays_until_it_is_let_go(visit):
    host, ann = (visit(scripts=True) for _ in range(2))
    code = open_room(host, "experiment", Rolls_per_press="10")
    join(ann, code, "Ann")
    remove = host.button("Remove Ann")
    expect(remove).to_be_visible(**LOOK)
    remove.scroll_into_view_if_needed()
    box = remove.bounding_box()
    host.page.mouse.move(box["x"] + 9, box["y"] + 9)
    host.page.mouse.down()
    with host.page.expect_response(lambda answer: answer.url.endswith("/host"), **LOOK):
        ann.press("Roll")
    host.follow(host.page.mouse.up)
    expect(host.page.get_by_role("heading", name="Remove Ann?")).to_be_visible()
    host.follow(host.button("Let Ann stay").click)
    expect(host.page.locator("#seat-list")).to_contain_text("10")


def test_a_phone_that_sleeps_asks_seldom_and_once_when_it_wakes(visit):
    host, ann, bob = (visit(scripts=True) for _ in range(3))
    code = open_room(host, "experiment", Rolls_per_press="10")
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


def test_two_experiments_stand_beside_each_other_and_no_choice_is_cut_off(visit):
    host, wall, ann = (
        visit(scripts=False, viewport={"width": width, "height": 800}) for width in (1280, 1280, 320))
    host.open("/room?guess=yes")
    seen, cut = host.page.eval_on_selector_all(".opening select", """selects => [selects.filter(
        select => select.clientWidth > 0), selects.filter(select => {
        const style = getComputedStyle(select), pen = document.createElement("canvas").getContext("2d");
        pen.font = style.font;
        const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        return room > 0 && [...select.options].some(option => pen.measureText(option.text).width > room);
    })].map(selects => selects.map(select => select.id))""")
    assert {"experiment", "guess", "question"} <= set(seen)
    assert cut == []
    host.open("/room?experiment=2d6&second=1d12&rollsAtAPress=10")
    host.follow(host.button("Open room").click)
    code = host.page.url.split("/")[-2]
    join(ann, code, "Ann")
    ann.press("Roll")
    assert ann.page.evaluate("document.documentElement.scrollWidth") == 320
    wall.open(f"/room/{code}/watch")
    first, second = (box.bounding_box() for box in wall.page.locator(".of-class svg[role=img]").all())
    assert first["y"] == second["y"] and first["height"] == second["height"]
    assert first["y"] + first["height"] < 800 and first["x"] + first["width"] < second["x"]


def test_a_condition_that_was_refused_stays_while_the_room_goes_on(visit):
    host, ann = visit(scripts=True), visit(scripts=False)
    code = open_room(host, "table")
    ann.ahead("/osr/vault", bring_in, encode(character(name="Brida")))
    join(ann, code, "Ann")
    ann.open_link("Bring a character")
    ann.press("Bring Brida")
    host.open(f"/room/{code}/host")
    long = "c" * 61
    host.set_field("textbox", "Condition of Brida", long)
    host.press("Add it to Brida")
    condition = host.field("textbox", "Condition of Brida")
    expect(condition).to_have_value(long)
    host.page.locator("#check").focus()
    ann.open_link("Play Brida")
    for left in (4, 3):
        ann.press("Lose 1")
        expect(host.page.locator(".campaigner dd").first).to_have_text(f"{left} of 5", **LOOK)
        expect(condition).to_have_value(long)


def test_a_spinner_turns_unless_motion_is_to_be_reduced(visit):
    host, ann = visit(scripts=False), visit(scripts=False)
    host.open("/room?experiment=spinner&word1=red&count1=3&word2=blue&count2=1")
    host.follow(host.button("Open room").click)
    join(ann, host.page.url.split("/")[-2], "Ann")
    ann.press("Spin")
    for motion, name in ("no-preference", "turn"), ("reduce", "none"):
        ann.page.emulate_media(reduced_motion=motion)
        turning = ann.page.locator(".stage .turning")
        assert turning.evaluate("one => getComputedStyle(one).animationName") == name


def test_a_phone_shows_one_s_own_results_or_the_class_s(visit, scripts):
    host, ann = visit(scripts=False), visit(scripts=scripts, viewport={"width": 320, "height": 700})
    join(ann, open_room(host, "experiment"), "Ann")
    ann.press("Roll")
    views = {view: ann.page.locator(f"#{view.lower()}") for view in ("Mine", "Class")}
    for view, other in ("Mine", "Class"), ("Class", "Mine"), ("Mine", "Class"):
        link = ann.page.get_by_role("link", name=view, exact=True)
        link.focus()
        ann.follow(lambda: ann.page.keyboard.press("Enter"))
        expect(link).to_have_attribute("aria-current", "page")
        expect(views[view]).to_be_visible()
        expect(views[other]).to_be_hidden()
        assert ann.page.evaluate("document.documentElement.scrollWidth") == 320
    # A roll leaves the view as it is.
    ann.open_link("Class")
    ann.press("Roll")
    expect(views["Class"]).to_be_visible()
    expect(views["Mine"]).to_be_hidden()


def test_a_game_in_pairs_is_played_by_keyboard(visit):
    host, ann = (visit(scripts=True) for _ in range(2))
    host.open("/room?kind=pairs&computer=roll-once")
    host.follow(host.button("Open room").click)
    join(ann, host.page.url.split("/")[-2], "Ann")
    for _ in range(60):
        expect(ann.page.locator("#roll")).to_be_enabled(**LOOK)
        ann.settle(lambda: ann.page.keyboard.press("r"))
        if ann.page.locator("#hold").is_enabled():
            break
    ann.settle(lambda: ann.page.keyboard.press("h"))
    expect(ann.page.locator("main")).to_contain_text("held:")
    assert ann.page.evaluate("document.activeElement.closest('main, body') !== null")


def test_a_wall_tells_of_a_league_once_and_not_with_every_strategy_that_is_saved(visit):
    host, ann = visit(scripts=False), visit(scripts=False)
    host.open("/room?kind=league&goal=10")
    host.follow(host.button("Open room").click)
    code = host.page.url.split("/")[-2]
    join(ann, code, "Ann")

    def save(number):
        ann.page.locator("#form-hold-at").evaluate("one => { one.open = true }")
        ann.page.locator("#holdAt").fill(number)
        ann.follow(ann.page.locator("#write-hold-at").click)

    save("5")
    host.open(f"/room/{code}/host?refresh=no")
    host.press("Run")
    wall = visit(f"/room/{code}/watch", scripts=True)
    expect(wall.page.locator("#said")).to_contain_text("had the best strategy")
    live = wall.page.locator("#live")
    for number in "6", "7":
        before = live.get_attribute("data-number")
        save(number)
        expect(live).not_to_have_attribute("data-number", before, **LOOK)
    # What is said without a wait would have been by now.
    wall.page.evaluate("new Promise(then => setTimeout(then, 100))")
    assert wall.page.locator("#announcer").text_content() == ""
