"""What better samples are worth to a search: the same search of two checkouts of Footplate, against each other.

    python benchmarks/samples.py --old /path/to/old/src --board usa --games 200 --iterations 1000 --workers 16

Each player is a process of its own with its own package. It plays the whole game along, from the seed and the moves,
and shows its search what its seat can see. Both play every deal from both seats. Deals in which the two packages deal
differently are counted and left out. The first game is slow: both compile.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()


class Player:
    """A process that plays one seat with the package in ``src``."""

    def __init__(self, src: Path, board: str, spec: str) -> None:
        words = [sys.executable, str(HERE), "--serve", "--board", board, "--agent", spec]
        environment = os.environ | {"PYTHONPATH": str(src), "NUMBA_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def ask(self, *words: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"a player ended by itself: {' '.join(map(str, self._process.args))}")
        return json.loads(line)

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def serve(board: str, spec: str) -> None:
    """The other end of a Player: a question a line, an answer a line."""
    from footplate.agents import Budget, make_agent
    from footplate.game import Game

    agent = make_agent(spec)
    for line in sys.stdin:
        what, *words = json.loads(line)
        if what == "start":
            seed, seat = words
            game = Game(board, 2, seed)
            agent.meet(["new", "old"])
            agent.start(seat, seed)
        elif what == "push":
            game.push(words[0])
        answer: Any = None
        if what == "act":
            decision = agent.act(game.observe(game.to_move), Budget())
            answer = game.actions.id(getattr(decision, "action", decision))
        elif game.is_over:
            outcome = game.outcome()
            assert outcome is not None
            answer = {"totals": list(outcome.totals), "winners": list(outcome.winners)}
        else:
            answer = {"to_move": game.to_move, "legal": len(game.legal_actions()), "deck": game.deck_size}
        print(json.dumps(answer), flush=True)


def play(players: tuple[Player, Player], seed: int) -> float | None:
    """One game; ``players`` by seat. What seat 0 wins of it, or None if the two don't play by the same rules."""
    views = [player.ask("start", seed, seat) for seat, player in enumerate(players)]
    while views[0] == views[1] and "to_move" in views[0]:
        action = players[views[0]["to_move"]].ask("act")
        views = [player.ask("push", action) for player in players]
    if views[0] != views[1]:
        return None
    winners = views[0]["winners"]
    return (0 in winners) / len(winners)


def play_deals(args: argparse.Namespace, seeds: list[int]) -> list[float]:
    """For each deal, what the new samples won of its two games; deals with different rules are left out."""
    spec = f"{args.agent}:iterations={args.iterations}"
    new, old = Player(args.new, args.board, spec), Player(args.old, args.board, spec)
    shares = []
    for seed in seeds:
        first, second = play((new, old), seed), play((old, new), seed)
        if first is not None and second is not None:
            shares.append((first + 1 - second) / 2)
            print(f"deal {seed}: {shares[-1]:g}", file=sys.stderr, flush=True)
    new.close()
    old.close()
    return shares


def main() -> None:
    parser = argparse.ArgumentParser(description="The search of this checkout against that of another one.")
    parser.add_argument("--new", type=Path, default=HERE.parent.parent / "src", help="src folder of the new package")
    parser.add_argument("--old", type=Path, help="src folder of the old package")
    parser.add_argument("--board", default="usa")
    parser.add_argument("--agent", default="ismcts", help="a search, without its iterations")
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--workers", type=int, default=1, help="games at a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(args.board, args.agent)
        return
    sys.path.insert(0, str(args.new))
    if args.old is None or not (args.old / "footplate").is_dir():
        parser.error("--old must be the src folder of another checkout: it holds the package footplate")
    seeds = list(range(args.seed, args.seed + (args.games + 1) // 2))
    parts = [seeds[i :: args.workers] for i in range(min(args.workers, len(seeds)))]
    with ThreadPoolExecutor(len(parts)) as pool:
        shares = [share for part in pool.map(lambda part: play_deals(args, part), parts) for share in part]
    report(args, shares, len(seeds))


def report(args: argparse.Namespace, shares: list[float], deals: int) -> None:
    import numpy as np

    from footplate.arena.statistics import share_estimate

    if not shares:
        raise SystemExit("no deal was played by the same rules")
    won = share_estimate(np.array(shares))
    print(
        f"{args.board}, {args.agent}, {args.iterations} iterations, {2 * len(shares)} games: "
        f"the new samples win {100 * won.mean:.1f} % ({100 * won.low:.1f} to {100 * won.high:.1f}); "
        f"{deals - len(shares)} deals left out"
    )


if __name__ == "__main__":
    main()
