"""What is wrong with an input, as a sentence in the current locale: one template a code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.messages.labels import AWARD_LABELS, field_label, field_title
from scorekeeper.messages.locale import current_locale, format_day, format_hour
from scorekeeper.messages.message import N_, Message, Plural, capitalized, join_words, quote_value
from scorekeeper.messages.numbers import count_sides
from scorekeeper.rules.errors import CodedError

Printer: TypeAlias = Callable[[Any], object]


class Variants(NamedTuple):
    """A template for each value of a parameter."""

    param: str
    templates: Mapping[str, str | Plural]


class ErrorText:
    """The template of an error, and how to print a parameter that is not printed as it is.

    A printer whose parameter is not given prints the field at fault.
    """

    __slots__ = ("printers", "template")

    def __init__(self, template: str | Plural | Variants, **printers: Printer) -> None:
        self.template = template
        self.printers = printers


def describe_error(error: CodedError) -> str:
    """Return what is wrong, as one sentence."""
    text = ERROR_TEXTS[error.code]
    params = dict(error.params)
    for name, printer in text.printers.items():
        params[name] = printer(params.get(name, error.field))
    template = text.template
    if isinstance(template, Variants):
        template = template.templates[str(params[template.param])]
    return str(Message(template, **params))


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


def _zone(_: object) -> str:
    return "UTC" if current_locale().utc else "local"


# What is written as an object, within a sentence.
_OBJECTS = {
    "award": Message("an award"),
    "bid": Message("a bid"),
    "forced bid": Message("a forced bid"),
    "ladder": Message("the ladder"),
    "match": Message("a match"),
    "match file": Message("a match file"),
    "new name": Message("a new name"),
    "ruleset": Message("a ruleset"),
    "target": Message("a target"),
}
_HANDS = {
    "adjustment": Message("An adjustment"),
    "declined": Message("A declined hand"),
    "played": Message("A hand that was played"),
    "surrendered": Message("A surrendered hand"),
    "thrown in": Message("A hand that was thrown in"),
    "typed": Message("A hand whose points are typed in"),
    "won": Message("A round with one winner"),
}
_SOURCES = {"body": Message("The body"), "file": Message("The file")}


def _object_title(name: str) -> str:
    return capitalized(_OBJECTS[name])


ERROR_TEXTS: Mapping[str, ErrorText] = {
    # Any value
    "choice-unknown": ErrorText(
        "%(what)s is one of %(choices)s, not %(value)s.",
        what=_leaf_title,
        choices=_choices,
        value=quote_value,
    ),
    "field-missing": ErrorText(
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
    "field-twice": ErrorText("The field %(name)s is written twice.", name=quote_value),
    "field-unknown": ErrorText(
        "There is no field %(name)s in %(what)s.", name=quote_value, what=_OBJECTS.__getitem__
    ),
    "flag-not-true": ErrorText(
        "%(name)s is written as true or left out, not as %(value)s.",
        name=field_title,
        value=quote_value,
    ),
    "not-a-whole-number": ErrorText(
        "%(what)s takes a whole number from %(low)s to %(high)s, not %(value)s.",
        what=field_title,
        value=quote_value,
    ),
    "not-an-object": ErrorText(
        "%(what)s is written as an object, not as %(value)s.",
        what=_object_title,
        value=quote_value,
    ),
    "not-true-or-false": ErrorText(
        "%(what)s is true or false, not %(value)s.", what=str, value=quote_value
    ),
    "not-whole-numbers": ErrorText(
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
    "text-half-character": ErrorText("This text holds half a character, which cannot be stored."),
    "time-format": ErrorText(
        "A time is written in UTC like 2026-11-29T20:45:00Z, not %(value)s.", value=quote_value
    ),
    "time-out-of-range": ErrorText(
        "The field %(name)s is a time of the years %(first)s to %(last)s, not %(value)s.",
        name=quote_value,
        value=quote_value,
    ),
    # Names and notes
    "name-invisible": ErrorText("A name needs at least one character that can be seen."),
    "name-not-text": ErrorText("A name is text, not %(value)s.", value=quote_value),
    "name-of-host": ErrorText("%(name)s is what the host is called: take another name."),
    "name-too-long": ErrorText(
        Plural(
            "A name has at most %(most)s character; this one has %(count)s.",
            "A name has at most %(most)s characters; this one has %(count)s.",
            "most",
        )
    ),
    "names-alike": ErrorText(
        "%(name)s looks like %(other)s: everybody at a table has a name of their own."
    ),
    "names-not-a-list": ErrorText(
        Plural(
            "%(what)s is a list of %(count)s name.",
            "%(what)s is a list of %(count)s names.",
            "count",
        ),
        what=field_title,
    ),
    "note-not-text": ErrorText("A note is text, not %(value)s.", value=quote_value),
    "note-too-long": ErrorText(
        Plural(
            "A note has at most %(most)s character; this one has %(count)s.",
            "A note has at most %(most)s characters; this one has %(count)s.",
            "most",
        )
    ),
    # Files
    "file-half-character": ErrorText(
        "%(what)s holds half a character, which cannot be stored.", what=_SOURCES.__getitem__
    ),
    "file-not-json": ErrorText(
        "%(what)s is not JSON: %(why)s in line %(line)s.", what=_SOURCES.__getitem__
    ),
    "file-not-utf-8": ErrorText("%(what)s is not UTF-8 text.", what=_SOURCES.__getitem__),
    "file-number-too-long": ErrorText(
        "%(what)s holds a number of more figures than can be read.", what=_SOURCES.__getitem__
    ),
    "file-too-deep": ErrorText(
        "%(what)s is nested too deeply to be a match.", what=_SOURCES.__getitem__
    ),
    "file-unreadable": ErrorText("The file cannot be read: %(why)s."),
    "json-constant": ErrorText("What is written %(name)s is not a number in JSON."),
    "stored-not-json": ErrorText("What is stored is not JSON."),
    # Rulesets
    "award-too-large": ErrorText(
        Plural(
            "No hand is worth more than %(most)s point; %(kind)s at %(bid)s is.",
            "No hand is worth more than %(most)s points; %(kind)s at %(bid)s is.",
            "most",
        ),
        kind=AWARD_LABELS.__getitem__,
    ),
    "award-unreadable": ErrorText(
        'Points are written like "bid", "tricks", "tricks + 2", "-6" or "2 x tricks,'
        ' at least the bid", not %(written)s.',
        written=quote_value,
    ),
    "bid-not-on-ladder": ErrorText("The bid %(value)s is not on the ladder.", value=quote_value),
    "bid-twice": ErrorText("The bid %(name)s stands on the ladder twice.", name=quote_value),
    "bids-not-a-list": ErrorText(
        Plural(
            "Bids is a list of 1 to %(most)s bid, lowest first.",
            "Bids is a list of 1 to %(most)s bids, lowest first.",
            "most",
        )
    ),
    "contract-field": ErrorText(
        "%(name)s goes only with a game that is bid: its entry is contract.", name=_leaf_title
    ),
    "decline-not-stuck": ErrorText(
        'Only a seat that is "stuck" may decline: the first hands are bid whatever comes.'
    ),
    "folding-with-partners": ErrorText("Each may fold alone only where everyone plays alone."),
    "forced-under-minimum": ErrorText("A forced bid cannot be under the minimum bid."),
    "free-tricks-without-surrender": ErrorText(
        "Free tricks need two sides and a surrender to be granted for."
    ),
    "lose-at-sides": ErrorText("Losing at a score needs two sides."),
    "must-play-not-a-trump": ErrorText(
        "%(trump)s must be played but is not among the trumps.", trump=_capitalized_label
    ),
    "players-not-shared-out": ErrorText(
        Plural(
            "%(players)s player cannot be shared out over %(sides)s.",
            "%(players)s players cannot be shared out over %(sides)s.",
            "players",
        ),
        sides=count_sides,
    ),
    "stuck-without-minimum": ErrorText(
        "Sticking a seat needs a minimum bid: it is stuck with the lowest, %(bid)s."
    ),
    "surrender-value": ErrorText(
        'Surrender is true, false or "each", not %(value)s.', value=quote_value
    ),
    "surrender-without-bids": ErrorText("Only a hand that was bid can be surrendered."),
    "trump-twice": ErrorText("A trump is named twice."),
    "trumps-not-a-list": ErrorText(
        "%(name)s is a list of trumps, not %(value)s.", name=_leaf_title, value=quote_value
    ),
    "win-by-without-bids": ErrorText("Only a bid can decide who wins: nothing is bid."),
    # The opening of a match
    "entries-missing": ErrorText("A match file needs its entries: a list."),
    "match-format": ErrorText(
        'The format of a match file is "%(format)s", not %(value)s.', value=quote_value
    ),
    "match-not-an-object": ErrorText("A match is written as an object."),
    "match-opened-ahead": ErrorText(
        "A match is opened a day from now at the latest, not at %(value)s.", value=quote_value
    ),
    "match-ruleset-missing": ErrorText("A match needs its ruleset."),
    "shortfalls-on-signed-sheet": ErrorText(
        "Only a carry-forward sheet starts with shortfalls; this one is signed."
    ),
    # Hands
    "bid-missing": ErrorText("A hand needs its bid."),
    "bid-under-minimum": ErrorText("The minimum bid is %(minimum)s; %(bid)s is under it."),
    "bid-unknown": ErrorText(
        "There is no bid %(bid)s on the ladder of this game.", bid=quote_value
    ),
    "bidder-and-side": ErrorText("Name the bidder or only the side that bid, not both."),
    "bidder-missing": ErrorText("A hand needs its bidder, or at least the side that bid."),
    "decline-not-allowed": ErrorText("Nobody may decline to bid in this game."),
    "declined-bid-wrong": ErrorText("What is declined is the minimum, %(forced)s, not %(bid)s."),
    "declined-bidder-missing": ErrorText("A declined hand needs its bidder, the stuck seat."),
    "declined-by-other": ErrorText(
        _by_forced_seat(
            N_("Only the stuck dealer may decline."),
            N_("Only the stuck seat left of the dealer may decline."),
        )
    ),
    "folded-all": ErrorText("When all fold, write the hand as surrendered."),
    "folded-bidder": ErrorText("The side that bid cannot fold."),
    "folded-not-a-list": ErrorText("Folded is a list of the sides that folded."),
    "folded-took-trick": ErrorText("A side that folded takes no trick."),
    "folded-twice": ErrorText("A side folds once."),
    "folding-not-allowed": ErrorText("In this game nobody folds alone."),
    "forced-bid-given-up": ErrorText("A forced bid has to be played: nobody may give it up."),
    "forced-bid-wrong": ErrorText("A forced bid is exactly %(forced)s, not %(bid)s."),
    "forced-bidder-missing": ErrorText("A forced hand needs its bidder, not only the side."),
    "forced-on-other": ErrorText(
        _by_forced_seat(
            N_("Only the dealer is forced to bid."),
            N_("Only the seat left of the dealer is forced to bid."),
        )
    ),
    "free-tricks-not-allowed": ErrorText("No free tricks can be granted against %(bid)s."),
    "hand-field-not-allowed": ErrorText(
        "%(what)s has no %(name)s to write down.", what=_HANDS.__getitem__, name=field_label
    ),
    "hand-field-unknown": ErrorText("There is no field %(name)s in a hand.", name=quote_value),
    "hand-not-an-object": ErrorText(
        "A hand is written as an object, not as %(value)s.", value=quote_value
    ),
    "not-forced": ErrorText("No bid is forced on this hand."),
    "points-missing": ErrorText("A hand needs its points: one number a side."),
    "surrender-not-allowed": ErrorText("This game has no surrender: the hand is played."),
    "surrender-trump-missing": ErrorText(
        "A surrender needs its trump here, because %(trumps)s must be played.",
        trumps=join_words,
    ),
    "thrown-in-forced": ErrorText(
        _by_forced_seat(
            N_("No hand can be thrown in: the dealer has to bid %(bid)s."),
            N_("No hand can be thrown in: the seat left of the dealer has to bid %(bid)s."),
        )
    ),
    "tricks-missing": ErrorText("A hand needs its tricks, or that it was surrendered."),
    "tricks-sum": ErrorText("The tricks of a hand add up to %(hand)s, not to %(sum)s."),
    "trump-must-be-played": ErrorText(
        "With %(trump)s as trump the hand has to be played: no surrender.", trump=Message
    ),
    "trump-unknown": ErrorText("%(trump)s is not a trump at this table.", trump=_quoted_title),
    "winner-missing": ErrorText("A round needs its winner: the side that won it."),
    # Entries
    "amend-adjustment": ErrorText(
        "A hand does not become an adjustment, nor an adjustment a hand: strike record"
        " %(number)s and write the other."
    ),
    "amended-hand": ErrorText("Hand %(number)s: %(why)s", why=describe_error),
    "amended-hand-missing": ErrorText("A change needs the facts of the hand."),
    "end-not-true": ErrorText("Ending a match is written as true."),
    "entry-field-unknown": ErrorText(
        "There is no field %(name)s in an entry that says %(event)s.", name=quote_value
    ),
    "entry-not-an-object": ErrorText(
        "An entry is written as an object, not as %(value)s.", value=quote_value
    ),
    "entry-stamped": ErrorText("When and by whom is stamped here: leave it out."),
    "event-unknown": ErrorText("An entry does one thing: %(events)s.", events=", ".join),
    "journal-full": ErrorText(
        Plural(
            "A match takes %(most)s entry; after it, it is only undone, ended or reopened.",
            "A match takes %(most)s entries; after them it is only undone, ended or reopened.",
            "most",
        )
    ),
    "match-decided": ErrorText(
        Plural(
            "The match is decided, %(side)s has won: no further hand is taken.",
            "The match is decided, %(side)s have won: no further hand is taken.",
            "players",
        )
    ),
    "match-ended": ErrorText("The match has ended. Reopen it to write on the sheet again."),
    "match-not-ended": ErrorText("The match has not ended: there is nothing to reopen."),
    "nothing-to-undo": ErrorText("There is no entry that can be undone."),
    "overrule-field-missing": ErrorText(
        "Overruling a record needs the %(name)s.", name=field_label
    ),
    "record-struck": ErrorText("Record %(number)s is struck: nothing more is written on it."),
    "record-unknown": ErrorText("There is no record %(number)s on the sheet.", number=quote_value),
    "rename-fields": ErrorText("Renaming takes a side or a seat, and its new name."),
    "reopen-reason-missing": ErrorText("Reopening a match needs a reason."),
    "undo-not-last": ErrorText(
        "Only the last entry that stands can be undone: that is entry %(last)s, not %(number)s.",
        number=quote_value,
    ),
    # A stored journal
    "journal-differs": ErrorText("Taken entry by entry, the journal comes to another sheet."),
    "journal-gap": ErrorText("An entry of the journal is missing."),
    # Forms
    "bid-not-tapped": ErrorText("Tap what was bid, on the pad of the side that bid it."),
    "bidder-of-other-side": ErrorText("%(player)s plays for %(own)s, not for %(side)s, who bid."),
    "code-character": ErrorText("No code has “%(sign)s” in it: look at the invitation once more."),
    "code-length": ErrorText(
        Plural(
            "A code has %(length)s character; this one has %(count)s.",
            "A code has %(length)s characters; this one has %(count)s.",
            "length",
        )
    ),
    "forced-must-play-unstuck": ErrorText(
        "A forced hand must be played only where the dealer can be stuck."
    ),
    "game-missing": ErrorText("The form does not say which game is played."),
    "match-file-missing": ErrorText("Choose a match file, or paste what it holds."),
    "number-typed": ErrorText(
        "%(what)s takes a whole number from %(low)s to %(high)s, not %(written)s.",
        written=_typed,
    ),
    "points-not-typed": ErrorText("Write the points of at least one side."),
    "renamed-missing": ErrorText("Say whose name it is: a side's or a seat's."),
    "rules-file-missing": ErrorText("Choose a file of rules first."),
    "shortfalls-not-carried": ErrorText(
        "Only a sheet that carries its losses starts with something carried."
    ),
    "stuck-bid-missing": ErrorText(
        "Sticking the dealer needs a lowest bid for the dealer to be stuck with."
    ),
    "stuck-seat-only": ErrorText("Only %(name)s was stuck with the bid."),
    "tricks-not-tapped": ErrorText("Tap the tricks that the bidding side took, or Surrendered."),
    # Permissions
    "watchers-write-nothing": ErrorText("Whoever only watches writes nothing: take a seat first."),
    "host-only": ErrorText("Only the host may do that."),
    "correction-of-other-side": ErrorText(
        "A seat corrects its own side's column; the host may correct either."
    ),
    "entry-of-other": ErrorText(
        "A seat takes back its own last entry; the host may take back anybody's."
    ),
    "name-of-other": ErrorText("A seat changes its own name; the host may change all."),
    "reopen-too-late": ErrorText(
        "The ten seconds are over: only the host opens the match again, with a reason."
    ),
    "record-not-last": ErrorText(
        "Record %(last)s has been written since: only the host changes record %(number)s."
    ),
    "adjustment-of-other-side": ErrorText(
        "A seat adjusts its own side's column, with 0 in the others; the host adjusts any."
    ),
    "dealer-by-host-only": ErrorText("Only the host says who deals next."),
    "host-by-claim": ErrorText(
        Variants(
            "zone",
            {
                "local": N_(
                    "Whoever became host by a claim does not delete, make new links, free a seat or"
                    " pass the role on before %(hour)s on %(day)s."
                ),
                "UTC": N_(
                    "Whoever became host by a claim does not delete, make new links, free a seat or"
                    " pass the role on before %(hour)s UTC on %(day)s."
                ),
            },
        ),
        zone=_zone,
        hour=format_hour,
        day=format_day,
    ),
    # Seats, and the role of the host
    "seat-taken": ErrorText("Somebody has just taken that seat."),
    "joining-closed": ErrorText("Joining is closed: ask the host for the link of your seat."),
    "joining-ended": ErrorText(
        "The match has ended: a code gives no seat, but the link of a seat does."
    ),
    "claim-gone": ErrorText("That claim no longer counts: it was refused, or has lapsed."),
    "claim-pending": ErrorText("A claim is pending already: one at a time."),
    "refusal-of-own-claim": ErrorText("The host or another seat may refuse a claim."),
    "claim-of-other": ErrorText("The role is taken by the seat that has asked for it."),
    "claim-lapsed": ErrorText(
        "This claim has lapsed: the host is here and did not agree, or it was not taken"
        " within ten minutes."
    ),
    "claim-too-early": ErrorText("The sixty seconds are not over: others may still refuse."),
    "seat-empty": ErrorText("Nobody has taken that seat yet."),
    "already-host": ErrorText("You are the host already."),
    "claim-after-end": ErrorText(
        "The match was over when this seat was taken: the host may pass the role on."
    ),
    "claim-without-hand": ErrorText(
        "A seat asks to be the host once it has written a hand, and the hand stands."
    ),
}
