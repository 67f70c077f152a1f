"""Add links of seats and watchers, joining, claims, rematches, expiry, and who wrote an entry."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    # Columns are only added and dropped: recreating the table would cascade to every journal.
    for name, default in (("generations", "{}"), ("joining_until", "0"), ("last_day", "0")):
        op.add_column("match", sa.Column(name, sa.Text(), nullable=False, server_default=default))
    op.add_column("match", sa.Column("claim_seat", sa.Integer()))
    op.add_column("match", sa.Column("claim_ends", sa.Text()))
    op.add_column("match", sa.Column("rematch_of", sa.Integer()))
    op.create_index("ix_match_rematch_of", "match", ["rematch_of"], unique=True)
    match = sa.table("match", sa.column("last_day", sa.Text()))
    op.execute(match.update().values(last_day=datetime.now(UTC).date().isoformat()))
    op.execute("ALTER TABLE match DROP COLUMN host_generation")  # no version ever raised it

    op.add_column("journal", sa.Column("place", sa.Text()))
    op.execute("UPDATE journal SET place = 'host' WHERE writer IS NOT NULL")

    op.create_table(
        "act",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column(
            "match_id",
            sa.Integer(),
            sa.ForeignKey("match.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("deed", sa.Text(), nullable=False),
        sa.Column("place", sa.Text()),
    )
    op.create_index("ix_act_match_id", "act", ["match_id"])
