"""``footplate replay``: showing, listing and verifying records, and saying where a damaged file goes wrong."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from footplate import Game, GameRecord, make_agent, play_game
from footplate.cli.main import main
from footplate.cli.player import Player
from footplate.sentences import sentence


class Answer(NamedTuple):
    code: int
    screen: str
    errors: str


@pytest.fixture
def replay(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    def run(*arguments: object) -> Answer:
        monkeypatch.setattr(sys, "argv", ["footplate", "replay", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        screen, errors = capsys.readouterr()
        return Answer(int(end.value.code or 0), screen, " ".join(errors.replace("│", " ").split()))

    return run


@pytest.fixture
def games() -> list[Game]:
    boards = ["small", "mini", "new_york", "t2r"]
    return [play_game(board, [make_agent("greedy"), make_agent("random")], seed) for seed, board in enumerate(boards)]


@pytest.fixture
def file(tmp_path: Path, games: list[Game]) -> Path:
    path = tmp_path / "games.txt"
    records = [GameRecord.of(game, ["greedy", "random"], date="2026-11-15") for game in games]
    path.write_text("".join(record.to_text() for record in records), "utf-8")
    return path


def test_all_prints_every_action_as_a_sentence_and_the_result(
    replay: Callable[..., Answer], file: Path, games: list[Game]
) -> None:
    for number, game in enumerate(games, start=1):
        answer = replay(file, "--game", number)
        assert answer.code == 0
        screen = " ".join(answer.screen.split())
        outcome = game.outcome()
        assert outcome is not None
        assert outcome.sentence(["Greedy", "Random"]) in screen
        for event in game.history:
            assert sentence(event, ["Greedy", "Random"]) in screen
    assert replay(file).screen == replay(file, "--all", "--game", 1).screen


def test_a_step_shows_the_position_with_everything_open(
    replay: Callable[..., Answer], file: Path, games: list[Game]
) -> None:
    game = games[0]
    answer = replay(file, "--step", len(game.history))
    assert answer.code == 0
    for seat in (0, 1):
        for ticket in game.tickets_of(seat):
            assert f"{ticket.a} – {ticket.b}" in answer.screen
    assert "The cards are dealt." in replay(file, "--step", 0).screen
    beyond = replay(file, "--step", len(game.history) + 1)
    assert (beyond.code, f"has {len(game.history)} actions" in beyond.errors) == (2, True)


def test_t_goes_from_turn_to_turn(games: list[Game]) -> None:
    for game in games:
        player, ends = Player(GameRecord.of(game, ["greedy", "random"])), []
        while not player.game.is_over:
            player.obey("t")
            ends.append(len(player.game.history))
            assert len(ends) < 500
        turns = [event.turn for event in game.history if event.turn > 0]  # turn 0 also has the first tickets
        changes = [i for i in range(1, len(turns)) if turns[i] != turns[i - 1]]
        first = len(game.history) - len(turns)
        assert [end for end in ends if end > first] == [first + i for i in [*changes, len(turns)]]


def test_stepping_forth_and_back_comes_to_the_same_positions(file: Path, games: list[Game]) -> None:
    record = GameRecord.of(games[0], ["greedy", "random"])
    positions = [game.to_bytes() for game in record.steps()]
    player = Player(record)
    for line, step in (
        ("", 1),
        ("", 2),
        ("b", 1),
        ("17", 17),
        ("b", 16),
        ("0", 0),
        ("b", 0),
        ("9" * 5000, 0),
        ("x", 0),
    ):
        player.obey(line)
        assert player.game.to_bytes() == positions[step]
    player.obey(str(len(record.moves)))
    player.obey("")
    assert player.game.to_bytes() == positions[-1]


def test_list_and_json_give_the_facts(replay: Callable[..., Answer], file: Path, games: list[Game]) -> None:
    listed = replay(file, "--list")
    assert listed.code == 0
    assert "greedy | random" in listed.screen
    assert [row["board"] for row in json.loads(replay(file, "--list", "--json").screen)] == [
        "small",
        "mini",
        "new_york",
        "t2r",
    ]
    facts = json.loads(replay(file, "--game", 2, "--json").screen)
    assert facts["headers"]["date"] == "2026-11-15"
    assert [action["action"] for action in facts["actions"]] == [e.action.text for e in games[1].history if e.action]
    assert facts["result"].startswith(" : ".join(f"{total:g}" for total in games[1].outcome().totals))  # type: ignore[union-attr]


def test_verify_replays_every_game(replay: Callable[..., Answer], file: Path, games: list[Game]) -> None:
    answer = replay(file, "--verify")
    assert answer.code == 0
    assert "4 games" in answer.screen
    facts = json.loads(replay(file, "--verify", "--json").screen)
    assert facts["fine"]
    assert facts["actions"] == sum(len(game.history) for game in games)


def other_action(lines: list[str]) -> tuple[int, str]:
    """Turns the third game's first claim into one that nobody can pay for."""
    start = [i for i, line in enumerate(lines) if line.startswith("footplate-record")][2]
    at = next(i for i in range(start, len(lines)) if " claim " in lines[i])
    number = at - next(i for i in range(start, len(lines)) if lines[i][:2] == "1 ") + 1
    lines[at] = lines[at].partition("claim ")[0] + "claim Atlantis-Utopia 2 red with 2 red"
    return at, f"game 3 (line {start + 1}): action {number} (line {at + 1}): 'claim Atlantis-Utopia"


