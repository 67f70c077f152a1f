"""The cache of matches: never more than its memory bound."""

from scorekeeper.codec.match_file import read_opening
from scorekeeper.rules.match import Match
from scorekeeper.store.match_cache import CachedMatch, MatchCache

MATCH = Match.replay(read_opening({"ruleset": {"preset": "pepper"}}), [])


def fold_of(entries):
    """Return a cached match that counts as one of so many entries."""
    return CachedMatch(MATCH, (None,) * entries)


def kept(folds, numbers):
    return [number for number in numbers if folds.get(number)]


def test_the_last_256_matches_are_kept():
    folds = MatchCache()
    for number in range(300):
        folds.put(number, fold_of(30))

    assert kept(folds, range(300)) == list(range(300 - 256, 300))


def test_of_matches_of_thousands_of_entries_fewer_are_kept():
    folds = MatchCache()
    for number in range(10):
        folds.put(number, fold_of(10_000))

    assert kept(folds, range(10)) == [8, 9]


def test_one_match_is_kept_however_long_it_is():
    folds = MatchCache()
    folds.put(1, fold_of(30))
    folds.put(2, fold_of(100_000))

    assert kept(folds, [1, 2]) == [2]


def test_a_match_that_goes_on_counts_once_and_is_the_newest_again():
    folds = MatchCache()
    folds.put(1, fold_of(10_000))
    folds.put(2, fold_of(10_000))
    folds.put(1, fold_of(12_000))
    folds.put(3, fold_of(12_000))

    assert kept(folds, [1, 2, 3]) == [1, 3]
