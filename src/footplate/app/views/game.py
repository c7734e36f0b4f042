"""What a seat is sent: made from its observation alone. Watchers get what everybody can see."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from footplate.actions import (
    LOCOMOTIVE,
    BuildStation,
    ClaimRoute,
    Decline,
    DrawCard,
    DrawTickets,
    GiveCard,
    KeepTickets,
    Kind,
    Pass,
    PayDue,
    SplitTickets,
    SwapTickets,
    TakeCard,
    TakePassenger,
)
from footplate.app.views import ending, hints
from footplate.app.views.log import event_view, fresh, log
from footplate.app.views.ways import Way, ticket_way
from footplate.boards import Ticket, board_title
from footplate.game import Game
from footplate.observation import Observation, View
from footplate.sentences import payment_words, ticket_words


@dataclass(frozen=True)
class PlayerFacts:
    """Who sits in a seat."""

    name: str
    livery: int
    is_person: bool
    level: str = ""  # what stands beside a bot's name
    aim: float | None = None  # the share of games that an adaptive opponent wants to win
    connected: bool = True


def public_view(game: Game, players: Sequence[PlayerFacts], market: Sequence[str | None]) -> dict[str, Any]:
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
        "long_tickets_left": game.long_tickets_left,
        "owners": list(game.owners),
        "closed": list(game.position().closed),
        "building": game.building,
        "waiting": {place: dict(there) for place, there in game.waiting.items()},
        "passengers_at": game.passengers_at,
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
        "long_tickets": game.long_ticket_counts[seat],
        "done": game.tickets_done[seat],
        "coast": seat in game.coast_cards,
        "known_cards": {card: n for card, n in game.known_cards(seat).items() if n},
        "stations": list(game.stations[seat]),
        "stations_left": game.stations_left[seat],
        "passengers": dict(game.passengers_of(seat)),
    }


def seat_view(game: Game, seat: int, names: Sequence[str], people: Collection[int] = ()) -> dict[str, Any]:
    """What only this seat sees. ``names`` are those that the seat reads: its own is "You". ``people`` are no bots."""
    seen = game.observe(seat)
    tickets = [_ticket(seen, ticket) for ticket in seen.tickets]
    can = legal(seen, tickets)
    return {
        "you": seat,
        "hand": dict(seen.hand),
        "tickets": tickets,
        "offer": [_ticket(seen, ticket) for ticket in seen.offer if ticket] if seen.is_my_turn else [],
        "must_keep": seen.must_keep if seen.is_my_turn else 0,
        "legal": can,
        "why_not": why_not(seen, can, names, people),
        "good_for": good_for(seen),
        "events": [event_view(event) for event in seen.history],
        "log": log(seen.history, game.board),
        "fresh": fresh(seen.history, seat),
        "score": _score(seen, tickets),
        "banner": hints.banner(seen, seat, names, people),
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
        "legal": nothing_legal(),
        "why_not": {"deck": "", "tickets": "", "market": {}, "routes": {}},
        "good_for": good_for(game),
        "events": [event_view(event) for event in events],
        "log": log(events, game.board),
        "fresh": [],
        "score": None,
        "banner": hints.banner(game, None, names, people),
    }


def _ticket(seen: Observation, ticket: Ticket) -> dict[str, Any]:
    way = ticket_way(seen, ticket, seen.seat)
    needed = None if way is None else way.length - way.laid
    trains = seen.trains[seen.seat]
    state = "open" if needed is not None and 0 < needed <= trains else ("done" if needed == 0 else "dead")
    return {
        "a": ticket.a,
        "b": ticket.b,
        "points": ticket.points,
        "long": ticket.long,
        "goals": [{"place": place, "points": n, "to_lay": far} for place, n, far in seen.goals(ticket, seen.seat)],
        "worth": seen.worth(ticket, seen.seat),
        "state": state,
        "trains_needed": needed,
        "total": way.length if way else None,
        "way": list(way.routes) if way else [],
        "reason": capitalized(ticket_words(needed, trains)),
    }


def _score(seen: Observation, tickets: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    done = sum(ticket["worth"] for ticket in tickets if ticket["worth"] > 0)
    open_ = sum(ticket["worth"] for ticket in tickets if ticket["worth"] < 0)
    return {"routes": seen.route_points[seen.seat], "done": done, "open": open_}


# ---------------------------------------------------------------- what can be done


def nothing_legal() -> dict[Kind, Any]:
    """By kind of action, the numbers of the legal ones: none yet."""
    by_what = (Kind.TAKE, Kind.KEEP, Kind.CLAIM, Kind.GIVE, Kind.STATION, Kind.PASSENGER, Kind.SPLIT)
    return {kind: [] if kind is Kind.PAY else {} if kind in by_what else None for kind in Kind}


def legal(seen: Observation, tickets: Sequence[Mapping[str, Any]]) -> dict[Kind, Any]:
    """The legal actions by what they are, as action numbers; payments of a route best first."""
    found = nothing_legal()
    claims: dict[int, list[ClaimRoute]] = {}
    due: list[PayDue] = []
    for action in seen.legal_actions():
        number = seen.actions.id(action)
        match action:
            case ClaimRoute(route):
                claims.setdefault(route, []).append(action)
            case TakeCard(card) | GiveCard(card):
                found[action.kind][card] = number
            case KeepTickets(numbers):
                found[action.kind][" ".join(map(str, numbers))] = number
            case SplitTickets(short, long):
                found[action.kind][f"{short} {long}"] = number
            case DrawCard() | DrawTickets() | Pass() | SwapTickets() | Decline():
                found[action.kind] = number
            case BuildStation(name) | TakePassenger(name):
                found[action.kind][name] = number
            case PayDue():
                due.append(action)
            case _:
                assert_never(action)
    needed = colors_needed(seen, tickets)
    for route, ways in claims.items():
        found[Kind.CLAIM][str(route)] = _best_first(seen, ways, needed)
    found[Kind.PAY] = _best_first(seen, due, needed)
    return found


def _best_first(
    seen: Observation, ways: Sequence[ClaimRoute | PayDue], needed: Mapping[str, int]
) -> list[dict[str, Any]]:
    """Payments as the page shows them: fewest cards of any kind first, then fewest locomotives."""

    def price(way: ClaimRoute | PayDue) -> tuple[int, int, int, int]:
        card = way.paid_with or LOCOMOTIVE
        return _others(way), way.locomotives, needed.get(card, 0), -seen.hand.get(card, 0)

    return [
        {
            "action": seen.actions.id(way),
            "cards": dict(way.cards),
            "others": _others(way),
            "words": payment_words(way),
            "why": hints.payment_reason(way, seen.hand, needed, only=len(ways) == 1),
        }
        for way in sorted(ways, key=price)
    ]


def _others(way: ClaimRoute | PayDue) -> int:
    return way.others if isinstance(way, ClaimRoute) else 0


def colors_needed(seen: Observation, tickets: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Cards of each colour that the shortest ways of the open tickets still take."""
    routes = {route for ticket in tickets if ticket["state"] == "open" for route in ticket["way"]}
    needed: dict[str, int] = {}
    for number in routes:
        route = seen.board.routes[number]
        if seen.owners[number] is None and route.color in seen.board.colors:
            needed[route.color] = needed.get(route.color, 0) + route.length
    return needed


