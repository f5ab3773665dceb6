"""Cuts pages of the games at the values that a session decides, so that others can write the same.

The pages are Dicehall's own, so all keep to its templates as these change. They show Craps between two
games, Pig after a hold and one die that was rolled once, all with logs.
"""

import re

"""Where each value stands; one whose name ends with # has a number for each place."""
VALUES = {
    "craps": [
        ("headline", r"<title>(.*?) – "),
        ("result", r'<section class="stage (won|lost)"'),
        ("outcome", r'id="outcome"[^>]*>(.*?)</h2>'),
        ("explanation", r'id="outcome".*?<p>(.*?)</p>'),
        ("rule", r'<p class="point-what">(.*?)</p>'),
        ("revision", r'name="revision" value="(\d+)"'),
        ("verdict", r'class="verdict"[^>]*>(\w+)<'),
        ("word#", r'class="die"[^>]*aria-label="(\w+)"'),
        ("face#", r'#d6-(\d)"'),
        ("glyph#", r'class="glyph" aria-hidden="true">(.)<'),
        ("bet", r'(?:id="ante-shown"[^>]*>|<dt>Ante</dt><dd>)(.*?)<'),
        ("ante", r'id="ante"[^>]* value="(\d+)"'),
        ("highest", r'id="ante"[^>]* max="(\d+)"'),
        ("scale", r'<p class="limits"[^>]*>(.*?)</p>'),
        ("less", r'<button id="less"[^>]* value="(-?\d+)"'),
        ("more", r'<button id="more"[^>]* value="(\d+)"'),
        ("lessOff", r'<button id="less"[^>]*"( disabled|)>'),
        ("moreOff", r'<button id="more"[^>]*"( disabled|)>'),
        ("off25", r'<button id="chip-25"[^>]*"( disabled|)>'),
        ("off100", r'<button id="chip-100"[^>]*"( disabled|)>'),
        ("hint", r'id="ante-hint">.*?(From .*?)</p>'),
        ("balance", r'(?:<span class="hint"[^>]*>balance |<dt>Balance</dt><dd>)(.*?)<'),
        ("dice", r"<dt>Dice</dt><dd>(.*?)<"),
        ("total", r"<dt>Total</dt><dd>(.*?)<"),
        ("tally", r"<dt>Games won</dt><dd>(.*?)<"),
        ("mean", r'id="odds">.*?<p>(.*?)</p>'),
        ("rolls", r'id="this-game">.*?<tbody>\n(.*?) *</tbody>'),
        ("top", r'class="scale"[^>]*><span>(.*?)<'),
        ("bottom", r'class="scale"[^>]*><span>.*?</span><span>(.*?)<'),
        ("baseline", r'<line [^>]*y1="(\d+)"'),
        ("baseline", r'<line [^>]*y2="(\d+)"'),
        ("points", r'<polyline points="(.*?)"'),
        ("description", r'id="chart-text">(.*?)</figcaption>'),
        ("games", r'<table class="log">.*?<tbody>(.*?)</tbody>'),
    ],
    "pig": [
        ("headline", r"<title>(.*?) – "),
        ("goal", r"<p>First to (\d+)</p>"),
        ("strategy#", r'<option value="(?:[a-z]+-[-a-z0-9]+|optimal)"( selected|)>'),
        ("headline", r'id="outcome"[^>]*>(.*?)</h2>'),
        ("explanation", r'id="outcome".*?<p>(.*?)</p>'),
        ("revision", r'name="revision" value="(\d+)"'),
        ("word", r'class="die"[^>]*aria-label="(\w+)"'),
        ("roll", r'#d6-(\d)"'),
        ("glyph", r'class="glyph" aria-hidden="true">(.)<'),
        ("scores", r'<table class="scores">.*?<tbody>\n(.*?) *</tbody>'),
        ("playing", r"<dt>Playing now</dt><dd>(.*?)<"),
        ("roll", r"<dt>Last roll</dt><dd>(.*?)<"),
        ("wins", r"<dt>Games won</dt><dd>(.*?)<"),
        ("name#", r'<input id="player\d"[^>]* value="(.*?)"'),
        ("beginner#", r'<option value="player\d"( selected|)>'),
        ("name#", r'<option value="player\d"[^>]*>(.*?)<'),
        ("goal", r'<input id="goal"[^>]* value="(\d+)"'),
        ("goal", r"this one goes to (\d+)\."),
        ("number", r'<h2 id="this-game">Game (\d+)<'),
        ("number", r'"History of game (\d+)"'),
        ("events", r'<table class="events">.*?<tbody>\n(.*?) *</tbody>'),
        ("games", r'<ul class="plain games">\n(.*?) *</ul>'),
    ],
    "dice": [
        ("headline", r"<title>(.*?) – "),
        ("revision", r'name="revision" value="(\d+)"'),
        ("current#", r'formaction="/dice/roll-d\d+" data-key( aria-current="true"|)>'),
        ("expression", r'<input id="expression"[^>]* value="(.*?)"'),
        ("lead", r'id="outcome"[^>]*>(.*?) <b'),
        ("face", r'class="total">(\d+)<'),
        ("explanation", r'id="outcome".*?<p>(.*?)</p>'),
        ("shape", r'<span class="die (d\d+)"'),
        ("word", r'<span class="die d\d+"[^>]*aria-label="(\w+)"'),
        ("shape", r'#(d\d+)"/><text'),
        ("face", r'<text x="50" y="50">(\d+)<'),
        ("selected#", r"<option( selected|)>d\d+<"),
        ("expression", r"<dt>Now rolling</dt><dd>(.*?)<"),
        ("sides", r"<dt>Highest</dt><dd>(\d+)<"),
        ("mean", r"<dt>Mean</dt><dd>(.*?)<"),
        ("face", r"<dt>(?:Total|Faces)</dt><dd>(\d+)<"),
        ("chances", r'class="outlook">\s*<dl>\n(.*?) *</dl>'),
        ("expression", r'[?]x=(1d\d+)(?:"|&amp;)'),
        ("expression", r">Odds of (.*?)<"),
        ("face", r'dice=(\d+)" data-share'),
        ("most", r'class="scale"[^>]*><span>(\d+)<'),
        ("width", r'<svg viewBox="0 0 (\d+) 160"'),
        ("mine", r'class="mine" d="(.*?)"'),
        ("exact", r'class="exact" d="(.*?)"'),
        ("marks", r'<p class="marks"[^>]*>(.*?)</p>'),
        ("summary", r'id="tally-text">(.*?)</figcaption>'),
        ("expression", r">Totals of (.*?) and what"),
        ("columns", r'id="tally-text">.*?<tbody>\n(.*?) *</tbody>'),
        ("throws", r'<table class="log">.*?<tbody>(.*?)</tbody>'),
    ],
}


def cut(page, game):
    """The page in pieces: (text, name of the value behind it), the last without a name."""
    places = []
    for name, pattern in VALUES[game]:
        found = list(re.finditer(pattern, page, re.DOTALL))
        assert found, f"no {name} in the page of {game}"
        for number, match in enumerate(found):
            places.append((*match.span(1), name.replace("#", str(number))))
    pieces, at = [], 0
    for start, end, name in sorted(places):
        assert start >= at, f"{name} stands within another value"
        pieces.append((page[at:start], name))
        at = end
    return [*pieces, (page[at:], None)]


def c_source(page, game):
    """A header for the C twin: the page as straight-line code."""
    code = [f"static void {game}_page(Text *text, const {game.title()} *game) {{"]
    for piece, name in cut(page, game):
        code.append(f"  LITERAL({c_literal(piece)});")
        if name:
            code.append(f"  {game}_{name}(text, game);")
    return "\n".join([*code, "}", ""])


def c_literal(text):
    data = text.encode()
    return '"' + "".join(
        chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}"
        for byte in data) + '"'
