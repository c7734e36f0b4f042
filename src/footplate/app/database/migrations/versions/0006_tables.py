"""Tables of people that survive absence: clocks, who is here, bots that stand in, first tickets, offers, phrases.

A seat that somebody had left waited until all agreed to a bot. Now the bot plays there at once, also in those games.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0006", "0005", None, None

_TIME = sa.DateTime(timezone=True)
_OF_GAMES: dict[str, Any] = {
    "timing": sa.JSON(), "turn_began": _TIME, "awake": _TIME, "end_offered": sa.Integer(), "said": sa.JSON(),
    "webhook": sa.String(400),
}  # fmt: skip
_OF_SEATS: dict[str, Any] = {
    "choice": sa.Text(), "here_until": _TIME, "clock": sa.Float(), "absent_from": sa.Integer(),
}  # fmt: skip
_FLAGS = ("replaces", "moved", "here")
_COUNTS = ("overruns", "absent_turns", "bot_turns")


def upgrade() -> None:
    # One by one, as in 0004: SQLite would make the table anew for anything else.
    for table, columns in (("games", _OF_GAMES), ("seats", _OF_SEATS)):
        for name, kind in columns.items():
            op.add_column(table, sa.Column(name, kind))
    op.add_column("games", sa.Column("webhook_failures", sa.Integer, nullable=False, server_default="0"))
    for flag in _FLAGS:
        op.add_column("seats", sa.Column(flag, sa.Boolean, nullable=False, server_default=sa.false()))
    for count in _COUNTS:
        op.add_column("seats", sa.Column(count, sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("stand_in", sa.String(8), nullable=False, server_default=""))
    no, yes = sa.false(), sa.true()
    seats = sa.table("seats", sa.column("spec"), sa.column("left", sa.Boolean), sa.column("agrees", sa.Boolean))
    op.execute(seats.update().where(seats.c.left == yes, seats.c.spec.is_(None)).values(spec="casual"))
    op.execute(seats.update().values(agrees=no))


def downgrade() -> None:
    for name in ("stand_in", *_COUNTS, *_FLAGS, *_OF_SEATS):
        op.drop_column("seats", name)
    for name in ("webhook_failures", *_OF_GAMES):
        op.drop_column("games", name)
