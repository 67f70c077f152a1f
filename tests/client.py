"""A browser for tests: reads pages, fills in and submits their forms, follows redirects.

Everything goes over HTTP and is parsed out of the HTML. Nothing here knows the rules of any game.
"""

import json
import re
from html.parser import HTMLParser
from urllib.parse import urldefrag

_VOID = {"base", "br", "col", "hr", "img", "input", "link", "meta", "path", "rect"}
_GROUPS = ("radio", "checkbox")


class Node:
    """An element of a page."""

    def __init__(self, tag, attributes, parent=None):
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.children = []

    def __getitem__(self, name):
        return self.attributes.get(name)

    @property
    def classes(self):
        return (self["class"] or "").split()

    def all(self, *tags, **attributes):
        """Return every descendant with one of these tags and with these attributes."""
        for child in self.children:
            if isinstance(child, Node):
                if (not tags or child.tag in tags) and all(
                    child[name.rstrip("_").replace("_", "-")] == value
                    for name, value in attributes.items()
                ):
                    yield child
                yield from child.all(*tags, **attributes)

    def first(self, *tags, **attributes):
        return next(self.all(*tags, **attributes), None)

    def classed(self, name):
        return [node for node in self.all() if name in node.classes]

    def closest(self, *tags):
        node = self
        while node is not None and node.tag not in tags:
            node = node.parent
        return node

    def words(self, *without):
        """Return the text inside, single-spaced, without elements with the tags `without`."""
        return " ".join("".join(self._pieces(without)).split())

    def _pieces(self, without):
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag == "br":
                yield " "
            elif child.tag not in without:
                yield from child._pieces(without)  # noqa: SLF001 - the same class
                if child.tag in {"b", "p", "li", "div", "h1", "h2", "td", "th", "tr", "dt", "dd"}:
                    yield " "

    @property
    def text(self):
        return self.words()


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.root = self.here = Node("page", {})

    def handle_starttag(self, tag, attrs):
        node = Node(tag, {name: value if value is not None else "" for name, value in attrs})
        node.parent = self.here
        self.here.children.append(node)
        if tag not in _VOID:
            self.here = node

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.here = self.here.parent

    def handle_endtag(self, tag):
        assert tag in _VOID or self.here.tag == tag, f"</{tag}> closes <{self.here.tag}>"
        if tag not in _VOID:
            self.here = self.here.parent

    def handle_data(self, data):
        self.here.children.append(data)


def read_html(text):
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert reader.here is reader.root, f"<{reader.here.tag}> is never closed"
    return reader.root


