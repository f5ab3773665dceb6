"""What becomes of a framed game: found again by the page around it, opened in a tab, brought into
the hall."""

import re

import pytest

from kit.framed import GAMES, begin, place, state, surprise

LOST = "will be lost when the page around it is reloaded"


def open_tab(pupil):
    """The new tab, as another pupil's eyes; its page is the whole tab."""
    with pupil.context.expect_page() as opened:
        pupil.page.get_by_role("link", name="Open in a new tab").click()
    pupil.page = opened.value
    pupil.scripts = pupil.has_scripts
    pupil.page.wait_for_load_state()
    return pupil


@pytest.mark.turns("name")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["hall", "games"])
def test_a_frame_finds_its_game_again_over_https(enrol, name, game):
    pupil = enrol(name=name, scripts=game != "pig")
    pupil.attend(f"/embed/{game}")
    begin(pupil, game)
    before, kept = place(pupil, game), state(pupil, game)
    (cookie,) = pupil.context.cookies()
    prefix, path = ("__Host-", "/") if name == "hall" else ("__Secure-", "/games")
    assert cookie["name"].startswith(f"{prefix}dicehall-frame-")
    assert (cookie["path"], cookie["sameSite"]) == (path, "None")
    assert cookie["secure"] and cookie["httpOnly"] and cookie["partitionKey"]
    pupil.reload_lesson()
    assert len(before) > 30 and place(pupil, game) == before
    assert state(pupil, game) == kept
    assert LOST not in pupil.page.locator("#main").inner_text()
    begin(pupil, game)
    assert place(pupil, game) == before


def test_another_school_has_games_of_its_own(enrol):
    pupil = enrol()
    pupil.attend("/embed/craps")
    begin(pupil, "craps")
    key = pupil.path
    pupil.attend("/embed/craps", school="other")
    assert pupil.path == "/embed/craps"
    begin(pupil, "craps")
    assert pupil.path != key
    assert pupil.attend("/embed/craps").path == key


def test_two_frames_of_a_game_that_begin_otherwise_keep_apart(enrol):
    pupil = enrol()
    frames = "/embed/craps?balance=500&ante=10", "/embed/craps?balance=1000"
    pupil.attend(*frames)
    paths = []
    for number, balance in enumerate(("$500", "$1,000")):
        pupil.sit(number)
        assert pupil.facts()["Balance"] == balance
        begin(pupil, "craps")
        paths.append(pupil.path)
    assert paths[0] != paths[1]
    pupil.tab.reload()
    assert [pupil.sit(number).path for number in (0, 1)] == paths
    # The same options in another order are the same game.
    pupil.attend("/embed/craps?ante=10&balance=500")
    assert pupil.facts()["Ante"] == "$10"


@pytest.mark.parametrize(("scheme", "name", "game"), [
    *(("http", "hall", game) for game in GAMES), ("https", "shy", "dice")])
def test_where_no_cookie_is_kept_the_page_says_that_the_game_will_be_lost(
        enrol, scheme, name, game):
    pupil = enrol(scheme, name)
    pupil.attend(f"/embed/{game}")
    assert LOST not in pupil.page.locator("#main").inner_text()
    begin(pupil, game)
    assert LOST in pupil.page.locator("#main").inner_text()
    assert place(pupil.reload_lesson(), game) == f"/embed/{game}"


@pytest.mark.turns("scheme")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_new_tab_shows_the_same_game_and_copies_it_into_the_hall(enrol, scheme, game):
    pupil = enrol(scheme, scripts=game in ("craps", "osr"))
    in_hall = GAMES[game].in_hall or f"/{game}"
    pupil.attend(f"/embed/{game}")
    begin(pupil, game)
    kept = state(pupil, game)
    framed = open_tab(pupil)
    address = framed.page.url
    # Without https the browser does not tell a tab from a frame: the address does, wherever it leads.
    mark = "" if scheme == "https" else "tab/"
    assert re.search(rf"/embed/{game}/{mark}[a-z2-7]{{26}}(?:/|$)", address)
    assert state(framed, game) == kept
    framed.follow(framed.button("Copy to Dicehall").click)
    assert framed.path == in_hall
    # The hall's own page, whole.
    assert framed.page.get_by_role("navigation", name="Main").is_visible()
    assert state(framed, game) == kept
    names = {cookie["name"]: cookie["value"] for cookie in framed.context.cookies()}
    id = names["dicehall" if scheme == "http" else "__Host-dicehall"]
    assert id not in address
    # From here on they are two.
    framed.press(GAMES[game].first)
    framed.press(GAMES[game].first)
    after = state(framed, game)
    framed.page.goto(address)
    assert state(framed, game) == kept
    framed.press(GAMES[game].first)
    assert framed.button("Copy to Dicehall").is_visible()
    assert not framed.page.get_by_text(LOST).is_visible()
    framed.open(in_hall)
    assert state(framed, game) == after
    # One in play is not taken without a question.
    framed.page.goto(address)
    newest = state(framed, game)
    framed.page.goto(address)
    framed.follow(framed.button("Copy to Dicehall").click)
    framed.follow(framed.button("Keep the one in Dicehall").click)
    assert state(framed, game) == after
    framed.page.goto(address)
    framed.follow(framed.button("Copy to Dicehall").click)
    framed.press("Yes, replace it")
    assert framed.path == in_hall
    assert state(framed, game) == newest


