"""Bots that misbehave lose that game, with the reason; everybody else plays on."""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass

import pytest
from typer.testing import CliRunner

from footplate.actions import DrawCard, Pass, TakeCard
from footplate.agents import Agent, Budget, make_agent
from footplate.agents.base import Ending, Forfeit
from footplate.agents.kernel_agent import KernelAgent
from footplate.arena import play_fairly, play_game, play_match
from footplate.arena.results import ForfeitedGame
from footplate.cli.main import app
from footplate.errors import IllegalAction
from footplate.game import Game
from footplate.outcome import winners_without
from footplate.records import GameRecord


class Breaks(Agent):
    """Plays like random until a turn; then it does whatever ``deed`` does."""

    name = "breaks"

    def __init__(self, deed, after: int = 4) -> None:
        self.deed, self.after, self.inner = deed, after, make_agent("random")
        self.endings: list[Ending] = []

    def start(self, seat, seed):
        self.inner.start(seat, seed)

    def act(self, observation, budget):
        return self.deed(observation) if observation.turn >= self.after else self.inner.act(observation, budget)

    def end(self, ending):
        self.endings.append(ending)


def divide(observation):
    return 1 // 0


def leave(observation):
    raise SystemExit(3)


def complain_badly(observation):
    class Mute(Exception):
        def __str__(self):
            raise RuntimeError("no words")

    raise Mute


@dataclass(frozen=True)
class Invented(Pass):
    cards: list[str]

    @property
    def text(self):
        return "steal"


class Nameless(Pass):
    @property
    def text(self):
        raise RuntimeError("no name")


class Unprintable:
    def __repr__(self):
        raise RuntimeError("no picture")


