"""Every text that a person reads is in the catalog of every language, unchanged in meaning."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent
TRANSLATIONS = ROOT / "scorekeeper" / "translations"
LANGUAGES = sorted(folder.name for folder in TRANSLATIONS.iterdir() if folder.is_dir())
_GAPS = re.compile(r"%\(\w+\)s|\{\w+\}|%%|<[^<>]*>")


def catalog(language, folder=TRANSLATIONS):
    with (folder / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


def words(catalog):
    """Return the translation of each message; of a plural, a pair of English forms, every form."""
    return {whole(message.id): whole(message.string) for message in catalog if message.id}


def whole(text):
    """Return a text as it is, and the forms of a plural as a tuple."""
    return text if isinstance(text, str) else tuple(text)


def forms(text):
    """Return the forms of a message or of a translation: one, unless it is a plural."""
    return (text,) if isinstance(text, str) else text


def gaps(text):
    """Return the placeholders and tags of a text, sorted."""
    return tuple(sorted(_GAPS.findall(text)))


@pytest.fixture(scope="session")
def updated_catalogs(tmp_path_factory):
    """Provide the catalogs as `.ci/words` leaves them: all messages of the program and no other."""
    folder = tmp_path_factory.mktemp("words") / "translations"
    shutil.copytree(TRANSLATIONS, folder)
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    subprocess.run([ROOT / ".ci" / "words", folder], check=True, env={**os.environ, "PATH": tools})
    return folder


def test_the_program_speaks_norwegian_and_german_besides_english():
    assert LANGUAGES == ["de", "nb"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_program_is_translated_and_no_other_is(language, updated_catalogs):
    said = words(catalog(language, updated_catalogs))

    assert [english for english, text in said.items() if not all(forms(text))] == []
    assert said == words(catalog(language))
    assert len(said) > 900


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_keeps_every_gap_and_brings_no_markup_of_its_own(language):
    for message, translation in words(catalog(language)).items():
        english = forms(message)[-1]
        for text in forms(translation):
            for sign in '"<>':  # a translation is printed unescaped, in attributes too
                assert text.count(sign) == english.count(sign), english
        for text in forms(translation)[isinstance(message, tuple) :]:
            assert gaps(text) == gaps(english), english


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plural_has_the_forms_of_its_language_and_only_the_first_may_lack_the_number(language):
    written = catalog(language)
    plurals = [message for message in written if message.pluralizable]

    assert plurals
    for message in plurals:
        singular, plural = message.id
        assert len(message.string) == written.num_plurals, message.id
        assert set(gaps(singular)) <= set(gaps(plural)), message.id
        assert gaps(message.string[0]) in {gaps(singular), gaps(plural)}, message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_doubtful_and_the_compiled_catalog_is_that_of_the_written_one(language):
    written = catalog(language)
    with (TRANSLATIONS / language / "LC_MESSAGES" / "messages.mo").open("rb") as file:
        compiled = read_mo(file)

    assert [message.id for message in written if message.fuzzy and message.id] == []
    assert words(compiled) == words(written)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_on_a_key_is_hardly_longer_than_in_english(language):
    said = words(catalog(language))
    for english in ("Home", "Menu", "Match", "Cancel", "Close", "made", "set", "Invite"):
        assert len(said[english]) <= max(12, 1.4 * len(english)), (english, said[english])


# What these placeholders stand for is no number of things: a name, a text, or the number of a hand.
_NO_COUNT = re.compile(
    "bids?|last|match|minimum|name|number|player|side|trump|value|what|who|whose"
)
_COUNTED = re.compile(r"(?:%\((\w+)\)s|\{(\w+)\})(?:</\w+>)* (?!a |or )(?:\w+ )?\w+s\b")

# What a side does is a plural too, by the number of its players, unless it is one of these.
_SIDE_DOES = re.compile(r"(?:%\((?:side|other|own)\)s|\{(?:side|other)\})(?:</\w+>)* (\w+)")
_SAME_FOR_ALL_SIDES = {
    "bid": "in the past",
    "carries": "the heading of a column",
    "took": "in the past",
    "total": "a noun",
    "won": "in the past",
    "would": "the same for one and for several",
}


@pytest.mark.parametrize(
    "words", ["%(hands)s hands", "<b>{tricks}</b> tricks", "up to %(most)s free tricks, a point"]
)
def test_a_number_before_a_noun_counts(words):
    assert _COUNTED.search(words)


def test_what_is_counted_is_a_plural():
    for english in words(catalog("de")):
        if isinstance(english, str):
            counts = {a or b for a, b in _COUNTED.findall(english)}
            assert all(map(_NO_COUNT.fullmatch, counts)), (
                f"{english!r} counts: make it a Plural, or {{% pluralize %}} it"
            )


def test_what_a_side_does_follows_the_number_of_its_players():
    for english in words(catalog("de")):
        if isinstance(english, str):
            done = set(_SIDE_DOES.findall(english)) - set(_SAME_FOR_ALL_SIDES)
            assert not done, f"{english!r}: make it a Plural by the players of the side"
