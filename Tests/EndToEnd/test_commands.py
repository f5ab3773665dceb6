"""The commands as somebody at a terminal meets them: results, exit statuses, one-line errors."""

import html
import json
import os
import re
import shlex
import subprocess
import time
from fractions import Fraction
from random import Random

import pytest

from kit.dice_outcomes import Maker, Refused, TooMany, Words
from kit.fastcgi_client import ask
from kit.halls import contents


@pytest.fixture
def run(program, tmp_path):
    """Runs a command in a folder of its own: `run("roll", "2d6")`."""

    def start(*arguments, text="", **environment):
        variables = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), **environment}
        return subprocess.run(
            [program, *map(str, arguments)], input=text, cwd=tmp_path, env=variables,
            capture_output=True, text=True, timeout=20)

    return start


def succeeded(done):
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def failed(done, status, *words):
    """Nothing among the results, and one line that says what is wrong."""
    assert done.returncode == status
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1 and done.stderr.endswith("\n")
    for word in words:
        assert word in done.stderr
    return done.stderr


# Wrong calls


WRONG_CALLS = """
    bogus | --bogus
    get | get craps | get /craps /dice | get /%zz | get /craps --base-path '/a b'
    get /craps --public-url gopher://x | generate | render | render - --data - | render a --data
    roll | roll 2d6 more | roll 2d6 --times 0 | roll 2d6 --times 1000001 | roll 2d6 --bogus
    odds dice | odds dice d6 --cap -1 | odds dice d6 --at-least x | odds dice d6 d8
    roll 2d6 --seed '' | roll 2d6 --seed -1.5
    odds bogus | odds craps --balance 200
    odds craps --balance 3 --target 400 --ante 5 | odds craps --balance 200 --target 400 --ante 7
    odds craps --balance 200 --target 400 --ante 205
    odds craps --balance 99999999999999999999 --target 400 --ante 5
    odds pig | odds pig --own 0 --other 0 | odds pig --own 0 --other 0 --turn 0 --first optimal
    odds pig --own 100 --other 0 --turn 0 | odds pig --own 0 --other 100 --turn 0
    odds pig --own=-1 --other 0 --turn 0 | odds pig --own 0 --other 0 --turn=-1
    odds pig --own 0 --other 0 --turn -1 | odds pig --own 0 --other 0 --turn 101
    odds pig --own 99999999999999999999 --other 0 --turn 0
    odds pig --goal 9 --own 0 --other 0 --turn 0 | odds pig --goal 201 --own 0 --other 0 --turn 0
    odds pig --goal 50 --own 50 --other 0 --turn 0
    odds pig --first optimal | odds pig --first optimal --second Optimal
    odds pig --first hold-at-0 --second optimal | odds pig --first optimal --second hold-at-x
    odds pig --goal 99 --first four-scoring-turns --second optimal
    odds pig --goal 101 --first optimal --second keep-pace-end-race
    odds pig-league | odds pig-league file --goal 9 | odds pig-league file --goal 101
    serve --workers 0 | serve --threads 1025 | serve --session-days 0 | serve --durability luck
    serve --socket a --listen 127.0.0.1:1 | serve --listen localhost
    serve --listen 127.0.0.1:99999 | serve --socket s --socket-mode 0999
    serve --log xml | serve --log-level loud | serve --slow-ms -1 | serve --slow-ms x
    serve --metrics 0.0.0.0:9464 | serve --metrics dice.example:80 | serve --metrics 127.0.0.1:x
    serve --state '' --socket s | serve --socket '' | serve --store '' | serve --metrics '' | generate ''
    check --socket '' | sweep --state '' | configure nginx --site '' | configure nginx --backend ''
    store copy '' x | store copy x '' | render '' | render a --data '' | render a --partials ''
    serve --socket s --metrics 9464 | serve --socket s --metrics localhost
    configure nginx --backend 10.0.0.1 | configure nginx --backend 9000
    serve --listen 127.0.0.1:0 | serve --listen :9000 | help nope | help odds nope
    serve --socket s --trusted-proxy everybody | serve --socket s --trust-network 10.0.0.0/33 | sweep --session-days x
"""


