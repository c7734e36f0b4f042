"""Practice begins with what the seat knew, and with nothing that it did not."""

from __future__ import annotations

import random

import pytest

from footplate import Game, GameRecord
from footplate.errors import InvalidRecord
from footplate.review import practice
from tests.support.app.games import played

BOARDS = [("small", 2), ("usa", 4), ("europe", 3), ("germany", 3), ("switzerland", 2), ("nordic", 3), ("new_york", 4),
          ("first_journey_usa", 4), ("t2r", 2), ("small:warwick", 2)]  # fmt: skip


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_the_seat_sees_what_it_saw_and_the_game_plays_on(board: str, players: int) -> None:
    game = played(board, players, seed=3)
    record = GameRecord.of(game, [f"seat {n}" for n in range(players)])
    chance = random.Random(1)
    for number in sorted(chance.sample(range(len(record.moves)), 5)):
        before = record.begin()
        for _ in range(number):
            record.push_next(before)
        seat = before.to_move
        again = practice(record, number, seed=number)
        assert again.observe(seat).to_bytes() == before.observe(seat).to_bytes()
        assert again.history == ()
        assert Game.from_json(again.to_json()).to_bytes() == again.to_bytes()
        while not again.is_over:
            again.push(chance.choice(again.legal_actions()))
        text = GameRecord.of(again, record.seats).to_text()
        assert GameRecord.from_text(text).replay().to_bytes() == again.to_bytes()


def test_it_does_not_depend_on_what_was_hidden() -> None:
    """Two games that look alike to the seat give the same practice."""
    record = GameRecord.of(played("usa", 3, seed=4), ["a", "b", "c"])
    one, other = practice(record, 40, seed=9), practice(record, 40, seed=10)
    before = record.begin()
    for _ in range(40):
        record.push_next(before)
    assert one.to_bytes() != other.to_bytes()
    assert one.to_bytes() != before.to_bytes()
    seen = one.observe(one.to_move)
    assert seen.to_bytes() == other.observe(one.to_move).to_bytes()
    assert practice(record, 40, seed=9).to_bytes() == one.to_bytes()


def test_nothing_is_tried_again_after_the_end() -> None:
    record = GameRecord.of(played(), ["a", "b"])
    with pytest.raises(InvalidRecord, match="nothing is decided"):
        practice(record, len(record.moves), seed=1)
