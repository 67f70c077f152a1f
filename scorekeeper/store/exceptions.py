"""What goes wrong with a database: it does not answer, or another write was first."""

from __future__ import annotations

from sqlalchemy import ExceptionContext
from sqlalchemy.exc import DatabaseError, IntegrityError, InterfaceError


class Unavailable(Exception):
    """The database does not answer, or takes no writes.

    Nothing was written; but where it went away in the middle of a commit, that is not known.
    """


class WriteConflict(Exception):
    """Another write got this number first. Nothing was written."""


def translate_error(context: ExceptionContext) -> None:
    """Gives the driver's errors the two names that the rest of the program knows."""
    if context.is_pre_ping:
        return  # another connection is tried
    error = context.sqlalchemy_exception
    if isinstance(error, IntegrityError):
        raise WriteConflict(one_line(error.orig)) from error
    if isinstance(error, DatabaseError | InterfaceError):
        raise Unavailable(f"The database does not answer: {one_line(error.orig)}") from error


def one_line(error: BaseException | None) -> str:
    return " ".join(str(error).split())