@pytest.mark.parametrize("call", [
    call.strip() for line in WRONG_CALLS.strip().splitlines() for call in line.split("|")])
def test_wrong_call_is_told_in_one_line(run, call, tmp_path):
    failed(run(*shlex.split(call)), 64)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["file", "fifo", "circle", "file/x"])
def test_state_that_is_no_folder_is_told_before_anybody_can_connect(run, tmp_path, kind):
    (tmp_path / "file").write_text("mine")
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "circle").symlink_to("circle")
    before = contents(tmp_path)
    told = failed(run("serve", "--socket", "s", "--state", kind), 78)
    assert told == f"dicehall: --state {kind}: is not a folder\n"
    assert contents(tmp_path) == before and not (tmp_path / "s").exists()


def test_help_and_version_are_results(run):
    assert "serve" in succeeded(run("--help"))
    assert "--workers" in succeeded(run("help", "serve"))
    assert "--versus" in succeeded(run("help", "odds", "dice"))
    assert "serve" in succeeded(run("help"))
    assert "USAGE: dicehall help" in succeeded(run("help", "help"))
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", succeeded(run("--version")))


@pytest.mark.parametrize("buffered", [[], ["stdbuf", "-oL"]], ids=["at the end", "each line"])
@pytest.mark.parametrize(
    "arguments", [["get", "/"], ["roll", "1d6"], ["roll", "1d6", "--json"], ["odds", "craps"]]
)
def test_result_that_cannot_be_written_is_a_failure(program, arguments, buffered):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*buffered, program, *arguments], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 73
    assert done.stderr.count(b"\n") == 1


# get


def test_get_is_the_same_each_time_and_below_a_mount(run):
    assert succeeded(run("get", "/craps")) == succeeded(run("get", "/craps"))
    page = succeeded(run("get", "/craps", "--base-path", "/games"))
    assert 'action="/games/craps/roll"' in page
    assert succeeded(run("get", "/craps", DICEHALL_BASE_PATH="/games")) == page


@pytest.mark.parametrize("path, status", [("/nowhere", "404"), ("/craps/roll", "405")])
def test_get_of_what_is_no_page_shows_the_error_page_and_fails(run, path, status):
    done = run("get", path)
    assert done.returncode == 65
    assert "<title>Error: " in done.stdout
    assert status in done.stderr and done.stderr.count("\n") == 1


# roll


def test_roll_prints_expression_faces_and_total(run):
    found = re.fullmatch(
        r"3d6-2: ([1-6]), ([1-6]), ([1-6]) = (-?\d+)\n", run("roll", "3D6 − 2").stdout
    )
    *faces, total = map(int, found.groups())
    assert total == sum(faces) - 2


def test_roll_as_json_has_a_line_for_each_roll(run):
    lines = succeeded(run("roll", "4d6kh3", "--times", "3", "--json")).splitlines()
    assert len(lines) == 3
    for rolled in map(json.loads, lines):
        assert list(rolled) == ["expression", "dice", "total"]
        assert rolled["expression"] == "4d6kh3"
        assert [die["sides"] for die in rolled["dice"]] == [6] * 4
        kept = [die["value"] for die in rolled["dice"] if not die["dropped"]]
        assert len(kept) == 3 and rolled["total"] == sum(kept)
        assert all(f"rolled {die['value']}" in die["history"] for die in rolled["dice"])


def test_roll_takes_a_minus_at_the_beginning_and_repeated_totals(run):
    rolled = json.loads(succeeded(run("roll", "-1d1/2", "--json")))
    assert rolled["total"] == "-1/2"
    assert succeeded(run("roll", "--", "-1d1")) == "-1d1: 1 = -1\n"
    assert succeeded(run("roll", "---1d1")) == "---1d1: 1 = -1\n"
    assert " mean 2, median 2," in succeeded(run("odds", "dice", "---1d1+3", "--versus", "---d6"))
    rolled = json.loads(succeeded(run("roll", "6x(4d6dl1)", "--json")))
    assert len(rolled["totals"]) == 6 and sum(rolled["totals"]) == rolled["total"]


