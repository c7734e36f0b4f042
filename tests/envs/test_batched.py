"""A batched environment plays the games that ``Game`` and the arena play, and pays what they bring."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.agents import Agent, Budget, make_agent
from footplate.arena import play_game
from footplate.encoders import make_actions
from footplate.engine.random import seed_stream
from footplate.envs import BatchedEnv
from footplate.errors import FootplateError, IllegalAction
from footplate.game import Game
from footplate.observation import Observation

SMALL = {"encoder": "vector", "actions": "full"}


def any_legal(env: BatchedEnv, chance: np.random.Generator) -> npt.NDArray[np.int64]:
    """A random legal code for each game."""
    return np.argmax(chance.random(env.mask.shape) * env.mask, axis=1)


def played(env: BatchedEnv, steps: int, seed: int = 0) -> Iterator[npt.NDArray[np.int64]]:
    """Reset, then step after step at random; the codes of each, before it is taken."""
    chance = np.random.default_rng(seed)
    env.reset(seed)
    for _ in range(steps):
        codes = any_legal(env, chance)
        yield codes
        env.step(codes)


@settings(max_examples=10, deadline=None)
@given(
    st.sampled_from([("small", 2), ("mini", 3), ("new_york", 4), ("usa", 5), ("t2r", 1), ("t2r", 2)]),
    st.integers(0, 2**63),
)
def test_self_play_is_the_games_of_game(board_players: tuple[str, int], seed: int) -> None:
    board, players = board_players
    env = BatchedEnv(board, players, 3, **SMALL, reward="shaped")
    env.reset(seed)
    games = [Game(board, players, int(deal)) for deal in env.deals]
    ended = 0
    chance = np.random.default_rng(seed)
    while ended < 4:
        for i, game in enumerate(games):
            assert env.states[i].tobytes() == game.to_bytes()
            assert env.seat[i] == game.to_move
            legal = [game.actions.id(action) for action in game.legal_actions()]
            assert np.flatnonzero(env.mask[i]).tolist() == sorted(legal)
        codes = any_legal(env, chance)
        for game, code in zip(games, codes.tolist(), strict=True):
            game.push(code)
        env.step(codes)
        for i, game in enumerate(games):
            assert env.done[i] == game.is_over
            if game.is_over:
                outcome = game.outcome()
                assert outcome is not None
                assert env.totals[i].tolist() == list(outcome.totals)
                assert tuple(np.flatnonzero(env.won[i])) == outcome.winners
                games[i] = Game(board, players, int(env.deals[i]))
                ended += 1
    assert env.finished == ended


class Recorded(Agent):
    """Plays what a learner has played."""

    name = "recorded"

    def __init__(self, codes: list[int]) -> None:
        self.codes = list(codes)

    def act(self, observation: Observation, budget: Budget) -> int:
        return self.codes.pop(0)


@pytest.mark.parametrize(
    ("board", "players", "opponents"),
    [
        ("small", 2, ["cf-game-tree", "cf-random", "planner", "hoarder", "net"]),
        ("new_york", 3, ["greedy", "cf-adversarial", "swap-bot"]),
        ("t2r", 2, ["t2r-greedy", "random"]),
    ],
)
def test_opponents_play_as_they_do_in_the_arena(board: str, players: int, opponents: list[str]) -> None:
    env = BatchedEnv(board, players, 4, **SMALL, opponents=opponents)
    env.reset(5)
    told: list[list[int]] = [[] for _ in range(4)]
    number, checked = [0] * 4, 0
    chance = np.random.default_rng(1)
    while checked < 6:
        deals, seats, sitting = env.deals.copy(), env.seat.copy(), [env.sitting(i) for i in range(4)]
        codes = any_legal(env, chance)
        env.step(codes)
        for i in range(4):
            told[i].append(int(codes[i]))
            if env.done[i]:
                assert seats[i] == (i + number[i]) % players
                seeds = [int(seed_stream(deals[i], np.int64(p))) for p in range(players)]
                agents = [Recorded(told[i]) if one is None else make_agent(one.name) for one in sitting[i]]
                game = play_game(board, agents, int(deals[i]), agent_seeds=seeds)
                assert env.totals[i].tolist() == list(game.outcome().totals)
                told[i], number[i], checked = [], number[i] + 1, checked + 1


@pytest.mark.parametrize("opponents", [None, ["cf-base", "greedy"]])
def test_results_depend_on_the_seed_and_not_on_threads(opponents: list[str] | None) -> None:
    envs = [BatchedEnv("small", 2, 7, **SMALL, opponents=opponents, threads=threads) for threads in (1, 2, 3)]
    runs = [
        [(env.observation.tobytes(), env.mask.tobytes(), env.reward.tobytes()) for _ in played(env, 60, seed=3)]
        for env in envs
    ]
    assert runs[0] == runs[1] == runs[2]
    assert envs[0].finished > 0
    envs[0].reset(4)
    envs[1].reset(3)
    assert envs[0].deals.tolist() != envs[1].deals.tolist()


@pytest.mark.parametrize(("board", "players"), [("small", 2), ("usa", 4), ("t2r", 2)])
@pytest.mark.parametrize("opponents", [None, ["greedy"]])
def test_rewards_sum_to_what_the_game_brought(board: str, players: int, opponents: list[str] | None) -> None:
    names = ["shaped", "margin", "win", *(["progress"] if board == "t2r" else [])]
    for name in names:
        env = BatchedEnv(board, players, 6, **SMALL, opponents=opponents, reward=name)
        sums, ended = np.zeros((6, players)), 0
        chance = np.random.default_rng(2)
        env.reset(2)
        while ended < 4:
            env.step(any_legal(env, chance))
            sums += env.reward
            for i in np.flatnonzero(env.done):
                totals, won = env.totals[i], env.won[i]
                others = (totals.sum() - totals) / (players - 1)
                prize = np.where(won, (players - won.sum()) / won.sum(), -1) / (players - 1)
                expected = {
                    "shaped": totals,
                    "progress": totals,
                    "win": prize,
                    "margin": (totals - others) / 50 + prize,
                }
                assert sums[i] == pytest.approx(expected[name], abs=1e-4)
                sums[i], ended = 0, ended + 1


def test_new_opponents_play_the_games_to_come() -> None:
    env = BatchedEnv("small", 2, 8, **SMALL, opponents=["random", "greedy"])
    for step, _ in enumerate(played(env, 120)):
        if step == 30:
            before = [env.sitting(i) for i in range(8)]
            env.set_opponents(["cf-base"])
            assert [env.sitting(i) for i in range(8)] == before
    assert {agent.name for i in range(8) for agent in env.sitting(i) if agent} == {"cf-base"}
    env.set_opponents(["greedy"])
    assert [agent.name for agent in env.opponents] == ["cf-base", "greedy"]


@pytest.mark.parametrize("opponents", [None, ["cf-random", "hoarder"]])
def test_a_restored_environment_goes_on_as_if_it_had_never_stopped(opponents: list[str] | None) -> None:
    one, other = (BatchedEnv("small", 2, 5, **SMALL, opponents=opponents) for _ in range(2))
    for _ in played(one, 40, seed=1):
        pass
    other.restore(one.state())
    chance = [np.random.default_rng(9), np.random.default_rng(9)]
    for _ in range(60):
        for env, own in zip((one, other), chance, strict=True):
            env.step(any_legal(env, own))
        for name in ("observation", "mask", "seat", "reward", "done", "totals"):
            assert np.array_equal(getattr(one, name), getattr(other, name)), name


def test_without_autoreset_a_finished_game_stays() -> None:
    env = BatchedEnv("small", 2, 4, **SMALL, autoreset=False)
    chance = np.random.default_rng(0)
    env.reset(0)
    ended = np.zeros(4, np.int64)
    for _ in range(400):
        env.step(any_legal(env, chance))
        ended += env.done
    assert ended.tolist() == [1] * 4
    assert env.finished == 4
    assert not env.mask.any()
    assert not env.reward.any()


def test_what_is_wrong_is_said() -> None:
    env = BatchedEnv("small", 2, 2, **SMALL)
    env.reset(0)
    before = env.state()["states"].tobytes()
    with pytest.raises(IllegalAction, match="game 1: action 0 is not legal"):
        env.step([np.flatnonzero(env.mask[0])[0], 0])
    same_in_32_bits = int(np.flatnonzero(env.mask[0])[0]) + (1 << 32)
    with pytest.raises(IllegalAction, match=f"game 0: action {same_in_32_bits} is not legal"):
        env.step([same_in_32_bits, np.flatnonzero(env.mask[1])[0]])
    assert env.state()["states"].tobytes() == before
    for wrong, words in (
        ({"opponents": ["ismcts:ms=5"]}, "is not compiled"),
        ({"opponents": []}, "at least one"),
        ({"reward": "fame"}, "there are shaped"),
        ({"reward": "progress"}, "t2r"),
        ({"board": "t2r", "players": 1, "reward": "win"}, "somebody"),
    ):
        with pytest.raises(FootplateError, match=words):
            BatchedEnv(**{"board": "small", "players": 2, "n": 1, **SMALL, **wrong})


def test_several_boards_play_the_games_of_game() -> None:
    """Each with its own number of players, as if it were alone."""
    boards, players = ["small", "europe", "mini"], [2, 3, 2]
    env = BatchedEnv(boards, players, 6, encoder="tokens", actions="any", reward="shaped", threads=2)
    env.reset(4)
    assert (env.which.tolist(), env.players_of.tolist()) == ([0, 0, 1, 1, 2, 2], [2, 2, 3, 3, 2, 2])
    games = [Game(boards[k], players[k], int(deal)) for k, deal in zip(env.which, env.deals, strict=True)]
    codes = [make_actions("any", game.tables) for game in games]
    chance, ended = np.random.default_rng(4), np.zeros(6, np.bool_)
    while not ended[[0, 1, 4, 5]].all():
        chosen = any_legal(env, chance)
        for i, game in enumerate(games):
            if not game.is_over:
                assert env.states[i].tobytes() == game.to_bytes()
                assert env.view(i).board == game.board
                game.push(int(codes[i].decode(game.records, chosen[i : i + 1])[0]))
        env.step(chosen)
        for i in np.flatnonzero(env.done & ~ended):
            assert games[i].is_over
            outcome = games[i].outcome()
            assert outcome is not None
            assert env.totals[i, : games[i].players].tolist() == list(outcome.totals)
        ended |= env.done


def test_several_boards_need_rows_and_codes_of_one_size() -> None:
    for encoder, actions, words in (("features", "any", "rows of features"), ("tokens", "lean", "codes of lean")):
        with pytest.raises(FootplateError, match=f"{words} differ from board to board"):
            BatchedEnv(["small", "mini"], 2, 4, encoder=encoder, actions=actions)
    with pytest.raises(FootplateError, match="2 boards and 1 numbers of players"):
        BatchedEnv(["small", "mini"], [2], 4, encoder="tokens", actions="any")
    env = BatchedEnv(["small", "mini"], 2, 4, opponents=["greedy"], encoder="tokens", actions="any")
    with pytest.raises(FootplateError, match="net:small can't play on several boards"):
        env.set_opponents(["net:small"])
