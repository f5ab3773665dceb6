"""A platform's courses lead straight into games and rooms, by LTI 1.3."""

import contextlib
import itertools
import json
import os
import pwd
import re
import shlex
import ssl
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urljoin

import pytest
from jwcrypto.common import base64url_encode
from jwcrypto.jwk import JWK
from playwright.sync_api import expect

from kit.database import programs, server
from kit.fastcgi_client import ask
from kit.guest import Jar
from kit.halls import ROOT, Backend, shared
from kit.measures import Measures
from kit.platform import (
    CHOICE, CHOOSING, CLAIM, ROLES, Attendant, Link, Member, Person, Platform, Server, read)
from kit.processes import wait_until
from kit.rooms import outcome
from kit.several import store

HALL = "https://hall.test"
TEACHER = Person("sub-of-the-teacher", "Theodora", (f"{ROLES}membership#Instructor",))
PUPIL = Person("sub-of-the-pupil", "Philippa")
SEAT = r"/embed/room/[a-z2-7]{26}/[2-9A-HJKMNP-Z]{6}"

numbers = itertools.count(1)


def opening(path):
    """A new link that opens this."""
    return Link(f"link {next(numbers)}", {"open": path})


def room():
    """A new link to a room, whose first launch by a teacher opens one."""
    return opening("/room?kind=experiment&experiment=2d6")


def heading(member):
    return next(member.page.all("h1")).text


def lti(program, place, *words, given=None, check=True):
    """What `dicehall lti` prints of a hall that is kept there, or how it failed."""
    place = [f"--{name}={value}" for name, value in place.items() if value]
    done = subprocess.run(
        [program, "lti", *words, *place], input=given, capture_output=True, text=True)
    assert not check or done.returncode == 0, done.stderr
    return done.stdout if check else (done.returncode, done.stderr)


def register(program, place, name, platform, names="given"):
    lti(program, place, "add", name, *platform.registration, "--keys", "-", "--names", names,
        given=platform.key_set)


class School:
    """A hall in a folder or a database, and a platform that may open it."""

    def kept(self):
        """All bytes that the hall keeps."""
        if self.place["state"]:
            return b"".join(
                path.read_bytes() for path in self.place["state"].rglob("*") if path.is_file())
        return subprocess.run(
            [programs() / "pg_dump", "--data-only", self.place["store"]],
            capture_output=True, check=True).stdout

    def __init__(self, program, folder, address=None):
        self.program, self.folder = program, folder
        self.place = {"store": address, "state": None} if address else {"state": folder / "state"}
        self.backends, self.told = [], set()
        self.start()
        self.platform = Platform(tool=HALL)
        self.add("northfield", self.platform)

    def start(self):
        """Another backend beside those that run, for whoever comes from now on."""
        folder = self.folder / str(len(self.backends))
        folder.mkdir()
        self.backends.append(
            Backend(self.program, folder, public_url=HALL, log="text", **self.place))
        return self.backends[-1]

    def check_alive(self):
        self.backends[-1].check_alive()

    def stop(self):
        for backend in self.backends:
            backend.stop()

    def lti(self, *words, **options):
        return lti(self.program, self.place, *words, **options)

    def add(self, name, platform, names="given"):
        register(self.program, self.place, name, platform, names)
        return platform

    def member(self, person, platform=None, **options):
        return Member(self.backends[-1], platform or self.platform, person, **options)

    def come(self, person, link, platform=None, **options):
        return self.member(person, platform, **options).come(link)

    def log(self):
        return "".join(backend.output() for backend in self.backends)

    def refusals(self):
        """What the log says of launches since it was looked at last."""
        said = set(re.findall(".* was refused because .*", self.log())) - self.told
        self.told |= said
        return said

    def keys(self):
        """The hall's own."""
        reply = ask(self.backends[-1].socket, target="/lti/keys")
        assert reply.status == 200 and reply["content-type"] == "application/json"
        return json.loads(reply.text)


@pytest.fixture(scope="module", params=["files", pytest.param("database", marks=pytest.mark.proof)])
def school(request, program):
    with contextlib.ExitStack() as stack:
        address = None
        if request.param == "database":
            address = stack.enter_context(server()).address
            store(program, "init", "--store", address)
        yield stack.enter_context(shared(lambda folder: School(program, folder, address)))


# Rooms