@pytest.mark.parametrize("expression, sentence", [
    ("", "Write what to roll"), ("2d6 3", "Did you mean 2d6+3?"),
    ("4d6k3h", "Did you mean 4d6kh3?"), ("1d6r<=6", "for ever"), ("2d６", "Say how many sides"),
])
@pytest.mark.parametrize("command", [["roll"], ["odds", "dice"]])
def test_bad_expression_is_marked(run, command, expression, sentence):
    done = run(*command, expression)
    assert (done.returncode, done.stdout) == (65, "")
    first, text, marks = done.stderr.splitlines()
    assert sentence in first and text == expression
    assert marks.strip() and set(marks) <= {" ", "^"}


def test_seed_repeats_a_roll(run):
    first = succeeded(run("roll", "99d100", "--seed", "abc"))
    assert first == succeeded(run("roll", "99d100", "--seed", "abc"))
    others = {succeeded(run("roll", "99d100", *more)) for more in (["--seed", "abd"], [], [])}
    assert len({first} | others) == 4


# odds


def test_odds_of_dice_are_exact(run):
    odds = json.loads(succeeded(run(
        "odds", "dice", "4d6kh3", "--versus", "3d6", "--at-least", "12", "--json")))
    assert odds["expression"] == "4d6kh3" and odds["denominator"] == "1296"
    assert odds["reading"] == "roll 4 six-sided dice, keep the highest 3"
    assert (odds["minimum"], odds["maximum"], odds["median"]) == (3, 18, 12)
    assert (odds["mean"], odds["variance"]) == ("15869/1296", "13612487/1679616")
    assert odds["standardDeviation"] == pytest.approx(2.846844445312, abs=1e-12)
    assert odds["outcomes"][0] == {
        "value": 3, "ways": "1", "chance": pytest.approx(1 / 1296), "atLeast": 1.0,
        "atMost": pytest.approx(1 / 1296)}
    assert sum(int(row["ways"]) for row in odds["outcomes"]) == 1296
    reached = sum(int(row["ways"]) for row in odds["outcomes"] if row["value"] >= 12)
    assert odds["atLeast"] == {
        "value": 12, "fraction": str(Fraction(reached, 1296)),
        "chance": pytest.approx(reached / 1296)}
    first, second, tie = (
        Fraction(odds["versus"][name]) for name in ("firstHigher", "secondHigher", "tie"))
    assert first + second + tie == 1 and first > second


@pytest.mark.parametrize(("text", "outcomes", "mean"), [
    # As many products as there are of two numbers up to 1,000 (OEIS A027424).
    ("d1000*d1000", 248083, "1002001/4"),
    ("d30*d30*d30*d30+d30", 175966, "923769/16"),
    ("50d1000ukh25", 23751, "950950/51"),
    ("999d6!kh100", 501, None),
    ("10d100!>=96kh3", 298, None),
    ("10d100!pkh3", 298, None),
])
def test_long_answers_are_exact(run, text, outcomes, mean):
    odds = json.loads(succeeded(run("odds", "dice", text, "--json")))
    assert len(odds["outcomes"]) == outcomes
    assert sum(int(row["ways"]) for row in odds["outcomes"]) == int(odds["denominator"])
    assert mean in (None, odds["mean"])


