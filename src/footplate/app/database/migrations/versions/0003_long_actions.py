"""Actions as long as they are: a claim names two cities, and people's own boards may have long names."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0003", "0002", None, None


def upgrade() -> None:
    with op.batch_alter_table("moves") as moves:
        moves.alter_column("action", type_=sa.Text, existing_type=sa.String(200), existing_nullable=False)


def downgrade() -> None:
    with op.batch_alter_table("moves") as moves:
        moves.alter_column("action", type_=sa.String(200), existing_type=sa.Text, existing_nullable=False)