def test_a_teacher_and_a_pupil_come_from_their_course_into_one_room(school):
    link = room()
    teacher = school.come(TEACHER, link)
    assert re.fullmatch(f"{SEAT}/host", teacher.path)
    pupil = school.come(PUPIL, link)
    assert re.fullmatch(SEAT, pupil.path) and pupil.path[-6:] in teacher.path
    assert pupil.field("Your name").value == "Philippa"
    pupil.press("Join")
    pupil.press("Roll")
    # In another browser it is the same seat, and the same room to lead.
    again = school.come(PUPIL, link)
    assert again.headline() == pupil.headline()
    again.press("Roll")
    host = school.come(TEACHER, link)
    assert host.path[-11:] == teacher.path[-11:]
    assert [one.text for one in host.page.all("button") if "Remove" in one.text] == ["Remove Philippa"]
    host.press("Pause")
    pupil.fetch(pupil.address)
    assert "Paused by the host" in pupil.page.text
    assert not host.has("Delete room")


@pytest.mark.proof
def test_thirty_pupils_take_a_seat_each_and_find_it_again(school):
    link = room()
    host = school.come(TEACHER, link)
    pupils = [Person(f"sub-{number}", f"Pupil {number}") for number in range(1, 31)]
    for person in pupils:
        member = school.come(person, link)
        member.press("Join")
        member.press("Roll")
    for person in pupils:
        assert school.come(person, link).has("Roll")
    host.fetch(host.address)
    assert all(host.has(f"Remove {person.given_name}") for person in pupils)
    assert "30 rolls" in host.page.text


@pytest.mark.proof
def test_each_link_has_a_room_and_seats_of_its_own(school):
    links = room(), room()
    rooms = [school.come(TEACHER, link).path.split("/")[-2] for link in links]
    assert rooms[0] != rooms[1]
    for link in links:
        member = school.come(PUPIL, link)
        assert member.has("Join")
        member.press("Join")


@pytest.mark.proof
def test_who_comes_before_the_teacher_looks_again(school):
    link = room()
    pupil = school.come(PUPIL, link)
    for _ in range(2):
        assert heading(pupil) == "Your teacher hasn’t opened this yet"
        pupil.open_link("Look again")
    school.come(TEACHER, link)
    pupil.open_link("Look again")
    assert re.fullmatch(SEAT, pupil.path)
    assert pupil.field("Your name").value == "Philippa"


@pytest.mark.proof
@pytest.mark.parametrize(("roles", "leads"), [
    (["membership#Instructor"], True), (["membership#Administrator"], True),
    (["membership#TeachingAssistant"], True), (["membership/Instructor#TeachingAssistant"], True),
    (["membership#Learner", "membership#Instructor"], True),
    ([], False), (["membership#Mentor"], False), (["institution/person#Instructor"], False),
    (["system/person#Administrator"], False), (["membership/Learner#Instructor"], False),
    (["membership#Learner", "institution/person#Administrator"], False)])
def test_only_who_teaches_the_course_leads_its_room(school, roles, leads):
    person = Person("sub-of-somebody", "Sam", tuple(ROLES + role for role in roles))
    assert school.come(person, room()).path.endswith("/host") == leads


@pytest.mark.proof
@pytest.mark.parametrize(("names", "given", "offered"), [
    ("given", "Philippa", "Philippa"), ("given", "", ""), ("none", "Philippa", ""),
    ("given", "<b>\N{BELL}" + "x" * 5000, "")])
def test_a_name_is_offered_where_both_sides_allow_it(school, names, given, offered):
    south = school.add("southfield", Platform(tool=HALL, issuer="https://south.test"), names)
    link = room()
    school.come(TEACHER, link, south)
    pupil = school.come(Person(PUPIL.sub, given), link, south)
    assert pupil.field("Your name").value == offered


@pytest.mark.proof
@pytest.mark.parametrize(("method", "login", "change"), [
    ("POST", {}, None), ("GET", {"client_id": None, "lti_deployment_id": None}, None),
    ("GET", {"target_link_uri": f"{HALL}/embed/pig", "lti_storage_target": "_parent"}, None),
    ("GET", {}, lambda claims: claims.update(aud=["client-7"])),
    ("GET", {}, lambda claims: claims.pop("azp")),
    ("GET", {}, lambda claims: claims.update(aud=["client-8", "client-7"])),
    ("GET", {}, lambda claims: claims.update(iat=claims["iat"] + 30.5, exp=claims["exp"] + 0.5)),
    ("GET", {}, lambda claims: claims.update({f"{CLAIM}roles": [], "more": {"Ä": [None, 1e3]}}))])
def test_what_other_platforms_say_in_other_ways_is_taken(school, method, login, change):
    member = school.member(PUPIL)
    (address, form), _ = member.log_in(opening("/embed/pig"), method, **login)
    if change:
        form = school.platform.forge(form, change)
    assert member.launch(address, form)["Location"] == "/embed/pig"


