"""What a seat is sent: made from its observation alone. Watchers get what the whole table can see."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from footplate.actions import LOCOMOTIVE, ClaimRoute, DrawCard, DrawTickets, KeepTickets, Pass, TakeCard
from footplate.app.views import ending, words
from footplate.app.views.ways import Way, shortest_way
from footplate.boards import Board, Ticket
from footplate.events import Event
from footplate.game import Game
from footplate.maps.geometry import board_title
from footplate.observation import Observation, Phase

NOTHING: Mapping[str, Any] = {
    "draw": None, "take": {}, "tickets": None, "pass": None, "keep": {}, "claims": {},
}  # fmt: skip


@dataclass(frozen=True)
class PlayerFacts:
    """Who sits in a seat."""

    name: str
    livery: int
    is_person: bool
    level: str = ""  # what stands beside a bot's name
    aim: float | None = None  # the share of games that an adaptive opponent wants to win
    connected: bool = True


def table_view(game: Game, players: Sequence[PlayerFacts], market: Sequence[str | None]) -> dict[str, Any]:
    """What everybody may see."""
    return {
        "board": game.board.name,
        "title": board_title(game.board),
        "version": len(game.history),
        "players": [_player(game, seat, facts) for seat, facts in enumerate(players)],
        "phase": game.phase.name.lower(),
        "to_move": None if game.is_over else game.to_move,
        "turn": game.turn,
        "turns_left": game.turns_left,
        "market": list(market),
        "deck": game.deck_size,
        "discard": dict(game.discard),
        "tickets_left": game.tickets_left,
        "owners": list(game.owners),
        "closed": list(game.position().closed),
    }


def _player(game: Game, seat: int, facts: PlayerFacts) -> dict[str, Any]:
    return {
        "seat": seat,
        "name": facts.name,
        "livery": facts.livery,
        "kind": "person" if facts.is_person else "bot",
        "level": facts.level,
        "aim": facts.aim,
        "connected": facts.connected,
        "trains": game.trains[seat],
        "route_points": game.route_points[seat],
        "cards": game.hand_sizes[seat],
        "tickets": game.ticket_counts[seat],
        "known_cards": {card: n for card, n in game.known_cards(seat).items() if n},
    }


def seat_view(game: Game, seat: int, names: Sequence[str], people: Collection[int] = ()) -> dict[str, Any]:
    """What only this seat sees. ``names`` are those that the seat reads: its own is "You". ``people`` are no bots."""
    seen = game.observe(seat)
    tickets = [_ticket(seen, ticket) for ticket in seen.tickets]
    return {
        "you": seat,
        "hand": dict(seen.hand),
        "tickets": tickets,
        "offer": [_ticket(seen, ticket) for ticket in seen.offer if ticket] if seen.is_my_turn else [],
        "must_keep": seen.must_keep if seen.is_my_turn else 0,
        "legal": legal(seen, tickets),
        "why_not": why_not(seen, names, people),
        "log": log(seen.history, game.board, names),
        "fresh": fresh(seen.history, seat),
        "score": _score(seen, tickets),
        "banner": words.banner(seen, seat, names, people),
    }


def watcher_view(game: Game, names: Sequence[str], people: Collection[int] = ()) -> dict[str, Any]:
    """What somebody without a seat sees: what the players can't see of each other is hidden from all of them."""
    events = [event.seen_by(-1) for event in game.history]
    return {
        "you": None,
        "hand": {},
        "tickets": [],
        "offer": [],
        "must_keep": 0,
        "legal": dict(NOTHING),
        "why_not": {"deck": "", "tickets": "", "market": {}, "routes": {}},
        "log": log(events, game.board, names),
        "fresh": [],
        "score": None,
        "banner": words.banner(game, None, names, people),
    }


def _ticket(seen: Observation, ticket: Ticket) -> dict[str, Any]:
    way = shortest_way(seen, ticket.a, ticket.b, seen.seat)
    needed = None if way is None else way.length - way.laid
    trains = seen.trains[seen.seat]
    state = "open" if needed is not None and 0 < needed <= trains else ("done" if needed == 0 else "dead")
    return {
        "a": ticket.a,
        "b": ticket.b,
        "points": ticket.points,
        "state": state,
        "trains_needed": needed,
        "total": way.length if way else None,
        "way": list(way.routes) if way else [],
        "reason": words.ticket_reason(needed, trains),
    }


