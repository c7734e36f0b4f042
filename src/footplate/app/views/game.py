"""What a seat is sent: made from its observation alone. Watchers get what everybody can see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from footplate.actions import DECK, Kind
from footplate.app.views import ending, hints
from footplate.app.views.legal import colours_needed, legal, nothing_legal
from footplate.app.views.log import event_view, fresh, log
from footplate.app.views.longest_path import longest_path
from footplate.app.views.slips import slips
from footplate.app.views.special import give_view, passenger_choice, player_special, seen_score, special_view
from footplate.app.views.stations import why_no_stations
from footplate.app.views.tickets import ticket_names, ticket_view
from footplate.app.views.tunnel import tunnel_view
from footplate.boards import board_title
from footplate.game import Game
from footplate.observation import Observation
from footplate.sentences import shown_points
from footplate.view import View


@dataclass(frozen=True)
class PlayerFacts:
    """Who sits in a seat."""

    name: str
    livery: int
    is_person: bool
    level: str = ""  # what stands beside a bot's name
    sees: str = ""  # what a bot that cheats sees
    aim: float | None = None  # the share of games that an adaptive opponent wants to win
    connected: bool = True

    @property
    def kind(self) -> Literal["person", "bot"]:
        return "person" if self.is_person else "bot"


class Market:
    """The face-up cards by place. The rules count cards by colour; people see a card lie where it lay."""

    def __init__(self, cards: Mapping[str, int], places: int) -> None:
        self.places: list[str | None] = [None] * places
        self.update(cards)

    def update(self, cards: Mapping[str, int]) -> None:
        """Show other cards, and move as few as can be."""
        new = Counter(cards)
        for place, card in enumerate(self.places):
            if card and new[card]:
                new[card] -= 1
            else:
                self.places[place] = None
        coming = new.elements()
        self.places = [card or next(coming, None) for card in self.places]


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
        "owners": list(game.owners),
        "closed": list(game.position().closed),
    }


def _player(game: Game, seat: int, facts: PlayerFacts) -> dict[str, Any]:
    return {
        "seat": seat,
        "name": facts.name,
        "livery": facts.livery,
        "kind": facts.kind,
        "level": facts.level,
        "sees": facts.sees,
        "aim": facts.aim,
        "connected": facts.connected,
        "trains": game.trains[seat],
        "route_points": game.route_points[seat],
        "score": seen_score(game, seat),
        "cards": game.hand_sizes[seat],
        "tickets": game.ticket_counts[seat],
        "known_cards": {card: n for card, n in game.known_cards(seat).items() if n},
        **player_special(game, seat),
    }


def seat_view(game: Game, seat: int, names: Sequence[str], people: Collection[int] = ()) -> dict[str, Any]:
    """What only this seat sees. ``names`` are those that the seat reads: its own is "You". ``people`` are no bots."""
    seen = game.observe(seat)
    stations = seen.stations[seat]
    shown = seen.shown_tickets(seat)
    tickets = [ticket_view(seen, ticket, stations) for ticket in seen.tickets if ticket not in shown]
    needed = colours_needed(seen, tickets)
    can = legal(seen, needed)
    return {
        "you": seat,
        "hand": dict(seen.hand),
        "tickets": tickets,
        "offer": [ticket_view(seen, ticket, stations) for ticket in seen.offer if ticket] if seen.is_my_turn else [],
        "must_keep": seen.must_keep if seen.is_my_turn else 0,
        "legal": can,
        "special": special_view(seen, seat, names, tickets),
        "tunnel": tunnel_view(seen, seen.history, names, len(can[Kind.PAY])),
        "give": give_view(seen, needed),
        "passenger": passenger_choice(seen, list(can[Kind.PASSENGER]), names),
        "slips": slips(seen, can),
        "why_not": why_not(seen, can, names, people),
        "good_for": good_for(seen),
        "events": [event_view(event) for event in seen.history],
        "log": log(seen.history, game.board),
        "fresh": fresh(seen.history, seat),
        "score": _score(seen, tickets),
        "banner": hints.banner(seen, seat, names, people),
    }


def watcher_view(game: Game, names: Sequence[str], people: Collection[int] = ()) -> dict[str, Any]:
    """What somebody without a seat sees: nothing that any player can't see."""
    events = [event.seen_by(-1) for event in game.history]
    return {
        "you": None,
        "hand": {},
        "tickets": [],
        "offer": [],
        "must_keep": 0,
        "legal": nothing_legal(),
        "special": special_view(game, None, names, None),
        "tunnel": tunnel_view(game, events, names, 0),
        "give": None,
        "passenger": None,
        "slips": [],
        "why_not": dict.fromkeys(("deck", "second", "tickets", "swap", "short", "long"), hints.WATCHES)
        | {"market": dict.fromkeys(game.market, hints.WATCHES), "routes": {}, "stations": {}},
        "good_for": good_for(game),
        "events": [event_view(event) for event in events],
        "log": log(events, game.board),
        "fresh": [],
        "score": None,
        "banner": hints.banner(game, None, names, people),
    }


