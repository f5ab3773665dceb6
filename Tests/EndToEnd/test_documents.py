"""What the documents promise of themselves: their links lead somewhere."""

import re

from kit.halls import ROOT

CODE = re.compile(r"^```.*?^```", re.M | re.S)


def documents():
    """Every document in the checkout, without what was built or fetched."""
    return [
        path for path in ROOT.rglob("*.md")
        if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)]


def anchors(text):
    """The anchors of its headings, as a forge makes them."""
    for heading in re.findall(r"^#+ (.*)$", CODE.sub("", text), re.M):
        yield re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def test_every_link_within_the_documents_leads_to_a_file_and_a_heading():
    followed, broken = 0, []
    for document in documents():
        links = re.findall(r"\]\(([^)\s]+)\)", CODE.sub("", document.read_text()))
        for link in links:
            path, _, anchor = link.partition("#")
            target = (document.parent / path) if path else document
            if re.match(r"[a-z]+:", link):
                continue
            followed += 1
            if not target.exists() or anchor and anchor not in anchors(target.read_text()):
                broken.append(f"{document.relative_to(ROOT)}: {link}")
    assert followed > 50 and not broken, broken