def test_odds_of_dice_beyond_a_double_are_finite(run):
    odds = json.loads(succeeded(run("odds", "dice", "999d6", "--json")))
    assert 0 < max(row["chance"] for row in odds["outcomes"]) < 1
    done = run("odds", "dice", "999d1000", "--json")
    failed(done, 65, "999", "999,000", "499,999.5")
    failed(run("odds", "dice", "2d6", "--versus", "20d6!"), 65, "20d6!: The exact chances", "84")
    ranks = json.loads(succeeded(run("odds", "dice", "6x(4d6dl1)", "--json")))["ranks"]
    assert len(ranks) == 6 and ranks[0]["median"] > ranks[5]["median"]
    assert json.loads(succeeded(run(
        "odds", "dice", "-d6/2", "--at-least", "-3/2", "--cap", "3", "--json")))["atLeast"] == {
            "value": "-3/2", "fraction": "1/2", "chance": 0.5}


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.proof) for seed in range(2, 22))])
def test_odds_of_dice_are_those_of_all_outcomes(run, seed):
    random = Random(seed)
    compared = 0
    while compared < 100:
        cap = random.randint(0, 2)
        try:
            text, expected = Maker(random, cap).expression()
        except (TooMany, Refused):
            continue
        done = run("odds", "dice", text, "--cap", cap, "--json")
        if done.returncode == 65:
            # Such as a comparison that no face meets.
            assert "\n" in done.stderr.strip()
            continue
        odds = json.loads(succeeded(done))
        cases = int(odds["denominator"])
        chances = {
            Fraction(row["value"]): Fraction(int(row["ways"]), cases) for row in odds["outcomes"]}
        assert chances == {value: p for value, p in expected.items() if p}, text
        compared += 1


def test_odds_of_tallies_are_those_of_all_outcomes(run):
    random = Random(1)
    for _ in range(30):
        words = Words(random)
        odds = json.loads(succeeded(run("odds", "dice", words.text, "--json")))
        assert odds["words"] == words.words
        assert not {"mean", "minimum", "median"} & set(odds)
        cases = int(odds["denominator"])
        chances = {
            tuple(row["value"]): Fraction(int(row["ways"]), cases) for row in odds["outcomes"]}
        assert chances == words.tallies, words.text
        shown = [row["chance"] for row in odds["outcomes"]]
        assert shown == sorted(shown, reverse=True)
        assert sum(shown) == pytest.approx(1, abs=1e-12)


def test_words_are_rolled_drawn_and_counted(run):
    roll = json.loads(succeeded(run("roll", "3 from {red*3, Blue*2}", "--seed", "s", "--json")))
    drawn = [die["value"] for die in roll["dice"]]
    assert roll["expression"] == "3 from {red*3,Blue*2}" and roll["words"] == ["red", "Blue"]
    assert roll["total"] == [drawn.count("red"), drawn.count("Blue")] and sum(roll["total"]) == 3
    assert roll["dice"][0]["sides"] == 5 and roll["dice"][0]["history"] == drawn[:1]
    line = succeeded(run("roll", "5 from {red*3, Blue*2}"))
    assert line.startswith("5 from {red*3,Blue*2}: ") and line.endswith(" = 3 red, 2 Blue\n")
    counted = json.loads(succeeded(run("roll", "2 from {a*2,b}=A+1", "--json")))
    assert counted["total"] in (2, 3) and "words" not in counted
    done = succeeded(run("odds", "dice", "2d{heads,tails}"))
    assert "toss 2 coins and count each word\n" in done
    assert "\n1 heads, 1 tails  0.5\n" in done and "\nheads  1\n" in done
    for option in ("--at-least", "--versus"):
        failed_at = run("odds", "dice", "2d{heads,tails}", option, "1")
        assert failed_at.returncode == 65 and failed_at.stdout == ""
        assert "Did you mean 2d{heads,tails}=heads" in failed_at.stderr
    failed(run("odds", "dice", "999d{a,b,c}"), 65, "so many tallies", "=heads")


@pytest.mark.parametrize("text", [
    "99d100-99", "999d6", "20d6kh10", "50d20kh25", "30d10>=8f1", "10d6!kh4", "8d10!!>=9",
    "{8d6!, 8d8!}kh1", "10d6!dl2", "100d100kh50", "999d6dlkh", "125d10dl1dh39", "131d100dh2"])
def test_long_odds_of_dice_are_within_the_work_granted(run, text):
    odds = json.loads(succeeded(run("odds", "dice", text, "--json")))
    assert sum(int(row["ways"]) for row in odds["outcomes"]) == int(odds["denominator"])


