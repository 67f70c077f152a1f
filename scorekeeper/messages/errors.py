"""What is wrong with an input, as a sentence in the current locale: one template a code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.messages.labels import AWARD_LABELS, field_label, field_title
from scorekeeper.messages.message import N_, Message, Plural, capitalized, join_words, quote_value
from scorekeeper.messages.numbers import count_sides
from scorekeeper.rules.errors import RuleError

Printer: TypeAlias = Callable[[Any], object]


class Variants(NamedTuple):
    """A template for each value of a parameter."""

    param: str
    templates: Mapping[str, str | Plural]


class ErrorText(NamedTuple):
    """The template of an error, and how to print a parameter that is not printed as it is.

    A printer whose parameter is not given prints the field at fault.
    """

    template: str | Plural | Variants
    printers: Mapping[str, Printer]


def describe_error(error: RuleError) -> str:
    """Return what is wrong, as one sentence."""
    text = ERROR_TEXTS[error.code]
    params = dict(error.params)
    for name, printer in text.printers.items():
        params[name] = printer(params.get(name, error.field))
    template = text.template
    if isinstance(template, Variants):
        template = template.templates[str(params[template.param])]
    return str(Message(template, **params))


def _text(template: str | Plural | Variants, **printers: Printer) -> ErrorText:
    return ErrorText(template, printers)


def _by_forced_seat(dealer: str, left: str) -> Variants:
    return Variants("who", {"dealer": dealer, "left of dealer": left})


def _leaf(path: str) -> str:
    return path.rpartition(".")[2]


def _leaf_label(path: str) -> object:
    return field_label(_leaf(path))


def _leaf_title(path: str) -> str:
    return field_title(_leaf(path))


def _quoted_title(value: object) -> str:
    return quote_value(value).capitalize()


def _capitalized_label(label: str) -> str:
    return capitalized(Message(label))


def _choices(choices: Iterable[str]) -> str:
    return ", ".join(f'"{choice}"' for choice in choices)


def _typed(text: str | None) -> object:
    return quote_value(text) if (text or "").strip() else Message("nothing")


def _award(award: str) -> Message:
    return Message(AWARD_LABELS[award])


# What is written as an object, within a sentence.
_OBJECTS = {
    "award": N_("an award"),
    "bid": N_("a bid"),
    "forced bid": N_("a forced bid"),
    "ladder": N_("the ladder"),
    "match": N_("a match"),
    "match file": N_("a match file"),
    "new name": N_("a new name"),
    "ruleset": N_("a ruleset"),
    "target": N_("a target"),
}
_HANDS = {
    "adjustment": N_("An adjustment"),
    "declined": N_("A declined hand"),
    "played": N_("A hand that was played"),
    "surrendered": N_("A surrendered hand"),
    "thrown in": N_("A hand that was thrown in"),
    "typed": N_("A hand whose points are typed in"),
    "won": N_("A round with one winner"),
}
_SOURCES = {"body": N_("The body"), "file": N_("The file")}


def _object(name: str) -> Message:
    return Message(_OBJECTS[name])


def _object_title(name: str) -> str:
    return capitalized(_object(name))


def _hand(kind: str) -> Message:
    return Message(_HANDS[kind])


def _source(name: str) -> Message:
    return Message(_SOURCES[name])


ERROR_TEXTS: Mapping[str, ErrorText] = {
    # Any value
    "choice-unknown": _text(
        N_("%(what)s is one of %(choices)s, not %(value)s."),
        what=_leaf_title,
        choices=_choices,
        value=quote_value,
    ),
    "field-missing": _text(
        Variants(
            "what",
            {
                "bid": N_("A bid needs its %(name)s."),
                "forced bid": N_("A forced bid needs its %(name)s."),
                "ruleset": N_("A ruleset needs its %(name)s."),
                "target": N_("A target needs its %(name)s."),
            },
        ),
        name=_leaf_label,
    ),
    "field-twice": _text(N_("The field %(name)s is written twice."), name=quote_value),
    "field-unknown": _text(
        N_("There is no field %(name)s in %(what)s."), name=quote_value, what=_object
    ),
    "flag-not-true": _text(
        N_("%(name)s is written as true or left out, not as %(value)s."),
        name=field_title,
        value=quote_value,
    ),
    "not-a-whole-number": _text(
        N_("%(what)s takes a whole number from %(low)s to %(high)s, not %(value)s."),
        what=field_title,
        value=quote_value,
    ),
    "not-an-object": _text(
        N_("%(what)s is written as an object, not as %(value)s."),
        what=_object_title,
        value=quote_value,
    ),
    "not-true-or-false": _text(
        N_("%(what)s is true or false, not %(value)s."), what=str, value=quote_value
    ),
    "not-whole-numbers": _text(
        Plural(
            "%(what)s takes a list of %(count)s whole number, one a side in column order,"
            " not %(value)s.",
            "%(what)s takes a list of %(count)s whole numbers, one a side in column order,"
            " not %(value)s.",
            "count",
        ),
        what=field_title,
        value=quote_value,
    ),
    "text-half-character": _text(N_("This text holds half a character, which cannot be stored.")),
    "time-format": _text(
        N_("A time is written in UTC like 2026-11-29T20:45:00Z, not %(value)s."), value=quote_value
    ),
    "time-out-of-range": _text(
        N_("The field %(name)s is a time of the years %(first)s to %(last)s, not %(value)s."),
        name=quote_value,
        value=quote_value,
    ),
    # Names and notes
    "name-invisible": _text(N_("A name needs at least one character that can be seen.")),
    "name-not-text": _text(N_("A name is text, not %(value)s."), value=quote_value),
    "name-of-host": _text(N_("%(name)s is what the host is called: take another name.")),
    "name-too-long": _text(
        Plural(
            "A name has at most %(most)s character; this one has %(count)s.",
            "A name has at most %(most)s characters; this one has %(count)s.",
            "most",
        )
    ),
    "names-alike": _text(
        N_("%(name)s looks like %(other)s: everybody at a table has a name of their own.")
    ),
    "names-not-a-list": _text(
        Plural(
            "%(what)s is a list of %(count)s name.",
            "%(what)s is a list of %(count)s names.",
            "count",
        ),
        what=field_title,
    ),
    "note-not-text": _text(N_("A note is text, not %(value)s."), value=quote_value),
    "note-too-long": _text(
        Plural(
            "A note has at most %(most)s character; this one has %(count)s.",
            "A note has at most %(most)s characters; this one has %(count)s.",
            "most",
        )
    ),
    # Files
    "file-half-character": _text(
        N_("%(what)s holds half a character, which cannot be stored."), what=_source
    ),
    "file-not-json": _text(N_("%(what)s is not JSON: %(why)s in line %(line)s."), what=_source),
    "file-not-utf-8": _text(N_("%(what)s is not UTF-8 text."), what=_source),
    "file-number-too-long": _text(
        N_("%(what)s holds a number of more figures than can be read."), what=_source
    ),
    "file-too-deep": _text(N_("%(what)s is nested too deeply to be a match."), what=_source),
    "file-unreadable": _text(N_("The file cannot be read: %(why)s.")),
    "json-constant": _text(N_("What is written %(name)s is not a number in JSON.")),
    "stored-not-json": _text(N_("What is stored is not JSON.")),
    # Rulesets
    "award-too-large": _text(
        Plural(
            "No hand is worth more than %(most)s point; %(kind)s at %(bid)s is.",
            "No hand is worth more than %(most)s points; %(kind)s at %(bid)s is.",
            "most",
        ),
        kind=_award,
    ),
    "award-unreadable": _text(
        N_(
            'Points are written like "bid", "tricks", "tricks + 2", "-6" or "2 x tricks,'
            ' at least the bid", not %(written)s.'
        ),
        written=quote_value,
    ),
    "bid-not-on-ladder": _text(N_("The bid %(value)s is not on the ladder."), value=quote_value),
    "bid-twice": _text(N_("The bid %(name)s stands on the ladder twice."), name=quote_value),
    "bids-not-a-list": _text(
        Plural(
            "Bids is a list of 1 to %(most)s bid, lowest first.",
            "Bids is a list of 1 to %(most)s bids, lowest first.",
            "most",
        )
    ),
    "contract-field": _text(
        N_("%(name)s goes only with a game that is bid: its entry is contract."), name=_leaf_title
    ),
    "decline-not-stuck": _text(
        N_('Only a seat that is "stuck" may decline: the first hands are bid whatever comes.')
    ),
    "folding-with-partners": _text(N_("Each may fold alone only where everyone plays alone.")),
    "forced-under-minimum": _text(N_("A forced bid cannot be under the minimum bid.")),
    "free-tricks-without-surrender": _text(
        N_("Free tricks need two sides and a surrender to be granted for.")
    ),
    "lose-at-sides": _text(N_("Losing at a score needs two sides.")),
    "must-play-not-a-trump": _text(
        N_("%(trump)s must be played but is not among the trumps."), trump=_capitalized_label
    ),
    "players-not-shared-out": _text(
        Plural(
            "%(players)s player cannot be shared out over %(sides)s.",
            "%(players)s players cannot be shared out over %(sides)s.",
            "players",
        ),
        sides=count_sides,
    ),
    "stuck-without-minimum": _text(
        N_("Sticking a seat needs a minimum bid: it is stuck with the lowest, %(bid)s.")
    ),
    "surrender-value": _text(
        N_('Surrender is true, false or "each", not %(value)s.'), value=quote_value
    ),
    "surrender-without-bids": _text(N_("Only a hand that was bid can be surrendered.")),
    "trump-twice": _text(N_("A trump is named twice.")),
    "trumps-not-a-list": _text(
        N_("%(name)s is a list of trumps, not %(value)s."), name=_leaf_title, value=quote_value
    ),
    "win-by-without-bids": _text(N_("Only a bid can decide who wins: nothing is bid.")),
    # The opening of a match
    "entries-missing": _text(N_("A match file needs its entries: a list.")),
    "match-format": _text(
        N_('The format of a match file is "%(format)s", not %(value)s.'), value=quote_value
    ),
    "match-not-an-object": _text(N_("A match is written as an object.")),
    "match-opened-ahead": _text(
        N_("A match is opened a day from now at the latest, not at %(value)s."), value=quote_value
    ),
    "match-ruleset-missing": _text(N_("A match needs its ruleset.")),
    "shortfalls-on-signed-sheet": _text(
        N_("Only a carry-forward sheet starts with shortfalls; this one is signed.")
    ),
    # Hands
    "bid-missing": _text(N_("A hand needs its bid.")),
    "bid-under-minimum": _text(N_("The minimum bid is %(minimum)s; %(bid)s is under it.")),
    "bid-unknown": _text(
        N_("There is no bid %(bid)s on the ladder of this game."), bid=quote_value
    ),
    "bidder-and-side": _text(N_("Name the bidder or only the side that bid, not both.")),
    "bidder-missing": _text(N_("A hand needs its bidder, or at least the side that bid.")),
    "decline-not-allowed": _text(N_("Nobody may decline to bid in this game.")),
    "declined-bid-wrong": _text(N_("What is declined is the minimum, %(forced)s, not %(bid)s.")),
    "declined-bidder-missing": _text(N_("A declined hand needs its bidder, the stuck seat.")),
    "declined-by-other": _text(
        _by_forced_seat(
            N_("Only the stuck dealer may decline."),
            N_("Only the stuck seat left of the dealer may decline."),
        )
    ),
    "folded-all": _text(N_("When all fold, write the hand as surrendered.")),
    "folded-bidder": _text(N_("The side that bid cannot fold.")),
    "folded-not-a-list": _text(N_("Folded is a list of the sides that folded.")),
    "folded-took-trick": _text(N_("A side that folded takes no trick.")),
    "folded-twice": _text(N_("A side folds once.")),
    "folding-not-allowed": _text(N_("In this game nobody folds alone.")),
    "forced-bid-given-up": _text(N_("A forced bid has to be played: nobody may give it up.")),
    "forced-bid-wrong": _text(N_("A forced bid is exactly %(forced)s, not %(bid)s.")),
    "forced-bidder-missing": _text(N_("A forced hand needs its bidder, not only the side.")),
    "forced-on-other": _text(
        _by_forced_seat(
            N_("Only the dealer is forced to bid."),
            N_("Only the seat left of the dealer is forced to bid."),
        )
    ),
    "free-tricks-not-allowed": _text(N_("No free tricks can be granted against %(bid)s.")),
    "hand-field-not-allowed": _text(
        N_("%(what)s has no %(name)s to write down."), what=_hand, name=field_label
    ),
    "hand-field-unknown": _text(N_("There is no field %(name)s in a hand."), name=quote_value),
    "hand-not-an-object": _text(
        N_("A hand is written as an object, not as %(value)s."), value=quote_value
    ),
    "not-forced": _text(N_("No bid is forced on this hand.")),
    "points-missing": _text(N_("A hand needs its points: one number a side.")),
    "surrender-not-allowed": _text(N_("This game has no surrender: the hand is played.")),
    "surrender-trump-missing": _text(
        N_("A surrender needs its trump here, because %(trumps)s must be played."),
        trumps=join_words,
    ),
    "thrown-in-forced": _text(
        _by_forced_seat(
            N_("No hand can be thrown in: the dealer has to bid %(bid)s."),
            N_("No hand can be thrown in: the seat left of the dealer has to bid %(bid)s."),
        )
    ),
    "tricks-missing": _text(N_("A hand needs its tricks, or that it was surrendered.")),
    "tricks-sum": _text(N_("The tricks of a hand add up to %(hand)s, not to %(sum)s.")),
    "trump-must-be-played": _text(
        N_("With %(trump)s as trump the hand has to be played: no surrender."), trump=Message
    ),
    "trump-unknown": _text(N_("%(trump)s is not a trump at this table."), trump=_quoted_title),
    "winner-missing": _text(N_("A round needs its winner: the side that won it.")),
    # Entries
    "amend-adjustment": _text(
        N_(
            "A hand does not become an adjustment, nor an adjustment a hand: strike record"
            " %(number)s and write the other."
        )
    ),
    "amended-hand": _text(N_("Hand %(number)s: %(why)s"), why=describe_error),
    "amended-hand-missing": _text(N_("A change needs the facts of the hand.")),
    "end-not-true": _text(N_("Ending a match is written as true.")),
    "entry-field-unknown": _text(
        N_("There is no field %(name)s in an entry that says %(deed)s."), name=quote_value
    ),
    "entry-not-an-object": _text(
        N_("An entry is written as an object, not as %(value)s."), value=quote_value
    ),
    "entry-stamped": _text(N_("When and by whom is stamped here: leave it out.")),
    "event-unknown": _text(N_("An entry does one thing: %(deeds)s."), deeds=", ".join),
    "journal-full": _text(
        Plural(
            "A match takes %(most)s entry; after it, it is only undone, ended or reopened.",
            "A match takes %(most)s entries; after them it is only undone, ended or reopened.",
            "most",
        )
    ),
    "match-decided": _text(
        Plural(
            "The match is decided, %(side)s has won: no further hand is taken.",
            "The match is decided, %(side)s have won: no further hand is taken.",
            "players",
        )
    ),
    "match-ended": _text(N_("The match has ended. Reopen it to write on the sheet again.")),
    "match-not-ended": _text(N_("The match has not ended: there is nothing to reopen.")),
    "nothing-to-undo": _text(N_("There is no entry that can be undone.")),
    "overrule-field-missing": _text(
        N_("Overruling a record needs the %(name)s."), name=field_label
    ),
    "record-struck": _text(N_("Record %(number)s is struck: nothing more is written on it.")),
    "record-unknown": _text(N_("There is no record %(number)s on the sheet."), number=quote_value),
    "rename-fields": _text(N_("Renaming takes a side or a seat, and its new name.")),
    "reopen-reason-missing": _text(N_("Reopening a match needs a reason.")),
    "undo-not-last": _text(
        N_(
            "Only the last entry that stands can be undone: that is entry %(last)s, not %(number)s."
        ),
        number=quote_value,
    ),
    # A stored journal
    "journal-differs": _text(N_("Taken entry by entry, the journal comes to another sheet.")),
    "journal-gap": _text(N_("An entry of the journal is missing.")),
    # Forms
    "bid-not-tapped": _text(N_("Tap what was bid, on the pad of the side that bid it.")),
    "bidder-of-other-side": _text(N_("%(player)s plays for %(own)s, not for %(side)s, who bid.")),
    "code-character": _text(N_("No code has “%(sign)s” in it: look at the invitation once more.")),
    "code-length": _text(
        Plural(
            "A code has %(length)s character; this one has %(count)s.",
            "A code has %(length)s characters; this one has %(count)s.",
            "length",
        )
    ),
    "forced-must-play-unstuck": _text(
        N_("A forced hand must be played only where the dealer can be stuck.")
    ),
    "game-missing": _text(N_("The form does not say which game is played.")),
    "match-file-missing": _text(N_("Choose a match file, or paste what it holds.")),
    "number-typed": _text(
        N_("%(what)s takes a whole number from %(low)s to %(high)s, not %(written)s."),
        written=_typed,
    ),
    "points-not-typed": _text(N_("Write the points of at least one side.")),
    "renamed-missing": _text(N_("Say whose name it is: a side's or a seat's.")),
    "rules-file-missing": _text(N_("Choose a file of rules first.")),
    "shortfalls-not-carried": _text(
        N_("Only a sheet that carries its losses starts with something carried.")
    ),
    "stuck-bid-missing": _text(
        N_("Sticking the dealer needs a lowest bid for the dealer to be stuck with.")
    ),
    "stuck-seat-only": _text(N_("Only %(name)s was stuck with the bid.")),
    "tricks-not-tapped": _text(N_("Tap the tricks that the bidding side took, or Surrendered.")),
}