def other_seat(lines: list[str]) -> tuple[int, str]:
    at = next(i for i, line in enumerate(lines) if line[:2] == "1 ")
    lines[at] = "2" + lines[at][1:]
    return at, f"game 1 (line 1): action 1 (line {at + 1}): seat 2 acts, but it is seat 1's turn"


def other_digest(lines: list[str]) -> tuple[int, str]:
    at = [i for i, line in enumerate(lines) if line.startswith("end ")][1]
    lines[at] = "end 0123456789abcdef"
    return at, "but the record says 0123456789abcdef"


def other_result(lines: list[str]) -> tuple[int, str]:
    at = next(i for i, line in enumerate(lines) if line.startswith("result: "))
    lines[at] = "result: 900 : 7, greedy wins by 893."
    return at, "game 1 (line 1): the result says 900 : 7, but the game ends"


def cut_off(lines: list[str]) -> tuple[int, str]:
    del lines[-4:]
    start = max(i for i, line in enumerate(lines) if line.startswith("footplate-record"))
    return start, f"game 4: the record at line {start + 1} breaks off"


def no_number(lines: list[str]) -> tuple[int, str]:
    at = next(i for i, line in enumerate(lines) if line[:2] == "1 ") + 3
    lines[at] = "x" + lines[at]
    return at, f"game 1: line {at + 1}: expected 'SEAT SECONDS ACTION'"


@pytest.mark.parametrize("damage", [other_action, other_seat, other_digest, other_result, cut_off, no_number])
def test_verify_says_where_a_damaged_file_goes_wrong(
    replay: Callable[..., Answer], file: Path, damage: Callable[[list[str]], tuple[int, str]]
) -> None:
    lines = file.read_text("utf-8").splitlines()
    _, place = damage(lines)
    file.write_text("\n".join(lines) + "\n", "utf-8")
    answer = replay(file, "--verify")
    assert answer.code == 2
    assert place in answer.errors
    assert "games.txt" in answer.errors
    facts = json.loads(replay(file, "--verify", "--json").screen)
    assert len(facts["damaged"]) == 1
    assert place in facts["damaged"][0]


