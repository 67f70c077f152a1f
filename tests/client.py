"""A person's browser for tests: WebTest, and BeautifulSoup to read what it gets.

Forms are filled in by the labels that people read. Nothing here knows the rules of any game.
"""

from functools import cached_property
from urllib.parse import urldefrag, urlencode

import webtest
from werkzeug.urls import iri_to_uri

from tests.html import label_of, legend_of, parse, text, texts
from tests.match_page import MatchPage, Table


class Page(MatchPage):
    """A response: its status, its text, and the links and forms on it."""

    def __init__(self, device, address, response, *, saved=False):
        self.device = device
        self.address = address
        self.response = response
        self.status = response.status_int
        self.saved = saved
        """Whether the page was reached by the 303 that follows a save."""

    @cached_property
    def html(self):  # type: ignore[override]
        return parse(self.response.text)

    @cached_property
    def text(self):
        return text(self.html)

    @property
    def title(self):
        return text(self.html.title)

    @property
    def heading(self):
        (heading,) = texts(self.html, "h1")
        return heading

    @property
    def problem(self):
        """The error message of the page, or an empty text."""
        alert = self.html.select_one("[role=alert]")
        return text(alert) if alert else ""

    @property
    def why(self):
        """The sentence that names the rule, without the words for what did not happen."""
        alert = self.html.select_one("[role=alert]")
        return text(alert, "b") if alert else ""

    @property
    def at_fault(self):
        """The names of the fields that the page marks as wrong."""
        marked = self.html.select("[aria-invalid=true]")
        for node in marked:
            described = self.html.find(id=node["aria-describedby"].split()[0])
            assert text(described) == self.problem, "a field at fault points at the sentence"
        fields = [each for node in marked for each in (node, *node.select("input, select"))]
        return {each["name"] for each in fields if each.get("name")}

    @property
    def links(self):
        return {text(link): link.get("href") for link in self.html.select("a")}

    @property
    def buttons(self):
        return texts(self.html, "button")

    def go(self, link):
        """Follow the link with this text."""
        return self.device.get(self.links[link])

    def form(self, button):
        """Return the form that has a button with this text."""
        found = [node for node in self.html.select("form") if button in texts(node, "button")]
        assert len(found) == 1, f"{len(found)} forms with {button!r} among {self.buttons}"
        return Form(self, found[0], button)

    def press(self, button):
        return self.form(button).press()


class Form(webtest.Form):
    """A form that is filled in by labels, and submitted by the text of its button."""

    def __init__(self, page, html, button):
        # Not by super().__init__: it would parse the form once more, without its page.
        self.page, self.response, self.html, self.id = page, page.response, html, None
        self.action = html.get("action") or page.address
        self.field_order: list[tuple[str, webtest.forms.Field]] = []
        self._parse_fields()
        self.label = button
        self.button = next(each for each in html.select("button") if text(each) == button)

    @property
    def values(self):
        """The names and values that the form sends, without its button."""
        return self.submit_fields()

    @property
    def typed(self):
        """The values in the form without the hidden fields."""
        hidden = {node.get("name") for node in self.html.select("input[type=hidden]")}
        return {name: value for name, value in self.values if name not in hidden}

    def value(self, name):
        return next((value for each, value in self.values if each == name), None)

    def names(self, kind):
        """Return the labels of every control of one kind: radio, checkbox, text."""
        return [label_of(node) for node in self.html.select(f"input[type={kind}]")]

    def choose(self, label, of=""):
        """Choose the radio button or checkbox with this label, in the group `of` if given."""
        found = self.html.select("input[type=radio], input[type=checkbox]")
        node = _labelled(label, [each for each in found if of in legend_of(each)])
        if node["type"] == "radio":
            return self.put(node["name"], node["value"])
        return self._add(node["name"], node["value"])

    def untick(self, label):
        return self.drop(_labelled(label, self.html.select("input[type=checkbox]"))["name"])

    def type(self, label, value):
        """Type into the field with this label, in place of its value."""
        found = self.html.select("input:not([type]), input[type=text]")
        return self.put(_labelled(label, found)["name"], value)

    def pick(self, label, option):
        """Choose from the list with this label."""
        name = _labelled(label, self.html.select("select"))["name"]
        self.select(name, text=option)
        return self

    def put(self, name, value):
        """Set a field by its name, also to a value that no page offers."""
        return self.drop(name)._add(name, value)  # noqa: SLF001 - of this form

    def drop(self, name):
        self.fields.pop(name, None)
        self.field_order = [(each, field) for each, field in self.field_order if each != name]
        return self

    def _add(self, name, value):
        field = webtest.forms.Text(self, "input", name, len(self.html.find_all()), value)
        self.fields.setdefault(name, []).append(field)
        self.field_order.append((name, field))
        return self

    def press(self):
        """Submit the form and follow the redirect. May be called more than once."""
        button = self.button.get("name"), self.button.get("value", "")
        return self.page.device.post(self.action, [*self.values, *([button] if button[0] else [])])

    def send(self):
        """Submit the form without naming a button."""
        return self.page.device.post(self.action, self.values)


def _labelled(label, nodes):
    labels = [label_of(node) for node in nodes]
    exact = [node for node, each in zip(nodes, labels, strict=True) if each == label]
    longer = [n for n, each in zip(nodes, labels, strict=True) if each.startswith(f"{label} ")]
    found = exact or longer
    assert len(found) == 1, f"{len(found)} x {label!r} among {labels}"
    return found[0]


class Device:
    """A person's browser: keeps its cookies, and fails at any answer of 500 and more."""

    def __init__(self, app, **environ):
        self.client = webtest.TestApp(
            app, extra_environ={"HTTP_HOST": "localhost", **environ}, lint=False
        )

    def ask(self, method, address, *, data=None, query=None, **sent):
        """Return the bare answer. Fail if it is an error of the server."""
        address = iri_to_uri(urldefrag(address).url) + (f"?{urlencode(query)}" if query else "")
        sent["expect_errors"] = True
        sent["environ"] = dict(self.client.extra_environ)
        sent["url_encoding"] = "latin-1"  # an address may hold bytes that are no text
        response = self.client.request(address, method=method, POST=data, **sent)
        assert response.status_int < 500, f"{method} {address}: {response.status}"
        return response

    def get(self, address, *, saved=False):
        return Page(self, address, self.ask("GET", address), saved=saved)

    def post(self, address, values):
        """Submit a form and return the page: a save answers 303, which is followed."""
        response = self.ask("POST", address, data=list(values))
        if response.status_int == 303:
            return self.get(response.location, saved=True)
        shows = any(name == "deed" and value.startswith("show") for name, value in values)
        assert shows or response.status_int >= 400, f"POST {address} answers {response.status}"
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