@pytest.mark.proof
def test_who_is_nobody_to_the_platform_gets_a_new_seat_each_time(school):
    link = room()
    school.come(TEACHER, link)
    for _ in range(2):
        member = school.member(PUPIL)
        (address, form), _ = member.log_in(link)
        reply = member.launch(address, school.platform.forge(form, lambda claims: claims.pop("sub")))
        member.fetch(urljoin(address, reply["Location"]))
        member.press("Join")


@pytest.mark.proof
def test_without_a_cookie_one_press_leads_a_room(school):
    link = room()
    for _ in range(2):
        teacher = school.come(TEACHER, link, keeps_cookies=False)
        assert re.fullmatch(r"/embed/room/[2-9A-HJKMNP-Z]{6}/host/[a-z2-7]{26}", teacher.path)
        secret = teacher.path.split("/")[-1]
        teacher.press("Lead this room")
        assert re.fullmatch(f"{SEAT}/host", teacher.path) and teacher.has("Pause")
    pupil = school.come(PUPIL, link, keeps_cookies=False)
    assert heading(pupil) == "Your class is in this room"
    pupil.open_link("Go in")
    pupil.press("Join")
    assert pupil.has("Roll")
    assert secret not in school.log()


@pytest.mark.proof
def test_the_cookie_of_a_login_goes_nowhere_else_and_another_one_is_refused(school):
    teacher = school.member(TEACHER)
    (address, form), reply = teacher.log_in(room())
    own = dict(teacher.cookies.items())
    teacher.cookies = Jar("; ".join(f"{name}={text[::-1]}" for name, text in own.items()))
    assert teacher.cookies
    refused(school, teacher.launch(address, form))
    # Which uses up nothing.
    teacher.cookies = Jar("; ".join(f"{name}={text}" for name, text in own.items()))
    assert re.fullmatch(f"{SEAT}/host", teacher.launch(address, form)["Location"])
    (cookie,) = reply.cookies
    name, *attributes = cookie.split("; ")
    assert re.match(r"(__Secure-)?dicehall-lti-", name)
    assert set(attributes) == {
        "HttpOnly", "Secure", "SameSite=None", "Partitioned", "Path=/lti/", "Max-Age=600"}


# Everything else that a link opens


@pytest.mark.proof
@pytest.mark.parametrize("path", [
    "/embed/craps?balance=500&ante=25&theme=dark", "/embed/dice?expression=4d6kh3%2B1", "/embed/pig",
    "/embed/osr?controls=play", "/embed/odds?x=4d6kh3&t=12"])
def test_a_link_opens_a_game_or_odds_with_their_options(school, path):
    member = school.come(PUPIL, opening(path))
    assert member.path == path and member.status == 200


def choose(school, content, platform=None, **settings):
    """Chooses something for a course; the posted form's token, and what the platform makes of it."""
    platform = platform or school.platform
    teacher = school.come(TEACHER, CHOOSING, platform)
    assert re.fullmatch(r"/lti/choose/[a-z2-7]{26}", teacher.path)
    teacher.select("What", content)
    teacher.press("Show its settings")
    for label, value in settings.items():
        label = label.replace("_", " ")
        if teacher.field(label).tag == "select":
            teacher.select(label, value)
        else:
            teacher.set_field("textbox", label, value)
    teacher.press("Add to the course")
    (form,) = teacher.page.all("form")
    assert teacher.status == 200, teacher.page.text
    assert form["action"] == f"{platform.issuer}/return" and form["method"] == "post"
    (token,) = [one.value for one in form.all("input") if one["name"] == "JWT"]
    (item,) = platform.take(token, school.keys())
    return token, item


@pytest.mark.proof
@pytest.mark.parametrize(("content", "settings", "path"), [
    ("Pig", {"Goal": "50", "Opponent": "Computer"}, r"/embed/pig\?.*goal=50&.*opponent=computer"),
    ("Dice odds", {"Expression": "4d6kh3"}, r"/embed/odds\?.*x=4d6kh3"),
    ("A room for the class", {"Kind": "Table"}, SEAT)])
def test_what_a_teacher_chooses_is_what_its_link_opens(school, content, settings, path):
    _, item = choose(school, content, **settings)
    assert item["type"] == "ltiResourceLink" and item["iframe"]["height"] >= 300
    link = Link(f"{item['title']} {next(numbers)}", item["custom"])
    school.come(TEACHER, link)
    assert re.match(path, school.come(PUPIL, link).path)


@pytest.mark.proof
def test_a_lesson_is_an_address_of_its_own(school):
    _, item = choose(school, "A lesson sheet", Sheet="Fair dice")
    assert item == {"type": "link", "title": "Fair dice", "url": f"{HALL}/lessons/fair-dice"}


