"""``footplate explain``: what moves a network, in numbers and on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footplate.cli.output import JsonOption, SeedOption, compile_once, print_json, print_table, print_words, say

if TYPE_CHECKING:
    from footplate.learning.influence import Influence

EXAMPLES = """Examples: footplate explain thesis-net:pg-self-play --board t2r
                  footplate explain net:small --board small --players 2 --out small.svg"""
_SHOWN = 12  # actions, the likeliest ones


def explain(
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="An agent that plays a network: net:usa, thesis-net.")],
    board: Annotated[str, typer.Option(help="The board that it plays on.")],
    players: Annotated[int, typer.Option(min=1, help="How many play.")] = 2,
    positions: Annotated[int, typer.Option(min=2, help="Positions of its own games that it is asked about.")] = 200,
    top: Annotated[int, typer.Option(min=1, help="Changes to print of each action, up and down.")] = 2,
    seed: SeedOption = 0,
    drawing: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Also draw maps of what own routes do, as SVG.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Ask a network about positions of its games, and again with another owner of a route or one more card."""
    from footplate.agents import make_agent
    from footplate.agents.learned.agent import NetworkAgent
    from footplate.boards import load_board
    from footplate.engine.tables import make_tables
    from footplate.learning.influence import influences

    player = make_agent(agent)
    if not isinstance(player, NetworkAgent):
        raise typer.BadParameter(f"{agent} plays no network by looking once", param_hint="AGENT")
    tables = make_tables(load_board(board), players)
    compile_once()
    found = influences(player.network(tables), tables, positions, seed)
    if json:
        print_json([_plain(one) for one in found])
    else:
        _print(found, top)
    if drawing:
        from footplate.maps.route_effects import draw_effects

        drawing.write_text(draw_effects(tables.board, f"What own routes do to {agent}", _by_claim(found)), "utf-8")
        say(f"The maps are in {drawing}.")


def _by_claim(found: Sequence[Influence]) -> dict[str, tuple[int, Mapping[int, float]]]:
    """The likeliest claims, by name: their route, and by own route what it changes."""
    actions: dict[str, tuple[int, Mapping[int, float]]] = {}
    for name, group in groupby(found, lambda one: one.action):
        some = list(group)
        if some[0].claims >= 0 and len(actions) < _SHOWN:
            effects = {one.change.route: one.difference.mean for one in some if one.change.is_mine}
            actions[f"{name}: {100 * some[0].probability:.0f} %"] = some[0].claims, effects
    return actions


def _print(found: Sequence[Influence], top: int) -> None:
    rows = []
    for k, (name, group) in enumerate(groupby(found, lambda one: one.action)):
        if k == _SHOWN:
            break
        ordered = sorted(group, key=lambda one: -one.difference.mean)
        sure = [one for one in ordered if one.difference.low > 0][:top]
        sure += [one for one in ordered if one.difference.high < 0][-top:]
        for i, one in enumerate(sure or ordered[:1]):
            first = [name, f"{100 * one.probability:.1f} %"] if i == 0 else ["", ""]
            points = one.difference
            change = f"{100 * points.mean:+.2f} ({100 * points.low:+.2f} to {100 * points.high:+.2f})"
            rows.append([*first, one.change.name if sure else "nothing that could be told", change if sure else ""])
    print_table("What moves it", ["action", "probability", "change", "points (95 %)"], rows)
    print_words("Probabilities and changes are means over positions in which the action is legal.")


def _plain(one: Influence) -> dict[str, Any]:
    return {
        "action": one.action, "probability": one.probability, "change": one.change.name,
        "difference": {"mean": one.difference.mean, "low": one.difference.low, "high": one.difference.high},
    }  # fmt: skip
