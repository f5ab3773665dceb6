"""Rooms in frames of a class page, in browsers that keep no cookies there."""

from kit.rooms import LOOK, Host, outcome
from playwright.sync_api import expect


def attend(pupil, code, name):
    pupil.attend(f"/embed/room/{code}", size=(390, 640))
    pupil.set_field("textbox", "Your name", name)
    pupil.button("Join").click()
    expect(outcome(pupil)).to_be_visible()


def test_two_pupils_play_in_frames_and_find_their_seats_again(enrol, town, scripts):
    code = Host(town.halls["hall"].socket, kind="match").code
    ann, bob = (enrol(scripts=scripts) for _ in range(2))
    for pupil, name in ((ann, "Ann"), (bob, "Bob")):
        attend(pupil, code, name)
    if not scripts:
        ann.field("link", "Look again").click()
    expect(outcome(ann)).to_have_text("Ann begins", **LOOK)
    ann.button("Roll").click()
    expect(outcome(ann)).to_contain_text("Ann rolled")
    rolled = outcome(ann).inner_text()
    for pupil in (bob, ann):
        # Without a script the school's page knows only the frame's first address.
        if scripts:
            pupil.reload_lesson()
        else:
            pupil.field("link", "Look again").click()
        expect(outcome(pupil)).to_have_text(rolled, **LOOK)
    # A frame has nothing of the host's, nor what only the hall's own pages have.
    assert ann.page.get_by_role("link", name="Large view").count() == 0
