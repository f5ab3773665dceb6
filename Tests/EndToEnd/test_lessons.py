"""Lesson sheets as a class gets them: on paper."""

import re

import pytest

SIDES = "top", "right", "bottom", "left"


@pytest.mark.parametrize("hall", ["nginx"], indirect=True)
def test_a_handout_is_one_page_of_paper_with_room_to_write(visit):
    page = visit("/lessons").page
    addresses = page.locator("main .card h2 a").evaluate_all("all => all.map(one => one.href)")
    assert len(addresses) >= 11
    page.emulate_media(media="print")
    for address in addresses:
        page.goto(address)
        pdf = page.pdf(format="A4", margin={side: "12mm" for side in SIDES})
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf)) == 1, address
        assert page.get_by_text("Name", exact=True).is_visible(), address
        assert page.get_by_role("link").count() == 0, address
        lines = page.locator(".questions li").evaluate_all(
            "all => all.map(one => parseFloat(getComputedStyle(one).paddingBottom))")
        assert lines and min(lines) >= 30, address
