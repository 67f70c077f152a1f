"""The text of an element of a page, and the label of a control, as a person reads them."""

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PreformattedString

_APART = {"b", "p", "li", "div", "h1", "h2", "td", "th", "tr", "dt", "dd", "br"}


def parse(html):
    return BeautifulSoup(html, "html.parser")


def text(node, *without):
    """Return the text inside, single-spaced, without the elements that match a selector."""
    unread = {id(each) for selector in without for each in node.select(selector)}
    return " ".join("".join(_pieces(node, unread)).split())


def texts(node, selector):
    """Return the text of each element that matches."""
    return [text(each) for each in node.select(selector)]


def _pieces(node, unread):
    for child in node.children:
        if isinstance(child, NavigableString):
            yield "" if isinstance(child, PreformattedString) else child  # no doctype, no comment
        elif id(child) not in unread:
            yield from _pieces(child, unread)
            yield " " if child.name in _APART else ""


def figure(node, *without):
    """Return a number that is printed with the minus sign of the page."""
    return int(text(node, *without).replace("\u2212", "-"))


def label_of(control):
    """Return the text of the label of a control, or an empty text."""
    if "aria-label" in control.attrs:
        return control["aria-label"]
    if "aria-labelledby" in control.attrs:
        return text([*control.parents][-1].find(id=control["aria-labelledby"]))
    by_id = {"for": control.get("id", "")}
    around = control.find_parent("label")
    label = around or control.find_previous("label", by_id) or control.find_next("label", by_id)
    return text(label, "select", "[aria-hidden=true]") if label else ""


def legend_of(control):
    """Return the text of the legend of the group that a control is in, or an empty text."""
    group = control.find_parent("fieldset")
    return text(group.legend) if group and group.legend else ""
