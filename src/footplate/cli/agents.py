"""``footplate agents``: who can play."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footplate.cli.output import JsonOption, out, print_facts, print_json, print_table

if TYPE_CHECKING:
    from footplate.agents import AgentKind

_MOST_LISTED = 4  # parameters of an agent
NameArgument = Annotated[str | None, typer.Argument(metavar="[NAME]", help="An agent to tell more about.")]


BoardOption = Annotated[
    str | None, typer.Option(metavar="BOARD", help="Show as whom the six levels play on this board, and how strong.")
]
PlayersOption = Annotated[int, typer.Option(min=1, max=5, help="How many play, with --board.")]


def agents(
    name: NameArgument = None, board: BoardOption = None, players: PlayersOption = 2, json: JsonOption = False
) -> None:
    """List the agents, or tell more about one of them; with --board the six levels there."""
    if board is not None:
        if name:
            raise typer.BadParameter("it shows the six levels, not one agent", param_hint="NAME beside --board")
        _levels(board, players, json)
        return
    from footplate.agents import agent_kinds
    from footplate.agents.registry import agent_kind

    kinds = [agent_kind(name)] if name else sorted(agent_kinds(), key=lambda kind: (kind.family, kind.name))
    if json:
        data = [_plain(kind) for kind in kinds]
        print_json(data[0] if name else data)
    elif name:
        _print_one(kinds[0])
    else:
        rows = [[kind.name, kind.family, _line(kind), _few_parameters(kind), kind.made_for] for kind in kinds]
        print_table("Agents", ["agent", "family", "how it plays", "parameters", "made for"], rows)
        out.print("Parameters are given as NAME:PARAMETER=VALUE,PARAMETER=VALUE.", markup=False, highlight=False)


def _levels(name: str, players: int, json: bool) -> None:
    """Whom the levels play as on a board, and what was measured."""
    from footplate.agents.ladder.measured import ladder_for
    from footplate.agents.ladder.words import LEVELS
    from footplate.boards import load_board

    board = load_board(name)
    least, most = board.rules.players
    if not least <= players <= most:
        raise typer.BadParameter(f"{board.name} has {least} to {most} players", param_hint="--players")
    ladder = ladder_for(board, players)
    rungs = list(zip(LEVELS, ladder.rungs, strict=True))
    if json:
        levels = [{"level": level.spec, **asdict(rung)} for level, rung in rungs]
        marks = dict(ladder.marks or {})
        print_json({"board": board.name, "players": players, "rated": ladder.is_measured, "as_on": ladder.of,
                    "levels": levels, "marks": marks})  # fmt: skip
        return
    rows = [[level.spec, rung.plays, _rating(rung.rating), level.sentence] for level, rung in reversed(rungs)]
    rows += [["", spec, _rating(rating), "for comparison"] for spec, rating in sorted((ladder.marks or {}).items())]
    print_table(f"Levels on {board.name}, {players} players", ["level", "plays as", "rating (95 %)", ""], rows)
    if not ladder.is_measured:
        like = f" They play as on {ladder.of}." if ladder.of else ""
        out.print(f"Not rated on this board yet.{like}", markup=False, highlight=False)


def _rating(rating: tuple[float, float, float] | None) -> str:
    return f"{rating[0]:.0f} ({rating[1]:.0f} to {rating[2]:.0f})" if rating else "not rated"


def _print_one(kind: AgentKind) -> None:
    facts = [
        ("family", kind.family),
        ("plays", kind.summary),
        ("made for", kind.made_for),
        ("sees", "more than its seat may: it cheats" if kind.cheats else "what its seat may see"),
        ("parameters", _parameters(kind) or "none"),
        ("spec", kind.name + (":" + _parameters(kind).replace(", ", ",") if kind.parameters else "")),
    ]
    if kind.trained:
        facts.append(("networks", _networks(kind) or "none yet"))
    print_facts(kind.name, facts)
    if kind.description:
        out.print("\n" + kind.description.strip(), markup=False, highlight=False)


def _line(kind: AgentKind) -> str:
    return f"{kind.summary} (cheats)" if kind.cheats else kind.summary


def _few_parameters(kind: AgentKind) -> str:
    """The parameters of an agent, for the list; where they are too many for a column, their number."""
    n = len(kind.parameters)
    return _parameters(kind) if n <= _MOST_LISTED else f"{n}: see footplate agents {kind.name}"


def _parameters(kind: AgentKind) -> str:
    return ", ".join(f"{name}={_text(value)}" for name, value in kind.parameters.items())


def _networks(kind: AgentKind) -> str:
    """The networks that come with the package: "usa (usa, 2 players)"."""
    networks = kind.trained() if kind.trained else ()
    return ", ".join(f"{one.name} ({one.board}, {'/'.join(map(str, one.players))} players)" for one in networks)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f"{value}"


def _plain(kind: AgentKind) -> dict[str, Any]:
    names = ("name", "family", "summary", "description", "parameters", "made_for", "cheats")
    data = {name: getattr(kind, name) for name in names}
    data |= {"description": kind.description.strip(), "parameters": dict(kind.parameters)}
    return data | ({"networks": [asdict(network) for network in kind.trained()]} if kind.trained else {})
