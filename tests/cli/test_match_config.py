"""``footplate match --config``: an experiment as a TOML file."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path

import pytest

from footplate.arena import MatchResult, play_match
from footplate.arena.match import MatchInterrupted
from footplate.boards import Board
from footplate.cli.experiment import KEYS
from footplate.records import read_records
from tests.support import commands
from tests.support.commands import plain, refuses

ARENA = Path(__file__).parents[2] / "docs" / "arena.md"
run = partial(commands.run, "match")

MINI = """
agents = ["greedy", "random"]
board = "mini"
games = 20
seed = 7
agent-seeds = [1, 2]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "experiment.toml").write_text(MINI)
    return tmp_path / "experiment.toml"


def result_of(*words: object) -> dict[str, object]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    data: dict[str, object] = json.loads(result.stdout)
    return {name: value for name, value in data.items() if name not in ("command", "seconds", "games_per_second")}


def test_the_file_is_played_as_options_would_be(file: Path) -> None:
    options = "--board", "mini", "--games", 20, "--seed", 7, "--agent-seeds", "1,2"
    assert result_of("--config", file) == result_of("greedy", "random", *options)
    expected = play_match("mini", ["greedy", "random"], 20, seed=7, agent_seeds=[1, 2])
    assert result_of("--config", file)["agents"] == expected.to_dict()["agents"]


def test_the_command_line_counts_more(file: Path) -> None:
    options = "--games", 10, "--seed", 8, "--agent-seeds", "3,4"
    assert result_of("--config", file, *options) == result_of("greedy", "random", "--board", "mini", *options)
    assert result_of("random", "greedy", "--config", file, "--board", "small") == result_of(
        "random", "greedy", "--games", 20, "--seed", 7, "--agent-seeds", "1,2"
    )
    file.write_text(MINI + "until-certain = true\n")
    assert result_of("--config", file, "--no-until-certain", "--games", 400)["games"] == 400


def test_several_boards_are_played_each_with_its_results(file: Path, tmp_path: Path) -> None:
    names = ["mini", "small:warwick+pairs"]
    file.write_text(MINI.replace('board = "mini"', f"boards = {names}"))
    played = result_of("--config", file)["boards"]
    assert isinstance(played, list)
    assert [match["board"] for match in played] == names
    for match in played:
        expected = play_match(match["board"], ["greedy", "random"], 20, seed=7, agent_seeds=[1, 2]).to_dict()
        assert match["agents"] == expected["agents"]
    words = "--config", file, "--games", 4, "--save", tmp_path / "games.txt", "--scores", tmp_path / "scores.csv"
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert all(f"4 games on {name}, seed 7" in plain(result.stdout) for name in names)
    for name, ending in zip(names, ("mini", "small-warwick-pairs"), strict=True):
        games = list(read_records(tmp_path / f"games-{ending}.txt"))
        assert [game.board.name for game in games] == [name] * 4
        assert (tmp_path / f"scores-{ending}.csv").read_text().count("\n") == 5
    again = run(*words)
    assert again.exit_code == 2  # before anything is played
    assert "exists already" in " ".join(plain(again.stderr.replace("│", " ")).split())
    assert result_of("--config", file, "--board", "small")["board"] == "small"


