"""Studies with people: who takes part, their games, and what they answer. Bots of such games are told to nobody."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0009", "0008", None, None


def upgrade() -> None:
    op.add_column("seats", sa.Column("masked", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "user_studies",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("design", sa.JSON, nullable=False),
        sa.Column("keys", sa.JSON, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("withdrawn", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_table(
        "participants",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("study", sa.String(40), sa.ForeignKey("user_studies.name", ondelete="CASCADE"), nullable=False),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id", ondelete="CASCADE")),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("agreed", sa.DateTime(timezone=True)),
        sa.Column("skill", sa.String(20)),
        sa.Column("adaptive", sa.JSON, nullable=False),
        sa.UniqueConstraint("study", "player_id"),
        sa.UniqueConstraint("study", "number"),
        sa.UniqueConstraint("study", "place"),
    )
    op.create_index("ix_participants_player_id", "participants", ["player_id"])
    op.create_table(
        "study_games",
        sa.Column(
            "participant_id", sa.String(16), sa.ForeignKey("participants.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), unique=True, nullable=False),
        sa.Column("condition", sa.String(80), nullable=False),
        sa.Column("answered", sa.String(8)),
        sa.Column("answers", sa.JSON, nullable=False),
        sa.Column("review", sa.JSON),
    )


def downgrade() -> None:
    op.drop_table("study_games")
    op.drop_table("participants")
    op.drop_table("user_studies")
    op.drop_column("seats", "masked")
