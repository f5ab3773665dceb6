"""What scripts add: announcements, a page that waits, and a way back when they fail."""

import re

import pytest
from playwright.sync_api import expect

from kit.measures import hold_animations
from kit.pages import PAGES
from kit.processes import wait_until

ANNOUNCED = "#announcer"


@pytest.fixture
def hall(halls):
    return halls("nginx")


@pytest.mark.path
def test_no_page_has_an_error_or_asks_elsewhere(visit, scripts):
    """The fixture looks at the console and the requests of every visitor."""
    visitor = visit(scripts=scripts)
    for path in PAGES:
        answer = visitor.open(path)
        assert answer.status == 200
        assert "script-src 'self'" in answer.headers["content-security-policy"]
    visitor.page.wait_for_load_state("networkidle")


@pytest.mark.path
def test_the_outcome_is_announced(visit):
    player = visit("/craps")
    announcer = player.page.locator(ANNOUNCED)
    expect(announcer).to_have_attribute("aria-live", "polite")
    expect(announcer).to_be_empty()
    player.press("Roll")
    expect(announcer).to_contain_text(player.headline())
    expect(player.page).to_have_title(re.compile(re.escape(player.headline())))


@pytest.mark.parametrize(("expression", "told"), [
    ("1d4", ".outlook, #tally + p"), ("6x(4d6dl1)", ".outlook, #tally + p, .sum"),
    ("100d6", ".outlook, #tally + p, .boxed")])
def test_nothing_tells_of_a_roll_before_its_dice_have_settled(visit, expression, told):
    player = visit("/dice", reduced_motion="no-preference")
    player.set_field("textbox", "Expression", expression)
    before, run = player.page.title(), hold_animations(player.page)
    player.press("Roll")
    opacity = "one => getComputedStyle(one).opacity"
    seen = player.page.locator(".dice [role=status] > *").evaluate_all(
        f"all => all.map((one) => [one, ...one.children].at(-1)).map({opacity})")
    assert len(seen) > 1 and set(seen) == {"0"}
    for part in [*told.split(", "), ".log tbody tr:first-child"]:
        seen = player.page.locator(part).evaluate_all(f"all => all.map({opacity})")
        assert (part, set(seen)) == (part, {"0"})
    assert player.page.title() == before
    expect(player.page.locator(ANNOUNCED)).to_be_empty()
    run()
    expect(player.page).to_have_title(re.compile(re.escape(player.headline())))
    expect(player.page.locator(ANNOUNCED)).to_contain_text(player.headline())


def test_a_refusal_has_the_focus_and_a_correction_is_announced(visit):
    player = visit("/dice")
    player.set_field("textbox", "Expression", "2d")
    player.press("Roll")
    field = player.field("textbox", "Expression")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description(re.compile("^Say how many sides"))
    player.set_field("spinbutton", "How many", "1000")
    player.press("Roll")
    expect(player.page.locator(ANNOUNCED)).to_contain_text("so it’s now 99")


def test_all_buttons_wait_until_the_answer_is_there(visit):
    player = visit("/craps")
    page, held = player.page, []
    page.route("**/craps/roll", lambda route: held.append(route), times=1)
    player.button("Roll").click()
    expect(page.locator("#main")).to_have_attribute("aria-busy", "true")
    expect(page.locator("#main button:enabled")).to_have_count(0)
    wait_until(lambda: page.evaluate("true") and held)
    page.keyboard.press("r")
    page.locator("#play").evaluate("form => form.requestSubmit()")
    held[0].continue_()
    player.is_settled()
    assert player.revisions() == 1
    expect(page.locator("#main [data-held]")).to_have_count(0)


def test_while_a_choice_is_on_its_way_no_button_is_pressed_and_no_focus_lost(visit):
    player = visit("/craps")
    page, held = player.page, []
    page.route("**/craps/ante", lambda route: held.append(route), times=1)
    ante = page.get_by_label("Ante", exact=True)
    ante.fill("45")
    wait_until(lambda: page.evaluate("true") and held)
    expect(page.locator("#main button:enabled")).to_have_count(0)
    # Neither does a press anything now nor later.
    player.button("Roll").click(force=True)
    page.keyboard.press("r")
    ante.fill("60")
    held[0].continue_()
    expect(player.button("Roll")).to_be_enabled()
    expect(ante).to_have_value("60")
    expect(ante).to_be_focused()
    assert player.facts()["Dice"] == "none yet"
    player.press("Roll")
    assert (player.facts()["Ante"], player.facts()["Dice"] != "none yet") == ("$60", True)


