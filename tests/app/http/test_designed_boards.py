"""A board that nobody has seen before goes wherever a board's name does: check, match, evaluation, paper, the page."""

from __future__ import annotations

import random
from pathlib import Path

from typer.testing import CliRunner

from footplate.boards import Board, load_board
from footplate.cli.main import app
from footplate.design.new.board import BoardSpec, new_board
from footplate.design.printing.sheets import print_files
from tests.support.app.seats import Seat, bot, new_game, person
from tests.support.app.server import Running


def made(folder: Path) -> Path:
    file = folder / "mine.json"
    file.write_text(new_board(BoardSpec(title="Mine", cities=12), seed=1).to_json(), encoding="utf-8")
    return file


def test_commands_take_its_file(tmp_path: Path) -> None:
    file = str(made(tmp_path))
    assert load_board(file) == Board.from_json(Path(file).read_text("utf-8"))
    for words in (
        ["boards", "check", file],
        ["match", "greedy", "planner", "--board", file, "--games", "2"],
        ["design", "evaluate", file, "--agents", "greedy,planner", "--games", "2"],
    ):
        result = CliRunner().invoke(app, words)
        assert result.exit_code == 0, result.output
    assert "main.typ" in print_files(load_board(file))


def test_it_is_played_in_the_browser(server: Running, tmp_path: Path) -> None:
    with server.browser() as browser:
        name = browser.post("/api/boards", content=made(tmp_path).read_bytes()).raise_for_status().json()["name"]
        game, tokens = new_game(browser, person(), bot("greedy"), board=name)
        with Seat(server, game, tokens[0], browser) as seat:
            seat.play(random.Random(3))
        replay = browser.get(f"/api/games/{game}/record").raise_for_status()
        assert "board-file:" in replay.text
