"""Positions on the small board in short: cities by their first letters, so that "CD" is Celestia-Dawnbreak."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from footplate.actions import Action, ClaimRoute
from footplate.agents import Budget, make_agent
from footplate.agents.layout import WORK
from footplate.agents.planning.links import survey
from footplate.engine.layout import HELD, IN_DECK, ON_OFFER, PLAYERS, TURN, Record, new_records
from footplate.game import Game
from tests.support.invariants import check_state
from tests.support.positions import give, kind, move_cards, set_market, started

MARKET = ("yellow", "yellow", "green", "green", "blue")


def route(game: Game, ends: str) -> int:
    """Number of the route between two cities."""
    return next(i for i, r in enumerate(game.board.routes) if {r.a[0], r.b[0]} == set(ends))


def links(game: Game, pairs: str) -> tuple[np.uint64, np.uint64]:
    """A set of links: "AC CD" is Arindale-Celestia-Dawnbreak."""
    numbers = (int(game.tables.record.route_link[route(game, pair)]) for pair in pairs.split())
    return np.uint64(sum(1 << number for number in numbers)), np.uint64(0)


def ticket(game: Game, ends: str) -> int:
    return next(i for i, t in enumerate(game.tables.tickets) if {t.a[0], t.b[0]} == set(ends))


def deal_tickets(game: Game, hands: Sequence[Sequence[int]]) -> None:
    """Seat i holds the tickets hands[i]; all others are in the deck."""
    s, held = game.record, {t: seat for seat, hand in enumerate(hands) for t in hand}
    rest = [t for t in range(len(game.tables.tickets)) if t not in held]
    for t in rest:
        s.ticket[t] = IN_DECK << PLAYERS
    for t, seat in held.items():
        s.ticket[t] = (HELD + seat) << PLAYERS | 1 << seat
    s.ticket_head, s.ticket_n = 0, len(rest)
    s.ticket_deck[: len(rest)] = rest
    s.held_n[: len(hands)] = [len(hand) for hand in hands]


def offer(game: Game, tickets: str) -> None:
    """Seat 0 is offered these tickets, from the deck."""
    s, numbers = game.record, [ticket(game, ends) for ends in tickets.split()]
    rest = [t for t in s.ticket_deck[: s.ticket_n] if t not in numbers]
    s.ticket_n = len(rest)
    s.ticket_deck[: len(rest)] = rest
    s.offer_n, s.offer[: len(numbers)] = len(numbers), numbers
    for t in numbers:
        s.ticket[t] = ON_OFFER << PLAYERS | 1


def claim(game: Game, seat: int, ends: str) -> None:
    """The seat claims a route out of turn, with cards that go back to the deck."""
    s, number = game.record, route(game, ends)
    s.player, s.phase = seat, TURN
    colour = game.board.routes[number].color
    colour = "red" if colour == "grey" else colour
    give(game, seat, **{colour: game.board.routes[number].length})
    game.push(next(a for a in game.legal_actions() if isinstance(a, ClaimRoute) and a.route == number))
    reclaim(game)


def reclaim(game: Game) -> None:
    """The discard goes back to the deck."""
    for card in (*game.board.colors, "locomotive"):
        move_cards(game, card, int(game.record.discard[kind(game, card)]), "discard", "deck")


def position(
    tickets: str = "AE", mine: str = "", theirs: str = "", market: Sequence[str] = MARKET, **hand: int
) -> Game:
    """Seat 0 is to move, with these tickets, routes and cards; seat 1 holds "BG" and no cards."""
    game = started("small")
    reclaim(game)
    give(game, 0)
    give(game, 1)
    set_market(game, list(market))
    for seat, pairs in enumerate((mine, theirs)):
        for pair in pairs.split():
            claim(game, seat, pair)
    deal_tickets(game, [[ticket(game, ends) for ends in tickets.split()], [ticket(game, "BG")]])
    game.record.player = 0
    give(game, 0, **hand)
    check_state(game)
    return game


def surveyed(game: Game) -> Record:
    """Scratch of a bot that has looked at the links."""
    w = new_records(WORK)[0]
    survey(game.tables.record, game.observe(game.to_move).record, w)
    return w


def play(bot: str, game: Game, seed: int = 0) -> str:
    """What the bot does, without memory of the game."""
    agent = make_agent(bot)
    agent.start(game.to_move, seed)
    action = agent.act(game.observe(game.to_move), Budget())
    assert action in game.legal_actions()
    return words(action)


def words(action: Action) -> str:
    """Claims as "claim CD with 1 locomotive", other actions as they print."""
    if not isinstance(action, ClaimRoute):
        return action.text
    return f"claim {action.a[0]}{action.b[0]} with" + action.text.partition("with")[2]
