"""A request body that must not be read: reading it fails the test."""

import io


class UnreadableBody(io.RawIOBase):
    """A body with a length that raises AssertionError when it is read."""

    def readable(self):
        return True

    def readinto(self, _):
        raise AssertionError("The body was read.")


def unreadable_body(kind, length=60_000):
    """Return the arguments of the test client that send this body."""
    sent = {"CONTENT_TYPE": kind, "CONTENT_LENGTH": str(length), "wsgi.input": UnreadableBody()}
    return {"environ_overrides": sent}
