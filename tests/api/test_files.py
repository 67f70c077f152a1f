"""Every file over the API: any token of the match may download them."""

import pytest

from scorekeeper.exports.formats import FILES


@pytest.mark.parametrize("ext", FILES)
def test_a_watch_key_takes_every_file_with_its_type_and_a_safe_name(match, ext):
    answer = match.watch.of_match("GET", f"/sheet.{ext}")

    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == FILES[ext][0]
    assert answer.headers["Content-Disposition"].endswith(f'.{ext}"')
    assert "public" not in answer.headers["Cache-Control"]
