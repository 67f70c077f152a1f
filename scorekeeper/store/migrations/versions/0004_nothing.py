"""A place for the revision of another branch, which is put here when the two are merged."""

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    pass