@pytest.mark.parametrize("text", [
    "(d100)d{-1000,0,1000}", "(d100)d{-999,0,1000}r0", "100d{-1000,0,1000}", "(d40)d90u"])
def test_odds_of_dice_take_at_most_64_megabytes(program, text):
    done = subprocess.run(
        ["bash", "-c", 'ulimit -d 65536 && exec "$@"', "bash", program, "odds", "dice", text],
        capture_output=True, timeout=20)
    assert done.returncode in (0, 65)


def test_odds_of_craps_are_exact(run):
    odds = json.loads(succeeded(run("odds", "craps", "--json")))
    assert odds["win"] == {"fraction": "244/495", "value": pytest.approx(244 / 495, abs=1e-15)}
    fractions = {point: chance["fraction"] for point, chance in odds["byPoint"].items()}
    assert fractions == {
        "4": "1/3", "5": "2/5", "6": "5/11", "8": "5/11", "9": "2/5", "10": "1/3"}
    assert odds["expectedRolls"] == pytest.approx(557 / 165, abs=1e-12)
    assert odds["expectedChange"] == pytest.approx(-7 / 495, abs=1e-12)


def test_odds_of_an_evening_are_those_of_the_gamblers_ruin(run):
    """Of a single game, which decides it all."""
    options = ("--balance", 5, "--target", 10, "--ante", 5)
    odds = json.loads(succeeded(run("odds", "craps", "--json", *options)))
    assert odds["reachTarget"] == pytest.approx(244 / 495, rel=1e-9)
    assert odds["ruin"] == pytest.approx(251 / 495, rel=1e-9)
    assert odds["expectedGames"] == pytest.approx(1, rel=1e-9)


def test_odds_for_people_show_the_same_fraction(run):
    assert "244/495" in succeeded(run("odds", "craps"))


def pig(run, *options):
    return json.loads(succeeded(run("odds", "pig", "--json", *options)))


@pytest.mark.parametrize("turn, best", [(27, "roll"), (28, "hold")])
def test_odds_of_pig_compare_the_choices(run, turn, best):
    odds = pig(run, "--goal", 100, "--own", 41, "--other", 49, "--turn", turn)
    assert odds.keys() == {"roll", "hold", "best"}
    assert odds["best"] == best == max("roll", "hold", key=odds.get)


def test_odds_of_pig_at_the_beginning_and_the_end_of_a_turn(run):
    start = pig(run, "--own", 0, "--other", 0, "--turn", 0)
    assert start == {"roll": pytest.approx(0.530593, abs=5e-7), "hold": None, "best": "roll"}
    end = pig(run, "--goal", 20, "--own", 12, "--other", 19, "--turn", 8)
    assert (end["hold"], end["best"]) == (1, "hold")


def test_odds_of_one_pig_strategy_against_another(run):
    """Neller and Presser, 2004."""
    wins = pig(run, "--goal", 100, "--first", "optimal", "--second", "optimal")
    assert wins == {"firstWins": pytest.approx(0.530593, abs=5e-7)}


def test_odds_of_pig_for_people_show_the_same(run):
    options = ("--own", 41, "--other", 49, "--turn", 27)
    odds = pig(run, *options)
    text = succeeded(run("odds", "pig", *options))
    assert str(odds["roll"]) in text and str(odds["hold"]) in text and "better choice  roll" in text
    assert "0.53059" in succeeded(
        run("odds", "pig", "--first", "optimal", "--second", "optimal")
    )


# render


@pytest.fixture
def files(tmp_path):
    """Writes files below the command's folder: `files({"a": "text"})`."""

    def write(texts):
        for name, text in texts.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    return write


def test_render_fills_a_template_and_adds_no_newline(run, files):
    files({
        "page.mustache": "Hello {{name}}{{>list}}",
        "data.json": '{"name": "<Ann>", "items": [1, 2.50, 1e3]}',
        "parts/list.mustache": "{{#items}}[{{.}}]{{/items}}",
    })
    done = run("render", "page.mustache", "--data", "data.json", "--partials", "parts")
    assert succeeded(done) == "Hello &lt;Ann&gt;[1][2.50][1e3]"


