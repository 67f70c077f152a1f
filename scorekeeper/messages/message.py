"""Messages for people: a template and its parameters, translated when they are printed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import cast

from scorekeeper.messages.locale import ENGLISH, Language, current_locale

LONGEST_SHOWN = 40


def N_(template: str) -> str:  # noqa: N802 - what the makers of gettext call it
    """Mark a template for translation and return it unchanged; a Message translates it later."""
    return template


@dataclass(frozen=True, slots=True)
class Plural:
    """A template in the singular and in the plural; gettext chooses, and a language may have more.

    `count` names the parameter whose number decides. The template need not show it.
    """

    singular: str
    plural: str
    count: str


class Message:
    """A template and its named parameters, translated into the current locale by `str`.

    A parameter may itself be a Message.

    >>> str(Message("There is no seat %(seat)s.", seat=7))
    'There is no seat 7.'
    >>> str(Message(Plural("%(hands)s hand", "%(hands)s hands", "hands"), hands=1))
    '1 hand'
    """

    __slots__ = ("params", "template")

    def __init__(self, template: str | Plural, **params: object) -> None:
        self.template = template
        self.params = params

    def __str__(self) -> str:
        return self._text(current_locale())

    @property
    def source(self) -> str:
        """The message in English, whatever the current locale is."""
        return self._text(ENGLISH)

    def _text(self, language: Language) -> str:
        text = self._translated(language)
        return text % self.params if self.params else text

    def _translated(self, language: Language) -> str:
        template = self.template
        if isinstance(template, str):
            return language.gettext(template)
        number = cast("int", self.params[template.count])
        return language.ngettext(template.singular, template.plural, number)

    def __repr__(self) -> str:
        return f"Message({self.template!r}, {self.params!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return (self.template, self.params) == (other.template, other.params)

    __hash__ = None  # type: ignore[assignment]  # a parameter may be a list


def capitalized(words: object) -> str:
    """Return the text of `words` with its first letter in upper case."""
    text = str(words)
    return text[:1].upper() + text[1:]


def join_words(words: Iterable[str]) -> str:
    """Return at least one word as a translated list: "clubs and spades and hearts"."""
    first, *others = map(Message, words)
    return str(reduce(_and, others, first))


def _and(one: Message, other: Message) -> Message:
    return Message("%(one)s and %(other)s", one=one, other=other)


def quote_value(value: object) -> str:
    """Return the value as JSON would show it, cut to 40 characters, for use in a message."""
    text = _quoted(value) if isinstance(value, str) else _json_like(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


def _quoted(text: str) -> str:
    """Return the text in quotes, with a replacement for each unprintable character."""
    start = text[: LONGEST_SHOWN + 1]
    return '"' + "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in start) + '"'


def _json_like(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return str(Message("an object"))
    if isinstance(value, list):
        within = str(Message("a list"))
        items = (within if isinstance(item, list) else _json_like(item) for item in value[:9])
        return f"[{', '.join(items)}]"
    if isinstance(value, int) and abs(value) >= 10**12:
        return str(Message("a number of more than 12 figures"))
    return str(value)
