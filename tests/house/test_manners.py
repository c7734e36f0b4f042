"""Manners of the Python interface: what objects show, what stands for an agent, and what is refused with a sentence."""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path

import pytest

import footplate
from footplate import Decision, Game, UnknownAgent, load_board, play_game, play_match
from footplate.agents import as_agent
from footplate.arena.play import play_fairly
from footplate.arena.tournament import TournamentSettings
from footplate.errors import FootplateError, InvalidArgument, InvalidBoard
from footplate.game import Game as GameClass
from tests.support.project import PACKAGE, ROOT

# ---------------------------------------------------------------- what objects show


def test_games_and_observations_show_themselves():
    game = Game("small", 2, seed=7)
    seen = game.observe(1)
    assert repr(game) == "<Game on small, seed 7: turn 0, seat 0 decides (first tickets)>"
    assert repr(seen) == "<Observation of seat 1 on small: turn 0, seat 0 decides (first tickets)>"
    for view in (game, seen):
        assert "seat 1: 0 points for routes, 10 trains" in str(view)
        assert view._repr_svg_().startswith("<svg")
    while not game.is_over:
        game.push(game.legal_actions()[-1])
    assert "over after" in repr(game)


def test_what_a_seat_sees_shows_nothing_hidden():
    game = Game("small", 2, seed=7)
    for number, action in enumerate(game.legal_actions()[:2]):
        other = game.copy()
        other.push(action)
        assert str(other.observe(1)).count("seat 1:") == 1, number
    hidden = [str(Game.sample(game.observe(0), seed).observe(0)) for seed in range(5)]
    assert set(hidden) == {str(game.observe(0))}


def test_the_version_is_told_everywhere():
    assert footplate.__version__ == version("footplate")
    done = subprocess.run(
        [sys.executable, "-m", "footplate", "--version"],
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": ""}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == f"footplate {version('footplate')}\n"


def test_sources_that_nobody_installed_know_their_version(tmp_path: Path):
    """A copy of the sources beside packages without their metadata: as on a machine where folders were only copied."""
    shutil.copytree(PACKAGE, tmp_path / "src" / "footplate", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "packages").mkdir()
    for folder in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}:
        for path in Path(folder).iterdir():
            if path.suffix not in {".dist-info", ".egg-info", ".pth"} and path.name != "footplate":
                (tmp_path / "packages" / path.name).symlink_to(path)
    code = """
import footplate
from importlib.metadata import PackageNotFoundError, version
for name in ("footplate", "numba", "numpy"):
    try:
        raise SystemExit(f"the test is blind: {name} {version(name)} has metadata")
    except PackageNotFoundError:
        pass
from footplate.arena import report, results, runners, service, standings, tournament
from footplate.bench.report import machine
from footplate.studies import registry
where = machine()
print(footplate.__file__, footplate.__version__, service.__version__, where["footplate"])
assert where["numba"] and where["numpy"]
"""
    environment = {"PYTHONPATH": f"{tmp_path / 'src'}:{tmp_path / 'packages'}", "PATH": "", "HOME": str(tmp_path)}
    for command in (["-c", code], ["-m", "footplate", "--version"]):
        done = subprocess.run(
            [sys.executable, "-S", *command], env=environment, capture_output=True, text=True, check=False, timeout=120
        )
        assert done.returncode == 0, done.stderr
        told = done.stdout.split()
        assert set(told[1:]) == {footplate.__version__}
        assert told[0] in {"footplate", str(tmp_path / "src" / "footplate" / "__init__.py")}


def test_only_plugins_ask_the_metadata_of_packages():
    """Plug-ins are entry points, which stand there; versions are asked of the packages themselves."""
    askers = [path.name for path in PACKAGE.rglob("*.py") if "importlib.metadata" in path.read_text("utf-8")]
    assert askers == ["plugins.py"]


# ---------------------------------------------------------------- games


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, GameClass.copy])
def test_a_copy_shares_nothing_that_changes(duplicate):
    game = Game("small", 2, seed=1)
    game.push(game.legal_actions()[0])
    before = game.to_bytes(), len(game.history), len(game.observe(1).history)
    other = duplicate(game)
    assert other.to_bytes() == game.to_bytes()
    other.push(other.legal_actions()[0])
    other.undo()
    other.undo()
    assert (game.to_bytes(), len(game.history), len(game.observe(1).history)) == before


@pytest.mark.parametrize("seed", [1.5, "1", None, True, -1, 1 << 64])
def test_seeds_are_whole_numbers(seed):
    with pytest.raises(InvalidArgument, match=r"seed: .*, but it must be a whole number from 0 to 2\*\*64 - 1"):
        Game("small", 2, seed=seed)
    with pytest.raises(InvalidArgument, match=r"seed: .*, but it must be a whole number from 0 to 2\*\*64 - 1"):
        Game.sample(Game("small").observe(0), seed)


@pytest.mark.parametrize("seat", [-1, 2, 5, 255, 10**12, 1.0, "0", None, True])
def test_wrong_seats_raise_everywhere(seat):
    game = Game("small", 2, seed=1)
    seen, ticket = game.observe(0), game.board.tickets[0]
    for ask in (
        game.observe, game.reveal, game.hand_of, game.tickets_of, game.known_cards, game.routes_of,
        lambda seat: game.is_open(0, seat), lambda seat: game.trains_needed(ticket, seat),
        lambda seat: game.connects(ticket, seat), seen.hand_of, seen.known_cards, seen.tickets_known_of, seen.routes_of,
    ):  # fmt: skip
        with pytest.raises(InvalidArgument, match=r"seat: .*, but it must be a whole number from 0 to 1"):
            ask(seat)


