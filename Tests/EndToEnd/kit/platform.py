"""A learning platform that opens the hall by LTI 1.3, and the people whom it sends there.

What it asks, checks and signs comes from a library that knows nothing of us; tokens that no platform
would sign are forged with another.
"""

import html
import json
import ssl
import sys
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from jwcrypto.jwk import JWK
from jwcrypto.jws import JWS
from lti1p3platform.ltiplatform import LTI1P3PlatformConfAbstract
from lti1p3platform.message_launch import LTIAdvantageMessageLaunchAbstract
from lti1p3platform.oidc_login import OIDCLoginAbstract
from lti1p3platform.registration import Registration

from kit.fastcgi_client import ask
from kit.reader import Reader
from kit.town import Pupil

CLAIM = "https://purl.imsglobal.org/spec/lti/claim/"
CHOICE = "https://purl.imsglobal.org/spec/lti-dl/claim/"
ROLES = "http://purl.imsglobal.org/vocab/lis/v2/"
"""What the names of roles begin with."""


@dataclass(frozen=True)
class Person:
    """Somebody with an account at the platform; `sub` is what it calls them."""

    sub: str
    given_name: str = ""
    roles: tuple = (f"{ROLES}membership#Learner",)


@dataclass(frozen=True)
class Link:
    """A link of the course to the hall, with its custom parameters."""

    id: str
    custom: dict = field(default_factory=dict, hash=False)


CHOOSING = Link("choose")
"""To choose what a new link opens."""


class Registered(Registration):
    """Reads its own key once, which takes a tenth of a second."""

    def set_platform_key(self, key):
        self.kid = key.thumbprint()
        self.set_platform_private_key(key.get_op_key("sign"))
        self.set_platform_public_key(key.export_to_pem().decode())

    def get_kid(self):
        return self.kid


class Login(OIDCLoginAbstract):
    def set_lti_message_hint(self, hint):
        self._lti_message_hint = hint

    def get_redirect(self, url):
        return url


class Launch(LTIAdvantageMessageLaunchAbstract):
    def render_launch_form(self, launch_data):
        return launch_data


def signed(claims, key, **header):
    """A token with these claims and this header, whatever they are."""
    token = JWS(json.dumps(claims).encode())
    token.allowed_algs = [header["alg"]]
    token.add_signature(key, None, json.dumps({"typ": "JWT", **header}))
    return token.serialize(compact=True)


def read(token):
    """A token's header and claims, unchecked."""
    parts = JWS()
    parts.deserialize(token)
    return parts.jose_header, json.loads(parts.objects["payload"])


class Platform(LTI1P3PlatformConfAbstract):
    """The platform of a school, which knows the hall as `tool`."""

    client, deployment = "client-7", "1"
    takes = None
    """What kinds of content may be chosen; `None` for all."""

    def init_platform_config(self, tool, issuer="https://lms.test"):
        self.tool, self.issuer = tool, issuer
        self.people, self.links = {}, {}
        self._registration = (
            Registered().set_iss(issuer).set_client_id(self.client)
            .set_deployment_id(self.deployment).set_oidc_login_url(f"{tool}/lti/login")
            .set_launch_url(f"{tool}/lti/launch").set_deeplink_launch_url(f"{tool}/lti/launch"))
        self.renew_key()

    def get_registration_by_params(self):
        return self._registration

    def renew_key(self):
        self.key = JWK.generate(kty="RSA", size=2048)
        self._registration.set_platform_key(self.key)

    @property
    def registration(self):
        """What an operator tells the hall of it, as options of the program."""
        return [
            "--issuer", self.issuer, "--client-id", self.client, "--deployment", self.deployment,
            "--authorize", f"{self.issuer}/authorize?site=1"]

    @property
    def key_set(self):
        return json.dumps(self.get_jwks())

    def login(self, person, link):
        """Where it sends the browser of somebody who opens a link."""
        self.people[person.sub], self.links[link.id] = person, link
        login = Login(None, self)
        login.set_lti_message_hint(link.id)
        return login.initiate_login(person.sub)

    def authorize(self, query):
        """What it has a browser post that comes back from the hall's login, and where."""
        asked = dict(parse_qsl(query, strict_parsing=True))
        assert asked.pop("site") == "1"
        assert asked.items() >= {
            "scope": "openid", "response_type": "id_token", "response_mode": "form_post",
            "prompt": "none", "redirect_uri": f"{self.tool}/lti/launch"}.items()
        person, link = self.people[asked["login_hint"]], self.links[asked["lti_message_hint"]]
        launch = Launch(SimpleNamespace(get_data=asked), self)
        launch.set_user_data(person.sub, list(person.roles))
        if link == CHOOSING:
            launch.set_dl(
                f"{self.issuer}/return", accept_types=self.takes, extra_data="for the platform")
        else:
            launch.set_resource_link_claim(link.id, title="A link")
            launch.set_custom_parameters_claim(link.custom)
        if person.given_name:
            launch.set_extra_claims({"given_name": person.given_name})
        form = launch.lti_launch()
        return form.pop("launch_url"), form

    def forge(self, form, change=lambda claims: None, key=None, **header):
        """The same form with a token whose claims were changed, well signed unless told otherwise."""
        old, claims = read(form["id_token"])
        change(claims)
        return {**form, "id_token": signed(claims, key or self.key, **{**old, **header})}

    def take(self, token, key_set):
        """Takes over what was chosen, if the hall's keys have signed it: links of the course are then
        known by title."""
        self._registration.set_tool_key_set(key_set)
        chosen = self.validate_deeplinking_resp({"JWT": token})
        for item in chosen:
            if item["type"] == "ltiResourceLink":
                self.links[item["title"]] = Link(item["title"], item["custom"])
        return chosen


