"""The tables: columns and constraints, no methods. The database holds the promises."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """What every table shares."""


class MatchRow(Base):
    """What a table settled before the first hand. `ruleset` is whole and never changes.

    `ruleset`, `sides`, `players`, `start` and `start_shortfalls` are JSON as in the match file.
    `idempotency_key` is the mark of the form that opened it, so that the form opens one match.
    """

    __tablename__ = "match"
    __table_args__ = ({"sqlite_autoincrement": True},)  # an id is never given out twice

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
    host_generation: Mapped[int] = mapped_column(default=1)
    idempotency_key: Mapped[str | None] = mapped_column(Text, unique=True)


class JournalRow(Base):
    """One entry of a match's journal: JSON as in the match file, never changed or removed.

    A second entry with the same number is an error, so that no write can overwrite another. An
    idempotency key is remembered with the entry it wrote.
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


class GrantRow(Base):
    """What one device may do at one match: `place` is "host"."""

    __tablename__ = "grant"
    __table_args__ = (UniqueConstraint("match_id", "device", "place"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"))
    device: Mapped[str] = mapped_column(Text, index=True)
    place: Mapped[str] = mapped_column(Text)
