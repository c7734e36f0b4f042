"""Games to be made: their seats, and their rows in the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from footplate.app.database.models import StoredGame, StoredSeat, now
from footplate.app.database.tokens import hash_of_link, new_link_code, new_token

GAME_ID = 12  # random bytes


@dataclass(frozen=True, kw_only=True)
class NewSeat:
    """A seat of a game to be made; ``spec`` None is a person's, and nobody is told of a ``masked`` one."""

    name: str
    livery: int
    spec: str | None = None
    player_id: str | None = None
    masked: bool = False


def new_game(board: str, board_json: str, seed: int, seats: Sequence[NewSeat]) -> tuple[StoredGame, list[str | None]]:
    """The game, and by seat the link for the person who is awaited there (None for all others)."""
    moment = now()
    game = StoredGame(
        id=new_token(GAME_ID), board=board, board_json=board_json, seed=_signed(seed), created=moment, changed=moment
    )
    links = [None if seat.spec or seat.player_id else new_link_code() for seat in seats]
    for number, (seat, link) in enumerate(zip(seats, links, strict=True)):
        facts = {"name": seat.name, "spec": seat.spec, "livery": seat.livery, "player_id": seat.player_id}
        token_hash = hash_of_link(link) if link else None
        game.seats.append(StoredSeat(seat=number, token_hash=token_hash, masked=seat.masked, **facts))
    return game, links


def _signed(seed: int) -> int:
    """A seed of 64 bits as databases hold it."""
    return seed - (1 << 64) if seed >= 1 << 63 else seed


def seed_of(game: StoredGame) -> int:
    return game.seed % (1 << 64)
