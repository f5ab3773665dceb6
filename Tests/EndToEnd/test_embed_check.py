"""What the check reports in another site's page is what games in that page then do."""

import pytest

from kit.framed import begin, place



@pytest.fixture(params=["blocked", "kept"])
def browser(request, chromium):
    """One that blocks cookies of third parties, and one that keeps them."""
    return chromium if request.param == "blocked" else request.getfixturevalue("lenient")


def findings(pupil):
    pupil.attend("/embed/check")
    pupil.follow(pupil.button("Find out").click)
    return {label: pupil.value(label) for label in ("Your page", "Secure address", "Found again")}


def test_one_browser_keeps_cookies_of_third_parties_and_one_does_not(enrol, chromium, lenient):
    for browser, is_kept in ((chromium, False), (lenient, True)):
        pupil = enrol(browser=browser)
        pupil.attend("/jar")
        assert ("unpartitioned" in pupil.reload_lesson().page.inner_text("body")) == is_kept


@pytest.mark.turns("browser")
@pytest.mark.parametrize(("scheme", "name"), [
    ("https", "hall"), ("https", "games"), ("http", "hall"), ("https", "shy")])
def test_the_check_tells_what_games_will_do(enrol, browser, scheme, name):
    pupil = enrol(scheme, name, browser=browser)
    told = findings(pupil)
    assert told["Secure address"].startswith("Yes: " if scheme == "https" else "No: ")
    # By http, a browser does not say so.
    assert told["Your page"].startswith("Yes: " if scheme == "https" else "Your browser doesn’t")
    pupil.attend("/embed/craps")
    begin(pupil, "craps")
    is_found = place(pupil.reload_lesson(), "craps") != "/embed/craps"
    assert told["Found again"].startswith("Yes: " if is_found else "No: ")
    assert is_found == (scheme == "https" and name != "shy")
