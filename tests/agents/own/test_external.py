"""Bots that are programs of their own: the protocol, and every way in which a program can fail."""

from __future__ import annotations

import json
import os
import pickle
import re
import signal
import subprocess
import sys
import textwrap
import time

import pytest
from typer.testing import CliRunner

from footplate import load_board
from footplate.agents import Budget, make_agent, read_spec
from footplate.agents.own.external import ExternalAgent
from footplate.agents.own.process import BotProcess
from footplate.arena import play_fairly, play_match
from footplate.cli.main import app
from footplate.errors import Misbehaviour, UnknownAgent
from footplate.game import Game
from tests.support.project import ROOT

PYTHON = sys.executable
EXAMPLE = f"cmd:{PYTHON} {ROOT}/examples/external_bot.py"

# A bot that plays the first legal action, with hooks: NAME(message, answer) may change the answer or misbehave.
PROGRAM = """
import json, os, subprocess, sys, time

def hook(message, acts):
    pass

{hook}

acts = 0
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    acts = 0 if kind == "start" else acts + (kind == "act")
    answer = hook(message, acts)
    if answer is None:
        answer = {{
            "hello": {{"protocol": 1}},
            "start": {{"ready": True}},
            "act": {{"action": message["observation"]["legal_actions"][0]["number"] if kind == "act" else 0}},
            "end": None,
        }}[kind]
    if answer is not None:
        print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)
"""


@pytest.fixture
def bot(tmp_path):
    """Makes a program whose ``hook(message, acts)`` is given, and an agent that runs it."""
    made: list[ExternalAgent] = []

    def make(hook: str = "", **limits: float) -> ExternalAgent:
        path = tmp_path / f"bot {len(made)}.py"
        path.write_text(PROGRAM.format(hook=textwrap.dedent(hook)))
        spec = f"cmd:{PYTHON} '{path}'"
        agent = ExternalAgent(read_spec(spec), **limits) if limits else make_agent(spec)
        assert isinstance(agent, ExternalAgent)
        made.append(agent)
        return agent

    yield make
    for agent in made:
        agent.close()


def test_a_program_goes_on_with_a_game_from_what_it_remembered(bot):
    """What it sends with an answer comes back with ``start``."""
    agent = bot("""
        known = {}
        def hook(message, acts):
            if message["type"] == "start":
                known.clear()
                known.update(message.get("memory", {"acts": 0}))
            if message["type"] == "act":
                known["acts"] += 1
                legal = message["observation"]["legal_actions"]
                return {"action": legal[0]["number"], "reason": str(known["acts"]), "memory": known}
    """)
    game = Game("small", 2, seed=1)
    agent.start(0, 1)
    assert agent.memory() == {}
    assert [agent.act(game.observe(0), Budget()).reason for _ in range(2)] == ["1", "2"]
    memory = json.loads(json.dumps(agent.memory()))
    agent.start(0, 1)
    assert agent.act(game.observe(0), Budget()).reason == "1"
    agent.start(0, 1)
    agent.recall(game.board, memory)
    assert agent.act(game.observe(0), Budget()).reason == "3"


def pid_of(agent: ExternalAgent) -> int:
    assert agent._process is not None
    return agent._process.pid


def is_gone(pid: int) -> bool:
    """Whether there is no such process, not even a zombie."""
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


# ---------------------------------------------------------------- playing


def test_the_example_plays_and_leaves_no_process():
    agent = make_agent(EXAMPLE)
    pids = []
    start = agent.start

    def noted(seat: int, seed: int) -> None:
        start(seat, seed)
        pids.append(pid_of(agent))  # type: ignore[arg-type]

    agent.start = noted  # type: ignore[method-assign]
    result = play_match("small", [agent, "random"], 10, seed=1)
    assert result.results.forfeits == ()
    assert result.agents[0].wins > 5
    assert len(set(pids)) == 1, "one process plays all games"
    assert is_gone(pids[0])


@pytest.mark.parametrize(("board", "players"), [("usa", 3), ("t2r", 2), ("mini", 1), ("new_york", 2)])
def test_the_example_plays_every_kind_of_board(board, players):
    result = play_match(board, [EXAMPLE, "greedy", "random"][:players], players)
    assert result.results.forfeits == ()


def test_the_same_seed_gives_the_same_games():
    one, other = (play_match("small", [EXAMPLE, "random"], 6, seed=3).results for _ in range(2))
    assert (one.totals == other.totals).all()


def test_the_messages(bot, tmp_path):
    log = tmp_path / "log"
    agent = bot(f"""
        def hook(message, acts):
            with open({str(log)!r}, "a") as file:
                print(json.dumps(message), file=file)
    """)
    game, ending = play_fairly("small", [make_agent("random"), agent], 7, agent_seeds=[1, 99], budget=Budget(seconds=9))
    agent.close()  # which lets the program read what we have said
    messages = [json.loads(line) for line in log.read_text().splitlines()]
    assert [message["type"] for message in messages[:2]] == ["hello", "start"]
    assert {message["type"] for message in messages[2:-1]} == {"act"}
    hello, start, first, end = messages[0], messages[1], messages[2], messages[-1]
    assert hello == {"type": "hello", "protocol": 1}
    assert (start["seat"], start["players"], start["seed"]) == (1, 2, 99)
    assert start["board"] == load_board("small").data
    assert first["seconds"] == 9
    assert first["observation"]["seat"] == 1
    assert len(messages) - 3 == sum(event.seat == 1 for event in game.history)
    assert end == {"type": "end", "totals": list(ending.totals), "winners": list(ending.winners), "forfeit": None}


