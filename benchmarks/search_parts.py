"""Where the time of a search goes: worlds, tree, playouts, scores (Figures B.1 to B.3 of the Warwick report).

    python benchmarks/search_parts.py --iterations 30000 --rounds 5

The searches are the report's, on its board and with its rules; they search every decision of the first seat in games
of base against itself. In some runs one part is done twice, and what these take longer is the time of that part. The
tree (going down, adding a node, backing up) is what is left. The runs go by turns, and the quickest of each counts.

Part of the tree are the logarithm and the square root of UCB1: for all children of the nodes on the way, as the search
has them (logarithms from a table), and both computed anew for each child.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterable, Sequence

import numpy as np

from footplate.actions import Action
from footplate.agents import Agent, Budget, Decision, make_agent
from footplate.agents.layout import WORKS
from footplate.agents.search.agent import SearchAgent
from footplate.agents.search.layout import NO_NODE, VALUE, lend
from footplate.agents.search.search import FLOATS, NODES, SEARCHES, count_points, descend
from footplate.agents.search.searcher import Searcher
from footplate.agents.search.selection import inverse, twice_log
from footplate.agents.search.tree import back_up
from footplate.agents.search.worlds import enter_world
from footplate.arena.play import view_for
from footplate.bench.report import machine
from footplate.compile import call_at, entry_point, jit
from footplate.engine.entry_points import BOARDS, INT, STATES
from footplate.engine.layout import OVER, Int, Record
from footplate.game import Game
from footplate.observation import Observation

BOARD = "small:warwick+pairs"
SPECS = {"CMCTS": "cheating-mcts:cp=3,availability=false", "ISMCTS": "ismcts:cp=4,availability=false"}
NOTHING, WORLD, COPY, PLAYOUT, SCORE, UCB, COMPUTED = range(7)  # what is done twice


@jit
def explore_again(nodes: Record, q: Record, terms: Record, is_computed: bool) -> float:
    """Log and root of UCB1 for all children of the nodes on the way; in the fair search some are not legal now."""
    total, node = 0.0, np.uint32(0)
    for depth in range(q.depth):
        log_n, child = twice_log(terms, nodes[node].visits), nodes[node].first_child
        while child:
            visits = np.float64(max(1, nodes[child].visits))
            total += math.sqrt(math.log(visits) / visits if is_computed else log_n * inverse(terms, int(visits)))
            child = nodes[child].next_sibling
        node = q.path[depth]
    return total


@entry_point(BOARDS, STATES, STATES, NODES, SEARCHES, WORKS, FLOATS, INT, INT)
def iterate_twice(
    boards: Record, roots: Record, work: Record, nodes: Record, searches: Record, works: Record, terms: Record,
    n: Int, twice: Int,
) -> float:  # fmt: skip
    """n iterations as agents/search/search.py has them, outside races, with one part done twice."""
    b, q, w, s = boards[0], searches[0], works[0], work[0]
    explored = 0.0
    lend(q, nodes, terms)
    for _ in range(n):
        enter_world(b, roots, work, nodes, q, w)
        if twice == WORLD:
            enter_world(b, roots, work, nodes, q, w)
        descend(b, s, nodes, q, w, NO_NODE)
        if twice >= UCB:
            explored += explore_again(nodes, q, terms, twice == COMPUTED)
        if s.phase != OVER:
            if COPY <= twice <= PLAYOUT:
                work[1] = work[0]
            if twice == PLAYOUT:
                call_at(q.asks[VALUE], b, work[1], w, q)
            call_at(q.asks[VALUE], b, s, w, q)
        count_points(b, s, w, q)
        if twice == SCORE:
            count_points(b, s, w, q)
        back_up(nodes, q, q.path, q.depth)
    return explored


class TwiceSearcher(Searcher):
    """A search in which one part is done twice."""

    twice = NOTHING

    def iterate(self, n: int) -> None:
        self._make_room(n)
        memory = self.nodes, self.searches, self.works, self._terms
        iterate_twice(self._tables.records, self._roots, self._work, *memory, n, self.twice)


def _chosen(bot: Agent, game: Game) -> Action | str | int:
    chosen = bot.act(game.observe(game.to_move), Budget())
    return chosen.action if isinstance(chosen, Decision) else chosen


def decisions(agent: Agent, seed: int) -> list[Observation]:
    """What the first seat is shown at its decisions in a game of base against itself."""
    game, bots, found = Game(BOARD, 2, seed=seed), [make_agent("base:mode=as_described") for _ in range(2)], []
    for seat, bot in enumerate(bots):
        bot.start(seat, seed)
    while not game.is_over:
        if game.to_move == 0 and len(game.legal_actions()) > 1:
            found.append(view_for(agent, game, 0))
        game.push(_chosen(bots[game.to_move], game))
    return found


def parts_of(times: Sequence[float]) -> dict[str, float]:
    """The share of each part, from the times with something done twice; UCB1's log and root are parts of the tree."""
    whole = times[NOTHING]
    world, copy, playout, score, ucb, computed = (max(0.0, time / whole - 1) for time in times[WORLD:])
    found = {"world": world, "playout": max(0.0, playout - copy), "score": score}
    tree = max(0.0, 1 - sum(found.values()))
    return found | {"tree": tree, "log and root": ucb, "log and root computed": computed}


def measure(spec: str, iterations: int, rounds: int, seeds: Iterable[int]) -> tuple[float, dict[str, float]]:
    """Seconds an iteration, and what share of them each part takes."""
    agent = make_agent(spec)
    assert isinstance(agent, SearchAgent)
    searcher = TwiceSearcher(agent.options)
    shown = [view for seed in seeds for view in decisions(agent, seed)]
    best = [float("inf")] * (COMPUTED + 1)
    for _ in range(rounds):
        for twice in range(COMPUTED + 1):
            searcher.twice, spent = twice, 0.0
            for view in shown:
                searcher.begin(view.tables, view.records)
                began = time.thread_time()
                searcher.iterate(iterations)
                spent += time.thread_time() - began
            best[twice] = min(best[twice], spent)
    return best[NOTHING] / (iterations * len(shown)), parts_of(best)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=30_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=2, help="how many games the decisions are from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    seeds = range(args.seed, args.seed + args.games)
    found = {name: measure(spec, args.iterations, args.rounds, seeds) for name, spec in SPECS.items()}
    if args.json:
        lines = {name: {"seconds": seconds, "parts": parts} for name, (seconds, parts) in found.items()}
        print(json.dumps({"machine": machine(), "searches": lines}, indent=1))
        return
    for name, (seconds, parts) in found.items():
        shares = ", ".join(f"{part} {100 * share:.1f} %" for part, share in parts.items())
        print(f"{name}: {1e6 * seconds:.2f} µs an iteration; {shares}")


if __name__ == "__main__":
    main()
