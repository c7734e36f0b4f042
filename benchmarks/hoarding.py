"""How many cards agents collect, how long they lay no route, and how often they win.

    python benchmarks/hoarding.py adaptive novice --board usa --games 8 --seed 1

Agents play as in ``footplate match``: on each deal everybody sits in every seat, and those who learn do so from game
to game. The same seed gives the same games.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from statistics import median

import numpy as np

from footplate.actions import KeepTickets
from footplate.arena import play_match
from footplate.arena.play import Listener
from footplate.events import Event
from footplate.game import Game


class Hoarding(Listener):
    """For each agent, game by game: the largest hand, and the most turns in a row in which it laid no route."""

    def __init__(self) -> None:
        self.hands: dict[str, list[int]] = defaultdict(list)
        self.waits: dict[str, list[int]] = defaultdict(list)

    def before(self, game: Game, names: Sequence[str]) -> None:
        self._names, self._idle = names, [set[int]() for _ in names]
        for name in names:
            self.hands[name].append(0)
            self.waits[name].append(0)

    def step(self, game: Game, event: Event) -> None:
        name, idle = self._names[event.seat], self._idle[event.seat]
        if not isinstance(event.action, KeepTickets):  # the first ones are chosen before any turn
            idle.add(event.turn)
        if event.route is not None:
            idle.clear()
        self.hands[name][-1] = max(self.hands[name][-1], game.hand_sizes[event.seat])
        self.waits[name][-1] = max(self.waits[name][-1], len(idle))


def spread(values: Sequence[int]) -> str:
    return f"{min(values)} to {max(values)}, median {median(values):g}, 95th percentile {np.percentile(values, 95):g}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agents", nargs="+", help="spec strings, as for footplate match; all different")
    parser.add_argument("--board", default="usa")
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    seen = Hoarding()
    result = play_match(args.board, args.agents, args.games, seed=args.seed, listeners=[seen])
    print(f"{result.board}, {result.games} games, seed {args.seed}")
    for agent in result.agents:
        won, hands, waits = agent.win_rate, seen.hands[agent.agent], seen.waits[agent.agent]
        share = f"{100 * won.mean:.1f} % ({100 * won.low:.0f} to {100 * won.high:.0f})"
        print(f"{agent.agent}: wins {share}, mean score {agent.mean_score.mean:.1f}")
        print(f"  largest hand {spread(hands)}; longest wait {spread(waits)} turns")


if __name__ == "__main__":
    main()