def test_an_action_by_number_or_text_with_a_reason(bot):
    agent = bot("""
        def hook(message, acts):
            if message["type"] == "act":
                first = message["observation"]["legal_actions"][0]
                return {"action": first["text" if acts % 2 else "number"], "reason": f"number {acts}"}
    """)
    game = Game("small", 1, seed=1)
    agent.start(0, 1)
    for n in (1, 2):
        decision = agent.act(game.observe(0), Budget())
        assert decision.action == game.legal_actions()[0]
        assert decision.reason == f"number {n}"


def test_a_program_plays_at_the_console(tmp_path):
    save = str(tmp_path / "game.txt")
    command = ["console", "--opponents", EXAMPLE, "--seed", "1", "--save", save]
    done = CliRunner().invoke(app, command, input="keep 1\nquit\n")
    assert done.exit_code == 0, done.output
    assert " kept " in done.output.partition("Python")[2]


def test_commands_may_have_spaces_and_commas(tmp_path):
    script = tmp_path / "a, b=c:d.py"
    script.write_text(PROGRAM.format(hook=""))
    result = play_match("small", [f"cmd:{PYTHON} '{script}' --x=1,2 --y", "random"], 2)
    assert result.results.forfeits == ()


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("cmd:", "names no command; an example: cmd:python3 bot.py"),
        ("cmd:./nobody --x", "no program './nobody' that can be run"),
        ("cmd:'open", "the command can't be read: No closing quotation"),
    ],
)
def test_commands_that_cannot_be_run_are_refused(spec, complaint):
    with pytest.raises(UnknownAgent, match=complaint):
        make_agent(spec)


def test_other_processes_get_the_bot_by_its_spec():
    agent = pickle.loads(pickle.dumps(make_agent(EXAMPLE)))
    assert agent.name == EXAMPLE


# ---------------------------------------------------------------- failing

IN_MID_GAME = 'message["type"] == "act" and acts == 3'


def spoiled(deed: str, when: str = IN_MID_GAME) -> str:
    return f"def hook(message, acts):\n    if {when}:\n        {deed}\n"


@pytest.mark.parametrize(
    ("hook", "reason"),
    [
        (spoiled("sys.exit(7)"), "its program ended with exit code 7"),
        (spoiled("1 / 0"), "ended with exit code 1; its last words: .*ZeroDivisionError: division by zero"),
        (spoiled("raise ValueError('x' * 9_000 + 'yz')"), "its last words: .* / ValueError: x{40,} … x{40,}yz$"),
        (spoiled("sys.exit('a' * 500 + '\\n' + 'b' * 500 + '\\nKeyError: 7')"), " … a+ / b+ … b+ / KeyError: 7$"),
        (spoiled("os.kill(os.getpid(), 9)"), "its program ended by signal SIGKILL"),
        (spoiled("os.close(1); time.sleep(60)"), "it closed its output"),
        (spoiled("return 'I take red, please'"), "its answer is not a JSON object: 'I take red, please'"),
        (spoiled("return '[1]'"), "not a JSON object"),
        (spoiled("return '[' * 100_000"), "not a JSON object"),
        (spoiled("return b'\\xff\\xfe'.decode('latin-1')"), "not a JSON object"),
        (spoiled("return 'x' * 2_000_000"), "its answer is longer than 1,048,576 bytes"),
        (spoiled("""return '{"action": 0}\\n{"action": 0}'"""), "it said more than one line|spoke before"),
        (spoiled("return {}"), "'action' must be the number or the text of an action, not {}"),
        (spoiled("return {'action': True}"), "'action' must be"),
        (spoiled("return {'action': 99999}"), "there is no action number 99999 on small"),
        (spoiled("return {'action': 'fly to the moon'}"), "'fly to the moon' is not an action here. Legal now: "),
        (spoiled("return {'action': 'pass'}"), "'pass' is not legal now"),
        (spoiled("sys.exit(2)", 'message["type"] == "hello"'), "its program ended with exit code 2"),
        (spoiled("return {'protocol': 2}", 'message["type"] == "hello"'), "must answer hello with protocol 1"),
        (spoiled("return {}", 'message["type"] == "start"'), "must answer start with ready"),
        ("sys.exit('no licence')", "ended with exit code 1; its last words: no licence"),
        ("print('Hi', flush=True)", "spoke before it was asked: 'Hi'|not a JSON object|more than one"),
    ],
)  # fmt: skip
def test_a_program_that_fails_loses_the_game_with_the_reason(bot, hook, reason):
    agent = bot(hook)
    game, ending = play_fairly("small", [make_agent("greedy"), agent], seed=1)
    assert not game.is_over
    assert ending.forfeit
    assert ending.forfeit.seat == 1
    assert re.search(reason, ending.forfeit.reason), ending.forfeit.reason
    assert ending.winners == (0,)