def _score(seen: Observation, tickets: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    done = sum(ticket["points"] for ticket in tickets if ticket["state"] == "done")
    open_ = sum(ticket["points"] for ticket in tickets if ticket["state"] != "done")
    return {"routes": seen.route_points[seen.seat], "done": done, "open": -open_}


# ---------------------------------------------------------------- what can be done


def legal(seen: Observation, tickets: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The legal actions by what they are, as action numbers; payments of a route best first."""
    found: dict[str, Any] = {**NOTHING, "take": {}, "keep": {}, "claims": {}}
    claims: dict[int, list[ClaimRoute]] = {}
    for action in seen.legal_actions():
        number = seen.actions.id(action)
        if isinstance(action, ClaimRoute):
            claims.setdefault(action.route, []).append(action)
        elif isinstance(action, TakeCard):
            found["take"][action.card] = number
        elif isinstance(action, KeepTickets):
            found["keep"][" ".join(map(str, action.numbers))] = number
        else:
            found[{DrawCard: "draw", DrawTickets: "tickets", Pass: "pass"}[type(action)]] = number
    needed = colors_needed(seen, tickets)
    for route, ways in claims.items():
        ways.sort(
            key=lambda claim: (claim.locomotives, needed.get(claim.paid_with or LOCOMOTIVE, 0), -_held(seen, claim))
        )
        found["claims"][str(route)] = [
            {
                "action": seen.actions.id(claim),
                "cards": dict(claim.cards),
                "words": words.payment_words(claim),
                "why": words.payment_reason(claim, seen.hand, needed, only=len(ways) == 1),
            }
            for claim in ways
        ]
    return found


def _held(seen: Observation, claim: ClaimRoute) -> int:
    return seen.hand.get(claim.paid_with or LOCOMOTIVE, 0)


def colors_needed(seen: Observation, tickets: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Cards of each colour that the shortest ways of the open tickets still take."""
    routes = {route for ticket in tickets if ticket["state"] == "open" for route in ticket["way"]}
    needed: dict[str, int] = {}
    for number in routes:
        route = seen.board.routes[number]
        if seen.owners[number] is None and route.color in seen.board.colors:
            needed[route.color] = needed.get(route.color, 0) + route.length
    return needed


def why_not(seen: Observation, names: Sequence[str], people: Collection[int] = ()) -> dict[str, Any]:
    """Why things can't be done now; what can be done is left out."""
    can = {type(action) for action in seen.legal_actions()}
    takes = {action.card for action in seen.legal_actions() if isinstance(action, TakeCard)}
    claimable = {action.route for action in seen.legal_actions() if isinstance(action, ClaimRoute)}
    now = words.why_not_now(seen, names, people)
    my_cards = seen.is_my_turn and seen.phase in (Phase.TURN, Phase.SECOND_CARD)
    deck = tickets = ""
    if DrawCard not in can:
        deck = "The deck and the discard are empty." if my_cards else now
    if DrawTickets not in can:
        empty = seen.is_my_turn and seen.phase is Phase.TURN
        tickets = "No tickets left." if empty else now
    second = seen.is_my_turn and seen.phase is Phase.SECOND_CARD
    market = {
        card: "A locomotive can't be the second card." if second and card == LOCOMOTIVE else now
        for card, n in seen.market.items()
        if n and card not in takes
    }
    routes = {
        str(route): words.why_no_claim(seen, route, names, people)
        for route in range(len(seen.board.routes))
        if route not in claimable
    }
    return {"deck": deck, "tickets": tickets, "market": market, "routes": routes}


# ---------------------------------------------------------------- what happened


def log(history: Sequence[Event], board: Board, names: Sequence[str]) -> list[dict[str, Any]]:
    """The events in words, oldest first."""
    lines = []
    for number, event in enumerate(history):
        sentence = words.told(event, board, names)
        claimed = event.action if isinstance(event.action, ClaimRoute) else None
        taken = event.action.card if isinstance(event.action, TakeCard) else None
        lines.append(
            {
                "n": number,
                "turn": event.turn,
                "seat": event.seat,
                "words": sentence[len(names[event.seat]) + 1 :],
                "points": event.points,
                "route": claimed.route if claimed else None,
                "took": taken,
                "drew": None if event.cards is None else list(event.cards),
                "n_drawn": event.n_cards,
            }
        )
    return lines


def fresh(history: Sequence[Event], seat: int) -> list[int]:
    """Routes that others have claimed since the seat's last action."""
    routes: list[int] = []
    for event in reversed(history):
        if event.seat == seat:
            break
        if isinstance(event.action, ClaimRoute):
            routes.append(event.action.route)
    return routes


def outcome_view(
    game: Game, names: Sequence[str], thoughts: Mapping[int, Mapping[str, Any]] | None = None
) -> dict[str, Any] | None:
    """The end: everybody's tickets and points lie open. ``thoughts`` are the figures of bots, by move."""
    outcome = game.outcome()
    if outcome is None:
        return None
    fates = ending.ticket_fates(game, names)
    rows = []
    for seat, score in enumerate(outcome.scores):
        tickets = [
            {"a": ticket.a, "b": ticket.b, "points": ticket.points, "done": not fate, "fate": fate}
            for ticket, fate in fates[seat]
        ]
        rows.append({"seat": seat, "tickets": tickets, **_columns(game, score)})
    return {
        "winners": list(outcome.winners),
        "sentence": outcome.sentence(names),
        "ended_by": outcome.ended_by,
        "decided_by": outcome.decided_by,
        "rows": rows,
        "lead": lead(game),
        "adaptive": ending.adaptive_note(game, names, thoughts or {}),
    }


def _columns(game: Game, score: Any) -> dict[str, Any]:
    """The points of a seat by where they come from; only bonuses that the board has."""
    rules = game.board.rules
    columns = {"Routes": score.routes, "Tickets done": score.tickets_done, "Tickets open": score.tickets_open}
    if rules.longest_path_bonus:
        columns["Longest path"] = score.longest_path
    if rules.globetrotter_bonus:
        columns["Globetrotter"] = score.globetrotter
    if any(city.attraction for city in game.board.cities):
        columns["Attractions"] = score.attractions
    return {"columns": columns, "total": score.total, "completed": score.completed, "path_length": score.path_length}


def lead(game: Game) -> list[list[int]]:
    """Points for routes after each turn, by seat: what the whole table saw."""
    points = [0] * game.players
    by_turn: list[list[int]] = [list(points)]
    for event in game.history:
        points[event.seat] += event.points
        if event.turn + 1 >= len(by_turn):
            by_turn.append(list(points))
        by_turn[-1] = list(points)
    return by_turn


__all__ = ["PlayerFacts", "Way", "outcome_view", "seat_view", "table_view", "watcher_view"]
