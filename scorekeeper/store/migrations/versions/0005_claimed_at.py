"""Add the time at which the host role was taken by a claim."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("match", sa.Column("claimed_at", sa.Text()))
