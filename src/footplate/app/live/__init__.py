"""A live game: who sits there and who listens, its moves, its bots."""
