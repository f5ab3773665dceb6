"""Every game in a frame of another site, as pupils play it where cookies of third parties are
blocked: over http and https, with scripts and without, in sandboxes too."""

import json
import re

import pytest

from kit.framed import GAMES, surprise

SANDBOXES = {"strict": "allow-forms", "scripted": "allow-forms allow-scripts"}
WAYS = ["scripts", "no-scripts", *SANDBOXES]


def test_cookies_of_third_parties_really_are_blocked(enrol):
    pupil = enrol()
    pupil.attend("/jar")
    assert "unpartitioned" not in pupil.reload_lesson().page.inner_text("body")
    pupil.tab.goto(f"{pupil.url}/jar")
    assert "unpartitioned=1" in pupil.tab.goto(f"{pupil.url}/jar").text()
    # It is there now, and still no frame sends it.
    assert "unpartitioned" not in pupil.attend("/jar").page.inner_text("body")


@pytest.mark.turns("scheme")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_each_game_is_played_in_a_frame_of_another_site(enrol, scheme, way, game):
    pupil = enrol(scheme, scripts=way != "no-scripts")
    pupil.attend(f"/embed/{game}", sandbox=SANDBOXES.get(way))
    GAMES[game].play(pupil)
    assert re.match(rf"/embed/{game}/[a-z2-7]{{26}}(/|$)", pupil.path)
    names = {cookie["name"] for cookie in pupil.context.cookies()}
    assert all(re.fullmatch("__Host-dicehall-frame-[0-9a-f]{12}", name) for name in names), names
    # A sandbox hides it from scripts only.
    assert len(names) == (1 if scheme == "https" else 0)


def test_a_character_leaves_the_frame_as_json_and_as_text(enrol):
    # Over https the browser would not save what comes with the town's own certificate.
    pupil = enrol("http")
    pupil.attend("/embed/osr")
    name = surprise(pupil)
    with pupil.tab.expect_download() as download:
        pupil.page.get_by_role("link", name="Download JSON").click()
    assert json.loads(download.value.path().read_text())["name"] == name
    pupil.page.get_by_text("Plain text to paste").click()
    text = pupil.page.get_by_label("Record sheet as plain text")
    assert text.input_value().startswith(name) and "\nSTR " in text.input_value()