@pytest.mark.proof
def test_a_platform_without_plain_links_opens_a_lesson_too(school):
    coast = school.add("coast", Platform(tool=HALL, issuer="https://coast.test"))
    coast.takes = {"ltiResourceLink"}
    _, item = choose(school, "A lesson sheet", coast, Sheet="Fair dice")
    member = school.come(PUPIL, Link("sheet", item["custom"]), coast)
    assert member.path == "/lti/sheet/fair-dice" and heading(member) == "Fair dice"
    (link,) = [one for one in member.page.all("a") if one["target"] == "_blank"]
    assert urljoin(HALL, link["href"]) == f"{HALL}/lessons/fair-dice"


@pytest.mark.proof
def test_an_answer_to_the_platform_is_signed_and_says_what_it_must(school):
    token, item = choose(school, "Craps")
    header, claims = read(token)
    (key,) = [one for one in school.keys()["keys"] if one["kid"] == header["kid"]]
    assert (header["alg"], key["kty"], key["alg"], key["use"]) == ("RS256", "RSA", "RS256", "sig")
    # The modulus in six-bit signs.
    assert len(key["n"]) * 6 >= 2048 and not {"d", "p", "q"} & key.keys()
    assert claims["aud"] in (school.platform.issuer, [school.platform.issuer])
    assert claims.pop("nonce")
    assert abs(claims["iat"] - time.time()) < 60 < claims["exp"] - claims["iat"]
    assert {name: claims[name] for name in claims.keys() - {"aud", "iat", "exp"}} == {
        "iss": Platform.client, f"{CLAIM}deployment_id": Platform.deployment,
        f"{CLAIM}message_type": "LtiDeepLinkingResponse", f"{CLAIM}version": "1.3.0",
        f"{CHOICE}data": "for the platform", f"{CHOICE}content_items": [item]}


@pytest.mark.proof
def test_what_is_wrong_is_said_beside_its_field_and_nothing_is_signed(school):
    teacher = school.come(TEACHER, CHOOSING)
    teacher.select("What", "Pig")
    teacher.press("Show its settings")
    teacher.set_field("textbox", "Goal", "1000")
    teacher.press("Add to the course")
    assert teacher.status == 422 and "JWT" not in teacher.body
    assert teacher.field("Goal")["aria-invalid"] == "true"


# Keys


@pytest.mark.proof
def test_an_old_key_of_the_hall_stays_published_beside_the_new_one(school):
    old, _ = choose(school, "Dice")
    school.lti("rotate")
    new, _ = choose(school, "Dice")
    kids = [read(token)[0]["kid"] for token in (old, new)]
    assert kids[0] != kids[1]
    assert set(kids) <= {key["kid"] for key in school.keys()["keys"]}
    # A platform that comes late can still check it.
    assert school.platform.take(old, school.keys())


@pytest.mark.proof
def test_a_platform_s_new_keys_count_from_the_next_launch(school):
    east = school.add("eastfield", Platform(tool=HALL, issuer="https://east.test"))
    link, old = opening("/embed/pig"), east.key_set
    assert school.come(PUPIL, link, east).path == "/embed/pig"
    east.renew_key()
    assert refuse(school, link, platform=east).status == 403
    school.lti("keys", "eastfield", "-", given=east.key_set)
    assert school.come(PUPIL, link, east).path == "/embed/pig"
    # What is no key set changes nothing.
    status, said = school.lti("keys", "eastfield", "-", given=old[:-9], check=False)
    assert status != 0 and said.count("\n") == 1
    assert school.come(PUPIL, link, east).path == "/embed/pig"


class KeySets(BaseHTTPRequestHandler):
    """What a platform answers where its keys are: `server.files` by path."""

    def do_GET(self):
        content = self.server.files.get(self.path)
        self.send_response(404 if content is None else 200)
        self.end_headers()
        self.wfile.write(content or b"")

    def log_message(self, *_):
        pass


@pytest.fixture
def key_server(scratch):
    """The start of the addresses of its files, the files, and the certificate that vouches for it."""
    key, certificate = scratch / "key.pem", scratch / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj",
         "/CN=keys.test", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key,
         "-out", certificate], capture_output=True, check=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with ThreadingHTTPServer(("127.0.0.1", 0), KeySets) as server:
        server.daemon_threads, server.files = True, {}
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"https://127.0.0.1:{server.server_port}", server.files, certificate
        server.shutdown()


