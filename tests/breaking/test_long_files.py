"""A file that takes long to render delays no other request."""

from concurrent.futures import ThreadPoolExecutor
from urllib.request import Request, urlopen

import pytest

from tests.servers import HAND, Caller

HANDS = 1500


@pytest.mark.parametrize("ext", ["pdf", "png", "xlsx"])
def test_others_are_answered_and_write_hands_while_a_long_file_is_drawn(serve, ext):
    server = serve()
    long = Caller(server.port).open(format="scorekeeper/1", entries=[HAND] * HANDS)
    table = Caller(server.port).open()
    asked = Request(
        f"http://127.0.0.1:{server.port}/api/v1{long.path}/sheet.{ext}",
        headers={"Authorization": f"Bearer {long.key}"},
    )

    def draw():
        with urlopen(asked, timeout=60) as answer:  # noqa: S310
            return answer.read()

    with ThreadPoolExecutor(2) as phones:
        files = [phones.submit(draw) for _ in range(2)]
        written = 0
        while not any(file.done() for file in files):
            assert table.write(written)[0] == 201
            written += 1

        assert written >= 5
        assert all(file.result() for file in files)
    assert server.stop()[0] == 0