def test_render_reads_standard_input(run, files):
    files({"data.json": '{"x": "y"}', "page.mustache": "<{{x}}>"})
    assert succeeded(run("render", "-", "--data", "data.json", text="({{x}})")) == "(y)"
    assert succeeded(run("render", "page.mustache", "--data", "-", text='{"x": 1}')) == "<1>"


def test_render_without_data_leaves_names_empty(run):
    assert succeeded(run("render", "-", text="a{{x}}b{{>none}}c")) == "abc"


def test_data_is_data_and_never_a_template(run, files):
    """(37)"""
    text = "{{7*7}}{{{y}}}{{>p}}{{=<% %>=}}"
    files({"data.json": json.dumps({"x": text}), "p.mustache": "!"})
    done = run("render", "-", "--data", "data.json", "--partials", ".", text="{{{x}}}|{{x}}")
    assert succeeded(done) == f"{text}|{html.escape(text)}"


def test_broken_template_is_told_with_its_place(run, files):
    files({"page.mustache": "ab\n  {{#x}}\nmore"})
    failed(run("render", "page.mustache"), 65, "page.mustache:2:3:")


def test_broken_partial_is_told_by_its_own_name(run, files):
    files({"page.mustache": "{{>p}}", "parts/p.mustache": "\n {{#x}}"})
    failed(run("render", "page.mustache", "--partials", "parts"), 65, "p.mustache:2:2:")


@pytest.mark.parametrize(
    ("text", "place"), [('{"a":\n [1,}', "line 2"), ("[" * 100_000 + "]" * 100_000, "")])
def test_broken_data_is_told_with_its_place(run, files, text, place):
    files({"data.json": text})
    failed(run("render", "-", "--data", "data.json"), 65, "data.json", place)


def test_endless_partials_are_refused_in_time(run, files):
    files({"parts/a.mustache": "x{{>b}}", "parts/b.mustache": "{{>a}}{{>a}}"})
    # The command has twenty seconds.
    failed(run("render", "-", "--partials", "parts", text="{{>a}}"), 65)


@pytest.mark.parametrize("name", [
    "../secret", "../secret.mustache", "/etc/passwd", "parts/../../secret", "link", "up/secret"])
def test_partials_never_leave_their_folder(run, files, tmp_path, name):
    files({"secret.mustache": "SECRET", "parts/p.mustache": "fine"})
    (tmp_path / "parts/link.mustache").symlink_to("../secret.mustache")
    (tmp_path / "parts/up").symlink_to("..")
    template = f"[{{{{>{name}}}}}][{{{{>p}}}}]"
    assert succeeded(run("render", "-", "--partials", "parts", text=template)) == "[][fine]"


def test_pipe_among_the_partials_is_not_waited_for(run, files, tmp_path):
    files({"parts/p.mustache": "fine"})
    os.mkfifo(tmp_path / "parts/q.mustache")
    assert succeeded(run("render", "-", "--partials", "parts", text="{{>p}}")) == "fine"


@pytest.mark.parametrize("arguments", [
    ["none.mustache"], ["."], ["-", "--data", "none.json"], ["-", "--partials", "none"]])
def test_file_that_cannot_be_read_is_told(run, arguments):
    failed(run("render", *arguments), 66)


def test_program_without_its_templates_says_so(run, tmp_path):
    for arguments in (["get", "/"], ["generate", "out"]):
        failed(run(*arguments, DICEHALL_HOME=str(tmp_path)), 78, str(tmp_path))


def test_service_that_cannot_start_says_why_once_and_ends(run, files, tmp_path):
    files({"Public/a.css": "", "Templates/home.mustache": "{{#open}}"})
    done = run("serve", "--socket", "s", "--state", "state", DICEHALL_HOME=str(tmp_path))
    assert done.returncode == 65
    assert done.stderr.count("dicehall: home.mustache:1:1: found the section") == 1
    assert not (tmp_path / "s").exists()


