"""Cuts a page of Craps at the values that a session decides, so that others can write the same page.

The page is Dicehall's own, so all keep to its templates as these change. It shows Craps between two
games, with a log.
"""

import re

"""Where each value stands; the dice have two of some."""
VALUES = [
    (name, re.compile(pattern, re.DOTALL)) for name, pattern in {
        "headline": r"<title>(.*?) – ",
        "result": r'<section class="stage (won|lost)"',
        "outcome": r'id="outcome"[^>]*>(.*?)</h2>',
        "explanation": r'id="outcome".*?<p>(.*?)</p>',
        "revision": r'name="revision" value="(\d+)"',
        "verdict": r'class="verdict"[^>]*>(\w+)<',
        "word": r'class="die"[^>]*aria-label="(\w+)"',
        "face": r'#d6-(\d)"',
        "glyph": r'class="glyph" aria-hidden="true">(.)<',
        "bet": r'(?:id="ante-shown"[^>]*>|<dt>Ante</dt><dd>)(.*?)<',
        "highest": r'id="ante" type="range"[^>]* max="(\d+)"',
        "ante": r'id="ante" type="range"[^>]* value="(\d+)"',
        "scale": r'<p class="limits"[^>]*>(.*?)</p>',
        "less": r'<button id="less"[^>]* value="(-?\d+)"',
        "more": r'<button id="more"[^>]* value="(\d+)"',
        "lessOff": r'<button id="less"[^>]*"( disabled|)>',
        "moreOff": r'<button id="more"[^>]*"( disabled|)>',
        "off25": r'<button id="chip-25"[^>]*"( disabled|)>',
        "off100": r'<button id="chip-100"[^>]*"( disabled|)>',
        "hint": r'id="ante-hint">(.*?)</p>',
        "balance": r"<dt>Balance</dt><dd>(.*?)<",
        "dice": r"<dt>Dice</dt><dd>(.*?)<",
        "total": r"<dt>Total</dt><dd>(.*?)<",
        "tally": r"<dt>Games won</dt><dd>(.*?)<",
        "mean": r'id="odds">.*?<p>(.*?)</p>',
        "rolls": r'id="this-game">.*?<tbody>\n(.*?) *</tbody>',
        "top": r'class="scale"[^>]*><span>(.*?)<',
        "bottom": r'class="scale"[^>]*><span>.*?</span><span>(.*?)<',
        "baseline": r'<line [^>]*y1="(\d+)"',
        "baselineToo": r'<line [^>]*y2="(\d+)"',
        "points": r'<polyline points="(.*?)"',
        "description": r'id="chart-text">(.*?)</figcaption>',
        "games": r'<table class="log">.*?<tbody>\n(.*?) *</tbody>',
    }.items()]


def cut(page):
    """The page in pieces: (text, name of the value behind it), the last without a name."""
    places = []
    for name, pattern in VALUES:
        found = list(pattern.finditer(page))
        assert found, f"no {name} in the page"
        for number, match in enumerate(found):
            suffix = str(number) if name in ("word", "face", "glyph") else ""
            places.append((*match.span(1), name.removesuffix("Too") + suffix))
    pieces, at = [], 0
    for start, end, name in sorted(places):
        assert start >= at, f"{name} stands within another value"
        pieces.append((page[at:start], name))
        at = end
    return [*pieces, (page[at:], None)]


def lines(page):
    """How many lines of the log it shows."""
    return dict(VALUES)["games"].search(page)[1].count("<tr")


def c_source(page):
    """A header for twin.c: the page as straight-line code."""
    code = ["static void page(Text *text, const Game *game) {"]
    for piece, name in cut(page):
        code.append(f"  LITERAL({c_literal(piece)});")
        if name:
            code.append(f"  put_{name}(text, game);")
    return "\n".join([*code, "}", ""])


def c_literal(text):
    data = text.encode()
    return '"' + "".join(
        chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}"
        for byte in data) + '"'


def php_source(page):
    """A function that prints the page from an array of its values."""
    code = "".join(piece + (f"<?= $v['{name}'] ?>" if name else "") for piece, name in cut(page))
    # PHP swallows a line's end after a closing tag.
    code = re.sub(r"\?>\n", '?>\n\n', code)
    return f"<?php const LINES = {lines(page)}; function page(array $v): void {{ ?>{code}<?php }}"


WON, LOST, STARTED_OVER = 1, 2, 3


def game(payload):
    """What a stored session holds of Craps, for programs that store it in their own way."""
    assert payload.startswith(b"dh1\n")
    craps = unpack(one(unpack(payload[4:]), 2))
    table = unpack(one(craps, 2))
    dice = one(craps, 6)
    log = [entry(unpack(content)) for tag, content in craps if tag == 7]
    decided = [line for line in log if line["ending"] != STARTED_OVER]
    return {
        "revision": number(one(craps, 1)), "balance": number(one(table, 1)),
        "ante": number(one(table, 2)), "dice": list(one(table, 4)),
        "won": one(table, 5) is not None, "start": 200,
        "rolls": [list(dice[at : at + 2]) for at in range(0, len(dice), 2)], "log": log,
        "gamesWon": number(one(craps, 9)) + sum(line["ending"] == WON for line in decided),
        "decided": number(one(craps, 10)) + len(decided),
    }


def entry(fields):
    return {
        "number": number(one(fields, 1)), "totals": list(one(fields, 2) or b""),
        "ending": number(one(fields, 3)), "amount": number(one(fields, 4)),
        "balance": number(one(fields, 5))}


def one(fields, tag):
    return next((content for found, content in fields if found == tag), None)


def unpack(data):
    """Fields as `Packed` writes them: (tag, content)."""
    fields, at = [], 0
    while at < len(data):
        length, start = varying(data, at + 1)
        fields.append((data[at], data[start : start + length]))
        at = start + length
    return fields


def varying(data, at):
    """A number of seven bits a byte, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def number(content):
    raw, _ = varying(content or b"\0", 0)
    return raw >> 1 ^ -(raw & 1)
