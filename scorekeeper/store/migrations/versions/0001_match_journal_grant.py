"""Create the first tables: match, journal, grant."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("code", sa.Text(), nullable=False, unique=True),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("sides", sa.Text(), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("start_shortfalls", sa.Text(), nullable=False),
        sa.Column("opened", sa.Text(), nullable=False),
        sa.Column("note", sa.Text()),
        sa.Column("host_generation", sa.Integer(), nullable=False),
        sa.Column("idempotency_key", sa.Text(), unique=True),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "journal",
        sa.Column(
            "match_id",
            sa.Integer(),
            sa.ForeignKey("match.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("entry", sa.Text(), nullable=False),
        sa.Column("writer", sa.Text()),
        sa.Column("idempotency_key", sa.Text()),
        sa.Column("asked", sa.Text()),
        sa.UniqueConstraint("match_id", "writer", "idempotency_key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "grant",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column(
            "match_id",
            sa.Integer(),
            sa.ForeignKey("match.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.UniqueConstraint("match_id", "device", "place"),
    )
    op.create_index("ix_grant_device", "grant", ["device"])


def downgrade() -> None:
    op.drop_table("grant")
    op.drop_table("journal")
    op.drop_table("match")