class Page:
    """A response: its status, its text, and the links and forms on it."""

    def __init__(self, device, address, response, *, saved=False):
        self.device = device
        self.address = address
        self.response = response
        self.status = response.status_code
        self.saved = saved
        """Whether the page was reached by the 303 that follows a save."""
        self.root = read_html(response.get_data(as_text=True))

    @property
    def text(self):
        return self.root.text

    @property
    def title(self):
        return self.root.first("title").text

    @property
    def heading(self):
        headings = list(self.root.all("h1"))
        assert len(headings) == 1, f"{self.address} has {len(headings)} main headings"
        return headings[0].text

    @property
    def problem(self):
        """The error message of the page, or an empty text."""
        alert = self.root.first(role="alert")
        return alert.text if alert else ""

    @property
    def why(self):
        """The sentence that names the rule, without the words for what did not happen."""
        alert = self.root.first(role="alert")
        return alert.words("b") if alert else ""

    @property
    def at_fault(self):
        """The names of the fields that the page marks as wrong."""
        names = set()
        for node in self.root.all():
            if node["aria-invalid"] == "true":
                told = self.root.first(id=node["aria-describedby"].split()[0])
                assert told.text == self.problem, "a field at fault points at the sentence"
                named = [node] if node["name"] else node.all("input", "select")
                names |= {each["name"] for each in named}
        return names

    @property
    def links(self):
        return {link.text: link["href"] for link in self.root.all("a")}

    @property
    def buttons(self):
        return [button.text for button in self.root.all("button")]

    def go(self, link):
        """Follow the link with this text."""
        return self.device.get(self.links[link])

    def form(self, button):
        """Return the form that has a button with this text."""
        found = [node for node in self.root.all("form") if _button(node, button) is not None]
        assert len(found) == 1, f"{len(found)} forms with {button!r} among {self.buttons}"
        return Form(self, found[0], button)

    def press(self, button):
        return self.form(button).press()

    @property
    def sum(self):
        """The lines of a sum: what each is for, and the figure."""
        body = self.root.classed("sum")[0]
        return [(row.first("th").text, row.first("td").text) for row in body.all("tr")]

    # The match page

    @property
    def names(self):
        """The names of the sides, over their totals."""
        return [node.classed("name")[0].first("bdi").text for node in self.root.classed("tot")]

    @property
    def totals(self):
        return [
            int(node.classed("big")[0].text.replace("\u2212", "-"))
            for node in self.root.classed("tot")
        ]

    @property
    def notes(self):
        """The notes under each total: points left to the target, shortfall carried."""
        return [node.classed("go")[0].text for node in self.root.classed("tot")]

    @property
    def final(self):
        """The totals of an ended match."""
        figures = self.root.classed("final")[0].classed("num")
        return [int(_own(node).split()[0].replace("\u2212", "-")) for node in figures]

    @property
    def verdict(self):
        heads = (node.first("bdi") or node for node in self.root.all("h2"))
        return next((node.text for node in heads if re.search(r" wins?, ", node.text)), "")

    @property
    def chips(self):
        return [chip.text for chip in self.root.classed("chip")]

    @property
    def said(self):
        """The message of the page about the last save."""
        told = (node for node in self.root.all(role="status") if node["hidden"] is None)
        return next((node.text for node in told if node.text), "")

    @property
    def rows(self):
        """The rows of the sheet without the blank next one."""
        body = self.root.classed("sheet")[0].first("tbody")
        return [Row(node) for node in body.all("tr") if "next" not in node.classes]


class Row:
    """A row of the sheet."""

    def __init__(self, node):
        self.node = node
        self.number = int(node.first("th").text)
        self.struck = "struck" in node.classes
        self.adjustment = "adjustment" in node.classes
        story = node.classed("st")[0]
        self.story = story.text.partition(": ")[2] if story.tag == "a" else story.text
        cells = node.classed("cell")
        self.wrote = [_figure(cell, "w") for cell in cells]
        self.totals = [_figure(cell, "run") for cell in cells]
        self.notes = [" ".join(note.text for note in cell.classed("cy")) for cell in cells]
        self.corrected = ["corrected by hand" in cell.text for cell in cells]


