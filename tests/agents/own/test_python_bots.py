"""Bots in people's own files play wherever a spec string is taken."""

from __future__ import annotations

import pickle
import sys

import pytest
from typer.testing import CliRunner

from footplate.agents import make_agent, read_spec
from footplate.arena import play_game, play_match
from footplate.cli.main import app
from footplate.cli.symbols import screen_names
from footplate.errors import UnknownAgent
from tests.support.project import ROOT

BOTS = """
from dataclasses import dataclass
from footplate import Agent, Decision
from helper_of_bots import pick


class Plain:
    def act(self, observation, budget):
        return pick(observation.legal_actions())


class Proper(Agent):
    def __init__(self, depth=3, share=0.5, loud=False, mood="calm", book=None, others=()):
        self.given = (depth, share, loud, mood, book, others)
        self.started = None

    def start(self, seat, seed):
        self.started = (seat, seed)

    def act(self, observation, budget):
        return Decision(observation.legal_actions()[0], "the first")


@dataclass
class Data:
    size: int = 2

    def act(self, observation, budget):
        return observation.legal_actions()[self.size % 1]


class Abstract(Agent):
    pass


class Idle:
    pass


class Needy:
    def __init__(self, must_have, may_have=1):
        pass

    def act(self, observation, budget):
        pass


class Failing(Plain):
    def __init__(self):
        raise RuntimeError("no licence")
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with bots in it, which is where we are."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "bots.py").write_text(BOTS)
    (tmp_path / "helper_of_bots.py").write_text("def pick(actions):\n    return actions[-1]\n")
    (tmp_path / "broken.py").write_text("import nothing_of_that_name\n")
    (tmp_path / "wrong.py").write_text("class Bot\n")
    yield tmp_path
    sys.modules.pop("helper_of_bots", None)


@pytest.mark.parametrize("spec", ["bots.py:Plain", "./bots.py:Plain", "{folder}/bots.py:Plain", " ./bots.py:Plain "])
def test_a_class_with_act_in_a_file_plays(folder, spec):
    spec = spec.format(folder=folder)
    agent = make_agent(spec)
    assert agent.name == spec.strip()
    assert play_game("small", [agent, make_agent("random")]).is_over


def test_a_class_in_a_package_plays(folder, monkeypatch):
    (folder / "some_bots").mkdir()
    (folder / "some_bots" / "__init__.py").touch()
    (folder / "some_bots" / "first.py").write_text(BOTS)
    assert play_match("small", ["some_bots.first:Plain", "some_bots.first:Proper:depth=1"], 2).games == 2


def test_start_is_called_where_there_is_one(folder):
    agent = make_agent("bots.py:Proper")
    play_game("small", [make_agent("random"), agent], agent_seeds=[4, 5])
    assert agent.bot.started == (1, 5)


def test_parameters_have_the_type_of_their_default(folder):
    assert make_agent("bots.py:Proper").bot.given == (3, 0.5, False, "calm", None, ())
    agent = make_agent("bots.py:Proper:depth=7, share=0.25,loud=yes,mood=bright:er,book=a.txt")
    assert agent.bot.given == (7, 0.25, True, "bright:er", "a.txt", ())
    assert make_agent("bots.py:Data:size=9").bot.size == 9


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("nobody.py:Plain", "nobody.py can't be read: No such file"),
        ("./bots:Plain", "./bots can't be read"),
        (".:Plain", "can't be|no module"),
        ("bots.py:Plane", "no class 'Plane'; classes with act: .*Data.*Plain.*did you mean 'Plain'"),
        ("bots.py:pick", "no class 'pick'"),
        ("bots.py", "say which class, as in bots.py:MyBot; classes with act: .*Plain"),
        ("bots.py:Idle", "Idle is not an agent: it has no method act"),
        ("bots.py:Abstract", "could not be made: TypeError: Can't instantiate"),
        ("bots.py:Needy", "could not be made: TypeError: .*must_have"),
        ("bots.py:Failing", "could not be made: RuntimeError: no licence"),
        ("bots.py:Proper:dept=1", "no parameter 'dept'; parameters: depth, share, loud, mood, book .*'depth'"),
        ("bots.py:Proper:others=1", "no parameter 'others'"),
        ("bots.py:Proper:depth=much", "must be a whole number"),
        ("broken.py:Plain", "broken.py can't be loaded: ModuleNotFoundError: .*nothing_of_that_name"),
        ("wrong.py:Bot", "wrong.py can't be loaded: SyntaxError"),
        ("no.such.module:Bot", "there is no module 'no.such.module'"),
        ("J. Smith", "can't be loaded|no module"),
        ("..:Bot", "can't be loaded"),
    ],
)
def test_what_is_wrong_is_said(folder, spec, complaint):
    with pytest.raises(UnknownAgent, match=complaint):
        make_agent(spec)


def test_other_processes_get_the_bot_by_its_spec(folder):
    agent = make_agent("bots.py:Proper:depth=8")
    copy = pickle.loads(pickle.dumps(agent))
    assert (copy.name, copy.bot.given[0]) == ("bots.py:Proper:depth=8", 8)


def test_a_file_that_changes_is_loaded_again(folder):
    one, same = make_agent("bots.py:Data"), make_agent("bots.py:Data")
    assert type(one.bot) is type(same.bot)
    (folder / "bots.py").write_text(BOTS.replace("size: int = 2", "size: int = 20"))
    assert make_agent("bots.py:Data").bot.size == 20


def test_neighbours_do_not_hide_what_python_has(folder):
    (folder / "random.py").write_text("raise RuntimeError('the wrong one')\n")
    (folder / "uses_chance.py").write_text("import random\n" + BOTS)
    make_agent("uses_chance.py:Plain")
    assert sys.path[-1] == str(folder)


def test_the_example_beats_greedy_on_the_usa_map():
    result = play_match("usa", [f"{ROOT}/examples/mybot.py:MyBot", "greedy"], 40, seed=1)
    assert result.results.forfeits == ()
    assert result.agents[0].win_rate.mean > 0.6


@pytest.mark.parametrize("board", ["mini", "small:warwick", "t2r", "new_york", "usa_1910"])
def test_the_example_plays_every_board(board):
    for players in (1, 3):
        agents = [f"{ROOT}/examples/mybot.py:MyBot:most_tickets=1", "random", "random"][:players]
        assert play_match(board, agents, players).results.forfeits == ()


def test_the_commands_take_them(folder):
    done = CliRunner().invoke(app, ["match", "./bots.py:Plain", "bots.py:Proper:depth=2,loud=no", "--games", "4"])
    assert done.exit_code == 0, done.output
    assert "./bots.py:Plain" in done.output
    done = CliRunner().invoke(app, ["console", "--opponents", "./bots.py:Proper:depth=2,loud=no"], input="quit\n")
    assert done.exit_code == 0, done.output
    assert "against Proper" in done.output


def test_a_bot_that_fails_at_the_console_leaves_the_game_saved(folder):
    (folder / "bad.py").write_text("class Bad:\n    def act(self, observation, budget):\n        return 1 // 0\n")
    command = ["console", "--opponents", "bad.py:Bad", "--save", "game.txt", "--seed", "1"]
    done = CliRunner().invoke(app, command, input="keep 1\n")
    assert done.exit_code == 0, done.output
    assert "Bad can't go on: raised an error: ZeroDivisionError" in done.output
    assert "Your game is saved" in done.output


def test_a_saved_game_runs_such_bots_only_if_trusted(folder):
    CliRunner().invoke(app, ["console", "--opponents", "bots.py:Plain", "--save", "game.txt"], input="quit\n")
    resume = ["console", "--resume", "game.txt"]
    refused = CliRunner().invoke(app, resume, input="quit\n")
    assert "would run bots.py:Plain; if you trust that, add --trust" in str(refused.exception)
    done = CliRunner().invoke(app, [*resume, "--trust"], input="quit\n")
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    ("spec", "own"),
    [("greedy", False), ("a:b=./c.py", False), ("x.py:A", True), ("a.b:C", True), (" cmd:./x", True), ("./x:A", True)],
)
def test_it_is_known_whose_code_runs(spec, own):
    assert read_spec(spec).runs_foreign_code is own


def test_names_on_the_screen():
    seats = ["greedy:x=1", "./bots.py:MyBot:depth=3", "cmd:/usr/bin/engine --fast", "cmd:", "bots.py"]
    assert screen_names(seats) == ["Greedy", "MyBot", "Engine", "Cmd", "Bots.py"]
