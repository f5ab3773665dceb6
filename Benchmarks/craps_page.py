"""The page of Craps and its session in the forms of others than C."""

import re

from pages import VALUES, cut


def lines(page):
    """How many lines of the log it shows."""
    games = dict(VALUES["craps"])["games"]
    return re.search(games, page, re.DOTALL)[1].count("<tr")


def php_source(page):
    """A function that prints the page from an array of its values."""
    code = "".join(
        piece + (f"<?= $v['{name}'] ?>" if name else "") for piece, name in cut(page, "craps"))
    # PHP swallows a line's end after a closing tag.
    code = re.sub(r"\?>\n", '?>\n\n', code)
    return f"<?php const LINES = {lines(page)}; function page(array $v): void {{ ?>{code}<?php }}"


def mustache_source(page):
    """A template with the same names, where `rolls`, `games` and `scale` are lists."""
    return "".join(
        piece + (LISTS.get(name, f"{{{{{name}}}}}") if name else "")
        for piece, name in cut(page, "craps"))


LISTS = {
    "rolls": """            {{#rolls}}
            <tr><th scope="row">{{number}}</th><td class="short">{{dice}}</td>\
<td class="number"><b>{{total}}</b></td><td>{{result}}</td></tr>
            {{/rolls}}
""",
    "games": """{{#games}}<tr><th scope="row">{{number}}</th><td class="long">{{rolls}}</td>\
<td{{#isWin}} class="win"{{/isWin}}{{#isLoss}} class="loss"{{/isLoss}}>{{result}}</td>\
<td class="number">{{balance}}</td></tr>
{{/games}}""",
    "scale": "{{#scale}}<span>{{.}}</span>{{/scale}}",
}


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
