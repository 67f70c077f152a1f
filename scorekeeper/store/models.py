"""The tables: columns and constraints, no methods. The database enforces the constraints."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The base class of all tables."""


class MatchRow(Base):
    """A match: what was agreed before the first hand, and the state of its roles and links.

    `ruleset`, `sides`, `players`, `start` and `start_shortfalls` are JSON as in the match file;
    `ruleset` is complete and never changes. `idempotency_key` identifies the form that opened the
    match, so that one form opens one match.

    `generations` is JSON: by role, the generation of its link if it is not the first.
    `joining_until` is when the code stops giving seats (empty or 0: closed). `last_day` is the day
    of the last entry: the days after it are counted until the match expires. `rematch_of` is the id
    of the match that this one follows, which may have been deleted since; a match has at most one
    rematch. `claim_seat` is the seat that claims the host role, and its sixty seconds end at
    `claim_ends`; `claimed_at` is when the present host took the role by a claim, if it did. Times
    are ISO 8601 in UTC.
    """

    __tablename__ = "match"
    __table_args__ = (
        Index("ix_match_rematch_of", "rematch_of", unique=True),
        Index("ix_match_last_day", "last_day"),
        {"sqlite_autoincrement": True},  # an id is never used twice
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(Text, unique=True)
    ruleset: Mapped[str] = mapped_column(Text)
    sides: Mapped[str] = mapped_column(Text)
    players: Mapped[str] = mapped_column(Text)
    first_dealer: Mapped[int]
    start: Mapped[str] = mapped_column(Text)
    start_shortfalls: Mapped[str] = mapped_column(Text)
    opened: Mapped[str] = mapped_column(Text)
    note: Mapped[str | None] = mapped_column(Text)
    idempotency_key: Mapped[str | None] = mapped_column(Text, unique=True)
    generations: Mapped[str] = mapped_column(Text, server_default="{}")
    joining_until: Mapped[str] = mapped_column(Text, server_default="0")
    last_day: Mapped[str] = mapped_column(Text, server_default="0")
    rematch_of: Mapped[int | None]
    claim_seat: Mapped[int | None]
    claim_ends: Mapped[str | None] = mapped_column(Text)
    claimed_at: Mapped[str | None] = mapped_column(Text)


class JournalRow(Base):
    """One entry of a match's journal: JSON as in the match file, never changed or removed.

    A second entry with the same number is an error, so that no write can overwrite another. An
    idempotency key is stored with the entry it wrote, and `request_digest` is that of its request.
    `role` is the one that wrote the entry, by which the writer's present name is found; None for
    an entry that was imported from a match file.
    """

    __tablename__ = "journal"
    __table_args__ = (
        UniqueConstraint("match_id", "writer", "idempotency_key"),
        {"sqlite_with_rowid": False},  # rows are stored in the primary key: one tree less to write
    )

    match_id: Mapped[int] = mapped_column(
        ForeignKey("match.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    entry: Mapped[str] = mapped_column(Text)
    writer: Mapped[str | None] = mapped_column(Text)
    idempotency_key: Mapped[str | None] = mapped_column(Text)
    request_digest: Mapped[str | None] = mapped_column("asked", Text)
    role: Mapped[str | None] = mapped_column("place", Text)


class DayRow(Base):
    """A day on which the program ran, as an ISO 8601 date in UTC. Matches expire by these days."""

    __tablename__ = "day"

    date: Mapped[str] = mapped_column(Text, primary_key=True)


class GrantRow(Base):
    """A role that a device holds at a match: `role` is "host", "seat N" or "watch"."""

    __tablename__ = "grant"
    __table_args__ = (UniqueConstraint("match_id", "device", "place"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"))
    device: Mapped[str] = mapped_column(Text, index=True)
    role: Mapped[str] = mapped_column("place", Text)


class AuditEventRow(Base):
    """An audit event, shown in the history: who took a seat, who became host.

    `by` is the role of the actor, `event` what it did, and `role` the role it did it to; `version`
    is the length of the journal at that time. Audit events are not part of a match file.
    """

    __tablename__ = "act"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), index=True)
    at: Mapped[str] = mapped_column(Text)
    version: Mapped[int]
    by: Mapped[str] = mapped_column(Text)
    event: Mapped[str] = mapped_column("deed", Text)
    role: Mapped[str | None] = mapped_column("place", Text)
