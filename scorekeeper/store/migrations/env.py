"""Run the revisions on the connection that the store passes in, within its transaction."""

from alembic import context

from scorekeeper.store.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