FROM_OUTSIDE = {"HTTP_SEC_FETCH_SITE": "cross-site"}


class Member(Reader):
    """A person of the platform without a browser, who asks a backend and follows where it leads."""

    def __init__(self, backend, platform, person, keeps_cookies=True):
        super().__init__(platform.tool)
        self.backend, self.platform, self.person = backend, platform, person
        self.keeps_cookies = keeps_cookies

    def send(self, method, address, body=None, **variables):
        assert address.startswith(self.origin), address
        reply = ask(
            self.backend.socket, method, address.removeprefix(self.origin).partition("#")[0], body,
            HTTPS="on", HTTP_HOST=urlsplit(self.url).netloc,
            **{"HTTP_SEC_FETCH_SITE": "same-origin", **variables},
            **({"HTTP_COOKIE": str(self.cookies)} if self.cookies else {}))
        if self.keeps_cookies:
            self.cookies.keep(reply.cookies)
        return reply

    def fetch(self, address, form=None, kind=None):
        reply = self.send("GET" if form is None else "POST", address, form)
        while reply.status == 303:
            address = urljoin(address, reply["Location"])
            reply = self.send("GET", address)
        self.address, self.status, self.body, self.tree = address, reply.status, reply.text, None

    def log_in(self, link, method="GET", **changes):
        """Opens a link of the course, with some of what the platform says changed or left out; what is
        to be posted and where, and the reply that led to it."""
        place, _, query = self.platform.login(self.person, link).partition("?")
        fields = {**dict(parse_qsl(query)), **changes}
        query = urlencode({name: value for name, value in fields.items() if value is not None})
        reply = (
            self.send("GET", f"{place}?{query}", **FROM_OUTSIDE) if method == "GET" else
            self.send("POST", place, query.encode(), **FROM_OUTSIDE))
        if reply.status != 303:
            return None, reply
        place, _, query = reply["Location"].partition("?")
        assert place == f"{self.platform.issuer}/authorize"
        return self.platform.authorize(query), reply

    def launch(self, address, form):
        """Posts what the platform says; the hall's reply."""
        return self.send(
            "POST", address, urlencode(form).encode(), **FROM_OUTSIDE,
            HTTP_ORIGIN=self.platform.issuer)

    def come(self, link):
        """Opens a link of the course, and goes all the way."""
        (address, form), _ = self.log_in(link)
        reply = self.launch(address, form)
        assert reply.status == 303, reply.text
        self.fetch(urljoin(address, reply["Location"]))
        return self

    @property
    def path(self):
        return self.address.removeprefix(self.url)


PAGE = "<!doctype html><meta charset=utf-8><title>Course</title><h1>Course</h1>"


class Counter(BaseHTTPRequestHandler):
    """Where browsers ask a platform."""

    def reply(self, body="", status=200, **headers):
        self.send_response(status)
        for name, text in {"Content-Type": "text/html", **headers}.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body.encode())

    def do_GET(self):
        platform = self.server.platform
        path, _, query = self.path.partition("?")
        asked = dict(parse_qsl(query))
        if path == "/course":
            link = f"/open?{html.escape(query)}"
            self.reply(
                f'{PAGE}<a href="{link}" target=_blank>In a new window</a>' if "alone" in asked else
                f'{PAGE}<iframe src="{link}" width=640 height=900></iframe>')
        elif path == "/open":
            address = platform.login(platform.people[asked["person"]], platform.links[asked["link"]])
            self.reply(status=302, Location=address)
        elif path == "/authorize":
            address, form = platform.authorize(query)
            fields = "".join(f'<input type=hidden name={name} value="{html.escape(value)}">'
                             for name, value in form.items())
            self.reply(
                f'{PAGE}<form method=post action="{address}">{fields}<button>Go on</button></form>'
                "<script>document.forms[0].submit()</script>")
        else:
            self.reply(PAGE, 404)

    def do_POST(self):
        assert self.path == "/return"
        form = dict(parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
        chosen = self.server.platform.take(form["JWT"], self.server.keys())
        titles = [item["title"] for item in chosen]
        self.reply(f"{PAGE}<p id=added>Added: {html.escape(', '.join(titles))}</p>")

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    """A platform at an origin of its own, over https; `keys` answers with the hall's key set."""

    daemon_threads = True

    def __init__(self, certificate, key, make, keys):
        super().__init__(("127.0.0.1", 0), Counter)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self.socket = context.wrap_socket(
            self.socket, server_side=True, do_handshake_on_connect=False)
        self.platform = make(f"https://lms.test:{self.server_port}")
        self.keys = keys

    def handle_error(self, *arguments):
        # Browsers look at the certificate first.
        if not isinstance(sys.exc_info()[1], ssl.SSLError):
            super().handle_error(*arguments)

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self.platform

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class Attendant(Pupil):
    """A person of the platform, with its course in a browser as the tab."""

    def come(self, platform, person, link, alone=False):
        """Opens a link of the course, in the frame or alone in a new window."""
        platform.people[person.sub], platform.links[link.id] = person, link
        alone_too = {"alone": 1} if alone else {}
        query = urlencode({"person": person.sub, "link": link.id, **alone_too})
        self.tab.goto(f"{platform.issuer}/course?{query}")
        if alone:
            with self.context.expect_page() as opened:
                self.tab.get_by_role("link").click()
            self.page = opened.value
        else:
            self.sit()
        if not self.scripts:
            self.follow(self.button("Go on").click)
        self.page.wait_for_url(lambda address: address.startswith(self.url))
        return self
