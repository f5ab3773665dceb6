"""The state that each release has left behind opens, shows what it showed, is played on and saved."""

import pytest

from kit import release

ARCHIVES = sorted(release.FOLDER.glob("*.tar.gz"))


def test_there_are_releases():
    assert ARCHIVES


@pytest.mark.parametrize("archive", ARCHIVES, ids=lambda path: path.name.removesuffix(".tar.gz"))
def test_state_of_a_release_opens_plays_on_and_is_saved(fresh_backend, scratch, archive):
    facts = release.unpack(archive, scratch)
    found, shown = facts["found"], facts["shown"]
    backend = fresh_backend(workers=1, threads=4, state=scratch / "state")
    before = release.look(backend.socket, found)
    assert {
        **{name: before[name] for name in shown},
        "rolls": release.known(before["rolls"], shown["rolls"])} == shown
    release.play_on(backend.socket, found)
    after = release.look(backend.socket, found)
    assert after["revisions"] == {game: revision + 1 for game, revision in shown["revisions"].items()}
    assert (after["draft"], after["frame"]) == (shown["draft"] + 1, shown["frame"] + 1)
    assert (after["vault"], after["parties"]) == (shown["vault"], before["parties"])
    (known, press), *others = shown["seats"]
    assert after["seats"] == [[known, str(int(press) + 1)], *others] and known
    assert len(after["cloud"]) == len(shown["cloud"]) + 1
    assert all(one in after["cloud"] for one in shown["cloud"])
    assert release.known(after["rolls"][:-1], shown["rolls"]) == shown["rolls"]
    backend.stop()
    # And once more as this release has saved it.
    again = fresh_backend(workers=1, threads=4, state=scratch / "state")
    assert release.look(again.socket, found) == after
    assert not [path for path in (scratch / "state").glob("*/damaged/*")]
    assert " error " not in backend.output() + again.output()
