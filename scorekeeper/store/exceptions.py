"""The errors of the database: it does not answer, or another write was first."""

from __future__ import annotations

import re

from sqlalchemy import ExceptionContext
from sqlalchemy.exc import DatabaseError, IntegrityError, InterfaceError

# "UNIQUE constraint failed: match.code", or "Key (code)=(AAAAAA) already exists."
_UNIQUE = re.compile(r"failed: \w+\.(\w+)$|Key \((\w+)\)=")


class Unavailable(Exception):
    """The database does not answer, or accepts no writes.

    Nothing was written, unless the connection was lost during a commit: then that is not known.
    """


class WriteConflict(Exception):
    """Another write was first, and a constraint rejects this one. Nothing was written."""

    @property
    def column(self) -> str:
        """The column whose values are unique, as SQLite or PostgreSQL names it; "" if several."""
        named = _UNIQUE.search(str(self))
        return named[1] or named[2] if named else ""


def translate_error(context: ExceptionContext) -> None:
    """Raise WriteConflict or Unavailable in place of an error of the database driver."""
    if context.is_pre_ping:
        return  # SQLAlchemy tries another connection
    error = context.sqlalchemy_exception
    if isinstance(error, IntegrityError):
        raise WriteConflict(one_line(error.orig)) from error
    if isinstance(error, DatabaseError | InterfaceError):
        raise Unavailable(f"The database does not answer: {one_line(error.orig)}") from error


def one_line(error: BaseException | None) -> str:
    return " ".join(str(error).split())
