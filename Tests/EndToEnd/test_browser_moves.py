"""Never twice: two tabs, the back button, double clicks, lost answers."""

import re

import pytest
from playwright.sync_api import expect


pytestmark = pytest.mark.parametrize("hall", ["lighttpd"], indirect=True)

STALE = re.compile("Your page was out of date")
CAPTION = "Your rolls, newest first"


def rolls(visitor):
    """How often that visitor has rolled, according to a new tab."""
    page, visitor.page = visitor.page, visitor.new_page()
    visitor.open("/dice")
    count = visitor.page.get_by_role("table", name=CAPTION).locator("tbody tr").count()
    visitor.page.close()
    visitor.page = page
    return count


def test_a_second_tab_that_is_behind_does_not_play_and_says_why(visit, scripts):
    player = visit("/dice", scripts=scripts)
    player.press("Roll")
    player.open("/dice")
    behind, player.page = player.page, player.new_page()
    player.open("/dice")
    player.press("Roll")
    player.page = behind
    with player.page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        player.press("Roll")
    assert answer.value.status == 409
    expect(player.page.locator(".notice")).to_have_text(STALE)
    assert rolls(player) == 2
    player.press("Roll")
    assert rolls(player) == 3


def test_going_back_and_pressing_again_does_not_play_twice(visit):
    player = visit("/dice", scripts=False)
    player.press("Roll")
    before = player.facts()
    player.press("Roll")
    after = player.facts()
    player.page.go_back()
    assert player.facts() in (before, after)
    # Whether a browser shows the old page or asks again is its own choice; here it is the old one.
    player.page.evaluate("document.querySelector('input[name=revision]').value = '1'")
    player.press("Roll")
    expect(player.page.locator(".notice")).to_have_text(STALE)
    assert player.facts()["Total"] == after["Total"]
    assert rolls(player) == 2


def test_reloading_after_a_move_does_not_move_again(visit, scripts):
    player = visit("/craps", scripts=scripts)
    player.press("Roll")
    before = player.facts(), player.revisions()
    player.page.reload()
    assert (player.facts(), player.revisions()) == before


def test_reloading_a_refusal_does_not_move_either(visit):
    player = visit("/dice", scripts=False)
    player.press("Roll")
    player.set_field("textbox", "Expression", "2d")
    player.press("Roll")
    player.page.reload()
    expect(player.page.locator("#expression-wrong")).to_be_visible()
    assert rolls(player) == 1


@pytest.mark.parametrize("rolled", [0, 1])
def test_a_double_click_plays_once(visit, scripts, rolled):
    # On a machine that pauses between the two clicks, the second one may meet the next page's
    # button, at the same place: that is a roll of its own, so it is tried again.
    for _ in range(3):
        player = visit("/dice", scripts=scripts)
        if rolled:
            player.press("Roll")
        if scripts and rolled:
            player.settle(player.button("Roll").dblclick)
        else:
            player.button("Roll").dblclick()
            player.page.wait_for_load_state("networkidle")
        if rolls(player) == rolled + 1:
            break
    assert rolls(player) == rolled + 1


def test_an_answer_lost_on_the_way_is_not_played_again(visit):
    player = visit("/dice")
    player.press("Roll")

    def lose(route):
        # Sent by the test and not the browser, which would add this header.
        headers = {**route.request.headers, "sec-fetch-site": "same-origin"}
        assert route.fetch(max_redirects=0, headers=headers).status == 303
        route.abort()

    player.page.route("**/dice/roll", lose, times=1)
    player.press("Roll")
    expect(player.page.locator("#warning")).to_contain_text("The answer got lost on the way")
    assert player.revisions() == 2
    assert rolls(player) == 2
    player.press("Roll")
    expect(player.page.locator("#warning")).to_have_count(0)
    assert rolls(player) == 3
    player.troubles = [one for one in player.troubles if "net::ERR_FAILED" not in one]


def test_without_a_connection_the_page_says_so_and_can_go_on_later(visit):
    player = visit("/dice")
    player.press("Roll")
    player.context.set_offline(True)
    player.press("Roll")
    expect(player.page.locator("#warning")).to_contain_text("can’t be reached")
    player.context.set_offline(False)
    player.press("Roll")
    assert rolls(player) == 2
    player.troubles = [one for one in player.troubles if "ERR_INTERNET_DISCONNECTED" not in one]


def test_an_answer_that_is_no_page_of_ours_shows_how_things_stand(visit):
    player = visit("/dice")
    player.press("Roll")
    player.page.route(
        "**/dice/roll", lambda route: route.fulfill(status=502, body="Bad gateway"), times=1)
    player.press("Roll")
    expect(player.page.locator("#warning")).to_contain_text("how things are now")
    assert player.revisions() == 1
    player.troubles = [one for one in player.troubles if "502" not in one]


def test_a_page_of_another_visitor_shows_nothing_of_this_one(visit):
    player, other = visit("/craps"), visit("/craps")
    player.press("Roll")
    other.page.reload()
    assert other.facts()["Dice"] == "none yet"
    assert other.context.cookies() == []
    cookie, = player.context.cookies()
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Lax", "/")
