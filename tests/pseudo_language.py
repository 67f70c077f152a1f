"""A pseudo-language for the tests: no letter is Latin, every word is longer, plurals have 4 forms.

And a match whose own texts hold no Latin letter: every Latin word on its pages is English.
"""

import math
import re
from contextlib import contextmanager
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from scorekeeper.messages.locale import Language, reset_locale, use_locale
from tests.rules.builders import match_file, record

TRANSLATIONS = Path(__file__).parent.parent / "scorekeeper" / "translations"
# What no translation changes: placeholders of Python and of scripts, HTML tags and entities.
_KEPT = re.compile(r"%\(\w+\)s|%%|\{\w+\}|<[^<>]*>|&#?\w+;")
_WORD = re.compile(r"[A-Za-z]+")
_GREEK = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "αβχδεφγηιξκλμνοπθρστυωψζυζΑΒΧΔΕΦΓΗΙΞΚΛΜΝΟΠΘΡΣΤΥΩΨΖΥΖ",
)


# The marks of the four forms of a plural, in the order of Slovenian: for 1, 2, 3 or 4, and 5.
FORMS = "αβγδ"


class Longer(Language):
    """English in Greek letters, with every word 40 per cent longer, and plurals as in Slovenian."""

    tag = "el"

    def gettext(self, template):
        kept = _KEPT.findall(template)
        parts = [_WORD.sub(_longer, part) for part in _KEPT.split(template)]
        return "".join(part + gap for part, gap in zip(parts, [*kept, ""], strict=True))

    def ngettext(self, singular, plural, number):
        return self.plural_forms(singular, plural)[{1: 0, 2: 1, 3: 2, 4: 2}.get(number % 100, 3)]

    def plural_forms(self, singular, plural):
        """Return the four forms of a template; a mark at the end tells them apart."""
        texts = [self.gettext(template) for template in (singular, plural, plural, plural)]
        return tuple(f"{text}{mark}" for text, mark in zip(texts, FORMS, strict=True))

    def day(self, time):
        return self.gettext(super().day(time))

    def long_day(self, time):
        return self.gettext(super().long_day(time))


def _longer(word):
    text = word[0].translate(_GREEK)
    more = math.ceil(len(text) * 0.4)
    return text + text[-1].lower() * more


@contextmanager
def speaking(language):
    """Use this locale in the block, as a request does."""
    token = use_locale(language)
    try:
        yield language
    finally:
        reset_locale(token)


def english(text):
    """Return the English words in the text; the program's name is the same in every language."""
    return set(_WORD.findall(text.replace("scorekeeper", "")))


OPENED = "2026-11-29T20:45:00Z"
# The names of bids come from the ruleset, so this ruleset and its players have Cyrillic names.
BIDS = [
    {"name": name, "needs": tricks, "worth": tricks}
    for tricks, name in ((2, "два"), (3, "три"), (6, "шесть"))
]
GAME = {
    "preset": "pepper",
    "name": "Перец",
    "bids": BIDS,
    "free_tricks": {"три": 1},
    "made": {"tricks": 2, "at_least_bid": True},
    "trumps": ["clubs", "hearts", "no trump low"],
    "must_play": ["clubs"],
}
NAMES = {"players": ["Анна", "Боря", "Света", "Дима"], "sides": ["Старшие", "Младшие"]}


def evening(*more, **other):
    """Return a match file with non-Latin names, every kind of hand and every kind of correction."""
    return match_file(
        record(bidder=0, bid="два", trump="no trump low", tricks=[4, 2], note="поздно"),
        record(bidder=1, bid="три", trump="hearts", surrendered=True, free_tricks=1),
        record(side=0, bid="шесть", tricks=[5, 1]),
        record(bidder=2, bid="два", tricks=[4, 2]),
        record(thrown_in=True),
        record(adjustment=[0, -2], note="ренонс"),
        record(bidder=3, bid="два", tricks=[4, 2]),
        {"amend": 1, "hand": {"bidder": 0, "bid": "два", "tricks": [5, 1]}},
        {"overrule": 4, "side": 0, "points": 5},
        {"overrule": 4, "side": 1, "points": 1},
        {"overrule": 4, "side": 1, "points": None},
        {"undo": 11},
        {"strike": 3},
        {"rename": {"seat": 0, "name": "Аня"}},
        {"undo": 14},
        {"dealer": 2},
        *more,
        **{**NAMES, "rules": GAME, "note": "Пятница", "opened": OPENED, "start": [3, 0], **other},
    )


HAND = record(bidder=0, bid="два", tricks=[4, 2])
ENDED = {"end": True, "at": "2026-11-29T22:38:00Z", "by": "Host"}


def write_catalog(folder, tag):
    """Write a catalog of the pseudo-language, as a translator adds one to the program."""
    catalog = Catalog(locale="sl")  # for its header, which says how to choose among four forms
    with (TRANSLATIONS / "nb" / "LC_MESSAGES" / "messages.po").open("rb") as file:
        for message in read_po(file):
            if message.pluralizable:
                catalog.add(message.id, Longer().plural_forms(*message.id))
            elif message.id:
                catalog.add(message.id, Longer().gettext(message.id))
    written = folder / tag / "LC_MESSAGES" / "messages.mo"
    written.parent.mkdir(parents=True)
    with written.open("wb") as file:
        write_mo(file, catalog)