class Form:
    """A form that is being filled in."""

    def __init__(self, page, node, button):
        self.page = page
        self.node = node
        self.button = _button(node, button)
        self.action = node["action"] or page.address
        self.values = []
        for control in node.all("input", "select", "textarea"):
            self.values += [(control["name"], value) for value in _held(control)]

    @property
    def typed(self):
        """The values in the form without the hidden fields."""
        hidden = {node["name"] for node in self.node.all("input", type="hidden")}
        return {name: value for name, value in self.values if name not in hidden}

    def value(self, name):
        found = [value for each, value in self.values if each == name]
        return found[0] if found else None

    def names(self, kind):
        """Return the labels of every control of one kind: radio, checkbox, text."""
        return [label_of(node) for node in self.node.all("input", type=kind)]

    def choose(self, label, of=""):
        """Choose the radio button or checkbox with this label, in the group `of` if given."""
        node = self._control(
            label,
            [
                node
                for node in self.node.all("input")
                if node["type"] in _GROUPS and (not of or of in _legend(node))
            ],
        )
        if node["type"] == "radio":
            self.drop(node["name"])
        self.values.append((node["name"], node["value"]))
        return self

    def untick(self, label):
        self.drop(self._control(label, list(self.node.all("input", type="checkbox")))["name"])
        return self

    def type(self, label, text):
        """Type into the field with this label, in place of its value."""
        texts = [node for node in self.node.all("input") if (node["type"] or "text") == "text"]
        return self.put(self._control(label, texts)["name"], text)

    def pick(self, label, option):
        """Choose from the list with this label."""
        node = self._control(label, list(self.node.all("select")))
        value = {each.text: each["value"] for each in node.all("option")}[option]
        return self.put(node["name"], value)

    def put(self, name, value):
        """Set a field by its name to a value that no page offers."""
        self.drop(name).values.append((name, value))
        return self

    def drop(self, name):
        self.values = [(each, value) for each, value in self.values if each != name]
        return self

    def press(self):
        """Submit the form and follow the redirect. May be called more than once."""
        values = list(self.values)
        if self.button["name"]:
            values.append((self.button["name"], self.button["value"]))
        return self.page.device.post(self.action, values)

    def send(self):
        """Submit the form without naming a button."""
        return self.page.device.post(self.action, list(self.values))

    def _control(self, label, nodes):
        exact = [node for node in nodes if label_of(node) == label]
        found = exact or [node for node in nodes if label_of(node).startswith(f"{label} ")]
        assert len(found) == 1, (
            f"{len(found)} x {label!r} among {[label_of(node) for node in nodes]}"
        )
        return found[0]


class Device:
    """A person's browser: keeps its cookies, and fails at any answer of 500 and more."""

    def __init__(self, client):
        self.client = client

    def ask(self, method, address, **sent):
        """Return the bare answer. Fail if it is an error of the server."""
        response = self.client.open(urldefrag(address).url, method=method, buffered=True, **sent)
        assert response.status_code < 500, f"{method} {address}: {response.status}"
        return response

    def get(self, address, *, saved=False):
        return Page(self, address, self.ask("GET", address), saved=saved)

    def post(self, address, values):
        """Submit a form and return the page: a save answers 303, which is followed."""
        body = {}
        for name, value in values:
            body.setdefault(name, []).append(value)
        response = self.ask("POST", address, data=body)
        if response.status_code == 303:
            return self.get(response.location, saved=True)
        shows = any(name == "deed" and value.startswith("show") for name, value in values)
        assert shows or response.status_code >= 400, f"POST {address} answers {response.status}"
        return Page(self, address, response)

    def new_form(self):
        return self.get("/new").form("Start match")

    def open_match(self, **names):
        """Open a match of plain Pepper with these names in the fields with these labels."""
        form = self.new_form()
        for label, name in names.items():
            form.type(label, name)
        return self.start(form)

    def start(self, form):
        """Submit the form of a new match."""
        page = form.press()
        assert page.saved, page.problem
        return Table(self, page.address)

    def token(self):
        """Return a CSRF token of this browser's forms."""
        return self.new_form().value("csrf_token")


