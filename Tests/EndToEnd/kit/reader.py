"""A visitor without a browser, for the way to a state: what takes a browser minutes takes no time."""

import http.client
import re
from html.parser import HTMLParser
from urllib.parse import urlencode, urljoin, urlsplit

from kit.guest import Jar, upload

VOID = "area base br col embed hr img input link meta source track wbr".split()
HEADERS = {
    "Accept": "text/html", "Connection": "close", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-Dest": "document"}
"""What browsers say of themselves. No connection is kept that a server might close while nobody looks."""


class Node:
    """An element with its children, which are texts and further elements."""

    def __init__(self, tag, attributes, parent):
        self.tag, self.attributes, self.parent = tag, attributes, parent
        self.children = []

    def __getitem__(self, name):
        return self.attributes.get(name)

    def __contains__(self, name):
        return name in self.attributes

    def all(self, *tags):
        for child in self.children:
            if isinstance(child, Node):
                if not tags or child.tag in tags:
                    yield child
                yield from child.all(*tags)

    def inside(self, tag):
        """The nearest element of that kind around this one."""
        node = self
        while node and node.tag != tag:
            node = node.parent
        return node

    def has_class(self, name):
        return name in (self["class"] or "").split()

    def texts(self, also_unsaid=True):
        for child in self.children:
            if not isinstance(child, Node):
                yield child
            elif also_unsaid or child["aria-hidden"] != "true":
                yield from child.texts(also_unsaid)

    @property
    def text(self):
        return " ".join("".join(self.texts()).split())

    @property
    def name(self):
        """What a screen reader calls it: its text without what is only seen."""
        return " ".join("".join(self.texts(also_unsaid=False)).split())

    @property
    def value(self):
        """What a browser sends for this control, or None."""
        if self.tag == "select":
            options = list(self.all("option"))
            chosen = next((one for one in options if "selected" in one), options[0])
            return chosen["value"] if "value" in chosen else chosen.text
        if self["type"] in ("checkbox", "radio"):
            return (self["value"] or "on") if "checked" in self else None
        if self.tag == "textarea" and "value" not in self:
            return self.text
        return self["value"] or ""


class Parser(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.root = self.node = Node("", {}, None)
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        node = Node(tag, dict(attributes), self.node)
        self.node.children.append(node)
        if tag not in VOID:
            self.node = node

    def handle_startendtag(self, tag, attributes):
        self.node.children.append(Node(tag, dict(attributes), self.node))

    def handle_endtag(self, tag):
        if node := self.node.inside(tag):
            self.node = node.parent

    def handle_data(self, data):
        self.node.children.append(data)


class Reader:
    """Reads pages and sends their forms, as a browser without scripts does; it has the
    interface of `Visitor`, so that either can play or make characters."""

    def __init__(self, url, cookies=None):
        self.url = url
        self.cookies = Jar()
        self.cookies.update(cookies or {})
        parts = urlsplit(url)
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.connection = http.client.HTTPConnection(parts.netloc, timeout=30)

    def open(self, path):
        self.fetch(self.url + path)

    def fetch(self, address, form=None, kind="application/x-www-form-urlencoded"):
        """Fetches a page, or sends a form's body, and follows to where that leads."""
        for _ in range(5):
            headers = dict(HEADERS)
            if self.cookies:
                headers["Cookie"] = str(self.cookies)
            if form is not None:
                headers["Content-Type"] = kind
            self.connection.request(
                "GET" if form is None else "POST",
                address.removeprefix(self.origin).partition("#")[0], form, headers)
            answer = self.connection.getresponse()
            body = answer.read().decode()
            self.cookies.keep(answer.headers.get_all("Set-Cookie") or [])
            if answer.status not in (301, 303, 307):
                self.address, self.status, self.body = address, answer.status, body
                self.headers = {name.lower(): text for name, text in answer.headers.items()}
                self.tree = None
                return
            address = urljoin(address, answer.headers["Location"])
            form = form if answer.status == 307 else None
        raise AssertionError(f"{address} leads on and on")

    # What the page says

    @property
    def page(self):
        """Read only when it is asked for, which takes longer than to fetch it."""
        self.tree = self.tree or Parser(self.body).root
        return self.tree

    def facts(self):
        return {
            next(one.all("dt")).text: next(one.all("dd")).text
            for facts in self.page.all("dl") if facts.has_class("facts") for one in facts.all("div")}

    def find(self, identity):
        return next(one for one in self.page.all() if one["id"] == identity)

    def headline(self):
        return self.find("outcome").text

    def advice(self):
        outcome = self.find("outcome")
        beside = outcome.parent.children
        return next(
            one.text for one in beside[beside.index(outcome):]
            if isinstance(one, Node) and one.tag == "p")

    def scores(self):
        return {
            next(one.all("dt")).text: int(re.match(r"\d+", next(
                part for part in one.all() if part.has_class("score")).text)[0])
            for one in self.page.all() if one.has_class("ability")}

    def buttons(self, name):
        return [one for one in self.page.all("button")
                if one.name == name and "disabled" not in one]

    def has(self, name):
        return bool(self.buttons(name))

    # What a visitor does

    def field(self, name):
        """The control with that label."""
        labels = [one for one in self.page.all("label") if one.text == name]
        assert labels, f"no field {name} at {self.address}"
        return self.find(labels[0]["for"])

    def set_field(self, _, name, value):
        self.field(name).attributes["value"] = str(value)

    def set_ante(self, dollars):
        self.set_field("spinbutton", "Ante", dollars)

    def select(self, name, wish):
        options = list(self.field(name).all("option"))
        (wished,) = [option for option in options if option.text == wish]
        for option in options:
            option.attributes.pop("selected", None)
        wished.attributes["selected"] = ""

    def tick(self, role, name, is_ticked=True):
        field = self.field(name)
        if role == "radio":
            for other in self.page.all("input"):
                if other["name"] == field["name"]:
                    other.attributes.pop("checked", None)
        field.attributes.pop("checked", None)
        if is_ticked:
            field.attributes["checked"] = ""

    def set_file(self, name, content):
        self.field(name).attributes["value"] = content

    def forget(self):
        """Makes the page an old one, whose forms were drawn before the first move."""
        for one in self.page.all("input"):
            if one["name"] == "revision":
                one.attributes["value"] = "0"

    def press(self, name):
        found = self.buttons(name)
        assert found, f"no button {name} at {self.address}"
        button = found[0]
        form = self.find(button["form"]) if "form" in button else button.inside("form")
        fields = [
            (one["name"], one.value) for one in self.page.all("input", "select", "textarea")
            if one["name"] and "disabled" not in one and one.value is not None
            and (self.find(one["form"]) if "form" in one else one.inside("form")) is form]
        if button["name"]:
            fields.append((button["name"], button["value"] or ""))
        action = urljoin(self.address, button["formaction"] or form["action"])
        if form["enctype"]:
            self.fetch(action, upload(fields), "multipart/form-data; boundary=xYz")
        elif (button["formmethod"] or form["method"]) == "post":
            self.fetch(action, urlencode(fields).encode())
        else:
            self.fetch(action.partition("?")[0] + (f"?{urlencode(fields)}" if fields else ""))

    press_on = press

    def go_on(self, name="Continue"):
        self.press(name)

    def open_link(self, name):
        links = [one for one in self.page.all("a") if one.text == name]
        assert links, f"no link {name} at {self.address}"
        self.fetch(urljoin(self.address, links[0]["href"]))
