"""Positions on the small board, set up by name: seat 1 to move with these tickets, cards, market and routes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from footplate.agents import Budget, make_agent
from footplate.agents.base import Agent
from footplate.engine.layout import HELD, IN_DECK, PLAYERS
from footplate.game import Game
from tests.support.invariants import check_state
from tests.support.positions import end_turn, give, kind, move_cards, set_market, started


def hold_tickets(game: Game, mine: Sequence[str]) -> None:
    """The first seat has exactly these tickets, the second one other; the rest is in the deck."""
    s, tickets = game.record, game.tables.tickets
    wanted = [next(i for i, t in enumerate(tickets) if {t.a, t.b} == set(name.split("-"))) for name in mine]
    others = [i for i in range(len(tickets)) if i not in wanted]
    for t in range(len(tickets)):
        seat = 0 if t in wanted else 1 if t == others[0] else None
        s.ticket[t] = IN_DECK << PLAYERS if seat is None else (HELD + seat) << PLAYERS | 1 << seat
    s.held_n[:2] = len(wanted), 1
    s.ticket_head, s.ticket_n = 0, len(others) - 1
    s.ticket_deck[: s.ticket_n] = others[1:]


def claim(game: Game, name: str) -> None:
    """The player to move gets the cards for a route and claims it."""
    route = next(r for r in game.board.routes if {r.a, r.b} == set(name.split("-")))
    give(game, **{game.board.colors[0] if route.color == "grey" else route.color: route.length})
    game.push(next(a for a in game.legal_actions() if a.text.startswith(f"claim {route.a}-{route.b} ")))
    for card in (*game.board.colors, "locomotive"):
        move_cards(game, card, int(game.record.discard[kind(game, card)]), "discard", "deck")


def position(
    *, tickets: Sequence[str], hand: dict[str, int], market: str, mine: Sequence[str] = (), theirs: Sequence[str] = ()
) -> Game:
    """Seat 1 to move; ``market`` is five cards in words."""
    game = started("small:warwick")
    hold_tickets(game, tickets)
    for own, other in zip_longest(mine, theirs):
        for route in (own, other):
            if route:
                claim(game, route)
            else:
                end_turn(game)
    give(game, 1)
    give(game, 0)
    set_market(game, market.split())
    give(game, 0, **hand)
    check_state(game)
    return game


def answer(bot: str | Agent, game: Game, seed: int = 1) -> str:
    """What the bot does now, in words."""
    agent = make_agent(bot) if isinstance(bot, str) else bot
    agent.start(game.to_move, seed)
    return agent.act(game.observe(game.to_move), Budget()).text
