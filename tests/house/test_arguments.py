"""Absurd arguments: every public name says in a sentence what was wrong and what would be right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import footplate
from footplate import Board, Budget, Game, load_board, make_agent, play_game, play_match, read_records, review_game
from footplate import agents as agents_room
from footplate import arena as arena_room
from footplate import envs as envs_room
from footplate import errors as errors_room
from footplate.agents import AgentKind, as_agent, learn, read_spec, register, split_specs, unregister
from footplate.agents.learned.agent import play_network
from footplate.agents.search.options import SearchOptions
from footplate.agents.search.searcher import Searcher
from footplate.arena import play_fairly
from footplate.arena.runners import make_runner
from footplate.arena.tournament import TournamentSettings
from footplate.design.balance.balancing import Balance, BalancingTask
from footplate.design.distance import target_shares
from footplate.design.evaluation.evaluation import evaluate
from footplate.design.new.board import BoardSpec, new_board
from footplate.design.playing import Playing
from footplate.design.printing.sheets import print_files
from footplate.engine.batch import Batch
from footplate.envs import BatchedEnv
from footplate.envs.aec import raw_env
from footplate.envs.gym import TicketToRideEnv
from footplate.envs.vector import TicketToRideVectorEnv
from footplate.errors import FootplateError
from footplate.learning.settings import PPOSettings, RunSettings, Task
from footplate.papers.thesis.training.methods import ESSettings
from footplate.records import GameRecord

SMALL = load_board("small")
TWO = ["random", "greedy"]
WHOLE = "but it must be a whole number"
OVER = 10**30


def game() -> Game:
    return Game("mini", 2, seed=1)


def record() -> GameRecord:
    return GameRecord.of(finished(), ["a", "b"])


def finished() -> Game:
    one = game()
    while not one.is_over:
        one.push(one.legal_actions()[0])
    return one


def dealt() -> BatchedEnv:
    env = BatchedEnv("mini", 2, 2)
    env.reset(1)
    return env


def dealt_batch() -> Batch:
    batch = Batch(SMALL, 2, 2)
    batch.deal([1, 2])
    return batch


def greedy(observation: object, budget: object = Budget()) -> object:
    return make_agent("greedy").act(observation, budget)  # type: ignore[arg-type]


def tournament(**wrong: object) -> TournamentSettings:
    right: dict[str, Any] = {"board": SMALL, "agents": tuple(TWO), "games": 2}
    return TournamentSettings(**right | wrong)


class FirstMove:
    """Somebody's own bot."""

    def act(self, observation: Any, budget: Budget) -> object:
        return observation.legal_actions()[0]


class Unfinished:
    """Something that is no listener."""

    def before(self) -> None: ...