def fetch_keys(school, name, run, **variables):
    """Does what the timer's unit does for that platform, line by line until one fails; whether all
    went well."""
    unit = (ROOT / "Deploy/systemd/dicehall-lti-keys@.service").read_text().replace("\\\n", "")
    variables |= {f"DICEHALL_{name.upper()}": str(value)
                  for name, value in school.place.items() if value}
    (run / f"dicehall-lti-keys-{name}").mkdir(exist_ok=True)
    lines = re.findall("^ExecStart=(.*)$", unit, re.M)
    assert len(lines) == 2
    for line in lines:
        for old, new in {"%i": name, "%t": str(run), "${KEY_SET}": variables["KEY_SET"],
                         "/usr/local/bin/dicehall": school.program}.items():
            line = line.replace(old, new)
        if subprocess.run(shlex.split(line), env={**os.environ, **variables},
                          capture_output=True).returncode:
            return False
    return True


@pytest.mark.proof
def test_the_timer_fetches_new_keys_and_what_it_cannot_fetch_changes_nothing(
        school, key_server, scratch):
    start, files, certificate = key_server
    east = school.add("eastfield", Platform(tool=HALL, issuer="https://east.test"))
    link, keys = opening("/embed/pig"), east.key_set.encode()
    files |= {"/cut": keys[:-9], "/none": b"", "/large": keys + b" " * 65_536, "/good": keys}
    known = {"CURL_CA_BUNDLE": str(certificate)}
    for address, variables in (
            (f"{start}/nothing", known), (f"{start}/cut", known), (f"{start}/none", known),
            (f"{start}/large", known), (f"{start}/good".replace("https", "http"), known),
            (f"{start}/good", {}), ("file:///etc/hostname", known)):
        assert not fetch_keys(school, "eastfield", scratch, KEY_SET=address, **variables), address
        assert school.come(PUPIL, link, east).path == "/embed/pig"
    east.renew_key()
    files["/good"] = east.key_set.encode()
    assert refuse(school, link, platform=east).status == 403
    assert fetch_keys(school, "eastfield", scratch, KEY_SET=f"{start}/good", **known)
    assert school.come(PUPIL, link, east).path == "/embed/pig"


# Commands


@pytest.mark.proof
def test_a_platform_that_is_removed_is_refused_at_once(school):
    west = school.add("westfield", Platform(tool=HALL, issuer="https://west.test"))
    assert {"northfield", "westfield"} <= set(re.findall(r"\w+", school.lti("list")))
    assert school.come(PUPIL, opening("/embed/pig"), west).status == 200
    school.lti("remove", "westfield")
    assert "westfield" not in school.lti("list")
    reply = school.member(PUPIL, west).send("GET", west.login(PUPIL, opening("/embed/pig")))
    refused(school, reply, "with the issuer https://west.test")


@pytest.mark.proof
def test_what_root_registers_belongs_to_whom_the_folder_belongs(program, scratch):
    nobody = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
    scratch.chmod(0o755)
    folder = scratch / "state"
    folder.mkdir()
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    register(program, {"state": folder}, "northfield", Platform(tool=HALL))
    lti(program, {"state": folder}, "rotate")
    kept = [path.stat() for path in folder.rglob("*")]
    assert len(kept) > 1 and {(one.st_uid, one.st_gid) for one in kept} == {
        (nobody.pw_uid, nobody.pw_gid)}


@pytest.mark.proof
def test_show_tells_what_a_platform_s_form_asks_for(school):
    told = school.lti("show", "--public-url", f"{HALL}/games")
    for part in ("login", "launch", "keys"):
        assert re.search(rf"{HALL}/games/lti/{part}$", told, re.M), told
    configuration = json.loads(next(line for line in told.splitlines() if line.startswith("{")))
    assert configuration["oidc_initiation_url"] == f"{HALL}/games/lti/login"
    assert configuration["target_link_uri"] == f"{HALL}/games/lti/launch"
    assert configuration["public_jwk_url"] == f"{HALL}/games/lti/keys"
    told = school.lti("show", "northfield", "--public-url", HALL)
    for known in (school.platform.issuer, Platform.client, Platform.deployment):
        assert re.search(rf"\s{re.escape(known)}$", told, re.M), told


@pytest.mark.proof
def test_a_hall_without_a_platform_has_nothing_to_launch(fresh_backend):
    backend = fresh_backend(workers=1, public_url=HALL)
    for method, target in (
            ("GET", "/lti/keys"), ("GET", "/lti/login?iss=a"), ("POST", "/lti/launch")):
        reply = ask(backend.socket, method, target, b"" if method == "POST" else None)
        assert reply.status == 404 and "<!doctype html>" in reply.text


# Refused


def refuse(school, link, change=lambda claims: None, platform=None, key=None, **header):
    """Launches with a forged token; the reply, which must be a refusal."""
    platform = platform or school.platform
    member = school.member(PUPIL, platform)
    (address, form), _ = member.log_in(link)
    reply = member.launch(address, platform.forge(form, change, key, **header))
    return refused(school, reply, "northfield" if platform is school.platform else "eastfield")