@pytest.mark.parametrize(
    ("deed", "reason"),
    [
        (divide, r"raised an error: ZeroDivisionError: .* \(test_forfeits.py, line \d+\)"),
        (leave, "raised an error: SystemExit: 3"),
        (complain_badly, "raised an error: .*Mute.*"),
        (lambda seen: Pass(), "'pass' is not legal now"),
        (lambda seen: TakeCard("purple"), "there is no action 'take purple' on small"),
        (lambda seen: None, r"answered with None \(NoneType\) instead of an Action, its number or its text"),
        (lambda seen: "fly", "'fly' is not an action here"),
        (lambda seen: 10**6, "there is no action number 1000000"),
        (lambda seen: True, r"answered with True \(bool\)"),
        (lambda seen: 1.0, r"answered with 1.0 \(float\)"),
        (lambda seen: Unprintable(), "answered with <Unprintable instance"),
        (lambda seen: [DrawCard()] * 10_000, r"answered with \[DrawCard"),
        (lambda seen: Invented(["red"]), "there is no action 'steal' on small"),
        (lambda seen: Nameless(), "no name"),
        (lambda seen: DrawCard, "answered with"),
        (lambda seen: seen.is_open(10**9, 0), "route: 1000000000, but it must be a whole number from 0 to 15"),
        (lambda seen: seen.is_open(0, -1), "seat: -1, but it must be a whole number from 0 to 1"),
        (lambda seen: seen.trains_needed(seen.board.tickets[0], 10**9), "seat: 1000000000, but"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_misbehaviour_loses_the_game_with_its_reason(deed, reason, seat):
    agents = [make_agent("greedy"), make_agent("greedy")]
    agents[seat] = Breaks(deed)
    game, ending = play_fairly("small", agents, seed=3)
    assert not game.is_over
    assert game.turn in (4, 5)
    assert ending.forfeit is not None
    assert ending.forfeit.seat == seat
    assert ending.winners == (1 - seat,)
    assert ending.totals == tuple(score.total for score in game.scores())
    assert re.search(reason, ending.forfeit.reason), ending.forfeit.reason
    assert len(ending.forfeit.reason) < 700
    assert "\n" not in ending.forfeit.reason
    assert agents[seat].endings == [ending]


def test_an_error_at_the_start_loses_the_game_before_it_begins():
    class Unready(Breaks):
        def start(self, seat, seed):
            raise OSError("no book")

    game, ending = play_fairly("small", [make_agent("random"), Unready(divide)])
    assert ending.forfeit
    assert ending.forfeit.seat == 1
    assert ending.forfeit.reason.startswith("could not start: OSError: no book")
    assert len(game.history) == 0


def test_an_honest_game_is_the_same_either_way():
    agents = [make_agent("greedy"), make_agent("random")]
    game, ending = play_fairly("small", agents, seed=5, agent_seeds=[1, 2])
    assert game.to_bytes() == play_game("small", agents, seed=5, agent_seeds=[1, 2]).to_bytes()
    outcome = game.outcome()
    assert outcome
    assert ending == Ending(outcome.totals, outcome.winners)


def test_play_game_raises_what_the_bot_raises():
    for deed, error in ((divide, ZeroDivisionError), (leave, SystemExit), (lambda seen: None, IllegalAction)):
        with pytest.raises(error):
            play_game("small", [Breaks(deed), make_agent("random")])


def test_ctrl_c_is_nobodys_forfeit():
    def interrupt(observation):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_fairly("small", [Breaks(interrupt), make_agent("random")])


def test_compiled_bots_are_trusted_so_their_errors_are_ours(monkeypatch):
    def act(self, observation, budget):
        raise IndexError("ours")

    monkeypatch.setattr(KernelAgent, "act", act)
    with pytest.raises(IndexError, match="ours"):
        play_fairly("small", [make_agent("greedy"), make_agent("random")])


# ---------------------------------------------------------------- time


@pytest.mark.parametrize(("seconds", "patience"), [(None, None), (0.1, 0.15), (0.5, 0.55), (2.0, 2.2)])
def test_the_grace_is_a_tenth_and_at_least_50_ms(seconds, patience):
    assert Budget(seconds=seconds).patience == (patience and pytest.approx(patience))


def test_thinking_too_long_loses_the_game():
    def dream(observation):
        time.sleep(0.3)
        return observation.legal_actions()[0]

    _, ending = play_fairly("small", [Breaks(dream, 0), make_agent("random")], budget=Budget(seconds=0.2))
    assert ending.forfeit
    assert re.fullmatch(r"took \d\.\d\d s for a decision; 0\.2 s are allowed", ending.forfeit.reason)
    game, ending = play_fairly("mini", [Breaks(dream, after=6), make_agent("random")])
    assert game.is_over, "nobody set a limit"
    assert ending.forfeit is None


# ---------------------------------------------------------------- who wins


def test_the_others_are_ranked_as_if_the_game_ended_now():
    agents = [make_agent("greedy"), make_agent("random"), Breaks(divide, 30), make_agent("random")]
    for seed in range(12):
        _, ending = play_fairly("usa", agents, seed)
        assert ending.forfeit
        others = {seat: ending.totals[seat] for seat in (0, 1, 3)}
        best = max(others.values())
        assert set(ending.winners) <= {seat for seat, total in others.items() if total == best}
        assert ending.winners


def test_the_best_of_the_others_wins_even_with_fewer_points_than_the_one_who_forfeits():
    game = Game("small", 2, seed=1)
    while not game.is_over:
        game.push(game.legal_actions()[-1])
    outcome = game.outcome()
    assert outcome
    (winner,) = outcome.winners
    assert winners_without(game.tables, game.records, winner) == (1 - winner,)
    assert winners_without(game.tables, game.records, 1 - winner) == (winner,)


def test_nobody_wins_a_game_that_one_alone_forfeits():
    result = play_match("small", [Breaks(divide)], 3)
    assert result.results.shares.tolist() == [[0.0]] * 3
    assert (result.agents[0].losses, result.agents[0].forfeits) == (3, 3)


# ---------------------------------------------------------------- matches


def sometimes(observation):
    """Fails in about half of the games, by what it was dealt."""
    return 1 // 0 if observation.turn < 10 and observation.hand["red"] else observation.legal_actions()[0]


def test_a_match_goes_on_and_remembers():
    agent = Breaks(sometimes, 8)
    result = play_match("small", ["greedy", agent], 40, seed=2, keep_records=True)
    forfeits = result.results.forfeits
    assert result.games == 40
    assert len(agent.endings) == 40
    assert 3 < len(forfeits) < 37
    assert [f.game for f in forfeits] == [g for g, ending in enumerate(agent.endings) if ending.forfeit]
    assert {f.agent for f in forfeits} == {1}
    assert result.agents[1].forfeits == len(forfeits)
    assert result.agents[0].forfeits == 0
    for f in forfeits:
        assert result.results.shares[f.game].tolist() == [1.0, 0.0]
    for g, record in enumerate(result.results.records):
        forfeit = agent.endings[g].forfeit
        read = GameRecord.from_text(record.to_text())
        assert read.is_finished == (forfeit is None)
        assert read.headers.get("forfeit") == (str(forfeit) if forfeit else None)
        assert ("result" in read.headers) == (forfeit is None)
        read.replay()


def test_the_record_says_who_and_why():
    record = play_match("small", [Breaks(lambda seen: Pass()), "random"], 2, keep_records=True).results.records[1]
    assert "\nforfeit: seat 2: 'pass' is not legal now\n" in record.to_text()
    assert record.to_text().rstrip().splitlines()[-1].startswith("unfinished ")
    assert str(Forfeit(1, "because")) == "seat 2: because"


def test_forfeits_are_in_the_data():
    result = play_match("small", ["random", Breaks(lambda seen: Pass())], 2)
    data = json.loads(json.dumps(result.to_dict()))
    expected = [{"game": g, "agent": 1, "reason": "'pass' is not legal now"} for g in (0, 1)]
    assert data["forfeits"] == expected
    assert result.results.forfeits == tuple(ForfeitedGame(**forfeit) for forfeit in expected)
    assert [agent["forfeits"] for agent in data["agents"]] == [0, 2]


def test_agents_are_closed_when_the_match_ends_or_breaks():
    class Closing(Breaks):
        closed = 0

        def close(self):
            self.closed += 1

    agent = Closing(divide)
    play_match("small", [agent, "random"], 2)
    assert agent.closed == 1

    def stop(games):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        play_match("small", [agent, "random"], 2, progress=stop)
    assert agent.closed == 2


BOTS = """
import time

class Late:
    def act(self, observation, budget):
        time.sleep(budget.seconds + 0.2)
        return observation.legal_actions()[0]

class Varied:
    def act(self, observation, budget):
        raise ValueError(observation.hand)
"""


def test_the_command_tells(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots.py").write_text(BOTS)
    done = CliRunner().invoke(app, ["match", "bots.py:Late", "random", "--games", "2", "--seconds-per-move", "0.01"])
    text = " ".join(done.stdout.split())
    assert done.exit_code == 0, done.output
    assert "Games lost by misbehaviour - bots.py:Late: took " in text
    assert "0.01 s are allowed" in text
    done = CliRunner().invoke(app, ["match", "random", "bots.py:Varied", "--games", "10"])
    text = " ".join(done.stdout.split())
    assert "bots.py:Varied: raised an error: ValueError: {" in text
    assert "other reasons; --json lists all" in text
    assert "misbehaviour" not in CliRunner().invoke(app, ["match", "random", "random", "--games", "2"]).stdout
