"""``footplate match``: what it prints, what it saves, what it exits with."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

from footplate.arena import match as match_module
from footplate.arena import play_match
from footplate.boards import load_board
from footplate.cli.main import app
from footplate.cli.match import verdict
from footplate.cli.output import out
from footplate.records import read_records
from tests.support import commands
from tests.support.commands import plain, refuses

run = partial(commands.run, "match")


def test_help_has_an_example() -> None:
    assert "Example: footplate match greedy random" in plain(run("--help").stdout)


def test_a_match_as_a_table() -> None:
    result = run("greedy", "random", "--games", "400", "--seed", "3")
    assert result.exit_code == 0, result.output
    expected = play_match("small", ["greedy", "random"], 400, seed=3)
    greedy = expected.agents[0]
    text = plain(result.stdout)
    assert "400 games on small, seed 3" in text
    assert f"greedy {greedy.wins} {greedy.draws} {greedy.losses} {100 * greedy.win_rate.mean:.1f} %" in text
    for word in ("margin", "first seat wins", "decisions", "games per second"):
        assert word in text
    assert text.endswith(verdict(expected))
    assert verdict(expected).startswith("greedy is better: it wins 9")


def test_the_table_fits_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(out, "width", 80)
    result = run("random", "random", "greedy", "--board", "usa", "--games", "60")
    row = next(line for line in result.stdout.splitlines() if "random #2" in line)
    assert row.rstrip().endswith(")")


def test_equal_agents_are_told_apart_and_no_difference_is_claimed() -> None:
    text = plain(run("random", "random", "--games", "300").stdout)
    assert "random #1" in text
    assert "random #2" in text
    assert "No difference shown: random #" in text


def test_three_agents_and_one_alone() -> None:
    text = plain(run("random", "greedy", "random", "--board", "mini", "--games", "90").stdout)
    assert "the best other one" in text
    assert "33.3 % if seats did not matter" in text
    alone = plain(run("greedy", "--games", "1").stdout)
    assert "1 game on small" in alone
    assert "(one deal)" in alone
    assert "win" not in alone


def test_luck_is_taken_out() -> None:
    words = ["planner", "greedy", "--games", "40", "--reduce-luck"]
    result = run(*words)
    assert result.exit_code == 0, result.output
    text = plain(result.stdout)
    assert "With luck taken out (AIVAT)" in text
    assert "times as many for win rates" in text
    data = json.loads(run(*words, "--json").stdout)
    less = data["less_luck"]
    assert less == json.loads(run(*words, "--json", "--threads", "1").stdout)["less_luck"]
    assert abs(less["margins"][0]["mean"] - data["margin"]["mean"]) < data["margin"]["high"] - data["margin"]["low"]
    assert less["saved_wins"] > 0 < less["saved_margins"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["greedy", "cheating-mcts"], "sees what lies ahead"),
        (["greedy", "random", "--until-certain"], "without --until-certain luck is taken out"),
    ],
)
def test_luck_can_not_always_be_taken_out(words, reason, monkeypatch, capsys) -> None:
    refuses(["match", *words, "--reduce-luck"], reason, monkeypatch, capsys)


def test_json() -> None:
    result = run("greedy", "random", "--board", "mini", "--games", "100", "--seed", "7", "--json")
    data = json.loads(result.stdout)
    expected = {**play_match("mini", ["greedy", "random"], 100, seed=7).to_dict(), "interrupted": False}
    for measured in ("seconds", "games_per_second"):
        assert data.pop(measured) > 0
        expected.pop(measured)
    assert data.pop("command") == "footplate match greedy random --board mini --games 100 --seed 7 --json"
    assert data == expected


def test_threads_change_nothing() -> None:
    one, two = (json.loads(run("greedy", "random", "--threads", n, "--json").stdout) for n in "12")
    assert one["agents"] == two["agents"]


def test_until_certain_stops_early_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    result = run("greedy", "random", "--games", "99999", "--until-certain", "--json", "--save", str(file))
    assert json.loads(result.stdout)["games"] == len(list(read_records(file))) == 64
    assert "Certain after 64 games of at most 100,000." in plain(result.stderr)
    assert "64 games saved" in plain(result.stderr)
    assert "Certain" not in run("random", "random", "--games", "100", "--until-certain").stderr


def test_rounding_up_is_said() -> None:
    result = run("random", "random", "random", "--board", "mini", "--games", "10")
    assert "10 games became 12" in plain(result.stderr)
    assert "became" not in run("random", "random", "--board", "mini", "--games", "10").stderr


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["random", "clever"], "there is no agent 'clever'; agents: "),
        (["random:depth=3"], "has no parameter 'depth'"),
        (["random", "random", "--board", "atlantis"], "atlantis"),
        (["random"] * 6, "6 agents, but a game has 1 to 5 players"),
        (["random", "random", "--games", "0"], "--games"),
        (["random", "random", "--seed", "-1"], "--seed"),
        (["random", "random", "--threads", "0"], "--threads"),
        ([], "AGENT"),
    ],
)
def test_bad_input_exits_2(
    words: list[str], reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refuses(["match", *words], reason, monkeypatch, capsys)


def test_save(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    result = run("greedy", "random", "--games", "20", "--save", str(file), "--json")
    assert result.exit_code == 0, result.output
    assert "20 games saved in" in plain(result.stderr)
    expected = play_match("small", ["greedy", "random"], 20, keep_records=True).results
    text = file.read_text("utf-8")
    assert text == "".join(record.to_text() for record in expected.records)
    for record in read_records(file):
        record.replay()
    assert list(tmp_path.iterdir()) == [file]


def test_what_the_match_reads_is_never_overwritten(tmp_path: Path) -> None:
    bot, board = tmp_path / "mybot.py", tmp_path / "board.json"
    bot.write_text(TALKATIVE)
    board.write_text(load_board("mini").to_json())
    for option in ("--save", "--scores", "--log-search"):
        for file in (bot, board):
            before = file.read_text()
            words = [f"{bot}:Bot", "random", "--board", str(board), "--games", "2", option, str(file), "--force"]
            refused = run(*words)
            assert refused.exit_code == 2, refused.output
            assert "what the command reads" in plain(refused.stderr.replace("│", " "))
            assert file.read_text() == before
    for other in ("--log-search", "--scores"):
        both = run("random", "random", "--games", "2", "--save", str(tmp_path / "x"), other, str(tmp_path / "x"))
        assert both.exit_code == 2
        assert "is the file of --save, too" in plain(both.stderr.replace("│", " "))


def test_save_keeps_an_existing_file_unless_forced(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("precious")
    refused = run("random", "random", "--games", "2", "--save", str(file))
    assert refused.exit_code == 2
    assert "--force overwrites it" in plain(refused.stderr.replace("│", " "))
    assert file.read_text() == "precious"
    assert run("random", "random", "--games", "2", "--save", str(file), "--force").exit_code == 0
    assert len(list(read_records(file))) == 2


@pytest.mark.parametrize("where", [".", "missing/games.txt"])
def test_save_where_nothing_can_be_written(where: str, tmp_path: Path) -> None:
    assert run("random", "random", "--games", "2", "--save", str(tmp_path / where), "--force").exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_failure_leaves_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.txt"
    file.write_text("precious")

    def break_off(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("footplate.records.write_records", break_off)
    assert isinstance(run("random", "random", "--games", "2", "--save", str(file), "--force").exception, OSError)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["precious"]


def test_ctrl_c_stops_cleanly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(match_module, "play_games", interrupt)
    result = run("random", "random", "--games", "1000", "--save", str(tmp_path / "games.txt"))
    assert result.exit_code == 130
    assert "Stopped after 0 of 1,000 games" in plain(result.stderr)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals work differently there")
def test_ctrl_c_keeps_prints_and_saves_the_whole_deals(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    words = ["match", "greedy", "random", "--board", "mini", "--games", "100000000", "--seed", "5", "--save", str(file)]
    done = commands.interrupt(*words, "--json")
    assert done.returncode == 130, done.stderr
    data = json.loads(done.stdout)
    assert data["interrupted"] is True
    assert 0 < data["games"] < 100_000_000
    assert data["games"] % 2 == 0
    assert f"Stopped after {data['games']:,} of 100,000,000 games" in plain(done.stderr)
    expected = play_match("mini", ["greedy", "random"], data["games"], seed=5, keep_records=True)
    assert data["agents"] == expected.to_dict()["agents"]
    assert file.read_text("utf-8") == "".join(record.to_text() for record in expected.results.records)


@pytest.mark.skipif(sys.platform == "win32", reason="signals work differently there")
def test_ctrl_c_prints_the_table_of_a_match_with_a_bot_in_python(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(TALKATIVE)
    done = commands.interrupt("match", f"{tmp_path}/mybot.py:Bot", "random", "--board", "mini", "--games", "1000000")
    assert done.returncode == 130, done.stderr
    assert "2 games on mini, seed 0" in done.stdout
    assert "Stopped after 2 of 1,000,000 games, the whole deals so far." in plain(done.stderr)


def test_a_match_goes_on_from_any_deal() -> None:
    whole = play_match("mini", ["greedy", "random"], 40, seed=2).results
    rest = play_match("mini", ["greedy", "random"], 28, seed=2, first_deal=6).results
    assert (rest.seeds == whole.seeds[12:]).all()
    assert (rest.totals == whole.totals[12:]).all()


TALKATIVE = """
import os
print("imported")
class Bot:
    def __init__(self):
        print("made")
        os.system("echo from a program")
    def act(self, observation, budget):
        print("I think")
        return observation.legal_actions()[0]