class Table:
    """A match that one device writes to."""

    def __init__(self, device, address):
        self.device = device
        self.address = urldefrag(address).url
        self.code = self.address.rpartition("/")[2]

    @property
    def page(self):
        return self.device.get(self.address)

    def open(self, place):
        """Open a page of the match: "menu", "history", "hands/2"."""
        return self.device.get(f"{self.address}/{place}")

    def form(self, button, place=""):
        return (self.open(place) if place else self.page).form(button)

    @property
    def hand_form(self):
        """Return the form of the next hand."""
        page = self.page
        (button,) = [text for text in page.buttons if text.startswith("Save hand ")]
        return page.form(button)

    def tapped(self, bid="", tricks="", *, seat="", trump="", note="", also=()):
        """Return the form of the next hand with these labels chosen."""
        return tap(self.hand_form, bid, tricks, seat=seat, trump=trump, note=note, also=also)

    def play(self, bid, tricks, **more):
        """Save a hand and return the match page."""
        page = self.tapped(bid, tricks, **more).press()
        assert page.saved, page.problem
        return page

    def press(self, button, place=""):
        """Press a button of a form that needs no other input."""
        page = self.form(button, place).press()
        assert page.saved, page.problem
        return page

    def change(self, number):
        return self.form(f"Change hand {number}", f"hands/{number}")

    def correct(self, number, side, points):
        page = self.column(number, side, points).press()
        assert page.saved, page.problem
        return page

    def column(self, number, side, points):
        form = self.form("Correct the column", "column").pick("Hand", str(number))
        return form.choose(side).type("Worth", points)

    def adjustment(self, *points, note=""):
        form = self.form("Write the points", "adjust").type("What for?", note)
        for place, text in enumerate(points):
            form.put(f"points-{place}", text)
        return form

    def adjust(self, *points, note=""):
        page = self.adjustment(*points, note=note).press()
        assert page.saved, page.problem
        return page

    def end(self):
        return self.press("End match", "menu")

    def reopen(self, reason):
        page = self.form("Open the match again", "reopen").type("Why?", reason).press()
        assert page.saved, page.problem
        return page

    def rename(self, label, name):
        page = self.form(f"Rename {label}", "rename").type(label, name).press()
        assert page.saved, page.problem
        return page

    def file(self, ext="json"):
        """Return the bytes of a download."""
        response = self.device.ask("GET", f"{self.address}/sheet.{ext}")
        assert response.status_code == 200, response.status
        return response.data

    @property
    def entries(self):
        """Every entry of the journal."""
        return json.loads(self.file())["entries"]

    @property
    def log(self):
        """The lines of History, newest first, each as one text."""
        return [node.text for node in self.open("history").root.first("ol").all("li")]


def tap(form, bid="", tricks="", *, seat="", trump="", note="", also=()):
    """Choose these labels on a hand form."""
    for label in filter(None, (bid, tricks, *also)):
        form.choose(label)
    if seat:
        form.choose(seat, of="Who bid")
    if trump:
        form.choose(trump, of="Trump")
    if note:
        form.type("Note", note)
    return form


def _own(node):
    """Return the text of a figure without the words that only screen readers read."""
    hidden = {id(each) for each in node.classed("vh")}
    return "".join(
        child if isinstance(child, str) else child.text
        for child in node.children
        if id(child) not in hidden
    ).strip()


def _figure(cell, name):
    """Return a number of the sheet, or None if the cell is blank."""
    text = cell.classed(name)[0].text.replace("\u2212", "-")
    return int(text) if text else None


def _held(control):
    """Return what a browser would send for the control in its present state."""
    if control["disabled"] is not None or not control["name"]:
        return []
    if control.tag == "select":
        options = list(control.all("option"))
        chosen = [each for each in options if each["selected"] is not None] or options[:1]
        return [each["value"] for each in chosen]
    if control["type"] in _GROUPS:
        return [control["value"]] if control["checked"] is not None else []
    return [control["value"] or ""]


def _button(form, words):
    """Return the form's button with this text, or None."""
    return next((node for node in form.all("button") if node.text == words), None)


def label_of(control):
    """Return the text of the label of a control."""
    if control["aria-label"]:
        return control["aria-label"]
    root = control
    while root.parent is not None:
        root = root.parent
    if control["aria-labelledby"]:
        return root.first(id=control["aria-labelledby"]).text
    around = control.closest("label")
    named = around or root.first("label", for_=control["id"])
    unheard = [node.text for node in named.all(aria_hidden="true")] if named else []
    return named.words("select").removeprefix("".join(unheard)) if named else ""


def _legend(control):
    group = control.closest("fieldset")
    legend = group.first("legend") if group else None
    return legend.text if legend else ""
