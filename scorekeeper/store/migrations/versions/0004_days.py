"""Add the days on which the program ran, by which matches expire. Earlier days are not known."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table("day", sa.Column("date", sa.Text(), primary_key=True))
