"""What is kept of finished games that a player has deleted, and whether a webhook may lead into this network."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0007", "0006", None, None


def upgrade() -> None:
    op.add_column("players", sa.Column("past", sa.JSON))
    op.add_column("games", sa.Column("webhook_inside", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("games", "webhook_inside")
    op.drop_column("players", "past")
