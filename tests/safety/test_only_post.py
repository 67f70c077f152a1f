"""Only a POST changes anything: any other request leaves the database as it was.

Mail programs, chat previews and scanners open links by GET and HEAD.
"""

import pytest
from sqlalchemy import select

from scorekeeper.matches import seats
from scorekeeper.store.database import db
from scorekeeper.store.models import Base
from tests.match_setup import later, over, submit_entry
from tests.safety.test_every_route import (
    ROUTES,
    WHO,
    app,
    browsers,
    claimed,
    open_match,
    send,
)

__all__ = ["app", "browsers", "open_match"]

PATHS = sorted({path for path, *_ in ROUTES.values()})
LOOKS = ("GET", "HEAD", "OPTIONS")


def everything(app):
    """Return every row of every table."""
    with app.app_context():
        db.session.rollback()
        return {
            table.name: db.session.execute(select(table)).all()
            for table in Base.metadata.sorted_tables
        }


def look_at(app, browsers, opens, path):
    """Send each of LOOKS as each of WHO; return those that changed something."""
    before = everything(app)
    changed = []
    for who in WHO:
        for method in LOOKS:
            send(browsers[0][who], method, path, {}, opens[who])
            if everything(app) != before:
                changed.append((who, method))
                before = everything(app)
    with app.app_context():
        assert app.extensions["events"].count == 0
    return changed


@pytest.fixture(params=["a claim that may be taken", "ended"])
def match(app, open_match, request):
    """Provide a match with a role to pass on, and one that has ended."""
    code, opens = open_match()
    presence = app.extensions["presence"]
    before = presence.clock
    with app.app_context():
        if request.param == "ended":
            submit_entry(code, None, {"end": True}, version=2)
        else:
            claimed(code)
            over(code)
            later(400)
            assert seats.read_seating(code, None).claim.passes
    yield code, opens
    presence.clock = before


@pytest.mark.parametrize("path", PATHS)
def test_looking_changes_nothing(app, browsers, match, path):
    code, opens = match

    assert look_at(app, browsers, opens, path.replace("CODE", code)) == []


@pytest.mark.parametrize("place", ["code", "host", "seat 0", "seat 1", "seat 2", "watch"])
def test_looking_at_a_link_takes_nothing(app, browsers, match, place):
    code, opens = match
    with app.app_context():
        keys_of = {"code": code, **seats.list_tokens(code, None)}

    assert look_at(app, browsers, opens, f"/j/{keys_of[place]}") == []
    assert look_at(app, browsers, opens, f"/j?code={keys_of[place]}") == []