def test_totals_of_older_records_have_more_decimals(
    replay: Callable[..., Answer], file: Path, games: list[Game]
) -> None:
    before, _, after = file.read_text("utf-8").rpartition("result: ")
    rest = after.partition(",")[2]
    file.write_text(f"{before}result: {' : '.join(f'{total:g}' for total in games[-1].rewards)},{rest}", "utf-8")
    assert replay(file, "--verify").code == 0
    file.write_text(f"{before}result: 9.99 : 1.60,{rest}", "utf-8")
    assert "the result says 9.99 : 1.60, but the game ends " in replay(file, "--verify").errors


def test_one_damaged_game_does_not_hide_the_next(replay: Callable[..., Answer], file: Path) -> None:
    lines = file.read_text("utf-8").splitlines()
    for damage in (other_seat, other_digest, other_action):
        damage(lines)
    file.write_text("\n".join(lines) + "\n", "utf-8")
    words = " ".join(replay(file, "--verify").screen.split())  # a long path leaves no room for the rest of its line
    assert "4 games" in words
    assert words.endswith(", 3 damaged")
    shown = replay(file, "--game", 2)
    assert (shown.code, "game 2" in shown.errors) == (2, True)


def test_an_unfinished_game_replays_as_far_as_it_goes(replay: Callable[..., Answer], tmp_path: Path) -> None:
    game, file = Game("small", 2, 1), tmp_path / "open.txt"
    game.push(game.legal_actions()[0])
    file.write_text(GameRecord.of(game, ["Ann", "greedy"]).to_text(), "utf-8")
    assert "Unfinished after 1 action." in replay(file).screen
    assert replay(file, "--verify").code == 0
    assert "unfinished" in replay(file, "--list").screen


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--game", "5"], "holds 4 games"),
        (["--all", "--verify"], "choose one of"),
        (["--step", "1", "--json"], "--json alone"),
    ],
)
def test_impossible_wishes_are_refused(
    replay: Callable[..., Answer], file: Path, options: list[str], reason: str
) -> None:
    answer = replay(file, *options)
    assert answer.code == 2
    assert reason in answer.errors


def test_files_that_are_no_records_are_refused(replay: Callable[..., Answer], tmp_path: Path) -> None:
    assert replay(tmp_path / "nowhere.txt").code == 2
    (tmp_path / "letter.txt").write_text("Dear Ann,\n", "utf-8")
    letter = replay(tmp_path / "letter.txt")
    assert (letter.code, "line 1: a record begins with" in letter.errors) == (2, True)
    (tmp_path / "noise.bin").write_bytes(bytes(range(256)))
    assert replay(tmp_path / "noise.bin", "--verify").code == 2
    (tmp_path / "empty.txt").write_text("", "utf-8")
    assert "holds 0 games" in replay(tmp_path / "empty.txt").errors


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_an_empty_file_does_not_verify(replay: Callable[..., Answer], tmp_path: Path, text: str) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text(text)
    answer = replay(empty, "--verify")
    assert answer.code == 2
    assert "empty.txt holds no game" in answer.errors
    assert "as recorded" not in answer.screen
    facts = json.loads(replay(empty, "--verify", "--json").screen)
    assert (facts["fine"], facts["games"]) == (False, 0)


def test_a_file_of_a_stranger_commands_no_terminal(replay: Callable[..., Answer], tmp_path: Path) -> None:
    """Neither by names, nor by a board that it brings along, nor where it is damaged."""
    game = play_game("small", [make_agent("greedy"), make_agent("random")], 1)
    record = GameRecord.of(game, ["A\x1b[2Jnn", "B\x9b31mob"], date="\x1b]0;owned\x07")
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(record.to_text(), "utf-8")
    bad.write_text(record.to_text().replace("keep", "keep\x1b[31m", 1), "utf-8")
    for file, *options in ((good,), (good, "--all"), (good, "--list"), (good, "--json"), (good, "--step", "3"), (bad,)):
        answer = replay(file, *options)
        assert answer.code == (2 if file == bad else 0)
        for wrong in ("\x1b", "\x9b", "\x07"):
            assert wrong not in answer.screen + answer.errors
    assert "A[2Jnn" in replay(good, "--list").screen
