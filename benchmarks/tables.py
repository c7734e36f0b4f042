"""How long people wait for their bots when many tables are busy, on a real server on this machine, without a browser.

    python benchmarks/tables.py [--tables 50] [--actions 8] [--seconds 120]

At every second table sits greedy, at the others sits expert, which searches before every move. The person acts a
second or so after the turn has come, for a few actions, and the whole stops after some seconds at the latest.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import time

from websockets.asyncio.client import connect
from wire import Server, running_server

BOTS = ("greedy", "expert")
THOUGHT = 1.0  # seconds of a person, on average


async def person(
    server: Server, game: str, cookie: str, actions: int, chance: random.Random, waits: list[float]
) -> None:
    """Play some actions; notes down the milliseconds from each to the first view with the bot's answer."""
    answers = 0
    address = f"ws{server.address.removeprefix('http')}/api/games/{game}/live"
    known = {"Cookie": f"footplate={cookie}"}
    async with connect(address, additional_headers=known, max_size=None, proxy=None, open_timeout=60) as socket:
        await socket.send(json.dumps({"type": "join"}))
        acted, began = -1, 0.0
        async for text in socket:
            view = json.loads(text)
            assert view["type"] == "view", view
            if 0 <= acted < view["version"] - 1 and began:
                waits.append(1000 * (time.perf_counter() - began))
                answers, began = answers + 1, 0.0
            if view["outcome"] or (answers >= actions and not began):
                break
            if view["to_move"] == view["you"] and view["version"] > acted:
                await asyncio.sleep(chance.uniform(0.5, 1.5) * THOUGHT)
                legal = view["legal"]
                choices = [*legal["keep"].values(), *([legal["draw"]] if legal["draw"] is not None else [])]
                acted, began = view["version"], time.perf_counter()
                action = choices[0] if choices else next(iter(legal["take"].values()))
                await socket.send(json.dumps({"type": "act", "version": acted, "action": action}))


async def play(server: Server, tables: int, actions: int, seconds: float) -> dict[str, list[float]]:
    games = [(BOTS[n % 2], *server.new_game("usa", BOTS[n % 2], n)) for n in range(tables)]
    waits: dict[str, list[float]] = {bot: [] for bot in BOTS}
    tasks = [
        asyncio.create_task(person(server, game, cookie, actions, random.Random(n), waits[bot]))
        for n, (bot, game, cookie) in enumerate(games)
    ]
    _, late = await asyncio.wait(tasks, timeout=seconds)
    for task in late:
        task.cancel()
    print(f"{tables} tables, {len(late)} of them not finished in {seconds:g} s")
    return waits


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--tables", type=int, default=50, choices=range(2, 101), metavar="2..100")
    asked.add_argument("--actions", type=int, default=8, choices=range(1, 51), metavar="1..50")
    asked.add_argument("--seconds", type=float, default=120.0)
    options = asked.parse_args()
    with running_server() as server:
        waits = asyncio.run(play(server, options.tables, options.actions, min(options.seconds, 600.0)))
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    for bot, times in waits.items():
        if len(times) > 1:
            late = statistics.quantiles(times, n=20)[-1]
            print(f"{bot}: {len(times)} answers, median {statistics.median(times):.0f} ms, 95 % {late:.0f} ms, "
                  f"worst {max(times):.0f} ms")  # fmt: skip


if __name__ == "__main__":
    main()
