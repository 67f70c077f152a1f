"""The cache of matches: never more than its memory bound."""

from scorekeeper.codec.match_file import read_opening
from scorekeeper.rules.match import Match
from scorekeeper.store.match_cache import CachedMatch, MatchCache

MATCH = Match.replay(read_opening({"ruleset": {"preset": "pepper"}}), [])


def cached_match(entries):
    """Return a cached match that counts as one of so many entries."""
    return CachedMatch(MATCH, (None,) * entries)


def kept(cache, numbers):
    return [number for number in numbers if cache.get(number)]


def test_the_last_256_matches_are_kept():
    cache = MatchCache()
    for number in range(300):
        cache.put(number, cached_match(30))

    assert kept(cache, range(300)) == list(range(300 - 256, 300))


def test_of_matches_of_thousands_of_entries_fewer_are_kept():
    cache = MatchCache()
    for number in range(10):
        cache.put(number, cached_match(10_000))

    assert kept(cache, range(10)) == [8, 9]


def test_one_match_is_kept_however_long_it_is():
    cache = MatchCache()
    cache.put(1, cached_match(30))
    cache.put(2, cached_match(100_000))

    assert kept(cache, [1, 2]) == [2]


def test_a_match_that_goes_on_counts_once_and_is_the_newest_again():
    cache = MatchCache()
    cache.put(1, cached_match(10_000))
    cache.put(2, cached_match(10_000))
    cache.put(1, cached_match(12_000))
    cache.put(3, cached_match(12_000))

    assert kept(cache, [1, 2, 3]) == [1, 3]