"""


@pytest.mark.parametrize("command", ["match", "tournament"])
def test_bots_that_print_leave_the_output_clean(command: str, tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(TALKATIVE)
    bot = f"{tmp_path}/mybot.py:Bot"
    agents = [bot, "random"] if command == "match" else ["--agents", f"{bot},random", "--out", str(tmp_path / "t")]
    words = [command, *agents, "--board", "mini", "--games", "2", "--json"]
    code = "from footplate.cli.main import main\nif __name__ == '__main__':\n    main()\n"
    (tmp_path / "start.py").write_text(code)
    done = subprocess.run(
        [sys.executable, str(tmp_path / "start.py"), *words], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 2
    for said in ("imported", "made", "from a program", "I think"):
        assert said in done.stderr


def test_log_search_writes_a_line_for_every_decision_of_a_search(tmp_path: Path) -> None:
    file = tmp_path / "search.jsonl"
    result = run("ismcts:iterations=30", "random", "--board", "mini", "--games", "4", "--log-search", str(file))
    assert result.exit_code == 0, result.output
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert f"{len(lines)} decisions written" in plain(result.stderr)
    assert {line["agent"] for line in lines} == {"ismcts:iterations=30"}
    assert len({line["seed"] for line in lines}) == 2
    for line in lines:
        assert line["iterations"] == 30 == sum(move["visits"] for move in line["moves"])
        assert line["action"] in [move["action"] for move in line["moves"]]
        assert line["line"][0] == line["action"]
        assert line["agents"][line["seat"]] == line["agent"]


def test_verbose_shows_the_last_position_of_every_game() -> None:
    words = "greedy", "base", "--board", "mini", "--games", "4", "--seed", "3"
    quiet, verbose = run(*words), run(*words, "-v")
    assert verbose.exit_code == 0, verbose.output
    text = plain(verbose.stdout)
    for record in play_match("mini", ["greedy", "base"], 4, seed=3, keep_records=True).results.records:
        assert " ".join(record.headers["result"].split()) in text
        assert f"step {len(record.moves)} of {len(record.moves)}" in text
    assert text.count("Greedy wins") + text.count("Base wins") + text.count("draw.") == 4
    table = plain(quiet.stdout).split("speed")[0]
    assert table in text
    assert "step" not in table


def test_verbose_twice_shows_why_searches_moved(tmp_path: Path) -> None:
    file = tmp_path / "search.jsonl"
    words = "ismcts:iterations=30", "random", "--board", "mini", "--games", "2", "--log-search", file, "-vv"
    result = run(*words)
    assert result.exit_code == 0, result.output
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    said = plain(result.stderr)
    assert said.count("Why: it ends") == len(lines) > 5
    for line in lines:
        assert f"Ismcts: {line['action']}. Why: " in said
    assert said.count("30 iterations") == len(lines)
    assert said.count(f"seed {lines[0]['seed']}") == 2  # once for each game on the deal
    assert "step" in result.stdout


@pytest.mark.parametrize(
    ("words", "reason"), [(["-vvv"], "--verbose"), (["-v", "--json"], "--json prints for machines")]
)
def test_levels_that_do_not_exist(words: list[str], reason: str) -> None:
    result = run("random", "random", "--board", "mini", "--games", "2", *words)
    assert result.exit_code == 2
    assert reason in plain(result.stderr.replace("│", " "))


def test_log_search_keeps_an_existing_file(tmp_path: Path) -> None:
    file = tmp_path / "search.jsonl"
    file.write_text("mine")
    result = run("random", "random", "--games", "2", "--log-search", str(file))
    assert result.exit_code == 2
    assert file.read_text() == "mine"


def test_scores_are_the_same_bytes_for_the_same_seed(tmp_path: Path) -> None:
    texts = []
    for name, threads in (("one.csv", 1), ("two.csv", 2)):
        words = "greedy", "random", "--games", "20", "--seed", "3", "--threads", threads, "--scores", tmp_path / name
        result = run(*words)
        assert result.exit_code == 0, result.output
        assert "The scores of 20 games written to" in plain(result.stderr)
        texts.append((tmp_path / name).read_bytes())
    assert texts[0] == texts[1]
    assert texts[0].count(b"\n") == 21
    assert texts[0].startswith(b"game,turns,nanoseconds,nanoseconds_since_start,score_floored_1,score_1,")


def test_times_need_a_file_of_scores(tmp_path: Path) -> None:
    words = "greedy", "random", "--board", "mini", "--games", "2", "--times"
    refused = run(*words)
    assert refused.exit_code == 2
    assert "--scores" in refused.stderr
    assert run(*words, "--scores", tmp_path / "s.csv").exit_code == 0
    lines = (tmp_path / "s.csv").read_text().splitlines()
    assert all(int(line.split(",")[2]) > 0 for line in lines[1:])


@pytest.mark.parametrize("command", [["match", "random", "random"], ["tournament", "--agents", "random,greedy"]])
def test_seeds_that_no_game_has_are_refused(command: list[str]) -> None:
    for seed in ("-1", str(2**64)):
        result = CliRunner().invoke(app, [*command, "--games", "2", "--seed", seed])
        assert result.exit_code == 2
        assert "--seed" in result.output