def test_a_press_on_a_button_that_waits_takes_no_focus_away(visit):
    player = visit("/craps")
    page, held = player.page, []
    page.route("**/craps/roll", lambda route: held.append(route), times=1)
    player.button("Roll").click()
    wait_until(lambda: page.evaluate("true") and held)
    player.button("Roll").click(force=True)
    held[0].continue_()
    player.is_settled()
    expect(player.button("Roll")).to_be_focused()


def test_a_button_held_down_takes_what_was_chosen_along(visit):
    player = visit("/craps")
    page, sent = player.page, []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    page.clock.install(time=0)
    page.clock.pause_at(1_000)
    page.get_by_label("Ante", exact=True).fill("45")
    player.button("Roll").hover()
    page.mouse.down()
    page.clock.run_for(2_000)
    assert sent == []
    page.clock.resume()
    page.mouse.up()
    expect(page.locator(".throw:not(.waiting)")).to_have_count(1)
    assert player.facts()["Ante"] == "$45" and [url.rpartition("/")[2] for url in sent] == ["roll"]


def test_an_ante_that_got_lost_on_the_way_is_not_shown_as_the_bet(visit):
    player = visit("/craps")
    player.page.route("**/craps/ante", lambda route: route.abort(), times=1)
    ante = player.page.get_by_label("Ante", exact=True)
    ante.fill("45")
    expect(player.page.locator("#warning")).to_contain_text("got lost on the way")
    expect(ante).to_have_value("5")
    player.troubles = [one for one in player.troubles if "net::ERR_FAILED" not in one]


def test_the_colours_are_chosen_for_all_pages(visit):
    reader = visit("/about", color_scheme="light")

    def paper():
        return reader.page.evaluate("getComputedStyle(document.body).backgroundColor")

    light, choices = paper(), reader.page.get_by_role("combobox", name="Colours", exact=True)
    choices.select_option("Dark")
    dark = paper()
    assert dark != light
    reader.open("/dice")
    assert paper() == dark
    expect(choices).to_have_value("dark")
    reader.press("Roll")
    assert paper() == dark
    choices.select_option("As on this device")
    assert paper() == light
    reader.page.emulate_media(color_scheme="dark")
    assert paper() == dark
    choices.select_option("Light")
    assert paper() == light


def test_dice_are_heard_by_who_switched_their_sound_on(visit):
    player = visit("/dice")
    player.context.add_init_script("""window.heard = 0;
      window.OscillatorNode = class extends OscillatorNode {
        constructor(...all) { super(...all); window.heard += 1; } };""")
    player.open("/dice")
    sound, heard = player.button("Sound of dice"), "window.heard"
    expect(sound).to_have_attribute("aria-pressed", "false")
    player.press("Roll")
    assert player.page.evaluate(heard) == 0
    sound.click()
    first = player.page.evaluate(heard)
    assert first > 0
    player.press("Roll")
    assert player.page.evaluate(heard) == 2 * first
    # What isn't a roll is silent, and the choice is kept.
    player.press("Add die")
    assert player.page.evaluate(heard) == 2 * first
    player.open("/craps")
    expect(sound).to_have_attribute("aria-pressed", "true")
    player.press("Roll")
    assert player.page.evaluate(heard) == first
    player.open("/about")
    expect(sound).to_have_count(0)


def test_fast_fingers_roll_dice_as_often_as_they_tap(visit):
    player = visit("/dice", viewport={"width": 390, "height": 844}, reduced_motion="no-preference")
    box = player.button("Roll").bounding_box()
    for _ in range(20):
        player.page.mouse.click(box["x"] + 40, box["y"] + 20)
        player.page.wait_for_timeout(100)
    expect(player.page.locator("input[name=revision]").first).to_have_value("20")
    player.is_settled()
    assert player.revisions() == 20


