"""Players, boards, games, seats and moves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0001", None, None, None


def upgrade() -> None:
    time = sa.DateTime(timezone=True)
    op.create_table(
        "players",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("adaptive", sa.JSON, nullable=False),
        sa.Column("created", time, nullable=False),
    )
    op.create_table(
        "boards",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id", ondelete="SET NULL")),
        sa.Column("json", sa.Text, nullable=False),
        sa.Column("created", time, nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("board", sa.String(80), nullable=False),
        sa.Column("board_json", sa.Text, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("created", time, nullable=False),
        sa.Column("changed", time, nullable=False),
        sa.Column("result", sa.JSON),
    )
    op.create_index("ix_games_changed", "games", ["changed"])
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("spec", sa.String(400)),
        sa.Column("livery", sa.Integer, nullable=False),
        sa.Column("token_hash", sa.String(64), unique=True),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id", ondelete="SET NULL")),
    )
    op.create_index("seats_by_player", "seats", ["player_id"])
    op.create_table(
        "moves",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.String(200), nullable=False),
        sa.Column("elapsed", sa.Float, nullable=False),
        sa.Column("figures", sa.JSON),
    )


def downgrade() -> None:
    for table in ("moves", "seats", "games", "boards", "players"):
        op.drop_table(table)