def why_not(
    seen: Observation, can: Mapping[Kind, Any], names: Sequence[str], people: Collection[int] = ()
) -> dict[str, Any]:
    """Why things can't be done now; what can be done is left out."""
    now = hints.why_not_now(seen, names, people)
    return {
        "deck": hints.why_no_cards(seen, now) if can[Kind.DRAW] is None else "",
        "tickets": hints.why_no_tickets(seen, now) if can[Kind.TICKETS] is None else "",
        "market": {
            card: hints.why_not_taken(seen, card, now)
            for card, n in seen.market.items()
            if n and card not in can[Kind.TAKE]
        },
        "routes": {
            str(route): hints.why_no_claim(seen, route, names, now)
            for route in range(len(seen.board.routes))
            if str(route) not in can[Kind.CLAIM]
        },
    }


def good_for(view: View) -> dict[str, Any]:
    """What the deck, the tickets and each face-up card are good for."""
    return {
        "deck": hints.draw_use(view),
        "tickets": hints.tickets_use(view),
        "market": {card: hints.take_use(view, card) for card, n in view.market.items() if n},
    }


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
            {"a": ticket.a, "b": ticket.b, "points": abs(game.worth(ticket, seat)), "done": not fate, "fate": fate}
            for ticket, fate in fates[seat]
        ]
        rows.append(
            {
                "seat": seat,
                "tickets": tickets,
                "columns": [column._asdict() for column in ending.columns(game.board, score)],
                "total": score.total,
            }
        )
    words = outcome.sentence(names)
    return {
        "winners": list(outcome.winners),
        "title": words.removesuffix("."),
        "sentence": words,
        "why_ended": ending.why_ended(outcome),
        "what_decided": ending.what_decided(game.board, outcome, names),
        "loans": list(outcome.loan_sentences(names, game.board)),
        "rows": rows,
        "lead": lead(game),
        "adaptive": ending.adaptive_note(game, names, thoughts or {}),
    }


def lead(game: Game) -> list[list[int]]:
    """Points for routes after each turn, by seat: what everybody saw."""
    points = [0] * game.players
    by_turn: list[list[int]] = [list(points)]
    for event in game.history:
        points[event.seat] += event.points
        if event.turn + 1 >= len(by_turn):
            by_turn.append(list(points))
        by_turn[-1] = list(points)
    return by_turn


def capitalized(words: str) -> str:
    return words[:1].upper() + words[1:]


__all__ = ["PlayerFacts", "Way", "outcome_view", "public_view", "seat_view", "watcher_view"]