def test_a_named_roll_is_made_as_often_as_it_is_pressed(visit):
    player = visit("/dice")
    player.page.get_by_label("Roll name").fill("Luck")
    player.press("Keep roll")
    before = player.revisions()
    player.button("Roll Luck").focus()
    for _ in range(5):
        player.page.keyboard.press("Enter")
    expect(player.page.locator("input[name=revision]").first).to_have_value(str(before + 5))


def test_two_presses_remove_one_named_roll(visit):
    player = visit("/dice")
    page, held = player.page, []
    for name in ("bow", "sword"):
        page.get_by_label("Roll name").fill(name)
        player.press("Keep roll")
    page.route("**/named/remove", lambda route: held.append(route), times=1)
    player.button("Remove bow").click()
    wait_until(lambda: page.evaluate("true") and held)
    player.button("Remove bow").click(force=True)
    held[0].continue_()
    expect(player.button("Remove bow")).to_have_count(0)
    player.is_settled()
    expect(player.button("Remove sword")).to_be_enabled()


def test_where_the_script_cannot_be_loaded_everything_still_works(visit):
    player = visit()
    player.page.route("**/*.js", lambda route: route.abort())
    player.scripts = False
    player.open("/dice")
    player.press("Add die")
    player.press("Roll")
    assert player.headline().startswith("You rolled 2d4: ")
    player.troubles = [one for one in player.troubles if "ERR_FAILED" not in one]


def test_where_storage_is_refused_everything_still_works(visit):
    player = visit()
    player.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } })")
    player.open("/dice")
    player.press("Roll")
    player.button("Keyboard shortcut: R rolls").click()
    assert player.headline().startswith("You rolled 1d4: ")


def test_a_session_that_has_ended_begins_anew(visit):
    player = visit("/craps")
    player.press("Roll")
    player.context.clear_cookies()
    player.press("Roll")
    expect(player.page.locator(".notice")).to_contain_text("Your page was out of date")
    assert player.facts()["Dice"] == "none yet"
    player.press("Roll")
    assert player.facts()["Dice"] != "none yet"


def test_the_address_follows_the_page_and_back_leads_back(visit):
    player = visit("/craps")
    player.press("Roll")
    player.follow(lambda: player.page.get_by_role("button", name="Start over").click())
    player.press("Yes, start over")
    expect(player.page).to_have_url(player.url + "/craps")
    player.page.go_back()
    expect(player.page.get_by_role("heading", name="Start over?")).to_be_visible()


def test_times_are_those_of_the_readers_own_clock(visit):
    player = visit("/dice", timezone_id="Asia/Kolkata", locale="en-GB")
    player.press("Roll")
    time = player.page.locator("time").first
    hour, minute = map(int, time.inner_text()[-5:].split(":"))
    moment = time.get_attribute("datetime")
    utc = int(moment[11:13]) * 60 + int(moment[14:16])
    assert hour * 60 + minute == (utc + 330) % 1440
    expect(player.page.get_by_text("(UTC)")).to_have_count(0)
    plain = visit("/dice", scripts=False)
    plain.press("Roll")
    expect(plain.page.get_by_text("(UTC)")).to_be_visible()


def test_quick_presses_in_a_row_all_roll(visit):
    """The browser counts them as one chain of clicks, of which only a double click is none of ours."""
    player = visit("/pig")
    mouse = player.page.mouse
    for count in range(1, 7):
        box = player.button("Roll").bounding_box()
        mouse.move(box["x"] + 20, box["y"] + 20)
        mouse.down(click_count=count)
        mouse.up(click_count=count)
        player.page.wait_for_timeout(300)
        player.is_settled()
        assert player.revisions() == count


def test_what_is_filled_in_and_not_sent_stays(visit):
    player = visit("/pig")
    player.set_field("textbox", "Player 1 name", "Ada")
    player.tick("radio", "Computer")
    player.field("checkbox", "Coach").check()
    player.press("Roll")
    expect(player.field("textbox", "Player 1 name")).to_have_value("Ada")
    expect(player.field("radio", "Computer")).to_be_checked()
    player.press("Change players")
    assert "Ada plays against Computer" in player.page.locator(".notice").inner_text()
    expect(player.field("checkbox", "Coach")).to_be_checked()
    player.tick("radio", "Person")
    player.press("Change players")
    expect(player.field("radio", "Person")).to_be_checked()