def test_a_character_begun_in_a_frame_is_saved_in_the_hall(enrol):
    pupil = enrol()
    pupil.attend("/embed/osr")
    name = surprise(pupil)
    open_tab(pupil)
    pupil.follow(pupil.button("Copy to Dicehall").click)
    pupil.open("/osr/new/review")
    pupil.go_on()
    pupil.press("Save to this browser")
    pupil.open("/osr/vault")
    pupil.follow(pupil.page.get_by_role("link", name=f"Open {name}").click)
    assert pupil.page.get_by_role("heading", name=name).first.is_visible()


def test_a_move_in_the_tab_makes_the_frame_s_page_stale(enrol):
    pupil = enrol()
    pupil.attend("/embed/craps")
    begin(pupil, "craps")
    frame = pupil.page
    open_tab(pupil)
    pupil.press("Roll")
    newest = pupil.facts()
    pupil.page = frame
    pupil.press("Roll")
    assert "Your page was out of date" in pupil.page.locator("#main").inner_text()
    assert pupil.facts() == newest
    pupil.press("Roll")
    assert pupil.revisions() == 3


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_another_character_leaves_the_first_one_at_its_address(enrol, scheme):
    pupil = enrol(scheme)
    pupil.attend("/embed/osr?theme=dark")
    begin(pupil, "osr")
    first, kept = pupil.page.url, state(pupil, "osr")
    pupil.follow(pupil.page.get_by_role("link", name="New character").click)
    assert place(pupil, "osr") == "/embed/osr"
    begin(pupil, "osr")
    assert place(pupil, "osr") not in first
    assert pupil.page.locator("html").get_attribute("data-theme") == "dark"
    pupil.page.goto(first)
    assert state(pupil, "osr") == kept


def play_in_tab_from(pupil, sandbox):
    """Begins a game in a frame with that sandbox, and opens it in a tab; its facts."""
    pupil.attend("/embed/craps", sandbox=sandbox)
    begin(pupil, "craps")
    kept = pupil.facts()
    open_tab(pupil)
    assert pupil.facts() == kept
    return kept


def refuse_copy(pupil):
    """Tries to copy where the page says that this is impossible."""
    with pupil.page.expect_response("**/bring/*") as answer:
        pupil.follow(pupil.button("Copy to Dicehall").click)
    assert answer.value.status == 403
    assert "Nothing was changed: the page that opened this tab restricts what it can do." in (
        pupil.page.locator("#main").inner_text())


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_tab_that_is_closed_in_plays_on_and_copies_nothing(enrol, scheme):
    pupil = enrol(scheme)
    pupil.open("/craps")
    pupil.press("Roll")
    pupil.press("Roll")
    hall = pupil.facts()
    play_in_tab_from(pupil, "allow-forms allow-popups")
    # What closes it in keeps scripts out as well.
    pupil.scripts = False
    address = pupil.page.url
    refuse_copy(pupil)
    pupil.follow(pupil.page.go_back)
    assert pupil.page.url == address
    refuse_copy(pupil)
    pupil.follow(pupil.page.locator("#main").get_by_role("link", name="Craps").click)
    assert pupil.facts() == hall
    pupil.page.goto(address)
    pupil.press("Roll")
    assert pupil.revisions() == 2
    refuse_copy(pupil)
    pupil.page = pupil.tab
    pupil.open("/craps")
    assert pupil.facts() == hall


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_tab_that_is_let_out_copies_its_game(enrol, scheme):
    pupil = enrol(scheme)
    kept = play_in_tab_from(pupil, "allow-forms allow-popups allow-popups-to-escape-sandbox")
    pupil.follow(pupil.button("Copy to Dicehall").click)
    assert pupil.path == "/craps"
    assert pupil.facts() == kept
    copied = pupil.revisions()
    pupil.press("Roll")
    assert pupil.revisions() == copied + 1


def test_of_two_frames_alike_the_one_that_is_not_kept_says_so(enrol):
    pupil = enrol()
    pupil.attend("/embed/craps", "/embed/craps")
    keys = []
    for number in (0, 1):
        pupil.sit(number)
        begin(pupil, "craps")
        assert LOST not in pupil.page.locator("#main").inner_text()
        keys.append(place(pupil, "craps"))
    pupil.sit(0)
    begin(pupil, "craps")
    assert LOST in pupil.page.locator("#main").inner_text()
    pupil.tab.reload()
    assert [place(pupil.sit(number), "craps") for number in (0, 1)] == [keys[1]] * 2