# By public name, or by the name of what it belongs to: what is called, and words of the sentence.
TABLE: list[tuple[str, Callable[[], object], str]] = [
    ("Action", lambda: game().actions.action("fly"), "there is no action number 'fly' on mini"),
    ("Action", lambda: game().actions.id(None), "there is no action None on mini"),
    ("Action", lambda: game().actions.id([]), r"there is no action \[\] on mini"),
    ("Agent", lambda: greedy(None), "observation: None, but it must be an Observation: game.observe"),
    ("Agent", lambda: greedy(game()), "observation: a Game, but it must be an Observation: game.observe"),
    ("Agent", lambda: greedy(game().reveal(0)), "greedy does not cheat: show it what its seat may see"),
    ("Agent", lambda: greedy(game().observe(1)), "seat 1 has nothing to decide now: show greedy what seat 0 sees"),
    ("Agent", lambda: greedy(finished().observe(0)), "greedy has nothing to decide: the game is over"),
    ("Agent", lambda: greedy(game().observe(0), None), "budget: None, but it must be a Budget, such as Budget"),
    ("Agent", lambda: make_agent("cheating-mcts").act(game().observe(0), Budget()), "cheating-mcts cheats: show it"),
    ("Agent", lambda: make_agent("greedy").start(0, 1.5), f"seed: 1.5, {WHOLE} from 0 to "),
    ("Agent", lambda: make_agent("greedy").start(None, 1), f"seat: None, {WHOLE} from 0 to 4"),
    ("Agent", lambda: make_agent("ismcts").act(game().observe(0), Budget()), r"told first .*: start\(seat, seed\)"),
    ("Agent", lambda: as_agent(FirstMove).act(game(), Budget()), "observation: a Game, but it must be an Observation"),
    ("Agent", lambda: as_agent(FirstMove).act(game().reveal(0), Budget()), "FirstMove does not cheat: show it"),
    ("Board", lambda: Board.from_json(None), "a board file's text: None, but it must be a text in JSON"),
    ("Board", lambda: Board.from_file(3), "path: 3, but it must be a text or a path"),
    ("Board", lambda: Board.from_dict([]), "board 'without a name' can't be used"),
    ("Board", lambda: SMALL.with_variant(None), "variant: None, but it must be a text"),
    ("Budget", lambda: Budget(seconds=-1), "seconds: -1, but it must be a number above 0"),
    ("Budget", lambda: Budget(seconds=0), "seconds: 0, but it must be a number above 0"),
    ("Budget", lambda: Budget(seconds=float("nan")), "seconds: nan, but it must be a number above 0"),
    ("Budget", lambda: Budget(seconds="1"), "seconds: '1', but it must be a number above 0"),
    ("Budget", lambda: Budget(iterations=0), f"iterations: 0, {WHOLE}, 1 or more"),
    ("Budget", lambda: Budget(iterations=1.5), f"iterations: 1.5, {WHOLE}, 1 or more"),
    ("Game", lambda: Game(None), "a board is named by a text or a path"),
    ("Game", lambda: Game("small", "2"), f"players: '2', {WHOLE} from 1 to 5"),
    ("Game", lambda: Game("small", 2.0), f"players: 2.0, {WHOLE} from 1 to 5"),
    ("Game", lambda: Game("small", 6), f"players: 6, {WHOLE} from 1 to 5"),
    ("Game", lambda: Game("small", 2, seed=1.5), f"seed: 1.5, {WHOLE} from 0 to "),
    ("Game", lambda: Game.sample(game(), 1), "observation: a Game, but it must be an Observation: game.observe"),
    ("Game", lambda: Game.sample(None, 1), "observation: None, but it must be an Observation"),
    ("Game", lambda: Game.from_json(None), "a position: None, but it must be a text in JSON"),
    ("Game", lambda: game().observe("0"), f"seat: '0', {WHOLE} from 0 to 1"),
    ("Game", lambda: game().parse(None), "text: None, but it must be a text, such as 'take red'"),
    ("Game", lambda: game().read(5), "text: 5, but it must be a text"),
    ("Game", lambda: game().push(None), "answered with None"),
    ("Game", lambda: game().owner_of("x"), f"route: 'x', {WHOLE} from 0 to "),
    ("Game", lambda: game().trains_needed(None, 0), "ticket: None, but it must be one of the tickets of mini"),
    ("Observation", lambda: game().observe(0).held_for(999), f"route: 999, {WHOLE} from 0 to "),
    ("Observation", lambda: game().observe(0).obstacle(None), f"route: None, {WHOLE} from 0 to "),
    ("load_board", lambda: load_board(SMALL), "it is a Board already: use it as it is"),
    ("load_board", lambda: load_board(5), "a board is named by a text or a path"),
    ("load_board", lambda: load_board(SMALL.to_json()), "there is no board of this name"),
    ("make_agent", lambda: make_agent(None), "agent: None, but it must be a text, such as 'greedy'"),
    ("make_agent", lambda: make_agent(SMALL), "agent: a Board, but it must be a text"),
    ("as_agent", lambda: as_agent(None), "None is no agent: an agent is a spec string"),
    ("read_spec", lambda: read_spec(7), "agent: 7, but it must be a text"),
    ("split_specs", lambda: split_specs(["greedy"]), r"agents: \['greedy'\], but it must be a text"),
    ("learn", lambda: learn(None, {}, None), "agent: None, but it must be a text"),
    ("register", lambda: register("greedy"), "kind: 'greedy', but it must be an AgentKind"),
    ("unregister", lambda: unregister("greedy"), "there is no added agent 'greedy'"),
    ("AgentKind", lambda: register(AgentKind(name="random", family="", summary="", make=dealt)), "'random' already"),
    ("play_game", lambda: play_game("mini", "greedy"), "agents: 'greedy', but it must be a list of agents"),
    ("play_game", lambda: play_game("mini", ["random"] * 6), f"the number of agents: 6, {WHOLE} from 1 to 5"),
    ("play_game", lambda: play_game("mini", TWO, 0.5), f"seed: 0.5, {WHOLE}"),
    ("play_game", lambda: play_game("mini", TWO, agent_seeds=[1]), "agent_seeds: 1 seeds, but it must be a list of 2"),
    ("play_game", lambda: play_game("mini", TWO, agent_seeds=[1, "x"]), f"agent_seeds: 'x', {WHOLE}"),
    ("play_game", lambda: play_game("mini", TWO, budget=5), "budget: 5, but it must be a Budget"),
    ("play_game", lambda: play_game("mini", TWO, listeners=5), "listeners: 5, but it must be a list of Listeners"),
    ("Listener", lambda: play_game("mini", TWO, listeners=[Unfinished()]), "listeners: an Unfinished, but it must be"),
    ("play_fairly", lambda: play_fairly("mini", None), "agents: None, but it must be a list of agents"),
    ("play_match", lambda: play_match("mini", TWO, 2.5), f"games: 2.5, {WHOLE}, 1 or more"),
    ("play_match", lambda: play_match("mini", TWO, "10"), f"games: '10', {WHOLE}, 1 or more"),
    ("play_match", lambda: play_match("mini", TWO, 2, seed=None), f"seed: None, {WHOLE}"),
    ("play_match", lambda: play_match("mini", TWO, 2, threads=0), f"threads: 0, {WHOLE} from 1 to 1,024"),
    ("play_match", lambda: play_match("mini", TWO, 2, threads=OVER), f"threads: {OVER}, {WHOLE} from 1 to 1,024"),
    ("play_match", lambda: play_match("mini", TWO, 2, first_deal=-1), f"first_deal: -1, {WHOLE} from 0 to "),
    ("play_match", lambda: play_match("mini", TWO, 2, budget=1), "budget: 1, but it must be a Budget"),
    ("play_match", lambda: play_match("mini", TWO, 2, listeners=[None]), "listeners: None, but it must be a list"),
    ("Settings", lambda: tournament(board="small"), "board: 'small', but it must be a Board"),
    ("Settings", lambda: tournament(agents="ab"), "agents: 'ab', but it must be a tuple"),
    ("Settings", lambda: tournament(games=1.5), f"games: 1.5, {WHOLE}"),
    ("Settings", lambda: tournament(players=1), f"players: 1, {WHOLE} from 2 to 5"),
    ("Settings", lambda: tournament(seed="a"), f"seed: 'a', {WHOLE}"),
    ("make_runner", lambda: make_runner(None), "there is no runner None; there are threads, processes, ray"),
    ("make_runner", lambda: make_runner("threads", 0), f"workers: 0, {WHOLE} from 1 to 1,024"),
    ("BatchedEnv", lambda: BatchedEnv("mini", "2"), f"players: '2', {WHOLE} from 1 to 5"),
    ("BatchedEnv", lambda: BatchedEnv("mini", 2, 0), f"n: 0, {WHOLE} from 1 to "),
    ("BatchedEnv", lambda: BatchedEnv("mini", 2, 2, threads=0), f"threads: 0, {WHOLE} from 1 to 1,024"),
    ("BatchedEnv", lambda: BatchedEnv("mini", 2, 2, opponents="greedy"), "opponents: 'greedy', but it must be a list"),
    ("BatchedEnv", lambda: BatchedEnv("mini", 2, 2, encoder=[]), r"there is no encoder \[\]; there are features"),
    ("BatchedEnv", lambda: BatchedEnv("mini", 2, 2, actions=None), "there is no action code None; there are full"),
    ("BatchedEnv", lambda: BatchedEnv("mini", 2, 2, reward="marg"), r"no reward 'marg'; .*did you mean 'margin'"),
    ("BatchedEnv", lambda: BatchedEnv("mini", 2, 2, seats="2"), f"seats: '2', {WHOLE}"),
    ("BatchedEnv", lambda: BatchedEnv("mini", 2, 2).step([0, 0]), r"no game has been dealt yet: reset\(seed\) deals"),
    ("BatchedEnv", lambda: BatchedEnv("mini", 2, 2).next_games([True, True]), "no game has been dealt yet"),
    ("BatchedEnv", lambda: BatchedEnv("mini", 2, 2).view(0), "no game has been dealt yet"),
    ("BatchedEnv", lambda: dealt().reset(1.5), f"seed: 1.5, {WHOLE}"),
    ("BatchedEnv", lambda: dealt().step(None), "actions: None, but it must be 2 whole numbers, one for each game"),
    ("BatchedEnv", lambda: dealt().step([0.5, 1]), "actions: numbers with fractions of the shape"),
    ("BatchedEnv", lambda: dealt().step([0, 0]), "game 0: action 0 is not legal now"),
    ("BatchedEnv", lambda: dealt().next_games([1, 0]), "chosen: whole numbers of the shape .* 2 truth values"),
    ("BatchedEnv", lambda: dealt().view(2), f"game: 2, {WHOLE} from 0 to 1"),
    ("BatchedEnv", lambda: dealt().sitting(None), f"game: None, {WHOLE} from 0 to 1"),
    ("BatchedEnv", lambda: dealt().restore(None), "saved: None, but it must be what state"),
    ("BatchedEnv", lambda: dealt().restore({}), "what was saved of states is of an environment with other games"),
    ("TicketToRideEnv", lambda: TicketToRideEnv("mini", "2"), f"players: '2', {WHOLE} from 1 to 5"),
    ("TicketToRideEnv", lambda: TicketToRideEnv("mini", render_mode=[]), r"no render mode \[\]; there are ansi"),
    ("TicketToRideEnv", lambda: TicketToRideEnv("mini").step(0), "no game has been dealt yet"),
    ("TicketToRideEnv", lambda: TicketToRideEnv("mini").step(-1), "there is no action -1; there are 0 to "),
    ("TicketToRideEnv", lambda: TicketToRideEnv("mini").step(None), r"actions: \[None\], but it must be 1 whole"),
    ("TicketToRideVectorEnv", lambda: TicketToRideVectorEnv(0, "mini"), f"num_envs: 0, {WHOLE}, 1 or more"),
    ("raw_env", lambda: raw_env("mini").step(0), r"no game has been dealt yet: reset\(seed\) deals one"),
    ("raw_env", lambda: raw_env("mini").observe("nobody"), "there is no agent 'nobody'; there are player_0, player_1"),
    ("raw_env", lambda: raw_env("mini").reset(seed="x"), f"seed: 'x', {WHOLE}"),
    ("Batch", lambda: Batch("small", 2, 2), "board: 'small', but it must be a Board"),
    ("Batch", lambda: Batch(SMALL, 2, 0), f"n: 0, {WHOLE} from 1 to "),
    ("Batch", lambda: Batch(SMALL, 2, 2, threads=-1), f"threads: -1, {WHOLE} from 1 to 1,024"),
    ("Batch", lambda: dealt_batch().deal([1]), "seeds: whole numbers of the shape .* but it must be 2 whole numbers"),
    ("Batch", lambda: dealt_batch().deal([1, -1]), "seeds: whole numbers of the shape"),
    ("Batch", lambda: dealt_batch().deal([1.5, 2]), "seeds: numbers with fractions"),
    ("Batch", lambda: dealt_batch().step("xy"), "actions: 'xy', but it must be 2 whole numbers"),
    ("Batch", lambda: dealt_batch().step([[1], [1, 2]]), "actions: a list, but it must be 2 whole numbers"),
    ("Searcher", lambda: Searcher(None), "options: None, but it must be SearchOptions"),
    ("Searcher", lambda: Searcher(SearchOptions(), None, 0), f"node_limit: 0, {WHOLE}, 1 or more"),
    ("SearchOptions", lambda: SearchOptions(iterations=1.5).check("x"), f"agent 'x': iterations: 1.5, {WHOLE}"),
    ("SearchOptions", lambda: SearchOptions(cp="a").check("x"), "agent 'x': cp: 'a', but it must be a number"),
    ("SearchOptions", lambda: SearchOptions(playouts=None).check("x"), "agent 'x': playouts=None; there are"),
    ("play_network", lambda: play_network(None), "network: None, but it must be a Network"),
    ("read_records", lambda: list(read_records(None)), "path: None, but it must be a text or a path"),
    ("GameRecord", lambda: GameRecord.from_text(None), "a record: None, but it must be a text"),
    ("GameRecord", lambda: GameRecord.of(None, ["a", "b"]), "game: None, but it must be a Game"),
    ("GameRecord", lambda: GameRecord.of(game(), ["a"]), "1 names for 2 seats"),
    ("Playing", lambda: Playing("greedy"), "agents: 'greedy', but it must be a list of agents"),
    ("Playing", lambda: Playing(TWO, threads=0), f"threads: 0, {WHOLE} from 1 to 1,024"),
    ("Playing", lambda: Playing(TWO).fairness(SMALL, np.array([0.5, 0.5]), 0, seed=1), f"games: 0, {WHOLE}"),
    ("Playing", lambda: Playing(TWO).win_shares(None, 1, range(2)), "boards: None, but it must be a list of boards"),
    ("Playing", lambda: Playing(TWO).win_shares([SMALL], 1, 5), "deals: 5, but it must be a range of numbers"),
    ("wished_shares", lambda: target_shares(50, 2), "targets: 50, but it must be a list of win rates"),
    ("wished_shares", lambda: target_shares(["x", 50], 2), "target win rate: 'x', but it must be a number"),
    ("evaluate", lambda: evaluate(SMALL, TWO, 0), f"games: 0, {WHOLE}, 1 or more"),
    ("evaluate", lambda: evaluate(None, TWO, 2), "board: None, but it must be a Board"),
    (
        "BalancingTask",
        lambda: BalancingTask(board="usa", agents=tuple(TWO), win_rates=(50, 50)),
        "board: 'usa', but it must be a Board",
    ),
    ("Balance", lambda: Balance(None), "task: None, but it must be a BalancingTask"),
    ("review_game", lambda: review_game(None), "record: None, but it must be a GameRecord"),
    ("review_game", lambda: review_game(record(), deals=1), f"deals: 1, {WHOLE} from 10"),
    ("review_game", lambda: review_game(record(), seed=-1), f"seed: -1, {WHOLE}"),
    ("review_game", lambda: review_game(record(), deals=10, threads=0), f"threads: 0, {WHOLE}"),
    ("new_board", lambda: new_board(None, 1), "spec: None, but it must be a BoardSpec"),
    ("new_board", lambda: new_board(BoardSpec(title="x", cities="9"), 1), f"cities: '9', {WHOLE}"),
    ("new_board", lambda: new_board(BoardSpec(title="x", flavour=None), 1), "no flavour of names None; there are"),
    ("print_files", lambda: print_files(None), "board: None, but it must be a Board"),
    ("print_files", lambda: print_files(SMALL, "a5"), "there is no paper 'a5'; there are a4, a3, letter, poster"),
    ("PPOSettings", lambda: PPOSettings(games=0), f"games: 0, {WHOLE}, 1 or more"),
    ("PPOSettings", lambda: PPOSettings(layers=(64, -1)), f"layers: -1, {WHOLE}, 1 or more"),
    ("PPOSettings", lambda: PPOSettings(activation="gelu"), "there is no activation 'gelu'; there are tanh, relu"),
    ("PPOSettings", lambda: PPOSettings(residual=1), "residual: 1, but it must be True or False"),
    ("PPOSettings", lambda: PPOSettings(learning_rate=-1), "learning_rate: -1, but it must be a number, 0.0 or more"),
    ("ESSettings", lambda: ESSettings(networks=1.5), f"networks: 1.5, {WHOLE}, 1 or more"),
    ("RunSettings", lambda: RunSettings(steps="many"), f"steps: 'many', {WHOLE}, 1 or more"),
    ("Task", lambda: Task(players="2"), r"players: '2', but it must be a list, such as \(2,\)"),
    ("Task", lambda: Task(board=SMALL), "board: a Board, but it must be a text, such as 'small'"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "call", "words"), TABLE, ids=[f"{row[0]}-{row[2][:40]}" for row in TABLE])
def test_absurd_arguments_are_refused_in_a_sentence(name: str, call: Callable[[], object], words: str) -> None:
    with pytest.raises(FootplateError, match=words) as caught:
        call()
    assert len(str(caught.value)) < 500


# Names that take no arguments, or that somebody only gets: results, values and types.
GIVEN = {
    "Action", "Review", "Decision", "Outcome", "MatchResult", "Spec", "AgentLike", "agent_kinds", "agent_names",
    "board_names",
}  # fmt: skip


def test_the_table_has_every_public_name() -> None:
    public = {name for room in (footplate, agents_room, arena_room, envs_room) for name in room.__all__}
    errors = set(vars(errors_room))
    assert public - errors - GIVEN - {name for name, *_ in TABLE} == set()
