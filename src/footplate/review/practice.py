"""Practice: a game goes on anew from before a decision, with what its seat knew then and all else dealt anew."""

from __future__ import annotations

from footplate.arguments import instance, seed_number, whole
from footplate.errors import InvalidRecord
from footplate.game import Game
from footplate.records import GameRecord
from footplate.review.playouts import OBSERVED, Playouts

_SEEDS = 1 << 62


def practice(record: GameRecord, number: int, *, seed: int) -> Game:
    """The game as it may have stood before action ``number``, counted from 0, for whoever decides there.

    That seat has its hand, its tickets and its knowledge. Hidden cards and tickets are dealt as reviews deal them: from
    what the seat had seen, so nothing in it tells what they truly were.
    """
    instance("record", record, GameRecord, "a GameRecord: read_records(file) gives them")
    number, seed = whole("number", number, 0), seed_number(seed)
    for n, game in enumerate(record.steps()):
        if n == number and not game.is_over:
            seen = game.observe(game.to_move)
            world = Playouts(game.tables).deal(OBSERVED, seen.records, 0, seed=seed % _SEEDS)
            return Game.at(game.tables, world, seed)
    raise InvalidRecord(f"the game has {len(record.moves)} actions: nothing is decided before action {number}")