def refused(school, reply, platform="northfield"):
    """A refusal, after a look at its page, its headers and what the log says of it."""
    assert reply.status in (400, 403), (reply.status, reply["Location"])
    assert reply.text.startswith("<!doctype html>") and "This link couldn’t be opened" in reply.text
    assert "frame-ancestors 'self' *" in reply["content-security-policy"]
    assert not reply.cookies
    said = set()
    wait_until(lambda: said.update(school.refusals()) or said)
    who = f"the learning platform {platform}" if platform else "a learning platform"
    assert f"a launch from {who} was refused" in said.pop() and not said
    for person in (PUPIL, TEACHER):
        assert person.sub not in school.log() and person.given_name not in school.log()
    return reply


@pytest.mark.proof
@pytest.mark.parametrize(("field", "value", "platform"), [
    ("iss", "https://elsewhere.test", "with the issuer https://elsewhere.test"), ("iss", None, None),
    ("client_id", "client-8", "with the issuer https://lms.test"),
    ("login_hint", None, None), ("target_link_uri", None, None),
    ("lti_deployment_id", "2", "northfield"),
    ("target_link_uri", "https://elsewhere.test/lti/launch", "northfield"),
    ("target_link_uri", "https://hall.test.elsewhere.test/lti/launch", "northfield"),
    ("target_link_uri", "javascript:alert(1)", "northfield")])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_no_login_is_begun(school, method, field, value, platform):
    form, reply = school.member(PUPIL).log_in(opening("/embed/pig"), method, **{field: value})
    assert form is None
    refused(school, reply, platform)


def later(seconds):
    def change(claims):
        for name in ("iat", "exp"):
            claims[name] += seconds
    return change


TOKENS = {
    "expired": later(-900),
    "of the future": later(900),
    "without an end": lambda claims: claims.pop("exp"),
    "without a beginning": lambda claims: claims.pop("iat"),
    "for another tool": lambda claims: claims.update(aud="client-8", azp="client-8"),
    "for another of several tools": lambda claims: claims.update(
        aud=["client-7", "client-8"], azp="client-8"),
    "for one of several tools": lambda claims: claims.update(
        aud=["client-7", "client-8"], azp=None),
    "of another issuer": lambda claims: claims.update(iss="https://elsewhere.test"),
    "for another launch": lambda claims: claims.update(nonce="x" * 26),
    "for no launch": lambda claims: claims.pop("nonce"),
    "of another deployment": lambda claims: claims.update({f"{CLAIM}deployment_id": "2"}),
    "of no deployment": lambda claims: claims.pop(f"{CLAIM}deployment_id"),
    "of another version": lambda claims: claims.update({f"{CLAIM}version": "1.1"}),
    "of another message": lambda claims: claims.update(
        {f"{CLAIM}message_type": "LtiSubmissionReviewRequest"}),
    "without a link": lambda claims: claims.pop(f"{CLAIM}resource_link"),
    "with a link of no text": lambda claims: claims.update({f"{CLAIM}resource_link": {"id": 7}}),
    "with nothing to open": lambda claims: claims.pop(f"{CLAIM}custom"),
    **{f"to open {path}": lambda claims, path=path: claims.update({f"{CLAIM}custom": {"open": path}})
       for path in (
           "https://elsewhere.test/", "//elsewhere.test/embed/pig", "javascript:alert(1)",
           "/osr/vault", "/embed/../osr/vault", "/embed/nothing", "/room/KFH3QD", "/room?experiment=2d")},
}


@pytest.mark.proof
@pytest.mark.parametrize("change", TOKENS.values(), ids=TOKENS)
def test_no_token_is_taken(school, change):
    # A teacher's launch would open the room.
    link = opening("/embed/pig")
    member = school.member(TEACHER)
    (address, form), _ = member.log_in(link)
    refused(school, member.launch(address, school.platform.forge(form, change)))


def signatures(platform):
    """Keys and headers of tokens that the platform hasn't signed."""
    secret, own = platform.key.export_to_pem(), JWK.generate(kty="RSA", size=2048)
    return {
        "its public key as a secret": {
            "key": JWK(kty="oct", k=base64url_encode(secret)), "alg": "HS256"},
        "another key": {"key": own},
        "a key with no such name": {"kid": "x"},
        "no name of a key": {"kid": None},
        "another hash": {"alg": "RS512"},
        "other padding": {"alg": "PS256"},
        "a key that the token brings along": {
            "key": own, "jwk": own.export_public(as_dict=True)},
    }


