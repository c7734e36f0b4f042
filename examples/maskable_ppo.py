"""sb3-contrib's MaskablePPO learns to play against one of Footplate's bots.

It needs sb3-contrib (pip install sb3-contrib), which brings torch; `make sb3` installs both aside and runs this.

    python examples/maskable_ppo.py --board small --opponent cf-base --steps 100000
"""

from __future__ import annotations

import argparse

import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks

from footplate.envs import BatchedEnv
from footplate.envs.sb3 import SB3VecEnv


def games_against(board: str, opponent: str, n: int, seed: int) -> SB3VecEnv:
    games = BatchedEnv(board, 2, n, opponents=[opponent], encoder="vector", actions="full", reward="shaped")
    return SB3VecEnv(games, seed)


def share_won(model: MaskablePPO, env: SB3VecEnv, games: int) -> float:
    """Of so many games, a draw half a win; the learner sits in every seat equally often."""
    observation, won, ended = env.reset(), 0.0, 0
    while ended < games:
        seat = env.games.seat.astype(np.int64)
        codes, _ = model.predict(observation, action_masks=get_action_masks(env))
        observation, _, done, _ = env.step(codes)
        rows = np.flatnonzero(done)
        winners = env.games.won[rows]
        won += float((winners[np.arange(len(rows)), seat[rows]] / winners.sum(axis=1)).sum())
        ended += len(rows)
    return won / ended


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", default="small")
    parser.add_argument("--opponent", default="cf-base")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=16, help="side by side")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    env = games_against(asked.board, asked.opponent, asked.games, asked.seed)
    model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=256, n_epochs=4, seed=asked.seed, device="cpu")
    before = share_won(model, games_against(asked.board, asked.opponent, 64, asked.seed + 1), 400)
    model.learn(asked.steps)
    after = share_won(model, games_against(asked.board, asked.opponent, 64, asked.seed + 1), 400)
    print(
        f"{asked.steps:,} steps against {asked.opponent} on {asked.board}: won {before:.0%} before, {after:.0%} after"
    )


if __name__ == "__main__":
    main()