@pytest.mark.parametrize("when", [IN_MID_GAME, 'message["type"] == "start"', 'message["type"] == "hello"'])
def test_a_program_that_hangs_is_killed(bot, when):
    hangs = spoiled("print('thinking hard', file=sys.stderr, flush=True); time.sleep(600)", when)
    agent = bot(hangs, start_seconds=60.0 if when == IN_MID_GAME else 6.0)
    _, ending = play_fairly("small", [agent, make_agent("greedy")], budget=Budget(seconds=3))
    assert ending.forfeit
    limit = "3.3" if when == IN_MID_GAME else "6"
    assert ending.forfeit.reason == f"no answer within {limit} s; its last words: thinking hard"


def test_without_a_budget_there_is_a_limit_too(bot):
    _, ending = play_fairly("small", [bot(spoiled("time.sleep(60)"), act_seconds=0.3), make_agent("greedy")])
    assert ending.forfeit
    assert ending.forfeit.reason == "no answer within 0.3 s"


def test_a_program_that_does_not_read_cannot_block_us(tmp_path):
    """Its input holds 64 KiB, which the messages of a game soon exceed."""
    script = tmp_path / "deaf.py"
    script.write_text("import time\ninput()\nprint('{}', flush=True)\ntime.sleep(600)\n")
    program = BotProcess([PYTHON, str(script)])
    try:
        assert program.ask({"type": "hello"}, seconds=60) == {}
        with pytest.raises(Misbehaviour, match=r"it did not read its input within 0.1 s"):
            program.ask({"type": "act", "observation": "x" * (1 << 18)}, seconds=0.1)
    finally:
        program.kill()


def test_a_flood_on_standard_error_blocks_nobody(bot):
    agent = bot(spoiled("print('x' * 100_000 + '\\\\n' * 1000, file=sys.stderr, flush=True)", "acts >= 0"))
    game, ending = play_fairly("small", [agent, make_agent("greedy")])
    assert ending.forfeit is None
    assert game.is_over


def test_a_match_goes_on_when_the_bot_is_killed_in_mid_game(bot):
    """Somebody else kills it in the first game; the others are played by a new process."""
    agent = bot()
    act, pids = agent.act, []

    def watched(observation, budget):
        if pid_of(agent) not in pids:
            pids.append(pid_of(agent))
        if len(pids) == 1 and observation.turn > 3:
            os.kill(pids[0], signal.SIGKILL)
        return act(observation, budget)

    agent.act = watched
    result = play_match("small", [agent, "random"], 6, keep_records=True)
    assert [(forfeit.game, forfeit.agent) for forfeit in result.results.forfeits] == [(0, 0)]
    assert "its program ended by signal SIGKILL" in result.results.forfeits[0].reason
    assert "forfeit: seat 1: its program ended" in result.results.records[0].to_text()
    assert [record.is_finished for record in result.results.records] == [False] + [True] * 5
    assert len(pids) == 2
    assert all(map(is_gone, pids))


def test_a_program_that_plays_something_illegal_plays_the_next_game(bot):
    """It still understands us, so it is told how the game ended and goes on."""
    agent = bot(spoiled("return {'action': 'pass'}", IN_MID_GAME + ' and message["observation"]["seat"] == 0'))
    result = play_match("small", [agent, "random"], 4)
    assert [forfeit.game for forfeit in result.results.forfeits] == [0, 2]


def test_its_children_are_killed_with_it(bot, tmp_path):
    note = tmp_path / "child"
    agent = bot(f"""
        child = subprocess.Popen(["sleep", "60"], stdout=sys.stdout, stderr=sys.stderr)
        with open({str(note)!r}, "w") as file:
            file.write(str(child.pid))

        def hook(message, acts):
            if {IN_MID_GAME}:
                time.sleep(60)
    """)
    _, ending = play_fairly("small", [agent, make_agent("greedy")], budget=Budget(seconds=0.3))
    assert ending.forfeit
    assert child_is_dead(int(note.read_text()))


def child_is_dead(pid: int) -> bool:
    """A grandchild is reaped by whoever adopts it, so a zombie is dead enough."""
    for _ in range(100):
        shown = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
        if not shown.stdout.strip() or shown.stdout.strip().startswith("Z"):
            return True
        time.sleep(0.02)
    return False


def test_a_program_that_ignores_its_end_is_killed(bot):
    agent = bot()
    agent.start(0, 1)
    pid = pid_of(agent)
    os.kill(pid, signal.SIGSTOP)
    agent.close()
    assert is_gone(pid)
    agent.close()  # does nothing more


def test_a_forgotten_agent_takes_its_program_along(bot):
    agent = make_agent(EXAMPLE)
    agent.start(0, 1)
    pid = pid_of(agent)  # type: ignore[arg-type]
    del agent
    assert is_gone(pid)
