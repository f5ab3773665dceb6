"""Characters where they are kept: of many at once each counts once, and a full disk loses none.

All talk straight to the backend, as browsers without scripts do.
"""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from kit.characters import character, encode
from kit.maker import Maker, cloud_size
from kit.processes import children, largest_file


@pytest.fixture
def keeper(own):
    """Somebody with one character in the vault, and no session besides."""
    maker = Maker(own.socket)
    assert maker.upload(0, encode(character(name="Nim"))).status == 303
    return Maker(own.socket, f"dicehall-vault={maker.jar['dicehall-vault']}")


def statuses(count, act):
    """What that many at once are answered."""
    with ThreadPoolExecutor(count) as pool:
        return sorted(pool.map(lambda _: act().status, range(count)))


# Many at once


@pytest.mark.parametrize("form", ["abilities/roll", "abilities/continue", "surprise", "abandon"])
def test_same_form_of_the_wizard_50_times_at_once_counts_once(own, form):
    maker = Maker(own.socket)
    assert maker.post("/osr/new/abilities/roll", revision=0).status == 303
    assert statuses(50, lambda: maker.tab().post(f"/osr/new/{form}", revision=1)) == [
        303] + [409] * 49
    assert maker.get("/osr/new/abilities").revision == 2


def test_a_character_saved_50_times_at_once_is_kept_once(own):
    maker = Maker(own.socket)
    revision = maker.finish()
    kept = []

    def save():
        mine = maker.tab()
        reply = mine.post("/osr/new/save/both", revision=revision)
        if reply.status == 303:
            kept.append(mine)
        return reply

    assert statuses(50, save) == [303] + [409] * 49
    assert len(kept[0].vault()) == cloud_size(own) == 1


def test_50_who_make_characters_at_once_all_have_theirs(own):
    def make(_):
        maker = Maker(own.socket)
        reply = maker.post("/osr/new/save/both", revision=maker.finish())
        return reply.status, len(maker.vault())

    with ThreadPoolExecutor(50) as pool:
        assert list(pool.map(make, range(50))) == [(303, 1)] * 50
    assert cloud_size(own) == 50
    assert b"<p>50 characters for everybody</p>" in Maker(own.socket).get("/osr/cloud").body


def test_duplicate_50_times_at_once_makes_one_copy(own, keeper):
    """Without a session, which would let them in one by one."""
    for count in (2, 3, 4):
        (entry, *_), revision = keeper.vault(), keeper.get("/osr/vault").revision
        path = f"/osr/vault/{entry.decode()}/duplicate"
        assert statuses(50, lambda: keeper.tab().post(path, revision=revision)) == [
            303] + [409] * 49
        assert len(keeper.vault()) == count


def test_a_file_sent_20_times_at_once_comes_in_once(own, keeper):
    revision, content = keeper.get("/osr/vault").revision, encode(character(name="Odo"))
    assert statuses(20, lambda: keeper.tab().upload(revision, content)) == [
        303] + [409] * 19
    assert len(keeper.vault()) == 2


def test_20_copies_asked_for_at_once_are_all_made(own, keeper):
    one = character(name="Odo")
    assert Maker(own.socket).save(one).status == 201
    path = f"/osr/cloud/{one['id']}/copy"
    assert statuses(20, lambda: keeper.tab().post(path)) == [303] * 20
    assert len(keeper.vault()) == 21


# A full disk


def is_closed(reply):
    """A clear error, in one of our own pages."""
    assert reply.status == 503, reply.status
    assert b"<title>Error: " in reply.body and b"</html>" in reply.body
    return True


@pytest.mark.parametrize("size", [0, 200])
def test_full_disk_leaves_the_draft_as_it_is(own, size):
    maker = Maker(own.socket)
    assert maker.post("/osr/new/abilities/roll", revision=0).status == 303
    shown = maker.get("/osr/new/abilities").body
    with largest_file(own, size):
        for form in ("abilities/roll", "abilities/continue", "surprise", "abandon"):
            assert is_closed(maker.post(f"/osr/new/{form}", revision=1))
            assert maker.get("/osr/new/abilities").body == shown
    assert maker.post("/osr/new/abilities/continue", revision=1).status == 303


@pytest.mark.parametrize("place", ["vault", "cloud", "both"])
def test_full_disk_saves_no_character_and_keeps_the_draft(own, place):
    maker = Maker(own.socket)
    revision = maker.finish()
    workers = children(own.process.pid)
    shown = maker.get("/osr/new/save").body
    with largest_file(own, 200):
        refused = maker.post(f"/osr/new/save/{place}", revision=revision)
        assert is_closed(refused) and b"Nothing was changed" in refused.body
        assert maker.get("/osr/new/save").body == shown
        assert maker.vault() == [] and cloud_size(own) == 0
    assert maker.post(f"/osr/new/save/{place}", revision=revision).status == 303
    assert len(maker.vault()) == (place != "cloud") and cloud_size(own) == (place != "vault")
    assert children(own.process.pid) == workers


def test_full_disk_leaves_the_vault_as_it_is(own, keeper):
    (entry,), revision = keeper.vault(), keeper.get("/osr/vault").revision
    path = f"/osr/vault/{entry.decode()}"
    file = keeper.get(f"{path}/character.json").body
    with largest_file(own, 0):
        for refused in (
            keeper.post(f"{path}/duplicate", revision=revision), keeper.post(f"{path}/cloud"),
            keeper.upload(revision, encode(character())), keeper.post("/osr/vault/transfer"),
        ):
            assert is_closed(refused)
        assert keeper.get(f"{path}/character.json").body == file
        assert keeper.vault() == [entry]
        # Deleting takes no room, and neither does taking it back.
        assert keeper.post(f"{path}/delete").status == 303
        assert b">Undo</button>" in keeper.get("/osr/vault").body
        keeper.post(f"{path}/undo")
        assert keeper.vault() == [entry]
    assert keeper.post(f"{path}/duplicate", revision=revision).status == 303
    assert len(keeper.vault()) == 2


def test_full_disk_leaves_the_cloud_as_it_is(own):
    maker, kept, late = Maker(own.socket), character(name="Kept"), character(name="Late")
    link = json.loads(maker.save(kept).body)["deletionLink"]
    path, secret = link.split("#secret=")
    listed = maker.get("/api/v1/characters").body
    with largest_file(own, 200):
        refused = maker.save(late)
        assert refused.status == 503 and "Nothing was changed" in json.loads(refused.body)["error"]
        assert is_closed(maker.post(path, secret=secret))
        assert is_closed(maker.post(f"/osr/cloud/{kept['id']}/copy"))
        assert maker.get("/api/v1/characters").body == listed
        assert maker.get(path).status == 200
    assert maker.save(late).status == 201
    assert cloud_size(own) == 2
    assert maker.post(path, secret=secret).status == 303
    assert cloud_size(own) == 1
