"""Records: readable, exact, and plain about damage."""

from __future__ import annotations

import io
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.boards import load_board
from footplate.errors import InvalidRecord
from footplate.game import Game
from footplate.records import GameRecord, parse_records, read_records, write_records
from tests.support.strategies import games_in_play


def played(board="small", players=2, seed=7, actions=10**6) -> Game:
    game, rng = Game(board, players, seed), random.Random(seed)
    while not game.is_over and actions:
        game.push(rng.choice(game.legal_actions()), elapsed=0.25 * len(game.history))
        actions -= 1
    return game


def names(game: Game) -> list[str]:
    return [f"player {seat + 1}" for seat in range(game.players)]


@given(game=games_in_play())
def test_record_replay_same_final_bytes(game):
    record = GameRecord.of(game, names(game))
    again = GameRecord.from_text(record.to_text())
    assert again.replay().to_bytes() == game.to_bytes()
    assert again.to_text() == record.to_text()


def test_a_game_that_began_in_a_position_replays_from_there():
    middle = Game.from_json(played("europe", 3, actions=60).to_json())
    chance = random.Random(2)
    while not middle.is_over:
        middle.push(chance.choice(middle.legal_actions()))
    text = GameRecord.of(middle, names(middle)).to_text()
    again = GameRecord.from_text(text)
    assert again.replay().to_bytes() == middle.to_bytes()
    assert again.to_text() == text
    assert next(again.steps()).turn > 10
    assert "position:" not in GameRecord.of(played(), ["a", "b"]).to_text()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"players":2', '"players":3', "'seats' has 2 entries"),
        ("\nseed: 7", "\nseed: 8", "other players or another seed"),
        ('"phase"', '"phases"', "the position in which it began"),
        ("position: {", "position: [", "the position in which it began: this is not JSON"),
    ],
)
def test_a_damaged_position_is_refused(old, new, reason):
    middle = Game.from_json(played(actions=12).to_json())
    text = GameRecord.of(middle, names(middle)).to_text()
    assert old in text
    with pytest.raises(InvalidRecord, match=reason):
        GameRecord.from_text(text.replace(old, new, 1)).replay()


def test_no_position_leads_to_a_file_of_this_machine(tmp_path):
    """A record names its board; what a position says of one is not read."""
    middle = Game.from_json(played(actions=12).to_json())
    text = GameRecord.of(middle, names(middle)).to_text()
    with_board = text.replace("position: {", f'position: {{"board":"{tmp_path}/nothing.json",', 1)
    assert GameRecord.from_text(with_board).replay().to_bytes() == middle.to_bytes()


def test_it_reads_like_a_game():
    game = played()
    text = GameRecord.of(game, ["Ann", "greedy"], date="2026-11-15").to_text()
    lines = text.splitlines()
    assert lines[0] == "footplate-record 1"
    assert "board: small" in lines
    assert "seed: 7" in lines
    assert "seats: Ann | greedy" in lines
    assert "date: 2026-11-15" in lines
    assert any(line.startswith("result: ") and ("wins by" in line or "draw" in line) for line in lines)
    assert lines[lines.index("") + 1].startswith("1 0.00 keep ")


def test_time_stamps_are_kept():
    record = GameRecord.from_text(GameRecord.of(played(), ["a", "b"]).to_text())
    assert [move.elapsed for move in record.moves[:3]] == [0, 0.25, 0.5]
    assert record.replay().history[2].elapsed == 0.5


def test_unfinished_games_are_kept_too():
    game = played(actions=5)
    record = GameRecord.from_text(GameRecord.of(game, ["a", "b"]).to_text())
    assert not record.is_finished
    assert record.replay().to_bytes() == game.to_bytes()


def test_a_board_of_one_s_own_travels_in_the_record():
    board = load_board("small").with_rules(name="mine", trains=8)
    game = played(board)
    record = GameRecord.from_text(GameRecord.of(game, ["a", "b"]).to_text())
    assert record.board == board
    assert record.replay().to_bytes() == game.to_bytes()


def test_variants_are_named():
    text = GameRecord.of(played("small:warwick"), ["a", "b"]).to_text()
    assert "board: small:warwick\n" in text
    assert "board-file" not in text


