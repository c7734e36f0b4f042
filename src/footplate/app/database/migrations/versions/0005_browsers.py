"""A player is known in several browsers and has a recovery code; games say whether their seed was chosen.

The one cookie of a player becomes the first of the browsers. Its column stays, for the recovery code: SQLite could
drop it only by making the table anew, and would lose everything that refers to it.
"""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0005", "0004", None, None


def upgrade() -> None:
    time = sa.DateTime(timezone=True)
    op.create_table(
        "browsers",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", time, nullable=False),
        sa.Column("seen", time, nullable=False),
    )
    op.create_index("ix_browsers_player_id", "browsers", ["player_id"])
    first = sa.text(
        "INSERT INTO browsers (id, player_id, token_hash, name, created, seen) "
        "SELECT id, id, token_hash, 'A browser', created, :now FROM players"
    )
    op.execute(first.bindparams(sa.bindparam("now", datetime.now(UTC), type_=time)))
    op.execute("ALTER TABLE players RENAME COLUMN token_hash TO recovery_hash")
    op.execute("UPDATE players SET recovery_hash = 'none ' || id")
    op.add_column("games", sa.Column("seed_chosen", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("games", "seed_chosen")
    op.execute("ALTER TABLE players RENAME COLUMN recovery_hash TO token_hash")
    known = "FROM browsers WHERE browsers.player_id = players.id"
    one = f"SELECT min(browsers.token_hash) {known}"
    op.execute(f"UPDATE players SET token_hash = ({one}) WHERE EXISTS (SELECT 1 {known})")
    op.drop_table("browsers")
