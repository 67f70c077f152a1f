"""Another language for the tests, in which no letter is Latin and every word is longer."""

import math
import re
from contextlib import contextmanager

from scorekeeper.rules.language import Language, end_speech, speak

# What no translation touches: gaps of Python and of scripts, tags and signs of HTML.
_KEPT = re.compile(r"%\(\w+\)s|%%|\{\w+\}|<[^<>]*>|&#?\w+;")
_WORD = re.compile(r"[A-Za-z]+")
_GREEK = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "αβχδεφγηιξκλμνοπθρστυωψζυζΑΒΧΔΕΦΓΗΙΞΚΛΜΝΟΠΘΡΣΤΥΩΨΖΥΖ",
)


class Longer(Language):
    """English in Greek letters, every word of it 40 per cent longer; times in the viewer's zone."""

    tag = "el"
    utc = False

    def words(self, template):
        kept = _KEPT.findall(template)
        parts = [_WORD.sub(_longer, part) for part in _KEPT.split(template)]
        return "".join(part + gap for part, gap in zip(parts, [*kept, ""], strict=True))

    def day(self, time):
        return self.words(super().day(time))

    def long_day(self, time):
        return self.words(super().long_day(time))


def _longer(word):
    text = word[0].translate(_GREEK)
    more = math.ceil(len(text) * 0.4)
    return text + text[-1].lower() * more


@contextmanager
def speaking(language):
    """The language that is spoken meanwhile, as it is while a page is made."""
    token = speak(language)
    try:
        yield language
    finally:
        end_speech(token)