def test_thousands_of_games_in_a_file(tmp_path):
    records = [GameRecord.of(played(seed=seed), ["a", "b"]) for seed in range(20)] * 60
    path = tmp_path / "games.txt"
    with path.open("w", encoding="utf-8") as file:
        assert write_records(records, file) == 1200
    read = list(read_records(path))
    assert len(read) == 1200
    assert [r.seed for r in read[:3]] == [0, 1, 2]
    assert all(r.replay().is_over for r in read[:20])


def text_of_a_game() -> list[str]:
    return GameRecord.of(played(), ["a", "b"]).to_text().splitlines()


def replayed(lines: list[str]) -> None:
    for record in parse_records(lines):
        record.replay()


def damaged(change) -> list[str]:
    lines = text_of_a_game()
    change(lines, lines.index("") + 1)
    return lines


def set_line(i: int, text: str):
    def change(lines: list[str], first: int) -> None:
        lines[first + i] = text

    return change


def drop(line: str):
    def change(lines: list[str], first: int) -> None:
        del lines[next(i for i, text in enumerate(lines) if text.startswith(line))]

    return change


def swap(line: str, text: str):
    def change(lines: list[str], first: int) -> None:
        lines[next(i for i, old in enumerate(lines) if old.startswith(line))] = text

    return change


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (set_line(2, "1 0.5 claim Atlantis-Boston 9 grey with 9 red"), r"action 3 \(line 11\): .*not an action"),
        (set_line(2, "1 0.5 pass"), r"action 3 \(line 11\): 'pass' is not legal now"),
        (set_line(2, "2 0.5 draw"), r"action 3 \(line 11\): seat 2 acts, but it is seat 1's turn"),
        (set_line(2, "one 0.5 draw"), r"line 11: expected 'SEAT SECONDS ACTION'"),
        (set_line(2, "1 soon draw"), r"line 11: expected 'SEAT SECONDS ACTION'"),
        (drop("end"), "record at line 1 breaks off at line .*: its 'end' line is missing"),
        (drop("seed"), "lacks the headers: seed"),
        (drop("board"), "lacks the headers: board"),
        (swap("seed", "seed: seven"), "record at line 1: invalid literal"),
        (swap("board", "board: atlantis"), "no board"),
        (swap("rules", "rules: 0123456789abcdef"), "its rules have the hash 0123456789abcdef"),
        (swap("seats", "seats: a"), "names 1 seats for 2 players"),
        (swap("end", "end 0123456789abcdef"), "but the record says 0123456789abcdef"),
        (swap("end", "unfinished 0123456789abcdef"), "says that the game is unfinished"),
        (swap("footplate-record", "footplate-record 99"), "line 1: record version '99'"),
        (swap("footplate-record", "[Event chess]"), "line 1: a record begins with"),
        (swap("seats", "nonsense"), "line 6: expected a header"),
    ],
)
def test_damage_is_found_and_named(change, complaint):
    with pytest.raises(InvalidRecord, match=complaint):
        replayed(damaged(change))


@given(data=st.data())
def test_any_flipped_line_is_noticed_or_harmless(data):
    """Deleting any line of the actions never passes as the same game."""
    lines = text_of_a_game()
    first = lines.index("") + 1
    del lines[data.draw(st.integers(first, len(lines) - 2))]
    with pytest.raises(InvalidRecord):
        replayed(lines)


def test_a_missing_or_binary_file_is_an_invalid_record(tmp_path):
    with pytest.raises(InvalidRecord, match="can't be read"):
        list(read_records(tmp_path / "nothing.txt"))
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(InvalidRecord, match="not a text file"):
        list(read_records(tmp_path / "picture.png"))


def test_names_cannot_break_the_format():
    game = played()
    text = GameRecord.of(game, ["A | B\nend 0", "x"], note="two\nlines").to_text()
    record = GameRecord.from_text(text)
    assert record.seats == ("A / B end 0", "x")
    assert record.headers["note"] == "two lines"


def test_writing_to_any_text_file():
    file = io.StringIO()
    write_records([GameRecord.of(played(), ["a", "b"])], file)
    assert file.getvalue().count("footplate-record") == 1
