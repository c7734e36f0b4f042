"""Practice: games that begin in a position, not with the deal. Reviews that are whole are kept with their games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0008", "0007", None, None


def upgrade() -> None:
    op.add_column("games", sa.Column("position", sa.Text))
    op.add_column("games", sa.Column("from_turn", sa.Integer))
    op.add_column("games", sa.Column("origin", sa.String(24)))
    op.add_column("games", sa.Column("review", sa.JSON))


def downgrade() -> None:
    for name in ("review", "origin", "from_turn", "position"):
        op.drop_column("games", name)