def test_ctrl_c_ends_all_boards(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(board: Board, *arguments: object, **options: object) -> MatchResult:
        if board.name == "small":
            raise MatchInterrupted(None)
        return play_match(board, ["greedy", "random"], 2)

    monkeypatch.setattr("footplate.arena.match.play_match", stopped)
    file.write_text(MINI.replace('board = "mini"', 'boards = ["mini", "small", "usa"]'))
    result = run("--config", file, "--json")
    assert result.exit_code == 130
    assert [match["board"] for match in json.loads(result.stdout)["boards"]] == ["mini"]


def test_the_example_of_the_docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (example,) = re.findall(r"```toml\n(.*?)```", ARENA.read_text(encoding="utf-8"), re.DOTALL)
    Path("experiment.toml").write_text(example)
    result = run("--config", "experiment.toml", "--games", "2")
    assert result.exit_code == 0, result.output
    assert "2 games on small:warwick+pairs, seed 7" in plain(result.stdout)
    games = list(read_records(Path("games.txt")))
    assert [len(game.seats) for game in games] == [2, 2]
    assert Path("scores.csv").read_text().count("\n") == 3
    assert Path("search.jsonl").read_text().count('"iterations": 300') > 5


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("sed = 3", "there is no key 'sed' (did you mean 'seed'?); there are agents, board,"),
        ("agents = 'random'", 'agents: \'random\', but it must be a list of texts, such as ["greedy", "random"]'),
        ("agents = ['random', 3]", "agents, number 2: 3, but it must be a text, such as 'greedy'"),
        ("games = '20'", "games: '20', but it must be a whole number from 1 to 1,000,000,000"),
        ("games = true", "games: True, but it must be a whole number"),
        ("seed = -1", "seed: -1, but it must be a whole number from 0 to 2**64 - 1"),
        ("agent-seeds = [1, 'x']", "agent-seeds, number 2: 'x', but it must be a whole number"),
        ("until-certain = 1", "until-certain: 1, but it must be true or false"),
        ("boards = []", "boards: [], but it must name one board or more, each once"),
        ("boards = ['mini', 'mini']", "but it must name one board or more, each once"),
        ("boards = 'mini'", 'boards: \'mini\', but it must be a list of texts, such as ["small", "mini"]'),
        ("boards = ['mini']\nboard = 'small'", "it names a board and boards; leave one of them out"),
        ("agents = ['random']\nboards = ['mini', 'nowhere']", "nowhere"),
        ("board = 3", "board: 3, but it must be a text, such as 'small:warwick'"),
        ("seconds-per-move = 0", "seconds-per-move: 0, but it must be a number, 0.001 or more"),
        ("threads = 0", "threads: 0, but it must be a whole number from 1 to 1,024"),
        ("force = true", "there is no key 'force'"),
        ("agents = [", "is no TOML"),
        ("games = 2", "name one to five agents, or with --config a file that names them"),
        ("agents = ['random', 'random']\nagent-seeds = [1]", "'1' must be 2 seeds with commas between them"),
        ("agents = ['random', 'clever']", "there is no agent 'clever'"),
    ],
)
def test_wrong_files_are_refused_with_what_is_right(
    text: str, reason: str, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(text)
    monkeypatch.setenv("COLUMNS", "400")
    refuses(["match", "--config", str(file)], reason, monkeypatch, capsys)


def test_what_a_file_shows_to_people_is_not_in_json(file: Path) -> None:
    file.write_text(MINI + "verbose = 2\n")
    assert run("--config", file, "--games", 2).stdout.count("step") == 2
    assert result_of("--config", file, "--games", 2)["games"] == 2


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    result = run("--config", tmp_path / "none.toml")
    assert result.exit_code == 2
    assert "can't be read" in plain(result.stderr.replace("│", " "))


def test_the_file_is_never_overwritten(file: Path) -> None:
    result = run("--config", file, "--save", file, "--force")
    assert result.exit_code == 2
    assert file.read_text() == MINI


def test_bots_that_are_not_footplates_need_trust(file: Path, tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text("class Bot:\n    def act(self, o, budget):\n        return o.legal_actions()[0]\n")
    file.write_text(f"agents = ['{bot}:Bot', 'random']\nboard = 'mini'\ngames = 2\n")
    refused = run("--config", file)
    assert refused.exit_code == 2
    assert "--trust" in refused.stderr
    assert run("--config", file, "--trust").exit_code == 0


def test_every_key_is_an_option() -> None:
    text = plain(run("--help").stdout)
    for key in KEYS:
        assert key in ("agents", "boards") or f"--{key}"[:15] in text