def _score(seen: Observation, tickets: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    done = sum(ticket["points"] for ticket in tickets if ticket["state"] == "done")
    open_ = sum(ticket["points"] for ticket in tickets if ticket["state"] != "done")
    return {"routes": seen.route_points[seen.seat], "done": done, "open": -open_}


# ---------------------------------------------------------------- what can be done


def why_not(
    seen: Observation, can: Mapping[Kind, Any], names: Sequence[str], people: Collection[int] = ()
) -> dict[str, Any]:
    """Why things can't be done now; what can be done is left out."""
    now = hints.why_not_now(seen, names, people)
    drawn = {*can[Kind.TAKE], *(card for pair in can[Kind.CARDS] for card in pair.split())}
    return {
        "deck": hints.why_no_cards(seen, now) if can[Kind.DRAW] is None and DECK not in drawn else "",
        "second": hints.WHY_NO_SECOND,
        "tickets": hints.why_no_tickets(seen, now) if can[Kind.TICKETS] is None and not can[Kind.SPLIT] else "",
        "swap": hints.why_no_tickets(seen, now) if can[Kind.SWAP] is None else "",
        "short": hints.why_no_more("short", seen.tickets_left, seen.board.rules.draw_tickets.deal),
        "long": hints.why_no_more("long", seen.long_tickets_left, seen.board.rules.draw_tickets.deal),
        "market": {
            card: hints.why_not_taken(seen, card, now) for card, n in seen.market.items() if n and card not in drawn
        },
        "routes": {
            str(route): hints.why_no_claim(seen, route, names, now)
            for route in range(len(seen.board.routes))
            if str(route) not in can[Kind.CLAIM]
        },
        "stations": why_no_stations(seen, can[Kind.STATION], names, now),
    }


def good_for(view: View) -> dict[str, Any]:
    """What the deck, the tickets and each face-up card are good for."""
    return {
        "deck": hints.draw_use(view),
        "tickets": hints.tickets_use(view),
        "swap": hints.SWAP_USE,
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
            {
                **ticket_names(game.board, ticket),
                "points": ending.ticket_points(game, ticket, seat),
                "done": not fate,
                "fate": fate,
            }
            for ticket, fate in fates[seat]
        ]
        rows.append(
            {
                "seat": seat,
                "tickets": tickets,
                "columns": [column._asdict() for column in ending.columns_of(game, seat, score)],
                "total": shown_points(score.total),
                "notes": ending.notes(game.board, outcome, seat, names),
                "path": longest_path(game, seat),
            }
        )
    words = outcome.sentence(names)
    return {
        "winners": list(outcome.winners),
        "title": words.removesuffix("."),
        "sentence": words,
        "why_ended": ending.why_ended(outcome),
        "what_decided": ending.what_decided(game.board, outcome, names),
        "rows": rows,
        "race": game.board.rules.race.tickets if game.board.rules.race else None,
        "lead": ending.lead(game),
        "adaptive": ending.adaptive_note(game, names, thoughts or {}),
    }
