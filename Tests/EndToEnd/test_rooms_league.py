"""A league of strategies of Pig: the table is exact, whoever presses, and whatever dies meanwhile."""

import contextlib
import json
import random
import re
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from kit.pig_league import begins_and_wins, optimal, written
from kit.processes import children, cpu_seconds, kill, wait_until
from kit.rooms import Host, Seat
from kit.sessions import Player

FORMS = {
    "hold at": ("hold-at", ["holdAt"]),
    "four numbers": ("four-numbers", ["behind", "level", "ahead", "near"]),
    "table": ("table", [f"cell{row}{column}" for row in range(1, 6) for column in range(1, 6)]),
}


def strategies(count, goal):
    """Texts of strategies, all different."""
    chance = random.Random(goal)
    kinds = [("hold at", 1), ("four numbers", 4), ("table", 25)]
    return [
        " ".join([name, *(str(chance.randint(2, 35)) for _ in range(numbers))])
        for name, numbers in (kinds[number % 3] for number in range(count))]


@pytest.fixture
def run(program, tmp_path):
    """Runs a command in a folder of its own."""
    def start(*arguments):
        return subprocess.run(
            [program, *map(str, arguments)], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    return start


@pytest.mark.parametrize("goal", [20, pytest.param(50, marks=pytest.mark.proof)])
def test_a_league_is_exact(run, tmp_path, goal):
    """Against an enumeration that shares nothing with ours."""
    texts = strategies(3, goal)
    (tmp_path / "file").write_text("\n".join(["", *texts, ""]))
    done = run("odds", "pig-league", "file", "--goal", goal, "--json")
    assert done.returncode == 0, done.stderr
    league = json.loads(done.stdout)
    players = [written(text, goal) for text in texts] + [optimal(goal), written("hold at 20", goal)]
    for found, exact in zip(league["firstWins"], begins_and_wins(players, goal), strict=True):
        assert found == pytest.approx(exact, rel=0, abs=1e-9)
    assert [player["strategy"] for player in league["players"]] == [*texts, "optimal", "hold at 20"]
    assert [player["line"] for player in league["players"]] == [2, 3, 4, None, None]
    for one, player in enumerate(league["players"]):
        shares = [(league["firstWins"][one][other] + 1 - league["firstWins"][other][one]) / 2
                  for other in range(5)]
        assert league["shares"][one] == pytest.approx(shares, abs=1e-12)
        assert player["share"] == pytest.approx((sum(shares) - 0.5) / 4, abs=1e-11)
        assert player["gap"] == pytest.approx(league["players"][3]["share"] - player["share"])
        assert player["rank"] == 1 + sum(other["share"] > player["share"] for other in league["players"])


@pytest.mark.proof
def test_a_league_to_a_hundred_is_exact(run, tmp_path):
    """With what was published of optimal play, as its enumeration takes half a minute."""
    texts = [*strategies(2, 100), "hold at 20"]
    (tmp_path / "file").write_text("\n".join(texts))
    league = json.loads(run("odds", "pig-league", "file", "--json").stdout)
    exact = begins_and_wins([written(text, 100) for text in texts], 100)
    for found, row in zip(league["firstWins"], exact):
        assert found[:3] == pytest.approx(row, rel=0, abs=1e-9)
    assert league["firstWins"][3][3:] == pytest.approx([0.530592725274, 0.571498430277], abs=1e-11)
    assert league["firstWins"][4][3] == pytest.approx(0.491657935453, abs=1e-11)


@pytest.mark.parametrize(("text", "words"), [
    ("hold at 20\n\nhold at 0", "file, line 3: number 1 must be a whole number from 1 to 200"),
    ("hold at -20", "line 1: number 1 must"), ("hold-at-20 20", "line 1: hold at needs 1 number, not 2"),
    ("four numbers 1 2 3", "line 1: four numbers needs 4 numbers, not 3"), ("roll always", "line 1: write"),
    ("table " + "9 " * 24 + "x", "line 1: number 25"), ("", "has 0 strategies"),
    ("hold at 20\n" * 61, "has 61 strategies"), ("hold at 99999999999999999999", "line 1: number 1"),
])
def test_a_file_that_is_no_league_is_told_with_its_line(run, tmp_path, text, words):
    (tmp_path / "file").write_text(text)
    done = run("odds", "pig-league", "file")
    assert (done.returncode, done.stdout) == (65, "")
    assert done.stderr.count("\n") == 1 and words in done.stderr


def test_strategies_may_be_written_in_several_ways(run, tmp_path):
    (tmp_path / "file").write_text(
        "Hold-at-7\nhold at: 7\n7\nfour-numbers 7, 7, 7, 0\r\n" + "7;" * 25 + "\n")
    done = run("odds", "pig-league", "file", "--goal", 10)
    players = [line.split("  ") for line in done.stdout.splitlines()]
    # To so low a goal, optimal play and holding at 20 are the same.
    assert [place for place, _, _ in players] == ["1"] * 2 + ["3"] * 5
    assert len({share for _, share, _ in players[2:]}) == 1


class Pupil(Seat):
    def write(self, text):
        """Presses again until an answer comes, as somebody does whose page didn't."""
        name, *numbers = re.fullmatch(r"(\D+) ([\d ]+)", text).groups()
        form, fields = FORMS[name]
        typed = {"form": form, **dict(zip(fields, numbers[0].split(), strict=True))}
        for _ in range(100):
            with contextlib.suppress(OSError):
                reply = self.post(
                    f"{self.path}/strategy", {"press": self.press, **typed})
                if reply.status == 303:
                    self.press += 1
                    return
                assert reply.status in (0, 429, 503), (reply.status, reply.text)
            time.sleep(0.05)
        raise AssertionError("never an answer")


def busy(workers):
    """One that has computed for a quarter of a second since, of the second that a large class takes."""
    return next((one for one, before in workers.items() if cpu_seconds(one) > before + 0.25), None)


@pytest.mark.parametrize(("count", "is_killed"), [
    (3, True), *(pytest.param(40, is_killed, marks=pytest.mark.proof) for is_killed in (False, True))])
def test_a_class_runs_a_league_while_workers_are_killed(run, engine, tmp_path, count, is_killed):
    """One while strategies are written, and of a large class the one that works the league out."""
    goal = 20 if count == 3 else 100
    host = Host(engine.socket, kind="league", goal=goal)
    pupils = [Pupil(engine.socket, host.code, f"Pupil {number + 1}") for number in range(count)]
    texts = strategies(count, goal)
    with ThreadPoolExecutor(min(count, 16)) as pool:
        list(pool.map(Seat.join, pupils))
        written_by = [pool.submit(pupil.write, text) for pupil, text in zip(pupils, texts)]
        if is_killed:
            kill(children(engine.process.pid)[0], engine.process.pid)
        for one in written_by:
            one.result()
    wait_until(lambda: len(children(engine.process.pid)) == 2)
    assert host.data() == []
    # Two who lead press in the same moment: there is one run.
    page = host.get(f"{host.path}/host").text
    assert f"{count} of {count} seats have a strategy." in page
    press = re.search(r'name="press" value="(\d+)"', page)[1]
    if count == 40 and is_killed:
        workers = {worker: cpu_seconds(worker) for worker in children(engine.process.pid)}
        with ThreadPoolExecutor(1) as pool:
            lost = pool.submit(
                Player(engine.socket, host.cookie).post, f"{host.path}/run", press=press)
            wait_until(lambda: busy(workers) or lost.done())
            kill(busy(workers), engine.process.pid)
            with contextlib.suppress(OSError):
                assert lost.result().status != 303
        wait_until(lambda: len(children(engine.process.pid)) == 2)
        assert host.data() == []
    with ThreadPoolExecutor(2) as pool:
        replies = list(pool.map(
            lambda lead: lead.post(f"{host.path}/run", press=press),
            [host, Player(engine.socket, host.cookie)]))
    assert [reply.status for reply in replies] == [303, 303], [reply.text for reply in replies]
    rows = host.data()
    assert {row["run"] for row in rows} == {1}
    assert len(rows) == (count + 2) ** 2
    # The command says the same of the same strategies.
    seats = {pupil.name: text for pupil, text in zip(pupils, texts)}
    shown = {row["seat"]: row["strategy"] for row in rows if row["seat"] and row["rank"]}
    for row in rows:
        assert row["name"] not in seats or shown[row["seat"]] == seats[row["name"]]
    (tmp_path / "file").write_text("\n".join(shown[seat] for seat in sorted(shown)))
    league = json.loads(run("odds", "pig-league", "file", "--goal", goal, "--json").stdout)
    places = {seat: place for place, seat in enumerate(sorted(shown))}
    for row in rows:
        if row["seat"] and row["otherSeat"]:
            one, other = places[row["seat"]], places[row["otherSeat"]]
            assert row["ifFirst"] == league["firstWins"][one][other]
            assert row["share"] == pytest.approx(league["shares"][one][other], abs=1e-12)
        elif row["seat"] and row["otherName"] is None:
            assert row["share"] == league["players"][places[row["seat"]]]["share"]
    place = next(row["rank"] for row in rows if row["name"] == "Pupil 1" and row["rank"])
    assert f"Place {place} of {count + 2}" in pupils[0].look().text