# generate


def test_generate_writes_the_same_site_each_time(run, tmp_path):
    told = succeeded(run("generate", "one"))
    assert re.fullmatch(r"wrote \d\d+ files, \d+ bytes, to one\n", told)
    assert succeeded(run("generate", "two", "--quiet")) == ""
    one, two = contents(tmp_path / "one"), contents(tmp_path / "two")
    assert one == two
    for name in ("index.html", "dice.html", "craps.html", "rules/craps.html", "errors/404.html"):
        assert one[name].startswith(b"<!doctype html>")
    assert one["craps.html"].decode() == succeeded(run("get", "/craps"))
    assert not any("sitemap" in name for name in one)


def test_generate_with_a_public_address_writes_a_sitemap(run, tmp_path):
    run("generate", "out", "--public-url", "https://dice.example", "--base-path", "/games")
    site = contents(tmp_path / "out")
    for path in ("craps", "pig", "rules/pig"):
        assert f"<loc>https://dice.example/games/{path}</loc>".encode() in site["sitemap.xml"]
    assert b"https://dice.example/games/sitemap.xml" in site["robots.txt"]


def test_generate_names_each_file_if_it_is_to(run):
    done = run("generate", "out", "--verbose")
    count = int(re.match(r"wrote (\d+) files", done.stdout)[1])
    lines = done.stderr.splitlines()
    assert len(lines) == count and lines[-1].startswith(f"[{count}/{count}] ")
    assert any(" craps.html " in line for line in lines)
    failed(run("generate", "out", "--verbose", "--quiet"), 64)


def test_generate_into_a_file_fails_with_one_line_at_the_end(run, tmp_path):
    (tmp_path / "out").write_text("mine")
    failed(run("generate", "out"), 73)
    failed(run("generate", "out", "--quiet"), 73)
    assert (tmp_path / "out").read_text() == "mine"


# check and sweep


def test_check_calls_no_missing_folder_ok(run, tmp_path):
    folder = tmp_path / "state"
    done = run("check", "--state", "state")
    unused = f"state folder {folder} (no running service uses it)"
    assert done.returncode == 1 and "ok: templates" in done.stdout
    assert f"problem: {unused}: there is no such folder" in done.stdout
    assert not folder.exists()
    folder.mkdir()
    done = run("check", "--state", "state")
    assert done.returncode == 1 and f"{folder}/sessions" in done.stdout
    for name in ("sessions", "vault", "cloud", "rooms"):
        (folder / name).mkdir(mode=0o700)
    assert f"ok: {unused}" in succeeded(run("check", "--state", "state"))
    (folder / "sessions").chmod(0o755)
    done = run("check", "--state", "state")
    assert done.returncode == 1 and f"Other users can look into {folder}/sessions" in done.stdout


def test_check_counts_the_problems(run, tmp_path):
    (tmp_path / "state").write_text("a file")
    done = run("check", "--state", "state", "--socket", "nobody")
    assert done.returncode == 1
    assert done.stdout.count("problem: ") == 2
    assert done.stderr == "dicehall: 2 problems\n"


def test_check_and_sweep_look_where_the_service_is(run, fresh_backend):
    # What systemd has passed to somebody else says nothing of this one.
    backend = fresh_backend(session_days=7, under=["env", "LISTEN_FDS=1", "LISTEN_PID=1"])
    # Other services may be running beside this one.
    report = run("check").stdout
    service = f"(used by process {backend.process.pid})"
    for line in (f"state folder {backend.state} {service}", f"socket {backend.socket}"):
        assert f"ok: {line}\n" in report
    assert service in succeeded(run("check", "--state", backend.state))
    session = backend.state / "sessions" / "ab" / ("ab" * 32)
    session.parent.mkdir(mode=0o700)
    session.write_bytes(b"")
    os.utime(session, (time.time() - 8 * 86_400,) * 2)
    done = run("sweep")
    # Rather than empty the wrong folder, it asks which one is meant.
    assert str(backend.state) in done.stdout + done.stderr
    assert "there are several halls" in done.stderr or not session.exists()
    report = run("sweep", "--state", backend.state)
    assert not session.exists() and f"from {backend.state} {service}\n" in report.stdout
    backend.stop()
    assert "no running service" in succeeded(run("check", "--state", backend.state))


