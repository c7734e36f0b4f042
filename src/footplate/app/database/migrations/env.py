"""Alembic runs this; the store hands over an open connection."""

from __future__ import annotations

from alembic import context

from footplate.app.database.models import Base

context.configure(
    connection=context.config.attributes["connection"], target_metadata=Base.metadata, render_as_batch=True
)
context.run_migrations()
