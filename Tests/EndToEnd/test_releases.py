"""The state that each release has left behind opens, shows what it showed, is played on and saved."""

import re

import pytest

from kit import release

ARCHIVES = sorted(release.FOLDER.glob("*.tar.gz"))


def test_there_are_releases():
    assert ARCHIVES


def play_on_with_open_guesses(address, found):
    """Before guesses were hidden, all saw them at once; who hasn't rolled may change theirs."""
    code, cookie = found["hosts"][0]
    host = release.player_of(release.Host, address, code, cookie)

    def shown():
        page = host.get(f"{host.path}/watch").text
        return re.findall(r'<th scope="row">(\d+)</th><td><svg', page)

    assert shown() == ["7", "8"]
    ben = release.player_of(release.Seat, address, code, found["seats"][1][2])
    for press, act in ((2, "guess"), (3, "roll")):
        assert ben.post(f"{ben.path}/{act}", press=press, of="most", total=6).status == 303
    assert shown() == ["7", "6"]
    assert ben.post(f"{ben.path}/guess", press=4, of="most", total=8).status != 303


@pytest.mark.parametrize("archive", ARCHIVES, ids=lambda path: path.name.removesuffix(".tar.gz"))
def test_state_of_a_release_opens_plays_on_and_is_saved(fresh_backend, scratch, archive):
    facts = release.unpack(archive, scratch)
    found, shown = facts["found"], facts["shown"]
    # Pages had the number of the next press, which is another on each page since.
    shown["seats"] = [seat if isinstance(seat, bool) else seat[0] for seat in shown["seats"]]
    backend = fresh_backend(workers=1, threads=4, state=scratch / "state")
    before = release.look(backend.socket, found)
    assert {
        **{name: before[name] for name in shown},
        "rolls": release.known(before["rolls"], shown["rolls"])} == shown
    for code, cookie in found["hosts"]:
        host = release.player_of(release.Host, backend.socket, code, cookie)
        # What was guessed counts as revealed.
        assert "reveal-guesses" not in host.get(f"{host.path}/host").text
        assert "have guessed" not in host.get(f"{host.path}/watch").text
    if before["asked"]:
        assert "The exact chance is 16.67%" in host.get(f"{host.path}/watch").text
    release.play_on(backend.socket, found)
    after = release.look(backend.socket, found)
    assert after["revisions"] == {game: revision + 1 for game, revision in shown["revisions"].items()}
    assert (after["draft"], after["frame"]) == (shown["draft"] + 1, shown["frame"] + 1)
    assert (after["vault"], after["parties"]) == (shown["vault"], before["parties"])
    assert after["seats"] == shown["seats"] and shown["seats"][0]
    assert len(after["cloud"]) == len(shown["cloud"]) + 1
    assert all(one in after["cloud"] for one in shown["cloud"])
    assert release.known(after["rolls"][:-1], shown["rolls"]) == shown["rolls"]
    backend.stop()
    # And once more as this release has saved it.
    again = fresh_backend(workers=1, threads=4, state=scratch / "state")
    assert release.look(again.socket, found) == after
    if archive.name == "2026-11-guesses.tar.gz":
        play_on_with_open_guesses(again.socket, found)
    assert not [path for path in (scratch / "state").glob("*/damaged/*")]
    assert " error " not in backend.output() + again.output()
