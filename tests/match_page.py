"""The match page: what a person reads on it, and a match that one device writes to."""

import json
import re
from urllib.parse import urldefrag

from bs4 import BeautifulSoup

from tests.html import figure, text, texts


class MatchPage:
    """What a person reads on the page of a match, and of any page that shows its sheet."""

    html: BeautifulSoup

    @property
    def sum(self):
        """The lines of a sum: what each is for, and the figure."""
        rows = self.html.select_one(".sum").select("tr")
        return [(text(row.th), text(row.td)) for row in rows]

    @property
    def names(self):
        """The names of the sides, over their totals."""
        return texts(self.html, ".tot .name bdi")

    @property
    def totals(self):
        return [figure(node) for node in self.html.select(".tot .big")]

    @property
    def notes(self):
        """The notes under each total: points left to the target, shortfall carried."""
        return texts(self.html, ".tot .go")

    @property
    def final(self):
        """The totals of an ended match."""
        return [figure(node, ".vh", "small") for node in self.html.select(".final .num")]

    @property
    def verdict(self):
        heads = (text(node.bdi or node) for node in self.html.select("h2"))
        return next((words for words in heads if re.search(r" wins?, ", words)), "")

    @property
    def chips(self):
        return texts(self.html, ".chip")

    @property
    def said(self):
        """The message of the page about the last save."""
        return next(filter(None, texts(self.html, "[role=status]:not([hidden])")), "")

    @property
    def rows(self):
        """The rows of the sheet without the blank next one."""
        return [Row(node) for node in self.html.select(".sheet tbody tr:not(.next)")]


class Row:
    """A row of the sheet."""

    def __init__(self, node):
        self.node = node
        self.number = figure(node.th)
        self.struck = "struck" in node.get("class", [])
        self.adjustment = "adjustment" in node.get("class", [])
        story = node.select_one(".st")
        self.story = text(story).partition(": ")[2] if story.name == "a" else text(story)
        cells = node.select(".cell")
        self.wrote = [_number(cell.select_one(".w")) for cell in cells]
        self.totals = [_number(cell.select_one(".run")) for cell in cells]
        self.notes = [" ".join(texts(cell, ".cy")) for cell in cells]
        self.corrected = ["corrected by hand" in text(cell) for cell in cells]


def _number(node):
    """Return a number of the sheet, or None if the cell is blank."""
    return figure(node) if text(node) else None


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
        for place, number in enumerate(points):
            form.put(f"points-{place}", number)
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
        assert response.status_int == 200, response.status
        return response.body

    @property
    def entries(self):
        """Every entry of the journal."""
        return json.loads(self.file())["entries"]

    @property
    def log(self):
        """The lines of History, newest first, each as one text."""
        return texts(self.open("history").html.ol, "li")


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