def test_boards_by_path(tmp_path):
    file = tmp_path / "mine.json"
    file.write_text(load_board("small").to_json())
    assert load_board(file).routes == load_board("small").routes
    assert Game(file, 2).board.routes == load_board("small").routes
    assert play_match(file, ["random", "random"], 2).games == 2
    with pytest.raises(InvalidBoard, match="a text or a path"):
        load_board(5)


# ---------------------------------------------------------------- agents


class Bare:
    """Has nothing but act."""

    def act(self, observation, budget):
        return observation.legal_actions()[0]


@pytest.mark.parametrize("agent", [Bare, Bare(), "random"])
@pytest.mark.parametrize("play", [play_game, play_match, play_fairly])
def test_classes_objects_and_specs_play(agent, play):
    assert play("small", [agent, "greedy"], 2)


@pytest.mark.parametrize("agent", [None, 5, object(), int, ["random"]])
@pytest.mark.parametrize("play", [play_game, play_match, play_fairly])
def test_anything_else_is_no_agent(agent, play):
    with pytest.raises(UnknownAgent, match="is no agent: an agent is a spec string, or an object or a class"):
        play("small", [agent, "random"])


def test_tournaments_take_spec_strings():
    with pytest.raises(FootplateError, match="a tournament takes spec strings"):
        TournamentSettings(board=load_board("small"), agents=("random", Bare()), games=2)


@pytest.mark.parametrize(
    "answer",
    [
        lambda legal, seen: legal[-1],
        lambda legal, seen: seen.actions.id(legal[-1]),
        lambda legal, seen: legal[-1].text,
        lambda legal, seen: Decision(seen.actions.id(legal[-1]), "by number"),
        lambda legal, seen: Decision(legal[-1].text, "by text"),
    ],
)
def test_bots_answer_with_an_action_its_number_or_its_text(answer):
    class Bot:
        def act(self, observation, budget):
            return answer(observation.legal_actions(), observation)

    reasons = []
    result = play_match(
        "small", [Bot, "random"], 4, seed=1, keep_records=True,
        on_decision=lambda game, names, decision: reasons.append(decision.action.text),
    )  # fmt: skip
    assert not result.results.forfeits
    expected = play_match("small", [Last, "random"], 4, seed=1, keep_records=True)
    assert texts(result) == texts(expected)
    assert len(reasons) == sum(map(len, texts(result)))


class Last:
    def act(self, observation, budget):
        return observation.legal_actions()[-1]


def texts(result):
    return [[move.text for move in record.moves] for record in result.results.records]


FILE_BOT = """
class Bot:
    cheats = True
    learns = True
    told = []
    def meet(self, names): self.told.append("meet")
    def start(self, seat, seed): self.told.append("start")
    def act(self, observation, budget):
        assert observation.shows_all
        return 0 if 0 in [observation.actions.id(a) for a in observation.legal_actions()] else \\
            observation.legal_actions()[0].text
    def end(self, ending): self.told.append("end")
    def close(self): self.told.append("close")
    def memory(self): return {"told": len(self.told)}
    def recall(self, board, memory): self.told.append(f"recall {memory} on {board.name}")
"""


def test_bots_in_files_keep_their_methods_and_facts(tmp_path):
    (tmp_path / "full.py").write_text(FILE_BOT)
    agent = footplate.make_agent(f"{tmp_path}/full.py:Bot")
    assert (agent.cheats, agent.learns) == (True, True)
    result = play_match("small", [agent, "random"], 2, seed=1)
    assert not result.results.forfeits
    assert agent.bot.told == ["meet", "start", "end", "meet", "start", "end", "close"]
    assert agent.memory() == {"told": 7}
    agent.recall(load_board("small"), agent.memory())
    assert agent.bot.told[-1] == "recall {'told': 7} on small"
    alone = as_agent(type("Odd", (), {"act": Last.act, "memory": lambda self, size: size}))
    assert alone.memory() == {}  # a method of that name alone may be anything


# ---------------------------------------------------------------- results say where they come from


def test_results_carry_version_rules_and_command():
    board = load_board("small")
    found = play_match("small", ["random", "greedy"], 2).to_dict()
    assert (found["footplate"], found["rules"]) == (version("footplate"), board.rules_hash)
    settings = TournamentSettings(board=board, agents=("hoarder:threshold=0.8", "random"), games=2, self_play=True)
    options = "--board small --games 2 --players 2 --seed 0 --self"
    assert settings.command == f"footplate tournament --agents 'hoarder:threshold=0.8;random' {options}"


def test_a_tournament_s_files_carry_them(tmp_path):
    from typer.testing import CliRunner

    from footplate.cli.main import app

    done = CliRunner().invoke(app, ["tournament", "--agents", "random,greedy", "--games", "2", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    result = json.loads((tmp_path / "result.json").read_text())
    rules = load_board("small").rules_hash
    assert (result["footplate"], result["rules"]) == (version("footplate"), rules)
    report = (tmp_path / "report.html").read_text()
    assert rules in report
    assert "footplate tournament --agents" in report


def test_match_json_has_the_command(monkeypatch):
    from typer.testing import CliRunner

    from footplate.cli.main import app

    words = ["match", "random", "greedy", "--games", "2", "--json"]
    monkeypatch.setattr(sys, "argv", ["footplate", *words])
    found = json.loads(CliRunner().invoke(app, words).stdout)
    assert found["command"] == "footplate match random greedy --games 2 --json"
