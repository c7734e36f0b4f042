"""Seats belong to players and links are good once; who has left, who had help, and which game comes next.

The old link of a seat that somebody has taken is no longer good; that of a free seat is, once.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0004", "0003", None, None

_FLAGS = ("left", "agrees", "searched", "undone")


def upgrade() -> None:
    # Columns without constraints, one by one: SQLite would make the table anew for anything else, and lose its moves.
    op.add_column("games", sa.Column("host_id", sa.String(16)))
    op.add_column("games", sa.Column("help", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("next_id", sa.String(24)))
    for flag in _FLAGS:
        op.add_column("seats", sa.Column(flag, sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "devices",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("device_id", sa.String(16), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    )
    op.create_index("devices_by_device", "devices", ["device_id"])
    op.execute("UPDATE seats SET token_hash = NULL WHERE player_id IS NOT NULL")
    # Where one player alone has come so far, it is the one who has set up the game.
    of_game = "FROM seats WHERE seats.game_id = games.id AND seats.player_id IS NOT NULL"
    op.execute(
        f"UPDATE games SET host_id = (SELECT min(seats.player_id) {of_game}) "
        f"WHERE (SELECT count(DISTINCT seats.player_id) {of_game}) = 1"
    )


def downgrade() -> None:
    op.drop_table("devices")
    for flag in _FLAGS:
        op.drop_column("seats", flag)
    for column in ("host_id", "help", "next_id"):
        op.drop_column("games", column)
