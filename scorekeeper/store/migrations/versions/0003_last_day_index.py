"""The matches whose time has come are found without reading all the others."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_index("ix_match_last_day", "match", ["last_day"])
