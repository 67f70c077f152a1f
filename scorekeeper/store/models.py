"""The tables: columns and constraints, no methods. The database holds the promises."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """What every table shares."""


class MatchRow(Base):
    """What a table settled before the first hand. `ruleset` is whole and never changes.

    `ruleset`, `sides`, `players`, `start` and `start_shortfalls` are JSON as in the match file.
    `idempotency_key` is the mark of the form that opened it, so that the form opens one match.

    `generations` is JSON: by place, the generation of its link where it is not the first.
    `joining_until` is when the code stops giving seats (empty or 0: closed), `last_day` the day of
    the last entry: the days after it are counted until the match expires. `rematch_of` is the id of
    the match that this one follows, which may have been deleted since: one match has one rematch. A
    seat that claims the host's role is `claim_seat`, its sixty seconds are over at `claim_ends`;
    `claimed_at` is when whoever is host now got the role by a claim. Times are ISO 8601 in UTC.
    """

    __tablename__ = "match"
    __table_args__ = (
        Index("ix_match_rematch_of", "rematch_of", unique=True),
        Index("ix_match_last_day", "last_day"),
        {"sqlite_autoincrement": True},  # an id is never given out twice
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
    idempotency key is remembered with the entry it wrote. `place` is the place that wrote it, by
    which its writer's present name is found; None for what a match file brought along.
    """

    __tablename__ = "journal"
    __table_args__ = (
        UniqueConstraint("match_id", "writer", "idempotency_key"),
        {"sqlite_with_rowid": False},  # the key is the table: one tree less to write
    )

    match_id: Mapped[int] = mapped_column(
        ForeignKey("match.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    entry: Mapped[str] = mapped_column(Text)
    writer: Mapped[str | None] = mapped_column(Text)
    idempotency_key: Mapped[str | None] = mapped_column(Text)
    asked: Mapped[str | None] = mapped_column(Text)
    place: Mapped[str | None] = mapped_column(Text)


class DayRow(Base):
    """A day on which the program ran, as an ISO 8601 date in UTC: by these matches expire."""

    __tablename__ = "day"

    date: Mapped[str] = mapped_column(Text, primary_key=True)


class GrantRow(Base):
    """What one device may do at one match: `place` is "host", "seat N" or "watch"."""

    __tablename__ = "grant"
    __table_args__ = (UniqueConstraint("match_id", "device", "place"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"))
    device: Mapped[str] = mapped_column(Text, index=True)
    place: Mapped[str] = mapped_column(Text)


class AuditEventRow(Base):
    """What happened around the sheet, for the history: who took a seat, who became host.

    `by` is the place that did it, `deed` what it did, `place` the place it did it to; `version` is
    the journal's length then. No part of a match file.
    """

    __tablename__ = "act"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), index=True)
    at: Mapped[str] = mapped_column(Text)
    version: Mapped[int]
    by: Mapped[str] = mapped_column(Text)
    deed: Mapped[str] = mapped_column(Text)
    place: Mapped[str | None] = mapped_column(Text)
