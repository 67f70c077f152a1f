"""A body that nobody may read: whoever tries to is told by the test."""

import io


class Unread(io.RawIOBase):
    """Says how long it is, and raises once somebody reads it."""

    def readable(self):
        return True

    def readinto(self, _):
        raise AssertionError("The body was read.")


def unread(kind, length=60_000):
    """What the client sends along so that its body is this one."""
    sent = {"CONTENT_TYPE": kind, "CONTENT_LENGTH": str(length), "wsgi.input": Unread()}
    return {"environ_overrides": sent}