def test_log_names_the_file_and_the_request(run, fresh_backend):
    backend = fresh_backend(workers=1)

    def play(path, cookie=None):
        others = {"HTTP_COOKIE": cookie} if cookie else {}
        return ask(backend.socket, "POST", path, b"revision=0", **others)

    moved = play("/craps/roll")
    cookie = moved.headers["set-cookie"][0].partition(";")[0]
    framed = re.search(
        "/embed/pig/([a-z2-7]{26})", play("/embed/pig/roll").headers["location"][0])
    sessions = backend.state / "sessions"
    files = {path.name: path for path in sessions.glob("??/*")}
    assert len(files) == 2
    hidden = backend.state / "hidden"
    sessions.rename(hidden)
    assert play("/craps/roll", cookie).status == play(f"{framed[0]}/roll").status == 503
    for path in files.values():
        assert f"{path}: Cannot find {sessions}: No such file or directory" in backend.output()
    for route in ("/craps/roll", "/embed/pig/*/roll"):
        assert f" method=POST route={route}\n" in backend.output()
    hidden.rename(sessions)
    for path in files.values():
        path.write_bytes(b"damaged")
    play("/craps/roll", cookie)
    damaged = next(sessions.glob("damaged/*"))
    assert f"was damaged, and is now {damaged}" in backend.output()
    # The keys of games stay secret.
    for secret in (cookie.partition("=")[2], framed[1]):
        assert len(secret) == 26 and secret not in backend.output()


def test_settings_of_the_environment_that_cannot_be_read_are_told(run):
    for name, value in (
            ("WORKERS", "many"), ("SESSION_DAYS", "x"), ("DURABILITY", "pwoer"), ("LOG", "xml"),
            ("LOG_LEVEL", "loud"), ("SLOW_MS", "1s"), ("METRICS", "0.0.0.0:1")):
        command = "sweep" if name == "SESSION_DAYS" else "serve"
        failed(run(command, **{f"DICEHALL_{name}": value}), 64)


@pytest.mark.parametrize("command", [
    ["serve", "--socket", "s"], ["generate", "out"], ["check"], ["sweep"], ["roll", "d6"]])
def test_misspelt_setting_is_told_with_the_one_that_was_meant(run, tmp_path, command):
    told = failed(run(*command, DICEHALL_SESION_DAYS="7"), 64)
    assert told == (
        "dicehall: DICEHALL_SESION_DAYS isn't a setting; did you mean DICEHALL_SESSION_DAYS?\n")
    assert list(tmp_path.iterdir()) == []


def test_setting_that_nobody_knows_is_told_and_ignored(run):
    done = run("roll", "d1", DICEHALL_SOMETHING_NEW="x")
    assert (done.returncode, done.stdout) == (0, "d1: 1 = 1\n")
    assert done.stderr == "dicehall: DICEHALL_SOMETHING_NEW isn't a setting, and is ignored\n"


def test_sweep_of_nothing_removes_nothing(run, tmp_path):
    for name in ("sessions", "vault", "rooms"):
        (tmp_path / "state" / name).mkdir(parents=True, mode=0o700)
    report = f"removed 0 idle sessions from {tmp_path}/state (no running service uses it)\n"
    assert succeeded(run("sweep", "--state", "state")) == report
    failed(run("sweep", "--state", "none"), 66, f"{tmp_path}/none", "no such folder")


def test_every_command_stands_in_the_help(run):
    text = succeeded(run("--help"))
    for command in ("serve", "generate", "get", "render", "roll", "odds", "check", "status", "sweep",
                    "cloud"):
        assert f"  {command} " in text
        assert "USAGE: dicehall" in succeeded(run(command, "--help"))
