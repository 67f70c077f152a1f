"""The code of a match, and what a token in a link proves."""

import pytest

from scorekeeper.tokens import (
    ALPHABET,
    CODE_LENGTH,
    Token,
    make_token,
    new_code,
    parse_token,
    tidy_code,
    verify_token,
)

SECRET = "made up for the tests"
CODE = "7K3WQ9"
KEY = make_token(SECRET, CODE, "host", 1)


def opens(text, *, secret=SECRET, generation=1):
    key = parse_token(text)
    return key is not None and verify_token(secret, key, generation)


def test_a_code_is_six_characters_that_read_as_nothing_else():
    codes = {new_code() for _ in range(500)}

    assert len(codes) > 490
    assert {len(code) for code in codes} == {CODE_LENGTH} == {6}
    assert set("".join(codes)) == set(ALPHABET)
    assert not set(ALPHABET) & set("OIL1U")


@pytest.mark.parametrize("typed", ["7k3wq9", " 7K3 WQ9 ", "7K3-WQ9", "7k3\twq9\n", "7-K-3-W-Q-9"])
def test_a_code_is_read_as_people_type_it(typed):
    assert tidy_code(typed) == CODE


def test_an_o_in_a_code_is_read_as_a_zero():
    assert tidy_code("ab0cO2o") == "AB0C020"


def test_a_code_of_ours_is_tidy_already():
    assert all(tidy_code(code) == code for code in (new_code() for _ in range(500)))


def test_a_key_opens_what_it_was_made_for():
    assert opens(KEY)
    assert parse_token(KEY)[:2] == (CODE, "host")


def test_a_key_typed_in_lower_case_still_opens():
    assert opens(KEY.lower())
    assert opens(f"  {KEY.swapcase()}\n")


def test_a_key_made_with_another_secret_proves_nothing():
    assert not opens(KEY, secret="another secret")
    assert not opens(KEY, secret="")


@pytest.mark.parametrize("generation", [0, 2, 11, -1])
def test_raising_the_generation_withdraws_every_key_made_before(generation):
    assert not opens(KEY, generation=generation)


def test_a_key_proves_nothing_for_another_match_or_another_place():
    proof = parse_token(KEY).proof

    assert not verify_token(SECRET, Token("7K3WQ8", "host", proof), 1)
    assert not verify_token(SECRET, Token(CODE, "watch", proof), 1)
    assert not verify_token(SECRET, Token(CODE, "host 1", proof), 1)


def test_every_key_is_another():
    keys = {
        make_token(secret, code, place, generation)
        for secret in ("one secret", "another secret")
        for code in ("7K3WQ9", "7K3WQ8")
        for place in ("host", "watch", "seat 1")
        for generation in (1, 2, 11)
    }

    assert len({parse_token(key).proof for key in keys}) == len(keys) == 36


def test_a_proof_is_worth_at_least_128_bits():
    proof = parse_token(KEY).proof
    bits_of_a_base32_sign = 5

    assert len(proof) * bits_of_a_base32_sign >= 128
    assert set(proof) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")


def test_every_sign_of_a_proof_counts():
    code, place, proof = KEY.split("-")

    for at, sign in enumerate(proof):
        other = "A" if sign != "A" else "B"
        assert not opens(f"{code}-{place}-{proof[:at]}{other}{proof[at + 1 :]}")


@pytest.mark.parametrize(
    "text", ["", "-", "--", "---", CODE, f"{CODE}-host", f"{KEY}-", f"{KEY}A", KEY[:-1], "Ω-💥-ß"]
)
def test_what_is_no_key_opens_nothing(text):
    assert not opens(text)


def test_a_key_needs_no_escaping_in_an_address():
    assert KEY.replace("-", "").isalnum()
    assert KEY.isascii()
