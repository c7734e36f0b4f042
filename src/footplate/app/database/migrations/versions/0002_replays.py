"""Records that people upload to look at."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0002", "0001", None, None


def upgrade() -> None:
    op.create_table(
        "replays",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id", ondelete="CASCADE")),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_replays_player_id", "replays", ["player_id"])


def downgrade() -> None:
    op.drop_table("replays")
