"""What outlives the server: players, games, moves, boards of people's own."""

from footplate.app.database.store import Store

__all__ = ["Store"]