@pytest.mark.proof
def test_no_forged_signature_is_taken_or_uses_a_launch_up(school):
    platform, member = school.platform, school.member(TEACHER)
    (address, form), _ = member.log_in(opening("/embed/pig"))
    forged = [platform.forge(form, **words) for words in signatures(platform).values()]
    head, body, signature = form["id_token"].split(".")
    none = base64url_encode(json.dumps({"alg": "none", "typ": "JWT"}))
    other = platform.forge(form, lambda claims: claims.update(sub="x"))["id_token"].split(".")[1]
    tokens = [
        f"{none}.{body}.", f"{none}.{body}.{signature}", f"{head}.{body}.", f"{head}.{body}",
        f"{head}.{other}.{signature}", f"{head}.{body}.{'A' * len(signature)}", "", "..", "x.y.z"]
    for wrong in [*forged, *({**form, "id_token": token} for token in tokens)]:
        refused(school, member.launch(address, wrong))
    assert member.launch(address, form).status == 303


@pytest.mark.proof
def test_no_state_is_taken_but_ours_and_none_twice(school):
    member = school.member(TEACHER)
    (address, form), _ = member.log_in(opening("/embed/pig"))
    (_, other), _ = school.member(PUPIL).log_in(opening("/embed/pig"))
    state = form["state"]
    for wrong in ("", "x", state[:-1], state[:-9] + state[-9:][::-1], state[1:]):
        refused(school, member.launch(address, {**form, "state": wrong}), None)
    refused(school, member.launch(address, {**form, "state": other["state"]}))
    refused(school, member.launch(address, {"id_token": form["id_token"]}), None)
    refused(school, member.launch(address, {**form, "more": "x" * 16_384}), None)
    assert member.launch(address, form).status == 303
    refused(school, member.launch(address, form))
    # Nor does another state make a used token good.
    (_, later), _ = member.log_in(opening("/embed/pig"))
    refused(school, member.launch(address, {**later, "id_token": form["id_token"]}))


@pytest.mark.proof
@pytest.mark.parametrize(
    "back", ["http://lms.test/return", "javascript:alert(1)", "/return", "", None])
def test_nothing_is_chosen_for_an_address_that_is_not_secure(school, back):
    def change(claims):
        claims[f"{CHOICE}deep_linking_settings"]["deep_link_return_url"] = back

    assert refuse(school, CHOOSING, change).status == 400


class Stranger(Member):
    """One whose requests count, all by the same address."""

    def send(self, *words, **variables):
        return super().send(*words, REMOTE_ADDR="192.0.2.1", **variables)


@pytest.mark.proof
def test_a_client_logs_in_and_comes_into_rooms_only_so_often(program, fresh_backend):
    backend = fresh_backend(workers=2, public_url=HALL, posts_per_minute=6, sessions_per_hour=2)
    platform, link = Platform(tool=HALL), room()
    register(program, {"state": backend.state}, "northfield", platform)
    launches = []
    for person in (TEACHER, PUPIL, Person("sub-of-another", "Pia")):
        member = Stranger(backend, platform, person)
        (address, form), _ = member.log_in(link)
        launches.append(member.launch(address, form))
    # Three logins and three launches are six forms.
    assert [reply.status for reply in launches] == [303, 303, 429]
    _, login = member.log_in(link)
    for reply, longest in ((launches[2], 3_600), (login, 60)):
        assert reply.status == 429 and 1 <= int(reply["retry-after"]) <= longest
        assert "Try again in" in reply.text


# Several processes


@pytest.mark.proof
def test_a_launch_outlives_a_restart_and_counts_once_in_all_processes(school):
    link = room()
    members = [school.member(person) for person in (TEACHER, PUPIL, TEACHER)]
    forms = [member.log_in(link)[0] for member in members]
    first = school.backends[-1]
    second = school.start()
    replies = []
    for member, backend, (address, form) in zip(members, (second, first, second), forms):
        member.backend = backend
        replies.append(member.launch(address, form))
    assert [reply.status for reply in replies] == [303] * 3
    first.stop()
    for member, (address, form), reply in zip(members, forms, replies):
        member.backend = second
        refused(school, member.launch(address, form))
        member.fetch(urljoin(address, reply["Location"]))
    assert members[0].has("Pause") and members[1].has("Join") and members[2].has("Pause")
    assert len({member.path.split("/")[4] for member in members}) == 1


@pytest.mark.proof
def test_nothing_is_kept_of_a_person(school):
    link = room()
    school.come(TEACHER, link)
    pupil = school.come(PUPIL, link)
    pupil.set_field("textbox", "Your name", "Somebody")
    pupil.press("Join")
    kept = school.kept()
    assert holds(kept, "Somebody")
    assert not holds(kept, TEACHER.sub) and not holds(kept, PUPIL.sub)


def holds(kept, text):
    """Bytes stand in hexadecimal digits in what a database gives out."""
    return text.encode() in kept or text.encode().hex().encode() in kept


