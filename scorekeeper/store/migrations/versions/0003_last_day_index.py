"""Index the last day of matches, so that expired ones are found without reading the others."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_index("ix_match_last_day", "match", ["last_day"])
