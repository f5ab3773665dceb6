"""Dragon Cloud in a browser, with scripts and without: looking, searching, copying, deleting."""

import functools
import uuid

import pytest
from playwright.sync_api import expect

from kit.characters import save
from kit.ways import both_ways

pytestmark = both_ways

HOSTILE = [
    "<script>document.title='x'</script>", "\"><img src=x onerror=document.title='x'>",
    "{{base}} {{{x}}} {{>parts/head}}", "' autofocus onfocus='document.title=1",
    "\u05d3\u05d5\u05d3 \u05d4\u05de\u05dc\u05da", "W" * 60, "Zoe\u0301\u0308\u0323 \N{DRAGON}"]


@pytest.fixture
def mark(hall):
    return mark_of(hall.port)


@functools.cache
def mark_of(port):
    """A word that the names of 23 characters in that hall begin with, and nobody else's."""
    mark = f"M{uuid.uuid4().hex[:10]}"
    for number in range(23):
        changes = {"characterClass": "elf", "spells": ["sleep"]} if number % 2 else {}
        save(port, name=f"{mark} {number}", **changes)
    return mark


def names(visitor):
    return visitor.page.locator(".cloud h2").all_inner_texts()


def search(visitor, text, kind="All classes"):
    visitor.set_field("textbox", "Search", text)
    visitor.field("combobox", "Class").select_option(label=kind)
    visitor.follow(visitor.button("Find").click)


def test_a_search_finds_names_and_classes_and_keeps_what_was_asked(visit, scripts, mark):
    visitor = visit("/osr/cloud", scripts=scripts)
    search(visitor, mark.upper() + " 1", "Elf")
    assert names(visitor) == [f"{mark} {number}" for number in (19, 17, 15, 13, 11, 1)]
    expect(visitor.field("textbox", "Search")).to_have_value(mark.upper() + " 1")
    assert visitor.page.locator("#class option:checked").inner_text() == "Elf"
    card = visitor.page.locator(".cloud li").first
    assert card.locator("p").inner_text() == "Level 1 Elf"
    assert card.locator("dt").all_inner_texts() == ["AC", "HP", "Saved"]
    search(visitor, mark + "x")
    assert "Nothing found" in visitor.page.title()
    expect(visitor.page.get_by_role("heading", name="Nothing found")).to_be_visible()
    visitor.follow(visitor.page.get_by_role("link", name="Show all characters").click)
    assert len(names(visitor)) == 20


def test_older_characters_are_a_page_further(visit, scripts, mark):
    visitor = visit(f"/osr/cloud?name={mark}", scripts=scripts)
    first = names(visitor)
    visitor.follow(visitor.page.get_by_role("link", name="Older characters").click)
    assert first + names(visitor) == [f"{mark} {number}" for number in reversed(range(23))]
    assert visitor.page.get_by_role("link", name="Older characters").count() == 0
    visitor.follow(visitor.page.get_by_role("link", name="Newest characters").click)
    assert names(visitor) == first


def test_names_from_others_do_nothing(hall, visit, scripts):
    for name in HOSTILE:
        save(hall.port, name=name)
    visitor = visit("/osr/cloud", scripts=scripts, viewport={"width": 320, "height": 700})
    assert names(visitor)[:len(HOSTILE)] == list(reversed(HOSTILE))
    for name in HOSTILE:
        visitor.open("/osr/cloud")
        visitor.follow(visitor.page.get_by_role("link", name=name, exact=True).first.click)
        assert visitor.page.locator("h1").inner_text() == name
        assert "Dragon Cloud" in visitor.page.title()
        assert visitor.page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.path
def test_a_copy_is_made_and_told_each_time(hall, visit, scripts):
    identity, _ = save(hall.port, name="Twice Born")
    visitor = visit(f"/osr/cloud/{identity}", scripts=scripts)
    expect(visitor.page.locator("main")).to_contain_text("Everybody can see this character")
    addresses = []
    for news in ("is in your vault", "this is another copy"):
        visitor.open(f"/osr/cloud/{identity}")
        visitor.press("Copy to this browser")
        visitor.page.wait_for_url("**/osr/vault/*")
        expect(visitor.page.locator("h1")).to_have_text("Twice Born")
        expect(visitor.page.locator(".notice")).to_contain_text(news)
        addresses.append(visitor.page.url)
    assert addresses[0] != addresses[1]


def test_the_secret_link_asks_before_it_deletes(hall, visit, scripts):
    identity, link = save(hall.port, name="Gone Tomorrow")
    visitor = visit(link, scripts=scripts)
    expect(visitor.page.get_by_role("heading", name="Delete Gone Tomorrow?")).to_be_visible()
    visitor.follow(visitor.button("Keep character").click)
    expect(visitor.page.locator("h1")).to_have_text("Gone Tomorrow")
    visitor.open(link)
    if not scripts:
        visitor.field("textbox", "Delete link").fill(link)
    visitor.press("Yes, delete")
    expect(visitor.page.locator(".notice")).to_have_text(
        "The character is no longer on Dragon Cloud.")
    assert visitor.page.title().startswith("Character deleted")
    assert "secret" not in visitor.page.url
    assert visitor.open(f"/osr/cloud/{identity}").status == 404
    # The browser notes the answer that this test asked for.
    assert visitor.open(link).status == 404


def test_no_secret_goes_to_other_sites(hall, visit, scripts):
    _, link = save(hall.port, name="Well Kept")
    visitor = visit(link, scripts=scripts)
    answer = visitor.page.request.get(hall.url + link)
    # lighttpd has one policy for all pages but those that lead a room.
    assert answer.headers["referrer-policy"] in ("no-referrer", "same-origin")
    outside = visitor.page.locator("a, form, link, script, img").evaluate_all(
        "all => all.map(one => one.href || one.action || one.src).filter(url => url"
        " && new URL(url, location.href).origin !== location.origin)")
    assert outside == []