# In a browser


@pytest.fixture
def course(program, town):
    """Opens a platform that one of the town's halls knows: `course("games")`."""
    with contextlib.ExitStack() as stack:
        def begin(name="hall"):
            hall = town.halls["hall" if name == "shy" else name]
            place = {"state": hall.state}

            def keys():
                return json.loads(ask(hall.socket, target=f"{hall.base}/lti/keys").text)

            platform = stack.enter_context(Server(
                town.front.folder / "certificate.pem", town.front.folder / "key.pem",
                lambda issuer: Platform(tool=town.hall(name=name), issuer=issuer), keys))
            register(program, place, "northfield", platform)
            return platform

        yield begin


def lead(teacher, platform, link):
    teacher.come(platform, TEACHER, link)
    # Where no cookie gets through, it takes a press.
    if teacher.button("Lead this room").count():
        teacher.press_on("Lead this room")
    expect(teacher.button("Pause")).to_be_visible()


@pytest.mark.proof
@pytest.mark.turns("name")
@pytest.mark.parametrize("name", ["hall", "games", "shy"])
def test_a_class_plays_in_the_frames_of_its_course(enrol, course, scripts, name):
    platform, link = course(name), room()
    teacher, pupil = (enrol(name=name, kind=Attendant, scripts=scripts) for _ in range(2))
    pupil.come(platform, PUPIL, link)
    assert pupil.page.locator("h1").inner_text() == "Your teacher hasn’t opened this yet"
    lead(teacher, platform, link)
    pupil.follow(pupil.field("link", "Look again").click)
    expect(pupil.field("textbox", "Your name")).to_have_value("Philippa")
    pupil.press_on("Join")
    pupil.press("Roll")
    rolled = outcome(pupil).inner_text()
    # Another day, from the course again.
    lead(teacher, platform, link)
    expect(teacher.button("Remove Philippa")).to_be_visible()
    pupil.come(platform, PUPIL, link)
    if name == "shy":
        pupil.follow(pupil.field("link", "Go in").click)
    assert outcome(pupil).inner_text() == rolled


@pytest.mark.proof
def test_a_link_opens_in_a_window_of_its_own(enrol, course, scripts):
    platform, link = course(), room()
    teacher, pupil = (enrol(kind=Attendant, scripts=scripts) for _ in range(2))
    teacher.come(platform, TEACHER, link, alone=True)
    expect(teacher.button("Pause")).to_be_visible()
    pupil.come(platform, PUPIL, link, alone=True)
    pupil.press_on("Join")
    expect(outcome(pupil)).to_be_visible()


@pytest.mark.proof
def test_a_teacher_chooses_in_a_frame_what_pupils_then_open(enrol, course, scripts):
    platform = course()
    teacher, pupil = (enrol(kind=Attendant, scripts=scripts) for _ in range(2))
    teacher.come(platform, TEACHER, CHOOSING)
    teacher.select("What", "Pig")
    teacher.press_on("Show its settings")
    teacher.set_field("spinbutton", "Goal", "50")
    teacher.press_on("Add to the course")
    teacher.press_on("Add to the course")
    (title,) = platform.links.keys() - {CHOOSING.id}
    assert teacher.page.locator("#added").inner_text() == f"Added: {title}"
    pupil.come(platform, PUPIL, platform.links[title])
    assert "goal=50" in pupil.path
    pupil.press("Roll")


@pytest.mark.proof
def test_no_measure_finds_anything_wrong_on_the_pages_of_a_launch(enrol, course):
    platform, visitor = course(), enrol(kind=Attendant, color_scheme="light")
    tab = visitor.context.new_page()
    measures = Measures(tab)

    def look(state, address=None):
        if address:
            tab.goto(address)
        measures.boxes(state)
        measures.axe(state, 320)
        tab.emulate_media(color_scheme="dark")
        measures.contrast(f"{state} in the dark", 390)
        tab.emulate_media(color_scheme="light")

    link = room()
    waiting = visitor.come(platform, PUPIL, link).page.url
    look("waiting", waiting)
    visitor.come(platform, TEACHER, link)
    look("opened", waiting)
    look("a lesson", visitor.come(platform, PUPIL, opening("/lessons/fair-dice")).page.url)
    choosing = visitor.come(platform, TEACHER, CHOOSING).page.url
    look("a game to choose", choosing)
    look("a room to choose", f"{choosing}?content=room")
    look("a mistake", f"{choosing}?content=pig&goal=many")
    tab.goto(choosing)
    tab.get_by_role("button", name="Add to the course").click()
    tab.wait_for_selector("#finish")
    look("chosen")
    assert measures.faults == {}
