"""How good reviews are: planted blunders, a strong player's own games, luck over many deals.

    .venv/bin/python benchmarks/reviews.py planted --board usa --games 100 --out planted-usa.jsonl
    .venv/bin/python benchmarks/reviews.py luck --board usa --games 100 --out luck-usa.jsonl

Every game is a line of the file, written when it is done; the command goes on where the file ends, and then says what
all of its games say. ``planted``: the players search, and one random move is planted into a game of the first one;
which place has it among that player's decisions, by cost? Many random moves cost nothing, so a search of ``--truth``
iterations says what the move truly cost. The player's other decisions are a strong player's own, so
the same lines say how many of these are called costly. ``luck``: games of a bot against itself; was there luck in the
mean?
"""

from __future__ import annotations

import argparse
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from footplate.agents import Budget, make_agent
from footplate.agents.base import decision_of
from footplate.agents.kernels import start_bot
from footplate.agents.search.policies import STRONGEST
from footplate.agents.search.searcher import Searcher
from footplate.arena.statistics import mean_estimate, share_estimate
from footplate.game import Game
from footplate.records import GameRecord
from footplate.review import DEALS, Reviewer, review_game
from footplate.review.game import Question


def planted_game(board: str, players: int, spec: str, seed: int) -> tuple[GameRecord, int]:
    """A game of a bot against itself, with one random move of the first player's; and that move's number."""
    chance = random.Random(seed)
    decisions = _decisions(_play(board, players, spec, seed, -1, chance))
    number = chance.choice(decisions)
    return GameRecord.of(_play(board, players, spec, seed, number, chance), [spec] * players), number


def _play(board: str, players: int, spec: str, seed: int, planted: int, chance: random.Random) -> Game:
    game, agents = Game(board, players, seed), [make_agent(spec) for _ in range(players)]
    for seat, agent in enumerate(agents):
        agent.start(seat, seed * players + seat)
    while not game.is_over:
        seen = game.observe(game.to_move)
        action = decision_of(agents[game.to_move].act(seen, Budget()), seen).action
        if len(game.history) == planted:
            action = chance.choice([other for other in seen.legal_actions() if other != action])
        game.push(action)
    return game


def _decisions(game: Game) -> list[int]:
    """The numbers of the first player's decisions that had a choice."""
    record = GameRecord.of(game, ["first"] * game.players)
    return [question.number for question in Reviewer(record).questions if question.seen.seat == 0]


def planted(options: argparse.Namespace, seed: int) -> dict[str, Any]:
    record, number = planted_game(options.board, options.players, options.agent, seed)
    reviewer = Reviewer(record, seed=seed, deals=options.deals)
    playouts = reviewer.playouts()
    found = [reviewer.judge(one, playouts) for one in reviewer.questions if one.seen.seat == 0]
    costs = {one.number: one.cost.mean if one.cost and one.is_costly else 0.0 for one in found}
    place = 1 + sum(cost > costs[number] for cost in costs.values())
    others = sum(one.is_costly for one in found if one.number != number)
    move = record.moves[number].text.split()[0]
    lost = true_cost(next(one for one in reviewer.questions if one.number == number), options.truth, seed)
    line = {"seed": seed, "place": place, "cost": costs[number], "move": move, "of": len(found), "others": others}
    return {**line, "true": lost}


def true_cost(question: Question, iterations: int, seed: int) -> float:
    """What a move lost of the chance to win against the best one, by a long search, which then looks at both."""
    searcher = Searcher(replace(STRONGEST, iterations=iterations))
    start_bot(searcher.works[0], np.uint64(seed))
    searcher.begin(question.seen.tables, question.seen.records)
    searcher.iterate(iterations)
    best = searcher.moves()[0].action
    for move in {question.played, best}:
        searcher.look_at(move, iterations // 4)
    wins = {move.action: move.win for move in searcher.moves()}
    return wins[best] - wins[question.played]


def say_planted(lines: list[dict[str, Any]]) -> None:
    front = np.array([line["place"] <= 2 and line["cost"] > 0 for line in lines], float)
    print(f"planted move first or second: {100 * front.mean():.0f} % of {len(lines)} games, {share_estimate(front)}")
    for least in (0.03, 0.05, 0.1):
        some = [line for line in lines if line["true"] >= least]
        first, told = sum(x["place"] <= 2 and x["cost"] > 0 for x in some), sum(x["cost"] > 0 for x in some)
        print(f"  of the {len(some)} that truly cost at least {least:.0%}: {first} first or second, {told} told")
    print("costly decisions of the player's own a game:", mean_estimate(np.array([x["others"] for x in lines], float)))


def luck(options: argparse.Namespace, seed: int) -> dict[str, Any]:
    from footplate.arena import play_match

    match = play_match(options.board, [options.agent] * options.players, 1, seed=seed, keep_records=True)
    review = review_game(match.results.records[0], seed=seed, deals=options.deals, threads=1)
    return {
        "seed": seed,
        "win": [seat.win.luck for seat in review.seats if seat.win],
        "margin": [seat.margin.luck for seat in review.seats if seat.margin],
        "result": [seat.margin.result for seat in review.seats if seat.margin],
    }


def say_luck(lines: list[dict[str, Any]]) -> None:
    for name in ("win", "margin"):
        for seat, values in enumerate(zip(*(line[name] for line in lines), strict=True), start=1):
            print(f"luck of seat {seat}, {name}: {mean_estimate(np.array(values))} in {len(lines)} games")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("planted", "luck"))
    parser.add_argument("--board", default="small")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--agent", default="guided-ismcts:iterations=500")
    parser.add_argument("--truth", type=int, default=40_000, help="iterations that say what a planted move cost")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--out", type=Path, required=True, help="a line of JSON a game")
    options = parser.parse_args()
    done = options.out.read_text("utf-8").splitlines() if options.out.exists() else []
    with options.out.open("a", encoding="utf-8") as file:
        for seed in range(len(done), options.games):
            done.append(json.dumps((planted if options.what == "planted" else luck)(options, seed)))
            file.write(done[-1] + "\n")
            file.flush()
    lines = [json.loads(line) for line in done]
    (say_planted if options.what == "planted" else say_luck)(lines)


if __name__ == "__main__":
    main()
